"""Rectifiers, converters, an inverter and a multiplier against closed forms, and against nodal equations without modes."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import mars
from mars.errors import RunError
from tests.helpers.diode_networks import Network
from tests.helpers.wiring import wired

PEAK, OMEGA = 20.0, 100 * pi
SINE = {"law": "sine", "amplitude": PEAK, "frequency": 50}
LAWS = pytest.mark.parametrize("on, off", [(1e-3, 1e5), (1e-2, 1e8), (1e-5, 1e5)])


def drawn(parts, *nodes):
    return wired(parts, *nodes, ground=False)


def sine(phase=0.0):
    return lambda t: PEAK * np.sin(OMEGA * t + phase)


def diodes(*names, on, off, forward=0.7):
    return {name: ("diode", {"forward_voltage": forward, "on_resistance": on, "off_resistance": off}) for name in names}


def bridge(source, more, *nodes, **law):
    """Four diodes from the ends a and b of a source to the load between plus and minus."""
    parts = {"G": ("ground", {})} | source | diodes("D1", "D2", "D3", "D4", **law) | more
    return drawn(
        parts, *nodes, "D1.n D2.n R.p" + (" C.p" if "C" in more else ""), "D3.p D4.p R.n G.p" + (" C.n" if "C" in more else "")
    )


@LAWS
def test_half_wave_into_a_resistor(on, off):
    c = drawn(
        {"G": ("ground", {}), "V": ("voltage_source", {"law": SINE}), "R": ("resistor", {"resistance": 10})}
        | diodes("D", on=on, off=off),
        "V.p D.p", "D.n R.p", "V.n R.n G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.04)
    v = PEAK * np.sin(OMEGA * run.time)
    leak = np.minimum(v, 0.7) / off
    conducting = (v - 0.7 + on * 0.7 / off) / (10 + on)
    assert run["R.p.current"] == pytest.approx(np.where(v > 0.7 * (1 + 10 / off), conducting, leak / (1 + 10 / off)), abs=1e-9)


def test_half_wave_into_a_coil_conducts_until_its_current_is_zero():
    """L i̇ + R i = v − u from asin(u/V̂) to the zero of i."""
    R, L, u = 10.0, 0.03, 0.7
    c = drawn(
        {
            "G": ("ground", {}),
            "V": ("voltage_source", {"law": SINE}),
            "R": ("resistor", {"resistance": R}),
            "L": ("inductor", {"inductance": L}),
        }
        | diodes("D", on=1e-6, off=1e9),
        "V.p D.p", "D.n L.p", "L.n R.p", "V.n R.n G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.019)
    begin, size, lag = np.arcsin(u / PEAK) / OMEGA, np.hypot(R, OMEGA * L), np.arctan(OMEGA * L / R)

    def current(t):
        forced = PEAK / size * np.sin(OMEGA * t - lag) - u / R
        return forced - (PEAK / size * np.sin(OMEGA * begin - lag) - u / R) * np.exp(-(t - begin) * R / L)

    end = brentq(current, 0.01, 0.0199)
    wanted = np.where((run.time > begin) & (run.time < end), current(run.time), 0.0)
    assert run["L.current"] == pytest.approx(wanted, abs=1e-5)
    switched = [(event.t, event.what) for event in run.events]
    assert switched == [(pytest.approx(begin, abs=1e-7), "conducts"), (pytest.approx(end, abs=1e-7), "blocks")]


@LAWS
def test_bridge_with_a_resistor_alone_switches_in_pairs(on, off):
    """Two diodes begin and end at the same time; in between i = (|v| − 2u)/(R + 2R₁), apart from the leakage."""
    source = {"V": ("voltage_source", {"law": SINE})}
    c = bridge(source, {"R": ("resistor", {"resistance": 10})}, "V.p D1.p D3.n", "V.n D2.p D4.n", on=on, off=off)
    run = mars.simulate(c, until=0.04)
    v = np.abs(PEAK * np.sin(OMEGA * run.time))
    assert run["R.p.current"] == pytest.approx(np.maximum(v - 1.4, 0) / (10 + 2 * on), abs=3 * PEAK / off)
    assert len(run.events) == 16


@pytest.mark.slow
@pytest.mark.parametrize("on, off", [(1e-3, 1e5)])
def test_bridge_behind_a_coil(on, off):
    """The circuit that ended in switches without end."""
    source = {"V": ("voltage_source", {"law": SINE}), "L": ("inductor", {"inductance": 1e-3})}
    load = {"R": ("resistor", {"resistance": 100}), "C": ("capacitor", {"capacitance": 1e-3})}
    c = bridge(source, load, "V.p L.p", "L.n D1.p D3.n", "V.n D2.p D4.n", on=on, off=off)
    times = np.linspace(0, 0.012, 25)
    run = mars.simulate(c, times=times)
    net = Network(0.7, on, off, [(1, 3, sine())], [(4, 0, 100)], [(2, 4), (3, 4), (0, 2), (0, 3)], [(1, 2, 1e-3)], [(4, 0, 1e-3)])
    wanted = net.run(times, 2e-4)
    assert run["L.current"] == pytest.approx(wanted[:, 0], abs=2e-4 * 6)
    assert run["C.voltage"] == pytest.approx(wanted[:, 1], abs=2e-4 * PEAK)


@pytest.mark.parametrize("forward", [0.7, 0.0])
def test_three_phase_bridge_with_a_resistor(forward):
    """The largest line voltage minus two forward voltages; the mean of the ideal bridge is 3√3/π of the peak."""
    parts = {"G": ("ground", {}), "R": ("resistor", {"resistance": 10})}
    for k in range(3):
        parts[f"V{k}"] = ("voltage_source", {"law": SINE | {"phase": -2 * pi * k / 3}})
        parts |= diodes(f"D{k}", f"E{k}", on=1e-3, off=1e5, forward=forward)
    phases = [f"V{k}.p D{k}.p E{k}.n" for k in range(3)]
    run = mars.simulate(drawn(parts, *phases, "V0.n V1.n V2.n G.p", "D0.n D1.n D2.n R.p", "E0.p E1.p E2.p R.n"), until=0.04)
    lines = np.array([PEAK * np.sin(OMEGA * run.time - 2 * pi * k / 3) for k in range(3)])
    wanted = (lines.max(axis=0) - lines.min(axis=0) - 2 * forward) / (10 + 2e-3)
    assert run["R.p.current"] == pytest.approx(wanted, abs=3e-3)
    if not forward:
        fine = np.linspace(0, 0.04, 4001)[:-1]
        assert 10 * run.at(fine, "R.p.current")["R.p.current"].mean() == pytest.approx(3 * np.sqrt(3) / pi * PEAK, rel=1e-3)


def test_voltage_doubler_without_load_reaches_twice_the_peak():
    """Villard's cascade: the first capacitor takes V̂ − u, the second 2V̂ − 2u."""
    c = drawn(
        {
            "G": ("ground", {}),
            "V": ("voltage_source", {"law": SINE}),
            "C1": ("capacitor", {"capacitance": 1e-4}),
            "C2": ("capacitor", {"capacitance": 1e-5}),
        }
        | diodes("D1", "D2", on=0.1, off=1e9),
        "V.p C1.p", "C1.n D1.n D2.p", "D2.n C2.p", "V.n D1.p C2.n G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.3)
    assert run["C2.voltage"][-1] == pytest.approx(2 * PEAK - 1.4, rel=1e-3)
    assert run["C1.voltage"][-1] == pytest.approx(-(PEAK - 0.7), rel=1e-2)


def converter(period=1e-3):
    """A gate signal, half of the time on."""
    parts = {
        "W": ("signals.law", {"law": f"cos(2*pi*t/{period})/2 + 0.5"}),
        "H": ("sampled.hold", {"period": period / 2}),
    }
    return parts, "W.out H.in"


def test_buck_converter():
    """Coil currents of a step-down converter in the steady state: E and 0 across R and L in turn."""
    E, R, L, period = 24.0, 4.0, 0.01, 1e-3
    parts, gate = converter(period)
    c = drawn(
        {
            "G": ("ground", {}),
            "B": ("voltage_source", {"law": E}),
            "S": ("switch", {"on_resistance": 1e-6, "off_resistance": 1e9}),
            "L": ("inductor", {"inductance": L}),
            "R": ("resistor", {"resistance": R}),
        }
        | diodes("D", on=1e-6, off=1e9, forward=0)
        | parts,
        "B.p S.p", "S.n D.n L.p", "L.n R.p", "B.n D.p R.n G.p", gate, "H.out S.signal",
    )  # fmt: skip
    run = mars.simulate(c, times=np.array([0.04, 0.0405]))
    fall = np.exp(-period / 2 * R / L)
    least = E / R * (1 - fall) * fall / (1 - fall**2)
    assert run["L.current"] == pytest.approx([least, E / R + (least - E / R) * fall], rel=1e-4)


def test_inverter_leg_with_diodes_swings_between_the_rails():
    """A half bridge: the load sees ±E; while both switches are off its current flows through the diodes."""
    E, R, L, period = 12.0, 2.0, 5e-3, 0.01
    parts, gate = converter(period)
    switch = {"on_resistance": 1e-6, "off_resistance": 1e9}
    c = drawn(
        {
            "G": ("ground", {}),
            "B1": ("voltage_source", {"law": E}),
            "B2": ("voltage_source", {"law": E}),
            "S1": ("switch", switch),
            "S2": ("switch", switch),
            "N": ("signals.gain", {"gain": -1}),
            "L": ("inductor", {"inductance": L}),
            "R": ("resistor", {"resistance": R}),
        }
        | diodes("D1", "D2", on=1e-6, off=1e9, forward=0)
        | parts
        | {"S2": ("switch", switch | {"threshold": -0.5})},
        "B1.p S1.p D1.n", "B2.n S2.n D2.p", "S1.n S2.p D1.p D2.n L.p", "L.n R.p", "B1.n B2.p R.n G.p",
        gate, "H.out S1.signal N.in", "N.out S2.signal",
    )  # fmt: skip
    run = mars.simulate(c, times=np.array([0.05, 0.055]))
    fall = np.exp(-period / 2 * R / L)
    peak = E / R * (1 - fall) / (1 + fall)
    assert run["L.current"] == pytest.approx([-peak, peak], rel=1e-3)


def test_ideal_diodes_in_a_bridge():
    """Without resistance and leakage: i = max(|v| − 2u, 0)/R exactly."""
    c = drawn(
        {"G": ("ground", {}), "V": ("voltage_source", {"law": SINE}), "R": ("resistor", {"resistance": 10})}
        | {f"D{k}": ("ideal_diode", {"forward_voltage": 0.7}) for k in range(1, 5)},
        "V.p D1.p D3.n", "V.n D2.p D4.n", "D1.n D2.n R.p", "D3.p D4.p R.n G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.04)
    assert run["R.p.current"] == pytest.approx(np.maximum(PEAK * np.abs(np.sin(OMEGA * run.time)) - 1.4, 0) / 10, abs=1e-12)


IDEAL = "V.p D1.p D3.n", "V.n D2.p D4.n"
BEHIND = {
    "coil": ({"L": ("inductor", {"inductance": 0.03})}, ("D1",), ("V.p D1.p", "D1.n L.p", "L.n R.p", "V.n R.n G.p")),
    "coil and freewheel": (
        {"L": ("inductor", {"inductance": 0.03})}, ("D1", "D2"), ("V.p D1.p", "D1.n D2.n L.p", "L.n R.p", "V.n R.n D2.p G.p"),
    ),
    "coil behind a bridge": (
        {"L": ("inductor", {"inductance": 0.03})}, ("D1", "D2", "D3", "D4"),
        (*IDEAL, "D1.n D2.n L.p", "L.n R.p", "D3.p D4.p R.n G.p"),
    ),
    "capacitor": ({"C": ("capacitor", {"capacitance": 1e-4})}, ("D1",), ("V.p D1.p", "D1.n R.p C.p", "V.n R.n C.n G.p")),
    "capacitor behind a bridge": (
        {"C": ("capacitor", {"capacitance": 1e-4})}, ("D1", "D2", "D3", "D4"),
        (*IDEAL, "D1.n D2.n R.p C.p", "D3.p D4.p R.n C.n G.p"),
    ),
}  # fmt: skip


def ideal(names, more, *nodes, law=SINE):
    parts = {"G": ("ground", {}), "V": ("voltage_source", {"law": law}), "R": ("resistor", {"resistance": 10})}
    return drawn(parts | more | {name: ("ideal_diode", {}) for name in names}, *nodes)


def held_by_a_coil(volts):
    """L i̇ + R i = v while i > 0 or the diodes conduct; v is what they let through."""

    def rate(t, i):
        return np.maximum((volts(t) - 10 * i) / 0.03, np.where(i > 0, -np.inf, 0))

    return lambda times: solve_ivp(rate, (0, times[-1]), [0.0], "RK45", times, rtol=1e-10, atol=1e-12, max_step=1e-5).y[0]


def held_by_a_capacitor(period):
    """It follows the source up to ωt₁, where C v̇ + v/R is zero, then loses its charge until the source is higher."""

    def voltage(times):
        stops = pi - np.arctan(OMEGA * 1e-3)
        found = np.full(times.shape, -np.inf)
        for start in np.arange(0, times[-1], period):
            left = PEAK * np.sin(stops) * np.exp(-(times - start - stops / OMEGA) / 1e-3)
            found = np.maximum(found, np.where(times > start + stops / OMEGA, left, -np.inf))
        volts = PEAK * np.sin(OMEGA * times)
        return np.maximum(found, np.abs(volts) if period == 0.01 else volts)

    return voltage


WANTED = {
    "coil": ("L.current", held_by_a_coil(lambda t: PEAK * np.sin(OMEGA * t))),
    "coil and freewheel": ("L.current", held_by_a_coil(lambda t: np.maximum(PEAK * np.sin(OMEGA * t), 0))),
    "coil behind a bridge": ("L.current", held_by_a_coil(lambda t: np.abs(PEAK * np.sin(OMEGA * t)))),
    "capacitor": ("C.voltage", held_by_a_capacitor(0.02)),
    "capacitor behind a bridge": ("C.voltage", held_by_a_capacitor(0.01)),
}


@pytest.mark.parametrize("part", BEHIND)
@pytest.mark.parametrize("method", ["auto", "radau"])
def test_ideal_diodes_that_force_a_state(part, method):
    """While they block, the current of the coil stays zero; while they conduct, the capacitor follows the source."""
    (more, names, nodes), (variable, law) = BEHIND[part], WANTED[part]
    times = np.linspace(0, 0.04, 161)
    run = mars.simulate(ideal(names, more, *nodes), times=times, method=method)
    wanted = law(times)
    assert run[variable] == pytest.approx(wanted, abs=1e-6 * np.abs(wanted).max())
    assert all(np.all(run[f"{name}.p.current"] >= -1e-9) for name in names)


COIL, CAPACITOR = ("inductor", {"inductance": 2e-3}), ("capacitor", {"capacitance": 1e-4})
THREE = {f"V{k}": ("voltage_source", {"law": f"{PEAK}*sin({OMEGA}*t - {2 * pi * k / 3})"}) for k in (1, 2)}
IDEAL_CONVERTERS = {
    "three phases with a coil in the load": (
        THREE | {"L": COIL}, 6,
        ("V.n V1.n V2.n", "V.p D1.p D4.n", "V1.p D2.p D5.n", "V2.p D3.p D6.n", "D1.n D2.n D3.n L.p", "L.n R.p",
         "D4.p D5.p D6.p R.n G.p"),
        "L.current",
        {"sources": [(1, 4, sine()), (2, 4, sine(-2 * pi / 3)), (3, 4, sine(-4 * pi / 3))],
         "diodes": [(1, 5), (2, 5), (3, 5), (0, 1), (0, 2), (0, 3)], "coils": [(5, 6, 2e-3)], "resistors": [(6, 0, 10)]},
    ),
    "three phases with coils": (
        THREE | {"L": COIL, "L1": COIL, "L2": COIL, "C": CAPACITOR}, 6,
        ("V.n V1.n V2.n", "V.p L.p", "V1.p L1.p", "V2.p L2.p", "L.n D1.p D4.n", "L1.n D2.p D5.n", "L2.n D3.p D6.n",
         "D1.n D2.n D3.n C.p R.p", "D4.p D5.p D6.p R.n C.n G.p"),
        "C.voltage",
        {"sources": [(1, 4, sine()), (2, 4, sine(-2 * pi / 3)), (3, 4, sine(-4 * pi / 3))],
         "coils": [(1, 5, 2e-3), (2, 6, 2e-3), (3, 7, 2e-3)], "diodes": [(5, 8), (6, 8), (7, 8), (0, 5), (0, 6), (0, 7)],
         "capacitors": [(8, 0, 1e-4)], "resistors": [(8, 0, 10), (4, 0, 1e5)]},
    ),
    "bridge between a coil and a capacitor": (
        {"L": COIL, "C": CAPACITOR}, 4,
        ("V.p L.p", "L.n D1.p D3.n", "V.n D2.p D4.n", "D1.n D2.n C.p R.p", "D3.p D4.p C.n R.n G.p"),
        "C.voltage",
        {"sources": [(1, 2, sine())], "coils": [(1, 3, 2e-3)], "diodes": [(3, 4), (2, 4), (0, 3), (0, 2)],
         "capacitors": [(4, 0, 1e-4)], "resistors": [(4, 0, 10)]},
    ),
    "coil behind two in series": (
        {"L": COIL}, 2, ("V.p D1.p", "D1.n D2.p", "D2.n L.p", "L.n R.p", "V.n R.n G.p"), "L.current",
        {"sources": [(1, 0, sine())], "diodes": [(1, 2), (2, 3)], "coils": [(3, 4, 2e-3)], "resistors": [(4, 0, 10)]},
    ),
    "doubler": (
        {"C1": CAPACITOR, "C": CAPACITOR}, 2, ("V.p C1.p", "C1.n D1.n D2.p", "D2.n C.p R.p", "V.n D1.p C.n R.n G.p"), "C.voltage",
        {"sources": [(1, 0, sine())], "capacitors": [(1, 2, 1e-4), (3, 0, 1e-4)], "diodes": [(0, 2), (2, 3)],
         "resistors": [(3, 0, 10)]},
    ),
    "cascade of two stages": (
        {"R": ("resistor", {"resistance": 5000}), "C": CAPACITOR, "C1": CAPACITOR, "C2": CAPACITOR, "C3": CAPACITOR}, 4,
        ("V.p C1.p", "C1.n D1.n D2.p C3.p", "C3.n D3.n D4.p", "V.n D1.p C2.n R.n G.p", "D2.n C2.p D3.p C.n", "D4.n C.p R.p"),
        "C.voltage",
        {"sources": [(1, 0, sine())], "capacitors": [(1, 2, 1e-4), (3, 0, 1e-4), (2, 5, 1e-4), (4, 3, 1e-4)],
         "diodes": [(0, 2), (2, 3), (3, 5), (5, 4)], "resistors": [(4, 0, 5000)]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("part", IDEAL_CONVERTERS)
def test_ideal_diodes_in_converters(part):
    """The limit of small resistances: 0.3 mΩ and 300 kΩ change a millionth of the voltages and 0.03 % of the currents."""
    more, count, nodes, variable, network = IDEAL_CONVERTERS[part]
    times = np.linspace(0, 0.04, 81)
    network = Network(forward=0.0, on=3e-4, off=3e5, **network)
    states = network.run(times, 1e-4)[:, -1]
    for method in ("auto", "radau"):
        circuit = ideal(tuple(f"D{k}" for k in range(1, count + 1)), more, *nodes)
        run = mars.simulate(circuit, times=times, method=method)
        assert run[variable] == pytest.approx(states, abs=3e-4 * np.abs(states).max())


@pytest.mark.parametrize("law", ["if(t < 0.01, 5, 10)", "5"])
@pytest.mark.parametrize("method", ["auto", "radau"])
def test_an_ideal_diode_that_would_need_an_infinite_current_stops_with_a_message(law, method):
    more, names, nodes = BEHIND["capacitor"]
    with pytest.raises((RunError, mars.CircuitError), match=r"its switches force a current .* Use elements with a resistance"):
        mars.simulate(ideal(names, more, *nodes, law=law), until=0.04, method=method)


@pytest.mark.parametrize("method", ["auto", "radau"])
@pytest.mark.parametrize("nodes", [("V.p D1.p", "D1.n D2.p", "D2.n R.p"), ("V.p D1.p D2.p", "D1.n D2.n R.p")])
def test_ideal_diodes_in_series_and_side_by_side(nodes, method):
    """The voltage between them, or the share of each, is not determined, the rest is: i = max(v, 0)/R."""
    run = mars.simulate(ideal(("D1", "D2"), {}, *nodes, "V.n R.n G.p"), until=0.03, method=method)
    assert run["R.p.current"] == pytest.approx(np.maximum(PEAK * np.sin(OMEGA * run.time), 0) / 10, abs=1e-12)
    assert all(np.all(np.isfinite(run[f"{name}.p.current"])) for name in ("D1", "D2"))


@pytest.mark.parametrize("law", [0.0, f"if(t < 0.005, {PEAK}*sin({OMEGA}*t), 0)"])
def test_bridge_of_ideal_diodes_at_exactly_zero_volts(law):
    nodes = *IDEAL, "D1.n D2.n R.p", "D3.p D4.p R.n G.p"
    run = mars.simulate(ideal(("D1", "D2", "D3", "D4"), {}, *nodes, law=law), until=0.01)
    wanted = np.where(run.time < 0.005, PEAK * np.sin(OMEGA * run.time), 0) if law else 0 * run.time
    assert run["R.p.current"] == pytest.approx(wanted / 10, abs=1e-12)


@pytest.mark.parametrize("method", ["auto", "radau"])
def test_bridge_of_ideal_diodes_behind_a_coil(method):
    """A resistor behind the bridge takes R i from the coil in both directions: L i̇ + R i = v."""
    R, L = 10.0, 0.03
    nodes = "V.p L.p", "L.n D1.p D3.n", "V.n D2.p D4.n", "D1.n D2.n R.p", "D3.p D4.p R.n G.p"
    more = {"L": ("inductor", {"inductance": L})}
    run = mars.simulate(ideal(("D1", "D2", "D3", "D4"), more, *nodes), until=0.04, method=method)
    size, lag = np.hypot(R, OMEGA * L), np.arctan(OMEGA * L / R)
    wanted = PEAK / size * (np.sin(OMEGA * run.time - lag) + np.sin(lag) * np.exp(-run.time * R / L))
    assert run["L.current"] == pytest.approx(wanted, abs=1e-6)
    assert run["R.p.current"] == pytest.approx(np.abs(wanted), abs=1e-6)
