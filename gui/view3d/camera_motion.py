"""Automatic camera: moves to a target view, keeps the mechanism in view, widens during a run."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING
from weakref import proxy

import numpy as np
from PySide6.QtCore import QVariantAnimation

from .camera import Camera, Projection, eased

if TYPE_CHECKING:
    from .motion_view import MotionView

FLIGHT = 120  # ms
EDGE, COMFORT = 6.0, 28.0  # pixels from the edge: out of view, and nearly so during a run
PACES = (0.2, 0.35, 0.55, 0.8)  # fractions of the way to a wider view: the smallest that keeps all in view is used

_WAYS = np.array([way for way in product((-1.0, 0.0, 1.0), repeat=3) if any(way)])


class CameraMotion:
    """Controls the camera of a view until the user has moved it."""

    def __init__(self, view: MotionView):
        self.view: MotionView = proxy(view)  # avoids a cycle: a widget's wrapper is deleted with the widget
        self.flight = QVariantAnimation(view, duration=FLIGHT, startValue=0.0, endValue=1.0)
        self.flight.valueChanged.connect(self._fly)
        self.ends: tuple[Camera, Camera] = (view.camera, view.camera)
        self.reach = np.zeros((0, 3))  # outermost points of the current or last run
        self.is_playing = False

    def fitted(self, camera: Camera) -> Camera:
        """The camera with everything in the image; during a run, everything that it has reached."""
        view = self.view
        return view.mechanism.fitted(camera, self.bounds(), view.width(), view.height())

    def bounds(self) -> np.ndarray:
        return self.reach if self.is_playing and len(self.reach) else self.view.mechanism.stage.bounds(self.view.poses)

    def forget(self) -> None:
        """Another motion: the extent of the last run does not apply."""
        if self.view.playing is None:
            self.reach = np.zeros((0, 3))

    def follow(self, jump: bool = False) -> None:
        """Keep an untouched camera on the mechanism, but ignore small changes."""
        view = self.view
        was_playing, self.is_playing = self.is_playing, view.playing is not None
        if self.is_playing:
            seen = view.mechanism.stage.bounds(view.poses)
            self.reach = outermost(np.concatenate([self.reach, seen, view.run_data.trail_bounds()]))
        if not view.is_auto or view.mouse.pull is not None:
            return
        goal = self.ends[1] if self.is_flying() else view.camera
        wanted = self.fitted(goal)
        if jump or not view.isVisible():
            self.flight.stop()
            view.set_camera(wanted)
        elif self.is_playing and was_playing:
            self._widen(goal, wanted)
        elif was_playing or not self.is_in_sight(goal) or not 0.6 < wanted.height / goal.height < 1.25:
            self.fly_to(wanted)

    def _widen(self, goal: Camera, wanted: Camera) -> None:
        """Slightly wider with each frame, never closer, to avoid a restless image."""
        if self.is_in_sight(goal, COMFORT):
            return
        self.flight.stop()
        camera = self.view.camera
        wider = replace(wanted, height=max(wanted.height, camera.height))
        steps = (camera.towards(wider, pace) for pace in PACES)
        self.view.set_camera(next((step for step in steps if self.is_in_sight(step)), wider))
        if self.view.run_data.rests:  # no next frame completes the move
            self.fly_to(wider)

    def is_in_sight(self, camera: Camera, edge: float = EDGE) -> bool:
        bounds, view = self.bounds(), self.view
        if not len(bounds):
            return max(abs(a) for a in camera.target) < 1e-9
        x, y, depth = Projection(camera, view.width(), view.height()).project(bounds).T
        inside = (x > edge) & (x < view.width() - edge) & (y > edge) & (y < view.height() - edge) & (depth > 0)
        return bool(inside.all())

    def is_flying(self) -> bool:
        return self.flight.state() == QVariantAnimation.State.Running

    def fly_to(self, camera: Camera) -> None:
        self.flight.stop()
        if not self.view.isVisible():
            self.view.set_camera(camera)
            return
        self.ends = (self.view.camera, camera)
        self.flight.start()

    def _fly(self, share: float) -> None:
        self.view.set_camera(self.ends[0].towards(self.ends[1], eased(share)))


def outermost(points: np.ndarray) -> np.ndarray:
    """Of many points, those farthest out in some direction."""
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) <= len(_WAYS):
        return points
    return points[np.unique((points @ _WAYS.T).argmax(axis=0))]
