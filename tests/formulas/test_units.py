from contextlib import suppress
from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mars.errors import DocumentError
from mars.formulas.expressions import quantity
from mars.formulas.russian_units import RUSSIAN
from mars.formulas.units import DIMENSIONLESS, SYMBOLS, as_said, convert_factor, near_unit, parse_unit, spelled
from mars.translation.units import local_unit

TORQUE = (2, 1, -2, 0, 0)


@pytest.mark.parametrize(
    ("text", "dimension", "factor"),
    [
        ("N·m/rad", TORQUE, 1),
        ("N*m*s/rad", (2, 1, -1, 0, 0), 1),
        ("kg·m²", (2, 1, 0, 0, 0), 1),
        ("kg*m^2", (2, 1, 0, 0, 0), 1),
        ("kg*m**2", (2, 1, 0, 0, 0), 1),
        ("m/s^2", (1, 0, -2, 0, 0), 1),
        ("m·s⁻²", (1, 0, -2, 0, 0), 1),
        ("N/(m·s)", (0, 1, -3, 0, 0), 1),
        ("1/s", (0, 0, -1, 0, 0), 1),
        ("deg", DIMENSIONLESS, pi / 180),
        ("rpm", (0, 0, -1, 0, 0), pi / 30),
        ("kN", (1, 1, -2, 0, 0), 1e3),
        ("mm", (1, 0, 0, 0, 0), 1e-3),
        ("mm²", (2, 0, 0, 0, 0), 1e-6),
        ("ms", (0, 0, 1, 0, 0), 1e-3),
        ("min", (0, 0, 1, 0, 0), 60),
        ("g", (0, 1, 0, 0, 0), 1e-3),
        ("kg", (0, 1, 0, 0, 0), 1),
        ("t", (0, 1, 0, 0, 0), 1e3),
        ("%", DIMENSIONLESS, 0.01),
        ("kOhm", (2, 1, -3, -2, 0), 1e3),
        ("Ω", (2, 1, -3, -2, 0), 1),
        ("\u2126", (2, 1, -3, -2, 0), 1),
        ("µF", (-2, -1, 4, 2, 0), 1e-6),
        ("bar", (-1, 1, -2, 0, 0), 1e5),
        ("", DIMENSIONLESS, 1),
        ("1", DIMENSIONLESS, 1),
    ],
)
def test_units_are_understood(text, dimension, factor):
    unit = parse_unit(text)
    assert unit.dimension == dimension
    assert unit.factor == pytest.approx(factor, rel=1e-15)


def test_electrical_units_agree_with_each_other():
    assert parse_unit("V·A") == parse_unit("W")
    assert parse_unit("V/A").dimension == parse_unit("Ohm").dimension
    assert parse_unit("Ohm·F").dimension == parse_unit("H/Ohm").dimension == parse_unit("s").dimension
    assert parse_unit("N·m") == parse_unit("J") == parse_unit("Pa*m^3")


def test_conversion():
    assert convert_factor("km/h", "m/s") == pytest.approx(1 / 3.6)
    assert convert_factor("rad", "deg") == pytest.approx(57.29577951308232)
    with pytest.raises(DocumentError, match=r"cannot convert kg .* to m\b") as caught:
        convert_factor("kg", "m")
    assert caught.value.code == "bad-unit"


@pytest.mark.parametrize("text", ["newton", "m1", "N m", "(N", "N//m", "m^99", "m^", "·", "m²²", "5", "m)", "x" * 200])
def test_nonsense_is_refused(text):
    with pytest.raises(DocumentError):
        parse_unit(text)


def test_near_matches_are_suggested():
    with pytest.raises(DocumentError, match=r"did you mean.*\bmm\b"):
        parse_unit("MM")
    with pytest.raises(DocumentError, match=r"did you mean.*rpm"):
        parse_unit("rpms")


def test_dimensions_are_spelled_in_base_units():
    assert spelled(TORQUE) == "kg·m²/s²"
    assert spelled(parse_unit("V").dimension) == "kg·m²/(s³·A)"
    assert spelled(parse_unit("Hz").dimension) == "1/s"


@pytest.mark.parametrize("unit", ["N·m", "N·m²", "V·Ω", "W/K", "W/(m²·K)", "Pa·s/m³", "N·m·s", "m/s²", "kg·m²", "V·s", "Ω"])
def test_dimensions_are_told_as_people_say_them(unit):
    assert as_said(parse_unit(unit).dimension) == unit


def test_a_product_without_its_dot_is_understood():
    assert near_unit("Nm") == "; did you mean N·m?"
    assert near_unit("kWh") == "; did you mean kW·h?"
    assert near_unit("mmm") == "; did you mean mm?"


def test_suggestions_look_different():
    assert near_unit("µf").count("µF") + near_unit("µf").count("μF") == 1
    assert spelled(DIMENSIONLESS) == "no unit"


@given(st.lists(st.tuples(st.sampled_from(sorted(SYMBOLS)), st.integers(-3, 3), st.sampled_from("·*/")), min_size=1, max_size=5))
def test_products_add_exponents(parts):
    text, wanted = "1", [0] * 5
    for symbol, power, sign in parts:
        text += f"{sign}{symbol}^{power}"
        for i, exponent in enumerate(SYMBOLS[symbol].dimension):
            wanted[i] += exponent * power * (-1 if sign == "/" else 1)
    assert parse_unit(text).dimension == tuple(wanted)


@given(st.text(max_size=120))
def test_any_text_is_a_unit_or_a_document_error(text):
    with suppress(DocumentError):
        parse_unit(text)


@pytest.mark.parametrize(
    ("russian", "latin"),
    [
        ("Н·м/рад", "N·m/rad"),
        ("мм", "mm"),
        ("кг*м^2", "kg*m^2"),
        ("об/мин", "rpm"),
        ("кОм", "kOhm"),
        ("л/мин", "l/min"),
        ("град", "deg"),
    ],
)
def test_units_in_russian_letters(russian, latin):
    assert parse_unit(russian) == parse_unit(latin) or convert_factor(russian, latin) == pytest.approx(1)
    assert quantity(f"2 {russian}", {}, latin) == pytest.approx(quantity(f"2 {latin}", {}, latin))


def test_every_symbol_has_one_russian_spelling_that_means_the_same():
    assert set(RUSSIAN) <= set(SYMBOLS)
    for symbol in RUSSIAN:
        if symbol not in ("rpm", "%", "°"):
            assert parse_unit(local_unit(symbol, "ru")) == SYMBOLS[symbol], symbol
    assert local_unit("N·m·s/rad", "ru") == "Н·м·с/рад" and local_unit("N·m", "en") == "N·m"
