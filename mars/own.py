"""Deprecated: import `mars.kinds.equation_text`."""

from mars.kinds.equation_text import *  # noqa: F403
