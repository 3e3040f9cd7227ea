"""The legend of a plot: line, name and value of each curve. A click hides or shows a curve, a double-click isolates it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from ..theme import Theme
from . import drag_data
from .legend_model import ENTRY, Index, LegendEntry, LegendModel
from .legend_row import CROSS, LEAST, LegendRow, natural_width


class Legend(QListView):
    """Keys: Space hides, Enter isolates, Delete removes."""

    toggled = Signal(int)
    isolated = Signal(int)
    removed = Signal(str)
    more_asked = Signal()
    dropped = Signal(object, object)  # names, the plot they come from

    def __init__(self, theme: Theme, number: int = 0, parent: QWidget | None = None):
        super().__init__(parent)
        self.number = number  # of its plot
        self.most_lines = 1  # of rows in columns
        self.rows = LegendModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(LegendRow(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Legend"))
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setFrameShape(QListView.Shape.NoFrame)
        self._pressed_twice = False

    @property
    def entries(self) -> list[LegendEntry]:
        return self.rows.entries

    def set_entries(self, entries: list[LegendEntry]) -> None:
        self.rows.replace(entries)
        self.scheduleDelayedItemsLayout()

    def set_flowing(self, flowing: bool) -> None:
        """Rows in columns, or stacked."""
        wanted = QListView.Flow.LeftToRight if flowing else QListView.Flow.TopToBottom
        if wanted != self.flow():
            policy = Qt.ScrollBarPolicy
            self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if flowing else policy.ScrollBarAsNeeded)
            self.setFlow(wanted)
            self.setWrapping(flowing)
            self.setResizeMode(QListView.ResizeMode.Adjust if flowing else QListView.ResizeMode.Fixed)

    @property
    def is_flowing(self) -> bool:
        return self.flow() == QListView.Flow.LeftToRight

    @property
    def natural_width(self) -> int:
        """Width of a row at which all texts are readable."""
        return max((natural_width(entry) for entry in self.entries), default=0)

    def across(self, width: int) -> int:
        """Number of columns: as many as show the full texts, or as are needed for a number of lines."""
        if self.has_two_cursors or not self.entries:
            return 1
        needed = min(-(-len(self.entries) // self.most_lines), width // LEAST)
        found = max(1, min(len(self.entries), max(width // self.natural_width, needed)))
        runs = len(self.entries) // max(1, sum(entry.can_go for entry in self.entries))
        return found - found % runs if found > runs else found  # earlier runs beside or below their curve

    def lines_for(self, width: int) -> int:
        """Number of lines with rows in columns."""
        return min(self.most_lines, -(-len(self.entries) // self.across(width)) or 1)

    def is_cut(self, width: int) -> bool:
        """Whether rows in columns are too narrow for their texts."""
        return not self.has_two_cursors and self.across(width) * self.natural_width > width

    @property
    def has_two_cursors(self) -> bool:
        return any(len(entry.values) > 1 for entry in self.entries)

    def set_values(self, values: list[tuple[str, ...]]) -> bool:
        """Update the values; whether rows must be rearranged."""
        changed = self.rows.set_values(values)
        if changed:
            self.scheduleDelayedItemsLayout()
        return changed

    def cross_of(self, index: Index) -> QRect:
        """The remove button of a curve."""
        row = self.visualRect(index)  # pyright: ignore[reportArgumentType]
        return QRect(row.right() - CROSS - 3, row.top() + 2, CROSS, CROSS)

    def startDrag(self, actions: Qt.DropAction) -> None:
        entry = self.currentIndex().data(ENTRY)
        if entry is not None and entry.can_go:
            drag = QDrag(self)
            drag.setMimeData(drag_data.pack([entry.name], self.number))
            drag.exec(Qt.DropAction.MoveAction)

    def dragEnterEvent(self, event: Any) -> None:
        if drag_data.names_in(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: Any) -> None:
        if drag_data.names_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: Any) -> None:
        self.dropped.emit(drag_data.names_in(event.mimeData()), drag_data.source_in(event.mimeData()))
        event.acceptProposedAction()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid() or index != self.currentIndex():
            return
        if self._pressed_twice:
            self._pressed_twice = False
        elif self.entries[index.row()].can_go and self.cross_of(index).contains(event.position().toPoint()):
            self.removed.emit(self.entries[index.row()].name)
        else:
            self._click(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Its first click has already toggled the curve; isolating undoes that."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton and self.entries[index.row()].name:
            self._pressed_twice = True
            self.isolated.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.currentIndex().row(), Qt.Key(event.key())
        entry = self.entries[row] if 0 <= row < len(self.entries) else None
        if entry is not None and key == Qt.Key.Key_Space:
            self._click(row)
        elif entry is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.isolated.emit(row) if entry.name else self.more_asked.emit()
        elif entry is not None and entry.can_go and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(entry.name)
        else:
            super().keyPressEvent(event)

    def _click(self, row: int) -> None:
        if self.entries[row].name:
            self.toggled.emit(row)
        else:
            self.more_asked.emit()
