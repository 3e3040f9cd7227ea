"""Ranks how well typed words match a text: whole words, then prefixes, then inner letters, then synonyms, then letters in
order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

_WORDS = re.compile(r"[^\W_]+")
_OTHER_WORD, _ELSEWHERE = 10, 20  # a whole word of the second text, which beats letters in order, and its prefix


def words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold().replace("ё", "е"))  # few people type it


def badness(typed: str, name: str, more: str = "") -> int | None:
    """Zero for the exact name, larger for worse matches; None if one of the typed words does not match."""
    names, others = words(name), words(more)
    total = 0
    for word in words(typed):
        found = _in_words(word, names)
        if found is None:
            found = _OTHER_WORD if word in others else _in_order(word, names)
        if found is None and any(other.startswith(word) for other in others):
            found = _ELSEWHERE
        if found is None:
            return None
        total += found
    return total


def best(typed: str, items: Iterable[T], texts: Callable[[T], tuple[str, str]]) -> list[T]:
    """The matching items, best first; all of them, in order, if nothing is typed."""
    found = []
    for item in items:
        name, more = texts(item)
        how = badness(typed, name, more)
        if how is not None:
            found.append((how, len(name) if typed.strip() else 0, item))
    found.sort(key=lambda each: each[:2])
    return [item for *_, item in found]


def _in_words(word: str, names: list[str]) -> int | None:
    """Whole word, prefix, or inside a word; the first words of a name count most."""
    grades = []
    for place, name in enumerate(names):
        if name == word:
            grades.append(place)
        elif name.startswith(word):
            grades.append(2 + place)
        elif len(word) > 1 and word in name:
            grades.append(8 + place)
    return min(grades, default=None)


def _in_order(word: str, names: list[str]) -> int | None:
    """The letters in order, the first at the start of a word: `sd` and `sprdmp` for spring damper."""
    if len(word) < 2:
        return None
    for start in range(len(names)):
        rest = iter("".join(names[start:]))
        if names[start].startswith(word[0]) and all(letter in rest for letter in word):
            return 12 + start
    return None
