"""Reuses a model with other numbers, if they fit into its machine code.

Non-zero numbers are inputs of the machine code, exact zeros and everything else are structure (`mars.component.declarations`).
The choice of the old model counts: its inputs may take any value now, including zero; numbers folded as zero must still be zero.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mars.component.declarations import LawOf
from mars.document.circuit import Circuit
from mars.errors import CircuitError
from mars.kinds.resolve_circuit import resolve_all
from mars.kinds.resolved import ResolvedComponent
from mars.model.build import Model
from mars.topology.analyse import analyse
from mars.topology.flat_circuit import flatten
from mars.topology.topology import Topology


class _StructureError(Exception):
    """The circuits differ in more than inputs."""


def retuned(model: Model, circuit: Circuit) -> Model | None:
    """The model with the numbers of another circuit, sharing all its functions; None if it must be rebuilt.

    Raises CircuitError if the circuit is invalid.
    """
    old, flat = model.topology.circuit, flatten(circuit)
    if circuit.motions != old.motions or _structure(flat.circuit) != _structure(old):
        return None
    topology = analyse(flat, resolve_all(flat.circuit))
    if topology.errors():
        raise CircuitError(topology.errors())
    if list(circuit.gravity_vector()) != [float(g) for g in model.gravity]:
        return None
    names = set(model.symbols.parameters.names)
    before, after = (_Reading(names) for _ in range(2))
    try:
        if before.all_of(model.topology.placed) != after.all_of(topology.placed):
            return None
    except _StructureError:
        return None
    return _with_numbers(model, circuit, topology, after.numbers)


def _structure(circuit: Circuit) -> Any:
    """Everything except values: the kinds and how they are linked."""
    parts = [(name, c.kind, c.disabled) for name, c in circuit.components.items()]
    own = {name: d for name, d in circuit.definitions.items() if isinstance(d, dict) and "equations" in d}
    return parts, circuit.nodes(), own


class _Reading:
    """Values of placed components with inputs replaced by their names, for comparison, and the numbers of these inputs."""

    def __init__(self, inputs: set[str]):
        self.inputs = inputs
        self.numbers: dict[str, float] = {}

    def all_of(self, placed: Mapping[str, ResolvedComponent]) -> list[Any]:
        return [(name, item.kind, list(item.ports), self._values(name, item)) for name, item in placed.items()]

    def _values(self, name: str, item: ResolvedComponent) -> dict[str, Any]:
        return {
            parameter.name: parameter.symbolise(item.values[parameter.name], self._make(f"{name}.{parameter.name}"))
            for parameter in item.kind.parameters.values()
        }

    def _make(self, prefix: str):
        def make(label: str, number: float) -> Any:
            name = f"{prefix}.{label}" if label else prefix
            if name not in self.inputs:
                if number != 0.0:
                    raise _StructureError
                return 0.0
            self.numbers[name] = float(number)
            return ("input", name)

        return make


def _with_numbers(model: Model, circuit: Circuit, topology: Topology, numbers: dict[str, float]) -> Model | None:
    """None if the way the equations were solved is not valid for these numbers."""
    symbols, old = copy.copy(model.symbols), model.symbols.parameters
    values = [numbers.get(name, number) for name, number in zip(old.names, old.numbers, strict=True)]
    symbols.parameters = replace(old, numbers=values)
    if not all(decision(symbols.parameters) for decision in old.decisions):
        return None
    symbols.laws = [
        item.values[parameter.name]
        for item in topology.placed.values()
        for parameter in item.kind.parameters.values()
        if isinstance(parameter, LawOf)
    ]
    made = copy.copy(model)  # with all functions made so far
    made.circuit, made.symbols = circuit, symbols
    made.topology = replace(model.topology, placed=topology.placed, circuit=topology.circuit)
    return made
