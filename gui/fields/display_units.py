"""Units shown in fields: degrees, millimetres below 0.1 m, µF, kΩ, or the user's choice for a quantity."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from PySide6.QtCore import QSettings

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, measure, parse, quantity
from mars.formulas.units import convert_factor, parse_unit, sized
from mars.translation import languages

# declared unit -> units offered; the first is the default
OFFERED = {
    "rad": ("deg", "rad"),
    "rad/s": ("rad/s", "rpm", "deg/s"),
    "m": ("m", "mm", "cm"),
    "N": ("N", "kN"),
    "N·m": ("N·m", "kN·m"),
    "s": ("s", "ms"),
    "Hz": ("Hz", "rpm"),
    "kg": ("kg", "g"),
    "V": ("V", "mV", "kV"),
    "A": ("A", "mA", "µA"),
    "Ω": ("Ω", "kΩ", "MΩ"),
    "F": ("F", "µF", "nF"),
    "H": ("H", "mH", "µH"),
    "W": ("W", "mW", "kW"),
    "Pa": ("bar", "Pa", "kPa", "MPa"),
    "m³/s": ("l/min", "m³/s"),
    "m³/rad": ("cm³/rev", "m³/rad"),
}

_NUMBER = r"[+\-−]?\s*(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?"
_PLAIN = re.compile(rf"\s*({_NUMBER})\s*")
_WITH_UNIT = re.compile(rf"\s*({_NUMBER})\s*([^\W\d_°%][^\s]*|[°%])\s*")


def readable(unit: str) -> str:
    """As shown in a field: no unit for pure numbers, superscript powers."""
    return "" if unit == "1" else languages.unit_text(unit.replace("*", "·").replace("^2", "²").replace("^3", "³"))


@cache
def chosen_unit(declared: str) -> str:
    """The user's choice for this quantity, or empty."""
    stored = str(QSettings().value(f"units/{declared.replace('/', ' per ')}", ""))
    return stored if stored in OFFERED.get(declared, ()) else ""


def choose_unit(declared: str, unit: str) -> None:
    """Show this quantity in a unit from now on; empty: the default."""
    QSettings().setValue(f"units/{declared.replace('/', ' per ')}", unit)
    chosen_unit.cache_clear()


def display_unit(declared: str, value: float = 0.0) -> str:
    """The unit in which a number of the declared unit is shown and typed."""
    if chosen := chosen_unit(declared):
        return chosen
    if (read := sized(value, declared)) != declared:
        return read
    return OFFERED.get(declared, (declared,))[0]


def written(number: float, digits: int = 10) -> str:
    """A number for a field, with few digits to hide conversion errors."""
    if isinstance(number, int):
        return str(number)
    return re.sub(r"e([+-])0+(?=\d)", r"e\1", f"{number:.{digits}g}").replace("e+", "e")


def is_plain(text: str) -> bool:
    """Whether a text is a bare number."""
    return _PLAIN.fullmatch(text) is not None


def is_same_unit(a: str, b: str) -> bool:
    try:
        return a == b or convert_factor(a, b) == 1.0
    except DocumentError:
        return False


def factor_between(given: str, wanted: str) -> float:
    """Factor from `given` to `wanted`; 1 between unknown units, as a file may contain."""
    try:
        return 1.0 if given == wanted else convert_factor(given, wanted)
    except DocumentError:
        return 1.0


def split(text: str, declared: str) -> tuple[str, str] | None:
    """`30 deg` -> ("30", "deg"), a bare number with the declared unit; None for formulas and other dimensions."""
    if plain := _PLAIN.fullmatch(text):
        return plain[1], declared
    if (pair := _WITH_UNIT.fullmatch(text)) is None:
        return None
    try:
        fits = parse_unit(pair[2]).dimension == parse_unit(declared).dimension
    except DocumentError:
        return None
    return (pair[1], pair[2]) if fits else None


def shown(typed: Any, declared: str, is_converted: bool = True) -> tuple[str, str]:
    """Text and unit of a field for a stored value; a formula has no unit."""
    if isinstance(typed, bool) or not isinstance(typed, int | float | str):
        return "", display_unit(declared)
    if isinstance(typed, str):
        parts = split(typed, declared)
        return parts if parts is not None else (typed, "")
    unit = display_unit(declared, typed) if is_converted else declared
    factor = factor_between(declared, unit)
    return (written(typed) if factor == 1.0 else written(typed * factor, 7)), unit


def read(text: str, unit: str, declared: str, variables: Mapping[str, Quantity]) -> Any:
    """The stored form of a typed text: None if empty, a number in the declared unit, else the text as typed.

    A bare number, or a formula without any unit, is in the `unit` that the field shows.
    """
    text = text.strip()
    if not text:
        return None
    if plain := _PLAIN.fullmatch(text):
        return _number(_with_point(plain[1]), unit, declared)
    if split(text, declared) is not None:
        return _with_point(text)
    if unit and not is_same_unit(unit, declared) and measure(text, variables).dimension is None:
        return f"({text})*1 {unit}"
    return text


def read_size(typed: Any, unit: str, variables: Mapping[str, Quantity]) -> float | None:
    """The value in the declared unit, or None if it cannot be evaluated."""
    try:
        return quantity(typed, variables, unit) / parse_unit(unit).factor
    except (DocumentError, TypeError):
        return None


def typed_number(value: float, unit: str, declared: str) -> float | str:
    """A number in a unit as it would be typed, without rounding errors: a bare number if the unit is the declared one."""
    number = float(f"{value:.6g}")
    return number if is_same_unit(unit, declared) else f"{written(number)} {unit}"


def known_variables(circuit: Circuit) -> dict[str, Quantity]:
    """The variables that can be evaluated; others are left out, so that one invalid formula does not affect every field."""
    try:
        return circuit.variable_values()
    except DocumentError:
        pass
    known: dict[str, Quantity] = {}
    for name, variable in circuit.variables.items():
        try:
            if isinstance(variable.value, str) and not parse(variable.value).names <= known.keys():
                continue
            if variable.unit:
                known[name] = Quantity(quantity(variable.value, known, variable.unit), parse_unit(variable.unit).dimension)
            else:
                known[name] = measure(variable.value, known)
        except DocumentError:
            continue
    return known


def _number(text: str, unit: str, declared: str) -> int | float | str:
    if unit and not is_same_unit(unit, declared):
        return f"{text} {unit}"
    if text.lstrip("+-").isdigit() and len(text) <= 15:
        return int(text)
    return float(text)


def _with_point(text: str) -> str:
    return text.replace(",", ".").replace("−", "-").replace("- ", "-").replace("+ ", "+")


# Times of a run: milliseconds for a run of milliseconds.
TIME_UNITS = ((0.1, 1.0, "s"), (1e-4, 1e3, "ms"), (0.0, 1e6, "µs"))  # minimum run length: factor and unit


def moment(t: float, end: float = 1.0) -> str:
    """`3.250 ms`, for a run until `end`."""
    factor, unit = _time_unit(end)
    return f"{t * factor:.3f} {languages.unit_text(unit)}"


def moment_of(t: float, end: float) -> str:
    """`3.250 / 5 ms`."""
    factor, unit = _time_unit(end)
    return f"{t * factor:.3f} / {end * factor:.6g} {languages.unit_text(unit)}"


def _time_unit(end: float) -> tuple[float, str]:
    return next((factor, unit) for least, factor, unit in TIME_UNITS if end >= least or end <= 0.0)  # without an end, in seconds
