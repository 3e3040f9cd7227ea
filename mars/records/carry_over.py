"""How a changed circuit continues a run: states and modes are carried over by name, loops are closed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mars.component.base import Body
from mars.component.domains import AXES
from mars.errors import CircuitError
from mars.events.stop_checks import check_stops
from mars.flat_names import shown
from mars.messages import Message
from mars.model.build import Model
from mars.model.mechanics.state_layout import StateVariable
from mars.records.engine import Engine
from mars.records.part import Part
from mars.simulation.stages import check_freedoms
from mars.start.assembly import Assembly
from mars.start.kinematic_mode import require_motions
from mars.start.start_values import read_start_values, start_state
from mars.start.torn_unknowns import solve_torn_unknowns

OPEN = 1e-11  # relative to the size of the mechanism, or its rate: a loop opened by the change
BEHIND = 1e-9  # s: just after a change, so that laws are on their new piece


@dataclass(frozen=True)
class CarriedState:
    """States and parameters to continue with, and a description of what was not kept."""

    x: np.ndarray
    p: np.ndarray
    words: str = ""


def carry_over(before: Part, engine: Engine, t: float) -> CarriedState:
    """Carry the end of a part over to another circuit; raises MarsError if it cannot continue."""
    same = engine.native is before.engine.native
    found = _same_states(before, engine.model, t) if same else _states_by_name(before, engine, t)
    check_freedoms(engine.model, found.x)
    check_stops(engine.model, found.x, t)
    return found


def _same_states(before: Part, model: Model, t: float) -> CarriedState:
    p, places = model.parameters(t + BEHIND), model.mode_places
    p[places] = before.steps.parameters[-1][places]
    x = _closed(model, before.end_state(), p, t)
    return CarriedState(solve_torn_unknowns(model, x, p, t), p)


def _states_by_name(before: Part, engine: Engine, t: float) -> CarriedState:
    model = engine.model
    p = _modes_by_name(before, model, t)
    start = read_start_values(model, engine.variables)
    x, known = start.x.copy(), _known(before, model, t)
    new = []
    for i, state in enumerate(model.states):
        if state.name in known:
            x[i] = known[state.name]
        else:
            new.append(state)
    words = _new_states_in_words(new)
    if new and len(new) == len(model.states):
        return _from_the_start(engine, t, "nothing could be kept from the previous run")
    try:
        x = solve_torn_unknowns(model, _closed(model, x, p, t), p, t)
    except CircuitError:
        return _from_the_start(engine, t, "the loops cannot be closed from their previous positions")
    if model.mode == "kinematic" and model.constraints.size:
        require_motions(model, x, t)
    return CarriedState(x, p, words)


def _from_the_start(engine: Engine, t: float, why: str) -> CarriedState:
    x = start_state(engine.model, engine.variables, t)
    return CarriedState(
        x, engine.model.parameters(t + BEHIND), Message("All variables start from their start values: {why}.", why=why)
    )


def _known(before: Part, model: Model, t: float) -> dict[str, float]:
    """Values at the end of a part: its states, and variables that become states."""
    old = before.engine
    known = dict(zip((state.name for state in old.model.states), before.end_state().tolist(), strict=True))
    more = [state.name for state in model.states if state.name not in known and shown(state.name) in old.variables.table]
    values = before.rows(np.array([t]), [shown(name) for name in more])[0] if more else ()
    known |= {name: float(value) for name, value in zip(more, values, strict=True) if np.isfinite(value)}
    return _coordinates_cut_loose(before, model, t) | known


def _modes_by_name(before: Part, model: Model, t: float) -> np.ndarray:
    p, old, last = model.parameters(t + BEHIND), before.engine.model.symbols, before.steps.parameters[-1]
    pairs = [(mode, old.modes.get(key)) for key, mode in model.symbols.modes.items()]
    pairs += [(hold.flag, old.holds[key].flag if key in old.holds else None) for key, hold in model.symbols.holds.items()]
    for new, same in pairs:
        size = new.symbol.numel()
        if same is not None and same.symbol.numel() == size:
            p[new.index : new.index + size] = last[same.index : same.index + size]
    return p


def _closed(model: Model, x: np.ndarray, p: np.ndarray, t: float) -> np.ndarray:
    """Close loops opened by the change, moving the current coordinates as little as possible; then correct the speeds."""
    if not model.constraints.size:
        return x
    closing = Assembly(model, set(), t, p=p)
    closing.measure(x)
    gaps, rates = closing.gaps(x)
    if np.abs(gaps).max() > OPEN * closing.size:
        x = closing.positions(x, tries=1)
        rates = closing.gaps(x)[1]
    return closing.speeds(x) if np.abs(rates).max() > OPEN * closing.size else x


def _new_states_in_words(new: list[StateVariable]) -> str:
    """Names of new coordinates and other states; speeds go with their coordinates."""
    names = [state.name for state in new if state.level in ("position", "own")]
    names += [state.name.removesuffix(".w") for state in new if state.level == "quaternion" and state.name.endswith(".w")]
    if not names:
        return ""
    many = len(names) > 1
    listed = (
        Message("{names} and {count} more", names=", ".join(names[:5]), count=len(names) - 5)
        if len(names) > 5
        else Message("{names}", names=", ".join(names[:5]))
    )
    return (
        Message("{listed} start from their start values.", listed=listed)
        if many
        else Message("{listed} starts from its start value.", listed=listed)
    )


def _coordinates_cut_loose(before: Part, model: Model, t: float) -> dict[str, float]:
    """Bodies cut loose keep their pose and velocity: the states of implicit free joints that the previous part did not have."""
    old, found = before.engine, {}
    for joint, body in _hung_freely(model):
        names = [name for name in old.variables.table if name.startswith(f"{shown(body)}.1.")]
        if joint not in old.model.topology.placed and names:
            values = before.rows(np.array([t]), names)[0].tolist()
            motion = {name.removeprefix(f"{shown(body)}.1."): value for name, value in zip(names, values, strict=True)}
            found |= _moved_alike(joint, motion)
    return found


def _hung_freely(model: Model) -> Iterator[tuple[str, str]]:
    """Joints that are not drawn, each with its body."""
    topology = model.topology
    for name in (reach.component for reach in topology.tree if reach.component not in topology.circuit.components):
        ports = topology.nodes[topology.node_of[name, "2"]].ports
        yield from ((name, body) for body, port in ports if port == "1" and issubclass(topology.placed[body].kind, Body))


def _moved_alike(joint: str, motion: dict[str, float]) -> dict[str, float]:
    """Coordinates and speeds relative to a base at rest, from r, v, w and R of the body, as far as the class has them."""
    found: dict[str, float] = {}
    for axis in AXES:
        pairs = ((axis, "r"), (f"slide_{axis}.speed", "v"), (f"turn_{axis}.speed", "w"))
        found |= {f"{joint}.{name}": motion[f"{letter}.{axis}"] for name, letter in pairs if f"{letter}.{axis}" in motion}
    R = np.array([[motion.get(f"R.{i}{j}", np.nan) for j in AXES] for i in AXES])
    if np.isfinite(R).all():
        from scipy.spatial.transform import Rotation

        x, y, z, w = Rotation.from_matrix(R).as_quat().tolist()
        found |= {f"{joint}.attitude.{letter}": value for letter, value in zip("wxyz", (w, x, y, z), strict=True)}
    elif np.isfinite(R).any():
        (about,) = np.flatnonzero(np.isnan(np.diag(R)))
        i, j = (about + 1) % 3, (about + 2) % 3
        found[f"{joint}.angle"] = float(np.arctan2(R[j, i], R[i, i]))
    return found
