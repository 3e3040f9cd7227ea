"""Curves over time as SVG or PNG, without Qt: one panel for each unit, one shared time axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mars.errors import DocumentError
from mars.pictures.look import THEMES
from mars.pictures.svg import FONT_FAMILY, escape, line, number, png, shorten, text, text_width

DASHES = ("", "7 4", "2 3.5", "9 3.5 2 3.5")
QUANTITIES = {
    "rad": "angle", "deg": "angle", "rad/s": "angular velocity", "deg/s": "angular velocity",
    "rad/s²": "angular acceleration", "deg/s²": "angular acceleration", "m": "length", "m/s": "velocity",
    "m/s²": "acceleration", "N": "force", "N·m": "torque", "J": "energy", "W": "power", "Pa": "pressure",
    "V": "voltage", "A": "current", "K": "temperature", "": "value",
}  # fmt: skip
EDGE, GAP, HEADER, AXIS, LEGEND_ROW, SWATCH = 16, 14, 22, 44, 18, 20
MOST_LEGEND_ROWS = len(DASHES) * 6
LARGEST = 1e300  # beyond it a run has burst; shown as a gap


@dataclass(frozen=True, eq=False)
class Curve:
    """One named quantity over time; `values` may hold NaN, which leaves a gap."""

    name: str
    unit: str
    t: ArrayLike
    values: ArrayLike


@dataclass(frozen=True, eq=False)
class _Line:
    name: str
    t: NDArray[np.float64]
    values: NDArray[np.float64]


@dataclass(frozen=True)
class _Axis:
    """Visible range, ticks, and how a tick is written: (tick − offset) / 10^exponent."""

    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    offset: str = ""
    exponent: int = 0

    def place(self, values: Any, start: float, end: float) -> Any:
        return start + (values - self.low) / (self.high - self.low) * (end - start)


@dataclass(frozen=True)
class _Panel:
    unit: str
    lines: list[_Line]
    axis: _Axis
    height: float


def plot(
    curves: Sequence[Curve],
    *,
    title: str = "",
    x_label: str = "time, s",
    theme: str = "light",
    width: int = 900,
    height: int | None = None,
    angles: str = "deg",
) -> str:
    """The curves as one SVG text. Curves of one unit share a panel; `angles` shows radians as "deg" or "rad"."""
    if theme not in THEMES:
        raise DocumentError(f"There is no plot theme {theme!r}. Use one of: {', '.join(THEMES)}.")
    if angles not in ("deg", "rad"):
        raise DocumentError(f"Angles cannot be shown in {angles!r}. Use deg or rad.")
    if width < 240:
        raise DocumentError(f"A plot cannot be {width} pixels wide. Give at least 240.")
    colours = THEMES[theme]
    groups = _grouped(curves, angles)
    with_legend = any(len(lines) > 1 for lines in groups.values())
    top = EDGE + (26 if title else 0)
    heights = _panel_heights(groups, with_legend, None if height is None else height - top - AXIS)
    panels = [
        _Panel(unit, lines, _value_axis(lines, unit, room), room)
        for (unit, lines), room in zip(groups.items(), heights, strict=True)
    ]
    left = EDGE + 8 + max(text_width(label) for panel in panels for label in panel.axis.labels)
    legend = _legend_width(panels, width) if with_legend else 0
    right = width - EDGE - legend
    time_axis = _time_axis(panels, right - left)
    total = top + sum(HEADER + panel.height for panel in panels) + GAP * (len(panels) - 1) + AXIS

    body: list[str] = []
    if title:
        heading = shorten(title, width - 2 * EDGE, 15, 600, tail=False)
        body.append(text(EDGE, EDGE + 12, heading, fill=colours["text"], size=15, weight=600))
    y = float(top)
    for panel in panels:
        body += _panel_picture(panel, time_axis, left, right, y, colours, with_legend, width - EDGE)
        y += HEADER + panel.height + GAP
    bottom = y - GAP
    for tick, label in zip(time_axis.ticks, time_axis.labels, strict=True):
        x = time_axis.place(tick, left, right)
        body.append(text(x, bottom + 15, label, fill=colours["text2"], anchor="middle"))
    quantity, comma, unit = x_label.rpartition(", ")
    under = ", ".join(filter(None, _with_scale(quantity if comma else unit, unit if comma else "", time_axis)))
    body.append(text((left + right) / 2, bottom + 31, under, fill=colours["text2"], size=11, anchor="middle"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{math.ceil(total)}" '
        f'viewBox="0 0 {width} {math.ceil(total)}" font-family="{FONT_FAMILY}" '
        f'style="font-feature-settings:\'tnum\'" role="img">\n'
        f"<title>{escape(title or 'Curves over time')}</title>\n"
        f'<rect width="100%" height="100%" fill="{colours["sheet"]}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def save(svg_or_curves: str | Sequence[Curve], path: str | Path, **options: Any) -> None:
    """Write a picture, `.svg` or `.png` (two pixels to the unit); curves are plotted first, `options` as in `plot`."""
    path = Path(path)
    if path.suffix.lower() not in (".svg", ".png"):
        raise DocumentError(f"{path.name}: pictures are written as .png or .svg. Give the file one of these endings.")
    svg = svg_or_curves if isinstance(svg_or_curves, str) else plot(svg_or_curves, **options)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(svg.encode() if path.suffix.lower() == ".svg" else png(svg))
    except OSError as error:
        raise DocumentError(f"{path}: cannot write the picture ({error.strerror}). Choose another place.") from error


def _grouped(curves: Sequence[Curve], angles: str) -> dict[str, list[_Line]]:
    """Checked curves by shown unit, in the order given."""
    if not curves:
        raise DocumentError("There is nothing to plot. Name at least one curve.")
    groups: dict[str, list[_Line]] = {}
    for curve in curves:
        t = np.asarray(curve.t, dtype=float).ravel()
        values = np.asarray(curve.values, dtype=float).ravel()
        if t.size == 0:
            raise DocumentError(f"{curve.name}: the curve has no points. Run the circuit for a longer time.")
        if t.size != values.size:
            raise DocumentError(f"{curve.name}: {t.size} times but {values.size} values. Give as many of each.")
        if not np.isfinite(t).all() or (np.diff(t) < 0).any():
            raise DocumentError(f"{curve.name}: the times are not finite and rising. Sort the points by time.")
        unit = curve.unit.strip().replace("*", "·").replace("^2", "²").replace("^3", "³")
        unit = "" if unit == "1" else unit
        if angles == "deg" and (unit == "rad" or unit.startswith("rad/")):
            unit, values = "deg" + unit[3:], np.degrees(values)
        groups.setdefault(unit, []).append(_Line(curve.name, t, np.where(np.abs(values) < LARGEST, values, np.nan)))
    if not any(np.isfinite(curve.values).any() for lines in groups.values() for curve in lines):
        raise DocumentError("The curves hold no finite number. Check the run for its first error.")
    return groups


def _panel_heights(groups: dict[str, list[_Line]], with_legend: bool, room: float | None) -> list[float]:
    count = len(groups)
    if room is not None:
        each = (room - GAP * (count - 1)) / count - HEADER
        if each < 40:
            least = math.ceil((40 + HEADER) * count + GAP * (count - 1) - room)
            raise DocumentError(f"{count} panels do not fit into this height. Give {least} pixels more, or none at all.")
        return [math.floor(each)] * count
    usual = {1: 300, 2: 210}.get(count, 160)
    rows = [min(len(lines), MOST_LEGEND_ROWS) if with_legend else 0 for lines in groups.values()]
    return [max(usual, LEGEND_ROW * n + 2) for n in rows]


def _legend_width(panels: list[_Panel], width: int) -> float:
    names = max(text_width(curve.name, 11) for panel in panels for curve in panel.lines[:MOST_LEGEND_ROWS])
    return min(12 + SWATCH + 6 + max(names, 40) + 2, 0.3 * width)


def nice_ticks(low: float, high: float, most: int, *, degrees: bool = False) -> tuple[tuple[float, ...], float]:
    """At most `most` round multiples of a 1-2-5 step (for degrees 15, 30, 45, 60, 90, … beyond 10) within the range."""
    decade = 10.0 ** math.floor(math.log10((high - low) / most))
    steps = [decade * factor for factor in (1, 2, 5, 10, 20)]
    if degrees and steps[0] >= 1:
        whole_turn = [360 * 10.0**power * factor for power in range(12) for factor in (1, 2, 5)]
        steps = sorted({step for step in steps if step <= 10} | {15, 30, 45, 60, 90, 120, 180} | set(whole_turn))
    finer = steps[0]
    for step in steps:
        count = math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) + 1
        if count <= most:
            step = finer if count < 2 else step
            break
        finer = step
    indices = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return tuple(step * index for index in indices), step


def _axis(low: float, high: float, most: int, *, degrees: bool = False) -> _Axis:
    """Ticks and labels; far from zero the labels count from an offset, very large or small ones in powers of ten."""
    largest = max(abs(low), abs(high))
    digits = -math.floor(math.log10(high - low))
    base = round((low + high) / 2, digits) if high - low < 1e-4 * largest else 0.0
    ticks, step = nice_ticks(low - base, high - base, most, degrees=degrees)
    size = max(abs(low - base), abs(high - base))
    exponent = 0
    if size >= 1e5 or size < 1e-2:
        exponent = 3 * math.floor(math.log10(size) / 3)
    decimals = max(0, -math.floor(math.log10(step / 10.0**exponent) + 1e-9))
    labels = tuple(_digits(tick / 10.0**exponent, decimals) for tick in ticks)
    offset = _digits(base, max(digits, 0)) if base else ""
    offset = offset.rstrip("0").rstrip(".") if "." in offset else offset
    return _Axis(low, high, tuple(tick + base for tick in ticks), labels, offset, exponent)


def _digits(value: float, decimals: int) -> str:
    """Fixed decimals with a true minus; thin spaces group five or more digits before the point."""
    written = f"{abs(value):.{decimals}f}"
    whole, point, fraction = written.partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\u2009")
    negative = value < 0 and float(written) != 0
    return ("−" if negative else "") + whole + point + fraction


def _value_axis(lines: list[_Line], unit: str, height: float) -> _Axis:
    finite = np.concatenate([curve.values[np.isfinite(curve.values)] for curve in lines])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    margin = 0.06 * (high - low)
    if high - low <= 1e-13 * max(abs(low), abs(high)):
        margin = 0.1 * abs(low) or 1.2
    return _axis(low - margin, high + margin, max(3, int(height / 28)), degrees=unit == "deg")


def _time_axis(panels: list[_Panel], width: float) -> _Axis:
    low = min(float(curve.t[0]) for panel in panels for curve in panel.lines)
    high = max(float(curve.t[-1]) for panel in panels for curve in panel.lines)
    if high - low <= 1e-13 * max(abs(low), abs(high)):
        margin = 0.1 * abs(low) or 0.5
        low, high = low - margin, high + margin
    return _axis(low, high, max(2, int(width / 80)))


def _with_scale(quantity: str, unit: str, axis: _Axis) -> tuple[str, str]:
    """The offset goes after the quantity, the power of ten before the unit: `energy − 12.3`, `10⁻⁹ J`."""
    if axis.offset:
        quantity += f" + {axis.offset[1:]}" if axis.offset.startswith("−") else f" − {axis.offset}"
    if axis.exponent:
        power = str(axis.exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        unit = f"10{power}\u2009{unit}".rstrip()
    return quantity, unit


def _header(x: float, y: float, quantity: str, unit: str, room: float, colours: dict[str, Any]) -> str:
    """The axis title: the quantity in semi-bold, then the unit."""
    unit = f", {unit}" if quantity and unit else unit
    quantity = shorten(quantity, max(room - text_width(unit, 11), 40), 11, 600)
    after = x + text_width(quantity, 11, 600)
    parts = text(x, y, quantity, fill=colours["text"], size=11, weight=600) if quantity else ""
    return parts + (text(after, y, unit, fill=colours["text2"], size=11) if unit else "")


def _quantity(panel: _Panel, with_legend: bool) -> str:
    """What the panel shows: the one curve's name, the last part all names share, or the unit's usual quantity."""
    if len(panel.lines) == 1 and not with_legend:
        return panel.lines[0].name
    endings = {curve.name.rpartition(".")[2] for curve in panel.lines}
    if len(endings) == 1 and "." in panel.lines[0].name:
        return endings.pop().replace("_", " ")
    return QUANTITIES.get(panel.unit, "")


def _panel_picture(
    panel: _Panel,
    time_axis: _Axis,
    left: float,
    right: float,
    top: float,
    colours: dict[str, Any],
    with_legend: bool,
    edge: float,
) -> list[str]:
    upper, lower = round(top + HEADER), round(top + HEADER + panel.height)
    left, right = round(left), round(right)
    quantity, unit = _with_scale(_quantity(panel, with_legend), panel.unit, panel.axis)
    parts = [
        f'<g class="panel" data-unit="{escape(panel.unit)}">',
        _header(left, upper - 8, quantity, unit, edge - left, colours),
        f'<rect x="{left}" y="{upper}" width="{right - left}" height="{lower - upper}" fill="{colours["panel"]}"/>',
    ]
    for tick in time_axis.ticks:
        x = math.floor(time_axis.place(tick, left, right)) + 0.5
        if left + 3 < x < right - 3:
            parts.append(line(x, upper, x, lower, f'stroke="{colours["grid"]}"'))
    for tick, label in zip(panel.axis.ticks, panel.axis.labels, strict=True):
        y = math.floor(panel.axis.place(tick, lower, upper)) + 0.5
        kind = "zero" if label.strip("0.") == "" else "grid"
        if upper + 3 < y < lower - 3:
            parts.append(line(left, y, right, y, f'stroke="{colours[kind]}"'))
        parts.append(text(left - 8, y + 3.7, label, fill=colours["text2"], anchor="end"))
    parts.append(
        f'<rect x="{left + 0.5}" y="{upper + 0.5}" width="{right - left - 1}" height="{lower - upper - 1}" '
        f'fill="none" stroke="{colours["border"]}"/>'
    )
    for index, curve in enumerate(panel.lines):
        x, y = thinned(curve.t, curve.values, 2 * (right - left))
        x, y = time_axis.place(x, left, right), panel.axis.place(y, lower, upper)
        style = _stroke(index, colours)
        parts.append(f'<path class="curve" d="{_path(x, y)}" fill="none" {style} stroke-linejoin="round"/>')
        if curve.t.size == 1:
            parts.append(f'<circle cx="{number(x[0])}" cy="{number(y[0])}" r="3" fill="{_colour(index, colours)}"/>')
    if with_legend:
        parts += _legend(panel, right + 12, upper, edge, colours)
    parts.append("</g>")
    return parts


def _legend(panel: _Panel, left: float, top: float, edge: float, colours: dict[str, Any]) -> list[str]:
    rows = min(MOST_LEGEND_ROWS, int((panel.height - 2) // LEGEND_ROW))
    shown = len(panel.lines) if len(panel.lines) <= rows else max(rows - 1, 0)
    parts: list[str] = []
    for index, curve in enumerate(panel.lines[:shown]):
        y = top + 9 + LEGEND_ROW * index
        parts.append(line(left, y, left + SWATCH, y, _stroke(index, colours)))
        name = shorten(curve.name, edge - left - SWATCH - 6, 11)
        parts.append(text(left + SWATCH + 6, y + 4, name, fill=colours["text"], size=11))
    if shown < len(panel.lines):
        more = f"and {len(panel.lines) - shown} more"
        parts.append(text(left, top + 13 + LEGEND_ROW * shown, more, fill=colours["text2"], size=11))
    return parts


def _colour(index: int, colours: dict[str, Any]) -> str:
    return colours["curves"][index % 6]


def _stroke(index: int, colours: dict[str, Any]) -> str:
    dash = DASHES[index // 6 % len(DASHES)]
    ends = f'stroke-dasharray="{dash}"' if dash else 'stroke-linecap="round"'
    return f'stroke="{_colour(index, colours)}" stroke-width="1.75" {ends}'


def thinned(t: NDArray[np.float64], values: NDArray[np.float64], columns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """At most first, lowest, highest and last point of every pixel column; NaN at a column's ends stays as a gap."""
    if t.size <= 4 * columns or t[-1] == t[0]:
        return t, values
    column = np.minimum((t - t[0]) * (columns / (t[-1] - t[0])), columns - 1).astype(int)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    member = np.repeat(np.arange(starts.size), np.diff(starts, append=t.size))
    keep = [starts, np.append(starts[1:], t.size) - 1]
    for extreme in (np.fmin, np.fmax):
        hits = np.flatnonzero(values == extreme.reduceat(values, starts)[member])
        keep.append(hits[np.unique(member[hits], return_index=True)[1]])
    kept = np.unique(np.concatenate(keep))
    return t[kept], values[kept]


def _path(x: NDArray[np.float64], y: NDArray[np.float64]) -> str:
    """Path data with one move for each stretch of finite points; a lonely point becomes a dot."""
    edges = np.flatnonzero(np.diff(np.isfinite(y).astype(int), prepend=0, append=0))
    stretches: list[str] = []
    for start, end in pairwise(edges.tolist()):
        if np.isnan(y[start]):
            continue
        points = " ".join(f"{number(a)},{number(b)}" for a, b in zip(x[start:end], y[start:end], strict=True))
        stretches.append(f"M{points}" + ("h0.01" if end - start == 1 else ""))
    return "".join(stretches)
