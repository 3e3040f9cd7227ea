"""Equations as people read them: printed from expressions, true with the numbers of a run."""

import math

import casadi as ca
import numpy as np
import pytest

import mars
from mars.errors import DocumentError
from mars.kinds import equation_text
from mars.kinds.registry import kinds
from mars.readable import of_component, of_drawn, of_kind, reckoner
from mars.readable.evaluation import evaluate
from mars.readable.expression_tree import Reference
from mars.readable.from_casadi import Reader
from mars.readable.printer import printed
from mars.readable.styles import HTML, LATEX, TEXT
from mars.topology.analyse import topology_of
from tests.helpers.paths import CIRCUITS

EXAMPLES = sorted(CIRCUITS.glob("*.mars"))
TIMES = (0.0, 0.0371)
LEAVES = [
    *(Reference(text) for text in ("a", "b", "c", "x", "a.torque", "t")),
    *(Reference(text, "m", "vector") for text in ("p", "q", "2.r")),
    Reference("R", "1", "turn"),
]
a, b, c, x, t = (ca.SX.sym(name) for name in "abcxt")
p, q = (ca.vertcat(*(ca.SX.sym(f"{name}.{axis}") for axis in "xyz")) for name in "pq")
R = ca.vertcat(*(ca.horzcat(*(ca.SX.sym(f"R.{i}{j}") for j in "xyz")) for i in "xyz"))


def text_of(expression, style=TEXT, heard=()):
    reader = Reader(LEAVES, [(name, ca.vertsplit(value)) for name, value in heard])
    reader.count([expression])
    return printed(reader.numbers(expression), style)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (a + b * c, "a + b·c"),
        ((a + b) * c, "(a + b)·c"),
        (a - (b - c), "a − (b − c)"),
        (a - b + c, "a − b + c"),
        (-a * b, "−a·b"),
        (-(a + b), "−(a + b)"),
        (a * -b, "−a·b"),
        (a / (b * c), "a/(b·c)"),
        (a / b / c, "a/(b·c)"),
        (a * (b / c), "a·b/c"),
        (a / (b / c), "a/(b/c)"),
        ((a + b) ** 2, "(a + b)²"),
        ((-a) ** 2, "a²"),  # CasADi knows it
        (a**3, "a³"),
        (a ** (b + 1), "a^(b + 1)"),
        ((a**2) ** 2, "a⁴"),
        (2 * a * 3, "6·a"),
        (x * 2.5, "2.5·x"),
        (2 * ca.pi * x, "2π·x"),
        (1e-7 * x, "10⁻⁷·x"),
        (ca.sqrt(a + b), "√(a + b)"),
        (ca.fabs(a - b), "|a − b|"),
        (ca.sin(a) * ca.cos(b), "sin(a)·cos(b)"),
        (ca.atan2(a, b), "atan2(a, b)"),
        (ca.fmin(ca.fmax(a, 0), 1), "min(max(a, 0), 1)"),
        (ca.if_else(a < b, x, c), "x if a < b, else c"),
        (ca.if_else(ca.logic_not(a < b), x, c), "c if a < b, else x"),
        (ca.logic_and(a < b, b <= c), "a < b and b ≤ c"),
        (a / ca.fmax(b, 1e-300), "a/b"),
    ],
)
def test_scalars_have_as_few_brackets_as_can_be(expression, text):
    assert text_of(expression) == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (p - 2 * q, "p − 2·q"),
        (a * p / b, "a·p/b"),
        (ca.cross(p, q), "p × q"),
        (ca.cross(p + q, q), "(p + q) × q"),
        (-ca.cross(-a * p, q), "−q × (a·p)"),
        (R @ p, "R·p"),
        (R.T @ (p - q), "Rᵀ·(p − q)"),
        (R @ ca.DM([0, 0, 1]), "R.z"),
        (ca.dot(p, q), "p·q"),
        (ca.sumsqr(p), "|p|²"),
        (ca.sqrt(ca.dot(p, p)), "|p|"),
        (a * ca.dot(p, q), "a·(p·q)"),
        (p * q, "p ∘ q"),
        (ca.vertcat(a, b, c), "(a, b, c)"),
        (p + ca.vertcat(a, b, c), "p + (a, b, c)"),
        (p[1] * a, "p.y·a"),
        (ca.SX(3, 1), "0"),
    ],
)
def test_three_rows_become_vectors(expression, text):
    assert text_of(expression) == text


def test_a_tree_has_the_value_of_its_expression():
    everything = [
        R.T @ (p - q) + ca.cross(p, R @ q) / (1 + ca.dot(p, q)) - a * ca.vertcat(a, b * c, ca.exp(-a)),
        ca.if_else(a < b, ca.norm_2(p), -c) ** 2 * (x - (b - c)) / (a / b),
    ]
    numbers = np.random.default_rng(1).uniform(0.2, 1.4, 64)
    for expression in everything:
        symbols = ca.symvar(expression)
        values = {symbol.name(): float(number) for symbol, number in zip(symbols, numbers, strict=False)}
        reader = Reader(LEAVES, [])
        reader.count([expression])
        expected = ca.Function("f", symbols, [expression])(*(values[s.name()] for s in symbols)).full().ravel()
        assert np.allclose(np.ravel(evaluate(reader.numbers(expression), values, reader.parts)), expected, rtol=1e-13)


def test_names_are_set_by_port_and_axis():
    torque, place = Reference("a.torque"), Reference("2.r.x")
    assert printed(torque) == "a.torque" and printed(place) == "r₂.x"
    assert printed(torque, HTML) == "<i>torque</i><sub>a</sub>"
    assert printed(torque, LATEX) == r"\mathit{torque}_{\mathrm{a}}"
    assert printed(Reference("der(2.r)", shape="vector"), LATEX) == r"\dot{\mathbf{r}_{\mathrm{2}}}"
    assert text_of(a / (b * c), LATEX) == r"\frac{a}{b \, c}"


def test_what_an_author_calls_a_part_is_its_name():
    part = a * b + c * x + a
    reader = Reader(LEAVES, [("pull", [part])])
    reader.count([-part, part * x])
    assert printed(reader.scalar(-part)) == "−pull" and printed(reader.scalar(part * x)) == "pull·x"
    assert {name: printed(tree) for name, tree in reader.parts.items()} == {"pull": "a·b + c·x + a"}


def test_what_was_written_twice_is_one_part():
    reader = Reader(LEAVES, [("pull", [a * b + c * x]), ("pull", [a * b + c * x])])
    reader.count([a * b + c * x - t, t - (a * b + c * x)])
    assert printed(reader.scalar(t - (a * b + c * x))) == "t − pull" and list(reader.parts) == ["pull"]


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_can_be_read(kind):
    lines = of_kind(kinds()[kind])
    assert lines
    for line in lines:
        for shown in (line.text, line.html, line.latex):
            assert shown.strip() and not any(raw in shown for raw in ("@", "SX(", "nan", "segment", "None"))
        assert len(line.text) <= 250


def test_a_spring_and_a_joint_read_as_in_a_book():
    assert [line.text for line in of_kind(kinds()["dynamics.spring_damper"])] == [
        "a.torque = −stream",
        "b.torque = stream",
        "stream = stiffness·(b.angle − a.angle + rest) + damping·(b.speed − a.speed)",
    ]
    joint = [line.text for line in of_kind(kinds()["joints.translation"])]
    assert joint[:3] == ["r₂ = r₁ + travel·e", "R₂ = R₁", "v₂ = v₁ + w₁ × (r₂ − r₁) + slide.speed·e"]
    assert joint[-2:] == ["slide.force = −e·F₂", "e = R₁·axis"]
    assert of_kind(kinds()["bodies.rod"])[0].text == "mass·der(v₀) = F₁ + F₂ + mass·gravity"


def test_rules_are_told_in_words():
    rules = [line for line in of_kind(kinds()["dynamics.friction"]) if line.role == "rule"]
    assert rules[0].text == "hold keeps b.speed − a.speed = 0 while |hold| ≤ breakaway·coulomb"


def test_own_equations_keep_their_own_names():
    text = (
        "port a: rotation\nport b: rotation, reference\nparameter stiffness = 100 N·m/rad\n"
        "let pull = stiffness*(b.angle - a.angle)^3\na.torque = -pull\nb.torque = pull\n"
    )
    lines = [line.text for line in of_kind(equation_text.kind_of("Hard", text))]
    assert lines == ["a.torque = −pull", "b.torque = pull", "pull = stiffness·(b.angle − a.angle)³"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_all_equations_of_the_examples_hold(path):
    run = mars.simulate(mars.load(path), until=0.05)
    told = [
        each
        for name in run.model.topology.placed
        for found in [reckoner(run.variables, name)]
        for time in TIMES
        for each in found.at(run, time)
        if each.line.role == "law"
    ]
    assert told
    for each in told:
        assert math.isnan(each.residual) or each.residual <= 1e-9 * max(each.size, 1e-3), each.line.text
    if run.model.mode == "dynamic":
        assert not [each.line.text for each in told if math.isnan(each.residual)]


def test_numbers_that_do_not_belong_together_leave_a_residual(monkeypatch):
    run = mars.simulate(mars.load(CIRCUITS / "pendulum.mars"), until=0.1)
    sample = run.sample
    monkeypatch.setattr(run, "sample", lambda function, times: sample(function, times) + 0.1)
    assert max(each.residual for each in of_component(run, "SB1", 0.05) if each.line.role == "law") > 0.01


def test_a_component_that_is_not_there_is_named():
    run = mars.simulate(mars.load(CIRCUITS / "pendulum.mars"), until=0.1)
    with pytest.raises(DocumentError, match="SB9"):
        of_component(run, "SB9", 0.0)


def test_exact_zeros_and_open_ports_are_left_out():
    circuit = mars.Circuit(motions="Tx Ty Rz")
    for kind, name in (("bodies.base", "Base1"), ("joints.rotation", "KN1"), ("bodies.rod", "SB1"), ("dynamics.spring", "DC1")):
        circuit.add(kind, name)
    for one, other in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "DC1.a")):
        circuit.connect(one, other)
    assert [line.text for line in of_drawn(topology_of(circuit), "DC1")] == ["a.torque = stiffness·a.angle"]
