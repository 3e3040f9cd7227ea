"""A table of numbers in rows and columns that accepts copies from spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from ..i18n import translate
from ..widgets.plain_text import set_tip

ROW, NARROWEST = 24, 44
MOST_ROWS, MOST_COLUMNS = 2000, 50
Cells = list[tuple[str, ...]]


class CellTable(QTableWidget):
    """An empty last row takes the next numbers; so does an empty last column unless `headers` fix their number."""

    edited = Signal()

    def __init__(self, headers: Sequence[str] = (), parent: QWidget | None = None):
        super().__init__(1, max(1, len(headers)), parent)
        self.headers = tuple(headers)
        across = self.horizontalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setMinimumSectionSize(NARROWEST)
        across.setVisible(bool(headers))
        self.setHorizontalHeaderLabels(list(headers))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        if headers:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_tip(self, translate("CellTable", "Ctrl+V pastes columns from a spreadsheet; Delete clears the selected cells"))
        self._is_telling = True
        self.cellChanged.connect(self._changed)

    def cells(self) -> Cells:
        """The texts, without empty rows and columns."""
        rows = [[self._text(row, column) for column in range(self.columnCount())] for row in range(self.rowCount())]
        used = [column for column in range(self.columnCount()) if self.headers or any(row[column] for row in rows)]
        return [tuple(row[column] for column in used) for row in rows if any(row)]

    def set_cells(self, rows: Sequence[Sequence[str]]) -> None:
        self._is_telling = False
        width = len(self.headers) or max((len(row) for row in rows), default=0) + 1
        self.setRowCount(len(rows) + 1)
        self.setColumnCount(width)
        for row, texts in enumerate([*rows, ()]):
            for column in range(width):
                text, item = texts[column] if column < len(texts) else "", self.item(row, column)
                if item is None:
                    self.setItem(row, column, QTableWidgetItem(text))
                else:
                    item.setText(text)
        self._is_telling = True
        shown = min(max(len(rows) + 1, 3), 9)
        head = self.horizontalHeader().sizeHint().height() if self.headers else 0
        self.setFixedHeight(ROW * shown + head + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QGuiApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in self.cells()))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove_selected()
        else:
            super().keyPressEvent(event)

    def paste(self, text: str) -> None:
        """Paste copied numbers from the current cell on; with headers, several columns start from the first."""
        most = len(self.headers) or MOST_COLUMNS
        copied = [cells[:most] for line in text[:400_000].splitlines() if (cells := _parted(line))][: MOST_ROWS + 1]
        if not copied:
            return
        is_column = all(len(cells) == 1 for cells in copied)
        row, column = max(0, self.currentRow()), max(0, self.currentColumn())
        if self.headers and not is_column:
            column = 0
        rows = [list(each) for each in self.cells()]
        rows += [[] for _ in range(row + len(copied) - len(rows))]
        for target, cells in zip(rows[row:], copied, strict=False):
            target += [""] * (column + len(cells) - len(target))
            target[column : column + len(cells)] = cells
        self.set_cells(rows)
        self.edited.emit()

    def _remove_selected(self) -> None:
        """Remove whole rows if the columns are fixed, else only the numbers."""
        gone = {(index.row(), index.column()) for index in self.selectedIndexes()}
        rows = {row for row, _ in gone} if self.headers else set()
        kept = [
            ["" if (row, column) in gone else self._text(row, column) for column in range(self.columnCount())]
            for row in range(self.rowCount())
            if row not in rows
        ]
        self.set_cells([each for each in kept if any(each)])
        self.set_cells(self.cells())
        self.edited.emit()

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return item.text().strip() if item is not None else ""

    def _changed(self, row: int, column: int) -> None:
        if not self._is_telling:
            return
        written = [self._text(row, each) for each in range(self.columnCount())]
        cells = self.cells()
        width = len(cells[0]) if cells else 0
        if len(cells) == self.rowCount() or (not self.headers and width == self.columnCount()):  # the empty row or column is used
            self.set_cells(cells)
        if all(written[:width]) or not any(written):  # an incomplete row waits for its other numbers
            self.edited.emit()


def _parted(line: str) -> list[str]:
    """Split into columns at tabs, semicolons, spaces or commas."""
    for mark in ("\t", ";"):
        if mark in line:
            return [_with_point(cell.strip()) for cell in line.split(mark)]
    words = line.split()
    if len(words) == 1 and line.count(",") == 1:
        return [cell.strip() for cell in line.split(",")]
    return [_with_point(word.rstrip(",")) for word in words]


def _with_point(text: str) -> str:
    return text.replace(",", ".") if re.fullmatch(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?", text) else text
