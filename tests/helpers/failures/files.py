"""Files that cannot be read, or belong to another circuit."""

from __future__ import annotations

import json

from mars.document.circuit import Circuit
from mars.document.storage import dumps
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechanisms import pendulum, second_arm

chapter("The file")


@failure("A file that was cut off.", "Take the last good copy.", "not_json.mars", "line 9", "not JSON", "Mend the text there")
def not_json() -> str:
    return dumps(pendulum())[:200]


@failure("A file of a newer Mars.", "Update Mars.", "format 99", "reads 1", "update Mars")
def newer_version() -> str:
    data = json.loads(dumps(pendulum()))
    return json.dumps({**data, "mars": 99}, indent=1)


@failure(
    "A run goes on from the snapshot of another circuit.",
    "Take the snapshot of this circuit.",
    "KN2.angle",
    "another circuit",
    "begin anew",
    command="run --until 2 --resume pendulum.snapshot",
)
def snapshot_of_another() -> Circuit:
    return second_arm(pendulum())
