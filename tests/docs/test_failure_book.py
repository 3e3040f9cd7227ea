"""The failure book is complete: every code of a message about circuits and runs has a chapter, or a stated reason for none."""

import pytest

from docs.tools.message_codes import places
from tests.helpers.failures.book import BOOK
from tests.helpers.failures.without_chapter import WITHOUT_CHAPTER

# What these say is about drawings, records, pictures and command lines, not about circuits and their runs.
ELSEWHERE = ("gui/", "mars/cli/", "mars/editing/", "mars/records/", "mars/pictures/")


@pytest.fixture(scope="module")
def shown() -> set[str]:
    return {code for failure in BOOK for code in failure.codes}


def about_circuits() -> set[str]:
    return {code for code, found in places().items() if not all(place.startswith(ELSEWHERE) for place in found)}


@pytest.mark.slow
def test_every_code_has_a_chapter_or_a_reason(shown):
    missing = about_circuits() - shown - WITHOUT_CHAPTER.keys()
    assert not missing, "add a circuit to tests/helpers/failures, or the reason to without_chapter.py"


@pytest.mark.slow
def test_no_reason_is_out_of_date(shown):
    assert not WITHOUT_CHAPTER.keys() & shown, "these have a chapter now"
    assert not WITHOUT_CHAPTER.keys() - about_circuits(), "these codes are gone"
    assert all(WITHOUT_CHAPTER.values())
