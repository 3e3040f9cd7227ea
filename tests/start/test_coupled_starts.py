"""Start values behind gears, racks and wires: linear couplings are met exactly, however far, and by any name of a shaft."""

from math import pi

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit

RATIO = 100.0


def geared(motor="rotor"):
    """An arm behind a gear, whose fast shaft carries a rotor, or is the joint of another body."""
    c = Circuit("geared", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "J")
    c.add("bodies.rod", "Arm", length=0.5, mass=1)
    c.connect("Base.1", "J.1")
    c.connect("J.2", "Arm.1")
    c.add("dynamics.gear", "G", ratio=RATIO)
    c.connect("G.b", "J.turn")
    if motor == "rotor":
        c.add("dynamics.rotor", "R")
        c.connect("R.shaft", "G.a")
        return c
    c.add("joints.rotation", "M")
    c.add("bodies.rod", "Wheel", length=0.1, mass=0.1)
    c.connect("Base.1", "M.1")
    c.connect("M.2", "Wheel.1")
    c.connect("M.turn", "G.a")
    return c


def first(circuit, *names):
    run = mars.simulate(circuit, until=1e-3, step=1e-3)
    return [float(run[name][0]) for name in names], run


@pytest.mark.parametrize("how", ["fixed", "guess"])
@pytest.mark.parametrize(
    ("motor", "name"),
    [("rotor", name) for name in ("R.shaft.angle", "G.a.angle")] + [("joint", name) for name in ("M.angle", "M.turn.angle")],
)
def test_a_rotor_at_99_7_rad_behind_a_gear_could_not_be_met(motor, name, how):
    """Assembly made 60 steps of at most 0.5 rad; a guess stopped there without a word."""
    c = geared(motor)
    c.set_start(name, 99.7, how)
    (fast, slow), run = first(c, "G.a.angle", "J.angle")
    assert fast == pytest.approx(99.7, rel=1e-14)
    assert slow == pytest.approx(0.997, rel=1e-14)
    assert run.remarks == []


@pytest.mark.parametrize("how", ["fixed", "guess"])
@pytest.mark.parametrize("motor", ["rotor", "joint"])
def test_two_names_of_one_shaft_behave_alike(motor, how):
    starts = []
    for name, value in (("J.angle", 0.6), ("J.turn.angle", 0.6), ("G.b.angle", 0.6), ("G.a.angle", 60.0)):
        c = geared(motor)
        c.set_start(name, value, how)
        starts.append(first(c, "J.angle", "G.a.angle")[0])
    np.testing.assert_allclose(starts, [[0.6, 60.0]] * 4, rtol=1e-14)
    speeds = []
    for name, value in (("J.turn.speed", 5.0), ("G.b.speed", 5.0), ("G.a.speed", 500.0)):
        c = geared(motor)
        c.set_start(name, value, how)
        speeds.append(first(c, "J.turn.speed", "G.a.speed")[0])
    np.testing.assert_allclose(speeds, [[5.0, 500.0]] * 3, rtol=1e-13)


def test_a_million_turns_behind_a_gear():
    """Rounding of a large angle is not a gap."""
    c = geared("joint")
    c.set_start("M.angle", 2 * pi * 1e6)
    assert first(c, "J.angle")[0][0] == pytest.approx(2 * pi * 1e4, rel=1e-14)


def test_a_fixed_value_moves_a_guess_and_that_is_said():
    c = geared("joint")
    c.set_start("J.angle", 1.0)
    c.set_start("M.angle", 99.7, "guess")
    (slow, fast), run = first(c, "J.angle", "M.angle")
    assert (slow, fast) == pytest.approx((1.0, 100.0))
    (remark,) = run.remarks
    assert remark.code == "missed-guess"
    assert "Joint M.angle: its start value 99.7 rad is a guess that could not be followed: it starts at 100 rad" in remark
    (note,) = [complaint for complaint in mars.check(c).complaints if complaint.code == "missed-guess"]
    assert (note.where, note.severity, note.fields["asked"]) == ("M.angle", "note", 99.7)
    assert note.fields["found"] == pytest.approx(100.0)


def test_a_fixed_name_has_precedence_over_a_guess_of_another_name():
    c = geared()
    c.set_start("J.angle", 1.0, "guess")
    c.set_start("R.shaft.angle", 50.0)
    (slow,), run = first(c, "J.angle")
    assert slow == pytest.approx(0.5)
    assert [remark.code for remark in run.remarks] == ["missed-guess"]


def test_contradicting_fixed_values_are_told_with_their_numbers():
    c = geared("joint")
    c.set_start("J.angle", 1.0)
    c.set_start("M.angle", 99.7)
    with pytest.raises(mars.CircuitError, match=r"Gear G: its coupling .* \(J\.angle = 1 rad, M\.angle = 99\.7 rad\)"):
        mars.simulate(c, until=0.1)
    c = geared()
    c.set_start("J.angle", 1.0)
    c.set_start("R.shaft.angle", 99.7)
    with pytest.raises(mars.CircuitError, match=r"start value 99\.7 rad cannot be satisfied: .* determine 100 rad"):
        mars.simulate(c, until=0.1)


def test_a_guess_against_a_given_motion_is_told():
    c = geared()
    c.add("sources.movement", "E", law=0.3)
    c.connect("E.turn", "J.turn")
    c.set_start("R.shaft.angle", 99.7, "guess")
    (fast,), run = first(c, "R.shaft.angle")
    assert fast == pytest.approx(30.0)
    assert [remark.code for remark in run.remarks] == ["missed-guess"]


def slider_on(kind, **values):
    """A carriage moved by a rack or a screw, whose wheel is a joint."""
    c = Circuit("carriage", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    for joint, body in (("joints.rotation", "Wheel"), ("joints.translation", "Carriage")):
        c.add(joint, f"J{body}")
        c.add("bodies.body", body)
        c.connect("Base.1", f"J{body}.1")
        c.connect(f"J{body}.2", f"{body}.1")
    c.add(kind, "K", **values)
    c.connect("K.a", "JWheel.turn")
    c.connect("K.b", "JCarriage.slide")
    return c


@pytest.mark.parametrize("how", ["fixed", "guess"])
@pytest.mark.parametrize(
    ("kind", "values", "travel"),
    [("dynamics.rack", {"radius": 0.05}, 100.0), ("drives.ball_screw", {"lead": 0.01, "efficiency": 1.0}, 2000 * 0.01 / 2 / pi)],
)
def test_far_along_a_rack_or_a_screw(kind, values, travel, how):
    c = slider_on(kind, **values)
    c.set_start("JWheel.angle", 2000.0, how)
    assert first(c, "JCarriage.travel")[0][0] == pytest.approx(travel)
    c = slider_on(kind, **values)
    c.set_start("K.b.travel", travel, how)
    assert first(c, "JWheel.angle")[0][0] == pytest.approx(2000.0)


def joints(count):
    c = Circuit("joints", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    for i in range(1, count + 1):
        c.add("joints.rotation", f"J{i}")
        c.add("bodies.rod", f"A{i}")
        c.connect("Base.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"A{i}.1")
    return c


def test_equal_shafts_start_equal():
    c = joints(3)
    c.connect("J1.turn", "J2.turn")
    c.connect("J2.turn", "J3.turn")
    c.set_start("J2.angle", 40.0, "guess")
    assert first(c, "J1.angle", "J2.angle", "J3.angle")[0] == pytest.approx([40.0] * 3, rel=1e-14)


def test_guesses_of_equal_shafts_meet_in_the_middle_and_both_are_told():
    c = joints(2)
    c.connect("J1.turn", "J2.turn")
    c.set_start("J1.angle", 1.0, "guess")
    c.set_start("J2.angle", 2.0, "guess")
    angles, run = first(c, "J1.angle", "J2.angle")
    assert angles == pytest.approx([1.5, 1.5])
    assert [remark.code for remark in run.remarks] == ["missed-guess"] * 2


DIFFERENTIAL = """
port a: rotation
port b: rotation
port c: rotation
2*c.angle = a.angle + b.angle
a.torque = b.torque
c.torque = -2*a.torque
"""


def differential():
    c = joints(3)
    c.define("differential", DIFFERENTIAL)
    c.add("differential", "D")
    for port, joint in zip("abc", ("J1", "J2", "J3"), strict=True):
        c.connect(f"D.{port}", f"{joint}.turn")
    return c


def test_own_linear_equations_are_met_exactly():
    c = differential()
    c.set_start("J1.angle", 300.0)
    c.set_start("J3.angle", 100.0, "guess")
    assert first(c, "J1.angle", "J2.angle", "J3.angle")[0] == pytest.approx([300.0, -100.0, 100.0], rel=1e-13)


def test_own_equations_with_three_fixed_values_are_told_with_numbers():
    c = differential()
    for name, value in (("J1", 300.0), ("J2", 10.0), ("J3", 100.0)):
        c.set_start(f"{name}.angle", value)
    with pytest.raises(mars.CircuitError, match=r"J1\.angle = 300 rad, J2\.angle = 10 rad, J3\.angle = 100 rad"):
        mars.simulate(c, until=0.1)


def test_a_guess_in_a_loop_is_kept_if_the_others_can_close_it():
    """It was moved together with the others."""
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
    c.add("dynamics.gear", "G", ratio=RATIO)
    c.add("dynamics.rotor", "R")
    c.connect("G.b", "J1.turn")
    c.connect("R.shaft", "G.a")
    c.set_start("R.shaft.angle", 70.0, "guess")
    (crank, motor), run = first(c, "J1.angle", "R.shaft.angle")
    assert (crank, motor) == pytest.approx((0.7, 70.0), abs=1e-12)
    assert run.remarks == []
    assert np.abs(run.gaps()[0]).max() < 1e-11
