"""Makes a text of equations a kind, with the same declarations as a kind written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import new_class
from typing import Any, ClassVar

from mars.component.base import Component
from mars.component.declarations import Icon, Mode, Parameter, Port, Result, State
from mars.component.default_icon import SIDES, placed_around, symbol
from mars.component.domains import AXES, FRAME
from mars.component.law_curves import functions_for
from mars.component.rules import Switch
from mars.component.symbolic_functions import der
from mars.errors import DocumentError
from mars.formulas.corners import Corners
from mars.formulas.decisions import PREFIX, SEGMENT
from mars.formulas.syntax_tree import TIME
from mars.kinds.equation_text.checks import check
from mars.kinds.equation_text.corners import TextCorners
from mars.kinds.equation_text.formula import RATE, LineFormula
from mars.kinds.equation_text.meaning import Checked, Given
from mars.kinds.equation_text.scope import MATRIX, wrench_elements
from mars.kinds.equation_text.statements import EquationLine, PortLine
from mars.messages import Message
from mars.names import initials

# A letter ƒ, which stays upright when the symbol is turned.
GLYPH = ("letter", "M9,-11 q-6,-3 -8,4 l-4,15 q-2,5 -7,3 M-5,-2 h13")
KEY_PARAMETERS = 2  # number of parameters shown on the sheet


class OwnComponent(Component):
    """A component whose equations are given as text."""

    checked_text: ClassVar[Checked]
    text_corners: ClassVar[TextCorners]

    def equations(self) -> Iterator[Any]:
        yield from self.kinematics()
        scope, sides = self._scope(self.checked_text.given.values())
        kinematic = self.checked_text.kinematic
        for line in (line for line in self.checked_text.equations if line not in kinematic):
            yield self._value(line.left, scope) == self._value(line.right, scope)
        names = self.checked_text.names
        results = {line.name for line in self.checked_text.results}
        for name in self.checked_text.given:
            if name in names.given or name in results:
                yield _symbol(self, name) == scope[name]
            elif name in sides:
                left, right = sides[name]
                yield left == right
        for port in self.checked_text.ports:
            for element in wrench_elements(port.name) if port.domain is FRAME else ():
                if element not in self.checked_text.given:
                    yield _symbol(self, element) == 0.0

    def stored(self) -> Any:
        return self._balance("stored", None)

    def loss(self) -> Any:
        return self._balance("loss", 0.0)

    def corners(self) -> Iterable[Corners]:
        return self.text_corners.timed({name: getattr(self, name) for name in self.text_corners.structural})

    @classmethod
    def modes_for(cls, values: Mapping[str, Any]) -> dict[str, Mode]:
        return cls.text_corners.modes

    def switches(self) -> Iterator[Switch]:
        scope, _ = self._scope(self.checked_text.given.values())
        yield from self.text_corners.rules(scope)

    def _balance(self, what: str, otherwise: Any) -> Any:
        formula = self.checked_text.balances.get(what)
        if formula is None:
            return otherwise
        return self._value(formula, self._scope(self.checked_text.needed([formula]))[0])

    def _scope(self, wanted: Iterable[Given]) -> tuple[Scope, dict[str, tuple[Any, Any]]]:
        """The values of all given variables, and both sides of the rate equations."""
        scope, sides = Scope(self), {}
        for given in wanted:
            right = self._value(given.right, scope)
            if given.left is not None:  # until its value is known, the name of a rate means its symbol
                sides[given.name] = (self._value(given.left, scope), right)
            scope[given.name] = right if given.factor is None else right / self._factor(given, scope)
        return scope, sides

    def _factor(self, given: Given, scope: Scope) -> Any:
        assert given.factor is not None
        factor = replace(given.right.expression, root=given.factor)
        return self._located(given.right, lambda: factor.evaluate(scope, functions_for(scope[TIME])))

    def _value(self, formula: LineFormula, scope: Scope) -> Any:
        corners = self.text_corners
        held = corners.of(formula)
        return self._located(formula, lambda: (held.value if corners.has_modes(formula) else held.plain_value)(scope))

    def _located(self, formula: LineFormula, evaluate: Callable[[], Any]) -> Any:
        """Errors name the line."""
        try:
            return evaluate()
        except DocumentError as error:
            raise DocumentError(
                "line {line} of {kind}, {error}", code="bad-formula", line=formula.line, kind=self.kind, error=error
            ) from None


class Moving(OwnComponent):
    """A component that defines the motion of shafts or sliders, such as a gear or a given motion."""

    def kinematics(self) -> Iterator[Any]:
        lines = self.checked_text.kinematic
        scope, _ = self._scope(self.checked_text.needed(_sides(lines)))
        for line in lines:
            yield self._value(line.left, scope) == self._value(line.right, scope)


class Scope(dict[str, Any]):
    """Values of names in a bound component: symbols, or numbers in the editor."""

    def __init__(self, component: OwnComponent):
        super().__init__()
        self.component = component

    def __missing__(self, name: str) -> Any:
        return _symbol(self.component, name)


def _symbol(component: OwnComponent, name: str) -> Any:
    if name.startswith(f"{RATE}("):
        return der(_symbol(component, name[len(RATE) + 1 : -1]))
    if name in (TIME, SEGMENT):
        return component.time if name == TIME else component.segment  # type: ignore[attr-defined]
    if name.startswith(PREFIX):
        return getattr(component, name, 0.0)
    first, *more = name.split(".")
    value = getattr(component, first)
    if not more:
        return value.value if first in component.checked_text.names.inputs | component.checked_text.names.outputs else value
    value = getattr(value, more[0])
    if len(more) == 1:
        return value
    place = [AXES.index(axis) for axis in more[1]]
    return value[place[0], place[1]] if more[0] == MATRIX else value[place[0]]


def _sides(lines: Iterable[EquationLine]) -> list[LineFormula]:
    return [side for line in lines for side in (line.left, line.right)]


def _formulas(checked: Checked) -> list[LineFormula]:
    return [*(given.right for given in checked.given.values()), *_sides(checked.equations)]


def kind_of(name: str, text: str, *, letters: str = "", icon: Icon | None = None, note: str = "") -> type[Component]:
    """The kind made from a text. Its help is `note`, or else the comment at the top of the text. Raises DocumentError."""
    errors = check(text).errors
    if errors:
        more = Message(" (and {count} more)", count=len(errors) - 1) if len(errors) > 1 else ""
        raise DocumentError("{name}: {errors}{more}", name=name, errors=errors[0], more=more)
    return _kind(name, text, letters, icon, note)


@lru_cache(maxsize=256)
def _kind(name: str, text: str, letters: str, icon: Icon | None, note: str) -> type[Component]:
    checked = check(text)
    corners = TextCorners(checked)
    ports, drawn = _drawn(checked.ports, icon)
    members: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": note or checked.help or Message("{name}, defined by equations.", name=name),
        "checked_text": checked,
        "text_corners": corners,
        "letters": letters or initials(name),
        "icon": drawn,
        "is_source": checked.is_source,
        "follows_time": any(TIME in formula.names for formula in _formulas(checked)),
        **ports,
        **_values(checked, corners.structural),
        **{line.name: Result(line.unit or "1", line.help) for line in checked.results},
    }
    base: type[Component] = Moving if checked.kinematic else OwnComponent
    return new_class(name, (base,), {"kind": name}, lambda namespace: namespace.update(members))


def _values(checked: Checked, structural: set[str]) -> dict[str, Parameter | State]:
    found: dict[str, Parameter | State] = {}
    for line in checked.values:
        if line.what == "state":
            found[line.name] = State(line.unit, line.help, line.number, scale=line.scale)
        else:
            low, above, high = (line.limits.get(limit) for limit in ("minimum", "above", "maximum"))
            is_key = sum(isinstance(value, Parameter) for value in found.values()) < KEY_PARAMETERS
            found[line.name] = Parameter(
                line.default, line.unit, line.help, low, above, high, structural=line.name in structural, key_parameter=is_key
            )
    return found


def _drawn(lines: Iterable[PortLine], icon: Icon | None) -> tuple[dict[str, Port], Icon]:
    """Signals enter on the left and leave on the right; other ports alternate between the sides, unless they state one."""
    sides: dict[str, list[str]] = {side: [] for side in SIDES}
    energy = 0
    for line in lines:
        usual = "right" if line.gives or (energy % 2 and not line.domain.informs) else "left"
        energy += not line.domain.informs
        sides[line.side or usual].append(line.name)
    places, size = placed_around(sides)
    ports = {
        line.name: Port(line.domain, at=places[line.name], open=line.open, name=line.name, help=line.help, gives=line.gives)
        for line in lines
    }
    return ports, symbol(icon, ports, size, GLYPH)
