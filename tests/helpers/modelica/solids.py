"""Bodies and attitudes as the Modelica Standard Library describes them, as values of `bodies.body`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from mars.document.circuit import Circuit
from tests.helpers.modelica.comparing import Getter, Signal

STEEL = 7700.0  # kg/m³
DOWN_Y = [0, -9.80665, 0]
Values = dict[str, Any]


def solid(
    tip: Sequence[float] | None, mass: float, centre: Sequence[float] = (0, 0, 0), inertia: Any = (1e-3, 1e-3, 1e-3)
) -> Values:
    """A body with its far point at the tip."""
    values: Values = {"mass": float(mass), "centre": list(centre), "inertia": np.asarray(inertia).tolist()}
    return values if tip is None else values | {"points": {"2": list(tip)}}


def cylinder(tip: Sequence[float], diameter: float, density: float = STEEL) -> Values:
    r = np.array(tip, dtype=float)
    length, radius = np.linalg.norm(r), diameter / 2
    mass = density * np.pi * radius**2 * length
    across = mass * (length**2 + 3 * radius**2) / 12
    return solid(tip, mass, (r / 2).tolist(), _tensor(r, (0, 1, 0), [mass * radius**2 / 2, across, across]))


def box(tip: Sequence[float], width: float, height: float, width_along: Sequence[float], density: float = STEEL) -> Values:
    r = np.array(tip, dtype=float)
    length = np.linalg.norm(r)
    mass = density * length * width * height
    squares = np.array([width**2 + height**2, length**2 + height**2, length**2 + width**2])
    return solid(tip, mass, (r / 2).tolist(), _tensor(r, width_along, mass / 12 * squares))


def _tensor(along: np.ndarray, width: Sequence[float], principal: Any) -> np.ndarray:
    """The inertia whose principal axes are a direction, as nearly as possible that of the width, and the third one."""
    x = along / np.linalg.norm(along)
    z = np.cross(x, width)
    if np.linalg.norm(z) < 1e-6:
        z = np.cross(x, [1, 0, 0])
    z /= np.linalg.norm(z)
    basis = np.column_stack([x, np.cross(z, x), z])
    return basis @ np.diag(principal) @ basis.T


def turned(*angles: float) -> list[float]:
    """Angles in rad about the carried axes x, y, z, as Mars asks for them: about the fixed axes x, y, z."""
    return Rotation.from_euler("XYZ", angles).as_euler("xyz").tolist()


def chained(c: Circuit, *ends: str) -> None:
    """Connect the first end with the second, the third with the fourth, …"""
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        c.connect(one, other)


def in_own_axes(point: str, letter: str, axis: str) -> Signal:
    """A component of a vector of a point along the point's own axes."""

    def signal(get: Getter) -> Any:
        return sum(get(f"{point}.{letter}.{a}") * get(f"{point}.R.{a}{axis}") for a in "xyz")

    return signal


def vectors(named: dict[str, tuple[str, str]], own: tuple[str, ...] = ()) -> dict[str, Signal]:
    """Three signals of each vector: `{"body.v_0": ("Body.1", "v")}`; those named in `own` are along the point's own axes."""
    signals: dict[str, Signal] = {}
    for name, (point, letter) in named.items():
        for i, axis in enumerate("xyz", start=1):
            signals[f"{name}[{i}]"] = in_own_axes(point, letter, axis) if name in own else f"{point}.{letter}.{axis}"
    return signals
