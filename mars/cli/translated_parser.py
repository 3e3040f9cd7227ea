"""argparse in the user's language: helps are declared in English, and argparse has words of its own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from mars.translation.languages import ENGLISH, LANGUAGES, current
from mars.translation.languages import message as translated

VERSION = "show program's version number and exit"
# What argparse says by itself, as templates for the translation; in English it speaks for itself.
OF_ARGPARSE = (
    "show this help message and exit",
    "positional arguments",
    "the following arguments are required: {}",
    "unrecognized arguments: {}",
    "argument {}: {}",
    "argument {}: invalid choice: {} (choose from {})",
    "argument {}: invalid float value: {}",
    "argument {}: ignored explicit argument {}",
    "argument {}: expected one argument",
    "argument {}: expected {} arguments",
    "argument {}: expected at least one argument",
    "ambiguous option: {} could match {}",
)


def asked_language(words: Sequence[str]) -> str | None:
    """The language that a command line names, before it is read for good; None where it names none that Mars has."""
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument("--language", nargs="?")
    asked = finder.parse_known_args(words)[0].language
    return asked if asked in LANGUAGES else None


class Formatter(argparse.HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{translated('usage')}: " if prefix is None else prefix)


class TranslatedParser(argparse.ArgumentParser):
    """Speaks the language of the process. Subcommands are parsers of the same kind."""

    def __init__(self, **options: Any):
        super().__init__(formatter_class=Formatter, **options)
        for group in (self._positionals, self._optionals):
            group.title = translated(group.title or "")

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """As always, with the words that people read in their language."""
        if not names[0].startswith("-"):
            options.setdefault("metavar", names[0])
        if "help" in options:
            options["help"] = translated(options["help"])
        shown = options.get("metavar")
        if shown is not None:
            options["metavar"] = translated(shown) if isinstance(shown, str) else tuple(map(translated, shown))
        return super().add_argument(*names, **options)

    def error(self, message: str) -> NoReturn:
        """In English as argparse has it."""
        if current() == ENGLISH:
            super().error(message)
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {translated('error')}: {translated(message)}\n")
