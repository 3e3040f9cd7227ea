"""A run in a folder, written while it is computed, so that results survive if the process dies.

run.json                settings, status, and which part is the last
parts/3/part.json       the circuit of a part, the previous part and where that was cut; written when the part starts
parts/3/events.jsonl    mode changes and impacts
parts/3/0, 1            blocks of steps, one for each method (`mars.solvers.step_store`)
parts/3/tail0           the short steps that end the previous part
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from mars.errors import DocumentError, RunError
from mars.event_log import Event, Jump
from mars.events.switchboard import Switchboard
from mars.flat_names import shown
from mars.messages import stored
from mars.records.part import Part
from mars.records.part_in_progress import Growing
from mars.records.patches import changes
from mars.records.record import versions
from mars.records.step_arrays import about, arrays_of, blocks_of
from mars.solvers.contract import Steps
from mars.solvers.step_store import ABOUT, COUNT, ENDS, PARAMETERS, column_file, writing

FORMAT = 1
FILES = {"t": column_file(0), "x": column_file(1), "more": column_file(2), "ends": ENDS, "parameters": PARAMETERS}


class RunFolder:
    """Writes a run folder."""

    def __init__(self, path: Path, given: dict[str, Any]):
        """`given` are the settings by which the caller overrides those of the circuit."""
        self._path, self._given = Path(path), finite(given)
        with writing(self._path):
            if not self._path.is_dir() or any(self._path.iterdir()):
                raise DocumentError(
                    "{path}: a run must be stored in an empty folder. Choose another folder", code="folder-not-empty", path=path
                )
            (self._path / "parts").mkdir()
        self._chain: list[str] = []  # names of the current parts
        self._made = 0
        self._told = (0, 0)  # numbers of events and impacts written

    def prepare(self, growing: Growing) -> Path:
        """Called before the first step of a part."""
        place = self._place()
        try:
            growing.run.integrator.keep_in(place)
        except RunError:
            self.discard(place)
            raise
        return place

    def _place(self) -> Path:
        self._made += 1
        place = self._path / "parts" / str(self._made)
        with writing(self._path):
            place.mkdir()
        return place

    def discard(self, place: Path) -> None:
        shutil.rmtree(place, ignore_errors=True)

    def commit(self, place: Path, growing: Growing, count: int) -> None:
        """Make the part current, after the first `count` parts; later ones are dropped. On failure nothing changes."""
        try:
            self._write_part(place, growing.part(), growing.before, count)
        except RunError:
            self.discard(place)
            raise
        self._told = (0, 0)

    def take(self, parts: Sequence[Part]) -> None:
        """Take finished parts of another run; blocks made by cutting are stored with the following part."""
        for count, part in enumerate(parts):
            place, blocks = self._place(), blocks_of(part.steps)
            for i, block in enumerate(blocks[: len(blocks) - part.tails]):
                write_block(place / str(i), block)
            self._write_part(place, part, part.before, count)
            _append(place, part.events, part.jumps)

    def _write_part(self, place: Path, part: Part, before: Part | None, count: int) -> None:
        _, data = part_data(part, before.circuit.to_data() if before is not None else None)
        if before is not None:
            blocks = blocks_of(before.steps)
            natural = len(blocks) - before.tails
            steps = [block.t.size - 1 for block in blocks[:natural]]
            data["before"] = {"part": self._chain[count - 1], "steps": steps, "tails": before.tails}
            for i, block in enumerate(blocks[natural:]):
                write_block(place / f"tail{i}", block)
        with writing(self._path):
            _write(place / "part.json", data)
            self._tell(place.name, "running", "")
        dropped, self._chain = self._chain[count:], [*self._chain[:count], place.name]
        for name in dropped:
            self.discard(self._path / "parts" / name)

    def note(self, board: Switchboard) -> None:
        """Write the events since the last call."""
        events, jumps = self._told
        if (len(board.events), len(board.jumps)) != self._told:
            self._told = (len(board.events), len(board.jumps))
            with writing(self._path):
                _append(self._path / "parts" / self._chain[-1], board.events[events:], board.jumps[jumps:])

    def tell(self, status: str, failure: str) -> None:
        """Record how the run ended; if that cannot be written, it reads as stopped."""
        with suppress(OSError):
            self._tell(self._chain[-1], status, failure)

    def _tell(self, last: str, status: str, failure: str) -> None:
        data = {"mars run": FORMAT, "made with": versions(), "last": last, "given": self._given}
        _write(self._path / "run.json", data | {"status": status, "failure": failure, "failure_message": stored(failure)})


def part_data(part: Part, before: Any) -> tuple[Any, dict[str, Any]]:
    """The content of the circuit, and the part without its arrays, with only the changes to the previous content if possible."""
    settings = {name: None if value == np.inf else value for name, value in asdict(part.settings).items()}
    content = part.circuit.to_data()
    changed = changes(before, content) if before is not None else None
    given = {"circuit": content, "physics": part.circuit.physics_hash()} if changed is None else {"changes": changed}
    return content, given | {
        "shares": part.shares,
        "settings": settings,
        "states": [shown(state.name) for state in part.engine.model.states],
        "interventions": [asdict(intervention) for intervention in part.interventions],
    }


def finite(given: dict[str, Any]) -> dict[str, Any]:
    """Settings for JSON: infinite limits are omitted."""
    return {name: value for name, value in given.items() if value != np.inf}


def write_block(place: Path, steps: Steps) -> None:
    with writing(place.parent):
        place.mkdir()
        for name, array in arrays_of(steps).items():
            (place / FILES[name]).write_bytes(np.ascontiguousarray(array).tobytes())
        (place / COUNT).write_bytes(np.array([steps.t.size - 1], dtype=np.int64).tobytes())
        _write(place / ABOUT, about(steps))


def event_data(event: Event | Jump) -> dict[str, Any]:
    data = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(event).items()}
    return data | {"message": stored(event.what)} if isinstance(event, Event) else data


def _append(place: Path, events: list[Event], jumps: list[Jump]) -> None:
    """One line each; an incomplete line is not read."""
    lines = [json.dumps({"event" if isinstance(item, Event) else "jump": event_data(item)}) + "\n" for item in (*events, *jumps)]
    if lines:
        with (place / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write("".join(lines))


def _write(path: Path, data: dict[str, Any]) -> None:
    """Completely or not at all, as far as this process is concerned: no waiting for the disk."""
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    temporary.replace(path)
