"""Bounds enclose all values and rates of a function, for every operation; values of the time alone are found."""

import casadi as ca
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mars.machine.range_code import range_function
from mars.machine.time_values import time_values

X, T, P = ca.SX.sym("x", 2), ca.SX.sym("t"), ca.SX.sym("p")
A, B = X[0], X[1]
EXPRESSIONS = {
    "sum": A + B - 3,
    "product": A * B * P,
    "same": A * A - A,
    "quotient": (A + 5) / (B * B + 0.1),
    "inverse": 1 / A,
    "powers": A**3 + B**4 + (A + 3) ** -2 + (B + 3) ** 1.7 + (A - B) ** 2,
    "waves": ca.sin(3 * A) * ca.cos(B + T),
    "tangent": ca.tan(A),
    "exponential": ca.exp(-A) + ca.log(B + 3) + ca.expm1(B) + ca.log1p(A * A),
    "arcs": ca.atan(A) + ca.asin(A / 4) - ca.acos(B / 4) + ca.atan2(A, B),
    "hyperbolic": ca.sinh(A) + ca.cosh(B) + ca.tanh(A * B) + ca.asinh(B),
    "roots": ca.sqrt(A * A + 1) + ca.hypot(A, B) + ca.fabs(A - B),
    "extremes": ca.fmin(A, B) - ca.fmax(A, T),
    "choice": ca.if_else(A > B, A, -B),
    "logic": ca.if_else(ca.logic_and(A > 0, B < 1), 2, 3) + ca.if_else(ca.logic_or(A < -1, ca.logic_not(B > 0)), 1, 0),
    "whole": ca.floor(3 * A) + ca.ceil(B) + ca.sign(A - B),
    "mode": ca.if_else(P > 0, A, B),
    "error function": ca.erf(A),
    "without bounds": ca.fmod(A + 3, 0.7),
}  # fmt: skip


def function(name):
    rates = ca.jtimes(EXPRESSIONS[name], ca.vertcat(X, T), ca.DM([1, -0.5, 1]))
    return ca.Function("f", [X, ca.SX(0, 1), P, T], [EXPRESSIONS[name], rates])


@pytest.mark.parametrize("name", EXPRESSIONS)
@settings(max_examples=40)
@given(
    begin=st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0, 9)),
    exponents=st.tuples(st.floats(-6, 0.3), st.floats(-6, 0.3), st.floats(-6, 1)),
    p=st.sampled_from([-1.0, 0.5]),
)
def test_bounds_enclose_values_and_mean_rates(name, begin, exponents, p):
    f = function(name)
    with np.errstate(all="ignore"):
        check_bounds(f, begin, exponents, p)


def check_bounds(f, begin, exponents, p):
    low, width = np.array(begin), 10.0 ** np.array(exponents)
    bounds = range_function(f, [0, 3])
    values, rates = (
        np.array(part).ravel()
        for part in bounds(np.concatenate([low[:2], (low + width)[:2]]), [], p, [low[2], low[2] + width[2]])
    )
    inside = low + width * np.random.default_rng(0).uniform(0, 1, (20, 3))
    found = np.array([[float(part) for part in f(each[:2], [], p, each[2])] for each in inside])
    room = 1e-9 * (1 + np.nanmax(np.abs(found), axis=0))
    if np.isfinite(values).all():
        assert values[0] - room[0] <= np.nanmin(found[:, 0]) and np.nanmax(found[:, 0]) <= values[1] + room[0]
    along = np.array([1, -0.5, 1]) * min(width[0], 2 * width[1], width[2])
    start = low + np.array([0, 0.5, 0]) * min(width[0], 2 * width[1], width[2])
    ends = [float(f(each[:2], [], p, each[2])[0]) for each in (start, start + along)]
    slope = (ends[1] - ends[0]) / along[0]
    if np.isfinite(rates).all() and np.isfinite(slope):
        room = 1e-6 * (1 + abs(slope)) + 1e-13 * max(map(abs, ends)) / along[0]
        assert rates[0] - room <= slope <= rates[1] + room


def test_a_value_that_is_a_number_everywhere_is_exact():
    bounds = range_function(function("mode"), [0, 3])
    assert np.array(bounds([1, 5, 2, 6], [], 1.0, [0, 0])[0]).ravel() == pytest.approx([1, 2])
    assert np.array(bounds([1, 5, 2, 6], [], -1.0, [0, 0])[0]).ravel() == pytest.approx([5, 6])


def test_waves_of_the_time_are_found():
    f = ca.Function("f", [X, ca.SX(0, 1), P, T], [A * (ca.sin(P * T) + 3 * T) + T * ca.cos(B), ca.exp(-T) / P + 1 / (1 + T * T)])
    found = time_values([f, f], P, T)
    numbers = ca.Function("v", [P, T], [found])(2.0, 0.3)
    assert sorted(np.array(numbers).ravel()) == pytest.approx(sorted([np.sin(0.6), np.exp(-0.3), 1 / 1.09]))
