"""What is wrong with a drawing is said in words: component, cause, remedy."""

import pytest

import mars
from mars.document.circuit import Circuit


def pendulum(motions="Tx Ty Rz", **rod) -> Circuit:
    c = Circuit("pendulum", motions=motions)
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", **rod)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


def second_arm(c: Circuit, axis=(0, 0, 1), mass=1.0) -> Circuit:
    c.add("joints.rotation", "KN2", axis=axis)
    c.add("bodies.rod", "SB2", mass=mass)
    c.connect("SB1.2", "KN2.1")
    c.connect("KN2.2", "SB2.1")
    return c


def no_backbone():
    c = Circuit("floating", motions="Tx Ty Rz")
    c.add("bodies.rod", "SB1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB2")
    c.connect("SB1.2", "KN1.1")
    c.connect("KN1.2", "SB2.1")
    return c


def open_port():
    c = pendulum()
    c.add("dynamics.damper", "DC")
    return c


def unlike_domains():
    c = pendulum()
    c.add("sources.force", "Ef")
    c.connect("Ef.slide", "KN1.turn")
    return c


def two_motions():
    c = pendulum()
    c.add("sources.velocity", "Ew1")
    c.add("sources.movement", "Ep1")
    c.connect("Ew1.turn", "KN1.turn", "Ep1.turn")
    return c


def massless():
    return second_arm(pendulum(), mass=0)


def leaves_class():
    return second_arm(pendulum(), axis=(1, 0, 0))


def coaxial(axis):
    c = Circuit("coaxial")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1", axis=axis)
    c.add("joints.rotation", "KN2", axis=axis)
    c.add("bodies.body", "SB1", centre=[0.3, 0.1, 0.2])
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "KN2.1")
    c.connect("KN2.2", "SB1.1")
    return c


def loop():
    c = second_arm(pendulum())
    c.add("bodies.base", "Base2", place=[1, 0, 0])
    c.add("joints.rotation", "KN3")
    c.connect("SB2.2", "KN3.1")
    c.connect("KN3.2", "Base2.1")
    return c


def too_short():
    c = loop()
    c.set("Base2.place", [5, 0, 0])
    return c


def base_to_base():
    c = pendulum()
    c.add("bodies.base", "Base2", place=[1, 0, 0])
    c.add("joints.rotation", "KN3")
    c.connect("Base.1", "KN3.1")
    c.connect("KN3.2", "Base2.1")
    return c


def spring_on_a_ball():
    c = Circuit("ball")
    c.add("bodies.base", "Base")
    c.add("joints.spherical", "KN1")
    c.add("bodies.body", "SB1", centre=[0.3, 0, 0])
    c.add("dynamics.spring", "DC")
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.connect("KN1.turn_y", "DC.a")
    return c


def two_bases():
    c = pendulum()
    c.add("bodies.base", "Base2")
    c.connect("Base2.1", "Base.1")
    return c


def loose_shaft():
    c = pendulum()
    c.add("sources.torque", "Em1")
    c.add("sources.torque", "Em2")
    c.connect("Em1.turn", "Em2.turn")
    return c


def loose_point():
    c = pendulum()
    c.add("dynamics.line_spring_damper", "D1")
    c.add("sources.wrench", "Ef1")
    c.connect("SB1.2", "D1.a")
    c.connect("D1.b", "Ef1.1")
    return c


def stepping_motion():
    c = pendulum()
    c.add("sources.movement", "Ep1", law={"law": "step", "time": 1, "after": 1})
    c.connect("Ep1.turn", "KN1.turn")
    return c


def two_turns():
    return pendulum(motions="Tx Ty Tz Rx Rz")


def unmet_start():
    c = pendulum()
    c.add("sources.movement", "Ep1", law="sin(t)")
    c.connect("Ep1.turn", "KN1.turn")
    c.set_start("KN1.angle", "30 deg")
    return c


def missing_port():
    c = pendulum()
    c.connect("SB1.9", "Base.1")
    return c


def flat_plane():
    c = Circuit("plane")
    c.add("bodies.base", "Base")
    c.add("joints.planar", "KN1", axis_1=[1, 0, 0], axis_2=[2, 0, 0])
    c.add("bodies.body", "SB1")
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


def wrong_value():
    return pendulum(length="-0.5 m")


def wrong_unit():
    return pendulum(length="3 kg")


def unknown_variable():
    return pendulum(length="2*L1")


@pytest.mark.parametrize(
    ("circuit", "code", "words"),
    [
        (no_backbone(), "no-backbone", ["Rod SB1", "not connected to a base", "Connect it to a base (bodies.base)"]),
        (open_port(), "open-port", ["Damper DC", "port a is not connected", "Connect DC.a to another rotation port"]),
        (unlike_domains(), "unlike-domains", ["KN1.turn (rotation)", "Ef.slide (translation)"]),
        (two_motions(), "two-motions", ["Velocity Ew1", "Ep1 and Ew1 prescribe the same motion", "Remove Ew1"]),
        (massless(), "lost-freedom", ["KN2", "mass"]),
        (leaves_class(), "leaves-class", ["KN2", "Rx", "Add Rx"]),
        (coaxial((0, 0, 1)), "lost-freedom", ["Joint KN1", "joints in series share an axis"]),
        (coaxial((1, 2, -1)), "lost-freedom", ["Joint KN1", "joints in series share an axis"]),
        (base_to_base(), "loop-without-body", ["KN3", "body"]),
        (too_short(), "open-loop", ["gap", "m", "lengths"]),
        (spring_on_a_ball(), "ball-angle", ["DC", "KN1.turn_y", "bushing"]),
        (two_bases(), "two-motions", ["Base2", "Base", "joint"]),
        (loose_shaft(), "massless", ["Em1.turn", "dynamics.rotor"]),
        (loose_point(), "no-place", ["D1.b", "point_mass"]),
        (stepping_motion(), "value", ["Ep1.law", "step", "cycloid"]),
        (two_turns(), "class", ["Ry"]),
        (unmet_start(), "start", ["KN1.angle", "0.523599", "cannot be satisfied"]),
        (missing_port(), "no-such-port", ["Rod SB1", "port “9”", "Its ports: 1, 2"]),
        (flat_plane(), "value", ["KN1", "parallel"]),
        (wrong_value(), "value", ["SB1.length", "-0.5 m is out of range", "greater than 0 m"]),
        (wrong_unit(), "value", ["SB1.length", "kg"]),
        (unknown_variable(), "value", ["SB1.length", "L1"]),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_wrong_circuit_is_named_with_cause_and_remedy(circuit, code, words):
    complaints = [c for c in mars.check(circuit).complaints if c.code == code]
    assert complaints, mars.check(circuit).complaints
    text = " ".join(str(c) for c in complaints)
    for word in words:
        assert word in text, text
    if complaints[0].severity == "error":
        with pytest.raises(mars.MarsError):
            mars.simulate(circuit, until=0.1)


def test_a_floating_mechanism_still_runs():
    run = mars.simulate(no_backbone(), until=0.5)
    assert run["Free_SB1.y"][-1] == pytest.approx(-9.81 / 2 * 0.25, rel=1e-8)


def test_inertia_that_no_body_has_is_a_warning():
    c = pendulum()
    c.add("bodies.body", "Odd", inertia=[1, 1, 3])
    c.connect("Odd.1", "SB1.2")
    report = mars.check(c)
    assert report.can_run
    assert {c.code for c in report.complaints} == {"inertia", "weld"}


def test_own_component_named_like_an_implicit_joint_is_not_lost():
    c = Circuit("names")
    c.add("bodies.body", "X")
    c.add("bodies.body", "Free_X")
    run = mars.simulate(c, until=0.2)
    for body in ("X", "Free_X"):
        assert run[f"{body}.1.r.z"][-1] == pytest.approx(-9.81 / 2 * 0.04, rel=1e-9)


def test_dimensions_beyond_numbers_are_a_complaint():
    assert "too large" in str(mars.check(pendulum(length=1e200)).complaints[0])


def test_port_linked_only_to_a_disabled_component_counts_as_open():
    c = Circuit("disabled")
    c.add("dynamics.bushing", "B1")
    c.add("bodies.body", "X")
    c.connect("B1.a", "X.1")
    c.components["X"].disabled = True
    assert [(c.where, c.code) for c in mars.check(c).complaints] == [("B1.a", "open-port")]


def test_part_of_a_quaternion_is_no_start_value():
    c = spring_on_a_ball()
    c.remove("DC")
    c.set_start("KN1.attitude.w", 0)
    complaint = mars.check(c).complaints[0]
    assert complaint.code == "start-value" and "Set KN1.attitude as three rotations" in str(complaint)
    c.start.clear()
    c.set_start("KN1.attitude", ["90 deg", 0, 0])
    run = mars.simulate(c, times=[0])
    assert [run[f"KN1.attitude.{letter}"][0] for letter in "wxyz"] == pytest.approx([0.5**0.5, 0.5**0.5, 0, 0])


def test_angle_meter_on_a_ball_is_refused():
    c = spring_on_a_ball()
    c.remove("DC")
    c.add("meters.shaft", "M1")
    c.connect("M1.a", "KN1.turn_x")
    assert [(c.where, c.code) for c in mars.check(c).complaints] == [("M1", "ball-angle")]


def test_centre_of_mass_counts_for_the_class():
    c = Circuit("spinning plate", motions="Rz")
    c.add("bodies.body", "SB1", centre=[0.1, 0, 0])
    assert [(c.where, c.code) for c in mars.check(c).complaints] == [("SB1", "floating"), ("SB1", "leaves-class")]
    with pytest.raises(mars.CircuitError):
        mars.simulate(c, until=0.1)


def test_weight_that_the_class_cannot_carry_is_refused():
    c = Circuit("shaft", motions="Rz", gravity=[0, -9.81, 0])
    c.add("bodies.base", "Base")
    c.add("joints.weld", "KN1")
    c.add("bodies.rod", "SB1")
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    assert [c.code for c in mars.check(c).complaints] == ["gravity"]
    c.gravity = None
    assert mars.check(c).can_run and c.gravity_vector() == (0, 0, 0)


def test_a_forgotten_link_is_noted():
    c = pendulum()
    c.add("bodies.sphere", "SB9")
    report = mars.check(c)
    assert report.can_run
    assert [(c.where, c.severity, c.code) for c in report.complaints] == [("SB9", "note", "floating")]


def test_one_wrong_value_gives_one_complaint():
    assert [c.where for c in mars.check(pendulum(length="3 kg")).complaints] == ["SB1.length"]
