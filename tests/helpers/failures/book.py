"""All invalid circuits and the guide to them: `python -m tests.helpers.failures.book` writes the files and docs/failures.md."""

from __future__ import annotations

from importlib import import_module

from mars.simulation.snapshot import MEMORY, Snapshot
from tests.helpers.failures.failure import BOOK, CHAPTERS
from tests.helpers.failures.mechanisms import pendulum
from tests.helpers.paths import FAILURES, ROOT

# Chapters, in the order of the guide.
for name in ("mechanisms", "mechatronics", "fluids", "definitions", "running", "further", "files"):
    import_module(f"tests.helpers.failures.{name}")

GUIDE = ROOT / "docs/failures.md"
INTRODUCTION = """# Failure book

When a circuit or a file is invalid or a run fails, Mars reports the component (and its port or variable), the cause and a
remedy. The exit code is 2 if the circuit or a file is invalid, and 3 if a run started but could not continue; the results up to
that point are still written. Warnings and notes do not stop a run. The circuits below are in `tests/failures/`; a test compares
the messages with what Mars currently reports.
"""


def write_snapshot() -> None:
    """A snapshot of the pendulum after one second."""
    states = {"KN1.angle": 0.5, "KN1.turn.speed": 1.0}
    Snapshot(pendulum().physics_hash(), 1.0, states, {name: [] for name in MEMORY}).save(FAILURES / "pendulum.snapshot")


def guide() -> str:
    """The text of docs/failures.md."""
    parts = [INTRODUCTION]
    for title in CHAPTERS:
        parts += [f"## {title}\n", *(failure.entry for failure in BOOK if failure.chapter == title)]
    return "\n".join(parts)


def write() -> None:
    """Write all files of the book again."""
    write_snapshot()
    for failure in BOOK:
        (FAILURES / failure.file).write_text(failure.text)
    GUIDE.write_text(guide())


if __name__ == "__main__":
    write()
