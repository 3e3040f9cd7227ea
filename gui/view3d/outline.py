"""The outline of a component in the image: the union of its solids' silhouettes."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from .camera import Projection
from .frame import Batch, Frame

_ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def outline_of(name: str, frame: Frame, projection: Projection) -> QPainterPath:
    found = QPainterPath()
    for batch_of in (frame.solids, frame.glyphs):
        for mesh, batch in batch_of.items():
            mine = np.array([owner == name for owner in batch.owners], dtype=bool)
            if mine.any():
                for corners in _corners(mesh, batch.chosen(mine), projection):
                    pixels = projection.project(corners)
                    if (pixels[:, 2] > 0).all():
                        path = QPainterPath()
                        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in hull(pixels[:, :2])]))
                        path.closeSubpath()
                        found = found.united(path) if not found.isEmpty() else path
    return found


def _corners(mesh: str, batch: Batch, projection: Projection) -> list[np.ndarray]:
    """Points of each solid whose hull in the image is its silhouette."""
    kind = mesh.partition(":")[0]
    found = []
    for place, rotation, scale in zip(batch.places, batch.rotations, batch.scales, strict=True):
        if kind == "sphere":
            right, up = projection.camera.axes[:, 0], projection.camera.axes[:, 1]
            found.append(place + float(scale[0]) * (_CIRCLE[:, :1] * right + _CIRCLE[:, 1:] * up))
            continue
        if kind == "box":
            local = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
        elif kind == "cone":
            local = np.vstack([np.column_stack([_CIRCLE, np.zeros(len(_CIRCLE))]), [0.0, 0.0, 1.0]])
        else:
            local = np.vstack([np.column_stack([_CIRCLE, np.full(len(_CIRCLE), z)]) for z in (-0.5, 0.5)])
        found.append((local * scale) @ rotation.T + place)
    return found


def hull(points: np.ndarray) -> list[tuple[float, float]]:
    """The convex hull of points in the plane, in order."""
    ordered = sorted({(round(x, 3), round(y, 3)) for x, y in points.tolist()})
    if len(ordered) < 3:
        return ordered
    halves = []
    for side in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in side:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append((x, y))
        halves += chain[:-1]
    return halves


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
