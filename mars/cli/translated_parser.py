"""argparse in the user's language: help texts are declared in English, and argparse has its own messages."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from mars.translation.languages import LANGUAGES, message

VERSION = "show program's version number and exit"
# The templates of argparse's own messages, which it looks up by `argparse._` (gettext).
OF_ARGPARSE = (
    "show this help message and exit",
    "positional arguments",
    "options",
    "usage: ",
    "%(prog)s: error: %(message)s\n",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "argument %(argument_name)s: %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "ignored explicit argument %r",
    "expected one argument",
    "expected %s argument",
    "expected %s arguments",
    "expected at least one argument",
    "ambiguous option: %(option)s could match %(matches)s",
)
setattr(argparse, "_", lambda text: message(text) if text else text)  # noqa: B010 (pyright knows no such name)
setattr(argparse, "ngettext", lambda one, many, count: message(one if count == 1 else many))  # noqa: B010


def asked_language(words: Sequence[str]) -> str | None:
    """The language named on the command line, found before parsing; None if it names none that Mars supports."""
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument("--language", nargs="?")
    asked = finder.parse_known_args(words)[0].language
    return asked if asked in LANGUAGES else None


class TranslatedParser(argparse.ArgumentParser):
    """A parser in the current language. Subcommands use the same class."""

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """As in argparse, with help and metavar translated."""
        if not names[0].startswith("-"):
            options.setdefault("metavar", names[0])
        if "help" in options:
            options["help"] = message(options["help"])
        shown = options.get("metavar")
        if shown is not None:
            options["metavar"] = message(shown) if isinstance(shown, str) else tuple(map(message, shown))
        return super().add_argument(*names, **options)
