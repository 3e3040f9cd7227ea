"""Units in Russian letters (ГОСТ 8.417): accepted input, and spelling in Russian texts."""

from __future__ import annotations

PREFIXES = {"p": "п", "n": "н", "u": "мк", "µ": "мк", "μ": "мк", "m": "м", "c": "с", "d": "д", "k": "к", "M": "М"}
PREFIXES |= {"G": "Г", "T": "Т"}  # without hecto, whose «град» would be a degree
PREFIXED = {"m": "м", "g": "г", "s": "с", "A": "А", "K": "К", "rad": "рад", "Hz": "Гц", "N": "Н", "Pa": "Па", "bar": "бар"}
PREFIXED |= {"J": "Дж", "W": "Вт", "C": "Кл", "V": "В", "Ω": "Ом", "Ohm": "Ом", "\u2126": "Ом", "S": "См", "F": "Ф", "H": "Гн"}
PREFIXED |= {"Wb": "Вб", "T": "Тл", "l": "л"}
PLAIN = {"deg": "°", "°": "°", "rev": "об", "rpm": "об/мин", "%": "%", "min": "мин", "h": "ч", "t": "т"}

# The Russian spelling of each symbol.
RUSSIAN = {p + name: ru_p + ru for name, ru in PREFIXED.items() for p, ru_p in PREFIXES.items()} | PREFIXED | PLAIN
del RUSSIAN["Tl"]  # Тл is the tesla
TYPED = {"град": "deg"}  # accepted, though written differently
