"""All invalid circuits, and the guide to them: `python -m tests.helpers.failures.book` writes the files and docs/failures.md."""

from __future__ import annotations

from importlib import import_module

from mars.simulation.snapshot import MEMORY, Snapshot
from tests.helpers.failures.failure import BOOK, CHAPTERS
from tests.helpers.failures.mechanisms import pendulum
from tests.helpers.paths import FAILURES, ROOT

# Their chapters, in the order of the guide.
for name in ("mechanisms", "mechatronics", "fluids", "definitions", "running", "files"):
    import_module(f"tests.helpers.failures.{name}")

GUIDE = ROOT / "docs/failures.md"
INTRODUCTION = """# When something is wrong

Mars says what is wrong in the words of the circuit: the component (port, variable), the cause, a remedy. The exit code is 2 where
the circuit or a file is wrong, 3 where a run had begun and could not go on; then everything computed until then is delivered all
the same. Warnings and notes stop nothing. The circuits below are in `tests/failures/`; the messages are what Mars says today,
compared by a test.
"""


def write_snapshot() -> None:
    """Of the pendulum, after one second."""
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
