"""Deprecated: import from `mars.component`."""

from mars.component.lazy_casadi import *  # noqa: F403
