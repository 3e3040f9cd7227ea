"""Misspelt words: which of the known ones were meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import normalize


def near(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """`; did you mean …?` with the known words closest to `word`, or nothing."""
    known = list(known)
    words = get_close_matches(word[:64], known, n=3, cutoff=likeness)
    words += [w for w in known if w.casefold() == word.casefold() and w not in words]
    words = list({normalize("NFKC", w): w for w in reversed(words)}.values())[::-1]  # µ has two codes that look alike
    return f"; did you mean {' or '.join(words[:3])}?" if words else ""
