"""Chooses the modes at the start, at corners of laws, at samples and at events, with impulses on impacts and when grips close.

All modes share one model. A hold that is on is a row of the small system, b + A w = 0; modes and flags are numbers of p.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from mars.component.rules import Floor, Grips, Piece, Sticks
from mars.errors import RunError
from mars.event_log import Event, Jump
from mars.events.complementarity import (
    choose_modes,
    find_candidates,
    let_go,
    meet_forced_states,
    remove_drift,
    remove_residual_speeds,
    turn_on,
)
from mars.events.given_motions import refuse_blocked_motions
from mars.events.guards import Guards, WatchedRule, watched_rules
from mars.events.impacts import close_grips, resolve_impacts
from mars.events.instant import Evaluator
from mars.events.mode_search import GROWTH, LEVELS, ROUNDINGS
from mars.events.sampling import Sampling
from mars.events.switch_point import SwitchPoint, allow_rounding, groups_of_pieces, set_pieces
from mars.flat_names import shown
from mars.messages import Message
from mars.model.build import Model
from mars.model.networks.hold_rows import gap_unit
from mars.model.variables import Variables
from mars.start.torn_unknowns import solve_torn_unknowns

SHARP = 1e-12  # accuracy of an event's time, relative to the step
STEP_AT_START = 1e-3  # s, before the first step
FEW_STEPS = 10  # between events: one may be due to the other
CHATTERING = 100, 1e-6  # number of events of one rule within this fraction of the time


def switches(model: Model) -> bool:
    """Whether anything in the circuit can switch."""
    return bool(watched_rules(model))


def initial_modes(model: Model, variables: Variables, x: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    """States and parameters at the start of a run, with valid modes."""
    x, p = x.copy(), model.parameters(t)
    Switchboard(model, variables).switch(x, p, t, "start")
    return solve_torn_unknowns(model, x, p, t), p


@dataclass
class Switchboard:
    """Called by the driver; keeps a log of events and impacts."""

    model: Model
    variables: Variables
    events: list[Event] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)

    def __post_init__(self) -> None:
        model = self.model
        self.guards = Guards(model, self.variables)
        self.sampling = Sampling(model, self.variables) if model.ticks.clocks else None
        self.reset()

    @cached_property
    def evaluator(self) -> Evaluator:
        """Not needed if the circuit only samples states and signals."""
        return Evaluator(self.model, self.guards)

    def fresh_copy(self, model: Model, variables: Variables) -> Switchboard:
        """A new board for the same model, possibly with other numbers."""
        board = copy.copy(self)
        board.model, board.variables = model, variables
        board.events, board.jumps = [], []
        if "evaluator" in vars(self):
            board.evaluator = self.evaluator.fresh_copy()
        board.reset()
        return board

    def reset(self) -> None:
        """Forget earlier events."""
        self._recent: dict[int, deque[float]] = {}  # times at which each rule was triggered
        self._last = 0.0  # time of the last event
        self._repeated = 0  # events at one time
        self._step = STEP_AT_START  # of the integrator, in which the event was located
        self._steps, self._soon = 0, False  # taken up to the last event; few since then

    def __call__(self, run: Any) -> None:
        """Update p (modes) and x (impacts) for the time from now on; `run.switch` describes the cause (solvers/driver.py)."""
        from mars.solvers import abi

        now, step = run.switch, float(run.state.clock[abi.STEP])
        self._step = step if step > 0 else self._step
        steps = int(run.state.counters[abi.STEPS])
        self._steps, self._soon = steps, steps - self._steps <= FEW_STEPS
        self.switch(now.x, now.p, float(now.t), now.kind, now.guards)

    def switch(self, x: np.ndarray, p: np.ndarray, t: float, kind: str, guards: Iterable[int] = ()) -> None:
        """The same for a start, break, sample or event at t; `guards` are those that became negative."""
        if kind != "sample":
            x[:] = solve_torn_unknowns(self.model, x, p, t)
            negative = set(guards)
            triggered = {i for i, watched in enumerate(self.guards.rules) if watched.guard in negative}
            if triggered:
                self._watch_for_chattering(t, triggered)
            self._repeated = self._repeated + 1 if kind == "event" and t == self._last else 0
            self._switch(x, p, t, triggered, afresh=kind == "break", logged=kind != "start")
        if kind != "event" and self._sample(x, p, t, starts=kind == "start") and not self._stands(x, p, t):
            self._switch(x, p, t, set(), afresh=True, logged=kind != "start")

    def _point(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int]) -> SwitchPoint:
        fastest = float(np.abs(x[self.evaluator.speeds]).max(initial=0.0))
        moment = max(SHARP * self._step, ROUNDINGS * np.spacing(abs(t))) * GROWTH ** min(self._repeated, LEVELS)
        guards = self.guards
        return SwitchPoint(
            self.model, self.evaluator, guards.rules, guards.pieces,
            x, p, t, triggered, fastest, self._last, self._soon, moment, self._alike,
        )  # fmt: skip

    def _sample(self, x: np.ndarray, p: np.ndarray, t: float, starts: bool) -> bool:
        """Update modes whose clock ticks, or all of them at the start of a run; returns whether any has changed."""
        sampling = self.sampling
        clocks = () if sampling is None else sampling.all_clocks if starts else sampling.ticks.due(t)
        if sampling is None or not clocks:
            return False
        rates = None
        if sampling.needs_rates:
            now = self.evaluator.evaluate(x, p, t)
            rates = np.concatenate([now.dx, now.w])

        def fit_pieces(trial: np.ndarray) -> None:
            set_pieces(self._point(x, trial, t, set()), self.guards.chained, afresh=True)

        return sampling.take(x, rates, p, t, clocks, fit_pieces)

    def _stands(self, x: np.ndarray, p: np.ndarray, t: float) -> bool:
        """Whether all modes are still valid after sampling."""
        return not self.guards.rules or self.guards.stand(self.evaluator.evaluate(x, p, t).rule_values)

    def _switch(self, x: np.ndarray, p: np.ndarray, t: float, triggered: set[int], *, afresh: bool, logged: bool) -> None:
        """`afresh`: forces may have jumped, so all pieces are checked; `logged`: changes are events."""
        if not self.guards.rules:
            return
        point, before, old = self._point(x, p, t, triggered), x.copy(), p.copy()
        remove_drift(point)
        self.evaluator.overshoot = point.overshoot() if self.model.forced else 0.0
        set_pieces(point, self.guards.chained, afresh)
        gripping = close_grips(point)
        rates = point.gaps_and_rates()[1]
        impact = resolve_impacts(point)
        refuse_blocked_motions(point, rates)
        impulses = gripping + impact.impulses
        candidates = find_candidates(point)
        for i in set(candidates) - let_go(point):
            watched = self.guards.rules[i]
            if i in triggered or not isinstance(watched.rule, Sticks) or not p[watched.modes].any():
                turn_on(watched, p)  # the others slip at their limit, held at rest by something else
        choose_modes(point, candidates)
        remove_residual_speeds(point)
        meet_forced_states(point)
        allow_rounding(point, old)
        x[:] = solve_torn_unknowns(self.model, x, p, t)
        if np.any(impulses):
            self.jumps.append(Jump(t, before, x.copy(), impulses, p.copy()))
        if logged or np.any(impulses):
            self._write_log(t, old, p, impact.hits)
        self._last = t

    def _watch_for_chattering(self, t: float, triggered: set[int]) -> None:
        count, part = CHATTERING
        for i in sorted(triggered):
            times = self._recent.setdefault(i, deque(maxlen=count))
            times.append(t)
            if len(times) < count or t - times[0] > part * abs(t):
                continue
            name = self.guards.rules[i].component
            raise RunError(
                (
                    "{name} chatters: {count} switching events within {interval:.2g} s at t = {t:.6g} s. Add "
                    "hysteresis or a damper, or increase the settling speed."
                ),
                code="chattering",
                name=name,
                count=count,
                interval=t - times[0],
                t=t,
            )

    @cached_property
    def _alike(self) -> np.ndarray:
        return groups_of_pieces(self.model, self.guards.rules)

    @cached_property
    def _mode_places(self) -> tuple[np.ndarray, np.ndarray]:
        """Indices in p of all modes and flags, and their rules."""
        pairs = [
            (place, i)
            for i, watched in enumerate(self.guards.rules)
            for place in [*watched.modes, *([watched.flag] if watched.flag >= 0 else [])]
        ]
        places, owners = np.array(pairs, dtype=int).reshape(-1, 2).T
        return places, owners

    def _write_log(self, t: float, old: np.ndarray, p: np.ndarray, hits: list[tuple[int, float]]) -> None:
        gripped = {id(watched.mode) for watched in self.guards.rules if isinstance(watched.rule, Grips)}
        found: dict[Event, None] = {}  # a grip has one rule for its force and one for its moment
        freedoms = self.evaluator.freedoms(p) if self.model.mode == "dynamic" else 0  # every motion is given
        for row, speed in hits:
            hit = self.model.constraints.rows[row]
            unit = gap_unit(self.model.symbols, hit.component, hit.what)
            what = Message("is hit at {speed:.4g} {unit}/s", code="impact", speed=speed, unit=unit)
            found[Event(t, shown(hit.component), what, freedoms)] = None
        places, owners = self._mode_places
        for i in np.unique(owners[old[places] != p[places]]):
            watched = self.guards.rules[i]
            if isinstance(watched.rule, Piece | Floor) and watched.rule.words is None:
                continue  # a corner of a formula
            if isinstance(watched.rule, Piece) and id(watched.mode) in gripped:
                continue  # the event of the grip stands for its piece
            if (
                isinstance(watched.rule, Sticks)
                and old[watched.flag] == p[watched.flag]
                and old[watched.modes] @ p[watched.modes] > 0
            ):
                continue  # slips on, in nearly the same direction
            found[Event(t, shown(watched.component), _word(watched, old, p), freedoms)] = None
        self.events += found


def _word(watched: WatchedRule, old: np.ndarray, p: np.ndarray) -> str:
    if isinstance(watched.rule, Piece) and watched.rule.words is not None:
        return watched.rule.words[0 if p[watched.modes[0]] > 0 else 1]
    on = p[watched.flag] != 0
    if isinstance(watched.rule, Sticks):
        slipped = bool(np.any(old[watched.modes]))
        return "sticks" if on or not np.any(p[watched.modes]) else "slips the other way" if slipped else "slips"
    if isinstance(watched.rule, Grips):
        return "grips" if on else "releases"
    return "closes" if on else "opens"
