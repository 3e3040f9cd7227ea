"""The equations of a component as rich text: each equation, its current numbers, the meaning of its names, its residual."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..i18n import translate
from ..widgets.plain_text import Markup

Row = Mapping[str, Any]  # as in docs/worker.md
ROUNDING = 1e-12
OFF = 1e-6  # of its largest term: a larger residual is more than rounding
SILENT = ("1", "")  # units that are not shown


def page(rows: Sequence[Row], colours: Mapping[str, Any]) -> Markup:
    """The whole page, for a Qt document."""
    headings = {"part": translate("EquationsPage", "where"), "rule": translate("EquationsPage", "Rules")}
    found, role = [], "law"
    for row in rows:
        if row["role"] != role:
            role = row["role"]
            found.append(f'<tr><td colspan="2" class="heading">{headings[role]}</td></tr>')
        found.append(_row(row))
    return Markup(f"<style>{_style(colours)}</style><table width='100%' cellspacing='0' cellpadding='0'>{''.join(found)}</table>")


def as_text(rows: Sequence[Row], with_numbers: bool = False) -> str:
    """As lines of text, for pasting."""
    lines = []
    for row in rows:
        shown = row["text"]
        if with_numbers and is_known(row["left"]):
            shown += f"\t{_sides(row)}{_unit(row)}"
        lines.append(shown)
    return "\n".join(lines)


def as_latex(rows: Sequence[Row]) -> str:
    r"""As an amsmath environment; `\\` ends a line."""
    lines = [row["latex"].replace(" = ", " &= ", 1) if row["role"] != "rule" else "& " + row["latex"] for row in rows]
    return "\\begin{align*}\n  " + " \\\\\n  ".join(lines) + "\n\\end{align*}"


def is_known(numbers: Sequence[float]) -> bool:
    return bool(numbers) and not any(map(math.isnan, numbers))


def is_off(row: Row) -> bool:
    """Whether left and right differ by more than rounding."""
    return row["role"] == "law" and row["residual"] > OFF * max(row["size"], OFF)


def plain(numbers: Sequence[float], size: float = 0.0) -> str:
    """A number, several in brackets, or the rows of a matrix; rounding errors relative to the rest, or to a size, are zero."""
    largest = max(size, *map(abs, numbers))
    shown = [_number(0.0 if abs(number) < ROUNDING * largest else number) for number in numbers]
    if len(shown) == 9 and all(shown[i] == "0" for i in range(9) if i % 4):
        return f"diag({', '.join(shown[::4])})"
    if len(shown) == 9:
        return "(" + "; ".join(", ".join(shown[i : i + 3]) for i in (0, 3, 6)) + ")"
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"


def _number(value: float, digits: int = 5) -> str:
    return f"{value + 0.0:.{digits}g}".replace("-", "−").replace("e+0", "e").replace("e−0", "e−")


def _unit(row: Row) -> str:
    return f" {row['unit']}" if row["unit"] not in SILENT else ""


def _row(row: Row) -> str:
    """Left: the equation with its names explained below; right: both sides and their difference."""
    if row["role"] == "rule":
        return f'<tr><td colspan="2" class="rule">{row["html"]}</td></tr>'
    if not is_known(row["left"]):
        return f'<tr><td colspan="2" class="equation">{row["html"]}</td></tr>'
    alone = row["pieces"].values()  # their numbers are at the right
    values = [_value(each, row) for each in row["values"] if is_known(each["numbers"]) and each["html"] not in alone]
    below = f"<br><span class='values'>{' &nbsp; '.join(values)}</span>" if values else ""
    numbers = f"<span class='now'>{_sides(row).replace('; ', ';<br>')}{escape(_unit(row))}</span>"
    if row["role"] == "law":
        numbers += f"<br><span class='{'off' if is_off(row) else 'values'}'>{_residual(row)}</span>"
    return f"<tr><td width='75%' class='equation'>{row['html']}{below}</td><td align='right' class='numbers'>{numbers}</td></tr>"


def _sides(row: Row) -> str:
    left, right = (plain(row[side], row["size"] if row["role"] == "law" else 0.0) for side in ("left", "right"))
    is_once = row["role"] == "part" or (len(row["left"]) > 1 and left == right)
    return left if is_once else f"{left} = {right}"


def _residual(row: Row) -> str:
    return (
        ""
        if math.isnan(row["residual"])
        else translate("EquationsPage", "residual {amount}").format(amount=_number(row["residual"], 2))
    )


def _value(each: Mapping[str, Any], row: Row) -> str:
    """Lines break only between the rows of a matrix."""
    unit = f"&nbsp;{escape(each['unit'])}" if each["unit"] not in SILENT else ""
    numbers = plain(each["numbers"], row["size"] if each["unit"] == row["unit"] else 0.0)
    return f"{each['html']}&nbsp;{numbers.replace(' ', '&nbsp;').replace(';&nbsp;', '; ')}{unit}"


def _style(colours: Mapping[str, Any]) -> str:
    quiet, line = colours["text2"], colours["border"]
    return (
        f"td {{ border-bottom: 1px solid {line}; padding: 4px; }}"
        f".equation, .rule {{ font-size: 15px; color: {colours['text']}; }}"
        f".numbers {{ padding-left: 16px; }}"
        f".now {{ font-size: 13px; color: {colours['accent']}; }}"
        f".values {{ font-size: 12px; color: {quiet}; }}"
        f".off {{ font-size: 12px; color: {colours['error']}; }}"
        f".heading {{ font-size: 12px; color: {quiet}; padding-top: 10px; }}"
    )
