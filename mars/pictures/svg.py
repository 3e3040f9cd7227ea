"""Helpers for image output: escaping, text widths in the bundled font, SVG to PNG."""

from __future__ import annotations

import struct
from functools import cache
from html import escape as _escape
from pathlib import Path

FONT_FAMILY = "Inter, 'Helvetica Neue', Arial, sans-serif"
LONGEST_END = 300  # characters: more of either end of a text do not fit in any picture
_FONTS = {400: "Inter-Regular.otf", 600: "Inter-SemiBold.otf"}
_FONT_FOLDER = Path(__file__).with_name("fonts")


def escape(text: str) -> str:
    """Text escaped for element content and attributes; characters that XML forbids become �."""
    return _escape("".join(c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "�" for c in text))


def number(value: float) -> str:
    """A coordinate, to a hundredth of a pixel, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text(x: float, y: float, content: str, *, fill: str, size: float = 10.5, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{fill}">{escape(content)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    """A straight line; `style` holds its stroke attributes."""
    return f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" {style}/>'


@cache
def _advances(weight: int) -> dict[int, float]:
    """Code point -> advance width in em, from the font's `cmap` (format 12) and `hmtx` tables."""
    data = (_FONT_FOLDER / _FONTS[weight]).read_bytes()
    tables = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        tables[tag] = offset
    units_per_em = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    metric_count = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    widths = struct.unpack_from(">" + "Hh" * metric_count, data, tables[b"hmtx"])[::2]
    cmap = tables[b"cmap"]
    for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        subtable = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * index)[0]
        if struct.unpack_from(">H", data, subtable)[0] == 12:
            break
    else:
        raise ValueError(f"{_FONTS[weight]} has no character map of format 12")
    advances: dict[int, float] = {}
    for group in range(struct.unpack_from(">I", data, subtable + 12)[0]):
        first, last, glyph = struct.unpack_from(">III", data, subtable + 16 + 12 * group)
        for code in range(first, last + 1):
            advances[code] = widths[min(glyph + code - first, metric_count - 1)] / units_per_em
    return advances


def text_width(content: str, size: float = 10.5, weight: int = 400) -> float:
    """Width in pixels, without kerning; a character missing in the font counts one em."""
    advances = _advances(weight)
    return size * sum(advances.get(ord(character), 1.0) for character in content)


def shorten(content: str, width: float, size: float = 10.5, weight: int = 400, *, tail: bool = True) -> str:
    """The text itself if it fits, else its head, an ellipsis and its tail (both ends of a name are informative)."""
    if text_width(content, size, weight) <= width:
        return content
    if len(content) > 2 * LONGEST_END:  # what is between cannot be shown
        content = content[:LONGEST_END] + content[-LONGEST_END:]
    for kept in range(len(content) - 1, 0, -1):
        end = kept // 2 if tail else 0
        candidate = content[: kept - end].rstrip() + "…" + content[len(content) - end :].lstrip()
        if text_width(candidate, size, weight) <= width:
            return candidate
    return "…"


def png(svg: str, scale: float = 2.0) -> bytes:
    """Rasterise with the bundled font; system fonts are used only for characters it does not have."""
    import resvg_py

    bundled = _advances(400)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            skip_system_fonts=all(ord(character) in bundled or character.isspace() for character in svg),
            font_files=[str(_FONT_FOLDER / name) for name in _FONTS.values()],
            font_family="Inter",
            sans_serif_family="Inter",
        )
    )
