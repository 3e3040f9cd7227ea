"""Default plots: the joint coordinates, angles first, no more than can be distinguished.

A circuit without joints shows its meters and its states: voltages of capacitors, currents of coils, integrators.
"""

from __future__ import annotations

from collections.abc import Mapping

from mars.component.base import Joint
from mars.component.domains import SIGNAL
from mars.document.circuit import Circuit
from mars.document.plot_layout import Plot
from mars.flat_names import shown
from mars.kinds.registry import kind_in
from mars.pictures.charts.euler_angles import quaternion_of, turns_among
from mars.pictures.charts.ticks import shown_unit
from mars.pictures.sheet.symbols import symbol_of
from mars.topology.flat_circuit import flatten

MOST = 6  # curves of a plot


def coordinates(circuit: Circuit, variables: Mapping[str, str]) -> dict[str, str]:
    """Joint coordinates with their units, driven ones first; attitudes as three rotations. Only those that the run has."""
    circuit = flatten(circuit).circuit
    linked = {end for link in circuit.links for end in link.ends}
    driven, others, turned = {}, {}, {}
    for name, component in circuit.components.items():
        kind = kind_in(circuit, component.kind)
        if kind is None or not issubclass(kind, Joint) or component.disabled:
            continue
        for coordinate, declared in kind.coordinates.items():
            group = driven if f"{name}.{declared.port}" in linked else others
            group[f"{shown(name)}.{coordinate}"] = kind.ports[declared.port].domain.position_unit
        for attitude in kind.attitudes:
            turned |= dict.fromkeys((f"{shown(name)}.{attitude}.turn_{axis}" for axis in "xyz"), "rad")
    loose = [name for name in variables if name.startswith("Free_") and name.count(".") == 1]  # of bodies that are not attached
    others |= {name: variables[name] for name in loose}
    for turns in turns_among(variables).values():
        turned |= dict.fromkeys(turns, "rad")
    found = driven | others | turned or _own_variables(circuit)
    # A run with other names, from before a subcircuit was made or renamed, has none: the next one will.
    return {name: unit for name, unit in found.items() if _is_known(name, variables)} or found


def _own_variables(circuit: Circuit) -> dict[str, str]:
    """Results and states of the components with their units; if there are none, the output signals."""
    read, kept, given = {}, {}, {}
    for own, component in circuit.components.items():
        symbol, name = symbol_of(circuit, own), shown(own)
        if symbol.kind is None or component.disabled:
            continue
        read |= {f"{name}.{each.name}": each.unit for each in symbol.kind.results.values()}
        kept |= {f"{name}.{key}": each.unit for key, each in symbol.kind.states_for(symbol.values).items()}
        given |= {
            f"{name}.{port.name}.{SIGNAL.potential}": "1"
            for port in symbol.ports.values()
            if port.domain is SIGNAL and port.gives
        }
    return read | kept or given


def automatic(circuit: Circuit, variables: Mapping[str, str]) -> tuple[list[Plot], int]:
    """One plot per unit, and the number of coordinates left out."""
    groups = _by_unit(circuit, variables)
    return [Plot(tuple(names[:MOST])) for names in groups], sum(max(0, len(names) - MOST) for names in groups)


def complete(circuit: Circuit, variables: Mapping[str, str]) -> list[Plot]:
    """All coordinates, in as many plots as needed."""
    found = []
    for names in _by_unit(circuit, variables):
        found += [Plot(tuple(names[first : first + MOST])) for first in range(0, len(names), MOST)]
    return found


def _by_unit(circuit: Circuit, variables: Mapping[str, str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for name, unit in coordinates(circuit, variables).items():
        groups.setdefault(shown_unit(unit)[0], []).append(name)
    return [groups[unit] for unit in sorted(groups, key=lambda unit: (unit != "deg", unit))]


def _is_known(name: str, variables: Mapping[str, str]) -> bool:
    return name in variables or all(part in variables for part in quaternion_of(name) or [name])
