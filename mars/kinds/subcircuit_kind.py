"""The kind made from a sheet: ports from its terminals, parameters from some of its variables, a symbol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mars.component.base import Component, Terminal
from mars.component.declarations import Icon, Parameter, Port
from mars.component.default_icon import SIDES, placed_around, symbol
from mars.document.circuit import Circuit
from mars.document.entries import Variable
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, measure, parse, quantity
from mars.formulas.units import coherent
from mars.kinds.installed import kinds
from mars.messages import Message
from mars.names import within

LONGEST_SIDE = 40  # ports on one side of a symbol
NARROWEST = 3  # minimum width of the top, in ports
GLYPH = ("thin", "M-8,-5 h6 v10 h-6 z M2,-5 h6 v10 h-6 z M-2,0 h4")  # a small sheet


class Subcircuit(Component):
    """A circuit used as one component. It has no equations: `mars.topology.flat_circuit` replaces it by its contents."""


def terminal_of(kind: str) -> type[Terminal] | None:
    """The kind, if it is one of the ports drawn on sheets."""
    found = kinds().get(kind)
    return found if found is not None and issubclass(found, Terminal) else None


def subcircuit_kind(
    name: str, definition: Mapping[str, Any], inner: Circuit, letters: str, icon: Icon | None
) -> type[Subcircuit]:
    """The kind of a definition whose sheet has been read; raises DocumentError if it is invalid."""
    terminals = {
        entry.name: (kind, entry.values.get("side", "left"))
        for entry in inner.components.values()
        if not entry.disabled and (kind := terminal_of(entry.kind)) is not None
    }
    places, size = placed_around(_sides(name, terminals, inner), NARROWEST)
    ports = {port: _port(port, kind.inside, places[port]) for port, (kind, _) in terminals.items()}
    note = definition.get("note", "")
    members: dict[str, Any] = {"__module__": __name__, "letters": letters, "icon": symbol(icon, ports, size, GLYPH)}
    members["__doc__"] = note if isinstance(note, str) and note.strip() else Message("Subcircuit {name}.", name=name)
    # Attribute names that no component can have: a port and a parameter may share a name, and may have any name.
    members |= {Message("port {port}", port=port): declared for port, declared in ports.items()}
    members |= {Message("value {each}", each=each): declared for each, declared in _parameters(name, definition, inner).items()}
    return type(name, (Subcircuit,), members, kind=name)


def no_variable(name: str, parameter: Any, inner: Circuit) -> DocumentError:
    has = ", ".join(inner.variables) or "no variables"
    return DocumentError(
        "subcircuit {name}: parameter {parameter} is not a variable of its sheet, which has {has}",
        code="unknown-variable",
        name=name,
        parameter=parameter,
        has=has,
    )


def _parameters(name: str, definition: Mapping[str, Any], inner: Circuit) -> dict[str, Parameter]:
    chosen = definition.get("parameters", [])
    if not isinstance(chosen, list) or not all(isinstance(each, str) for each in chosen):
        raise DocumentError("subcircuit {name}: the parameters must be a list of variable names", code="definition", name=name)
    known = within(Message("subcircuit {name}", name=name), inner.variable_values)
    for each in chosen:
        if each not in inner.variables:
            raise no_variable(name, each, inner)
    return {
        each: _parameter(Message("subcircuit {name}: variable {each}", name=name, each=each), each, inner.variables[each], known)
        for each in chosen
    }


def _parameter(place: str, name: str, variable: Variable, known: Mapping[str, Quantity]) -> Parameter:
    """As for all parameters, the unit is an SI unit. Limits that depend on other variables are checked for each instance."""
    found = known[name]
    unit = setting_unit(variable, found)

    def limit(value: float | str | None) -> float | None:
        if value is None or (isinstance(value, str) and within(place, parse, value).names):
            return None
        return within(place, quantity, value, known, variable.unit or unit)

    return Setting(found.value, unit, variable.note, limit(variable.minimum), None, limit(variable.maximum), name=name)


def setting_unit(variable: Variable, value: Quantity) -> str:
    """The SI unit in which a variable is set from outside; empty if it accepts any unit, since its value has none."""
    if not variable.unit and value.dimension is None:
        return ""
    return coherent(variable.unit, value.dimension)


class Setting(Parameter):
    """A variable of a subcircuit, with any name; without a unit it accepts values in any unit."""

    def __set_name__(self, owner: type, name: str) -> None:
        """It already has a name."""

    def number(self, typed: Any, variables: Mapping[str, Quantity], where: str, unit: str | None = None) -> float:
        if not self.unit and isinstance(typed, str):
            typed = within(where, measure, typed, variables).value
        return super().number(typed, variables, where, unit)


def _sides(name: str, terminals: Mapping[str, tuple[type[Terminal], Any]], inner: Circuit) -> dict[str, list[str]]:
    """Ports by side, in the order of their terminals on the sheet."""
    sides: dict[str, list[str]] = {side: [] for side in SIDES}
    for port, (_, side) in terminals.items():
        if not isinstance(side, str) or side not in sides:
            raise DocumentError(
                "subcircuit {name}: invalid {port}.side {side!r}. Choose one of {sides}",
                code="bad-value",
                name=name,
                port=port,
                side=side,
                sides=", ".join(sides),
            )
        sides[side].append(port)
    looks = inner.drawing.get("components", {})
    for side, there in sides.items():
        if len(there) > LONGEST_SIDE:
            raise DocumentError(
                "subcircuit {name}: more than {longest_side} ports on the {side} side. Move some to another side",
                code="too-many-ports",
                name=name,
                longest_side=LONGEST_SIDE,
                side=side,
            )
        along = 1 if side in ("left", "right") else 0
        there.sort(key=lambda port: looks.get(port, {}).get("at", [0, 0])[along])
    return sides


def _port(name: str, inside: Port, at: tuple[int, int]) -> Port:
    """Inside, an input terminal provides the signal; outside, the subcircuit reads it there."""
    return Port(inside.domain, at=at, open="free", name=name, gives=inside.domain.informs and not inside.gives)
