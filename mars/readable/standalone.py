"""A standalone component: bound to symbols with readable names, without a circuit."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import casadi as ca

from mars.component.base import Component
from mars.component.declarations import Axis, LawOf, Parameter, Port, Vector
from mars.component.domains import FRAME, SIGNAL
from mars.component.laws import Law
from mars.kinds.resolved import ResolvedComponent
from mars.readable.expression_tree import XYZ, Reference

FRAME_UNITS = {"r": "m", "v": "m/s", "w": "rad/s", "F": "N", "M": "N·m"}
TYPICAL_BUNDLE = 2  # signals in a bundle whose size depends on the circuit
ATTEMPTS = ("numbers and axes", "axes", "")  # structural parameters as symbols, as far as the author's code accepts them


class NamedLaw:
    """A law in time as the one symbol `torque(t)`."""

    def __init__(self, law: Law, symbol: ca.SX, is_zero: bool):
        self._law, self._symbol, self.is_zero = law, symbol, is_zero

    def at(self, t: Any, segment: Any) -> ca.SX:
        return self._symbol

    def __getattr__(self, name: str) -> Any:
        return getattr(self._law, name)


@dataclass
class Standing:
    """The bound component, its names, and the numbers of those that are parameters."""

    placed: ResolvedComponent
    is_general: bool = True  # the kind itself: every port linked, every law present
    linked: frozenset[str] = frozenset()
    symbolic: str = ATTEMPTS[0]
    leaves: dict[str, Reference] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    laws: dict[str, Law] = field(default_factory=dict)  # law -> with symbols
    component: Component = field(init=False)

    def __post_init__(self) -> None:
        placed = self.placed
        self._own = {*placed.states, *placed.kind.results, *placed.modes, *placed.kind.holds, *placed.kind.parameters}
        values = {p.name: self._parameter(p, placed.values[p.name]) for p in placed.kind.parameters.values()}
        ports = {port.name: self._port(port) for port in placed.ports.values()}
        own: dict[str, Any] = {state.name: self._scalar(state.name, state.unit) for state in placed.states.values()}
        own |= {result.name: self._scalar(result.name, result.unit) for result in placed.kind.results.values()}
        own |= {mode.name: self._several(mode.name, "1", mode.size) for mode in placed.modes.values()}
        own |= {hold.name: self._several(hold.name, hold.unit, hold.size) for hold in placed.kind.holds.values()}
        joints = sum(port.domain.moves and port.domain is not FRAME for port in placed.ports.values())
        own |= {demand: self._several(demand, "", joints) for demand in placed.kind.demanded}
        own |= {"time": self._scalar("t", "s"), "segment": self._scalar("segment", "s")}
        own["gravity"] = self._vector("gravity", "m/s²")
        self.component = placed.kind()
        self.component.bind(placed.name, values, ports, own)

    def name(self, text: str, unit: str = "", shape: str = "scalar", elements: tuple[str, ...] = ()) -> Reference:
        """A name that may appear in the component's equations."""
        return self.leaves.setdefault(text, Reference(text, unit, shape, elements))

    def _scalar(self, text: str, unit: str) -> ca.SX:
        return ca.SX.sym(self.name(text, unit).text)

    def _vector(self, text: str, unit: str) -> ca.SX:
        return ca.vertcat(*(ca.SX.sym(scalar) for scalar in self.name(text, unit, "vector").scalars))

    def _several(self, text: str, unit: str, count: int) -> ca.SX:
        return self._scalar(text, unit) if count == 1 else self._numbered(text, text, unit, count)

    def _numbered(self, text: str, stem: str, unit: str, count: int) -> ca.SX:
        """Numbers of which the first is named `stem.1` in the engine."""
        scalars = tuple(f"{stem}.{i + 1}" for i in range(count))
        if count == 3:
            self.name(text, unit, "vector", scalars)
        else:
            for i, scalar in enumerate(scalars):
                self.name(f"{text}.{i + 1}", unit, elements=(scalar,))
        return ca.vertcat(*map(ca.SX.sym, scalars))

    def _parameter(self, parameter: Any, value: Any) -> Any:
        if isinstance(parameter, LawOf) and value.name == "constant" and not self.is_general:
            text, scalar = parameter.name, f"{parameter.name}.value"
            self.numbers[scalar] = value.numbers["value"]
            return NamedLaw(value, ca.SX.sym(self.name(text, parameter.unit, elements=(scalar,)).scalars[0]), value.is_zero)
        if isinstance(parameter, LawOf):
            self.laws[parameter.name] = value.symbolised(lambda label, number: self._made(parameter, label, number))
            symbol = self._scalar(f"{parameter.name}(t)", parameter.unit)
            return NamedLaw(value, symbol, value.is_zero and not self.is_general)
        if isinstance(parameter, Axis) and self.symbolic:
            self.numbers |= {f"{parameter.name}.{axis}": number for axis, number in zip(XYZ, value, strict=True)}
            return ca.vertsplit(self._vector(parameter.name, parameter.unit))
        if isinstance(parameter, Vector) and not self.is_general and not any(value):
            return parameter.symbolise(value, lambda label, number: number)
        if type(parameter) is Parameter and parameter.structural and self.symbolic == ATTEMPTS[0]:
            return self._made(parameter, "", value)
        labels: list[str] = []

        def make(label: str, number: float) -> Any:
            labels.append(label)
            return self._made(parameter, label, number)

        made = parameter.symbolise(value, make)
        for stem in {label.rpartition(".")[0] for label in labels if label.split(".")[-1] in XYZ}:
            text = f"{parameter.name}.{stem}" if stem else parameter.name
            if all(f"{text}.{axis}" in self.numbers for axis in XYZ):
                for axis in XYZ:
                    self.leaves.pop(f"{text}.{axis}", None)
                self.name(text, parameter.unit, "vector")
        return made

    def _made(self, parameter: Any, label: str, number: float) -> Any:
        """A symbol; exact zeros of a placed component stay zero, as in the engine: they are structural."""
        if number == 0.0 and not (self.is_general or parameter.by_hand or label in XYZ):
            return 0.0
        text = f"{parameter.name}.{label}" if label else parameter.name
        self.numbers[text] = float(number)
        return self._scalar(text, parameter.unit if not label or label in XYZ else "")

    def _port(self, port: Port) -> SimpleNamespace:
        is_linked, domain = self.is_general or port.name in self.linked, port.domain
        if domain is FRAME:
            found = {letter: self._vector(f"{port.name}.{letter}", FRAME_UNITS[letter]) for letter in "FM"}
            if is_linked:
                found |= {letter: self._vector(f"{port.name}.{letter}", FRAME_UNITS[letter]) for letter in "rvw"}
                turn = self.name(f"{port.name}.R", "1", "turn")
                found["R"] = ca.reshape(ca.vertcat(*map(ca.SX.sym, turn.scalars)), 3, 3).T
            else:
                found |= {letter: ca.SX(3, 1) for letter in "rvw"} | {"R": ca.SX.eye(3)}
            return SimpleNamespace(**found)
        if domain.informs:
            size, text = 1 if domain is SIGNAL else port.size or TYPICAL_BUNDLE, f"{port.name}.{domain.potential}"
            if not is_linked:
                signals = ca.SX.zeros(size)
            elif domain is SIGNAL:
                self.name(text if port.name in self._own else port.name, "1", elements=(text,))
                signals = ca.SX.sym(text)
            else:
                signals = self._numbered(port.name, text, "1", size)
            return SimpleNamespace(**{domain.potential: signals})
        stream = self._scalar(f"{port.name}.{domain.stream}", domain.stream_unit)
        words = [(domain.potential, "potential", domain.potential_unit)]
        words += [(domain.position, "position", domain.position_unit)] if domain.moves else []
        found = {domain.stream: stream, "stream": stream}
        for word, role, unit in words:
            found[word] = found[role] = self._scalar(f"{port.name}.{word}", unit) if is_linked else ca.SX(0.0)
        return SimpleNamespace(**found)
