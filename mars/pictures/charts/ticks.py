"""Axis ticks: round numbers within a range, their labels, and common units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

PREFIXES = {-9: "n", -6: "µ", -3: "m", 3: "k", 6: "M"}
PREFIXED = ("s", "V", "A", "Ω", "W", "J")  # units commonly written with a prefix; newton metres and rad/s are not


@dataclass(frozen=True)
class Marks:
    """Visible range, ticks, and the label of a tick: (tick − offset) / 10^exponent."""

    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    offset: str = ""
    exponent: int = 0

    def place(self, values: Any, start: float, end: float) -> Any:
        return start + (values - self.low) / (self.high - self.low) * (end - start)


USUAL = {"Pa": ("bar", 1e-5), "m³/s": ("l/min", 6e4)}  # common units, and their factors


def shown_unit(unit: str, angles: str = "deg") -> tuple[str, float]:
    """How values of a unit are shown, and the factor: angles in degrees, pressures in bar."""
    unit = unit.strip().replace("*", "·").replace("^2", "²").replace("^3", "³")
    if angles == "deg" and (unit == "rad" or unit.startswith("rad/")):
        return "deg" + unit[3:], 180 / math.pi
    return USUAL.get(unit, ("" if unit == "1" else unit, 1.0))


def kept_unit(shown: str) -> tuple[str, float]:
    """The inverse: the unit of a shown unit, and the factor."""
    if shown.startswith("deg"):
        return "rad" + shown[3:], math.pi / 180
    return next(((unit, 1 / factor) for unit, (read, factor) in USUAL.items() if read == shown), (shown, 1.0))


def nice_ticks(low: float, high: float, most: int, *, degrees: bool = False) -> tuple[tuple[float, ...], float]:
    """At most `most` round multiples of a 1-2-5 step (for degrees 15, 30, 45, 60, 90, … beyond 10) within the range."""
    decade = 10.0 ** math.floor(math.log10((high - low) / most))
    steps = [decade * factor for factor in (1, 2, 5, 10, 20)]
    if degrees and steps[0] >= 1:
        whole_turn = [360 * 10.0**power * factor for power in range(12) for factor in (1, 2, 5)]
        steps = sorted({step for step in steps if step <= 10} | {15, 30, 45, 60, 90, 120, 180} | set(whole_turn))
    finer = steps[0]
    for step in steps:
        count = math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) + 1
        if count <= most:
            step = finer if count < 2 else step
            break
        finer = step
    indices = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return tuple(step * index for index in indices), step


def marks(low: float, high: float, most: int, *, degrees: bool = False) -> Marks:
    """Ticks and labels; far from zero the labels are relative to an offset, very large or small ones use powers of ten."""
    largest = max(abs(low), abs(high))
    digits = -math.floor(math.log10(high - low))
    base = round((low + high) / 2, digits) if high - low < 1e-4 * largest else 0.0
    ticks, step = nice_ticks(low - base, high - base, most, degrees=degrees)
    size = max(abs(low - base), abs(high - base))
    exponent = 0
    if size >= 1e5 or size < 1e-2:
        exponent = 3 * math.floor(math.log10(size) / 3)
    decimals = max(0, -math.floor(math.log10(step / 10.0**exponent) + 1e-9))
    labels = tuple(_digits(tick / 10.0**exponent, decimals) for tick in ticks)
    offset = _digits(base, max(digits, 0)) if base else ""
    offset = offset.rstrip("0").rstrip(".") if "." in offset else offset
    return Marks(low, high, tuple(tick + base for tick in ticks), labels, offset, exponent)


def _digits(value: float, decimals: int) -> str:
    """Fixed decimals with a true minus; thin spaces group five or more digits before the point."""
    written = f"{abs(value):.{decimals}f}"
    whole, point, fraction = written.partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\u2009")
    negative = value < 0 and float(written) != 0
    return ("−" if negative else "") + whole + point + fraction


def with_scale(quantity: str, unit: str, axis: Marks) -> tuple[str, str]:
    """The offset goes after the quantity, the power of ten before the unit: `energy − 12.3`, `10⁻⁹ N·m`, or `nJ` if possible."""
    if axis.offset:
        quantity += f" + {axis.offset[1:]}" if axis.offset.startswith("−") else f" − {axis.offset}"
    if unit in PREFIXED and axis.exponent in PREFIXES:
        unit = PREFIXES[axis.exponent] + unit
    elif axis.exponent:
        power = str(axis.exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        unit = f"10{power}\u2009{unit}".rstrip()
    return quantity, unit
