"""The printed formalisms against the circuit: three ways to the same accelerations, and two back to the drives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.model.build import build_model
from mars.verification.formalisms import gibbs_appell, vereshchagin, vukobratovic
from mars.verification.formalisms.chain import SerialChain
from mars.verification.formalisms.from_circuit import chain_of
from tests.helpers.instant import Instant
from tests.helpers.paths import CIRCUITS

CHAINS = ("pendulum", "double_pendulum", "two_segment_manipulator", "three_dof_arm", "puma560", "panda", "gantry")
WORST = 1e-9
TIME = 0.4  # inside every law's smooth stretch, and not at rest


def disagreement(circuit: Circuit, seed: int, speed: float = 1.0) -> float:
    """The worst relative difference between the circuit at a random state and each formalism."""
    instant = Instant(circuit)
    chain, names = chain_of(instant.model)
    rng = np.random.default_rng(seed)
    states = {s.name: rng.uniform(-3, 3) if s.level == "position" else speed * rng.normal() for s in instant.model.states}
    found = instant(states, TIME)
    q, rates, second, streams = (
        np.array([found[next(n for w in words if (n := f"{name}.{w}") in found)] for name in names])
        for words in (("angle", "travel"), ("speed",), ("acceleration",), ("torque", "force"))
    )
    drives = streams + np.array([body.armature for body in chain.bodies]) * second
    worst = 0.0
    for formalism in (vereshchagin, gibbs_appell, vukobratovic):
        difference = formalism.accelerations(chain, q, rates, drives) - second
        worst = max(worst, np.abs(difference).max() / max(1.0, np.abs(second).max()))
    for formalism in (gibbs_appell, vukobratovic):
        difference = formalism.drives(chain, q, rates, second) - drives
        worst = max(worst, np.abs(difference).max() / max(1.0, np.abs(drives).max()))
    return float(worst)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", CHAINS)
def test_examples(name: str, seed: int):
    assert disagreement(mars.load(CIRCUITS / f"{name}.mars"), seed) < WORST


def circuit_of(chain: SerialChain, rng: np.random.Generator) -> Circuit:
    """A random chain drawn as a circuit: oblique axes, turned points, rotors, a load at the tip, some motions given."""
    circuit = Circuit(gravity=chain.gravity.tolist())
    circuit.add("bodies.base", "Base1", place=rng.normal(size=3), orientation=rng.uniform(-3, 3, 3))
    last = "Base1.1"
    for i, body in enumerate(chain.bodies, start=1):
        port = "turn" if body.rotates else "slide"
        circuit.add(f"joints.{body.kind}", f"KN{i}", axis=body.axis)
        backwards = bool(rng.random() < 0.3)
        near, far = ("2", "1") if backwards else ("1", "2")
        point: dict[str, Any] = {"place": rng.normal(size=3), "orientation": rng.uniform(-3, 3, 3)}
        circuit.add("bodies.body", f"SB{i}", mass=body.mass, centre=body.com, inertia=body.inertia, points={"2": point})
        circuit.connect(last, f"KN{i}.{near}")
        circuit.connect(f"KN{i}.{far}", f"SB{i}.1")
        last = f"SB{i}.2"
        if body.rotates and rng.random() < 0.5:
            circuit.add("dynamics.rotor", f"R{i}", inertia=body.armature, ratio=rng.uniform(-3, 3))
            circuit.connect(f"R{i}.shaft", f"KN{i}.turn")
        if rng.random() < 0.2:
            law = {"law": "polynomial", "coefficients": rng.normal(size=3)}
            circuit.add("sources.movement" if body.rotates else "sources.slide_movement", f"Ep{i}", law=law)
        else:
            circuit.add("sources.torque" if body.rotates else "sources.force", f"Ep{i}", law=rng.normal(scale=5.0))
        circuit.connect(f"KN{i}.{port}", f"Ep{i}.{port}")
    circuit.add("sources.wrench", "Ef", force_x=3.0, force_y=-5.0, moment_z=1.5)
    circuit.connect(last, "Ef.1")
    return circuit


@pytest.mark.parametrize("seed", range(12))
def test_random_chains(seed: int):
    rng = np.random.default_rng(seed)
    chain = SerialChain.random(rng, int(rng.integers(1, 9)), armature=True)
    assert disagreement(circuit_of(chain, rng), seed) < WORST


def test_two_bodies_welded_count_as_one():
    """Welded bodies, and a joint of two freedoms with nothing between them, are still a chain."""
    circuit = Circuit()
    circuit.add("bodies.base", "Base1", place=[1, 2, 3], orientation=[0.3, 0.2, 0.1])
    circuit.add("joints.cylindrical", "KN1", axis=[1, 1, 0])
    circuit.add(
        "bodies.body", "SB1", mass=2, centre=[0.1, 0.2, 0.3], points={"2": {"place": [0.5, 0, 0], "orientation": [1, 2, 3]}}
    )
    circuit.add("joints.weld", "KN2")
    circuit.add("bodies.box", "SB2", mass=3)
    for ends in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("SB1.2", "KN2.1"), ("KN2.2", "SB2.2")):
        circuit.connect(*ends)
    chain, names = chain_of(build_model(circuit))
    assert names == ["KN1.slide", "KN1.turn"]
    assert chain.bodies[1].mass == 5
    assert disagreement(circuit, 1) < WORST


def arm() -> Circuit:
    return mars.load(CIRCUITS / "two_segment_manipulator.mars")


def with_branch(circuit: Circuit) -> None:
    circuit.add("joints.rotation", "KN9")
    circuit.add("bodies.rod", "SB9")
    circuit.connect("SB1.2", "KN9.1")
    circuit.connect("KN9.2", "SB9.1")


def with_moving_base(circuit: Circuit) -> None:
    circuit.set("Ew1.travel_x", {"law": "sine", "amplitude": 0.1, "frequency": 1})


def with_load_in_the_middle(circuit: Circuit) -> None:
    circuit.add("sources.wrench", "Ef9", force_x=1)
    circuit.connect("SB1.2", "Ef9.1")


def with_load_in_time(circuit: Circuit) -> None:
    circuit.set("Ef3.force_y", "-20*cos(t)")


def with_load_in_steps(circuit: Circuit) -> None:
    circuit.set("Ef3.force_y", {"law": "step", "time": 1, "after": -20})


def with_load_along_the_body(circuit: Circuit) -> None:
    circuit.set("Ef3.basis", "body")


def with_housing(circuit: Circuit) -> None:
    circuit.add("dynamics.rotor", "R1")
    circuit.connect("R1.shaft", "KN2.turn")
    circuit.connect("R1.housing", "KN2.1")


def with_two_loaded_points(circuit: Circuit) -> None:
    circuit.add("sources.wrench", "Ef9", force_x=1)
    circuit.connect("SB2.1", "Ef9.1")


REFUSED = [
    (with_branch, "KN9", "branches"),
    (with_moving_base, "Ew1", "base moves"),
    (with_load_in_the_middle, "Ef9", "does not load the last body"),
    (with_load_in_time, "Ef3", "depends on time"),
    (with_load_in_steps, "Ef3", "depends on time"),
    (with_load_along_the_body, "Ef3", "on the motion"),
    (with_housing, "R1", "on the motion"),
    (with_two_loaded_points, "KN2", "several points"),
]


@pytest.mark.parametrize(("change", "where", "why"), REFUSED)
def test_what_is_no_chain_is_refused(change, where: str, why: str):
    circuit = arm()
    change(circuit)
    with pytest.raises(mars.CircuitError, match=f"{where}: the circuit is not an open chain: .*{why}") as caught:
        chain_of(build_model(circuit))
    assert caught.value.code == "no-chain"


@pytest.mark.parametrize("name", ["heavy_top", "satellite_with_arm"])
def test_balls_are_refused(name: str):
    with pytest.raises(mars.CircuitError, match="KN1: the circuit is not an open chain: a ball joint") as caught:
        chain_of(build_model(mars.load(CIRCUITS / f"{name}.mars")))
    assert caught.value.code == "no-chain"


def test_nothing_moves():
    circuit = Circuit()
    circuit.add("bodies.base", "Base1")
    circuit.add("bodies.body", "SB1")
    circuit.connect("Base1.1", "SB1.1")
    with pytest.raises(mars.CircuitError, match="nothing in it moves"):
        chain_of(build_model(circuit))
