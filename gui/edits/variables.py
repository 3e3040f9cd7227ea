"""The circuit's variables: add, change, rename, remove, reorder."""

from __future__ import annotations

from typing import Any

from mars.component.declarations import Choice, Flag
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.tokens import tokens
from mars.formulas.units import parse_unit
from mars.kinds.registry import kinds
from mars.messages import Message
from mars.names import first_free, within
from mars.plain_values import is_value, plain


def add_variable(circuit: Circuit, name: str | None = None, value: float | str = 0.0, unit: str = "", **more: Any) -> str:
    """Add a variable at the end of the list; returns its name."""
    before = _trouble(circuit)
    name = name or first_free("a", circuit.variables)
    circuit.add_variable(name, value, unit, **more)
    _refuse_new_trouble(circuit, before)
    return next(reversed(circuit.variables))


def set_variable(circuit: Circuit, name: str, **changes: Any) -> None:
    """Change value, unit, minimum, maximum or note of a variable."""
    before = _trouble(circuit)
    variable = _variable(circuit, name)
    for key, value in changes.items():
        if key == "unit":
            within(Message("variable {name}", name=name), parse_unit, value)
        elif key in ("value", "minimum", "maximum"):
            value = plain(value, Message("variable {name}", name=name))
            if not is_value(value) and (key == "value" or value is not None):
                raise DocumentError("variable {name}: expected a number or a formula", code="bad-value", name=name)
        elif key != "note":
            raise DocumentError(
                "variable {name}: no property {key!r}. Available properties: value, unit, minimum, maximum and note",
                code="unknown-property",
                name=name,
                key=key,
            )
        setattr(variable, key, value)
    _refuse_new_trouble(circuit, before)


def rename_variable(circuit: Circuit, old: str, new: str) -> None:
    """Rename a variable, also in every formula."""
    circuit.rename_variable(old, new.strip(), _is_formula)


def remove_variable(circuit: Circuit, name: str) -> None:
    """Remove a variable that no formula uses."""
    _variable(circuit, name)
    users = uses(circuit, name)
    if users:
        shown = (
            Message("{users} and others", users=", ".join(users[:3]))
            if len(users) > 3
            else Message("{users}", users=", ".join(users[:3]))
        )
        raise DocumentError(
            Message("variable {name}: it is used by {shown}. Change them first", code="variable-in-use", name=name, shown=shown)
            if len(users) > 1
            else Message(
                "variable {name}: it is used by {shown}. Change it first", code="variable-in-use", name=name, shown=shown
            )
        )
    del circuit.variables[name]


def move_variable(circuit: Circuit, name: str, place: int) -> None:
    """Move a variable in the list; a formula may use only variables above it."""
    before = _trouble(circuit)
    variable = _variable(circuit, name)
    rest = [each for each in circuit.variables.items() if each[0] != name]
    rest.insert(max(0, min(place, len(rest))), (name, variable))
    circuit.variables = dict(rest)
    _refuse_new_trouble(circuit, before)


def uses(circuit: Circuit, name: str) -> list[str]:
    """Where a variable is used: other variables, values, start values, gravity, settings of the run."""
    found = [other for other, v in circuit.variables.items() if _names(name, [v.value, v.minimum, v.maximum])]
    for component in circuit.components.values():
        for parameter, value in component.values.items():
            if _is_formula(component.kind, parameter) and _names(name, value):
                found.append(f"{component.name}.{parameter}")
    found += [key for key, start in circuit.start.items() if _names(name, start.value)]
    found += ["gravity"] if _names(name, circuit.gravity) else []
    found += [f"run.{key}" for key, value in circuit.run.items() if key in ("until", "step") and _names(name, value)]
    return found


def _names(name: str, value: Any) -> bool:
    if isinstance(value, str):
        try:
            return any(word.kind == "name" and word.text == name for word in tokens(value))
        except DocumentError:
            return False
    if isinstance(value, dict):
        return any(_names(name, item) for item in value.values())
    return isinstance(value, list) and any(_names(name, item) for item in value)


def _is_formula(kind: str, parameter: str) -> bool:
    """Whether texts of a parameter are formulas, not choices."""
    known = kinds().get(kind)
    return known is None or not isinstance(known.parameters.get(parameter), Choice | Flag)


def _variable(circuit: Circuit, name: str) -> Any:
    if name not in circuit.variables:
        raise DocumentError("variable {name}: not found. Add it first", code="unknown-variable", name=name)
    return circuit.variables[name]


def _trouble(circuit: Circuit) -> str | None:
    try:
        circuit.variable_values()
    except DocumentError as error:
        return error.message
    return None


def _refuse_new_trouble(circuit: Circuit, before: str | None) -> None:
    """Existing errors may stay, so that a list can be fixed step by step."""
    after = _trouble(circuit)
    if after is not None and after != before:
        raise DocumentError(after)
