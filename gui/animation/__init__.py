"""The motion of a run as images: one time, several over each other, or all of them as a GIF. Needs no window."""

from .film import Film, FilmStyle, render
from .frame_times import frame_times, overlay_of_poses
from .gif_writer import GifWriter, sample_times

__all__ = ["Film", "FilmStyle", "GifWriter", "frame_times", "overlay_of_poses", "render", "sample_times"]
