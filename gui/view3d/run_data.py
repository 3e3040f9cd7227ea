"""Run data for the motion view: paths and forces for its trails and arrows, and other runs beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import proxy

import numpy as np
from PySide6.QtCore import QObject, QTimer

from ..edits import motion_overlays
from . import trails
from .run_overlays import OverlayChoice, ShownRuns, joint_ends, tips

if TYPE_CHECKING:
    from ..runs.recording import Recording
    from ..runs.run_control import RunControl
    from .motion_view import MotionView

OWNER = "motion"  # key for watching variables
PAUSE = 30  # ms between two pieces of a long trail, to keep the window responsive


class RunData(QObject):
    """`shows_trails` None: if any are chosen. The circuit chooses the points; the view's buttons show or hide them."""

    def __init__(self, view: MotionView):
        super().__init__(view)
        self.view: MotionView = proxy(view)  # avoids a cycle: a widget's wrapper is deleted with the widget
        self.run_control: RunControl | None = None
        self.shows_trails: bool | None = None
        self.shows_forces = False
        self._unfinished = QTimer(self, singleShot=True, interval=PAUSE)
        self._unfinished.timeout.connect(self._go_on)

    def follow(self, run_control: RunControl) -> None:
        self.run_control = run_control
        run_control.results.recording_changed.connect(self._renew)
        run_control.results.runs_changed.connect(self._renew)
        run_control.results.variables_changed.connect(self.watch)
        run_control.results.filled.connect(self._renew)
        self.watch()

    @property
    def recording(self) -> Recording | None:
        return self.run_control.results.recording if self.run_control is not None else None

    def shown(self) -> ShownRuns | None:
        """The run at the time of the frame; before playback, at its start."""
        recording, playing = self.recording, self.view.playing
        if recording is None:
            return None
        return ShownRuns(recording, playing[1] if playing is not None else recording.begin, self.others() if playing else ())

    def others(self) -> Sequence[Recording]:
        return self.run_control.results.overlaid if self.run_control is not None else ()

    @property
    def rests(self) -> bool:
        """Whether a single time of a run is shown, without playback."""
        run_control = self.run_control
        return run_control is not None and run_control.state in ("paused", "finished") and not run_control.playback.is_playing

    def trail_bounds(self) -> np.ndarray:
        """Points that the trails pass through, including other runs."""
        points, shown = self.view.poses.points, self.shown()
        ends = {end: points[end][0] for end in self.wishes().trails if end in points}
        runs = [shown.recording, *shown.others] if shown is not None else []
        return np.concatenate([np.zeros((0, 3)), *(trails.bounds(run, ends) for run in runs)])

    def wishes(self) -> OverlayChoice:
        view = self.view
        found = OverlayChoice.of(view.document.root, view.poses.points)
        if self.shows_trails is False:
            found = replace(found, trails=(), centre_trail=False)
        elif self.shows_trails and not (found.trails or found.centre_trail):
            found = replace(found, trails=tips(view.places))
        if self.shows_forces:
            found = replace(found, arrows=tuple(dict.fromkeys((*found.arrows, *joint_ends(view.poses)))))
        return found

    @property
    def has_trails(self) -> bool:
        wishes = self.wishes()
        return bool(wishes.trails or wishes.centre_trail)

    def show_trails(self, wanted: bool) -> None:
        self.shows_trails = wanted
        self.renew()

    def switch_forces(self, wanted: bool) -> None:
        """Switch the forces at all joints."""
        self.shows_forces = wanted
        self.renew()

    def choose(self, what: str, end: str, wanted: bool) -> None:
        """Show or hide a point's trail or force permanently: an edit of the circuit."""
        words = {
            ("trails", True): self.tr("Show trail of {0}"),
            ("trails", False): self.tr("Hide trail of {0}"),
            ("arrows", True): self.tr("Show force at {0}"),
            ("arrows", False): self.tr("Hide force at {0}"),
        }[what, wanted]
        name = self.tr("the centre of mass") if end == motion_overlays.CENTRE else end
        if what == "trails":
            self.shows_trails = None
        self.view.document.edit_root(words.format(name), lambda circuit: motion_overlays.choose(circuit, what, end, wanted))

    def choose_none(self, what: str) -> None:
        words = self.tr("Hide all trails") if what == "trails" else self.tr("Hide all forces")
        self.view.document.edit_root(words, lambda circuit: motion_overlays.choose_none(circuit, what))

    def show_centre(self, wanted: bool) -> None:
        words = self.tr("Show centre of mass") if wanted else self.tr("Hide centre of mass")
        self.view.document.edit_root(words, lambda circuit: motion_overlays.show_centre(circuit, wanted))

    def renew(self) -> None:
        """Points or run changed: watch the variables they need and draw again."""
        self.watch()
        self.view.buttons.show_states(self.has_trails, self.shows_forces, self.wishes().centre)
        self.view.restage(is_new=True)
        self.view.camera_motion.follow()

    def drawn(self) -> None:
        """A frame was drawn; a longer trail is continued later."""
        if self.wishes().centre_trail and not self.view.run_overlays.centre_trail.is_complete:
            self._unfinished.start()

    def _go_on(self) -> None:
        self.view.restage()

    def _renew(self, _: object = None) -> None:
        self.renew()

    def watch(self) -> None:
        """Request the columns that are drawn, except those that the circuit does not have."""
        if self.run_control is None:
            return
        known = self.run_control.results.variables
        self.run_control.results.watch(OWNER, [name for name in self.wishes().names() if not known or name in known])
