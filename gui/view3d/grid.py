"""The ground: a grid of 0.1 m and 1 m (another decade when zoomed far in or out) that fades with distance."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
from PySide6.QtGui import QColor

from .camera import Projection
from .frame import Lines

CLOSEST = 14.0  # pixels between two lines
PARTS = 6  # pieces of a fading line


@dataclass(frozen=True)
class Ground:
    """A plane through the origin: two directions in it. A wall (planar mechanisms) fills the image, a floor fades out."""

    u: np.ndarray
    v: np.ndarray
    is_wall: bool = False

    @property
    def normal(self) -> np.ndarray:
        return np.cross(self.u, self.v)


def step_for(metres_per_pixel: float) -> float:
    """The finest decade whose lines are not too close."""
    return 10.0 ** ceil(log10(CLOSEST * metres_per_pixel))


def grid_lines(ground: Ground, projection: Projection, minor: QColor, major: QColor) -> Lines:
    step = step_for(projection.metres_per_pixel)
    camera = projection.camera
    middle = np.array([projection.target @ ground.u, projection.target @ ground.v])
    aspect = max(1.0, projection.width / projection.height)
    reach = camera.height * aspect * (0.75 if camera.is_flat and ground.is_wall else 1.25)
    closeness = step / projection.metres_per_pixel
    fine = min(1.0, (closeness - CLOSEST) / 25 + 0.25)  # a decade fades in while zooming
    rows: list[np.ndarray] = []
    for along in (0, 1):
        first, last = floor((middle[along] - reach) / step), ceil((middle[along] + reach) / step)
        number = first + np.arange(last - first + 1, dtype=float)  # numpy integers cannot hold astronomical values
        share = np.linspace(-1.0, 1.0, PARTS + 1) * reach + middle[1 - along]
        at, run = np.meshgrid(number * step, share, indexing="ij")
        points = (at[..., None] * (ground.u, ground.v)[along]) + run[..., None] * (ground.u, ground.v)[1 - along]
        alpha = np.where(number % 10 == 0, 1.0, fine)[:, None] * fading(at - middle[along], run - middle[1 - along], reach)
        kind = np.broadcast_to(np.where(number % 10 == 0, 1.0, 0.0)[:, None], alpha.shape)
        ends = np.concatenate([points, alpha[..., None], kind[..., None]], axis=2)
        rows.append(np.stack([ends[:, :-1], ends[:, 1:]], axis=2).reshape(-1, 2, 5))
    found = np.concatenate(rows)
    tones = np.where(found[:, :, 4:5] > 0, _rgb(major), _rgb(minor))
    colours = np.concatenate([tones, found[:, :, 3:4]], axis=2)
    seen = found[:, :, 3].max(axis=1) > 0.01
    starts, ends, colours = found[seen, 0, :3], found[seen, 1, :3], colours[seen]
    return Lines(starts, ends, colours, np.full(len(starts), 1.0))


def fading(x: np.ndarray, y: np.ndarray, reach: float) -> np.ndarray:
    return np.clip(1.6 * (1 - np.hypot(x, y) / reach), 0.0, 1.0)


def _rgb(colour: QColor) -> np.ndarray:
    return np.array([colour.redF(), colour.greenF(), colour.blueF()])
