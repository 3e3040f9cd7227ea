"""Rows of fields for lists in a definition: its ports, its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from mars.document.circuit import Circuit
from mars.errors import MarsError

from ..document.document import Document
from ..fields.field import sentence, set_tab_order
from ..theme import Theme
from ..widgets.labels import ReasonLabel, TintedLabel
from ..widgets.plain_text import set_tip

Row = tuple[QWidget, ...]


def edited(document: Document, words: str, change: Callable[[Circuit], object], reason: ReasonLabel) -> bool:
    """Make an undo entry of the whole circuit; False if it was refused, after showing the reason."""
    try:
        document.edit_root(words, change)
    except MarsError as error:
        reason.say(sentence(error.message))
        return False
    reason.say("")
    return True


class RowsForm(QWidget):
    """Rebuilt whenever the rows change; `edit` makes an undo entry, or shows why not."""

    columns: tuple[str, ...] = ()
    widest = 0  # the column that gets the remaining width

    def __init__(self, document: Document, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.theme, self.name = document, theme, ""
        self.reason = ReasonLabel(theme, self)
        self.more = QPushButton(self)
        self.more.setAutoDefault(False)
        self.after: QWidget | None = None  # the widget before the first row in the tab order
        self._shown: Any = None  # the data of the current rows
        theme.changed.connect(self._rebuild)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidgetResizable(True)
        self.area.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.area, 1)
        column.addWidget(self.reason)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_definition(self, name: str) -> None:
        """Show the rows of a definition."""
        self.name = name
        content = self.content()
        if content != self._shown:
            self._shown = content
            self._fill()

    def content(self) -> Any:
        """The data of the rows; they are rebuilt when it changes."""
        raise NotImplementedError

    def rows(self, parent: QWidget) -> list[Row]:
        raise NotImplementedError

    def nothing(self) -> str:
        """The text if there are none."""
        raise NotImplementedError

    def edit(self, words: str, change: Callable[[Circuit], object]) -> bool:
        return edited(self.document, words, change, self.reason)

    def button(self, icon: str, tip: str, do: Callable[[], object], parent: QWidget) -> QToolButton:
        found = QToolButton(parent)
        found.setAutoRaise(True)
        found.setIcon(self.theme.icon(icon, "text2"))
        set_tip(found, tip)
        found.setAccessibleName(tip)
        found.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        found.clicked.connect(lambda _=False: do())
        return found

    def on_key(self, keys: str, widget: QWidget, do: Callable[[], object]) -> None:
        """Handle a shortcut while the cursor is in a field of a row."""
        QShortcut(QKeySequence(keys), widget, do).setContext(Qt.ShortcutContext.WidgetShortcut)

    def focus_on(self, *fields: QWidget) -> None:
        """Move the cursor to the first of some fields, once the rows are rebuilt."""
        if fields:
            QTimer.singleShot(0, fields[0], lambda: fields[0].setFocus(Qt.FocusReason.TabFocusReason))

    def _rebuild(self) -> None:
        """Rebuild after a theme change, for the colours of the icons."""
        if self._shown is not None:
            self._fill()

    def _fill(self) -> None:
        inside = QWidget(self)
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        rows = self.rows(inside)
        for column, words in enumerate(self.columns if rows else ()):
            grid.addWidget(TintedLabel(self.theme, "text2", words, 11, True, inside), 0, column)
        for number, row in enumerate(rows, start=1):
            for column, widget in enumerate(row):
                grid.addWidget(widget, number, column)
        if not rows:
            label = TintedLabel(self.theme, "text2", self.nothing(), parent=inside)
            label.setWordWrap(True)
            grid.addWidget(label, 1, 0)
        grid.setRowStretch(len(rows) + 2, 1)
        grid.setColumnStretch(self.widest, 1)
        self._turn_to(inside)
        fields = [field for row in rows for field in row if field.focusPolicy() != Qt.FocusPolicy.NoFocus]
        set_tab_order((*([self.after] if self.after is not None else []), *fields, self.more))

    def _turn_to(self, inside: QWidget) -> None:
        """Replace the rows and keep the position of the cursor. The old rows may still be emitting their input."""
        focus, old = self.window().focusWidget(), self.area.widget()
        before, after = old.findChildren(QWidget) if old is not None else [], inside.findChildren(QWidget)
        place = before.index(focus) if focus in before else len(after)
        for each in before:
            each.blockSignals(True)  # losing the focus no longer enters anything
        if old is not None:
            self.area.takeWidget()
            old.hide()
            old.deleteLater()
        self.area.setWidget(inside)
        inside.show()
        if place < len(after):  # after Qt has finished the focus change that may have entered something
            QTimer.singleShot(0, after[place], lambda: after[place].setFocus(Qt.FocusReason.TabFocusReason))
