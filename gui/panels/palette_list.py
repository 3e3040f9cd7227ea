"""The list of kinds in the palette: rows with symbols that can be dragged."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QByteArray, QMimeData, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import QTreeView

from mars.component.base import Component

from ..kinds import kind_groups
from ..kinds.custom_kinds import CustomKinds
from ..symbols.symbol_painter import symbol_pixmap
from ..theme import Theme
from ..widgets.list_rows import FAINT, HEADING, SYMBOL
from ..widgets.plain_text import Markup

KIND_MIME = "application/x-mars-kind"
KIND = Qt.ItemDataRole.UserRole + 1  # the kind of a row, or the key of a heading
DRAGGED = 56


class KindModel(QStandardItemModel):
    """Headings with kinds below, or kinds alone; symbols and tooltips are made on demand."""

    def __init__(self, theme: Theme, view: QTreeView, own: CustomKinds):
        super().__init__(view)
        self.theme, self.view, self.own = theme, view, own

    def kind_of(self, index: QModelIndex | QPersistentModelIndex) -> str | type[Component]:
        """The kind of a row: an installed kind by its name, a custom one in its current state."""
        name = str(index.data(KIND))
        return self.own.kinds.get(name, name)

    def mimeTypes(self) -> list[str]:
        return [KIND_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        kind = next((index.data(KIND) for index in indexes if not index.data(HEADING)), None)
        if kind:
            data.setData(KIND_MIME, QByteArray(kind.encode()))
        return data

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and not index.data(HEADING):
            return symbol_pixmap(self.kind_of(index), SYMBOL, self.theme, self.view.devicePixelRatioF())
        if role == Qt.ItemDataRole.ToolTipRole and not index.data(HEADING):
            why_not, help_text = index.data(FAINT), kind_groups.tooltip(self.kind_of(index))
            return Markup(f"<p><b>{escape(why_not)}</b></p>{help_text}") if why_not else help_text
        return super().data(index, role)


class KindView(QTreeView):
    """The list. Up in its first row and typed letters return to the search field."""

    left_upwards = Signal()
    typed = Signal(str)
    chosen = Signal(QModelIndex)  # not `activated`, which some desktops send on a single click

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at_top = not self.indexAbove(self.currentIndex()).isValid()
        if event.key() == Qt.Key.Key_Up and at_top:
            self.left_upwards.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.currentIndex())
        elif event.text().strip() and event.text().isprintable() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def startDrag(self, supported: Qt.DropAction) -> None:
        drag = self.drag()
        if drag is not None:
            drag.exec(Qt.DropAction.CopyAction)

    def drag(self) -> QDrag | None:
        """The drag object: the kind with its symbol at the mouse."""
        model = self.model()
        index = self.currentIndex()
        if not isinstance(model, KindModel) or not index.isValid() or index.data(HEADING):
            return None
        drag = QDrag(self)
        drag.setMimeData(model.mimeData([index]))
        drag.setPixmap(symbol_pixmap(model.kind_of(index), DRAGGED, model.theme, self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(DRAGGED // 2, DRAGGED // 2))
        return drag
