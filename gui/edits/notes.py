"""Notes on the sheet: a list of {"text", "at", "width"} in the drawing, identified by index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mars.document.circuit import Circuit
from mars.errors import DocumentError

from .sheet_positions import on_grid

WIDTH = 300
LONGEST = 10_000


def add_note(circuit: Circuit, text: str, at: tuple[float, float], width: int | None = None) -> int:
    """Add a note to the sheet; returns its number."""
    notes = _notes(circuit)
    note = {"text": _checked(text), "at": list(on_grid(at)), **({"width": _width(width)} if width is not None else {})}
    circuit.drawing["notes"] = [*notes, note]
    return len(notes)


def set_note(
    circuit: Circuit,
    number: int,
    *,
    text: str | None = None,
    at: tuple[float, float] | None = None,
    width: int | None = None,
) -> None:
    """Change a note; one without text is removed."""
    if text is not None and not text.strip():
        remove_notes(circuit, [number])
        return
    note = dict(_note(circuit, number))
    if text is not None:
        note["text"] = _checked(text)
    if at is not None:
        note["at"] = list(on_grid(at))
    if width is not None:
        note["width"] = _width(width)
    _notes(circuit)[number] = note


def move_notes(circuit: Circuit, numbers: Iterable[int], dx: float, dy: float) -> None:
    for number in set(numbers):
        x, y = _note(circuit, number)["at"]
        set_note(circuit, number, at=(x + dx, y + dy))


def remove_notes(circuit: Circuit, numbers: Iterable[int]) -> None:
    gone = set(numbers)
    for number in gone:
        _check_number(circuit, number)
    if gone:
        left = [note for number, note in enumerate(_notes(circuit)) if number not in gone]
        if left:
            circuit.drawing["notes"] = left
        else:
            del circuit.drawing["notes"]


def notes_at(circuit: Circuit, numbers: Iterable[int]) -> list[dict[str, Any]]:
    return [dict(_note(circuit, number)) for number in sorted(set(numbers))]


def _notes(circuit: Circuit) -> list[Any]:
    found = circuit.drawing.get("notes")
    return found if isinstance(found, list) else []


def _note(circuit: Circuit, number: int) -> dict[str, Any]:
    _check_number(circuit, number)
    note = _notes(circuit)[number]
    if not isinstance(note, dict) or not isinstance(note.get("at"), list) or len(note["at"]) != 2:
        raise DocumentError(
            "note {number}: it has no position on the sheet. Delete it and create it again",
            code="missing-value",
            number=number + 1,
        )
    return note


def _check_number(circuit: Circuit, number: int) -> None:
    count = len(_notes(circuit))
    if not 0 <= number < count:
        raise DocumentError(
            "note {number}: not found. Notes on this sheet: {count}", code="unknown-note", number=number + 1, count=count
        )


def _checked(text: str) -> str:
    if not text.strip():
        raise DocumentError("an empty note would not be visible. Enter some text", code="missing-value")
    if len(text) > LONGEST:
        raise DocumentError("a note can have at most {longest} characters. Shorten it", code="text-too-long", longest=LONGEST)
    return text


def _width(width: float) -> int:
    return max(40, min(4000, round(width)))
