"""An integer with buttons to increase and decrease it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from mars.component.declarations import Count
from mars.document.circuit import Circuit
from mars.errors import DocumentError

from ..i18n import translate
from ..theme import Theme
from ..widgets.plain_text import set_tip
from .field import sentence
from .line_edit import LINE_HEIGHT
from .value_field import ValueField

BUTTON = 24  # pixels wide


class CountField(ValueField):
    """Formulas are allowed; the buttons then start from their value."""

    can_slide = False

    def __init__(self, parameter: Count, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent=parent)
        self.less = self._button("ph.minus", translate("CountField", "One fewer"), -1)
        self.more = self._button("ph.plus", translate("CountField", "One more"), 1)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.line, 1)
        row.addWidget(self.less)
        row.addWidget(self.more)
        self._layout.insertLayout(0, row)
        self.line.textChanged.connect(self._limit)
        self._limit()

    def set_typed(self, typed: Any, *arguments: Any, **options: Any) -> None:
        super().set_typed(typed, *arguments, **options)
        self._limit()

    def check(self, circuit: Circuit | None = None) -> tuple[Any, str]:
        typed, reason = super().check(circuit)
        if not reason and typed is not None and self.is_modified:
            try:
                self.parameter.resolve(typed, self.line.variables, self.label)
            except DocumentError as error:
                typed, reason = None, sentence(error.message)
                self.set_reason(reason)
        return typed, reason

    def step(self, by: int) -> None:
        value = self.line.value()
        if value is not None:
            self.line.setText(str(round(value) + by))
            self.entered.emit()

    def _button(self, icon: str, tip: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(self.theme.icon(icon, "text2"))
        button.setAutoRaise(True)
        button.setFixedSize(BUTTON, LINE_HEIGHT)
        set_tip(button, tip)
        button.clicked.connect(lambda: self.step(by))
        return button

    def _limit(self) -> None:
        value, low, high = self.line.value(), self.parameter.minimum, self.parameter.maximum
        self.less.setEnabled(value is not None and (low is None or value - 1 >= low))
        self.more.setEnabled(value is not None and (high is None or value + 1 <= high))
