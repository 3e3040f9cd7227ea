"""Properties of a kind in the file: name, letters, help, parameters, ports, symbol. Each change is an ordinary undo entry."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from mars.document.circuit import Circuit
from mars.kinds.definition_edits import rename_definition
from mars.kinds.definitions import Definition, is_sheet
from mars.kinds.hierarchy import uses
from mars.names import initials

from .. import edits
from ..document.changes import Change
from ..document.document import Document
from ..fields.field import set_tab_order
from ..fields.line_edit import LINE_HEIGHT
from ..fields.text_line import TextBox, TextLine
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from ..widgets.labels import ReasonLabel, TintedLabel, retint
from ..widgets.plain_text import set_tip
from .icon_form import IconForm
from .parameters_form import ParametersForm
from .ports_form import PortsForm
from .rows_form import edited
from .symbol_preview import SymbolPreview

SIZE = QSize(620, 520)
MOST_USERS = 4  # listed in the message


class PropertiesDialog(QDialog):
    """Modeless; follows the document, including undo. It closes when its definition is removed."""

    open_requested = Signal(str)

    def __init__(self, document: Document, theme: Theme, dialogs: Dialogs, name: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.theme, self.kind = document, theme, name
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("definition_properties")
        self.name, self.letters, self.help = TextLine(self), TextLine(self), TextBox(self)
        self.symbol, self.reason = SymbolPreview(theme, self), ReasonLabel(theme, self)
        self.icon = IconForm(theme, self.symbol, self)
        self.has_sheet = is_sheet(document.root, name)
        self.parameters = ParametersForm(document, theme, self) if self.has_sheet else None
        self.ports = PortsForm(document, theme, dialogs, self) if self.has_sheet else None
        self.users = TintedLabel(theme, "text2", size=12, parent=self)
        self._lay_out()
        self.name.entered.connect(self._rename)
        self.letters.entered.connect(lambda: self._set_look("letters", self.letters.text().strip()))
        self.help.entered.connect(lambda: self._set_look("note", self.help.toPlainText().strip()))
        self.icon.chosen.connect(lambda icon: self._set_look("icon", icon))
        document.root_changed.connect(self._changed)
        document.replaced.connect(self.close)
        theme.changed.connect(self._dress)
        self.resize(SIZE)
        self.refresh()

    def _lay_out(self) -> None:
        self.help.setFixedHeight(56)
        self.letters.setMaximumWidth(72)
        set_tip(self.letters, self.tr("Components are named with this prefix and a number"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        fields = ((self.tr("&Name"), self.name), (self.tr("Prefi&x"), self.letters), (self.tr("&Help"), self.help))
        for row, (words, field) in enumerate(fields):
            label = TintedLabel(self.theme, "text2", words, parent=self)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            label.setFixedHeight(LINE_HEIGHT)
            label.setBuddy(field)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.reason, 3, 1)
        grid.setRowStretch(4, 1)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(grid, 1)
        self.symbol.setFixedSize(self.symbol.sizeHint())
        top.addWidget(self.symbol, 0, Qt.AlignmentFlag.AlignTop)
        self.tabs = QTabWidget(self)
        self.tabs.setFocusProxy(None)  # type: ignore[arg-type]  # else the bar of tabs would be two stops of the tab key
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for form, words in (
            (self.parameters, self.tr("&Parameters")),
            (self.ports, self.tr("P&orts")),
            (self.icon, self.tr("&Symbol")),
        ):
            if form is not None:
                self.tabs.addTab(form, words)
        opened = QPushButton(self.tr("Op&en sheet") if self.has_sheet else self.tr("&Equations…"), self)
        opened.clicked.connect(lambda: self.open_requested.emit(self.kind))
        closed = QPushButton(self.tr("&Close"), self)
        closed.clicked.connect(self.close)
        feet = QHBoxLayout()
        feet.addWidget(self.users, 1)
        for button in (opened, closed):
            button.setAutoDefault(False)
            feet.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(self.tabs, 1)
        column.addLayout(feet)
        order: list[QWidget] = [self.name, self.letters, self.help, self.tabs.tabBar()]
        for form in (self.parameters, self.ports):
            if form is not None:
                form.after = order[-1]
                order.append(form.more)
        set_tab_order((*order, self.icon.choice, self.icon.strokes, opened, closed))

    def _dress(self) -> None:
        retint(self)

    @property
    def definition(self) -> Definition | None:
        found = self.document.root.definitions.get(self.kind)
        return found if isinstance(found, dict) else None

    def refresh(self) -> None:
        """Show the contents of the file; unfinished input stays."""
        definition = self.definition
        if definition is None or is_sheet(self.document.root, self.kind) != self.has_sheet:
            self.close()
            return
        self.setWindowTitle(self.tr("Properties of {name}").format(name=self.kind))
        self.name.show_text(self.kind)
        self.letters.show_text(definition.get("letters", ""))
        self.letters.setPlaceholderText(initials(self.kind))
        self.help.show_text(definition.get("note", ""))
        for form in (self.parameters, self.ports):
            if form is not None:
                form.show_definition(self.kind)
        self.icon.show_definition(self.kind, definition)
        users = [f"{host} › {each}" if host else each for host, found in uses(self.document.root, self.kind) for each in found]
        some = ", ".join(users[:MOST_USERS]) + (" …" if len(users) > MOST_USERS else "")
        self.users.setText(self.tr("Used by {names}").format(names=some) if users else self.tr("Not used yet"))
        set_tip(self.users, ", ".join(users[:40]))

    def commit(self) -> None:
        """Apply unfinished input."""
        for field in (self.name, self.letters, self.help):
            if field.is_modified:
                field.entered.emit()
        for form in (self.parameters, self.ports, self.icon):
            if form is not None:
                form.commit()

    def _edit(self, words: str, change: Callable[[Circuit], object]) -> bool:
        return edited(self.document, words, change, self.reason)

    def _rename(self) -> None:
        old, new = self.kind, self.name.text().strip()
        self.kind = new  # the change is reported before the edit is finished
        words = self.tr("Rename {old} to {new}").format(old=old, new=new[:64])
        if not self._edit(words, lambda circuit: rename_definition(circuit, old, new)):
            self.kind = old

    def _set_look(self, key: str, value: object) -> None:
        words = self.tr("Properties of {name}").format(name=self.kind)
        self._edit(words, lambda circuit: edits.set_looks(circuit, self.kind, **{key: value}))

    def _changed(self, change: Change) -> None:
        if "definitions" not in change.sections and "components" not in change.sections:
            return
        if self.definition is None:  # renamed elsewhere, or by an undo
            self.kind = _renamed(change, self.kind)
        self.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.definition is not None:
            self.commit()
        event.accept()


def _renamed(change: Change, old: str) -> str:
    """The new name of a definition that disappeared at the same time as exactly one other appeared."""
    difference = change.sections.get("definitions")
    present = difference.order[1] if difference is not None and difference.order else []
    came = [name for name in present if difference is not None and difference.order and name not in difference.order[0]]
    return came[0] if len(came) == 1 else old
