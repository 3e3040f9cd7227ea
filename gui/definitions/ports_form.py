"""The ports of a subcircuit: names, sides, order. They are the terminals on its sheet."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtWidgets import QMenu, QWidget

from mars.component.default_icon import SIDES
from mars.kinds.definitions import read_sheet
from mars.kinds.registry import kinds

from .. import edits
from ..document.document import Document
from ..fields.choice_field import QuietCombo
from ..fields.text_line import TextLine
from ..kinds import domain_names
from ..kinds.kind_groups import PORTS, groups, title
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from ..widgets.labels import TintedLabel
from .rows_form import Row, RowsForm

MOST_WIRES = 6  # listed in the message


class PortsForm(RowsForm):
    """Alt with the arrow keys moves the port of a row, Alt+Delete removes it."""

    def __init__(self, document: Document, theme: Theme, dialogs: Dialogs, parent: QWidget | None = None):
        super().__init__(document, theme, parent)
        self.dialogs = dialogs
        self.columns = (self.tr("Name"), self.tr("Domain"), self.tr("Side"))
        self.lines: dict[str, TextLine] = {}
        self.more.setText(self.tr("&Add port"))
        menu = QMenu(self.more)
        for kind in next(group.kinds for group in groups() if group.key == PORTS):
            menu.addAction(title(kind), lambda kind=kind: self._add(kind))
        self.more.setMenu(menu)

    def content(self) -> Any:
        circuit = self.document.root
        entries = read_sheet(circuit, self.name).components
        return self.name, [(port, side, entries[port].kind) for port, side in edits.ports_of(circuit, self.name).items()]

    def nothing(self) -> str:
        return self.tr("No ports. Add one, or place one on the sheet.")

    def rows(self, parent: QWidget) -> list[Row]:
        words = {
            "left": self.tr("left"),
            "right": self.tr("right"),
            "top": self.tr("top"),
            "bottom": self.tr("bottom"),
        }
        self.lines = {}
        found: list[Row] = []
        for port, side, kind in self.content()[1]:
            line = self.lines[port] = TextLine(parent)
            line.show_text(port)
            line.entered.connect(lambda port=port: self._rename(port))
            carried = TintedLabel(
                self.theme, "text2", domain_names.word(kinds()[kind].ports["inside"].domain.name), parent=parent
            )
            sides = QuietCombo(parent)
            sides.addItems([words[each] for each in SIDES])
            sides.setCurrentIndex(SIDES.index(side) if side in SIDES else 0)
            sides.activated.connect(lambda index, port=port: self._set_side(port, SIDES[index]))
            line.setAccessibleName(self.tr("Name of port {port}").format(port=port))
            sides.setAccessibleName(self.tr("Side of port {port}").format(port=port))
            up = self.button("ph.arrow-up", self.tr("Move up or left (Alt+Up)"), partial(self._move, port, -1), parent)
            down = self.button("ph.arrow-down", self.tr("Move down or right (Alt+Down)"), partial(self._move, port, 1), parent)
            gone = self.button("ph.trash", self.tr("Remove this port (Alt+Delete)"), partial(self._ask_to_remove, port), parent)
            for keys, button in (("Alt+Up", up), ("Alt+Down", down), ("Alt+Delete", gone)):
                for widget in (line, up, down, gone):
                    self.on_key(keys, widget, button.click)
            found.append((line, carried, sides, up, down, gone))
        return found

    def commit(self) -> None:
        for port, line in list(self.lines.items()):
            if line.is_modified:
                self._rename(port)

    def _rename(self, port: str) -> None:
        new = self.lines[port].text().strip()
        words = self.tr("Rename port {old} to {new}").format(old=port, new=new[:64])
        self.edit(words, lambda circuit: edits.rename_port(circuit, self.name, port, new))

    def _set_side(self, port: str, side: str) -> None:
        self.edit(
            self.tr("Side of port {port}").format(port=port), lambda circuit: edits.set_side(circuit, self.name, port, side)
        )

    def _move(self, port: str, by: int) -> None:
        self.edit(self.tr("Move port {port}").format(port=port), lambda circuit: edits.move_port(circuit, self.name, port, by))
        self.focus_on(self.lines[port])

    def _add(self, kind: str) -> None:
        before = set(self.lines)
        if self.edit(self.tr("Add port"), lambda circuit: edits.add_port(circuit, self.name, kind)):
            self.focus_on(*(line for port, line in self.lines.items() if port not in before))

    def _ask_to_remove(self, port: str) -> None:
        """Remove immediately if no outside wire ends there; else the message lists the wires to be removed."""
        wires = edits.wires_at(self.document.root, self.name, port)
        if not wires:
            self._remove(port)
            return
        some = ", ".join(wires[:MOST_WIRES]) + (" …" if len(wires) > MOST_WIRES else "")
        words = self.tr("Its links will also be removed: {ends}.").format(ends=some)
        title = self.tr("Remove port {port} from {name}").format(port=port, name=self.name)
        self.dialogs.choose(title, words, [self.tr("Remove")], lambda choice: self._remove(port) if choice == 0 else None)

    def _remove(self, port: str) -> None:
        words = self.tr("Remove port {port}").format(port=port)
        place = list(self.lines).index(port) if port in self.lines else 0
        if self.edit(words, lambda circuit: edits.remove_port(circuit, self.name, port)):
            left = list(self.lines.values())
            self.focus_on(*left[place : place + 1] or left[-1:] or [self.more])
