"""Values of components, start values, named points, names, and the settings of the circuit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mars.component.base import Component, Joint
from mars.component.declarations import Points
from mars.document.circuit import Circuit
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.formulas.expressions import quantity
from mars.kinds.definitions import sheet_of
from mars.kinds.hierarchy import sheet_at, split
from mars.kinds.registry import kind_in
from mars.messages import Message
from mars.names import is_port_name, nfc, within
from mars.pictures.sheet.symbols import known_variables, symbol_of
from mars.plain_values import plain

from .port_cleanup import drop_vanished, owned
from .sheet_positions import checked, drawn

TIMES = ("until", "step", "max_step", "fixed_step")
AMOUNTS = ("rtol", "atol")


@drawn
def set_value(circuit: Circuit, names: str | Iterable[str], parameter: str, typed: Any) -> None:
    """Set a parameter of one or more components as typed; None, or its default, restores the default.

    A value out of range, of another dimension or with an unknown name is refused with the reason. Links to ports that a component
    no longer has are removed, as are start values of its lost states.
    """
    members = checked(circuit, [names] if isinstance(names, str) else names)
    for name in members:
        kind = kind_in(circuit, circuit.components[name].kind)
        value = None if typed is None else plain(typed, f"{name}.{parameter}")
        if kind is not None:
            declared = kind.parameters.get(parameter)
            if declared is None:
                raise DocumentError(
                    "{name}: {kind} has no parameter {parameter!r}. Its parameters: {parameters}",
                    code="unknown-parameter",
                    name=name,
                    kind=kind.kind,
                    parameter=parameter,
                    parameters=", ".join(kind.parameters),
                )
            if value is not None:
                declared.resolve(value, known_variables(circuit), f"{name}.{parameter}")
            if isinstance(declared, Points):
                _check_point_names(name, kind, value or {})
            if value == plain(declared.default, parameter):
                value = None
        before = owned(circuit, name)
        circuit.set(f"{name}.{parameter}", value)
        drop_vanished(circuit, name, before)
    reroute(circuit, members)


def set_number(circuit: Circuit, name: str, parameter: str, typed: Any) -> None:
    """Set a parameter that affects no port: fast, for sliders; the drawing is unchanged."""
    kind = kind_in(circuit, circuit.component(name).kind)
    assert kind is not None
    declared = kind.parameters[parameter]
    value = None if typed is None else plain(typed, f"{name}.{parameter}")
    if value is not None:
        declared.resolve(value, known_variables(circuit), f"{name}.{parameter}")
    circuit.set(f"{name}.{parameter}", None if value == plain(declared.default, parameter) else value)


def set_start(circuit: Circuit, variable: str, value: Any, how: str | None = "fixed") -> None:
    """Set the start value of a variable such as KN1.angle; None for both removes it."""
    variable = nfc(variable)
    if value is None and how is None:
        circuit.start.pop(variable, None)
        return
    old = circuit.start.get(variable)
    unit = start_unit(circuit, variable)
    if value is not None and unit is not None:
        known = known_variables(circuit)
        for each in value if isinstance(value, list | tuple) else [value]:
            within(Message("start value {variable}", variable=variable), quantity, each, known, unit)
    circuit.set_start(variable, value, how or "fixed")
    if old is not None:
        circuit.start[variable].extra = old.extra


def start_unit(circuit: Circuit, variable: str) -> str | None:
    """The unit of a bare start value; None if unknown."""
    way, rest = split(circuit, variable)
    if way:  # of a component inside an instance
        return start_unit(sheet_of(circuit, sheet_at(circuit, way) or ""), rest)
    words = variable.split(".")
    kind = kind_in(circuit, circuit.component(words[0]).kind)
    if kind is None:
        return None
    if len(words) == 2 and issubclass(kind, Joint):
        if words[1] in kind.coordinates:
            return kind.ports[kind.coordinates[words[1]].port].domain.position_unit
        if words[1] in kind.attitudes:
            return "rad"
    symbol = symbol_of(circuit, words[0])
    if len(words) == 2:
        states = kind.states_for(symbol.values)
        return states[words[1]].unit if words[1] in states else None
    port = symbol.ports.get(words[1])
    if port is not None and len(words) == 3 and port.domain.potential_unit:
        domain = port.domain
        units = {
            domain.position: domain.position_unit,
            domain.potential: domain.potential_unit,
            domain.stream: domain.stream_unit,
        }
        return units.get(words[2])
    return None


def rename(circuit: Circuit, old: str, new: str) -> None:
    """Rename a component wherever its name is used."""
    circuit.rename(old, new.strip())


def add_point(circuit: Circuit, body: str, point: Any = (0.0, 0.0, 0.0), name: str | None = None) -> str:
    """Add a named point to a body, which is a port; returns its name."""
    points = _points(circuit, body)
    kind = kind_in(circuit, circuit.component(body).kind)
    assert kind is not None
    if name is None:
        name = next(str(number) for number in range(2, 10_000) if str(number) not in points and str(number) not in kind.ports)
    if name in points:
        raise DocumentError("{body}: point {name} already exists. Choose another name", code="name-taken", body=body, name=name)
    set_value(circuit, [body], "points", {**points, name: plain(point, f"{body}.{name}")})
    return name


@drawn
def rename_point(circuit: Circuit, body: str, old: str, new: str) -> None:
    """Rename a point of a body, also in its links and results."""
    points, new = _points(circuit, body), nfc(new).strip()
    if old not in points:
        raise DocumentError(
            "{body}: cannot rename point {old!r}. Points that can be renamed: {points}",
            code="unknown-point",
            body=body,
            old=old,
            points=", ".join(points) or Message("none"),
        )
    if new == old:
        return
    if new in points:
        raise DocumentError("{body}: point {new} already exists. Choose another name", code="name-taken", body=body, new=new)
    renamed = {new if name == old else name: point for name, point in points.items()}
    kind = kind_in(circuit, circuit.component(body).kind)
    assert kind is not None  # it has points
    _check_point_names(body, kind, renamed)
    circuit.rename_port(body, old, new)
    circuit.component(body).values["points"] = renamed
    reroute(circuit, {circuit.component(body).name})


def remove_point(circuit: Circuit, body: str, name: str) -> None:
    """Remove a point and its links."""
    points = _points(circuit, body)
    if name not in points:
        raise DocumentError(
            "{body}: cannot remove point {name!r}. Points that can be removed: {points}",
            code="unknown-point",
            body=body,
            name=name,
            points=", ".join(points) or Message("none"),
        )
    set_value(circuit, [body], "points", {key: point for key, point in points.items() if key != name})


def _points(circuit: Circuit, body: str) -> dict[str, Any]:
    component = circuit.component(body)
    kind = kind_in(circuit, component.kind)
    if kind is None or not isinstance(kind.parameters.get("points"), Points):
        raise DocumentError(
            "{body}: {kind} cannot have additional points. Use a body (bodies.body)",
            code="not-supported",
            body=body,
            kind=component.kind,
        )
    points = component.values.get("points", {})
    return dict(points) if isinstance(points, Mapping) else {}


def _check_point_names(body: str, kind: type[Component], points: Mapping[str, Any]) -> None:
    for name in points:
        if name in kind.ports:
            raise DocumentError(
                "{body}: every {kind} already has a point {name}. Choose another name",
                code="name-taken",
                body=body,
                name=name,
                kind=kind.kind,
            )
        if not is_port_name(name):
            raise DocumentError(
                "{body}: {name!r} is not a valid point name. Use letters, digits and _",
                code="bad-name",
                body=body,
                name=name[:80],
            )


def set_settings(circuit: Circuit, *, run: Mapping[str, Any] | None = None, **changes: Any) -> None:
    """Set title, note, motions, gravity, and settings of the run; None restores a default."""
    for name, value in changes.items():
        if name in ("title", "note"):
            setattr(circuit, name, str(value or ""))
        elif name == "motions":
            circuit.motions = value
        elif name == "gravity":
            circuit.gravity = value
            circuit.gravity_vector()
        else:
            raise DocumentError(
                "unknown circuit setting {name!r}. Available settings: title, note, motions, gravity and run",
                code="unknown-setting",
                name=name,
            )
    for name, value in (run or {}).items():
        if name == "start":
            raise DocumentError("start values are set one at a time. Name the variable, for example KN1.angle", code="bad-option")
        if value is None or value == "":
            circuit.run.pop(name, None)
        else:
            circuit.run[name] = _checked_setting(circuit, name, plain(value, f"run.{name}"))


def _checked_setting(circuit: Circuit, name: str, value: Any) -> Any:
    if name in TIMES and not within(f"run.{name}", quantity, value, known_variables(circuit), "s") > 0:
        raise DocumentError("run.{name}: must be a time above zero. Enter for example 10 s", code="out-of-range", name=name)
    if name in AMOUNTS:
        value = within(f"run.{name}", quantity, value, known_variables(circuit), "1")
        if not value > 0:
            raise DocumentError("run.{name}: must be a number above zero. Enter for example 1e-9", code="out-of-range", name=name)
    return value
