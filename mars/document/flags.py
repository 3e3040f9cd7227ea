"""Yes/no parameters in circuits from before flags existed: words become booleans on loading, hashes keep the words."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from mars.component.parameters import Flag
from mars.plain_values import section

if TYPE_CHECKING:
    from mars.document.circuit import Circuit

FlagsOf = Callable[[str], Collection[str]]  # names of the yes/no parameters of a kind


def read_flags(circuit: Circuit, flags_of: FlagsOf) -> None:
    """Replace words by booleans, on the sheet and inside the definitions."""
    for component in circuit.components.values():
        component.values = with_flags(component.kind, component.values, flags_of)
    for definition in circuit.definitions.values():
        _read_flags_inside(definition, flags_of)


def with_flags(kind: str, values: dict[str, Any], flags_of: FlagsOf) -> dict[str, Any]:
    """The values of a component, with the words of older circuits for yes/no parameters as booleans."""
    spelled = {name: Flag.words[value] for name, value in values.items() if isinstance(value, str) and value in Flag.words}
    return {**values, **{name: spelled[name] for name in spelled.keys() & set(flags_of(kind))}} if spelled else values


def _read_flags_inside(definition: Any, flags_of: FlagsOf) -> None:
    for entry in section(section(definition, "subcircuit"), "components").values() if isinstance(definition, dict) else ():
        if values := section(entry, "values") if isinstance(entry, dict) else {}:
            entry["values"] = with_flags(str(entry.get("kind")), values, flags_of)


def with_flag_words(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of a component for hashing: flags as words, so that older results stay valid."""
    values = section(entry, "values")
    spelled = {name: word for name, value in values.items() for word, flag in Flag.words.items() if value is flag}
    return {**entry, "values": {**values, **spelled}} if spelled else entry
