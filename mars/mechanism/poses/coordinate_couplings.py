"""Linear equations of gears, wires and given motions between joint coordinates, solved numerically."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from mars.component.base import Component
from mars.component.domains import Domain
from mars.component.laws import Law

POSITION, SPEED = 0, 1
SOON = 1e-9  # s: at a corner of a law the piece just after it counts, as in the model


class Affine:
    """A sum of scalar nodes' positions or speeds with factors, and a number; an equation is the difference of its sides."""

    def __init__(self, terms: dict[tuple[int, int], float], constant: float = 0.0):
        self.terms, self.constant = terms, constant

    def __add__(self, other: Affine | float) -> Affine:
        if not isinstance(other, Affine):
            return Affine(self.terms, self.constant + float(other))
        terms = dict(self.terms)
        for key, factor in other.terms.items():
            terms[key] = terms.get(key, 0.0) + factor
        return Affine(terms, self.constant + other.constant)

    def __mul__(self, factor: float) -> Affine:
        factor = float(factor)
        return Affine({key: factor * value for key, value in self.terms.items()}, factor * self.constant)

    def __truediv__(self, divisor: float) -> Affine:
        return self * (1.0 / divisor)

    def __neg__(self) -> Affine:
        return self * -1.0

    def __sub__(self, other: Affine | float) -> Affine:
        return self + -other

    def __rsub__(self, other: float) -> Affine:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other: object) -> Affine:  # type: ignore[override]
        return self - other  # type: ignore[operator]

    __hash__ = None  # type: ignore[assignment]


def port_of(node: int | None, domain: Domain) -> SimpleNamespace:
    """The variables of a scalar port, as seen by authors; an open reference port is at rest."""
    position, speed = (Affine({(level, node): 1.0} if node is not None else {}) for level in (POSITION, SPEED))
    return SimpleNamespace(**{domain.position: position, domain.potential: speed}, position=position, potential=speed)


@dataclass
class CoordinateCoupling:
    """Coordinates that move together: the sum of factor × position over nodes is the constant of this row."""

    component: str
    factors: dict[int, float]
    row: np.ndarray  # combines the constants of all equations


class Couplings:
    """Which joint coordinates are given by laws or by other coordinates, and which move together."""

    def __init__(self, components: Iterable[Component], joint_nodes: Sequence[int], ball_nodes: Collection[int]):
        """`joint_nodes` are all scalar nodes of joints in file order; those of balls have a speed and no position."""
        linear = [(c, found) for c in components if (found := _equations(c, 0.0))]
        self.sources = [(c, len(found)) for c, found in linear]
        equations = [(c.name, e) for c, found in linear for e in found]
        self.constants = np.array([-e.constant for _, e in equations])
        nodes = dict.fromkeys(node for _, e in equations for _, node in e.terms)
        joints = [node for node in joint_nodes if node in nodes]
        order = [node for node in nodes if node not in joint_nodes] + joints
        self.level = np.array([_level(e, ball_nodes) for _, e in equations], dtype=int)
        A, B = (self._matrix([e for _, e in equations], order, level) for level in (POSITION, SPEED))
        self.shafts: dict[int, CoordinateCoupling] = {}  # other shafts, whose positions follow from the coordinates
        self.given: dict[int, CoordinateCoupling] = {}  # coordinates that follow from laws and driven coordinates
        self.driven: set[int] = set()  # coordinates whose speed is given
        self.locked: set[int] = set()  # those of them that are held still
        self.together: list[CoordinateCoupling] = []  # of coordinates not given by a law
        if not order:
            return
        positions = _reduced(A)
        speeds = _reduced(np.concatenate([A, B]))
        for column, (factors, made) in speeds.items():
            node = order[column]
            coupling = None
            if column in positions:
                factors_here, row = positions[column]
                owner = next(name for (name, e), weight in zip(equations, row, strict=True) if weight != 0.0)
                coupling = CoordinateCoupling(owner, {order[k]: f for k, f in enumerate(factors_here) if f != 0.0}, row)
            if node not in joints:
                self.shafts |= {node: coupling} if coupling else {}
                continue
            if any(factors[k] != 0.0 for k in range(len(order)) if k != column and order[k] in joints):
                self.together += [coupling] if coupling else []
            else:
                self.driven.add(node)
                self.locked |= {node} if self._stands([c for c, found in linear for _ in found], made) else set()
                self.given |= {node: coupling} if coupling else {}

    def _stands(self, sources: list[Component], row: np.ndarray) -> bool:
        """Whether a speed from these equations is always zero: no law of time among them, no state, and no speed."""
        positions, speeds = row[: len(sources)], row[len(sources) :]
        used = [c for c, *weights in zip(sources, positions, speeds, strict=True) if any(weights)]
        laws = [law for c in used for law in vars(c).values() if isinstance(law, Law)]
        moves = any(c.states or c.follows_time for c in used) or any(law.name != "constant" for law in laws)
        return not moves and abs(float(speeds @ self.constants)) < 1e-12

    def _matrix(self, equations: list[Affine], order: list[int], level: int) -> np.ndarray:
        """Equations of the other level give rows of zeros."""
        at = {node: k for k, node in enumerate(order)}
        A = np.zeros((len(equations), len(order)))
        for i in np.flatnonzero(self.level == level):
            for (_, node), factor in equations[i].terms.items():
                A[i, at[node]] += factor
        return A

    def constants_at(self, t: float) -> np.ndarray:
        """The right-hand sides of all equations; a law without a value keeps its last one."""
        found = self.constants.copy()
        start = 0
        for component, count in self.sources:
            linear = _equations(component, t)
            if linear is not None and len(linear) == count:
                found[start : start + count] = [-e.constant for e in linear]
            start += count
        return np.where(np.isfinite(found), found, 0.0)


def _equations(component: Component, t: float) -> list[Affine] | None:
    """None if a law has no value at that time, or an equation of the kind is not linear."""
    component.time, component.segment = t, t + SOON  # type: ignore[attr-defined]
    try:
        return [e for e in component.kinematics() if isinstance(e, Affine)]
    except (Exception, SystemExit):  # a law without a value, or plug-in code
        return None


def _level(equation: Affine, ball_nodes: Collection[int]) -> int:
    """Position or speed; −1 if it cannot be used: both together, or the angle of a ball."""
    levels = {level for level, _ in equation.terms}
    if len(levels) != 1 or not np.all(np.isfinite(list(equation.terms.values()))):
        return -1
    if POSITION in levels and any(node in ball_nodes for _, node in equation.terms):
        return -1
    return levels.pop()


def _reduced(A: np.ndarray) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """Gauss–Jordan, first columns first: for each dependent column its row and the combination of rows that gives it."""
    rows, columns = A.shape
    R, T = A.copy(), np.eye(rows)
    scale = float(np.abs(A).max(initial=0.0))
    pivots: dict[int, int] = {}
    for column in range(columns):
        left = [i for i in range(rows) if i not in pivots.values()]
        if not left:
            break
        row = max(left, key=lambda i: abs(R[i, column]))
        if abs(R[row, column]) <= 1e-12 * scale:
            continue
        T[row] /= R[row, column]
        R[row] /= R[row, column]
        for other in range(rows):
            if other != row and R[other, column] != 0.0:
                T[other] -= R[other, column] * T[row]
                R[other] -= R[other, column] * R[row]
                R[other, np.abs(R[other]) < 1e-13] = 0.0
        pivots[column] = row
    return {column: (R[row], T[row]) for column, row in pivots.items()}
