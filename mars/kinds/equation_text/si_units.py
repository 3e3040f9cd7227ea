"""Units of declared variables, which the engine counts in SI: `mm` becomes `m`, `rpm` becomes `rad/s`."""

from __future__ import annotations

import re

from mars.formulas.units import SYMBOLS, spelled

_WORD = re.compile(r"[^\W\d_⁰¹²³⁴-⁹]+|°|%")
_POWERS = "^*⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_BASE = {"deg": "rad", "°": "rad", "rev": "rad", "rpm": "rad/s", "%": "1"}


def coherent(unit: str) -> str:
    """The unit of the same dimension with factor one, in the same words as far as they go; of one that `parse_unit` knows."""
    return _WORD.sub(_replaced, unit).strip() or "1"


def _replaced(word: re.Match[str]) -> str:
    found = _coherent_symbol(word[0])
    text, (start, end) = word.string, word.span()
    is_first, following = not text[:start].strip(), text[end : end + 1]
    fits = found == word[0] or found.isalpha() or (is_first and (not following or following not in _POWERS))
    return found if fits else f"({found})"


def _coherent_symbol(symbol: str) -> str:
    unit = SYMBOLS[symbol]
    if unit.factor == 1.0:
        return symbol
    same = [name for name, other in SYMBOLS.items() if other.factor == 1.0 and other.dimension == unit.dimension]
    usual = [name for name in same if name == "kg" or name[1:] not in SYMBOLS]  # not kl for m³
    shorter = [name for name in usual if symbol.endswith(name)]
    return _BASE.get(symbol) or (shorter or usual or [spelled(unit.dimension)])[0]
