"""The motion of a run as pictures: one moment, several over each other, or all of them as a GIF. Needs no window."""

from .film import Film, Style, render
from .gif import GifWriter, sample_times
from .moments import frame_times, overlay_of_poses

__all__ = ["Film", "GifWriter", "Style", "frame_times", "overlay_of_poses", "render", "sample_times"]
