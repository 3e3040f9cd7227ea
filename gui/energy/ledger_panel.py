"""The Energy dock: the energy of the run up to the time cursor, by component, and whether it balances."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSortFilterProxyModel, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from mars.errors import DocumentError
from mars.files import write_atomic

from ..document.document import Document
from ..document.selection import Selection
from ..runs.run_control import RunControl
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from ..widgets.plain_text import Label
from .ledger_bar import LedgerBar
from .ledger_families import LedgerFamilies
from .ledger_footer import LedgerFooter
from .ledger_model import BAR, RESIDUAL, SORT, LedgerModel

RESTED = 300  # ms after the cursor moved
WHILE_RUNNING = 2000  # ms between two updates during a run


class LedgerPanel(QWidget):
    """Requests the ledger of the run while visible."""

    def __init__(
        self,
        document: Document,
        selection: Selection,
        run_control: RunControl,
        theme: Theme,
        dialogs: Dialogs | None = None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.document, self.selection, self.run_control, self.theme = document, selection, run_control, theme
        self.dialogs = dialogs or Dialogs(self)
        self.model = LedgerModel(theme, self)
        self.sorted = QSortFilterProxyModel(self)
        self.view = QTreeView(self)
        self.families = LedgerFamilies(theme, self)
        self.footer = LedgerFooter(theme, self)
        self.empty = Label(parent=self)
        self._asked = self._answered = 0  # numbers of requests
        self._until = 0.0
        self._content: dict[str, Any] = {}
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._set_up()
        self._restyle()
        theme.changed.connect(self._restyle)
        run_control.cursor.moved.connect(self._later)
        run_control.results.recording_changed.connect(self._another_run)
        run_control.state_changed.connect(self._later)
        self._show_empty("")

    def _set_up(self) -> None:
        self.setObjectName("ledger")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sorted.setSourceModel(self.model)
        self.sorted.setSortRole(SORT)
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(24, 12, 24, 12)
        view = self.view
        view.setModel(self.sorted)
        view.setRootIsDecorated(False)
        view.setUniformRowHeights(True)
        view.setAllColumnsShowFocus(True)
        view.setSortingEnabled(True)
        view.sortByColumn(BAR, Qt.SortOrder.DescendingOrder)  # most energy first
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setMouseTracking(True)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setAccessibleName(self.tr("Energy of each component"))
        view.setItemDelegateForColumn(BAR, LedgerBar(self.theme, self.model, view))
        view.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        view.header().setStretchLastSection(True)
        view.clicked.connect(self._select)
        view.activated.connect(self._select)
        view.entered.connect(self._light)
        view.customContextMenuRequested.connect(self._open_menu)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        menu = QMenu(self)
        self.copy_action = menu.addAction(self.tr("Copy"), self.copy)
        self.export_action = menu.addAction(self.tr("Export as CSV…"), self.export)
        self.menu = menu
        self.more: QToolButton = self.footer.more
        self.more.setMenu(menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.empty, 1)
        beside = QHBoxLayout()
        beside.addWidget(view, 1)
        beside.addWidget(self.families)
        layout.addLayout(beside, 1)
        layout.addWidget(self.footer)

    # Asking

    def refresh(self) -> None:
        """Request the ledger up to the cursor, unless hidden or still waiting for an answer."""
        self._timer.stop()
        if not self.isVisible():
            return
        recording = self.run_control.results.recording
        if recording is None or not recording.count:
            self._show_empty("")
        elif self._asked == self._answered:
            self._asked += 1
            number, self._until = self._asked, self.run_control.cursor.t
            self.run_control.questions.ledger(self._until, lambda content: self._take(number, content))

    def _take(self, number: int, content: dict[str, Any]) -> None:
        if number != self._asked:
            return  # of a run that is no longer current
        self._answered = number
        if content.get("words") or not content.get("entries"):
            self._show_empty(str(content.get("words", "")))
            return
        self.model.take(content)
        self.footer.tell(self.model, content, self._until)
        self._content = content
        self.view.setColumnHidden(RESIDUAL, not any(self.model.text(entry.residual) for entry in self.model.entries))
        self.families.tell(self.model, content)
        self.empty.hide()
        self.view.show()
        self.footer.show()
        if self.run_control.state == "running" or self.run_control.cursor.t != self._until:
            self._later()

    def _later(self, *_: Any) -> None:
        if self.run_control.state == "running":
            if not self._timer.isActive():
                self._timer.start(WHILE_RUNNING if self.model.entries else RESTED)
        else:
            self._timer.start(RESTED)

    def _another_run(self, _: Any) -> None:
        self._asked += 1
        self._answered = self._asked  # earlier requests are about another run
        self._content = {}
        self.model.take({"entries": []})
        self.families.tell(self.model, self._content)
        self._later()

    def _show_empty(self, words: str) -> None:
        nothing = self.tr("Run the circuit to see where its energy comes from, where it is stored and where it is lost.")
        self.empty.setText(words[:1].upper() + words[1:] if words else nothing)
        self.empty.show()
        self._content = {}
        self.families.hide()
        self.view.hide()
        self.footer.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later()

    # The table

    def _component(self, index: QModelIndex) -> str:
        return str(index.siblingAtColumn(0).data() or "") if index.isValid() else ""

    def _select(self, index: QModelIndex) -> None:
        self.selection.set([self.document.here(self._component(index))])

    def _light(self, index: QModelIndex) -> None:
        self.selection.light(filter(None, [self.document.here(self._component(index))]))

    def _open_menu(self, at: QPoint) -> None:
        self.menu.popup(self.view.viewport().mapToGlobal(at))

    def copy(self) -> None:
        """Copy the table as text."""
        QGuiApplication.clipboard().setText(self.model.as_text())

    def export(self) -> None:
        """Export the table as a CSV file."""
        stem = self.document.path.stem if self.document.path is not None else self.document.title
        folder = self.document.path.parent if self.document.path is not None else Path.home()
        self.dialogs.ask_save_path(folder / f"{stem} energy.csv", self._write, "CSV (*.csv)")

    def _write(self, path: Path) -> None:
        try:
            write_atomic(path, self.model.as_csv())
        except DocumentError as error:
            self.dialogs.tell(self.tr("Export"), error.message)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.selection.light()
        elif watched is self.view and isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Copy):
            if event.type() == QEvent.Type.KeyPress:
                self.copy()
            event.accept()  # also as an override, so that it does not trigger the drawing's Copy
            return True
        return super().eventFilter(watched, event)

    def _restyle(self) -> None:
        c = self.theme.colours
        self.setStyleSheet(
            f"QWidget#ledger {{ background: {c['panel']} }} QTreeView::item {{ padding: 3px 8px; }}"
            f"QHeaderView::section {{ padding: 4px 8px; }} QWidget#ledger_footer {{ border-top: 1px solid {c['border']} }}"
            f"QWidget#ledger_families {{ border-left: 1px solid {c['border']} }}"
            f"QWidget#ledger_families_inside {{ background: {c['panel']} }}"
        )
        self.empty.setStyleSheet(f"color: {self.theme.colours['text2']}")
        self.footer.restyle()
        self.families.restyle()
        self.families.tell(self.model, self._content)
        self.view.viewport().update()
