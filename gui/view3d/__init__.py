"""The motion view: the mechanism in 3-D, in its start pose while drawing and along the run afterwards."""

from .motion_view import MotionView

__all__ = ["MotionView"]
