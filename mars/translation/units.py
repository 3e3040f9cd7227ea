"""Units as written in a language: N·m is Н·м in Russian. Either form may be typed."""

from __future__ import annotations

import re

from mars.formulas.russian_units import RUSSIAN

_SYMBOL = re.compile(r"[^\W\d_]+")


def local_unit(unit: str, language: str) -> str:
    """A unit such as `N·m/rad` as written in a language."""
    if language != "ru":
        return unit
    return _SYMBOL.sub(lambda symbol: RUSSIAN.get(symbol[0], symbol[0]), unit)
