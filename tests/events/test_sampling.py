"""Sampled blocks against recursions by hand, filters of SciPy and exact discretisations; order, rates, restarts to the bit."""

import itertools

import numpy as np
import pytest
import scipy.signal

import mars
from mars.records import Record
from mars.records.live import Live

INERTIA = 3 * 1**2 / 3  # of the rod about its end
FINE = {"rtol": 1e-12, "atol": 1e-13}


def chain(*blocks, law="sin(7*t) + 0.3*cos(31*t)"):
    """A law in time, and blocks one after the other: B1, B2, …"""
    c = mars.Circuit("chain")
    c.add("signals.law", "B0", law=law)
    for i, (kind, values) in enumerate(blocks, 1):
        c.add(kind, f"B{i}", **values)
        c.connect(f"B{i - 1}.out", f"B{i}.in")
    return c


def signal(t):
    return np.sin(7 * t) + 0.3 * np.cos(31 * t)


def linked(circuit, *links):
    for link in links:
        circuit.connect(*link.split())
    return circuit


def servo(period=0.002, setpoint=0.5, **values):
    """A rod on a hinge without weight, turned by a digital controller: the plant is 1/(J s²)."""
    c = mars.Circuit("servo", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=1, mass=3)
    c.add("sources.driven_torque", "E1", gain=1)
    c.add("sensors.shaft", "SEN1")
    c.add("signals.constant", "CON1", value=setpoint)
    gains = {"proportional": 60, "integral": 40, "derivative": 12, "filter_time": 0.004, "lower": -15, "upper": 20}
    c.add("control.sampled_pid", "PID1", period=period, **gains | values)
    links = ("Base1.1 KN1.1", "KN1.2 SB1.1", "KN1.turn E1.turn", "KN1.turn SEN1.a")
    return linked(c, *links, "SEN1.out PID1.measured", "CON1.out PID1.setpoint", "PID1.out E1.signal")


def controlled(period, setpoints, *, kp=60.0, ki=40.0, kd=12.0, filter_time=0.004, limits=(-15.0, 20.0)):
    """The same by hand: the rod exactly discretised, the controller as a program. States and outputs at the samples."""
    plant = np.array([[0, 1], [0, 0]]), np.array([[0], [1 / INERTIA]]), np.eye(2), np.zeros((2, 1))
    A, B, *_ = scipy.signal.cont2discrete(plant, period)
    x, integrated, derived, last = np.zeros(2), 0.0, 0.0, 0.0
    states, outputs = [], []
    for setpoint in setpoints:
        error = setpoint - x[0]
        derived = (filter_time * derived - kd * (x[0] - last)) / (filter_time + period)
        last = x[0]
        trial = integrated + ki * period * error
        wanted = kp * error + trial + derived
        if not (wanted > limits[1] and error > 0) and not (wanted < limits[0] and error < 0):
            integrated = trial
        output = min(max(kp * error + integrated + derived, limits[0]), limits[1])
        states.append(x)
        outputs.append(output)
        x = A @ x + B[:, 0] * output
    return np.array(states), np.array(outputs)


# Blocks


def test_hold_keeps_the_value_of_the_last_tick():
    run = mars.simulate(chain(("sampled.hold", {"period": 0.03, "offset": 0.01})), until=1, step=0.001)
    tick = 0.01 + 0.03 * np.floor((run.time - 0.01) / 0.03 + 1e-9)
    assert run["B1.out.value"][:-1] == pytest.approx(signal(np.maximum(tick, 0.0))[:-1], abs=1e-12)


@pytest.mark.parametrize("samples", [1, 7])
def test_delay_is_exact(samples):
    run = mars.simulate(chain(("sampled.delay", {"period": 0.02, "samples": samples})), times=0.02 * np.arange(40) + 0.001)
    late = signal(0.02 * (np.arange(40) - samples))
    assert run["B1.out.value"] == pytest.approx(np.where(np.arange(40) < samples, 0.0, late), abs=1e-12)


FILTERS = {
    "first order": ([0.2], [1, -0.8]),
    "scaled": ([0.1, 0.3], [2, -1.2, 0.5]),
    "moving mean": ([0.25] * 4, [1]),
    "gain": ([3], [2]),
    "low pass": tuple(part.tolist() for part in scipy.signal.butter(4, 0.2)),
}


@pytest.mark.parametrize("name", FILTERS)
def test_filter_is_that_of_scipy(name):
    b, a = FILTERS[name]
    run = mars.simulate(chain(("sampled.filter", {"numerator": b, "denominator": a})), times=0.01 * np.arange(80) + 0.004)
    assert run["B1.out.value"] == pytest.approx(scipy.signal.lfilter(b, a, signal(0.01 * np.arange(80))), abs=1e-12)


@pytest.mark.parametrize(("rule", "b"), [("trapezoid", [0.5, 0.5]), ("latest", [1, 0]), ("earlier", [0, 1])])
def test_integrator_adds_up_by_its_rule(rule, b):
    run = mars.simulate(chain(("sampled.integrator", {"gain": 3, "rule": rule})), times=0.01 * np.arange(80) + 0.004)
    total = scipy.signal.lfilter(0.03 * np.array(b), [1, -1], signal(0.01 * np.arange(80)))
    assert run["B1.out.value"] == pytest.approx(total, abs=1e-12)


def test_quantiser_rounds_to_its_step():
    run = mars.simulate(chain(("sampled.quantiser", {"period": 0.01, "step": 0.25})), times=0.01 * np.arange(80) + 0.004)
    assert run["B1.out.value"] == pytest.approx(0.25 * np.floor(signal(0.01 * np.arange(80)) / 0.25 + 0.5), abs=1e-15)


@pytest.mark.parametrize("method", ["auto", "rk5", "radau"])
def test_servo_axis_is_the_exactly_discretised_one(method):
    period, count = 0.002, 400
    exact = FINE if method != "radau" else {"rtol": 1e-11, "atol": 1e-12}
    ticks = period * np.arange(count)
    run = mars.simulate(servo(period), times=ticks, until=period * count, method=method, **exact)
    states, outputs = controlled(period, np.full(count, 0.5))
    assert outputs.max() == 20 and outputs.min() < -1, "the limit was never met"
    assert run["KN1.angle"] == pytest.approx(states[:, 0], abs=1e-9)
    assert run["KN1.turn.speed"] == pytest.approx(states[:, 1], abs=1e-9)
    assert run["PID1.out.value"] == pytest.approx(outputs, abs=1e-8)


def test_samples_are_no_events_and_cost_one_step_each():
    run = mars.simulate(servo(0.001), until=2)
    assert run.events == [] and run.steps.counters["events"] == 0
    assert run.steps.counters["steps"] <= 1.1 * 2000 and run.steps.counters["rejected"] <= 20
    assert run.ledger().relative_residual < 1e-9


def test_newmark_samples_too():
    states, _ = controlled(0.002, np.full(251, 0.5))
    run = mars.simulate(servo(), until=0.5, method="newmark", rtol=1e-8, atol=1e-10)
    assert run["KN1.angle"][-1] == pytest.approx(states[-1, 0], abs=1e-6)


# Rates and order


def test_two_rates_meet_where_they_coincide_but_for_rounding():
    run = mars.simulate(chain(("sampled.hold", {"period": 0.1}), ("sampled.hold", {"period": 0.3})), until=30, step=0.05)
    slow = np.floor(run.time / 0.3 + 1e-9) * 0.3
    assert run["B2.out.value"][:-1] == pytest.approx(signal(slow)[:-1], abs=1e-11)
    assert np.diff(run.steps.t).min() > 1e-3, "times that differ by rounding were not merged"


def test_a_corner_of_a_law_at_a_tick_is_no_step_of_its_own():
    law = {"law": "step", "after": 1, "time": 0.3}
    run = mars.simulate(chain(("sampled.hold", {"period": 0.1}), law=law), until=1, step=0.05)
    assert np.diff(run.steps.t).min() > 1e-3
    assert run["B1.out.value"].tolist() == [float(t > 0.29) for t in run.time]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_chains_of_one_rate_are_fresh_in_any_order_of_the_file(order):
    c = mars.Circuit("chain")
    c.add("signals.law", "B0", law="sin(7*t) + 0.3*cos(31*t)")
    for i in order:
        c.add("sampled.hold", f"B{i}", period=0.01)
    linked(c, "B0.out B1.in", "B1.out B2.in", "B2.out B3.in")
    run = mars.simulate(c, times=0.01 * np.arange(30) + 0.004)
    assert run["B3.out.value"] == pytest.approx(signal(0.01 * np.arange(30)), abs=1e-12)


def ring(second, **values):
    """B1 = hold of (law + B2), B2 = second block of B1."""
    c = mars.Circuit("ring")
    c.add("signals.law", "B0", law="sin(7*t) + 0.3*cos(31*t)")
    c.add("signals.sum", "SUM1", signs="++")
    c.add("sampled.hold", "B1", period=0.01)
    c.add(second, "B2", period=0.01, **values)
    return linked(c, "B0.out SUM1.in1", "B2.out SUM1.in2", "SUM1.out B1.in", "B1.out B2.in")


@pytest.mark.parametrize("samples", [1, 3])
def test_a_ring_with_a_delay_is_what_the_recursion_says(samples):
    run = mars.simulate(ring("sampled.delay", samples=samples), times=0.01 * np.arange(50) + 0.004)
    expected = scipy.signal.lfilter([1], [1, *[0] * (samples - 1), -1], signal(0.01 * np.arange(50)))
    assert run["B1.out.value"] == pytest.approx(expected, abs=1e-11)


def test_a_ring_without_a_delay_begins_with_the_first_in_the_file():
    run = mars.simulate(ring("sampled.hold"), times=0.01 * np.arange(50) + 0.004)
    expected = np.cumsum(signal(0.01 * np.arange(50)))
    assert run["B1.out.value"] == pytest.approx(expected, abs=1e-11)
    assert run["B2.out.value"] == pytest.approx(expected, abs=1e-11)


def test_a_controller_in_a_ring_without_a_delay_reads_the_last_sample_with_all_its_parts():
    """PID and hold of its output, measured: at each tick the controller finds what was held before, in its memory too."""
    c = mars.Circuit("ring")
    c.add("signals.constant", "CON1", value=1)
    c.add("control.sampled_pid", "PID1", period=0.01, proportional=0.3, integral=5, derivative=0.002)
    c.add("sampled.hold", "SH1", period=0.01)
    linked(c, "CON1.out PID1.setpoint", "PID1.out SH1.in", "SH1.out PID1.measured")
    run = mars.simulate(c, times=0.01 * np.arange(40) + 0.004)
    held, integrated, last, outputs = 0.0, 0.0, 0.0, []
    for _ in range(40):
        integrated += 0.05 * (1 - held)
        outputs.append(0.3 * (1 - held) + integrated - 0.2 * (held - last))
        held, last = outputs[-1], held
    assert run["PID1.out.value"] == pytest.approx(np.array(outputs), abs=1e-12)


def test_corners_between_samples_of_one_tick_are_found():
    """The second hold must not see what the limiter would give in its old piece."""
    between = ("signals.limiter", {"lower": -0.4, "upper": 0.5})
    hold = ("sampled.hold", {"period": 0.05})
    run = mars.simulate(chain(hold, between, hold), times=0.05 * np.arange(60) + 0.02)
    assert run["B3.out.value"] == pytest.approx(np.clip(signal(0.05 * np.arange(60)), -0.4, 0.5), abs=1e-12)
    assert run["B2.out.value"] == pytest.approx(run["B3.out.value"], abs=1e-12)
    assert {event.component for event in run.events} == {"B2"} and all(round(event.t / 0.05, 9) % 1 == 0 for event in run.events)


def test_friction_breaks_away_at_the_sample_that_overcomes_it():
    """Sampled torque of a ramp, 10 N·m/s: above 2 N·m first at the tick of 0.21 s; then (τ − 2)/J from tick to tick."""
    c = chain(("sampled.hold", {"period": 0.03}), law="10*t")
    c.motions, c.gravity = ("Tx", "Ty", "Rz"), [0, 0, 0]
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=1, mass=3)
    c.add("sources.driven_torque", "E1", gain=1)
    c.add("dynamics.friction", "F1", coulomb=2)
    linked(c, "Base1.1 KN1.1", "KN1.2 SB1.1", "KN1.turn E1.turn", "KN1.turn F1.a", "B1.out E1.signal")
    run = mars.simulate(c, until=0.3)
    assert [(event.component, event.what) for event in run.events] == [("F1", "slips")]
    assert run.events[0].t == 7 * 0.03
    assert run["KN1.turn.speed"][-1] == pytest.approx(0.03 * (0.1 + 0.4 + 0.7) / INERTIA, abs=1e-9)


# Restarts, changes, records


@pytest.mark.parametrize("method", ["auto", "rk5", "radau", "newmark"])
@pytest.mark.parametrize("at_tick", [True, False])
def test_a_resumed_run_has_the_same_bits(method, at_tick, tmp_path):
    more = {"method": method, "max_step": 4.5e-4}
    whole = mars.simulate(servo(), until=0.2, **more)
    how = {"until": 0.1} if at_tick else {"until": 0.2, "progress": lambda _: False}  # stopped after some steps
    half = mars.simulate(servo(), **how, **more)
    assert half.status == ("finished" if at_tick else "stopped")
    assert (half.steps.t[-1] / 0.002 % 1 < 1e-9) == at_tick
    half.snapshot().save(tmp_path / "half.json")
    rest = mars.simulate(servo(), until=0.2, resume=mars.Snapshot.load(tmp_path / "half.json"), **more)
    joined = half.steps.join(rest.steps)
    np.testing.assert_array_equal(joined.t, whole.steps.t)
    np.testing.assert_array_equal(joined.x, whole.steps.x)
    one, other = (steps.parameters[steps.segment] for steps in (joined, whole.steps))
    np.testing.assert_array_equal(one[:, 1:], other[:, 1:])  # the first is the middle of the run


def test_pieces_of_a_live_run_have_the_same_bits():
    whole = mars.simulate(servo(), until=0.4)
    live = Live(servo(), until=0.4)
    for piece in itertools.cycle((0.0013, 0.011, 0.002)):
        live.advance(live.t + piece)
        if live.status != "running":
            break
    run = live.run()
    for name in ("t", "x", "parameters", "segment"):
        np.testing.assert_array_equal(getattr(run.steps, name), getattr(whole.steps, name))
    live.watch(["PID1.out.value"])
    between = np.linspace(0, 0.4, 173)
    np.testing.assert_array_equal(live.frames(between)[:, -1], whole.at(between, "PID1.out.value")["PID1.out.value"])


@pytest.mark.parametrize("t", [0.1, 0.1007], ids=["at a tick", "between ticks"])
@pytest.mark.parametrize("rebuilt", [False, True])
def test_changes_go_on_upon_the_same_grid_with_the_same_memory(t, rebuilt):
    """Another setpoint from a time on, and, rebuilt, a component more that is not felt."""
    live = Live(servo(), until=0.2, **FINE)
    live.advance(t)
    other = servo(setpoint=0.8)
    if rebuilt:
        other.add("signals.gain", "K1")
        other.connect("K1.in", "SEN1.out")
    changed = live.change(other, t)
    assert changed.how == ("rebuilt" if rebuilt else "parameters")
    live.advance(live.end, 60)
    period, count = 0.002, 100
    setpoints = np.where(period * np.arange(count) >= t, 0.8, 0.5)
    got = live.frames(period * np.arange(count))[:, live.names.index("KN1.angle")]
    assert got == pytest.approx(controlled(period, setpoints)[0][:, 0], abs=1e-9)


def test_records_are_kept_opened_and_repeated_to_the_bit(tmp_path):
    (tmp_path / "run").mkdir()
    live = Live(servo(), until=0.3, folder=tmp_path / "run")
    for t, setpoint in ((0.05, 0.7), (0.1, 0.2), (0.2001, 0.6)):
        live.advance(t, 60)
        live.change(servo(setpoint=setpoint), t)
    live.advance(live.end, 60)
    record = live.record()
    record.save(tmp_path / "r.marsrun")
    times, names = np.linspace(0, 0.3, 77), ["KN1.angle", "PID1.out.value"]
    for other in (Record.load(tmp_path / "run"), Record.load(tmp_path / "r.marsrun"), record.repeat()):
        assert other.same_states(record)
        np.testing.assert_array_equal(other.at(times, names), record.at(times, names))
    branch = Live.branch(record, 0.15, until=0.3)
    branch.advance(branch.end, 60)
    assert branch.record().at(times[times < 0.15], names) == pytest.approx(record.at(times[times < 0.15], names), abs=1e-12)
    assert branch.record().repeat().same_states(branch.record())


# Refusals


def test_kinematic_mode_follows_samples_and_refuses_what_it_cannot_know():
    c = servo()
    c.remove("E1")
    c.remove("PID1")
    c.add("sampled.filter", "SF1")
    c.add("sources.driven_movement", "E2")
    linked(c, "KN1.turn E2.turn", "SF1.out E2.signal", "SF1.in CON1.out")
    one, other = (mars.simulate(c, until=0.5, mode=mode)["KN1.angle"] for mode in ("kinematic", "dynamic"))
    assert one == pytest.approx(other, abs=1e-9) and one[-1] > 0.3
    c.disconnect("SF1.in", "CON1.out")
    c.disconnect("KN1.turn", "E2.turn")
    c.add("sensors.torque", "SEN2")
    linked(c, "KN1.turn SEN2.b", "SEN2.a E2.turn", "SEN2.out SF1.in")
    with pytest.raises(mars.CircuitError, match=r"SF1.*kinematic mode"):
        mars.simulate(c, until=0.1, mode="kinematic")


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        ("sampled.hold", {"period": 0}, "period: 0 s is out of range"),
        ("sampled.filter", {"denominator": [0, 1]}, "a₀"),
        ("sampled.delay", {"samples": 1.5}, "samples: 1.5 is not a whole number"),
        ("control.sampled_pid", {"lower": 2, "upper": 1}, "lower = 2"),
    ],
)
def test_wrong_values_are_told_in_words(kind, values, words):
    c = mars.Circuit("wrong")
    c.add(kind, "X", **values)
    with pytest.raises(mars.CircuitError, match=words):
        mars.simulate(c, until=0.1)
