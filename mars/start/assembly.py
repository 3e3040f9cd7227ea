"""Consistent start of closed loops: positions, then speeds, moved as little as possible from the given start values.

The editor closes loops in the same way without a model: `mars.mechanism.poses.close_loops`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from mars.errors import CircuitError, Complaint
from mars.flat_names import shown
from mars.machine.constraint_packing import ALWAYS
from mars.mechanism.frames import Closure, Frame
from mars.mechanism.poses.least_change import least_change
from mars.mechanism.poses.numeric_frames import turn_ball
from mars.messages import Message, all_of, in_turn, one_way_or
from mars.model.build import Model
from mars.model.compiled import closing_states
from mars.model.mechanics.constraints import ConstraintRow
from mars.model.networks.ports import joint_ports

CLOSED = 1e-12  # relative to the size of the mechanism
TRIES = 20  # from the drawn start, then with small, then large perturbations (a stretched mechanism has no way to bend)
STEPS = 60
LARGEST_TURN = 0.5  # rad, or relative to the size of the mechanism, in one step
NEARLY_CLOSED = 1e3 * CLOSED  # accepted where no step improves any more
ROUNDING = 1e-14  # of the terms of a linear row
NO_STEP = 1e-15  # rad or m: a step that changes nothing
CONSISTENT = 1e-8  # of the size per second: start speeds that fit the loops
DEPENDENT = 1e-8  # of a scaled row: singular values below it add nothing to the rank
EMPTY_ROW = 1e-9  # of the largest row: rows below it hold no joint
SHARE = 1e-6  # of a unit vector: a row that takes part in a dependency
MOVES = 1e-9  # of a scaled row: a joint that takes part


@dataclass(frozen=True)
class StartTarget:
    """A start value of a variable that is not a state, such as the position of a point: joints are moved until it is met."""

    name: str
    expression: ca.SX  # of states, parameters and time
    value: float
    moves: bool  # a position; otherwise a velocity
    fixed: bool = True  # otherwise only as close as everything else allows


def assemble(
    model: Model, x: np.ndarray, fixed: set[int], t: float = 0.0, targets: Sequence[StartTarget] = (), given: Collection[int] = ()
) -> np.ndarray:
    """The state with its loops closed and targets met. Fixed states are kept; if that fails, the gap is reported.

    `given` are the states with a start value, fixed or guessed; guesses move only if nothing else can.
    """
    if not model.constraints.size and not targets:
        return x
    needed = [target for target in targets if target.fixed]
    if len(needed) < len(targets):  # guesses provide a starting point
        with suppress(CircuitError):
            guess = Assembly(model, fixed, t, targets, given=given)
            x = guess.speeds(guess.positions(x))
    if not model.constraints.size and not needed:
        return x
    assembly = Assembly(model, fixed, t, needed, given=given)
    return assembly.speeds(assembly.unwound(assembly.positions(x), given))


@dataclass(frozen=True)
class Mobility:
    """The mobility of a mechanism with loops at a state."""

    constraints: int
    independent: int  # rank of the closure at this state
    free_speeds: int
    overdone: list[str]  # joints of the loops with redundant constraints

    @property
    def by_count(self) -> int:
        """Grübler's count: speeds minus constraints; too small if constraints are redundant."""
        return self.free_speeds - self.constraints

    @property
    def by_rank(self) -> int:
        return self.free_speeds - self.independent


def mobility(model: Model, x: np.ndarray, t: float = 0.0) -> Mobility:
    assembly = Assembly(model, set(), t)
    on = np.flatnonzero(assembly.on)
    K = assembly.slopes(x, assembly.p, t)[on]
    scale = np.linalg.norm(K, axis=1, keepdims=True)
    K = np.where(scale > EMPTY_ROW * scale.max(initial=0.0), K / np.maximum(scale, 1e-300), 0.0)
    left, values, _ = np.linalg.svd(K)
    rank = int((values > DEPENDENT).sum())
    needless = np.abs(left[:, rank:]).max(axis=1, initial=0.0) > SHARE  # rows that depend on others
    closures = {id(model.constraints.rows[on[i]].closure) for i in np.flatnonzero(needless)}
    same_loop = np.array([id(model.constraints.rows[i].closure) in closures for i in on], dtype=bool)
    moved = np.flatnonzero(np.abs(K[same_loop]).max(axis=0, initial=0.0) > MOVES)
    nodes = [model.states[assembly.columns[i]].node for i in moved]
    joints = dict.fromkeys(joint_ports(model.symbols, node)[0][0] for node in nodes)
    return Mobility(on.size, rank, assembly.columns.size, list(joints))


class Assembly:
    """Gaps of all active rows, and the smallest change of the moving states that closes them."""

    def __init__(
        self,
        model: Model,
        fixed: set[int],
        t: float = 0.0,
        targets: Sequence[StartTarget] = (),
        p: np.ndarray | None = None,
        given: Collection[int] = (),
    ):
        """`p` decides which rows are active; by default those active at the start."""
        self.model, self.fixed, self.t, self.targets = model, fixed, t, targets
        self.p = model.parameters(t + 1e-9) if p is None else p
        self.freedoms, self.balls = closing_states(model)
        moving = [*self.freedoms[:, 1], *self.balls[:, 1:].ravel()]
        self.columns = np.array(moving, dtype=int)
        free = [position not in fixed for position in self.freedoms[:, 0]]
        free += [first not in fixed for first in self.balls[:, 0] for _ in range(3)]
        self.may_move = np.array(free, dtype=float)
        self.may_speed = np.array([speed not in fixed for speed in moving], dtype=float)
        guessed = [position in given for position in self.freedoms[:, 0]]
        guessed += [first in given for first in self.balls[:, 0] for _ in range(3)]
        self.guessed = np.array(guessed, dtype=float)
        self.guessed_speed = np.array([speed in given for speed in moving], dtype=float)
        # The rate of a position is linear in the speeds; its derivatives are those of the position by the coordinates.
        rates = [ca.jtimes(target.expression, model.x, model.dx) if target.moves else target.expression for target in targets]
        arguments = [model.x, model.p, model.symbols.t]
        slopes = ca.jacobian(ca.vertcat(*rates), model.x)[:, moving] if targets else ca.SX(0, len(moving))
        self._target_slopes = ca.Function("slopes", arguments, [ca.densify(slopes)])
        self._target_gaps = ca.Function("missed", arguments, [ca.vertcat(*(ca.SX(w.expression) - w.value for w in targets))])
        self.size, self._units = 1.0, np.ones(self.columns.size)
        flags = np.array(model.constraints.flags, dtype=int)
        closed = np.where(flags < 0, flags == ALWAYS, self.p[flags] != 0).astype(float)  # gaps that no switch has opened
        self.on = np.concatenate([closed, np.ones(len(targets))])

    def slopes(self, x: np.ndarray, p: np.ndarray, t: float) -> np.ndarray:
        """Derivatives of the gaps, then of the targets, by the joint coordinates."""
        speeds, function = self.model.gap_slopes
        rows = np.array(function(x, p, t))[:, np.searchsorted(speeds, self.columns)]
        return np.vstack([rows, np.array(self._target_slopes(x, p, t))]) if self.targets else rows

    def measure(self, x: np.ndarray) -> None:
        """Lever arms of the joints about the cut points: the reference length for gaps."""
        along = [i for i, row in enumerate(self.model.constraints.rows) if row.is_length]
        arms = np.abs(self.slopes(x, self.p, self.t)[along])
        self.size = float(arms.max(initial=0.0)) or 1.0
        lengths = [self.model.states[i].unit != "rad" for i in self.freedoms[:, 0]] + [False] * (3 * len(self.balls))
        self._units = np.where(lengths, max(1.0, self.size), 1.0)

    def gaps(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = self.model.closure(x, np.zeros(self.model.constraints.size), self.p, self.t)
        missed, moves = np.zeros(0), np.array([target.moves for target in self.targets], dtype=bool)
        if self.targets:
            missed = np.array(self._target_gaps(x, self.p, self.t)).ravel()
        gaps = np.concatenate([np.array(found[0]).ravel(), np.where(moves, missed, 0.0)])
        rates = np.concatenate([np.array(found[1]).ravel(), np.where(moves, 0.0, missed)])
        return gaps * self.on, rates * self.on

    def _stage(self, moves: bool) -> np.ndarray:
        """Mask of the rows for the position stage or the speed stage."""
        own = [float(target.moves == moves) for target in self.targets]
        return np.concatenate([self.on[: self.model.constraints.size], own])

    @cached_property
    def linear(self) -> np.ndarray:
        """Mask of the rows whose gaps are linear in the coordinates: gears, wires, other names of shafts."""
        slopes = ca.jacobian(ca.vertcat(self.model.constraints.gaps, *(ca.SX(w.expression) for w in self.targets)), self.model.x)
        straight = [row.closure is None for row in self.model.constraints.rows] + [True] * len(self.targets)
        return np.array([may and not ca.depends_on(slopes[i, :], self.model.x) for i, may in enumerate(straight)], dtype=bool)

    def positions(self, x0: np.ndarray, tries: int = TRIES) -> np.ndarray:
        """Linear rows are met exactly, in one step of any length; then loops are searched for, first with all guesses kept."""
        self.measure(x0)
        x0 = self._meet_linear(x0)
        closed = False
        if np.any(self.guessed * self.may_move):
            x, closed = self._search(x0, 1, self.may_move * (self.guessed == 0))
        if not closed:
            x, closed = self._search(x0, tries, self.may_move)
        if closed or np.abs(self._missing(x)).argmax() >= self.model.constraints.size:
            return x  # a target that is not met is reported by the caller
        raise CircuitError([self._open(x)])

    def _meet_linear(self, x: np.ndarray) -> np.ndarray:
        on = self._stage(moves=True) * self.linear
        for _ in range(2 if on.any() else 0):  # the second step removes rounding
            K = self.slopes(x, self.p, self.t) * on[:, None]
            x = self.moved(x, least_change(K, self.gaps(x)[0] * on, self.may_move, self.guessed))
        return x

    def _missing(self, x: np.ndarray) -> np.ndarray:
        """The gaps, those of linear rows without rounding, which grows with the turns of a motor behind a gear."""
        gap = self.gaps(x)[0]
        terms = np.abs(self.slopes(x, self.p, self.t)[:, : len(self.freedoms)]) @ np.abs(x[self.freedoms[:, 0]])
        return np.where(self.linear & (np.abs(gap) <= ROUNDING * terms), 0.0, gap)

    def _search(self, x0: np.ndarray, tries: int, may_move: np.ndarray) -> tuple[np.ndarray, bool]:
        """Newton's method from x0, then from shaken starts: the state with the smallest gap, and whether it is closed."""
        best, smallest, stage = x0, np.inf, self._stage(moves=True)
        for attempt in range(tries):
            shaken = 0.1 * attempt if attempt < TRIES // 2 else 0.3 * attempt
            shake = np.random.default_rng(attempt).normal(size=self.columns.size)
            x = x0 if attempt == 0 else self._meet_linear(self.moved(x0, shaken * shake * may_move))
            for _ in range(STEPS):
                gap = self._missing(x)
                worst = float(np.abs(gap).max(initial=0.0))
                if worst < smallest:
                    best, smallest = x, worst
                if worst < CLOSED * self.size:
                    return x, True
                K = self.slopes(x, self.p, self.t) * stage[:, None]
                step = least_change(K, gap, may_move)
                if np.abs(step).max(initial=0.0) < NO_STEP:
                    break
                bends = np.any(K[~self.linear] != 0.0, axis=0) / self._units  # other coordinates may move by any length
                x = self.moved(x, step * min(1.0, LARGEST_TURN / max(1e-300, float(np.abs(step * bends).max(initial=0.0)))))
            if smallest < NEARLY_CLOSED * self.size:
                return best, True
        return best, False

    def unwound(self, x: np.ndarray, given: Collection[int]) -> np.ndarray:
        """Angles that were found rather than given, brought within half a turn of zero: the search must not wind up a spring."""
        for position in self.freedoms[:, 0]:
            turns = round(float(x[position]) / (2 * np.pi))
            if turns == 0 or position in given or self.model.states[position].unit != "rad":
                continue
            less = x.copy()
            less[position] -= 2 * np.pi * turns
            if np.abs(self.gaps(less)[0]).max() < NEARLY_CLOSED * self.size:  # gears see whole turns
                x = less
        return x

    def speeds(self, x: np.ndarray) -> np.ndarray:
        x = x.copy()
        K = self.slopes(x, self.p, self.t) * self._stage(moves=False)[:, None]
        for _ in range(2):
            x[self.columns] += least_change(K, self.gaps(x)[1], self.may_speed, self.guessed_speed)
        rates = np.abs(self.gaps(x)[1][: self.model.constraints.size])
        if rates.max(initial=0.0) > CONSISTENT * self.size:
            raise CircuitError([self._torn(self.model.constraints.rows[int(rates.argmax())], float(rates.max()))])
        return x

    def least(self, x: np.ndarray, gap: np.ndarray, weights: np.ndarray, on: np.ndarray | None = None) -> np.ndarray:
        """The smallest change of the moving states that closes the gap to first order."""
        return least_change(self.slopes(x, self.p, self.t) * (self.on if on is None else on)[:, None], gap, weights)

    def moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        x = x.copy()
        count = len(self.freedoms)
        x[self.freedoms[:, 0]] += step[:count]
        for i, (first, *_) in enumerate(self.balls):
            turn_ball(x, first, step[count + 3 * i : count + 3 * i + 3])
        return x

    def _open(self, x: np.ndarray) -> Complaint:
        gap, rows = self._missing(x), self.model.constraints.rows
        worst = int(np.abs(gap).argmax())
        closure = rows[worst].closure
        fixed, given = self._held(rows[worst], "position", "quaternion")
        if self.linear[worst]:
            fixed = self._fixed_values(x, worst)
        ways = ["Change the lengths or positions"]
        ways += [Message("mark fixed start values as guesses ({fixed})", fixed=fixed)] if fixed else []
        ways += [Message("change the start or the law of the prescribed motions ({given})", given=given)] if given else []
        if closure is None:
            cause = Message(
                "its {what} cannot be satisfied at the start: the residual is {gap:.4g} rad or m",
                what=rows[worst].what,
                gap=abs(gap[worst]),
            )
        else:
            mine = [i for i, row in enumerate(rows) if row.closure is closure and row.is_length]
            distance = float(np.linalg.norm(gap[mine]))
            joints = ", ".join(dict.fromkeys(frame.component for frame in self._frames(closure)))
            cause = Message(
                "its loop (joints {joints}) cannot be closed: a gap of {distance:.4g} m remains",
                distance=distance,
                joints=joints,
            )
        return Complaint(rows[worst].component, cause, one_way_or(ways), code="open-loop")

    def _fixed_values(self, x: np.ndarray, row: int) -> str:
        """The fixed coordinates of a linear row with their values."""
        slopes = self.slopes(x, self.p, self.t)[row, : len(self.freedoms)]
        places = [int(place) for place in self.freedoms[slopes != 0.0, 0] if place in self.fixed]
        states = [(self.model.states[place], float(x[place])) for place in places]
        return ", ".join(f"{shown(state.name)} = {value:g} {state.unit}" for state, value in states)

    def _torn(self, row: ConstraintRow, rate: float) -> Complaint:
        fixed, given = self._held(row, "speed")
        who: list[str] = [Message("the prescribed motions ({given})", given=given)] if given else []
        ways = ["Remove one of the prescribed motions, or make their laws consistent"] if given else []
        if fixed or not given:
            who.append(Message("the fixed speeds ({fixed})", fixed=fixed) if fixed else "the motions at the start")
            ways.append("Mark one of the start speeds as a guess")
        cause = Message(
            "{who} are inconsistent with its {what}: the residual is {rate:.3g} m/s or rad/s",
            who=all_of(who),
            what=row.what,
            rate=rate,
        )
        if row.closure is not None:
            cause = Message(
                "{who} pull its loop apart in {what} at {rate:.3g} m/s or rad/s",
                who=all_of(who),
                what=row.what,
                rate=rate,
            )
        return Complaint(row.component, cause, in_turn(ways, "{first}. {last}"), code="start")

    def _held(self, row: ConstraintRow, *levels: str) -> tuple[str, str]:
        """What blocks a loop: fixed states of these levels, and ports of joints with given motions."""
        model, frames = self.model, self._frames(row.closure)
        joints = {frame.component for frame in frames}
        states = [model.states[i] for i in sorted(self.fixed)]
        fixed = [s.name.removesuffix(".w") for s in states if s.level in levels and s.name.split(".")[0] in joints]
        nodes = [node for frame in frames for node in frame.nodes if node in model.network.given]
        given = [".".join(joint_ports(model.symbols, node)[0]) for node in nodes]
        return ", ".join(fixed), ", ".join(given)

    def _frames(self, closure: Closure | None) -> list[Frame]:
        """The frames that a loop moves; all frames if there is no loop."""
        frames = self.model.skeleton.frames

        def way(frame: int) -> set[int]:
            return {frame} | way(frames[frame].parent) if frame >= 0 else set()

        loop = way(closure.first.frame) ^ way(closure.second.frame) if closure is not None else range(len(frames))
        return [frames[i] for i in sorted(loop) if frames[i].motion != "root"]
