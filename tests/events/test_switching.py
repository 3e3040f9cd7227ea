"""Friction, stops, play, brakes, clutches and gears with losses on shafts and sliders, whole runs against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import mars
from mars.errors import RunError
from tests.helpers.paths import CIRCUITS
from tests.helpers.switching import GRAVITY, at_rest, balanced, between, shafts, sliders, start, switched, told

METHODS = pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])


# Impacts


@METHODS
def test_bouncing_ball(method):
    """From height h: t₁ = √(2h/g), then flights of 2eᵏt₁; they add up to t₁(1 + e)/(1 − e), when the ball lies still."""
    e, height, settle = 0.6, 1.3, 1e-4
    c = sliders(2.0, gravity=GRAVITY)
    between(c, "dynamics.slide_stop", "S", "J1", lower=0, upper=9, restitution=e, settle=settle)
    start(c, J1=(height, 0))
    run = balanced(c, 3.0, method=method)
    first = np.sqrt(2 * height / GRAVITY)
    count = int(np.ceil(np.log(settle / (GRAVITY * first)) / np.log(e)))  # the first speed back that is below `settle`
    times = first + 2 * first * np.cumsum([0, *e ** np.arange(1.0, count)])
    assert [jump.t for jump in run.jumps] == pytest.approx(times, abs=1e-9)
    assert [what for _, what in told(run)] == ["closes"]
    assert switched(run)[0].t == pytest.approx(first * (1 + e) / (1 - e), abs=2 * settle / GRAVITY / (1 - e))
    resting = run.time > switched(run)[0].t
    assert at_rest(run["J1.slide.speed"][resting]) and np.abs(run["J1.travel"][resting]).max() < 1e-12
    assert run["S.lower_stop"][resting] == pytest.approx(2 * GRAVITY) and np.all(run["S.lower_stop.on"][resting] == 1)
    assert np.all(run["S.lower_stop"][~resting] == 0)
    flying = run.time < first
    assert run["J1.travel"][flying] == pytest.approx(height - GRAVITY * run.time[flying] ** 2 / 2, abs=1e-10)
    assert run.ledger()["S"].lost == pytest.approx(2 * GRAVITY * height, rel=1e-7)


def test_two_stops_are_hit_at_the_same_time():
    """On two sliders by symmetry, and twice on one slider, where the two stops share the weight."""
    c = sliders(1.0, 1.0, 3.0, gravity=GRAVITY)
    for name, joint in (("S1", "J1"), ("S2", "J2"), ("S3", "J3"), ("S4", "J3")):
        between(c, "dynamics.slide_stop", name, joint, lower=0, upper=9, restitution=0.5 if name in ("S1", "S2") else 0)
    start(c, J1=(1, 0), J2=(1, 0), J3=(1, 0))
    run = balanced(c, 2.0)
    fall = np.sqrt(2 / GRAVITY)
    assert [jump.t for jump in run.jumps[:2]] == pytest.approx([fall, 2 * fall], abs=1e-10)
    assert np.count_nonzero(run.jumps[0].impulses) == 4 and np.count_nonzero(run.jumps[1].impulses) == 2
    assert np.array_equal(run["J1.travel"], run["J2.travel"])
    assert (run["S3.lower_stop"] + run["S4.lower_stop"])[-1] == pytest.approx(3 * GRAVITY)


@pytest.mark.parametrize(
    ("gap", "speeds"),
    [(1e-3, [0, 0, 1]), (0, [-1 / 3, 2 / 3, 2 / 3])],
    ids=["apart: one by one", "touching: all at once"],
)
def test_newtons_cradle(gap, speeds):
    """Equal masses, e = 1. All at once: P₁ and P₂ with v₂ − v₁ = 1 and v₃ = v₂ give P₁ = 4/3, P₂ = 2/3."""
    c = sliders(1, 1, 1)
    for i in (1, 2):
        between(c, "dynamics.slide_stop", f"S{i}", f"J{i}", f"J{i + 1}", lower=-9, upper=0, restitution=1)
    start(c, J1=(-0.5, 1), J2=(0, 0), J3=(gap, 0))
    run = balanced(c, 1.0)
    assert run.jumps[0].t == pytest.approx(0.5, abs=1e-10) and len(run.jumps) == (2 if gap else 1)
    assert [run[f"J{i}.slide.speed"][-1] for i in (1, 2, 3)] == pytest.approx(speeds, abs=1e-12)


def test_endless_bounces_are_named():
    """A stop that never settles: the component and the times are told."""
    c = sliders(1.0, gravity=GRAVITY)
    between(c, "dynamics.slide_stop", "Floor", "J1", lower=0, upper=9, restitution=0.5, settle=1e-30)
    start(c, J1=(1, 0))
    zeno = 3 * np.sqrt(2 / GRAVITY)
    with pytest.raises(RunError, match=r"Floor chatters: 100 switching events within \d.*e-0[67] s at t = 1.3545\d* s") as error:
        mars.simulate(c, 3.0)
    assert error.value.code == "chattering"
    assert error.value.run.time[-1] == pytest.approx(zeno, abs=1e-5)


@METHODS
def test_buffer_returns_the_restitution_asked_for(method):
    c = sliders(0.7)
    values = {"lower": -1, "upper": 0.2, "stiffness": 1e4, "restitution": 0.35, "impact_speed": 2.5}
    between(c, "dynamics.slide_buffer", "B", "J1", **values)
    start(c, J1=(0, 2.5))
    run = balanced(c, 0.3, method=method)
    assert run["J1.slide.speed"][-1] == pytest.approx(-0.35 * 2.5, rel=1e-6)
    assert [what for _, what in told(run)] == ["begins", "ends"] and switched(run)[0].t == pytest.approx(0.2 / 2.5, abs=1e-10)
    assert run.ledger()["B"].lost == pytest.approx(0.7 / 2 * 2.5**2 * (1 - 0.35**2), rel=1e-6)


@METHODS
def test_undamped_backlash_swings_to_and_fro(method):
    """No momentum is lost; free for play/v, in touch for half a swing π√(µ/k) of the reduced inertia µ, and back again."""
    one, two, play, stiffness, speed = 0.3, 0.5, 0.04, 2e3, 0.8
    c = shafts(one, two)
    between(c, "dynamics.backlash", "B", "J1", "J2", play=play, stiffness=stiffness, damping=0)
    start(c, J1=(-play / 2, speed), J2=(0, 0))
    run = balanced(c, 1.0, method=method)
    free, touch = play / speed, np.pi * np.sqrt(one * two / (one + two) / stiffness)
    times = [t for t, _ in told(run)]
    times = times[1:] if times[0] < free / 2 else times  # it may leave the flank it begins on
    wanted = [free + i // 2 * (free + touch) + i % 2 * touch for i in range(len(times))]
    assert len(times) > 15 and times == pytest.approx(wanted, abs=1e-6 if method == "radau" else 1e-8)
    momentum = one * run["J1.turn.speed"] + two * run["J2.turn.speed"]
    assert momentum == pytest.approx(np.full_like(momentum, one * speed), rel=1e-9)


# Dry friction


@METHODS
def test_oscillator_with_coulomb_friction(method):
    """Each half swing is one of ω = √(k/m) about ±F/k: the amplitude falls by 2F/k, until the spring cannot overcome F."""
    mass, stiffness, friction = 2.0, 800.0, 64.0
    c = sliders(mass)
    between(c, "dynamics.slide_spring", "K", "J1", stiffness=stiffness)
    between(c, "dynamics.slide_friction", "F", "J1", coulomb=friction)
    start(c, J1=(1, 0))
    run = balanced(c, 1.2, method=method)
    half, fall = np.pi * np.sqrt(mass / stiffness), 2 * friction / stiffness
    turns = 6  # 1 − 6·0.16 = 0.04 lies within F/k = 0.08
    assert [t for t, _ in told(run)] == pytest.approx(half * np.arange(1, turns + 1), abs=1e-7 if method == "radau" else 1e-9)
    assert [what for _, what in told(run)] == ["slips the other way"] * (turns - 1) + ["sticks"]
    rest = 1 - turns * fall
    moving = run.time < switched(run)[-1].t
    n = np.floor(run.time[moving] / half)
    centre = (-1) ** n * fall / 2
    swing = centre + (1 - (n + 0.5) * fall) * np.cos(np.pi * run.time[moving] / half)
    assert run["J1.travel"][moving] == pytest.approx(swing, abs=1e-5 if method == "radau" else 1e-7)
    assert run["J1.travel"][~moving] == pytest.approx(rest, abs=1e-6 if method == "radau" else 1e-8)
    assert np.ptp(run["J1.travel"][~moving]) < 1e-15 and at_rest(run["J1.slide.speed"][~moving])
    assert -run["F.hold"][~moving] == pytest.approx(stiffness * rest, rel=1e-5)  # of the force on the mass
    assert run.ledger()["F"].lost == pytest.approx(stiffness / 2 * (1 - rest**2), rel=1e-7)


@METHODS
def test_breakaway_under_a_growing_force(method):
    """The force r t reaches B C at t = BC/r; until then nothing moves. The slip after it is solved by SciPy."""
    mass, coulomb, breakaway, stribeck, viscous, growth = 3.0, 12.0, 1.5, 0.05, 4.0, 9.0
    c = sliders(mass)
    values = {"coulomb": coulomb, "breakaway": breakaway, "stribeck": stribeck, "viscous": viscous}
    between(c, "dynamics.slide_friction", "F", "J1", **values)
    between(c, "sources.force", "P", "J1", law=f"{growth}*t")
    start(c, J1=(0.3, 0))
    run = balanced(c, 4.0, method=method)
    release = breakaway * coulomb / growth
    assert told(run) == [(pytest.approx(release, abs=1e-9), "slips")]
    stuck = run.time <= release
    assert np.abs(run["J1.travel"][stuck] - 0.3).max() < 1e-14 and at_rest(run["J1.slide.speed"][stuck])
    assert np.abs(run["F.hold"][stuck]) == pytest.approx(growth * run.time[stuck], abs=1e-9)

    def law(t, y):
        friction = coulomb * (1 + (breakaway - 1) * np.exp(-((y[1] / stribeck) ** 2))) + viscous * y[1]
        return [y[1], (growth * t - friction) / mass]

    wanted = solve_ivp(law, (release, 4.0), [0.3, 0.0], method="DOP853", rtol=1e-11, atol=1e-13, t_eval=run.time[~stuck]).y
    tolerance = 1e-5 if method == "radau" else 1e-7
    assert run["J1.travel"][~stuck] == pytest.approx(wanted[0], abs=tolerance)
    assert run["J1.slide.speed"][~stuck] == pytest.approx(wanted[1], abs=tolerance)


@METHODS
def test_frictions_in_series_let_go_one_after_the_other(method):
    """Three equal wheels, torque t on the first, limits 3 and 1 between them and 0.5 at the last one's housing.

    All stay until T = 0.5. Together a = (T − 0.5)/3 and the second friction carries 0.5 + a: 1 at T = 2. Then two wheels have
    a = (T − 1)/2 and the first carries 1 + a: 3 at T = 5.
    """
    c = shafts(1, 1, 1)
    between(c, "sources.torque", "T", "J1", law="1 N·m/s * t")
    between(c, "dynamics.friction", "F12", "J1", "J2", coulomb=3)
    between(c, "dynamics.friction", "F23", "J2", "J3", coulomb=1)
    between(c, "dynamics.friction", "F3", "J3", coulomb=0.5)
    run = balanced(c, 6.0, method=method)
    assert [(e.component, e.what) for e in run.events] == [("F3", "slips"), ("F23", "slips"), ("F12", "slips")]
    assert [e.t for e in run.events] == pytest.approx([0.5, 2, 5], abs=1e-9)
    speeds = [run[f"J{i}.turn.speed"][-1] for i in (1, 2, 3)]
    together = 1.5**2 / 6  # of all at T = 2
    two = together + (4**2 - 1) / 4  # of the first two at T = 5
    assert speeds == pytest.approx([two + (3**2 - 2**2) / 2, two + 2, together + 0.5 * 4], rel=1e-9)


@METHODS
def test_frictions_side_by_side_carry_their_sum(method):
    """How they share the torque is open while all stick; the shaft stays until the torque reaches 1 + 3 + 2."""
    c = shafts(0.2)
    between(c, "sources.torque", "T", "J1", law="1 N·m/s * t")
    for name, limit in (("F1", 1), ("F2", 3), ("F3", 2)):
        between(c, "dynamics.friction", name, "J1", coulomb=limit)
    run = balanced(c, 7.0, method=method)
    stuck = run.time <= 6
    assert at_rest(run["J1.turn.speed"][stuck]) and run["J1.turn.speed"][-1] == pytest.approx(0.5 / 0.2, rel=1e-9)
    assert max(e.t for e in run.events) == pytest.approx(6, abs=1e-9)


@pytest.mark.slow
def test_arm_with_dry_friction_comes_to_rest_and_stays():
    """Seven joints: in the end each friction holds the weight beyond it, and all energy has gone into the frictions."""
    c = mars.load(CIRCUITS / "panda.mars")
    limits = [20, 60, 20, 40, 10, 10, 5]
    for i, limit in enumerate(limits, start=1):
        between(c, "dynamics.friction", f"F{i}", f"KN{i}", coulomb=limit, breakaway=1.2)
    run = balanced(c, 3.0, times=np.linspace(0, 3, 301))
    last = switched(run)[-1]
    assert last.what == "sticks" and last.t < 2
    resting = run.time > last.t
    for i, limit in enumerate(limits, start=1):
        assert [what for _, what in told(run, f"F{i}")][-1:] in ([], ["sticks"])
        assert at_rest(run[f"KN{i}.turn.speed"][resting]) and np.ptp(run[f"KN{i}.angle"][resting]) < 1e-13
        assert np.all(np.abs(run[f"F{i}.hold"][resting]) <= 1.2 * limit) and np.all(run[f"F{i}.hold.on"][resting] == 1)
    assert 7 <= len(run.events) < 40
    ledger = run.ledger()
    assert sum(ledger[f"F{i}"].lost for i in range(1, 8)) == pytest.approx(-ledger.stored, rel=1e-7)


def test_an_impact_tears_friction_loose():
    """Friction F takes no impulse: m₂ bounces with −e v, m₁ goes on with v. They stick again after (1 + e)v/(F/m₁ + F/m₂)."""
    c = sliders(1.0, 2.0)
    between(c, "dynamics.slide_friction", "F", "J1", "J2", coulomb=5)
    between(c, "dynamics.slide_stop", "S", "J2", lower=-9, upper=0.5, restitution=0.6)
    start(c, J1=(0, 1), J2=(0, 1))
    run = balanced(c, 1.0)
    assert told(run, "F") == [(pytest.approx(0.5), "slips"), (pytest.approx(0.5 + 1.6 / 7.5, abs=1e-9), "sticks")]
    assert (
        run["J1.slide.speed"][-1] == pytest.approx((1 - 2 * 0.6) / 3) and run["J2.slide.speed"][-1] == run["J1.slide.speed"][-1]
    )
    assert run.ledger()["F"].lost == pytest.approx(1 * 2 / 3 * 1.6**2 / 2, rel=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("closes", [0.0, 0.5])
def test_what_is_gripped_is_lifted_off_its_stop(closes):
    """A slider at rest on its stop is gripped by one with a given motion upwards: the stop opens at once."""
    c = sliders(1.0, 1.0, gravity=GRAVITY)
    between(c, "dynamics.slide_stop", "S", "J1", lower=0, upper=9)
    between(c, "sources.slide_movement", "P", "J2", law=f"0.1*(1 - cos(t - {closes}))")
    c.add("dynamics.grip", "G", closed={"law": "step", "time": closes, "after": 1})
    c.connect("G.a", "M2.1")
    c.connect("G.b", "M1.1")
    start(c, J1=(0, 0))
    run = balanced(c, 2.0)
    held = run.time > closes
    assert run["J1.travel"][held] == pytest.approx(0.1 * (1 - np.cos(run.time[held] - closes)), abs=1e-9)
    assert np.all(run["S.lower_stop"][held] == 0)
    assert run["G.force.1"][held] == pytest.approx(GRAVITY + 0.1 * np.cos(run.time[held] - closes), abs=1e-7)


# Brakes, clutches, gears


@METHODS
def test_brake_by_schedule(method):
    """Pressed to 40 % at t = 1 it stops the wheel in Jω/(0.4 C), holds against a torque, and lets it go at t = 3."""
    inertia, speed, capacity, torque = 0.5, 6.0, 10.0, 3.0
    c = shafts(inertia)
    command = "if(t < 1, 0, if(t < 3, 0.4, 0))"
    between(c, "dynamics.brake", "B", "J1", capacity=capacity, command=command)
    between(c, "sources.torque", "T", "J1", law={"law": "step", "time": 2.5, "after": torque})
    start(c, J1=(0, speed))
    run = balanced(c, 4.0, method=method)
    stop = 1 + inertia * speed / (0.4 * capacity)
    assert (pytest.approx(stop, abs=1e-9), "sticks") in told(run)
    held = (run.time > stop) & (run.time < 3)
    assert at_rest(run["J1.turn.speed"][held])
    assert run["B.hold"][held] == pytest.approx(np.where(run.time[held] < 2.5, 0, torque), abs=1e-9)
    assert run["J1.turn.speed"][-1] == pytest.approx(torque / inertia, rel=1e-8)
    assert run.ledger()["B"].lost == pytest.approx(inertia * speed**2 / 2, rel=1e-7)


@METHODS
def test_one_way_clutch_overruns(method):
    """a turns with cos t; b (inertia J, load −T) is taken along while −sin t > −T/J, runs on with −T/J and meets a again."""
    inertia, load = 2.0, 1.0
    c = shafts(1.0, inertia)
    between(c, "dynamics.one_way_clutch", "C", "J1", "J2")
    between(c, "sources.velocity", "W", "J1", law="1 rad/s * cos(t * 1 rad/s)")
    between(c, "sources.torque", "T", "J2", law=-load)
    start(c, J2=(0, 1))
    run = balanced(c, 6.0, method=method)
    leaves = np.arcsin(load / inertia)
    runs_on = lambda t: np.cos(leaves) - load / inertia * (t - leaves)  # noqa: E731
    meets = brentq(lambda t: runs_on(t) - np.cos(t), 3, 6)
    assert told(run) == [(pytest.approx(leaves, abs=1e-7), "opens"), (pytest.approx(meets, abs=1e-7), "closes")]
    free = (run.time > leaves) & (run.time < meets)
    wanted = np.where(free, runs_on(run.time), np.cos(run.time))
    assert run["J2.turn.speed"] == pytest.approx(wanted, abs=1e-7)
    # At the meeting both have the same speed: nothing is lost there.
    assert run["C.hold"][~free] == pytest.approx(load - inertia * np.sin(run.time[~free]), abs=1e-7)


@METHODS
def test_ratchet_moves_forward_only(method):
    """Force −F₀ − F sin t: held until sin t = −F₀/F, then on until ∫ force = 0, and held again."""
    mass, drag, force = 1.5, 1.0, 4.0
    c = sliders(mass)
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    between(c, "sources.force", "P", "J1", law=f"-{drag} - {force}*sin(t)")
    begins = np.pi + np.arcsin(drag / force)
    speed = lambda t: (-drag * (t - begins) + force * (np.cos(t) - np.cos(begins))) / mass  # noqa: E731
    ends = brentq(speed, begins + 1, begins + 5)
    wanted = [(pytest.approx(begins, abs=1e-7), "opens"), (pytest.approx(ends, abs=1e-7), "closes")]
    run = balanced(c, ends + 1, method=method)
    assert told(run) == wanted
    held = (run.time < begins) | (run.time > ends)
    assert at_rest(run["J1.slide.speed"][held])
    assert run["J1.slide.speed"][~held] == pytest.approx(speed(run.time[~held]), rel=1e-6, abs=1e-7)


@METHODS
def test_lossy_gear_loses_both_ways(method):
    """α = n p T/(J + n² p Jₘ) of the load, where p = η while the motor drives and 1/η while the load drives the motor.

    A braking torque turns the motion round at t₁ = ω₀/|α|; from then on the motor drives.
    """
    motor, load, ratio, efficiency, torque, speed = 0.01, 4.0, 8.0, 0.7, -0.5, 1.5
    c = shafts(load)
    c.add("dynamics.lossy_gear", "G", ratio=ratio, efficiency=efficiency)
    c.add("dynamics.rotor", "R", inertia=motor)
    c.add("sources.torque", "T", law=torque)
    c.connect("T.turn", "R.shaft", "G.a")
    c.connect("G.b", "J1.turn")
    start(c, J1=(0, speed))
    run = balanced(c, 4.0, method=method)
    back, forth = (ratio * p * torque / (load + ratio**2 * p * motor) for p in (1 / efficiency, efficiency))
    turns = -speed / back
    assert told(run) == [(pytest.approx(turns, abs=1e-9), "slips the other way")]
    wanted = np.where(run.time < turns, speed + back * run.time, forth * (run.time - turns))
    assert run["J1.turn.speed"] == pytest.approx(wanted, abs=1e-9)
    into_gear = [load * back * speed**2 / (2 * back), load * (forth * (4 - turns)) ** 2 / 2]  # work between gear and load
    lost = [abs(into_gear[0]) * (1 - efficiency), into_gear[1] * (1 / efficiency - 1)]
    assert run.ledger()["G"].lost == pytest.approx(sum(lost), rel=1e-7)


# Examples


def example(name):
    return mars.load(CIRCUITS / f"{name}.mars")


@METHODS
def test_stick_slip_has_the_period_of_its_closed_form(method):
    """The block is at C/k + A when it breaks away, A = (B − 1)C/k, and at C/k − A when the belt, of speed V, catches it again.

    In between x = C/k + A cos ωt + (V/ω) sin ωt until the speed is V again: tan(ωt/2) = −Aω/V. So the period is
    2A/V + (2/ω)(π − atan(Aω/V)), if the friction falls at once: Stribeck's speed → 0 (the rest goes with its square root).
    """
    c = example("stick_slip")
    c.set("Friction.stribeck", 1e-6)
    run = balanced(c, 6.0, method=method)
    amplitude, w, speed = 0.5 * 4 / 100, 10.0, 0.1
    slips, sticks = ([t for t, what in told(run) if what == word] for word in ("slips", "sticks"))
    slip = 2 / w * (np.pi - np.arctan(amplitude * w / speed))
    assert len(slips) == 7 and slips[0] == pytest.approx(0.6, abs=1e-9)
    assert np.diff(slips) == pytest.approx(slip + 2 * amplitude / speed, abs=2e-4)
    assert np.array(sticks) - slips[: len(sticks)] == pytest.approx(slip, abs=2e-4)


@pytest.mark.slow
def test_stick_slip_as_drawn():
    """The slip with Stribeck's fall by SciPy, from the release at 0.6 s until the block has the belt's speed again."""

    def law(_, y):
        rate = 0.1 - y[1]  # of the belt against the block
        return [y[1], 4 * (1 + 0.5 * np.exp(-((rate / 1e-3) ** 2))) - 100 * y[0]]

    def caught(t, y):
        return y[1] - 0.1 if t > 0.7 else -1.0

    caught.terminal = True
    slip = solve_ivp(law, (0.6, 2), [0.06, 0.1 - 1e-12], method="DOP853", rtol=1e-12, atol=1e-14, events=caught, max_step=1e-3)
    run = balanced(example("stick_slip"))
    assert told(run)[:2] == [(pytest.approx(0.6, abs=1e-9), "slips"), (pytest.approx(slip.t[-1], abs=1e-5), "sticks")]
    stuck = run["Friction.hold.on"] == 1
    assert run["KN1.slide.speed"][stuck] == pytest.approx(0.1, abs=1e-15)


def test_backlash_drive_swings_freely_without_motor_and_damping():
    """With n²J of the rotor for the first inertia: free for play/v, in touch for π√(µ/k), no momentum lost."""
    c = example("backlash_drive")
    for name in ("Play.damping", "Damper.damping"):
        c.set(name, 0)
    c.set("Motor.law", 0)
    c.set_start("KN1.turn.speed", 1.0)
    rotor, load, play = 1e-4 * 20**2, 0.12, np.deg2rad(2)
    run = balanced(c, 1.0)
    touch = np.pi * np.sqrt(rotor * load / (rotor + load) / 2000)
    times = [t for t, _ in told(run)]
    assert len(times) > 20 and times == pytest.approx(
        [play / 2 + i // 2 * (play + touch) + i % 2 * touch for i in range(len(times))], abs=1e-7
    )
    momentum = rotor * run["Play.a.speed"] + load * run["KN1.turn.speed"]
    assert momentum == pytest.approx(np.full_like(momentum, load), rel=1e-8)


def test_backlash_drive_as_drawn():
    """Rotor and load by SciPy; the motor's work is the energy kept and lost."""
    rotor, load, play = 1e-4 * 20**2, 0.12, np.deg2rad(2)

    def law(t, y):
        twist, rate = y[0] - y[1], y[2] - y[3]
        depth, sense = abs(twist) - play / 2, np.sign(twist)
        flank = sense * max(0.0, 2000 * depth + 3 * rate * sense) if depth > 0 else 0.0
        return [y[2], y[3], (20 * 0.1 * np.sin(2 * np.pi * t) - flank) / rotor, (flank - 0.1 * y[3]) / load]

    run = balanced(example("backlash_drive"))
    until = 0.5  # each bounce magnifies what SciPy loses at the corners of the law
    wanted = solve_ivp(
        law, (0, until), np.zeros(4), method="DOP853", rtol=1e-11, atol=1e-13, max_step=1e-4, t_eval=run.time[run.time <= until]
    ).y
    for name, values in zip(("Play.a.angle", "KN1.angle", "Play.a.speed", "KN1.turn.speed"), wanted, strict=True):
        assert run[name][: values.size] == pytest.approx(values, abs=1e-4 * np.abs(values).max()), name
    assert np.abs(run["Play.a.torque"]).max() > 3 * 20 * 0.1  # the flanks feel far more than the motor gives
