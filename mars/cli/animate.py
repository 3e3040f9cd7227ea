"""The command `mars animate`: the motion of a circuit or of a stored run as a GIF, an image, or numbered images."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import mars
from mars.cli.editor import import_from_editor
from mars.cli.option_values import seconds
from mars.cli.output import open_console, print_notice
from mars.cli.run import simulate_with_progress
from mars.errors import DocumentError, RunError
from mars.translation.languages import message

VIEWS = ("iso", "front", "top", "side")
MAX_SIDE = 4096  # pixels


@dataclass(frozen=True)
class RunToShow:
    """A run that was just computed, or a stored one."""

    parts: Sequence[tuple[float, mars.Circuit]]
    begin: float
    end: float
    units: dict[str, str]  # of all variables
    at: Callable[[np.ndarray, list[str]], np.ndarray]


def animate(options: argparse.Namespace) -> int:
    path, size = _checked_path(options), _checked_size(options.size)
    _check_numbers(options)
    headless = _painter()
    source, failure = _source(options)
    begin, end = _moment(options.begin, source, "--from", source.begin), _moment(options.end, source, "--to", source.end)
    if end <= begin:
        raise DocumentError(
            "nothing to show from {begin:g} s to {end:g} s. Choose --to later than --from",
            code="bad-option",
            begin=begin,
            end=end,
        )
    request = headless.FilmRequest(
        path,
        source.parts,
        begin,
        end,
        options.fps,
        options.speed,
        None if options.time is None else _moment(options.time, source, "--time", begin),
        size,
        options.view,
        "dark" if options.dark else "light",
        options.trail,
        options.forces,
        options.centre,
    )
    units = {name: source.units[name] for name in request.names() if name in source.units}
    _follow(headless.make(request, units, source.at(request.times(), list(units))), options.quiet)
    if not options.quiet:
        print_notice(message("wrote {path}: {begin:g} s to {end:g} s", path=path, begin=begin, end=end))
    if failure is not None:
        raise failure  # frames up to the failure have been written
    return 0


def _painter() -> Any:
    """The drawing module of the editor; needs no screen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return import_from_editor("mars.gui.animation.headless")


def _checked_path(options: argparse.Namespace) -> Path:
    path = Path(options.out)
    if path.suffix.lower() not in (".gif", ".png"):
        raise DocumentError(
            "-o {out}: unsupported file type. Use .gif, .png or numbered frames such as frames/%04d.png",
            code="bad-option",
            out=options.out,
        )
    if "%" in path.name and not (re.fullmatch(r"[^%]*%0?\d*d[^%]*", path.name) and path.suffix.lower() == ".png"):
        raise DocumentError(
            "-o {out}: invalid frame number. Use one %d or %04d, as in frames/%04d.png", code="bad-option", out=options.out
        )
    if "%" not in path.name and not path.parent.is_dir():
        raise DocumentError(
            "-o {out}: no such folder: {parent}. Create it or choose another",
            code="file-not-found",
            out=options.out,
            parent=path.parent,
        )
    if options.time is not None and (path.suffix.lower() != ".png" or "%" in path.name):
        raise DocumentError("--time selects a single frame. Use it with a .png file, or use --from and --to", code="bad-option")
    return path


def _checked_size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)\s*[x×]\s*(\d+)", text.strip().lower())
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(64 <= each <= MAX_SIDE for each in size):
        raise DocumentError(
            "--size {text}: give width and height in pixels, such as 640x480 (64 to {max_side})",
            code="bad-option",
            text=text,
            max_side=MAX_SIDE,
        )
    return size


def _check_numbers(options: argparse.Namespace) -> None:
    if not 1 <= options.fps <= 50:
        raise DocumentError("--fps {fps:g}: must be between 1 and 50 frames per second", code="out-of-range", fps=options.fps)
    if not 1e-3 <= options.speed <= 1e3:
        raise DocumentError(
            "--speed {speed:g}: must be between 0.001 and 1000 times real time", code="out-of-range", speed=options.speed
        )


def _moment(text: str | None, source: RunToShow, option: str, default: float) -> float:
    t = seconds(text, source.parts[-1][1], option)
    if t is None:
        return default
    if not source.begin <= t <= source.end * (1 + 1e-12):
        raise DocumentError(
            "{option} {text}: outside the run. Choose a time between {begin:g} s and {end:g} s",
            code="out-of-range",
            option=option,
            text=text,
            begin=source.begin,
            end=source.end,
        )
    return min(t, source.end)


def _source(options: argparse.Namespace) -> tuple[RunToShow, RunError | None]:
    """The run, and its failure if it failed; a stored run is not recomputed."""
    if options.file.endswith(".marsrun"):
        from mars.records.record import Record

        record = Record.load(options.file)
        parts = [(part.begin, part.circuit) for part in record.parts]
        return RunToShow(parts, record.begin, record.end, record.variables, record.at), None
    circuit = mars.load(options.file)
    until = seconds(options.end or options.time, circuit, "--to" if options.end else "--time")
    try:
        run = simulate_with_progress(circuit, options.quiet, until=until)
    except RunError as error:
        if not isinstance(error.run, mars.Run) or len(error.run.time) < 2:
            raise
        return _of_run(circuit, error.run), error
    if run.status == "stopped":
        raise KeyboardInterrupt
    return _of_run(circuit, run), None


def _of_run(circuit: mars.Circuit, run: mars.Run) -> RunToShow:
    def at(times: np.ndarray, names: list[str]) -> np.ndarray:
        found = run.at(times, *names) if names else {}
        return np.column_stack([found[name] for name in names]) if names else np.zeros((len(times), 0))

    units = {name: unit for name, (unit, *_) in run.variables.table.items()}
    return RunToShow([(float(run.time[0]), circuit)], float(run.time[0]), float(run.time[-1]), units, at)


def _follow(work: Any, quiet: bool) -> None:
    """A progress bar on the terminal; Ctrl+C leaves no partial file."""
    from rich.progress import BarColumn, Progress, TextColumn

    console = open_console(stderr=True)
    columns = (TextColumn(message("drawing")), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        try:
            for done in work:
                bar.update(task, completed=done)
        finally:
            work.close()
