"""Applies the start values of the document to the states and checks the others against them."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from mars.component import algebra as al
from mars.component.base import Joint
from mars.errors import CircuitError, Complaint, DocumentError
from mars.flat_names import shown
from mars.formulas.expressions import quantity
from mars.messages import Message, meant
from mars.model.build import Model
from mars.model.compiled import closed_rates
from mars.model.variables import Variables
from mars.start.assembly import StartTarget, assemble
from mars.start.torn_unknowns import solve_torn_unknowns

MET = 1e-9  # of the value asked for, at least of 1 in its unit


@dataclass
class StartValues:
    """The start values of the document, before they are made consistent."""

    x: np.ndarray
    fixed: set[int]  # states that loop assembly must not move
    given: set[int]  # states with a start value
    others: dict[str, tuple[float, str]]  # variables that are not states: value and how


def start_state(model: Model, variables: Variables, t: float = 0.0) -> np.ndarray:
    """The states at the start. A fixed start value that contradicts the rest of the circuit is an error."""
    start = read_start_values(model, variables)
    x = assemble(model, start.x, start.fixed, t, _start_targets(model, variables, start.others), start.given)
    x = solve_torn_unknowns(model, x, model.parameters(t + 1e-9), t)
    complaints = _check_others(model, variables, x, start.others, t) if start.others else []
    if complaints:
        raise CircuitError(complaints)
    return x


def read_start_values(model: Model, variables: Variables) -> StartValues:
    """The start values of the document; raises CircuitError if one is invalid."""
    x = np.array([state.start for state in model.states], dtype=float)
    index = model.state_index
    complaints: list[Complaint] = []
    others: dict[str, tuple[float, str]] = {}
    known = model.topology.circuit.variable_values()
    fixed: set[int] = set()
    given: set[int] = set()
    for name, start in model.topology.circuit.start.items():
        owner = name.split(".", 1)[0]
        if start.value is None or owner not in model.topology.placed:
            continue
        try:
            attitude = _attitude_of(model, name)
            if attitude is not None:
                x[attitude : attitude + 4] = _quaternion(start.value, known)
                fixed |= {attitude} if start.how == "fixed" else set()
            elif name in index and model.states[index[name]].level == "quaternion":
                whole = name.rpartition(".")[0]
                cause = "a single component of a quaternion cannot be set"
                complaints.append(
                    Complaint(name, cause, Message("Set {whole} as three rotations", whole=whole), code="start-value")
                )
            elif name in index:
                x[index[name]] = quantity(_single(start.value), known, model.states[index[name]].unit)
                given.add(index[name])
                fixed |= {index[name]} if start.how == "fixed" else set()
            elif shown(name) in variables.table:
                others[shown(name)] = (quantity(_single(start.value), known, variables.table[shown(name)][0]), start.how)
            else:
                remedy = meant(name, [*index, *variables.table]) or "Run “mars check” to list the names of the states"
                complaints.append(
                    Complaint(name, "this start value is for a variable that does not exist", remedy, code="start-value")
                )
        except DocumentError as error:
            complaints.append(
                Complaint(name, Message("its start value cannot be used: {error}", error=error), "", code="start-value")
            )
    if complaints:
        raise CircuitError(complaints)
    return StartValues(x, fixed, given, others)


def _single(value: object) -> float | str:
    if isinstance(value, list):
        raise DocumentError("expected one value, not three", code="bad-value")
    return value  # type: ignore[return-value]


def _attitude_of(model: Model, name: str) -> int | None:
    """First index of the quaternion that `joint.attitude` names."""
    owner, _, last = name.partition(".")
    component = model.symbols.components.get(owner)
    if isinstance(component, Joint) and last in component.attitudes:
        return model.state_index[f"{name}.w"]
    return None


def _quaternion(value: object, known: dict) -> np.ndarray:
    if not isinstance(value, list):
        raise DocumentError("an orientation requires three rotations [x, y, z] about the fixed axes", code="bad-value")
    angles = [quantity(v, known, "rad") for v in value]
    q = np.array([1.0, 0.0, 0.0, 0.0])
    for axis, angle in enumerate(angles):
        turn = np.zeros(4)
        turn[0], turn[1 + axis] = al.clean_trig(angle / 2)
        q = _multiply(turn, q)
    return q


def _multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Product of quaternions: rotation b, then rotation a, both about fixed axes."""
    return np.concatenate([[a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])])


def _start_targets(model: Model, variables: Variables, others: dict[str, tuple[float, str]]) -> list[StartTarget]:
    """Start values of positions and velocities, which are met by moving joints; accelerations and streams are only checked."""
    speeds = ca.vertcat(*(model.x[i] for i, state in enumerate(model.states) if state.level == "speed"))
    found = []
    for name, (value, how) in others.items():
        expression = ca.SX(variables.table[name][1])
        if ca.depends_on(expression, model.x) and not ca.depends_on(expression, variables.dx):
            found.append(StartTarget(name, expression, value, not ca.depends_on(expression, speeds), how == "fixed"))
    return found


def _check_others(
    model: Model, variables: Variables, x: np.ndarray, others: dict[str, tuple[float, str]], t: float
) -> list[Complaint]:
    """Fixed start values of variables that are not states: each must be met; otherwise the actual value is reported."""
    p, m = model.parameters(t + 1e-9), model.function.numel_in(1)
    dx, packed = (np.array(part).ravel() for part in model.function(x, np.zeros(m), p, t))
    chosen = variables.function([variables.table[name][1] for name in others])
    values = np.array(chosen(x, closed_rates(model, dx, packed, p), p, t)).ravel()
    complaints = []
    for (name, (asked, how)), value in zip(others.items(), values, strict=True):
        if how == "fixed" and abs(value - asked) > MET * max(1.0, abs(asked)):
            unit = variables.table[name][0]
            cause = Message(
                ("its start value {asked:g} {unit} cannot be satisfied: the connected components determine {value:g} {unit}"),
                asked=asked,
                unit=unit,
                value=value,
            )
            complaints.append(Complaint(name, cause, "Change the start value or the law, or mark it as a guess", code="start"))
    return complaints
