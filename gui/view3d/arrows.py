"""Arrows of forces and moments; their length is relative to the largest of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log10
from typing import TYPE_CHECKING

import numpy as np

from mars.flat_names import shown

from . import spatial_symbols
from .frame import Colour, Lines, Solid, lines_of

if TYPE_CHECKING:
    from ..runs.recording import Recording

LONGEST = 9.0  # length of the arrow of the largest force, relative to the symbol size
SWEEP = 5.0  # rad, arc of the largest moment
BEYOND = 2.0  # rare peaks may be drawn up to this much longer
USUAL = 0.9  # quantile of the values over the run that counts as the largest
LEAST = 0.02  # of the largest: smaller ones are not drawn
LEAST_TURN = 0.4  # rad: a shorter arc would be only a head
SAMPLES = 400
NOISE = 1e-6  # of forces times lengths relative to moments: smaller values are rounding errors
PACE = 0.12  # fraction of the way to a new scale covered per frame
TELLING = (24.0, 64.0)  # pixels of the arrow in the legend


@dataclass(frozen=True)
class ArrowPlace:
    """Position of an arrow. It shows the action on the body there: the value at a body's port, else with the opposite sign."""

    end: str
    is_body: bool
    thickness: float = 0.0

    def names(self) -> list[str]:
        return [f"{shown(self.end)}.{letter}.{axis}" for letter in "FM" for axis in "xyz"]


@dataclass
class ArrowScale:
    """The value of the longest arrow; it changes slowly."""

    largest: float = 0.0

    def approach(self, wanted: float) -> None:
        """Approach a new value; an unused scale takes it immediately."""
        if wanted <= 0 or self.largest <= 0:
            self.largest = wanted
        else:
            self.largest *= (wanted / self.largest) ** PACE


@dataclass
class Arrows:
    """Holds the scales; one for each displayed run."""

    force: ArrowScale = field(default_factory=ArrowScale)
    moment: ArrowScale = field(default_factory=ArrowScale)
    _seen: tuple[object, float, float] = (None, 0.0, 0.0)

    def rescale(self, recording: Recording, signs: Sequence[ArrowPlace], size: float, is_new: bool = False) -> None:
        """Adjust to the run so far; `is_new`: read all of it again, for example after columns were filled."""
        key = (id(recording), tuple(signs), int(recording.count / max(8, recording.count.bit_length() ** 2)))
        if is_new or key != self._seen[0]:
            force, moment = (_largest(recording, signs, letter) for letter in "FM")
            reach = LONGEST * size
            force, moment = (
                (force if force * reach > NOISE * moment else 0.0),
                (moment if moment > NOISE * force * reach else 0.0),
            )
            self._seen = (key, force, moment)
        self.force.approach(self._seen[1])
        self.moment.approach(self._seen[2])

    def drawn(
        self, recording: Recording, signs: Mapping[ArrowPlace, np.ndarray], t: float, size: float, force: Colour, moment: Colour
    ) -> tuple[list[Solid], Lines | None]:
        """Solids and lines of all arrows at the current time; `signs` with their positions."""
        solids: list[Solid] = []
        strokes: list[spatial_symbols.Stroke] = []
        for sign, place in signs.items():
            owner = sign.end.partition(".")[0]
            F, M = (vector_at(recording, sign, letter, t) for letter in "FM")
            length = LONGEST * size * _share(F, self.force)
            if length:
                solids += spatial_symbols.arrow(owner, place, F / np.linalg.norm(F), length, size, force)
            angle = SWEEP * min(1.2, _share(M, self.moment))
            if angle > LEAST_TURN:
                radius = max(1.7 * size, sign.thickness + 0.9 * size)
                head, arc = spatial_symbols.arc(owner, place, M / np.linalg.norm(M), radius, angle, size, moment)
                solids += head
                strokes += arc
        return solids, lines_of(strokes)

    def legend(self, size: float, metres_per_pixel: float) -> tuple[float, float] | None:
        """A round force and the length of its arrow in pixels."""
        if self.force.largest <= 0:
            return None
        per_newton = LONGEST * size / self.force.largest / metres_per_pixel
        force = round_below(TELLING[1] / per_newton)
        return force, force * per_newton

    def moment_legend(self) -> float | None:
        """The moment of a full sweep."""
        return self.moment.largest if self.moment.largest > 0 else None


def vector_at(recording: Recording, sign: ArrowPlace, letter: str, t: float) -> np.ndarray:
    """Force or moment on the body; zero if unknown."""
    values = [recording.value(f"{shown(sign.end)}.{letter}.{axis}", t) for axis in "xyz"]
    return np.nan_to_num(np.array(values)) * (1.0 if sign.is_body else -1.0)


def round_below(value: float) -> float:
    """1, 2 or 5 times a power of ten."""
    if not 1e-300 < value < 1e300:
        return 0.0
    decade = 10.0 ** np.floor(log10(value))
    return float(decade * next(n for n in (5, 2, 1) if n * decade <= value * (1 + 1e-12)))


def _share(vector: np.ndarray, scale: ArrowScale) -> float:
    """Fraction of the longest arrow; zero if too small to see."""
    share = float(np.linalg.norm(vector)) / scale.largest if scale.largest > 0 else 0.0
    return min(share, BEYOND) if share > LEAST else 0.0


def _largest(recording: Recording, signs: Sequence[ArrowPlace], letter: str) -> float:
    stride = max(1, recording.count // SAMPLES)
    found = []
    for sign in signs:
        columns = [recording.column(f"{shown(sign.end)}.{letter}.{axis}") for axis in "xyz"]
        squares = [c[::stride] ** 2 for c in columns if c is not None]
        if squares:
            found.append(np.sqrt(np.sum(squares, axis=0)))
    known = [sizes[np.isfinite(sizes)] for sizes in found]
    return max((float(np.quantile(sizes, USUAL)) for sizes in known if len(sizes)), default=0.0)
