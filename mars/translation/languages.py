"""The words of the library and the messages of the engine in the reader's language.

The source speaks English. Another language is a file of texts keyed by the English ones, so that a changed text is translate in
English until somebody translates it, and never wrongly: `ru.json` beside a library, `ru_messages.json` for errors and complaints.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from typing import Any

from mars.kinds.user_folder import folder
from mars.messages import Message
from mars.translation.messages import render
from mars.translation.units import local_unit

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "ru": "Русский"}

ACRONYMS = ("dc", "pid", "pmsm")
NAMES = {  # to be read instead of the last word of a kind, which would not tell enough
    "ports.frame": "frame_port",
    "ports.rotation": "rotation_port",
    "ports.translation": "translation_port",
    "ports.electrical": "electrical_port",
    "hydraulic.port": "hydraulic_port",
    "thermal.port": "thermal_port",
}

_chosen = [ENGLISH]


def current() -> str:
    """The language used when none is named: a key of `LANGUAGES`."""
    return _chosen[0]


def set_current(language: str) -> None:
    """From now on, in this process; a language that Mars does not have is English."""
    _chosen[0] = language if language in LANGUAGES else ENGLISH


set_current(os.environ.get("MARS_LANGUAGE", ENGLISH)[:2].lower())  # ru_RU.UTF-8 is Russian


@dataclass(frozen=True)
class Words:
    """A file `ru.json`."""

    families: dict[str, str] = field(default_factory=dict)  # folder -> heading
    kinds: dict[str, str] = field(default_factory=dict)  # kind -> its name in the palette
    also: dict[str, str] = field(default_factory=dict)  # kind -> other words by which people look for it
    domains: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # names of parameters, states, results, choices; `kind.name` goes first
    texts: dict[str, str] = field(default_factory=dict)  # paragraphs of help
    messages: dict[str, str] = field(default_factory=dict)  # templates of `Message`s


@cache
def library(language: str) -> Words:
    """The words of all installed libraries and plug-ins; none in English, and what a library leaves out stays English."""
    merged = Words()
    if language == ENGLISH:
        return merged
    packages = dict.fromkeys(point.value for point in entry_points(group="mars.components"))
    for place in [*(resources.files(package) for package in packages), folder() / "plugins"]:
        file = place / f"{language}.json"
        try:
            found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        except ValueError:  # of a plug-in: better its English words than none
            continue
        for section in fields(Words):
            getattr(merged, section.name).update(found.get(section.name, {}))
    for kind, name in merged.kinds.items():  # of components in complaints: «Резистор R1»
        merged.messages.setdefault(english_title(kind), name[:1].upper() + name[1:])
    return merged


def english_title(kind: str) -> str:
    """`dynamics.slide_spring` -> Slide spring, `drives.dc_motor` -> DC motor."""
    words = (part.upper() if part in ACRONYMS else part for part in NAMES.get(kind, kind.rpartition(".")[2]).split("_"))
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def kind_name(kind: str, language: str | None = None) -> str:
    """What a kind is called in the palette; empty where only English has a name for it."""
    return library(language or current()).kinds.get(kind, "")


def other_names(kind: str, language: str | None = None) -> str:
    """Further words by which a kind is looked for."""
    return library(language or current()).also.get(kind, "")


def family_name(family: str, language: str | None = None) -> str:
    return library(language or current()).families.get(family, "")


def domain_word(domain: str, language: str | None = None) -> str:
    """What a link carries, or a family of domains, in a word."""
    return library(language or current()).domains.get(domain, domain)


def word(name: str, kind: str = "", language: str | None = None) -> str:
    """The name of a parameter, state, result or choice as people read it: inner_radius -> inner radius, внутренний радиус."""
    known = library(language or current()).words
    return known.get(f"{kind}.{name}") or known.get(name) or name.replace("_", " ")


def text(english: str, language: str | None = None) -> str:
    """A help text of the library, paragraph by paragraph."""
    known = library(language or current()).texts
    if not known:
        return english
    return "\n\n".join(known.get(" ".join(part.split()), part) for part in english.split("\n\n"))


def unit_text(unit: str, language: str | None = None) -> str:
    """A unit as it is written in the reader's language."""
    return local_unit(unit, language or current())


def message(text: str, /, language: str | None = None, **fields: Any) -> str:
    """A `Message`, or a template with its fields, in the reader's words."""
    language = language or current()
    found = Message(text, **fields)
    return str(found) if language == ENGLISH else render(found, language, library(language).messages)
