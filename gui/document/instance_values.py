"""Values of the current sheet in the instance through which it was opened: `in Axis2: 0.4 m`.

The sheet has the definition's values; editing them changes all instances.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from mars.document.circuit import Circuit
from mars.formulas.expressions import Quantity
from mars.kinds.hierarchy import values_there
from mars.kinds.subcircuit_kind import setting_unit
from mars.pictures.sheet.symbols import Symbol, lenient_values, symbol_of
from mars.pictures.sheet.value_labels import value_label, value_text, with_unit

from ..i18n import translate
from .document import Document

LONGEST = 12  # letters of an instance name


class SheetInstance(NamedTuple):
    """An instance, and the values it gives to the variables of its sheet."""

    name: str
    variables: Mapping[str, Quantity]

    def says(self, value: str) -> str:
        name = self.name if len(self.name) <= LONGEST else self.name.rpartition(".")[2]
        short = name if len(name) <= LONGEST else f"{name[: LONGEST // 2]}…{name[-LONGEST // 2 :]}"
        return translate("InInstance", "in {instance}: {value}").format(instance=short, value=value)


def there(document: Document) -> SheetInstance | None:
    """Of the current sheet; None on the main sheet and for a sheet that is not in use."""
    return SheetInstance(".".join(document.way), values_there(document.root, document.way)) if document.way else None


def line_there(circuit: Circuit, symbol: Symbol, where: SheetInstance | None) -> str:
    """The line below a symbol: the instance's if it differs from the definition's."""
    usual = value_label(circuit, symbol)
    if where is None or symbol.kind is None:
        return usual
    values, wrong = lenient_values(symbol.kind, symbol.name, circuit.components[symbol.name].values, where.variables)
    found = value_label(circuit, replace(symbol, values=values, wrong=wrong))
    return usual if found == usual else where.says(found)


def value_there(circuit: Circuit, name: str, parameter: str, where: SheetInstance | None) -> str:
    """The value of a parameter in the instance, as text; empty if it equals the definition's."""
    if where is None:
        return ""
    usual, found = symbol_of(circuit, name, ()), symbol_of(circuit, name, (), where.variables)
    if usual.kind is None or usual.values.get(parameter) == found.values.get(parameter):
        return ""
    return where.says(value_text(circuit, usual.kind.parameters[parameter], found))


def variable_there(circuit: Circuit, name: str, known: Mapping[str, Quantity], where: SheetInstance | None) -> str:
    """The same for a variable of the sheet."""
    found = where.variables.get(name) if where is not None else None
    if where is None or found is None or found == known.get(name):
        return ""
    return where.says(with_unit(found.value, setting_unit(circuit.variables[name], found)))
