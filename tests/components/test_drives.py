"""Motors, gears and amplifiers against references, closed forms and integrations by scipy."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mars
from mars.document.circuit import Circuit
from tests.helpers.paths import REFS
from tests.helpers.wiring import TIGHT, balanced, wired


def on_a_motor(kind, values, *nodes, volts=24.0, **parts):
    """A motor across a voltage source, with further components on its shaft."""
    supply = {"V1": ("voltage_source", {"law": volts}), "MT1": (f"drives.{kind}", values)}
    return wired(supply | parts, "V1.n MT1.n", "V1.p MT1.p", *nodes)


@pytest.mark.parametrize("case", ["ctms", "servo"])
def test_dc_motor_by_its_reference(case, measured):
    data = json.loads((REFS / "electro_dc_motor.json").read_text("utf-8"))
    value, samples = data["parameters"][case], data["reference"][case]["samples"]
    motor = {
        "resistance": value["R"],
        "inductance": value["L"],
        "torque_constant": value["K"],
        "inertia": value["J"],
        "viscous": value["b"],
    }
    load = {"law": "step", "time": value.get("load_at", 1.0), "after": -value.get("load_torque", 0.0)}
    c = on_a_motor("dc_motor", motor, "MT1.shaft E1.turn", volts=value["U"], E1=("sources.torque", {"law": load}))
    times = sorted(map(float, samples))
    run = balanced(c, data["t_end"][case], times=times)
    by_time = {float(t): sample for t, sample in samples.items()}
    found = np.stack([run["MT1.current"], run["MT1.shaft.speed"]], axis=-1)
    off = np.abs(found - [[by_time[t]["i"], by_time[t]["omega"]] for t in times]).max()
    measured(f"DC motor, {case}", "electro_dc_motor.json", off, "A, rad/s", allowed=data["tolerance"]["abs"])
    assert off < data["tolerance"]["abs"]


def test_motor_without_inductance_has_no_state_of_current():
    """ẇ = (K(u − Kw)/R − bw)/J: one exponential."""
    motor = {"inductance": 0, "resistance": 2, "torque_constant": 0.1, "inertia": 0.01, "viscous": 0.005}
    c = on_a_motor("dc_motor", motor, volts=12)
    run = balanced(c, 3.0)
    assert "MT1.current" not in run
    rate = (0.1**2 / 2 + 0.005) / 0.01
    speed = 0.1 * 12 / 2 / 0.01 / rate * (1 - np.exp(-rate * run.time))
    assert run["MT1.shaft.speed"] == pytest.approx(speed, abs=1e-9)
    assert run["MT1.p.current"] == pytest.approx((12 - 0.1 * speed) / 2, abs=1e-9)


def test_dry_friction_holds_the_motor_until_the_current_breaks_it_away():
    """A ramp of 1 A/s through 0.1 N·m/A against 0.05 N·m: it breaks away at 0.5 s and the speed grows as (t − 0.5)²/2 K/J."""
    motor = {"torque_constant": 0.1, "inertia": 0.02, "viscous": 0, "coulomb": 0.05, "ratio": 5}
    parts = {"I1": ("current_source", {"law": "t"}), "MT1": ("drives.dc_motor", motor)}
    run = balanced(wired(parts, "I1.n MT1.n", "I1.p MT1.p"), 1.0)
    wanted = 0.1 / 0.02 * np.maximum(run.time - 0.5, 0) ** 2 / 2 / 5
    assert run["MT1.shaft.speed"] == pytest.approx(wanted, abs=1e-8)
    assert [e.t for e in run.events if e.t > 0] == pytest.approx([0.5], abs=1e-8)


def test_generator_feeds_a_resistor():
    """Driven at 100 rad/s through a gear of 3: e = 15 V drives 15/(1 + 4) A out at p."""
    motor = {"resistance": 1, "torque_constant": 0.05, "ratio": 3, "viscous": 0}
    parts = {
        "MT1": ("drives.dc_motor", motor),
        "R1": ("resistor", {"resistance": 4}),
        "E1": ("sources.velocity", {"law": 100.0}),
    }
    c = wired(parts, "MT1.n R1.n", "MT1.p R1.p", "E1.turn MT1.shaft")
    final = balanced(c, 0.1).final()
    assert final["R1.p.current"] == pytest.approx(3, abs=1e-9)
    assert final["MT1.shaft.torque"] == pytest.approx(3 * 0.05 * 3, abs=1e-9)


def test_motor_on_a_moving_arm_feels_its_housing():
    """The rotor of a motor without current, whose housing turns about the same axis, is left behind and pulls at the shaft."""
    c = mars.Circuit("housing", motions="Tx Ty Rz", gravity=[0, 0, 0])
    for name, kind, values in [
        ("Base", "bodies.base", {}),
        ("J1", "joints.rotation", {}),
        ("A1", "bodies.body", {"mass": 1, "inertia": [0, 0, 0.2], "points": {"2": [0, 0, 0]}}),
        ("J2", "joints.rotation", {}),
        ("A2", "bodies.body", {"mass": 1, "inertia": [0, 0, 0.1]}),
        ("E1", "sources.torque", {"law": 1.0}),
        ("MT1", "drives.dc_motor", {"inertia": 0.01, "ratio": 10, "viscous": 0}),
        ("I1", "electrical.current_source", {"law": 0}),
        ("GND1", "electrical.ground", {}),
    ]:
        c.add(kind, name, **values)
    for ends in ["Base.1 J1.1", "J1.2 A1.1", "A1.2 J2.1 MT1.housing", "J2.2 A2.1", "E1.turn J1.turn", "MT1.shaft J2.turn"]:
        c.connect(*ends.split())
    c.connect("MT1.p", "I1.p")
    c.connect("MT1.n", "I1.n", "GND1.p")
    final = mars.simulate(c, 1.0, **TIGHT).final()
    # J2 is free: 0.1(α1 + α2) + 0.01·10(10 α2 + α1) = 0;  (0.2 + 0.1) α1 + 0.1 α2 + 0.01·10 α2 = 1 (the rotor at rest is in A1)
    a1, a2 = np.linalg.solve([[0.3, 0.2], [0.2, 1.1]], [1, 0])
    assert [final["J1.turn.speed"], final["J2.turn.speed"]] == pytest.approx([a1, a2], abs=1e-9)


def test_voice_coil_moves_a_mass():
    """m v̇ = K i, L i̇ = u − R i − K v."""
    c = on_a_motor(
        "slide_motor", {"force_constant": 8, "resistance": 4, "inductance": 0.02},
        "MT1.slide J1.slide", "Base.1 J1.1", "J1.2 M1.1",
        volts=6.0, Base=("bodies.base", {}), J1=("joints.translation", {}), M1=("bodies.point_mass", {"mass": 0.5}),
    )  # fmt: skip
    times = np.linspace(0, 0.3, 7)
    run = balanced(c, 0.3, times=times)
    wanted = solve_ivp(
        lambda t, x: [8 / 0.5 * x[1], (6 - 4 * x[1] - 8 * x[0]) / 0.02], (0, 0.3), [0, 0],
        t_eval=times, rtol=1e-11, atol=1e-13,
    ).y  # fmt: skip
    assert np.stack([run["J1.slide.speed"], run["MT1.current"]]) == pytest.approx(wanted, abs=1e-8)


def test_pmsm_by_the_equations_of_its_axes():
    """Currents and speed against the dq equations integrated by scipy; the link gives what the axes take."""
    Ld, Lq, R, flux, pairs, J, b, U = 2e-3, 3e-3, 0.4, 0.05, 3, 1e-3, 2e-3, 48.0
    motor = {
        "inductance_d": Ld, "inductance_q": Lq, "resistance": R, "flux": flux,
        "pole_pairs": pairs, "inertia": J, "viscous": b,
    }  # fmt: skip
    c = on_a_motor(
        "pmsm", motor, "F1.out MT1.duty_d", "F2.out MT1.duty_q", volts=U,
        F1=("signals.law", {"law": "-0.1*sin(30*t)"}), F2=("signals.law", {"law": "0.3*(1 - exp(-20*t))"}),
    )  # fmt: skip
    times = np.linspace(0, 0.2, 21)
    run = balanced(c, 0.2, times=times)

    def rates(t, x):
        i_d, i_q, speed = x
        u_d, u_q, w = -0.1 * np.sin(30 * t) * U, 0.3 * (1 - np.exp(-20 * t)) * U, pairs * speed
        torque = 1.5 * pairs * (flux * i_q + (Ld - Lq) * i_d * i_q)
        return [
            (u_d - R * i_d + w * Lq * i_q) / Ld,
            (u_q - R * i_q - w * (Ld * i_d + flux)) / Lq,
            (torque - b * speed) / J,
        ]

    wanted = solve_ivp(rates, (0, 0.2), [0, 0, 0], t_eval=times, rtol=1e-11, atol=1e-12, method="DOP853").y
    found = np.stack([run["MT1.current_d"], run["MT1.current_q"], run["MT1.shaft.speed"]])
    assert found == pytest.approx(wanted, abs=1e-7)
    assert run["MT1.current_q.value"] == pytest.approx(run["MT1.current_q"], abs=0)
    i_d, i_q, _ = wanted
    power = 1.5 * U * (-0.1 * np.sin(30 * times) * i_d + 0.3 * (1 - np.exp(-20 * times)) * i_q)
    assert U * run["MT1.p.current"] == pytest.approx(power, abs=1e-5)


# Between motor and load


def two_wheels(gear, torque, *, inertias=(0.01, 2.0)):
    """A torque on a wheel, a gear, and another wheel."""
    parts = {
        "E1": ("sources.torque", {"law": torque}),
        "W1": ("dynamics.rotor", {"inertia": inertias[0]}),
        "G1": ("drives.elastic_gear", gear),
        "W2": ("dynamics.rotor", {"inertia": inertias[1]}),
    }
    c = mars.Circuit("two wheels", gravity=[0, 0, 0])
    for name, (kind, values) in parts.items():
        c.add(kind, name, **values)
    c.connect("E1.turn", "W1.shaft", "G1.a")
    c.connect("G1.b", "W2.shaft")
    return c


def test_elastic_gear_swings_at_its_own_frequency():
    """Twist of the slow side: J ẍ = −k x with 1/J = 1/(n²J₁) + 1/J₂, about the twist of even acceleration."""
    ratio, k, T = 10.0, 500.0, 0.3
    c = two_wheels({"ratio": ratio, "stiffness": k, "damping": 0, "efficiency": 1}, T)
    run = balanced(c, 1.0)
    J1, J2 = ratio**2 * 0.01, 2.0
    J = 1 / (1 / J1 + 1 / J2)
    rest = ratio * T * J2 / (J1 + J2) / k
    twist = run["W1.shaft.angle"] / ratio - run["W2.shaft.angle"]
    assert twist == pytest.approx(rest * (1 - np.cos(np.sqrt(k / J) * run.time)), abs=1e-9)


def test_gear_passes_its_efficiency_each_way():
    """Driving and braking torque, settled: η forward, 1/η back."""
    gear = {"ratio": 10, "stiffness": 1e4, "damping": 300, "efficiency": 0.8}
    run = mars.simulate(two_wheels(gear, "1 - 3*floor(t)"), 1.9, times=[0.9, 1.3])
    torque, turn = -run["W2.shaft.torque"], run["G1.b.torque"]
    assert turn == pytest.approx(torque)
    fast = 0.01 * 10 * run["W2.shaft.torque"] / 2.0  # inertia torque of the first wheel at the common acceleration
    driving = np.array([1.0, -2.0]) - fast
    assert run["W2.shaft.torque"] == pytest.approx(10 * driving * np.array([0.8, 1 / 0.8]), rel=1e-4)


def test_play_leaves_the_load_alone_until_the_flanks_meet():
    """The first wheel runs freely through half of the play: ½ T/J t² = n·play/2."""
    gear = {"ratio": 10, "stiffness": 1e4, "damping": 1, "play": 0.02, "efficiency": 0.9}
    run = balanced(two_wheels(gear, 0.5), 0.2)
    meets = np.sqrt(2 * 10 * 0.01 * 0.01 / 0.5)
    assert next(e.t for e in run.events if e.t > 0) == pytest.approx(meets, abs=1e-9)
    before = run.time < meets
    assert not np.any(run["W2.shaft.speed"][before]) and run["W2.shaft.speed"][-1] > 0


def test_ball_screw_lifts_a_mass():
    """a = (2π/p η T − m g)/(m + (2π/p)² η J)."""
    c = mars.Circuit("screw", gravity=[-9.81, 0, 0], motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.translation", "J1")
    c.add("bodies.point_mass", "M1", mass=20)
    c.add("drives.ball_screw", "BS1", lead=0.01, efficiency=0.9, inertia=1e-4)
    c.add("sources.torque", "E1", law=0.5)
    for ends in ["Base.1 J1.1", "J1.2 M1.1", "J1.slide BS1.b", "BS1.a E1.turn"]:
        c.connect(*ends.split())
    c.set_start("J1.slide.speed", 0.01)
    run = balanced(c, 0.5)
    n = 2 * np.pi / 0.01
    a = (n * 0.9 * 0.5 - 20 * 9.81) / (20 + n**2 * 0.9 * 1e-4)
    assert run["J1.slide.speed"] == pytest.approx(0.01 + a * run.time, abs=1e-9)
    assert run["BS1.a.speed"] == pytest.approx(n * run["J1.slide.speed"], rel=1e-9)


def test_servo_amplifier_makes_the_current_that_it_is_told():
    """Motor held: L i̇ = u − R i under a PI loop, a linear system of two states; the supply gives just the power that goes out."""
    kp, Ti, R, L = 2.0, 1e-3, 1.2, 8e-4
    c = wired(
        {
            "V1": ("battery", {"open_voltage": 48, "resistance": 0}),
            "F1": ("signals.constant", {"value": 3}),
            "AMP1": ("drives.servo_amplifier", {"proportional": kp, "reset_time": Ti}),
            "R1": ("resistor", {"resistance": R}),
            "L1": ("inductor", {"inductance": L}),
        },
        "V1.n AMP1.n AMP1.out_n L1.n", "V1.p AMP1.p", "AMP1.out_p R1.p", "R1.n L1.p", "F1.out AMP1.command",
    )  # fmt: skip
    times = np.linspace(0, 0.01, 11)
    run = balanced(c, 0.01, times=times)
    A = np.array([[-(R + kp) / L, 1 / L], [-kp / Ti, 0]])
    b = np.array([kp * 3 / L, kp * 3 / Ti])
    wanted = solve_ivp(lambda t, x: A @ x + b, (0, 0.01), [0, 0], t_eval=times, rtol=1e-11, atol=1e-13, method="DOP853").y
    assert np.stack([run["L1.current"], run["AMP1.integral"]]) == pytest.approx(wanted, abs=1e-8)
    assert run["AMP1.measured.value"] == pytest.approx(run["L1.current"], abs=1e-12)
    assert 48 * run["AMP1.p.current"] == pytest.approx(run["AMP1.out_p.voltage"] * run["L1.current"], abs=1e-9)


def test_servo_amplifier_gives_no_more_than_its_supply():
    """3 A wanted through 10 Ω from 12 V: it stays at 12 V, and behind the limit the loop is as if it had just begun."""
    c = wired(
        {
            "V1": ("battery", {"open_voltage": 12, "resistance": 0}),
            "F1": ("signals.law", {"law": {"law": "step", "time": 0.5, "before": 3, "after": -0.5}}),
            "AMP1": ("drives.servo_amplifier", {}),
            "R1": ("resistor", {"resistance": 10}),
            "L1": ("inductor", {"inductance": 0.01}),
        },
        "V1.n AMP1.n AMP1.out_n L1.n", "V1.p AMP1.p", "AMP1.out_p R1.p", "R1.n L1.p", "F1.out AMP1.command",
    )  # fmt: skip
    run = balanced(c, 1.0, times=[0.4, 0.6, 1.0])
    assert run["AMP1.out_p.voltage"] == pytest.approx([12, -5, -5], abs=1e-6)
    assert run["L1.current"] == pytest.approx([1.2, -0.5, -0.5], abs=1e-6)


def amplified(supply, command, **start):
    """An amplifier behind a supply, with 2 Ω and 10 mH at its output."""
    parts = {
        "V1": supply,
        "F1": ("signals.law", {"law": command}),
        "AMP1": ("drives.servo_amplifier", {}),
        "R1": ("resistor", {"resistance": 2}),
        "L1": ("inductor", {"inductance": 0.01}),
    }
    nodes = "V1.n AMP1.n AMP1.out_n L1.n", "V1.p AMP1.p", "AMP1.out_p R1.p", "R1.n L1.p", "F1.out AMP1.command"
    c = wired(parts, *nodes)
    for name, value in start.items():
        c.set_start(f"{name}.current", value)
    return c


@pytest.mark.parametrize("volts", [0.0, -12.0])
@pytest.mark.parametrize("command", [3.0, -3.0, 0.0, "3*sin(200*t)"])
@pytest.mark.parametrize("supply", ["voltage_source", "battery"])
def test_servo_amplifier_without_supply_shorts_its_motor(supply, volts, command):
    """At 0 V or a reversed supply the output is 0 V: a current decays with L/R, and none is taken from the supply."""
    values = {"law": volts} if supply == "voltage_source" else {"open_voltage": volts, "resistance": 0}
    run = balanced(amplified((supply, values), command, L1=5.0), 0.02)
    assert run["L1.current"] == pytest.approx(5 * np.exp(-200 * run.time), abs=1e-9)
    assert np.all(run["AMP1.out_p.voltage"] == 0) and np.all(run["AMP1.p.current"] == 0)


@pytest.mark.parametrize("command", [3.0, -3.0])
def test_servo_amplifier_starts_with_its_supply(command):
    """A supply that rises from 0 V: the output follows U²/U₀, then U, until the loop has its current; solved by SciPy."""
    growth, full = 960.0, 1.0
    run = balanced(amplified(("voltage_source", {"law": f"{growth}*t"}), command), 0.05, times=np.linspace(0, 0.05, 21))
    sign = np.sign(command)

    def rates(t, x):
        error = command - x[0]
        wanted, supply = 2 * error + x[1], growth * t
        limit = supply * min(supply / full, 1)
        limited = np.clip(wanted, -limit, limit)
        return [(limited - 2 * x[0]) / 0.01, (2 * error + limited - wanted) / 1e-3]

    wanted = solve_ivp(rates, (0, 0.05), [0, 0], "Radau", run.time, rtol=1e-10, atol=1e-12, max_step=1e-5).y
    assert np.stack([run["L1.current"], run["AMP1.integral"]]) == pytest.approx(wanted, abs=1e-5)
    assert sign * run["L1.current"][-1] == pytest.approx(3, abs=0.01)
    assert [str(e.what) for e in run.events] == ["is supplied", "reaches its voltage limit", "leaves its voltage limit"]
    assert np.all(np.abs(run["AMP1.out_p.voltage"]) <= growth * run.time + 1e-12)


def test_servo_amplifier_survives_a_supply_that_swings_through_zero():
    """The power that goes out is that taken from the supply, at every time; without supply both are 0."""
    run = balanced(amplified(("voltage_source", {"law": "12*cos(60*t)"}), 3.0), 0.1)
    supply, output = 12 * np.cos(60 * run.time), run["AMP1.out_p.voltage"]
    assert np.all(np.abs(output) <= np.maximum(supply, 0) + 1e-9)
    assert supply * run["AMP1.p.current"] == pytest.approx(output * run["L1.current"], abs=1e-9)
    times = [(e.t, str(e.what)) for e in run.events if "supp" in e.what]
    zeros = np.pi / 60 * np.array([0.5, 1.5])
    assert times == [(pytest.approx(zeros[0]), "is without supply"), (pytest.approx(zeros[1]), "is supplied")]


def test_a_motor_drives_joints_that_are_geared_together():
    """Two equal arms, geared one against the other, are to the motor one arm of twice the mass."""

    def driven(masses: list[float]) -> Circuit:
        c = Circuit("geared", motions="Tx Ty Rz", gravity=[0, 0, 0])
        c.add("bodies.base", "Base1")
        for i, mass in enumerate(masses, start=1):
            c.add("joints.rotation", f"KN{i}")
            c.add("bodies.rod", f"SB{i}", length=0.5, mass=mass)
            c.connect("Base1.1", f"KN{i}.1")
            c.connect(f"KN{i}.2", f"SB{i}.1")
        c.add("electrical.voltage_source", "V1", law=12)
        c.add("electrical.ground", "GND1")
        c.add("drives.dc_motor", "MT1", ratio=10)
        c.connect("V1.p", "MT1.p")
        c.connect("V1.n", "MT1.n", "GND1.p")
        c.connect("MT1.shaft", "KN1.turn")
        if len(masses) > 1:
            c.add("dynamics.gear", "G1", ratio=-1)
            c.connect("G1.a", "KN1.turn")
            c.connect("G1.b", "KN2.turn")
        return c

    both, one = balanced(driven([1, 1]), 1.0), balanced(driven([2]), 1.0)
    assert both["KN1.angle"] == pytest.approx(one["KN1.angle"], abs=1e-8)
    assert both["KN2.angle"] == pytest.approx(-one["KN1.angle"], abs=1e-8)
    assert both["MT1.current"] == pytest.approx(one["MT1.current"], abs=1e-6)  # up to 10 A, between the steps
