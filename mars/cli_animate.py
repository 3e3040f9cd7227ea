"""The command `mars animate`: the motion of a circuit or of a stored run as a GIF, a picture, or numbered pictures."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import mars
from mars.errors import DocumentError, RunError
from mars.languages import message

VIEWS = ("iso", "front", "top", "side")
LARGEST = 4096  # pixels


@dataclass(frozen=True)
class Source:
    """A run that was just computed, or one that was stored."""

    parts: Sequence[tuple[float, mars.Circuit]]
    begin: float
    end: float
    units: dict[str, str]  # of all variables
    at: Callable[[np.ndarray, list[str]], np.ndarray]


def add_animate(commands: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    """Declare the command; `add(commands, name, function, help)`."""
    parser = add(commands, "animate", _animate, "the motion as a .gif, a .png or numbered pictures")
    parser.add_argument("file", help="a .mars file, which is run, or a .marsrun file")
    parser.add_argument(
        "-o", "--out", required=True, metavar="F", help="motion.gif; motion.png: poses over each other; frames/%%04d.png: all"
    )
    parser.add_argument("--fps", type=float, default=20.0, metavar="N", help="pictures a second (default 20)")
    parser.add_argument("--size", default="640x480", metavar="WxH", help="in pixels (default 640x480)")
    parser.add_argument("--from", dest="begin", metavar="T", help="first moment (default: the beginning)")
    parser.add_argument("--to", dest="end", metavar="T", help="last moment (default: the end)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="0.5: half as fast as it is (default 1)")
    parser.add_argument("--time", metavar="T", help="a .png of this moment alone")
    parser.add_argument("--view", choices=VIEWS, default="", help="from where (default: as the editor shows it)")
    parser.add_argument("--dark", action="store_true", help="dark pictures")
    parser.add_argument(
        "--trail", action="append", default=[], metavar="POINT", help="the path of a point, such as SB2.2 (default: the file's)"
    )
    parser.add_argument("--forces", action="store_true", help="arrows of forces and moments at the joints")
    parser.add_argument("--centre", action="store_true", help="mark the centre of mass")
    parser.add_argument("--quiet", action="store_true", help="no progress bar, no summary")


def _animate(options: argparse.Namespace) -> int:
    path, size = _checked_path(options), _checked_size(options.size)
    _check_numbers(options)
    headless = _painter()
    source, failure = _source(options)
    begin, end = _moment(options.begin, source, "--from", source.begin), _moment(options.end, source, "--to", source.end)
    if end <= begin:
        raise DocumentError(f"there is nothing to show from {begin:g} s to {end:g} s. Let --to lie behind --from")
    request = headless.Request(
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
        _cli()._console(stderr=True).print(message(f"wrote {path}: {begin:g} s to {end:g} s"), markup=False)
    if failure is not None:
        raise failure  # what was computed until then is in the pictures
    return 0


def _cli() -> Any:
    from mars import cli  # it knows this command, so it is asked for only now

    return cli


def _painter() -> Any:
    """The pictures belong to a layer above this one: it is found by name. No screen is needed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    complaint = import_module("mars.gui.libraries").complaint()
    if complaint is not None:
        raise DocumentError(complaint)
    return import_module("mars.gui.animation.headless")


def _checked_path(options: argparse.Namespace) -> Path:
    path = Path(options.out)
    if path.suffix.lower() not in (".gif", ".png"):
        raise DocumentError(f"-o {options.out}: name a .gif or .png file, or numbered pictures such as frames/%04d.png")
    if "%" in path.name and not (re.fullmatch(r"[^%]*%0?\d*d[^%]*", path.name) and path.suffix.lower() == ".png"):
        raise DocumentError(f"-o {options.out}: number pictures with one %d or %04d, as in frames/%04d.png")
    if "%" not in path.name and not path.parent.is_dir():
        raise DocumentError(f"-o {options.out}: there is no folder {path.parent}. Make it first, or choose another")
    if options.time is not None and (path.suffix.lower() != ".png" or "%" in path.name):
        raise DocumentError("--time chooses the moment of one picture. Let -o name a .png file, or use --from and --to")
    return path


def _checked_size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)\s*[x×]\s*(\d+)", text.strip().lower())
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(64 <= each <= LARGEST for each in size):
        raise DocumentError(f"--size {text}: write width and height in pixels, such as 640x480 (64 to {LARGEST})")
    return size


def _check_numbers(options: argparse.Namespace) -> None:
    if not 1 <= options.fps <= 50:
        raise DocumentError(f"--fps {options.fps:g}: choose 1 to 50 pictures a second")
    if not 1e-3 <= options.speed <= 1e3:
        raise DocumentError(f"--speed {options.speed:g}: choose 0.001 to 1000 times real time")


def _moment(text: str | None, source: Source, option: str, default: float) -> float:
    if text is None:
        return default
    t = _cli()._seconds(text, source.parts[-1][1], option)
    if not source.begin <= t <= source.end * (1 + 1e-12):
        raise DocumentError(f"{option} {text}: the run goes from {source.begin:g} s to {source.end:g} s. Choose a time within")
    return min(t, source.end)


def _source(options: argparse.Namespace) -> tuple[Source, RunError | None]:
    """The run, and how it failed if it did; a stored one is not computed again."""
    if options.file.endswith(".marsrun"):
        from mars.records.record import Record

        record = Record.load(options.file)
        parts = [(part.begin, part.circuit) for part in record.parts]
        return Source(parts, record.begin, record.end, record.variables, record.at), None
    circuit = mars.load(options.file)
    until = _cli()._seconds(options.end or options.time, circuit, "--to" if options.end else "--time")
    try:
        run = _cli()._with_progress(options.quiet, lambda progress: mars.simulate(circuit, until=until, progress=progress))
    except RunError as error:
        if not isinstance(error.run, mars.Run) or len(error.run.time) < 2:
            raise
        return _of_run(circuit, error.run), error
    if run.status == "stopped":
        raise KeyboardInterrupt
    return _of_run(circuit, run), None


def _of_run(circuit: mars.Circuit, run: mars.Run) -> Source:
    def at(times: np.ndarray, names: list[str]) -> np.ndarray:
        found = run.at(times, *names) if names else {}
        return np.column_stack([found[name] for name in names]) if names else np.zeros((len(times), 0))

    units = {name: unit for name, (unit, *_) in run.variables.table.items()}
    return Source([(float(run.time[0]), circuit)], float(run.time[0]), float(run.time[-1]), units, at)


def _follow(work: Any, quiet: bool) -> None:
    """A progress bar on the terminal; Ctrl+C leaves no half file."""
    from rich.progress import BarColumn, Progress, TextColumn

    console = _cli()._console(stderr=True)
    columns = (TextColumn(message("drawing")), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        try:
            for done in work:
                bar.update(task, completed=done)
        finally:
            work.close()
