"""Tests wait for states. The limit only stops tests that would never end, so it is long: computers may be slow or busy."""

import time
from collections.abc import Callable
from typing import Any

LIMIT = 240.0  # seconds


def wait_until(condition: Callable[[], Any], what: str = "", every: float = 0.02) -> Any:
    """The first true value of the condition, checked at intervals. For tests without Qt."""
    end = time.monotonic() + LIMIT
    while not (found := condition()):
        assert time.monotonic() < end, f"waited in vain: {what or condition}"
        time.sleep(every)
    return found
