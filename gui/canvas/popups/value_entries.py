"""One line of values: a number, a text, a law in time, three numbers, a choice or a check box, read and checked alike."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mars.component.declarations import Choice, Count, Flag, LawOf, Numbers, Parameter, Text, Vector
from mars.component.domains import AXES
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.translation import languages

from ...fields.display_units import display_unit, known_variables, read
from ...fields.field import sentence
from ...fields.field_factory import field_for
from ...fields.flag_field import FlagField
from ...fields.line_fields import LineField
from ...fields.value_field import ValueField
from ...i18n import translate
from ...theme import Theme
from ...widgets.labels import ReasonLabel, TintedLabel
from . import law_text

LAW_WIDTH = 250


class LawEntry(QWidget):
    """A law in time on one line: a number, a formula of t, or a law by name."""

    returned = Signal()

    def __init__(self, parameter: LawOf, theme: Theme, typed: Any, show_hint: bool):
        super().__init__()
        self.parameter = parameter
        self.before = typed
        self.line = QLineEdit(law_text.write(typed), self)
        default = parameter.default
        words = law_text.write(default) if isinstance(default, dict) else f"{default:g} {parameter.unit}".removesuffix(" 1")
        self.line.setPlaceholderText(words.strip())
        self.line.setFixedHeight(28)
        self.line.setMinimumWidth(LAW_WIDTH)
        self.line.returnPressed.connect(self.returned)
        self.line.textEdited.connect(lambda _: self.reason.say(""))
        self.reason = ReasonLabel(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.line)
        if show_hint:
            hint = translate("Gestures", "or a formula of t, or «{0}»").format(law_text.hint(parameter))
            column.addWidget(TintedLabel(theme, "text2", hint, size=11, parent=self))
        column.addWidget(self.reason)

    def lines(self) -> list[QWidget]:
        return [self.line]

    def check(self, circuit: Circuit) -> tuple[Any, str]:
        if not self.line.isModified():
            return self.before, ""
        typed, reason = self._read(circuit)
        self.reason.say(reason)
        return typed, reason

    def _read(self, circuit: Circuit) -> tuple[Any, str]:
        text, variables = self.line.text().strip(), known_variables(circuit)
        if not text:
            return None, ""
        try:
            typed = law_text.read(text, self.parameter, variables)
            if isinstance(typed, str):
                typed = self._plain(typed, variables)
            self.parameter.resolve(typed, variables, languages.word(self.parameter.name))
        except DocumentError as error:
            return None, sentence(error.message)
        return typed, ""

    def _plain(self, text: str, variables: Any) -> Any:
        """A number as number fields keep it; what depends on the time stays as typed."""
        try:
            return read(text, display_unit(self.parameter.unit), self.parameter.unit, variables)
        except DocumentError:
            return text


class VectorEntry(QWidget):
    """Three numbers in a row."""

    returned = Signal()

    def __init__(self, parameter: Vector, theme: Theme, typed: Any):
        super().__init__()
        self.before = typed
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.default = list(parameter.default) if isinstance(parameter.default, list | tuple) else [parameter.default] * 3
        number = Parameter(0.0, parameter.unit, parameter.help, parameter.minimum, parameter.above, parameter.maximum)
        self.fields: list[ValueField] = []
        for index, axis in enumerate(AXES):
            field = ValueField(number, theme, self.default[index], label=f"{parameter.name.replace('_', ' ')} {axis}")
            field.set_typed(typed[index] if isinstance(typed, list) and len(typed) == 3 else None)
            field.returned.connect(self.returned)
            field.line.setFixedWidth(76)
            row.addWidget(field)
            self.fields.append(field)

    def lines(self) -> list[QWidget]:
        return [field.line for field in self.fields]

    def check(self, circuit: Circuit) -> tuple[Any, str]:
        found = [field.check(circuit) for field in self.fields]
        reason = next((reason for _, reason in found if reason), "")
        if reason or not any(field.is_modified for field in self.fields):
            return (None if reason else self.before), reason
        return [self.default[i] if typed is None else typed for i, (typed, _) in enumerate(found)], ""


class ChoiceEntry(QComboBox):
    """One word out of a list."""

    returned = Signal()

    def __init__(self, parameter: Choice, typed: Any):
        super().__init__()
        self.addItems(list(parameter.options))
        self.default = parameter.default
        self.setCurrentText(str(typed if typed is not None else parameter.default))

    def lines(self) -> list[QWidget]:
        return [self]

    def check(self, circuit: Circuit) -> tuple[Any, str]:
        text = self.currentText()
        return (None if text == self.default else text), ""


Entry = ValueField | LineField | FlagField | LawEntry | VectorEntry | ChoiceEntry


def entry_for(parameter: Parameter, theme: Theme, typed: Any, circuit: Circuit, show_hint: bool = True) -> Entry | None:
    """The line for a parameter; None for those that need more room (tables, points)."""
    if isinstance(parameter, LawOf):
        return None if typed is not None and not law_text.write(typed) else LawEntry(parameter, theme, typed, show_hint)
    if isinstance(parameter, Choice):
        return ChoiceEntry(parameter, typed)
    if isinstance(parameter, Vector):
        return VectorEntry(parameter, theme, typed) if type(parameter).resolve is Vector.resolve else None
    if type(parameter) is not Parameter and not isinstance(parameter, Count | Flag | Numbers | Text):
        return None
    field = field_for(parameter, theme, 0.0)
    assert isinstance(field, ValueField | LineField | FlagField)
    field.set_typed(typed, known_variables(circuit))
    return field
