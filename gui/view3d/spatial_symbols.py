"""Symbols in space: the block of a base, axes of joints, coils of springs, planes, the global axes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mars.mechanism.poses import JointPose, PlanePose

from .frame import Colour, Solid, frame_along

RED, GREEN, BLUE = "#D8403F", "#2F9E55", "#3B78E7"  # x, y, z
PLATE, ARROW = 2.8, 3.0  # side of a base's plate and length of a slider's arrow, relative to the symbol size

COIL = 0.7  # radius of a spring, relative to the symbol size
STEEL, LIGHT_STEEL = (0.56, 0.60, 0.66, 1.0), (0.74, 0.77, 0.81, 1.0)

Stroke = tuple[np.ndarray, np.ndarray, Colour, float]  # from, to, colour, width in pixels


def base(name: str, place: np.ndarray, basis: np.ndarray, size: float, ink: Colour) -> tuple[list[Solid], list[Stroke]]:
    """A plate under the point, with the hatching of a fixed support. `basis`: right, up, towards the viewer."""
    right, up, back = basis.T
    wide, thick = PLATE * size, 0.4 * size
    plate = Solid("box", place - up * thick / 2, basis, (wide, thick, wide), STEEL, name)
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
    if not pose.axes and np.linalg.norm(pose.r2 - pose.r1) > 0.2 * size:
        found.append(rod(name, pose.r1, pose.r2, 0.15 * size, STEEL))  # a fixed offset
    for motion, axis in pose.axes:
        if motion == "ball":
            radius = float(np.clip(1.25 * thickness, 0.45 * size, 0.8 * size))
            found.append(Solid("sphere", pose.place, np.eye(3), (radius, radius, radius), turn, name))
        elif motion == "turn":
            half, radius = pin_half(size, thickness), float(np.clip(0.6 * thickness, 0.36 * size, 0.55 * size))
            found.append(Solid("cylinder", pose.place, frame_along(axis), (radius, radius, 2 * half), turn, name))
        else:
            found += arrow(name, pose.r2 + beside(axis, up) * (thickness + 0.8 * size), axis, ARROW * size, size, slide)
            if np.linalg.norm(pose.r2 - pose.r1) > 0.2 * size:
                found.append(rod(name, pose.r1, pose.r2, 0.07 * size, slide))
    return found


def pin_half(size: float, thickness: float) -> float:
    """Half the length of a revolute joint's axis, so that it extends beyond the parts it joins."""
    return max(0.9 * size, thickness + 0.25 * size)


def spiral(place: np.ndarray, axis: np.ndarray, angle: float, size: float, colour: Colour, turns: float = 2.5) -> list[Stroke]:
    """A flat spiral spring around an axis: its outer end is fixed, its inner end turns by the angle and winds it up."""
    turned = frame_along(axis)
    total = 2 * np.pi * turns + angle
    steps = np.linspace(0.0, 1.0, 24 * (2 + min(8, round(abs(total) / 6))))
    angles = (1 - steps) * total
    radii = (0.45 + 1.25 * steps) * size
    wire = place + radii[:, None] * (np.cos(angles)[:, None] * turned[:, 0] + np.sin(angles)[:, None] * turned[:, 1])
    return [(start, end, colour, 1.5) for start, end in pairwise(wire)]


def beside(axis: np.ndarray, up: np.ndarray) -> np.ndarray:
    """A direction perpendicular to an axis, upwards if possible."""
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


def arc(
    name: str, place: np.ndarray, axis: np.ndarray, radius: float, angle: float, size: float, colour: Colour
) -> tuple[list[Solid], list[Stroke]]:
    """A curved arrow about an axis, right-handed."""
    turned = frame_along(axis)
    angles = np.linspace(0.0, angle, 4 + round(6 * angle)) - 0.5 * np.pi
    ring = place + radius * (np.cos(angles)[:, None] * turned[:, 0] + np.sin(angles)[:, None] * turned[:, 1])
    way = -np.sin(angles[-1]) * turned[:, 0] + np.cos(angles[-1]) * turned[:, 1]
    length = min(0.8 * size, 0.7 * radius * angle)
    head = Solid("cone", ring[-1] - 0.3 * length * way, frame_along(way), (0.36 * size, 0.36 * size, length), colour, name)
    return [head], [(start, end, colour, 2.5) for start, end in pairwise(ring)]


def coil(a: np.ndarray, b: np.ndarray, size: float, colour: Colour, turns: int = 8) -> list[Stroke]:
    """A helix with straight ends."""
    along = b - a
    length = float(np.linalg.norm(along))
    if length < 1e-9:
        return []
    turned = frame_along(along / length)
    steps = np.linspace(0.0, 1.0, 12 * turns + 1)
    radius = COIL * size
    angle = 2 * np.pi * turns * steps
    ring = np.cos(angle)[:, None] * turned[:, 0] + np.sin(angle)[:, None] * turned[:, 1]
    wire = a + along * (0.12 + 0.76 * steps)[:, None] + radius * ring
    points = [a, a + along * 0.12, *wire, a + along * 0.88, b]
    return [(start, end, colour, 1.75) for start, end in pairwise(points)]


def piston(name: str, a: np.ndarray, b: np.ndarray, barrel: float, size: float) -> list[Solid]:
    """A cylinder of constant length at a, and the rod from inside it to b."""
    length = float(np.linalg.norm(b - a))
    if length < 1e-9:
        return []
    along = (b - a) / length
    barrel = min(barrel, 0.95 * length)
    tube = rod(name, a + 0.1 * barrel * along, a + barrel * along, 0.62 * COIL * size, STEEL)
    return [tube, rod(name, a, b, 0.2 * COIL * size, LIGHT_STEEL)]


def plane(name: str, pose: PlanePose, size: float, colour: Colour) -> tuple[list[Solid], list[Stroke]]:
    turned = frame_along(pose.normal)
    wide = 16 * size
    plate = Solid("box", pose.place, turned, (wide, wide, 0.02 * size), (*colour[:3], 0.12), name)
    corners = [pose.place + (i * turned[:, 0] + j * turned[:, 1]) * wide / 2 for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    faint = (*colour[:3], 0.5)
    return [plate], [(a, b, faint, 1.0) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]


def origin(size: float) -> list[Stroke]:
    """The global axes at the origin."""
    found: list[Stroke] = []
    for axis, text in zip(np.eye(3), (RED, GREEN, BLUE), strict=True):
        red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
        found.append((np.zeros(3), axis * 3.2 * size, (red, green, blue, 0.9), 2.0))
    return found
