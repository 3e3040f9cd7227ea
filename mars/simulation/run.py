"""A run: the states, and every variable by name on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.document.aliases import accept_result
from mars.errors import DocumentError
from mars.event_log import Event, Jump
from mars.flat_names import shown
from mars.machine import compile_function, interpret
from mars.messages import meant
from mars.model.build import Model
from mars.model.compiled import CompiledModel, closed_rates
from mars.model.variables import Variables
from mars.simulation.export import write_results
from mars.simulation.snapshot import Snapshot
from mars.start.kinematic_mode import KinematicMode

if TYPE_CHECKING:
    from mars.simulation.ledger import Ledger
    from mars.simulation.settings import Settings
    from mars.solvers.contract import Steps
    from mars.tableau.ida import Witness


MANY = 20_000  # times from which on machine code of the variables saves more than its compilation costs
BEFORE_EVENT = 1e-9  # relative to the span of a run: the sample just before an event, so that jumps are drawn vertically


class Run:
    """Results of a run at its output times; variables are computed from the states on demand."""

    def __init__(self, model: Model, variables: Variables, time: np.ndarray, states: np.ndarray, begin: float):
        self.model, self.variables = model, variables
        self.time, self.states = time, states
        self.begin = begin  # start of the whole run, to recover the segments between breaks
        self.steps: Steps | None = None
        self.native: CompiledModel | None = None
        self.events: list[Event] = []  # mode changes
        self.jumps: list[Jump] = []  # impacts
        self.settings: Settings | None = None  # the settings of the run
        self.remarks: list[str] = []  # on results that are impossible, or less certain than asked for
        self.repeat: Callable[[Settings], Run] | None = None  # the same run with other settings
        self._cache: dict[str, np.ndarray] = {}

    @classmethod
    def from_steps(cls, model: Model, variables: Variables, native: CompiledModel, steps: Steps, times: np.ndarray) -> Run:
        reached = times[(times >= steps.t[0]) & (times <= steps.t[-1])]
        if reached.size == 0 or (steps.status != "finished" and reached[-1] < steps.t[-1]):
            reached = np.append(reached, steps.t[-1])
        run = cls(model, variables, reached, np.zeros((0, len(model.states))), steps.state.start)
        run.steps, run.native = steps, native
        run.states = run.states_at(reached)
        return run

    def __repr__(self) -> str:
        title = self.model.circuit.title or "a circuit"
        return f"<Run of {title}: {self.status} at t = {self.time[-1]:g} s, {len(self.units)} variables>"

    @property
    def status(self) -> str:
        return self.steps.status if self.steps is not None else "finished"

    @cached_property
    def units(self) -> dict[str, str]:
        """All variables: name -> unit."""
        return {name: unit for name, (unit, _) in self.variables.table.items()}

    def __getitem__(self, name: str) -> np.ndarray:
        """Values at `run.time` of one variable."""
        return next(iter(self.values([self._single(name)]).values()))

    def __contains__(self, name: object) -> bool:
        return name in self.units or (isinstance(name, str) and accept_result(self.model.circuit, name) in self.units)

    def names(self, *patterns: str) -> list[str]:
        """Names of variables; patterns may contain * and ?."""
        if not patterns:
            return list(self.units)
        found: dict[str, None] = {}
        for pattern in patterns:
            matching = self._matching(pattern)
            if not matching:
                remedy = meant(str(pattern), self.units) or "Run “mars run FILE --final” to list all names"
                raise DocumentError(
                    "unknown variable “{pattern}”. {remedy}", code="unknown-variable", pattern=pattern, remedy=remedy
                )
            found |= dict.fromkeys(matching)
        return list(found)

    def has(self, pattern: str) -> bool:
        """Whether a variable matches this name or pattern."""
        return bool(self._matching(pattern))

    def _matching(self, pattern: str) -> list[str]:
        if pattern in self.units:
            return [pattern]
        pattern = accept_result(self.model.circuit, str(pattern))
        return [name for name in self.units if fnmatchcase(name, pattern)]

    def plot(self, path: str | Path, *patterns: str, dark: bool = False, title: str | None = None) -> None:
        """Draw curves to a .png or .svg; by default the plots and the title of the circuit."""
        from mars.pictures.charts.circuit_plots import kept_groups
        from mars.pictures.charts.plot import Curve, Group, plot_groups, save

        groups = kept_groups(self) if not patterns else []
        if not groups:
            names, times = self.names(*patterns), self.curve_times()
            values = self.at(times, *names) if self.events else self.values(names)
            groups = [Group([Curve(name, self.unit(name), times, value) for name, value in values.items()])]
        title = self.model.circuit.title if title is None else title
        save(plot_groups(groups, title=title, theme="dark" if dark else "light"), path)

    def curve_times(self) -> np.ndarray:
        """Output times, plus a sample just before and one at each event, so that jumps are vertical."""
        times = self.time
        if not self.events:
            return times
        at = np.array([event.t for event in self.events if times[0] < event.t <= times[-1]])
        before = np.maximum(at - BEFORE_EVENT * (times[-1] - times[0]), times[0])  # an event may occur right at the start
        return np.unique(np.concatenate([times, before, at]))

    def unit(self, name: str) -> str:
        return self.units[self.names(name)[0]]

    def values(self, names: list[str]) -> dict[str, np.ndarray]:
        """Several variables together (faster than one by one)."""
        wanted = [n for name in names for n in self.names(name)]
        new = [name for name in wanted if name not in self._cache]
        if new:
            function = self.variables.function([self.variables.table[name][1] for name in new])
            values = self.evaluate(function, self.time, self.states)
            self._cache |= {name: values[:, i] for i, name in enumerate(new)}
        return {name: self._cache[name] for name in wanted}

    def evaluate(self, function: Any, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """A function (x, dx, p, t) at many states; one row each."""
        if len(times) == 0:
            return np.zeros((0, function.numel_out(0)))
        parameters, rows = self._parameters(times)
        slopes = self._slopes(times, states, parameters, rows)
        t, x, dx, p = np.zeros(1), np.zeros(states.shape[1]), np.zeros(slopes.shape[1]), parameters[0].copy()
        out = np.zeros(function.numel_out(0))
        source = compile_function(function, level=0) if len(times) > MANY else interpret(function)
        outputs = source.bind(x, dx, p, t, out)
        found, last = np.empty((len(times), out.size)), -1
        for i, row in enumerate(rows.tolist()):
            t[0], x[:], dx[:] = times[i], states[i], slopes[i]
            if row != last:
                p[:], last = parameters[row], row
            outputs()
            found[i] = out
        return found

    def _slopes(self, times: np.ndarray, states: np.ndarray, parameters: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The rates of the states and the multipliers at each time, evaluated once."""
        slopes = np.zeros((len(times), states.shape[1] + self.model.constraints.size))
        doubtful = np.ones(len(times), dtype=bool)
        if self.native is not None:
            from mars.solvers.solved_rates import solved_rates

            found, doubtful = solved_rates(self.native, states, parameters, rows, times)
            slopes[:, : found.shape[1]] = found  # in kinematic mode there are no multipliers
        if doubtful.any():
            self._slopes_one_by_one(slopes, doubtful, times, states, parameters[rows[doubtful]])
        return slopes

    def _slopes_one_by_one(
        self, slopes: np.ndarray, chosen: np.ndarray, times: np.ndarray, states: np.ndarray, parameters: np.ndarray
    ) -> None:
        """By dense eigenvalues, close to singular positions; `parameters` are those of the chosen rows."""
        model = self.model
        t, x, p = np.zeros(1), np.zeros(len(model.states)), parameters[0].copy()
        dx, h = np.zeros(len(model.states)), np.zeros(model.function.numel_out(1))
        source = self.native if self.native is not None else interpret(model.function)
        rates = source.bind(x, np.zeros(model.function.numel_in(1)), p, t, dx, h)
        for i, numbers in zip(np.flatnonzero(chosen), parameters, strict=True):
            t[0], x[:], p[:] = times[i], states[i], numbers
            rates()
            slopes[i] = closed_rates(model, dx, h, p)

    def parameters_at(self, times: np.ndarray) -> np.ndarray:
        """The parameters with the modes that apply from each time on."""
        parameters, rows = self._parameters(times)
        return parameters[rows]

    def _parameters(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sets of parameters, and the set that applies from each time on."""
        if self.steps is not None and len(self.steps.segment):
            return self.steps.parameters, self.steps.segments_at(times)
        segments, rows = np.unique(_segment_times(self.model, times, self.begin), return_inverse=True)
        return np.array([self.model.parameters(segment) for segment in segments]), rows

    def states_at(self, times: np.ndarray) -> np.ndarray:
        """States at any times of the run, from the dense output of its steps."""
        from mars.solvers.dense_output import closed

        if self.steps is None or self.native is None:
            raise DocumentError(
                "runs with method ida have no values between their output times. Use another method", code="not-supported"
            )
        return closed(self.native, self.steps, times, self.steps.replay(self.native, times))

    def sample(self, function: Any, times: np.ndarray) -> np.ndarray:
        """A function (x, dx, p, t) at any times of the run."""
        return self.evaluate(function, times, self.states_at(times))

    def gaps(self) -> np.ndarray:
        """The gap of each constraint at the output times; those of holds that are off are meaningless."""
        model = self.model
        x, p, t, m = np.zeros(len(model.states)), model.parameters(), np.zeros(1), model.constraints.size
        out = np.zeros(m)
        close = interpret(model.closure).bind(x, np.zeros(m), p, t, out, np.zeros(m))
        rows = np.empty((self.time.size, m))
        for i, (time, state, numbers) in enumerate(zip(self.time, self.states, self.parameters_at(self.time), strict=True)):
            x[:], t[0], p[:] = state, time, numbers
            close()
            rows[i] = out
        return rows

    def at(self, times: np.ndarray | list[float], *patterns: str) -> dict[str, np.ndarray]:
        """Variables at any times within the run: name -> values. All of them are computed together, once for each time."""
        names = self.names(*patterns)
        wanted = _numbers(times).ravel()
        begin, end = (float(self.steps.t[i]) for i in (0, -1)) if self.steps is not None else (0.0, 0.0)
        if self.steps is not None and not np.all((wanted >= begin) & (wanted <= end)):
            raise DocumentError(
                "the run covers {begin:g} to {end:g} s. Request times within it", code="out-of-range", begin=begin, end=end
            )
        rows = self.sample(self.variables.function([self.variables.table[n][1] for n in names]), wanted)
        return {name: rows[:, i] for i, name in enumerate(names)}

    def value_at(self, times: np.ndarray | list[float] | float, name: str) -> np.ndarray:
        """One variable at any times within the run, in their shape: a single number for a single time."""
        wanted, single = _numbers(times), self._single(name)
        return self.at(wanted.ravel(), single)[single].reshape(wanted.shape)

    def _single(self, name: str) -> str:
        """The only variable of this name or pattern."""
        found = self.names(name)
        if len(found) > 1:
            raise DocumentError(
                "“{name}” matches {count} variables. Use run.values([...]) or run.at(times, …) to read several",
                code="several-variables",
                name=name,
                count=len(found),
            )
        return found[0]

    def final(self) -> dict[str, float]:
        """All variables at the last output time."""
        function = self.variables.function([expression for _, expression in self.variables.table.values()])
        row = self.evaluate(function, self.time[-1:], self.states[-1:])[0]
        return dict(zip(self.variables.table, (float(value) for value in row), strict=True))

    @cached_property
    def error_estimate(self) -> dict[str, float]:
        """The largest error of each state at the output times, in SI units, estimated by repeating the run with finer steps."""
        from mars.simulation.accuracy import error_estimate

        if self.repeat is None:
            raise DocumentError(
                "the error is estimated by repeating the run with finer steps, which is possible only for a run that has just "
                "been computed by simulate, and not with method ida",
                code="not-supported",
            )
        return error_estimate(self, self.repeat)

    @cached_property
    def _ledger(self) -> Ledger:
        from mars.simulation.ledger import make_ledger

        return make_ledger(self)

    def ledger(self) -> Ledger:
        """The energy ledger: received, stored and lost energy of each component, and the balance."""
        return self._ledger

    def snapshot(self) -> Snapshot:
        """The final state of the run, for `simulate(resume=…)`."""
        if self.steps is None:
            raise DocumentError("runs with method ida cannot be resumed. Use another method", code="not-supported")
        state = self.steps.state
        names = [s.name for s in self.model.states]
        solver = {name: part.tolist() for name, part in vars(state).items() if isinstance(part, np.ndarray) and name != "x"}
        states = dict(zip(names, state.x.tolist(), strict=True))
        modes = self.steps.parameters[-1][self.model.mode_places].tolist()
        names = [self.model.symbols.parameters.names[place] for place in self.model.mode_places]
        return Snapshot(self.model.circuit.physics_hash(), state.t, states, solver, state.start, modes, names)

    def frame(self, *patterns: str) -> Any:
        """A pandas DataFrame indexed by time (pandas is optional)."""
        try:
            import pandas as pd  # pyright: ignore[reportMissingImports]
        except ImportError:
            raise DocumentError(
                "Data frames need pandas. Install it with: pip install mars-circuits[tables]", code="missing-package"
            ) from None
        return pd.DataFrame(self.values(self.names(*patterns)), index=pd.Index(self.time, name="time"))

    def save(self, path: str | Path, *patterns: str) -> None:
        """Write results in the format given by the file extension: .csv, .npz, .parquet, .json."""
        write_results(self, Path(path), self.names(*patterns))


class FollowingRun(Run):
    """Kinematic mode with loops: joints without a prescribed motion follow from the closure."""

    @cached_property
    def following(self) -> KinematicMode:
        return KinematicMode(
            self.model, lambda t: (super(FollowingRun, self).states_at(np.array([t]))[0], self.parameters_at(np.array([t]))[0])
        )

    def states_at(self, times: np.ndarray) -> np.ndarray:
        assert self.steps is not None
        grid, places = np.unique(np.concatenate([[self.steps.t[0]], times]), return_inverse=True)
        return self.following.along(self.steps.x[0], grid)[places[1:]]

    def snapshot(self) -> Snapshot:
        """Including the states of the joints that follow."""
        found = super().snapshot()
        states = self.states_at(np.array([found.t]))[0]
        return replace(found, states=dict(zip(found.states, states.tolist(), strict=True)))

    def _slopes(self, times: np.ndarray, states: np.ndarray, parameters: np.ndarray, rows: np.ndarray) -> np.ndarray:
        slopes, columns = super()._slopes(times, states, parameters, rows), self.following.columns
        for i, (t, x, row) in enumerate(zip(times, states, rows, strict=True)):
            slopes[i, columns] = self.following.accelerations(x, parameters[row], float(t))
        return slopes


class WitnessRun(Run):
    """A run of the tableau: every variable as given by IDA and the tableau's own equations, independent of the fast model."""

    def __init__(self, model: Model, variables: Variables, time: np.ndarray, states: np.ndarray, begin: float, witness: Witness):
        super().__init__(model, variables, time, states, begin)
        self.witness, self.events = witness, witness.events
        self._first = witness.t.size - time.size  # row of the first output time: the start itself need not be one

    def values(self, names: list[str]) -> dict[str, np.ndarray]:
        wanted = [n for name in names for n in self.names(name)]
        found = self.witness.values(wanted)[self._first :]
        return {name: found[:, i] for i, name in enumerate(wanted)}

    def final(self) -> dict[str, float]:
        return {name: float(values[-1]) for name, values in self.values(self.names()).items()}


def witness_start_values(
    model: Model, variables: Variables, names: list[str], x: np.ndarray, p: np.ndarray, t: float
) -> dict[str, float]:
    """Start values of those variables of the tableau that the fast model also has."""
    known = [name for name in names if shown(name) in variables.table]
    function = variables.function([variables.table[shown(name)][1] for name in known])
    dx, h = (np.array(part).ravel() for part in model.function(x, np.zeros(model.function.numel_in(1)), p, t))
    row = np.array(function(x, closed_rates(model, dx, h, p), p, t)).ravel()
    return dict(zip(known, row.tolist(), strict=True))


def _numbers(times: Any) -> np.ndarray:
    try:
        return np.asarray(times, dtype=float)
    except (TypeError, ValueError):
        raise DocumentError("the times must be numbers in seconds", code="bad-value") from None


def _segment_times(model: Model, times: np.ndarray, start: float) -> np.ndarray:
    """For each time, a time inside the segment between breaks that starts at or contains it."""
    inner = model.breaks.between(start, float(np.max(times, initial=start)))
    begins = np.array([start, *inner])
    middles = np.array([model.breaks.inside(begin) for begin in begins])
    return middles[np.clip(np.searchsorted(begins, times, side="right") - 1, 0, len(begins) - 1)]
