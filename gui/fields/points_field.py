"""The named points of a body: each with its position, and optionally an orientation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from mars.component.declarations import Orientation, Points, Vector
from mars.component.orientations import angles_of
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.names import is_port_name

from ..i18n import translate
from ..theme import Theme
from ..widgets.plain_text import set_tip
from .display_units import display_unit, read_size, readable
from .field import Field
from .line_edit import LINE_HEIGHT
from .orientation_field import AxesChoice
from .text_line import TextLine
from .value_line import ValueLine

MOST_POINTS = 60  # maximum rows; a file may have more
PLACE, TURN = Vector(0, "m", "", name="place"), Orientation(name="orientation")


class PointRow(QWidget):
    """One point: its name, three numbers, and a menu."""

    def __init__(self, name: str, field: PointsField):
        super().__init__(field)
        self.name, self.field = name, field
        self.name_line = TextLine(self)
        self.name_line.show_text(name)
        self.name_line.setFixedWidth(44)
        set_tip(self.name_line, translate("PointsField", "Name of the point and its port"))
        self.name_line.entered.connect(lambda: field.rename_row(self))
        self.place = [self._line(PLACE, axis, display_unit("m")) for axis in "xyz"]
        self.turn: list[ValueLine] = []
        self.axes: AxesChoice | None = None  # of the orientation
        self.menu_button = QToolButton(self)
        self.menu_button.setAutoRaise(True)
        self.menu_button.setIcon(field.theme.icon("ph.dots-three-vertical", "text2"))
        self.menu_button.setIconSize(QSize(16, 16))
        self.menu_button.setFixedSize(20, LINE_HEIGHT)
        set_tip(self.menu_button, translate("PointsField", "Set orientation or delete"))
        self.menu_button.clicked.connect(self._open_menu)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(3)
        self._grid.addWidget(self.name_line, 0, 0)
        for column, line in enumerate(self.place, 1):
            self._grid.addWidget(line, 0, column)
            self._grid.setColumnStretch(column, 1)
        self._grid.addWidget(self.menu_button, 0, 4)

    def _line(self, parameter: Vector, axis: str, unit: str) -> ValueLine:
        line = ValueLine(parameter, self.field.theme, 0, prefix=axis, parent=self)
        line.label = f"{translate('PointsField', 'point')} {self.name} {axis}"
        line.set_fixed_unit(unit)
        line.entered.connect(self.field.entered)
        line.restored.connect(self.field.line_restored)
        return line

    @property
    def lines(self) -> list[ValueLine]:
        return [*self.place, *self.turn]

    def set_point(self, point: Any, unit: str, variables: Mapping[str, Quantity] | None) -> None:
        data = point if isinstance(point, Mapping) else {"place": point}
        for key, lines in (("place", self.place), ("orientation", self.turn)):
            items = angles_of(data.get(key))
            if key == "orientation" and items is not None and not self.turn:
                self.show_turn()
                lines = self.turn
            typed = list(items) if isinstance(items, list | tuple) and len(items) == 3 else [None] * 3
            for line, item in zip(lines, typed, strict=False):
                line.fixed_unit = unit if key == "place" else display_unit("rad")
                line.set_typed(item, variables)
        if self.turn and data.get("orientation") is None and not any(line.is_modified or line.hasFocus() for line in self.turn):
            self._hide_turn()
        if self.axes is not None:
            self.axes.set_typed(data.get("orientation"))
            self.axes.label(self.turn)

    def show_turn(self) -> None:
        if not self.turn:
            self.turn = [self._line(TURN, axis, display_unit("rad")) for axis in "xyz"]
            self.axes = AxesChoice(self)
            self.axes.chosen.connect(self._axes_chosen)
            self._grid.addWidget(self.axes, 2, 1, 1, 3)
            for column, line in enumerate(self.turn, 1):
                set_tip(line, translate("PointsField", "Rotations from the axes of the body, in degrees"))
                self._grid.addWidget(line, 1, column)

    def _hide_turn(self) -> None:
        for line in self.turn:
            line.hide()
            line.deleteLater()
        self.turn = []
        if self.axes is not None:
            self.axes.hide()
            self.axes.deleteLater()
            self.axes = None

    def _axes_chosen(self) -> None:
        assert self.axes is not None
        self.axes.label(self.turn)
        self.field.entered.emit()

    @property
    def is_modified(self) -> bool:
        return any(line.is_modified for line in self.lines) or (self.axes is not None and self.axes.is_modified)

    def accept(self) -> None:
        for line in self.lines:
            line.accept()
        if self.axes is not None:
            self.axes.accept()

    def read(self, old: Any) -> Any:
        place, turn = _numbers(self.place), _numbers(self.turn)
        if self.axes is not None:
            turn = self.axes.joined([0, 0, 0] if turn is None and self.axes.is_modified else turn)
        if isinstance(old, Mapping):
            kept = dict(old)
            if place is not None or "place" in kept:
                kept["place"] = place or [0, 0, 0]
            if turn is not None:
                kept["orientation"] = turn
            return kept
        place = place or [0, 0, 0]
        return {"place": place, "orientation": turn} if turn is not None else place

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not self.turn:
            menu.addAction(translate("PointsField", "Set orientation"), self._turn_asked)
        menu.addAction(
            translate("PointsField", "Delete point {name}").format(name=self.name), lambda: self.field.removed.emit(self.name)
        )
        menu.popup(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))

    def _turn_asked(self) -> None:
        self.show_turn()
        self.turn[0].setFocus(Qt.FocusReason.TabFocusReason)


class PointsField(Field):
    """A row for each point, and a button to add one. Renaming and removing rewrite links, so they have separate signals."""

    is_wide = True
    renamed = Signal(str, str)
    removed = Signal(str)
    added = Signal()

    def __init__(self, parameter: Points, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.rows: dict[str, PointRow] = {}
        self.reserved = {"1"}  # ports of the kind itself
        self.unit = display_unit("m")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.add_button = QPushButton(theme.icon("ph.plus", "text2"), translate("PointsField", "Add point"), self)
        self.add_button.clicked.connect(self.added)
        below = QHBoxLayout()
        below.addWidget(self.add_button)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._rows)
        layout.addWidget(self.reason)
        layout.addLayout(below)

    @property
    def header(self) -> str:
        return readable(self.unit) if self.rows else ""

    @property
    def is_modified(self) -> bool:
        return any(row.is_modified or row.name_line.is_modified for row in self.rows.values())

    @property
    def free_name(self) -> str:
        stored = self.stored if isinstance(self.stored, Mapping) else {}
        taken, number = self.reserved | stored.keys(), 2
        while str(number) in taken:
            number += 1
        return str(number)

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        if variables is not None:
            self.variables = variables
        self.stored = typed
        points = typed if isinstance(typed, Mapping) and not several else {}
        names = list(points)[:MOST_POINTS]
        if names != list(self.rows):
            self._rebuild(names)
        sizes = [read_size(a, "m", self.variables) or 0.0 for name in names for a in _place_of(points[name])]
        self.unit = display_unit("m", max(map(abs, sizes), default=0.0))
        for name, row in self.rows.items():
            row.set_point(points[name], self.unit, variables)
        self.add_button.setEnabled(not several)
        if not self.is_modified:
            self.set_reason("")

    def _rebuild(self, names: list[str]) -> None:
        for name in [name for name in self.rows if name not in names]:
            row = self.rows.pop(name)
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        ordered = {}
        for place, name in enumerate(names):
            row = self.rows.get(name) or PointRow(name, self)
            ordered[name] = row
            self._rows.removeWidget(row)
            self._rows.insertWidget(place, row)
        self.rows = ordered

    def read(self) -> Any:
        points = self.stored if isinstance(self.stored, Mapping) else {}
        found = dict(points)
        for name, row in self.rows.items():
            for line in row.lines:
                line.variables = self.variables
            if row.is_modified:
                found[name] = row.read(points.get(name))
        return found or None

    def rename_row(self, row: PointRow) -> None:
        new = row.name_line.text().strip()
        if new == row.name:
            row.name_line.accept()
        elif reason := self.name_refusal(new):
            self.set_reason(reason)
        else:
            self.set_reason("")
            row.name_line.accept()
            self.renamed.emit(row.name, new)

    def name_refusal(self, name: str) -> str:
        """Why a point cannot have this name; empty if it can."""
        if name in self.reserved and name != "1":
            said = translate("PointsField", "The body already has a built-in point {name}. Choose another name")
            return said.format(name=name)
        if name == "1" or not is_port_name(name):
            said = translate("PointsField", "“{name}” is not a valid point name. Point 1 is the origin; use 2, 3, … or a word")
            return said.format(name=name[:40])
        if name in self.rows:
            return translate("PointsField", "Point “{name}” already exists. Choose another name").format(name=name)
        return ""

    def line_restored(self) -> None:
        if not self.is_modified:
            self.set_reason("")

    def accept(self) -> None:
        for row in self.rows.values():
            row.accept()
        super().accept()

    def focus_first(self) -> None:
        first = next(iter(self.rows.values()), None)
        if first is not None:
            first.place[0].setFocus(Qt.FocusReason.TabFocusReason)


def _numbers(lines: list[ValueLine]) -> list[Any] | None:
    typed = []
    for line in lines:
        value, reason = line.check()
        line.set_wrong(bool(reason))
        if reason:
            raise DocumentError(reason)
        typed.append(value)
    return None if all(value is None for value in typed) else [0 if value is None else value for value in typed]


def _place_of(point: Any) -> list[Any]:
    place = point.get("place") if isinstance(point, Mapping) else point
    return list(place) if isinstance(place, list | tuple) else []
