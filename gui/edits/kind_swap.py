"""Swaps the kind of a component: links, values and start values are kept as far as they fit."""

from __future__ import annotations

from mars.component.base import Component
from mars.component.declarations import Port
from mars.document.circuit import Circuit
from mars.document.links import unlink
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.formulas.units import parse_unit
from mars.kinds.registry import kind_in, suggestion
from mars.kinds.resolved import resolve_values
from mars.names import component_of
from mars.pictures.sheet.symbols import known_variables, lenient_values, linked_ports
from mars.plain_values import section

from .port_cleanup import owned
from .sheet_positions import drawn


@drawn
def swap_kind(circuit: Circuit, name: str, kind: str) -> list[str]:
    """Change the kind of a component; returns the ends whose links had no matching port."""
    component = circuit.component(name)
    old, new = kind_in(circuit, component.kind), kind_in(circuit, kind)
    if new is None:
        raise DocumentError(
            "{name}: unknown kind {kind!r}. {suggestion}", code="unknown-kind", name=name, kind=kind, suggestion=suggestion(kind)
        )
    if kind == component.kind:
        return []
    variables = known_variables(circuit)
    if old is not None:
        old_ports = old.ports_for(lenient_values(old, name, component.values, variables)[0])
        component.values = {key: value for key, value in component.values.items() if _fits(old, new, key)}
    else:
        old_ports = {}
        component.values = {key: value for key, value in component.values.items() if key in new.parameters}
    for key in [key for key in component.values if _is_wrong(circuit, name, new, key)]:
        del component.values[key]
    component.kind = kind
    new_ports = new.ports_for(lenient_values(new, name, component.values, variables)[0])
    dropped = _move_links(circuit, name, _matched(linked_ports(circuit).get(name, []), old_ports, new_ports))
    _drop_starts(circuit, name)
    reroute(circuit, {name})
    return dropped


def _fits(old: type[Component], new: type[Component], parameter: str) -> bool:
    """Whether a parameter of that name has the same meaning in both."""
    a, b = old.parameters.get(parameter), new.parameters.get(parameter)
    if a is None or b is None or type(a) is not type(b):
        return False
    return a.unit == b.unit or parse_unit(a.unit).dimension == parse_unit(b.unit).dimension


def _is_wrong(circuit: Circuit, name: str, kind: type[Component], parameter: str) -> bool:
    value = circuit.components[name].values[parameter]
    return bool(resolve_values(kind, name, {parameter: value}, known_variables(circuit))[1])


def _matched(linked: list[str], old: dict[str, Port], new: dict[str, Port]) -> dict[str, str | None]:
    """For every linked port its replacement: of the same name and domain, else the next of its domain."""
    found: dict[str, str | None] = {}
    for port in linked:
        same = new.get(port)
        fits = same is not None and (port not in old or _is_like(same, old[port]))
        found[port] = port if fits else None
    for port in [port for port in old if port in found and found[port] is None]:
        taken = set(found.values())
        free = (each.name for each in new.values() if _is_like(each, old[port]) and each.name not in taken)
        found[port] = next(free, None)
    return found


def _is_like(a: Port, b: Port) -> bool:
    return a.domain is b.domain and a.gives == b.gives


def _move_links(circuit: Circuit, name: str, ports: dict[str, str | None]) -> list[str]:
    lost = [f"{name}.{port}" for port, new in ports.items() if new is None]
    unlink(circuit, [link for link in circuit.links if link.a in lost or link.b in lost])
    # In two steps, because 1 may become 2 while 2 becomes 1.
    moving = {port: new for port, new in ports.items() if new is not None and new != port}
    for number, port in enumerate(moving):
        circuit.rename_port(name, port, f"_{number}_")
    for number, new in enumerate(moving.values()):
        circuit.rename_port(name, f"_{number}_", new)
    return lost


def _drop_starts(circuit: Circuit, name: str) -> None:
    known = owned(circuit, name)

    def stays(key: str) -> bool:
        return component_of(key) != name or key.split(".")[1] in known

    circuit.start = {key: start for key, start in circuit.start.items() if stays(key)}
    section(circuit.drawing, "components").get(name, {}).pop("label", None)
