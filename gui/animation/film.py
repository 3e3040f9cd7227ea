"""`Film` renders frames of a run at any time, as the motion view shows them, without a window."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from mars.document.circuit import Circuit
from mars.mechanism.poses import Poses

from ..runs.recording import Recording
from ..theme import load_fonts
from ..view3d import trails
from ..view3d.camera import VIEWS, Camera, Projection
from ..view3d.camera_motion import outermost
from ..view3d.colours import Colours
from ..view3d.frame import Frame, corners_of
from ..view3d.grid import grid_lines
from ..view3d.mechanism import Mechanism
from ..view3d.overlay import ViewOverlay
from ..view3d.pose_limits import in_reach
from ..view3d.renderer import drawn
from ..view3d.run_overlays import OverlayChoice, RunOverlays, ShownRuns
from ..view3d.view_painter import time_text

LOOKS = 60  # times of the run that the camera is fitted to


@dataclass(frozen=True)
class FilmStyle:
    """How frames look. `fits`: the camera keeps its direction and moves until the whole motion is in view. Without a camera, the
    editor's initial one is used, or one looking from `view`: front, top, side, iso."""

    size: tuple[int, int] = (640, 480)
    theme: str = "light"
    camera: Camera | None = None
    view: str = ""
    fits: bool = True
    ratio: float = 1.0  # device pixels per pixel
    wishes: OverlayChoice = field(default_factory=OverlayChoice)
    shows_time: bool = True


class Film:
    """`parts`: the circuits of the run, each with the time from which it applies."""

    def __init__(
        self, recording: Recording, parts: Sequence[tuple[float, Circuit]], style: FilmStyle, others: Sequence[Recording] = ()
    ):
        load_fonts()
        self.recording, self.style, self.others = recording, style, others
        self.look = Colours(style.theme)
        self.begins = [begin for begin, _ in parts]
        self.mechanisms = [Mechanism(circuit) for _, circuit in parts]
        self.run_overlays = [RunOverlays(mechanism) for mechanism in self.mechanisms]
        for each in self.run_overlays:
            each.arrows = self.run_overlays[0].arrows
        camera = style.camera or self.mechanisms[0].first_camera()
        camera = camera.turned_to(*VIEWS[style.view]) if style.view else camera
        self.camera = self._fitted(camera) if style.fits else camera
        self.projection = Projection(self.camera, *style.size)

    def complete_trails(self) -> None:
        """Compute the whole path of the centre of mass; the editor does this frame by frame."""
        if self.style.wishes.centre_trail:
            for each in self.run_overlays:
                each.centre_trail.complete(self.recording)

    def part_at(self, t: float) -> int:
        return max(0, bisect_right(self.begins, t + 1e-12) - 1)

    def poses(self, t: float) -> Poses:
        return in_reach(self.mechanisms[self.part_at(t)].tree.at(self.recording.at(t), t))

    def _fitted(self, camera: Camera) -> Camera:
        """The camera moved so that the whole motion is in view."""
        recording = self.recording
        places = [np.zeros((0, 3))]
        for t in np.linspace(recording.begin, recording.last, LOOKS).tolist():
            poses = self.poses(t)
            places += [self.mechanisms[self.part_at(t)].stage.bounds(poses)]
            places += [corners_of(name, batch) for name, batch in self.frame(t).arrows.items()]
            ends = {end: poses.points[end][0] for end in self.style.wishes.trails if end in poses.points}
            places += [trails.bounds(recording, ends)] if t == recording.last else []
        return self.mechanisms[0].fitted(camera, outermost(np.concatenate(places)), *self.style.size)

    def frame(self, t: float) -> Frame:
        """The frame at a time."""
        part, poses = self.part_at(t), self.poses(t)
        frame = self.mechanisms[part].stage.frame(poses, self.look.name, self.look.colour("ink"))
        self.run_overlays[part].add_to(frame, poses, self.style.wishes, self.look, ShownRuns(self.recording, t, self.others))
        return frame

    def picture(self, t: float) -> QImage:
        return self.painted(self.frame(t), t, time_text(t) if self.style.shows_time else "")

    def painted(self, frame: Frame, t: float, caption: str) -> QImage:
        """A frame with axes, marks and legend for a time painted over it."""
        part = self.part_at(t)
        mechanism = self.mechanisms[part]
        tokens = ("grid", "border", "sheet", "window")
        minor, major, top, bottom = (self.look.colour(token) for token in tokens)
        frame.grid = grid_lines(mechanism.ground, self.projection, minor, major)
        image = drawn(frame, self.projection, self.style.ratio, top, bottom).convertToFormat(QImage.Format.Format_RGB32)
        painter = QPainter(image)
        try:
            overlay = ViewOverlay(painter, self.projection, self.look)
            overlay.corner(mechanism.gravity)
            overlay.scale()
            overlay.run_overlays(self.run_overlays[part], mechanism.stage.size)
            if caption:
                overlay.chip_at(QPointF(8, 8), caption, "text")
        finally:
            painter.end()
        return image


def render(
    recording: Recording, parts: Sequence[tuple[float, Circuit]], times: Iterable[float], style: FilmStyle | None = None
) -> Iterator[QImage]:
    """Yield the images of a run at these times."""
    film = Film(recording, parts, style or FilmStyle())
    for t in times:
        yield film.picture(float(t))
