"""Reads a law in time from the user's input: a number, a formula of t, or {"law": "ramp", …}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mars.component.laws import BETWEEN, LAWS, NUMBERS, TIMES, Law
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, parse

if TYPE_CHECKING:
    from mars.component.parameters import LawOf

SLACK = 1e-12  # relative: rounding of durations that fill the period


def read_law(typed: Any, parameter: LawOf, variables: Mapping[str, Quantity], where: str) -> Law:
    """A law from the user's input: a number, a formula of t, or {"law": "ramp", …}."""
    if isinstance(typed, str):
        return _read_formula(typed, parameter, variables, where)
    if not isinstance(typed, Mapping):
        return Law("constant", {"value": parameter.number(typed, variables, where)})
    name = typed.get("law")
    if name not in LAWS:
        raise DocumentError(
            "{where}: no such law: “{name}”. Choose one of {laws}", code="bad-value", where=where, name=name, laws=", ".join(LAWS)
        )
    if name == "expression":
        return _read_formula(typed.get("text", ""), parameter, variables, where)
    known = {"law"} | {n for n, _, _ in NUMBERS.get(name, ())}
    known |= {"coefficients"} if name == "polynomial" else {"pairs", "between", "repeat"} if name == "table" else set()
    for key in typed:
        if key not in known:
            raise DocumentError(
                "{where}: the {name} law has no parameter “{key}”. It has {known}",
                code="bad-value",
                where=where,
                name=name,
                key=key,
                known=", ".join(sorted(known - {"law"})),
            )
    if name == "polynomial":
        coefficients = typed.get("coefficients")
        if not isinstance(coefficients, list | tuple) or not 1 <= len(coefficients) <= 50:
            raise DocumentError(
                "{where}: the polynomial law needs coefficients [c0, c1, …] in {unit}, {unit}/s, …",
                code="missing-value",
                where=where,
                unit=parameter.unit,
            )
        numbers = [
            parameter.number(c, variables, f"{where}.c{i}", _per_second(parameter.unit, i)) for i, c in enumerate(coefficients)
        ]
        return Law(name, {}, coefficients=tuple(numbers))
    if name == "table":
        return _read_table(typed, variables, where)
    numbers = {}
    for number, unit, default in NUMBERS[name]:
        value = typed.get(number, default)
        if value is None:
            raise DocumentError(
                "{where}: the {name} law needs “{number}”. Give it in {unit}",
                code="missing-value",
                where=where,
                name=name,
                number=number,
                unit=parameter.unit if unit == "U" else unit,
            )
        numbers[number] = parameter.number(value, variables, f"{where}.{number}", parameter.unit if unit == "U" else unit)
    if name != "step":
        _check_durations(numbers, where)
    return Law(name, numbers)


def _read_table(typed: Mapping[str, Any], variables: Mapping[str, Quantity], where: str) -> Law:
    from mars.component.declarations import Table

    between, repeats = typed.get("between", "smooth"), typed.get("repeat", False)
    if between not in BETWEEN:
        raise DocumentError(
            "{where}: no such interpolation: “{between}”. Choose one of {choices}",
            code="bad-value",
            where=where,
            between=between,
            choices=", ".join(BETWEEN),
        )
    if not isinstance(repeats, bool):
        raise DocumentError("{where}: repeat must be true or false", code="bad-value", where=where)
    pairs = Table(None, "", "").resolve(typed.get("pairs"), variables, where)
    return Law("table", {}, pairs=tuple((a, b) for a, b in pairs), between=between, repeats=repeats)


def _check_durations(numbers: Mapping[str, float], where: str) -> None:
    for name in TIMES:
        if name in numbers and numbers[name] <= 0:
            raise DocumentError(
                "{where}.{name} = {time:g} s must be greater than zero. Give the duration of the change",
                code="out-of-range",
                where=where,
                name=name,
                time=numbers[name],
            )
    if not 0 <= numbers.get("duty", 0.5) <= 1:
        raise DocumentError(
            "{where}.duty = {duty:g} must be between 0 and 1: the part of the period with the high value",
            code="out-of-range",
            where=where,
            duty=numbers["duty"],
        )
    if "rise" in numbers:
        whole = numbers["rise"] + numbers["width"] + numbers["fall"]
        if numbers["width"] < 0 or whole > numbers["period"] * (1 + SLACK):
            raise DocumentError(
                "{where}: rise, width and fall take {whole:g} s, which does not fit into a period of {period:g} s. "
                "Make them shorter, or the period longer",
                code="out-of-range",
                where=where,
                whole=whole,
                period=numbers["period"],
            )


def _per_second(unit: str, power: int) -> str:
    return unit if power == 0 else f"{unit or '1'}/s" if power == 1 else f"{unit or '1'}/s^{power}"


def _read_formula(text: Any, parameter: LawOf, variables: Mapping[str, Quantity], where: str) -> Law:
    if not isinstance(text, str):
        raise DocumentError(
            "{where}: the expression law needs a formula, such as 0.5*sin(2*t)", code="missing-value", where=where
        )
    try:
        tree = parse(text, time=True)
        if "t" not in tree.names:
            return Law("constant", {"value": parameter.number(text, variables, where)})
        for name in tree.names:
            if name != "t" and name not in variables:
                raise DocumentError("unknown name “{name}”. Use t, pi or a circuit variable", code="unknown-variable", name=name)
    except DocumentError as error:
        if error.message.startswith(where):
            raise
        raise DocumentError("{where}: {error}", where=where, error=error) from None
    values = {name: float(variables[name].value) for name in tree.names if name != "t"}
    return Law("expression", {}, expression=tree, values=values)
