"""Changing numbers: in customary units and with a fixed number of digits, so that nothing jumps."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mars.pictures.sheet.value_labels import THIN_SPACE, figure

from ...fields.display_units import display_unit, factor_between, readable

WAITING = "…"
NOISE = 1e-12  # smaller numbers are rounding errors
DIGITS = 4


def steady(value: float, digits: int = DIGITS) -> str:
    """With all digits, including trailing zeros; powers of ten for very large and very small numbers."""
    if not math.isfinite(value):
        return WAITING
    if abs(value) < NOISE:
        return f"{0:.{digits - 2}f}"
    exponent = math.floor(math.log10(abs(float(f"{value:.{digits - 1}e}"))))
    if not -3 <= exponent < 6:
        return figure(value)
    return f"{value:.{max(0, digits - 1 - exponent)}f}".replace("-", "−")


def shown_unit(unit: str, value: float) -> tuple[str, float]:
    """The unit to show for a magnitude, and its factor: mA, kV; metres stay metres."""
    wanted = display_unit(unit, 1.0 if unit == "m" else value)
    return readable(wanted), factor_between(unit, wanted)


def with_unit(text: str, unit: str) -> str:
    return text if not unit else f"{text}°" if unit == "deg" else f"{text}{THIN_SPACE}{unit}"


def reading(value: float, unit: str, digits: int = DIGITS) -> str:
    """A value in the SI base of the declared unit, as text."""
    if not math.isfinite(value):
        return WAITING
    wanted, factor = shown_unit(unit, value)
    return with_unit(steady(value * factor, digits), wanted)


def vector_reading(values: Sequence[float], unit: str, digits: int = 3) -> str:
    """Components in brackets; those that are rounding errors beside the others are zero."""
    if not all(map(math.isfinite, values)):
        return WAITING
    largest = max((abs(value) for value in values), default=0.0)
    wanted, factor = shown_unit(unit, largest)
    parts = (0.0 if abs(value) < 1e-9 * largest else value * factor for value in values)
    return with_unit(f"({', '.join(steady(part, digits) for part in parts)})", wanted)


def magnitude(values: Sequence[float]) -> float:
    return math.sqrt(sum(value * value for value in values))
