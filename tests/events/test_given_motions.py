"""Friction, brakes and stops on parts whose motion is given, compared with closed forms."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit

MASS, LENGTH, G = 1.0, 0.5, 9.81
INERTIA, WEIGHT = MASS * LENGTH**2 / 3, MASS * G * LENGTH / 2
TURN = 2 * np.pi


def rod(source, law, part="dynamics.friction", **values):
    """A rod on a hinge with a given motion and something that resists it."""
    c = Circuit("rod", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "J")
    c.add("bodies.rod", "Rod", length=LENGTH, mass=MASS)
    c.connect("Base.1", "J.1")
    c.connect("J.2", "Rod.1")
    c.add(source, "E", law=law)
    c.connect("E.turn", "J.turn")
    c.add(part, "D", **values)
    c.connect("D.a", "J.turn")
    return c


METHODS = ["rk8", "radau", "auto"]


@pytest.mark.parametrize("method", METHODS)
def test_a_given_speed_with_friction_passed_the_check_and_ended_in_a_traceback(method):
    run = mars.simulate(rod("sources.velocity", 1.0), until=3, method=method)
    np.testing.assert_allclose(-run["E.turn.torque"], 1.0 + WEIGHT * np.cos(run.time), atol=1e-12)
    assert run.ledger().relative_residual < 1e-12
    assert run.ledger()["D"].lost == pytest.approx(3.0)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("source", ["sources.velocity", "sources.movement"])
def test_friction_turns_with_the_given_speed(source, method):
    law = {"law": "sine", "amplitude": 1.0, "frequency": 1.0}
    run = mars.simulate(rod(source, law), until=3, method=method, step=0.013)
    t, given = run.time, source == "sources.movement"
    speed, rate = (
        (TURN * np.cos(TURN * t), -(TURN**2) * np.sin(TURN * t)) if given else (np.sin(TURN * t), TURN * np.cos(TURN * t))
    )
    angle = np.sin(TURN * t) if given else (1 - np.cos(TURN * t)) / TURN
    moving = np.abs(speed) > 1e-3
    wanted = INERTIA * rate + WEIGHT * np.cos(angle) + np.sign(speed)
    np.testing.assert_allclose(-run["E.turn.torque"][moving], wanted[moving], atol=2e-6 if method == "radau" else 1e-9)
    assert run.ledger().relative_residual < 1e-8
    assert run.ledger().lost == pytest.approx(12.0 if given else 6 / np.pi, rel=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_friction_sticks_while_the_given_speed_is_zero(method):
    law = {"law": "cycloid", "start": 0.5, "time": 1, "before": 0, "after": 1}
    run = mars.simulate(rod("sources.movement", law), until=2, method=method)
    rest = (run.time < 0.5) | (run.time > 1.5)
    np.testing.assert_allclose(-run["E.turn.torque"][rest], WEIGHT * np.cos(run["J.angle"][rest]), atol=1e-12)
    assert [(round(e.t, 5), str(e.what)) for e in run.events] == [(0.5, "slips"), (1.5, "sticks")]
    assert run.ledger()["D"].lost == pytest.approx(1.0)


def test_a_brake_drags_on_a_given_speed():
    run = mars.simulate(rod("sources.velocity", 1.0, "dynamics.brake", capacity=10.0, command="t/4"), until=3)
    np.testing.assert_allclose(-run["E.turn.torque"], 2.5 * run.time + WEIGHT * np.cos(run.time), atol=1e-12)
    assert run.ledger()["D"].lost == pytest.approx(2.5 * 9 / 2)


@pytest.mark.parametrize("law", ["(t-1)^3", "t^3"])
def test_a_given_speed_that_is_zero_for_an_instant(law):
    """No acceleration says in which direction it goes on."""
    run = mars.simulate(rod("sources.velocity", law), until=2, step=0.03)
    speed = run["J.turn.speed"]
    rate = 3 * (run.time - 1) ** 2 if "1" in law else 3 * run.time**2
    wanted = INERTIA * rate + WEIGHT * np.cos(run["J.angle"]) + np.sign(speed)
    moving = np.abs(speed) > 1e-4
    np.testing.assert_allclose(-run["E.turn.torque"][moving], wanted[moving], atol=1e-9)


@pytest.mark.parametrize("mode", ["dynamic", "kinematic"])
def test_a_stop_in_the_way_of_a_given_motion_names_both(mode):
    with pytest.raises(mars.RunError, match=r"D: hit at t = 2(\.\d+)? s by a prescribed motion \(E\)") as caught:
        mars.simulate(rod("sources.velocity", 0.5, "dynamics.stop"), until=3, mode=mode)
    assert caught.value.code == "blocked-motion"


@pytest.mark.parametrize("law", ["-t", "-t^2"])
def test_a_given_motion_that_starts_into_a_closed_stop(law):
    with pytest.raises(mars.RunError, match=r"D: hit at .* by a prescribed motion"):
        mars.simulate(rod("sources.velocity", law, "dynamics.stop", lower=0.0), until=3)


def test_a_given_motion_that_only_touches_a_stop():
    law = {"law": "sine", "amplitude": 0.5, "frequency": 1.0}
    run = mars.simulate(rod("sources.movement", law, "dynamics.stop", lower=-0.5, upper=0.5), until=2)
    wanted = -INERTIA * TURN**2 * run["J.angle"] + WEIGHT * np.cos(run["J.angle"])
    np.testing.assert_allclose(-run["E.turn.torque"], wanted, atol=1e-9)


def four_bar(law, part="", **values):
    """A crank with a given speed; something resists the rocker."""
    c = Circuit("four-bar", motions="Tx Ty Rz")
    c.add("bodies.base", "A")
    c.add("bodies.base", "B", place=[1, 0, 0])
    for name, length in (("Crank", 0.3), ("Coupler", 1.0), ("Rocker", 0.6)):
        c.add("bodies.rod", name, length=length, mass=1)
    ends = [("A.1", "Crank.1"), ("Crank.2", "Coupler.1"), ("Coupler.2", "Rocker.2"), ("B.1", "Rocker.1")]
    for i, (one, other) in enumerate(ends, start=1):
        c.add("joints.rotation", f"J{i}")
        c.connect(one, f"J{i}.1")
        c.connect(f"J{i}.2", other)
    for name, angle in (("J1", 0.5), ("J2", 0.3), ("J3", 1.0), ("J4", 1.5)):
        c.set_start(f"{name}.angle", angle, how="guess")
    c.add("sources.velocity", "E", law=law)
    c.connect("E.turn", "J1.turn")
    if part:
        c.add(part, "D", **values)
        c.connect("D.a", "J4.turn")
    return c


@pytest.mark.parametrize("method", ["rk8", "radau"])
@pytest.mark.parametrize("law", ["2.0", "sin(2*t)", "t^3"])
def test_friction_in_a_loop_that_a_given_speed_moves(law, method):
    """By virtual power: the source has to supply what friction on the rocker takes."""
    free = mars.simulate(four_bar(law), until=2, step=0.02, method=method)
    run = mars.simulate(four_bar(law, "dynamics.friction"), until=2, step=0.02, method=method)
    crank, rocker = run["J1.turn.speed"], run["J4.turn.speed"]
    moving = np.abs(crank) > 1e-2
    more = np.abs(rocker[moving]) / crank[moving]
    np.testing.assert_allclose(-run["E.turn.torque"][moving], more - free["E.turn.torque"][moving], atol=1e-5)
    np.testing.assert_allclose(rocker, free["J4.turn.speed"], atol=1e-7)
    assert run.ledger().relative_residual < 1e-9


@pytest.mark.parametrize("restitution", [0.0, 0.5])
def test_a_stop_in_a_loop_in_the_way_of_a_given_speed(restitution):
    """The impulses of a loop that nothing can stop were not solvable, and the run went on."""
    with pytest.raises(mars.RunError, match=r"D: hit at t = 1\.135\d* s by a prescribed motion \(E\)"):
        mars.simulate(four_bar("2.0", "dynamics.stop", lower=1.0, upper=2.2, restitution=restitution), until=3)


def test_a_loop_at_rest_by_a_given_speed_leaves_friction_without_force():
    run = mars.simulate(four_bar("0.0", "dynamics.friction"), until=1)
    free = mars.simulate(four_bar("0.0"), until=1)
    np.testing.assert_allclose(run["E.turn.torque"], free["E.turn.torque"], atol=1e-12)


def test_friction_between_two_given_motions():
    c = rod("sources.velocity", "2")
    c.add("joints.rotation", "K")
    c.add("bodies.rod", "Other", length=LENGTH, mass=MASS)
    c.connect("Base.1", "K.1")
    c.connect("K.2", "Other.1")
    c.add("sources.velocity", "F", law="4*t")
    c.connect("F.turn", "K.turn")
    c.connect("D.b", "K.turn")
    run = mars.simulate(c, until=1, step=0.03)
    np.testing.assert_allclose(
        -run["E.turn.torque"] - WEIGHT * np.cos(run["J.angle"]), np.where(run.time < 0.501, 1.0, -1.0), atol=1e-9
    )
    assert run.ledger().relative_residual < 1e-10


@pytest.mark.parametrize(("brake", "speed"), [(1.0, 1.6), (3.0, 0.0)])
def test_a_clutch_and_a_brake_that_stick_while_a_shaft_starts_from_rest(brake, speed):
    """Both stick at first, and together they hold the given shaft: the weaker one has to let go, and none did."""
    c = Circuit("train", motions="Tx Ty Rz")
    c.add("sources.velocity", "E", law="0.1*t^2")
    for name in ("Driving", "Driven"):
        c.add("dynamics.rotor", name, inertia=1.0)
    c.add("dynamics.friction", "Clutch", coulomb=2.0)
    c.add("dynamics.friction", "Brake", coulomb=brake)
    c.connect("E.turn", "Driving.shaft")
    c.connect("Clutch.a", "Driving.shaft")
    c.connect("Clutch.b", "Driven.shaft")
    c.connect("Brake.a", "Driven.shaft")
    run = mars.simulate(c, until=4)
    assert run["Driven.shaft.speed"][-1] == pytest.approx(speed, abs=1e-6)
    np.testing.assert_allclose(-run["E.turn.torque"][5:], min(brake, 2.0) + (0.4 if speed else 0.2) * run.time[5:], atol=1e-6)
    assert run.ledger().relative_residual < 1e-6
