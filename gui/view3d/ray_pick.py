"""Picking: rays cast at the solids of a frame, whichever renderer drew it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .camera import Projection
from .frame import Batch, Frame

TOLERANCE = 5.0  # pixels by which a thin solid is enlarged for the mouse


@dataclass(frozen=True)
class PickResult:
    """A component and the point in the world that the ray meets first."""

    owner: str
    place: np.ndarray
    is_glyph: bool = False


def pick(frame: Frame, projection: Projection, x: float, y: float) -> PickResult | None:
    """The nearest solid under a pixel; if there is none, one within a few pixels."""
    origin, along = projection.ray(x, y)
    for margin in (0.0, TOLERANCE):
        best: tuple[float, str, bool] | None = None
        for is_glyph, found in ((True, frame.glyphs), (False, frame.solids)):
            for name, batch in found.items():
                grown = margin * projection.metres_per_pixel
                distances = hits(name, batch, origin, along, grown)
                nearest = int(np.argmin(distances)) if len(distances) else -1
                if nearest >= 0 and np.isfinite(distances[nearest]) and (best is None or distances[nearest] < best[0]):
                    best = float(distances[nearest]), batch.owners[nearest], is_glyph
        if best is not None:
            return PickResult(best[1], origin + best[0] * along, best[2])
    return None


def hits(name: str, batch: Batch, origin: np.ndarray, along: np.ndarray, grown: float = 0.0) -> np.ndarray:
    """Distance at which a ray meets each solid, infinite if it misses."""
    kind = name.partition(":")[0]
    scales = batch.scales + grown * np.array({"box": 2.0, "sphere": 1.0}.get(kind, (1.0, 1.0, 2.0)))
    start = np.einsum("nji,nj->ni", batch.rotations, origin - batch.places) / scales
    run = np.einsum("nji,j->ni", batch.rotations, along) / scales
    with np.errstate(all="ignore"):
        if kind == "sphere":
            return _entered(*_round(start, run))
        if kind == "box":
            return _entered(*_slabs(start, run))
        if kind == "cone":  # a cylinder of the same size is accurate enough for a mouse
            start = start - [0.0, 0.0, 0.5]
        low, high = _round(start[:, :2], run[:, :2])
        bottom, top = _slabs(start[:, 2:], run[:, 2:])
        return _entered(np.maximum(low, bottom), np.minimum(high, top))


def _entered(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    return np.where((low <= high) & (high > 0), np.maximum(low, 0.0), np.inf)


def _round(start: np.ndarray, run: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where a ray is inside the unit circle or sphere."""
    a, b, c = (run * run).sum(axis=1), (start * run).sum(axis=1), (start * start).sum(axis=1) - 1
    root = b * b - a * c
    reach = np.sqrt(np.maximum(root, 0.0))
    low, high = (-b - reach) / a, (-b + reach) / a
    low, high = np.where(root < 0, np.inf, low), np.where(root < 0, -np.inf, high)
    still = a < 1e-24  # along the axis: always or never inside
    return np.where(still, np.where(c <= 0, -np.inf, np.inf), low), np.where(still, np.where(c <= 0, np.inf, -np.inf), high)


def _slabs(start: np.ndarray, run: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    one, other = (-0.5 - start) / run, (0.5 - start) / run
    low, high = np.minimum(one, other), np.maximum(one, other)
    still = np.abs(run) < 1e-12
    inside = np.abs(start) <= 0.5
    low = np.where(still, np.where(inside, -np.inf, np.inf), low)
    high = np.where(still, np.where(inside, np.inf, -np.inf), high)
    return low.max(axis=1), high.min(axis=1)
