"""Shapes of bodies: plain primitives in the body's basis, for drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

Triple = tuple[float, float, float]

DRAWN_DENSITY = 2000.0  # kg/m³: density of the sphere that represents a mass without size
SLENDER = 0.03  # radius of a drawn rod relative to the extent of the body
LARGEST = 0.2  # side of a box that represents an inertia, relative to the size of the mechanism
BLUNT = 0.4  # smallest side of such a box after shrinking, relative to its largest


@dataclass(frozen=True)
class Cylinder:
    """From the centre of one end to the centre of the other; hollow if `inner` is above zero."""

    a: Triple
    b: Triple
    radius: float
    inner: float = 0.0


@dataclass(frozen=True)
class Box:
    """The columns of `orientation` are the axes of the box."""

    centre: Triple
    size: Triple
    orientation: tuple[Triple, Triple, Triple] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Sphere:
    centre: Triple
    radius: float


@dataclass(frozen=True)
class Plane:
    """An infinite plane through the origin; the normal points out of it."""

    normal: Triple


@dataclass(frozen=True)
class Cord:
    """A rope from a component's first point to its second."""


@dataclass(frozen=True)
class Coil:
    """A coil spring from a component's first point to its second; stretching keeps the number of turns. On a shaft it is a spiral
    around the joint's axis, on a slider it lies along the axis."""

    turns: int = 8


@dataclass(frozen=True)
class Piston:
    """A cylinder at a component's first point, with a rod that ends at the second."""


Primitive = Cylinder | Box | Sphere | Plane | Cord | Coil | Piston


def triple(vector: Iterable[float]) -> Triple:
    x, y, z = (float(a) for a in vector)
    return x, y, z


def mass_sphere(mass: float, centre: Sequence[float] = (0.0, 0.0, 0.0), scale: float = 0.0) -> Sphere:
    """A sphere for a mass without size: larger for heavier masses, within limits that suit a mechanism of size `scale`."""
    radius = (3 * max(0.0, mass) / (4 * pi * DRAWN_DENSITY)) ** (1 / 3)
    return Sphere(triple(centre), min(max(radius, 0.02 * scale), 0.12 * scale) if scale > 0 else max(0.01, radius))


def skeleton_shapes(
    points: Mapping[str, Sequence[float]],
    mass: float,
    centre: Sequence[float],
    inertia: Sequence[Sequence[float]],
    scale: float = 0.0,
) -> list[Primitive]:
    """A body given only by its points: rods from its origin to them and a sphere at the centre of mass.

    Without extent, it is drawn as the box of the same mass and inertia. In a mechanism of size `scale` all rods have similar
    thickness, and boxes are limited by its size.
    """
    ends = [np.array(point, dtype=float) for point in points.values()]
    middle = np.array(centre, dtype=float)
    reach = max(float(np.linalg.norm(end)) for end in [*ends, middle])
    radius = SLENDER * (reach * max(reach, scale)) ** 0.5
    origin, found = (0.0, 0.0, 0.0), list[Primitive]()
    rods = [end for end in ends if np.linalg.norm(end) > max(radius, 1e-9)]
    if not rods and (box := _equal_box(mass, middle, inertia, scale)) is not None:
        if reach > min(box.size) / 2:
            found.append(Cylinder(origin, triple(middle), 0.6 * radius))
        return [*found, box]
    if reach < 1e-9:
        return [mass_sphere(mass, scale=scale)]
    found += [Cylinder(origin, triple(end), radius) for end in rods]
    if not any(_distance(middle, end) < radius for end in rods) and np.linalg.norm(middle) > radius:
        found.append(Cylinder(origin, triple(middle), 0.6 * radius))
    return [*found, Sphere(triple(middle), 1.8 * radius)]


def rods_to_points(
    points: Mapping[str, Sequence[float]], start: Sequence[float], end: Sequence[float], inside: float
) -> list[Primitive]:
    """Thin rods to points outside a body whose axis runs from start to end, from the nearest point of the axis."""
    found: list[Primitive] = []
    first, along = np.array(start, dtype=float), np.array(end, dtype=float) - np.array(start, dtype=float)
    for point in points.values():
        place = np.array(point, dtype=float)
        near = first + along * _share(place - first, along)
        distance = float(np.linalg.norm(place - near))
        if distance > 1.05 * inside:
            found.append(Cylinder(triple(near), triple(place), max(SLENDER * distance, 0.15 * inside)))
    return found


def _share(offset: np.ndarray, along: np.ndarray) -> float:
    length = float(along @ along)
    return min(1.0, max(0.0, float(offset @ along) / length)) if length > 0 else 0.0


def _distance(place: np.ndarray, end: np.ndarray) -> float:
    """Distance from the rod between the origin and an end."""
    return float(np.linalg.norm(place - end * _share(place, end)))


def _equal_box(mass: float, centre: np.ndarray, inertia: Sequence[Sequence[float]], scale: float) -> Box | None:
    J = np.array(inertia, dtype=float)
    if mass <= 0 or not np.all(np.isfinite(J)):
        return None
    moments, axes = np.linalg.eigh((J + J.T) / 2)
    squares = 6 * (moments.sum() - 2 * moments) / mass
    if not np.all(np.isfinite(squares)) or squares.max() <= 0:
        return None
    if np.linalg.det(axes) < 0:
        axes = -axes
    sides = np.sqrt(np.maximum(squares, 1e-3 * squares.max()))
    largest = LARGEST * scale
    if 0 < largest < sides.max():  # measured inertias need not be those of any box: draw one that is visible from all sides
        sides = np.maximum(sides / sides.max(), BLUNT) * largest
    rows = axes.tolist()
    return Box(triple(centre), triple(sides), (triple(rows[0]), triple(rows[1]), triple(rows[2])))
