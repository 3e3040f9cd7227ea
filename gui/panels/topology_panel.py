"""The Topology dock: class, counts, nodes, branches, loops, degrees of freedom; a selected row is highlighted in the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QKeyEvent, QPalette, QShowEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QVBoxLayout, QWidget

from mars.names import component_of

from ..document.document import Document
from ..document.selection import Selection
from ..document.sheet_names import on_sheet
from ..problems.live_check import LiveCheck
from ..theme import Theme
from ..widgets.plain_text import Label, Markup, set_tip
from .topology_rows import TopologyRow, headline, sections

ENDS, KEY = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2


class TopologyPanel(QWidget):
    """Shares a `LiveCheck` with the Problems dock; updates only while visible."""

    show_requested = Signal(str)  # a component to be brought into view

    def __init__(
        self,
        document: Document,
        selection: Selection,
        theme: Theme,
        check: LiveCheck | None = None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.document, self.selection, self.theme = document, selection, theme
        self.check = check or LiveCheck.of(document)
        self.counts = Label(parent=self)
        self.counts.setWordWrap(True)
        self.counts.setContentsMargins(12, 8, 12, 6)
        self.counts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.empty = Label(parent=self)
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.view = QTreeView(self)
        self.model = QStandardItemModel(self)
        self._is_old = True
        self._unfolded = {"nodes", "freedoms"}
        self._set_up_view()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.counts)
        layout.addWidget(self.empty, 1)
        layout.addWidget(self.view, 1)
        self.setObjectName("topology")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.check.checked.connect(self._checked)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    def set_report(self, report: Mapping[str, Any]) -> None:
        """The worker's full report."""
        self.check.set_report(report)

    def refresh(self) -> None:
        """List the current circuit, keeping folding and selection."""
        self._is_old = False
        topology = self.check.topology
        drawn = topology is not None and bool(self.document.root.components)
        self.view.setVisible(drawn)
        is_large = topology is None and bool(self.document.root.components)
        nothing = self.tr("The circuit is empty. Place a base, a joint and a body, and connect them.")
        self.empty.setText(self.tr("Too many components to list here") if is_large else nothing)
        self.empty.setVisible(not drawn)
        self.counts.setVisible(drawn)
        if topology is None or not drawn:
            return
        chosen, place = self.view.currentIndex().data(KEY), self.view.verticalScrollBar().value()
        self._say()
        self.view.selectionModel().blockSignals(True)
        self.model.removeRows(0, self.model.rowCount())
        for row in sections(self.document.root, topology, self.check.report):
            self._append(self.model.invisibleRootItem(), row, bold=True)
        self.view.selectionModel().blockSignals(False)
        self._unfold(QModelIndex(), chosen)
        self.view.verticalScrollBar().setValue(place)

    def showEvent(self, event: QShowEvent) -> None:
        if self._is_old:
            self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self.selection.light()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view:
            if event.type() == QEvent.Type.FocusOut:
                self.selection.light()
            elif event.type() == QEvent.Type.FocusIn:
                self._light(self.view.currentIndex())
            elif (
                isinstance(event, QKeyEvent)
                and event.type() == QEvent.Type.KeyPress
                and event.key()
                in (
                    Qt.Key.Key_Return,
                    Qt.Key.Key_Enter,
                )
            ):
                self._select(self.view.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _set_up_view(self) -> None:
        view = self.view
        self.model.setColumnCount(2)
        view.setModel(self.model)
        view.setHeaderHidden(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setUniformRowHeights(True)
        view.setAllColumnsShowFocus(True)
        view.setExpandsOnDoubleClick(False)
        view.setIndentation(16)
        view.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        view.header().setStretchLastSection(True)
        view.setAccessibleName(self.tr("Circuit topology"))
        view.selectionModel().currentChanged.connect(self._light)
        view.clicked.connect(self._light)
        view.doubleClicked.connect(self._select)
        view.expanded.connect(lambda index: self._unfolded.add(index.data(KEY)))
        view.collapsed.connect(lambda index: self._unfolded.discard(index.data(KEY)))
        view.installEventFilter(self)

    def _checked(self) -> None:
        if self.isVisible():
            self.refresh()
        else:
            self._is_old = True

    def _say(self) -> None:
        topology = self.check.topology
        assert topology is not None
        quiet = self.theme.colours["text2"]
        pairs = []
        for word, value in headline(topology):
            together = escape(value).replace(" ", "&nbsp;")
            pairs.append(f'<span style="color:{quiet}">{escape(word)}</span>&nbsp;&nbsp;{together}')
        self.counts.setText(Markup("&nbsp;&nbsp;&nbsp; ".join(pairs)))

    def _append(self, parent: QStandardItem, row: TopologyRow, bold: bool = False) -> None:
        first, second = QStandardItem(row.text), QStandardItem(row.detail)
        if bold:
            font = QFont(self.view.font())
            font.setWeight(QFont.Weight.DemiBold)
            first.setFont(font)
        second.setForeground(self.theme.colour("text2"))
        for item in (first, second):
            item.setData(row.ends, ENDS)
            item.setData(row.key, KEY)
        set_tip(second, row.detail)
        for each in row.rows:
            self._append(first, each)
        parent.appendRow([first, second])

    def _unfold(self, parent: QModelIndex, chosen: str | None) -> None:
        for number in range(self.model.rowCount(parent)):
            index = self.model.index(number, 0, parent)
            if index.data(KEY) in self._unfolded:
                self.view.setExpanded(index, True)
            if chosen and index.data(KEY) == chosen:
                self.view.setCurrentIndex(index)
            self._unfold(index, chosen)

    def _light(self, index: QModelIndex) -> None:
        ends = index.data(ENDS) or () if index.isValid() else ()
        self.selection.light(filter(None, (on_sheet(self.document, end) for end in ends)))

    def _select(self, index: QModelIndex) -> None:
        """Select the components of a row."""
        ends = index.data(ENDS) or frozenset()
        wanted = {component_of(on_sheet(self.document, end)) for end in ends if " " not in end}
        names = [name for name in self.document.circuit.components if name in wanted]
        if names:
            self.selection.set(names)
            self.show_requested.emit(names[0])
        elif index.isValid():
            self.view.setExpanded(index.siblingAtColumn(0), not self.view.isExpanded(index.siblingAtColumn(0)))

    def _restyle(self) -> None:
        self.setStyleSheet(f"QWidget#topology {{ background: {self.theme.colours['panel']} }}")
        panel, accent = self.theme.colour("panel"), self.theme.colour("accent")
        parts = zip(panel.getRgb()[:3], accent.getRgb()[:3], strict=True)  # pyright: ignore[reportIndexIssue]
        chosen = QColor(*(round(0.86 * a + 0.14 * b) for a, b in parts))  # opaque: it is painted twice beside the arrows
        shades = self.view.palette()
        shades.setColor(QPalette.ColorRole.Highlight, chosen)
        self.view.setPalette(shades)
        self.view.setStyleSheet(f"QTreeView::item:selected {{ background: {chosen.name()}; border-radius: 0; }}")
        self.empty.setStyleSheet(f"color: {self.theme.colours['text2']}")
        if not self._is_old:
            self.refresh()
