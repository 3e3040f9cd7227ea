"""Where points without mass rest at the start: the stable equilibrium of their springs nearest to where they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

import casadi as ca
import numpy as np

from mars.component.base import Joint
from mars.component.domains import FRAME
from mars.errors import DocumentError
from mars.formulas.expressions import quantity
from mars.model.mechanics.outward_pass import Tree
from mars.model.mechanics.state_layout import States
from mars.topology.topology import Topology

SWEEPS = 20  # points between other points without mass move to their middle in turn
ITERATIONS = 200
AT_REST = 1e-13  # of the size of the mechanism: the last step
LARGEST = 0.2  # of the size of the mechanism: a step
SOFTEST = 1e-6  # of the stiffest direction: a direction along which the forces do not grow
LEAST = 1e-3  # m: the size of a mechanism
ASIDE = 1e-2  # of the size of the mechanism: away from an unstable equilibrium


def numbers_at_start(topology: Topology, states: States) -> tuple[np.ndarray, set[int]]:
    """The states as far as start values and defaults give them, and which have a start value; loops may still be open."""
    x = np.array([state.start for state in states.variables], dtype=float)
    index = {state.name: i for i, state in enumerate(states.variables)}
    known, given = topology.circuit.variable_values(), set[int]()
    for name, start in topology.circuit.start.items():
        if name in index and isinstance(start.value, int | float | str):
            with suppress(DocumentError):  # reported when start values are read
                x[index[name]] = quantity(start.value, known, states.variables[index[name]].unit)
                given.add(index[name])
    return x, given


def between_neighbours(
    tree: Tree, states: States, x: np.ndarray, p: np.ndarray, joints: Collection[str], moving: list[int]
) -> None:
    """Move each of the joints, by its states `moving` of x, so that its point is in the middle of its neighbours."""
    topology, kinematics = tree.symbols.topology, tree.kinematics()
    for joint, others in ((j, _neighbours(tree, j)) for _ in range(SWEEPS if len(joints) > 1 else 1) for j in joints):
        own = [i for i in moving if _owner(topology, states.variables[i].node) == joint]
        if not own or not others:
            continue
        here = ca.vertcat(*kinematics.node(topology.node_of[joint, "2"], "r"))
        middle = sum((ca.vertcat(*kinematics.node(node, "r")) for node in others), ca.SX(3, 1)) / len(others)
        arguments = [states.x, ca.vertcat(*tree.symbols.parameters.symbols), tree.symbols.t]
        outputs = [here, middle, ca.jacobian(here, ca.vertcat(*(states.symbols[i] for i in own)))]
        r, target, J = (np.array(part) for part in ca.Function("middle", arguments, list(map(ca.densify, outputs)))(x, p, 0.0))
        x[own] += np.linalg.lstsq(J, (target - r).ravel(), rcond=1e-9)[0]


def size_of(tree: Tree, states: States, x: np.ndarray, p: np.ndarray) -> float:
    """How far the points of the mechanism are apart, or its coordinates go."""
    kinematics = tree.kinematics()
    places = ca.horzcat(*(ca.vertcat(*kinematics.node(node, "r")) for node in tree.skeleton.seats))
    arguments = [states.x, ca.vertcat(*tree.symbols.parameters.symbols), tree.symbols.t]
    found = np.array(ca.Function("places", arguments, [ca.densify(places)])(x, p, 0.0))
    along = [abs(x[i]) for i, state in enumerate(states.variables) if state.level == "position" and state.unit == "m"]
    return max(LEAST, float(np.ptp(found, axis=1).max(initial=0.0)), *along)


def _owner(topology: Topology, node: int) -> str:
    return next((name for name, _ in topology.nodes[node].ports if issubclass(topology.placed[name].kind, Joint)), "")


def _neighbours(tree: Tree, joint: str) -> list[int]:
    """The nodes at the other ends of the components at points of the joint's frame."""
    topology, seats = tree.symbols.topology, tree.skeleton.seats
    frame = seats[topology.node_of[joint, "2"]].frame
    found: list[int] = []
    for name, placed in topology.placed.items():
        nodes = [topology.node_of.get((name, port.name)) for port in placed.ports.values() if port.domain is FRAME]
        here = [n is not None and n in seats and seats[n].frame == frame for n in nodes]
        if any(here) and not issubclass(placed.kind, Joint):
            found += [n for n, own in zip(nodes, here, strict=True) if n is not None and n in seats and not own]
    return found


def resting_place(
    loads: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]], q: np.ndarray, size: float, drawn: bool = False
) -> np.ndarray:
    """q with r(q) = 0, given r and its derivatives K: Newton's method, which descends where the springs are conservative.

    Where K is not positive, the step goes along the forces. A point `drawn` at an unstable equilibrium stays there.
    """
    noise = np.random.default_rng(0).uniform(-1.0, 1.0, q.size)
    for _ in range(ITERATIONS):
        r, K = loads(q)
        if not (np.all(np.isfinite(r)) and np.all(np.isfinite(K))):
            q = q + ASIDE * size * noise
            continue
        values, vectors = np.linalg.eigh(0.5 * (K + K.T))
        stiffest = max(float(np.abs(values).max(initial=0.0)), 1e-300)
        force = vectors.T @ -r
        if not drawn and values.min(initial=0.0) < -SOFTEST * stiffest and np.abs(force).max() < 1e-9 * stiffest * size:
            q = q + ASIDE * size * vectors[:, 0]
            continue
        if values.min(initial=0.0) > SOFTEST * stiffest or drawn:
            step = np.linalg.lstsq(K, -r, rcond=1e-12)[0]
        else:
            step = vectors @ (force / np.maximum(np.abs(values), SOFTEST * stiffest))
        length = float(np.abs(step).max(initial=0.0))
        q = q + step * min(1.0, LARGEST * size / max(length, 1e-300))
        if length < AT_REST * size:
            break
    return q
