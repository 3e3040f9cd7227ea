"""The bar above the drawing: a tab for each open sheet, and breadcrumbs to the current sheet."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QTabBar, QToolButton, QWidget

from mars.kinds.definitions import is_sheet
from mars.kinds.hierarchy import InstancePath, sheet_at, sheets

from ..document.changes import Change
from ..document.document import Document
from ..theme import Theme
from ..widgets.plain_text import Label, Markup, menu_text, set_tip, tip_text

HIGH = 32
LONGEST = 24  # letters of a tab


class SheetBar(QWidget):
    """Visible while the file has subcircuits and a drawing is shown. The first tab is the main sheet and stays."""

    came_out = Signal(str)  # the instance on the current sheet whose contents were shown before

    def __init__(self, document: Document, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.theme = document, theme
        self.open = [""]  # sheets with a tab
        self._ways: dict[str, InstancePath] = {}  # path by which each was opened
        self._is_wanted = False  # a drawing is shown
        self.tabs = QTabBar(self)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.setAccessibleName(self.tr("Sheets"))
        self.tabs.installEventFilter(self)
        self.tabs.currentChanged.connect(self._chosen)
        self.up = QToolButton(self)
        self.up.setAutoRaise(True)
        self.up.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.up.setIconSize(QSize(16, 16))
        set_tip(self.up, self.tr("Go to parent sheet (Ctrl+Up)"))
        self.up.setAccessibleName(self.tr("Go to parent sheet"))
        self.up.clicked.connect(self.go_up)
        self.way = Label(parent=self)
        self.way.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.way.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.way.setAccessibleName(self.tr("Path to this sheet"))
        self.way.linkActivated.connect(lambda link: self.go_to(int(link)))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 0, 12, 0)
        layout.setSpacing(6)
        layout.addWidget(self.tabs)
        layout.addWidget(self.way, 1)
        layout.addWidget(self.up)
        self.setObjectName("sheet_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HIGH)
        document.sheet_changed.connect(self._turned)
        document.replaced.connect(self._replaced)
        document.root_changed.connect(self._edited)
        document.path_changed.connect(self._fill)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_wanted(self, wanted: bool) -> None:
        """Whether a drawing is shown."""
        self._is_wanted = wanted
        self._fill()

    # Commands

    def step(self, by: int) -> None:
        """To the next or previous tab, wrapping around."""
        self._show(self.open[(self.open.index(self.document.sheet) + by) % len(self.open)])

    def close_tab(self, sheet: str) -> None:
        """Close a tab; the current one is replaced by the enclosing sheet if that is open, else by the previous tab."""
        if not sheet or sheet not in self.open:
            return
        place = self.open.index(sheet)
        if sheet == self.document.sheet:
            around = sheet_at(self.document.root, self.document.way[:-1])
            self._show(around if around in self.open and around != sheet else self.open[place - 1])
        self.open.remove(sheet)
        self._fill()

    def go_up(self) -> None:
        """To the enclosing sheet."""
        self.go_to(max(0, len(self.document.way) - 1))

    def go_to(self, depth: int) -> None:
        """To a depth on the path to the current sheet."""
        left, way = self.document.way[depth:], self.document.way[:depth]
        self.document.show(sheet_at(self.document.root, way) or "", way)
        if left:
            self.came_out.emit(left[0])

    # Following the document

    def _show(self, sheet: str) -> None:
        self.document.show(sheet, self._ways.get(sheet))

    def _turned(self) -> None:
        sheet = self.document.sheet
        self._ways[sheet] = self.document.way
        if sheet not in self.open:
            self.open.append(sheet)
        self._fill()

    def _replaced(self) -> None:
        self.open, self._ways = [""], {}
        self._fill()

    def _edited(self, change: Change) -> None:
        if change.sections.keys() & {"definitions", "title"}:
            self._fill()

    def _chosen(self, place: int) -> None:
        if 0 <= place < len(self.open):
            self._show(self.open[place])

    def _fill(self) -> None:
        document = self.document
        self.open = [sheet for sheet in self.open if not sheet or is_sheet(document.root, sheet)]
        self.tabs.blockSignals(True)
        while self.tabs.count() > len(self.open):
            self.tabs.removeTab(self.tabs.count() - 1)
        for place, sheet in enumerate(self.open):
            if place == self.tabs.count():
                self.tabs.addTab("")
                self._add_close_button(place)
            title = sheet or document.title
            self.tabs.setTabText(place, menu_text(_short(title)))
            self.tabs.setTabToolTip(place, tip_text(title))
        self.tabs.setCurrentIndex(self.open.index(document.sheet) if document.sheet in self.open else 0)
        self.tabs.blockSignals(False)
        self._tell_way()
        self.setVisible(self._is_wanted and (len(self.open) > 1 or bool(sheets(document.root))))

    def _add_close_button(self, place: int) -> None:
        if not place:
            return
        button = QToolButton(self.tabs)
        button.setAutoRaise(True)
        button.setFixedSize(16, 16)
        button.setIconSize(QSize(12, 12))
        button.setIcon(self.theme.icon("ph.x"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_tip(button, self.tr("Close (Ctrl+W)"))
        button.setAccessibleName(self.tr("Close this sheet"))
        side = QTabBar.ButtonPosition.RightSide
        button.clicked.connect(lambda: self.close_tab(self.open[self._place_of(button)]))
        self.tabs.setTabButton(place, side, button)

    def _place_of(self, button: QToolButton) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(place for place in range(self.tabs.count()) if self.tabs.tabButton(place, side) is button)

    def _tell_way(self) -> None:
        """«two_axes › Axis1 (Axis) › W1 (Wrist)»; all but the last can be clicked.

        If there is no room, the first ones become one «…», which leads to the last of them.
        """
        document, accent = self.document, self.theme.colours["accent"]
        steps = [_short(document.title)]
        for depth, instance in enumerate(document.way, start=1):
            steps.append(f"{instance} ({sheet_at(document.root, document.way[:depth])})")
        if document.sheet and not document.way:
            steps.append(document.sheet)
        room, width = self.width() // 2, self.way.fontMetrics().horizontalAdvance
        set_tip(self.way, " › ".join(steps) if document.sheet else "")
        way = list(enumerate(steps))
        for hidden in range(1, len(steps)):
            if width(" › ".join(step for _, step in way)) <= room:
                break
            way = [(hidden - 1, "…"), *list(enumerate(steps))[hidden:]]
        links = [f'<a href="{i}" style="color:{accent}; text-decoration:none">{escape(step)}</a>' for i, step in way[:-1]]
        here = self.way.fontMetrics().elidedText(way[-1][1], Qt.TextElideMode.ElideMiddle, room)
        self.way.setText(Markup(" › ".join([*links, escape(here)]) if document.sheet else ""))
        self.way.setMinimumWidth(min(self.way.sizeHint().width(), room))
        self.up.setVisible(bool(document.sheet))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_way()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_release = watched is self.tabs and event.type() == QEvent.Type.MouseButtonRelease
        if is_release and isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.MiddleButton:
            place = self.tabs.tabAt(event.position().toPoint())
            if place > 0:
                self.close_tab(self.open[place])
            return True
        return super().eventFilter(watched, event)

    def _restyle(self) -> None:
        c = self.theme.colours
        self.setStyleSheet(f"QWidget#sheet_bar {{ background: {c['panel']}; border-bottom: 1px solid {c['border']}; }}")
        self.tabs.setStyleSheet(f"QToolButton {{ border: 0; background: {c['panel']}; }}")  # close buttons and scroll arrows
        self.way.setStyleSheet(f"color: {c['text2']}; font-size: 12px")
        self.up.setIcon(self.theme.icon("ph.arrow-up"))
        side = QTabBar.ButtonPosition.RightSide
        for place in range(self.tabs.count()):
            button = self.tabs.tabButton(place, side)
            if isinstance(button, QToolButton):
                button.setIcon(self.theme.icon("ph.x"))
        self._fill()


def _short(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[:LONGEST]}…"
