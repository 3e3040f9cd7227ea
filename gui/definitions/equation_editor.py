"""Editor for a component written as equations: text, summary of the result, symbol and problems, updated while typing."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from mars.component.base import Component
from mars.errors import MarsError
from mars.kinds import equation_text
from mars.kinds.definitions import kind_of
from mars.names import first_free, initials

from .. import edits
from ..document.changes import Change
from ..document.document import Document
from ..fields.field import sentence, set_tab_order
from ..i18n import translate
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from ..widgets.labels import ReasonLabel, TintedLabel, retint
from ..widgets.plain_text import set_tip
from .equation_facts import EquationFacts
from .equation_help import show_equation_help
from .equation_templates import TEMPLATES, translated
from .equation_text import EquationText
from .message_list import MessageList
from .symbol_preview import SymbolPreview

QUIET = 250  # milliseconds after the last key
SIZE, SIDE = QSize(940, 620), 240


class EquationEditor(QDialog):
    """Modeless. The text is kept until it is applied, which is one undo entry, or discarded after a question."""

    place_requested = Signal(str)  # kind

    def __init__(self, document: Document, theme: Theme, dialogs: Dialogs, name: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.theme, self.dialogs = document, theme, dialogs
        self.kind = name  # name of the definition in the file; empty before it is added
        self._stored = ("", "", "")  # name, letters and text in the file
        self.checked = equation_text.check("")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("equation_editor")
        self._make()
        self._timer = QTimer(self, singleShot=True, interval=QUIET)
        self._timer.timeout.connect(self.check)
        self.text.textChanged.connect(self._timer.start)
        for line in (self.name, self.letters):
            line.textChanged.connect(self._timer.start)
        self.text.applied.connect(self.apply)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.apply)
        document.root_changed.connect(self._changed)
        document.replaced.connect(self._replaced)
        theme.changed.connect(self._dress)
        self.resize(SIZE)
        if name:
            self._read()
        else:
            self.use_template(*next(iter(TEMPLATES.values())))
        self.text.setFocus()

    # Contents

    def _make(self) -> None:
        self.name, self.letters = QLineEdit(self), QLineEdit(self)
        self.name.setMaximumWidth(220)
        self.letters.setMaximumWidth(72)
        set_tip(self.letters, self.tr("Components are named with this prefix and a number"))
        self.templates = QPushButton(self.tr("&Start from"), self)
        menu = QMenu(self.templates)
        for heading, (name, text) in TEMPLATES.items():
            words = translate("Templates", heading)
            menu.addAction(words, lambda name=name, text=text: self._ask_for_template(name, text))
        self.templates.setMenu(menu)
        self.text = EquationText(self.theme, self)
        self.facts, self.symbol = EquationFacts(self.theme, self), SymbolPreview(self.theme, self)
        self.reason = ReasonLabel(self.theme, self)
        self.remarks = MessageList(self.theme, self)
        self.remarks.chosen.connect(self.text.go_to)
        self.help_button = QPushButton(self.tr("&How to write equations"), self)
        self.help_button.clicked.connect(lambda: show_equation_help(self, self.theme))
        self.close_button, self.place_button = (
            QPushButton(self.tr("&Close"), self),
            QPushButton(self.tr("Apply and &place"), self),
        )
        self.apply_button = QPushButton(self.tr("&Apply"), self)
        set_tip(self.apply_button, self.tr("Apply to the circuit (Ctrl+Enter)"))
        for button in (self.help_button, self.close_button, self.place_button, self.apply_button, self.templates):
            button.setAutoDefault(False)
        self.apply_button.setDefault(True)
        self.close_button.clicked.connect(self.close)
        self.apply_button.clicked.connect(self.apply)
        self.place_button.clicked.connect(self._place)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for words, line in ((self.tr("&Name"), self.name), (self.tr("Prefi&x"), self.letters)):
            label = TintedLabel(self.theme, "text2", words, parent=self)
            label.setBuddy(line)
            head.addWidget(label)
            head.addWidget(line)
        head.addStretch(1)
        head.addWidget(self.help_button)
        head.addWidget(self.templates)
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(4, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.symbol)
        column.addWidget(self.facts, 1)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.addWidget(self.text)
        self.split.addWidget(side)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([SIZE.width() - SIDE, SIDE])
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(8)
        self.split.setStyleSheet("QSplitter::handle { background: transparent; }")
        feet = QHBoxLayout()
        feet.setSpacing(8)
        feet.addWidget(self.reason, 1)
        feet.addStretch(0)
        for button in (self.close_button, self.place_button, self.apply_button):
            feet.addWidget(button)
        layout = QGridLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setVerticalSpacing(10)
        layout.addLayout(head, 0, 0)
        layout.addWidget(self.split, 1, 0)
        layout.addWidget(self.remarks, 2, 0)
        layout.addLayout(feet, 3, 0)
        layout.setRowStretch(1, 1)
        head_order = (self.name, self.letters, self.help_button, self.templates, self.text)
        set_tab_order((*head_order, self.facts.area, self.remarks, self.close_button, self.place_button, self.apply_button))

    def _dress(self) -> None:
        retint(self)

    @property
    def typed(self) -> tuple[str, str, str]:
        return self.name.text().strip(), self.letters.text().strip(), self.text.toPlainText()

    @property
    def is_modified(self) -> bool:
        return self.typed != self._stored

    def use_template(self, name: str, text: str) -> None:
        """Start from a template text; for a new component, also set the name."""
        if not self.kind:
            taken = self.document.root.definitions
            self.name.setText(name if name not in taken else first_free(name, taken))
        self.text.setPlainText(translated(text))
        if not self.kind:
            self._stored = self.typed  # no user input yet: closing asks nothing
        self.check()

    def _ask_for_template(self, name: str, text: str) -> None:
        if not self.is_modified and not self.kind:
            self.use_template(name, text)
            return
        words = self.tr("The template replaces the current text. Until you apply it, you can undo this with Ctrl+Z.")
        self.dialogs.choose(
            self.tr("Start from a template"),
            words,
            [self.tr("Replace")],
            lambda i: self.use_template(name, text) if i == 0 else None,
        )

    def check(self) -> None:
        """Check the text now."""
        self._timer.stop()
        self.checked = equation_text.check(self.typed[2])
        self.text.colours.set_ports({line.name: line.domain.name for line in self.checked.ports})
        self.text.set_remarks(self.checked.remarks)
        self.facts.show_checked(self.checked)
        self.symbol.show_kind(self._kind())
        self.letters.setPlaceholderText(initials(self.typed[0]))
        self.remarks.show_remarks(self.checked.remarks)
        self._show_state()

    def _kind(self) -> type[Component] | None:
        name, letters, text = self.typed
        looks = {key: value for key, value in self._definition().items() if key == "icon"}
        try:
            return kind_of(name, {"equations": text, **({"letters": letters} if letters else {}), **looks})
        except MarsError:
            return None

    def _definition(self) -> dict[str, object]:
        found = self.document.root.definitions.get(self.kind)
        return found if isinstance(found, dict) else {}

    def _show_state(self) -> None:
        title = self.kind or self.tr("New component")
        self.setWindowTitle(self.tr("{name}: equations").format(name=title) + "[*]")
        self.setWindowModified(self.is_modified)
        self.apply_button.setEnabled(self.is_modified or not self.kind)
        self.place_button.setEnabled(not self.checked.errors)

    # To the document and from it

    def apply(self) -> bool:
        """Store in the file as one undo entry; invalid equations too, which are then listed under Problems."""
        if self.kind and not self.is_modified:
            return True
        name, letters, text = self.typed
        was = self.kind if self.kind in self.document.root.definitions else ""
        words = self.tr("Edit equations of {name}").format(name=name[:64])
        try:
            found = self.document.edit_root(words, lambda c: edits.define(c, name, text, letters=letters, was=was))
        except MarsError as error:
            self.reason.say(sentence(error.message))
            return False
        self.kind = found
        self._read()
        wrong = bool(self.checked.errors)
        message = self.tr("Saved. The circuit cannot run until the equations are fixed.")
        self.reason.say(message if wrong else "")
        return True

    def _place(self) -> None:
        if self.apply():
            self.place_requested.emit(self.kind)

    def _read(self) -> None:
        """Show the contents of the file and discard unfinished text."""
        found = self._definition()
        text = str(found.get("equations", ""))
        self._stored = (self.kind, str(found.get("letters", "")), text)
        self.name.setText(self.kind)
        self.letters.setText(self._stored[1])
        if self.text.toPlainText() != text:
            self.text.setPlainText(text)
        self.check()

    def _changed(self, change: Change) -> None:
        """An undo, or an edit elsewhere. Unfinished text stays."""
        if "definitions" not in change.sections or not self.kind:
            return
        if not self._definition():  # it was removed: the text can be applied again
            self.kind = ""
        elif not self.is_modified:
            self._read()
            return
        self._show_state()

    def _replaced(self) -> None:
        """Another circuit: applied text is in its file."""
        self._stored = self.typed
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.is_modified:
            event.accept()
            return
        event.ignore()

        def answered(choice: int) -> None:
            if choice == 1:
                self._stored = self.typed
            if choice == 1 or (choice == 0 and self.apply()):
                QTimer.singleShot(0, self, self.close)  # not inside the current event

        words = self.tr("The equations of {name} have not been applied.").format(name=self.typed[0][:64])
        self.dialogs.choose(self.windowTitle().replace("[*]", ""), words, [self.tr("Apply"), self.tr("Discard")], answered)

    def reject(self) -> None:
        """Escape closes, with the same question as closing."""
        self.close()
