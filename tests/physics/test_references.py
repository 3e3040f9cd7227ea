"""The example circuits against the reference answers in tests/refs, to the tolerances given there."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from tests.helpers.instant import Instant
from tests.helpers.paths import CIRCUITS, REFS

TIGHT = {"rtol": 1e-12, "atol": 1e-13}


def reference(name: str) -> dict[str, Any]:
    return json.loads((REFS / f"{name}.json").read_text("utf-8"))


def example(name: str) -> Circuit:
    return mars.load(CIRCUITS / f"{name}.mars")


def run_through(circuit: Circuit, samples: dict[str, Any]) -> tuple[mars.Run, list[Any]]:
    """A run with results at the times of the samples, and the samples in that order."""
    times = sorted(float(key) for key in samples)
    by_time = {float(key): sample for key, sample in samples.items()}
    return mars.simulate(circuit, times=times, until=times[-1], **TIGHT), [by_time[t] for t in times]


def column(run: mars.Run, *names: str) -> np.ndarray:
    """One row for each time."""
    return np.stack([run[name] for name in names], axis=-1)


def orientation(run: mars.Run, port: str) -> np.ndarray:
    rows = [[run[f"{port}.R.{i}{j}"] for j in "xyz"] for i in "xyz"]
    return np.moveaxis(np.array(rows), -1, 0)


# Motions


def test_pendulum(measured):
    data = reference("iftomm_A01_simple_pendulum")
    run, samples = run_through(example("pendulum"), data["reference"]["samples"])
    found = column(run, "SB1.2.r.x", "SB1.2.r.y", "SB1.2.v.x", "SB1.2.v.y")
    wanted = np.array([[s[key] for key in ("x", "y", "xd", "yd")] for s in samples])
    measured(
        "Simple pendulum (IFToMM A01)", "iftomm_A01_simple_pendulum.json", np.abs(found - wanted).max(), "m, m/s", allowed=1e-9
    )
    assert np.abs(found - wanted).max() < 1e-9 <= data["tolerance"]["position_abs_at_10s"]
    pull = np.hypot(run["KN1.2.F.x"], run["KN1.2.F.y"])
    assert np.abs(pull - [s["rod_force"] for s in samples]).max() < 1e-8


def test_double_pendulum(measured):
    data = reference("classic_double_pendulum")
    run, samples = run_through(example("double_pendulum"), data["reference"]["samples"])
    # There the angles are absolute, from the downward vertical; here from x, the second from the first arm.
    first = run["KN1.angle"] + np.pi / 2
    found = np.stack(
        [first, first + run["KN2.angle"], run["KN1.turn.speed"], run["KN1.turn.speed"] + run["KN2.turn.speed"]], axis=-1
    )
    wanted = np.array([[s[key] for key in ("theta1", "theta2", "w1", "w2")] for s in samples])
    differences = np.abs(found - wanted).max(axis=1)
    measured(
        "Double pendulum, 5 s", "classic_double_pendulum.json", differences.max(), "rad, rad/s", allowed=data["tolerance"]["t=5"]
    )
    assert differences[run.time <= 3].max() < data["tolerance"]["t<=3"]
    assert differences.max() < data["tolerance"]["t=5"]


def test_heavy_top(measured):
    data = reference("classic_heavy_top")
    run, samples = run_through(example("heavy_top"), data["reference"]["samples"])
    tolerance = data["tolerance"]["x_abs"]
    off = np.abs(column(run, *(f"SB1.centre.r.{a}" for a in "xyz")) - [s["x"] for s in samples]).max()
    measured("Heavy top", "classic_heavy_top.json", off, "m", allowed=tolerance)
    assert off < tolerance
    assert np.abs(column(run, *(f"SB1.centre.v.{a}" for a in "xyz")) - [s["v"] for s in samples]).max() < 10 * tolerance
    assert np.abs(orientation(run, "SB1.1") - [s["R"] for s in samples]).max() < 10 * tolerance
    assert (
        np.abs(column(run, *(f"SB1.1.w.{a}" for a in "xyz"))[-1] - data["reference"]["omega_global_2s"]).max() < 150 * tolerance
    )


@pytest.mark.parametrize("case", ["case1", "dzhanibekov"])
def test_torque_free_body(case: str, measured):
    data = reference("classic_torque_free_body")
    circuit = example("torque_free_body")
    for axis, speed in zip("xyz", data["initial"][case], strict=True):
        circuit.set_start(f"KN1.turn_{axis}.speed", speed)
    run, samples = run_through(circuit, data["reference"][case]["samples"])
    R = orientation(run, "SB1.1")
    found = np.einsum("tji,tj->ti", R, column(run, *(f"SB1.1.w.{a}" for a in "xyz")))  # into body axes
    tolerance = data["tolerance"]["omega_abs"]
    off = np.abs(found - [s["omega"] for s in samples]).max()
    measured(f"Torque-free body, {case}", "classic_torque_free_body.json", off, "rad/s", allowed=tolerance)
    assert off < tolerance
    assert np.abs(R - [s["R"] for s in samples]).max() < tolerance


def test_satellite_keeps_its_momentum():
    """Zero at the start, zero ever after, whatever the arm does: momentum and angular momentum."""
    run = mars.simulate(example("satellite_with_arm"), **TIGHT)

    def vector(name: str) -> np.ndarray:
        return column(run, *(f"{name}.{axis}" for axis in "xyz"))

    masses, places, velocities = [60.0], [vector("SB1.1.r")], [vector("SB1.1.v")]
    for rod, mass in (("SB2", 4.0), ("SB3", 3.0)):
        # A uniform rod moves as a sixth of its mass at each end and the rest amid them.
        ends = [(vector(f"{rod}.{end}.r"), vector(f"{rod}.{end}.v")) for end in "12"]
        masses += [mass / 6, mass / 6, mass * 2 / 3]
        places += [ends[0][0], ends[1][0], (ends[0][0] + ends[1][0]) / 2]
        velocities += [ends[0][1], ends[1][1], (ends[0][1] + ends[1][1]) / 2]
    momentum = sum(m * v for m, v in zip(masses, velocities, strict=True))
    R = orientation(run, "SB1.1")
    spin = np.einsum("tij,j,tkj,tk->ti", R, [6.0, 8.0, 7.0], R, vector("SB1.1.w"))
    angular = spin + sum(m * np.cross(r, v) for m, r, v in zip(masses, places, velocities, strict=True))
    assert np.abs(momentum).max() < 1e-9
    assert np.abs(angular).max() < 1e-9
    assert np.abs(spin).max() > 0.5
    assert np.abs(run["KN2.angle"]).max() > 0.3


# Robots


def joints(circuit: Circuit) -> list[str]:
    return [name for name in circuit.components if name.startswith("KN")]


class Inverse:
    """Torques at given angles, speeds and accelerations: a movement c0 + c1 t + c2 t² on every joint, read at t = 0."""

    def __init__(self, circuit: Circuit):
        self.names = joints(circuit)
        circuit = circuit.copy()
        for name in self.names:
            circuit.add("sources.movement", f"Ep{name}", law={"law": "polynomial", "coefficients": [1, 1, 1]})
            circuit.connect(f"Ep{name}.turn", f"{name}.turn")
        self.instant = Instant(circuit)

    def __call__(self, q: Any, v: Any, a: Any) -> np.ndarray:
        coefficients = zip(self.names, q, v, np.asarray(a) / 2, strict=True)
        laws = {f"Ep{name}.law.c{i}": c for name, *row in coefficients for i, c in enumerate(row)}
        found = self.instant(parameters=laws)
        return np.array([-found[f"Ep{name}.turn.torque"] for name in self.names])

    def mass_matrix(self, q: Any) -> np.ndarray:
        n = len(self.names)
        rest = self(q, np.zeros(n), np.zeros(n))
        return np.stack([self(q, np.zeros(n), unit) - rest for unit in np.eye(n)], axis=-1)


class Forward:
    """Accelerations at given angles, speeds and torques: a torque source on every joint."""

    def __init__(self, circuit: Circuit):
        self.names = joints(circuit)
        circuit = circuit.copy()
        for name in self.names:
            circuit.add("sources.torque", f"Em{name}", law=1)
            circuit.connect(f"Em{name}.turn", f"{name}.turn")
        self.instant = Instant(circuit)

    def __call__(self, q: Any, v: Any, torques: Any) -> np.ndarray:
        states = dict(zip((f"{name}.angle" for name in self.names), q, strict=True))
        states |= dict(zip((f"{name}.turn.speed" for name in self.names), v, strict=True))
        laws = dict(zip((f"Em{name}.law.value" for name in self.names), torques, strict=True))
        found = self.instant(states, parameters=laws)
        return np.array([found[f"{name}.turn.acceleration"] for name in self.names])


ROBOTS = {"puma560": "random_states_seed_560", "panda": "random_states"}


@pytest.mark.parametrize("state", range(5))
@pytest.mark.parametrize("robot", list(ROBOTS))
def test_robot_at_random_states(robot: str, state: int, measured):
    data = reference(f"robot_{robot}")
    tolerance = data["tolerance"].get("inverse_dynamics", data["tolerance"].get("pinocchio"))
    wanted = data["reference"][ROBOTS[robot]][state]
    circuit = example(robot)
    q, v, a = wanted["q"], wanted["v"], wanted["a"]
    inverse, zero = Inverse(circuit), [0.0] * len(q)
    off = np.abs(inverse(q, v, a) - wanted["inverse_dynamics"]).max()
    measured(
        f"{robot.title()}: inverse dynamics, state {state + 1}", f"robot_{robot}.json", off, "N·m", allowed=tolerance, by="model"
    )
    assert off < tolerance
    assert np.abs(inverse(q, v, zero) - wanted["nonlinear"]).max() < tolerance
    assert np.abs(inverse(q, zero, zero) - wanted["gravity_torque"]).max() < tolerance
    assert np.abs(inverse.mass_matrix(q) - wanted["M"]).max() < tolerance
    found = Forward(circuit)(q, v, wanted["tau"])
    assert np.abs(found - wanted["forward_dynamics"]).max() < tolerance * np.abs(wanted["forward_dynamics"]).max()
    instant = Instant(circuit)({f"KN{i}.angle": angle for i, angle in enumerate(q, start=1)})
    port = "SB7.1" if robot == "panda" else "KN6.1"
    place = [instant[f"{port}.r.{axis}"] for axis in "xyz"]
    assert np.abs(np.array(place) - wanted["last_joint_position"]).max() < tolerance


@pytest.mark.parametrize("pose", ["qz", "qn", "qr", "qs"])
def test_puma_at_named_poses(pose: str):
    data = reference("robot_puma560")
    wanted = data["reference"]["exact_named_poses"][pose]
    inverse, zero = Inverse(example("puma560")), np.zeros(6)
    assert np.abs(inverse(wanted["q"], zero, zero) - wanted["gravity_torque"]).max() < data["tolerance"]["pinocchio"]
    assert np.abs(inverse.mass_matrix(wanted["q"]) - wanted["M"]).max() < data["tolerance"]["pinocchio"]


def friction(speeds: Any) -> np.ndarray:
    """Corke's friction on the joint side when every joint turns forward: G²B·speed + |G| times Coulomb's torque."""
    p = reference("robot_puma560")["parameters"]
    gear, viscous, coulomb = (np.array(p[key]) for key in ("G", "B", "Tc"))
    return gear**2 * viscous * speeds + np.abs(gear) * coulomb[:, 0]


def test_puma_as_published():
    """Four printed decimals of the Robotics Toolbox; those with friction have it added to our ideal joints."""
    data = reference("robot_puma560")
    printed, tolerance = data["reference"]["published_4_decimals"], data["tolerance"]["published"]
    circuit = example("puma560")
    q = data["initial"]["q0"]
    one, zero, other = np.ones(6), np.zeros(6), np.arange(1.0, 7.0)
    inverse = Inverse(circuit)
    assert np.abs(inverse(q, zero, zero) - printed["gravload_qn"]).max() < tolerance
    assert np.abs(inverse.mass_matrix(q) - printed["inertia_qn"]).max() < tolerance
    assert np.abs(inverse(other, zero, zero) - printed["gravload_123456"]).max() < tolerance
    assert np.abs(inverse.mass_matrix(other) - printed["inertia_123456"]).max() < tolerance
    second = np.array(printed["itorque_qn"]["qdd"], dtype=float)
    assert np.abs(inverse(q, zero, second) - inverse(q, zero, zero) - printed["itorque_qn"]["tau"]).max() < tolerance
    drag = friction(one)
    assert np.abs(inverse(q, one, zero) + drag - printed["rne_qd1_qdd0"]).max() < tolerance
    assert np.abs(inverse(q, one, one) + drag - printed["rne_qd1_qdd1"]).max() < tolerance
    speeds, torques = (np.array(printed["accel_qn"][key], dtype=float) for key in ("qd", "tau"))
    found = Forward(circuit)(q, speeds, torques - friction(speeds))
    assert np.abs(found - printed["accel_qn"]["qdd"]).max() < tolerance


@pytest.mark.parametrize(("robot", "samples"), [("puma560", "free_fall_no_friction"), ("panda", "free_motion")])
def test_robot_let_go(robot: str, samples: str, measured):
    data = reference(f"robot_{robot}")
    run, wanted = run_through(example(robot), data["reference"][samples])
    tolerance = data["tolerance"].get("free_motion", 1e-8)
    names = joints(run.model.circuit)
    off = np.abs(column(run, *(f"{name}.angle" for name in names)) - [s["q"] for s in wanted]).max()
    measured(f"{robot.title()} falling freely", f"robot_{robot}.json", off, "rad", allowed=tolerance)
    assert off < tolerance
    assert np.abs(column(run, *(f"{name}.turn.speed" for name in names)) - [s["v"] for s in wanted]).max() < 100 * tolerance


def test_arm_of_three_freedoms(measured):
    data = reference("seed002_manipulator_surrogate")
    run, samples = run_through(example("three_dof_arm"), data["reference"]["samples"])
    for name, key in (("angle", "phi"), ("turn.speed", "phid"), ("turn.acceleration", "phidd"), ("turn.torque", "tau")):
        found = column(run, *(f"KN{i}.{name}" for i in (1, 2, 3)))
        off = np.abs(found - [s[key] for s in samples]).max()
        if key == "tau":
            limit = data["tolerance"]["tau"]
            measured(
                "Manipulator with a prescribed path: torques", "seed002_manipulator_surrogate.json", off, "N·m", allowed=limit
            )
        assert off < data["tolerance"]["tau"]
    assert np.abs(run["SB3.2.r.z"] - (run.time**2 - 1)).max() < 1e-14
    assert np.abs(run["SB3.2.r.x"] - 1).max() < 1e-14
    # work of the drives = gain in energy
    run = mars.simulate(example("three_dof_arm"), step=0.01)
    power = sum(run[f"KN{i}.turn.torque"] * run[f"KN{i}.turn.speed"] for i in (1, 2, 3))
    weights = np.full(101, 2.0) / 300
    weights[1::2] *= 2
    weights[[0, -1]] /= 2  # Simpson's rule
    assert weights @ power == pytest.approx(data["reference"]["work"], abs=1e-6)
