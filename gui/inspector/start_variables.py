"""Which variables of a component can have a start value, and their assembled values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mars.component.base import Joint
from mars.document.circuit import Circuit
from mars.formulas.expressions import Quantity
from mars.kinds.definitions import is_sheet, sheet_of
from mars.kinds.subcircuit_kind import Subcircuit
from mars.names import component_of
from mars.pictures.sheet.symbols import known_variables, symbol_of
from mars.translation import languages

from ..fields.display_units import read_size
from ..fields.field_factory import title_of
from ..i18n import translate


@dataclass(frozen=True)
class StartVariable:
    """A variable that can be given a start value."""

    name: str  # as in results: KN1.angle, KN1.turn.speed
    title: str
    unit: str
    help: str = ""
    default: float = 0.0
    is_speed: bool = False
    is_attitude: bool = False
    how: str = "free"  # if not given on the sheet: inside an instance, that of its own sheet


def startables(circuit: Circuit, name: str, around: tuple[str, ...] = ()) -> list[StartVariable]:
    """Positions first, then speeds, then the kind's own states, which may depend on its values; unknown ones last.
    `around` are the enclosing subcircuits: recursion ends there."""
    symbol = symbol_of(circuit, name)
    if symbol.kind is not None and issubclass(symbol.kind, Subcircuit):
        return list(_inside(circuit, name, symbol.kind.kind, around)) if symbol.kind.kind not in around else []
    found = list(_of_joint(name, symbol.kind)) if symbol.kind is not None and issubclass(symbol.kind, Joint) else []
    states = symbol.kind.states_for(symbol.values) if symbol.kind is not None else {}
    found += [StartVariable(f"{name}.{key}", title_of(key), s.unit, languages.text(s.help), s.start) for key, s in states.items()]
    known = {what.name for what in found}
    given = {key: start for key, start in circuit.start.items() if component_of(key) == name and key not in known}
    return found + [
        StartVariable(key, key.partition(".")[2], "", is_attitude=isinstance(s.value, list | dict)) for key, s in given.items()
    ]


def _inside(circuit: Circuit, name: str, kind: str, around: tuple[str, ...]) -> Iterator[StartVariable]:
    """Variables on the sheet of an instance, with the start values of the sheet as defaults."""
    sheet = sheet_of(circuit, kind)
    variables = known_variables(sheet)
    for inner, entry in sheet.components.items():
        for what in startables(sheet, inner, (*around, kind)) if not entry.disabled else ():
            is_deep = is_sheet(circuit, entry.kind)  # then the title already contains a component
            title = f"{inner}.{what.title}" if is_deep else f"{inner} {what.title[:1].lower()}{what.title[1:]}"
            yield replace(what, name=f"{name}.{what.name}", title=title, **_own_start(sheet, what, variables))


def _own_start(sheet: Circuit, what: StartVariable, variables: Mapping[str, Quantity]) -> dict[str, Any]:
    given = sheet.start.get(what.name)
    if given is None:
        return {}
    number = read_size(given.value, what.unit, variables) if what.unit and not what.is_attitude else None
    return {"how": given.how} | ({"default": number} if number is not None else {})


def _of_joint(name: str, kind: type[Joint]) -> Iterator[StartVariable]:
    for c in kind.coordinates.values():
        yield StartVariable(f"{name}.{c.name}", title_of(c.name), kind.ports[c.port].domain.position_unit, languages.text(c.help))
    for a in kind.attitudes.values():
        yield StartVariable(f"{name}.{a.name}", title_of(a.name), "rad", languages.text(a.help), is_attitude=True)
    ports = [c.port for c in kind.coordinates.values()] + [p for a in kind.attitudes.values() for p in a.ports]
    for port in ports:
        domain, words = kind.ports[port].domain, port.replace("_", " ")
        title = translate("Starts", "Speed") if len(ports) == 1 else translate("Starts", "Speed of {port}").format(port=words)
        path = f"{name}.{port}.{domain.potential}"
        yield StartVariable(path, title, domain.potential_unit, languages.text(kind.ports[port].help), is_speed=True)


def assembled_value(values: Mapping[str, Any], what: StartVariable) -> Any:
    """The assembled value of a variable; a quaternion as three rotations."""
    if what.name in values:
        value = values[what.name]
        if isinstance(value, Sequence) and len(value) == 4:
            return turns_of([float(v) for v in value])
        return value
    parts = [values.get(f"{what.name}.{letter}") for letter in "wxyz"]
    return turns_of([float(p) for p in parts if p is not None]) if what.is_attitude and None not in parts else None


def turns_of(q: Sequence[float]) -> list[float]:
    """Rotations about the fixed x, then y, then z axes for a unit quaternion (w, x, y, z)."""
    w, x, y, z = q
    sine = max(-1.0, min(1.0, 2 * (w * y - z * x)))
    about_x = math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    about_z = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return [about_x, math.asin(sine), about_z]
