"""A circuit changed while it runs: felt from exactly then on, everything kept that can be kept, and the rest told."""

import itertools

import casadi as ca
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mars
from mars.document.circuit import Circuit
from mars.model.networks.elimination import eliminate
from mars.model.symbols import Parameters
from mars.records.live import Live
from tests.helpers.live_circuits import changed, load, stiff_pendulum, wheel


def headless(circuit: Circuit, other: Circuit, t: float, until: float, **more):
    """The same by `simulate`: to the time, then on from there with the other circuit."""
    first = mars.simulate(circuit, t, **more)
    return mars.simulate(other, until, resume=first.snapshot(), **more)


def test_a_damper_turned_in_mid_run_has_the_analytic_motion():
    live = Live(wheel())
    live.advance(1.0)
    done = live.change(wheel(5.0), 0.4321)
    assert (done.how, done.t, done.words, live.t) == ("parameters", 0.4321, "", 0.4321)
    assert [(i.name, i.before, i.after, i.t) for i in done.interventions] == [("D1.damping", 2.0, 5.0, 0.4321)]
    live.advance(2.0, 10)
    times = np.array([0.1, 0.4321, 0.5, 1.3, 2.0])
    speed = 3 * np.exp(-2 / 0.5 * np.minimum(times, 0.4321) - 5 / 0.5 * np.maximum(0.0, times - 0.4321))
    record = live.record()
    np.testing.assert_allclose(record.at(times, ["KN1.turn.speed"])[:, 0], speed, rtol=1e-7, atol=1e-10)
    torque = np.where(times < 0.4321, 2.0, 5.0) * speed
    np.testing.assert_allclose(record.at(times, ["D1.a.torque"])[:, 0], torque, rtol=1e-7, atol=1e-9)
    assert record.ledger().relative_residual < 1e-9 and live.status == "finished"


SINE = {"law": "sine", "amplitude": "0.15 N·m", "frequency": "1 Hz"}
CASES = [
    ("double_pendulum", {}, {"method": "rk8"}, "first"),
    ("double_pendulum", {}, {"method": "rk5", "rtol": 1e-9}, "first"),
    ("two_segment_manipulator", {"DC__damping": "2 N·m·s/rad"}, {}, ""),
    ("two_segment_manipulator", {"Ew2__law": {"law": "cycloid", "time": "1.5 s", "after": "0.4 rad/s"}}, {}, ""),
    (
        "backlash_drive",
        {"Motor__law": {"law": "sine", "amplitude": "0.15 N·m", "frequency": "1 Hz"}},
        {"until": 2.0, "rtol": 1e-10},
        "",
    ),
    ("panda", {}, {"until": 1.0}, "first"),
    ("heavy_top", {}, {"until": 1.0}, "first"),
]


@pytest.mark.parametrize(("name", "values", "more", "which"), CASES)
def test_it_is_the_run_that_is_switched_then(name, values, more, which):
    circuit = load(name)
    if which:  # the first mass that there is
        body = next(n for n, c in circuit.components.items() if "mass" in c.values)
        values = {f"{body}__mass": f"({circuit.components[body].values['mass']}) * 1.3"}
    other, options = changed(circuit, **values), {"until": 1.5} | more
    until = options.pop("until")
    t = 0.37 * until
    live = Live(circuit, until=until, **options)
    live.advance(t, 10)
    assert live.change(other, t).how == "parameters"
    live.advance(until, 60)
    expected = headless(circuit, other, t, until, **options)
    names = [state.name for state in expected.model.states]
    times = np.linspace(t, until, 23)
    scale = np.abs(expected.states).max(axis=0) + 1e-3
    values_there = np.column_stack(list(expected.at(times, *names).values()))
    np.testing.assert_allclose(live.record().at(times, names) / scale, values_there / scale, atol=2e-8)


def test_a_stiff_one_goes_on_with_radau():
    circuit = stiff_pendulum()
    live = Live(circuit)
    live.advance(1.5, 60)
    assert [method for method, _ in live.run().steps.methods] == ["rk8", "radau"]
    other = changed(circuit, D1__damping=1e4)
    assert live.change(other, 1.0).how == "parameters"
    live.advance(2.0, 60)
    assert live.run().steps.methods == [("radau", 1.0)]
    expected = headless(circuit, other, 1.0, 2.0, method="radau")
    np.testing.assert_allclose(live.frames([1.7])[0], expected.at([1.7], "KN1.angle")["KN1.angle"], atol=1e-9)


def test_a_loop_is_closed_again_when_a_length_changes():
    live = Live(load("four_bar"))
    live.advance(1.0, 10)
    before = live.frames([0.8])[0]
    done = live.change(load("four_bar", Coupler__length="0.92 m"), 0.8)
    assert done.how == "parameters"
    after = live.frames([0.8])[0]
    assert 1e-4 < np.abs(after - before).max() < 0.3
    live.advance(2.0, 10)
    run = live.run()
    assert np.abs(run.gaps()).max() < 1e-10
    with pytest.raises(mars.MarsError, match="cannot be closed"):
        live.change(load("four_bar", Coupler__length="5 m"), 1.5)


def test_friction_that_sticks_slips_at_once_when_its_limit_is_lowered():
    circuit = load("stick_slip")
    live = Live(circuit)
    live.advance(0.5, 10)
    assert live.change(changed(circuit, Friction__coulomb="1 N"), 0.4).how == "parameters"
    assert [(event.t, event.component, event.what) for event in live.record().events] == [(0.4, "Friction", "slips")]
    live.advance(5, 10)
    again = Live(circuit)
    again.advance(0.5, 10)
    again.change(changed(circuit, Friction__coulomb="4.5 N"), 0.4)  # goes on sticking, later than it would
    again.advance(5, 10)
    first = again.record().events[0]
    assert first.what == "slips" and first.t == pytest.approx(4.5 * 1.5 / 100 / 0.1, abs=1e-6)


def test_a_grip_holds_on_through_changes():
    live = Live(load("gripper_pick_and_place"))
    live.advance(3.5, 60)
    for t, weight in ((3.0, 5.0), (3.2, 6.0)):
        live.advance(3.5, 10)
        assert live.change(load("gripper_pick_and_place", weight=weight), t).words == ""
        assert live.record().at([t], ["Gripper.force.on"]).item() == 1.0
    live.advance(6.0, 60)
    told = [(event.component, event.what) for event in live.record().events]
    assert told.count(("Gripper", "grips")) == 1 and ("Gripper", "releases") in told and ("Rack", "grips") in told
    hand = live.record().at(np.linspace(2.0, 3.9, 20), ["Hand.2.r.x", "Load.top.r.x", "Hand.2.r.y", "Load.top.r.y"])
    assert np.ptp(hand[:, 0] - hand[:, 1]) + np.ptp(hand[:, 2] - hand[:, 3]) < 1e-8


def test_kinematic_loops_go_on_with_other_lengths():
    circuit = load("slider_crank")
    rod = next(n for n, c in circuit.components.items() if "length" in c.values)
    other = changed(circuit, **{f"{rod}__length": f"1.05*({circuit.components[rod].values['length']})"})
    live = Live(circuit, mode="kinematic", until=1.0)
    live.advance(1.0, 10)
    assert live.change(other, 0.4).how == "parameters"
    live.advance(1.0, 10)
    expected = mars.simulate(other, 1.0, mode="kinematic")
    names = live.coordinates
    values = np.column_stack(list(expected.at([0.5, 0.9], *names).values()))
    turns = np.round((live.frames([0.5, 0.9]) - values) / (2 * np.pi)) * 2 * np.pi
    np.testing.assert_allclose(live.frames([0.5, 0.9]) - turns, values, atol=1e-8)


def test_what_is_new_begins_at_its_start_value_and_is_told():
    circuit = wheel()
    live = Live(circuit)
    live.advance(1.0)
    other = circuit.copy()
    other.add("joints.rotation", "KN2")
    other.add("bodies.rod", "SB2", length=0.3, mass=0.2)
    other.set("SB1.points", {"2": [0.1, 0, 0]})
    other.connect("SB1.2", "KN2.1")
    other.connect("KN2.2", "SB2.1")
    other.set_start("KN2.angle", "40 deg")
    speed = live.record().at([0.5], ["KN1.turn.speed"]).item()
    done = live.change(other, 0.5)
    assert done.how == "rebuilt" and done.words == "KN2.angle starts from its start value."
    assert {"KN2", "SB2", "SB1.points", "link SB1.2–KN2.1"} <= {i.name for i in done.interventions}
    now = live.record().at([0.5], ["KN1.turn.speed", "KN2.angle"])[0]
    np.testing.assert_allclose(now, [speed, np.deg2rad(40)], rtol=1e-9)
    assert live.names == ["KN1.angle", "KN2.angle"]
    assert np.isnan(live.record().at([0.3], ["KN2.angle"])).all() and np.isfinite(live.record().at([0.3], ["KN1.angle"])).all()
    back = live.change(circuit, 0.5)  # undone at once: as if nothing had been
    assert back.how == "rebuilt" or back.how == "parameters"
    assert live.record().interventions == []
    live.advance(2.0, 10)
    np.testing.assert_allclose(live.record().at([2.0], ["KN1.turn.speed"]).item(), 3 * np.exp(-8), rtol=1e-6)


def test_what_was_given_goes_on_free_from_where_it_was():
    circuit = load("two_segment_manipulator")
    other = circuit.copy()
    other.remove("Ew2")
    live = Live(circuit, until=2.0)
    live.advance(1.5, 10)
    names = ["KN1.angle", "KN1.turn.speed", "KN2.angle", "KN2.turn.speed"]
    before = live.record().at([1.2], names)
    assert live.change(other, 1.2).words == ""
    np.testing.assert_allclose(live.record().at([1.2], names), before, atol=1e-9)


@pytest.mark.parametrize("motions", ["Tx Ty Rz", "Tx Ty Tz Rx Ry Rz"])
def test_a_body_whose_hinge_is_taken_away_flies_on(motions):
    circuit = load("double_pendulum", SB1__inertia=[0.1, 0.1, 0.1], SB2__inertia=[0.1, 0.1, 0.1])
    circuit.motions, circuit.gravity = motions, [0, -9.81, 0]
    other = circuit.copy()
    other.remove("KN2")
    live = Live(circuit, until=2.0)
    live.advance(1.0, 10)
    names = [f"SB2.1.{what}" for what in ("r.x", "r.y", "v.x", "v.y", "w.z", "R.xx", "R.yx")]
    before = live.record().at([0.8], names)[0]
    done = live.change(other, 0.8)
    assert (done.how, done.words) == ("rebuilt", "")
    np.testing.assert_allclose(live.record().at([0.8], names)[0], before, atol=1e-9)
    live.advance(2.0, 10)
    centre = live.record().at([0.8, 1.8], ["SB2.1.w.z", "SB1.1.w.z"])
    assert centre[0, 0] == pytest.approx(centre[1, 0], abs=1e-7) and abs(centre[0, 1] - centre[1, 1]) > 1e-3


def test_a_change_that_cannot_be_leaves_the_run_as_it_was():
    circuit = load("bouncing_ball")
    live, same = Live(circuit, until=2.0), mars.simulate(circuit, 2.0)
    live.advance(1.0, 10)
    wrong = circuit.copy()
    ball = next(n for n, c in circuit.components.items() if "mass" in c.values)
    wrong.set(f"{ball}.mass", "1 m")
    open_port = wheel()
    open_port.disconnect("KN1.2", "SB1.1")
    for other in (wrong, open_port):
        with pytest.raises(mars.MarsError):
            live.change(other, 0.7)
    with pytest.raises(mars.DocumentError, match="within"):
        live.change(changed(circuit, **{f"{ball}__mass": 3}), live.t + 1)
    live.advance(2.0, 10)
    np.testing.assert_array_equal(live.run().steps.x, same.steps.x)


def test_what_is_not_felt_changes_nothing():
    circuit = wheel()
    live = Live(circuit)
    live.advance(1.0)
    t, other = live.t, circuit.copy()
    other.note, other.drawing = "a note", {"components": {"SB1": {"at": [0, 0]}}}
    other.set_start("KN1.angle", 2.0)
    assert live.change(other, 0.5).how == "nothing" and live.t == t


def test_a_default_typed_anew_is_no_change():
    live = Live(wheel())
    live.advance(0.5)
    assert live.change(changed(wheel(), KN1__axis=[0, 0, 1], SB1__centre=[0, 0, 0]), 0.3).how == "nothing"


def test_a_zero_that_was_folded_is_rebuilt_and_a_number_may_become_zero():
    live = Live(wheel(0.0))
    live.advance(1.0)
    assert live.change(wheel(2.0), 0.5).how == "rebuilt"
    live.advance(1.0)
    assert live.change(wheel(0.0), 0.7).how == "parameters"
    live.advance(2.0, 10)
    speed = live.record().at([0.4, 0.7, 2.0], ["KN1.turn.speed"])[:, 0]
    np.testing.assert_allclose(speed, [3, 3 * np.exp(-0.8), 3 * np.exp(-0.8)], rtol=1e-8)


def test_another_end():
    live = Live(wheel())
    live.advance(2.0, 10)
    assert live.status == "finished"
    done = live.change(wheel(until=3.0), 2.0)
    assert [i.name for i in done.interventions] == ["run.until"] and (live.end, live.status) == (3.0, "running")
    live.advance(3.0, 10)
    assert live.status == "finished" and live.record().end == 3.0
    with pytest.raises(mars.DocumentError, match="already"):
        live.change(wheel(until=0.5), 2.5)
    assert live.status == "finished"


def test_changes_at_the_beginning_begin_anew():
    live = Live(wheel())
    live.advance(1.0)
    other = wheel(1.0)
    other.set_start("KN1.turn.speed", 7.0)
    live.change(other, 0.0)
    assert live.t == 0.0 and len(live.record().parts) == 1
    live.advance(2.0, 10)
    np.testing.assert_array_equal(live.run().steps.x, mars.simulate(other).steps.x)


def test_watching_other_variables():
    live = Live(wheel(), ["D1.a.torque"])
    assert live.names == ["KN1.angle", "D1.a.torque"] and set(live.names) <= set(live.variables)
    live.advance(1.0)
    assert live.watch(["SB1.1.M.z", "no.such", "KN1.angle"]) == ["no.such"]
    assert live.names == ["KN1.angle", "SB1.1.M.z"] and live.units["SB1.1.M.z"] == "N·m"
    rows = live.frames([0.0, 0.5])
    np.testing.assert_allclose(rows, live.record().at([0.0, 0.5], live.names), rtol=1e-12)


def test_equations_solved_by_number_are_not_used_for_numbers_that_they_do_not_fit():
    """x + a·y + z = 0, x + b·y − z = 1: with a = b, y vanishes from their difference, which is taken for structure."""
    parameters = Parameters()
    a, b, k = (parameters.add(name, number) for name, number in (("a", 1.0), ("b", 1.0), ("k", 3.0)))
    x, y, z = (ca.SX.sym(name) for name in "xyz")
    rows = [x + a * y + z, x + b * y - z - 1, x + k * y - 2]
    solved = eliminate(parameters, rows, [x, y, z], prefer_first=True)
    left = ca.vertcat(*rows)
    for _ in range(3):  # some are said in terms of others
        left = ca.substitute(left, ca.vertcat(x, y, z), ca.vertcat(*(solved[i] for i in range(3))))
    residuals = ca.Function("residuals", [a, b, k], [left])

    def fits(*numbers) -> bool:
        others = Parameters(parameters.names, [0.0, *numbers], parameters.symbols)
        return all(decision(others) for decision in parameters.decisions)

    def right(*numbers) -> bool:
        return np.allclose(np.array(residuals(*numbers)), 0, atol=1e-12)

    assert fits(1, 1, 3) and right(1, 1, 3) and fits(2, 2, 5) and right(2, 2, 5)
    assert not fits(1, 2, 3) and not right(1, 2, 3)  # y is in the difference
    assert not fits(1, 1, 1)  # the pivot k − a vanishes


def test_a_gear_ratio_is_changed_while_it_turns():
    circuit = load("backlash_drive", Gear__ratio=1)
    live = Live(circuit, until=0.2)
    live.advance(0.1, 10)
    other = changed(circuit, Gear__ratio=20)
    live.change(other, 0.05)
    live.advance(0.2, 10)
    expected = headless(circuit, other, 0.05, 0.2)
    names = [state.name for state in expected.model.states]
    np.testing.assert_allclose(live.record().at([0.2], names)[0], expected.states[-1], atol=1e-7)


TIMES = st.floats(0.05, 0.95)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(TIMES, st.floats(0.5, 2.0)), min_size=1, max_size=4), st.sampled_from(["pendulum", "four_bar"]))
@example([(0.25, 1.0), (0.5, 0.5), (0.5, 1.0)], "pendulum")
def test_coordinates_are_continuous_and_energy_is_accounted_for(changes, name):
    circuit = load(name)
    body = {"pendulum": "SB1", "four_bar": "Rocker"}[name]
    live = Live(circuit, until=1.0)
    for t, mass in changes:
        live.advance(t, 10)
        live.change(changed(circuit, **{f"{body}__mass": mass}), t)
    live.advance(1.0, 10)
    record, names = live.record(), live.coordinates
    assert live.status == "finished" and record.end == 1.0
    pairs = list(itertools.pairwise(record.parts))
    for earlier, later in pairs:
        t = np.array([later.begin])
        np.testing.assert_allclose(earlier.rows(t, names), later.rows(t, names), atol=1e-9)
    assert record.ledger().relative_residual < 1e-8
    # A second change at the same time may take the first one back.
    assert [i.t for i in record.interventions] == sorted({later.begin for a, later in pairs if a.circuit != later.circuit})
    assert record.repeat().same_states(record)


def test_a_gain_is_turned_where_an_amplifier_has_modes():
    """Its network was solved for all of them, and so are the other numbers tried."""
    servo = load("servo_axis")
    other = changed(servo, PID1__kp=200)
    live = Live(servo)
    live.advance(0.1, 60.0)
    assert live.change(other, 0.1).how == "parameters"
    live.advance(0.2, 60.0)
    angle = live.frames([0.2])[0, live.names.index("KN1.angle")]
    assert angle == pytest.approx(headless(servo, other, 0.1, 0.2)["KN1.angle"][-1], rel=1e-6)
