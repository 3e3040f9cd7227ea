"""Laws over time as one line of text: `cycloid 1.2 rad/s, 1 s`, `sine 5 N, 2 Hz, phase 90 deg`."""

from __future__ import annotations

import re
from typing import Any

from mars.component.declarations import LawOf
from mars.component.laws import CONTINUITY, NUMBERS
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, measure
from mars.formulas.units import Dimension, parse_unit

from ..i18n import translate

_HEAD = re.compile(r"([a-z]+)\s*(?:\s|:|(?=\())\s*(.*)", re.DOTALL)
_NAMED = re.compile(r"([a-z]+)\s*(?:=|\s)\s*(.+)", re.DOTALL)


def read(text: str, parameter: LawOf, variables: dict[str, Quantity]) -> Any:
    """The stored form of the typed text: a law by name, else the text (a number or a formula of t) itself.

    Numbers of a law are identified by their names or their units; bare ones are taken in the order of `NUMBERS`, required ones
    first.
    """
    head = _HEAD.fullmatch(text.strip())
    if head is None or head[1] not in NUMBERS:
        return text.strip()
    law, rest = head[1], head[2].strip()
    if rest.startswith("(") and rest.endswith(")"):
        rest = rest[1:-1]
    fields = {name: parameter.unit if unit == "U" else unit for name, unit, _ in NUMBERS[law]}
    needed = [name for name, _, default in NUMBERS[law] if default is None]
    order = needed + [name for name in fields if name not in needed]
    given: dict[str, str] = {}
    loose = []
    for item in filter(None, (part.strip() for part in _parts(rest))):
        named = _NAMED.fullmatch(item)
        if named is not None and named[1] in fields:
            given[named[1]] = named[2]
        else:
            loose.append((item, _dimension(item, variables)))
    for item, dimension in sorted(loose, key=lambda each: each[1] is None):  # those with units choose first
        free = [name for name in order if name not in given]
        fitting = [name for name in free if dimension is None or parse_unit(fields[name]).dimension == dimension]
        if not fitting:
            cause = translate("Gestures", "{0}: one value too many for the {1} law.").format(item[:60], law)
            raise DocumentError("{cause} {example}", code="bad-value", cause=cause, example=example(law, parameter))
        given[min(fitting, key=lambda name, item=item: not item.endswith(fields[name]))] = item  # Hz and rad/s have one dimension
    missing = [name for name in needed if name not in given]
    if missing:
        cause = translate("Gestures", "The {0} law also needs {1}.").format(law, ", ".join(f"“{name}”" for name in missing))
        raise DocumentError("{cause} {example}", code="bad-value", cause=cause, example=example(law, parameter))
    return {"law": law} | {name: given[name] for name in fields if name in given}


def write(typed: Any) -> str:
    """The line of text for a typed value; empty for laws that do not fit on one line (tables, polynomials)."""
    if isinstance(typed, dict):
        law = typed.get("law")
        if law == "expression":
            return str(typed.get("text", ""))
        if law not in NUMBERS:
            return ""
        return f"{law} " + ", ".join(f"{name} {value}" for name, value in typed.items() if name != "law")
    return "" if typed is None else str(typed)


def example(law: str, parameter: LawOf) -> str:
    """A sentence on how such a law is typed."""
    return translate("Gestures", "Example: {0}").format(_sample(law, parameter))


def _sample(law: str, parameter: LawOf) -> str:
    unit = f" {parameter.unit}" if parameter.unit not in ("", "1") else ""
    amounts = {"U": f"1.2{unit}", "s": "1 s", "Hz": "2 Hz", "rad": "90 deg"}
    needed = sorted((unit for _, unit, default in NUMBERS[law] if default is None), key=lambda unit: unit != "U")
    return f"{law} {', '.join(amounts[unit] for unit in needed)}"


def hint(parameter: LawOf) -> str:
    """A hint on what can be typed into the field of a law."""
    return _sample("cycloid" if CONTINUITY["step"] < parameter.smooth else "step", parameter)


def _parts(text: str) -> list[str]:
    """Split at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def _dimension(text: str, variables: dict[str, Quantity]) -> Dimension | None:
    return measure(text, variables).dimension
