"""Start values of places and velocities: joints are moved to meet them, or it is said by how much they are missed."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from tests.helpers.paths import CIRCUITS


def arm(joints: int = 2) -> Circuit:
    c = Circuit("arm", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    end = "Base.1"
    for i in range(1, joints + 1):
        c.add("joints.rotation", f"J{i}")
        c.add("bodies.rod", f"A{i}", length=1)
        c.connect(end, f"J{i}.1")
        c.connect(f"J{i}.2", f"A{i}.1")
        end = f"A{i}.2"
    return c


def test_joints_are_turned_until_the_tip_is_where_it_should_be():
    c = arm()
    c.set_start("A2.2.r.x", 0.7)
    c.set_start("A2.2.r.y", -0.9)
    c.set_start("A2.2.v.x", 1.0)
    run = mars.simulate(c, until=0.01)
    tip = [run[f"A2.2.{name}"][0] for name in ("r.x", "r.y", "v.x")]
    assert tip == pytest.approx([0.7, -0.9, 1.0], abs=1e-9)


def test_fixed_joints_stay_and_the_others_meet_the_place():
    c = arm(3)
    c.set_start("J1.angle", 0.4)
    c.set_start("A3.2.r.x", 1.5)
    c.set_start("A3.2.r.y", 1.0)
    run = mars.simulate(c, until=0.01)
    assert run["J1.angle"][0] == 0.4
    assert (run["A3.2.r.x"][0], run["A3.2.r.y"][0]) == pytest.approx((1.5, 1.0), abs=1e-9)


@pytest.mark.slow
def test_guessed_places_only_choose_the_way_to_bend():
    angles = []
    for side in (1, -1):
        c = arm()
        c.set_start("A2.2.r.x", 1.0)
        c.set_start("A2.2.r.y", 0.0)
        c.set_start("A1.2.r.y", 0.5 * side, "guess")
        angles.append(mars.simulate(c, until=0.01)["J1.angle"][0])
    assert angles == pytest.approx([np.pi / 3, -np.pi / 3], abs=1e-9)


def test_place_out_of_reach_says_what_it_would_be():
    c = arm()
    c.set_start("A2.2.r.x", 70)
    with pytest.raises(mars.CircuitError, match=r"A2\.2\.r\.x: its start value 70 m cannot be satisfied: .* 2 m\.") as caught:
        mars.simulate(c, until=0.01)
    assert caught.value.code == "start"


def test_place_in_a_closed_loop():
    """A point of the coupler is put at a height; the loop stays closed."""
    c = mars.load(CIRCUITS / "four_bar.mars")
    height = mars.simulate(c, until=0.01)["Coupler.1.r.y"][0]
    c.start.clear()
    c.set_start("Coupler.1.r.y", 0.95 * height)
    run = mars.simulate(c, until=0.01)
    assert run["Coupler.1.r.y"][0] == pytest.approx(0.95 * height, abs=1e-10)
    assert np.abs(run.gaps()).max() < 1e-11
