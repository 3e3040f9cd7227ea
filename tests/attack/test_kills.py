"""Processes killed while they save, and editors killed while they are used."""

from __future__ import annotations

import pytest

from tests.helpers.attack.kills import MOST_LOST, kill
from tests.helpers.attack.workers import disturb

SAVES, EDITORS = 40, 3
LATE = 5.0  # s by which the timers of an editor may be late on a busy machine


@pytest.mark.slow
def test_no_file_is_broken_by_a_kill_while_it_is_saved(tmp_path):
    report = kill("saves", SAVES, 1, tmp_path)
    assert report.kills == SAVES and not report.broken, report.broken


@pytest.mark.slow
@pytest.mark.gui
def test_a_killed_editor_loses_few_seconds_of_edits(tmp_path):
    report = kill("edits", EDITORS, 1, tmp_path)
    assert report.kills == EDITORS and not report.broken, report.broken
    assert report.longest_loss <= MOST_LOST + LATE


@pytest.mark.slow
@pytest.mark.gui
def test_a_worker_that_is_killed_or_silent_is_reported_and_replaced(tmp_path):
    report = disturb(1, tmp_path, "killed", "silent")
    assert report.faults == {"killed": 1, "silent": 1} and not report.broken, report.broken
