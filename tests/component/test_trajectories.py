"""Trajectories: limits kept and met, one curve in three derivatives, against scipy, closed forms and a mechanism that follows."""

from math import inf, pi, sqrt

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import mars
from mars.component.trajectories import cycloid, limited_move, move_along
from mars.model.build import build_model

LIMITS = {
    "trapezoid": (0.8, 2.0, inf),
    "triangle": (5.0, 2.0, inf),
    "all seven phases": (0.5, 2.0, 10.0),
    "acceleration not reached": (0.5, 5.0, 3.0),
    "speed not reached": (5.0, 1.5, 10.0),
    "nothing but the jerk reached": (5.0, 5.0, 2.0),
}


def sampled(pieces):
    """Times inside the pieces, and place, speed and acceleration there."""
    edges = np.array(pieces.x)
    times = np.sort(np.concatenate([edges[:-1] + part * np.diff(edges) for part in np.linspace(1e-9, 1 - 1e-9, 101)]))
    return times, np.array([move_along(pieces, t, t) for t in times.tolist()]).T


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_kept_and_it_goes_from_rest_to_rest(name):
    speed, acceleration, jerk = LIMITS[name]
    pieces = limited_move(speed, acceleration, jerk)
    _, (s, v, a) = sampled(pieces)
    assert v.max() <= speed * (1 + 1e-12) and np.abs(a).max() <= acceleration * (1 + 1e-12)
    assert np.abs(6 * pieces.c[0]).max() <= (jerk if jerk < inf else 0) * (1 + 1e-12)
    assert np.all(np.diff(s) >= 0)
    for t, place in ((-1.0, 0.0), (pieces.x[-1] + 1, 1.0)):
        assert move_along(pieces, t, t) == pytest.approx((place, 0, 0), abs=1e-14)
    assert (s[-1], v[-1]) == pytest.approx((1, 0), abs=1e-8)


@pytest.mark.parametrize("name", LIMITS)
def test_speed_and_acceleration_are_the_derivatives_of_the_place(name):
    times, (_, v, a) = sampled(limited_move(*LIMITS[name]))
    pieces, step = limited_move(*LIMITS[name]), 1e-5
    ahead, behind = (np.array([move_along(pieces, t + side, t) for t in times.tolist()]).T for side in (step, -step))
    assert (ahead[0] - behind[0]) / (2 * step) == pytest.approx(v, abs=1e-8)
    assert (ahead[1] - behind[1]) / (2 * step) == pytest.approx(a, abs=1e-8)


@pytest.mark.parametrize("name", LIMITS)
def test_place_and_speed_are_continuous_and_acceleration_where_the_jerk_is_limited(name):
    pieces = limited_move(*LIMITS[name])
    levels = 3 if LIMITS[name][2] < inf else 2
    for knot in pieces.x:
        before, after = (move_along(pieces, knot, knot + side)[:levels] for side in (-1e-9, 1e-9))
        assert before == pytest.approx(after, abs=1e-12)


TIMES = {  # printed formulas of the quickest move over the way 1
    "trapezoid": 1 / 0.8 + 0.8 / 2,
    "triangle": 2 / sqrt(2),
    "all seven phases": 1 / 0.5 + 0.5 / 2 + 2 / 10,
    "acceleration not reached": 1 / 0.5 + 2 * sqrt(0.5 / 3),
    "speed not reached": 1.5 / 10 + sqrt(0.15**2 + 4 / 1.5),
    "nothing but the jerk reached": 4 * (1 / 4) ** (1 / 3),
}


@pytest.mark.parametrize("name", LIMITS)
def test_it_is_as_quick_as_the_formulas_say(name):
    assert limited_move(*LIMITS[name]).x[-1] == pytest.approx(TIMES[name], rel=1e-14)


def test_a_longer_time_stretches_it_and_a_shorter_one_does_not_count():
    quick = limited_move(*LIMITS["all seven phases"])
    slow = limited_move(*LIMITS["all seven phases"], time=10)
    assert slow.x[-1] == pytest.approx(10)
    factor = 10 / quick.x[-1]
    for t in (0.3, 1.1, 2.0):
        s, v, a = move_along(quick, t, t)
        assert move_along(slow, factor * t, factor * t) == pytest.approx((s, v / factor, a / factor**2), abs=1e-13)
    assert limited_move(*LIMITS["all seven phases"], time=0.1).x == quick.x


def test_a_cycloid_is_one():
    t = np.linspace(0.01, 1.99, 50)
    found = np.array([cycloid(2.0, x, x) for x in t.tolist()]).T
    assert found[0] == pytest.approx(t / 2 - np.sin(pi * t) / (2 * pi), abs=1e-15)
    assert found[1] == pytest.approx(np.sin(pi * t / 2) ** 2, abs=1e-15)
    assert found[2] == pytest.approx(pi / 2 * np.sin(pi * t), abs=1e-14)
    assert cycloid(2.0, -1.0, -1.0) == (0, 0, 0) and cycloid(2.0, 3.0, 3.0) == (1, 0, 0)


# -- as components ---------------------------------------------------------------------------------------------------------


def alone(kind, **values):
    """A trajectory that nobody follows, beside something that moves."""
    c = mars.Circuit("alone", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1")
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.add(kind, "TRJ1", **values)
    return c


def test_a_spline_is_the_clamped_cubic_through_its_points():
    points = np.array([[0.5, 0, 1, 2], [1, 1, 3, 2], [1.8, -1, 2, 2], [2.5, 0.5, 0, 2]])
    run = mars.simulate(alone("control.spline", points=points), until=3, step=0.01)
    inside = np.clip(run.time, 0.5, 2.5)
    moves = (run.time > 0.5 + 1e-9) & (run.time < 2.5 - 1e-9)
    for i in (1, 2, 3):
        curve = CubicSpline(points[:, 0], points[:, i], bc_type="clamped")
        assert run[f"TRJ1.position.values.{i}"] == pytest.approx(curve(inside), abs=1e-12)
        assert run[f"TRJ1.speed.values.{i}"] == pytest.approx(curve(inside, 1), abs=1e-11)
        assert run[f"TRJ1.acceleration.values.{i}"][moves] == pytest.approx(curve(run.time[moves], 2), abs=1e-10)
        assert not np.any(run[f"TRJ1.acceleration.values.{i}"][run.time > 2.5 + 1e-9])


@pytest.mark.parametrize("kind", ["control.trapezoid", "control.s_curve"])
def test_axes_arrive_together_and_none_breaks_its_limits(kind):
    start, target = np.array([0, 1, 0.5]), np.array([2, 0.5, 0.5])
    tops = {"top_speed": [1, 0.2, 1], "top_acceleration": [4]}
    run = mars.simulate(alone(kind, start=start, target=target, begin=0.3, **tops), until=4, step=0.005)
    places, speeds, changes = (
        np.array([run[f"TRJ1.{word}.values.{i}"] for i in (1, 2, 3)]) for word in ("position", "speed", "acceleration")
    )
    share = (places[0] - start[0]) / (target[0] - start[0])
    assert places[1] == pytest.approx(start[1] + share * (target[1] - start[1]), abs=1e-12)
    assert not np.any(places[2] - 0.5)
    assert np.abs(speeds).max(axis=1) == pytest.approx([0.8, 0.2, 0], abs=1e-12)  # the second axis is at its limit
    assert np.abs(changes).max() <= 4 * (1 + 1e-12)
    assert places[:, 0].tolist() == start.tolist() and places[:, -1] == pytest.approx(target)
    assert not np.any(speeds[:, run.time < 0.3 - 1e-9])


FOLLOWED = {
    "control.cycloid": {"duration": 0.8},
    "control.trapezoid": {},
    "control.s_curve": {"top_jerk": [30]},
    "control.spline": {"points": [[0, 0], [0.4, 0.7], [1, -0.3], [1.3, 1]]},
}


@pytest.mark.parametrize("kind", FOLLOWED)
def test_what_is_accelerated_so_follows_exactly(kind):
    """A double integrator driven by the acceleration alone: corners between steps would leave an error for ever."""
    c = alone(kind, **FOLLOWED[kind])
    c.add("sources.driven_torque", "Em1", gain="1/3")
    c.set("SB1.mass", 1)
    c.set("SB1.length", 1)
    c.connect("TRJ1.acceleration", "Em1.signal")
    c.connect("Em1.turn", "KN1.turn")
    run = mars.simulate(c, until=2, rtol=1e-12, atol=1e-14)
    assert run["KN1.angle"] == pytest.approx(run["TRJ1.position.value"], abs=1e-11)
    assert run["KN1.turn.speed"] == pytest.approx(run["TRJ1.speed.value"], abs=1e-11)
    assert abs(run["TRJ1.position.value"][-1] - 1) < 1e-14


def test_corners_are_breaks_of_the_run():
    breaks = build_model(alone("control.trapezoid", begin=0.5, top_speed=[1], top_acceleration=[2])).breaks.first(9)
    assert breaks == pytest.approx([0.5, 1.0, 1.5, 2.0])
    assert build_model(alone("control.s_curve", start=[1], target=[1])).breaks.first(9) == []


def test_going_nowhere_is_staying():
    run = mars.simulate(alone("control.s_curve", start=[1, 2], target=[1, 2]), until=0.1)
    assert set(run["TRJ1.position.values.2"]) == {2.0} and set(run["TRJ1.speed.values.1"]) == {0.0}


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        (
            "control.cycloid",
            {"start": [1, 2, 3], "target": [1, 2]},
            "target has 2 numbers for 3 axes. Enter one number for all",
        ),
        ("control.s_curve", {"target": [1, 2], "top_jerk": [1, 2, 3]}, "top_jerk has 3 numbers for 2 axes"),
        ("control.trapezoid", {"top_speed": [0]}, "must be greater than 0"),
        ("control.spline", {"points": [[0, 1], [0, 2]]}, "must be increasing. Sort the rows"),
        ("control.spline", {"points": [[0, 1]]}, "at least two rows"),
        ("control.spline", {"points": [[0], [1]]}, "each with a time and a position"),
    ],
)
def test_complains_in_words(kind, values, words):
    complaints = mars.check(alone(kind, **values)).complaints
    assert any(words in str(complaint) for complaint in complaints), complaints
