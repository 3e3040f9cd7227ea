"""Every wrong circuit of the book is answered with component, cause and remedy, and the guide tells what is said."""

import re
import subprocess
import sys

import pytest

from tests.helpers.failures.book import GUIDE, INTRODUCTION
from tests.helpers.failures.failure import BOOK, CHAPTERS, complaints
from tests.helpers.paths import FAILURES

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def words_and_numbers(text):
    return NUMBER.split(text), [float(number) for number in NUMBER.findall(text)]


@pytest.mark.parametrize("failure", BOOK, ids=lambda failure: failure.name)
def test_component_cause_and_remedy_are_said(failure):
    answer = failure.answer
    assert answer.code == failure.code
    assert len(answer.lines) == 1, "one fault, one complaint"
    for word in failure.says:
        assert word in answer.lines[0]


@pytest.mark.parametrize("failure", [f for f in BOOK if f.code == 3], ids=lambda failure: failure.name)
def test_nothing_computed_is_lost(failure):
    assert failure.answer.kept is not None
    assert failure.answer.kept >= 0.999 * failure.keeps


@pytest.mark.parametrize("failure", BOOK, ids=lambda failure: failure.name)
def test_guide_tells_what_is_said(failure):
    """After a change of words: python -m tests.helpers.failures.book. Last digits may differ between machines."""
    entries = {part.partition("`:")[0]: part for part in re.split(r"^`mars ", GUIDE.read_text(), flags=re.MULTILINE)}
    told = re.split(r"\n\n(?!>)", entries[" ".join(failure.arguments)])[0]
    told_words, told_numbers = words_and_numbers(told.strip())
    said_words, said_numbers = words_and_numbers(failure.entry.removeprefix("`mars ").strip())
    assert told_words == said_words
    assert told_numbers == pytest.approx(said_numbers, rel=1e-3)


def test_guide_has_all_chapters_and_nothing_else():
    text = GUIDE.read_text()
    assert text.startswith(INTRODUCTION)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == CHAPTERS
    assert len(re.findall(r"^`mars ", text, re.MULTILINE)) == len(BOOK) >= 25


def test_files_are_those_of_the_builders():
    """After a change of a builder: python -m tests.helpers.failures.book."""
    assert {path.name for path in FAILURES.glob("*.mars")} == {failure.file for failure in BOOK}
    for failure in BOOK:
        assert (FAILURES / failure.file).read_text("utf-8") == failure.text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stops_that_exclude", "relay_without_hysteresis", "path_out_of_reach", "not_json"])
def test_command_shows_no_traceback(name):
    failure = next(f for f in BOOK if f.name == name)
    command = [sys.executable, "-m", "mars.cli", *failure.arguments]
    done = subprocess.run(command, cwd=FAILURES, capture_output=True, text=True, check=False)
    assert done.returncode == failure.code
    assert "Traceback" not in done.stdout + done.stderr
    assert "by you" not in done.stderr
    assert complaints(done.stdout + done.stderr) == failure.answer.lines
