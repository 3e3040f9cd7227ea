"""The fixed offset, against the same point of a body, and the rotor with an open shaft, against conservation laws."""

import re

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.mechanism.poses import PoseTree
from mars.model.build import build_model
from mars.start.light_carriers import light_carriers
from mars.verification.verify import verify

PLACE, TURN = [0.3, 0.1, -0.2], {"angles": [0.3, 0.4, 0.5], "axes": "carried", "sequence": "zxy"}


def chain(offset):
    """A hinge, a body, and a second body on another hinge at a point of the first, or at the end of an offset."""
    c = Circuit("chain")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "J1", axis=[0, 1, 0])
    c.add("joints.rotation", "J2", axis=[1, 0, 0])
    points = {} if offset else {"2": {"place": PLACE, "orientation": TURN}}
    c.add("bodies.body", "S", mass=2, centre=[0.1, 0.2, 0.05], inertia=[0.1, 0.2, 0.25], points=points)
    c.add("bodies.body", "T", mass=1, centre=[0, 0.1, 0.2])
    c.connect("Base.1", "J1.1")
    c.connect("J1.2", "S.1")
    if offset:
        c.add("joints.offset", "O", place=PLACE, orientation=TURN)
        c.connect("S.1", "O.1")
        c.connect("O.2", "J2.1")
    else:
        c.connect("S.2", "J2.1")
    c.connect("J2.2", "T.1")
    return c


@pytest.mark.parametrize("method", ["rk8", "radau", "ida"])
def test_an_offset_is_a_point_without_its_body(method):
    point, offset = (mars.simulate(chain(each), until=1, method=method) for each in (False, True))
    for name in ("J1.angle", "J2.angle", "J2.1.F.x", "J2.1.M.y", "J1.1.F.z", "J1.1.M.x"):
        np.testing.assert_allclose(offset[name], point[name], atol=1e-5 if method == "ida" else 1e-9)
    if method != "ida":
        assert offset.ledger().relative_residual < 1e-9
        assert offset.ledger()["O"].received == pytest.approx(0.0, abs=1e-9)


def test_an_offset_by_all_formulations():
    assert all(not abs(found.difference) > found.tolerance for found in verify(chain(True)))


def four_bar(how):
    """Links of a four-bar whose far ends are points, offsets, or offsets linked the other way round and turned."""
    c = Circuit("four-bar", motions="Tx Ty Rz")
    c.add("bodies.base", "A")
    c.add("bodies.base", "B", place=[1, 0, 0])
    ends = {}
    for name, length in (("K", 0.3), ("C", 1.0), ("R", 0.6)):
        points = {"2": [length, 0, 0]} if how == "points" else {}
        c.add("bodies.body", name, mass=1, centre=[length / 2, 0, 0], inertia=[0, 0.01, 0.02 * length], points=points)
        ends[name] = f"{name}.2" if how == "points" else f"O{name}.2" if how == "offsets" else f"O{name}.1"
        if how == "offsets":
            c.add("joints.offset", f"O{name}", place=[length, 0, 0])
            c.connect(f"{name}.1", f"O{name}.1")
        elif how == "turned":  # from the far end back to the near one
            c.add("joints.offset", f"O{name}", place=[0, length, 0], orientation=[0, 0, "-90 deg"])
            c.connect(f"{name}.1", f"O{name}.2")
    links = [("A.1", "K.1"), (ends["K"], "C.1"), (ends["C"], ends["R"]), ("B.1", "R.1")]
    for i, (one, other) in enumerate(links, start=1):
        c.add("joints.rotation", f"J{i}")
        c.connect(one, f"J{i}.1")
        c.connect(f"J{i}.2", other)
    c.set_start("J1.angle", 0.5)
    c.set_start("J4.angle", 1.5, "guess")
    return c


@pytest.mark.parametrize("how", ["offsets", "turned"])
def test_offsets_in_a_loop(how):
    points, offsets = (mars.simulate(four_bar(each), until=1) for each in ("points", how))
    for name in ("J1.angle", "J4.angle", "J1.1.F.x", "J4.1.F.y"):
        np.testing.assert_allclose(offsets[name], points[name], atol=1e-6)
    assert offsets.ledger().relative_residual < 1e-9
    assert PoseTree(four_bar(how)).start().gap == 0
    assert all(not abs(found.difference) > found.tolerance for found in verify(four_bar(how)))


@pytest.mark.parametrize("how", ["offsets", "turned"])
def test_offsets_in_a_loop_in_kinematic_mode(how):
    runs = []
    for each in ("points", how):
        c = four_bar(each)
        c.add("sources.velocity", "E", law=2.0)
        c.connect("E.turn", "J1.turn")
        runs.append(mars.simulate(c, until=1, mode="kinematic"))
    np.testing.assert_allclose(runs[1]["J4.angle"], runs[0]["J4.angle"], atol=1e-10)


def test_a_rotor_with_an_open_shaft_was_refused():
    c = Circuit("rotor")
    c.add("dynamics.rotor", "R", inertia=0.1)
    c.set_start("R.shaft.speed", 3.0)
    run = mars.simulate(c, until=2)
    np.testing.assert_allclose(run["R.shaft.angle"], 3.0 * run.time, atol=1e-9)


@pytest.mark.parametrize("method", ["rk8", "ida"])
def test_a_free_rotor_in_a_tumbling_body_keeps_the_angular_momentum(method):
    """H = J w + I s e in space, and I (s + e·w) about the shaft."""
    c = Circuit("gyrostat")
    c.gravity = [0, 0, 0]
    c.add("bodies.base", "Base")
    c.add("joints.free", "F")
    c.add("bodies.body", "S", mass=2, inertia=[0.3, 0.5, 0.7])
    c.add("dynamics.rotor", "R", inertia=0.1, axis=[1, 1, 0])
    for a, b in (("Base.1", "F.1"), ("F.2", "S.1"), ("R.housing", "S.1")):
        c.connect(a, b)
    for name, value in (("R.shaft.speed", 30), ("F.turn_x.speed", 0.3), ("F.turn_z.speed", 1)):
        c.set_start(name, value)
    run = mars.simulate(c, until=3, method=method)
    R = np.array([[run[f"S.1.R.{a}{b}"] for b in "xyz"] for a in "xyz"])
    w = np.array([run[f"S.1.w.{a}"] for a in "xyz"])
    J = np.einsum("ijt,jk,lkt->ilt", R, np.diag([0.3, 0.5, 0.7]), R)
    e = np.einsum("ijt,j->it", R, np.array([1, 1, 0]) / np.sqrt(2))
    momentum = np.einsum("ijt,jt->it", J, w) + 0.1 * run["R.shaft.speed"] * e
    assert np.ptp(momentum, axis=1).max() < 1e-6
    assert np.ptp(run["R.shaft.speed"] + (e * w).sum(0)) < 1e-6
    assert np.ptp(run["R.shaft.speed"]) > 0.1  # they exchange energy


def geared_arms(housing, one=0.3, other=0.2, inertia=0.01, ratio=5.0, torque=1.0):
    """Two bodies on one axis; a rotor and a torque on the joint between them, the rotor in the body given."""
    c = Circuit("geared arms", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    for n, (moment, before) in enumerate(((one, "Base.1"), (other, "B1.1")), start=1):
        c.add("joints.rotation", f"J{n}")
        c.add("bodies.body", f"B{n}", mass=1.0, inertia=[moment] * 3)
        c.connect(before, f"J{n}.1")
        c.connect(f"J{n}.2", f"B{n}.1")
    c.add("dynamics.rotor", "R", inertia=inertia, ratio=ratio)
    c.add("sources.torque", "T", law=torque)
    c.connect("R.shaft", "J2.turn", "T.turn")
    if housing:
        c.connect("R.housing", f"{housing}.1")
    return c


@pytest.mark.parametrize("method", ["rk8", "ida"])
@pytest.mark.parametrize("housing", [None, "B1"])
def test_a_rotor_in_the_body_before_its_joint(housing, method):
    """M = [[I₁ + I₂, I₂ + rJ], [I₂ + rJ, I₂ + r²J]] with the rotor in the first body, without rJ if it is at rest beside it."""
    run = mars.simulate(geared_arms(housing), 1.0, method=method)
    across = 5 * 0.01 if housing else 0.0
    M = np.array([[0.5, 0.2 + across], [0.2 + across, 0.2 + 25 * 0.01]])
    wanted = np.linalg.solve(M, [0, 1]) / 2
    assert [run["J1.angle"][-1], run["J2.angle"][-1]] == pytest.approx(wanted, rel=1e-7)
    assert not run.remarks


@pytest.mark.parametrize("housing", ["B2", "Base"])
def test_a_rotor_elsewhere_says_where_its_housing_belongs(housing):
    with pytest.raises(
        mars.CircuitError, match=r"J2\.turn: the housing of its rotor is not connected to the body on the base side"
    ):
        mars.simulate(geared_arms(housing), 1.0)


def test_a_carrier_lighter_than_its_rotor_is_reported():
    """It runs where all accelerations are determined, with a remark; else that is the reason given."""
    light = r"R: its housing B1 has less inertia than the rotor .* Add the rotor's inertia to that of the housing"
    run = mars.simulate(geared_arms("B1", one=0.005), 1.0)
    assert len(run.remarks) == 1 and re.search(light, str(run.remarks[0]))
    assert [c.code for c in mars.check(geared_arms("B1", one=0.005)).complaints if c.severity == "warning"] == ["light-carrier"]
    assert not mars.simulate(geared_arms("B1", one=0.01), 1.0).remarks, "of the rotor alone"
    with pytest.raises(mars.CircuitError, match=light):
        mars.simulate(geared_arms("B1", one=0.005, other=0.005), 1.0)


def test_the_inertia_of_welded_carriers_counts_together():
    """Two point masses 0.2 m apart, 1 kg each: 0.02 kg·m² about their centre, and none about the line between them."""

    def carried(axis, inertia):
        c = Circuit("welded", gravity=[0, 0, 0])
        c.add("bodies.base", "Base")
        c.add("joints.spherical", "J")
        c.add("bodies.body", "A", mass=1, inertia=[0, 0, 0], points={"2": [0.2, 0, 0]})
        c.add("bodies.point_mass", "B", mass=1)
        c.add("dynamics.rotor", "R", axis=axis, inertia=inertia)
        c.connect("Base.1", "J.1")
        c.connect("J.2", "A.1", "R.housing")
        c.connect("A.2", "B.1")
        return [complaint.code for complaint in light_carriers(build_model(c))]

    assert carried([0, 0, 1], 0.0199) == [] and carried([0, 1, 0], 0.0201) == ["light-carrier"]
    assert carried([1, 0, 0], 1e-6) == ["light-carrier"]


def test_a_joint_between_bases_is_refused():
    c = Circuit("two bases")
    c.add("bodies.base", "Base1")
    c.add("bodies.base", "Base2")
    c.add("joints.rotation", "J")
    c.connect("Base1.1", "J.1")
    c.connect("J.2", "Base2.1")
    with pytest.raises(mars.CircuitError, match=r"J: .* no body is connected to either side, so nothing can move"):
        mars.simulate(c, 1.0)
