"""Which modes hold: chosen at the start, at corners of laws, at samples and at events, with impulses where something hits or is
gripped.

All modes share one model. A hold that is on is a row of the small system, b + A w = 0; modes and flags are numbers of p. Friction
that may stick and one-sided holds that may be closed make a small complementarity problem, solved by changing the worst
violation first and, should that go in circles, by trying all combinations.
"""

from __future__ import annotations

import copy
from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np

from mars.component.rules import Grips, Piece, Sticks, Stops
from mars.errors import RunError
from mars.event_log import Event, Jump
from mars.events.guards import STILL, Guards, Watched, watched_rules
from mars.events.instant import NEAR, Eye, Instant
from mars.events.sampling import Sampling
from mars.flat_names import shown
from mars.machine.least_norm import least_solution, scales
from mars.model.build import Model
from mars.model.networks.hold_rows import gap_unit, same
from mars.model.variables import Variables
from mars.start.torn_unknowns import settled

CHATTERING = 100, 1e-6  # so many events within this part of the run
MANY = 2000  # combinations that are tried in the worst case


def switches(model: Model) -> bool:
    """Whether anything in the circuit can change its mode."""
    return bool(watched_rules(model))


def begun(model: Model, variables: Variables, x: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    """States and parameters as they are where a run begins: with modes that hold there."""
    moment = SimpleNamespace(x=x.copy(), p=model.parameters(t), t=t, kind="start", guards=())
    Switchboard(model, variables, 1.0)(SimpleNamespace(switch=moment))
    return settled(model, moment.x, moment.p, t), moment.p


@dataclass
class Switchboard:
    """Called by the driver; keeps a log of events and of impacts."""

    model: Model
    variables: Variables
    span: float
    events: list[Event] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)

    def __post_init__(self) -> None:
        model = self.model
        self.guards = Guards(model, self.variables)
        self.watched = self.guards.watched
        self.sampling = Sampling(model, self.variables) if model.ticks.clocks else None
        self._forget()

    @cached_property
    def eye(self) -> Eye:
        """Not made where samples of states and signals are all that happens."""
        return Eye(self.model, self.guards)

    def anew(self, model: Model, variables: Variables, span: float) -> Switchboard:
        """A board without memory for the same model, perhaps with other numbers."""
        board = copy.copy(self)
        board.model, board.variables, board.span = model, variables, span
        board.events, board.jumps = [], []
        if "eye" in vars(self):
            board.eye = self.eye.anew()
        board._forget()
        return board

    def _forget(self) -> None:
        self._recent: deque[float] = deque(maxlen=CHATTERING[0])
        self._names: deque[str] = deque(maxlen=CHATTERING[0])
        self._hits: list[tuple[int, float]] = []  # rows struck in the present impact, and how fast
        self._last = self._fastest = 0.0  # time of the last event; largest speed before the present one

    # -- the driver's callback -------------------------------------------------------------------------------------------------

    def __call__(self, run: Any) -> None:
        """Change p (modes) and x (impacts) to what holds from now on; `run.switch` tells what happens (solvers/driver.py)."""
        moment = run.switch
        x, p, t, kind = moment.x, moment.p, float(moment.t), moment.kind
        if kind != "sample":
            x[:] = settled(self.model, x, p, t)
            triggered = {i for i, unit in enumerate(self.watched) if unit.guard in set(moment.guards)}
            if triggered:
                self._watch_for_chattering(t, triggered)
            self._switch(x, p, t, triggered, afresh=kind == "break", told=kind != "start")
        if kind != "event" and self._sample(x, p, t, begins=kind == "start") and not self._stands(x, p, t):
            self._switch(x, p, t, set(), afresh=True, told=kind != "start")

    def _sample(self, x: np.ndarray, p: np.ndarray, t: float, begins: bool) -> bool:
        """Modes whose clock ticks, or all of them where a run begins; whether any has changed."""
        sampling = self.sampling
        clocks = () if sampling is None else sampling.all_clocks if begins else sampling.ticks.due(t)
        if sampling is None or not clocks:
            return False
        rates = None
        if sampling.needs_rates:
            now = self.eye.look(x, p, t)
            rates = np.concatenate([now.dx, now.w])
        return sampling.take(x, rates, p, t, clocks, lambda trial: self._set_pieces(x, trial, t, set(), afresh=True))

    def _stands(self, x: np.ndarray, p: np.ndarray, t: float) -> bool:
        """Whether all modes fit what samples have changed."""
        return not self.watched or self.guards.stand(self.eye.look(x, p, t).seen)

    def _switch(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int], *, afresh: bool, told: bool) -> None:
        """`afresh`: forces may have jumped, so that all pieces are looked at; `told`: what changes is an event."""
        if not self.watched:
            return
        old = p.copy()
        self._set_pieces(x, p, t, triggered, afresh)
        before, self._fastest = x.copy(), float(np.abs(x[self.eye.speeds]).max(initial=0.0))
        impulses = self._close_grips(x, p, t) + self._hit(x, p, t, triggered)
        candidates = self._candidates(x, p, t, triggered)
        let_go = self._let_go(x, p, t, triggered)
        for i in set(candidates) - let_go:
            unit = self.watched[i]
            if i in triggered or not isinstance(unit.rule, Sticks) or not p[unit.modes].any():
                self._turn_on(unit, p)  # the others slip at their limit, kept at rest by something else
        self._choose(x, p, t, candidates)
        self._settle(x, p, t)
        if np.any(impulses):
            self.jumps.append(Jump(t, before, x.copy(), impulses, p.copy()))
        if told or np.any(impulses):
            self._write_log(t, old, p)
        self._last = t

    # -- modes that follow from the state ---------------------------------------------------------------------------------------

    def _set_pieces(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int], afresh: bool) -> None:
        seen = self.eye.look(x, p, t).seen
        for i, unit in enumerate(self.watched):
            if not isinstance(unit.rule, Piece):
                continue
            place = unit.modes[0]
            if i in triggered and p[place] != 0:
                p[place] = -p[place]
            elif p[place] == 0:
                p[place] = 1.0 if seen[unit.places["enters"]][0] > 0 and i not in self.guards.behind else -1.0
            elif afresh:
                self._fit(unit, p, seen)
        for _ in self.guards.behind:  # a chain of decisions is no longer than that
            old, seen = p.copy(), self.eye.look(x, p, t).seen
            for i in set(self.guards.behind) - triggered:
                self._fit(self.watched[i], p, seen)
            if np.array_equal(old, p):
                break

    def _fit(self, piece: Watched, p: np.ndarray, seen: np.ndarray) -> None:
        """The other mode, if this one has ended."""
        place = piece.modes[0]
        if seen[piece.places["leaves"]][0] < 0 if p[place] > 0 else seen[piece.places["enters"]][0] > 0:
            p[place] = -p[place]

    def _close_grips(self, x: np.ndarray, p: np.ndarray, t: float) -> np.ndarray:
        """Grips that are told to close take what is within their reach; one impulse makes all speeds fit."""
        closing = []
        for unit in self.watched:
            if not isinstance(unit.rule, Grips):
                continue
            told = p[unit.modes[0]] > 0
            if told and p[unit.flag] == 0:
                self._keep_pose(unit, x, p, t)
                self._check_reach(unit, x, p, t)
                closing.append(unit)
            p[unit.flag] = float(told)
        impulses = np.zeros(self.eye.flags.size)
        if closing:
            self.eye.look(x, p, t)
            on = self._standing(p)
            impulses[on] = least_solution(self.eye.A.T[np.ix_(on, on)], self.eye.moving(x, p, t)[1][on])
            self.eye.push(x, impulses)
        return impulses

    def _standing(self, p: np.ndarray) -> np.ndarray:
        """Rows that stand any impulse, unlike friction: those without a switch, and grips that are on."""
        grips = [unit.flag for unit in self.watched if isinstance(unit.rule, Grips) and p[unit.flag] != 0]
        return np.flatnonzero((self.eye.flags < 0) | np.isin(self.eye.flags, grips))

    def _near(self, x: np.ndarray) -> float:
        """A gap below this is closed."""
        return NEAR * max(1e-3, float(np.abs(x[self.eye.positions]).max(initial=0.0)))

    @property
    def _still(self) -> float:
        """A speed below this is rest."""
        return NEAR * self._fastest + STILL

    def _keep_pose(self, unit: Watched, x: np.ndarray, p: np.ndarray, t: float) -> None:
        assert isinstance(unit.rule, Grips)
        values = self.eye.look(x, p, t).seen[unit.places["pose"]]
        count = 0
        for mode, _ in unit.rule.pose:
            symbol = next(m for m in self.model.symbols.modes.values() if same(m.symbol, mode))
            size = symbol.symbol.numel()
            p[symbol.index : symbol.index + size] = values[count : count + size]
            count += size

    def _check_reach(self, unit: Watched, x: np.ndarray, p: np.ndarray, t: float) -> None:
        seen = self.eye.look(x, p, t).seen
        gap, reach = np.abs(seen[unit.places["gap"]]).max(initial=0.0), float(seen[unit.places["reach"]][0])
        if gap > reach:
            m = gap_unit(self.model.symbols, unit.component, self.model.constraints.rows[unit.rows[0]].what)
            raise RunError(
                f"{unit.component} is told to close at t = {t:.6g} s, but a gap of {gap:.4g} {m} is left, and its "
                f"reach is {reach:.4g} {m}. Bring the two sides together before, or give it a longer reach."
            )

    # -- impacts ----------------------------------------------------------------------------------------------------------------

    def _hit(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int]) -> np.ndarray:
        """Gaps that close with a speed: Newton's law of impact for each, all at once, no row pulling."""
        impulses, self._hits = np.zeros(self.eye.flags.size), []
        gaps, rates = self.eye.moving(x, p, t)
        near, still = self._near(x), self._still
        targets: dict[int, float] = {}
        for i, unit in enumerate(self.watched):
            if not isinstance(unit.rule, Stops):
                continue
            row = int(unit.rows[0])
            if unit.rule.gap is None:  # a clutch takes hold at once
                targets[row] = 0.0
                continue
            if p[unit.flag] != 0 or i in triggered or gaps[row] <= near:
                seen = self.eye.look(x, p, t).seen
                bounce = -float(seen[unit.places["restitution"]][0]) * rates[row]
                rises = rates[row] < 0 and p[unit.flag] == 0 and bounce > float(seen[unit.places["settle"]][0])
                targets[row] = bounce if rises else 0.0
        if not any(rates[row] < -still for row in targets):
            return impulses
        self.eye.look(x, p, t)
        A = self.eye.A.T
        always = self._standing(p)
        hitting = [row for row in targets if rates[row] < 0]
        movable = scales(A)
        for row in hitting:
            if movable[row] == 0 and rates[row] < -still:
                name = self.model.constraints.rows[row].component
                raise RunError(
                    f"{name} is run into at t = {t:.6g} s by a given motion, which it cannot stop. End the motion before, or "
                    "drive the joint by a torque or a force."
                )
        for _ in range(2 * len(targets) + 2):
            on = np.array([*always, *hitting], dtype=int)
            wanted = np.array([targets.get(int(i), 0.0) for i in on])
            impulses[:] = 0.0
            impulses[on] = least_solution(A[np.ix_(on, on)], rates[on] - wanted)
            after = rates + A @ impulses
            if np.any(np.abs(after[on] - wanted) > NEAR * float(np.abs(rates).max())):  # a rebound that something else blocks
                targets = dict.fromkeys(targets, 0.0)
                continue
            pulling = [row for row in hitting if impulses[row] < 0]
            pierced = [row for row in targets if row not in hitting and after[row] < targets[row] - 1e-12 * abs(rates[row])]
            if pulling:
                hitting.remove(min(pulling, key=lambda row: impulses[row]))
            elif pierced:
                hitting.append(min(pierced, key=lambda row: after[row]))
            else:
                break
        self.eye.push(x, impulses)
        struck = [row for row in hitting if impulses[row] > 0 and rates[row] < -still]
        self._hits = [(row, -float(rates[row])) for row in struck]
        return impulses

    # -- complementarity --------------------------------------------------------------------------------------------------------

    def _candidates(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int]) -> list[int]:
        """Rules at rest on their constraint: friction that may stick, one-sided holds that may be closed. The others are set."""
        now = self.eye.look(x, p, t)
        gaps, rates = self.eye.moving(x, p, t)
        near, still = self._near(x), self._still
        found = []
        for i, unit in enumerate(self.watched):
            rate = rates[unit.rows]
            if isinstance(unit.rule, Sticks):
                size = float(np.linalg.norm(rate))
                slack = 1e-7 * float(np.linalg.norm(now.h[unit.rows])) * (t - self._last)
                stopped = i in triggered and p[unit.flag] == 0 and (unit.rows.size == 1 or size <= slack + still)
                if stopped or size <= still:
                    found.append(i)
                else:  # slips, if only since an impact
                    p[unit.flag], p[unit.modes] = 0.0, rate / size
            elif isinstance(unit.rule, Stops):
                touching = p[unit.flag] != 0 or unit.rule.gap is None or i in triggered or gaps[unit.rows[0]] <= near
                resting = abs(rate[0]) <= still or (unit.rule.gap is None and i in triggered)
                if touching and resting:
                    found.append(i)
                else:
                    p[unit.flag] = 0.0
        return found

    def _let_go(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int]) -> set[int]:
        """Holds at their limit: friction begins to slip, one-sided holds open."""
        now = self.eye.look(x, p, t)
        found = {i for i in triggered if self.watched[i].flag >= 0 and p[self.watched[i].flag] != 0}
        for i in found:
            self._change(self.watched[i], now, p)
        return found

    def _choose(self, x: np.ndarray, p: np.ndarray, t: float, candidates: list[int]) -> None:
        """Set the flags and directions of the candidates, and all pieces that depend on forces, so that nothing is violated."""
        tried, changed = set(), []
        while (state := p.tobytes()) not in tried:
            tried.add(state)
            now = self.eye.look(x, p, t)
            wrong = self._violations(now, p, candidates)
            if not wrong:
                self._refuse_contradictions(now, p, t)
                return
            _, i = max(wrong)
            changed.append(i)
            self._change(self.watched[i], now, p)
        options = [self._options(self.watched[i]) for i in candidates]
        if np.prod([len(o) for o in options], dtype=float) <= MANY:
            for combination in product(*options):
                for i, option in zip(candidates, combination, strict=True):
                    p[self.watched[i].flag], p[self.watched[i].modes] = option
                if not self._violations(self.eye.look(x, p, t), p, candidates):
                    return
        names = ", ".join(dict.fromkeys(self.watched[i].component for i in candidates or changed))
        if candidates:
            raise RunError(
                f"no mode of {names} fits at t = {t:.6g} s. Look for friction or stops that act against each other there."
            )
        remedy = "Put a signals.lag between its output and its input, or give it a hysteresis"
        raise RunError(f"{names} cannot settle at t = {t:.6g} s: what it gives makes it change back at once. {remedy}.")

    def _refuse_contradictions(self, now: Instant, p: np.ndarray, t: float) -> None:
        """Grips, given paths and loops that pull against each other: nothing may let go, so nothing fits."""
        on = self.eye.on(p)
        if now.apart[on].any():
            names = ", ".join(dict.fromkeys(self.model.constraints.rows[int(i)].component for i in on[now.apart[on]]))
            raise RunError(
                f"{names} cannot hold at t = {t:.6g} s: what is held there is moved otherwise by given motions or other grips. "
                "Let one of them go before."
            )

    def _turn_on(self, unit: Watched, p: np.ndarray) -> None:
        p[unit.flag] = 1.0
        if isinstance(unit.rule, Sticks):
            p[unit.modes] = 0.0

    def _options(self, unit: Watched) -> list[tuple[float, Any]]:
        if isinstance(unit.rule, Sticks) and unit.rows.size == 1:
            return [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
        return [(1.0, 0.0), (0.0, 0.0)] if isinstance(unit.rule, Stops) else [(1.0, np.zeros(unit.rows.size))]

    def _violations(self, now: Instant, p: np.ndarray, candidates: list[int]) -> list[tuple[float, int]]:
        """How much each candidate or piece contradicts its mode, relative; none if all fit."""
        wrong = []
        for i in candidates:
            unit = self.watched[i]
            rows, on = unit.rows, p[unit.flag] != 0
            force, scale = float(now.forces[rows].max()), float(now.scale[rows].max())
            if on and now.apart[rows].any() and (isinstance(unit.rule, Sticks) or now.h[rows[0]] > 0):
                wrong.append((3.0, i))  # contradicted by other rows: it cannot hold
                continue
            if isinstance(unit.rule, Sticks):
                limit = float(now.seen[unit.places["limit"]][0])
                held = bool(np.any(self.eye.A.T[rows, rows] > 0))
                if on and not held:
                    wrong.append((2.0, i))
                elif on and (size := float(np.linalg.norm(now.w[rows]))) > limit * (1 + NEAR) + 1e-14 * force:
                    wrong.append(((size - limit) / size, i))
                elif not on and (back := -float(now.h[rows] @ p[unit.modes])) > NEAR * scale:
                    wrong.append((back / scale, i))
            elif on and now.w[rows[0]] < -1e-12 * force:
                wrong.append((-now.w[rows[0]] / force, i))
            elif not on and now.h[rows[0]] < -NEAR * scale:
                wrong.append((-now.h[rows[0]] / scale, i))
        for i, unit in enumerate(self.watched):
            if isinstance(unit.rule, Piece):
                on = p[unit.modes[0]] > 0
                value = float(now.seen[unit.places["leaves" if on else "enters"]][0])
                size = float(np.abs(now.seen[unit.places["enters"]][0]))
                if (value < -NEAR * size if on else value > NEAR * size) and size > NEAR:
                    wrong.append((0.0, i))
        return wrong

    def _change(self, unit: Watched, now: Instant, p: np.ndarray) -> None:
        """The other mode of a rule that is violated."""
        if isinstance(unit.rule, Piece):
            p[unit.modes] = -p[unit.modes]
        elif isinstance(unit.rule, Stops):
            p[unit.flag] = 1.0 - p[unit.flag]
        elif p[unit.flag] == 0:
            self._turn_on(unit, p)
        else:
            contradicted = now.apart[unit.rows].any() or not np.any(now.w[unit.rows])
            way = now.h[unit.rows] if contradicted else -now.w[unit.rows]
            size = float(np.linalg.norm(way))
            p[unit.flag] = 0.0
            p[unit.modes] = way / size if size > 0 else np.eye(unit.rows.size)[0]

    def _settle(self, x: np.ndarray, p: np.ndarray, t: float) -> None:
        """Speeds that the rows now on allow: those left by locating the event within rounding vanish.

        A stop that is open, but kept where it is by something else, is moved off its guard by a hair.
        """
        on = self.eye.on(p)
        rates = self.eye.moving(x, p, t)[1]
        if on.size and np.any(rates[on]):
            self.eye.look(x, p, t)
            impulses = np.zeros(self.eye.flags.size)
            impulses[on] = least_solution(self.eye.A.T[np.ix_(on, on)], rates[on])
            self.eye.push(x, impulses)
        gaps, rates = self.eye.moving(x, p, t)
        for unit in self.watched:
            row = int(unit.rows[0]) if isinstance(unit.rule, Stops) and unit.rule.gap is not None else -1
            if row >= 0 and p[unit.flag] == 0 and abs(gaps[row]) < 4 * STILL and abs(rates[row]) <= self._still:
                self.eye.look(x, p, t)
                self.eye.nudge(x, row, 4 * STILL - gaps[row])

    # -- words ------------------------------------------------------------------------------------------------------------------

    def _watch_for_chattering(self, t: float, triggered: set[int]) -> None:
        self._recent.append(t)
        self._names.extend(self.watched[i].component for i in sorted(triggered))
        count, part = CHATTERING
        if len(self._recent) == count and t - self._recent[0] < part * self.span:
            name = Counter(self._names).most_common(1)[0][0]
            raise RunError(
                f"{name} switches without end: {count} times between t = {self._recent[0]:.9g} and {t:.9g} s. "
                "Give it a hysteresis, a damper or a larger settling speed, or look for what drives it to and fro."
            )

    def _write_log(self, t: float, old: np.ndarray, p: np.ndarray) -> None:
        told = {id(unit.mode) for unit in self.watched if isinstance(unit.rule, Grips)}  # a grip speaks for its piece
        found: dict[Event, None] = {}  # a grip has one rule for its force and one for its moment
        freedoms = self.eye.freedoms(p) if self.model.mode == "dynamic" else 0  # every motion is given
        for row, speed in self._hits:
            hit = self.model.constraints.rows[row]
            unit = gap_unit(self.model.symbols, hit.component, hit.what)
            found[Event(t, shown(hit.component), f"is hit at {speed:.4g} {unit}/s", freedoms)] = None
        for unit in self.watched:
            places = [*unit.modes, *([unit.flag] if unit.flag >= 0 else [])]
            if np.any(old[places] != p[places]) and not (isinstance(unit.rule, Piece) and id(unit.mode) in told):
                found[Event(t, shown(unit.component), _word(unit, old, p), freedoms)] = None
        self.events += found


def _word(unit: Watched, old: np.ndarray, p: np.ndarray) -> str:
    if isinstance(unit.rule, Piece):
        return unit.rule.words[0 if p[unit.modes[0]] > 0 else 1]
    on = p[unit.flag] != 0
    if isinstance(unit.rule, Sticks):
        return "sticks" if on else "slips" if old[unit.flag] != 0 else "slips the other way"
    if isinstance(unit.rule, Grips):
        return "grips" if on else "lets go"
    return "closes" if on else "opens"
