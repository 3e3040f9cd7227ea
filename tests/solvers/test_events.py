"""Guards and switches: when events are found, what is stored, and that nothing of it depends on pauses. Hand-made models."""

import itertools
import math
import pickle
from dataclasses import replace

import casadi
import numpy as np
import pytest

from mars.clocks import Clock, Ticks
from mars.errors import MarsError
from mars.solvers import abi
from mars.solvers.contract import InitialValueProblem, IntegrationError
from mars.solvers.dense_output import quadrature_points
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.radau import Radau
from tests.helpers.guarded import Bounce, Guarded


def run(method, rhs, x0, end, on_switch, *, breaks=(), p=(0.0, 0.0), rtol=1e-9, max_step=np.inf, **more):
    """`on_switch` gets what the run says about the switch."""
    p = np.array(p)
    if on_switch is not None:
        more["on_switch"] = lambda making: on_switch(making.switch)
    if method == "radau":
        return integrate(rhs, x0, 0.0, end, breaks, p, Radau(rtol, rtol, max_step), **more)
    return integrate(rhs, x0, 0.0, end, breaks, p, Explicit(method, rtol, rtol, max_step), **more)


ALL = pytest.mark.parametrize("method", ["rk5", "rk8", "radau"])
G = 9.81


def ball(**options):
    """Height and speed, falling."""
    return Guarded(2, lambda x, p, t: (x[1], -G), lambda x, v, p, t: [x[0]], **options)


def bounce_times(height, restitution, count):
    fall = math.sqrt(2 * height / G)
    flights = 2 * fall * restitution ** np.arange(1, count)
    return fall + np.concatenate([[0.0], np.cumsum(flights)])


@ALL
@pytest.mark.parametrize("slopes", [True, False])
def test_bouncing_ball_bounces_when_it_must(method, slopes):
    bounce, rhs = Bounce(), ball(slopes=slopes)
    steps = run(method, rhs, [1.0, 0.0], 1.32, bounce)
    exact = bounce_times(1.0, 0.5, len(bounce.times))
    assert len(exact) >= 5
    # Events are located to 1e-12 of a step, which may be as long as a flight.
    np.testing.assert_allclose(bounce.times, exact, rtol=3e-12 if method != "radau" else 1e-9)
    assert [kind for kind, _, _ in bounce.seen] == ["start"] + ["event"] * len(exact)
    assert all(guards == [0] for kind, _, guards in bounce.seen if kind == "event")
    assert steps.status == "finished" and steps.counters["events"] == len(exact)
    # A jump is a step of length zero; the parameters count the bounces.
    jumps = np.flatnonzero(np.diff(steps.t) == 0)
    np.testing.assert_array_equal(steps.t[jumps], bounce.times)
    np.testing.assert_allclose(steps.x[jumps + 1, 1], -0.5 * steps.x[jumps, 1], rtol=1e-15)
    np.testing.assert_array_equal(steps.parameters[:, 1], np.arange(len(exact) + 1))
    np.testing.assert_array_equal(steps.parameters[steps.segments_at(bounce.times), 1], np.arange(1, len(exact) + 1))
    assert steps.x[:, 0].min() > -1e-9


@pytest.mark.parametrize("method", ["rk5", "rk8"])
def test_events_lie_where_the_guard_is_not_positive_any_more(method):
    """The state stored is the very one whose guard was looked at."""
    steps = run(method, ball(), [1.0, 0.0], 1.0, Bounce())
    hits = np.flatnonzero(np.diff(steps.t) == 0)
    assert hits.size >= 2
    assert np.all(steps.x[hits, 0] <= 0) and np.all(steps.x[hits, 0] > -1e-10)


@ALL
def test_replay_takes_the_later_point_of_a_jump(method):
    bounce, rhs = Bounce(), ball()
    steps = run(method, rhs, [1.0, 0.0], 0.8, bounce)
    at = bounce.times
    late = steps.replay(rhs, at)
    assert np.all(late[:, 1] > 0)
    around = steps.replay(rhs, np.concatenate([at - 1e-6, at + 1e-6]))
    assert np.all(around[: at.size, 1] < 0) and np.all(around[at.size :, 1] > 0)
    fall = math.sqrt(2 / G)
    times = np.linspace(0, 0.8, 333)
    flight = times - fall
    height = np.where(flight < 0, 1 - G * times**2 / 2, 0.5 * G * fall * flight - G * flight**2 / 2)
    np.testing.assert_allclose(steps.replay(rhs, times)[:, 0], height, atol=1e-8)
    places, states = quadrature_points(rhs, steps, [0.0, 0.5, 1.0])
    assert np.isfinite(states).all() and places.shape == states.shape[:2]
    np.testing.assert_array_equal(states[:, 2], steps.x[1:])


@ALL
def test_run_may_end_in_a_jump(method):
    rhs, fall = ball(), math.sqrt(2 / G)
    first = Bounce()
    run(method, rhs, [1.0, 0.0], 0.5, first)
    steps = run(method, rhs, [1.0, 0.0], float(first.times[0]), Bounce())
    assert steps.status == "finished" and steps.t[-1] == pytest.approx(fall, rel=1e-9)
    if steps.counters["events"]:
        assert steps.replay(rhs, steps.t[-1:])[0, 1] > 0


@ALL
def test_sliding_mass_stops(method):
    """Coulomb friction: p[1] is the direction of the slip, 0 when it sticks."""
    rhs = Guarded(2, lambda x, p, t: (x[1], -2.0 * p[1]), lambda x, v, p, t: [casadi.if_else(p[1] == 0, 1.0, x[1] * p[1])])

    def switch(now):
        now.p[1] = 0.0 if now.kind == "event" else np.sign(now.x[1])
        if now.kind == "event":
            now.x[1] = 0.0

    steps = run(method, rhs, [0.0, 3.0], 4.0, switch)
    times = np.linspace(0, 4, 81)
    exact = np.where(times < 1.5, 3 * times - times**2, 2.25)
    np.testing.assert_allclose(steps.replay(rhs, times)[:, 0], exact, atol=1e-9)
    assert steps.counters["events"] == 1 and steps.parameters[-1, 1] == 0.0


@ALL
def test_guards_that_meet_are_told_together(method):
    """Two balls from one height, one counted in another unit."""
    seen = []
    rhs = Guarded(4, lambda x, p, t: (x[1], -G, x[3], -100 * G), lambda x, v, p, t: [x[0], x[2], 5.0 - t], parameters=1)

    def switch(now):
        seen.append(now.guards)
        now.x[1], now.x[3] = -now.x[1], -now.x[3]

    run(method, rhs, [1.0, 0.0, 100.0, 0.0], 0.6, lambda now: switch(now) if now.kind == "event" else None, p=(0.0,))
    assert seen == [[0, 1]]


@ALL
def test_the_earliest_of_several_guards_counts(method):
    seen = []
    rhs = Guarded(1, lambda x, p, t: (1.0 + 0 * x[0],), lambda x, v, p, t: [0.7 - x[0], 0.3 - x[0] + p[1], 0.5 - x[0] + p[1]])

    def switch(now):
        seen.append((now.kind, round(now.t, 9), now.guards))
        now.p[1] = 100.0 if now.kind == "event" else 0.0
        if now.guards == [0]:
            raise refused

    refused = MarsError("no further")
    with pytest.raises(IntegrationError, match="no further") as stopped:
        run(method, rhs, [0.0], 2.0, switch)
    steps = stopped.value.steps  # what was computed is not lost
    assert stopped.value.cause is refused
    assert seen == [("start", 0.0, []), ("event", 0.3, [1]), ("event", 0.7, [0])]
    assert steps is not None and steps.status == "stopped" and steps.t[-1] == pytest.approx(0.7, abs=1e-9)
    assert steps.replay(rhs, [0.5])[0, 0] == pytest.approx(0.5, abs=1e-9)


@ALL
@pytest.mark.parametrize("depth", [1e-3, -1e-3])
def test_a_dip_inside_one_long_step_is_found_and_a_near_miss_is_not(method, depth):
    """x = t; the guard (x − 1)² − depth is negative for a moment, or nearly."""
    seen = []
    rhs = Guarded(1, lambda x, p, t: (1.0 + 0 * x[0],), lambda x, v, p, t: [casadi.if_else(p[1] > 0, 1, (x[0] - 1) ** 2 - depth)])

    def switch(now):
        seen.append((now.kind, now.t))
        now.p[1] = 1.0 if now.kind == "event" else 0.0

    steps = run(method, rhs, [0.0], 3.0, switch)
    assert steps.status == "finished"
    if depth > 0:
        assert [kind for kind, _ in seen] == ["start", "event"]
        assert seen[1][1] == pytest.approx(1 - math.sqrt(depth), abs=1e-9)
    else:
        assert [kind for kind, _ in seen] == ["start"] and steps.counters["events"] == 0
    assert steps.x[-1, 0] == pytest.approx(3.0, abs=1e-9)


@ALL
@pytest.mark.parametrize("early", [-1e-9, 0.0, 1e-9])
def test_an_event_at_a_break(method, early):
    """The guard reaches zero just where the segment ends."""
    seen = []
    rhs = Guarded(
        *(1, lambda x, p, t: (casadi.if_else(p[0] > 1, 2.0, 1.0),)),
        lambda x, v, p, t: [casadi.if_else(p[1] > 0, 1, 1 + early - x[0])],
    )

    def switch(now):
        seen.append((now.kind, now.t))
        if now.kind == "event":
            now.p[1] = 1.0

    steps = run(method, rhs, [0.0], 2.0, switch, breaks=[1.0])
    assert sorted(kind for kind, _ in seen) == ["break", "event", "start"]
    assert next(t for kind, t in seen if kind == "event") == pytest.approx(1 + early, abs=1e-9)
    assert steps.x[-1, 0] == pytest.approx(3.0, abs=1e-9) and steps.counters["events"] == 1
    assert steps.replay(rhs, [0.5, 1.0, 1.5])[:, 0] == pytest.approx([0.5, 1.0, 2.0], abs=1e-9)


@ALL
def test_a_guard_that_is_positive_nowhere_switches_at_once(method):
    seen = []
    rhs = Guarded(1, lambda x, p, t: (1.0 + 0 * x[0],), lambda x, v, p, t: [casadi.if_else(p[1] > 2, 1, -x[0] - p[1])])

    def switch(now):
        seen.append((now.kind, now.t, now.guards))
        now.p[1] += 1 if now.kind == "event" else 0

    steps = run(method, rhs, [0.0], 1.0, switch)
    assert seen == [("start", 0.0, []), *[("event", 0.0, [0])] * 3]
    assert steps.status == "finished" and len(steps.parameters) == 4
    assert steps.replay(rhs, [0.0, 0.5])[:, 0] == pytest.approx([0.0, 0.5], abs=1e-12)


@ALL
def test_switching_without_end_is_told(method):
    rhs = Guarded(1, lambda x, p, t: (1.0 + 0 * x[0],), lambda x, v, p, t: [0.5 - x[0]])
    steps = run(method, rhs, [0.0], 1.0, lambda now: None)
    assert steps.status == "switching without end" and steps.t[-1] == pytest.approx(0.5, abs=1e-9)


@ALL
def test_a_jump_at_the_start(method):
    rhs = ball()

    def switch(now):
        if now.kind == "start":
            now.x[1] = 2.0

    steps = run(method, rhs, [1.0, -5.0], 0.2, switch)
    assert steps.t[1] == steps.t[0] == 0.0
    np.testing.assert_array_equal(steps.replay(rhs, [0.0])[0], [1.0, 2.0])


@ALL
def test_events_in_a_run_that_is_paused_have_the_same_bits(method):
    rhs = ball()
    breaks = [0.3, 0.9]
    on_switch = lambda making: Bounce()(making.switch)  # noqa: E731
    whole = run(method, rhs, [1.0, 0.0], 1.2, Bounce(), breaks=breaks, max_step=0.05)
    config = Radau(1e-9, 1e-9, 0.05) if method == "radau" else Explicit(method, 1e-9, 1e-9, 0.05)
    start = InitialValueProblem(rhs, [1.0, 0.0], 0.0, 1.2, breaks, np.zeros(2), on_switch=on_switch)
    making = config.integrator(start)
    parts, count = None, 0
    while making.advance(1) == abi.PAUSED:
        part = making.steps()
        parts = part if parts is None else parts.join(part)
        state, count = pickle.loads(pickle.dumps(part.state)), count + 1
        making = config.integrator(replace(start, state=state, p=part.parameters[-1]))
    assert parts is not None and count > 10
    parts = parts.join(making.steps())
    np.testing.assert_array_equal(parts.t, whole.t)
    np.testing.assert_array_equal(parts.x, whole.x)
    assert parts.counters["events"] == whole.counters["events"]
    times = np.linspace(0, 1.2, 99)
    np.testing.assert_array_equal(parts.replay(rhs, times), whole.replay(rhs, times))
    np.testing.assert_array_equal(parts.parameters[parts.segments_at(times), 1], whole.parameters[whole.segments_at(times), 1])


@ALL
def test_progress_goes_on_through_events_and_can_stop(method):
    bounce, seen = Bounce(0.9), []
    steps = run(method, ball(), [1.0, 0.0], 5.0, bounce, max_step=1e-3, on_progress=lambda progress: seen.append(progress.t))
    assert seen == sorted(seen) and seen[-1] == 5.0 and steps.counters["events"] == len(bounce.times) > 5
    short = run(method, ball(), [1.0, 0.0], 5.0, Bounce(0.9), max_step=1e-3, on_progress=lambda progress: progress.steps < 30)
    assert short.status == "stopped" and short.t[-1] < 5.0
    rest = run(method, ball(), (), 5.0, Bounce(0.9), max_step=1e-3, state=short.state, p=short.parameters[-1])
    np.testing.assert_array_equal(short.join(rest).x, steps.x)


def test_guards_of_the_wrong_size_are_refused():
    rhs = ball()
    rhs.guards = rhs.native
    with pytest.raises(ValueError, match="guards"):
        run("rk8", rhs, [1.0, 0.0], 1.0, None)


def prepared(method, rhs, state, end, on_switch, p=(0.0, 0.0), **more):
    """A run to be advanced; `state` may be a list of start values."""
    config = Radau(1e-9, 1e-9) if method == "radau" else Explicit(method, 1e-9, 1e-9)
    before = None if isinstance(state, list) else state
    told = lambda making: on_switch(making.switch)  # noqa: E731
    breaks = more.pop("breaks", ())
    return config.integrator(InitialValueProblem(rhs, state, 0.0, end, breaks, np.array(p), before, on_switch=told, **more))


def free(**options):
    return Guarded(1, lambda x, p, t: (p[1],), lambda x, v, p, t: [1.0 + 0 * x[0]], **options)


@ALL
def test_samples_are_taken_at_every_tick_and_nowhere_else(method):
    seen, ticks = [], Ticks((Clock(0.1), Clock(0.25, 0.05)))

    def sample(switch):
        seen.append((switch.kind, switch.t))
        switch.p[1] = -2 * switch.x[0]

    making = prepared(method, free(), [1.0], 1.0, sample, ticks=ticks, breaks=[0.3, 0.7000000000000001, 0.42])
    assert making.advance(10**6) == abi.FINISHED
    grid = sorted({*(round(0.1 * k, 9) for k in range(10)), *(round(0.05 + 0.25 * k, 9) for k in range(4)), 0.42})
    assert [t for _, t in seen] == pytest.approx(grid, abs=1e-15)
    assert {t for kind, t in seen if kind == "break"} == {ticks.after(0.25), 0.42, ticks.after(0.69)}
    steps, x = making.steps(), 1.0
    for begin, end in itertools.pairwise([*grid, 1.0]):
        assert steps.replay(free(), [begin])[0, 0] == pytest.approx(x, abs=1e-12)
        x *= 1 - 2 * (end - begin)
    assert steps.counters["events"] == 0 and len(steps.parameters) == len(grid)


@ALL
def test_samples_that_change_nothing_leave_no_trace(method):
    asked = []
    making = prepared(method, free(), [1.0], 1.0, lambda switch: asked.append(switch.kind), ticks=Ticks((Clock(0.01),)))
    making.advance(10**6)
    assert asked.count("sample") == 99 and len(making.steps().parameters) == 1


@ALL
def test_samples_in_a_run_that_is_paused_have_the_same_bits(method):
    """Paused after every step, with an event at a tick and others between; each tick counts once."""
    ticks, taken = Ticks((Clock(0.1), Clock(0.15))), []
    rhs = Guarded(2, lambda x, p, t: (p[1], 1.0), lambda x, v, p, t: [casadi.if_else(p[2] > x[1], 1, p[2] + 0.1 - x[1])], 3)

    def switch(now):
        if now.kind == "event":
            now.p[2] += 0.1  # events at 0.1, 0.2, …, where the clock ticks too
        else:
            taken.append(now.t)
            now.p[1] = 0.5 * now.p[1] - 2 * now.x[0]

    more = {"ticks": ticks, "breaks": [0.37, 0.6]}
    whole = prepared(method, rhs, [1.0, 0.0], 1.2, switch, p=(0.0, 0.0, 0.0), **more)
    whole.advance(10**6)
    once, parts = list(taken), None
    taken.clear()
    making = prepared(method, rhs, [1.0, 0.0], 1.2, switch, p=(0.0, 0.0, 0.0), **more)
    while making.advance(1) == abi.PAUSED:
        part = making.steps()
        parts = part if parts is None else parts.join(part)
        state = pickle.loads(pickle.dumps(part.state))
        making = prepared(method, rhs, state, 1.2, switch, p=part.parameters[-1], **more)
    assert parts is not None
    parts, steps = parts.join(making.steps()), whole.steps()
    assert steps.counters["events"] >= 10 and once == taken and len(once) == len(set(once))
    np.testing.assert_array_equal(parts.t, steps.t)
    np.testing.assert_array_equal(parts.x, steps.x)
    times = np.linspace(0, 1.2, 99)
    np.testing.assert_array_equal(parts.parameters[parts.segments_at(times), 1], steps.parameters[steps.segments_at(times), 1])


def test_ticks_do_not_drift_and_merge_where_they_are_equal_but_for_rounding():
    ticks, t, count = Ticks((Clock(0.001), Clock(0.003), Clock(1 / 3))), 99.9995, 0
    while (t := ticks.after(t)) < 101.0005:
        count += 1
        nearest = round(t * 3) / 3 if abs(t * 3 - round(t * 3)) < 1e-9 else round(t, 3)
        assert t == pytest.approx(nearest, abs=1e-13) and ticks.at(t) and not ticks.at(np.nextafter(t, 200))
    assert count == 1001 + 2  # of the thirds, 100 and 101 are milliseconds too
    assert ticks.due(0.003) == ticks.due(3 * 0.001) == (0, 1) and ticks.due(1.0) == (0, 2) and ticks.due(3.0) == (0, 1, 2)
    assert Ticks(()).after(0.0) == math.inf and not Ticks(()).at(0.0)
