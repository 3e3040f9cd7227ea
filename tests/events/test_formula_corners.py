"""Formulas that jump or bend, in time and in variables, integrated and compared with exact values."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

import mars
from mars.component.declarations import LawOf
from mars.formulas.corners import Corners
from mars.formulas.expressions import parse


def integral(text, *, law=True, until=3.0, inputs=0, **settings):
    """∫ of a formula of t, given as a law or as a formula block whose first input is t as a signal."""
    c = mars.Circuit("integral")
    if law:
        c.add("signals.law", "F", law=text)
    else:
        c.add("signals.law", "T", law="t")
        c.add("signals.formula", "F", inputs=1, formula=text)
        c.connect("T.out", "F.u1")
    c.add("signals.integrator", "I")
    c.connect("F.out", "I.in")
    return mars.simulate(c, until=until, **settings)


FORMULAS = {
    "pulse of a thousandth": ("if(mod(t, 1) < 0.001, 1, 0)", 12.0, 0.012),
    "square": ("if(mod(t, 0.1) < 0.05, 1, 0)", 12.0, 6.0),
    "rectified": ("abs(sin(2*pi*t))", 3.0, 6 / np.pi),
    "stairs": ("floor(t) + sign(t - 1.5)", 3.0, 3.0),
    "largest": ("max(t, 1, 3 - t)", 3.0, None),
    "nested": ("if(abs(mod(t, 1) - 0.5) < min(0.25, t/8), sin(t), if(t > 2, -t, 1))", 3.0, None),
    "no value beyond": ("if(t < 0.3, sqrt(0.3 - t), 0)", 1.0, 2 / 3 * 0.3**1.5),
}


def exact(text, until):
    search, edges, t = Corners.of(parse(text, time=True).root, {}), [0.0], 0.0
    while (t := search.after(t, until)) < until:
        edges.append(t)
    formula = parse(text, time=True)
    pairs = zip(edges, [*edges[1:], until], strict=True)
    return sum(quad(lambda t: formula.evaluate({"t": t}), a, b, epsabs=1e-13)[0] for a, b in pairs)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("law", [True, False], ids=["time", "variable"])
def test_the_integral_of_a_formula_with_corners_is_exact(name, law):
    text, until, value = FORMULAS[name]
    if value is None:
        value = exact(text, until)
    run = integral(
        text if law else text.replace("t,", "u1,").replace("(t", "(u1").replace("t)", "u1)"), law=law, until=until, rtol=1e-9
    )
    assert run["I.out.value"][-1] == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("text", ["if(mod(t, 1) < 0.001, 1, 0)", "abs(sin(t^2)) + mod(t, 0.3)"])
def test_a_longer_run_gives_the_same_values(text):
    short, long = integral(text, until=3.0), integral(text, until=30.0)
    times = np.linspace(0, 3, 50)
    assert long.value_at(times, "I.out.value") == pytest.approx(short.value_at(times, "I.out.value"), rel=1e-9, abs=1e-12)


LAWS = {  # their corners are multiples of a millisecond
    "pulse": {"law": "pulse", "high": 3, "low": -1, "period": 0.7, "duty": 0.3, "start": 0.1},
    "square": {"law": "square", "amplitude": 2, "frequency": 1, "phase": np.pi / 2, "offset": 1},
    "sawtooth": {"law": "sawtooth", "high": 1, "period": 1, "start": -0.5},
    "trapezoid": {"law": "trapezoid", "high": 1, "period": 1, "rise": 0.2, "width": 0.3, "fall": 0.1},
    "straight table": {"law": "table", "pairs": [[0, 1], [1, 2], [2, 7]], "between": "straight"},
    "stepped table": {"law": "table", "pairs": [[0, 1], [1, 2], [2, 7]], "between": "stepped"},
    "repeated table": {"law": "table", "pairs": [[0, 0], [0.5, 1], [1, 0.2]], "between": "straight", "repeat": True},
}


@pytest.mark.parametrize("name", LAWS)
def test_a_law_of_several_pieces_has_its_exact_integral(name):
    assert integral(LAWS[name], until=2.9)["I.out.value"][-1] == pytest.approx(by_midpoints(LAWS[name]), rel=1e-9)


def by_midpoints(typed):
    """Exact for straight pieces between multiples of a millisecond."""
    law = LawOf(0, "1", "test").resolve(typed, {}, "")
    middles = np.arange(0.0005, 2.9, 0.001)
    return sum(law.number(t) for t in middles) * 0.001


def test_a_variable_that_turns_is_counted_by_floor_in_both_directions():
    """floor of 3·sin t: its integral from the times at which sin t passes thirds."""
    c = mars.Circuit("floor")
    c.add("signals.law", "L", law="3*sin(t)")
    c.add("signals.formula", "F", inputs=1, formula="floor(u1)")
    c.add("signals.integrator", "I")
    c.connect("L.out", "F.u1")
    c.connect("F.out", "I.in")
    run = mars.simulate(c, until=6.0)
    third, two = np.arcsin(1 / 3), np.arcsin(2 / 3)
    up = (np.pi - 2 * third) + (np.pi - 2 * two)  # above 1, above 2
    below = 6.0 - np.pi  # below 0
    down = (min(2 * np.pi - third, 6.0) - (np.pi + third)) + ((2 * np.pi - two) - (np.pi + two))  # below −1, below −2
    assert run["I.out.value"][-1] == pytest.approx(up - below - down, rel=1e-9)


def test_a_formula_of_a_state_switches_where_the_state_is():
    """A mass pulled by a spring that acts only beyond 0.5 m on either side: energy is kept."""
    c = mars.Circuit("gap")
    c.define("Bumper", "port a: translation\nlet depth = max(a.travel - 0.5 m, 0) + min(a.travel + 0.5 m, 0)\n"
             "a.force = 100 N/m*depth\nstored = 50 N/m*depth^2")  # fmt: skip
    c.add("bodies.base", "B")
    c.add("joints.translation", "J")
    c.add("bodies.point_mass", "M", mass=1)
    c.add("Bumper", "S")
    c.connect("B.1", "J.1")
    c.connect("J.2", "M.1")
    c.connect("S.a", "J.slide")
    c.set_start("J.slide.speed", 2.0)
    c.gravity = [0, 0, 0]
    period = 2 * (1.0 / 2.0 + np.pi / 10)  # twice the gap at 2 m/s, and two half swings at 10 rad/s
    run = mars.simulate(c, until=10 * period)
    assert run.at([10 * period], "J.travel")["J.travel"][0] == pytest.approx(0.0, abs=1e-6)
    assert run.ledger().residual < 1e-8


PARTS = st.sampled_from(["t", "0.3", "1.1", "sin(3*t)", "cos(t)*t", "t^2/3", "-0.4*t"])
RANDOM = st.recursive(
    PARTS,
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({}*{})".format, inner, inner),
        st.builds("abs({})".format, inner),
        st.builds("floor({})".format, inner),
        st.builds("mod({}, 0.7)".format, inner),
        st.builds("min({}, {})".format, inner, inner),
        st.builds("if({} < {}, {}, {})".format, inner, inner, inner, inner),
    ),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=12)
@given(RANDOM)
def test_random_formulas_of_time_have_their_exact_integrals(text):
    run = integral(text, until=2.5)
    assert run["I.out.value"][-1] == pytest.approx(exact(text, 2.5), rel=1e-8, abs=1e-8)


@pytest.mark.slow
@settings(max_examples=12)
@given(RANDOM)
def test_random_formulas_of_a_variable_have_their_exact_integrals(text):
    """The same formulas of a signal that equals t: their corners are events."""
    run = integral(re.sub(r"\bt\b", "u1", text), law=False, until=2.5)
    assert run["I.out.value"][-1] == pytest.approx(exact(text, 2.5), rel=1e-8, abs=1e-8)


def test_a_floor_of_a_remainder_that_jumps_stays_where_it_is():
    """Where sin 3t falls through zero, mod jumps from 0 to 0.7: its floor must not stay at −1."""
    run = integral("floor(mod(sin(3*u1), 0.7))", law=False, until=2.5)
    assert run["I.out.value"][-1] == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize(
    ("text", "value"), [("floor(floor(t))", 2.0), ("floor(floor(-0.4*t))", -2.5), ("floor(2*floor(t)/2)", 2.0)]
)
def test_a_floor_of_a_floor_is_that_floor(text, value):
    run = integral(re.sub(r"\bt\b", "u1", text), law=False, until=2.5)
    assert run["I.out.value"][-1] == pytest.approx(value, rel=1e-8)
