"""Unit solids, as triangles for OpenGL and as flat faces for the painter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import pi

import numpy as np


@dataclass(frozen=True)
class Mesh:
    """Corners with their normals; every row of `triangles` is one triangle, counter-clockwise from outside."""

    corners: np.ndarray  # (n, 3)
    normals: np.ndarray
    triangles: np.ndarray  # (m, 3)


@dataclass(frozen=True)
class Faces:
    """Flat faces of a coarse solid: `corners[i]` belong to face i, repeated at the end if it has fewer than the others."""

    corners: np.ndarray  # (n, k, 3)
    normals: np.ndarray  # (n, 3)


@cache
def mesh(name: str) -> Mesh:
    """`box` (side 1), `sphere` (radius 1), `cylinder` and `tube:share` (radius 1, from z = -0.5 to 0.5), `cone` (z = 0 to 1)."""
    kind, _, share = name.partition(":")
    if kind == "box":
        return _gathered(_box_faces())
    if kind == "sphere":
        return _sphere(28, 14)
    sides = 28
    if kind == "cone":
        return _joined([_ring((1.0, 0.0), (0.0, 1.0), sides), _disc(0.0, 1.0, 0.0, sides, -1)])
    inner = float(share) if share else 0.0
    parts = [
        _ring((1.0, -0.5), (1.0, 0.5), sides),
        _disc(0.5, 1.0, inner, sides, 1),
        _disc(-0.5, 1.0, inner, sides, -1),
    ]
    return _joined([*parts, _ring((inner, 0.5), (inner, -0.5), sides)] if inner else parts)


@cache
def faces(name: str) -> Faces:
    """Boxes, cylinders and cones with few flat faces. A tube is drawn as solid."""
    kind = name.partition(":")[0]
    if kind == "box":
        return _box_faces()
    sides = 14
    angle = np.arange(sides) * 2 * pi / sides
    low = 0.0 if kind == "cone" else -0.5
    bottom = np.column_stack([np.cos(angle), np.sin(angle), np.full(sides, low)])
    top = np.tile([0.0, 0.0, 1.0], (sides, 1)) if kind == "cone" else bottom + np.array([0.0, 0.0, 1.0])
    i = np.arange(sides)
    after = (i + 1) % sides
    mantle = np.stack([bottom[i], bottom[after], top[after], *[top[i]] * (sides - 3)], axis=1)
    ends = [bottom[::-1]] if kind == "cone" else [bottom[::-1], top]
    corners = np.concatenate([mantle, ends])
    middle = angle + pi / sides
    normals = np.column_stack([np.cos(middle), np.sin(middle), np.full(sides, 1.0 if kind == "cone" else 0.0)])
    tips = [[0.0, 0.0, -1.0]] if kind == "cone" else [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]
    return Faces(corners, np.concatenate([normals, tips]))


def _box_faces() -> Faces:
    corners, normals = [], []
    for axis in range(3):
        for sign in (-1, 1):
            normal, u, v = np.zeros(3), np.zeros(3), np.zeros(3)
            normal[axis] = sign
            u[(axis + 1) % 3], v[(axis + 2) % 3] = sign, 1
            corners.append([(normal + i * u + j * v) / 2 for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            normals.append(normal)
    return Faces(np.array(corners), np.array(normals))


def _gathered(flat: Faces) -> Mesh:
    count = len(flat.corners)
    first = 4 * np.arange(count)[:, None]
    triangles = np.concatenate([first + np.array(three) for three in ((0, 1, 2), (0, 2, 3))])
    return Mesh(flat.corners.reshape(-1, 3), np.repeat(flat.normals, 4, axis=0), triangles)


def _joined(parts: list[Mesh]) -> Mesh:
    triangles, before = [], 0
    for part in parts:
        triangles.append(part.triangles + before)
        before += len(part.corners)
    return Mesh(
        np.concatenate([part.corners for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate(triangles),
    )


def _strip(low: np.ndarray, high: np.ndarray, low_normals: np.ndarray, high_normals: np.ndarray) -> Mesh:
    count = len(low)
    i = np.arange(count - 1)
    triangles = np.concatenate([np.column_stack([i, i + 1, i + count + 1]), np.column_stack([i, i + count + 1, i + count])])
    return Mesh(np.concatenate([low, high]), np.concatenate([low_normals, high_normals]), triangles)


def _ring(low: tuple[float, float], high: tuple[float, float], sides: int) -> Mesh:
    """A surface between two circles (radius, height), facing outward if it goes up."""
    angle = np.arange(sides + 1) * 2 * pi / sides
    c, s = np.cos(angle), np.sin(angle)
    rise, widen = high[1] - low[1], high[0] - low[0]
    normals = np.column_stack([rise * c, rise * s, np.full_like(c, -widen)]) / np.hypot(rise, widen)
    circles = [np.column_stack([r * c, r * s, np.full_like(c, z)]) for r, z in (low, high)]
    return _strip(circles[0], circles[1], normals, normals)


def _disc(height: float, outer: float, inner: float, sides: int, sign: int) -> Mesh:
    angle = sign * np.arange(sides + 1) * 2 * pi / sides
    c, s = np.cos(angle), np.sin(angle)
    circles = [np.column_stack([r * c, r * s, np.full_like(c, height)]) for r in (outer, inner)]
    normals = np.tile([0.0, 0.0, float(sign)], (sides + 1, 1))
    return _strip(circles[0], circles[1], normals, normals)


def _sphere(sides: int, bands: int) -> Mesh:
    angle = np.linspace(-pi / 2, pi / 2, bands + 1)
    turn = np.arange(sides + 1) * 2 * pi / sides
    circles = [
        np.column_stack([np.cos(a) * np.cos(turn), np.cos(a) * np.sin(turn), np.full_like(turn, np.sin(a))]) for a in angle
    ]
    return _joined([_strip(low, high, low, high) for low, high in pairwise(circles)])


# Diffuse light shared by both renderers, from the upper left behind the viewer.
LIGHT = (-0.36, 0.62, 0.70)  # direction towards the light, in viewer coordinates
SHADE = (0.56, 0.40, 0.10)  # ambient, diffuse, towards the viewer


def shaded(colours: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Colours (n, 4) of faces with the given normals, (n, 3) in viewer coordinates."""
    light = SHADE[0] + SHADE[1] * np.maximum(normals @ np.array(LIGHT), 0.0) + SHADE[2] * normals[:, 2]
    found = colours.copy()
    found[:, :3] = np.minimum(found[:, :3] * light[:, None], 1.0)
    return found
