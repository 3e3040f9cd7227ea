"""Decides which frictions stick, which one-sided holds are closed, and which pieces of laws apply: one complementarity problem.

It is solved by `mode_search.py`, and if that fails, by trying all combinations of the holds.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from mars.component.rules import Piece, Sticks, Stops
from mars.errors import CircuitError, RunError
from mars.events.given_motions import follow_given_motion, motion_is_given
from mars.events.guards import STILL, WatchedRule
from mars.events.instant import NEAR, Instant
from mars.events.mode_search import GROWTH, LEVELS, SURE, search
from mars.events.switch_point import SwitchPoint
from mars.machine.least_norm import least_solution
from mars.start.forced_states import ForcedModes
from mars.start.torn_unknowns import solve_torn_unknowns

MAX_COMBINATIONS = 2000  # tried in the worst case
ROUNDING = 1e-14  # of the largest force, in the sum of two
ROUNDED = 1e-15  # of the largest value of a piece so far: zero
PULL = 1e-12  # of the largest force: a contact that pulls


def find_candidates(point: SwitchPoint) -> list[int]:
    """Rules at rest on their constraint: friction that may stick, one-sided holds that may be closed. The others are set."""
    p, triggered, now = point.p, point.triggered, point.evaluate()
    gaps, rates = point.gaps_and_rates()
    near, still = point.near, point.still
    found = []
    for i, watched in enumerate(point.rules):
        rate = rates[watched.rows]
        if isinstance(watched.rule, Sticks) and motion_is_given(point, watched):
            follow_given_motion(watched, rate, now, p)
        elif isinstance(watched.rule, Sticks):
            size = float(np.linalg.norm(rate))
            slack = 1e-7 * float(np.linalg.norm(now.h[watched.rows])) * (point.t - point.last)
            stopped = i in triggered and p[watched.flag] == 0 and (watched.rows.size == 1 or size <= slack + still)
            if stopped or size <= still:
                found.append(i)
            else:  # slips, possibly only since an impact
                p[watched.flag], p[watched.modes] = 0.0, rate / size
        elif isinstance(watched.rule, Stops) and watched.given:
            p[watched.flag] = 0.0  # in its way it is refused, resting against it has no force
        elif isinstance(watched.rule, Stops):
            touching = p[watched.flag] != 0 or watched.rule.gap is None or i in triggered or gaps[watched.rows[0]] <= near
            resting = abs(rate[0]) <= still or (watched.rule.gap is None and i in triggered)
            if touching and resting:
                found.append(i)
            else:
                p[watched.flag] = 0.0
    return found


def let_go(point: SwitchPoint) -> set[int]:
    """Holds at their limit: friction starts to slip, one-sided holds open."""
    p, now = point.p, point.evaluate()
    found = {i for i in point.triggered if point.rules[i].flag >= 0 and p[point.rules[i].flag] != 0}
    for i in found:
        _change(point.rules[i], now, p)
    return found


def turn_on(watched: WatchedRule, p: np.ndarray) -> None:
    p[watched.flag] = 1.0
    if isinstance(watched.rule, Sticks):
        p[watched.modes] = 0.0


def choose_modes(point: SwitchPoint, candidates: list[int]) -> None:
    """Set the flags and directions of the candidates, and all pieces that depend on forces, so that no rule is violated."""
    p, point.evaluator.unsolved = point.p, None
    changed = search(_Modes(point, candidates), point.moment, len(point.rules))
    if changed is None:
        _refuse_contradictions(point, point.evaluate())
        return
    options = [_options(point.rules[i]) for i in candidates]
    if np.prod([len(o) for o in options], dtype=float) <= MAX_COMBINATIONS:
        for combination in product(*options):
            for i, option in zip(candidates, combination, strict=True):
                p[point.rules[i].flag], p[point.rules[i].modes] = option
            if not _violations(point, point.evaluate(), candidates):
                return
    names = ", ".join(dict.fromkeys(point.rules[i].component for i in candidates or changed))
    if candidates:
        raise RunError(
            ("{names}: no consistent mode at t = {t:.6g} s. Check for friction or stops that act against each other."),
            code="no-mode",
            names=names,
            t=point.t,
        )
    if point.evaluator.unsolved is not None:
        raise point.evaluator.unsolved
    remedy = "Insert a lag (signals.lag) between its output and its input, or add hysteresis"
    raise RunError(
        "{names}: does not settle at t = {t:.6g} s: its own output switches it back immediately. {remedy}.",
        code="chattering",
        names=names,
        t=point.t,
        remedy=remedy,
    )


class _Modes:
    """The modes of an instant as a complementarity problem."""

    def __init__(self, point: SwitchPoint, candidates: list[int]):
        self._point, self._candidates, self.modes = point, candidates, point.p

    def violations(self, ahead: float) -> list[tuple[float, int]]:
        self._now = self._point.evaluate()
        return _violations(self._point, self._now, self._candidates, ahead)

    def change(self, rule: int) -> None:
        _change(self._point.rules[rule], self._now, self.modes)


def remove_drift(point: SwitchPoint) -> None:
    """Put the state back on what the modes so far force, which the integrator has kept up to its tolerance, and on what is also
    forced where the triggered pieces change."""
    forced, p, pieces = point.model.forced, point.p, point.pieces
    if forced is None:
        return
    flipped = np.where(np.isin(pieces.rules, list(point.triggered)), -p[pieces.modes], p[pieces.modes])
    for modes in (p[pieces.modes], flipped):
        trial = p.copy()
        trial[forced.places], trial[pieces.modes] = 0.0, modes
        found = ForcedModes(point.model, point.x, trial, point.t)
        if not found.is_regular and found.have_drifted(point.evaluator.terms):
            point.x[:] = found.nearest()
    point.x[:] = solve_torn_unknowns(point.model, point.x, p, point.t)


def meet_forced_states(point: SwitchPoint) -> None:
    """Put the weights P for the chosen modes into p, and the state exactly on what they force."""
    forced, x, p = point.model.forced, point.x, point.p
    if forced is None:
        return
    p[forced.places] = 0.0
    modes = ForcedModes(point.model, x, p, point.t)
    if modes.is_regular:
        return
    if not modes.are_met(point.evaluator.terms, point.evaluator.overshoot):
        raise CircuitError([modes.complaint()])
    p[forced.places], x[:] = modes.weights, modes.nearest()
    if not modes.stay_met(solve_torn_unknowns(point.model, x, p, point.t)):
        raise CircuitError([modes.complaint()])


def _refuse_contradictions(point: SwitchPoint, now: Instant) -> None:
    """Grips, given paths and loops that contradict each other: none can let go, so there is no solution."""
    on = point.evaluator.on(point.p)
    if now.apart[on].any():
        names = ", ".join(dict.fromkeys(point.model.constraints.rows[int(i)].component for i in on[now.apart[on]]))
        raise RunError(
            (
                "{names}: cannot hold at t = {t:.6g} s, because prescribed motions or other grips move the "
                "held bodies differently. Release one of them earlier."
            ),
            code="contradiction",
            names=names,
            t=point.t,
        )


def _options(watched: WatchedRule) -> list[tuple[float, Any]]:
    if isinstance(watched.rule, Sticks) and watched.rows.size == 1:
        return [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
    return [(1.0, 0.0), (0.0, 0.0)] if isinstance(watched.rule, Stops) else [(1.0, np.zeros(watched.rows.size))]


def _violations(point: SwitchPoint, now: Instant, candidates: list[int], ahead: float = 0.0) -> list[tuple[float, int]]:
    """The relative violation of each candidate or piece, in the order of the rules; empty if all are consistent.

    Pieces are judged by their values `ahead` seconds later, if those of now may be zero.
    """
    p, wrong = point.p, []
    for i in candidates:
        watched = point.rules[i]
        rows, on = watched.rows, p[watched.flag] != 0
        force, scale = float(now.forces[rows].max()), float(now.scale[rows].max())
        if on and now.apart[rows].any() and (isinstance(watched.rule, Sticks) or now.h[rows[0]] > 0):
            wrong.append((3.0, i))  # contradicted by other rows: it cannot hold
            continue
        if isinstance(watched.rule, Sticks):
            limit = float(now.rule_values[watched.places["limit"]][0])
            held = bool(np.any(point.evaluator.A.T[rows, rows] > 0))
            if on and not held:
                wrong.append((2.0, i))
            elif on and (size := float(np.linalg.norm(_from_centre(watched, now)))) > limit * (1 + NEAR) + ROUNDING * force:
                wrong.append(((size - limit) / size, i))
            elif not on and (back := -float(now.h[rows] @ p[watched.modes])) > NEAR * scale:
                wrong.append((back / scale, i))
        elif on and now.w[rows[0]] < -PULL * force:
            wrong.append((-now.w[rows[0]] / force, i))
        elif not on and now.h[rows[0]] < -NEAR * scale:
            wrong.append((-now.h[rows[0]] / scale, i))
    return sorted(wrong + _violated_pieces(point, now, ahead), key=lambda each: each[1])


def _violated_pieces(point: SwitchPoint, now: Instant, ahead: float) -> list[tuple[float, int]]:
    """Pieces whose mode has ended: by their values, or where one is nearly zero by all values a moment later.

    A value that was never large may still be the difference of large numbers: so is its rounding.
    """
    pieces, p = point.pieces, point.p
    if not pieces.rules.size:
        return []
    values, sizes = pieces.values(p, now.rule_values), point.sizes()
    if ahead > 0:
        sizes = np.fmax(sizes, point.rounding(now) / ROUNDED)
    if ahead > 0 and np.any(np.abs(values) < SURE * sizes):
        values = pieces.values(p, point.evaluate_at(ahead, now).rule_values)
    wrong = ~(values >= -ROUNDED * sizes)  # True if it is no number: contradictory modes
    if now.contradicted and ahead > 0 and not wrong.any():
        wrong = _contradicting(point, now, ahead)
    return [(0.0, int(i)) for i in pieces.rules[wrong]]


def _contradicting(point: SwitchPoint, now: Instant, ahead: float) -> np.ndarray:
    """The pieces that the next moments show to be wrong: two diodes short-circuit a voltage that is still zero."""
    pieces, p = point.pieces, point.p
    for level in range(LEVELS):
        later = point.evaluate_at(ahead * GROWTH**level, now)
        wrong = later.contradicted & (pieces.values(p, later.rule_values) < 0)
        if wrong.any():
            return wrong
    return point.forced


def _from_centre(watched: WatchedRule, now: Instant) -> np.ndarray:
    """The hold of a friction, relative to the centre of its range."""
    return now.w[watched.rows] - now.rule_values[watched.places["centre"]]


def _change(watched: WatchedRule, now: Instant, p: np.ndarray) -> None:
    """Switch a violated rule to its other mode."""
    if isinstance(watched.rule, Piece):
        p[watched.modes] = -p[watched.modes]
    elif isinstance(watched.rule, Stops):
        p[watched.flag] = 1.0 - p[watched.flag]
    elif p[watched.flag] == 0:
        turn_on(watched, p)
    else:
        contradicted = now.apart[watched.rows].any() or not np.any(now.w[watched.rows])
        way = now.h[watched.rows] if contradicted else -_from_centre(watched, now)
        size = float(np.linalg.norm(way))
        p[watched.flag] = 0.0
        p[watched.modes] = way / size if size > 0 else np.eye(watched.rows.size)[0]


def remove_residual_speeds(point: SwitchPoint) -> None:
    """Project the speeds onto the active rows: residual speeds from locating the event within rounding vanish.

    A stop that is open but held in place by something else is moved off its guard by a tiny distance.
    """
    x, p = point.x, point.p
    on = point.evaluator.on(p)
    rates = point.gaps_and_rates()[1]
    if on.size and np.any(rates[on]):
        point.evaluate()
        impulses = np.zeros(point.evaluator.flags.size)
        impulses[on] = least_solution(point.evaluator.A.T[np.ix_(on, on)], rates[on])
        point.evaluator.push(x, impulses)
    gaps, rates = point.gaps_and_rates()
    for watched in point.rules:
        row = int(watched.rows[0]) if isinstance(watched.rule, Stops) and watched.rule.gap is not None else -1
        if row >= 0 and p[watched.flag] == 0 and abs(gaps[row]) < 4 * STILL and abs(rates[row]) <= point.still:
            point.evaluate()
            point.evaluator.nudge(x, row, 4 * STILL - gaps[row])
