"""Best of many short batches, contestants taking turns: the quietest moment of a noisy machine for each of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from timeit import Timer

BATCH_S = 0.004


def best_seconds(calls: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Minimum seconds of one call of each contestant, over `rounds` batches taken in turn."""
    timers = {name: Timer("call()", globals={"call": call}) for name, call in calls.items()}
    counts = {name: _batch_size(timer) for name, timer in timers.items()}
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, timer in timers.items():
            best[name] = min(best[name], timer.timeit(counts[name]) / counts[name])
    return best


def best_reported(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The same for runs that measure themselves (excluding their preparation) and return seconds."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = min(best[name], run())
    return best


def stopwatch(call: Callable[[], object]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _batch_size(timer: Timer) -> int:
    count = 1
    while (spent := timer.timeit(count)) < BATCH_S / 2:
        count = max(2 * count, int(count * BATCH_S / max(spent, 1e-9)) if spent > BATCH_S / 20 else 0)
    return count
