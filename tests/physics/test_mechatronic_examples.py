"""Mechatronic examples against answers that do not come from Mars: published numbers, closed forms, hand-derived equations."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pinocchio as pin
import pytest
from scipy.interpolate import CubicSpline
from scipy.linalg import expm, matrix_balance

import mars
from tests.helpers.examples import GRAVITY, example, integrated
from tests.helpers.paths import REFS

TIGHT = {"rtol": 1e-12, "atol": 1e-13}

# Of the motor that is drives.dc_motor by default: resistance, inductance, constant, inertia, friction.
R, L, K, J, B = 1.2, 8e-4, 0.05, 2e-5, 1e-5


# -- against reference files ---------------------------------------------------------------------------------------------------


def test_rlc_is_the_closed_form():
    data = json.loads((REFS / "electro_rlc.json").read_text("utf-8"))
    samples = data["reference"]["underdamped"]
    run = mars.simulate(example("rlc"), times=[0, *map(float, samples)], **TIGHT)
    for name, key in (("C1.voltage", "u_C"), ("L1.current", "i")):
        assert run[name][1:] == pytest.approx([each[key] for each in samples.values()], abs=data["tolerance"]["abs"])


def test_dc_motor_is_the_reference():
    data = json.loads((REFS / "electro_dc_motor.json").read_text("utf-8"))
    samples = data["reference"]["servo"]["samples"]
    run = mars.simulate(example("dc_motor"), times=[0, *map(float, samples)], **TIGHT)
    for name, key in (("MT1.current", "i"), ("MT1.shaft.speed", "omega")):
        assert run[name][1:] == pytest.approx([each[key] for each in samples.values()], abs=data["tolerance"]["abs"])


def test_transistor_amplifier_ends_at_the_published_voltages():
    """IVP test set (Mazzia and Magherini), reference solution at t = 0.2 s."""
    published = {
        "R0.n": -0.5562145012262709e-2, "R1.p": 3.006522471903042, "R3.p": 2.849958788608128, "R4.n": 2.926422536206241,
        "R5.p": 2.704617865010554, "R7.p": 2.761837778393145, "R8.n": 4.770927631616772, "R9.p": 1.236995868091548,
    }  # fmt: skip
    run = mars.simulate(example("transistor_amplifier"), until=0.2, **TIGHT)
    found = {place: run[f"{place}.voltage"][-1] for place in published}
    assert found == pytest.approx(published, abs=1e-9)


# -- loops ---------------------------------------------------------------------------------------------------------------------


def test_servo_axis_is_a_linear_system():
    """All is linear while the amplifier is within its limits: matrix exponentials from corner to corner of jerk and load."""
    kp, ki, kd, filtered = 300, 4000, 12, 1e-3
    gain, reset, ratio, stiffness, damping, load_inertia = 2.0, 1e-3, 50, 3000, 3, 0.5
    place, rate, acceleration, integral, behind, voltage, i, motor, spin, load, turning, jerk, torque = np.eye(13)
    error = place - motor / ratio
    command = kp * error + integral + kd * (error - behind) / filtered
    across = gain * (command - i) + voltage
    twist, twisting = motor / ratio - load, spin / ratio - turning
    gear = stiffness * twist + damping * twisting
    A = np.array([
        rate, acceleration, jerk, ki * error, (error - behind) / filtered, gain * (command - i) / reset,
        (across - K * spin - R * i) / L, spin, (K * i - B * spin - gear / ratio) / J, turning, (gear + torque) / load_inertia,
        0 * jerk, 0 * jerk,
    ])  # fmt: skip
    # The numbers range over ten powers, which costs expm digits unless they are balanced.
    balanced, scale = matrix_balance(A, permute=False)

    def after(time, x):
        return scale @ expm(balanced * time) @ np.linalg.solve(scale, x)

    # Up to 4 rad/s with 30 rad/s² and 600 rad/s³: 50 ms, 83 ms and 50 ms; then 1 rad needs 67 ms at that speed.
    pieces = np.array([0.05, 2.5 / 30, 0.05, (1 - 4 * (4 / 30 + 0.05)) / 4, 0.05, 2.5 / 30, 0.05])
    edges = [0, *np.cumsum(pieces), 0.6, 1.0]
    jerks = [600, 0, -600, 0, -600, 0, 600, 0, 0]
    times = np.linspace(0, 1, 101)
    x, rows = np.zeros(13), {}
    for begin, end, jerk_here in zip(edges, edges[1:], jerks, strict=False):
        x[-2:] = jerk_here, -20.0 if begin >= 0.6 else 0.0
        for t in times[(times >= begin) & (times <= end)]:
            rows[t] = after(t - begin, x)
        x = after(end - begin, x)
    wanted = np.array([rows[t] for t in times])
    run = mars.simulate(example("servo_axis"), times=times, **TIGHT)
    names = ["TRJ1.position.value", "MT1.current", "MT1.shaft.angle", "KN1.angle", "KN1.turn.speed"]
    for name, column in zip(names, (0, 6, 7, 9, 10), strict=True):
        assert run[name] == pytest.approx(wanted[:, column], abs=1e-9 * np.abs(wanted[:, column]).max())


@pytest.mark.slow
def test_two_link_arm_obeys_the_equations_of_lagrange():
    """Two rods, M(q) q̈ + c = τ; a rotor at ratio N adds N²J to its joint, and the carried one N J between the two."""
    m, length, N, k, inertia, viscous = (4.0, 2.0), 0.5, 100, 0.06, 3e-5, 2e-5
    kp, ki, kd, filtered, gain, reset = 300, 3000, 20, 1e-3, 2.0, 1e-3
    half, own = length / 2, [each * length**2 / 12 for each in m]
    degrees = np.array([[90, 0], [50, -60], [110, 30], [90, 0]])
    spline = CubicSpline([0, 0.5, 1, 1.5], np.radians(degrees), bc_type="clamped")

    def rates(t, x):
        q, w, i, integral, behind, voltage = x.reshape(6, 2)
        error = spline(min(t, 1.5)) - q
        command = kp * error + integral + kd * (error - behind) / filtered
        across = gain * (command - i) + voltage
        both = m[1] * length * half * np.cos(q[1])
        m22 = m[1] * half**2 + own[1]
        M = np.array([[m[0] * half**2 + own[0] + m[1] * length**2 + m22 + 2 * both, m22 + both], [m22 + both, m22]])
        M += np.array([[N**2 * inertia, N * inertia], [N * inertia, N**2 * inertia]])
        pull = m[1] * length * half * np.sin(q[1])
        weight = GRAVITY * m[1] * half * np.cos(q.sum())
        bias = np.array([
            -pull * (2 * w[0] * w[1] + w[1] ** 2) + GRAVITY * (m[0] * half + m[1] * length) * np.cos(q[0]) + weight,
            pull * w[0] ** 2 + weight,
        ])  # fmt: skip
        torque = N * (k * i - viscous * N * w)
        currents = (across - k * N * w - R * i) / L
        parts = [w, np.linalg.solve(M, torque - bias), currents, ki * error, (error - behind) / filtered]
        return np.concatenate([*parts, gain * (command - i) / reset])

    times = np.linspace(0, 2, 81)
    wanted = integrated(rates, [np.pi / 2, *[0] * 11], times, corners=(0.5, 1, 1.5))
    run = mars.simulate(example("two_link_with_motors"), times=times, **TIGHT)
    names = ["KN1.angle", "KN2.angle", "KN1.turn.speed", "KN2.turn.speed", "MT1.current", "MT2.current"]
    for column, name in enumerate(names):
        assert run[name] == pytest.approx(wanted[:, column], abs=1e-8 * np.abs(wanted[:, column]).max())


def test_sampled_controller_is_a_recursion():
    """Between the ticks the motor is linear under a held voltage, so a step of 1 ms is one matrix exponential."""
    period, step = 1e-3, 2 * np.pi / 4096
    proportional, integral, derivative, limit = 30, 60, 0.25, 24
    A = np.zeros((5, 5))  # angle, speed, current; voltage, torque
    A[0, 1] = 1
    A[1] = [0, -B / (2 * J), K / (2 * J), 0, 1 / (2 * J)]
    A[2] = [0, -K / L, -R / L, 1 / L, 0]
    over_a_period = expm(A * period)
    times = np.arange(501) * period
    part = np.clip((times - 0.02) / 0.15, 0, 1)
    setpoint = 3 * (part - np.sin(2 * np.pi * part) / (2 * np.pi))  # a cycloid
    x, integrated_part, last, found = np.zeros(5), 0.0, 0.0, []
    for n, t in enumerate(times):
        measured = step * np.floor(x[0] / step)
        error = setpoint[n] - measured
        derived = -derivative * (measured - last) / period if n else 0.0
        growth = integral * period * error
        wanted = proportional * error + integrated_part + growth + derived
        if not ((wanted > limit and growth > 0) or (wanted < -limit and growth < 0)):
            integrated_part += growth
        x[3] = np.clip(proportional * error + integrated_part + derived, -limit, limit)
        x[4] = -0.05 if t > 0.3 - period / 2 else 0.0
        last = measured
        found.append([*x[:3], x[3]])
        x = over_a_period @ x
    middle = times[:-1] + period / 2  # the voltage jumps at the ticks themselves
    c = example("sampled_controller")
    run = mars.simulate(c, times=np.sort([*times, *middle]), **TIGHT)
    found = np.array(found)
    for column, name in enumerate(["MT1.shaft.angle", "MT1.shaft.speed", "MT1.current"]):
        assert run[name][::2] == pytest.approx(found[:, column], abs=1e-9 * np.abs(found[:, column]).max())
    assert run["PID1.out.value"][1::2] == pytest.approx(found[:-1, 3], abs=1e-9 * limit)


@pytest.mark.parametrize(("assist", "target", "until"), [(1.0, 0.0, 10.0), (1.0, 1.5, 10.0), (0.0, 0.5, 2.0), (0.3, 0.2, 3.0)])
def test_cart_pole_obeys_its_equations(assist, target, until):
    """(M + m) ẍ − m l (sin φ φ̈ + cos φ φ̇²) = F and (4/3) m l² φ̈ − m l sin φ ẍ = −m g l cos φ, φ from the level."""
    M, m, half = 4.0, 1.0, 2.0

    def force(x, v, angle, w):
        balance = 30 * (x - target) + 50 * v - 450 * (angle - np.pi / 2) - 230 * w
        return assist * balance + (1 - assist) * (400 * (target - x) - 90 * v)

    def rates(t, state):
        _, v, angle, w = state
        s, c = np.sin(angle), np.cos(angle)
        matrix = [[M + m, -m * half * s], [-m * half * s, 4 / 3 * m * half**2]]
        a, b = np.linalg.solve(matrix, [force(*state) + m * half * c * w**2, -m * GRAVITY * half * c])
        return [v, a, w, b]

    times = np.linspace(0, until, 101)
    wanted = integrated(rates, [0, 0, np.radians(96), 0], times)
    c = example("cart_pole")
    c.set("IN1.value", target)
    c.set("IN2.value", assist)
    run = mars.simulate(c, times=times, until=until, **TIGHT)
    for column, name in enumerate(["KN1.travel", "KN1.slide.speed", "KN2.angle", "KN2.turn.speed"]):
        assert run[name] == pytest.approx(wanted[:, column], abs=1e-8 * max(1.0, np.abs(wanted[:, column]).max()))
    upright = abs(run["KN2.angle"][-1] - np.pi / 2) < 1e-3
    assert upright == (assist == 1), "the controller balances, a slider that nobody moves does not"
    if upright:
        assert run["KN1.travel"][-1] == pytest.approx(target, abs=1e-3)


# -- the elastic robot ---------------------------------------------------------------------------------------------------------


def test_elastic_robot_sags_as_beams_do():
    """By Euler and Bernoulli q L⁴ / 8EI + P L³ / 3EI at the tip; the cuts turn by less than a degree, so arcs are straight."""
    run = mars.simulate(example("elastic_robot"), times=[0, 0.01])
    reach, stiffness, line_mass, load = 2.0, 600.0, 1.0, 1.0
    sag = GRAVITY * (line_mass * reach**4 / 8 + load * reach**3 / 3) / stiffness
    assert 0.5 - run["SB11.2.r.z"][0] == pytest.approx(sag, rel=5e-3)
    assert abs(run["SB11.2.a.z"][0]) < 1e-2 * GRAVITY, "it starts in balance; with straight beams the tip would fall"


def test_elastic_robot_balances_in_pinocchio():
    """Inverse dynamics of 27 joints by Pinocchio along the run: driven joints need what the drives give, cuts what springs do."""
    times = np.linspace(0, 2, 9)
    run = mars.simulate(example("elastic_robot"), times=times)
    model, ports = pinocchio_robot()
    data = model.createData()
    q, v, a, torque = (
        np.array([run[f"{port}.{what}"] for port in ports]).T for what in ("angle", "speed", "acceleration", "torque")
    )
    for row in range(times.size):
        found = pin.rnea(model, data, q[row], v[row], a[row])
        assert found == pytest.approx(torque[row], abs=1e-9 * np.abs(torque).max())
    for column, port in enumerate(ports):
        if port.startswith("K") and not port.startswith("KN"):
            stiffness = 2 * (600 if "KB" in port else 400) / 0.5
            spring = -stiffness * (q[:, column] + 0.2e-3 * v[:, column])
            assert torque[:, column] == pytest.approx(spring, abs=1e-9 * np.abs(torque).max())


def pinocchio_robot() -> tuple[pin.Model, list[str]]:
    """The robot from its data: 27 turns, tubes of 40 and 38 mm, a sphere of 1 kg at the end."""
    model, ports = pin.Model(), []
    model.gravity.linear = np.array([0, 0, -GRAVITY])
    x, y, z = np.eye(3)

    def turn(parent: int, place: np.ndarray, axis: np.ndarray, port: str) -> int:
        ports.append(port)
        return model.addJoint(parent, pin.JointModelRevoluteUnaligned(*axis), pin.SE3(np.eye(3), place), port)

    def tube(joint: int, length: float) -> None:
        mass, squares = length, 0.04**2 + 0.038**2
        across = mass * (3 * squares + length**2) / 12
        inertia = np.diag([mass * squares / 2, across, across])
        model.appendBodyToJoint(joint, pin.Inertia(mass, length / 2 * x, inertia), pin.SE3.Identity())

    near = 0.5 * (1 - 3**-0.5) / 2
    parts = (near, 0.5 - 2 * near, 2 * near, 0.5 - 2 * near, near)
    joint = turn(0, 0 * x, z, "KN1.turn")
    model.appendBodyToJoint(joint, pin.Inertia(10, 0.25 * z, np.diag([0.3, 0.3, 0.1])), pin.SE3.Identity())
    end, cut = 0.5 * z, 0
    for driven in ("KN2", "KN15"):
        joint = turn(joint, end, y, f"{driven}.turn")
        tube(joint, parts[0])
        for before, part in pairwise(parts):
            cut += 1
            joint = turn(joint, before * x, y, f"KB{cut}.turn_1")
            joint = turn(joint, 0 * x, z, f"KB{cut}.turn_2")
            joint = turn(joint, 0 * x, x, f"KT{cut}.turn")
            tube(joint, part)
        end = parts[-1] * x
    ball = pin.Inertia(1.0, 0 * x, 0.4 * 0.05**2 * np.eye(3))
    model.appendBodyToJoint(joint, ball, pin.SE3(np.eye(3), end))
    return model, ports


# -- where the energy goes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dc_motor", "servo_axis", "two_link_with_motors", "sampled_controller"])
def test_motors_turn_electrical_energy_into_motion_and_heat(name):
    ledger = mars.simulate(example(name)).ledger()
    families = {sums.family: sums for sums in ledger.families}
    assert set(families) == {"electrical", "mechanical"}
    electrical = families["electrical"]
    scale = max(ledger.turnover, ledger.kinetic)
    assert electrical.supplied > 0
    assert electrical.supplied == pytest.approx(electrical.stored + electrical.lost + electrical.passed, abs=1e-8 * scale)
    motors = [entry for entry in ledger.converters if entry.component.startswith("MT")]
    assert motors
    for motor in motors:
        assert motor.taken["electrical"] > 0
        assert motor.lost > 0
        assert sum(motor.taken.values()) == pytest.approx(motor.stored + motor.lost, abs=1e-8 * scale)
