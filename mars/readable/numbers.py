"""Current values of the names in a component's equations at one time of a run, and the residuals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from mars.component.base import Body
from mars.component.domains import AXES, FRAME
from mars.flat_names import shown
from mars.model.variables import Variables
from mars.readable.evaluation import evaluate
from mars.readable.expression_tree import Operation, Reference, Tree
from mars.readable.listing import Line, Sheet, terms
from mars.readable.mechanics import numbers_of_body
from mars.readable.printer import printed
from mars.readable.standalone import Standing
from mars.readable.styles import HTML, TEXT
from mars.simulation.run import Run


@dataclass(frozen=True)
class Value:
    """The value of one name."""

    name: Reference
    numbers: tuple[float, ...]

    @property
    def text(self) -> str:
        return printed(self.name, TEXT)

    @property
    def html(self) -> str:
        return printed(self.name, HTML)


@dataclass(frozen=True)
class Reckoned:
    """An equation with its numbers; NaN where the circuit's mode has none.

    `size` is the magnitude of the largest term, as a reference for the residual.
    """

    line: Line
    left: tuple[float, ...] = ()
    right: tuple[float, ...] = ()
    residual: float = math.nan
    size: float = math.nan
    values: tuple[Value, ...] = ()


class Reckoner:
    """The numbers of one component; made once for a model, evaluated at many times."""

    def __init__(self, variables: Variables, standing: Standing, sheet: Sheet):
        self._sheet, self._lines = sheet, sheet.lines
        motions = variables.model.topology.motions
        self._axes = {"N": [f"T{axis}" in motions for axis in AXES], "N·m": [f"R{axis}" in motions for axis in AXES]}
        trees = [*sheet.parts.values(), *(tree for line in self._lines for tree in line.trees.values())]
        names = {name for tree in trees for name in _leaves(tree) if name.text not in sheet.parts}
        known = _Expressions(variables, standing)
        found = {scalar: known.of(scalar) for name in names for scalar in name.scalars}
        self._scalars = [scalar for scalar, expression in found.items() if expression is not None]
        self._function = variables.function([found[scalar] for scalar in self._scalars])

    def at(self, run: Run, time: float) -> list[Reckoned]:
        """At a time of a run whose model this was made for."""
        row = run.sample(self._function, np.array([time]))[0]
        values = dict(zip(self._scalars, row.tolist(), strict=True))
        return [self._line(line, values) for line in self._lines]

    def _line(self, line: Line, values: dict[str, float]) -> Reckoned:
        parts = self._sheet.parts
        named = tuple(Value(name, _flat(evaluate(name, values, parts))) for name in line.names)
        if line.sides is None:
            return Reckoned(line, values=named)
        left, right = (_flat(evaluate(side, values, parts)) for side in line.sides)
        if line.role == "part":
            return Reckoned(line, left, right, values=named)
        gaps = np.abs(np.subtract(left, right))
        if gaps.size == 3:  # forces and moments outside the class are balanced outside of the circuit
            gaps = gaps[self._axes.get(line.unit, slice(None))]
        known = gaps[np.isfinite(gaps)]
        sizes = [
            abs(n)
            for side in line.sides
            for term in terms(side)
            for n in _flat(evaluate(term, values, parts))
            if math.isfinite(n)
        ]
        return Reckoned(line, left, right, float(known.max()) if known.size else math.nan, max(sizes, default=math.nan), named)


def _flat(value: Any) -> tuple[float, ...]:
    return tuple(float(number) for number in np.ravel(value))


def _leaves(tree: Tree) -> list[Reference]:
    """Including those inside hidden parts, which are needed for their value."""
    found, seen, open_ = [], set(), [tree]
    while open_:
        each = open_.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Reference):
            found.append(each)
        elif isinstance(each, Operation):
            open_ += each.parts
    return found


class _Expressions:
    """The expression of a name in states, their rates, parameters and time; None if there is none."""

    def __init__(self, variables: Variables, standing: Standing):
        self._variables, self._standing = variables, standing
        self._model, self._name = variables.model, standing.placed.name
        symbols = self._model.symbols
        self._parameters = dict(zip(symbols.parameters.names, symbols.parameters.symbols, strict=True))
        self._special: dict[str, Any] = {"t": symbols.t, "segment": symbols.segment}
        self._special |= {f"gravity.{axis}": number for axis, number in zip(AXES, self._model.gravity, strict=True)}
        component = symbols.components[self._name]
        if isinstance(component, Body):
            self._special |= numbers_of_body(component, variables.bodies[self._name])
        for port in standing.placed.ports.values():
            node = self._model.topology.node_of.get((self._name, port.name))
            if port.domain is FRAME and node is not None:
                self._special |= self._pose(port.name, variables.nodes[node])

    @staticmethod
    def _pose(port: str, here: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for letter, vector in (("r", here.r), ("v", here.v), ("w", here.w)):
            found |= dict(zip(Reference(f"{port}.{letter}", shape="vector").scalars, vector, strict=True))
        for letter, vector in (("v", here.a), ("w", here.b)):
            scalars = Reference(f"{port}.{letter}", shape="vector").scalars
            found |= {f"der({scalar})": part for scalar, part in zip(scalars, vector, strict=True)}
        return found | dict(zip(Reference(f"{port}.R", shape="turn").scalars, (e for row in here.R for e in row), strict=True))

    def of(self, scalar: str) -> Any:
        if scalar in self._special:
            return self._special[scalar]
        if (found := self._variable(scalar)) is not None:
            return found
        if f"{self._name}.{scalar}" in self._parameters:
            return self._parameters[f"{self._name}.{scalar}"]
        if scalar in self._standing.numbers:
            return self._standing.numbers[scalar]
        if self._is_absent(scalar):
            return 0.0
        return self._rate(scalar[4:-1]) if scalar.startswith("der(") else None

    def _variable(self, scalar: str) -> Any:
        entry = self._variables.table.get(shown(f"{self._name}.{scalar}"))
        return None if entry is None else entry[1]

    def _is_absent(self, scalar: str) -> bool:
        """Whether it is zero by definition: an unused hold, a component of a force outside the class."""
        if self._model.mode == "dynamic" and scalar.partition(".")[0] in self._standing.placed.kind.holds:
            return True
        port, _, axis = scalar.rpartition(".")
        return axis in AXES and any(self._variable(f"{port}.{other}") is not None for other in AXES)

    def _rate(self, scalar: str) -> Any:
        """The rate of a position, a potential or a state."""
        full, port = f"{self._name}.{scalar}", scalar.partition(".")[0]
        states = [state.name for state in self._model.states]
        if full in states:
            return self._variables.rates[states.index(full)]
        domain = self._standing.placed.ports[port].domain if port in self._standing.placed.ports else None
        if domain is None or not domain.moves:
            return None
        word = domain.potential if scalar.endswith(f".{domain.position}") else "acceleration"
        return self._variable(f"{port}.{word}")
