"""The variables of a subcircuit's sheet, and which of them its instances may set."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from mars.document.circuit import Circuit
from mars.kinds.definitions import read_sheet

from .. import edits
from ..document.document import Document
from ..fields.switch import Switch
from ..fields.text_line import TextLine
from ..theme import Theme
from .rows_form import Row, RowsForm

KEYS = ("value", "unit", "note")  # of a variable, that can be typed here
WIDTHS = {"name": 110, "value": 110, "unit": 80}


class ParametersForm(RowsForm):
    def __init__(self, document: Document, theme: Theme, parent: QWidget | None = None):
        super().__init__(document, theme, parent)
        self.columns = ("", self.tr("Name"), self.tr("Default"), self.tr("Unit"), self.tr("Help"))
        self.widest = len(self.columns) - 1
        self.lines: dict[tuple[str, str], TextLine] = {}
        self.switches: dict[str, Switch] = {}
        self.more.setText(self.tr("&Add parameter"))
        self.more.clicked.connect(self._add)

    def content(self) -> Any:
        variables = read_sheet(self.document.root, self.name).variables
        rows = [(name, [str(getattr(each, key)) for key in KEYS]) for name, each in variables.items()]
        return self.name, rows, self._chosen()

    def nothing(self) -> str:
        return self.tr(
            "It has no parameters. Add one and use its name in the values on the sheet, or choose «Make it a parameter» there."
        )

    def rows(self, parent: QWidget) -> list[Row]:
        self.lines, self.switches = {}, {}
        found: list[Row] = []
        _, rows, chosen = self.content()
        for name, texts in rows:
            switch = self.switches[name] = Switch("", self.theme, parent)
            switch.setChecked(name in chosen)
            switch.setToolTip(self.tr("Each component of this kind can set it"))
            switch.clicked.connect(lambda on, name=name: self._choose(name, on))
            for key, text in (("name", name), *zip(KEYS, texts, strict=True)):
                line = self.lines[name, key] = TextLine(parent)
                line.show_text(text)
                line.entered.connect(lambda name=name, key=key: self._enter(name, key))
            for key, width in WIDTHS.items():
                self.lines[name, key].setFixedWidth(width)
            found.append((switch, *(self.lines[name, key] for key in ("name", *KEYS))))
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
        text = self.lines[name, key].text().strip()

        def change(inner: Circuit) -> None:
            if key == "name":
                edits.rename_variable(inner, name, text)
            else:
                edits.set_variable(inner, name, **{key: _number(text) if key == "value" else text})

        self.edit(self.tr("Parameter {name}").format(name=name), lambda circuit: edits.on_sheet(circuit, self.name, change))

    def _add(self) -> None:
        def change(circuit: Circuit) -> None:
            new = edits.on_sheet(circuit, self.name, lambda inner: edits.add_variable(inner))
            edits.set_parameters(circuit, self.name, [*self._chosen(), new])

        if self.edit(self.tr("Add parameter"), change):
            line = self.lines[next(reversed(self.switches)), "name"]
            line.setFocus()
            line.selectAll()


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
