"""Corners of formulas of time, found one after the other, against exact times and against a fine grid."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mars.formulas.corners import Corners
from mars.formulas.decisions import SEGMENT, decided
from mars.formulas.expressions import Expression, parse
from mars.formulas.ranges import RANGES, Range, as_range
from mars.formulas.syntax_tree import FLOATS, TIME, value_of


def corners(text, end, **values):
    search, t, found = Corners.of(parse(text, time=True).root, values), 0.0, []
    while (t := search.after(t, end)) < end:
        found.append(t)
    return found


EXACT = [
    ("if(mod(t, 1) < 0.001, 1, 0)", 3, [0.001, 1, 1.001, 2, 2.001]),
    ("abs(sin(2*pi*50*t))", 0.05, [0.01, 0.02, 0.03, 0.04]),
    ("floor(t^2)", 2, [1, math.sqrt(2), math.sqrt(3)]),
    ("max(t, 1, 2*t - 3)", 9, [1, 3]),
    ("if(t < 1, if(t < 0.5, 1, 2), 3)", 9, [0.5, 1]),
    ("if(t > 1, if(sqrt(t - 1) > 2, 1, 0), 0)", 9, [1, 5]),
    ("abs(sqrt(t) - 1) + sign(sin(t)^2 + cos(t)^2 - 0.5)", 9, [1]),
    ("sign(t^2 - 2*t + 1)", 9, [1]),
    ("mod(-t, 0.3)", 1, [0.3, 0.6, 0.9]),
    ("abs(a*t - 1)", 9, [0.5]),
    ("abs(0*t) + min(t, t) + sin(t)", 9, []),
]


@pytest.mark.parametrize("text, end, wanted", EXACT)
def test_corners_are_found_to_rounding(text, end, wanted):
    assert corners(text, end, a=2.0) == pytest.approx(wanted, rel=1e-11, abs=1e-13)


@pytest.mark.parametrize(
    "text",
    ["max(sin(3*t), sin(3*t))", "sign(sin(3*t) - sin(3*t))", "sign(2*(sin(t)^2 + cos(t)^2 - 1))", "floor(sin(t)^2 + cos(t)^2)"],
)
def test_formulas_that_stay_at_their_corner_have_few_corners(text):
    assert corners(text, 1e3) == []
    assert corners(f"{text} + floor(t^2)", 2.0) == pytest.approx([1, math.sqrt(2), math.sqrt(3)], rel=1e-11)


@pytest.mark.parametrize("text", ["sign(exp(sin(t)) - exp(sin(t)) + 0*sqrt(t - 5))", "sign(1e-9*t*(tan(t)*cos(t) - sin(t)))"])
def test_decisions_that_cannot_be_made_have_few_corners(text):
    assert len(corners(text, 20.0)) < 1000


def test_every_edge_of_a_long_run_is_found():
    edges = corners("if(mod(t, 0.1) < 0.05, 1, 0)", 1000)
    assert len(edges) == 19999
    assert edges == pytest.approx(0.05 * np.arange(1, 20000), rel=1e-13)


def test_the_end_of_the_search_changes_no_corner():
    search = Corners.of(parse("if(sin(t^2) > 0.3, 1, floor(3*cos(t)))", time=True).root, {})
    short, long = [], []
    for end, found in ((5.0, short), (50.0, long)):
        t = 0.0
        while (t := search.after(t, end)) < end:
            found.append(t)
    assert short == [t for t in long if t < 5.0]


NUMBERS = st.sampled_from(["0.3", "1", "0.7", "2.5", "-0.4"])
FORMULAS = st.recursive(
    st.one_of(NUMBERS, st.just("t"), st.sampled_from(["sin(3*t)", "t^2", "exp(-t)", "cos(2*t)*t"])),
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {})".format, inner, inner),
        st.builds("({}*{})".format, inner, inner),
        st.builds("abs({})".format, inner),
        st.builds("sign({})".format, inner),
        st.builds("floor({})".format, inner),
        st.builds("mod({}, 0.7)".format, inner),
        st.builds("min({}, {})".format, inner, inner),
        st.builds("max({}, {})".format, inner, inner),
        st.builds("if({} < {}, {}, {})".format, inner, inner, inner, inner),
    ),
    max_leaves=6,
)


@given(FORMULAS)
def test_between_its_corners_a_formula_with_its_decisions_held_is_itself(text):
    root = parse(text, time=True).root
    found = decided(root)
    held = Expression(text, found.held(found.root), frozenset())
    edges = [0.0, *corners(text, 3.0), 3.0]
    for begin, end in pairwise(edges):
        if end - begin < 1e-6:
            continue
        inside = 0.5 * (begin + end)
        for part in (0.01, 0.23, 0.61, 0.99):
            t = begin + part * (end - begin)
            plain = float(value_of(root, {TIME: t}, FLOATS))
            assert held.evaluate({TIME: t, SEGMENT: inside}) == pytest.approx(plain, rel=1e-9, abs=1e-9), (t, edges)


@given(FORMULAS, st.floats(0, 2), st.floats(1e-4, 1))
def test_ranges_enclose_values_and_rates(text, begin, length):
    root = parse(text, time=True).root
    bounds = as_range(value_of(root, {TIME: Range.time(begin, begin + length)}, RANGES))
    values = [float(value_of(root, {TIME: begin + part * length}, FLOATS)) for part in np.linspace(0, 1, 9).tolist()]
    room = 1e-9 * (1 + max(map(abs, values)))
    assert bounds.low - room <= min(values) and max(values) <= bounds.high + room
    slopes = np.diff(values) / (length / 8)
    wide = 1e-9 * (1 + max(map(abs, values))) / length
    assert bounds.least - wide <= slopes.min() and slopes.max() <= bounds.most + wide


@pytest.mark.parametrize(
    "text", ["floor(min(t, t + t^2))", "floor(max(t, t - t^2))", "floor(t + 0*exp(-t))", "floor(t*(1 + 0*sin(t)))"]
)
def test_corners_at_the_ends_of_searched_intervals_are_found(text):
    assert corners(text, 40.5) == pytest.approx(range(1, 41), rel=1e-12)
