"""Hostile circuit files: whatever is in a file, opening it is refused with a message or works, soon and within memory."""

from __future__ import annotations

import json
import sys

import pytest

from tests.helpers.attack.files import attack_files
from tests.helpers.attack.mutations import attack

FILES = 300
PASS, MODELLED = 0.3, 0.1  # parts of the files that must get so far, or the attack is too weak


@pytest.mark.slow
def test_no_file_crashes_hangs_or_acts(capsys):
    report = attack_files(range(FILES))
    with capsys.disabled():
        sys.stdout.write(f"\n{report.table()}\n")
    assert report.files == FILES
    assert not report.faults, {fault: [each["seed"] for each in found] for fault, found in report.faults.items()}
    assert report.part("schema") >= PASS
    assert report.part("model") >= MODELLED


def test_the_same_seed_makes_the_same_file():
    assert [attack(seed) for seed in range(50)] == [attack(seed) for seed in range(50)]


def test_files_differ():
    assert len({attack(seed) for seed in range(200)}) > 190


def test_some_files_are_no_json():
    def is_json(content: bytes) -> bool:
        try:
            json.loads(content)
        except (ValueError, RecursionError):
            return False
        return True

    assert 0.01 < sum(not is_json(attack(seed)) for seed in range(500)) / 500 < 0.3
