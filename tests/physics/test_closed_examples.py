"""The examples with closed loops against closed forms, plain geometry, statics and published numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from mars.circuits.closed import n_four_bar

import mars
from mars.document.circuit import Circuit
from tests.helpers.loop_closure import closure_gap
from tests.helpers.paths import CIRCUITS, REFS

GRAVITY = 9.81


def example(name: str) -> Circuit:
    return mars.load(CIRCUITS / f"{name}.mars")


def reference(name: str) -> dict[str, Any]:
    return json.loads((REFS / f"{name}.json").read_text("utf-8"))


def place(run: mars.Run, port: str, letter: str = "r") -> np.ndarray:
    """Place (or another vector) of a port, one row for each output time; two columns in the plane."""
    axes = [axis for axis in "xyz" if f"T{axis}" in run.model.circuit.motions]
    return np.stack([run[f"{port}.{letter}.{axis}"] for axis in axes], axis=-1)


def about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def slope(function: Callable[[np.ndarray], Any], at: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """Derivatives of a function along each coordinate, last index, by central differences."""
    steps = step * np.eye(at.size)
    return np.stack([(np.asarray(function(at + h)) - np.asarray(function(at - h))) / (2 * step) for h in steps], axis=-1)


@pytest.mark.parametrize(
    ("name", "size"),
    [("four_bar", 1), ("slider_crank", 1), ("n_four_bar", 1), ("stewart_platform", 0.85), ("parallel_delta", 0.6),
     ("andrews_squeezer", 0.04)],
)  # fmt: skip
def test_loops_stay_closed_and_energy_balances(name, size):
    run = mars.simulate(example(name))
    assert closure_gap(run) < 1e-10 * size
    ledger = run.ledger()
    assert ledger.relative_residual < 1e-7
    assert ledger.turnover > 0


# Planar classics


def test_slider_crank_by_its_closed_form(measured):
    data = reference("classic_planar_kinematics")
    numbers, samples = data["parameters"]["slider_crank"], data["reference"]["slider_crank_by_deg"]
    c = example("slider_crank")
    c.set("Crank.length", numbers["r"])
    c.set("Rod.length", numbers["l"])
    c.set("Ew1.law", numbers["omega"])
    c.set_start("KN1.angle", 0)
    c.set_start("KN4.travel", numbers["r"] + numbers["l"], "guess")
    run = mars.simulate(c, times=np.deg2rad([float(degrees) for degrees in samples]) / numbers["omega"])
    # ψ, the rod's angle from the line of the stroke, is that of crank and knee together.
    found = [run["KN4.travel"], run["KN4.slide.speed"], run["KN4.slide.acceleration"], run["KN1.angle"] + run["KN2.angle"]]
    for key, values in zip(("x", "v", "a", "phi"), found, strict=True):
        wanted = np.array([sample[key] for sample in samples.values()])
        if key == "x":
            off, limit = np.abs(values - wanted).max(), data["tolerance"]["abs"]
            measured("Slider-crank: place of the slider", "classic_planar_kinematics.json", off, "m", allowed=limit)
        assert values == pytest.approx(wanted, abs=data["tolerance"]["abs"] * (100 if key == "a" else 1)), key


def test_four_bar_by_its_closed_form(measured):
    data = reference("classic_planar_kinematics")
    numbers, samples = data["parameters"]["four_bar"], data["reference"]["four_bar_by_deg"]
    c = example("four_bar")
    for body in ("crank", "coupler", "rocker"):
        c.set(f"{body.title()}.length", numbers[body])
    c.set("Base2.place", [numbers["ground"], 0, 0])
    c.add("sources.velocity", "Ew1", law=1)
    c.connect("KN1.turn", "Ew1.turn")
    c.set_start("KN1.angle", 0)
    c.set_start("KN2.angle", samples["0"]["theta3"], "guess")  # the open branch
    run = mars.simulate(c, times=np.deg2rad([float(degrees) for degrees in samples]))
    coupler = run["KN1.angle"] + run["KN2.angle"]
    rocker = coupler + run["KN3.angle"] + np.pi  # the reference looks from the pivot to C
    found = {
        "theta3": coupler,
        "theta4": rocker,
        "w3_over_w2": run["Coupler.1.w.z"],
        "w4_over_w2": run["Rocker.1.w.z"],
    }
    for key, values in found.items():
        wanted = np.array([sample[key] for sample in samples.values()])
        turns = np.round((values - wanted) / (2 * np.pi)) if key.startswith("theta") else 0
        assert values - 2 * np.pi * turns == pytest.approx(wanted, abs=data["tolerance"]["abs"]), key
    wanted = np.array([sample["C"] for sample in samples.values()])
    off, limit = np.abs(place(run, "Coupler.2") - wanted).max(), 4 * data["tolerance"]["abs"]
    measured("Four-bar: place of the coupler", "classic_planar_kinematics.json", off, "m", allowed=limit)
    assert off < limit


def test_four_bar_moves_alike_in_the_class_of_all_motions():
    """In space its closure says three things twice; motion and reactions in the plane are the same."""
    plane, space = example("four_bar"), example("four_bar")
    space.motions, space.gravity = "Tx Ty Tz Rx Ry Rz", [0, -GRAVITY, 0]
    assert "3 of the 6" in mars.check(space).complaints[0].cause
    plane, space = mars.simulate(plane), mars.simulate(space)
    assert closure_gap(space) < 1e-10
    for name in ("KN1.angle", "KN4.angle", "Base2.1.F.x", "Base2.1.F.y"):
        assert space[name] == pytest.approx(plane[name], abs=1e-7 * np.abs(plane[name]).max()), name


@pytest.mark.parametrize("start", ["samples", "variant_beta0_minus_0p0620"])
def test_a03_squeezer_for_50_milliseconds(start, measured):
    """From the exact start (theta is zero) and from the rounded one of the benchmark's sheet (beta is −0.062)."""
    data = reference("iftomm_A03_andrews")
    samples = data["reference"][start]
    c = example("andrews_squeezer")
    if start != "samples":
        c.set_start("theta.angle", 0, "guess")
        c.set_start("beta.angle", -0.062)
    run = mars.simulate(c, times=[float(t) for t in samples])
    for key in samples["0"].keys() - {"F", "betad"}:
        assert run[f"{key}.angle"] == pytest.approx(np.array([s[key] for s in samples.values()]), abs=1e-6), key
    assert run["beta.turn.speed"] == pytest.approx(np.array([s["betad"] for s in samples.values()]), abs=1e-3)
    crank_pin = place(run, "K1.2")
    off, limit = np.abs(crank_pin - [s["F"] for s in samples.values()]).max(), 1e-3 * data["tolerance"]["F_abs"]
    which = "exact start" if start == "samples" else "rounded start"
    measured(f"Andrews' squeezer, 50 ms, {which} (IFToMM A03)", "iftomm_A03_andrews.json", off, "m", allowed=limit)
    assert off < limit
    ledger = run.ledger()
    work = data["parameters"]["mom"] * (run["beta.angle"][-1] - run["beta.angle"][0])
    assert ledger["Drive"].supplied == pytest.approx(work, abs=data["tolerance"]["energy_balance_J"])
    assert abs(ledger.residual) < data["tolerance"]["energy_balance_J"]
    assert closure_gap(run) < 1e-10 * 0.04


# N-four-bar mechanism


def test_a02_example_meets_the_reference_at_its_end(measured):
    samples = reference("iftomm_A02_n_four_bar")["reference"]["2"]["samples"]
    run = mars.simulate(example("n_four_bar"), times=[0, 10])
    off = np.abs(place(run, "V0.2")[-1] - [samples["10"]["B0x"], samples["10"]["B0y"]]).max()
    measured("N-four-bar, 2 windows, 10 s (IFToMM A02)", "iftomm_A02_n_four_bar.json", off, "m", allowed=1e-6)
    assert off < 1e-6


@pytest.mark.parametrize("windows", [1, 2, 10, 40])
def test_a02_of_any_length_builds_and_closes(windows):
    run = mars.simulate(n_four_bar(windows), times=[0, 0.25, 0.5])
    assert run.model.constraints.size == 3 * windows
    assert closure_gap(run) < 1e-10
    assert run.ledger().relative_residual < 1e-7
    turned = np.pi / 2 - run["J0.angle"][-1]
    # One freedom, whatever the number of windows: ½ A ω² + B cos θ keeps its value.
    inertia = (windows + 1) / 3 + windows
    weight = GRAVITY * ((windows + 1) / 2 + windows)
    speed = np.sqrt(1 + 2 * weight / inertia * (1 - np.cos(turned)))
    assert run["J0.turn.speed"][-1] == pytest.approx(-speed, abs=1e-7)
    samples = reference("iftomm_A02_n_four_bar")["reference"].get(str(windows), {}).get("samples")
    if samples:
        assert turned == pytest.approx(samples["0.5"]["theta"], abs=1e-7)
    assert run[f"J{windows}.angle"] == pytest.approx(run["J0.angle"], abs=1e-9)


# Car axis

CAR_AXIS = [f"{port}.{letter}.{axis}" for letter in "rv" for port in ("Left.1", "Axle.right") for axis in "xy"]


def test_car_axis_meets_the_reference(measured):
    data = reference("ivp_car_axis")
    samples = {float(t): sample for t, sample in data["reference"]["samples"].items()}
    run = mars.simulate(example("car_axis"), times=sorted(samples), rtol=1e-12, atol=1e-13)
    found = np.stack([run[name] for name in CAR_AXIS], axis=-1)
    wanted = np.array([samples[t] for t in run.time])
    off = np.abs(found - wanted[:, :8]).max()
    measured("Car axis (IVP test set)", "ivp_car_axis.json", off, "m, m/s", allowed=1e-9)
    assert off < 1e-9
    # The multipliers: λ₁ times the road's length is what the guide gives across; 2 λ₂ L is the pull of the axle.
    xb, yb = np.sqrt(1 - 0.01 * np.sin(10 * run.time) ** 2), 0.1 * np.sin(10 * run.time)
    across = run["KN1.1.F.x"] * xb + run["KN1.1.F.y"] * yb
    assert across == pytest.approx(wanted[:, 8], abs=1e-9)
    axle = place(run, "Axle.right") - place(run, "Axle.1")
    assert np.einsum("ij,ij->i", place(run, "KN2.1", "F"), axle) == pytest.approx(2 * wanted[:, 9], abs=1e-9)


def test_car_axis_at_default_tolerances():
    data = reference("ivp_car_axis")
    run = mars.simulate(example("car_axis"))
    end = np.array([run[name][-1] for name in CAR_AXIS])
    assert np.abs(end - data["reference"]["y_end"][:8]).max() < data["tolerance"]["q_abs"]
    assert run.ledger().relative_residual < 1e-7


def test_loop_between_two_moving_bases_changes_nothing():
    """A planar joint holds nothing: closing a loop of the car axis through another moving base must not be felt."""
    tree = example("car_axis")
    tree.set("Axle.inertia", [0, 0, 1e-5])  # a point mass alone on a joint that turns would have no inertia
    c = tree.copy()
    road = {"travel_x": "sqrt(1 - (0.1*sin(10*t))^2)", "travel_y": "0.1*sin(10*t)"}
    c.add("bodies.base", "Base2", rotation="asin(0.1*sin(10*t))", **road)
    c.add("joints.planar", "Loose")
    c.connect("Base2.1", "Loose.1")
    c.connect("Loose.2", "Axle.right")
    tree, loop = (mars.simulate(circuit, times=[0, 1, 2, 3]) for circuit in (tree, c))
    assert loop.model.constraints.size == 3
    assert closure_gap(loop) < 1e-10
    assert loop.ledger().relative_residual < 1e-7
    for name in CAR_AXIS:
        assert loop[name] == pytest.approx(tree[name], abs=1e-7), name


# Stewart platform

FEET = [0.6 * np.array([np.cos(a), np.sin(a), 0]) for a in np.deg2rad([15, 105, 135, 225, 255, 345])]
HEADS = [0.4 * np.array([np.cos(a), np.sin(a), 0]) for a in np.deg2rad([45, 75, 165, 195, 285, 315])]
CLOSED_LEG = 0.45 + 0.4  # barrel and rod
LEGS = range(1, 7)


def legs(r: np.ndarray, R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inverse kinematics: length and direction of each leg for a pose of the platform."""
    ways = np.array([r + R @ head - foot for head, foot in zip(HEADS, FEET, strict=True)])
    lengths = np.linalg.norm(ways, axis=1)
    return lengths, ways / lengths[:, None]


def platform_pose(run: mars.Run, i: int) -> tuple[np.ndarray, np.ndarray]:
    R = np.array([[run[f"Platform.1.R.{a}{b}"][i] for b in "xyz"] for a in "xyz"])
    return place(run, "Platform.1")[i], R


def held_forces(r: np.ndarray, R: np.ndarray) -> np.ndarray:
    """Forces of the legs that hold the platform and the legs themselves at rest: balance of six forces and moments.

    The barrel (2 kg, centre 0.225 m from the foot) and the rod (1 kg, centre 0.2 m from the head) weigh across the leg on the
    head by lever: (2·0.225 + 1·(l − 0.2))/l of g across; along the leg the drive carries the rod.
    """
    lengths, directions = legs(r, R)
    down = np.array([0, 0, -GRAVITY])
    force, moment = 20 * down, np.zeros(3)
    for length, u, head in zip(lengths, directions, HEADS, strict=True):
        across = down - (down @ u) * u
        on_head = (2 * 0.225 + (length - 0.2)) / length * across
        force = force + on_head
        moment = moment + np.cross(R @ head, on_head)
    columns = [np.concatenate([u, np.cross(R @ head, u)]) for u, head in zip(directions, HEADS, strict=True)]
    thrusts = np.linalg.solve(np.array(columns).T, -np.concatenate([force, moment]))
    return thrusts - directions @ down * 1.0  # and the weight of the rod along the leg


def test_stewart_platform_has_the_leg_lengths_it_was_given():
    run = mars.simulate(example("stewart_platform"), until=4, step=0.2)
    for i, t in enumerate(run.time):
        given = CLOSED_LEG + 0.06 * np.sin(2 * np.pi * 0.25 * t + np.deg2rad(60) * np.array(LEGS))
        assert legs(*platform_pose(run, i))[0] == pytest.approx(given, abs=1e-12)
    assert run["Platform.1.r.z"].min() > 0.7 and run["Platform.1.R.zz"].min() > 0.9, "the platform stands above its base"


def test_stewart_platform_held_still():
    c = example("stewart_platform")
    for i, travel in zip(LEGS, (0.05, 0.0, -0.04, 0.02, 0.06, -0.01), strict=True):
        c.set(f"Es{i}.law", travel)
    run = mars.simulate(c, times=[0, 0.1])
    found = np.array([run[f"L{i}.slide.force"][-1] for i in LEGS])
    assert found == pytest.approx(held_forces(*platform_pose(run, -1)), abs=1e-8)
    assert np.abs(run.states[-1] - run.states[0]).max() < 1e-12


@pytest.mark.slow
def test_stewart_platform_settles_on_springs():
    """With springs and dampers for the drives it has six freedoms, and comes to rest where the springs carry it."""
    c = example("stewart_platform")
    for i in LEGS:
        c.remove(f"Es{i}")
        c.add("dynamics.slide_spring_damper", f"DC{i}", stiffness=20e3, damping=800, rest=0.01 * i)
        c.connect(f"L{i}.slide", f"DC{i}.a")
    assert mars.check(c).loops["freedoms by rank"] == 6
    run = mars.simulate(c, until=3, step=0.02)
    assert closure_gap(run) < 1e-10
    assert run.ledger().relative_residual < 1e-7 and run.ledger().lost > 1
    lengths = np.array([legs(*platform_pose(run, i))[0] for i in range(0, run.time.size, 10)])
    travels = np.stack([run[f"L{i}.travel"][::10] for i in LEGS], axis=-1)
    assert travels == pytest.approx(lengths - CLOSED_LEG, abs=1e-10)
    thrusts = [-20e3 * (run[f"L{i}.travel"][-1] - 0.01 * i) for i in LEGS]
    assert thrusts == pytest.approx(held_forces(*platform_pose(run, -1)), abs=1e-5)


# Delta robot

HINGES, WRISTS, ARM, ROD = 0.2, 0.06, 0.3, 0.6
TURNS = [about_z(a) for a in np.deg2rad([0, 120, 240])]


def elbows(angles: np.ndarray) -> np.ndarray:
    """Middles of the elbows' axes; an angle lowers its arm."""
    return np.array([R @ [HINGES + ARM * np.cos(a), 0, -ARM * np.sin(a)] for R, a in zip(TURNS, angles, strict=True)])


def tool(angles: np.ndarray) -> np.ndarray:
    """Forward kinematics: the lower point at the distance of a rod from the elbows, each moved in by the tool's radius."""
    a, b, c = elbows(angles) - np.array([R @ [WRISTS, 0, 0] for R in TURNS])
    ex = (b - a) / np.linalg.norm(b - a)
    across = (c - a) - ex @ (c - a) * ex
    ey = across / np.linalg.norm(across)
    x = np.linalg.norm(b - a) / 2
    i, j = ex @ (c - a), ey @ (c - a)
    y = (i * i + j * j) / (2 * j) - i / j * x
    ez = np.cross(ex, ey)
    return a + x * ex + y * ey - np.sign(ez[2]) * np.sqrt(ROD**2 - x * x - y * y) * ez


def arm_angles(r: np.ndarray) -> np.ndarray:
    """Inverse kinematics: each elbow on the circle of its arm and on the sphere of its rods, the outer of both meetings."""
    found = []
    for R in TURNS:
        x, y, z = R.T @ r + [WRISTS - HINGES, 0, 0]  # the wrist from the hinge
        # x cos θ − z sin θ = (r² + arm² − rod²) / (2 arm)
        lever = np.hypot(x, z)
        reach = (x * x + y * y + z * z + ARM**2 - ROD**2) / (2 * ARM)
        found.append(np.arctan2(-z, x) - np.arccos(reach / lever))
    return np.array(found)


def delta_mass(angles: np.ndarray) -> np.ndarray:
    """Mass matrix for the arms' angles. A thin rod with end velocities u, v has the kinetic energy m (u² + u·v + v²)/6."""
    T = slope(tool, angles)
    M = 0.5 * T.T @ T + (5e-3 + 0.6 * (0.4 * ARM) ** 2) * np.eye(3)
    for E in slope(elbows, angles):
        M += 2 * 0.1 / 6 * (2 * E.T @ E + E.T @ T + T.T @ E + 2 * T.T @ T)
    return M


def delta_height_energy(angles: np.ndarray) -> float:
    ends = elbows(angles)[:, 2] + tool(angles)[2]  # twice the height of a rod's middle
    arms = -0.6 * 0.4 * ARM * np.sin(angles)
    return GRAVITY * float(0.5 * tool(angles)[2] + 2 * 0.1 * ends.sum() / 2 + arms.sum())


def delta_torques(angles: np.ndarray, speeds: np.ndarray, accelerations: np.ndarray) -> np.ndarray:
    """Lagrange's equations, differentiated by numbers."""
    dM = slope(delta_mass, angles, 1e-4)  # last index: the angle
    M_rate = dM @ speeds
    inertial = delta_mass(angles) @ accelerations + M_rate @ speeds - 0.5 * np.einsum("i,ijk,j->k", speeds, dM, speeds)
    return inertial + slope(delta_height_energy, angles)


def delta_with_thin_rods() -> Circuit:
    """The closed forms of its energies take the rods as lines."""
    c = example("parallel_delta")
    for i in (1, 2, 3):
        for side in "ab":
            c.set(f"Rod{i}{side}.radius", "1 um")
    return c


def test_delta_follows_its_closed_kinematics():
    run = mars.simulate(example("parallel_delta"), until=2, step=0.1)
    given = np.deg2rad(20 + 15 * np.sin(np.pi * run.time[:, None] + np.deg2rad([0, 120, 240])))
    for angles, r in zip(given, place(run, "Tool.1"), strict=True):
        assert r == pytest.approx(tool(angles), abs=1e-12)
        assert arm_angles(r) == pytest.approx(angles, abs=1e-12)
    level = [run[f"Tool.1.R.{a}{b}"] for a in "xyz" for b in "xyz"]
    assert np.abs(np.array(level) - np.eye(3).ravel()[:, None]).max() < 1e-12


def test_delta_needs_the_torques_of_lagrange():
    run = mars.simulate(delta_with_thin_rods(), until=2, step=0.25)
    w, phase = np.pi, np.pi * run.time[:, None] + np.deg2rad([0, 120, 240])
    amplitude = np.deg2rad(15)
    angles, speeds = np.deg2rad(20) + amplitude * np.sin(phase), amplitude * w * np.cos(phase)
    wanted = [delta_torques(*row) for row in zip(angles, speeds, -amplitude * w * w * np.sin(phase), strict=True)]
    found = np.stack([run[f"KN{i}.turn.torque"] for i in (1, 2, 3)], axis=-1)
    assert np.abs(found - wanted).max() < 1e-6 * np.abs(wanted).max()


@pytest.mark.slow
def test_delta_let_go_keeps_the_energy_of_its_closed_form():
    c = delta_with_thin_rods()
    for i, angle in ((1, 0.2), (2, 0.4), (3, 0.3)):
        c.remove(f"Ep{i}")
        c.set_start(f"KN{i}.angle", angle)
    assert mars.check(c).loops["freedoms by rank"] == 3
    run = mars.simulate(c, until=0.25, step=0.0025)
    assert closure_gap(run) < 1e-10 * ROD
    assert run.ledger().relative_residual < 1e-7
    energies = []
    for i in range(0, run.time.size, 4):
        angles, speeds = (np.array([run[f"KN{k}.{what}"][i] for k in (1, 2, 3)]) for what in ("angle", "turn.speed"))
        assert place(run, "Tool.1")[i] == pytest.approx(tool(angles), abs=1e-11)
        energies.append((speeds @ delta_mass(angles) @ speeds / 2, delta_height_energy(angles)))
    kinetic, height = np.array(energies).T
    assert kinetic.max() > 0.1
    assert np.ptp(kinetic + height) < 1e-8 * kinetic.max()
