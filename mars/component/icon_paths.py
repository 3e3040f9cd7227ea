"""Parses path data of symbols: absolute segments, outlines as points, bounds, and plates that grow."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Segment = tuple[str, tuple[float, ...]]  # one of the commands M L C Q A Z with absolute numbers
Stroke = tuple[str, str]  # role and path data

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


@lru_cache(4096)
def absolute(data: str) -> tuple[Segment, ...]:
    """The segments with absolute coordinates; H and V become L. Invalid data raises a ValueError."""
    return tuple(_segments(data))


def _segments(data: str) -> Iterator[Segment]:
    x = y = first_x = first_y = 0.0
    for command, numbers in _commands(data):
        letter = command.upper()
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if letter == "Z":
            x, y = first_x, first_y
            yield "Z", ()
            continue
        if letter in "HV":
            x, y = (numbers[0] + dx, y) if letter == "H" else (x, numbers[0] + dy)
            yield "L", (x, y)
            continue
        kept = numbers[:5] if letter == "A" else ()
        places = [n + (dy if i % 2 else dx) for i, n in enumerate(numbers[len(kept) :])]
        x, y = places[-2:]
        if letter == "M":
            first_x, first_y = x, y
        yield letter, (*kept, *places)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    if re.sub(_TOKEN, "", data).strip(" ,\n\t"):
        raise ValueError(f"path data {data!r} holds something that is no command and no number")
    tokens = _TOKEN.findall(data)
    if not tokens or tokens[0] not in "Mm":
        raise ValueError(f"path data {data!r} does not begin with M")
    index = 0
    while index < len(tokens):
        command = tokens[index]
        if command.upper() not in _COUNTS:
            raise ValueError(f"path data {data!r} has no command where {command!r} stands, or one that symbols do not use")
        index += 1
        count = _COUNTS[command.upper()]
        if not count:
            yield command, []
            continue
        while True:
            numbers = tokens[index : index + count]
            if len(numbers) < count or any(n[0].isalpha() for n in numbers):
                raise ValueError(f"path data {data!r}: {command} needs {count} numbers")
            yield command, [float(n) for n in numbers]
            index += count
            if index >= len(tokens) or tokens[index][0].isalpha():
                break
            command = {"M": "L", "m": "l"}.get(command, command)


@lru_cache(4096)
def outlines(data: str) -> tuple[tuple[Point, ...], ...]:
    """Each subpath as points, curves flattened."""
    found: list[list[Point]] = []
    for command, n in absolute(data):
        if command == "M":
            found.append([(n[0], n[1])])
            continue
        points = found[-1]
        here = points[-1]
        if command == "Z":
            points.append(points[0])
        elif command == "L":
            points.append((n[0], n[1]))
        elif command == "A":
            points += _arc(here, n)
        else:
            points += _bezier(here, n)
    return tuple(tuple(points) for points in found)


def _bezier(start: Point, n: tuple[float, ...], pieces: int = 12) -> list[Point]:
    controls = [start, *zip(n[::2], n[1::2], strict=True)]
    points = []
    for i in range(1, pieces + 1):
        level, t = controls, i / pieces
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)]
        points.append(level[0])
    return points


def _arc(start: Point, n: tuple[float, ...], pieces: int = 24) -> list[Point]:
    """Points along an elliptical arc."""
    found = arc(start, n)
    if found is None:
        return [(n[5], n[6])]
    (x, y), rx, ry, begin, turn = found
    angles = [begin + turn * i / pieces for i in range(1, pieces)]
    return [*((x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles), (n[5], n[6])]


def arc(start: Point, n: tuple[float, ...]) -> tuple[Point, float, float, float, float] | None:
    """Centre, radii, start angle and sweep of an elliptical arc with axes along x and y (symbols use no tilted ones)."""
    rx, ry, tilt, large, sweep, x, y = n
    if tilt or not rx or not ry:
        raise ValueError("an arc of a symbol has two radii and no tilt")
    half_x, half_y = (start[0] - x) / 2 / rx, (start[1] - y) / 2 / ry
    length = math.hypot(half_x, half_y)
    if length == 0:
        return None
    grow = max(1.0, length)  # radii too small are scaled up
    rx, ry, half_x, half_y, length = rx * grow, ry * grow, half_x / grow, half_y / grow, length / grow
    off = math.sqrt(max(0.0, 1 - length**2)) / length * (1 if large != sweep else -1)
    centre_x, centre_y = off * half_y, -off * half_x
    begin = math.atan2(half_y - centre_y, half_x - centre_x)
    end = math.atan2(-half_y - centre_y, -half_x - centre_x)
    turn = (end - begin) % (2 * math.pi) if sweep else -((begin - end) % (2 * math.pi))
    middle = ((start[0] + x) / 2 + centre_x * rx, (start[1] + y) / 2 + centre_y * ry)
    return middle, rx, ry, begin, turn


def bounds(data: Iterable[str]) -> Box:
    """The smallest box around the centre lines of all strokes."""
    points = [point for each in data for line in outlines(each) for point in line]
    if not points:
        return (-20.0, -20.0, 20.0, 20.0)
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def distance(point: Point, data: Iterable[str]) -> float:
    """Distance from a point to the nearest stroke."""
    best = math.inf
    for each in data:
        for line in outlines(each):
            for a, b in pairwise(line):
                best = min(best, _to_segment(point, a, b))
    return best


def _to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) if square else 0.0
    return math.hypot(a[0] + t * dx - p[0], a[1] + t * dy - p[1])


def grown(strokes: Iterable[Stroke], extra: float) -> tuple[Stroke, ...]:
    """A plate made taller: everything below the centre line moves down by `extra`, marks on the centre line by half of it."""
    strokes = tuple(strokes)
    bottom = max((bounds([d])[3] for role, d in strokes if role == "face"), default=0.0)
    return tuple((role, _grown(d, extra, bottom)) for role, d in strokes)


def _grown(data: str, extra: float, bottom: float) -> str:
    _, top, _, low = bounds([data])
    if top < 0 < low < bottom - 0.5:
        return _written(_shifted(absolute(data), extra / 2, everything=True))
    return _written(_shifted(absolute(data), extra, everything=False))


def _shifted(segments: Iterable[Segment], by: float, *, everything: bool) -> Iterator[Segment]:
    for command, n in segments:
        kept = n[:5] if command == "A" else ()
        places = n[len(kept) :]
        yield (
            command,
            (*kept, *(v + by if i % 2 and (everything or v > 0) else v for i, v in enumerate(places))),
        )


def _written(segments: Iterable[Segment]) -> str:
    return " ".join(command + ",".join(f"{n:g}" for n in numbers) for command, numbers in segments)
