"""Files that cannot be read or that belong to another circuit."""

from __future__ import annotations

import json

from mars.document.circuit import Circuit
from mars.document.storage import dumps
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechanisms import pendulum, second_arm

chapter("Files")


@failure(
    "The file is truncated.",
    "Restore it from a backup.",
    "not_json.mars",
    "line 9",
    "the file ends in the middle of a value, line 9",
    "Restore it from a backup",
)
def not_json() -> str:
    return dumps(pendulum())[:200]


@failure(
    "The file was saved by a newer version of Mars.",
    "Update Mars.",
    "file format is version 99",
    "reads up to version 1",
    "Update Mars",
)
def newer_version() -> str:
    data = json.loads(dumps(pendulum()))
    return json.dumps({**data, "mars": 99}, indent=1)


@failure(
    "A run resumes from the snapshot of another circuit.",
    "Use a snapshot of this circuit.",
    "KN2.angle",
    "another circuit",
    "start the run from the beginning",
    command="run --until 2 --resume pendulum.snapshot",
)
def snapshot_of_another() -> Circuit:
    return second_arm(pendulum())
