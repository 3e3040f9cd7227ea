"""Stored runs on the command line: `mars run FILE --save`, `mars run R.marsrun`, `mars repeat R.marsrun`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from mars.cli.output import with_progress, write
from mars.errors import DocumentError, RunError
from mars.messages import Message
from mars.translation.languages import message

if TYPE_CHECKING:
    from mars.records.record import Record, StoredRun

ENDING = ".marsrun"
COMPUTING = ("until", "rtol", "atol", "method", "max_step", "baumgarte", "mode", "set", "start", "resume", "save", "strict")


def is_stored(path: str) -> bool:
    return path.lower().endswith(ENDING)


def check_name(path: str) -> None:
    if not is_stored(path):
        raise DocumentError(
            "--save {path}: stored runs must have the extension {ending}. Change the file name",
            code="bad-option",
            path=path,
            ending=ENDING,
        )


def open_stored(options: argparse.Namespace, step: float | None) -> StoredRun:
    """Open the run in a file."""
    from mars.records.record import Record, StoredRun

    for name in COMPUTING:
        if getattr(options, name):
            option = "--" + name.replace("_", "-")
            raise DocumentError(
                "{option}: not available for a stored run. Omit {option}, or run the .mars file", code="bad-option", option=option
            )
    return StoredRun(Record.load(options.file), step)


def repeat(options: argparse.Namespace) -> int:
    """Compute a stored run again and compare it bit by bit."""
    from mars.records.record import Record

    if not is_stored(options.file):
        raise DocumentError(
            "{file}: not a stored run. Create one with “mars run {file} --save NAME{ending}”",
            code="wrong-file-type",
            file=options.file,
            ending=ENDING,
        )
    record = Record.load(options.file)
    span = max(record.end - record.begin, 1e-300)
    repeated = with_progress(options.quiet, lambda progress: record.repeat(lambda t: progress(t, (t - record.begin) / span)))
    if options.save:
        repeated.save(options.save)
    steps = sum(part.steps.t.size - 1 for part in record.parts)
    if record.same_states(repeated):
        name = record.title or options.file
        write(
            message(
                "{name}: identical to the last bit, {steps} steps in {count} parts",
                name=name,
                count=len(record.parts),
                steps=steps,
            )
            + "\n"
        )
        return 0
    raise RunError(_difference(record, repeated), code="not-repeated")


def _difference(record: Record, repeated: Record) -> str:
    """Where and by how much two runs differ, and the possible reason."""
    if repeated.failure:
        return Message("the repeated run failed: {failure}", failure=repeated.failure)
    names = record.coordinates
    times = np.linspace(record.begin, min(record.end, repeated.end), 201)
    apart = np.nan_to_num(np.abs(record.at(times, names) - repeated.at(times, names)))
    text: str = "the repeated run differs"
    if apart.size:
        row, column = np.unravel_index(int(apart.argmax()), apart.shape)
        text = Message(
            "the repeated run differs: {name} by up to {size:.3g} {unit} (at t = {t:.6g} s)",
            name=names[column],
            size=apart.max(),
            unit=record.variables[names[column]],
            t=times[row],
        )
    others = [
        f"{name} {record.made_with.get(name, '?')}" for name, v in repeated.made_with.items() if record.made_with.get(name) != v
    ]
    reason = (
        Message("The stored run was made with {others}.", others=", ".join(others))
        if others
        else "Its components have changed since then."
    )
    return Message("{text}. {reason}", text=text, reason=reason)
