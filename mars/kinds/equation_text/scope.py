"""The names allowed in equations, and their units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from mars.component.domains import AXES, FRAME, SIGNAL
from mars.formulas.dimensions import ANY, Measure
from mars.formulas.syntax_tree import TIME
from mars.formulas.units import DIMENSIONLESS, Dimension, as_said, parse_unit
from mars.kinds.equation_text.formula import rate_of
from mars.kinds.equation_text.statements import PortLine, ValueLine

# Of a vector port: position, rotation, velocity, angular velocity, force, moment.
VECTORS = {"r": "m", "v": "m/s", "w": "rad/s", "F": "N", "M": "N·m"}
MATRIX = "R"


@dataclass
class Names:
    """Every name with its unit and its role."""

    units: dict[str, str] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)  # parameters
    states: set[str] = field(default_factory=set)
    inputs: set[str] = field(default_factory=set)  # signals that are read
    outputs: set[str] = field(default_factory=set)  # signals that are given
    positions: set[str] = field(default_factory=set)  # of scalar ports, as the next two
    potentials: set[str] = field(default_factory=set)
    streams: set[str] = field(default_factory=set)
    wrenches: set[str] = field(default_factory=set)  # elements of forces and moments at vector ports
    rates: set[str] = field(default_factory=set)  # variables x for which der(x) exists
    movable: set[str] = field(default_factory=set)  # potentials that are the rate of a position

    @property
    def motions(self) -> set[str]:
        """Variables that appear in gears and given motions."""
        return self.positions | self.movable

    @property
    def given(self) -> set[str]:
        """Variables that stand alone on the left of their equation, besides rates of states."""
        return self.outputs | self.wrenches

    def measures(self) -> dict[str, Measure]:
        """The dimension of each name, rates included."""
        known: dict[str, Measure] = {name: parse_unit(unit).dimension for name, unit in self.units.items()}
        per_second = parse_unit("1/s").dimension
        for name in self.rates:
            dimension = parse_unit(self.units[name]).dimension
            known[rate_of(name)] = tuple(a + b for a, b in zip(dimension, per_second, strict=True))
        return {**known, TIME: ANY}


def names_of(ports: Iterable[PortLine], values: Iterable[ValueLine]) -> Names:
    names = Names()
    for port in ports:
        if port.domain is SIGNAL:
            names.units[port.name] = "1"
            (names.outputs if port.gives else names.inputs).add(port.name)
        elif port.domain is FRAME:
            _add_frame(names, port.name)
        else:
            _add_scalar(names, port)
    for value in values:
        names.units[value.name] = value.unit
        (names.constants if value.what == "parameter" else names.states).add(value.name)
    names.rates |= names.states
    return names


def _add_scalar(names: Names, port: PortLine) -> None:
    domain = port.domain
    potential, stream = f"{port.name}.{domain.potential}", f"{port.name}.{domain.stream}"
    names.units |= {potential: domain.potential_unit, stream: domain.stream_unit}
    names.potentials.add(potential)
    names.streams.add(stream)
    if domain.moves:
        position = f"{port.name}.{domain.position}"
        names.units[position] = domain.position_unit
        names.positions.add(position)
        names.movable.add(potential)
        names.rates |= {position, potential}


def _add_frame(names: Names, port: str) -> None:
    for letter, unit in VECTORS.items():
        elements = {f"{port}.{letter}.{axis}" for axis in AXES}
        names.units |= dict.fromkeys(elements, unit)
        names.wrenches |= elements if letter in "FM" else set()
        names.rates |= elements if letter in "rvw" else set()
    names.units |= {f"{port}.{MATRIX}.{row}{column}": "1" for row in AXES for column in AXES}


def wrench_elements(port: str) -> Iterator[str]:
    """In the order of equations: the force, then the moment."""
    return (f"{port}.{letter}.{axis}" for letter in "FM" for axis in AXES)


def unit_words(measure: Dimension, units: Mapping[str, str]) -> str:
    """A dimension in units used by the text itself, if possible."""
    if measure == DIMENSIONLESS:
        return "rad or without a unit"
    known = ("W", *units.values(), "J", "N", "N·m", "V", "A", "Ω", "Pa", "m/s", "m/s²", "rad/s²")
    return next((unit for unit in known if unit != "1" and parse_unit(unit).dimension == measure), as_said(measure))
