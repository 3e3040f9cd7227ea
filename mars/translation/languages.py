"""Texts of the library and messages of the engine in the reader's language.

The source is English. Another language is a file of texts keyed by the English ones, so that a changed text stays in English
until it is translated, and is never translated wrongly: `ru.json` beside a library, `ru_messages.json` for messages.
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
NAMES = {  # replaces the last word of a kind where that alone is not clear
    "ports.frame": "frame_port",
    "ports.rotation": "rotation_port",
    "ports.translation": "translation_port",
    "ports.electrical": "electrical_port",
    "hydraulic.port": "hydraulic_port",
    "thermal.port": "thermal_port",
}

_chosen = [ENGLISH]


def current() -> str:
    """The default language: a key of `LANGUAGES`."""
    return _chosen[0]


def set_current(language: str) -> None:
    """Set the language of this process; an unknown language means English."""
    _chosen[0] = language if language in LANGUAGES else ENGLISH


set_current(os.environ.get("MARS_LANGUAGE", ENGLISH)[:2].lower())  # ru_RU.UTF-8 is Russian


@dataclass(frozen=True)
class Words:
    """A file `ru.json`."""

    families: dict[str, str] = field(default_factory=dict)  # folder -> heading
    kinds: dict[str, str] = field(default_factory=dict)  # kind -> its name in the palette
    also: dict[str, str] = field(default_factory=dict)  # kind -> other search terms
    domains: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # names of parameters, states, results, choices; `kind.name` first
    texts: dict[str, str] = field(default_factory=dict)  # paragraphs of help
    messages: dict[str, str] = field(default_factory=dict)  # templates of `Message`s


@cache
def library(language: str) -> Words:
    """The texts of all installed libraries and plug-ins; empty for English, and missing texts stay English."""
    merged = Words()
    if language == ENGLISH:
        return merged
    packages = dict.fromkeys(point.value for point in entry_points(group="mars.components"))
    for place in [*(resources.files(package) for package in packages), folder() / "plugins"]:
        file = place / f"{language}.json"
        try:
            found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        except ValueError:  # a plug-in with an invalid file: keep its English texts
            continue
        for section in fields(Words):
            getattr(merged, section.name).update(found.get(section.name, {}))
    return merged


def english_title(kind: str) -> str:
    """`dynamics.slide_spring` -> Slide spring, `drives.dc_motor` -> DC motor."""
    words = (part.upper() if part in ACRONYMS else part for part in NAMES.get(kind, kind.rpartition(".")[2]).split("_"))
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def kind_name(kind: str, language: str | None = None) -> str:
    """The name of a kind in the palette; empty if only English has one."""
    return library(language or current()).kinds.get(kind, "")


def other_names(kind: str, language: str | None = None) -> str:
    """Further search terms for a kind."""
    return library(language or current()).also.get(kind, "")


def family_name(family: str, language: str | None = None) -> str:
    return library(language or current()).families.get(family, "")


def domain_word(domain: str, language: str | None = None) -> str:
    """The name of a domain or of a family of domains."""
    return library(language or current()).domains.get(domain, domain)


def word(name: str, kind: str = "", language: str | None = None) -> str:
    """The readable name of a parameter, state, result or choice: inner_radius -> inner radius, внутренний радиус."""
    known = library(language or current()).words
    return known.get(f"{kind}.{name}") or known.get(name) or name.replace("_", " ")


def text(english: str, language: str | None = None) -> str:
    """A help text of the library, paragraph by paragraph."""
    known = library(language or current()).texts
    if not known:
        return english
    return "\n\n".join(known.get(" ".join(part.split()), part) for part in english.split("\n\n"))


def unit_text(unit: str, language: str | None = None) -> str:
    """A unit as written in the reader's language."""
    return local_unit(unit, language or current())


def message(text: str, /, language: str | None = None, **fields: Any) -> str:
    """A `Message`, or a template with its fields, in the reader's language."""
    language = language or current()
    found = Message(text, **fields)
    return str(found) if language == ENGLISH else render(found, language, library(language))
