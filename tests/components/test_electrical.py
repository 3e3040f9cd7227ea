"""Electrical components against closed forms and matrix exponentials."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import expm

import mars
from mars.records.live import Live
from tests.helpers.paths import REFS
from tests.helpers.wiring import balanced, wired


def linear(A: np.ndarray, b: np.ndarray, x0: np.ndarray, times: np.ndarray) -> np.ndarray:
    """ẋ = A x + b by the matrix exponential, one row for each time."""
    rest = -np.linalg.solve(A, b)
    return np.array([rest + expm(A * t) @ (x0 - rest) for t in times])


@pytest.mark.parametrize("case", ["underdamped", "critical", "overdamped"])
def test_series_resonance_by_its_reference(case, measured):
    data = json.loads((REFS / "electro_rlc.json").read_text("utf-8"))
    value = data["parameters"][case]
    samples = {float(t): sample for t, sample in data["reference"][case].items()}
    c = wired(
        {
            "V1": ("voltage_source", {"law": value["U"]}),
            "R1": ("resistor", {"resistance": value["R"]}),
            "L1": ("inductor", {"inductance": value["L"]}),
            "C1": ("capacitor", {"capacitance": value["C"]}),
        },
        "C1.n V1.n", "V1.p R1.p", "R1.n L1.p", "L1.n C1.p",
    )  # fmt: skip
    run = balanced(c, data["t_end"], times=sorted(samples))
    found = np.stack([run["C1.voltage"], run["L1.current"]], axis=-1)
    wanted = [[samples[t]["u_C"], samples[t]["i"]] for t in sorted(samples)]
    off, limit = np.abs(found - wanted).max(), data["tolerance"]["abs"]
    measured(f"Series resonance, {case}", "electro_rlc.json", off, "V, A", allowed=limit)
    assert off < limit


def test_ladder_of_resistors_and_capacitors():
    sections, R, C = 5, 1e3, 1e-6
    parts = {"V1": ("voltage_source", {"law": 2.0})}
    for i in range(sections):
        parts |= {f"R{i}": ("resistor", {"resistance": R}), f"C{i}": ("capacitor", {"capacitance": C})}
    names = ["V1.p", *(f"R{i}.n C{i}.p" for i in range(sections))]
    nodes = [" ".join(["V1.n", *(f"C{i}.n" for i in range(sections))])]
    nodes += [f"{name} R{i}.p" if i < sections else name for i, name in enumerate(names)]
    times = np.linspace(0, 0.02, 9)
    run = balanced(wired(parts, *nodes), 0.02, times=times)
    A = (np.eye(sections, k=1) + np.eye(sections, k=-1) - 2 * np.eye(sections)) / (R * C)
    A[-1, -1] = -1 / (R * C)
    wanted = linear(A, np.array([2.0 / (R * C), 0, 0, 0, 0]), np.zeros(sections), times)
    found = np.stack([run[f"C{i}.voltage"] for i in range(sections)], axis=-1)
    assert found == pytest.approx(wanted, abs=1e-9)


def test_coupled_inductors():
    L1, L2, k, R1, R2 = 0.02, 0.005, 0.9, 3.0, 2.0
    c = wired(
        {
            "V1": ("voltage_source", {"law": 5.0}),
            "R1": ("resistor", {"resistance": R1}),
            "T1": ("coupled_inductors", {"inductance1": L1, "inductance2": L2, "coupling": k}),
            "R2": ("resistor", {"resistance": R2}),
        },
        "V1.n T1.n1 T1.n2 R2.n", "V1.p R1.p", "R1.n T1.p1", "T1.p2 R2.p",
    )  # fmt: skip
    times = np.linspace(0, 0.03, 7)
    run = balanced(c, 0.03, times=times)
    M = k * np.sqrt(L1 * L2)
    inverse = np.linalg.inv([[L1, M], [M, L2]])
    wanted = linear(-inverse @ np.diag([R1, R2]), inverse @ [5.0, 0.0], np.zeros(2), times)
    assert np.stack([run["T1.current1"], run["T1.current2"]], axis=-1) == pytest.approx(wanted, abs=1e-9)


def test_ideal_transformer_carries_a_load_to_the_other_side():
    c = wired(
        {
            "V1": ("voltage_source", {"law": "5*cos(40*t)"}),
            "T1": ("transformer", {"ratio": 4}),
            "R1": ("resistor", {"resistance": 8}),
        },
        "V1.n T1.n1 T1.n2 R1.n", "V1.p T1.p1", "T1.p2 R1.p",
    )  # fmt: skip
    run = balanced(c, 0.2, times=np.linspace(0, 0.2, 6))
    given = 5 * np.cos(40 * run.time)
    assert run["R1.p.voltage"] == pytest.approx(given / 4, abs=1e-12)
    assert -run["V1.p.current"] == pytest.approx(given / (4**2 * 8), abs=1e-12)


@pytest.mark.parametrize(
    ("kind", "sensed", "gives_voltage"),
    [
        ("voltage_amplifier", "voltage", True),
        ("transconductance", "voltage", False),
        ("transresistance", "current", True),
        ("current_amplifier", "current", False),
    ],
)
def test_controlled_sources(kind, sensed, gives_voltage):
    """6 V behind 2 Ω and 1 Ω sense 2 V across the 1 Ω, or 3 A where the source shorts it; a load of 4 Ω at the output."""
    c = wired(
        {
            "V1": ("voltage_source", {"law": 6}),
            "R1": ("resistor", {"resistance": 2}),
            "R2": ("resistor", {"resistance": 1}),
            "X": (kind, {"gain": 0.5}),
            "R3": ("resistor", {"resistance": 4}),
        },
        "V1.n R2.n X.n1 X.n2 R3.n", "V1.p R1.p", "R1.n R2.p X.p1", "X.p2 R3.p",
    )  # fmt: skip
    run = mars.simulate(c, 0.1)
    given = 0.5 * (2 if sensed == "voltage" else 3)
    assert run["R3.p.voltage"] == pytest.approx(given if gives_voltage else 4 * given, abs=1e-12)


def test_battery_and_meters():
    c = wired(
        {
            "V1": ("battery", {"open_voltage": 12, "resistance": 0.5}),
            "M1": ("ammeter", {}),
            "M2": ("wattmeter", {}),
            "R1": ("resistor", {"resistance": 5.5}),
            "M3": ("voltmeter", {}),
        },
        "V1.n R1.n M3.n", "V1.p M1.p", "M1.n M2.p", "M2.n R1.p M3.p",
    )  # fmt: skip
    final = mars.simulate(c, 0.1).final()
    assert final["M1.current"] == final["M1.out.value"] == pytest.approx(2)
    assert final["M2.power"] == final["M2.out.value"] == pytest.approx(22)
    assert final["M3.voltage"] == final["M3.out.value"] == pytest.approx(11)


def test_meter_steers_a_source():
    """A voltmeter's signal drives a current back into the node: 1 A per volt beside a resistor of 0.25 Ω."""
    c = wired(
        {
            "V1": ("voltage_source", {"law": "10*t"}),
            "R1": ("resistor", {"resistance": 1}),
            "R2": ("resistor", {"resistance": 0.25}),
            "M1": ("voltmeter", {}),
            "I1": ("driven_current", {}),
        },
        "V1.n R2.n M1.n I1.n", "V1.p R1.p", "R1.n R2.p M1.p I1.p", "M1.out I1.signal",
    )  # fmt: skip
    run = mars.simulate(c, 1.0)
    assert run["M1.voltage"] == pytest.approx(10 * run.time / (1 + 4 - 1), abs=1e-12)


# Operational amplifiers


def test_op_amp_integrates():
    c = wired(
        {
            "V1": ("voltage_source", {"law": "2*cos(30*t)"}),
            "R1": ("resistor", {"resistance": 1e4}),
            "C1": ("capacitor", {"capacitance": 1e-5}),
            "OA1": ("op_amp", {}),
            "R2": ("resistor", {"resistance": 100}),
        },
        "V1.n OA1.plus R2.n", "V1.p R1.p", "R1.n OA1.minus C1.p", "C1.n OA1.out R2.p",
    )  # fmt: skip
    run = balanced(c, 1.0)
    assert run["OA1.out.voltage"] == pytest.approx(-2 * np.sin(30 * run.time) / 30 / (1e4 * 1e-5), abs=1e-9)


def test_op_amp_adds():
    c = wired(
        {
            "V1": ("voltage_source", {"law": 0.3}),
            "V2": ("voltage_source", {"law": "t"}),
            "R1": ("resistor", {"resistance": 1e3}),
            "R2": ("resistor", {"resistance": 2e3}),
            "R3": ("resistor", {"resistance": 1e4}),
            "OA1": ("op_amp", {}),
        },
        "V1.n V2.n OA1.plus", "V1.p R1.p", "V2.p R2.p", "R1.n R2.n R3.p OA1.minus", "R3.n OA1.out",
    )  # fmt: skip
    run = mars.simulate(c, 1.0)
    assert run["OA1.out.voltage"] == pytest.approx(-(10 * 0.3 + 5 * run.time), abs=1e-12)


# Switches


def test_switch_lets_a_current_rise_and_fall():
    """An inductor with a resistor, fed by a switch and freewheeling through another one, by exponentials from edge to edge."""
    R, L, on, off = 2.0, 0.1, 1e-3, 1e8
    values = {"on_resistance": on, "off_resistance": off}
    c = wired(
        {
            "V1": ("voltage_source", {"law": 12}),
            "S1": ("switch", values),
            "S2": ("switch", values | {"threshold": -0.5}),
            "R1": ("resistor", {"resistance": R}),
            "L1": ("inductor", {"inductance": L}),
            "F1": ("signals.law", {"law": "sin(20*t)"}),
            "F2": ("signals.gain", {"gain": -1}),
        },
        "V1.n L1.n S2.n", "V1.p S1.p", "S1.n R1.p S2.p", "R1.n L1.p", "F1.out S1.signal F2.in", "F2.out S2.signal",
    )  # fmt: skip
    edges = [0.0, *(np.array([np.pi / 6, 5 * np.pi / 6]) / 20), 0.25]
    run = balanced(c, edges[-1], times=edges)
    assert [(e.component, e.t) for e in run.events if e.t > 0][:1] == [("S1", pytest.approx(edges[1], abs=1e-9))]
    current = 0.0
    for begin, end in pairwise(edges):
        conducts = [1 / (on if begin == edges[1] else off), 1 / (off if begin == edges[1] else on)]  # S1, S2
        inner = 1 / sum(conducts)
        source = 12 * conducts[0] * inner
        current = source / (R + inner) + (current - source / (R + inner)) * np.exp(-(R + inner) / L * (end - begin))
        assert run.at([end], "L1.current")["L1.current"][0] == pytest.approx(current, abs=1e-8)


def test_hand_switch_and_potentiometer_are_moved_in_a_run():
    c = wired(
        {
            "V1": ("voltage_source", {"law": 10}),
            "R1": ("potentiometer", {"resistance": 1000, "position": 0.2, "end_resistance": 1e-6}),
            "S1": ("hand_switch", {"on_resistance": 1e-6}),
            "C1": ("capacitor", {"capacitance": 1e-3}),
        },
        "V1.n R1.n C1.n", "V1.p R1.p", "R1.wiper S1.p", "S1.n C1.p",
    )  # fmt: skip
    live = Live(c, until=1.0)

    def advance(until):
        while live.t < until:
            live.advance(until, 1.0)

    advance(0.3)
    closed = c.copy()
    closed.set("S1.closed", 1)
    assert live.change(closed, 0.3).how == "parameters"
    advance(0.6)
    moved = closed.copy()
    moved.set("R1.position", 0.5)
    live.change(moved, 0.6)
    advance(1.0)
    at = live.record().at([0.3, 0.6, 1.0], ["C1.voltage"]).ravel()
    first = 2 * (1 - np.exp(-0.3 / (1e-3 * 160)))  # 200 ∥ 800 Ω
    assert at == pytest.approx([0, first, 5 + (first - 5) * np.exp(-0.4 / (1e-3 * 250))], abs=1e-5)


# States that depend on each other: rings of capacitors and voltage sources, nodes of inductors and current sources


def test_capacitors_side_by_side():
    c = wired(
        {
            "I1": ("current_source", {"law": "sin(3*t)"}),
            "R1": ("resistor", {"resistance": 2}),
            "C1": ("capacitor", {"capacitance": 0.3}),
            "C2": ("capacitor", {"capacitance": 0.2}),
        },
        "I1.n R1.n C1.n C2.n", "I1.p R1.p C1.p C2.p",
    )  # fmt: skip
    run = balanced(c, 3.0)
    a, w, t = 1 / (2 * 0.5), 3.0, run.time  # v̇ = sin(wt)/C − v/(RC)
    wanted = (a * np.sin(w * t) - w * np.cos(w * t) + w * np.exp(-a * t)) / (a**2 + w**2) / 0.5
    assert run["C1.voltage"] == pytest.approx(wanted, abs=1e-9)
    assert run["C2.voltage"] == pytest.approx(wanted, abs=1e-9)
    assert run["C1.p.current"] == pytest.approx(1.5 * run["C2.p.current"], abs=1e-9)


def test_capacitor_across_a_source():
    c = wired(
        {"V1": ("voltage_source", {"law": "4*cos(50*t)"}), "C1": ("capacitor", {"capacitance": 1e-3})},
        "V1.n C1.n", "V1.p C1.p",
    )  # fmt: skip
    run = balanced(c, 0.3)
    assert run["C1.p.current"] == pytest.approx(-1e-3 * 4 * 50 * np.sin(50 * run.time), abs=1e-12)
    assert run["C1.voltage"] == pytest.approx(4 * np.cos(50 * run.time), abs=1e-12)


def test_floating_ring_of_capacitors():
    """Three capacitors in a ring between two resistors: Y–Δ, against the two free states by a matrix exponential."""
    C12, C23, C31, R = 1e-6, 2e-6, 3e-6, 1e3
    c = wired(
        {
            "V1": ("voltage_source", {"law": 5}),
            "R1": ("resistor", {"resistance": R}),
            "R2": ("resistor", {"resistance": R}),
            "R3": ("resistor", {"resistance": 2 * R}),
            "C1": ("capacitor", {"capacitance": C12}),
            "C2": ("capacitor", {"capacitance": C23}),
            "C3": ("capacitor", {"capacitance": C31}),
        },
        "V1.n R2.n R3.n", "V1.p R1.p", "R1.n C1.p C3.n", "C1.n C2.p R2.p", "C2.n C3.p R3.p",
    )  # fmt: skip
    times = np.linspace(0, 0.02, 6)
    run = balanced(c, 0.02, times=times)
    ring = np.array([[C12 + C31, -C12, -C31], [-C12, C12 + C23, -C23], [-C31, -C23, C23 + C31]])
    flow = -np.diag([1 / R, 1 / R, 0.5 / R])
    differences = np.array([[1, -1, 0], [0, 1, -1]])  # free: C1 and C2; the node voltages follow from no charge coming in
    # charge balance of the whole ring is resistive: Σ flow·v + 5/R = 0
    lift = np.linalg.inv(np.vstack([differences, np.diag(flow)]))
    reduced = differences @ np.linalg.pinv(ring)
    A = reduced @ flow @ lift[:, :2]
    b = reduced @ (flow @ lift[:, 2] * (-5 / R) + [5 / R, 0, 0])
    wanted = linear(A, b, np.zeros(2), times)
    assert np.stack([run["C1.voltage"], run["C2.voltage"]], axis=-1) == pytest.approx(wanted, abs=1e-9)
    assert run["C1.voltage"] + run["C2.voltage"] + run["C3.voltage"] == pytest.approx(0, abs=1e-12)


def test_inductors_in_a_row():
    c = wired(
        {
            "V1": ("voltage_source", {"law": 6}),
            "R1": ("resistor", {"resistance": 3}),
            "L1": ("inductor", {"inductance": 0.1}),
            "L2": ("inductor", {"inductance": 0.2}),
        },
        "V1.n L2.n", "V1.p R1.p", "R1.n L1.p", "L1.n L2.p",
    )  # fmt: skip
    run = balanced(c, 0.5)
    wanted = 2 * (1 - np.exp(-10 * run.time))
    assert run["L1.current"] == pytest.approx(wanted, abs=1e-9)
    assert run["L2.p.voltage"] == pytest.approx(0.2 * 20 * np.exp(-10 * run.time), abs=1e-8)


def test_inductor_behind_a_current_source():
    c = wired(
        {"I1": ("current_source", {"law": "3*sin(20*t)"}), "L1": ("inductor", {"inductance": 0.05})},
        "I1.n L1.n", "I1.p L1.p",
    )  # fmt: skip
    run = balanced(c, 0.5)
    assert run["L1.p.voltage"] == pytest.approx(0.05 * 3 * 20 * np.cos(20 * run.time), abs=1e-12)


def test_dependent_capacitors_start_where_one_was_told():
    c = wired(
        {
            "R1": ("resistor", {"resistance": 1}),
            "C1": ("capacitor", {"capacitance": 0.5}),
            "C2": ("capacitor", {"capacitance": 0.5}),
        },
        "R1.n C1.n C2.n", "R1.p C1.p C2.p",
    )  # fmt: skip
    c.set_start("C2.voltage", 4.0)
    run = balanced(c, 2.0)
    assert run["C1.voltage"] == pytest.approx(4 * np.exp(-run.time), abs=1e-9)


def test_sides_without_a_ground_have_their_own_zero():
    """A transformer between two floating sides: voltages across and currents are those of the grounded circuit."""
    c = wired(
        {
            "V1": ("voltage_source", {"law": "5*cos(40*t)"}),
            "T1": ("transformer", {"ratio": 4}),
            "R1": ("resistor", {"resistance": 8}),
        },
        "V1.n T1.n1", "V1.p T1.p1", "T1.p2 R1.p", "T1.n2 R1.n",
        ground=False,
    )  # fmt: skip
    run = balanced(c, 0.2)
    across = run["R1.p.voltage"] - run["R1.n.voltage"]
    assert across == pytest.approx(5 * np.cos(40 * run.time) / 4, abs=1e-12)
    assert run["R1.p.current"] == pytest.approx(across / 8, abs=1e-12)


# Circuits that cannot be


def complaint(circuit) -> str:
    with pytest.raises(mars.CircuitError) as raised:
        mars.simulate(circuit, 0.1)
    return str(raised.value)


def test_names_voltage_sources_side_by_side():
    c = wired(
        {
            "V1": ("voltage_source", {"law": 5}),
            "V2": ("voltage_source", {"law": 6}),
            "R1": ("resistor", {}),
        },
        "V1.n V2.n R1.n", "V1.p V2.p R1.p",
    )  # fmt: skip
    said = complaint(c)
    assert "V1" in said and "V2" in said and "resistor" in said


def test_names_current_sources_in_a_row():
    c = wired(
        {"I1": ("current_source", {"law": 5}), "I2": ("current_source", {"law": 6}), "R1": ("resistor", {})},
        "I1.n R1.n", "I1.p I2.n", "I2.p R1.p",
    )  # fmt: skip
    said = complaint(c)
    assert "I1" in said and "I2" in said


def test_names_an_op_amp_without_feedback():
    c = wired(
        {"V1": ("voltage_source", {}), "OA1": ("op_amp", {}), "R1": ("resistor", {})},
        "V1.n OA1.minus R1.n", "V1.p OA1.plus", "OA1.out R1.p",
    )  # fmt: skip
    assert "OA1" in complaint(c)


def test_refuses_a_jump_across_a_capacitor():
    c = wired(
        {"V1": ("voltage_source", {"law": {"law": "step", "time": 0.05, "after": 5}}), "C1": ("capacitor", {})},
        "V1.n C1.n", "V1.p C1.p",
    )  # fmt: skip
    said = complaint(c)
    assert "C1" in said and "0.05" in said and "resistor" in said
