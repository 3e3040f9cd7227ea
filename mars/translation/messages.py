"""Renders messages of the engine in another language: the template is looked up, then its fields are filled in.

`ru_messages.json` holds the templates by their English text. A field that is itself a message is rendered too; names and numbers
stay as they are, units are written as in the language. Names contain no spaces: a text with a space is a phrase and is looked up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Protocol

from mars.messages import Message, filled
from mars.translation.units import local_unit

WORDS = {"domain", "family", "how", "potential", "state", "stream", "what", "word"}  # fields with words of Mars, not of the user


class Libraries(Protocol):
    """The words of the installed libraries in a language."""

    @property
    def kinds(self) -> Mapping[str, str]: ...
    @property
    def messages(self) -> Mapping[str, str]: ...


def render(text: str, language: str, libraries: Libraries) -> str:
    """A message in a language; text without a translation stays English."""
    known = _catalogue(language)
    message = text if isinstance(text, Message) else Message(text)
    template = known.get(message.template) or libraries.messages.get(message.template) or message.template

    def field(name: str, value: Any) -> Any:
        if name == "title" and (title := libraries.kinds.get(message.fields.get("kind", ""))):
            return title[:1].upper() + title[1:]  # of the kind of a component
        if isinstance(value, Message):
            return Message(render(value, language, libraries))  # a message: it is not shortened like a value
        if not isinstance(value, str):
            return value
        role = name.rstrip("_0123456789")
        if role.startswith("unit"):
            return known.get(value) or local_unit(value, language)
        return known.get(value, value) if role in WORDS or " " in value else value

    return filled(template, {name: field(name, value) for name, value in message.fields.items()})


@cache
def _catalogue(language: str) -> dict[str, str]:
    found = json.loads((resources.files("mars.translation") / f"{language}_messages.json").read_text("utf-8"))
    return found["words"] | found["messages"]
