"""Contacts, ropes and grips between bodies, whole runs against closed forms and conserved momentum."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mars
from mars.document.circuit import Circuit
from mars.errors import RunError
from tests.helpers.paths import CIRCUITS
from tests.helpers.switching import GRAVITY, at_rest, balanced, sliders, start, switched, told

RADIUS, MASS = 0.2, 3.0
PRESSED = MASS * GRAVITY / 1e5  # depth at which a contact of 1e5 N/m carries the weight


def thrown(body="bodies.sphere", place=(0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0), gravity=(0, 0, -GRAVITY), **values):
    """A body M that moves freely in space, on the joint J."""
    c = Circuit("free body", gravity=list(gravity))
    c.add("bodies.base", "Base")
    c.add("joints.free", "J")
    values = values or ({"radius": RADIUS, "mass": MASS} if body == "bodies.sphere" else {"mass": MASS, "inertia": [1, 1, 1]})
    c.add(body, "M", **values)
    c.connect("Base.1", "J.1")
    c.connect("J.2", "M.1")
    for axis, r, v, w in zip("xyz", place, velocity, spin, strict=True):
        c.set_start(f"J.{axis}", r)
        c.set_start(f"J.slide_{axis}.speed", v)
        c.set_start(f"J.turn_{axis}.speed", w)
    return c


def touching(circuit, kind="dynamics.contact", plane=None, **values):
    """A contact X between the body and a plane, of the world or of a base."""
    circuit.add(kind, "X", **values)
    circuit.connect("X.b", "M.1")
    if plane:
        circuit.connect("X.a", plane)


def vectors(run, port, letter):
    return np.stack([run[f"{port}.{letter}.{axis}"] for axis in "xyz"], axis=-1)


# Contacts


def test_ball_bounces_on_a_rigid_plane():
    """As on a slider, whatever it does along the plane and however it spins; in the end the plane carries its weight."""
    e = 0.5
    c = thrown(place=(0, 0, 1 + RADIUS), velocity=(0.7, -0.2, 0), spin=(1, 2, 3))
    touching(c, "dynamics.rigid_contact", radius=RADIUS, restitution=e)
    run = balanced(c, 2.0)
    first = np.sqrt(2 / GRAVITY)
    times = [jump.t for jump in run.jumps]
    assert times == pytest.approx(first + 2 * first * np.cumsum([0, *e ** np.arange(1.0, len(times))]), abs=1e-9)
    (closing,) = switched(run)
    assert closing.what == "closes" and closing.t == pytest.approx(3 * first, abs=4e-4)
    resting = run.time > closing.t
    assert run["X.hold"][resting] == pytest.approx(MASS * GRAVITY) and run["J.z"][resting] == pytest.approx(RADIUS, abs=1e-12)
    assert run["J.slide_x.speed"] == pytest.approx(0.7, abs=1e-12) and run["J.turn_y.speed"] == pytest.approx(2, abs=1e-12)


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
def test_sphere_slides_and_then_rolls(method):
    """µg slows it down and spins it up by 5µg/(2r): it rolls from t = 2v₀/(7µg) with 5v₀/7; 2/7 of the energy is lost."""
    speed, friction = 2.0, 0.25
    c = thrown(place=(0, 0, RADIUS - PRESSED), velocity=(speed, 0, 0))
    touching(c, radius=RADIUS, friction=friction)
    run = balanced(c, 1.0, method=method)
    rolls = 2 * speed / (7 * friction * GRAVITY)
    assert told(run) == [(pytest.approx(rolls, abs=1e-7), "sticks")]
    slow_down = np.minimum(run.time, rolls) * friction * GRAVITY
    assert run["J.slide_x.speed"] == pytest.approx(speed - slow_down, abs=1e-6)
    assert run["J.turn_y.speed"] == pytest.approx(2.5 * slow_down / RADIUS, abs=1e-5)
    assert run["J.slide_x.speed"][-1] == pytest.approx(5 / 7 * speed, rel=1e-7)
    assert run.ledger()["X"].lost == pytest.approx(MASS * speed**2 / 7, rel=1e-6)


@pytest.mark.parametrize("slope, stays", [(0.299, True), (0.301, False)])
def test_point_on_an_incline_stays_up_to_the_angle_of_friction(slope, stays):
    """tan α = µ is the limit; beyond it a = g (sin α − µ cos α)."""
    angle = np.arctan(slope)
    down = np.array([np.cos(angle), 0, -np.sin(angle)])
    normal = np.array([np.sin(angle), 0, np.cos(angle)])
    c = thrown("bodies.body", place=-PRESSED * np.cos(angle) * normal)
    touching(c, normal=list(normal), friction=0.3)
    run = mars.simulate(c, 2.0)
    assert abs(run.ledger().residual) < 1e-9  # absolute: next to nothing is turned over while it stays
    way = vectors(run, "M.1", "r") @ down
    pull = 0 if stays else GRAVITY * (np.sin(angle) - 0.3 * np.cos(angle))
    assert way == pytest.approx(pull * run.time**2 / 2, abs=1e-9)
    assert run["X.hold.on"][-1] == stays
    force = np.hypot(*(run[f"X.hold.{i}"][-1] for i in (1, 2)))
    assert force == pytest.approx(MASS * GRAVITY * np.sin(angle) if stays else 0)


def test_point_thrown_across_an_incline_takes_a_curved_path():
    """Friction acts against the slip, whose direction turns downhill; the same law by SciPy."""
    angle, friction = 0.4, 0.3
    down, across = np.array([np.cos(angle), 0, -np.sin(angle)]), np.array([0, 1, 0])
    normal = np.array([np.sin(angle), 0, np.cos(angle)])
    velocity = 1.5 * across - 0.5 * down
    c = thrown("bodies.body", place=-PRESSED * np.cos(angle) * normal, velocity=velocity)
    touching(c, normal=list(normal), friction=friction)
    run = balanced(c, 2.0)

    def law(_, y):
        pull = np.array([GRAVITY * np.sin(angle), 0]) - friction * GRAVITY * np.cos(angle) * y[2:] / np.hypot(*y[2:])
        return [*y[2:], *pull]

    wanted = solve_ivp(law, (0, 2), [0, 0, -0.5, 1.5], method="DOP853", rtol=1e-12, atol=1e-13, t_eval=run.time).y
    found = vectors(run, "M.1", "r")
    assert found @ down == pytest.approx(wanted[0], abs=1e-7) and found @ across == pytest.approx(wanted[1], abs=1e-7)
    assert all(what == "slips the other way" for _, what in told(run))


def test_slip_in_a_plane_ends_at_rest():
    """On the level the path is straight and ends after v/(µg), also when it is not along an axis."""
    velocity, friction = np.array([0.6, -0.8, 0]), 0.2
    c = thrown("bodies.body", place=(0, 0, -PRESSED), velocity=velocity)
    touching(c, friction=friction)
    run = balanced(c, 1.0)
    stops = 1 / (friction * GRAVITY)
    assert told(run) == [(pytest.approx(stops, abs=1e-7), "sticks")]
    assert vectors(run, "M.1", "r")[-1] == pytest.approx([*(velocity * stops / 2)[:2], -PRESSED], abs=1e-7)
    assert at_rest(vectors(run, "M.1", "v")[run.time > stops, :2])


def test_sphere_on_a_plane_that_speeds_up():
    """Rolling on a plane of acceleration A, a sphere follows with 2A/7."""
    c = thrown(place=(0, 0, RADIUS - PRESSED))
    c.add("bodies.base", "Table", travel_x="0.4*t^2")
    touching(c, plane="Table.1", radius=RADIUS, friction=0.5)
    run = balanced(c, 2.0)
    assert run.events == [] and run["J.x"] == pytest.approx(2 / 7 * 0.4 * run.time**2, abs=1e-9)


def test_sphere_on_a_turntable_rolls_in_circles():
    """The classic: whatever its start, the centre circles with 2/7 of the table's speed."""
    turn, place, velocity = 3.0, np.array([0.3, 0.1]), np.array([0.2, -0.4])
    no_slip = [(turn * place[0] - velocity[1]) / RADIUS, (velocity[0] + turn * place[1]) / RADIUS, 0]
    c = thrown(place=(*place, RADIUS - PRESSED), velocity=(*velocity, 0), spin=no_slip)
    c.add("bodies.base", "Table", rotation=f"{turn}*t")
    touching(c, plane="Table.1", radius=RADIUS, friction=0.8)
    run = balanced(c, 4.0)
    w = 2 / 7 * turn
    centre = place + np.array([-velocity[1], velocity[0]]) / w
    c_, s_ = np.cos(w * run.time), np.sin(w * run.time)
    x, y = place - centre
    assert run.events == []
    assert run["J.x"] == pytest.approx(centre[0] + x * c_ - y * s_, abs=1e-8)
    assert run["J.y"] == pytest.approx(centre[1] + x * s_ + y * c_, abs=1e-8)


# Ropes


def on_a_rope(place, velocity=(0, 0), kind="dynamics.rope", **values):
    """A point mass M in the plane, held to the origin by a rope X; gravity along −y."""
    c = Circuit("rope", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.planar", "J")
    c.add("bodies.body", "M", mass=MASS, inertia=[0, 0, 1])
    c.add(kind, "X", **values)
    c.connect("Base.1", "J.1", "X.a")
    c.connect("J.2", "M.1", "X.b")
    for i, r, v in zip((1, 2), place, velocity, strict=True):
        c.set_start(f"J.travel_{i}", r)
        c.set_start(f"J.slide_{i}.speed", v)
    return c


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
def test_rope_becomes_taut_with_a_jerk_and_then_swings(method):
    """From (0.6, 0) it falls free to (0.6, −0.8); the jerk takes the speed along the rope; then 2g(y₀ − y) = v² − v₀²."""
    run = balanced(on_a_rope((0.6, 0), length=1, restitution=0), 1.5, method=method)
    falls = np.sqrt(1.6 / GRAVITY)
    assert told(run) == [(pytest.approx(falls, abs=1e-9), "closes")]
    assert run.ledger()["X"].lost == pytest.approx(MASS / 2 * (0.8 * GRAVITY * falls) ** 2, rel=1e-7)
    taut = run.time > falls
    x, y = run["J.travel_1"][taut], run["J.travel_2"][taut]
    square = run["J.slide_1.speed"][taut] ** 2 + run["J.slide_2.speed"][taut] ** 2
    assert np.hypot(x, y) == pytest.approx(1, abs=1e-10)
    assert square == pytest.approx((0.6 * GRAVITY * falls) ** 2 - 2 * GRAVITY * (y + 0.8), abs=1e-5)
    assert run["X.tension"][taut] == pytest.approx(MASS * (square - GRAVITY * y), rel=1e-5)
    assert np.all(run["X.tension"][~taut] == 0)


def test_rope_goes_slack_above_the_middle():
    """With v₀² = 3.5 gl at the bottom the tension ends at the height (v₀² − 2gl)/3g = l/2, and the mass flies a parabola."""
    run = balanced(on_a_rope((0, -1), (np.sqrt(3.5 * GRAVITY), 0), length=1), 1.6)
    slack, closes = switched(run)[:2]
    assert (slack.what, closes.what) == ("opens", "closes")
    at = mars.simulate(on_a_rope((0, -1), (np.sqrt(3.5 * GRAVITY), 0), length=1), times=[slack.t])
    assert at["J.travel_2"][-1] == pytest.approx(0.5, abs=1e-8)
    # x = √3/2 − v t/2, y = 1/2 + v t √3/2 − g t²/2 with v² = gl/2 is at the distance l again after t = 2√3 v/g.
    speed = np.sqrt(GRAVITY / 2)
    assert closes.t - slack.t == pytest.approx(2 * np.sqrt(3) * speed / GRAVITY, abs=1e-7)


def test_swinging_onto_a_floor_slackens_the_rope():
    """The floor takes the speed down and no more: the rope cannot push, and the mass slides on inwards."""
    c = on_a_rope((1, 0), length=1)
    c.add("bodies.base", "Ground", place=[0, -0.8, 0])
    c.add("dynamics.rigid_contact", "Floor", normal=[0, 1, 0])
    c.connect("Floor.a", "Ground.1")
    c.connect("Floor.b", "M.1")
    run = balanced(c, 1.0)
    (landing,) = [t for t, what in told(run, "Floor") if what == "closes"]
    assert [t for t, what in told(run, "X") if what == "opens"][:1] == [landing]
    after = (run.time > landing) & (run["J.travel_1"] > -0.6)
    assert run["J.slide_1.speed"][after] == pytest.approx(-0.8 * np.sqrt(1.6 * GRAVITY), rel=1e-7)
    assert run["X.tension"][after] == pytest.approx(0, abs=1e-12)
    assert run.ledger()["Floor"].lost == pytest.approx(MASS / 2 * 0.36 * 1.6 * GRAVITY, rel=1e-7)


def test_elastic_rope_throws_back():
    """Without damping: free fall to the length l, half a swing of ω = √(k/m) with v₀ = √(2gl), free flight to the start."""
    stiffness, length = 3000.0, 0.5
    run = balanced(on_a_rope((0, 0), kind="dynamics.elastic_rope", length=length, stiffness=stiffness), 1.4)
    falls, w = np.sqrt(2 * length / GRAVITY), np.sqrt(stiffness / MASS)
    # y = −(g/ω²)(1 − cos ωt) − (v₀/ω) sin ωt below the length is zero again where tan(ωt/2) = −v₀ω/g.
    taut = 2 / w * (np.pi - np.arctan(GRAVITY * falls * w / GRAVITY))
    wanted = [falls, falls + taut, 3 * falls + taut, 3 * falls + 2 * taut]
    assert [t for t, _ in told(run)][:4] == pytest.approx(wanted, abs=1e-7)


# Grips


def test_grip_of_two_masses_conserves_momentum():
    """Plastic: v = (m₁v₁ + m₂v₂)/(m₁ + m₂), µ(v₁ − v₂)²/2 is lost; after letting go both keep the speed."""
    c = sliders(2.0, 3.0)
    c.add("dynamics.grip", "G", closed="if(t < 1, 0, if(t < 2, 1, 0))")
    c.connect("G.a", "M1.1")
    c.connect("G.b", "M2.1")
    c.add("sources.force", "P", law={"law": "step", "time": 2.5, "after": 6})
    c.connect("P.slide", "J1.slide")
    start(c, J1=(-3, 4), J2=(0, -1))
    run = balanced(c, 3.0)
    assert told(run) == [(1.0, "grips"), (2.0, "releases")]
    common = (2 * 4 - 3 * 1) / 5
    together = (run.time > 1) & (run.time < 2)
    assert run["J1.slide.speed"][together] == pytest.approx(common) and run["J2.slide.speed"][together] == pytest.approx(common)
    assert np.ptp((run["J2.travel"] - run["J1.travel"])[together]) < 1e-12
    assert run["J1.slide.speed"][-1] == pytest.approx(common + 1.5) and run["J2.slide.speed"][-1] == pytest.approx(common)
    assert run.ledger()["G"].lost == pytest.approx(2 * 3 / 5 * 5**2 / 2)


def two_bodies(**grip):
    """Two free bodies that spin and drift without gravity; a grip G between their points, closed from t = 0.5."""
    c = Circuit("two bodies", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    for i, (mass, x) in enumerate(((2, -0.3), (3, 0.4)), start=1):
        c.add("joints.free", f"J{i}")
        c.add("bodies.body", f"M{i}", mass=mass, inertia=[0.2, 0.3, 0.4], points={"2": [-x, 0.02 * i, 0]})
        c.connect("Base.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"M{i}.1")
        c.set_start(f"J{i}.x", x)
        for j, axis in enumerate("xyz"):
            c.set_start(f"J{i}.slide_{axis}.speed", 0.1 * (-1) ** i * (j - 1))
            c.set_start(f"J{i}.turn_{axis}.speed", 0.3 * (i + j) * (-1) ** j)
    c.add("dynamics.grip", "G", closed={"law": "step", "time": 0.5, "after": 1}, **grip)
    c.connect("G.a", "M1.2")
    c.connect("G.b", "M2.2")
    return c


def momenta(run):
    """Momentum, and angular momentum about the origin, at each output time."""
    linear, angular = 0, 0
    for i, mass in ((1, 2), (2, 3)):
        r, v, w = (vectors(run, f"M{i}.1", letter) for letter in "rvw")
        R = np.stack([np.stack([run[f"M{i}.1.R.{a}{b}"] for b in "xyz"], axis=-1) for a in "xyz"], axis=-2)
        spin = np.einsum("tij,j,tkj,tk->ti", R, [0.2, 0.3, 0.4], R, w)
        linear, angular = linear + mass * v, angular + mass * np.cross(r, v) + spin
    return linear, angular


@pytest.mark.slow
@pytest.mark.parametrize("holds", ["weld", "ball", "hinge", "slider"])
def test_grip_in_space_conserves_momentum_and_keeps_what_it_holds(holds):
    run = balanced(two_bodies(joint=holds, axis=[0, 0.6, 0.8]), 2.0)
    for momentum in momenta(run):
        assert momentum == pytest.approx(np.tile(momentum[0], (run.time.size, 1)), abs=1e-9)
    held = run.time > 0.5
    R1 = np.stack([np.stack([run[f"M1.1.R.{a}{b}"] for b in "xyz"], axis=-1) for a in "xyz"], axis=-2)[held]
    offset = np.einsum("tji,tj->ti", R1, (vectors(run, "M2.2", "r") - vectors(run, "M1.2", "r"))[held])
    turning = np.einsum("tji,tj->ti", R1, (vectors(run, "M2.1", "w") - vectors(run, "M1.1", "w"))[held])
    axis = np.array([0, 0.6, 0.8])
    free_way = {"slider": np.outer(axis, axis)}.get(holds, np.zeros((3, 3)))
    free_turn = {"ball": np.eye(3), "hinge": np.outer(axis, axis)}.get(holds, np.zeros((3, 3)))
    assert np.ptp(offset @ (np.eye(3) - free_way), axis=0) == pytest.approx(0, abs=1e-9)
    assert turning @ (np.eye(3) - free_turn) == pytest.approx(np.zeros_like(turning), abs=1e-9)
    assert holds == "weld" or max(np.ptp(offset), np.abs(turning).max()) > 0.01  # it does move


def test_grip_as_drawn_refuses_what_is_out_of_reach():
    with pytest.raises(
        RunError, match=r"G: commanded to close at t = 0.5 s, but the gap of 0\.\d+ m exceeds its reach of 0.001 m"
    ) as caught:
        mars.simulate(two_bodies(takes="as drawn"), 1.0)
    assert caught.value.code == "out-of-reach"


def test_grip_as_drawn_brings_points_together():
    """1 mm apart at the closing, within a reach of 2 mm: the small gap is closed, and stays so."""
    c = sliders(1.0, 1.0)
    c.add("dynamics.grip", "G", closed={"law": "step", "time": 1, "after": 1}, takes="as drawn", reach=0.002)
    c.connect("G.a", "M1.1")
    c.connect("G.b", "M2.1")
    start(c, J1=(0, 0), J2=(0.101, -0.1))
    run = balanced(c, 2.0)
    assert (run["J2.travel"] - run["J1.travel"])[run.time > 1] == pytest.approx(0, abs=1e-10)
    assert run["J1.slide.speed"][-1] == pytest.approx(-0.05)


@pytest.mark.parametrize("pause", [0.3, 0.5, 0.8, 1.2, 1.5])
def test_a_resumed_run_grips_and_lets_go_with_the_same_bits(pause, tmp_path):
    """Paused before the grip, at its closing, while it holds, at its letting go and after; at corners of its law."""
    c = two_bodies()
    c.set("G.closed", "if(t < 0.3, 0, if(t < 0.5, 0.1, if(t < 0.8, 1, if(t < 1.2, 0.9, if(t < 1.5, 0.1, 0)))))")
    whole = mars.simulate(c, 2.0, times=[2.0], max_step=0.002)
    mars.simulate(c, pause, max_step=0.002).snapshot().save(tmp_path / "pause.json")
    snapshot = mars.Snapshot.load(tmp_path / "pause.json")
    resumed = mars.simulate(c, 2.0, times=[2.0], resume=snapshot, max_step=0.002)
    assert np.array_equal(resumed.states, whole.states)
    assert [e for e in whole.events if e.t > pause] == [e for e in resumed.events if e.t > pause]


@pytest.mark.parametrize("pause", [0.05, 0.5])
def test_a_resumed_run_slips_and_sticks_with_the_same_bits(pause):
    """Paused while it slips and while it rolls, at corners of a law."""
    c = thrown(place=(0, 0, RADIUS - PRESSED), velocity=(1, 0.5, 0))
    touching(c, radius=RADIUS, friction=0.3)
    c.add("sources.wrench", "P", force_x="if(t < 0.05, 0, if(t < 0.5, 0.1, 0.2))")
    c.connect("P.1", "M.1")
    whole = mars.simulate(c, 1.0, times=[1.0], max_step=4e-4)
    snapshot = mars.simulate(c, pause, max_step=4e-4).snapshot()
    resumed = mars.simulate(c, 1.0, times=[1.0], resume=snapshot, max_step=4e-4)
    assert np.array_equal(resumed.states, whole.states)


# Examples


def test_bouncing_ball_example_comes_to_rest_when_its_note_says():
    run = balanced(mars.load(CIRCUITS / "bouncing_ball.mars"))
    first, e = np.sqrt(2 / GRAVITY), 0.7
    assert [jump.t for jump in run.jumps[:5]] == pytest.approx(
        first + 2 * first * np.cumsum([0, *e ** np.arange(1.0, 5)]), abs=1e-9
    )
    assert told(run) == [(pytest.approx(first * (1 + e) / (1 - e), abs=1e-3), "closes")]
    assert run["Floor.hold"][-1] == pytest.approx(GRAVITY) and run["Ball.1.r.x"][-1] == pytest.approx(1.5)


@pytest.mark.slow
def test_pick_and_place_carries_the_load_from_the_table_to_the_rack():
    """The hand's way is known: 0.8 m + 0.1 m cos πt at 95° − 55° cos(πt/2). Carried, the load adds m(a + g) to the grip."""
    run = balanced(mars.load(CIRCUITS / "gripper_pick_and_place.mars"))
    assert {(t, who) for t, who in ((e.t, e.component) for e in run.events)} >= {
        (2.0, "Gripper"),
        (4.0, "Gripper"),
        (4.0, "Rack"),
    }
    assert {e.component for e in run.events if e.what == "opens"} == {"Foot1", "Foot2"}

    def hand(t):
        r, angle = 0.8 + 0.1 * np.cos(np.pi * t), np.deg2rad(95 - 55 * np.cos(np.pi / 2 * t))
        return np.array([r * np.cos(angle), r * np.sin(angle)])

    waits, carried, handed = run.time < 2, (run.time > 2) & (run.time < 4), run.time > 4
    load = np.stack([run["Load.1.r.x"], run["Load.1.r.y"]])
    on_table, on_rack = hand(2.0) - [0, 0.2], hand(4.0) - [0, 0.2]
    assert load[:, waits] == pytest.approx(np.tile(on_table, (waits.sum(), 1)).T, abs=1e-12)
    assert load[:, carried] == pytest.approx(hand(run.time[carried]) - np.array([[0], [0.2]]), abs=1e-8)
    assert load[:, handed] == pytest.approx(np.tile(on_rack, (handed.sum(), 1)).T, abs=1e-8)
    weight = 4 * GRAVITY
    assert (run["Foot1.hold"] + run["Foot2.hold"])[waits] == pytest.approx(weight)
    t, h = run.time[carried], 1e-4
    acceleration = (hand(t + h) - 2 * hand(t) + hand(t - h)) / h**2
    assert run["Gripper.force.1"][carried] == pytest.approx(4 * acceleration[0], abs=1e-4)
    assert run["Gripper.force.2"][carried] == pytest.approx(4 * acceleration[1] + weight, abs=1e-4)
    # The rack's basis is the world's; it carries the weight at the load's side.
    assert run["Rack.force.2"][handed] == pytest.approx(weight) and np.all(run["Gripper.force.2"][handed] == 0)


def test_grip_that_waits_until_its_load_is_within_reach():
    """Closes where the distance has shrunk to the reach; then both have the speed of their common mass, for good."""
    c = Circuit("docking", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    for i, mass in ((1, 1.0), (2, 3.0)):
        c.add("joints.translation", f"J{i}", axis=[1, 0, 0])
        c.add("bodies.point_mass", f"M{i}", mass=mass)
        c.connect("Base.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"M{i}.1")
    c.add("dynamics.grip", "G", closes="within reach", reach=0.01, closed="if(t < 3, 1, 0)")
    c.connect("M1.1", "G.a")
    c.connect("M2.1", "G.b")
    c.set_start("J1.slide.speed", 2.0)
    c.set_start("J2.travel", 1.0)
    run = balanced(c, until=4)
    assert [(e.what, e.freedoms) for e in run.events] == [("grips", 1), ("releases", 2)]
    assert [e.t for e in run.events] == pytest.approx([0.99 / 2, 3.0], abs=1e-10)
    assert run["J2.slide.speed"][-1] == pytest.approx(0.5) and run["J1.slide.speed"][-1] == pytest.approx(0.5)
