"""Attachment points in the image: the ports at each point, and the layout of their labels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from mars.flat_names import shown
from mars.mechanism.poses import Poses

from .camera import Projection

SQUARE = 8.0
CROWD = 12  # more points than this are labelled only on demand
ROOM = 3.0  # between labels


@dataclass(frozen=True)
class MeetingPoint:
    """A point where vector ports meet; the ends of bodies come first."""

    ends: tuple[str, ...]
    bodies: tuple[str, ...]  # in the order of the circuit
    joints: tuple[str, ...]
    r: np.ndarray
    R: np.ndarray

    def text(self, selected: Collection[str], lit: Collection[str]) -> str:
        """The text of its label: the highlighted ports, else those of selected components, else those of bodies."""
        chosen = [end for end in self.ends if end in lit]
        chosen = chosen or [end for end in self.ends if owner_of(end) in selected or owner_of(end) in lit]
        chosen = chosen or [end for end in self.ends if owner_of(end) in self.bodies] or list(self.ends)
        return " · ".join(map(shown, chosen[:2])) + (" …" if len(chosen) > 2 else "")

    def is_wanted(self, selected: Collection[str], lit: Collection[str]) -> bool:
        return any(end in lit or owner_of(end) in selected or owner_of(end) in lit for end in self.ends)


@dataclass
class PointLabel:
    place: MeetingPoint
    at: QPointF
    text: str = ""
    box: QRectF = field(default_factory=QRectF)  # empty: the square alone
    is_wanted: bool = False


def square_of(labels: list[PointLabel]) -> float:
    """Side length of the squares, smaller if there are many."""
    return SQUARE if len(labels) <= CROWD else 0.75 * SQUARE


def owner_of(end: str) -> str:
    return end.partition(".")[0]


def places_of(poses: Poses) -> list[MeetingPoint]:
    """Ports at the same position share a mark."""
    together: dict[tuple[float, ...], list[str]] = {}
    for end, (r, _) in poses.points.items():
        together.setdefault(tuple(np.round(r, 6).tolist()), []).append(end)
    found = []
    for ends in together.values():
        rank = {end: 0 if owner_of(end) in poses.bodies else 1 if owner_of(end) in poses.joints else 2 for end in ends}
        ordered = sorted(ends, key=rank.__getitem__)
        owners = list(dict.fromkeys(owner_of(end) for end in ends))
        bodies = tuple(owner for owner in owners if owner in poses.bodies)
        joints = tuple(owner for owner in owners if owner in poses.joints)
        found.append(MeetingPoint(tuple(ordered), bodies, joints, *poses.points[ordered[0]]))
    return found


def laid_out(
    places: list[MeetingPoint],
    projection: Projection,
    metrics: QFontMetricsF,
    taken: list[QRectF],
    selected: Collection[str],
    lit: Collection[str],
    *,
    all_labels: bool,
) -> list[PointLabel]:
    """Squares and labels that do not overlap; highlighted or selected ones are always labelled."""
    if not places:
        return []
    pixels = projection.project(np.array([place.r for place in places]))
    frame = QRectF(2, 2, projection.width - 4, projection.height - 4)
    labels = [
        PointLabel(place, QPointF(x, y), place.text(selected, lit), is_wanted=place.is_wanted(selected, lit))
        for place, (x, y, depth) in zip(places, pixels.tolist(), strict=True)
        if depth > 0 and frame.contains(x, y)
    ]
    squares = [_square(label.at, SQUARE) for label in labels]
    taken = list(taken)
    for label in sorted(labels, key=lambda label: not label.is_wanted):
        if not (label.is_wanted or all_labels or len(labels) <= CROWD):
            continue
        label.text = metrics.elidedText(label.text, Qt.TextElideMode.ElideMiddle, 0.6 * projection.width)
        width, height = metrics.horizontalAdvance(label.text) + 8, metrics.height() + 2
        boxes = [box for box in _boxes(label.at, width, height) if frame.contains(box)]
        own = _square(label.at, SQUARE)
        others = [square for square in squares if not square.intersects(own)]
        free = [box for box in boxes if not any(_grown(box).intersects(other) for other in (*taken, *others))]
        if free or label.is_wanted or all_labels:
            label.box = (free or boxes or [_boxes(label.at, width, height)[0]])[0]
            taken.append(label.box)
    return labels


def _square(at: QPointF, size: float) -> QRectF:
    return QRectF(at.x() - size / 2, at.y() - size / 2, size, size)


def _grown(box: QRectF) -> QRectF:
    return box.adjusted(-ROOM, -ROOM, ROOM, ROOM)


def _boxes(at: QPointF, width: float, height: float) -> list[QRectF]:
    """Positions for a label, best first: beside, above, below the square, then farther away."""
    x, y = at.x(), at.y()
    found = []
    for gap in (8.0, 18.0):
        found += [
            QRectF(x + gap, y - height - 2, width, height),
            QRectF(x + gap, y + 2, width, height),
            QRectF(x - gap - width, y - height - 2, width, height),
            QRectF(x - gap - width, y + 2, width, height),
            QRectF(x - width / 2, y - gap - height, width, height),
            QRectF(x - width / 2, y + gap, width, height),
        ]
    return found
