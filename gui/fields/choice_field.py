"""A choice from a list, and the axis of a joint: x, y, z, their opposites, or any direction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QComboBox, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from mars.component.declarations import Axis, Choice
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.translation import languages

from ..i18n import translate
from ..theme import Theme
from .field import Field
from .line_edit import LINE_GAP, LINE_HEIGHT
from .vector_field import VectorField

DIRECTIONS = {
    "x": [1, 0, 0],
    "y": [0, 1, 0],
    "z": [0, 0, 1],
    "−x": [-1, 0, 0],
    "−y": [0, -1, 0],
    "−z": [0, 0, -1],
}

MOST_LETTERS = 40  # of a value that is not one of the choices


class QuietCombo(QComboBox):
    """A combo box that leaves the wheel to the panel for scrolling."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setFixedHeight(LINE_HEIGHT)
        self.setMinimumWidth(40)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().placeholderText().color(), 1.5))
        x, y = self.width() - 14.0, self.height() / 2 - 1.5
        painter.drawPolyline([QPointF(x - 4, y), QPointF(x, y + 4), QPointF(x + 4, y)])


class ChoiceField(Field):
    """A combo box; a choice is entered immediately."""

    def __init__(self, parameter: Choice, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.combo = QuietCombo(self)
        self._index = 0
        for option in parameter.options:
            words = languages.word(option)
            self.combo.addItem(words[:1].upper() + words[1:], option)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(LINE_GAP)
        layout.addWidget(self.combo)
        layout.addWidget(self.reason)
        self.setFocusProxy(self.combo)
        self.combo.activated.connect(lambda _: self.entered.emit())

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        self.stored = typed
        index = self.combo.findData(self.parameter.default if typed is None else typed)
        self._index = -1 if several else index
        self.combo.setCurrentIndex(self._index)
        unknown = translate("ChoiceField", "mixed") if several else str(typed)[:MOST_LETTERS]
        self.combo.setPlaceholderText(unknown if self.combo.currentIndex() < 0 else "")
        self.set_reason("")

    @property
    def is_modified(self) -> bool:
        return self.combo.currentIndex() != self._index

    def read(self) -> Any:
        return self.combo.currentData()

    def accept(self) -> None:
        self._index = self.combo.currentIndex()
        super().accept()

    def inputs(self) -> list[QWidget]:
        return [self.combo]

    def focus_first(self) -> None:
        self.combo.setFocus(Qt.FocusReason.TabFocusReason)


class AxisField(Field):
    """Six buttons for the directions along the axes, and three numbers for any other."""

    is_wide = True

    def __init__(self, parameter: Axis, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(2)
        for name in [*DIRECTIONS, "free"]:
            button = QToolButton(self)
            button.setText(translate("AxisField", "other") if name == "free" else name)
            button.setCheckable(True)
            button.setFixedHeight(26)
            button.setMinimumWidth(20)
            button.setProperty("segment", True)
            button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
            self._group.addButton(button)
            self.buttons[name] = button
            row.addWidget(button, 3 if name == "free" else 2)
        self._group.buttonClicked.connect(self._button_clicked)
        self.vector = VectorField(parameter, theme, self)
        self.vector.entered.connect(self.entered)
        self.vector.returned.connect(self.returned)
        self.vector.restored.connect(self.restored)
        self.vector.hide()
        self._name = ""
        self._clicked: list[int] | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.vector)
        layout.addWidget(self.reason)

    @property
    def is_modified(self) -> bool:
        return self._clicked is not None or self.vector.is_modified

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        self.stored, self._clicked = typed, None
        self.vector.set_typed(typed, variables, several)
        name = "" if several else self._name_of(self.parameter.default if typed is None else typed)
        self._name = name
        self._group.setExclusive(False)
        for key, button in self.buttons.items():
            button.setChecked(key == (name or "free") and not several)
        self._group.setExclusive(True)
        if not self.is_modified and not any(line.hasFocus() for line in self.vector.lines):
            self.vector.setVisible(not name and not several)
        if not self.is_modified:
            self.set_reason("")

    def _name_of(self, typed: Any) -> str:
        """The letter of a direction along an axis; empty for any other."""
        try:
            vector = self.parameter.resolve(typed, self.variables, self.label)
        except DocumentError:
            return ""
        plain = isinstance(typed, list | tuple) and all(isinstance(a, int | float) for a in typed)
        return next((name for name, d in DIRECTIONS.items() if plain and list(map(float, d)) == vector), "")

    def _button_clicked(self, button: QAbstractButton) -> None:
        name = next(key for key, each in self.buttons.items() if each is button)
        if name == "free":
            self.vector.show()
            self.vector.focus_first()
            return
        if name != self._name:
            self._clicked = DIRECTIONS[name]
            self.vector.restore()
            self.entered.emit()

    def read(self) -> Any:
        return list(self._clicked) if self._clicked is not None else self.vector.read()

    def check(self, circuit: Any = None) -> tuple[Any, str]:
        if self._clicked is None and circuit is not None:
            _, reason = self.vector.check(circuit)
            self.vector.set_reason("")
            if reason:
                self.set_reason(reason)
                return None, reason
        return super().check(circuit)

    def accept(self) -> None:
        self._clicked = None
        self.vector.accept()
        super().accept()

    def focus_first(self) -> None:
        self.buttons["x"].setFocus(Qt.FocusReason.TabFocusReason)
