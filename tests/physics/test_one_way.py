"""Clutches, ratchets, ropes and stops with friction that switch at once, in series, in rings and at dead centres, against closed
forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from tests.helpers.switching import GRAVITY, at_rest, balanced, between, shafts, sliders, start, switched

METHODS = pytest.mark.parametrize("method", ["rk8", "radau"])
CLUTCH = "dynamics.one_way_clutch"


def speeds(run, count):
    return [run[f"J{i}.turn.speed"] for i in range(1, count + 1)]


@METHODS
def test_clutches_in_series_pass_a_torque_on(method):
    """12 cos t drives 1 + 2 + 3 kg·m² together until it changes its sign; then the first wheel falls behind alone."""
    c = shafts(1, 2, 3)
    between(c, CLUTCH, "C1", "J1", "J2")
    between(c, CLUTCH, "C2", "J2", "J3")
    between(c, "sources.torque", "T", "J1", law="12*cos(t)")
    run = balanced(c, 2.0, method=method, rtol=1e-10)
    together = run.time < np.pi / 2
    first, *others = speeds(run, 3)
    assert first == pytest.approx(np.where(together, 2 * np.sin(run.time), 2 + 12 * (np.sin(run.time) - 1)), abs=1e-8)
    for other in others:
        assert other == pytest.approx(np.where(together, 2 * np.sin(run.time), 2), abs=1e-8)


@METHODS
def test_clutches_in_a_ring_lock(method):
    """None may fall behind the next, around the ring: all turn as one, whatever share each clutch has."""
    c = shafts(1, 2, 3)
    for i in (1, 2, 3):
        between(c, CLUTCH, f"C{i}", f"J{i}", f"J{i % 3 + 1}")
    between(c, "sources.torque", "T", "J2", law="6*cos(t)")
    run = balanced(c, 4.0, method=method, rtol=1e-10)
    for speed in speeds(run, 3):
        assert speed == pytest.approx(np.sin(run.time), abs=1e-8)


@METHODS
@pytest.mark.parametrize("begun", [(6, 0, 0), (0, 3, 0), (-1, 2, 5)])
def test_a_ring_of_clutches_begun_apart_closes_with_one_blow(begun, method):
    """An impact without friction: the momentum is kept, and all speeds are equal after it."""
    c = shafts(1, 2, 3)
    for i in (1, 2, 3):
        between(c, CLUTCH, f"C{i}", f"J{i}", f"J{i % 3 + 1}")
    start(c, J1=(0, begun[0]), J2=(0, begun[1]), J3=(0, begun[2]))
    run = balanced(c, 1.0, method=method, rtol=1e-10)
    mean = np.dot((1, 2, 3), begun) / 6
    for speed in speeds(run, 3):
        assert speed[-1] == pytest.approx(mean, abs=1e-12)
    assert len(run.jumps) == 1


@METHODS
def test_two_clutches_side_by_side_act_as_one(method):
    """Which of them carries the torque is not determined, the motion is."""
    c = shafts(1, 2)
    between(c, CLUTCH, "C1", "J1", "J2")
    between(c, CLUTCH, "C2", "J1", "J2")
    between(c, "sources.torque", "T", "J1", law="3*cos(3*t)")
    run = balanced(c, 1.0, method=method, rtol=1e-10)
    after = run.time > np.pi / 6
    first, second = speeds(run, 2)
    assert second == pytest.approx(np.where(after, 1, np.sin(3 * run.time)) / 3, abs=1e-8)
    assert first == pytest.approx(np.where(after, 1 / 3 + np.sin(3 * run.time) - 1, np.sin(3 * run.time) / 3), abs=1e-8)


@METHODS
def test_a_ratchet_at_its_dead_centres(method):
    """A wheel swings on a spring and drives another forward, which a backstop keeps there. Each forward swing takes it along from
    rest, at the dead centre, where both clutches change at once."""
    stiffness, coulomb = 9.0, 0.3
    c = shafts(1, 2)
    between(c, CLUTCH, "C", "J1", "J2")
    c.add(CLUTCH, "Backstop")
    c.connect("Backstop.b", "J2.turn")
    between(c, "dynamics.spring", "S", "J1", stiffness=stiffness)
    between(c, "dynamics.friction", "F", "J2", coulomb=coulomb)
    start(c, J1=(-1, 0), J2=(0, 0))
    run = balanced(c, 4.0, method=method, rtol=1e-10)
    # Forward: 3 φ̈ = −9 φ − 0.3 from −1, while the clutch pushes: φ̈₁ < φ̈₂, that is, −9 φ > −0.3/2, up to φ = 1/60.
    slow, middle = np.sqrt(stiffness / 3), -coulomb / stiffness
    size = -1 - middle
    parts = np.arccos((coulomb / 2 / stiffness - middle) / size) / slow
    speed = -size * slow * np.sin(slow * parts)
    parted = [e.t for e in switched(run) if e.component == "C" and str(e.what) == "opens"]
    assert parted[0] == pytest.approx(parts, abs=1e-7)
    # Then the driven wheel runs out against its friction, and rests at the backstop.
    rest = coulomb / stiffness / 2 + speed**2 / 2 / (coulomb / 2)
    stopped = parts + speed / (coulomb / 2)
    first_swing = run.time < parts
    swing = middle + size * np.cos(slow * run.time)
    assert run["J1.angle"][first_swing] == pytest.approx(swing[first_swing], abs=1e-7)
    assert run["J2.angle"][first_swing] == pytest.approx(swing[first_swing] + 1, abs=1e-7)
    caught = next((e.t for e in switched(run) if e.component == "C" and str(e.what) == "closes" and e.t > parts), 9.0)
    alone = (run.time > parts) & (run.time < min(stopped, caught))
    out = run.time[alone] - parts
    assert run["J2.angle"][alone] == pytest.approx(1 + coulomb / 2 / stiffness + speed * out - coulomb / 4 * out**2, abs=1e-6)
    assert rest > 0 and np.diff(run["J2.angle"]).min() > -1e-10, "never back"


def hanging(*places, ropes):
    """Masses on one vertical line under a base, and ropes between them (0: the base)."""
    c = sliders(*(1.0 for _ in places), gravity=GRAVITY)
    for i, (one, other, length) in enumerate(ropes, start=1):
        c.add("dynamics.rope", f"R{i}", length=length)
        c.connect(f"R{i}.a", f"M{one}.1" if one else "Base.1")
        c.connect(f"R{i}.b", f"M{other}.1")
    start(c, **{f"J{i}": (place, 0) for i, place in enumerate(places, start=1)})
    return c


@METHODS
def test_ropes_in_series_become_taut_one_after_the_other(method):
    """Each mass falls freely until its rope is taut; the second then hangs on the first."""
    run = balanced(hanging(-0.9, -1.5, ropes=[(0, 1, 1.0), (1, 2, 1.0)]), 1.0, method=method, rtol=1e-10)
    assert [jump.t for jump in run.jumps] == pytest.approx(np.sqrt(2 * np.array([0.1, 0.5]) / GRAVITY), abs=1e-9)
    assert [run["R1.tension"][-1], run["R2.tension"][-1]] == pytest.approx([2 * GRAVITY, GRAVITY])
    assert [run["J1.travel"][-1], run["J2.travel"][-1]] == pytest.approx([-1, -2], abs=1e-9)


@METHODS
@pytest.mark.parametrize("ring", [False, True])
def test_ropes_that_become_taut_at_once(ring, method):
    """Both at the same time, and with a third one from the base to the lower mass that is as long as the two."""
    ropes = [(0, 1, 1.0), (1, 2, 1.0)] + [(0, 2, 2.0)] * ring
    run = balanced(hanging(-0.9, -1.9, ropes=ropes), 1.0, method=method, rtol=1e-10)
    assert [jump.t for jump in run.jumps] == pytest.approx([np.sqrt(0.2 / GRAVITY)], abs=1e-9)
    assert [run["J1.travel"][-1], run["J2.travel"][-1]] == pytest.approx([-1, -2], abs=1e-9)
    whole = run["R1.tension"][-1] + (run["R3.tension"][-1] if ring else 0)
    assert whole == pytest.approx(2 * GRAVITY)
    assert min(run[f"R{i}.tension"].min() for i in range(1, len(ropes) + 1)) >= 0


@METHODS
def test_friction_rests_against_a_closed_stop(method):
    """2 kg under 8 sin 3t − 2 N with 3 N of friction at a stop: it slips once the force exceeds 3 N, returns, hits the stop
    without a rebound, rests there although both the stop and the friction may carry the force, and repeats all that."""
    mass, limit, rate = 2.0, 3.0, 3.0
    c = sliders(mass)
    between(c, "dynamics.slide_stop", "S", "J1", lower=0, upper=9, restitution=0)
    between(c, "dynamics.slide_friction", "F", "J1", coulomb=limit)
    between(c, "sources.force", "P", "J1", law="8*sin(3*t)-2")
    run = balanced(c, 4.0, method=method, rtol=1e-10)

    def speed(t, begin, drag):
        return (-8 / rate * (np.cos(rate * t) - np.cos(rate * begin)) - (2 + drag) * (t - begin)) / mass

    leaves = np.arcsin(5 / 8) / rate
    turns = brentq(lambda t: speed(t, leaves, limit), leaves + 0.1, 2.0)
    far = quad(speed, leaves, turns, (leaves, limit))[0]
    hits = brentq(lambda t: far + quad(speed, turns, t, (turns, -limit))[0], turns + 0.01, 2.09)
    assert run.jumps[0].t == pytest.approx(hits, abs=1e-7)
    again = [e.t for e in switched(run) if e.component == "F" and str(e.what) == "slips"]
    assert again == pytest.approx([leaves, leaves + 2 * np.pi / rate], abs=1e-7)
    assert run["J1.travel"].max() == pytest.approx(far, rel=1e-3)
    resting = (run.time > hits + 1e-6) & (run.time < again[1])
    assert at_rest(run["J1.slide.speed"][resting]) and np.abs(run["J1.travel"][resting]).max() < 1e-9
    force = 8 * np.sin(3 * run.time) - 2
    assert np.all(run["S.lower_stop"] >= 0) and np.all(np.abs(run["F.a.force"]) <= limit * (1 + 1e-9))
    assert (force + run["S.lower_stop"] - run["F.a.force"])[resting] == pytest.approx(0, abs=1e-9)
