"""The dialog that makes a subcircuit of the selection: its name, and the ports that the cut links become."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.editing.make_subcircuit import cuts
from mars.errors import MarsError
from mars.kinds.registry import kinds, kinds_in
from mars.names import first_free, initials

from .. import edits
from ..document.document import LARGE
from ..fields.field import sentence, set_tab_order
from ..fields.switch import Switch
from ..kinds import domain_names
from ..theme import Theme
from ..widgets.labels import ReasonLabel, TintedLabel, retint, wrap
from ..widgets.plain_text import set_tip
from .symbol_preview import SymbolPreview

MOST_ENDS = 3  # of a port, listed in the message
HEADING, ROW, MOST_ROWS = 22, 34, 7  # heights in the table, and visible rows
Made = Callable[[str, str, dict[str, str], bool], None]  # name, letters, names of ports, whether to store it in the library


class SubcircuitDialog(QDialog):
    """Tries the edit on a copy at every key press, to show the symbol or the reason for a refusal."""

    def __init__(self, circuit: Circuit, names: list[str], theme: Theme, made: Made, parent: QWidget | None = None):
        super().__init__(parent)
        self.circuit, self.names, self.theme, self._made = circuit, names, theme, made
        self.cuts = cuts(circuit, names)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("make_subcircuit")
        self.setWindowTitle(self.tr("Make subcircuit"))
        self.name, self.letters = QLineEdit(first_free("Part", circuit.definitions), self), QLineEdit(self)
        self.letters.setMaximumWidth(72)
        set_tip(self.letters, self.tr("Components are named with this prefix and a number"))
        self.library = Switch(self.tr("Also &save to my library"), theme, self)
        set_tip(self.library, self.tr("Makes it available in every circuit; this file already contains it"))
        self.ports: dict[str, QLineEdit] = {}
        self.symbol, self.reason = SymbolPreview(theme, self), ReasonLabel(theme, self)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.make_button = self.buttons.addButton(self.tr("&Make"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.make_button.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        set_tab_order((self.name, self.letters, self.library, *self.ports.values(), *self.buttons.buttons()))
        theme.changed.connect(self._dress)
        for line in (self.name, self.letters, *self.ports.values()):
            line.textChanged.connect(self.try_out)
        self.try_out()
        self.name.selectAll()
        self.name.setFocus()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        for row, (words, line) in enumerate(((self.tr("&Name"), self.name), (self.tr("Prefi&x"), self.letters))):
            label = self._label(words)
            label.setBuddy(line)
            grid.addWidget(label, row, 0)
            grid.addWidget(line, row, 1)
        words = self.tr("%n components will move to a new sheet.", "", len(self.names))
        what = TintedLabel(self.theme, "text2", words, size=12, parent=self)
        wrap(what)
        set_tip(what, ", ".join(self.names[:40]))
        left = QVBoxLayout()
        left.setSpacing(10)
        left.addLayout(grid)
        left.addWidget(what)
        left.addWidget(self.library)
        left.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(left, 1)
        self.symbol.setFixedSize(self.symbol.sizeHint())
        top.addWidget(self.symbol, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(self._ports())
        column.addWidget(self.reason)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.resize(520, self.sizeHint().height())

    def _label(self, words: str, size: int = 0, bold: bool = False) -> TintedLabel:
        return TintedLabel(self.theme, "text2", words, size, bold, self)

    def _ports(self) -> QWidget:
        """One row per port: its name, what it carries, what is linked there."""
        inside = QWidget(self)
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.addWidget(
            self._label(self.tr("Ports") if self.cuts else self.tr("No links are cut, so it has no ports"), 11, True), 0, 0, 1, 3
        )
        for row, cut in enumerate(self.cuts, start=1):
            line = self.ports[cut.name] = QLineEdit(cut.name, self)
            line.setMaximumWidth(120)
            line.setAccessibleName(self.tr("Name of port {port}").format(port=cut.name))
            grid.addWidget(line, row, 0)
            grid.addWidget(self._label(domain_names.word(kinds()[cut.kind].inside.domain.name)), row, 1)  # type: ignore[attr-defined]
            ends = self._label(f"{_some(cut.inside)} – {_some(cut.outside)}", 12)
            wrap(ends)
            grid.addWidget(ends, row, 2)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(len(self.cuts) + 1, 1)
        area = QScrollArea(self)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        area.setWidget(inside)
        area.setFixedHeight(HEADING + min(len(self.cuts), MOST_ROWS) * ROW)
        return area

    def _dress(self) -> None:
        retint(self)

    @property
    def typed(self) -> tuple[str, str, dict[str, str]]:
        names = {old: line.text().strip() for old, line in self.ports.items()}
        return self.name.text().strip(), self.letters.text().strip(), names

    def try_out(self) -> None:
        """Show what prevents it, or the result."""
        name, letters, ports = self.typed
        self.letters.setPlaceholderText(initials(name))
        kind: type[Component] | None = None
        reason = ""
        if len(self.circuit.components) <= LARGE:
            trial = self.circuit.copy()
            try:
                edits.make_subcircuit(trial, self.names, name, ports, letters)
                kind = kinds_in(trial).get(name)
            except MarsError as error:
                reason = sentence(error.message)
        self.symbol.show_kind(kind)
        self.reason.say(reason)
        self.make_button.setEnabled(not reason)

    def accept(self) -> None:
        if self.make_button.isEnabled():
            self._made(*self.typed, self.library.isChecked())
            super().accept()


def _some(ends: list[str]) -> str:
    more = len(ends) - MOST_ENDS
    return ", ".join(ends[:MOST_ENDS]) + (f" +{more}" if more > 0 else "")
