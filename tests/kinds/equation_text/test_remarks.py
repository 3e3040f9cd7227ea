"""What is said about texts that are no component: where, what is wrong, what to do. Hostile texts get remarks, nothing else."""

import re
import sys
from types import SimpleNamespace

import casadi as ca
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mars.component.domains import FRAME
from mars.errors import DocumentError
from mars.kinds import equation_text
from tests.helpers.equation_texts import TWINS

A = "port a: rotation\n"
AB = "port a: rotation\nport b: rotation\n"
UY = "port u: signal in\nport y: signal out\n"
F = "port f: frame\n"
X = A + "state x [rad]\na.torque = 0\n"

# Text, line, column, a part of the remark.
WRONG = [
    ("", 1, 1, "no ports"),
    ("hello", 1, 1, "cannot start with 'hello'. Write left = right, or start the line with port, parameter"),
    ("prot a: rotation", 1, 1, "did you mean port?"),
    ("port", 1, 5, "port without a name"),
    ("port a", 1, 7, "declare a port as in “port a: rotation”"),
    ("port a rotation", 1, 8, "declare a port as in “port a: rotation”"),
    ("port a:", 1, 8, "unknown port domain ''. Choose one of rotation"),
    ("port a: rotatoin", 1, 9, "did you mean rotation?"),
    ("port a: signal", 1, 9, "Write “signal in” or “signal out”"),
    ("port a: signals", 1, 9, "one port per signal"),
    ("port a: rotation, loose", 1, 19, "required, free, reference"),
    ("port u: signal in, reference", 1, 20, "invalid port option 'reference'. Use required, free, or a side"),
    ("port 1: rotation", 1, 6, "port '1': a name consists of letters, digits and _ and does not start with a digit"),
    ("port sin: rotation", 1, 6, "the name sin is reserved. Choose another, such as sin_1"),
    ("port t: rotation", 1, 6, "the name t is reserved"),
    ("port states: rotation", 1, 6, "the name states is reserved"),
    ("port _scope: rotation", 1, 6, "the name _scope is reserved. Choose another, such as scope_1"),
    (A + A, 2, 6, "the name a is already used in line 1"),
    (A + "parameter a = 3\na.torque = 0", 2, 11, "the name a is already used in line 1"),
    (A + "parameter k\na.torque = 0", 2, 12, "has no value"),
    (A + "parameter k = 3 foo\na.torque = 0", 2, 17, "'foo' after a number is not a unit"),
    (A + "parameter k = q\na.torque = 0", 2, 15, "Write a number"),
    (A + "parameter k = 5 N/mmm³\na.torque = 0", 2, 19, "'mmm' is not a unit; did you mean mm?"),
    (A + "parameter k = 5 N/mmm^3\na.torque = 0", 2, 19, "'mmm' is not a unit"),
    (A + "parameter k = 5 Nm\na.torque = 0", 2, 17, "did you mean N·m?"),
    (A + "parameter k [Nm] = 5\na.torque = 0", 2, 14, "did you mean N·m?"),
    (A + "parameter k = 5 1/m\na.torque = 0", 2, 17, "in brackets after the name, as in “parameter slope [1/m] = 5”"),
    (A + "parameter k = 5 N, min 0\na.torque = 0", 2, 18, "write a limit as “, at least 0”"),
    (A + "parameter k = 5, >= 0\na.torque = 0", 2, 16, "write a limit as “, at least 0”"),
    (A + "parameter k = 3,5\na.torque = 0", 2, 16, "use a point for decimals"),
    (A + "paramter k = 5 N·m\na.torque = k", 2, 1, "did you mean parameter?"),
    (A + "state T [°C] = 20\nder(T) = 0\na.torque = 0", 2, 10, "give the value as in “state T = 20 °C”"),
    (A + "a.torque = if(a.speed > 0 and t > 1, 1, 2)", 2, 27, "(a > 0)*(b > 0) for “and”"),
    (A + "a.torque = if((a.speed > 0) or (t > 1), 1, 2)", 2, 29, "max(a > 0, b > 0) for “or”"),
    (A + "a.torque = if(a.speed > 0 && t > 1, 1, 2)", 2, 27, "logical operators are not supported"),
    (A + "a.torque = if(not a.speed > 0, 1, 2)", 2, 15, "“not” is not supported. Reverse the comparison"),
    (A + "a.torque = 3 N·m*a.angle²", 2, 25, "unexpected '²'. Write ^2"),
    (A + "los = 3\na.torque = 0", 2, 1, "did you mean loss?"),
    (A + "parameter k = 3 N\na.torque = k*a.angle + 1 N·m²", 3, 12, "have different units: N and N·m²"),
    ("port a: mechanical", 1, 9, "unknown port domain 'mechanical'. Choose one of rotation, translation"),
    (A + "parameter k = 3 N, at least x\na.torque = 0", 2, 18, "unknown name 'x'"),
    (A + "parameter k = 3, at least 5\na.torque = 0", 2, 15, "the value of k is outside its limits"),
    (A + "parameter k [N] = 3 m\na.torque = 0", 2, 19, "expected a value in N, found a value in m"),
    (A + "parameter k [foo] = 3\na.torque = 0", 2, 14, "'foo' is unknown"),
    (A + 'parameter k = 3 "open\na.torque = 0', 2, 17, "one help text, at its end"),
    (A + 'parameter k = 3 "a" "b"\na.torque = 0', 2, 17, "one help text"),
    (A + "state x, at least 0\nder(x) = 1\na.torque = 0", 2, 8, "a state cannot have limits"),
    (A + "result p [W]\na.torque = 0", 2, 13, "declare a result as in “result p [W] = "),
    (A + "let a.x = 3\na.torque = 0", 2, 5, "let 'a.x': a name consists of letters, digits and _"),
    (A + "let pi = 3\na.torque = 0", 2, 5, "the name pi is reserved"),
    (A + "source now\na.torque = 0", 2, 7, "“source” must stand alone"),
    (A + "a.torque == 3", 2, 10, "one equals sign"),
    (A + "a.torque = 3 = 4", 2, 14, "one equals sign"),
    (A + "a.torque = 3*(2+", 2, 17, "unexpected end"),
    (A + "a.torque = a.speed a.angle", 2, 20, "unexpected 'a.angle'"),
    (A + "a.torque = $", 2, 12, "unexpected '$'"),
    (A + "a.torque = 3,5", 2, 13, "use a point for decimals"),
    (A + "a.torque = 2 a.speed", 2, 14, "write 2*a.speed"),
    (A + "a.torque = 1e999", 2, 17, "too large"),
    (A + "a.torque = foo(3)", 2, 15, "'foo' is not a function"),
    (A + "a.torque = min(a.angle)", 2, 24, "at least 2 arguments"),
    (A + "a.torque = __import__('os')", 2, 23, 'unexpected "\'"'),
    (A + "a.torque = " + "(" * 150 + "1" + ")" * 150, 2, 112, "several let lines"),
    (A + "a.torque = k*a.speed", 2, 12, "unknown name k. Declare it"),
    (A + "parameter stiff = 1 N·m\na.torque = stif", 3, 12, "did you mean stiff?"),
    (A + "a.torqe = a.speed", 2, 1, "it has a.speed, a.torque, a.angle"),
    (A + "torque = 3", 2, 1, "did you mean a.torque?"),
    (A + "a = 3", 2, 1, "port a has no single value; it has a.speed"),
    (F + "f.F.x = f.v", 2, 9, "f.v.x"),
    (F + "f.F.x = f.v.q", 2, 9, "no v.q"),
    (UY + "y = u.value", 3, 5, "Write u without a suffix"),
    (UY + "y = der(u)", 3, 5, "u has no rate: der(…) takes a state, or a position or speed of a port. Declare it as a state"),
    (A + "a.torque = der(a.torque)", 2, 12, "has no rate"),
    (A + "a.torque = der(3)", 2, 16, "takes only the name of a state"),
    (A + "a.torque = der", 2, 15, "Write der(x)"),
    (A + "a.torque = der(a.speed, 1)", 2, 23, "takes a single name, as in der(a.speed)"),
    (A + "parameter c = 2 N·m/rad\na.torque = c*a.speed", 3, 12, "a.torque is in N·m, but the right side is in W"),
    (A + "a.torque = a.angle + a.speed", 2, 12, "sides of + have different units"),
    (A + "a.torque = sin(2 m)", 2, 12, "the argument of sin"),
    (A + "stored = 3 W\na.torque = 0", 2, 10, "stored is in J, but the right side is in W"),
    (A + "loss = 3 N\na.torque = 0", 2, 8, "loss is in W, but the right side is in N"),
    (A + "result p = a.torque*a.speed\na.torque = 0", 2, 12, "p is in rad or without a unit, but the right side is in W"),
    (X + "der(x) = a.angle", 4, 10, "der(x) is in rad/s, but the right side is in rad"),
    (F + "f.F.x = f.v.x", 2, 9, "f.F.x is in N, but the right side is in m/s"),
    (A + "stored = t\na.torque = 0", 2, 10, "Remove t"),
    (A + "loss = 0\nloss = 0\na.torque = 0", 3, 1, "“loss” is already given in line 2"),
    (A, 1, 6, "one equation is missing: no equation determines a.torque. Add “a.torque = …”"),
    (AB + "a.torque = 0", 2, 6, "no equation determines b.torque"),
    (AB + "a.speed = 2*b.speed", 2, 6, "one equation is missing: no equation determines a.torque and b.torque"),
    (AB + "a.torque = 0\na.torque = 1", 4, 1, "a.torque is already given in line 3"),
    (AB + "a.torque = 0\nb.torque = 1\na.speed = 2*b.speed", 5, 1, "too many equations: 3 for a.torque and b.torque. Remove 1"),
    (X, 2, 7, "no equation for der(x). Add “der(x) = …”"),
    (X + "der(x) = a.speed\nder(x) = 2*a.speed", 5, 1, "der(x) is already given in line 4"),
    (X + "sin(der(x)) = 3", 4, 1, "must be a single rate, with or without a factor"),
    (X + "der(x) + x = 3", 4, 1, "must be a single rate, with or without a factor"),
    (X + "1/der(x) = 3", 4, 1, "must be a single rate, with or without a factor"),
    (X + "der(x)*der(x) = 3", 4, 1, "must be a single rate, with or without a factor"),
    (X + "der(x) = 2*der(x)", 4, 10, "circular definition: der(x)"),
    (A + "let p = q\nlet q = p\na.torque = 0", 2, 9, "circular definition: p, q"),
    (A + "let k = 3\nk = 4\na.torque = 0", 3, 1, "k already has a formula in line 2"),
    (A + "parameter k = 3\nk = 4\na.torque = 0", 3, 1, "k is a parameter"),
    (UY + "u = 3\ny = u", 3, 1, "Declare “port u: signal out”"),
    (UY, 2, 6, "no equation for y"),
    (UY + "y = u\ny = 2*u", 4, 1, "y is already given in line 3"),
    (F + "f.F.x = 1\nf.F.x = 2", 3, 1, "f.F.x is already given in line 2"),
    (A + "a.torque = 0\n3 = 4", 3, 1, "does not involve any port"),
    (A + "a.torque = " + "1+" * 600 + "1", 2, 1001, "longer than 1000 characters"),
    ("".join(f"port p{i}: frame\n" for i in range(60)), 41, 6, "at most 40 ports"),
    ("x" * 30_000, 1, 1, "Split it into several components"),
    ("\n" * 600, 1, 1, "Split it into several components"),
]


@pytest.mark.parametrize(("text", "line", "column", "part"), WRONG, ids=[f"{w[0][-24:]!r}" for w in WRONG])
def test_a_wrong_text_is_told_where_and_why(text, line, column, part):
    errors = equation_text.check(text).errors
    assert [(e.line, e.column) for e in errors] == [(line, column)], errors
    assert part in errors[0].text
    with pytest.raises(DocumentError, match=f"Mine: line {line}, column {column}: "):
        equation_text.kind_of("Mine", text)


def test_all_wrong_lines_are_told_at_once():
    text = "port a: rotation\nparameter k = 3 foo\nlet x =\na.torque = k*x\nb.torque = 0"
    assert [e.line for e in equation_text.check(text).errors] == [2, 3, 5]


def test_what_may_surprise_is_said_without_refusing():
    found = equation_text.check(
        A + "parameter k = 1 N·m\na.torque = 2 N·m*sign(a.speed)\nresult power [W] = abs(a.torque*a.speed)"
    )
    assert not found.errors
    assert [(r.line, r.severity) for r in found.remarks] == [(1, "note"), (2, "warning"), (3, "warning")]
    assert not equation_text.check(A + "source\na.torque = if(t < 1 s, 0, -2 N·m·s/rad*a.speed)").remarks


def test_conditions_are_combined_as_the_remark_says():
    found = equation_text.check(
        A + "source\na.torque = if((a.speed > 0)*(a.angle > 1), 1 N·m, max(a.speed > 0, a.angle > 1)*2 N·m)"
    )
    assert not found.errors


def test_degrees_celsius_are_kelvin():
    (temperature,) = equation_text.check(A + "state T = 20 °C\nder(T) = 0\na.torque = 0").values
    assert (temperature.unit, temperature.number) == ("K", 293.15)


def test_an_open_port_at_absolute_zero_is_told():
    found = equation_text.check("port a: thermal, reference\nloss = a.heat\na.heat = 1 W/K*a.temperature")
    assert [(r.severity, "at 0 K" in r.text) for r in found.remarks] == [("warning", True)]


def test_what_is_no_text_is_refused_too():
    for nothing in (None, 3, ["port a: rotation"], {"a": 1}):
        assert equation_text.check(nothing).errors
        with pytest.raises(DocumentError):
            equation_text.kind_of("Mine", nothing)


def test_counts_are_there_for_wrong_texts_too():
    found = equation_text.check(AB + "state x [rad]\na.torque = 0")
    assert (found.said, found.owed) == (1, 3)


WORDS = st.sampled_from(
    [
        *"ab+-*/^()=:,[]#.\"'<>\n\\ ", "port ", "parameter ", "state ", "let ", "result ", "stored", "loss", "source", "der(",
        "rotation", "frame", "signal in", "signal out", "electrical", "a.speed", "a.torque", "a.F.x", "t", "sin(", "if(", "1e3",
        "0", "2 N·m", "[rad]", "at least ", "reference", "u", "x", "__class__", "lambda", "exec", "pi", "\u202e", "\x00", "𝒳",
    ]
)  # fmt: skip
LINES = st.sampled_from(sorted({line for text, _ in TWINS.values() for line in text.splitlines()} | {w[0] for w in WRONG[:-2]}))


@st.composite
def changed(draw):
    """A text of the library with some words changed: often still a component."""
    text = draw(st.sampled_from([text for text, _ in TWINS.values()]))
    for _ in range(draw(st.integers(1, 3))):
        words = re.split(r"(\W)", text)
        words[draw(st.integers(0, len(words) - 1))] = draw(st.one_of(st.sampled_from(words), WORDS))
        text = "".join(words)
    return text


TEXTS = st.one_of(
    changed(),
    st.text(max_size=200),
    st.lists(WORDS, max_size=60).map("".join),
    st.lists(LINES, max_size=12).map("\n".join),
    st.lists(st.one_of(LINES, st.lists(WORDS, max_size=6).map("".join)), max_size=12).map("\n".join),
)


def bound(kind):
    """One with symbols for everything."""

    def port(declared):
        if declared.domain is FRAME:
            vectors = {letter: ca.SX.sym(f"X.{declared.name}.{letter}", 3) for letter in "rvwFM"}
            return SimpleNamespace(**vectors, R=ca.SX.sym("R", 3, 3))
        names = (declared.domain.position, declared.domain.potential, declared.domain.stream)
        return SimpleNamespace(**{name: ca.SX.sym(name) for name in names if name})

    component = kind()
    values = {p.name: ca.SX.sym(p.name) if not p.structural else 1.0 for p in kind.parameters.values()}
    own_variables = {name: ca.SX.sym(f"X.{name}") for name in [*kind.states, *kind.results]}
    own_variables |= {"time": ca.SX.sym("t"), "segment": ca.SX.sym("segment")}
    component.bind("X", values, {name: port(p) for name, p in kind.ports.items()}, own_variables)
    return component


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(TEXTS)
@example("port a: rotation\nlet x = 1/0\na.torque = x")
@example("port a: rotation\na.torque = 10^10^10^10")
def test_any_text_is_remarks_or_a_kind_that_speaks(text):
    """No text raises anything else, imports anything or runs as a program."""
    before = set(sys.modules)
    found = equation_text.check(text)
    for remark in found.remarks:
        assert 1 <= remark.line <= max(1, len(text.splitlines())) and remark.column >= 1
        assert remark.severity in ("error", "warning", "note") and remark.text
    if found.errors:
        with pytest.raises(DocumentError):
            equation_text.kind_of("Mine", text)
        return
    component = bound(equation_text.kind_of("Mine", text))
    try:
        equations = [e for item in component.equations() for e in ca.vertsplit(ca.vec(ca.SX(item)))]
    except DocumentError as error:
        assert str(error).startswith("line ")  # 1/0
    else:
        assert len(equations) == found.owed
    assert set(sys.modules) == before
