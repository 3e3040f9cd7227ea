"""Rectifiers behind and in front of coils, multipliers, inverters and converters against closed forms, periodic solutions of the
linear intervals, and nodal equations without modes."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import mars
from tests.helpers.diode_networks import Network
from tests.helpers.wiring import wired

PEAK, OMEGA, HALF = 20.0, 100 * pi, 0.01
R, L = 10.0, 0.03
SINE = {"law": "sine", "amplitude": PEAK, "frequency": 50}
LAWS = pytest.mark.parametrize("on, off", [(1e-6, 1e9), (1e-4, 1e7)])


def drawn(parts, *nodes):
    return wired({"G": ("ground", {})} | parts, *nodes, ground=False)


def diodes(*names, on=1e-6, off=1e9, forward=0.0):
    return {name: ("diode", {"forward_voltage": forward, "on_resistance": on, "off_resistance": off}) for name in names}


def pulse(period, start=0.0, duty=0.5):
    return ("signals.law", {"law": {"law": "pulse", "period": period, "start": start - 10 * period, "high": 1, "duty": duty}})


def switch():
    return ("switch", {"on_resistance": 1e-6, "off_resistance": 1e9})


def source(name="V", **law):
    return {name: ("voltage_source", {"law": SINE | law})}


def load():
    return {"R": ("resistor", {"resistance": R}), "L": ("inductor", {"inductance": L})}


def driven_by_half_waves(t, fed):
    """L i̇ + R i = V̂|sin ωt| in the half periods that are fed, else 0, from rest."""
    size, lag, decay = np.hypot(R, OMEGA * L), np.arctan(OMEGA * L / R), R / L

    def forced(s):
        return PEAK / size * np.sin(OMEGA * s - lag)

    start, found = 0.0, np.zeros_like(t)
    for k in range(round(t[-1] / HALF) + 1):
        within, s = (t >= k * HALF) & (t <= (k + 1) * HALF), t - k * HALF
        part = forced if fed(k) else np.zeros_like
        found[within] = (part(s) + (start - part(np.zeros(1))) * np.exp(-decay * s))[within]
        start = float((part(np.array([HALF])) + (start - part(np.zeros(1))) * np.exp(-decay * HALF))[0])
    return found


@LAWS
def test_freewheeling_diode_carries_the_current_of_the_coil(on, off):
    c = drawn(
        source() | load() | diodes("D", "F", on=on, off=off),
        "V.p D.p", "D.n F.n L.p", "L.n R.p", "V.n R.n F.p G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.039)
    assert run["L.current"] == pytest.approx(driven_by_half_waves(run.time, lambda k: k % 2 == 0), abs=20 * on + 1e-6)
    assert len(run.events) == 6


@LAWS
def test_bridge_with_a_coil_in_its_load(on, off):
    c = drawn(
        source() | load() | diodes("D1", "D2", "D3", "D4", on=on, off=off),
        "V.p D1.p D3.n", "V.n D2.p D4.n", "D1.n D2.n L.p", "L.n R.p", "D3.p D4.p R.n G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.04)
    assert run["L.current"] == pytest.approx(driven_by_half_waves(run.time, lambda k: True), abs=20 * on + 1e-6)


def test_peak_rectifier():
    """The capacitor follows the source up to tan ωt = −ωRC, then discharges until they meet again."""
    resistance, capacitance = 100.0, 1e-4
    c = drawn(
        source()
        | {"R": ("resistor", {"resistance": resistance}), "C": ("capacitor", {"capacitance": capacitance})}
        | diodes("D", on=1e-4, off=1e9),
        "V.p D.p", "D.n C.p R.p", "V.n R.n C.n G.p",
    )  # fmt: skip
    run = mars.simulate(c, until=0.04, rtol=1e-10)  # the current is 10⁴ times a difference of voltages
    leaves = (pi - np.arctan(OMEGA * resistance * capacitance)) / OMEGA
    period = 2 * HALF
    held = PEAK * np.sin(OMEGA * leaves) * np.exp(-((run.time - leaves) % period) / resistance / capacitance)
    v = np.where(run.time < leaves, PEAK * np.sin(OMEGA * run.time), np.maximum(held, PEAK * np.sin(OMEGA * run.time)))
    assert run["C.voltage"] == pytest.approx(v, abs=1e-4 * 2)
    assert [e.t for e in run.events if str(e.what) == "blocks"] == pytest.approx([leaves, leaves + period], abs=2e-6)


def three_phases(*, coils=0.0):
    """Sources, perhaps behind coils, and six diodes; their nodes."""
    parts, nodes = {}, []
    for k in range(3):
        parts |= source(f"V{k}", phase=-2 * pi * k / 3) | diodes(f"D{k}", f"E{k}", off=1e7 if coils else 1e9)
        parts |= {f"L{k}": ("inductor", {"inductance": coils})} if coils else {}
        nodes += [f"V{k}.p L{k}.p", f"L{k}.n D{k}.p E{k}.n"] if coils else [f"V{k}.p D{k}.p E{k}.n"]
    return parts, [*nodes, "V0.n V1.n V2.n G.p"]


def test_three_phase_bridge_with_a_coil_in_its_load():
    """L i̇ + R i is the largest line voltage."""
    parts, nodes = three_phases()
    c = drawn(parts | load(), *nodes, "D0.n D1.n D2.n L.p", "L.n R.p", "E0.p E1.p E2.p R.n")
    times = np.linspace(0, 0.03, 61)
    run = mars.simulate(c, times=times)

    def rate(t, i):
        phases = PEAK * np.sin(OMEGA * t - 2 * pi / 3 * np.arange(3))
        return (np.ptp(phases) - R * i) / L

    wanted = solve_ivp(rate, (0, 0.03), [0.0], t_eval=times, rtol=1e-10, atol=1e-12, max_step=1e-4).y[0]
    assert run["L.current"] == pytest.approx(wanted, abs=1e-5)


def test_coils_of_three_phases_lower_the_mean_voltage():
    """With a constant current I, commutation takes 3ωL/π I from 3√3/π V̂, and lasts for cos µ = 1 − 2ωLI/(√3 V̂)."""
    coil, current = 1e-3, 4.0
    parts, nodes = three_phases(coils=coil)
    parts["I"] = ("current_source", {"law": current})
    c = drawn(parts, *nodes, "D0.n D1.n D2.n I.n", "E0.p E1.p E2.p I.p")
    begin = 0.04
    run = mars.simulate(c, until=begin + 2 * HALF)
    fine = begin + (np.arange(24000) + 0.5) / 24000 * 2 * HALF
    both = run.at(fine, "I.n.voltage", "I.p.voltage")
    mean = float((both["I.n.voltage"] - both["I.p.voltage"]).mean())
    assert mean == pytest.approx(3 * np.sqrt(3) / pi * PEAK - 3 * OMEGA * coil / pi * current, rel=1e-4)
    overlap = np.arccos(1 - 2 * OMEGA * coil * current / np.sqrt(3) / PEAK) / OMEGA
    begun = [e.t for e in run.events if e.t > begin and e.component == "D0" and str(e.what) == "conducts"]
    ended = [e.t for e in run.events if e.t > begin and e.component == "D2" and str(e.what) == "blocks"]
    assert ended[0] - begun[0] == pytest.approx(overlap, rel=1e-4)


def test_greinacher_doubler_with_a_load():
    """Two capacitors in series, one charged by each half wave."""
    on, off, capacitance, resistance = 1e-2, 1e6, 1e-4, 1e3
    c = drawn(
        source()
        | {name: ("capacitor", {"capacitance": capacitance}) for name in ("C1", "C2")}
        | {"R": ("resistor", {"resistance": resistance})}
        | diodes("D1", "D2", on=on, off=off, forward=0.7),
        "V.p D1.p D2.n", "D1.n C1.p R.p", "D2.p C2.n R.n", "V.n C1.n C2.p G.p",
    )  # fmt: skip
    times = np.linspace(0, 0.04, 41)
    run = mars.simulate(c, times=times)
    net = Network(
        0.7, on, off, [(1, 0, lambda t: PEAK * np.sin(OMEGA * t))], [(2, 3, resistance)], [(1, 2), (3, 1)],
        capacitors=[(2, 0, capacitance), (0, 3, capacitance)],
    )  # fmt: skip
    wanted = net.run(times, 2e-4)
    assert run["C1.voltage"] == pytest.approx(wanted[:, 0], abs=1e-4 * PEAK)
    assert run["C2.voltage"] == pytest.approx(wanted[:, 1], abs=1e-4 * PEAK)


@pytest.mark.parametrize("on, off, forward", [(1e-3, 1e5, 0.7), (1e-2, 1e9, 0.0), (1e-3, 1e5, 0.0), (1e-4, 1e7, 0.0)])
def test_cascade_of_two_stages(on, off, forward):
    """Cockcroft and Walton's circuit: the diodes of the second stage carry only what charges its capacitors, at first almost
    nothing, and their voltages are differences of larger ones."""
    capacitance = 1e-5
    c = drawn(
        source()
        | {"R": ("resistor", {"resistance": 1})}
        | {f"C{k}": ("capacitor", {"capacitance": capacitance}) for k in (1, 2, 3, 4)}
        | diodes("D1", "D2", "D3", "D4", on=on, off=off, forward=forward),
        "V.p R.p", "R.n C1.p", "C1.n D1.n D2.p C3.p", "D2.n C2.p D3.p C4.n", "C3.n D3.n D4.p", "D4.n C4.p", "V.n G.p D1.p C2.n",
    )  # fmt: skip
    times = np.linspace(0, 0.024, 13)
    run = mars.simulate(c, times=times)
    net = Network(
        forward, on, off, [(1, 0, lambda t: PEAK * np.sin(OMEGA * t))], [(1, 2, 1.0)], [(0, 3), (3, 4), (4, 5), (5, 6)],
        capacitors=[(2, 3, capacitance), (4, 0, capacitance), (3, 5, capacitance), (6, 4, capacitance)],
    )  # fmt: skip
    wanted = net.run(times, 1e-4)
    found = np.column_stack([run[f"C{k}.voltage"] for k in (1, 2, 3, 4)])
    assert found == pytest.approx(wanted, abs=1e-3 * PEAK)


def test_h_bridge_inverter():
    """The load sees ±E in turn; its current returns through the diodes: ±E/R (1 − q)/(1 + q), q = exp(−RT/2L)."""
    E, period = 12.0, 0.01
    c = drawn(
        {"B": ("voltage_source", {"law": E}), "P": pulse(period), "Q": pulse(period, period / 2)}
        | {f"S{k}": switch() for k in (1, 2, 3, 4)}
        | diodes("D1", "D2", "D3", "D4")
        | load(),
        "B.p S1.p S3.p D1.n D3.n", "B.n S2.n S4.n D2.p D4.p G.p", "S1.n S2.p D1.p D2.n L.p", "L.n R.p",
        "R.n S3.n S4.p D3.p D4.n", "P.out S1.signal S4.signal", "Q.out S2.signal S3.signal",
    )  # fmt: skip
    run = mars.simulate(c, times=np.array([0.05, 0.055]))
    fall = np.exp(-period / 2 * R / L)
    peak = E / R * (1 - fall) / (1 + fall)
    assert run["L.current"] == pytest.approx([-peak, peak], rel=1e-4)


def test_three_phase_inverter_in_six_steps():
    """Each phase of the star sees E/3·(1, 2, 1, −1, −2, −1); its current repeats after a period."""
    E, period = 24.0, 0.02
    parts = {"B": ("voltage_source", {"law": E})}
    nodes, upper, lower, star = [], "B.p", "B.n G.p", ""
    for k in range(3):
        parts |= {f"S{k}": switch(), f"T{k}": switch()} | diodes(f"D{k}", f"E{k}")
        parts |= {f"P{k}": pulse(period, k * period / 3), f"Q{k}": pulse(period, (k / 3 + 0.5) * period)}
        parts |= {f"L{k}": ("inductor", {"inductance": L}), f"R{k}": ("resistor", {"resistance": R})}
        nodes += [f"S{k}.n T{k}.p D{k}.p E{k}.n L{k}.p", f"L{k}.n R{k}.p", f"P{k}.out S{k}.signal", f"Q{k}.out T{k}.signal"]
        upper, lower, star = upper + f" S{k}.p D{k}.n", lower + f" T{k}.n E{k}.p", star + f" R{k}.n"
    begin = 0.06
    run = mars.simulate(drawn(parts, upper, lower, star, *nodes), times=begin + np.arange(6) * period / 6)
    fall = np.exp(-period / 6 * R / L)
    steps = E / 3 * np.array([1, 2, 1, -1, -2, -1]) / R

    def after_a_period(i):
        for level in steps:
            i = level + (i - level) * fall
        return i

    currents = [after_a_period(0.0) / (1 - fall**6)]  # the fixed point of an affine map
    for level in steps[:-1]:
        currents.append(level + (currents[-1] - level) * fall)
    assert run["L0.current"] == pytest.approx(currents, abs=1e-3 * E / R)
    assert run["L1.current"] == pytest.approx(np.roll(currents, 2), abs=1e-3 * E / R)


def test_boost_converter():
    """Current and voltage at the switching times of the steady state: the fixed point of the two linear intervals."""
    E, coil, capacitance, period, duty = 5.0, 1e-3, 2e-5, 1e-4, 0.6
    c = drawn(
        {
            "B": ("voltage_source", {"law": E}),
            "S": switch(),
            "P": pulse(period, duty=duty),
            "L": ("inductor", {"inductance": coil}),
            "C": ("capacitor", {"capacitance": capacitance}),
            "R": ("resistor", {"resistance": R}),
        }
        | diodes("D", on=1e-6, off=1e9),
        "B.p L.p", "L.n S.p D.p", "D.n C.p R.p", "B.n S.n C.n R.n G.p", "P.out S.signal",
    )  # fmt: skip
    end = 100 * period
    run = mars.simulate(c, times=np.array([end, end + duty * period]))

    def interval(connected, length):
        A = np.array([[0, -connected / coil, E / coil], [connected / capacitance, -1 / R / capacitance, 0], [0, 0, 0]])
        return expm(A * length)

    rise, fall = interval(0.0, duty * period), interval(1.0, (1 - duty) * period)
    whole = fall @ rise
    low = np.linalg.solve(np.eye(2) - whole[:2, :2], whole[:2, 2])
    high = (rise @ [*low, 1])[:2]
    assert np.array([run["L.current"], run["C.voltage"]]) == pytest.approx(np.column_stack([low, high]), rel=1e-5)
