"""A yes/no parameter: a check box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from mars.component.declarations import Flag
from mars.formulas.expressions import Quantity
from mars.translation import languages

from ..theme import Theme
from .field import Field
from .line_edit import LINE_GAP, LINE_HEIGHT


class FlagField(Field):
    """A check box, partially checked if the selected components differ; a click enters the value."""

    def __init__(self, parameter: Flag, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.box = QCheckBox(self)
        self.box.setFixedHeight(LINE_HEIGHT)
        self._state = Qt.CheckState.Unchecked
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(LINE_GAP)
        layout.addWidget(self.box)
        layout.addWidget(self.reason)
        self.setFocusProxy(self.box)
        self.box.clicked.connect(self._clicked)
        self.set_typed(None)

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        self.stored = typed
        value = self.parameter.default if typed is None else Flag.words.get(str(typed), typed)
        is_known = isinstance(value, bool) and not several
        self.box.setTristate(not is_known)
        state = (Qt.CheckState.Checked if value else Qt.CheckState.Unchecked) if is_known else Qt.CheckState.PartiallyChecked
        self._show(state)
        self.set_reason("")

    def _show(self, state: Qt.CheckState) -> None:
        self._state = state
        self.box.setCheckState(state)
        self._name()

    def _name(self) -> None:
        """The text of the box, which a screen reader uses too."""
        words = {Qt.CheckState.Checked: "yes", Qt.CheckState.Unchecked: "no"}
        word = words.get(self.box.checkState())
        self.box.setText("" if word is None else languages.word(word))

    def _clicked(self) -> None:
        if self.box.isTristate():  # one click decides, for all of them
            self.box.setTristate(False)
            self.box.setChecked(True)
        self._name()
        self.entered.emit()

    @property
    def is_modified(self) -> bool:
        return self.box.checkState() != self._state

    def read(self) -> bool:
        return self.box.isChecked()

    def accept(self) -> None:
        self._state = self.box.checkState()
        super().accept()

    def inputs(self) -> list[QWidget]:
        return [self.box]

    def focus_first(self) -> None:
        self.box.setFocus(Qt.FocusReason.TabFocusReason)
