"""The examples with oil and heat, against equations written by hand."""

from __future__ import annotations

import numpy as np
import pytest

import mars
from docs.tools.examples import fluids
from mars.verification.verify import verify
from tests.helpers.examples import GRAVITY, example, integrated

TIGHT = {"rtol": 1e-10, "atol": 1e-12}


def boom_lift(angle):
    """Length of the cylinder and its direction, for the boom at an angle; also complex, for derivatives."""
    x, y = 1.2 * np.cos(angle) - 0.4, 1.2 * np.sin(angle) + 0.6
    length = np.sqrt(x * x + y * y)
    return length, x / length, y / length


def derivative(function, angle, step=1e-30):
    """By a complex step: exact."""
    return function(angle + 1j * step).imag / step


def boom_inertia(angle):
    """Twice the kinetic energy per squared speed of the boom; barrel and rod turn with the cylinder's direction."""
    length, x, y = boom_lift(angle)
    lengthening = 1.2 * (y * np.cos(angle) - x * np.sin(angle))
    turning = 1.2 * (x * np.cos(angle) + y * np.sin(angle)) / length
    turned = 15 * 0.5**2 / 3 + 10 * (0.5**2 / 12 + (length - 0.25) ** 2)
    return 225 + 300 * 1.5**2 + 200 * 3**2 + turned * turning**2 + 10 * lengthening**2


def boom_height(angle):
    """Potential energy."""
    length, _, y = boom_lift(angle)
    return GRAVITY * ((300 * 1.5 + 200 * 3) * np.sin(angle) + 15 * 0.25 * y + 10 * (length - 0.25) * y)


@pytest.mark.slow
def test_boom_obeys_lagrange_and_the_laws_of_oil():
    """½ M(φ) φ̇² and V(φ) of one freedom; six more states: two chambers, the line, spool, ramp."""
    area, ring, stroke, dead, beta = 30e-4, 18e-4, 0.7, 1e-4, 1.6e9
    full, overlap, leak = 10 / 60e3 / np.sqrt(5e5), 0.05, 1e-13
    displacement, speed, slip = 16e-6 / (2 * np.pi), 1500 * np.pi / 30, 5e-13
    corners = (0.5, 3.0, 4.0, 7.0)

    def edge(opening, drop):
        return opening * full * drop / (drop**2 + 1e3**2) ** 0.25 + leak * drop

    def rates(t, x):
        angle, w, a, b, line, spool, ramp = x
        command = (0, 0.4, 0, -0.3, 0)[np.searchsorted(corners, t, side="right")]
        length, *_ = boom_lift(angle)
        lever = derivative(lambda q: boom_lift(q)[0], angle)
        out, v = length - 1.0 + 0.35, lever * w
        force = area * a - ring * b - 5000 * v
        bias = derivative(boom_inertia, angle) * w**2 / 2 + derivative(boom_height, angle)
        up, down = (max(0.0, side * spool - overlap) / (1 - overlap) for side in (1, -1))
        to_a, to_b, from_a, from_b = edge(up, line - a), edge(down, line - b), edge(down, a), edge(up, b)
        relief = 1e-14 * line + 1e-9 * max(0.0, line - 180e5)
        pumped = displacement * speed - slip * line
        return [
            w,
            (force * lever - bias) / boom_inertia(angle),
            beta / (dead + area * out) * (to_a - from_a - area * v * (1 + a / (2 * beta))),
            beta / (dead + ring * (stroke - out)) * (to_b - from_b + ring * v * (1 + b / (2 * beta))),
            beta / 1e-3 * (pumped - relief - to_a - to_b),
            (np.clip(ramp, -1, 1) - spool) / 0.01,
            np.clip((command - ramp) / 0.01, -1, 1),
        ]

    times = np.linspace(0, 8, 161)
    wanted = integrated(rates, [np.radians(-10), 0, 60e5, 20e5, 180e5, 0, 0], times, corners=corners)
    run = mars.simulate(example("hydraulic_boom"), times=times, **TIGHT)
    names = ["KN1.angle", "KN1.turn.speed", "CY1.pressure_a", "CY1.pressure_b", "VO1.pressure", "DV1.spool", "RL1.value"]
    for column, name in enumerate(names):
        assert run[name] == pytest.approx(wanted[:, column], abs=1e-6 * np.abs(wanted[:, column]).max()), name


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hydraulic_boom", "motor_heating"])
def test_examples_with_oil_and_heat_have_an_independent_witness(name):
    """The tableau, and IDA on it, which finds by itself where valves open, ramps end and bubbles grow."""
    rows = {row.what: row for row in verify(example(name))}
    assert [row for row in rows.values() if not row.agrees] == []
    for what in ("accelerations, wrenches, all variables", "motion and streams by rk8 and by IDA on the tableau"):
        assert np.isfinite(rows[what].difference), rows[what].note


def test_ida_meets_the_same_events():
    runs = [mars.simulate(example("hydraulic_boom"), until=1, times=[0, 1], method=method, **TIGHT) for method in ("rk8", "ida")]
    fast, slow = ([(event.component, event.what) for event in run.events] for run in runs)
    assert fast == slow and ("DV1", "opens p to a") in slow
    for one, other in zip(*(run.events for run in runs), strict=True):
        assert one.t == pytest.approx(other.t, abs=1e-8) and one.freedoms == other.freedoms


@pytest.mark.parametrize("kind", [kind for kind in fluids.EXAMPLES if not kind.endswith(".port")])
def test_the_smallest_circuit_of_each_kind_has_an_independent_witness(kind):
    """Radau on the fast model, IDA on the tableau; and nothing in it is sucked below the vacuum."""
    shown = fluids.EXAMPLES[kind](kind)
    times = np.linspace(0, shown.until, 11)
    fast = mars.simulate(shown.circuit, times=times, until=shown.until, method="radau", rtol=1e-10)
    slow = mars.simulate(shown.circuit, times=times, until=shown.until, method="ida", rtol=1e-11, atol=1e-12)
    assert fast.remarks == []
    curves = [*shown.curves, *(state.name for state in fast.model.states)]
    for name, values in slow.values(curves).items():
        assert fast[name] == pytest.approx(values, abs=2e-5 * max(1e-9, np.abs(values).max())), name


def test_boom_cavitates_where_it_is_lowered_without_the_pump():
    c = example("hydraulic_boom")
    c.set("LAW1.law", "if(t < 0.5, 0, -0.3)")
    c.set("Ew1.law", 0)
    run = mars.simulate(c, until=2)
    assert "cavitates" in [event.what for event in run.events if event.component == "CY1"]
    assert run["CY1.pressure_b"].min() > -1e5
    assert run.ledger().relative_residual < 1e-7


def test_warm_motor_obeys_its_equations():
    """Four minutes of current, speed and two temperatures; switched at every zero of sin(2πt/60) + ½."""
    R, L, k, J, load = 1.2, 8e-4, 0.05, 2e-5 + 1e-4, 1e-5 + 6e-4

    def rates(t, x):
        i, w, winding, housing = x
        voltage = 24.0 if t % 60 < 35 or t % 60 >= 55 else 0.0
        warm = R * (1 + 0.00393 * (winding - 293.15))
        through = (winding - housing) / 2
        return [
            (voltage - k * w - warm * i) / L,
            (k * i - load * w) / J,
            (warm * i**2 + 1e-5 * w**2 - through) / 15,
            (through - 25 * 0.01 * (housing - 293.15)) / 150,
        ]

    times = np.linspace(0, 240, 121)
    corners = sorted(60 * n + begin for n in range(4) for begin in (35, 55))
    wanted = integrated(rates, [0, 0, 293.15, 293.15], times, corners=corners)
    run = mars.simulate(example("motor_heating"), until=240, times=times, **TIGHT)
    for column, name in enumerate(["MT1.current", "MT1.shaft.speed", "Winding.temperature", "Housing.temperature"]):
        away = np.min(np.abs(times[:, None] - np.array(corners)), axis=1) > 0.5  # at a corner either side is right
        assert run[name][away] == pytest.approx(wanted[away, column], abs=1e-6 * np.abs(wanted[:, column]).max()), name


def test_motor_passes_its_energy_on_as_motion_and_heat():
    ledger = mars.simulate(example("motor_heating")).ledger()
    families = {sums.family: sums for sums in ledger.families}
    assert set(families) == {"electrical", "mechanical", "thermal"}
    motor = ledger["MT1"]
    assert motor.taken["electrical"] > -motor.taken["mechanical"] > -motor.taken["thermal"] > 0
    for sums in families.values():
        assert sums.supplied == pytest.approx(sums.stored + sums.lost + sums.passed, abs=1e-8 * ledger.turnover)
