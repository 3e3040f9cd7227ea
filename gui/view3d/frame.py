"""The contents of one frame, for either renderer: solids as scaled, rotated and placed unit meshes, and lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

Colour = tuple[float, float, float, float]


@dataclass(frozen=True)
class Solid:
    """A unit mesh, scaled, then rotated, then placed. `owner` is its component."""

    mesh: str
    place: np.ndarray
    rotation: np.ndarray
    scale: tuple[float, float, float]
    colour: Colour
    owner: str


@dataclass
class Batch:
    """All solids of one mesh."""

    places: np.ndarray  # (n, 3)
    rotations: np.ndarray  # (n, 3, 3)
    scales: np.ndarray  # (n, 3)
    colours: np.ndarray  # (n, 4)
    owners: list[str]

    def __len__(self) -> int:
        return len(self.owners)

    def chosen(self, mask: np.ndarray) -> Batch:
        owners = [owner for owner, wanted in zip(self.owners, mask, strict=True) if wanted]
        return Batch(self.places[mask], self.rotations[mask], self.scales[mask], self.colours[mask], owners)

    def joined(self, other: Batch) -> Batch:
        return Batch(
            np.concatenate([self.places, other.places]),
            np.concatenate([self.rotations, other.rotations]),
            np.concatenate([self.scales, other.scales]),
            np.concatenate([self.colours, other.colours]),
            [*self.owners, *other.owners],
        )


@dataclass
class Lines:
    """Straight lines of constant width in pixels."""

    starts: np.ndarray  # (n, 3)
    ends: np.ndarray
    colours: np.ndarray  # (n, 2, 4): at the start and at the end
    widths: np.ndarray  # (n,)

    def __len__(self) -> int:
        return len(self.widths)


@dataclass
class Frame:
    """`glyphs` are symbols (joint axes) that are visible through other solids, as are `arrows`; `grid` is behind everything,
    `over` in front. `ghosts` are the bodies of other runs. Only solids and glyphs can be clicked."""

    solids: dict[str, Batch] = field(default_factory=dict)
    glyphs: dict[str, Batch] = field(default_factory=dict)
    lines: Lines | None = None
    grid: Lines | None = None
    over: Lines | None = None
    arrows: dict[str, Batch] = field(default_factory=dict)
    ghosts: dict[str, Batch] = field(default_factory=dict)


def batches(solids: Iterable[Solid]) -> dict[str, Batch]:
    by_mesh: dict[str, list[Solid]] = {}
    for solid in solids:
        by_mesh.setdefault(solid.mesh, []).append(solid)
    return {
        name: Batch(
            np.array([solid.place for solid in found], dtype=float),
            np.array([solid.rotation for solid in found], dtype=float),
            np.array([solid.scale for solid in found], dtype=float),
            np.array([solid.colour for solid in found], dtype=float),
            [solid.owner for solid in found],
        )
        for name, found in by_mesh.items()
    }


def merged(first: dict[str, Batch], second: dict[str, Batch]) -> dict[str, Batch]:
    found = dict(first)
    for name, batch in second.items():
        found[name] = found[name].joined(batch) if name in found else batch
    return found


def lines_of(items: Iterable[tuple[np.ndarray, np.ndarray, Colour, float]]) -> Lines | None:
    found = list(items)
    if not found:
        return None
    colours = np.array([[colour, colour] for _, _, colour, _ in found], dtype=float)
    starts, ends = (np.array([item[k] for item in found], dtype=float) for k in (0, 1))
    return Lines(starts, ends, colours, np.array([width for *_, width in found], dtype=float))


def lines_joined(found: Iterable[Lines | None]) -> Lines | None:
    some = [lines for lines in found if lines is not None and len(lines)]
    if len(some) < 2:
        return some[0] if some else None
    return Lines(*(np.concatenate([getattr(lines, each) for lines in some]) for each in ("starts", "ends", "colours", "widths")))


def frame_along(axis: np.ndarray) -> np.ndarray:
    """A rotation whose z axis is the given unit vector. Uses plain numbers, because it is called for every symbol."""
    a, b, c = axis.tolist()
    x, y, z = (0.0, -c, b) if abs(a) < 0.8 else (c, 0.0, -a)  # e_x × axis, or e_y × axis
    length = (x * x + y * y + z * z) ** 0.5
    x, y, z = x / length, y / length, z / length
    return np.array([[x, b * z - c * y, a], [y, c * x - a * z, b], [z, a * y - b * x, c]])


def corners_of(name: str, batch: Batch) -> np.ndarray:
    """Corners of the bounding boxes of all solids of a batch, (8 n, 3)."""
    kind = name.partition(":")[0]
    reach = {"box": (0.5, 0.5, 0.5), "sphere": (1.0, 1.0, 1.0)}.get(kind, (1.0, 1.0, 0.5))
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], dtype=float) * reach
    local = signs[None] * batch.scales[:, None, :]
    return (np.einsum("nij,nkj->nki", batch.rotations, local) + batch.places[:, None, :]).reshape(-1, 3)
