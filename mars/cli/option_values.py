"""Option values that argparse does not parse itself."""

from __future__ import annotations

import json
from typing import Any

from mars.document.circuit import Circuit
from mars.errors import DocumentError


def seconds(text: str | None, circuit: Circuit, option: str) -> float | None:
    """A time such as 2, '5 ms' or a formula over the circuit's variables."""
    from mars.formulas.expressions import quantity

    try:
        return None if text is None else quantity(text, circuit.variable_values(), "s")
    except DocumentError as error:
        raise DocumentError("{option}: {error}", option=option, error=error) from None


def assignment(text: str, option: str) -> tuple[str, Any]:
    """Name and value of NAME=VALUE; `mars.kinds.resolved.resolve_values` finds unknown parameters and wrong values."""
    name, equals, value = text.partition("=")
    if not equals:
        example = "KN1.angle='30 deg'" if option == "--start" else "DC1.damping=0.2"
        raise DocumentError(
            "{option} {text}: expected NAME=VALUE, such as {option} {example}",
            code="bad-option",
            option=option,
            text=text,
            example=example,
        )
    try:
        return name.strip(), json.loads(value, parse_constant=lambda word: word)
    except ValueError:
        return name.strip(), value.strip()
    except RecursionError:
        raise DocumentError(
            "{option} {name}: the value is nested too deeply. Give a number, a formula or a simple list",
            code="bad-value",
            option=option,
            name=name,
        ) from None
