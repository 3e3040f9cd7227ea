"""Runs as one file, .marsrun: a zip with run.json (circuit, settings, changes) and one array for each column.

Everything in such a file is validated, and nothing in it is ever executed.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.document.storage import MOST_BRACKETS, parsed
from mars.errors import DocumentError
from mars.files import write_atomic
from mars.messages import stored
from mars.records.folder import FORMAT, event_data, finite, part_data
from mars.records.load import LARGEST_TEXT, WRONG, check_format, content_of, part_of, record_of, speaking
from mars.records.part import Part
from mars.records.step_arrays import ARRAYS, about, arrays_of, blocks_of, steps_of

if TYPE_CHECKING:
    from mars.records.record import Record

LARGEST = 8 * 2**30  # bytes, of all arrays
MOST = 200_000  # parts
# Characters of the circuits of all parts: each part has parameters and states, so its circuit is not much larger than its arrays.
CIRCUITS, GROWTH = 4_000_000, 20  # always, and for each byte of the file
REQUIRED = ARRAYS[:4]


def save(record: Record, path: str | Path) -> None:
    """Write completely or not at all."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        parts, content = [], None
        for i, part in enumerate(record.parts):
            blocks = blocks_of(part.steps)
            content, data = part_data(part, content)
            events = [{"event": event_data(event)} for event in part.events] + [{"jump": event_data(jump)} for jump in part.jumps]
            data |= {"stretches": [about(block) for block in blocks], "tails": part.tails, "events": events}
            parts.append(data)
            for j, block in enumerate(blocks):
                for name, array in arrays_of(block).items():
                    _write_array(archive, f"{i}/{j}/{name}.npy", array)
        whole = {"mars run": FORMAT, "made with": record.made_with, "title": record.title, "status": record.status}
        whole |= {
            "failure": record.failure,
            "failure_message": stored(record.failure),
            "given": finite(record.given),
            "parts": parts,
        }
        archive.writestr("run.json", json.dumps(whole, ensure_ascii=False), zipfile.ZIP_DEFLATED)
    write_atomic(path, out.getvalue())


def load(path: str | Path) -> Record:
    """Raises DocumentError if it is not a run, or is damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries, size = {info.filename: info for info in archive.infolist()}, Path(path).stat().st_size
            packed = sum(info.compress_size for info in entries.values())  # entries may overlap
            if packed > min(LARGEST, size):
                raise DocumentError("the file is too large or empty. Use another copy of the file", code="file-damaged")
            about_run = _text(archive, entries["run.json"], size)
            check_format(about_run)
            _check_entries(about_run["parts"], entries)
            parts: list[Part] = []
            content: Any = None
            large, room = 0, CIRCUITS + GROWTH * size
            for i, data in enumerate(about_run["parts"]):
                blocks = []
                for j, info in enumerate(data["stretches"]):
                    files = {name: f"{i}/{j}/{name}.npy" for name in ARRAYS}
                    arrays = {name: _array(archive, entries[file]) for name, file in files.items() if file in entries}
                    blocks.append(steps_of(info, arrays))
                content, before = content_of(data, content), parts[-1] if parts else None
                large += len(json.dumps(data.get("changes", content)))
                room -= large
                if room < 0 and i:
                    raise DocumentError("the file is too large. Use another copy of the file", code="file-too-large")
                parts.append(part_of(data, content, blocks, int(data["tails"]), data["events"], before))
        return record_of(about_run, parts)
    except FileNotFoundError:
        raise DocumentError("{path}: no such file. Check the name and the folder", code="file-not-found", path=path) from None
    except (*WRONG, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise speaking(path, error) from None


def _check_entries(parts: list[Any], entries: dict[str, zipfile.ZipInfo]) -> None:
    """Every block of every part has its arrays: checked before anything is read, since a part costs a whole circuit."""
    if not 1 <= len(parts) <= MOST:
        raise DocumentError("the file is too large or empty. Use another copy of the file", code="file-damaged")
    for i, data in enumerate(parts):
        for j in range(len(data["stretches"])):
            if any(f"{i}/{j}/{name}.npy" not in entries for name in REQUIRED):
                raise DocumentError("the file is damaged: numbers are missing. Use another copy of the file", code="file-damaged")


def _write_array(archive: zipfile.ZipFile, name: str, array: np.ndarray) -> None:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.ascontiguousarray(array), allow_pickle=False)
    archive.writestr(name, out.getvalue())


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> np.ndarray:
    """Arrays are stored uncompressed: one that would grow when unpacked, or is larger than declared, is refused."""
    if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size:
        raise DocumentError(
            "the file is damaged: its numbers have an unknown encoding. Use another copy of the file", code="file-damaged"
        )
    content = archive.read(info)
    with io.BytesIO(content) as file:
        version = np.lib.format.read_magic(file)
        shape, order, kind = np.lib.format.read_array_header_1_0(file) if version == (1, 0) else ((), True, np.dtype(object))
        if order or kind not in (np.dtype(np.float64), np.dtype(np.int64)):
            raise DocumentError(
                "the file is damaged: its numbers have the wrong type. Use another copy of the file", code="file-damaged"
            )
        rest = content[file.tell() :]
    if len(rest) != 8 * int(np.prod([int(n) for n in shape], dtype=object)):
        raise DocumentError("the file is damaged: numbers are missing. Use another copy of the file", code="file-damaged")
    return np.frombuffer(bytearray(rest), dtype=kind).reshape(shape)


def _text(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int) -> Any:
    """Its lists and objects are limited by the size of the file: packed, millions of empty ones are a few kilobytes."""
    if info.file_size > LARGEST_TEXT:
        raise DocumentError("the file is too large. Use another copy of the file", code="file-too-large")
    with archive.open(info) as file:
        text = file.read(LARGEST_TEXT + 1)
    if len(text) > LARGEST_TEXT:
        raise DocumentError("the file is too large. Use another copy of the file", code="file-too-large")
    return parsed(text.decode("utf-8"), max(MOST_BRACKETS, size))
