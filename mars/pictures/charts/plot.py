"""Curves over time, or over one another, as SVG or PNG, without Qt: one panel per unit, one shared time axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mars.errors import DocumentError
from mars.files import write_atomic
from mars.pictures.charts.panel import HEADER, LEGEND_ROW, MOST_LEGEND_ROWS, DrawnCurve, Panel, legend_width, panel_picture
from mars.pictures.charts.ticks import Marks, marks, shown_unit, with_scale
from mars.pictures.style import THEMES
from mars.pictures.svg import FONT_FAMILY, escape, png, shorten, text, text_width
from mars.translation.languages import message, unit_text

EDGE, GAP, AXIS = 16, 14, 44
LARGEST = 1e300  # larger values come from a diverged run; shown as a gap


@dataclass(frozen=True, eq=False)
class Curve:
    """One named quantity over time, or over `x`; values may be NaN, which leaves a gap."""

    name: str
    unit: str
    t: ArrayLike
    values: ArrayLike
    x: ArrayLike | None = None


@dataclass(frozen=True, eq=False)
class Group:
    """The curves of one plot: over time, or over their own `x`, a quantity and its unit; `equal` gives both axes one scale."""

    curves: Sequence[Curve]
    title: str = ""
    x: tuple[str, str] | None = None
    equal: bool = False


@dataclass(frozen=True)
class _Block:
    """Stacked panels that share their x axis."""

    parts: list[tuple[str, str, list[DrawnCurve]]]  # title, unit, lines of each panel
    x_label: tuple[str, str]  # quantity, unit
    is_path: bool = False
    equal: bool = False


def plot(curves: Sequence[Curve], **options: Any) -> str:
    """The curves as one SVG text, `options` as in `plot_groups`."""
    return plot_groups([Group(curves)], **options)


def plot_groups(
    groups: Sequence[Group],
    *,
    title: str = "",
    x_label: str = "time, s",
    theme: str = "light",
    width: int = 900,
    height: int | None = None,
    angles: str = "deg",
) -> str:
    """Several plots as one SVG text, from top to bottom; those over time share their time axis.

    Curves of one unit share a panel; `angles` shows radians as "deg" or "rad".
    """
    if theme not in THEMES:
        raise DocumentError(
            "{theme!r}: no such plot theme. Use one of: {themes}.", code="bad-option", theme=theme, themes=", ".join(THEMES)
        )
    if angles not in ("deg", "rad"):
        raise DocumentError("{angles!r} is not a unit for angles. Use deg or rad.", code="bad-unit", angles=angles)
    if width < 240:
        raise DocumentError("A plot cannot be {width} pixels wide. Use at least 240.", code="out-of-range", width=width)
    colours = THEMES[theme]
    blocks = _blocks(groups, x_label, angles)
    parts = [part for block in blocks for part in block.parts]
    with_legend = any(len(lines) > 1 for *_, lines in parts)
    top = EDGE + (26 if title else 0)
    room = None if height is None else height - top - len(blocks) * AXIS
    heights = iter(_panel_heights([lines for *_, lines in parts], with_legend, room))
    panels = [[_panel(part, next(heights)) for part in block.parts] for block in blocks]
    everything = [panel for each in panels for panel in each]
    left = EDGE + 8 + max(text_width(label) for panel in everything for label in panel.axis.labels)
    right = width - EDGE - (legend_width(everything, width) if with_legend else 0)

    body: list[str] = []
    if title:
        heading = shorten(title, width - 2 * EDGE, 15, 600, tail=False)
        body.append(text(EDGE, EDGE + 12, heading, fill=colours["text"], size=15, weight=600))
    y = float(top)
    for block, members in zip(blocks, panels, strict=True):
        x_axis = _x_axis(members, right - left, block.is_path)
        if block.equal and len(members) == 1:
            members, x_axis = _equal_scales(members[0], x_axis, right - left)
        for panel in members:
            body += panel_picture(panel, x_axis, (left, right), y, colours, with_legend, width - EDGE, block.is_path)
            y += HEADER + panel.height + GAP
        body += _under(block, x_axis, left, right, y - GAP, colours)
        y += AXIS - GAP + (GAP if block is not blocks[-1] else 0)
    total = math.ceil(y)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{total}" '
        f'viewBox="0 0 {width} {total}" font-family="{FONT_FAMILY}" '
        f'style="font-feature-settings:\'tnum\'" role="img">\n'
        f"<title>{escape(title or 'Curves over time')}</title>\n"
        f'<rect width="100%" height="100%" fill="{colours["sheet"]}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _under(block: _Block, axis: Marks, left: float, right: float, bottom: float, colours: dict[str, Any]) -> list[str]:
    """Tick labels and title of an x axis."""
    parts = []
    for tick, label in zip(axis.ticks, axis.labels, strict=True):
        parts.append(text(axis.place(tick, left, right), bottom + 15, label, fill=colours["text2"], anchor="middle"))
    quantity, unit = with_scale(*block.x_label, axis)
    under = ", ".join(filter(None, (message(quantity), unit_text(unit))))
    parts.append(text((left + right) / 2, bottom + 31, under, fill=colours["text2"], size=11, anchor="middle"))
    return parts


def save(svg_or_curves: str | Sequence[Curve], path: str | Path, **options: Any) -> None:
    """Write an image, `.svg` or `.png` (two pixels per unit); curves are plotted first, `options` as in `plot_groups`."""
    path = Path(path)
    if path.suffix.lower() not in (".svg", ".png"):
        raise DocumentError(
            "{path}: images are written as .png or .svg. Use one of these file extensions.", code="bad-format", path=path.name
        )
    svg = svg_or_curves if isinstance(svg_or_curves, str) else plot(svg_or_curves, **options)
    image = svg.encode() if path.suffix.lower() == ".svg" else png(svg)
    with suppress(OSError):  # reported when the file is written
        path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, image)


def _blocks(groups: Sequence[Group], x_label: str, angles: str) -> list[_Block]:
    """Consecutive plots over time form one block; each plot over something else forms its own."""
    if not any(group.curves for group in groups):
        raise DocumentError("Nothing to plot. Specify at least one curve.", code="missing-value")
    quantity, comma, unit = x_label.rpartition(", ")
    time = (quantity, unit) if comma else (unit, "")
    blocks: list[_Block] = []
    for group in groups:
        if not group.curves:
            continue
        parts = [(group.title, unit, lines) for unit, lines in _grouped(group, angles).items()]
        if group.x is not None:
            unit, _ = shown_unit(group.x[1], angles)
            equal = group.equal and [part[1] for part in parts] == [unit]
            blocks.append(_Block(parts, (group.x[0], unit), True, equal))
        elif blocks and not blocks[-1].is_path:
            blocks[-1].parts.extend(parts)
        else:
            blocks.append(_Block(parts, time))
    lines = [line for block in blocks for *_, found in block.parts for line in found]
    if not any(np.isfinite(line.values + line.x).any() for line in lines):
        raise DocumentError("The curves contain no finite values. Check the run for its first error.", code="not-finite")
    return blocks


def _grouped(group: Group, angles: str) -> dict[str, list[DrawnCurve]]:
    """Checked curves by shown unit, in the order given."""
    found: dict[str, list[DrawnCurve]] = {}
    scale = 1.0 if group.x is None else shown_unit(group.x[1], angles)[1]
    for curve in group.curves:
        line, unit = _checked(curve, angles)
        if group.x is not None and curve.x is not None:
            x = scale * np.asarray(curve.x, dtype=float).ravel()
            if x.size != line.values.size:
                raise DocumentError(
                    "{curve}: its times differ from those of {x}. Plot both against time.",
                    code="size-mismatch",
                    curve=curve.name,
                    x=group.x[0],
                )
            line = DrawnCurve(curve.name, x, line.values)
        found.setdefault(unit, []).append(line)
    return found


def _checked(curve: Curve, angles: str) -> tuple[DrawnCurve, str]:
    t = np.asarray(curve.t, dtype=float).ravel()
    values = np.asarray(curve.values, dtype=float).ravel()
    if t.size == 0:
        raise DocumentError(
            "{curve}: the curve has no points. Run the circuit for a longer time.", code="no-data", curve=curve.name
        )
    if t.size != values.size:
        raise DocumentError(
            "{curve}: {size} times but {values} values. Provide the same number of both.",
            code="size-mismatch",
            curve=curve.name,
            size=t.size,
            values=values.size,
        )
    if not np.isfinite(t).all() or (np.diff(t) < 0).any():
        raise DocumentError(
            "{curve}: the times must be finite and increasing. Sort the points by time.", code="not-increasing", curve=curve.name
        )
    unit, scale = shown_unit(curve.unit, angles)
    return DrawnCurve(curve.name, t, scale * np.where(np.abs(values) < LARGEST, values, np.nan)), unit


def _panel(part: tuple[str, str, list[DrawnCurve]], height: float) -> Panel:
    title, unit, lines = part
    return Panel(unit, lines, _value_axis(lines, unit, height), height, title)


def _panel_heights(groups: list[list[DrawnCurve]], with_legend: bool, room: float | None) -> list[float]:
    count = len(groups)
    if room is not None:
        each = (room - GAP * (count - 1)) / count - HEADER
        if each < 40:
            least = math.ceil((40 + HEADER) * count + GAP * (count - 1) - room)
            raise DocumentError(
                "{count} panels do not fit into this height. Add {least} pixels, or omit the height.",
                code="out-of-range",
                count=count,
                least=least,
            )
        return [math.floor(each)] * count
    usual = {1: 300, 2: 210}.get(count, 160)
    rows = [min(len(lines), MOST_LEGEND_ROWS) if with_legend else 0 for lines in groups]
    return [max(usual, LEGEND_ROW * n + 2) for n in rows]


def _value_axis(lines: list[DrawnCurve], unit: str, height: float) -> Marks:
    finite = np.concatenate([curve.values[np.isfinite(curve.values)] for curve in lines])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    margin = 0.06 * (high - low)
    if high - low <= 1e-13 * max(abs(low), abs(high)):
        margin = 0.1 * abs(low) or 1.2
    return marks(low - margin, high + margin, max(3, int(height / 28)), degrees=unit == "deg")


def _x_axis(panels: list[Panel], width: float, is_path: bool) -> Marks:
    finite = [line.x[np.isfinite(line.x)] for panel in panels for line in panel.lines]
    finite = [x for x in finite if x.size] or [np.array([0.0, 1.0])]
    low, high = min(float(x.min()) for x in finite), max(float(x.max()) for x in finite)
    margin = 0.06 * (high - low) if is_path else 0.0
    if high - low <= 1e-13 * max(abs(low), abs(high)):
        margin = 0.1 * abs(low) or 0.5
    return marks(low - margin, high + margin, max(2, int(width / 80)))


def _equal_scales(panel: Panel, x_axis: Marks, width: float) -> tuple[list[Panel], Marks]:
    """The same scale on both axes; the panel height is adapted, within limits."""
    across, up = x_axis.high - x_axis.low, panel.axis.high - panel.axis.low
    height = float(np.clip(width * up / across, panel.height, 1.2 * width))
    pixel = max(across / width, up / height)
    x_more, y_more = (pixel * width - across) / 2, (pixel * height - up) / 2
    degrees = panel.unit == "deg"
    x_axis = marks(x_axis.low - x_more, x_axis.high + x_more, max(2, int(width / 80)), degrees=degrees)
    axis = marks(panel.axis.low - y_more, panel.axis.high + y_more, max(3, int(height / 28)), degrees=degrees)
    return [Panel(panel.unit, panel.lines, axis, round(height), panel.title)], x_axis
