"""Applies the start values of the document to the states and checks the others against them."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from mars.component import algebra as al
from mars.component.base import Joint
from mars.component.orientations import angles_of, fixed_rotations
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
FOLLOWED = 1e-3  # of the value asked for: a guess that was followed as exactly as it is usually typed
NOTHING = 1e-6  # in the unit of a guess
ALIASED = ("position", "speed", "own")  # levels of states that may have other names


MISSED_REMEDY = "Change the guess, or other start values that stand against it; a fixed value is met or refused"


@dataclass(frozen=True)
class Asked:
    """A guess of one state, or of the orientation whose quaternion starts there."""

    name: str
    index: int
    value: np.ndarray


@dataclass
class StartValues:
    """The start values of the document, before they are made consistent."""

    x: np.ndarray
    fixed: set[int]  # states that loop assembly must not move
    given: set[int]  # states with a start value
    others: dict[str, tuple[float, str]]  # variables that are not states: value and how
    aliases: set[str] = field(default_factory=set)  # those of them that are another name of a state, in x already
    asked: list[Asked] = field(default_factory=list)  # guesses of states


def start_state(model: Model, variables: Variables, t: float = 0.0) -> np.ndarray:
    """The states at the start. A fixed start value that contradicts the rest of the circuit is an error."""
    start = read_start_values(model, variables, t)
    targets = _start_targets(model, variables, {n: asked for n, asked in start.others.items() if n not in start.aliases})
    x = assemble(model, start.x, start.fixed, t, targets, start.given)
    x = solve_torn_unknowns(model, x, model.parameters(t + 1e-9), t)
    complaints = _check_others(model, variables, x, start.others, t) if start.others else []
    if complaints:
        raise CircuitError(complaints)
    return x


def read_start_values(model: Model, variables: Variables, t: float = 0.0) -> StartValues:
    """The start values of the document; raises CircuitError if one is invalid."""
    x = np.array([state.start for state in model.states], dtype=float)
    index = model.state_index
    complaints: list[Complaint] = []
    others: dict[str, tuple[float, str]] = {}
    known = model.topology.circuit.variable_values()
    fixed: set[int] = set()
    given: set[int] = set()
    asked: list[Asked] = []
    for name, start in model.topology.circuit.start.items():
        owner = name.split(".", 1)[0]
        if start.value is None or owner not in model.topology.placed:
            continue
        try:
            attitude = _attitude_of(model, name)
            if attitude is not None:
                x[attitude : attitude + 4] = _quaternion(start.value, known)
                given.add(attitude)
                fixed |= {attitude} if start.how == "fixed" else set()
                asked += [Asked(name, attitude, x[attitude : attitude + 4].copy())] if start.how == "guess" else []
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
                asked += [Asked(name, index[name], x[[index[name]]])] if start.how == "guess" else []
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
    found = StartValues(x, fixed, given, others, asked=asked)
    for how in ("fixed", "guess"):
        for name in [name for name, (_, own) in others.items() if own == how]:
            _put_alias(model, variables, found, name, t)
    return found


def _put_alias(model: Model, variables: Variables, start: StartValues, name: str, t: float) -> None:
    """Start the state that a variable is another name of, such as the angle of a port on a joint's shaft or behind its gear.

    The value is factor × state + offset. A fixed value has precedence over a guess, the state's own name over another one.
    """
    expression = ca.SX(variables.table[name][1])
    inside = [i for i in range(len(model.states)) if ca.depends_on(expression, model.x[i])]
    if len(inside) != 1 or ca.depends_on(expression, variables.dx) or model.states[inside[0]].level not in ALIASED:
        return
    slope = ca.jacobian(expression, model.x[inside[0]])
    if ca.depends_on(slope, model.x):
        return
    line = ca.Function("line", [model.x, model.p, model.symbols.t], [ca.vertcat(slope, expression)])
    factor, offset = np.array(line(np.zeros(len(model.states)), model.parameters(t + 1e-9), t)).ravel()
    value, how = start.others[name]
    if factor == 0 or not np.isfinite([factor, offset]).all():
        return
    start.aliases.add(name)
    index = inside[0]
    if index in start.fixed or (index in start.given and how != "fixed"):
        return  # the other name decides, and this one is compared with it
    start.x[index] = (value - offset) / factor
    start.given.add(index)
    start.fixed |= {index} if how == "fixed" else set()


def _single(value: object) -> float | str:
    if isinstance(value, list | dict):
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
    if not isinstance(angles_of(value), list):
        raise DocumentError("an orientation requires three rotations [x, y, z] about the fixed axes", code="bad-value")
    angles = fixed_rotations(value, lambda typed: [quantity(v, known, "rad") for v in typed], "orientation")
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


def missed_guesses(model: Model, variables: Variables, x: np.ndarray, t: float = 0.0) -> list[Complaint]:
    """Guesses that could not be followed, at the state x found from them, with the values asked for and found."""
    start = read_start_values(model, variables, t)
    found = []
    for asked in start.asked:
        now = x[asked.index : asked.index + asked.value.size]
        if asked.value.size == 4:  # an orientation: by the angle between them
            apart = 2 * float(np.arccos(min(1.0, abs(float(now @ asked.value)))))
            if apart > FOLLOWED:
                found.append(_missed_attitude(asked.name, apart))
        elif model.states[asked.index].level != "torn" and _is_missed(float(asked.value[0]), float(now[0])):
            found.append(_missed(asked.name, float(asked.value[0]), float(now[0]), model.states[asked.index].unit))
    guesses = {name: value for name, (value, how) in start.others.items() if how == "guess"}
    values = _values_of(model, variables, list(guesses), x, t) if guesses else []
    for (name, value), now in zip(guesses.items(), values, strict=True):
        if _is_missed(value, float(now)):
            found.append(_missed(name, value, float(now), variables.table[name][0]))
    return found


def _is_missed(asked: float, found: float) -> bool:
    return abs(asked - found) > FOLLOWED * max(abs(asked), abs(found)) and abs(asked - found) > NOTHING


def _missed(name: str, asked: float, found: float, unit: str) -> Complaint:
    cause = Message(
        "its start value {asked:g} {unit} is a guess that could not be followed: it starts at {found:g} {unit}",
        asked=asked,
        found=found,
        unit=unit,
    )
    return Complaint(name, cause, MISSED_REMEDY, "note", code="missed-guess")


def _missed_attitude(name: str, angle: float) -> Complaint:
    cause = Message(
        "its start orientation is a guess that could not be followed: it starts {angle:.4g}° away from it",
        angle=float(np.degrees(angle)),
    )
    return Complaint(name, cause, MISSED_REMEDY, "note", code="missed-guess")


def _values_of(model: Model, variables: Variables, names: list[str], x: np.ndarray, t: float) -> np.ndarray:
    """Values of variables at a state."""
    p, m = model.parameters(t + 1e-9), model.function.numel_in(1)
    dx, packed = (np.array(part).ravel() for part in model.function(x, np.zeros(m), p, t))
    chosen = variables.function([variables.table[name][1] for name in names])
    return np.array(chosen(x, closed_rates(model, dx, packed, p), p, t)).ravel()


def _check_others(
    model: Model, variables: Variables, x: np.ndarray, others: dict[str, tuple[float, str]], t: float
) -> list[Complaint]:
    """Fixed start values of variables that are not states: each must be met; otherwise the actual value is reported."""
    values = _values_of(model, variables, list(others), x, t)
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
