"""Guards that become negative and positive again within one step are found: bounds for those that read states and time, samples
for those that read what is solved for."""

import numpy as np
import pytest

import mars

SPIKES = {  # of u1, narrow beside the steps of an integrator that sees only straight lines
    "bell": ("if(exp(-((u1 - 0.5)/1e-4)^2) > 0.5, 1, 0)", 2e-4 * np.sqrt(np.log(2))),
    "resonance": ("if(1/(1 + 1e8*(u1 - 0.3)^2) > 0.5, 1, 0)", 2e-4),
    "crests": ("if(sin(50*u1) > 0.9999, 1, 0)", 24 * 2 * np.arccos(0.9999) / 50),
    "difference": ("if(abs(u1^2 - 2) < 1e-5, 1, 0)", np.sqrt(2 + 1e-5) - np.sqrt(2 - 1e-5)),
    "distance": ("if(sqrt((u1 - 1)^2 + 1e-6) < 1.1e-3, 1, 0)", 2 * np.sqrt(1.1e-3**2 - 1e-6)),
}


def counted(text, until, *, state, **settings):
    """How long the formula is 1 while u1 rises by 1 per second."""
    c = mars.Circuit("spike")
    c.add("signals.law", "L", law="1" if state else "t")
    c.add("signals.formula", "F", inputs=1, formula=text)
    c.add("signals.integrator", "I")
    if state:
        c.add("signals.integrator", "U")
        c.connect("L.out", "U.in")
    c.connect("U.out" if state else "L.out", "F.u1")
    c.connect("F.out", "I.in")
    return mars.simulate(c, until=until, **settings)


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
@pytest.mark.parametrize("state", [True, False], ids=["state", "time"])
@pytest.mark.parametrize("name", SPIKES)
def test_no_spike_of_a_formula_is_missed(name, state, method):
    text, exact = SPIKES[name]
    run = counted(text, 3.0, state=state, method=method)
    assert run["I.out.value"][-1] == pytest.approx(exact, rel=1e-6)


def test_a_longer_run_meets_the_same_spikes():
    text, exact = SPIKES["bell"]
    run = counted(text, 3000.0, state=True)
    assert run["I.out.value"][-1] == pytest.approx(exact, rel=1e-6)
    assert run.steps.counters["steps"] < 200


def stuck(force, until, **settings):
    """1 kg at rest on dry friction of 5 N, pulled by a force."""
    c = mars.Circuit("stuck", gravity=[0, 0, 0])
    c.add("bodies.base", "B")
    c.add("joints.translation", "J")
    c.add("bodies.point_mass", "M", mass=1)
    c.add("dynamics.slide_friction", "F", coulomb=5, breakaway=1)
    c.add("sources.force", "E", law=force)
    for link in ("B.1 J.1", "J.2 M.1", "F.a J.slide", "E.slide J.slide"):
        c.connect(*link.split())
    return mars.simulate(c, until=until, **settings)


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
@pytest.mark.parametrize(
    ("force", "start"),
    [
        ("6*sin(t)", np.arcsin(5 / 6)),
        ("6*sin(40*t)", np.arcsin(5 / 6) / 40),
        ("8*exp(-((t - 4)/0.5)^2)", 4 - 0.5 * np.sqrt(np.log(1.6))),
    ],
)
def test_friction_lets_go_when_its_limit_is_reached(force, start, method):
    """At rest nothing moves that would limit the steps: only the samples of the force of friction see the load."""
    run = stuck(force, 6.0, method=method)
    assert run.events[0].t == pytest.approx(start, rel=1e-8)
