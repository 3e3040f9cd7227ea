"""Deprecated: import from `mars.component`."""

from mars.component.declarations import *  # noqa: F403
