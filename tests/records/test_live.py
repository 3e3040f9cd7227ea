"""A run advanced in pieces is the run: the same bits, frames that agree, failures in the same words."""

import itertools

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.records.live import Live
from tests.helpers.paths import CIRCUITS, FAILURES


def stiff_pendulum() -> Circuit:
    """A damper so strong that rk8 is held down by it."""
    c = Circuit("stiff", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=0.5, mass=1)
    c.add("dynamics.damper", "DC1", damping=3e4)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.connect("KN1.turn", "DC1.a")
    c.set_start("KN1.angle", 1.0)
    return c


def in_pieces(live: Live, pieces=(0.013, 0.11, 0.0021, 0.37)) -> Live:
    for piece in itertools.cycle(pieces):
        live.advance(live.t + piece * live.end / 7)
        if live.status != "running":
            return live
    raise AssertionError


@pytest.mark.parametrize("name", ["pendulum", "four_bar", "heavy_top", "bouncing_ball", "stick_slip", "two_segment_manipulator"])
@pytest.mark.parametrize("method", ["auto", "rk8", "radau"])
def test_pieces_have_the_bits_of_a_whole_run(name, method):
    circuit = mars.load(CIRCUITS / f"{name}.mars")
    settings = {"method": method, "until": 1.0}
    if method == "radau":
        settings |= {"rtol": 1e-5, "atol": 1e-6}
    whole = mars.simulate(circuit, **settings)
    live = in_pieces(Live(circuit, **settings))
    assert live.status == "finished" and live.t == live.end == 1.0
    run = live.run()
    np.testing.assert_array_equal(run.steps.t, whole.steps.t)
    np.testing.assert_array_equal(run.steps.x, whole.steps.x)
    np.testing.assert_array_equal(run.steps.parameters, whole.steps.parameters)
    assert [str(event) for event in run.events] == [str(event) for event in whole.events]
    np.testing.assert_array_equal(live.frames(whole.time), np.column_stack(list(whole.values(live.names).values())))


def test_newmark_and_a_change_of_the_method_go_on_with_the_same_bits():
    for circuit, method in ((mars.load(CIRCUITS / "pendulum.mars"), "newmark"), (stiff_pendulum(), "auto")):
        whole = mars.simulate(circuit, 1.0, method=method)
        live = in_pieces(Live(circuit, until=1.0, method=method))
        np.testing.assert_array_equal(live.run().steps.x, whole.steps.x)
        assert live.run().steps.methods == whole.steps.methods
    assert [name for name, _ in whole.steps.methods] == ["rk8", "radau"]


def test_frames_behind_and_before_a_change_of_the_method():
    live = Live(stiff_pendulum(), until=1.0)
    early = live.frames([0.0])
    in_pieces(live)
    change = live.run().steps.methods[1][1]
    times = np.array([0.0, 0.5 * change, change, 0.5, 1.0])
    rows = np.array([live.frames([t])[0] for t in times])
    np.testing.assert_array_equal(rows, live.frames(times))
    np.testing.assert_array_equal(rows[0], early[0])
    np.testing.assert_array_equal(rows[:, 0], live.run().at(times, "KN1.angle")["KN1.angle"])


def test_steps_are_whole_and_the_budget_is_kept_in_mind():
    circuit = mars.load(CIRCUITS / "double_pendulum.mars")
    live = Live(circuit, until=1000.0)
    reached = live.advance(1000.0, budget_s=0.0)
    assert 0 < reached < 1000 and live.steps_taken == 1
    taken = live.steps_taken
    assert live.advance(reached * 0.5) == reached and live.steps_taken == taken
    live.advance(1000.0, budget_s=0.02)
    assert live.status == "running" and taken < live.steps_taken
    assert live.run().time[-1] == live.t


def test_all_joint_coordinates_are_watched_and_more_by_name():
    circuit = mars.load(CIRCUITS / "heavy_top.mars")
    joint = next(name for name, c in circuit.components.items() if c.kind.startswith("joints."))
    body = next(name for name, c in circuit.components.items() if c.kind.startswith("bodies.") and c.kind != "bodies.base")
    live = Live(circuit, [f"{body}.1.F.z", f"{body}.1.v.x"], until=0.2)
    assert {f"{joint}.attitude.{letter}" for letter in "wxyz"} <= set(live.names)
    assert live.units[f"{body}.1.F.z"] == "N"
    live.advance(0.2, budget_s=10)
    times = np.linspace(0, 0.2, 7)
    values = live.run().at(times, *live.names)
    np.testing.assert_allclose(live.frames(times), np.column_stack(list(values.values())), rtol=1e-12, atol=1e-12)
    with pytest.raises(mars.DocumentError, match=r"did you mean SB1\.1\.F\.z"):
        Live(circuit, [f"{body}.1.F.zz"])


def test_kinematic_loops_are_followed_frame_by_frame():
    circuit = mars.load(CIRCUITS / "slider_crank.mars")
    settings = {"mode": "kinematic", "until": 1.0}
    whole = mars.simulate(circuit, **settings, step=0.01)
    live = Live(circuit, **settings)
    rows = []
    for t in whole.time:
        live.advance(t)
        rows.append(live.frames([t])[0])
    expected = np.column_stack(list(whole.values(live.names).values()))
    np.testing.assert_allclose(rows, expected, atol=1e-9)
    np.testing.assert_allclose(live.frames([0.5])[0], expected[50], atol=1e-9)


def test_a_stopped_run_keeps_what_it_has():
    live = Live(mars.load(CIRCUITS / "pendulum.mars"))
    live.advance(0.3)
    live.stop()
    t = live.t
    assert live.advance(2.0) == t and live.status == "stopped" and live.run().status == "stopped"
    assert live.run().time[-1] == t and np.isfinite(live.frames([0.0, t])).all()


@pytest.mark.parametrize("name", ["spring_that_snaps", "root_of_a_negative", "chattering", "cranks_that_part"])
def test_failures_have_the_words_of_simulate(name):
    circuit = mars.load(FAILURES / f"{name}.mars")
    with pytest.raises(mars.RunError) as whole:
        mars.simulate(circuit)
    with pytest.raises(mars.RunError) as pieces:
        in_pieces(Live(circuit))
    assert str(pieces.value) == str(whole.value)
    np.testing.assert_array_equal(pieces.value.run.states, whole.value.run.states)


@pytest.mark.parametrize("name", ["chattering", "grip_out_of_reach", "spring_that_snaps"])
def test_until_the_failure_everything_can_be_looked_at(name):
    live = Live(mars.load(FAILURES / f"{name}.mars"))
    with pytest.raises(mars.RunError):
        in_pieces(live)
    times = np.linspace(live.begin, live.t, 20)
    expected = np.column_stack(list(live.run().at(times, *live.names).values()))
    np.testing.assert_array_equal(live.frames(times), expected)


def test_after_a_failure_the_frames_are_there():
    live = Live(mars.load(FAILURES / "spring_that_snaps.mars"))
    with pytest.raises(mars.RunError) as failed:
        in_pieces(live)
    assert live.status == "failed" and live.failure == str(failed.value) and live.t > 0
    assert np.isfinite(live.frames([0.0, 0.5 * live.t, live.t])).all()
    assert live.advance(live.end) == live.t  # said once
    assert live.run() is failed.value.run


def test_what_cannot_begin_is_said_as_by_simulate():
    for name in ("massless_arm", "rods_too_short", "wrong_unit"):
        circuit = mars.load(FAILURES / f"{name}.mars")
        with pytest.raises(mars.MarsError) as whole:
            mars.simulate(circuit)
        with pytest.raises(mars.MarsError) as live:
            Live(circuit)
        assert str(live.value) == str(whole.value)
    with pytest.raises(mars.DocumentError, match="ida"):
        Live(mars.load(CIRCUITS / "pendulum.mars"), method="ida")
