"""Imports tables of numbers (CSV) as curves for comparison: the first column is time."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np

from mars.errors import DocumentError
from mars.messages import Message
from mars.pictures.charts.ticks import kept_unit

from ..runs.recording import Origin, Recording

LARGEST = 64_000_000  # bytes
MOST_CELLS = 20_000_000  # as many as fit into a file; a wide header above short rows would need far more memory
_HEAD = re.compile(r"^(?P<name>.*?)\s*(?:\[(?P<bracket>[^\]]*)\])?$")


def read_table(path: Path) -> Recording:
    """Columns by their headers, `KN1.angle [rad]`; without a unit, values are in SI."""
    try:
        if path.stat().st_size > LARGEST:
            raise DocumentError("{path}: the table is larger than 64 MB. Use a part of it", code="file-too-large", path=path.name)
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DocumentError(
            "Cannot read {path} ({reason}). Choose another file", code="file-unreadable", path=path.name, reason=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError(
            "{path}: the file is not UTF-8 text. Save the table as CSV in UTF-8", code="file-unreadable", path=path.name
        ) from error
    try:
        rows = [row for row in _rows(text) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise DocumentError(
            "{path}: the file is not a table ({reason}). Save the table as CSV in UTF-8",
            code="bad-table",
            path=path.name,
            reason=error,
        ) from error
    if len(rows) < 3 or len(rows[0]) < 2:
        raise DocumentError(
            "{path}: a table needs a header row, a time column and at least two rows of numbers", code="bad-table", path=path.name
        )
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise DocumentError(
            "{path}: the table has more than {most} cells. Use a part of it",
            code="file-too-large",
            path=path.name,
            most=MOST_CELLS,
        )
    heads = [_HEAD.match(cell.strip()) for cell in rows[0]]
    names = [
        (head.group("name") if head else "") or Message("column {place}", place=place + 1) for place, head in enumerate(heads)
    ]
    units = [(head.group("bracket") if head else "") or "" for head in heads]
    numbers = _numbers(path, rows[1:], len(names))
    good = np.isfinite(numbers[:, 0])
    numbers = numbers[good][np.argsort(numbers[good, 0], kind="stable")]
    if len(numbers) < 2:
        raise DocumentError(
            "{path}: the first column contains no times. Put the time in seconds there", code="bad-table", path=path.name
        )
    return _recording(path.stem, names, units, numbers)


def _rows(text: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    return list(csv.reader(text.splitlines(), delimiter=separator))


def _numbers(path: Path, rows: list[list[str]], width: int) -> np.ndarray:
    numbers = np.full((len(rows), width), np.nan)
    for line, row in enumerate(rows):
        for place, cell in enumerate(row[:width]):
            try:
                numbers[line, place] = float(cell) if cell.strip() else np.nan
            except ValueError:
                raise DocumentError(
                    "{path}, line {line}: “{cell}” is not a number. Write numbers with a decimal point",
                    code="bad-table",
                    path=path.name,
                    line=line + 2,
                    cell=cell[:40],
                ) from None
    return numbers


def _recording(label: str, names: list[str], units: list[str], numbers: np.ndarray) -> Recording:
    scaled = numbers.copy()
    for place, unit in enumerate(units):
        units[place], factor = kept_unit(unit)  # as the plots show them
        scaled[:, place] *= factor
    times, columns = scaled[:, 0], dict(zip(names[1:], units[1:], strict=True))
    recording = Recording(columns, float(times[0]), float(times[-1]), Origin(label, is_overlaid=True))
    recording.append(times, names[1:], scaled[:, 1:])
    return recording
