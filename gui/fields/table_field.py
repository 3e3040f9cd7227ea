"""Pairs of numbers in two columns; takes what a spreadsheet copies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from mars.declare import Parameter
from mars.errors import DocumentError
from mars.expressions import Quantity

from ..i18n import translate
from ..theme import Theme
from .field import Field
from .units import read, written

ROW = 24
MOST_PAIRS = 2000


class PairTable(QTableWidget):
    """The cells. An empty last row waits for the next pair."""

    edited = Signal()

    def __init__(self, headers: tuple[str, str], parent: QWidget | None = None):
        super().__init__(1, 2, parent)
        self.setHorizontalHeaderLabels(list(headers))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setToolTip(translate("PairTable", "Ctrl+V pastes two columns from a spreadsheet, Delete removes the selected pairs"))
        self._is_telling = True
        self.cellChanged.connect(self._changed)

    def pairs(self) -> list[tuple[str, str]]:
        """The texts, without empty rows."""
        found = [(self._text(row, 0), self._text(row, 1)) for row in range(self.rowCount())]
        return [pair for pair in found if any(pair)]

    def set_pairs(self, pairs: list[tuple[str, str]]) -> None:
        self._is_telling = False
        self.setRowCount(len(pairs) + 1)
        for row, pair in enumerate([*pairs, ("", "")]):
            for column, text in enumerate(pair):
                item = self.item(row, column)
                if item is None:
                    self.setItem(row, column, QTableWidgetItem(text))
                else:
                    item.setText(text)
        self._is_telling = True
        shown = min(max(len(pairs) + 1, 3), 9)
        self.setFixedHeight(ROW * shown + self.horizontalHeader().sizeHint().height() + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QGuiApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText("\n".join(f"{a}\t{b}" for a, b in self.pairs()))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove_selected()
        else:
            super().keyPressEvent(event)

    def paste(self, text: str) -> None:
        """Put copied rows in from the present row on; columns are parted by tabs, semicolons, spaces or commas."""
        rows = [cells for line in text[:400_000].splitlines() if (cells := _cells(line))][: MOST_PAIRS + 1]
        if not rows:
            return
        pairs, begin = self.pairs(), max(0, self.currentRow())
        if all(len(cells) == 1 for cells in rows):  # one column goes into the column of the cursor
            column = max(0, self.currentColumn())
            pairs += [("", "")] * (begin + len(rows) - len(pairs))
            for i, cells in enumerate(rows, begin):
                pair = list(pairs[i])
                pair[column] = cells[0]
                pairs[i] = (pair[0], pair[1])
        else:
            pairs[begin : begin + len(rows)] = [(cells[0], cells[1] if len(cells) > 1 else "") for cells in rows]
        self.set_pairs(pairs)
        self.edited.emit()

    def _remove_selected(self) -> None:
        gone = {index.row() for index in self.selectedIndexes()}
        kept = [(self._text(row, 0), self._text(row, 1)) for row in range(self.rowCount()) if row not in gone]
        self.set_pairs([pair for pair in kept if any(pair)])
        self.edited.emit()

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return item.text().strip() if item is not None else ""

    def _changed(self, row: int, column: int) -> None:
        if not self._is_telling:
            return
        pairs = self.pairs()
        if len(pairs) == self.rowCount():  # the waiting row was used
            self.set_pairs(pairs)
        cells = (self._text(row, 0), self._text(row, 1))
        if all(cells) or not any(cells):  # a half-typed pair waits for its other number
            self.edited.emit()


class TableField(Field):
    """For a table parameter."""

    is_wide = True

    def __init__(self, parameter: Parameter, theme: Theme, headers: tuple[str, str] | None = None, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.table = PairTable(headers or _headers(parameter.help), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.table)
        layout.addWidget(self.reason)
        self.table.edited.connect(self.entered)
        self._shown: list[tuple[str, str]] = []
        self.set_typed(None)

    @property
    def is_modified(self) -> bool:
        return self.table.pairs() != self._shown

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        was_modified = self.is_modified
        self.stored = typed
        shown = self.parameter.default if typed is None else typed
        self._shown = [] if several else _texts(shown)
        if not was_modified and self.table.pairs() != self._shown:
            self.table.set_pairs(self._shown)
        if not was_modified:
            self.set_reason("")

    def read(self) -> Any:
        if not self.is_modified:
            return self.stored
        pairs = self.table.pairs()
        if not pairs:
            return None
        for i, pair in enumerate(pairs, 1):
            if not all(pair):
                raise DocumentError(
                    translate("TableField", "{label}: pair {number} is half empty. Type both numbers").format(
                        label=self.label, number=i
                    )
                )
        return [[read(text, "", "", {}) for text in pair] for pair in pairs]

    def accept(self) -> None:
        self._shown = self.table.pairs()
        super().accept()

    def focus_first(self) -> None:
        self.table.setCurrentCell(0, 0)
        self.table.setFocus(Qt.FocusReason.TabFocusReason)


def _texts(pairs: Any) -> list[tuple[str, str]]:
    if not isinstance(pairs, list | tuple):
        return []
    good = [pair for pair in pairs[: MOST_PAIRS + 1] if isinstance(pair, list | tuple) and len(pair) == 2]
    return [(_text_of(a), _text_of(b)) for a, b in good]


def _text_of(value: Any) -> str:
    return written(value) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _cells(line: str) -> list[str]:
    for mark in ("\t", ";"):
        if mark in line:
            return [_with_point(cell.strip()) for cell in line.split(mark)][:2]
    words = line.split()
    if len(words) == 1 and line.count(",") == 1:
        return [cell.strip() for cell in line.split(",")]
    return [_with_point(word.rstrip(",")) for word in words][:2]


def _with_point(text: str) -> str:
    return text.replace(",", ".") if re.fullmatch(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?", text) else text


def _headers(help_text: str) -> tuple[str, str]:
    """Units stand in the help in brackets: pairs of travel (m) and force (N)."""
    units = re.findall(r"\(([^()\s]+)\)", help_text)
    return (f"x, {units[0]}", f"y, {units[1]}") if len(units) == 2 else ("x", "y")
