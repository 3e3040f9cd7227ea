"""Mouse and keys on the drawing: every gesture is an object with start, move, end and cancel, and one undo entry."""

from .host import GestureHost

__all__ = ["GestureHost"]
