"""Mouse and keyboard on the drawing: every gesture is an object with start, move, end and cancel, and makes one undo entry."""

from .host import GestureHost

__all__ = ["GestureHost"]
