"""Loads the parts of a run from a file or a folder; everything is validated."""

from __future__ import annotations

import json
import mmap
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from mars.document.circuit import Circuit
from mars.document.storage import check, parsed
from mars.errors import DocumentError
from mars.event_log import Event, Jump
from mars.flat_names import shown
from mars.messages import from_stored
from mars.records.cut_step import SMALL
from mars.records.folder import FILES, FORMAT
from mars.records.part import Intervention, Part
from mars.records.patches import patched
from mars.records.record import Record
from mars.records.step_arrays import joined, steps_of
from mars.simulation.settings import Settings
from mars.solvers.contract import Steps
from mars.solvers.step_store import ABOUT, COUNT

LARGEST_TEXT = 256 * 2**20
LONGEST_CHAIN = 100_000  # parts


def content_of(data: Any, before: Any) -> Any:
    """The content of a part's circuit, which may be stored as changes to the previous part; raises DocumentError."""
    if "changes" in data and before is not None:
        return patched(before, data["changes"])
    check(data["circuit"])
    if data["physics"] != Circuit.from_data(data["circuit"]).physics_hash():
        raise DocumentError(
            "the file is damaged: the circuit of the run was modified. Use another copy of the file", code="file-damaged"
        )
    return data["circuit"]


def part_of(data: Any, content: Any, blocks: list[Steps], tails: int, events: list[Any], before: Part | None) -> Part:
    """A part whose engine is built on demand; raises DocumentError if the data is invalid."""
    circuit = Circuit.from_data(content)
    known = {name: value for name, value in data["settings"].items() if value is not None}
    settings = Settings.of(Circuit(), **(known | ({"baumgarte": tuple(known["baumgarte"])} if "baumgarte" in known else {})))
    changes = tuple(Intervention(_number(i["t"]), str(i["name"]), i["before"], i["after"]) for i in data["interventions"])
    happened, jumps = _events(events)
    names = tuple(shown(str(name)) for name in data["states"])
    known = (changes, happened, jumps, before, bool(data["shares"]))
    part = Part(circuit, settings, joined(blocks), *known, state_names=names, tails=tails)
    sizes = {(s.x.shape[1], s.parameters.shape[1]) for s in blocks}
    ends = [(float(a.t[-1]), float(b.t[0])) for a, b in pairwise(blocks)]
    if len(sizes) != 1 or any(a != b for a, b in ends) or len(names) != part.steps.x.shape[1]:
        raise _damaged()
    if before is not None and before.end != part.begin:
        raise _damaged()
    return part


def record_of(about: Any, parts: list[Part]) -> Record:
    """A run that was still running when it was written counts as stopped."""
    status = "stopped" if about["status"] == "running" else str(about["status"])
    record = Record(parts, status, from_stored(about.get("failure_message"), str(about["failure"])), dict(about["given"]))
    record.made_with = {str(name): str(version) for name, version in about["made with"].items()}
    return record


def check_format(about: Any) -> None:
    if about["mars run"] != FORMAT:
        raise DocumentError(
            "the run has format {mars_run}; this version of Mars reads format {format}. Update Mars to open it",
            code="newer-format",
            mars_run=about["mars run"],
            format=FORMAT,
        )


def _events(lines: list[Any]) -> tuple[list[Event], list[Jump]]:
    events, jumps = [], []
    for line in lines:
        if "event" in line:
            found = line["event"]
            what = from_stored(found.get("message"), str(found["what"]))
            events.append(Event(_number(found["t"]), str(found["component"]), what, int(found["freedoms"])))
        else:
            found = line["jump"]
            arrays = [np.array(found[name], dtype=float).ravel() for name in ("before", "after", "impulses", "p")]
            if not all(np.isfinite(array).all() for array in arrays):
                raise _damaged()
            jumps.append(Jump(_number(found["t"]), *arrays))
    return events, jumps


def _number(value: Any) -> float:
    number = float(value)
    if not np.isfinite(number):
        raise _damaged()
    return number


def _damaged() -> DocumentError:
    return DocumentError("the file is damaged: its contents are inconsistent. Use another copy of the file", code="file-damaged")


def speaking(path: Path | str, error: Exception) -> DocumentError:
    """Any error with a file, as a readable message."""
    if isinstance(error, DocumentError):
        return DocumentError("{path}: {error}", path=path, error=error)
    return DocumentError("{path}: not a Mars run, or damaged. Use another copy of the file", code="file-damaged", path=path)


WRONG = (DocumentError, KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, OSError)
WRONG += (RecursionError, MemoryError)


# A folder


def load_folder(path: Path) -> Record:
    """The run as far as it was written."""
    try:
        about = _json(path / "run.json")
        check_format(about)
        chain = [_Place(path, about["last"])]
        while (before := chain[-1].data.get("before")) is not None and len(chain) < LONGEST_CHAIN:
            chain.append(_Place(path, before["part"]))
        chain.reverse()
        parts: list[Part] = []
        content: Any = None
        for place, behind in zip(chain, [*chain[1:], None], strict=True):
            content = content_of(place.data, content)
            parts.append(place.part(content, behind, parts[-1] if parts else None))
        return record_of(about, parts)
    except WRONG as error:
        raise speaking(path, error) from None


class _Place:
    """The folder of one part."""

    def __init__(self, path: Path, name: Any):
        if not isinstance(name, str) or not name.isdecimal():
            raise _damaged()
        self.path = path / "parts" / name
        self.data = _json(self.path / "part.json")

    def part(self, content: Any, behind: _Place | None, before: Part | None) -> Part:
        """All of it, or as much as the following part has kept."""
        cut = behind.data["before"] if behind is not None else None
        numbered = sorted(int(item.name) for item in self.path.iterdir() if item.name.isdigit())
        places = [self.path] if (self.path / ABOUT).exists() else [self.path / str(number) for number in numbered]
        places = [place for place in places if (place / FILES["parameters"]).exists()]  # killed while changing the method
        counts = [None] * len(places) if cut is None else [int(count) for count in cut["steps"]]
        blocks = [_block(place, count) for place, count in zip(places, counts, strict=False)]
        tails = 0
        if cut is not None and behind is not None:
            tails = int(cut["tails"])
            blocks += [_block(behind.path / f"tail{i}", None) for i in range(tails)]
        end = float(blocks[-1].t[-1])
        lines = [line for line in self._lines() if next(iter(line.values()))["t"] <= end]
        if cut is not None:
            lines = [line for line in lines if next(iter(line.values()))["t"] < end]
        return part_of(self.data, content, blocks, tails, lines, before)

    def _lines(self) -> list[Any]:
        file = self.path / "events.jsonl"
        if not file.exists():
            return []
        text = file.read_text("utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def _block(place: Path, count: int | None) -> Steps:
    """Steps of a block: all complete ones, or as many as requested."""
    about = _json(place / ABOUT)
    size, width = int(about["states"]), int(about["parameters"])
    (whole,) = _numbers(place / COUNT, np.int64)
    is_whole, count = count is None, int(whole) if count is None else min(count, int(whole))
    t, p = _numbers(place / FILES["t"]), _rows(_numbers(place / FILES["parameters"]), width)
    ends = _numbers(place / FILES["ends"], np.int64) if (place / FILES["ends"]).exists() else np.zeros(0, np.int64)
    ends = ends[: len(p) - 1]
    ends = ends[ends <= count] if is_whole else ends[ends < count]
    arrays = {"t": t[: count + 1], "x": _rows(_numbers(place / FILES["x"]), size, t.size)[: count + 1]}
    arrays |= {"ends": ends, "parameters": p[: ends.size + 1]}
    if (place / FILES["more"]).exists():
        columns = (3 if about["method"] == "radau" else 2) * size
        arrays["more"] = _rows(_numbers(place / FILES["more"]), columns, t.size)[:count]
    return steps_of(about, arrays)


def _numbers(path: Path, kind: Any = np.float64) -> np.ndarray:
    """The content of a file; a large one is memory-mapped."""
    if not path.is_file():  # reading a device would never end
        raise _damaged()
    size = path.stat().st_size // np.dtype(kind).itemsize
    if size * 8 <= SMALL:
        return np.fromfile(path, dtype=kind, count=size)
    with path.open("rb") as file:  # machine code needs writable arrays
        return np.frombuffer(mmap.mmap(file.fileno(), size * 8, access=mmap.ACCESS_COPY), dtype=kind)


def _rows(numbers: np.ndarray, width: int, count: int = 0) -> np.ndarray:
    """All complete rows; if the width is zero, `count` rows."""
    if width < 0:
        raise _damaged()
    return numbers[: numbers.size // width * width].reshape(-1, width) if width else np.zeros((count, 0))


def _json(path: Path) -> Any:
    if not path.is_file() or path.stat().st_size > LARGEST_TEXT:
        raise _damaged()
    return parsed(path.read_text("utf-8"))
