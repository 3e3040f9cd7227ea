"""Friction and stops on parts whose motion is given: no force changes it, so the given speed alone decides.

Friction slips with the given speed. While that is zero it sticks: its force cannot be determined and counts as zero. A stop in
the way of a given motion is an error, because nothing in the circuit can yield.
"""

from __future__ import annotations

import networkx as nx
import numpy as np

from mars.component.base import Joint
from mars.component.rules import Stops
from mars.errors import RunError
from mars.events.guards import STILL, WatchedRule
from mars.events.instant import Instant
from mars.events.switch_point import SwitchPoint
from mars.flat_names import shown
from mars.machine.least_norm import least_solution
from mars.messages import Message, all_of
from mars.model.build import Model

STARTING = 1e-9  # rad/s² or m/s²: a given motion that starts from rest
DETERMINED = 1e-9  # of the mobility of a part alone: what loops and couplings leave of it
BLOCKED = 1e-6  # relative to the speed before the impact: what no impulse has removed


def motion_is_given(point: SwitchPoint, watched: WatchedRule) -> bool:
    """Whether the given motions alone decide this motion, directly or through loops and couplings.

    Then its row depends on those that are always on: A₀₀ − A₀ₛ Aₛₛ⁺ Aₛ₀ = 0, with A of the last evaluation.
    """
    if watched.given or not point.model.motion_sources:
        return watched.given
    rows, always = watched.rows, np.flatnonzero(point.evaluator.flags < 0)
    A = point.evaluator.A.T
    own, across = A[np.ix_(rows, rows)], A[np.ix_(always, rows)]
    if not always.size or not np.any(across):
        return False
    carried = np.column_stack([least_solution(A[np.ix_(always, always)], column) for column in across.T])
    return float(np.trace(own + across.T @ carried)) <= DETERMINED * float(np.trace(own))


def follow_given_motion(watched: WatchedRule, rate: np.ndarray, now: Instant, p: np.ndarray) -> None:
    """Set friction on a given motion: it slips in the direction of the motion, or in that of its start from rest.

    At rest it has no direction and no force.
    """
    speed, start = float(np.linalg.norm(rate)), now.h[watched.rows]
    way = rate if speed > STILL else start if float(np.linalg.norm(start)) > STARTING else np.zeros(rate.size)
    size = float(np.linalg.norm(way))
    p[watched.flag], p[watched.modes] = 0.0, way / size if size > 0 else 0.0


def refuse_blocked_motions(point: SwitchPoint, before: np.ndarray) -> None:
    """Raise an error if a gap still closes after the impact: a given motion drives it. `before` are the rates before."""
    if not point.model.motion_sources:
        return
    gaps, rates = point.gaps_and_rates()
    slow = max(point.still, BLOCKED * float(np.abs(before).max(initial=0.0)))
    for i, watched in enumerate(point.rules):
        if not isinstance(watched.rule, Stops):
            continue
        row = int(watched.rows[0])
        closed = watched.rule.gap is None or point.p[watched.flag] != 0 or i in point.triggered or gaps[row] <= point.near
        if (closed and rates[row] < -slow) or (watched.given and i in point.triggered and point.p[watched.flag] == 0):
            raise RunError(blocked(point.model, watched.component, point.t))


def blocked(model: Model, component: str, t: float) -> Message:
    """What to say about a stop in the way of a given motion."""
    return Message(
        (
            "{name}: hit at t = {t:.6g} s by a prescribed motion ({movers}), which it cannot stop. End the motion "
            "earlier, or drive the joint with a torque or a force."
        ),
        code="blocked-motion",
        name=component,
        movers=all_of(_movers(model, component)) or "-",
        t=t,
    )


def _movers(model: Model, component: str) -> list[str]:
    """The sources that give the motion of the shafts and sliders of a component; all sources of motions if it is in a loop."""
    topology, components = model.topology, model.symbols.components
    graph = nx.Graph()
    for node in topology.nodes:
        if node.index in model.symbols.speed:
            graph.add_edges_from((node.index, name) for name, _ in node.ports if not isinstance(components[name], Joint))
    near = nx.node_connected_component(graph, component) if component in graph else set()
    return [shown(name) for name in [name for name in model.motion_sources if name in near] or model.motion_sources]
