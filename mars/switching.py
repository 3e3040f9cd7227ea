"""Deprecated: import from `mars.component`."""

from mars.component.rules import *  # noqa: F403
