"""The PID controller in a loop with a lag, against transfer functions and SciPy's integration of the same laws."""

import numpy as np
import pytest
from scipy import signal
from scipy.integrate import solve_ivp

import mars
from mars.document.circuit import Circuit

KP, KI, KD, FILTER, LAG = 2.0, 3.0, 0.1, 0.05, 0.5


def loop(**values) -> Circuit:
    """The controller sees a step of one at the start and drives a lag of gain 2."""
    c = Circuit("loop")
    c.add("signals.constant", "W1", value=1)
    c.add("control.pid", "PID1", kp=KP, ki=KI, kd=KD, filter=FILTER, **values)
    c.add("signals.lag", "LAG1", gain=2, time_constant=LAG)
    c.connect("W1.out", "PID1.reference")
    c.connect("PID1.out", "LAG1.in")
    c.connect("LAG1.out", "PID1.measured")
    return c


def closed(derivative: str) -> signal.TransferFunction:
    """y/r = C P / (1 + C P), the rate of the reference left out of the numerator where only the measured one counts."""
    proportional, rate = np.array([KP, KI]), np.polymul([KD, 0], [1, 0])  # over s, and over s(1 + T s)
    controller = np.polyadd(np.polymul(proportional, [FILTER, 1]), rate)
    heard = controller if derivative == "error" else np.polymul(proportional, [FILTER, 1])
    plant, below = 2.0, np.polymul(np.polymul([1, 0], [FILTER, 1]), [LAG, 1])
    return signal.TransferFunction(plant * heard, np.polyadd(below, plant * controller))


@pytest.mark.parametrize("derivative", ["error", "measured"])
def test_loop_is_its_transfer_function(derivative):
    run = mars.simulate(loop(derivative=derivative), 4.0, rtol=1e-11, atol=1e-12)
    _, wanted = signal.step(closed(derivative), T=run.time)
    assert run["LAG1.out.value"] == pytest.approx(wanted, abs=1e-8)


def test_at_its_limits_the_integral_is_led_back():
    lower, upper, tracking = -0.2, 0.6, 0.05
    run = mars.simulate(loop(limited=True, lower=lower, upper=upper, tracking=tracking), 4.0)
    assert run["PID1.out.value"].max() <= upper + 1e-12 and run["PID1.out.value"].min() >= lower - 1e-12

    def rates(t, x):
        y, integral, filtered = x
        error = 1 - y
        wanted = KP * error + integral + KD * (error - filtered) / FILTER
        given = min(max(wanted, lower), upper)
        return [(2 * given - y) / LAG, KI * error + (given - wanted) / tracking, (error - filtered) / FILTER]

    answer = solve_ivp(rates, (0, 4), [0, 0, 0], rtol=1e-10, atol=1e-12, max_step=2e-3, t_eval=run.time)
    assert run["LAG1.out.value"] == pytest.approx(answer.y[0], abs=1e-6)
    assert any("upper limit" in str(event) for event in run.events)


def test_limits_must_leave_room():
    with pytest.raises(mars.CircuitError, match="lower = 1 is not below upper = 0"):
        mars.simulate(loop(limited=True, lower=1, upper=0), 1.0)
