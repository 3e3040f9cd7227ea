"""Invalid circuits: a decorator adds the function that builds one to the book and states what Mars must report."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mars.cli.main import main
from mars.document.circuit import Circuit
from mars.document.storage import dumps
from mars.translation import languages
from mars.translation.languages import ENGLISH
from tests.helpers.paths import FAILURES


@dataclass
class Failure:
    """One invalid circuit: the command, its answer and the fix."""

    chapter: str
    name: str
    text: str  # of the file
    wrong: str  # one sentence for the reader
    do: str
    command: tuple[str, ...]
    code: int  # exit code
    says: tuple[str, ...]  # fragments of the answer: component, cause, remedy
    keeps: float | None  # earliest acceptable end of the results in s

    @property
    def file(self) -> str:
        return f"{self.name}.mars"

    @property
    def arguments(self) -> list[str]:
        return [self.command[0], self.file, *self.command[1:]]

    @cached_property
    def answer(self) -> Answer:
        return self.answer_in(ENGLISH)

    def answer_in(self, language: str) -> Answer:
        """Run the command on the file; its results go to a temporary folder."""
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(FAILURES):
            table = Path(folder) / "results.csv"
            more = ["--out", str(table)] if self.command[0] == "run" else []
            before = languages.current()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main(["--language", language, *self.arguments, *more])
            languages.set_current(before)
            rows = table.read_text().splitlines()[1:] if table.exists() else []
        return Answer(
            code, complaints(out.getvalue() + err.getvalue(), language), float(rows[-1].split(",")[0]) if rows else None
        )

    @cached_property
    def codes(self) -> set[str]:
        """Codes of the complaints, remarks and errors, from the answer as JSON."""
        out = io.StringIO()
        with contextlib.chdir(FAILURES), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            main([*self.arguments, "--json"])
        said = json.loads(out.getvalue())
        return {each["code"] for key in ("complaints", "remarks", "errors") for each in said.get(key, ())}

    @property
    def entry(self) -> str:
        """Its lines in the guide."""
        return f"`mars {' '.join(self.arguments)}`: {self.wrong} **{self.do}**\n\n" + "".join(
            f"> {line}\n" for line in self.answer.lines
        )


@dataclass(frozen=True)
class Answer:
    code: int
    lines: list[str]
    kept: float | None  # the last time in the results


BOOK: list[Failure] = []
CHAPTERS: list[str] = []


def chapter(title: str) -> None:
    CHAPTERS.append(title)


def failure(wrong: str, do: str, *says: str, command: str = "check", code: int = 2, keeps: float | None = None) -> Callable:
    """Add a builder to the book. It returns a circuit, or the text of a file without a valid circuit."""

    def enter(build: Callable[[], Circuit | str]) -> Callable[[], Circuit | str]:
        made = build()
        text = dumps(made) if isinstance(made, Circuit) else made
        BOOK.append(Failure(CHAPTERS[-1], build.__name__, text, wrong, do, tuple(command.split()), code, says, keeps))
        return build

    return enter


def complaints(text: str, language: str = ENGLISH) -> list[str]:
    """Errors and warnings; if there are none, notes."""
    lines = text.splitlines()
    error, warning, note = (f"{languages.message(severity, language)}: " for severity in ("error", "warning", "note"))
    return [line for line in lines if line.startswith((error, warning))] or [line for line in lines if line.startswith(note)]
