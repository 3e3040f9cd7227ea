"""Exudyn: Andrews' squeezer, its implicit solvers over a range of steps. Only `SolveSteps` is timed.

Explicit solvers refuse constraints, so the order is two. Bodies on a pivot are rotors with one coordinate, which leaves 13
coordinates and 12 constraints: 10,000 steps of one Newton iteration take 0.17 s, of free bodies on joints 0.30 s, of a
kinematic tree with closed ends 1.1 s. Modified Newton saves matrices of that size but needs six iterations: 0.31 s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bench.exudyn_peer import exudyn, quiet_settings
from bench.mechanisms import SQUEEZED, SQUEEZER_ANGLES
from bench.timing import stopwatch
from mars.document.circuit import Circuit
from mars.formulas.expressions import quantity

items = exudyn.itemInterface

# Carrier, its point, the joint's angle, the body. A carrier without an angle is fixed.
JOINTS = (
    ("O", "1", "beta", "K1"),
    ("K1", "2", "theta", "K2"),
    ("B", "1", "gamma", "K3"),
    ("A", "1", "delta", "K5"),
    ("K5", "2", "phi", "K4"),
    ("A", "1", "epsilon", "K7"),
    ("K7", "2", "Omega", "K6"),
)
MEETING = ("K3", "K4", "K6")  # at point E of K2

# Settings of `generalizedAlpha`, Newton's relative tolerance (1e-4: one iteration), steps from coarse to fine.
STEPS = tuple(round(5000 * 2 ** (i / 8)) for i in range(24))
INDEX_2 = {"useNewmark": True, "useIndex2Constraints": True}
METHODS: dict[str, tuple[dict[str, Any], float, tuple[int, ...]]] = {
    "generalized alpha": ({"spectralRadius": 1.0}, 1e-4, STEPS[8:]),
    "trapezoidal": (INDEX_2, 1e-4, STEPS[8:]),
    "linear acceleration": (INDEX_2 | {"newmarkBeta": 1 / 6}, 1e-6, STEPS),
}


def ladders(circuit: Circuit) -> dict[str, tuple[tuple[int, ...], Callable[[int], tuple[float, np.ndarray]]]]:
    return {f"{name} steps": (steps, partial(run, circuit, *how)) for name, (*how, steps) in METHODS.items()}


def run(circuit: Circuit, alpha: dict[str, Any], tolerance: float, steps: int) -> tuple[float, np.ndarray]:
    """Seconds spent in the steps and the angles at the end."""
    container, system, angles = _system(circuit)
    settings = quiet_settings(SQUEEZED)
    settings.linearSolver.solverType = exudyn.LinearSolverType.EXUdense
    integration = settings.timeIntegration
    integration.numberOfSteps = steps
    integration.adaptiveStep = False
    integration.newton.useModifiedNewton = False
    integration.newton.relativeTolerance = tolerance
    for name, value in alpha.items():
        setattr(integration.generalizedAlpha, name, value)
    solver = exudyn.MainSolverImplicitSecondOrder()
    solver.InitializeSolver(system, settings)
    seconds = stopwatch(partial(solver.SolveSteps, system, settings))
    reached = angles()
    solver.FinalizeSolver(system, settings)
    container.Reset()
    return seconds, reached


def _system(circuit: Circuit) -> tuple[Any, Any, Callable[[], np.ndarray]]:
    """The circuit's numbers as an Exudyn system, and a function that reads its angles."""
    values = {name: component.values for name, component in circuit.components.items()}
    container = exudyn.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    # By body: rotation at the start, its joint, node, object, and the origin of that object in the body.
    turns: dict[str, float] = {}
    origins: dict[str, np.ndarray] = {}
    nodes: dict[str, int] = {}
    objects: dict[str, int] = {}
    offsets: dict[str, np.ndarray] = {}

    def local(body: str, point: str) -> np.ndarray:
        return np.array(values[body]["points"][point] if point != "1" else (0.0, 0.0, 0.0))

    def marker(body: str, point: str) -> int:
        if body not in nodes:
            return system.AddMarker(items.MarkerBodyPosition(bodyNumber=ground, localPosition=values[body]["place"]))
        place = local(body, point) - offsets[body]
        return system.AddMarker(items.MarkerBodyRigid(bodyNumber=objects[body], localPosition=place))

    def join(*ends: tuple[str, str]) -> None:
        system.AddObject(items.ObjectJointRevolute2D(markerNumbers=[marker(*end) for end in ends]))

    for carrier, point, angle, body in JOINTS:
        mass, inertia, centre = values[body]["mass"], values[body]["inertia"][2], np.array(values[body]["centre"])
        turns[body] = circuit.start[f"{angle}.angle"].value + turns.get(carrier, 0.0)
        if carrier not in nodes:
            origins[body], offsets[body] = np.array(values[carrier]["place"]), np.zeros(3)
            nodes[body] = system.AddNode(items.Node1D(referenceCoordinates=[0], initialCoordinates=[turns[body]]))
            rotor = {"referencePosition": origins[body], "referenceRotation": np.eye(3), "nodeNumber": nodes[body]}
            objects[body] = system.AddObject(items.ObjectRotationalMass1D(inertia=inertia + mass * centre @ centre, **rotor))
        else:
            origins[body] = origins[carrier] + _turned(local(carrier, point), turns[carrier])
            offsets[body] = centre
            place = origins[body] + _turned(centre, turns[body])
            nodes[body] = system.AddNode(
                items.NodeRigidBody2D(referenceCoordinates=[*place[:2], 0], initialCoordinates=[0, 0, turns[body]])
            )
            objects[body] = system.AddObject(items.ObjectRigidBody2D(mass=mass, inertia=inertia, nodeNumber=nodes[body]))
            join((carrier, point), (body, "1"))
    for body in MEETING:
        join((body, "E"), ("K2", "E"))
    spring = {
        "stiffness": _number(values["Spring"]["stiffness"], "N/m"),
        "referenceLength": _number(values["Spring"]["rest"], "m"),
    }
    system.AddObject(items.ObjectConnectorSpringDamper(markerNumbers=[marker("K3", "D"), marker("C", "1")], **spring))
    crank = system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=nodes["K1"], coordinate=0))
    system.AddLoad(items.LoadCoordinate(markerNumber=crank, load=_number(values["Drive"]["law"], "N·m")))
    system.Assemble()

    def angles() -> np.ndarray:
        reached = {
            body: np.atleast_1d(system.GetNodeOutput(node, exudyn.OutputVariableType.Coordinates))[-1]
            for body, node in nodes.items()
        }
        by_name = {angle: reached[body] - reached.get(carrier, 0.0) for carrier, _, angle, body in JOINTS}
        return np.array([by_name[angle] for angle in SQUEEZER_ANGLES])

    return container, system, angles


def _turned(v: np.ndarray, angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1], 0.0])


def _number(text: str, unit: str) -> float:
    return quantity(text, {}, unit)
