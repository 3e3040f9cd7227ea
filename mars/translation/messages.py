"""The messages of the engine in another language. A message is finished English when it comes here, so it is read backwards:
which template of `ru_messages.json` it was made of, and what stands in its gaps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from math import inf

from mars.formulas.units import SYMBOLS

TELLING = 7  # letters that make a template sure
MOST_CUTS = 12
_GAP = re.compile(r"\{(\d*)(=?)\}")
_BETWEEN = re.compile(r"(: |\. |\? |; |, or |, | and | or | – | → | \(|\)|\.$|\?$)")  # what texts and lists are put together with
_SENTENCES = (": ", ". ", "? ", "; ")
_AROUND = " .,;:=?"  # what may stand around a piece of a sentence
_ARTICLE = re.compile(r"^an? (?=[\w.]+$)")
_NAME = re.compile(r"[^\s()]*")
_QUANTITY = re.compile(r"[-−+]?[\d.]+(?:e[-+]?\d+)? ([^\s()]+)")
_ENGLISH = re.compile(r"(?<![\w.«'\"-])[A-Za-z]{2,}(?![\w.»'\"])")


def told(english: str, language: str) -> str:
    """A message in a language; what nobody has translated stays English."""
    return _told(english, language).text


@dataclass(frozen=True)
class Told:
    """A text in another language, and how bad it is: the English words that are left in it, and doubts."""

    text: str
    badness: float


@dataclass(eq=False)
class Template:
    """An English message with gaps, and the same in another language: {} or {1} takes what the gap holds, {=} or {1=} takes it as
    it is, because it is a name, as all between quotation marks is."""

    english: str
    told: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile("((?:an? )?.*?)".join(map(re.escape, self.english.split("{}"))), re.DOTALL)

    @cached_property
    def longest(self) -> str:
        """A piece of it that is looked for first, because that is quick."""
        return max(self.english.split("{}"), key=len)

    @cached_property
    def is_telling(self) -> bool:
        """Whether it says enough to be the right one when its gaps hold what nobody knows: `{} in {}` does not."""
        return sum(map(str.isalpha, self.english)) >= TELLING

    @cached_property
    def quoted(self) -> set[int]:
        return {place for place, before in enumerate(self.english.split("{}")) if before.endswith(("«", "'", '"'))}

    def fill(self, filled: tuple[str, ...], language: str) -> Told:
        places = iter(range(len(filled)))
        doubtful = [gap for gap in filled[:-1] if ": " in gap or ". " in gap]  # too much for a gap before the end
        badness = 0.1 * (len(doubtful) + sum(gap.endswith(".") for gap in filled)) + (0.0 if self.is_telling else 0.5)

        def value(gap: re.Match[str]) -> str:
            nonlocal badness
            number, kept = gap.groups()
            place = int(number) if number else next(places)
            if not kept and place not in self.quoted:
                told = _told(filled[place], language)
            else:
                told = _kept(filled[place], language) if self.is_telling else _untold(filled[place])
            badness += told.badness
            return told.text

        told = _GAP.sub(value, self.told)
        return Told(told, badness if badness < 1 or self.is_telling else inf)


@dataclass(frozen=True)
class Messages:
    """A file `ru_messages.json`."""

    words: dict[str, str]  # that gaps may hold
    messages: dict[str, str]
    templates: list[Template]  # of the messages with gaps, those that say most first

    @classmethod
    @cache
    def of(cls, language: str) -> Messages:
        found = json.loads((resources.files("mars.translation") / f"{language}_messages.json").read_text("utf-8"))
        messages = dict(found["messages"])
        for english, told in found["messages"].items():
            place = _GAP.match(told)
            if english.startswith("{}") and place and not place[1]:  # complaints tell the place apart from what is wrong there
                english, told = english[2:], told[place.end() :].lstrip(" —")
            messages.setdefault(english.strip(_AROUND), told.strip(_AROUND))
        gapped = (english for english in messages if "{}" in english)
        order = sorted(gapped, key=lambda english: (-len(english.replace("{}", "")), english))
        return cls(found["words"], messages, [Template(english, messages[english]) for english in order])


def _kept(english: str, language: str) -> Told:
    """Names as they are; a list of them with the words between told. What holds sentences is no list of names."""
    words, pieces = Messages.of(language).words, _BETWEEN.split(english)
    pieces[1::2] = [words.get(between, between) for between in pieces[1::2]]
    is_doubtful = any(between in english for between in _SENTENCES)
    return Told("".join(pieces), _untold(english).badness if is_doubtful else 0)


def _untold(english: str) -> Told:
    """As it is; a word alone is a name, and a number keeps its unit."""
    is_kept = _NAME.fullmatch(english.strip()) or _is_quantity(english.strip())
    return Told(english, 0 if is_kept else len(_ENGLISH.findall(english)))


def _is_quantity(text: str) -> bool:
    found = _QUANTITY.fullmatch(text)
    return found is not None and all(symbol in SYMBOLS for symbol in re.findall(r"[^\W\d_]+", found[1]))


@lru_cache(4096)
def _told(english: str, language: str) -> Told:
    """The best reading: a message that is known, one with gaps, or several put together."""
    known = Messages.of(language)
    bare = _ARTICLE.sub("", english.strip())
    told = known.messages.get(english.strip()) or known.messages.get(bare) or known.words.get(bare)
    if told is not None:
        return Told(english.replace(english.strip(), told), 0)
    best = _untold(_ARTICLE.sub("", english))
    for template in known.templates:
        if best.badness and template.longest in english and (match := template.pattern.fullmatch(english)):
            best = min(best, template.fill(match.groups(), language), key=lambda each: each.badness)
    for pieces in _cuts(english) if best.badness else ():
        best = min(best, _joined(pieces, language), key=lambda each: each.badness)
    return best


def _cuts(english: str) -> Iterator[list[str]]:
    """Ways to cut a text: two pieces and what stands between them; of a long list all at once."""
    found = list(_BETWEEN.finditer(english))
    is_long = len(found) > MOST_CUTS
    for between in [each for each in found if each[0] in _SENTENCES][:MOST_CUTS] if is_long else found:
        yield [english[: between.start()], between[0], english[between.end() :]]
    if is_long:
        yield _BETWEEN.split(english)


def _joined(pieces: list[str], language: str) -> Told:
    """Pieces with what stands between them, which is told where they are: no «и» in an English sentence."""
    words, parts = Messages.of(language).words, [_told(piece, language) for piece in pieces[::2]]
    badness, between = sum(part.badness for part in parts), pieces[1::2]
    if badness < 1:
        between = [words.get(each, each) for each in between]
    else:
        badness += len(_ENGLISH.findall(" ".join(between)))
    texts = [text for pair in zip((part.text for part in parts), [*between, ""], strict=True) for text in pair]
    return Told("".join(texts), badness)
