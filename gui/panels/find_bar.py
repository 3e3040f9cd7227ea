"""The find bar (Ctrl+F): steps through components by name, kind, value or port on all sheets of the file."""

from __future__ import annotations

from collections import defaultdict

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from mars.document.circuit import Circuit
from mars.kinds.definitions import sheet_of
from mars.kinds.hierarchy import sheets
from mars.names import component_of
from mars.pictures.sheet.symbols import known_variables, linked_ports, symbol_of

from ..document.document import Document
from ..document.selection import Selection
from ..kinds.kind_groups import title
from ..theme import Theme
from ..widgets.plain_text import Label, set_tip

MARGIN = 12


def matches(circuit: Circuit, typed: str) -> list[str]:
    """Components with the typed text in name, kind, values or ports; if not found, those with all of its words.

    Matches in names come first, otherwise in file order.
    """
    whole = " ".join(typed.casefold().split())
    if not whole:
        return []
    texts = _texts(circuit)
    found = [name for name, text in texts.items() if whole in text]
    found = found or [name for name, text in texts.items() if all(word in text for word in whole.split())]
    return sorted(found, key=lambda name: (name.casefold() != whole, whole not in name.casefold()))


def _texts(circuit: Circuit) -> dict[str, str]:
    """All searchable texts of each component."""
    starts: dict[str, list[str]] = defaultdict(list)
    for key, start in circuit.start.items():
        starts[component_of(key)].append(f"{key} {start.value}")
    linked, variables = linked_ports(circuit), known_variables(circuit)
    texts = {}
    for name, component in circuit.components.items():
        ports = [*symbol_of(circuit, name, (), variables).ports, *linked.get(name, ())]
        values = [f"{key} {value}" for key, value in component.values.items()]
        lines = [name, component.kind, title(component.kind), *values, *starts[name], *(f"{name}.{port}" for port in ports)]
        texts[name] = "\n".join(lines).casefold()
    return texts


def places(root: Circuit, typed: str) -> list[tuple[str, str]]:
    """Sheets ("" is the main one) with the matches on each."""
    if not typed.strip():
        return []
    found = [("", name) for name in matches(root, typed)]
    return found + [(sheet, name) for sheet in sheets(root) for name in matches(sheet_of(root, sheet), typed)]


class FindBar(QFrame):
    """Enter goes to the next match, Shift+Enter to the previous one; each is selected and brought into view.

    It is at the upper right corner of its parent, the drawing.
    """

    show_requested = Signal(str)
    closed = Signal()

    def __init__(self, document: Document, selection: Selection, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.selection, self.theme = document, selection, theme
        self.places: list[tuple[str, str]] = []  # sheet and component
        self.place = -1
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find by name, kind, value or port"))
        self.field.setAccessibleName(self.tr("Find"))
        self.field.setMinimumWidth(240)
        self.count = Label(parent=self)
        self.count.setMinimumWidth(88)
        self.before = self._button(self.tr("Previous (Shift+Enter)"))
        self.next = self._button(self.tr("Next (Enter)"))
        self.shut = self._button(self.tr("Close (Escape)"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        for each in (self.field, self.count, self.before, self.next, self.shut):
            layout.addWidget(each)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.before.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.shut.clicked.connect(self.close_bar)
        document.changed.connect(self._changed)
        document.sheet_changed.connect(self._changed)
        theme.changed.connect(self._restyle)
        self.setObjectName("find_bar")
        if parent is not None:
            parent.installEventFilter(self)
        self._restyle()
        self._search()
        self.hide()

    def open(self) -> None:
        """Show the bar, ready for typing."""
        self._settle()
        self.show()
        self.raise_()
        self._search(keep=True)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def close_bar(self) -> None:
        self.selection.light()
        self.hide()
        self.closed.emit()

    def go(self, step: int) -> None:
        """Go to the next or previous match, wrapping around."""
        if self.places:
            self.place = (self.place + step) % len(self.places) if self.place >= 0 else self._first(step)
            sheet, name = self.places[self.place]
            self.document.show(sheet, self.document.way if sheet == self.document.sheet else None)
            self.selection.set([name])
            self.show_requested.emit(name)
        self._say()

    def _first(self, step: int) -> int:
        """First match on the current sheet, if any."""
        here = [i for i, (sheet, _) in enumerate(self.places) if sheet == self.document.sheet] or range(len(self.places))
        return here[0 if step > 0 else -1]

    @property
    def names(self) -> list[str]:
        """Matches on the current sheet."""
        return [name for sheet, name in self.places if sheet == self.document.sheet]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # else the drawing below handles it as its own command
                event.accept()
                return True
        elif watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
        elif watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._settle()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            width = min(self.sizeHint().width(), parent.width() - 2 * MARGIN)
            self.setGeometry(parent.width() - width - MARGIN, MARGIN, width, self.sizeHint().height())

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        set_tip(button, tip)
        button.setAccessibleName(tip)
        button.setAutoRaise(True)
        return button

    def _search(self, text: str = "", keep: bool = False) -> None:
        present = self.places[self.place] if 0 <= self.place < len(self.places) else None
        self.places = places(self.document.root, self.field.text())
        self.place = self.places.index(present) if keep and present in self.places else -1
        self.selection.light(self.names)
        self._say()

    def _changed(self, _: object = None) -> None:
        if self.isVisible():
            self._search(keep=True)

    def _say(self) -> None:
        if not self.field.text().strip():
            text = ""
        elif not self.places:
            text = self.tr("no matches")
        elif self.place < 0:
            text = self.tr("%n found", "", len(self.places))
        else:
            text = self.tr("{place} of {count}").format(place=self.place + 1, count=len(self.places))
        self.count.setText(text)
        for button in (self.before, self.next):
            button.setEnabled(bool(self.places))

    def _restyle(self) -> None:
        panel, border = self.theme.colours["panel"], self.theme.colours["border"]
        self.setStyleSheet(f"QFrame#find_bar {{ background: {panel}; border: 1px solid {border}; border-radius: 8px; }}")
        self.count.setStyleSheet(f"color: {self.theme.colours['text2']}")
        for button, icon in ((self.before, "ph.caret-up"), (self.next, "ph.caret-down"), (self.shut, "ph.x")):
            button.setIcon(self.theme.icon(icon))
