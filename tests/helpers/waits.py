"""Waits of the tests end on states. The limit is only for what never comes, so it is long: computers are slow or busy."""

import time
from collections.abc import Callable
from typing import Any

LIMIT = 240.0  # seconds


def wait_until(condition: Callable[[], Any], what: str = "", every: float = 0.02) -> Any:
    """What the condition gives once it is not false; looked at every so many seconds. For tests without Qt."""
    end = time.monotonic() + LIMIT
    while not (found := condition()):
        assert time.monotonic() < end, f"waited in vain: {what or condition}"
        time.sleep(every)
    return found
