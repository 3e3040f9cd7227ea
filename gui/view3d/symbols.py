"""Symbols that stand in space: the block of a base, axes of joints, coils of springs, planes, the axes of the world."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mars.poses import JointPose, PlanePose

from .frame import Colour, Solid, frame_along

RED, GREEN, BLUE = "#D8403F", "#2F9E55", "#3B78E7"  # x, y, z
PLATE, ARROW = 2.8, 3.0  # side of a base's plate and length of a slider's arrow, per size of symbols

Stroke = tuple[np.ndarray, np.ndarray, Colour, float]  # from, to, colour, width in pixels


def base(name: str, place: np.ndarray, basis: np.ndarray, size: float, ink: Colour) -> tuple[list[Solid], list[Stroke]]:
    """A plate under the point, with the oblique strokes that mean: held by the world. `basis`: right, up, towards the viewer."""
    right, up, back = basis.T
    wide, thick = PLATE * size, 0.4 * size
    plate = Solid("box", place - up * thick / 2, basis, (wide, thick, wide), (0.56, 0.60, 0.66, 1.0), name)
    strokes: list[Stroke] = []
    for along, out in ((right, back), (back, right)):
        for side in (-1, 1):
            edge = place - up * thick + side * out * wide / 2
            for share in (-0.2, 0.15, 0.5):
                top = edge + along * share * wide
                strokes.append((top, top - up * 0.7 * size - along * 0.6 * size, ink, 1.25))
    return [plate], strokes


def joint(name: str, pose: JointPose, up: np.ndarray, size: float, thickness: float, turn: Colour, slide: Colour) -> list[Solid]:
    found: list[Solid] = []
    if sum(motion == "slide" for motion, _ in pose.axes) > 2:
        return found  # free in space: there is no axis to show
    for motion, axis in pose.axes:
        if motion == "ball":
            radius = float(np.clip(1.25 * thickness, 0.45 * size, 0.8 * size))
            found.append(Solid("sphere", pose.place, np.eye(3), (radius, radius, radius), turn, name))
        elif motion == "turn":
            half, radius = max(0.9 * size, thickness + 0.25 * size), float(np.clip(0.6 * thickness, 0.36 * size, 0.55 * size))
            found.append(Solid("cylinder", pose.place, frame_along(axis), (radius, radius, 2 * half), turn, name))
        else:
            found += arrow(name, pose.r2 + beside(axis, up) * (thickness + 0.8 * size), axis, ARROW * size, size, slide)
            if np.linalg.norm(pose.r2 - pose.r1) > 0.2 * size:
                found.append(rod(name, pose.r1, pose.r2, 0.07 * size, slide))
    return found


def beside(axis: np.ndarray, up: np.ndarray) -> np.ndarray:
    """A direction across an axis, upwards where it can be."""
    across = up - (up @ axis) * axis
    length = float(np.linalg.norm(across))
    return across / length if length > 0.1 else frame_along(axis)[:, 0]


def arrow(name: str, place: np.ndarray, axis: np.ndarray, length: float, size: float, colour: Colour) -> list[Solid]:
    head = min(1.0 * size, 0.5 * length)
    turned = frame_along(axis)
    shaft = Solid("cylinder", place + axis * (length - head) / 2, turned, (0.14 * size, 0.14 * size, length - head), colour, name)
    return [shaft, Solid("cone", place + axis * (length - head), turned, (0.38 * size, 0.38 * size, head), colour, name)]


def rod(name: str, a: np.ndarray, b: np.ndarray, radius: float, colour: Colour) -> Solid:
    length = float(np.linalg.norm(b - a))
    return Solid("cylinder", (a + b) / 2, frame_along((b - a) / length), (radius, radius, length), colour, name)


def coil(a: np.ndarray, b: np.ndarray, size: float, colour: Colour, turns: int = 8) -> list[Stroke]:
    """A helix with straight ends."""
    along = b - a
    length = float(np.linalg.norm(along))
    if length < 1e-9:
        return []
    turned = frame_along(along / length)
    steps = np.linspace(0.0, 1.0, 12 * turns + 1)
    radius = min(0.7 * size, 0.2 * length)
    angle = 2 * np.pi * turns * steps
    ring = np.cos(angle)[:, None] * turned[:, 0] + np.sin(angle)[:, None] * turned[:, 1]
    wire = a + along * (0.12 + 0.76 * steps)[:, None] + radius * ring
    points = [a, a + along * 0.12, *wire, a + along * 0.88, b]
    return [(start, end, colour, 1.5) for start, end in pairwise(points)]


def plane(name: str, pose: PlanePose, size: float, colour: Colour) -> tuple[list[Solid], list[Stroke]]:
    turned = frame_along(pose.normal)
    wide = 16 * size
    plate = Solid("box", pose.place, turned, (wide, wide, 0.02 * size), (*colour[:3], 0.12), name)
    corners = [pose.place + (i * turned[:, 0] + j * turned[:, 1]) * wide / 2 for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    faint = (*colour[:3], 0.5)
    return [plate], [(a, b, faint, 1.0) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]


def origin(size: float) -> list[Stroke]:
    """The axes of the world at its origin."""
    found: list[Stroke] = []
    for axis, text in zip(np.eye(3), (RED, GREEN, BLUE), strict=True):
        red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
        found.append((np.zeros(3), axis * 3.2 * size, (red, green, blue, 0.9), 2.0))
    return found
