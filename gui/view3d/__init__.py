"""The motion view: the mechanism in three dimensions, at its start pose while you draw and along the run afterwards."""

from .motion_view import MotionView

__all__ = ["MotionView"]
