"""Runs: results by name, resuming, kinematic mode, the ledger."""

import numpy as np
import pytest

import mars
from tests.helpers.sprung_arm import arm


def test_names_take_wildcards_and_unknown_ones_get_a_suggestion():
    run = mars.simulate(arm(), until=0.1)
    assert run.names("KN?.angle") == ["KN1.angle", "KN2.angle"]
    assert run.unit("KN1.turn.torque") == "N·m"
    assert "SB2.2.F.x" in run and "SB2.2.F.z" not in run
    with pytest.raises(mars.DocumentError, match=r"Did you mean KN1\.angle"):
        run["KN1.angel"]


def test_streams_balance_at_every_node_of_the_results():
    run = mars.simulate(arm(), until=1)
    for letter in ("F.x", "F.y", "M.z"):
        assert run[f"SB1.2.{letter}"] == pytest.approx(-run[f"KN2.1.{letter}"], abs=1e-10)
    inertia = 4 * (run["SB1.1.a.y"] + run["SB1.2.a.y"]) / 2 + 2.5 * (run["SB2.1.a.y"] + run["SB2.2.a.y"]) / 2
    assert run["Base.1.F.y"] == pytest.approx(-(inertia + 6.5 * 9.81), rel=1e-9), "the base carries weight and inertia"


def test_rounding_does_not_drop_the_last_output_time():
    c = arm()
    c.run = {"until": 0.03, "step": 0.0001}
    assert mars.simulate(c).time[-1] == 0.03


def test_output_times_do_not_change_the_run():
    coarse = mars.simulate(arm(), until=2, times=[0, 2])
    fine = mars.simulate(arm(), until=2, step=0.001)
    assert coarse["KN2.angle"][-1] == fine["KN2.angle"][-1]
    between = mars.simulate(arm(), until=2, times=[0.7305])
    assert fine.at([0.7305], "KN2.angle")["KN2.angle"][0] == between["KN2.angle"][0]


def test_resumed_run_equals_an_uninterrupted_one(tmp_path):
    whole = mars.simulate(arm(), until=3)
    first = mars.simulate(arm(), until=1.3)
    first.snapshot().save(tmp_path / "s.json")
    second = mars.simulate(arm(), until=3, resume=mars.Snapshot.load(tmp_path / "s.json"))
    assert second.time[0] >= 1.3
    assert second["KN2.angle"][-1] == pytest.approx(whole["KN2.angle"][-1], abs=1e-8)


def test_stopped_run_keeps_its_results_and_goes_on_with_the_same_bits():
    stopped = mars.simulate(arm(), until=20, progress=lambda state: state.t < 5)
    assert stopped.status == "stopped" and 5 <= stopped.time[-1] < 20
    resumed = mars.simulate(arm(), until=20, resume=stopped.snapshot())
    whole = mars.simulate(arm(), until=20)
    assert resumed["KN2.angle"][-1] == whole["KN2.angle"][-1]


def test_methods_agree():
    names = ["KN1.angle", "KN2.turn.speed", "SB1.1.F.x", "DC.a.torque"]
    reference = mars.simulate(arm(), until=1, rtol=1e-12, atol=1e-13, times=[0, 0.5, 1]).values(names)
    for method, tolerance in (("rk8", 1e-8), ("rk5", 1e-7), ("radau", 1e-4), ("ida", 1e-6)):
        found = mars.simulate(arm(), until=1, method=method, times=[0, 0.5, 1]).values(names)
        for name in names:
            assert found[name] == pytest.approx(reference[name], abs=tolerance * (1 + np.abs(reference[name]).max())), (
                method,
                name,
            )


def test_kinematic_mode_needs_no_mass_and_gives_the_same_motion():
    c = arm()
    c.start.clear()
    c.add("sources.movement", "E1", law="0.5*sin(3*t)")
    c.add("sources.velocity", "E2", law="cos(2*t)")
    c.connect("E1.turn", "KN1.turn")
    c.connect("E2.turn", "KN2.turn")
    dynamic = mars.simulate(c, until=1)
    c.set("SB1.mass", 0)
    c.set("SB2.mass", 0)
    kinematic = mars.simulate(c, until=1, mode="kinematic")
    for name in ("SB2.2.r.x", "SB2.2.v.y", "SB2.2.a.x", "KN2.angle"):
        assert kinematic[name] == pytest.approx(dynamic[name], abs=1e-9), name
    assert np.all(kinematic["KN1.turn.torque"] == 0) and "E1.turn.torque" not in kinematic  # streams of joints alone


def test_kinematic_mode_names_the_missing_motion():
    with pytest.raises(mars.CircuitError, match=r"KN2\.turn: its motion is not prescribed") as caught:
        mars.simulate(arm(), until=1, mode="kinematic")
    assert {complaint.code for complaint in caught.value.complaints} == {"missing-motion"}


def test_inverse_dynamics_gives_back_the_torque_that_made_the_motion():
    c = arm()
    c.add("sources.torque", "T1", law="20*sin(5*t)")
    c.connect("T1.turn", "KN1.turn")
    forward = mars.simulate(c, until=0.5, step=0.005)
    motion = arm()
    motion.start.clear()
    for joint in ("KN1", "KN2"):
        pairs = [[float(t), float(q)] for t, q in zip(forward.time, forward[f"{joint}.angle"], strict=True)]
        motion.add("sources.movement", f"E_{joint}", law={"law": "table", "pairs": pairs})
        motion.connect(f"E_{joint}.turn", f"{joint}.turn")
    inverse = mars.simulate(motion, times=[0.1, 0.2, 0.3, 0.4])
    # The table is a spline through samples, so its second derivative is good to about 1e-4 only.
    assert -inverse["E_KN1.turn.torque"] == pytest.approx(20 * np.sin(5 * inverse.time), abs=5e-3)
    assert inverse["E_KN2.turn.torque"] == pytest.approx([0, 0, 0, 0], abs=5e-3)


def test_ledger_tells_where_the_energy_went():
    ledger = mars.simulate(arm(), until=4).ledger()
    assert ledger["DC"].lost > 0 and ledger["SB1"].lost == 0
    assert ledger.supplied == pytest.approx(0, abs=1e-9)
    assert ledger.stored == pytest.approx(-ledger.lost, rel=1e-6)
    assert ledger.relative_residual < 1e-8


def test_ledger_notices_a_wrong_sign(monkeypatch):
    """The witness must be able to fail: a damper that tells the wrong loss."""
    from mars.components.dynamics.damper import DamperLaw

    monkeypatch.setattr(DamperLaw, "loss", lambda self: -self.damping * self.rate() ** 2)
    assert mars.simulate(arm(), until=2).ledger().relative_residual > 1e-4


def test_pandas_frame_has_time_as_index():
    pytest.importorskip("pandas")
    frame = mars.simulate(arm(), until=0.5, step=0.1).frame("KN?.angle")
    assert list(frame.columns) == ["KN1.angle", "KN2.angle"] and frame.index.name == "time" and len(frame) == 6


def test_resuming_at_a_jump_takes_the_slope_behind_it():
    c = arm()
    c.add("sources.torque", "Em1", law={"law": "step", "time": 1, "before": 40, "after": -40})
    c.connect("Em1.turn", "KN1.turn")
    whole = mars.simulate(c, until=2)
    resumed = mars.simulate(c, until=2, resume=mars.simulate(c, until=1).snapshot())
    assert resumed["KN2.angle"][-1] == whole["KN2.angle"][-1]


def test_absurd_step_limits_are_refused():
    for wrong in ({"max_step": 1e-18}, {"step": 1e-12}, {"until": float("inf")}):
        with pytest.raises(mars.DocumentError):
            mars.simulate(arm(), **{"until": 1, **wrong})


def test_wrong_times_are_told_in_words():
    run = mars.simulate(arm(), until=1)
    for times in ([5.0], [float("nan")]):
        with pytest.raises(mars.DocumentError, match="within"):
            run.at(times, "KN1.angle")
    assert run.at(0.5, "KN1.angle")["KN1.angle"].shape == (1,)
    for wrong in ({"times": ["a"]}, {"times": [2, 1]}, {"times": [2, 3], "until": 1}, {"times": []}):
        with pytest.raises(mars.DocumentError):
            mars.simulate(arm(), **wrong)
    with pytest.raises(mars.DocumentError, match=r"“KN\?\.angle” matches 2 variables") as caught:
        run["KN?.angle"]
    assert caught.value.code == "several-variables"


def test_witness_resumes_too():
    first = mars.simulate(arm(), until=0.7)
    again = mars.simulate(arm(), until=1, resume=first.snapshot(), method="ida")
    whole = mars.simulate(arm(), until=1)
    assert again["KN2.angle"][-1] == pytest.approx(whole["KN2.angle"][-1], abs=1e-6)


def test_wrong_gravity_is_a_complaint():
    c = arm()
    c.gravity = ["g9", 0, 0]
    assert [c.code for c in mars.check(c).complaints] == ["gravity"]


def test_base_that_leaves_the_class_later_is_refused():
    c = arm()
    c.set("Base.travel_z", {"law": "cycloid", "start": 2, "time": 1, "after": 1})
    assert [(c.where, c.code) for c in mars.check(c).complaints] == [("Base", "leaves-class")]


def test_stiffness_is_noticed_and_radau_goes_on():
    c = arm()
    c.set("DC.stiffness", 1e6)
    c.set("DC.damping", 1e4)
    run = mars.simulate(c, until=1, rtol=1e-6, atol=1e-8)
    (first, _), (then, t) = run.steps.methods
    assert (first, then) == ("rk8", "radau") and 0 < t < 0.5
    alone = mars.simulate(c, until=1, method="radau", rtol=1e-6, atol=1e-8)
    assert run["KN1.angle"] == pytest.approx(alone["KN1.angle"], abs=1e-4)
    assert [method for method, _ in mars.simulate(arm(), until=5).steps.methods] == ["rk8"]


def test_radau_takes_few_steps_where_explicit_methods_must_creep():
    c = arm()
    c.set("DC.stiffness", 1e6)
    c.set("DC.damping", 1e4)
    creeping = mars.simulate(c, until=1, method="rk8", rtol=1e-6, atol=1e-8)
    stiff = mars.simulate(c, until=1, method="radau", rtol=1e-6, atol=1e-8)
    assert stiff.steps.counters["steps"] * 20 < creeping.steps.counters["steps"]
    assert stiff["KN1.angle"][-1] == pytest.approx(creeping["KN1.angle"][-1], abs=1e-4)
    assert stiff.ledger().relative_residual < 1e-4
    resumed = mars.simulate(
        c, until=1, method="radau", rtol=1e-6, atol=1e-8, resume=mars.simulate(c, until=0.4, method="radau").snapshot()
    )
    assert resumed["KN1.angle"][-1] == pytest.approx(stiff["KN1.angle"][-1], abs=1e-4)
