"""Fields for tables of numbers: pairs in two columns, and grids of any size."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.component.declarations import Grid, Parameter
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity

from ..i18n import translate
from ..theme import Theme
from .cell_table import MOST_ROWS, Cells, CellTable
from .display_units import read, readable, written
from .field import Field


class GridField(Field):
    """For numbers in rows of equal length."""

    is_wide = True

    def __init__(self, parameter: Parameter, theme: Theme, headers: Sequence[str] = (), parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.table = CellTable(headers, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.table)
        layout.addWidget(self.reason)
        self.table.edited.connect(self.entered)
        self._shown: Cells = []
        self.set_typed(None)

    @property
    def header(self) -> str:
        return readable(self.parameter.unit)

    @property
    def is_modified(self) -> bool:
        return self.table.cells() != self._shown

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        was_modified = self.is_modified
        self.stored = typed
        self._shown = [] if several else self.texts(self.parameter.default if typed is None else typed)
        if not was_modified and self.table.cells() != self._shown:
            self.table.set_cells(self._shown)
        if not was_modified:
            self.set_reason("")

    def texts(self, typed: Any) -> Cells:
        """The cell texts for a stored value; rows that are not numbers are left out."""
        if not isinstance(typed, list | tuple):
            return []
        good = [row for row in typed[: MOST_ROWS + 1] if isinstance(row, list | tuple) and row]
        return [tuple(map(_text_of, row)) for row in good]

    def read(self) -> Any:
        if not self.is_modified:
            return self.stored
        cells = self.table.cells()
        if not cells:
            return None
        for row, texts in enumerate(cells, 1):
            if not all(texts):
                raise DocumentError(self.half_empty(row, texts.index("") + 1))
        return [[read(text, "", "", {}) for text in texts] for texts in cells]

    def half_empty(self, row: int, column: int) -> str:
        said = translate("GridField", "{label}: row {row}, column {column} is empty. Enter a number")
        return said.format(label=self.label, row=row, column=column)

    def accept(self) -> None:
        self._shown = self.table.cells()
        super().accept()

    def focus_first(self) -> None:
        self.table.setCurrentCell(0, 0)
        self.table.setFocus(Qt.FocusReason.TabFocusReason)


class TableField(GridField):
    """For pairs of numbers."""

    def __init__(self, parameter: Parameter, theme: Theme, headers: Sequence[str] = (), parent: QWidget | None = None):
        super().__init__(parameter, theme, headers or _headers(parameter.help), parent)

    @property
    def header(self) -> str:
        return ""

    def texts(self, typed: Any) -> Cells:
        return [row for row in super().texts(typed) if len(row) == 2]

    def half_empty(self, row: int, column: int) -> str:
        said = translate("TableField", "{label}: pair {number} is incomplete. Enter both numbers")
        return said.format(label=self.label, number=row)


def grid_headers(parameter: Grid) -> tuple[str, ...]:
    """Numbers above the columns if the kind fixes their number."""
    return tuple(str(column + 1) for column in range(parameter.columns))


def _text_of(value: Any) -> str:
    return written(value) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _headers(help_text: str) -> tuple[str, str]:
    """Units are in brackets in the help: pairs of travel (m) and force (N)."""
    units = re.findall(r"\(([^()\s]+)\)", help_text)
    return (f"x, {units[0]}", f"y, {units[1]}") if len(units) == 2 else ("x", "y")
