"""The example circuits in the reader's language: `circuits/ru.json` holds the texts of each file by its name, keyed by the
English texts, so that the files themselves stay unchanged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path

from mars.document.circuit import Circuit
from mars.translation.languages import ENGLISH, current


@cache
def _files(language: str) -> dict[str, dict[str, str]]:
    if language == ENGLISH:
        return {}
    return json.loads((resources.files("mars.circuits") / f"{language}.json").read_text("utf-8"))


def texts(path: str | Path, language: str | None = None) -> Mapping[str, str]:
    """Translations by English text; empty if the file is not an example."""
    return _files(language or current()).get(Path(path).stem, {})


def title(path: str | Path, english: str, language: str | None = None) -> str:
    """The title of a file; a title changed by the user stays as it is."""
    return texts(path, language).get(english, english)


def translated(circuit: Circuit, path: str | Path, language: str | None = None) -> Circuit:
    """A copy with translated title and notes; names, numbers and equations are the same."""
    known = texts(path, language)
    if not known:
        return circuit
    translated = circuit.copy()
    translated.title, translated.note = (known.get(text, text) for text in (translated.title, translated.note))
    translated.variables = {
        name: replace(each, note=known.get(each.note, each.note)) for name, each in translated.variables.items()
    }
    translated.definitions = {name: _definition(each, known) for name, each in translated.definitions.items()}
    return translated


def _definition(data: dict, known: Mapping[str, str]) -> dict:
    """Translates notes at any depth, and in equation texts the comments and quoted texts."""
    found = {}
    for key, value in data.items():
        if isinstance(value, dict):
            value = _definition(value, known)
        elif key == "note":
            value = known.get(value, value)
        elif key == "equations":
            for english, words in known.items():
                value = value.replace(f'"{english}"', f'"{words}"').replace(f"# {english}", f"# {words}")
        found[key] = value
    return found
