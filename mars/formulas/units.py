"""Parses unit strings to dimension and SI factor: `N·m/rad`, `kg*m^2`, `deg`, `rpm`, `kN`, `mm`, `l/min`, `%`.

A dimension is the tuple of exponents over the base units m, kg, s, A, K. Angles have none, so `30 deg` fits `rad`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import pi

from mars.errors import DocumentError
from mars.formulas.russian_units import RUSSIAN, TYPED
from mars.messages import Message, did_you_mean

Dimension = tuple[int | Fraction, ...]

BASES = ("m", "kg", "s", "A", "K")
DIMENSIONLESS: Dimension = (0, 0, 0, 0, 0)
LONGEST_UNIT = 100
LARGEST_POWER = 12

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")


@dataclass(frozen=True)
class Unit:
    """A dimension and the SI value of one unit."""

    dimension: Dimension
    factor: float = 1.0

    def __mul__(self, other: Unit) -> Unit:
        exponents = tuple(a + b for a, b in zip(self.dimension, other.dimension, strict=True))
        return Unit(exponents, self.factor * other.factor)

    def __truediv__(self, other: Unit) -> Unit:
        exponents = tuple(a - b for a, b in zip(self.dimension, other.dimension, strict=True))
        return Unit(exponents, self.factor / other.factor)

    def __pow__(self, power: int) -> Unit:
        return Unit(tuple(a * power for a in self.dimension), self.factor**power)


ONE = Unit(DIMENSIONLESS)

_PREFIXES = {
    "p": 1e-12,
    "n": 1e-9,
    "u": 1e-6,
    "µ": 1e-6,  # micro sign
    "μ": 1e-6,  # Greek mu
    "m": 1e-3,
    "c": 1e-2,
    "d": 1e-1,
    "h": 1e2,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
}
_PREFIXED = {
    "m": Unit((1, 0, 0, 0, 0)),
    "g": Unit((0, 1, 0, 0, 0), 1e-3),
    "s": Unit((0, 0, 1, 0, 0)),
    "A": Unit((0, 0, 0, 1, 0)),
    "K": Unit((0, 0, 0, 0, 1)),
    "rad": ONE,
    "Hz": Unit((0, 0, -1, 0, 0)),
    "N": Unit((1, 1, -2, 0, 0)),
    "Pa": Unit((-1, 1, -2, 0, 0)),
    "bar": Unit((-1, 1, -2, 0, 0), 1e5),
    "J": Unit((2, 1, -2, 0, 0)),
    "W": Unit((2, 1, -3, 0, 0)),
    "C": Unit((0, 0, 1, 1, 0)),
    "V": Unit((2, 1, -3, -1, 0)),
    "Ohm": Unit((2, 1, -3, -2, 0)),
    "Ω": Unit((2, 1, -3, -2, 0)),
    "\u2126": Unit((2, 1, -3, -2, 0)),  # the Ohm sign, which normalisation would turn into omega
    "S": Unit((-2, -1, 3, 2, 0)),
    "F": Unit((-2, -1, 4, 2, 0)),
    "H": Unit((2, 1, -2, -2, 0)),
    "Wb": Unit((2, 1, -2, -1, 0)),
    "T": Unit((0, 1, -2, -1, 0)),
    "l": Unit((3, 0, 0, 0, 0), 1e-3),
}
_PLAIN = {
    "deg": Unit(DIMENSIONLESS, pi / 180),
    "°": Unit(DIMENSIONLESS, pi / 180),
    "rev": Unit(DIMENSIONLESS, 2 * pi),
    "rpm": Unit((0, 0, -1, 0, 0), pi / 30),
    "%": Unit(DIMENSIONLESS, 0.01),
    "min": Unit((0, 0, 1, 0, 0), 60.0),
    "h": Unit((0, 0, 1, 0, 0), 3600.0),
    "t": Unit((0, 1, 0, 0, 0), 1000.0),
}
SYMBOLS: dict[str, Unit] = {
    **{
        prefix + name: Unit(unit.dimension, unit.factor * factor)
        for name, unit in _PREFIXED.items()
        for prefix, factor in _PREFIXES.items()
    },
    **_PREFIXED,
    **_PLAIN,
}
SYMBOLS |= {russian: SYMBOLS[name] for name, russian in RUSSIAN.items() if russian.isalpha()}
SYMBOLS |= {russian: SYMBOLS[name] for russian, name in TYPED.items()}

# Units commonly written with a prefix to suit the magnitude, from small to large.
_BY_SIZE = {
    "m": ("mm", "m"),
    "V": ("µV", "mV", "V", "kV"),
    "A": ("nA", "µA", "mA", "A", "kA"),
    "Ω": ("mΩ", "Ω", "kΩ", "MΩ"),
    "S": ("µS", "mS", "S"),
    "F": ("pF", "nF", "µF", "F"),
    "H": ("µH", "mH", "H"),
    "Wb": ("mWb", "Wb"),
    "Pa": ("Pa", "kPa", "bar"),
    "m³/s": ("l/min", "m³/s"),
    "m³/rad": ("cm³/rev", "m³/rad"),
    "m³": ("cm³", "m³"),
    "m²": ("mm²", "cm²", "m²"),
}

_SPELLED_IN = ("N", "Pa", "W", "V", "Ω", "F")  # units used to spell dimensions

# Superscripts count as letters for `\w`, hence the long exclusion; possessive, so `m1` is not read as `m`.
_SYMBOL = r"(?:[^\W\d_⁰¹²³⁴-⁹]++(?![0-9_])|°|%)"
_POWER = r"(?:(?:\^|\*\*)[+-]?[0-9]+|[⁺⁻]?[⁰¹²³⁴-⁹]+)"
_TOKEN = re.compile(rf"\s*(?:(?P<power>{_POWER})|(?P<symbol>{_SYMBOL}|1)|(?P<mark>[·⋅*/()]))")
_FACTOR = re.compile(rf"({_SYMBOL})(?:{_POWER})?(?!\s*\()")
_GROUP = re.compile(rf"\({_SYMBOL}(?:{_POWER})?(?:[·⋅*]{_SYMBOL}(?:{_POWER})?)*+\)")
_WORD = re.compile(_SYMBOL)


def unit_end(text: str, start: int) -> int:
    """The end of the unit that starts at `start` of a formula; `start` itself if there is none.

    A unit is written without spaces. After its first symbol it continues over `·`, `*` and `/` only to known units, and never to
    `t`, which is the time in a formula, or `l`, which is a length: `20 mm/L1` divides by L1 and `5 N/s*t` is a ramp.
    """
    factor = _FACTOR.match(text, start)
    if factor is None or factor[1] not in SYMBOLS:
        return start
    end = factor.end()
    while end < len(text) and text[end] in "·⋅*/":
        piece = _FACTOR.match(text, end + 1) or _GROUP.match(text, end + 1)
        if piece is None or any(word not in SYMBOLS or word in ("t", "l") for word in _WORD.findall(piece[0])):
            break
        end = piece.end()
    return end


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """The unit of a string; the empty string and `1` are dimensionless."""
    if len(text) > LONGEST_UNIT:
        raise DocumentError(
            "unit {text!r}…: longer than {longest_unit} characters. Shorten it",
            code="bad-unit",
            text=text[:20],
            longest_unit=LONGEST_UNIT,
        )
    if not text.strip():
        return ONE
    tokens, position = [], 0
    while position < len(text.rstrip()):
        token = _TOKEN.match(text, position)
        if token is None:
            raise _bad_unit(text, Message("unexpected {text!r}", text=text[position:].strip()[:10]))
        tokens.append((token.lastgroup, token[0].strip()))
        position = token.end()
    tokens.append(("end", ""))
    unit, rest = _product(text, tokens)
    if rest[0][0] != "end":
        raise _bad_unit(text, Message("unexpected {rest!r}", rest=rest[0][1]))
    return unit


def convert_factor(given: str, wanted: str) -> float:
    """The factor that converts a number from `given` to `wanted`."""
    a, b = parse_unit(given), parse_unit(wanted)
    if a.dimension != b.dimension:
        raise DocumentError(
            "cannot convert {given} ({unit_given}) to {wanted} ({unit_wanted})",
            code="bad-unit",
            given=given,
            unit_given=spelled(a.dimension),
            wanted=wanted,
            unit_wanted=spelled(b.dimension),
        )
    return a.factor / b.factor


def sized(value: float, unit: str) -> str:
    """The prefixed unit that suits a value of `unit`: 0.004 A in mA, but 0.4 A in A."""
    names = _BY_SIZE.get(unit, ())
    for name in reversed(names):
        least = 0.1 if name == unit else 1e-3 if name == names[0] else 1.0
        if abs(value) >= least * (1 - 1e-9) * convert_factor(name, unit):
            return name
    return unit


def spelled(dimension: Dimension) -> str:
    """A dimension in base units, for messages: `kg·m²/s²`."""

    def part(items: list[tuple[str, int | Fraction]]) -> str:
        return "·".join(name if n == 1 else f"{name}^{n}" for name, n in items).replace("^2", "²").replace("^3", "³")

    order = [(BASES[i], dimension[i]) for i in (1, 0, 2, 3, 4)]
    above = part([(name, n) for name, n in order if n > 0])
    below = [(name, -n) for name, n in order if n < 0]
    if not below:
        return above or "no unit"
    return f"{above or '1'}/{part(below) if len(below) == 1 else '(' + part(below) + ')'}"


def coherent(unit: str, dimension: Dimension | None) -> str:
    """The SI unit for a unit, or for a dimension if no unit is given; angles are in rad."""
    given = parse_unit(unit)
    if unit and given.factor == 1:
        return unit
    dimension = given.dimension if unit else dimension or DIMENSIONLESS
    if dimension != DIMENSIONLESS:
        return as_said(dimension)
    return "rad" if unit in ("deg", "°", "rev") else "1"


def as_said(dimension: Dimension) -> str:
    """A dimension in common units: `N·m` instead of `kg·m²/s²`; the shortest of several spellings."""
    return _shortest(dimension, 2 if dimension[BASES.index("kg")] else 0)[1]


def _shortest(dimension: Dimension, names: int) -> tuple[float, str]:
    """Number of factors, with a small penalty for seconds, and the spelling; at most `names` of them are named units."""
    spellings = [(sum(map(abs, dimension)) + 0.01 * abs(dimension[BASES.index("s")]), spelled(dimension))]
    for name in _SPELLED_IN if names else ():
        rest = tuple(a - b for a, b in zip(dimension, SYMBOLS[name].dimension, strict=True))
        many, words = _shortest(rest, names - 1)
        spelling = name if rest == DIMENSIONLESS else f"{name}{words[1:]}" if words.startswith("1/") else f"{name}·{words}"
        spellings.append((1 + many, spelling))
    return min(spellings, key=lambda each: each[0])


_Tokens = list[tuple[str | None, str]]


def _product(text: str, tokens: _Tokens) -> tuple[Unit, _Tokens]:
    unit, tokens = _factor(text, tokens)
    while tokens[0][1] and tokens[0][1] in "·⋅*/":
        divide = tokens[0][1] == "/"
        factor, tokens = _factor(text, tokens[1:])
        unit = unit / factor if divide else unit * factor
    return unit, tokens


def _factor(text: str, tokens: _Tokens) -> tuple[Unit, _Tokens]:
    (group, word), rest = tokens[0], tokens[1:]
    if word == "(":
        unit, rest = _product(text, rest)
        if rest[0][1] != ")":
            raise _bad_unit(text, "missing closing parenthesis")
        rest = rest[1:]
    elif group == "symbol":
        unit = ONE if word == "1" else _symbol(text, word)
    else:
        raise _bad_unit(text, Message("expected a unit, found {word!r}", word=word) if word else "unexpected end")
    if rest[0][0] == "power":
        power = int(rest[0][1].lstrip("^*").translate(_SUPERSCRIPTS))
        if abs(power) > LARGEST_POWER:
            raise _bad_unit(
                text, Message("the exponent {power} exceeds {largest_power}", power=power, largest_power=LARGEST_POWER)
            )
        unit, rest = unit**power, rest[1:]
    return unit, rest


def _symbol(text: str, word: str) -> Unit:
    if word in SYMBOLS:
        return SYMBOLS[word]
    raise _bad_unit(text, Message("{word!r} is unknown{near_unit}", word=word, near_unit=near_unit(word)))


def near_unit(word: str) -> str:
    """As `near`, for a word that should be a unit; recognises a product without its dot, such as `Nm` or `kWh`."""
    for end in range(1, len(word)):
        first, second = word[:end], word[end:]
        if first in SYMBOLS and second in SYMBOLS and (first[-1].isupper() or first == "kg"):
            return Message("; did you mean {first}·{second}?", first=first, second=second)
    return did_you_mean(word, SYMBOLS)


def _bad_unit(text: str, cause: str) -> DocumentError:
    return DocumentError(
        Message("unit {text!r}: {cause} Write units as in N·m/rad, mm, kg*m^2", text=text, cause=cause)
        if cause.endswith("?")
        else Message("unit {text!r}: {cause}. Write units as in N·m/rad, mm, kg*m^2", text=text, cause=cause),
        code="bad-unit",
    )


_SYMBOL_IN_UNIT = re.compile(r"[^\W\d_⁰¹²³⁴-⁹]+|°|%")
_EXPONENTS = "^*⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_COHERENT = {"deg": "rad", "°": "rad", "rev": "rad", "rpm": "rad/s", "%": "1"}


def coherent_spelling(unit: str) -> str:
    """The unit of the same dimension with factor one, with the same symbols as far as possible (`mm` -> `m`, `rpm` -> `rad/s`);
    the unit must be known to `parse_unit`."""
    return _SYMBOL_IN_UNIT.sub(_coherent_word, unit).strip() or "1"


def _coherent_word(word: re.Match[str]) -> str:
    found = _coherent_symbol(word[0])
    text, (start, end) = word.string, word.span()
    is_first, following = not text[:start].strip(), text[end : end + 1]
    fits = found == word[0] or found.isalpha() or (is_first and (not following or following not in _EXPONENTS))
    return found if fits else f"({found})"


def _coherent_symbol(symbol: str) -> str:
    unit = SYMBOLS[symbol]
    if unit.factor == 1.0:
        return symbol
    same = [name for name, other in SYMBOLS.items() if other.factor == 1.0 and other.dimension == unit.dimension]
    usual = [name for name in same if name == "kg" or name[1:] not in SYMBOLS]  # not kl for m³
    shorter = [name for name in usual if symbol.endswith(name)]
    return _COHERENT.get(symbol) or (shorter or usual or [spelled(unit.dimension)])[0]
