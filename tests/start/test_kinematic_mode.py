"""Kinematic mode with loops and given paths: motions by Newton with continuation, torques by inverse dynamics."""

import json

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from tests.helpers.paths import REFS, ROOT


def example(name: str) -> Circuit:
    return mars.load(ROOT / f"circuits/{name}.mars")


def tip_path_arm() -> Circuit:
    c = example("three_dof_arm")
    for name in ("Ep1", "Ep2", "Ep3"):
        c.remove(name)
    c.add("sources.path", "Es1", x=1, y=0, z="-1+t^2")
    c.connect("SB3.2", "Es1.1")
    c.set_start("KN3.angle", "90 deg")
    return c


@pytest.mark.slow
def test_slider_crank_follows_its_crank_as_in_dynamic_mode():
    """A full turn and more, through both dead centres."""
    c = example("slider_crank")
    kinematic, dynamic = (mars.simulate(c, until=2, mode=mode) for mode in ("kinematic", "dynamic"))
    for name in kinematic.names("KN*.angle", "KN*.travel", "KN*.speed", "KN*.acceleration", "Rod.1.a.*"):
        assert kinematic[name] == pytest.approx(dynamic[name], abs=1e-10 * (1 + np.abs(dynamic[name]).max())), name


def test_tip_path_gives_joint_motion_and_torques_of_seed_002():
    samples = json.loads((REFS / "seed002_manipulator_surrogate.json").read_text())["reference"]["samples"]
    run = mars.simulate(tip_path_arm(), mode="kinematic", times=[float(t) for t in samples])
    words = {"phi": "angle", "phid": "turn.speed", "phidd": "turn.acceleration", "tau": "turn.torque"}
    for key, word in words.items():
        found = np.array([run[f"KN{j}.{word}"] for j in (1, 2, 3)]).T
        assert found == pytest.approx(np.array([s[key] for s in samples.values()]), abs=1e-9), key


def test_in_dynamic_mode_the_path_pulls_the_tip():
    """Force of the source times the tip's speed is the power that lifts the arm."""
    run = mars.simulate(tip_path_arm(), until=1)
    assert run["SB3.2.r.z"] == pytest.approx(-1 + run.time**2, abs=1e-11)
    assert np.abs(run["KN2.turn.torque"]).max() < 1e-9
    ledger = run.ledger()
    assert ledger.relative_residual < 1e-9 and ledger["Es1"].supplied == pytest.approx(31.46808508891736, rel=1e-9)


@pytest.mark.slow
def test_path_with_orientation():
    """A free body carried along a circle while it turns about z."""
    c = Circuit("carried")
    c.add("bodies.base", "Base")
    c.add("joints.free", "KN1")
    c.add("bodies.box", "Box")
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "Box.1")
    laws = {"x": "cos(t)", "y": "sin(t)", "z": "0.1*t", "rotation": "2*t"}
    c.add("sources.path", "Es1", follows="place and orientation", **laws)
    c.connect("Box.1", "Es1.1")
    c.set_start("KN1.x", 1)
    for mode in ("kinematic", "dynamic"):
        run = mars.simulate(c, until=3, mode=mode)
        assert run["Box.1.r.x"] == pytest.approx(np.cos(run.time), abs=1e-9)
        assert run["Box.1.R.xx"] == pytest.approx(np.cos(2 * run.time), abs=1e-9), mode
        assert run["Box.1.w.z"] == pytest.approx(2 * np.ones(run.time.size), abs=1e-9)


def test_velocity_driven_crank_in_a_loop():
    """The driven angle is an integral; the others follow from it."""
    c = example("four_bar")
    driven = [name for name in c.components if name.startswith("E")]
    for name in driven:
        c.remove(name)
    c.add("sources.velocity", "Ew9", law="2*cos(t)")
    c.connect("KN1.turn", "Ew9.turn")
    run = mars.simulate(c, until=2, mode="kinematic")
    begin = run["KN1.angle"][0]
    assert run["KN1.angle"] == pytest.approx(begin + 2 * np.sin(run.time), abs=1e-8)
    dynamic = mars.simulate(c, until=2)
    assert run["KN3.angle"] == pytest.approx(dynamic["KN3.angle"], abs=1e-7)


@pytest.mark.slow
def test_out_of_reach_says_when_and_who():
    with pytest.raises(mars.RunError, match=r"Es1 cannot follow after t = 1\.65") as caught:
        mars.simulate(tip_path_arm(), mode="kinematic", until=3)
    assert caught.value.code == "out-of-reach"


def test_what_neither_a_source_nor_a_loop_moves_is_named():
    c = example("slider_crank")
    c.remove("Ew1")
    with pytest.raises(mars.CircuitError, match=r"not prescribed and does not follow.*1 degree of freedom remains") as caught:
        mars.simulate(c, mode="kinematic", until=1)
    assert caught.value.code == "missing-motion"
