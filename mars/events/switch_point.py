"""One instant at which modes are chosen, and the modes that follow directly from the state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mars.component.rules import Floor, Piece
from mars.events.guards import STILL, WatchedPieces, WatchedRule
from mars.events.instant import NEAR, Evaluator, Instant
from mars.events.mode_search import GROWTH, ROUNDINGS, SURE
from mars.model.build import Model

MOST_SLACK = 1e-6  # of the largest value so far
ROUNDED, FACTOR = 1e-15, 4.0  # relative rounding of a state, and how much of its effect a guard tolerates


@dataclass(frozen=True)
class SwitchPoint:
    """States x and parameters p at time t, both changed in place when modes are chosen."""

    model: Model
    evaluator: Evaluator
    rules: list[WatchedRule]
    pieces: WatchedPieces
    x: np.ndarray
    p: np.ndarray
    t: float
    triggered: set[int]  # rules whose guards became negative
    fastest: float  # largest speed before the event
    last: float  # time of the last event
    soon: bool  # only a few steps later
    moment: float  # accuracy of t: modes must be right after this time
    alike: np.ndarray  # number of the group of each piece

    def evaluate(self) -> Instant:
        return self.evaluator.evaluate(self.x, self.p, self.t)

    def evaluate_at(self, ahead: float, now: Instant) -> Instant:
        """A moment later, along the motion of now."""
        return self.evaluator.evaluate(self.x + ahead * now.dx, self.p, self.t + ahead)

    def rounding(self, now: Instant) -> np.ndarray:
        """Of the values of the pieces in `now`: how much they differ at a state and a time a few units in the last place away,
        where differences of large numbers come out otherwise."""
        shaken = self.x * (1 + ROUNDED * np.cos(2.4 * np.arange(self.x.size)))
        other = self.evaluator.evaluate(shaken, self.p, self.t + ROUNDINGS * np.spacing(abs(self.t)))
        return np.abs(self.pieces.values(self.p, other.rule_values) - self.pieces.values(self.p, now.rule_values))

    def sizes(self) -> np.ndarray:
        """Magnitudes of the values of the pieces so far. Diodes of one circuit count together: in a voltage that was never large
        large voltages may cancel. So do currents and voltages where the modes may force a current to be zero."""
        largest, pieces = self.evaluator.largest, self.pieces
        entering, leaving = np.zeros(len(self.alike)), np.zeros(len(self.alike))
        np.maximum.at(entering, self.alike, largest[pieces.entering])
        np.maximum.at(leaving, self.alike, largest[pieces.leaving])
        entering, leaving = entering[self.alike], leaving[self.alike]
        return np.where(self.forced, np.fmax(entering, leaving), np.where(self.p[pieces.modes] > 0, leaving, entering))

    @property
    def forced(self) -> np.ndarray:
        """Which pieces belong to ideal switches that may force states."""
        return np.isin(self.pieces.modes, self.model.forced.modes if self.model.forced else [])

    def overshoot(self) -> float:
        """How far the values of triggered pieces are beyond their ends."""
        pieces = self.pieces
        values = pieces.values(self.p, self.evaluate().rule_values)[np.isin(pieces.rules, list(self.triggered))]
        return float(np.max(-values[np.isfinite(values)], initial=0.0))

    def gaps_and_rates(self) -> tuple[np.ndarray, np.ndarray]:
        return self.evaluator.gaps_and_rates(self.x, self.p, self.t)

    @property
    def near(self) -> float:
        """A gap below this is closed."""
        return NEAR * max(1e-3, float(np.abs(self.x[self.evaluator.positions]).max(initial=0.0)))

    @property
    def still(self) -> float:
        """A speed below this is rest."""
        return NEAR * self.fastest + STILL


def allow_rounding(point: SwitchPoint, old: np.ndarray) -> None:
    """Where the value of a piece is zero up to rounding, its guard gets as much slack as rounding: `old` are the modes before.

    That of an ideal switch grows while it triggers again and again after a few steps: because the polynomial of the step has an
    error, or because its current and voltage are both zero, so that both of its modes are right.
    """
    p, pieces = point.p, point.pieces
    if not pieces.rules.size:
        return
    p[pieces.slacks] = 0.0
    now = point.evaluate()
    values, sizes = pieces.values(p, now.rule_values), point.sizes()
    rounding = point.rounding(now) + ROUNDED * sizes
    small = np.abs(values) < SURE * np.maximum(sizes, rounding / ROUNDED)
    if not small.any():
        return
    triggered = np.isin(pieces.rules, list(point.triggered))
    grown = np.minimum(GROWTH * old[pieces.slacks], MOST_SLACK * sizes) / FACTOR
    rounding = np.where(triggered & point.forced & point.soon, np.maximum(rounding, grown), rounding)
    kept = triggered & (old[pieces.modes] == p[pieces.modes])
    rounding = np.where(kept, np.maximum(rounding, -values), rounding)  # found to be right although it was triggered
    p[pieces.slacks] = np.where(small & (values < FACTOR * rounding), FACTOR * rounding, 0.0)


def groups_of_pieces(model: Model, rules: list[WatchedRule]) -> np.ndarray:
    """A number for each piece, the same for the same rule of components of one class that carry energy, as diodes do.

    Their values have one unit and one circuit; signals may have any.
    """
    numbers = dict[tuple[object, ...], int]()
    found = []
    for i, watched in enumerate(rules):
        if not isinstance(watched.rule, Piece):
            continue
        component, mode = model.symbols.components[watched.component], watched.mode
        ports = model.topology.placed[watched.component].ports.values()
        name = None if mode is None else mode.symbol[0].name().removeprefix(watched.component)
        alike = (i,) if any(port.domain.informs for port in ports) else (type(component), name)
        found.append(numbers.setdefault(alike, len(numbers)))
    return np.array(found, dtype=int)


def set_pieces(point: SwitchPoint, chained: list[int], afresh: bool) -> None:
    """`chained` pieces depend on the modes of others; `afresh`: forces may have jumped, so all pieces are checked."""
    p, triggered = point.p, point.triggered
    values = point.evaluate().rule_values
    for i, watched in enumerate(point.rules):
        if isinstance(watched.rule, Floor):
            _set_floor(watched, p, values, i in triggered)
        if not isinstance(watched.rule, Piece):
            continue
        place = watched.modes[0]
        if i in triggered and p[place] != 0:
            p[place] = -p[place]
        elif p[place] == 0:
            p[place] = 1.0 if values[watched.places["enters"]][0] > 0 and i not in chained else -1.0
        elif afresh:
            _fit(watched, p, values)
    for _ in chained:  # upper bound for the length of a chain of decisions
        old, now = p.copy(), point.evaluate()
        later = point.evaluate_at(point.moment, now).rule_values
        for i in chained:
            if isinstance(point.rules[i].rule, Floor):
                _fit_floor(point.rules[i], p, now.rule_values, later)
            elif i not in triggered:
                _fit(point.rules[i], p, now.rule_values)
        if np.array_equal(old, p):
            break


def _set_floor(watched: WatchedRule, p: np.ndarray, values: np.ndarray, crosses: bool) -> None:
    """Half above the largest whole number that is not above the value; one that crosses a whole number is beyond it."""
    place, value = watched.modes[0], float(values[watched.places["value"]][0])
    whole = float(np.round(value))
    if crosses and abs(value - whole) <= NEAR * max(1.0, abs(value)):
        p[place] = whole + 0.5 if p[place] < whole else whole - 0.5
    else:
        p[place] = np.floor(value) + 0.5


def _fit(piece: WatchedRule, p: np.ndarray, values: np.ndarray) -> None:
    """Switch to the other mode if this one has ended."""
    place = piece.modes[0]
    if values[piece.places["leaves"]][0] < 0 if p[place] > 0 else values[piece.places["enters"]][0] > 0:
        p[place] = -p[place]


def _fit_floor(watched: WatchedRule, p: np.ndarray, values: np.ndarray, later: np.ndarray) -> None:
    """For a value that may have jumped: at a whole number it is below only if it falls. One that moves has just been set."""
    place, value = watched.modes[0], float(values[watched.places["value"]][0])
    change, whole = float(later[watched.places["value"]][0]) - value, float(np.round(value))
    if abs(value - whole) > NEAR * max(1.0, abs(value)):
        _set_floor(watched, p, values, False)
    elif change == 0.0 or abs(p[place] - whole) > 0.75:
        p[place] = whole + (0.5 if change >= 0.0 else -0.5)
