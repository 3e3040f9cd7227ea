"""The line of values below a symbol: its key parameters in readable form."""

from __future__ import annotations

import math
from typing import Any

from mars.component.base import Joint
from mars.component.declarations import Axis, Choice, Count, Flag, LawOf, Parameter, Vector, Written
from mars.component.laws import Law
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import Expression, quantity
from mars.formulas.syntax_tree import Call, Chain, Node, Number
from mars.formulas.units import convert_factor, sized
from mars.pictures.sheet.symbols import Symbol
from mars.translation.languages import unit_text, word

THIN_SPACE = "\u2009"
BETWEEN = " · "
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_PLANE = {"Tx", "Ty", "Rz"}


def figure(value: float) -> str:
    """Three significant digits, true minus, powers of ten beyond six digits."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    exponent = math.floor(math.log10(abs(float(f"{value:.2e}"))))
    if not -3 <= exponent < 6:
        mantissa = f"{value / 10.0**exponent:.3g}"
        tens = f"10{str(exponent).translate(_RAISED)}"
        text = tens if mantissa == "1" else f"{mantissa}·{tens}"
    else:
        rounded = round(value, 2 - exponent)
        text = f"{rounded:.{max(0, 2 - exponent)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        whole = text.lstrip("-")
        if whole.isdigit() and len(whole) > 4:
            text = text.replace(whole, f"{int(whole):,}".replace(",", THIN_SPACE))
    return text.replace("-", "−")


def with_unit(value: float, unit: str) -> str:
    """A value of the declared unit in a readable unit: degrees, mm below 0.1 m, kΩ, µF."""
    return _all_with_unit([value], unit)


def _all_with_unit(values: list[float], unit: str) -> str:
    unit = _readable(unit)
    if unit == "rad":
        values = [math.degrees(value) for value in values]
    largest = max(map(abs, values))
    if (read := sized(largest, unit)) != unit:
        values, unit = [value * convert_factor(unit, read) for value in values], read
    numbers = ", ".join(map(figure, values))
    text = numbers if len(values) == 1 else f"({numbers})"
    if unit == "rad":
        return f"{text}°" if len(values) == 1 else f"{text}{THIN_SPACE}°"
    unit = "s⁻¹" if unit == "1/s" else unit  # 2 1/s is hard to read
    return text if unit in ("", "1") else f"{text}{THIN_SPACE}{unit_text(unit)}"


def _readable(unit: str) -> str:
    return unit.replace("*", "·").replace("^2", "²").replace("^3", "³")


def value_label(circuit: Circuit, symbol: Symbol) -> str:
    """The line of values of a placed component; empty if the kind has no key parameters."""
    if symbol.kind is None:
        return symbol.kind_name
    typed = circuit.components[symbol.name].values
    if issubclass(symbol.kind, Joint):
        return BETWEEN.join([*_axes(circuit, symbol), *_start_values(circuit, symbol)])
    parts, done = [], set()
    declared = [p for p in symbol.kind.parameters.values() if p.key_parameter]
    for parameter in sorted(declared, key=lambda p: p.unit != "m"):
        if parameter.name in done:
            continue
        group = _group(parameter, symbol)
        done |= {p.name for p in group}
        if parameter.name in symbol.wrong:
            parts.append(str(typed.get(parameter.name)))
        elif len(group) > 1:
            parts.append(_together(circuit, group, symbol))
        else:
            parts.append(value_text(circuit, parameter, symbol))
    return BETWEEN.join(filter(None, parts))


def _group(parameter: Parameter, symbol: Symbol) -> list[Parameter]:
    """`force_x` with its companions along y and z, if they are key parameters or not zero."""
    stem, _, axis = parameter.name.rpartition("_")
    if axis not in ("x", "y", "z") or not stem:
        return [parameter]
    assert symbol.kind is not None
    companions = [symbol.kind.parameters.get(f"{stem}_{a}") for a in "xyz"]
    found = [p for p in companions if p is not None]
    if not any(_weight(symbol.values.get(p.name)) for p in found if not p.key_parameter):
        found = [p for p in found if p.key_parameter]
    return found


def _weight(value: Any) -> bool:
    return not value.is_zero if isinstance(value, Law) else bool(value)


def _together(circuit: Circuit, group: list[Parameter], symbol: Symbol) -> str:
    values = [symbol.values[p.name] for p in group]
    if all(isinstance(v, Law) and v.name == "constant" for v in values):
        values = [v.numbers["value"] for v in values]
    if all(isinstance(v, int | float) for v in values):
        return _all_with_unit(values, group[0].unit)
    single = [p for p in group if _weight(symbol.values[p.name])]
    return BETWEEN.join(f"{p.name.rpartition('_')[2]}: {value_text(circuit, p, symbol)}" for p in single)


def value_text(circuit: Circuit, parameter: Parameter, symbol: Symbol) -> str:
    """One value of a placed component."""
    value = symbol.values.get(parameter.name)
    if parameter.name == "mass" and symbol.values.get("density"):
        density = parameter if symbol.kind is None else symbol.kind.parameters["density"]
        return with_unit(symbol.values["density"], density.unit)
    if isinstance(parameter, LawOf) and isinstance(value, Law):
        return _law(value, parameter.unit)
    if isinstance(parameter, Vector) and isinstance(value, list):
        return _vector(circuit, parameter, value)
    if isinstance(parameter, Flag):
        return f"{word(parameter.name, symbol.kind_name)} {word('yes' if value else 'no')}"
    if isinstance(value, int | float):
        text = str(value) if isinstance(parameter, Count) else with_unit(value, parameter.unit)
        return f"{word(parameter.name, symbol.kind_name)} {text}" if parameter.unit in ("", "1") else text
    if isinstance(value, Written):
        return _formula(value.expression, parameter.unit)
    if isinstance(value, list) and all(isinstance(number, int | float) for number in value):
        return f"[{', '.join(map(figure, value))}]"
    if isinstance(parameter, Choice):
        return word(str(value), symbol.kind_name)
    return "" if value is None else str(value)


def _vector(circuit: Circuit, parameter: Parameter, value: list[float]) -> str:
    """All equal: one number; empty for the origin; planar circuits have no z."""
    if not any(value):
        return ""
    if len(set(value)) == 1:
        return with_unit(value[0], parameter.unit)
    plane = set(circuit.motions) <= _PLANE and not value[2]
    return _all_with_unit(value[:2] if plane else value, parameter.unit)


def _law(law: Law, unit: str) -> str:
    if law.name == "constant":
        return with_unit(law.numbers["value"], unit)
    if law.name == "expression" and law.expression is not None:
        return _formula(law.expression, unit)
    main = next((law.numbers[n] for n in ("after", "amplitude") if n in law.numbers), None)
    name = word(law.name, "law")
    return name if main is None else f"{with_unit(main, unit)}{BETWEEN}{name}"


def _formula(expression: Expression, unit: str) -> str:
    """A formula as typed with the unit of its value, unless it contains units; a sum is put in brackets before the unit."""
    text, unit = expression.text.strip().replace("-", "−"), _readable(unit)
    if unit in ("", "1") or _has_unit(expression.root):
        return text
    root = expression.root
    is_sum = isinstance(root, Chain) and any(sign in "+-" for sign, _ in root.rest)
    bracketed = f"({text})" if is_sum and not _is_bracketed(text) else text
    return f"{bracketed}{THIN_SPACE}{unit_text(unit)}"


def _has_unit(node: Node) -> bool:
    if isinstance(node, Number):
        return node.dimension is not None
    if isinstance(node, Chain):
        return _has_unit(node.first) or any(_has_unit(other) for _, other in node.rest)
    return isinstance(node, Call) and any(map(_has_unit, node.arguments))


def _is_bracketed(text: str) -> bool:
    """Whether one pair of brackets encloses the whole text."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return sign == ")" and place == len(text) - 1
    return False


def _axes(circuit: Circuit, symbol: Symbol) -> list[str]:
    """The axes of a joint that differ from those of its kind: by letter, or as typed."""
    assert symbol.kind is not None
    typed = circuit.components[symbol.name].values
    texts = []
    for parameter in symbol.kind.parameters.values():
        value = symbol.values.get(parameter.name)
        if not isinstance(parameter, Axis) or not isinstance(value, list):
            continue
        typed_axis = typed.get(parameter.name)
        name = word(parameter.name)
        if parameter.name in symbol.wrong:
            texts.append(f"{name} {typed_axis}")
        elif math.dist(value, parameter.resolve(parameter.default, {}, name)) > 1e-9:
            plain = isinstance(typed_axis, list | tuple) and all(isinstance(a, int | float) for a in typed_axis)
            texts.append(f"{name} {_direction(value, typed_axis if plain else value)}")
    return texts


def _direction(unit_vector: list[float], typed_axis: Any) -> str:
    for letter, part in zip("xyz", unit_vector, strict=True):
        if abs(part) > 1 - 1e-9:
            return letter if part > 0 else f"−{letter}"
    return f"({', '.join(map(figure, typed_axis))})"


def _start_values(circuit: Circuit, symbol: Symbol) -> list[str]:
    """The start values of a joint, if given."""
    assert symbol.kind is not None and issubclass(symbol.kind, Joint)
    texts = []
    for coordinate in symbol.kind.coordinates.values():
        start = circuit.start.get(f"{symbol.name}.{coordinate.name}")
        if start is None or not isinstance(start.value, int | float | str) or start.how == "free":
            continue
        unit = symbol.kind.ports[coordinate.port].domain.position_unit
        try:
            texts.append(with_unit(quantity(start.value, circuit.variable_values(), unit), unit))
        except DocumentError:
            texts.append(str(start.value))
    return texts
