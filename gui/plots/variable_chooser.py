"""All variables that can be plotted, by component and port, with search. A click adds or removes one, Enter also closes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTreeView, QWidget

from mars.pictures.charts.ticks import shown_unit

from ..kinds.search_rank import best
from ..theme import Theme
from ..widgets.list_rows import HEADING, HINT, RowDelegate, rows_to_go
from ..widgets.plain_text import Label
from ..widgets.popup import Popup
from .value_text import label, parted

NAME = Qt.ItemDataRole.UserRole + 10
WIDTH, HEIGHT, ROW, MOST = 340, 380, 26, 300
TAKEN = "✓ "


class VariableChooser(Popup):
    """Emits `toggled` for each click while open; with `single` the first choice closes it."""

    toggled = Signal(str, bool)

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        units: Mapping[str, str],
        taken: Collection[str] = (),
        heading: str = "",
        *,
        single: bool = False,
    ):
        super().__init__(parent, theme)
        self._units, self._taken, self._single = dict(units), set(taken), single
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search: KN1 angle, force …"))
        self.search.setAccessibleName(self.tr("Find a variable"))
        self.search.setClearButtonEnabled(True)
        self.tree = QTreeView(self)
        self.model = QStandardItemModel(self.tree)
        self.nothing = Label(
            self.tr("Nothing to plot yet. Press Run (F5) first") if not units else self.tr("No matching variables")
        )
        self.nothing.hide()
        self._set_up_view(theme)
        column = self.column
        if heading:
            title = Label(heading)
            title.setStyleSheet(f"color: {theme.colours['text2']}; font-size: 11px; font-weight: 600;")
            column.addWidget(title)
        column.addWidget(self.search)
        column.addWidget(self.nothing)
        column.addWidget(self.tree, 1)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.tree.clicked.connect(self._clicked)
        self.nothing.setStyleSheet(f"color: {theme.colours['text2']}; padding: 8px;")
        self.setFixedSize(WIDTH, max(160, min(HEIGHT, parent.height() - 16)))
        self._fill()

    def open_near(self, point: QPoint) -> None:
        """Open at a screen position."""
        self.open_at(self.view.mapFromGlobal(point))

    def focus_first(self) -> None:
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def names(self) -> list[str]:
        """The listed variables, without headings."""
        found, waiting = [], [self.model.invisibleRootItem()]
        while waiting:
            item = waiting.pop(0)
            if item.data(NAME):
                found.append(item.data(NAME))
            waiting = [item.child(row) for row in range(item.rowCount())] + waiting
        return found

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if step := rows_to_go(event, 12):
                self._step(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter()
                return True
            if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not self.search.text():
                self.tree.setExpanded(self.tree.currentIndex(), event.key() == Qt.Key.Key_Right)
                return True
        return super().eventFilter(watched, event)

    def _set_up_view(self, theme: Theme) -> None:
        view = self.tree
        view.setModel(self.model)
        view.setItemDelegate(RowDelegate(theme, view, ROW))
        view.setHeaderHidden(True)
        view.setIndentation(10)
        view.setRootIsDecorated(False)
        view.setStyleSheet("QTreeView::branch { image: none; }")  # headings draw their own arrow
        view.setMouseTracking(True)
        view.setUniformRowHeights(False)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(self.tr("Variables"))

    def _fill(self, typed: str = "") -> None:
        self.model.clear()
        if typed.strip():
            found = best(typed, self._units, lambda name: (name.replace(".", " "), shown_unit(self._units[name])[0]))[:MOST]
            for name in found:
                self.model.appendRow(self._item(name))
        else:
            self._fill_tree()
        self.nothing.setVisible(self.model.rowCount() == 0)
        self.tree.setVisible(self.model.rowCount() > 0)
        if self.model.rowCount():
            self.tree.setCurrentIndex(self.model.index(0, 0))

    def _fill_tree(self) -> None:
        """Instance, component, its own variables, then its ports; those with plotted variables are unfolded."""
        heads: dict[str, QStandardItem] = {}
        for name in self._units:
            words = parted(name)[0].split(".")
            owners = [".".join(words[:depth]) for depth in range(1, len(words) + 1)]
            parent = self.model.invisibleRootItem()
            for owner in owners:
                if owner not in heads:
                    heads[owner] = QStandardItem(owner)
                    heads[owner].setData(True, HEADING)
                    parent.appendRow(heads[owner])
                parent = heads[owner]
            parent.appendRow(self._item(name))
        for name in self._taken:
            owner = parted(name)[0]
            while owner:
                if owner in heads:
                    self.tree.setExpanded(heads[owner].index(), True)
                owner = owner.rpartition(".")[0]

    def _item(self, name: str) -> QStandardItem:
        item = QStandardItem((TAKEN if name in self._taken else "") + label(name))
        item.setData(name, NAME)
        item.setData(shown_unit(self._units[name])[0], HINT)
        return item

    def _step(self, by: int) -> None:
        index = self.tree.currentIndex()
        for _ in range(abs(by)):
            following = self.tree.indexBelow(index) if by > 0 else self.tree.indexAbove(index)
            if not following.isValid():
                break
            index = following
        self.tree.setCurrentIndex(index)

    def _clicked(self, index: QModelIndex) -> None:
        if index.data(HEADING):
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
        else:
            self._take(index, close=self._single)
        self.search.setFocus()

    def _enter(self) -> None:
        index = self.tree.currentIndex()
        if index.data(HEADING):
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
        elif index.isValid():
            self._take(index, close=True)

    def _take(self, index: QModelIndex, *, close: bool) -> None:
        name = str(index.data(NAME))
        self._taken ^= {name}
        taken = name in self._taken
        self.model.itemFromIndex(index).setText((TAKEN if taken else "") + label(name))
        if close:
            self.close_popup()
        self.toggled.emit(name, taken)
