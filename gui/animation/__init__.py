"""Exports a run's motion as images: a single frame, several poses overlaid, or a GIF. Needs no window."""

from .film import Film, FilmStyle, render
from .frame_times import frame_times, overlay_of_poses
from .gif_writer import GifWriter, sample_times

__all__ = ["Film", "FilmStyle", "GifWriter", "frame_times", "overlay_of_poses", "render", "sample_times"]
