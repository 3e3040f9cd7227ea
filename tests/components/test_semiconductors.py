"""Diodes and transistors against closed forms and independent formulations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve
from scipy.special import lambertw

import mars
from tests.helpers.wiring import balanced, wired


def rectifier(load, *nodes, **diode):
    """A sine of 5 V and 50 Hz behind a diode."""
    parts = {"V1": ("voltage_source", {"law": {"law": "sine", "amplitude": 5, "frequency": 50}}), "D1": ("diode", diode)}
    return wired(parts | load, "V1.n " + nodes[0], "V1.p D1.p", "D1.n " + nodes[1])


def test_half_wave_begins_and_ends_at_the_forward_voltage():
    c = rectifier({"R1": ("resistor", {"resistance": 10})}, "R1.n", "R1.p", forward_voltage=0.7, on_resistance=0.5)
    run = balanced(c, 0.02, times=np.linspace(0, 0.02, 41))
    begins = np.arcsin(0.7 / 5) / (100 * np.pi)
    assert [e.t for e in run.events if e.t > 0] == pytest.approx([begins, 0.01 - begins], abs=1e-9)
    source = 5 * np.sin(100 * np.pi * run.time)
    # i = v/R₀ + (1/R₁ − 1/R₀)(v − u) with v = source − R i
    rise = 1 / 0.5 - 1e-8
    wanted = np.where(source > 0.7, (source / 0.5 - rise * 0.7) / (1 + 10 / 0.5), source * 1e-8 / (1 + 10 * 1e-8))
    assert run["R1.p.current"] == pytest.approx(wanted, abs=1e-9)


def test_peak_rectifier_with_a_capacitor():
    """Against an integration by scipy that stops at each change of the diode."""
    R, C, on = 100.0, 1e-4, 0.5
    load = {"R1": ("resistor", {"resistance": R}), "C1": ("capacitor", {"capacitance": C})}
    c = rectifier(load, "R1.n C1.n", "R1.p C1.p", forward_voltage=0.7, on_resistance=on)
    times = np.linspace(0, 0.05, 101)
    run = balanced(c, 0.05, times=times)

    def beyond(t, v):
        return 5 * np.sin(100 * np.pi * t) - v[0] - 0.7

    def current(t, v, conducts):
        across = beyond(t, v) + 0.7
        return across * 1e-8 + conducts * (1 / on - 1e-8) * (across - 0.7)

    beyond.terminal = True
    t, v, conducts, found = 0.0, np.zeros(1), False, {}
    while t < 0.05:
        beyond.direction = -1 if conducts else 1
        part = solve_ivp(
            lambda t, v, on_=conducts: (current(t, v, on_) - v / R) / C,
            (t, 0.05), v, events=beyond, dense_output=True, rtol=1e-11, atol=1e-13, max_step=1e-3,
        )  # fmt: skip
        found |= {s: part.sol(s)[0] for s in times if t <= s <= part.t[-1]}
        t, v, conducts = part.t[-1], part.y[:, -1], not conducts
    assert run["C1.voltage"] == pytest.approx(np.array([found[s] for s in times]), abs=1e-7)


def test_bridge_turns_both_halves_the_same_way():
    diode = {"forward_voltage": 0.5, "on_resistance": 0.1, "off_resistance": 1e7}
    parts = {"V1": ("voltage_source", {"law": "8*sin(50*t)"}), "R1": ("resistor", {"resistance": 50})}
    parts |= {f"D{i}": ("diode", diode) for i in range(1, 5)}
    c = wired(parts, "D3.p D4.p R1.n", "D1.n D2.n R1.p", "V1.p D1.p D3.n", "V1.n D2.p D4.n")
    run = balanced(c, 0.3, times=np.linspace(0, 0.3, 61))
    driving = np.maximum(np.abs(8 * np.sin(50 * run.time)) - 1.0, 0)
    assert run["R1.p.voltage"] == pytest.approx(driving * 50 / 50.2, abs=2e-5)  # the leaks


def test_junction_behind_a_resistor():
    """Lambert's W gives the current in closed form."""
    Is, Vt, n, R = 1e-14, 0.02585, 1.5, 1e3
    junction = {"saturation_current": Is, "thermal_voltage": Vt, "emission": n, "leak": 1e18}
    c = wired(
        {
            "V1": ("voltage_source", {"law": "5*sin(20*t)"}),
            "R1": ("resistor", {"resistance": R}),
            "D1": ("junction", junction),
        },
        "V1.n D1.n", "V1.p R1.p", "R1.n D1.p",
    )  # fmt: skip
    run = balanced(c, 0.6)
    source = 5 * np.sin(20 * run.time)
    scale = Is * R / (n * Vt)
    wanted = n * Vt / R * lambertw(scale * np.exp(source / (n * Vt) + scale)).real - Is
    assert run["D1.p.current"] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("volts", [0.0, 1.0, 30.0, 1000.0])
def test_junction_is_found_from_any_voltage(volts):
    c = wired({"V1": ("voltage_source", {"law": volts}), "R1": ("resistor", {"resistance": 0.01}), "D1": ("junction", {})},
              "V1.n D1.n", "V1.p R1.p", "R1.n D1.p")  # fmt: skip
    final = mars.simulate(c, 0.1).final()
    assert final["D1.p.voltage"] + 0.01 * final["D1.p.current"] == pytest.approx(volts, abs=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_bias_of_a_transistor(sign):
    """Voltage divider, emitter resistor: against the injection form with α in place of β; pnp is npn upside down."""
    Is, Vt, bf, br = 1e-14, 0.02585, 120.0, 2.0
    kinds = {1: "npn", -1: "pnp"}
    c = wired(
        {
            "V1": ("voltage_source", {"law": sign * 12.0}),
            "R1": ("resistor", {"resistance": 47e3}),
            "R2": ("resistor", {"resistance": 10e3}),
            "R3": ("resistor", {"resistance": 2.2e3}),
            "R4": ("resistor", {"resistance": 560}),
            "Q1": ("transistor", {"polarity": kinds[sign], "forward_gain": bf, "reverse_gain": br, "leak": 1e18}),
        },
        "V1.n R2.n R4.n", "V1.p R1.p R3.p", "R1.n R2.p Q1.b", "R3.n Q1.c", "Q1.e R4.p",
    )  # fmt: skip
    final = balanced(c, 0.1).final()
    af, ar = bf / (1 + bf), br / (1 + br)

    def nodes(v):
        b, c, e = v
        forward = Is / af * (np.exp((b - e) / Vt) - 1)  # currents of the two diodes of the injection form
        reverse = Is / ar * (np.exp((b - c) / Vt) - 1)
        emitter, collector = forward - ar * reverse, af * forward - reverse
        into_base = emitter - collector
        return [(12 - b) / 47e3 - b / 10e3 - into_base, (12 - c) / 2.2e3 - collector, emitter - e / 560]

    wanted = fsolve(nodes, [2.0, 7.0, 1.35], xtol=1e-14)
    assert np.abs(nodes(wanted)).max() < 1e-12
    found = [sign * final[f"Q1.{port}.voltage"] for port in "bce"]
    assert found == pytest.approx(wanted, abs=1e-9)


def test_transistor_inverts_a_signal():
    """Common emitter from cut-off to saturation."""
    c = wired(
        {
            "V1": ("voltage_source", {"law": 5}),
            "V2": ("voltage_source", {"law": "t"}),
            "R1": ("resistor", {"resistance": 10e3}),
            "R2": ("resistor", {"resistance": 1e3}),
            "Q1": ("transistor", {}),
        },
        "V1.n V2.n Q1.e", "V1.p R2.p", "V2.p R1.p", "R1.n Q1.b", "R2.n Q1.c",
    )  # fmt: skip
    run = balanced(c, 4.0, times=[0.0, 0.3, 1.0, 4.0])
    collector = run["Q1.c.voltage"]
    assert collector[:2] == pytest.approx([5, 5], abs=1e-4)
    assert collector[2] == pytest.approx(5 - 100 * 1e3 * run["Q1.b.current"][2], abs=1e-6)
    assert 0 < collector[3] < 0.3


def test_bridge_of_junctions_charges_a_capacitor():
    """While all four block, the source floats: only leaks tell its voltage. The order of the components must not matter."""
    junctions = {f"D{i}": ("junction", {}) for i in range(1, 5)}
    load = {"R1": ("resistor", {"resistance": 50}), "C1": ("capacitor", {"capacitance": 1e-4})}
    source = {"V1": ("voltage_source", {"law": "8*sin(50*t)"})}
    nodes = ("D3.p D4.p R1.n C1.n", "D1.n D2.n R1.p C1.p", "V1.p D1.p D3.n", "V1.n D2.p D4.n")
    runs = [
        mars.simulate(wired(parts, *nodes), 0.2, rtol=1e-9) for parts in (source | load | junctions, source | junctions | load)
    ]
    assert runs[0]["C1.voltage"] == pytest.approx(runs[1]["C1.voltage"], abs=1e-6)
    assert 5 < runs[0]["C1.voltage"].max() < 8 - 1.2
    assert runs[0].ledger().relative_residual < 1e-5


def test_doubler_misses_no_wave():
    """Two diodes open and close once in each of 25 periods, also where they conduct for a short time only."""
    parts = {
        "V1": ("voltage_source", {"law": "5*sin(2*pi*50*t)"}),
        "C1": ("capacitor", {"capacitance": 1e-4}),
        "C2": ("capacitor", {"capacitance": 1e-4}),
        "D1": ("diode", {}),
        "D2": ("diode", {}),
        "R1": ("resistor", {"resistance": 1e5}),
    }
    c = wired(parts, "V1.n D1.p C2.n R1.n", "V1.p C1.p", "C1.n D1.n D2.p", "D2.n C2.p R1.p")
    usual, run, fine = mars.simulate(c, 0.5), balanced(c, 0.5), mars.simulate(c, 0.5, max_step=2e-4)
    assert len(usual.events) == len(run.events) == len(fine.events) == 4 * 25
    assert run["C2.voltage"][-1] == pytest.approx(fine["C2.voltage"][-1], abs=1e-8)
    assert 8 < run["C2.voltage"][-1] < 2 * (5 - 0.7)


def test_buck_converter_gives_the_part_of_the_voltage_that_it_is_on():
    """20 kHz: in the mean D·24 − (1 − D)·0.7 V, but for the diode's own resistance."""
    parts = {
        "V1": ("voltage_source", {"law": 24}),
        "S1": ("switch", {"threshold": 0.2}),
        "D1": ("diode", {}),
        "L1": ("inductor", {"inductance": 1e-4}),
        "C1": ("capacitor", {"capacitance": 1e-4}),
        "R1": ("resistor", {"resistance": 5}),
        "F1": ("signals.law", {"law": "sin(2*pi*20000*t)"}),
    }
    nodes = ("V1.n D1.p C1.n R1.n", "V1.p S1.p", "S1.n D1.n L1.p", "L1.n C1.p R1.p", "F1.out S1.signal")
    run = mars.simulate(wired(parts, *nodes), 0.005, times=np.linspace(0.0045, 0.005, 201))
    duty = 0.5 - np.arcsin(0.2) / np.pi
    assert run["R1.p.voltage"].mean() == pytest.approx(duty * 24 - (1 - duty) * 0.7, rel=2e-3)
    assert sum(e.component == "S1" for e in run.events) == pytest.approx(200, abs=1)
