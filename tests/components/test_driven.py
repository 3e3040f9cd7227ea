"""Brakes, grips and wrenches that follow signals, against closed forms and conserved momentum."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from tests.helpers.switching import GRAVITY, at_rest, balanced, between, shafts, sliders, start, told

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def led(circuit, law, port):
    """A signal that follows a law in time."""
    circuit.add("signals.law", "LAW1", law=law)
    circuit.connect("LAW1.out", port)


def test_driven_brake_follows_its_signal_between_released_and_full():
    """Signal 2 − 2t: full till 0.5 s, then less and less, nothing from 1 s on. J ω̇ = −C·pressed."""
    c = shafts(2.0)
    between(c, "dynamics.driven_brake", "X", "J1", capacity=4.0)
    led(c, "2 - 2*t", "X.signal")
    start(c, J1=(0.0, 5.0))
    run = balanced(c, 1.5, **TIGHT)
    t = np.clip(run.time, 0, 1)
    pressed = np.where(t < 0.5, t, 0.5 + (t - 0.5) - (t - 0.5) ** 2)  # its integral
    assert run["J1.turn.speed"] == pytest.approx(5.0 - 4.0 / 2.0 * pressed, abs=1e-9)
    assert told(run, "X") == [
        (pytest.approx(0.5, abs=1e-9), "leaves its upper limit"),
        (pytest.approx(1.0, abs=1e-9), "reaches its lower limit"),
    ]


def test_driven_clamp_holds_and_lets_go():
    """A mass of 2 kg on a slope of g/2 slides off where 40 N times the signal no longer carry it: at 1 − t = 2·g/2/40."""
    c = sliders(2.0, gravity=GRAVITY / 2)
    between(c, "dynamics.driven_slide_brake", "X", "J1", capacity=40.0)
    led(c, "1 - t", "X.signal")
    run = balanced(c, 1.2, **TIGHT)
    slips = 1 - GRAVITY / 40
    held = run.time < slips - 1e-9
    assert at_rest(run["J1.slide.speed"][held]) and run["J1.slide.speed"][-1] < -1
    (first, *_) = [t for t, what in told(run, "X") if "slip" in what]
    assert first == pytest.approx(slips, abs=1e-9)


def test_brake_by_a_sensor_of_speed_is_a_limited_damper():
    """A signal from the circuit itself: J ω̇ = −C·min(ω/4, 1), so it falls in a straight line and then as exp(−C t/4J)."""
    c = shafts(1.0)
    between(c, "dynamics.driven_brake", "X", "J1", capacity=2.0)
    c.add("sensors.shaft", "Sen", measures="speed", gain=0.25)
    c.connect("Sen.a", "J1.turn")
    c.connect("Sen.out", "X.signal")
    start(c, J1=(0.0, 6.0))
    run = balanced(c, 3.0, **TIGHT)
    after = np.maximum(run.time - 1.0, 0)
    assert run["J1.turn.speed"] == pytest.approx(np.where(run.time < 1, 6 - 2 * run.time, 4 * np.exp(-after / 2)), abs=1e-8)


def magnet(distance):
    """Two masses; a distance sensor, a comparison and a gate that inverts it close the grip between them at 0.24 m."""
    c = sliders(1.0, 3.0)
    c.add("dynamics.driven_grip", "X", joint="slider", axis=[0, 1, 0])
    c.add("sensors.distance", "Sen")
    c.add("logic.compare", "CMP1", relation=">", threshold=0.25, width=0.02)
    c.add("logic.gate", "LOG1", operation="not")
    for port, mass in (("a", "M1.1"), ("b", "M2.1")):
        c.connect(f"X.{port}", f"Sen.{port}", mass)
    for a, b in (("Sen.out", "CMP1.a"), ("CMP1.out", "LOG1.in1"), ("LOG1.out", "X.signal")):
        c.connect(a, b)
    start(c, J1=(0.0, 2.0), J2=(distance, 0.0))
    return mars.simulate(c, 1.0, **TIGHT)


def test_magnet_catches_what_comes_near():
    """From the moment of closing both masses share the momentum."""
    run = magnet(1.24)
    (closing,) = told(run, "X")
    assert closing == (pytest.approx(0.5, abs=1e-9), "grips")
    caught = run.time > 0.5
    assert run["J1.slide.speed"][~caught] == pytest.approx(2.0) and run["J1.slide.speed"][caught] == pytest.approx(0.5, abs=1e-9)
    assert (run["J2.travel"] - run["J1.travel"])[caught] == pytest.approx(0.24, abs=1e-8)


def test_magnet_holds_from_the_start_what_is_near_then():
    run = magnet(0.2)
    assert run["J1.slide.speed"] == pytest.approx(0.5, abs=1e-12)
    assert run["J2.travel"] - run["J1.travel"] == pytest.approx(0.2, abs=1e-12)


@pytest.mark.parametrize("basis", ["global", "body"])
def test_wrench_follows_six_signals(basis):
    """Force along x and moment about z on a free disc: along the global axis a straight line; along its own the way bends."""
    c = Circuit("pushed", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    c.add("joints.free", "KN1")
    c.add("bodies.body", "SB1", mass=2, inertia=[0.5, 0.5, 0.5])
    c.add("sources.driven_wrench", "Ef1", basis=basis, force=4, moment=0.5)
    c.add("signals.bundle", "BUN1", count=6)
    for i, value in enumerate((0.5, 0, 0, 0, 0, 2)):
        c.add("signals.constant", f"CON{i + 1}", value=value)
        c.connect(f"CON{i + 1}.out", f"BUN1.in{i + 1}")
    for link in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("SB1.1", "Ef1.1"), ("BUN1.out", "Ef1.signals")):
        c.connect(*link)
    run = balanced(c, 2.0, **TIGHT)
    t = run.time
    assert run["SB1.1.w.z"] == pytest.approx(2 * t, abs=1e-9)
    turned = t**2 if basis == "body" else 0 * t  # φ = t² about z
    assert run["SB1.1.a.x"] == pytest.approx(np.cos(turned), abs=1e-9)
    assert run["SB1.1.a.y"] == pytest.approx(np.sin(turned), abs=1e-9)


@pytest.mark.parametrize("kind, gain, acceleration", [("shaft", -0.3, 1 / (0.5 + 0.3)), ("torque", 0.5, 1 / (0.7 - 0.5 * 0.2))])
def test_torque_that_follows_the_own_acceleration_at_once_is_an_inertia(kind, gain, acceleration):
    """J = 0.5, behind the torque sensor 0.2 more; 1 N·m and gain × signal turn it."""
    c = shafts(0.5)
    c.add(f"sensors.{kind}", "Sen", **({"measures": "acceleration"} if kind == "shaft" else {}))
    if kind == "torque":
        c.add("dynamics.rotor", "Wheel", inertia=0.2)
        c.connect("Sen.b", "Wheel.shaft")
    c.add("sources.driven_torque", "E1", gain=gain)
    c.add("sources.torque", "E2", law=1.0)
    c.connect("Sen.a", "E1.turn", "E2.turn", "J1.turn")
    c.connect("Sen.out", "E1.signal")
    run = balanced(c, 0.5)
    assert run["J1.turn.acceleration"] == pytest.approx(acceleration, rel=1e-12)
