"""The circuit's variables: numbers that formulas of all components can use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from mars.document.circuit import Circuit
from mars.errors import DocumentError

from .. import edits
from ..document.document import Document
from ..document.instance_values import there, variable_there
from ..fields.display_units import known_variables
from ..fields.field import sentence
from ..theme import Theme
from ..widgets.plain_text import set_tip
from .variable_row import VariableRow

AT_ONCE = 40  # rows built initially


class VariablesForm(QWidget):
    """A row for each variable, in order, and a button to add one."""

    def __init__(self, document: Document, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.document, self.theme = document, theme
        self.rows: dict[str, VariableRow] = {}
        self._limit = AT_ONCE
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self.more = QPushButton(self)
        self.more.clicked.connect(self._show_more)
        self.add_button = QPushButton(theme.icon("ph.plus", "text2"), self.tr("Add variable"), self)
        set_tip(self.add_button, self.tr("A number that formulas can use, as in 2*L1"))
        self.add_button.clicked.connect(self.add)
        below = QHBoxLayout()
        below.addWidget(self.add_button)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._rows)
        layout.addWidget(self.more)
        layout.addLayout(below)

    def refresh(self) -> None:
        circuit = self.document.circuit
        names = list(circuit.variables)[: self._limit]
        if names != list(self.rows):
            self._arrange(names)
        left = len(circuit.variables) - len(names)
        self.more.setVisible(left > 0)
        self.more.setText(self.tr("%n more", "", left))
        known, where = known_variables(circuit), there(self.document)
        for row in self.rows.values():
            row.refresh(known)
            row.there.say(variable_there(circuit, row.name, known, where))

    def _arrange(self, names: list[str]) -> None:
        """Keep the remaining rows, in the new order; a renamed row keeps its position."""
        gone = [name for name in self.rows if name not in names]
        fresh = [name for name in names if name not in self.rows]
        if len(gone) == len(fresh) == 1 and list(self.rows).index(gone[0]) == names.index(fresh[0]):
            row = self.rows.pop(gone[0])
            row.name = fresh[0]
            row.value.line.label = fresh[0]
            row.name_line.accept()
            self.rows[fresh[0]] = row
            gone = []
        for name in gone:
            row = self.rows.pop(name)
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        ordered = {}
        for place, name in enumerate(names):
            ordered[name] = self.rows.get(name) or VariableRow(self, name)
            self._rows.removeWidget(ordered[name])
            self._rows.insertWidget(place, ordered[name])
        self.rows = ordered

    def edit(self, text: str, change: Callable[[Circuit], Any], row: VariableRow | None = None, merge: str = "") -> bool:
        try:
            self.document.edit(text, change, merge)
        except DocumentError as error:
            if row is not None:
                row.reason.say(sentence(error.message))
            return False
        if row is not None:
            row.reason.say("")
        self.refresh()
        return True

    def add(self) -> None:
        self._limit = max(self._limit, len(self.document.circuit.variables) + 1)
        if self.edit(self.tr("Add variable"), lambda circuit: edits.add_variable(circuit)):
            row = self.rows[next(reversed(self.document.circuit.variables))]
            row.name_line.setFocus(Qt.FocusReason.TabFocusReason)

    def move(self, name: str, by: int) -> None:
        place = list(self.document.circuit.variables).index(name) + by
        self.edit(
            self.tr("Move variable {name}").format(name=name), lambda c: edits.move_variable(c, name, place), self.rows[name]
        )

    def remove(self, row: VariableRow) -> None:
        text = self.tr("Delete variable {name}").format(name=row.name)
        self.edit(text, lambda circuit: edits.remove_variable(circuit, row.name), row)

    def commit_all(self) -> None:
        for row in list(self.rows.values()):
            if row.is_modified:
                row.commit()

    def _show_more(self) -> None:
        self._limit += 5 * AT_ONCE
        self.refresh()
