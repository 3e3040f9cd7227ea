"""Chooses the times of a run to show, and overlays several poses in one image."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from ..i18n import translate
from ..view3d.frame import merged
from .film import Film

POSES = 6


def frame_times(begin: float, end: float, fps: float, speed: float) -> np.ndarray:
    """Times of the frames of a film that plays a run at `speed` times real time; the last is the end of the run."""
    count = max(2, round((end - begin) / speed * fps) + 1)
    return np.linspace(begin, end, count)


def overlay_of_poses(film: Film, begin: float, end: float, count: int = POSES) -> QImage:
    """The last pose over the earlier ones, which are transparent and fainter the older they are."""
    frame = film.frame(end)
    for k, t in enumerate(np.linspace(begin, end, count)[:-1].tolist()):
        stage = film.mechanisms[film.part_at(t)].stage
        frame.ghosts = merged(frame.ghosts, stage.ghost(film.poses(t), 0.14 + 0.3 * k / count))
    caption = translate("MotionView", "t = {0} … {1} s").format(f"{begin:.2f}", f"{end:.2f}")
    return film.painted(frame, end, caption)
