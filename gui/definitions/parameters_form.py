"""The variables of a subcircuit's sheet, and which of them its instances can set."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from mars.document.circuit import Circuit
from mars.kinds.definitions import read_sheet

from .. import edits
from ..document.document import Document
from ..fields.display_units import known_variables
from ..fields.switch import Switch
from ..fields.text_line import TextLine
from ..fields.value_line import ValueLine
from ..fields.variable_value import AnyUnit
from ..theme import Theme
from ..widgets.plain_text import set_tip
from .rows_form import Row, RowsForm

WIDTHS = {"name": 110, "value": 110, "unit": 80}  # pixels; the note gets the rest


class ParametersForm(RowsForm):
    def __init__(self, document: Document, theme: Theme, parent: QWidget | None = None):
        super().__init__(document, theme, parent)
        self.columns = ("", self.tr("Name"), self.tr("Default"), self.tr("Unit"), self.tr("Help"))
        self.widest = len(self.columns) - 1
        self.lines: dict[tuple[str, str], TextLine | ValueLine] = {}
        self.switches: dict[str, Switch] = {}
        self.more.setText(self.tr("&Add parameter"))
        self.more.clicked.connect(self._add)

    def content(self) -> Any:
        variables = read_sheet(self.document.root, self.name).variables
        rows = [(name, each.value, each.unit, each.note) for name, each in variables.items()]
        return self.name, rows, self._chosen()

    def nothing(self) -> str:
        return self.tr("No parameters. Add one and use its name in values on the sheet, or choose “Make it a parameter” there.")

    def rows(self, parent: QWidget) -> list[Row]:
        self.lines, self.switches = {}, {}
        found: list[Row] = []
        _, rows, chosen = self.content()
        known = known_variables(read_sheet(self.document.root, self.name))
        for name, value, unit, note in rows:
            switch = self.switches[name] = Switch("", self.theme, parent)
            switch.setChecked(name in chosen)
            set_tip(switch, self.tr("Can be set for each component of this kind"))
            switch.clicked.connect(lambda on, name=name: self._choose(name, on))
            default = ValueLine(AnyUnit(None, unit, "", name=name), self.theme, parent=parent)
            default.is_converted = False
            default.set_fixed_unit(unit)
            default.set_typed(value, known)
            lines = {"name": _line(name, parent), "value": default, "unit": _line(unit, parent), "note": _line(note, parent)}
            for key, line in lines.items():
                line.entered.connect(lambda name=name, key=key: self._enter(name, key))
                self.lines[name, key] = line
            for key, width in WIDTHS.items():
                lines[key].setFixedWidth(width)
            found.append((switch, *lines.values()))
        return found

    def commit(self) -> None:
        for (name, key), line in list(self.lines.items()):
            if line.is_modified:
                self._enter(name, key)

    def _chosen(self) -> list[str]:
        return list(self.document.root.definitions[self.name].get("parameters", []))

    def _choose(self, name: str, is_on: bool) -> None:
        wanted = {*self._chosen(), name} if is_on else {*self._chosen()} - {name}
        order = [each for each in read_sheet(self.document.root, self.name).variables if each in wanted]
        words = self.tr("Parameters of {name}").format(name=self.name)
        self.edit(words, lambda circuit: edits.set_parameters(circuit, self.name, order))

    def _enter(self, name: str, key: str) -> None:
        line = self.lines[name, key]
        typed: Any = line.text().strip()
        if isinstance(line, ValueLine):
            typed, reason = line.check(read_sheet(self.document.root, self.name))
            line.set_wrong(bool(reason))
            if reason:
                self.reason.say(reason)
                return

        def change(inner: Circuit) -> None:
            if key == "name":
                edits.rename_variable(inner, name, typed)
            else:
                edits.set_variable(inner, name, **{key: typed})

        self.edit(self.tr("Parameter {name}").format(name=name), lambda circuit: edits.on_sheet(circuit, self.name, change))

    def _add(self) -> None:
        def change(circuit: Circuit) -> None:
            new = edits.on_sheet(circuit, self.name, lambda inner: edits.add_variable(inner))
            edits.set_parameters(circuit, self.name, [*self._chosen(), new])

        if self.edit(self.tr("Add parameter"), change):
            line = self.lines[next(reversed(self.switches)), "name"]
            line.setFocus()
            line.selectAll()


def _line(text: str, parent: QWidget) -> TextLine:
    line = TextLine(parent)
    line.show_text(text)
    return line
