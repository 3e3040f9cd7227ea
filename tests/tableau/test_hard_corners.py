"""Laws with corners that are hard for IDA: amplifiers that switch, laws that never stop switching, solutions that end."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from tests.helpers.modelica import PROBLEMS


@pytest.mark.parametrize(("name", "until"), [("Multivibrator", 0.1), ("Differentiator", 0.1), ("NandGate", 9e-8)])
def test_amplifiers_and_transistors_switch_as_in_the_fast_model(name, until):
    """Errors of algebraic variables follow those of the states, and BDF must not follow the unstable balance of an amplifier."""
    times = np.linspace(0, until, 12)
    runs = [
        mars.simulate(PROBLEMS[name].build(), times=times, method=method, rtol=1e-9, atol=1e-11) for method in ("radau", "ida")
    ]
    for state in (state.name for state in runs[0].model.states):
        radau, ida = (run[state] for run in runs)
        assert ida == pytest.approx(radau, abs=1e-4 * max(np.abs(radau).max(), 1e-3)), state


def ring(formula: str) -> Circuit:
    """An integrator of a formula of its own output."""
    c = Circuit("ring")
    c.add("signals.integrator", "I")
    c.add("signals.formula", "F", inputs=1, formula=formula)
    c.connect("I.out", "F.u1")
    c.connect("F.out", "I.in")
    return c


def test_a_law_that_never_stops_switching_is_named():
    with pytest.raises(mars.RunError, match=r"past t = 0\.5 s: the law of F goes to and fro.*hysteresis") as caught:
        mars.simulate(ring("if(u1 > 0.5, -1, 1)"), until=2, method="ida")
    assert caught.value.code == "chattering"


def test_a_state_that_grows_without_limit_is_named():
    with pytest.raises(mars.RunError, match=r"past t = 1\.57.*I\.value changes fastest") as caught:
        mars.simulate(ring("1 + u1^2"), until=2, method="ida")
    assert caught.value.code == "step-too-small"
