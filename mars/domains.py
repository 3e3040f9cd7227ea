"""Deprecated: import from `mars.component`."""

from mars.component.domains import *  # noqa: F403
