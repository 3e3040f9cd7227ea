"""Signals that follow at once from each other: rings are solved where they are determined and named where they are not."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.model.build import build_model


def ring(gain, law="sin(3*t)"):
    """y = u + gain·y, read by a lag."""
    c = Circuit("ring")
    c.add("signals.law", "U1", law=law)
    c.add("signals.sum", "SUM1", signs="++")
    c.add("signals.gain", "K1", gain=gain)
    c.add("signals.lag", "LAG1", time_constant=0.5)
    c.connect("U1.out", "SUM1.in1")
    c.connect("K1.out", "SUM1.in2")
    c.connect("SUM1.out", "K1.in", "LAG1.in")
    return c


def test_a_linear_ring_is_solved():
    run = mars.simulate(ring(-3.0), 2.0)
    assert run["SUM1.out.value"] == pytest.approx(np.sin(3 * run.time) / 4, abs=1e-12)
    assert build_model(ring(-3.0)).network.rings == [["SUM1", "K1"]]


def test_a_ring_of_gain_one_is_named():
    with pytest.raises(mars.CircuitError, match="SUM1: the signals of SUM1 and K1 form a loop with gain 1") as caught:
        build_model(ring(1.0))
    assert caught.value.code == "signal-ring"


def test_a_ring_that_a_state_interrupts_is_none():
    c = ring(-3.0)
    c.remove("K1")
    c.connect("LAG1.out", "SUM1.in2")
    assert build_model(c).network.rings == []


def test_a_bent_ring_is_left_to_newton():
    """y = u − y³ has one real solution for every u."""
    c = Circuit("bent ring")
    c.add("signals.law", "U1", law="2*sin(3*t)")
    c.add("signals.formula", "F1", formula="u1 - u2^3", inputs=2)
    c.add("signals.integrator", "INT1")
    c.connect("U1.out", "F1.u1")
    c.connect("F1.out", "F1.u2", "INT1.in")
    run = mars.simulate(c, 2.0)
    y = run["F1.out.value"]
    assert y + y**3 == pytest.approx(2 * np.sin(3 * run.time), abs=1e-10)


def test_a_ring_through_currents_is_solved_with_them():
    """A measured current steers the voltage that drives it: u = 10 V − 3 Ω·i and u = 2 Ω·i, so i = 2 A."""
    c = Circuit("current feedback")
    c.add("electrical.driven_voltage", "V1")
    c.add("electrical.resistor", "R1", resistance=2)
    c.add("electrical.ammeter", "SEN1")
    c.add("electrical.ground", "GND1")
    c.add("signals.formula", "F1", formula="10 - 3*u1", inputs=1)
    c.connect("V1.p", "SEN1.p")
    c.connect("SEN1.n", "R1.p")
    c.connect("R1.n", "V1.n", "GND1.p")
    c.connect("SEN1.out", "F1.u1")
    c.connect("F1.out", "V1.signal")
    run = mars.simulate(c, 0.1)
    assert run["R1.p.current"] == pytest.approx(2.0, abs=1e-12)


def test_networks_that_signals_join_are_solved_together():
    """The current of one circuit steers the voltage of another one, whose current steers the first."""
    c = Circuit("two circuits")
    for i in (1, 2):
        c.add("electrical.driven_voltage", f"V{i}")
        c.add("electrical.resistor", f"R{i}", resistance=1)
        c.add("electrical.ammeter", f"SEN{i}")
        c.add("electrical.ground", f"GND{i}")
        c.connect(f"V{i}.p", f"SEN{i}.p")
        c.connect(f"SEN{i}.n", f"R{i}.p")
        c.connect(f"R{i}.n", f"V{i}.n", f"GND{i}.p")
    c.add("signals.formula", "F1", formula="1 + u1/2", inputs=1)
    c.add("signals.gain", "K2", gain=0.5)
    c.connect("SEN2.out", "F1.u1")
    c.connect("F1.out", "V1.signal")
    c.connect("SEN1.out", "K2.in")
    c.connect("K2.out", "V2.signal")
    run = mars.simulate(c, 0.1)
    assert run["R1.p.current"] == pytest.approx(4 / 3, abs=1e-12)
    assert run["R2.p.current"] == pytest.approx(2 / 3, abs=1e-12)
