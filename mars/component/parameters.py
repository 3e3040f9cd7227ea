"""Parameters of kinds: which input they accept, and how the engine represents it.

Each class defines how a typed value becomes numbers (`resolve`), how the numbers become symbols of the machine code
(`symbolise`), and the errors for invalid values. Non-zero numbers become inputs of the machine code, so a slider never causes a
rebuild; exact zeros, axes, orientations, choices and tables are structural and are folded in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar
from warnings import warn

import numpy as np

from mars.component import algebra
from mars.component.domains import AXES
from mars.component.laws import Law
from mars.component.orientations import fixed_rotations
from mars.component.read_law import read_law
from mars.errors import DocumentError
from mars.formulas.expressions import Expression, Quantity, parse, quantity
from mars.formulas.syntax_tree import TIME
from mars.messages import Message, all_of

if TYPE_CHECKING:
    from mars.component.held_formula import HeldFormula

Make = Callable[[str, float], Any]  # (label, number) -> symbol, or the float itself if it is structural


@dataclass
class Parameter:
    """A number with a unit. The one or two with `key_parameter` are shown on the sheet and asked for on placing.

    One that the user moves through zero during a run is `by_hand`: its zero is not structural, so nothing is rebuilt.
    """

    default: Any
    unit: str
    help: str
    minimum: float | None = None
    above: float | None = None
    maximum: float | None = None
    structural: bool = False
    key_parameter: bool = False
    name: str = field(default="", kw_only=True)
    by_hand: bool = field(default=False, kw_only=True)
    telling: InitVar[bool | None] = field(default=None, kw_only=True)  # old name of `key_parameter`, still accepted from plug-ins

    def __post_init__(self, telling: bool | None) -> None:
        if telling is not None:
            warn("telling= of a parameter is now key_parameter=", DeprecationWarning, stacklevel=3)
            self.key_parameter = telling

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> Any:
        return self.number(typed, variables, where)

    def number(self, typed: Any, variables: Mapping[str, Quantity], where: str, unit: str | None = None) -> float:
        unit = self.unit if unit is None else unit
        if isinstance(typed, bool) or not isinstance(typed, int | float | str):
            raise DocumentError(
                "{where} must be a number or a formula in {unit}, not {given}. Enter a value such as 1.5",
                code="bad-value",
                where=where,
                unit=unit or "1",
                given=short(typed),
            )
        try:
            value = quantity(typed, variables, unit) if isinstance(typed, str) else float(typed)
        except DocumentError as error:
            raise DocumentError("{where}: {error}", where=where, error=error) from None
        except OverflowError:
            raise DocumentError("{where}: the value is too large. Enter a smaller one", code="not-finite", where=where) from None
        if not isfinite(value):
            raise DocumentError(
                "{where}: the value is not finite. Enter a finite value in {unit}",
                code="not-finite",
                where=where,
                unit=unit or "1",
            )
        self._check_range(value, where, unit)
        return value

    def _check_range(self, value: float, where: str, unit: str) -> None:
        limits = []
        if self.minimum is not None and value < self.minimum:
            limits.append(Message("at least {minimum:g}", minimum=self.minimum))
        if self.above is not None and value <= self.above:
            limits.append(Message("greater than {above:g}", above=self.above))
        if self.maximum is not None and value > self.maximum:
            limits.append(Message("at most {maximum:g}", maximum=self.maximum))
        if limits:
            unit = f" {unit}" if unit not in ("", "1") else ""
            raise DocumentError(
                "{where} = {value:g}{unit} is out of range. It must be {limits}{unit}",
                code="out-of-range",
                where=where,
                value=value,
                unit=unit,
                limits=all_of(limits),
            )

    def symbolise(self, value: Any, make: Make) -> Any:
        return value if self.structural else make("", value)


@dataclass
class Vector(Parameter):
    """Three numbers along x, y, z."""

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[float]:
        items = listed(typed, 3, where)
        return [self.number(item, variables, f"{where}.{axis}") for item, axis in zip(items, AXES, strict=True)]

    def symbolise(self, value: list[float], make: Make) -> list[Any]:
        return value if self.structural else [make(axis, number) for axis, number in zip(AXES, value, strict=True)]


@dataclass
class Axis(Vector):
    """A direction; its length does not matter. Structural: changing it rebuilds the model."""

    unit: str = ""
    help: str = "direction in the basis of side 1"
    structural: bool = True

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[float]:
        vector = np.array(super().resolve(typed, variables, where))
        largest = float(np.abs(vector).max())
        if largest < 1e-12:
            raise DocumentError(
                "{where}: a zero vector has no direction. Give a vector such as [0, 0, 1]", code="bad-value", where=where
            )
        vector /= largest  # or the squares of large numbers would overflow
        vector /= np.linalg.norm(vector)
        vector[np.abs(vector) < 1e-15] = 0.0
        return [float(round(a)) if abs(abs(a) - 1) < 1e-15 else float(a) for a in vector]


@dataclass
class Orientation(Vector):
    """Three rotations, by default about the fixed x, then y, then z axes (`mars.component.orientations`). Structural."""

    default: Any = (0, 0, 0)
    unit: str = "rad"
    help: str = "three rotations, by default about the fixed x, y and z axes, in this order"
    structural: bool = True

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[float]:
        return fixed_rotations(typed, lambda angles: super(Orientation, self).resolve(angles, variables, where), where)


@dataclass
class Inertia(Vector):
    """Inertia tensor: [Jxx, Jyy, Jzz], optionally followed by [Jxy, Jxz, Jyz], or a symmetric 3 × 3 matrix."""

    labels = ("xx", "yy", "zz", "xy", "xz", "yz")

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> list[float]:
        if isinstance(typed, np.ndarray):
            typed = typed.tolist()
        if isinstance(typed, list | tuple) and len(typed) == 3 and all(isinstance(row, list | tuple) for row in typed):
            rows = [[self.number(a, variables, where) for a in listed(row, 3, where)] for row in typed]
            m = np.array(rows)
            if not np.allclose(m, m.T, rtol=1e-9, atol=1e-12 * max(1e-300, float(np.abs(m).max()))):
                raise DocumentError(
                    "{where}: an inertia tensor must be symmetric: Jxy = Jyx, Jxz = Jzx, Jyz = Jzy", code="bad-value", where=where
                )
            typed = [m[0, 0], m[1, 1], m[2, 2], m[0, 1], m[0, 2], m[1, 2]]
        if isinstance(typed, list | tuple) and len(typed) == 3:
            typed = [*typed, 0, 0, 0]
        items = listed(typed, 6, where)
        return [self.number(item, variables, f"{where}.{label}") for item, label in zip(items, self.labels, strict=True)]

    def symbolise(self, value: list[float], make: Make) -> algebra.Matrix:
        xx, yy, zz, xy, xz, yz = (make(label, number) for label, number in zip(self.labels, value, strict=True))
        return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


@dataclass
class Choice(Parameter):
    """One word from a list. Structural."""

    unit: str = ""
    help: str = ""
    options: tuple[str, ...] = ()
    structural: bool = True

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> str:
        if typed not in self.options:
            raise DocumentError(
                "{where}: invalid choice {given}. Choose one of {options}",
                code="bad-value",
                where=where,
                given=short(typed),
                options=", ".join(self.options),
            )
        return typed


class Flag(Parameter):
    """Yes or no: `true` or `false` in a circuit, a Python bool in the component. Structural."""

    words: ClassVar[dict[Any, bool]] = {"no": False, "yes": True}  # spelling in circuits written before flags existed

    def __init__(self, default: bool, help: str, *, key_parameter: bool = False):
        super().__init__(default, "", help, structural=True, key_parameter=key_parameter)

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> bool:
        if isinstance(typed, str):
            typed = self.words.get(typed, typed)
        if not isinstance(typed, bool):
            raise DocumentError("{where} must be true or false, not {given}", code="bad-value", where=where, given=short(typed))
        return typed


@dataclass
class LawOf(Parameter):
    """A law in time. `smooth` is the required differentiability: 0 continuous, 1 with continuous rate; −1 any law."""

    smooth: int = -1

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> Law:
        law = read_law(typed, self, variables, where)
        if law.continuity < self.smooth:
            need = "velocity" if self.smooth >= 1 else "value"
            what = (
                "this formula may have a jump or a kink"
                if law.name == "expression"
                else Message("the {law} law has a jump or a kink", law=law.name)
            )
            remedy = "Use a cycloid, a sine, a table, or a formula without if, floor, sign, mod, abs, min or max"
            raise DocumentError(
                "{where}: {what}, but a prescribed motion needs a continuous {need}. {remedy}",
                code="jump",
                where=where,
                what=what,
                need=need,
                remedy=remedy,
            )
        return law

    def symbolise(self, value: Law, make: Make) -> Law:
        return value.symbolised(make)


@dataclass
class Count(Parameter):
    """A count. Structural."""

    default: Any = 2
    unit: str = "1"
    help: str = ""
    minimum: float | None = 1
    maximum: float | None = 20
    structural: bool = True

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> int:
        value = self.number(typed, variables, where)
        if value != round(value):
            raise DocumentError(
                "{where} = {value:g} is not a whole number. Enter one, such as {nearest}",
                code="bad-value",
                where=where,
                value=value,
                nearest=round(value),
            )
        return round(value)


@dataclass
class Text(Parameter):
    """A short text, such as the signs of a sum. Structural."""

    unit: str = ""
    help: str = ""
    structural: bool = True

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> str:
        if not isinstance(typed, str) or len(typed) > 200:
            raise DocumentError("{where} must be a short text, not {given}", code="bad-value", where=where, given=short(typed))
        return typed


@dataclass(frozen=True)
class Written:
    """A formula with the circuit's variables as floats, or as symbols once it is bound into a model."""

    expression: Expression
    values: Mapping[str, Any]

    @cached_property
    def held(self) -> HeldFormula:
        """The formula with its corners located."""
        from mars.component.held_formula import HeldFormula

        return HeldFormula(self.expression, self.expression.names - self.values.keys() - {TIME})

    def __call__(self, words: Mapping[str, Any]) -> Any:
        """Its value for the given words; symbols or floats."""
        known = {**self.values, **words}
        if all(isinstance(value, int | float) for value in known.values()):
            return self.expression.evaluate(known)
        from mars.component.symbolic_functions import functions  # imports CasADi

        return self.expression.evaluate(known, functions())


@dataclass
class Formula(Text):
    """A formula of the given words, the time t and the circuit's variables; never executed as code."""

    words: tuple[str, ...] = ()

    def resolve(self, typed: Any, variables: Mapping[str, Quantity], where: str) -> Any:
        typed = f"{typed!r}" if isinstance(typed, int | float) and not isinstance(typed, bool) else typed
        text = super().resolve(typed, variables, where)
        try:
            expression = parse(text, time=True)
        except DocumentError as error:
            raise DocumentError("{where}: {error}", where=where, error=error) from None
        unknown = sorted(expression.names - {*self.words, TIME, *variables})
        if unknown:
            raise DocumentError(
                "{where}: unknown name “{unknown}”. Use {words}, t or a circuit variable",
                code="unknown-variable",
                where=where,
                unknown=unknown[0],
                words=", ".join(self.words),
            )
        values = {name: variables[name].value for name in expression.names if name not in (*self.words, TIME)}
        return Written(expression, values)

    def symbolise(self, value: Written, make: Make) -> Written:
        return Written(value.expression, {name: make(name, number) for name, number in value.values.items()})


def listed(typed: Any, count: int, where: str) -> list[Any]:
    """The input as a list of `count` values."""
    if isinstance(typed, np.ndarray):
        typed = typed.tolist()
    if not isinstance(typed, list | tuple) or len(typed) != count:
        raise DocumentError(
            "{where} must be a list of {count} values, such as [0, 0, 1], not {given}",
            code="bad-value",
            where=where,
            count=count,
            given=short(typed),
        )
    return list(typed)


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
