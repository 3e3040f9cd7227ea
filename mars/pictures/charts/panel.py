"""One panel of a plot: its grid, its curves and their legend, as SVG."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mars.pictures.charts.ticks import Marks, with_scale
from mars.pictures.svg import escape, line, number, shorten, text, text_width
from mars.translation.languages import message, unit_text

DASHES = ("", "7 4", "2 3.5", "9 3.5 2 3.5")
QUANTITIES = {
    "rad": "angle", "deg": "angle", "rad/s": "angular velocity", "deg/s": "angular velocity",
    "rad/s²": "angular acceleration", "deg/s²": "angular acceleration", "m": "length", "m/s": "velocity",
    "m/s²": "acceleration", "N": "force", "N·m": "torque", "J": "energy", "W": "power",
    "Pa": "pressure", "bar": "pressure", "m³/s": "flow", "l/min": "flow",
    "V": "voltage", "A": "current", "K": "temperature", "": "value",
}  # fmt: skip
HEADER, LEGEND_ROW, SWATCH = 22, 18, 20
MOST_LEGEND_ROWS = len(DASHES) * 6
MOST_POINTS = 20_000  # of a curve that is not over time


@dataclass(frozen=True, eq=False)
class DrawnCurve:
    name: str
    x: NDArray[np.float64]
    values: NDArray[np.float64]


@dataclass(frozen=True)
class Panel:
    unit: str
    lines: list[DrawnCurve]
    axis: Marks
    height: float
    title: str = ""


def legend_width(panels: list[Panel], width: int) -> float:
    names = max(text_width(curve.name, 11) for panel in panels for curve in panel.lines[:MOST_LEGEND_ROWS])
    return min(12 + SWATCH + 6 + max(names, 40) + 2, 0.3 * width)


def _header(x: float, y: float, quantity: str, unit: str, room: float, colours: dict[str, Any]) -> str:
    """The axis title: the quantity in semi-bold, then the unit."""
    unit = unit_text(unit)
    unit = f", {unit}" if quantity and unit else unit
    quantity = shorten(quantity, max(room - text_width(unit, 11), 40), 11, 600)
    after = x + text_width(quantity, 11, 600)
    parts = text(x, y, quantity, fill=colours["text"], size=11, weight=600) if quantity else ""
    return parts + (text(after, y, unit, fill=colours["text2"], size=11) if unit else "")


def _quantity(panel: Panel, with_legend: bool) -> str:
    """The quantity of the panel: its title, the only curve's name, the part shared by all names, or the unit's usual quantity."""
    if panel.title:
        return panel.title
    if len(panel.lines) == 1:
        return panel.lines[0].name
    endings = {curve.name.rpartition(".")[2] for curve in panel.lines}
    if len(endings) == 1 and "." in panel.lines[0].name and len(ending := endings.pop()) > 1:
        return ending.replace("_", " ")
    return message(QUANTITIES.get(panel.unit, ""))


def panel_picture(
    panel: Panel,
    x_axis: Marks,
    sides: tuple[float, float],
    top: float,
    colours: dict[str, Any],
    with_legend: bool,
    edge: float,
    is_path: bool,
) -> list[str]:
    upper, lower = round(top + HEADER), round(top + HEADER + panel.height)
    left, right = round(sides[0]), round(sides[1])
    quantity, unit = with_scale(_quantity(panel, with_legend), panel.unit, panel.axis)
    parts = [
        f'<g class="panel" data-unit="{escape(panel.unit)}">',
        _header(left, upper - 8, quantity, unit, edge - left, colours),
        f'<rect x="{left}" y="{upper}" width="{right - left}" height="{lower - upper}" fill="{colours["panel"]}"/>',
    ]
    for tick in x_axis.ticks:
        x = math.floor(x_axis.place(tick, left, right)) + 0.5
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
        x, y = _some(curve) if is_path else thinned(curve.x, curve.values, 2 * (right - left))
        x, y = x_axis.place(x, left, right), panel.axis.place(y, lower, upper)
        style = _stroke(index, colours)
        parts.append(f'<path class="curve" d="{_path(x, y)}" fill="none" {style} stroke-linejoin="round"/>')
        if curve.x.size == 1:
            parts.append(f'<circle cx="{number(x[0])}" cy="{number(y[0])}" r="3" fill="{_colour(index, colours)}"/>')
    if with_legend:
        parts += _legend(panel, right + 12, upper, edge, colours)
    parts.append("</g>")
    return parts


def _legend(panel: Panel, left: float, top: float, edge: float, colours: dict[str, Any]) -> list[str]:
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


def _some(curve: DrawnCurve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points of a path; of very many only every second, third, …"""
    step = -(-curve.x.size // MOST_POINTS)
    return curve.x[::step], np.where(np.isfinite(curve.x), curve.values, np.nan)[::step]


def thinned(t: NDArray[np.float64], values: NDArray[np.float64], columns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """At most the first, lowest, highest and last point of every pixel column; NaN at a column's ends stays as a gap."""
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
    """Path data with one move for each run of finite points; an isolated point becomes a dot."""
    edges = np.flatnonzero(np.diff(np.isfinite(y).astype(int), prepend=0, append=0))
    rows: list[str] = []
    for start, end in pairwise(edges.tolist()):
        if np.isnan(y[start]):
            continue
        points = " ".join(f"{number(a)},{number(b)}" for a, b in zip(x[start:end], y[start:end], strict=True))
        rows.append(f"M{points}" + ("h0.01" if end - start == 1 else ""))
    return "".join(rows)
