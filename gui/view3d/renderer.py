"""Chooses the renderer: OpenGL if available, else the painter."""

from __future__ import annotations

from PySide6.QtGui import QColor, QImage

from . import opengl_renderer, software_renderer
from .camera import Projection
from .frame import Frame


def drawn(frame: Frame, projection: Projection, ratio: float, top: QColor, bottom: QColor, smooth: bool = True) -> QImage:
    """The image of a frame on a gradient background, for `ratio` device pixels per pixel.

    Without `smooth` edges it takes half the time without a graphics card.
    """
    card = opengl_renderer.card()
    if card is not None:
        try:
            return card.draw(frame, projection, ratio, top, bottom, smooth)
        except Exception:  # a driver that fails once is not used again
            opengl_renderer.give_up()
    return software_renderer.draw(frame, projection, ratio, top, bottom, smooth)
