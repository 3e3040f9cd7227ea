"""Checks stops before a run: two of them must leave room between them, and the start must be within."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mars.component.rules import Stops
from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.build import Model
from mars.model.networks.hold_rows import gap_unit, hold_of

NEAR = 1e-9  # relative to the largest position


def check_stops(model: Model, x: np.ndarray, t: float = 0.0) -> None:
    """Refuse stops without room between them, then a start beyond a stop."""
    limits = [(name, rule) for name, rule in model.network.switches if isinstance(rule, Stops) and rule.gap is not None]
    if model.mode != "dynamic" or not limits:
        return
    names = [(name, hold_of(model.symbols, name, rule)[0]) for name, rule in limits]
    rows = [next(i for i, row in enumerate(model.constraints.rows) if (row.component, row.what) == name) for name in names]
    p, w = model.parameters(t + 1e-9), np.zeros(model.constraints.size)

    def gaps(state: np.ndarray) -> np.ndarray:
        return np.array(model.closure(state, w, p, t)[0]).ravel()[rows]

    now, random = gaps(x), np.random.default_rng(0)
    others = [gaps(x + random.uniform(-1, 1, x.size)) for _ in range(2)]
    complaints = []
    for i, j in combinations(range(len(rows)), 2):
        room = now[i] + now[j]  # between two opposing stops, independent of the position
        if room < 0 and all(abs(other[i] + other[j] - room) <= NEAR * (abs(room) + abs(other[i])) for other in others):
            complaints.append(_no_room(names[i], names[j], f"{-room:.4g} {gap_unit(model.symbols, *names[i])}"))
    if not complaints:
        near = NEAR * max(1e-3, float(np.abs(x).max(initial=0.0)))
        complaints = [
            _beyond(*name, f"{-gap:.4g} {gap_unit(model.symbols, *name)}")
            for name, gap in zip(names, now, strict=True)
            if gap < -near
        ]
    if complaints:
        raise CircuitError(complaints)


def _no_room(one: tuple[str, str], other: tuple[str, str], size: str) -> Complaint:
    if one[0] == other[0]:
        cause = Message("its lower limit is {size} above its upper limit", size=size)
        return Complaint(one[0], cause, "Swap the two limits, or move them apart", code="no-room")
    cause = Message("its limits conflict with those of {other}: their ranges are {size} apart", other=other[0], size=size)
    return Complaint(
        one[0],
        cause,
        Message(
            "Move the limits of {one} or {other} ({one_limit}, {other_limit})",
            one=one[0],
            other=other[0],
            one_limit=_limit(one[1]),
            other_limit=_limit(other[1]),
        ),
        code="no-room",
    )


def _limit(stop: str) -> str:
    """`upper_stop` in words."""
    return Message({"upper_stop": "upper limit", "lower_stop": "lower limit"}.get(stop, stop.replace("_", " ")))


def _beyond(component: str, what: str, size: str) -> Complaint:
    cause = Message("the start position is {size} beyond its limit ({what})", size=size, what=_limit(what))
    return Complaint(component, cause, "Change the start values or the limit", code="start")
