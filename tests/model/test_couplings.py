"""Joints tied together by gears, racks and wires: multipliers in the one small system."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit


def wheels(*inertias: float, gravity=(0, 0, 0)) -> Circuit:
    """Discs J1, J2, … on one base, each about z."""
    c = Circuit("wheels", gravity=list(gravity))
    c.add("bodies.base", "Base")
    for i, inertia in enumerate(inertias, start=1):
        c.add("joints.rotation", f"J{i}")
        c.add("bodies.body", f"B{i}", mass=1, inertia=[inertia] * 3)
        c.connect("Base.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"B{i}.1")
    return c


def test_gear_between_two_joints_shares_the_torque_by_inertia():
    """J1 turns 3 times as fast as J2: (I2 + 9 I1) a2 = 3 T for a torque T on J1."""
    c = wheels(0.5, 2.0)
    c.add("dynamics.gear", "G", ratio=3)
    c.add("sources.torque", "T", law=1.3)
    c.connect("J1.turn", "G.a", "T.turn")
    c.connect("J2.turn", "G.b")
    run = mars.simulate(c, until=2)
    a2 = 3 * 1.3 / (2.0 + 9 * 0.5)
    assert run["J2.angle"][-1] == pytest.approx(a2 * 2, rel=1e-12)
    assert run["J1.angle"][-1] == pytest.approx(3 * run["J2.angle"][-1], rel=1e-12)
    assert run["G.b.torque"][-1] == pytest.approx(-2.0 * a2, rel=1e-10)  # into the gear: what it gives to J2, turned round
    assert run.ledger().relative_residual < 1e-12


def test_joints_on_one_wire_move_alike():
    c = wheels(0.5, 2.0, 1.5)
    c.add("sources.torque", "T", law="2*cos(t)")
    c.connect("J1.turn", "J2.turn", "J3.turn", "T.turn")
    run = mars.simulate(c, until=2)
    expected = 2 * (1 - np.cos(run.time)) / 4.0
    for name in ("J1.angle", "J2.angle", "J3.angle"):
        assert run[name] == pytest.approx(expected, abs=1e-9)


def test_rack_between_a_joint_and_a_slider():
    """Pinion of inertia I drives a mass m by its radius r: (I + m r²) a = T."""
    c = wheels(0.5)
    c.add("joints.translation", "S", axis=[0, 1, 0])
    c.add("bodies.point_mass", "M", mass=3)
    c.connect("Base.1", "S.1")
    c.connect("S.2", "M.1")
    c.add("dynamics.rack", "R", radius=0.2)
    c.add("sources.torque", "T", law=1)
    c.connect("J1.turn", "R.a", "T.turn")
    c.connect("S.slide", "R.b")
    run = mars.simulate(c, until=1)
    assert run["S.travel"][-1] == pytest.approx(0.2 * 0.5 / (0.5 + 3 * 0.04), rel=1e-11)


def test_gear_on_moving_joints_keeps_energy_and_ratio():
    """An elbow geared to the shoulder of a hanging arm: one freedom left; its energy is kept."""
    c = Circuit("arm", gravity=[0, -9.81, 0])
    c.add("bodies.base", "Base")
    for i, before in ((1, "Base.1"), (2, "A1.2")):
        c.add("joints.rotation", f"J{i}")
        c.add("bodies.rod", f"A{i}", length=1, mass=1)
        c.connect(before, f"J{i}.1")
        c.connect(f"J{i}.2", f"A{i}.1")
    c.add("dynamics.gear", "G", ratio=-0.5)
    c.connect("J1.turn", "G.a")
    c.connect("J2.turn", "G.b")
    c.set_start("J1.angle", 0.3)
    run = mars.simulate(c, until=3)
    assert run["J1.angle"] == pytest.approx(-0.5 * run["J2.angle"], abs=1e-11)
    assert run.ledger().relative_residual < 1e-8


@pytest.mark.parametrize("joints", [2, 3])
def test_rotor_geared_to_joints_on_one_wire(joints):
    """It may be counted to any of them: (Σ I + Ir/4) a = T for a rotor at half the speed."""
    inertias = (0.2, 0.3, 0.1)[:joints]
    c = wheels(*inertias)
    c.add("dynamics.gear", "G", ratio=2)
    c.add("dynamics.rotor", "R", inertia=0.05)
    c.add("sources.torque", "T", law=1)
    c.connect(*(f"J{i}.turn" for i in range(1, joints + 1)), "G.a", "T.turn")
    c.connect("G.b", "R.shaft")
    run = mars.simulate(c, until=1)
    for i in range(1, joints + 1):
        assert run[f"J{i}.angle"][-1] == pytest.approx(0.5 / (sum(inertias) + 0.05 / 4), rel=1e-11)
    assert run.ledger().relative_residual < 1e-11


def test_rotor_between_two_geared_joints():
    """Everything seen from the rotor's shaft: Ir + I1/4 + I2/9."""
    c = wheels(1.0, 2.0)
    c.add("dynamics.gear", "G1", ratio=2)
    c.add("dynamics.gear", "G2", ratio=3)
    c.add("dynamics.rotor", "R", inertia=0.5)
    c.add("sources.torque", "T", law=1)
    c.connect("J1.turn", "G1.b")
    c.connect("J2.turn", "G2.b")
    c.connect("G1.a", "G2.a", "R.shaft", "T.turn")
    run = mars.simulate(c, until=1)
    assert run["R.shaft.angle"][-1] == pytest.approx(0.5 / (0.5 + 1 / 4 + 2 / 9), rel=1e-11)
    assert run["J1.angle"][-1] * 2 == pytest.approx(run["J2.angle"][-1] * 3, rel=1e-11)


def test_start_values_are_assembled_through_a_gear():
    c = wheels(1.0, 1.0)
    c.add("dynamics.gear", "G", ratio=2)
    c.connect("J1.turn", "G.a")
    c.connect("J2.turn", "G.b")
    c.set_start("J1.angle", 1.0, "fixed")
    c.set_start("J1.turn.speed", 0.4, "fixed")
    run = mars.simulate(c, until=0.1)
    assert run["J2.angle"][0] == pytest.approx(0.5) and run["J2.turn.speed"][0] == pytest.approx(0.2)
    c.set_start("J2.angle", 1.0, "fixed")
    with pytest.raises(mars.CircuitError, match="Gear G: its coupling cannot be satisfied at the start") as caught:
        mars.simulate(c, until=0.1)
    assert caught.value.code == "open-loop"


def test_lossy_gear_couples_two_joints():
    """(J₂ + n² p J₁) ω̇₁ = n² (p T ∓ M) with the part p that passes: 0.8 where a drives b, 1/0.6 where b drives a."""
    J1, J2, n, torque, friction = 0.3, 2.0, 3, -0.9, 0.05
    c = wheels(J1, J2)
    c.add("dynamics.lossy_gear", "G", ratio=n, efficiency=0.8, back_efficiency=0.6, friction=friction)
    c.add("sources.torque", "T", law=torque)
    c.connect("J1.turn", "G.a", "T.turn")
    c.connect("J2.turn", "G.b")
    c.set_start("J1.turn.speed", 3.0)
    c.set_start("J2.turn.speed", 1.0)
    run = mars.simulate(c, until=6)
    back, forth = (n**2 * (p * torque - way * friction) / (J2 + n**2 * p * J1) for p, way in ((1 / 0.6, 1), (0.8, -1)))
    turns = -3.0 / back
    wanted = np.where(run.time < turns, 3.0 + back * run.time, forth * (run.time - turns))
    assert run["J1.turn.speed"] == pytest.approx(wanted, abs=1e-9)
    assert run.ledger().relative_residual < 1e-9


def test_lossy_gear_between_two_joints_beside_a_stop_is_refused_in_words():
    c = wheels(1.0, 1.0)
    c.add("dynamics.lossy_gear", "G")
    c.add("dynamics.stop", "S")
    c.connect("J1.turn", "G.a")
    c.connect("J2.turn", "G.b", "S.a")
    with pytest.raises(mars.CircuitError, match=r"G: a rigid coupling between two joints with losses.*a spring") as caught:
        mars.simulate(c, until=0.1)
    assert caught.value.code == "lossy-coupling"


def with_pump(c: Circuit, shaft: str) -> Circuit:
    """A pump into a volume that drains through an orifice, and a motor beside a capacitor, on one shaft."""
    c.add("hydraulic.pump", "P", displacement=1.7e-6, viscous=0.02)
    c.add("hydraulic.volume", "V", volume=5e-3)
    c.add("hydraulic.tank", "T")
    c.add("hydraulic.orifice", "O", area=4e-7, laminar_below=1e4)
    c.add("electrical.ground", "E")
    c.add("electrical.voltage_source", "U", law="9*cos(t)")
    c.add("electrical.capacitor", "C", capacitance=1e-3)
    c.add("drives.dc_motor", "M", resistance=2, inductance=0.05, torque_constant=0.2, inertia=0.02)
    c.connect("P.shaft", "M.shaft", shaft)
    c.connect("V.a", "P.b", "O.a")
    c.connect("O.b", "T.a")
    c.connect("U.p", "C.p", "M.p")
    c.connect("U.n", "C.n", "M.n", "E.p")
    return c


def test_nonlinear_flow_and_a_hidden_constraint_on_geared_joints():
    """J1 turns −1.5 times as fast as J2: together they are one wheel of inertia I1 + I2/2.25 with the same pump and motor."""
    geared, reduced = with_pump(wheels(0.5, 2.0), "J1.turn"), with_pump(wheels(0.5 + 2.0 / 2.25), "J1.turn")
    geared.add("dynamics.gear", "G", ratio=-1.5)
    geared.connect("G.a", "J1.turn")
    geared.connect("G.b", "J2.turn")
    geared, reduced = (mars.simulate(c, until=3, rtol=1e-10, atol=1e-12) for c in (geared, reduced))
    for name in ("J1.angle", "V.pressure", "M.current", "U.p.current"):
        assert geared[name] == pytest.approx(reduced[name], abs=1e-7 * np.abs(reduced[name]).max()), name
    assert geared.ledger().relative_residual < 1e-8


@pytest.mark.parametrize(("formula", "cause"), [("tanh(u1)", "enters a nonlinear law"), ("u1/2", "cannot have losses")])
def test_a_coupling_whose_torque_is_fed_back_is_refused_in_words(formula, cause):
    c = wheels(1.0, 2.0)
    c.add("sensors.torque", "S")
    c.add("dynamics.gear", "G")
    c.add("signals.formula", "F", inputs=1, formula=formula)
    c.add("sources.driven_torque", "D")
    for a, b in (("J1.turn", "S.a"), ("S.b", "G.a"), ("G.b", "J2.turn"), ("S.out", "F.u1"), ("F.out", "D.signal")):
        c.connect(a, b)
    c.connect("D.turn", "J1.turn")
    with pytest.raises(mars.CircuitError, match=f"a rigid coupling between two joints {cause}.*a spring") as caught:
        mars.simulate(c, until=0.1)
    assert caught.value.code == "lossy-coupling"
