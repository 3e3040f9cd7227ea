"""Impulses: where gaps close with a speed (restitution), and where grips close."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mars.component.rules import Grips, Stops
from mars.errors import RunError
from mars.events.given_motions import blocked
from mars.events.guards import WatchedRule
from mars.events.instant import NEAR
from mars.events.switch_point import SwitchPoint
from mars.machine.least_norm import least_solution, scales
from mars.model.networks.hold_rows import gap_unit, same

PIERCED = 1e-12  # of the speed before the impact


class Impact(NamedTuple):
    impulses: np.ndarray  # of all rows
    hits: list[tuple[int, float]]  # rows that were hit, and their speeds


def close_grips(point: SwitchPoint) -> np.ndarray:
    """Close the grips that are due if their reach allows; one impulse makes all speeds consistent."""
    x, p, closing = point.x, point.p, []
    for watched in point.rules:
        if not isinstance(watched.rule, Grips):
            continue
        closes = p[watched.modes[0]] > 0
        if closes and p[watched.flag] == 0:
            _keep_pose(point, watched)
            _check_reach(point, watched)
            closing.append(watched)
        p[watched.flag] = float(closes)
    impulses = np.zeros(point.evaluator.flags.size)
    if closing:
        point.evaluate()
        on = _standing(point)
        impulses[on] = least_solution(point.evaluator.A.T[np.ix_(on, on)], point.gaps_and_rates()[1][on])
        point.evaluator.push(x, impulses)
    return impulses


def _keep_pose(point: SwitchPoint, watched: WatchedRule) -> None:
    assert isinstance(watched.rule, Grips)
    values = point.evaluate().rule_values[watched.places["pose"]]
    count = 0
    for mode, _ in watched.rule.pose:
        symbol = next(m for m in point.model.symbols.modes.values() if same(m.symbol, mode))
        size = symbol.symbol.numel()
        point.p[symbol.index : symbol.index + size] = values[count : count + size]
        count += size


def _check_reach(point: SwitchPoint, watched: WatchedRule) -> None:
    values = point.evaluate().rule_values
    gap, reach = np.abs(values[watched.places["gap"]]).max(initial=0.0), float(values[watched.places["reach"]][0])
    if gap > reach:
        m = gap_unit(point.model.symbols, watched.component, point.model.constraints.rows[watched.rows[0]].what)
        raise RunError(
            (
                "{component}: commanded to close at t = {t:.6g} s, but the gap of {gap:.4g} {m} exceeds "
                "its reach of {reach:.4g} {m}. Bring the two sides together first, or increase the reach."
            ),
            code="out-of-reach",
            component=watched.component,
            t=point.t,
            gap=gap,
            m=m,
            reach=reach,
        )


def resolve_impacts(point: SwitchPoint) -> Impact:
    """Gaps that close with a speed: Newton's law of impact for all of them together, without tensile impulses."""
    x, p, t = point.x, point.p, point.t
    impulses = np.zeros(point.evaluator.flags.size)
    gaps, rates = point.gaps_and_rates()
    near, still = point.near, point.still
    targets: dict[int, float] = {}
    for i, watched in enumerate(point.rules):
        if not isinstance(watched.rule, Stops):
            continue
        row = int(watched.rows[0])
        if watched.rule.gap is None:  # a clutch engages immediately
            targets[row] = 0.0
            continue
        if p[watched.flag] != 0 or i in point.triggered or gaps[row] <= near:
            values = point.evaluate().rule_values
            bounce = -float(values[watched.places["restitution"]][0]) * rates[row]
            rises = rates[row] < 0 and p[watched.flag] == 0 and bounce > float(values[watched.places["settle"]][0])
            targets[row] = bounce if rises else 0.0
    if not any(rates[row] < -still for row in targets):
        return Impact(impulses, [])
    point.evaluate()
    A = point.evaluator.A.T
    always = _standing(point)
    hitting = [row for row in targets if rates[row] < 0]
    movable = scales(A)
    for row in hitting:
        if movable[row] == 0 and rates[row] < -still:
            raise RunError(blocked(point.model, point.model.constraints.rows[row].component, t))
    for _ in range(2 * len(targets) + 2):
        on = np.array([*always, *hitting], dtype=int)
        wanted = np.array([targets.get(int(i), 0.0) for i in on])
        impulses[:] = 0.0
        impulses[on] = least_solution(A[np.ix_(on, on)], rates[on] - wanted)
        after = rates + A @ impulses
        if np.any(np.abs(after[on] - wanted) > NEAR * float(np.abs(rates).max())):  # a rebound blocked by another row
            targets = dict.fromkeys(targets, 0.0)
            continue
        pulling = [row for row in hitting if impulses[row] < 0]
        pierced = [row for row in targets if row not in hitting and after[row] < targets[row] - PIERCED * abs(rates[row])]
        if pulling:
            hitting.remove(min(pulling, key=lambda row: impulses[row]))
        elif pierced:
            hitting.append(min(pierced, key=lambda row: after[row]))
        else:
            break
    point.evaluator.push(x, impulses)
    struck = [row for row in hitting if impulses[row] > 0 and rates[row] < -still]
    return Impact(impulses, [(row, -float(rates[row])) for row in struck])


def _standing(point: SwitchPoint) -> np.ndarray:
    """Rows that can take any impulse, unlike friction: those without a switch, and grips that are on."""
    flags = point.evaluator.flags
    grips = [watched.flag for watched in point.rules if isinstance(watched.rule, Grips) and point.p[watched.flag] != 0]
    return np.flatnonzero((flags < 0) | np.isin(flags, grips))
