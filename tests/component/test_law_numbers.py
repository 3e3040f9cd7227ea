"""Laws by numbers alone, as the editor's preview asks for them, against the same laws as expressions."""

import math
import subprocess
import sys

import casadi as ca
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from mars.component.declarations import LawOf
from mars.component.laws import LAWS
from mars.component.piecewise import spline
from mars.formulas.expressions import Quantity

PARAMETER = LawOf(0, "rad", "test")
VARIABLES = {"A": Quantity(0.7, None)}
TYPED = {
    "constant": "40 deg",
    "step": {"law": "step", "time": 1, "before": 2, "after": 5},
    "ramp": {"law": "ramp", "start": 1, "time": 2, "before": 1, "after": 4},
    "sine": {"law": "sine", "amplitude": 2, "frequency": "3 Hz", "phase": 0.4, "offset": 1},
    "cycloid": {"law": "cycloid", "start": 1, "time": 2, "before": -1, "after": 3},
    "pulse": {"law": "pulse", "high": 2, "low": -1, "period": 0.6, "duty": 0.3, "start": 0.1},
    "square": {"law": "square", "amplitude": 2, "frequency": 0.7, "phase": 0.4, "offset": 1},
    "sawtooth": {"law": "sawtooth", "high": 2, "low": -1, "period": 0.6, "start": 0.1},
    "trapezoid": {"law": "trapezoid", "high": 2, "period": 1, "rise": 0.2, "width": 0.3, "fall": 0.1, "start": 0.1},
    "polynomial": {"law": "polynomial", "coefficients": [1, "2 deg/s", 3]},
    "table": {"law": "table", "pairs": [[0, 0], [1, 2], [2.5, -1], [3, 0.5]]},
    "expression": "A*sin(2*t) + if(t < 1, 2, max(t, 3)) + mod(t, 0.7) + floor(t)*sign(t - 2) + t^2 + atan2(t, 2)",
}
TIMES = np.linspace(-1, 5, 241)


def law_of(typed):
    return PARAMETER.resolve(typed, VARIABLES, "X.law")


def test_every_law_is_looked_at():
    assert TYPED.keys() == set(LAWS)


@pytest.mark.parametrize("name", TYPED)
def test_numbers_equal_the_expression(name):
    law = law_of(TYPED[name])
    t, segment = ca.SX.sym("t"), ca.SX.sym("segment")
    function = ca.Function("law", [t, segment], [ca.SX(law.at(t, segment))])
    segments = [law.breaks.inside(time) for time in TIMES]
    expected = [float(function(time, segment)) for time, segment in zip(TIMES, segments, strict=True)]
    assert [law.number(t) for t in TIMES] == pytest.approx(expected, abs=1e-12)
    assert all(isinstance(law.number(time), float) for time in (0, 1, 2.5))


def test_the_piece_is_chosen_by_the_segment():
    law = law_of(TYPED["step"])
    assert (law.number(1.0, 0.9), law.number(1.0), law.number(1.0, 1.1)) == (2, 5, 5)


def test_where_a_law_has_no_value_it_is_no_number():
    law = law_of("1/t + sqrt(t)")
    assert math.isnan(law.number(0.0)) and math.isnan(law.number(-1.0))
    assert law.number(4.0) == 2.25
    assert math.isnan(law_of("exp(1000*t)").number(5.0))


@given(st.lists(st.tuples(st.floats(0.01, 3), st.floats(-5, 5)), min_size=2, max_size=12))
def test_the_spline_starts_and_ends_at_rest(steps):
    x = np.cumsum([a for a, _ in steps])
    pairs = [(float(a), b) for a, (_, b) in zip(x, steps, strict=True)]
    reference = CubicSpline(x, [b for _, b in pairs], bc_type="clamped")
    inside = np.linspace(x[0], x[-1], 50)
    size = max(1.0, np.abs(reference(inside)).max())
    assert [spline(pairs, float(t)) for t in inside] == pytest.approx(reference(inside), abs=1e-9 * size)


def test_numbers_need_neither_casadi_nor_scipy():
    code = f"""
import sys
from mars.component import LawOf
from mars.formulas.expressions import Quantity
for typed in {list(TYPED.values())!r}:
    LawOf(0, "rad", "test").resolve(typed, {{"A": Quantity(0.7, None)}}, "X").curve(2, 5)
assert not {{"casadi", "scipy"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
