"""Source laws against their formulas, on both sides of every corner."""

import casadi as ca
import numpy as np
import pytest

import mars
from mars.component.declarations import LawOf
from mars.component.piecewise import characteristic, piecewise
from mars.document.circuit import Circuit
from mars.errors import DocumentError

PARAMETER = LawOf(0, "rad", "test")


def values(typed, times, order=0, variables=None):
    law = PARAMETER.resolve(typed, variables or {}, "X.law")
    t, segment = ca.SX.sym("t"), ca.SX.sym("segment")
    expression = ca.SX(law.at(t, segment))
    for _ in range(order):
        expression = ca.jacobian(expression, t)
    function = ca.Function("law", [t, segment], [expression])
    return np.array([float(function(time, time)) for time in times])


TIMES = np.array([-1.0, 0.0, 0.5, 1.0, 1.25, 2.0, 3.5])


@pytest.mark.parametrize(
    ("typed", "formula"),
    [
        (0.7, lambda t: 0.7 + 0 * t),
        ("40 deg", lambda t: np.deg2rad(40) + 0 * t),
        ({"law": "constant", "value": "90 deg"}, lambda t: np.pi / 2 + 0 * t),
        ({"law": "step", "time": 1, "before": 2, "after": 5}, lambda t: np.where(t < 1, 2.0, 5.0)),
        ({"law": "ramp", "start": 1, "time": 2, "before": 1, "after": 4}, lambda t: np.interp(t, [1, 3], [1, 4])),
        (
            {"law": "sine", "amplitude": 2, "frequency": "3 Hz", "phase": 0.4, "offset": 1},
            lambda t: 1 + 2 * np.sin(6 * np.pi * t + 0.4),
        ),
        ({"law": "polynomial", "coefficients": [1, "2 deg/s", 3]}, lambda t: 1 + np.deg2rad(2) * t + 3 * t**2),
        ("0.5*sin(2*t) + t^2", lambda t: 0.5 * np.sin(2 * t) + t**2),
        ("if(t < 1, 2, max(t, 3))", lambda t: np.where(t < 1, 2.0, np.maximum(t, 3))),
    ],
)
def test_law_equals_its_formula(typed, formula):
    assert values(typed, TIMES) == pytest.approx(formula(TIMES), abs=1e-14)


def test_cycloid_rests_at_both_ends_with_zero_rate_and_acceleration():
    law = {"law": "cycloid", "start": 1, "time": 2, "before": -1, "after": 3}
    s = np.array([0.0, 0.25, 0.5, 1.0])
    assert values(law, 1 + 2 * s) == pytest.approx(-1 + 4 * (s - np.sin(2 * np.pi * s) / (2 * np.pi)))
    assert values(law, [0, 5]) == pytest.approx([-1, 3])
    for order in (1, 2):
        assert values(law, [1.0, 3.0 - 1e-12], order) == pytest.approx([0, 0], abs=1e-10)


def test_table_goes_through_its_pairs_smoothly():
    pairs = [[0, 0], [1, 2], [2.5, -1], [3, 0.5]]
    law = {"law": "table", "pairs": pairs}
    assert values(law, [p[0] for p in pairs]) == pytest.approx([p[1] for p in pairs])
    assert values(law, [-1, 9]) == pytest.approx([0, 0.5])
    for order in (1, 2):
        assert values(law, [1 - 1e-9, 2.5 - 1e-9], order) == pytest.approx(values(law, [1 + 1e-9, 2.5 + 1e-9], order), abs=1e-6)
    assert values(law, [0, 3 - 1e-12], 1) == pytest.approx([0, 0], abs=1e-9)


def test_characteristic_goes_on_straight_beyond_its_ends():
    curve = characteristic([[-1, -4], [0, 0], [2, 3]])
    x = ca.SX.sym("x")
    force = ca.Function("f", [x], [piecewise(curve, x), ca.jacobian(piecewise(curve, x), x)])
    ends = [[float(v) for v in force(at)] for at in (-1 + 1e-12, -3, 2 - 1e-12, 7)]
    assert ends[1][1] == pytest.approx(ends[0][1]) and ends[3][1] == pytest.approx(ends[2][1])
    assert ends[3][0] == pytest.approx(3 + 5 * ends[2][1])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"law": "jump"}, "no such law: “jump”"),
        ({"law": "step"}, "the step law needs “after”"),
        ({"law": "ramp", "after": 1, "time": 0}, "must be greater than zero"),
        ({"law": "sine", "amplitude": 1, "frequency": 1, "colour": 2}, "colour"),
        ({"law": "table", "pairs": [[1, 1], [0, 2]]}, "the x values must increase"),
        ({"law": "polynomial", "coefficients": []}, "coefficients"),
        ("sin(", "X.law"),
        ("2*L9*t", "L9"),
        ("3 kg", "kg"),
        ([1, 2], "X.law"),
    ],
)
def test_wrong_law_is_refused_in_words(typed, words):
    with pytest.raises(DocumentError, match=r"X\.law") as error:
        PARAMETER.resolve(typed, {}, "X.law")
    assert words in str(error.value)


def hinge(kind, law):
    c = Circuit("driven", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1")
    c.add(kind, "E1", law=law)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.connect("KN1.turn", "E1.turn")
    return c


def test_integration_does_not_straddle_corners():
    """A torque that jumps between output points: the speed is exact on both sides, because steps end at the jump."""
    c = hinge("sources.torque", {"law": "step", "time": 0.3337, "before": 1, "after": -2})
    c.gravity = [0, 0, 0]
    run = mars.simulate(c, times=[0, 0.2, 0.3337, 0.5, 1.0])
    inertia = 1 / 3
    expected = np.array([0, 0.2, 0.3337, 0.3337 - 2 * (0.5 - 0.3337), 0.3337 - 2 * (1 - 0.3337)]) / inertia
    assert run["KN1.turn.speed"] == pytest.approx(expected, abs=1e-12)
    assert run["KN1.turn.torque"] == pytest.approx([1, 1, -2, -2, -2], abs=1e-12)


def test_velocity_source_moves_its_joint_by_the_integral():
    run = mars.simulate(
        hinge("sources.velocity", {"law": "ramp", "start": 0.5, "time": 1, "after": 2}), times=[0, 0.5, 1.0, 1.5, 2.0]
    )
    assert run["KN1.angle"] == pytest.approx([0, 0, 0.25, 1.0, 2.0], abs=1e-9)
    assert run["KN1.turn.acceleration"] == pytest.approx([0, 2, 2, 0, 0], abs=1e-12)


def test_formula_with_a_comparison_stops_the_integrator_at_its_corner():
    c = hinge("sources.torque", "if(2*t < 0.6674, 1, -2)")
    c.gravity = [0, 0, 0]
    run = mars.simulate(c, times=[0, 0.3337, 1.0])
    assert run["KN1.turn.speed"] == pytest.approx([0, 3 * 0.3337, 3 * (0.3337 - 2 * (1 - 0.3337))], abs=1e-12)


@pytest.mark.parametrize(
    ("kind", "law"),
    [("velocity", "if(t < 0.5, 1, 3)"), ("velocity", "sign(t - 1)"), ("movement", "floor(4*t)"), ("movement", "abs(t - 1)")],
)
def test_motion_whose_formula_may_jump_is_refused(kind, law):
    complaints = mars.check(hinge(f"sources.{kind}", law)).complaints
    assert [(c.where, c.code) for c in complaints] == [("E1.law", "value")]
    assert "continuous" in complaints[0].cause


def test_velocity_may_bend():
    run = mars.simulate(hinge("sources.velocity", "abs(t - 1)"), times=[0, 2])
    assert run["KN1.angle"][-1] == pytest.approx(1, abs=1e-8)


def test_law_that_stops_having_a_value_fails_the_run():
    with pytest.raises(mars.RunError, match=r"law of KN1\.turn is not finite at t = 0\.5 s\. Change E1\.law") as caught:
        mars.simulate(hinge("sources.movement", "sqrt(0.5 - t)"), until=1)
    assert caught.value.code == "not-finite"


def test_formula_without_a_value_names_its_component():
    complaints = mars.check(hinge("sources.torque", "t + 1/0")).complaints
    assert (complaints[0].where, complaints[0].code) == ("E1", "value") and "division by zero" in complaints[0].cause


def test_empty_circuit_is_a_complaint():
    assert [c.code for c in mars.check(Circuit("nothing")).complaints] == ["empty"]


@pytest.mark.parametrize(
    ("law", "impulse"),
    [
        ("if(t^2 < 0.5, 1, 0)", 0.5**0.5),
        ("if(abs(t-0.5) < 0.1, 1, 0)", 0.2),
        ("if(t*t - 0.25 < 0, 1, 0)", 0.5),
        ("if(t < 0.2, 1, if(t^2 < 0.25, 2, 0))", 0.8),
        ("if(1/(1+t) > 0.8, 1, 0)", 0.25),
        ("if(-(2*t)/4 + 0.1 > -0.2, 1, 0)", 0.6),
    ],
)
def test_comparison_that_is_no_straight_line_changes_where_it_should(law, impulse):
    c = hinge("sources.torque", law)
    c.gravity = [0, 0, 0]
    assert mars.simulate(c, until=1)["KN1.turn.speed"][-1] == pytest.approx(3 * impulse, rel=1e-6)
