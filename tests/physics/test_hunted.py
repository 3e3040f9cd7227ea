"""Circuits that once went wrong: each says what was."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.verification.verify import verify
from tests.helpers.paths import CIRCUITS
from tests.helpers.switching import balanced, between, shafts, sliders, start
from tests.helpers.wiring import TIGHT, wired


def test_a_grip_over_a_hinge_stops_its_turn():
    """Rows that the hinge keeps already were rounding, scaled up to one."""
    c = Circuit("arm")
    c.add("bodies.base", "Base")
    end = "Base.1"
    for i in (1, 2):
        c.add("joints.rotation", f"J{i}", axis=[0, 1, 0])
        c.add("bodies.rod", f"A{i}")
        c.connect(end, f"J{i}.1")
        c.connect(f"J{i}.2", f"A{i}.1")
        end = f"A{i}.2"
    c.add("dynamics.grip", "G", closed={"law": "step", "time": 0.3, "after": 1})
    c.connect("A1.2", "G.a")
    c.connect("A2.1", "G.b")
    run = balanced(c, until=2)
    assert [(e.t, e.what, e.freedoms) for e in run.events] == [(0.3, "grips", 1)]
    assert np.ptp(run["J2.angle"][run.time > 0.31]) < 1e-10


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
def test_a_rebound_that_a_ratchet_blocks(method):
    """The ratchet let the mass bounce back; then stop, ratchet and friction in one place switched without end."""
    c = sliders(1.0)
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    between(c, "dynamics.slide_stop", "S", "J1", lower=-9, upper=0.5, restitution=0.6)
    between(c, "dynamics.slide_friction", "F", "J1", coulomb=0.1)
    start(c, J1=(0, 1))
    assert balanced(c, until=2, method=method)["J1.travel"][-1] == pytest.approx(0.5, abs=1e-9)


def test_a_given_motion_with_a_ratchet_and_no_state_at_all():
    c = sliders(1.0)
    between(c, "sources.slide_movement", "E", "J1", law="0.1*t")
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    assert mars.simulate(c, until=1)["J1.travel"][-1] == pytest.approx(0.1)


def test_a_given_motion_into_a_stop_is_said_to_be_one():
    """It was told as switching without end."""
    c = sliders(1.0)
    between(c, "sources.slide_movement", "E", "J1", law="0.1*t")
    between(c, "dynamics.slide_stop", "S", "J1", lower=-1, upper=0.05)
    with pytest.raises(mars.RunError, match=r"S: hit at t = 0\.5 s by a prescribed motion") as caught:
        mars.simulate(c, until=1)
    assert caught.value.code == "blocked-motion"
    assert caught.value.run.time[-1] == pytest.approx(0.5)


def test_an_impact_at_the_very_start_is_told_and_is_before_the_ledger():
    c = sliders(1.0)
    c.add("dynamics.slide_ratchet", "R")
    c.connect("R.b", "J1.slide")
    start(c, J1=(0, -1))
    run = balanced(c, until=1)
    assert [e.what for e in run.events] == ["is hit at 1 m/s", "closes"] and run["J1.slide.speed"][0] == 0


def test_a_table_spring_rises_where_its_points_rise():
    """A natural spline through these points falls at zero, so that the shaft rested elsewhere."""
    c = shafts(0.5)
    between(c, "dynamics.table_spring", "S", "J1", table=[[-2, -40], [-0.5, -1], [0.5, 1], [2, 40]])
    between(c, "dynamics.damper", "D", "J1", damping=0.5)
    start(c, J1=(0.3, 0))
    assert abs(balanced(c, until=20)["J1.angle"][-1]) < 1e-4


def test_kinematic_loops_resume():
    """The snapshot held the joints where the integrator had left them, not where they had followed to."""
    c = mars.load(CIRCUITS / "slider_crank.mars")
    half = mars.simulate(c, until=1, mode="kinematic").snapshot()
    whole, rest = (mars.simulate(c, until=2, mode="kinematic", resume=resume) for resume in (None, half))
    assert rest.states[-1] == pytest.approx(whole.states[-1], abs=1e-10)


@pytest.mark.parametrize("ground", [True, False])
def test_inductors_side_by_side_need_no_ground(ground):
    """Node laws that say the same twice were told as a contradiction where no ground takes one of them."""
    parts = {f"L{i}": ("inductor", {"inductance": 0.01 * i}) for i in (1, 2)} | {"R1": ("resistor", {"resistance": 5})}
    c = wired(parts, "L1.n L2.n R1.n", "L1.p L2.p R1.p", ground=ground)
    c.set_start("L1.current", 3.0)
    run = mars.simulate(c, 0.005, times=[0, 0.002, 0.005], **TIGHT)
    # Together they are 1/150 H; their flux difference L₁i₁ − L₂i₂ stays.
    total = 3.0 * np.exp(-5 * run.time * 150)
    assert run["L1.current"] + run["L2.current"] == pytest.approx(total, abs=1e-9)
    assert 0.01 * run["L1.current"] - 0.02 * run["L2.current"] == pytest.approx(0.03, abs=1e-12)


def test_an_inductor_that_leads_nowhere_in_a_part_without_a_ground():
    """Its current is zero, which two of the hidden rows said alike: they were told as a contradiction."""
    parts = {"M1": ("voltmeter", {}), "T1": ("coupled_inductors", {}), "L1": ("inductor", {})}
    c = wired(parts, "M1.n T1.n1 T1.n2", "M1.p L1.p", "T1.p1 L1.n T1.p2", ground=False)
    c.set_start("T1.current1", 2.0)
    run = mars.simulate(c, 0.01)
    assert np.abs(run["L1.current"]).max() == 0
    assert run["T1.current1"] == pytest.approx(2.0, abs=1e-12) and run["T1.current2"] == pytest.approx(-2.0, abs=1e-12)


def test_a_run_handed_over_keeps_the_tolerances_that_were_asked_for():
    """Radau went on with 1e-7 whatever was asked: the current was wrong by 6e-8 of an ampere."""
    source, driven = ("current_source", {"law": "-0.759*sin(0.234*t)"}), "I1.p C1.p L1.p R1.p"
    parts = {"I1": source, "C1": ("capacitor", {"capacitance": 5e-3}), "L1": ("inductor", {"inductance": 5e-3})}
    c = wired(parts | {"R1": ("resistor", {"resistance": 0.2358})}, driven.replace(".p", ".n"), driven)
    run, exact = (mars.simulate(c, 2.8, method=method, times=[0, 1, 2.8], **TIGHT) for method in ("auto", "rk8"))
    assert [name for name, _ in run.steps.methods] == ["rk8", "radau"]
    assert run["L1.current"] == pytest.approx(exact["L1.current"], abs=1e-9)


def test_runs_of_less_than_a_picosecond_have_their_output_times():
    """They ended at their beginning."""
    parts = {"R1": ("resistor", {"resistance": 1.0}), "C1": ("capacitor", {"capacitance": 1e-13})}
    c = wired(parts, "R1.n C1.n", "R1.p C1.p")
    c.set_start("C1.voltage", 1.0)
    run = mars.simulate(c, 1e-13, times=[0, 5e-14, 1e-13])
    assert run["C1.voltage"] == pytest.approx(np.exp([0, -0.5, -1]), abs=1e-8)


def blocks(*parts: tuple[str, str, dict], links: str) -> Circuit:
    c = Circuit("blocks", gravity=[0, 0, 0])
    for kind, name, values in parts:
        c.add(kind, name, **values)
    for link in links.split(", "):
        c.connect(*link.split())
    return c


FALLING = ("signals.law", "W1", {"law": "0.2 - t"})
ROOT = ("signals.function", "FN1", {"function": "sqrt"})


@pytest.mark.parametrize(
    "circuit",
    [
        blocks(FALLING, ROOT, links="W1.out FN1.in"),
        blocks(FALLING, ROOT, ("signals.integrator", "INT1", {}), links="W1.out FN1.in, FN1.out INT1.in"),
        blocks(FALLING, ROOT, ("sampled.hold", "SH1", {"period": 0.05}), links="W1.out FN1.in, FN1.out SH1.in"),
    ],
)
def test_a_signal_without_a_value_is_told_by_its_name(circuit):
    """Runs ended well with signals that were no numbers, or blamed who read them."""
    with pytest.raises(mars.RunError, match=r"FN1\.out\.value has no finite value at t = 0\.2"):
        mars.simulate(circuit, until=0.5)


def test_a_ring_through_a_switch_that_nothing_determines_is_told():
    """Its gain is 1 in one position of the switch only, and there the signal was no number."""
    c = blocks(FALLING, ("logic.switch", "SW1", {"threshold": 0.0}), links="W1.out SW1.control SW1.b, SW1.out SW1.a")
    with pytest.raises(
        mars.RunError, match=r"SW1\.out\.value has no finite value at t = 0 s.* signal loop with gain 1"
    ) as caught:
        mars.simulate(c, until=0.5)
    assert caught.value.code == "not-finite"


def test_a_changed_circuit_goes_on_from_a_snapshot_with_what_was_sampled():
    """Holds sampled anew, and sums of samples began from nothing."""

    def summing(gain: float) -> Circuit:
        sampled = ("sampled.integrator", "Z1", {"period": 0.1})
        return blocks(("signals.law", "W1", {"law": "t"}), ("signals.gain", "K1", {"gain": gain}), sampled,
                      links="W1.out K1.in, K1.out Z1.in")  # fmt: skip

    first = mars.simulate(summing(1.0), until=0.55)
    run = mars.simulate(summing(3.0), until=1.0, resume=first.snapshot(), times=[0.56, 0.59, 1.0])
    assert run["Z1.out.value"][:2].tolist() == [first["Z1.out.value"][-1]] * 2
    assert first["Z1.out.value"][-1] > 0 and run["Z1.out.value"][-1] > run["Z1.out.value"][0]


def test_two_grounds_at_one_node():
    """How they share the current is told by nothing, so it was refused."""
    parts = {"V1": ("voltage_source", {"law": 5.0}), "R1": ("resistor", {"resistance": 2.0}), "GND2": ("ground", {})}
    run = mars.simulate(wired(parts | {"GND3": ("ground", {})}, "V1.n R1.n GND2.p GND3.p", "V1.p R1.p"), until=0.1)
    assert run["R1.p.current"] == pytest.approx(2.5, abs=1e-12)
    assert all(np.abs(run[f"GND{i}.p.current"]).max() == 0 for i in (1, 2, 3))


def test_voltages_without_a_ground_count_from_the_first_node_on_both_roads():
    """The fast model counted from the node that its pivots left, the tableau from the first one: they did not agree."""
    parts = {"R1": ("resistor", {"resistance": 2.0}), "V1": ("voltage_source", {"law": "5*cos(9*t)"}), "L1": ("inductor", {})}
    for order in (parts, dict(reversed(parts.items()))):
        c = wired(order, "V1.p R1.p", "R1.n L1.p", "L1.n V1.n", ground=False)
        assert all(row.agrees for row in verify(c))
