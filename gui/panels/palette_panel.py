"""The palette: custom kinds and all installed ones by family, with a search field; drag, double-click or press Enter to place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QVBoxLayout, QWidget

from mars.kinds.registry import kinds
from mars.translation import languages

from ..document.changes import MISSING, Change
from ..document.document import Document
from ..kinds import kind_groups
from ..kinds.custom_kinds import CustomKinds
from ..theme import Theme
from ..widgets.list_rows import FAINT, HEADING, HINT, RowDelegate
from ..widgets.plain_text import Label
from .palette_list import KIND, KindModel, KindView

WIDTH, MOST_RECENT = 232, 5
RECENT = "recent"


class PalettePanel(QWidget):
    """Search field on top, families below; recently used kinds come first."""

    place_requested = Signal(str)
    menu_requested = Signal(str, QPoint)  # kind, or empty if the click was on none; screen position

    def __init__(self, theme: Theme, document: Document, own: CustomKinds | None = None, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme, self.document, self.own = theme, document, own or CustomKinds(document, self)
        self.setMinimumWidth(WIDTH - 40)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search components"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search components"))
        self.view = KindView(self)
        self.model = KindModel(theme, self.view, self.own)
        self.nothing = Label(self.tr("No matching components."), self)
        self.nothing.setWordWrap(True)
        self.nothing.setContentsMargins(12, 8, 12, 8)
        self._set_up_view()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(6)
        margins = QVBoxLayout()
        margins.setContentsMargins(8, 0, 8, 0)
        margins.addWidget(self.search)
        layout.addLayout(margins)
        layout.addWidget(self.nothing)
        layout.addWidget(self.view, 1)

        self._folded = set(_stored("palette/folded"))
        self._recent = [kind for kind in _stored("palette/recent") if kind in kinds()]
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._search_entered)
        self.search.installEventFilter(self)
        self.view.chosen.connect(self._activated)
        self.view.clicked.connect(self._clicked)
        self.view.doubleClicked.connect(self._activated)
        self.view.left_upwards.connect(self.focus_search)
        self.view.typed.connect(self._typed_in_list)
        self.view.expanded.connect(lambda index: self._fold(index, False))
        self.view.collapsed.connect(lambda index: self._fold(index, True))
        document.changed.connect(self._note_used)
        document.replaced.connect(lambda: QTimer.singleShot(0, self, self._turn_to_circuit))  # once the list is visible
        document.sheet_changed.connect(self._refill)
        self.own.changed.connect(self._refill)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._ask_for_menu)
        theme.changed.connect(self.view.viewport().update)
        self._fill()

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def shown_kinds(self) -> list[str]:
        """The kinds in the list in order, folded or not."""
        return [index.data(KIND) for index in self._rows() if not index.data(HEADING)]

    def place_of(self, kind: str) -> tuple[QWidget, QPoint] | None:
        """Where a kind is visible in the list: the widget and the point in it; None if it is not."""
        for index in self._rows():
            box = self.view.visualRect(index)
            if index.data(KIND) == kind and box.isValid() and self.view.viewport().rect().contains(box.center()):
                return self.view.viewport(), box.center()
        return None

    def eventFilter(self, watched: Any, event: Any) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self._go_to_list()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def _set_up_view(self) -> None:
        view = self.view
        view.setModel(self.model)
        view.setItemDelegate(RowDelegate(self.theme, view))
        view.setHeaderHidden(True)
        view.setIndentation(0)
        view.setRootIsDecorated(False)
        view.setExpandsOnDoubleClick(False)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setDragEnabled(True)
        view.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName(self.tr("Components"))

    def _fill(self) -> None:
        typed = self.search.text()
        self.model.clear()
        if typed.strip():
            among = self._groups()
            found = kind_groups.search(typed, among, self.own.kinds)
            word = {kind: group.word for group in among for kind in group.kinds}
            for kind in found:
                self.model.appendRow(self._row(kind, word[kind]))
            if found:
                self.view.setCurrentIndex(self.model.index(0, 0))
            self.nothing.setVisible(not found)
            return
        self.nothing.hide()
        all_groups = self._groups()
        offered = {kind for group in all_groups for kind in group.kinds}
        if recent := tuple(kind for kind in self._recent if kind in offered):
            all_groups.insert(0, kind_groups.KindGroup(RECENT, self.tr("Recently used"), "", recent))
        for group in all_groups:
            heading = QStandardItem(group.title)
            heading.setData(group.key, KIND)
            heading.setData(True, HEADING)
            heading.setDragEnabled(False)
            heading.appendRows([self._row(kind, "") for kind in group.kinds])
            self.model.appendRow(heading)
            self.view.setExpanded(heading.index(), group.key not in self._folded)

    def _groups(self) -> list[kind_groups.KindGroup]:
        return [*self.own.groups(), *kind_groups.groups(inside=bool(self.document.sheet))]

    def _row(self, kind: str, word: str) -> QStandardItem:
        """A kind with a hint at its right; faint if it cannot be placed on the current sheet."""
        item = QStandardItem(kind_groups.title(kind))
        why_not = languages.message(self.own.why_not(kind)) if kind in self.own.kinds else ""
        item.setData(kind, KIND)
        item.setData(self._mark(kind) or word, HINT)
        item.setData(why_not, FAINT)
        return item

    def _mark(self, kind: str) -> str:
        """Mark of a kind in the file: the library has another version, it is open, or it is unused."""
        if kind in self.own.newer:
            return self.tr("update")
        if kind == self.document.sheet:
            return self.tr("open")
        return self.tr("unused") if kind in self.own.unused else ""

    def _ask_for_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        kind = "" if not index.isValid() or index.data(HEADING) else index.data(KIND)
        self.menu_requested.emit(kind, self.view.viewport().mapToGlobal(place))

    def _rows(self) -> list[QModelIndex]:
        root = self.model.invisibleRootItem()
        tops = [root.child(i) for i in range(root.rowCount())]
        return [index for top in tops for index in (top.index(), *(top.child(i).index() for i in range(top.rowCount())))]

    def _go_to_list(self) -> None:
        first = next((index for index in self._rows() if not index.data(HEADING)), None)
        if first is not None:
            if not self.view.currentIndex().isValid() or self.search.text().strip():
                parent = first.parent()
                self.view.setCurrentIndex(first if not parent.isValid() or self.view.isExpanded(parent) else parent)
            self.view.setFocus(Qt.FocusReason.TabFocusReason)

    def _search_entered(self) -> None:
        """Text and Enter place the best match; Enter alone moves to the list."""
        shown = self.shown_kinds()
        if self.search.text().strip() and shown:
            self.place_requested.emit(shown[0])
        else:
            self._go_to_list()

    def _typed_in_list(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(text)

    def _activated(self, index: QModelIndex) -> None:
        if index.data(HEADING):
            self.view.setExpanded(index, not self.view.isExpanded(index))
        elif index.isValid():
            self.place_requested.emit(index.data(KIND))

    def _clicked(self, index: QModelIndex) -> None:
        if index.data(HEADING):
            self.view.setExpanded(index, not self.view.isExpanded(index))

    def _fold(self, index: QModelIndex, folded: bool) -> None:
        now = self._folded | {index.data(KIND)} if folded else self._folded - {index.data(KIND)}
        if now != self._folded:  # filling the list unfolds it too, and settings are slow to write
            self._folded = now
            QSettings().setValue("palette/folded", sorted(now))

    def _note_used(self, change: Change) -> None:
        """Record the kinds of added components as recently used."""
        new = [after.kind for before, after in change.pairs("components").values() if before is MISSING]
        known = [kind for kind in dict.fromkeys(reversed(new)) if kind in kinds()]
        recent = [*known, *(kind for kind in self._recent if kind not in known)][:MOST_RECENT]
        if recent != self._recent:
            self._recent = recent
            QSettings().setValue("palette/recent", recent)
            if not self.search.text().strip():
                self._refill()

    def _turn_to_circuit(self) -> None:
        """Scroll to the top or, for a circuit without bodies and joints, to its most used family."""
        families = [component.kind.partition(".")[0] for component in self.document.circuit.components.values()]
        if not families or {"bodies", "joints"} & set(families):
            self.view.scrollToTop()
            return
        family = max(families, key=families.count)
        for index in self._rows():
            if index.data(HEADING) and str(index.data(KIND)).partition(".")[0] == family:
                self.view.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
                return

    def _refill(self) -> None:
        """Refill without scrolling."""
        bar = self.view.verticalScrollBar()
        place, current = bar.value(), self.view.currentIndex().data(KIND)
        self._fill()
        again = next((index for index in self._rows() if index.data(KIND) == current), None)
        if again is not None:
            self.view.setCurrentIndex(again)
        bar.setValue(place)


def _stored(key: str) -> list[str]:
    """A list of texts from the user's settings, which return a single item as text."""
    value = QSettings().value(key) or []
    return [value] if isinstance(value, str) else [str(each) for each in value]
