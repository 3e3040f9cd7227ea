"""The Equations dock: the equations of the selected component, in symbols and in numbers at the current time."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from mars.flat_names import joined, shown
from mars.translation import languages

from ..document.document import Document
from ..document.selection import Selection
from ..runs.run_control import RunControl
from ..theme import Theme
from ..widgets.page import Page
from ..widgets.plain_text import Label, Markup, set_tip
from .equations_page import as_latex, as_text, page

RESTED = 60  # ms after the cursor moved or the selection changed
EDITED = 300  # ms after an edit
WHILE_RUNNING = 200  # ms between two updates during a run


class EquationsPanel(QWidget):
    """Requests the equations of the selected component while visible."""

    def __init__(
        self, document: Document, selection: Selection, run_control: RunControl, theme: Theme, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.document, self.selection, self.run_control, self.theme = document, selection, run_control, theme
        self.rows: list[dict[str, Any]] = []
        self.title, self.empty = Label(parent=self), Label(parent=self)
        self.view, self.more = Page(self), QToolButton(self)
        self._shown = ""  # the component whose equations are on the page
        self._asked = self._answered = 0  # numbers of requests
        self._is_outdated = False  # something changed since the last request
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._set_up()
        self._restyle()
        theme.changed.connect(self._restyle)
        selection.changed.connect(lambda: self._later(RESTED))
        document.root_changed.connect(lambda _: self._later(EDITED))
        document.sheet_changed.connect(lambda: self._later(RESTED))
        run_control.cursor.moved.connect(lambda _: self._later(WHILE_RUNNING if run_control.state == "running" else RESTED))
        run_control.results.recording_changed.connect(lambda _: self._later(RESTED))
        run_control.state_changed.connect(lambda _: self._later(RESTED))
        self._say_why_empty("")

    def _set_up(self) -> None:
        self.setObjectName("equations")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(24, 12, 24, 12)
        self.title.setWordWrap(True)  # errors of a circuit may be long and would make the window wider than the screen
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.view.setAccessibleName(self.tr("Equations of the selected component"))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.menu = QMenu(self)
        self.copy_action = self._entry(self.tr("Copy as text"), self.copy_text, "Ctrl+Shift+C")
        self.numbers_action = self._entry(self.tr("Copy with values"), self.copy_numbers)
        self.latex_action = self._entry(self.tr("Copy as LaTeX"), self.copy_latex)
        self.more.setText("⋯")
        self.more.setAutoRaise(True)
        set_tip(self.more, self.tr("Copy equations"))
        self.more.setAccessibleName(self.more.toolTip())
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self.menu)
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 8, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.empty, 1)

    def _entry(self, words: str, does: Any, keys: str = "") -> QAction:
        action = self.menu.addAction(words)
        action.triggered.connect(does)
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self.addAction(action)
        return action

    # Asking

    @property
    def component(self) -> str:
        """The selected component by its engine name; empty if there is none, or several, or the sheet is not in use."""
        only = self.selection.only
        return joined(*self.document.way, only) if only is not None and not self._is_unused else ""

    @property
    def _is_unused(self) -> bool:
        return bool(self.document.sheet) and not self.document.way

    def refresh(self) -> None:
        """Request the current equations, unless hidden or still waiting for an answer."""
        self._timer.stop()
        if not self.isVisible():
            return
        if not self.component:
            self._asked += 1
            self._answered = self._asked  # the pending request is about a component that is no longer selected
            self._say_why_empty("")
        elif self._asked != self._answered:
            self._is_outdated = True
        else:
            self._asked += 1
            self._is_outdated = False
            number = self._asked
            self.run_control.questions.equations(self.component, lambda content: self._take(number, content))

    def _take(self, number: int, content: dict[str, Any]) -> None:
        if number != self._asked:
            return
        self._answered = number
        if content["name"] == self.component:
            self._show(content)
        if self._is_outdated or content["name"] != self.component:
            self._later(WHILE_RUNNING if content["name"] == self.component else 0)

    def _show(self, content: dict[str, Any]) -> None:
        self.rows = content["rows"]
        if not self.rows:
            self._say_why_empty(content["words"])
            return
        self.title.setText(self._headline(content))
        self.empty.hide()
        for part in (self.title, self.view, self.more):
            part.show()
        bar = self.view.verticalScrollBar()
        place = bar.value() if self._shown == content["name"] else 0
        self._shown = content["name"]
        self.view.show_markup(page(self.rows, self.theme.colours))
        bar.setValue(place)

    def _headline(self, content: dict[str, Any]) -> Markup:
        name, quiet = escape(shown(content["name"])), self.theme.colours["text2"]
        if content["t"] is None:
            moment = self.tr("values not available: %1").replace("%1", escape(languages.message(content["words"])))
        elif content["is_start"]:
            moment = self.tr("at the start")
        else:
            moment = self.tr("at t = %1 s").replace("%1", f"{content['t']:.4g}")
        return Markup(f'<b>{name}</b>&nbsp;&nbsp; <span style="color:{quiet}">{moment}</span>')

    def _later(self, wait: int) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start(wait)

    def _say_why_empty(self, words: str) -> None:
        self.rows, self._shown = [], ""
        if words:
            text = languages.message(words[:1].upper() + words[1:])
        elif len(self.selection.components) > 1:
            text = self.tr("Several components are selected. Select one to see its equations.")
        elif self._is_unused:
            text = self.tr("The main sheet has no {kind}. Place one there to see its equations.")
            text = text.format(kind=self.document.sheet)
        else:
            text = self.tr("Select a component to see its equations with the values at the current time.")
        self.empty.setText(text)
        self.empty.show()
        for part in (self.title, self.view, self.more):
            part.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later(0)

    # Copying

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(as_text(self.rows))

    def copy_numbers(self) -> None:
        QGuiApplication.clipboard().setText(as_text(self.rows, with_numbers=True))

    def copy_latex(self) -> None:
        QGuiApplication.clipboard().setText(as_latex(self.rows))

    def _open_menu(self, at: QPoint) -> None:
        self.menu.popup(self.view.viewport().mapToGlobal(at))

    def _restyle(self) -> None:
        self.setStyleSheet(f"QWidget#equations {{ background: {self.theme.colours['panel']} }}")
        self.view.setStyleSheet(f"QTextBrowser {{ background: {self.theme.colours['panel']}; padding: 0 8px; }}")
        self.more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.empty.setStyleSheet(f"color: {self.theme.colours['text2']}")
        if self.rows:
            self.view.show_markup(page(self.rows, self.theme.colours))
            self._later(0)
