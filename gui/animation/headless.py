"""Images of a run without a window, for scripts and `mars animate`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from PySide6.QtGui import QGuiApplication

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.flat_names import shown
from mars.names import component_of

from ..runs.recording import Recording
from ..view3d.mechanism import Mechanism
from ..view3d.run_overlays import OverlayChoice, joint_ends
from ..widgets.image_files import save_image
from .film import Film, FilmStyle
from .frame_times import frame_times, overlay_of_poses
from .gif_writer import GifWriter, sample_times

ROWS = 1200  # times at which trails and the largest forces are computed

_application: QGuiApplication | None = None


def prepare() -> None:
    """Create the application that Qt needs to paint text."""
    global _application
    if QGuiApplication.instance() is None:
        _application = QGuiApplication(["mars"])


@dataclass(frozen=True)
class FilmRequest:
    """`time` None in a .png: several poses overlaid."""

    path: Path
    parts: Sequence[tuple[float, Circuit]]  # of the run, each with the time from which it applies
    begin: float
    end: float
    fps: float = 20.0
    speed: float = 1.0
    time: float | None = None
    size: tuple[int, int] = (640, 480)
    view: str = ""
    theme: str = "light"
    trails: Sequence[str] = ()  # empty: those stored in the circuit
    forces: bool = False
    centre: bool = False

    @cached_property
    def mechanisms(self) -> list[Mechanism]:
        return [Mechanism(circuit) for _, circuit in self.parts]

    @cached_property
    def wishes(self) -> OverlayChoice:
        points = {shown(end): end for mechanism in self.mechanisms for end in mechanism.start.points}
        own = OverlayChoice.of(self.parts[-1][1], points.values())
        for end in self.trails:
            if end not in points:
                bodies = self.mechanisms[0].start.bodies
                some = ", ".join(sorted(end for end, own in points.items() if component_of(own) in bodies)[:6])
                raise DocumentError(
                    "--trail {end}: no such point. Available points: {some}",
                    code="unknown-point",
                    end=end,
                    some=some or "none in this circuit",
                )
        joints = [end for mechanism in self.mechanisms for end in joint_ends(mechanism.start)] if self.forces else []
        arrows = tuple(dict.fromkeys((*own.arrows, *joints)))
        trails = tuple(points[end] for end in self.trails) or own.trails
        return OverlayChoice(trails, arrows, self.centre or own.centre, own.centre_trail)

    def names(self) -> list[str]:
        """The variables that the images need, as far as the run has them."""
        coordinates = [name for mechanism in self.mechanisms for name in mechanism.start.coordinates]
        return list(dict.fromkeys([*coordinates, *self.wishes.names()]))

    def frames(self) -> list[float]:
        """The times to show."""
        if self.is_film:
            return frame_times(self.begin, self.end, self.fps, self.speed).tolist()
        return [self.end if self.time is None else self.time]

    def times(self) -> np.ndarray:
        """The times at which values are needed: those of the frames, and more for the trails."""
        return np.unique(np.concatenate([np.linspace(self.begin, self.end, ROWS), self.frames()]))

    @property
    def is_film(self) -> bool:
        return self.path.suffix.lower() == ".gif" or "%" in self.path.name


def make(request: FilmRequest, units: Mapping[str, str], values: np.ndarray) -> Iterator[float]:
    """Write the requested file, yielding its progress. `values`: one row for each of the request's times."""
    prepare()
    recording = Recording(units, request.begin, request.end)
    recording.append(request.times(), list(units), values)
    film = Film(recording, request.parts, FilmStyle(request.size, request.theme, view=request.view, wishes=request.wishes))
    film.complete_trails()
    if not request.is_film:
        still = overlay_of_poses(film, request.begin, request.end) if request.time is None else film.picture(request.time)
        save_image(still, request.path)
        return
    times = request.frames()
    if request.path.suffix.lower() == ".gif":
        yield from _gif(film, times, request)
    else:
        request.path.parent.mkdir(parents=True, exist_ok=True)
        for number, t in enumerate(times):
            save_image(film.picture(t), request.path.with_name(request.path.name % (number + 1)))
            yield (number + 1) / len(times)


def _gif(film: Film, times: list[float], request: FilmRequest) -> Iterator[float]:
    writer = GifWriter(request.path, [film.picture(t) for t in sample_times(times)], request.fps)
    try:
        for number, t in enumerate(times):
            writer.add(film.picture(t))
            yield (number + 1) / len(times)
        writer.finish()
    finally:
        writer.cancel()
