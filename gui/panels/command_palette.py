"""The command palette (Ctrl+K): finds every command, every kind to place and every component by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QTreeView, QVBoxLayout, QWidget

from mars.kinds.hierarchy import sheets

from ..document.document import Document
from ..kinds import kind_groups
from ..kinds.custom_kinds import CustomKinds
from ..kinds.search_rank import best
from ..theme import Theme
from ..widgets.list_rows import HINT, RowDelegate, rows_to_go

if TYPE_CHECKING:
    from ..window.main_window import MainWindow

WIDTH, ROWS, ROW = 520, 11, 32  # pixels; visible rows; pixels of a row
FRAME = 8 + 30 + 6 + 12  # pixels above and below the rows: margin, search line, gap, margin
MARGIN, TOP = 32, 56  # pixels to both sides of the window together, and below its upper edge
MOST = 60  # entries listed


@dataclass(frozen=True)
class PaletteEntry:
    """A command: its title, a hint at the right, further search words."""

    text: str
    hint: str
    more: str
    do: Callable[[], object]
    is_enabled: bool = True


class CommandPalette(QFrame):
    """A popup over a window. Enter runs the selected entry, Escape closes the popup."""

    place_requested = Signal(str)  # kind
    go_to_requested = Signal(str)  # component

    def __init__(self, window: QWidget, theme: Theme, document: Document, own: CustomKinds | None = None):
        super().__init__(window, Qt.WindowType.Popup)
        self.window_below, self.theme, self.document = window, theme, document
        self.own = own or CustomKinds(document, self)
        self.setObjectName("command_palette")
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Type a command, a kind to place or a component to find"))
        self.search.setAccessibleName(self.tr("Command"))
        self.view = QTreeView(self)
        self.model = QStandardItemModel(self.view)
        self._actions: list[QAction] = []
        self._entries: list[PaletteEntry] = []
        self._shown: list[PaletteEntry] = []
        self._set_up_view()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.search)
        layout.addWidget(self.view)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.view.clicked.connect(self._clicked)
        theme.changed.connect(self._restyle)
        self._restyle()

    @classmethod
    def show_over(cls, window: MainWindow, actions: Iterable[QAction]) -> CommandPalette:
        """Show one for the main window; it is deleted on closing."""
        palette = cls(window, window.theme, window.document, window.custom_kinds)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.place_requested.connect(window.gestures.build.place)

        def go(name: str) -> None:
            window.selection.set([name])
            window.view.show_component(name)

        palette.go_to_requested.connect(go)
        palette.open(actions)
        return palette

    def open(self, actions: Iterable[QAction]) -> None:
        """Show everything available now, at the top centre of the window."""
        self._actions = [action for action in actions if action.text() and not action.isSeparator() and action.menu() is None]
        self._entries = [*self._commands(), *self._components(), *self._kinds()]
        self.search.clear()
        self._fill()
        window = self.window_below
        width = min(WIDTH, window.width() - MARGIN)
        self.setFixedSize(width, FRAME + ROWS * ROW)
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, TOP)))
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def texts(self) -> list[str]:
        """The listed texts, best first."""
        return [entry.text for entry in self._shown]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if step := rows_to_go(event, ROWS):
                self._step(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._do(self.view.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _set_up_view(self) -> None:
        view = self.view
        view.setModel(self.model)
        view.setItemDelegate(RowDelegate(self.theme, view, ROW))
        view.setHeaderHidden(True)
        view.setIndentation(0)
        view.setRootIsDecorated(False)
        view.setUniformRowHeights(True)
        view.setMouseTracking(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _commands(self) -> list[PaletteEntry]:
        found = []
        for action in self._actions:
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            text = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
            found.append(PaletteEntry(text, keys, action.toolTip(), action.trigger, action.isEnabled()))
        return found

    def _components(self) -> list[PaletteEntry]:
        found = []
        for name, component in self.document.circuit.components.items():
            text = self.tr("Go to {name}").format(name=name)
            found.append(PaletteEntry(text, component.kind, component.kind, lambda name=name: self.go_to_requested.emit(name)))
        for sheet in ("", *sheets(self.document.root)):
            if sheet != self.document.sheet:
                text = self.tr("Go to sheet {name}").format(name=sheet or self.document.title)
                found.append(PaletteEntry(text, "", "", lambda sheet=sheet: self.document.show(sheet)))
        return found

    def _kinds(self) -> list[PaletteEntry]:
        found = []
        for group in [*self.own.groups(), *kind_groups.groups(inside=bool(self.document.sheet))]:
            for kind in group.kinds:
                text = self.tr("Place {kind}").format(kind=kind_groups.title_in_sentence(kind))
                more = kind_groups.found_by(kind, self.own.kinds)[1]
                can_be = kind not in self.own.kinds or not self.own.why_not(kind)
                found.append(PaletteEntry(text, group.word, more, lambda kind=kind: self.place_requested.emit(kind), can_be))
        return found

    def _fill(self) -> None:
        typed = self.search.text()
        fitting = best(typed, self._entries, lambda entry: (entry.text, entry.more))
        self._shown = sorted(fitting, key=lambda entry: not entry.is_enabled)[:MOST]  # a stable sort
        self.model.clear()
        for entry in self._shown:
            item = QStandardItem(entry.text)
            item.setData(entry.hint, HINT)
            item.setEnabled(entry.is_enabled)
            self.model.appendRow(item)
        if not self._shown:
            item = QStandardItem(self.tr("No matches"))
            item.setEnabled(False)
            self.model.appendRow(item)
        self.view.setCurrentIndex(self.model.index(0, 0))

    def _step(self, step: int) -> None:
        row = self.view.currentIndex().row() + step
        self.view.setCurrentIndex(self.model.index(max(0, min(row, self.model.rowCount() - 1)), 0))

    def _clicked(self, index: QModelIndex) -> None:
        self._do(index)

    def _do(self, index: QModelIndex) -> None:
        """Close first: the command may open something itself."""
        if index.isValid() and index.row() < len(self._shown) and self._shown[index.row()].is_enabled:
            entry = self._shown[index.row()]
            self.close()
            entry.do()

    def _restyle(self) -> None:
        panel, border = self.theme.colours["panel"], self.theme.colours["border"]
        self.setStyleSheet(f"QFrame#command_palette {{ background: {panel}; border: 1px solid {border}; border-radius: 8px; }}")
