"""Translates finished English messages of the engine by matching them against the templates of `ru_messages.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from math import inf

from mars.formulas.units import SYMBOLS

DISTINCTIVE = 7  # letters that make a template sure
MOST_CUTS = 12
_GAP = re.compile(r"\{(\d*)(=?)\}")
_BETWEEN = re.compile(r"(: |\. |\? |; |, or |, | and | or | – | → | \(|\)|\.$|\?$)")  # what texts and lists are put together with
_SENTENCES = (": ", ". ", "? ", "; ")
_AROUND = " .,;:=?"  # what may stand around a piece of a sentence
_ARTICLE = re.compile(r"^an? (?=[\w.]+$)")
_NAME = re.compile(r"[^\s()]*")
_QUANTITY = re.compile(r"[-−+]?[\d.]+(?:e[-+]?\d+)? ([^\s()]+)")
_ENGLISH = re.compile(r"(?<![\w.«'\"-])[A-Za-z]{2,}(?![\w.»'\"])")


def translate(english: str, language: str) -> str:
    """A message in a language; what nobody has translated stays English."""
    return _translate(english, language).text


@dataclass(frozen=True)
class Translation:
    """A text in another language, and how bad it is: the English words that are left in it, and doubts."""

    text: str
    penalty: float


@dataclass(eq=False)
class Template:
    """An English message with gaps, and the same in another language: {} or {1} takes what the gap holds, {=} or {1=} takes it as
    it is, because it is a name, as all between quotation marks is."""

    english: str
    translated: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile("((?:an? )?.*?)".join(map(re.escape, self.english.split("{}"))), re.DOTALL)

    @cached_property
    def longest(self) -> str:
        """A piece of it that is looked for first, because that is quick."""
        return max(self.english.split("{}"), key=len)

    @cached_property
    def is_distinctive(self) -> bool:
        """Whether it says enough to be the right one when its gaps hold what nobody knows: `{} in {}` does not."""
        return sum(map(str.isalpha, self.english)) >= DISTINCTIVE

    @cached_property
    def quoted(self) -> set[int]:
        return {place for place, before in enumerate(self.english.split("{}")) if before.endswith(("«", "'", '"'))}

    def fill(self, filled: tuple[str, ...], language: str) -> Translation:
        places = iter(range(len(filled)))
        doubtful = [gap for gap in filled[:-1] if ": " in gap or ". " in gap]  # too much for a gap before the end
        penalty = 0.1 * (len(doubtful) + sum(gap.endswith(".") for gap in filled)) + (0.0 if self.is_distinctive else 0.5)

        def value(gap: re.Match[str]) -> str:
            nonlocal penalty
            number, kept = gap.groups()
            place = int(number) if number else next(places)
            if not kept and place not in self.quoted:
                translated = _translate(filled[place], language)
            else:
                translated = _kept(filled[place], language) if self.is_distinctive else _untranslated(filled[place])
            penalty += translated.penalty
            return translated.text

        translated = _GAP.sub(value, self.translated)
        return Translation(translated, penalty if penalty < 1 or self.is_distinctive else inf)


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
        for english, translated in found["messages"].items():
            place = _GAP.match(translated)
            if english.startswith("{}") and place and not place[1]:  # complaints tell the place apart from what is wrong there
                english, translated = english[2:], translated[place.end() :].lstrip(" —")
            messages.setdefault(english.strip(_AROUND), translated.strip(_AROUND))
        gapped = (english for english in messages if "{}" in english)
        order = sorted(gapped, key=lambda english: (-len(english.replace("{}", "")), english))
        return cls(found["words"], messages, [Template(english, messages[english]) for english in order])


def _kept(english: str, language: str) -> Translation:
    """Names as they are; a list of them with the words between translated. What holds sentences is no list of names."""
    words, pieces = Messages.of(language).words, _BETWEEN.split(english)
    pieces[1::2] = [words.get(between, between) for between in pieces[1::2]]
    is_doubtful = any(between in english for between in _SENTENCES)
    return Translation("".join(pieces), _untranslated(english).penalty if is_doubtful else 0)


def _untranslated(english: str) -> Translation:
    """As it is; a word alone is a name, and a number keeps its unit."""
    is_kept = _NAME.fullmatch(english.strip()) or _is_quantity(english.strip())
    return Translation(english, 0 if is_kept else len(_ENGLISH.findall(english)))


def _is_quantity(text: str) -> bool:
    found = _QUANTITY.fullmatch(text)
    return found is not None and all(symbol in SYMBOLS for symbol in re.findall(r"[^\W\d_]+", found[1]))


@lru_cache(4096)
def _translate(english: str, language: str) -> Translation:
    """The best reading: a message that is known, one with gaps, or several put together."""
    known = Messages.of(language)
    bare = _ARTICLE.sub("", english.strip())
    translated = known.messages.get(english.strip()) or known.messages.get(bare) or known.words.get(bare)
    if translated is not None:
        return Translation(english.replace(english.strip(), translated), 0)
    best = _untranslated(_ARTICLE.sub("", english))
    for template in known.templates:
        if best.penalty and template.longest in english and (match := template.pattern.fullmatch(english)):
            best = min(best, template.fill(match.groups(), language), key=lambda each: each.penalty)
    for pieces in _cuts(english) if best.penalty else ():
        best = min(best, _joined(pieces, language), key=lambda each: each.penalty)
    return best


def _cuts(english: str) -> Iterator[list[str]]:
    """Ways to cut a text: two pieces and what stands between them; of a long list all at once."""
    found = list(_BETWEEN.finditer(english))
    is_long = len(found) > MOST_CUTS
    for between in [each for each in found if each[0] in _SENTENCES][:MOST_CUTS] if is_long else found:
        yield [english[: between.start()], between[0], english[between.end() :]]
    if is_long:
        yield _BETWEEN.split(english)


def _joined(pieces: list[str], language: str) -> Translation:
    """Pieces with what stands between them, which is translated where they are: no «и» in an English sentence."""
    words, parts = Messages.of(language).words, [_translate(piece, language) for piece in pieces[::2]]
    penalty, between = sum(part.penalty for part in parts), pieces[1::2]
    if penalty < 1:
        between = [words.get(each, each) for each in between]
    else:
        penalty += len(_ENGLISH.findall(" ".join(between)))
    texts = [text for pair in zip((part.text for part in parts), [*between, ""], strict=True) for text in pair]
    return Translation("".join(texts), penalty)
