"""The parameters of one component, or those common to several, as rows."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.component.base import Component
from mars.component.declarations import Parameter, Points
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.translation import languages

from .. import edits
from ..document.document import Document
from ..document.instance_values import SheetInstance, there, value_there
from ..fields.display_units import known_variables, read_size
from ..fields.field import Field, sentence
from ..fields.field_factory import field_for, tip_of, title_of
from ..fields.law_field import LawField
from ..fields.points_field import PointsField
from ..fields.slider import has_both_limits
from ..fields.value_field import ValueField
from ..theme import Theme
from ..widgets.plain_text import menu_text
from .form_row import FormRow
from .section import Section
from .solver_form import run_end

MOST_OPEN = 5  # parameters shown before those that are not key parameters are folded


class ParameterForm(QWidget):
    """Each committed field is one undo entry; several components are set in one."""

    def __init__(self, document: Document, theme: Theme, names: tuple[str, ...], kinds: list[type[Component]], parent: QWidget):
        super().__init__(parent)
        self.document, self.theme, self.names, self.kinds = document, theme, names, kinds
        self.rows: dict[str, FormRow] = {}
        self._where: SheetInstance | None = None  # the instance through which the sheet was opened
        parameters = common_parameters(kinds)
        first, rest = ordered(parameters)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self.more: Section | None = None
        if first:
            layout.addWidget(Section("", theme, lambda section: self._fill(section, first), parent=self))
        if rest:
            is_open = any(p.name in document.circuit.components[name].values for name in names for p in rest)
            title = self.tr("More") if first else self.tr("Parameters")
            self.more = Section(
                title, theme, lambda section: self._fill(section, rest), foldable=True, is_open=is_open or not first, parent=self
            )
            layout.addWidget(self.more)

    def _fill(self, section: Section, parameters: list[Parameter]) -> None:
        end = run_end(self.document.root)
        variables, self._where = known_variables(self.document.circuit), there(self.document)
        for parameter in parameters:
            field = field_for(parameter, self.theme, end, section.inside)
            field.slider_key = f"{self.kinds[0].kind}.{parameter.name}"
            row = FormRow(title_of(parameter.name, self.kinds[0].kind), field, self.theme, tip_of(parameter), section.inside)
            self.rows[parameter.name] = row
            section.add(row)
            self._listen(row, parameter)
            self._refresh_row(row, parameter, variables)
            row.open_slider(by_default=parameter.by_hand or has_both_limits(parameter))
            self._limit_slider(row, parameter, variables)

    def _listen(self, row: FormRow, parameter: Parameter) -> None:
        field = row.field
        field.entered.connect(lambda: self.commit(parameter.name))
        field.dragged.connect(lambda typed: self._drag(parameter, typed))
        field.drag_ended.connect(self.document.end_merging)
        row.reset.connect(lambda: self._reset(parameter))
        if self.document.sheet and len(self.names) == 1 and isinstance(field, ValueField):
            words = self.tr("Make it a parameter of {kind}").format(kind=menu_text(self.document.sheet))
            field.line.addAction(words).triggered.connect(lambda: self._make_parameter(parameter))
        if isinstance(field, PointsField):
            field.reserved = {port for kind in self.kinds for port in kind.ports}
            field.renamed.connect(lambda old, new: self._rename_point(parameter, old, new))
            field.removed.connect(lambda name: self._remove_point(parameter, name))
            field.added.connect(lambda: self._add_point(parameter, field))

    # From the document

    def refresh(self, only: Collection[str] | None = None) -> None:
        """Show the stored values, of all or some parameters; unfinished input stays."""
        variables, end = known_variables(self.document.circuit), run_end(self.document.root)
        self._where = there(self.document)
        for parameter in common_parameters(self.kinds):
            row = self.rows.get(parameter.name)
            if row is not None and (only is None or parameter.name in only or parameter.by_hand):
                if isinstance(row.field, LawField):
                    row.field.set_end(end)
                self._refresh_row(row, parameter, variables)

    def _refresh_row(self, row: FormRow, parameter: Parameter, variables: Any) -> None:
        typed, several = self._value(parameter.name)
        row.field.set_typed(typed, variables, several)
        row.update_marks(typed is not None or several)
        row.there.say(value_there(self.document.circuit, self.names[0], parameter.name, self._where) if not several else "")
        if typed is not None and not several and not row.field.is_modified:
            row.field.set_reason(refusal(parameter, typed, variables))
        self._limit_slider(row, parameter, variables)

    def _limit_slider(self, row: FormRow, parameter: Parameter, variables: Any) -> None:
        """The slider of an input has the same ends as on the drawing."""
        handle = self.kinds[0].handle
        if handle is None or parameter.name != handle.parameter or not isinstance(row.field, ValueField):
            return
        values = self.document.circuit.components[self.names[0]].values
        declared = (self.kinds[0].parameters.get(name) for name in (handle.lowest, handle.highest))
        sizes = [read_size(values.get(p.name, p.default), p.unit, variables) for p in declared if p is not None]
        ends = sorted(size for size in sizes if size is not None)
        if row.field.has_slider and len(ends) == 2 and ends[0] < ends[1]:
            row.field.show_slider(True, *ends)

    def _value(self, name: str) -> tuple[Any, bool]:
        """The value as typed, and whether the components differ."""
        found = [self.document.circuit.components[each].values.get(name) for each in self.names]
        return found[0], any(repr(value) != repr(found[0]) for value in found[1:])

    # To the document

    def commit(self, name: str) -> None:
        """Store the input, or show below the field why not."""
        row = self.rows[name]
        typed, reason = row.field.check(self.document.circuit)
        if reason or not row.field.is_modified:
            return
        row.field.accept()
        self._set(name, typed)

    def commit_all(self) -> None:
        """Enter unfinished input before the selection changes."""
        for name, row in self.rows.items():
            if row.field.is_modified:
                self.commit(name)

    def _set(self, name: str, typed: Any, merge: str = "") -> None:
        self._edit(self._words(name), lambda circuit: edits.set_value(circuit, self.names, name, typed), name, merge)

    def _edit(self, text: str, change: Callable[[Circuit], Any], name: str, merge: str = "") -> None:
        try:
            self.document.edit(text, change, merge)
        except DocumentError as error:
            self.rows[name].field.set_reason(sentence(error.message))
            return
        row = self.rows.get(name)
        parameter = next((p for p in common_parameters(self.kinds) if p.name == name), None)
        if row is not None and parameter is not None:
            self._refresh_row(row, parameter, known_variables(self.document.circuit))

    def _words(self, name: str) -> str:
        who = self.names[0] if len(self.names) == 1 else self.tr("%n components", "", len(self.names))
        return self.tr("Set {parameter} of {name}").format(parameter=languages.word(name), name=who)

    def _drag(self, parameter: Parameter, typed: Any) -> None:
        if typed is None or not refusal(parameter, typed, known_variables(self.document.circuit)):
            name, merge = parameter.name, f"slider {self.names} {parameter.name}"
            self._edit(self._words(name), lambda circuit: self._on_each(edits.set_number, circuit, name, typed), name, merge)

    def _reset(self, parameter: Parameter) -> None:
        self.rows[parameter.name].field.accept()
        self._set(parameter.name, None)

    def _make_parameter(self, parameter: Parameter) -> None:
        """Make it a parameter of the current sheet's subcircuit, which its instances can set."""
        name, sheet = self.names[0], self.document.sheet
        self.commit(parameter.name)
        text = self.tr("Make {parameter} of {name} a parameter").format(parameter=languages.word(parameter.name), name=name)
        try:
            self.document.edit_root(text, lambda circuit: edits.make_parameter(circuit, sheet, name, parameter.name))
        except DocumentError as error:
            self.rows[parameter.name].field.set_reason(sentence(error.message))

    # Points of a body

    def _add_point(self, parameter: Parameter, field: PointsField) -> None:
        name = field.free_name
        text = self.tr("Add point {point}").format(point=name)
        self._edit(text, lambda circuit: self._on_each(edits.add_point, circuit, (0, 0, 0), name), parameter.name)
        if name in field.rows:
            field.rows[name].place[0].setFocus()

    def _rename_point(self, parameter: Parameter, old: str, new: str) -> None:
        text = self.tr("Rename point {old} to {new}").format(old=old, new=new)
        self._edit(text, lambda circuit: self._on_each(edits.rename_point, circuit, old, new), parameter.name)

    def _remove_point(self, parameter: Parameter, name: str) -> None:
        text = self.tr("Delete point {point}").format(point=name)
        self._edit(text, lambda circuit: self._on_each(edits.remove_point, circuit, name), parameter.name)

    def _on_each(self, function: Callable[..., Any], circuit: Circuit, *arguments: Any) -> None:
        for name in self.names:
            function(circuit, name, *arguments)

    def focus_first(self) -> bool:
        """Move the cursor to the field of the first key parameter."""
        field = next((row.field for row in self.rows.values() if not isinstance(row.field, PointsField)), None)
        if field is None:
            return False
        field.focus_first()
        return True

    def fields(self) -> dict[str, Field]:
        return {name: row.field for name, row in self.rows.items()}


def common_parameters(kinds: list[type[Component]]) -> list[Parameter]:
    """The parameters that all kinds declare identically."""
    first, *others = [kind.parameters for kind in dict.fromkeys(kinds)]
    return [p for name, p in first.items() if all(other.get(name) == p for other in others)]


def ordered(parameters: list[Parameter]) -> tuple[list[Parameter], list[Parameter]]:
    """Key parameters first, lengths before the rest as on the sheet; if there are many, the others are folded."""
    keys = sorted((p for p in parameters if p.key_parameter), key=lambda p: p.unit != "m")
    plain = [p for p in parameters if not p.key_parameter]
    plain.sort(key=lambda p: (isinstance(p, Points), p.structural))
    return (keys + plain, []) if len(parameters) <= MOST_OPEN else (keys, plain)


def refusal(parameter: Parameter, typed: Any, variables: Any) -> str:
    """Why a stored value cannot be used; empty if it can."""
    try:
        parameter.resolve(typed, variables, languages.word(parameter.name))
    except DocumentError as error:
        return sentence(error.message)
    return ""
