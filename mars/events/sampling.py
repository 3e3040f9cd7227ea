"""Sampled modes: which take new values at a tick, in which order, and the values (`mars.component.rules.Samples`)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import casadi as ca
import networkx as nx
import numpy as np

from mars.component.rules import Piece, Samples
from mars.errors import CircuitError, Complaint
from mars.events.guards import watched_rules
from mars.machine import interpret
from mars.model.build import Model
from mars.model.compiled import closing_states
from mars.model.variables import Variables


class Sampling:
    """All sampled numbers of a model, each with its index in p and its clock.

    They are computed in layers, each from the previous ones. A component sees its own numbers as they were: the values use
    separate symbols for these.
    """

    def __init__(self, model: Model, variables: Variables):
        rules = [(component, rule) for component, rule in watched_rules(model) if isinstance(rule, Samples)]
        self.ticks = model.ticks
        self._owners = [component for component, rule in rules for _ in range(rule.modes.numel())]
        clocks = [self.ticks.clocks.index(rule.clock) for _, rule in rules for _ in range(rule.modes.numel())]
        self._clocks = np.array(clocks, dtype=int)
        modes = [mode for _, rule in rules for mode in ca.vertsplit(rule.modes)]
        known = {symbol.element_hash(): i for i, symbol in enumerate(model.symbols.parameters.symbols)}
        self._places = np.array([known[mode.element_hash()] for mode in modes], dtype=int)
        values = variables.inserted([rule.values for _, rule in rules])
        values = [value for column in values for value in ca.vertsplit(column)]
        if model.mode == "kinematic":
            self._refuse_unknown(model, values)
        self.needs_rates = any(ca.depends_on(value, variables.dx) for value in values)
        self._find_layers(model, modes, values)
        self._layers_due: dict[tuple[int, ...], list[np.ndarray]] = {}
        self._bind(model, variables, modes, values)

    def _refuse_unknown(self, model: Model, values: list[ca.SX]) -> None:
        """Kinematic mode has no forces, and joints that follow from loops are only computed at the end."""
        freedoms, balls = closing_states(model)
        later = {*freedoms.ravel(), *balls.ravel(), *(first + i for first in balls[:, 0] for i in range(4))}
        known = _symbols(model.p, model.symbols.t, *(model.x[i] for i in range(model.x.numel()) if i not in later))
        for owner, value in zip(self._owners, values, strict=True):
            if not _symbols(value) <= known:
                cause = "it samples a value that depends on loops or forces, which kinematic mode computes only after the run"
                raise CircuitError([Complaint(owner, cause, "Run the circuit in dynamic mode", code="sampled-unknown")])

    @property
    def all_clocks(self) -> tuple[int, ...]:
        return tuple(range(len(self.ticks.clocks)))

    def _bind(self, model: Model, variables: Variables, modes: list[ca.SX], values: list[ca.SX]) -> None:
        before = ca.SX.sym("before", len(modes))
        own = [[i for i, owner in enumerate(self._owners) if owner == name] for name in self._owners]
        found = [
            ca.substitute(value, ca.vertcat(*(modes[i] for i in mine)), before[mine])
            for value, mine in zip(values, own, strict=True)
        ]
        arguments = [model.x, variables.dx, model.p, model.symbols.t, before]
        function = ca.Function("samples", arguments, [ca.densify(ca.vertcat(*found))], {"cse": True})
        self._x, self._dx, self._p, self._t, self._before = (np.zeros(argument.numel()) for argument in arguments)
        self._values = np.zeros(len(modes))
        arrays = (self._x, self._dx, self._p, self._t, self._before, self._values)
        self._evaluate = interpret(function).bind(*arrays)

    def _find_layers(self, model: Model, modes: list[ca.SX], values: list[ca.SX]) -> None:
        """Find the dependencies between components, also through pieces; loops are opened at their first component."""
        numbers = {mode.element_hash(): i for i, mode in enumerate(modes)}
        pieces = {
            rule.mode.element_hash(): _symbols(rule.enters, rule.leaves)
            for _, rule in model.network.switches
            if isinstance(rule, Piece)
        }
        graph = nx.DiGraph()
        graph.add_nodes_from(range(len(modes)))
        self._by_pieces = False  # whether a sample changes a piece on which another sample depends
        for i, value in enumerate(values):
            others = numbers.keys() - {
                mode.element_hash() for mode, owner in zip(modes, self._owners, strict=True) if owner == self._owners[i]
            }
            read = _through(_symbols(value), pieces)
            graph.add_edges_from((numbers[symbol], i) for symbol in read & others)
            self._by_pieces |= any(pieces[symbol] & others for symbol in read & pieces.keys())
        while rings := [ring for ring in nx.strongly_connected_components(graph) if len(ring) > 1]:
            for ring in rings:
                first = self._owners[min(ring)]
                graph.remove_edges_from([(j, i) for j, i in graph.edges if j in ring and self._owners[i] == first])
        self._layer = np.zeros(len(modes), dtype=int)
        for number, members in zip(count(), nx.topological_generations(graph)):
            self._layer[members] = number

    def _due(self, clocks: tuple[int, ...]) -> list[np.ndarray]:
        """The numbers that take new values, layer by layer."""
        if clocks not in self._layers_due:
            due = np.isin(self._clocks, clocks)
            layers = [np.flatnonzero(due & (self._layer == layer)) for layer in range(self._layer.max(initial=0) + 1)]
            self._layers_due[clocks] = [layer for layer in layers if layer.size]
        return self._layers_due[clocks]

    def take(
        self, x: np.ndarray, dx: np.ndarray | None, p: np.ndarray, t: float, clocks: tuple[int, ...], fit: Callable[[Any], None]
    ) -> bool:
        """Put new values into p; returns whether any has changed. `fit` reselects the pieces of p; rates only if needed."""
        self._x[:], self._p[:], self._t[0], self._before[:] = x, p, t, p[self._places]
        if dx is not None:
            self._dx[:] = dx
        for number, layer in enumerate(self._due(clocks)):
            if number and self._by_pieces:
                fit(self._p)
            self._evaluate()
            self._p[self._places[layer]] = self._values[layer]
        p[self._places] = self._p[self._places]
        return not np.array_equal(p[self._places], self._before)


def _symbols(*expressions: ca.SX | None) -> set[int]:
    return {symbol.element_hash() for e in expressions if e is not None for symbol in ca.symvar(ca.SX(e))}


def _through(symbols: set[int], pieces: dict[int, set[int]]) -> set[int]:
    """These symbols, and everything that the pieces among them depend on."""
    found, fresh = set(symbols), set(symbols)
    while fresh := {more for piece in fresh & pieces.keys() for more in pieces[piece]} - found:
        found |= fresh
    return found
