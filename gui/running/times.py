"""Moments of a run in words: of a run of milliseconds in milliseconds."""

from __future__ import annotations

UNITS = ((0.1, 1.0, "s"), (1e-4, 1e3, "ms"), (0.0, 1e6, "µs"))  # of runs at least this long: factor and unit


def moment(t: float, end: float = 1.0) -> str:
    """`3.250 ms`, of a run until `end`."""
    factor, unit = _unit(end)
    return f"{t * factor:.3f} {unit}"


def moment_of(t: float, end: float) -> str:
    """`3.250 / 5 ms`."""
    factor, unit = _unit(end)
    return f"{t * factor:.3f} / {end * factor:.6g} {unit}"


def _unit(end: float) -> tuple[float, str]:
    return next((factor, unit) for least, factor, unit in UNITS if end >= least or end <= 0.0)  # without an end in seconds
