import math
from contextlib import suppress
from fractions import Fraction

import casadi
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mars.errors import DocumentError
from mars.formulas.dimensions import ANY
from mars.formulas.expressions import Quantity, measure, parse, quantity
from mars.formulas.syntax_tree import FUNCTIONS
from mars.formulas.tokens import rename_in_formula
from mars.formulas.units import DIMENSIONLESS, parse_unit

METRE = parse_unit("m").dimension
VARIABLES = {
    "L1": Quantity(2.0, METRE),
    "m": Quantity(3.0, parse_unit("kg").dimension),
    "k": Quantity(4.0),
    "угол": Quantity(0.5, DIMENSIONLESS),
}


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("30 deg", "rad", math.pi / 6),
        ("30deg", "rad", math.pi / 6),
        ("30°", "rad", math.pi / 6),
        ("0.5 kN", "N", 500),
        ("2 N·m/rad", "N·m/rad", 2),
        ("20 mm", "m", 0.02),
        ("2*L1", "m", 4),
        ("20 mm/L1", "1", 0.01),
        ("2 N*L1", "N·m", 4),
        ("2 N*m", "N·m", 2),
        ("2 m/s^2 * m", "N", 6),
        ("10 N/(2 m)", "N/m", 5),
        ("6 N/(m·s)*2 s", "N/m", 12),
        ("3 m^2", "m^2", 3),
        ("(3 m)^2", "m^2", 9),
        ("sqrt(4 m^2)", "m", 2),
        ("L1^2/L1", "m", 2),
        ("1 + 20 mm", "m", 1.02),
        ("k", "mm", 0.004),
        ("5", "deg", math.radians(5)),
        ("50 %*L1", "m", 1),
        ("-2^2", "1", -4),
        ("2^-1", "1", 0.5),
        ("2^3^2", "1", 512),
        ("2**3", "1", 8),
        ("7-2-1", "1", 4),
        ("8/2/2", "1", 2),
        ("2·3 − 1", "1", 5),
        ("2*-3", "1", -6),
        ("1 < 2", "1", 1),
        ("if(L1 >= 2 m, L1, 0)", "m", 2),
        ("if(k < 0, log(k - 4), 1)", "1", 1),
        ("min(3, 1 m, 2 m)", "m", 1),
        ("mod(5 m, 3 m)", "m", 2),
        ("3 min", "s", 180),
        ("mod(-1, 3)", "1", 2),
        ("atan2(1 m, 1 m)", "deg", math.pi / 4),
        ("sign(-3 m)*floor(2.5)", "1", -2),
        ("cos(угол)", "1", math.cos(0.5)),
        (".5 + 1. + 1e-3", "1", 1.501),
        ("+".join(["1"] * 4000), "1", 4000),
        (3, "mm", 0.003),
    ],
)
def test_quantities(text, unit, value):
    assert quantity(text, VARIABLES, unit) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "unit", "message"),
    [
        ("3 kg", "m", "expected a value in m, found a value in kg"),
        ("30 deg", "m", "expected a value in m, found"),
        ("L1", "1", "expected a number without a unit, found a value in m"),
        ("1 m + 2 s", "m", r"sides of \+ have different units: m and s"),
        ("L1 < 2 s", "1", "sides of < have different units: m and s"),
        ("max(1 m, 1 s)", "m", "arguments of max"),
        ("mod(5 m, 3 s)", "m", "arguments of mod"),
        ("sin(L1)", "1", "must be a number without a unit or an angle"),
        ("2^L1", "1", "an exponent"),
        ("L1^k", "m", "raised to a constant"),
        ("2 L1", "m", r"write 2\*L1"),
        ("2 kNm", "m", "did you mean.* kN"),
        ("L2", "m", "unknown name 'L2'"),
        ("1/0", "1", "division by zero"),
        ("mod(1, 0)", "1", "division by zero"),
        ("log(-1)", "1", "no finite real value"),
        ("(-8)^(1/3)", "1", "no finite real value"),
        ("exp(1000)", "1", "no finite real value"),
        ("1e308*10", "1", "not finite"),
        ("1e308*10 - 1e308*10", "1", "not finite"),
        ("1e999", "1", "too large"),
        ("9" * 5000, "1", "too large"),
        ("1e308", "km", "not finite"),
        (math.nan, "m", "not finite"),
        (True, "m", "not finite"),
        ("", "m", "value missing. Enter a number"),
        ("0,5", "m", "use a point for decimals"),
        ("3 m ^ 2", "m^2", r"Write 3 m\^2"),
        ("t", "s", "depends on the time"),
        ("foo(2)", "1", "'foo' is not a function; did you mean floor"),
        ("sin", "1", "the function sin needs arguments"),
        ("sin(1, 2)", "1", "takes 1 argument, not 2"),
        ("min(1)", "1", "at least 2 arguments"),
        ("1 < 2 < 3", "1", "comparisons cannot be chained"),
        ("(1", "1", "closing parenthesis"),
        ("1 +", "1", "unexpected end"),
        ("1 2", "1", "character 3: unexpected '2'"),
        ("2(3)", "1", r"character 2: unexpected '\('"),
        ("__import__('os')", "1", 'character 12: unexpected "\'"'),
        ("(" * 101 + "1" + ")" * 101, "1", "nested more than 100 levels deep"),
        ("-" * 5000 + "1", "1", "nested more than 100 levels deep"),
        ("1^" * 4000 + "1", "1", "nested more than 100 levels deep"),
        ("1" * 10_001, "1", "longer than 10000"),
    ],
)
def test_mistakes_are_explained(text, unit, message):
    with pytest.raises(DocumentError, match=message):
        quantity(text, VARIABLES, unit)


@pytest.mark.parametrize(
    ("text", "unit", "code"),
    [
        ("1 m + 2 s", "m", "bad-unit"),
        ("sin(L1)", "1", "bad-unit"),
        ("L2", "m", "unknown-variable"),
        ("1/0", "1", "bad-formula"),
        ("1 +", "1", "bad-formula"),
        ("t", "s", "bad-formula"),
        (math.nan, "m", "not-finite"),
    ],
)
def test_mistakes_have_codes(text, unit, code):
    with pytest.raises(DocumentError) as caught:
        quantity(text, VARIABLES, unit)
    assert caught.value.code == code


def test_names_are_free_names():
    assert parse("L1*sin(2*pi*t) + min(a, e)", time=True).names == {"L1", "t", "a"}


def test_what_depends_on_time_fits_every_dimension():
    torque = parse("5 N·m*sin(2*pi*t)", time=True)
    assert torque.dimension({}) == parse_unit("N·m").dimension
    assert parse("5 N/s*t", time=True).dimension({}) is ANY
    assert torque.evaluate({"t": 0.25}) == 5.0


def test_dimension_of_roots_may_be_broken():
    root = measure("sqrt(L1)", VARIABLES)
    assert root.dimension is not None and root.dimension[0] == Fraction(1, 2)


SYMBOLIC = {name: getattr(casadi, name) for name in FUNCTIONS if hasattr(casadi, name)}
SYMBOLIC |= {"abs": casadi.fabs, "if": casadi.if_else, "min": casadi.fmin, "max": casadi.fmax}
SYMBOLIC["mod"] = lambda x, y: x - y * casadi.floor(x / y)


@pytest.mark.parametrize(
    "text",
    [
        "2 kN*sin(x)^2 - x/3",
        "if(x > 1, exp(-x), sqrt(x))",
        "mod(x, 0.4) + abs(x - 2) + sign(x - 1)",
        "min(x, 0.7)*atan2(x, 2)",
        "-x^2 + (x <= 0.7)",
    ],
)
def test_symbols_and_floats_agree(text):
    x = casadi.SX.sym("x")
    expression = parse(text)
    function = casadi.Function("f", [x], [expression.evaluate({"x": x}, SYMBOLIC)])
    for value in (0.3, 0.7, 1.9):
        assert float(function(value)) == pytest.approx(expression.evaluate({"x": value}), rel=1e-12)


def test_renaming_keeps_everything_else_as_typed():
    assert rename_in_formula(" 2*L1+sin( L1 )/L12 + 3 m", "L1", "Длина") == " 2*Длина+sin( Длина )/L12 + 3 m"
    assert rename_in_formula("3 m*m * m", "m", "mass") == "3 m*m * mass"
    assert rename_in_formula("min(min, 2 min)", "min", "low") == "min(low, 2 min)"
    assert rename_in_formula("a file: C:\\L1", "L1", "x") == "a file: C:\\L1"


LEAVES = st.one_of(st.floats(0, 1e6).map(repr), st.integers(0, 99).map(str), st.sampled_from(["x", "y_1", "длина"]))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", " - ", "**", "<", ">="]), inner).map(
            lambda t: f"({t[0]}{t[1]}{t[2]})"
        ),
        st.tuples(inner, st.sampled_from("+-*"), inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({''.join(t)})"),
        inner.map(lambda a: f"(-{a}**2)"),
        st.tuples(st.sampled_from(["sin", "sqrt", "atan", "abs", "exp", "log"]), inner).map(lambda t: f"{t[0]}({t[1]})"),
        st.tuples(inner, inner).map(lambda t: f"max({t[0]}, {t[1]})"),
    ),
    max_leaves=12,
)


@given(TREES, st.floats(-10, 10), st.floats(-10, 10))
def test_evaluation_agrees_with_python(text, x, y):
    values = {"x": x, "y_1": y, "длина": 2.0}
    functions = {name: getattr(math, name) for name in ("sin", "sqrt", "atan", "exp", "log")}
    try:
        wanted = eval(text, {"__builtins__": {}}, {**functions, "abs": abs, "max": max, **values})
    except (ArithmeticError, ValueError, TypeError):
        wanted = None  # TypeError: Python went on with a complex number
    if wanted is None or isinstance(wanted, complex) or abs(wanted) > 1e300 or not math.isfinite(wanted):
        return
    try:
        result = parse(text).evaluate(values)
    except DocumentError as error:
        # Python's integers have no largest one, ours are floats.
        assert "finite" in str(error)
        return
    assert result == pytest.approx(float(wanted), rel=1e-9, abs=1e-300)


@given(st.one_of(st.text(max_size=60), st.text("0123456789.eE+-*/^() <>,tmsLNx·²_°%", max_size=40)))
def test_any_text_is_a_quantity_or_a_document_error(text):
    with suppress(DocumentError):
        assert math.isfinite(quantity(text, VARIABLES, "m"))


@given(TREES)
def test_renaming_there_and_back(text):
    assert rename_in_formula(rename_in_formula(text, "x", "ξ2"), "ξ2", "x") == text
    assert "x" not in parse(rename_in_formula(text, "x", "ξ2")).names
