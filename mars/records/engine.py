"""The engine of a part of a run: the model, its machine code, and cached functions of selected variables."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from mars.document.circuit import Circuit
from mars.events.switchboard import Switchboard, switches
from mars.machine import interpret
from mars.model.build import Model, build_model
from mars.model.compiled import CompiledModel, compile_model
from mars.model.variables import Variables
from mars.records.reuse_model import retuned
from mars.simulation.run import FollowingRun, Run
from mars.simulation.settings import Settings
from mars.simulation.stages import RunInProgress

KEPT = 16  # sets of names whose functions are cached


@dataclass
class Engine:
    """Engines that differ only in numbers share everything else."""

    model: Model
    variables: Variables
    native: CompiledModel
    board: Switchboard | None
    formulation: tuple[Any, ...]  # mode and Baumgarte's gains, on which the model depends
    _chosen: OrderedDict[tuple[str, ...], Chosen] = field(default_factory=OrderedDict)

    @classmethod
    def build(cls, circuit: Circuit, settings: Settings) -> Engine:
        """Raises MarsError if the circuit cannot run."""
        model = build_model(circuit, mode=settings.mode, baumgarte=settings.baumgarte)
        variables = Variables(model)
        board = Switchboard(model, variables) if switches(model) else None
        native = compile_model(model, board.guards.function if board is not None else None)
        return cls(model, variables, native, board, formulation_of(settings))

    @classmethod
    def of(cls, run: RunInProgress) -> Engine:
        return cls(run.start.model, run.start.variables, run.native, run.board, formulation_of(run.settings))

    def with_numbers_of(self, circuit: Circuit, settings: Settings) -> Engine | None:
        """The same machine code with the numbers of another circuit, if nothing else differs."""
        model = retuned(self.model, circuit) if formulation_of(settings) == self.formulation else None
        if model is None:
            return None
        _ = self.variables.table  # computed once for all
        variables = copy.copy(self.variables)
        variables.model = model
        board = self.board.fresh_copy(model, variables) if self.board is not None else None
        return Engine(model, variables, self.native, board, self.formulation, self._chosen)

    def chosen(self, names: Sequence[str]) -> Chosen:
        key = tuple(names)
        if key not in self._chosen:
            self._chosen[key] = Chosen(self.variables, key)
            while len(self._chosen) > KEPT:
                self._chosen.popitem(last=False)
        self._chosen.move_to_end(key)
        return self._chosen[key]

    @property
    def kind(self) -> type[Run]:
        return FollowingRun if self.model.mode == "kinematic" and self.model.constraints.size else Run

    @property
    def units(self) -> dict[str, str]:
        """Units of all variables."""
        return {name: unit for name, (unit, _) in self.variables.table.items()}


def formulation_of(settings: Settings) -> tuple[Any, ...]:
    return settings.mode, settings.baumgarte


def engine_after(before: Engine | None, circuit: Circuit, settings: Settings) -> tuple[Engine, bool]:
    """The engine of a circuit that follows another, and whether it shares that circuit's machine code."""
    engine = before.with_numbers_of(circuit, settings) if before is not None else None
    return (Engine.build(circuit, settings), False) if engine is None else (engine, True)


class Chosen:
    """Selected variables as functions: those of the states alone, and those that also need the rates of the states.

    Names that do not exist give columns of NaN.
    """

    def __init__(self, variables: Variables, names: Sequence[str]):
        self._variables, known = variables, variables.coordinates
        entries = [known.get(name) or variables.table.get(name) for name in names]
        self._count = len(entries)
        self._expressions = {i: ca.SX(entry[1]) for i, entry in enumerate(entries) if entry is not None}
        self._deep = [i for i, expression in self._expressions.items() if ca.depends_on(expression, variables.dx)]
        self._plain = [i for i in self._expressions if i not in self._deep]

    def rows(self, run: Run, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """One row for each time; the run has the steps that contain the times."""
        rows = np.full((times.size, self._count), np.nan)
        if self._plain:
            rows[:, self._plain] = self._plainly(times, states, run.parameters_at(times))
        if self._deep:
            rows[:, self._deep] = run.evaluate(self._deeply, times, states)
        return rows

    @cached_property
    def _deeply(self) -> Any:
        return self._variables.function([self._expressions[i] for i in self._deep])

    @cached_property
    def _plainly(self) -> Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]:
        """Bound once: frames are computed 60 times a second."""
        model = self._variables.model
        function = self._variables.function([self._expressions[i] for i in self._plain])
        n, out = len(model.states), np.zeros(len(self._plain))
        x, dx, p, t = np.zeros(n), np.zeros(n + model.constraints.size), model.parameters(), np.zeros(1)
        fill = interpret(function).bind(x, dx, p, t, out)

        def evaluate(times: np.ndarray, states: np.ndarray, parameters: np.ndarray) -> np.ndarray:
            rows = np.empty((times.size, out.size))
            for i in range(times.size):
                x[:], p[:], t[0] = states[i], parameters[i], times[i]
                fill()
                rows[i] = out
            return rows

        return evaluate
