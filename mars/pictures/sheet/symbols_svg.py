"""Symbols, open ports and ties as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mars.component.icon_paths import Box, Point, outlines
from mars.pictures.sheet.symbols import Direction, Place, Shape, Symbol
from mars.pictures.style import DISABLED_OPACITY, LINE, THIN, DomainLook, domain_look
from mars.pictures.svg import escape, number, shorten, text

PORT_ROUNDING, TIE_WIDTH = 2, 1.5
GHOST_DASH = "4 3.5"
HATCH_PITCH = 8
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


def lead_domain(role: str, shape: Shape) -> str:
    """The domain that gives a lead its colour and width."""
    domains = {t.name: t.domain for t in shape.terminals}
    if role == "frame":
        return "frame"
    if ":" in role:
        return domains.get(role.partition(":")[2], "")
    return next((d for d in domains.values() if d not in ("frame", "")), "frame")


def lead_look(role: str, shape: Shape) -> DomainLook:
    return domain_look(lead_domain(role, shape))


def stroke_svg(role: str, data: str, shape: Shape, theme: str, colours: dict[str, Any]) -> str:
    ink = colours["ink"]
    if role == "solid":
        style = f'fill="{ink}" stroke="{ink}" stroke-width="0.5" {ROUND}'
    elif role == "face":
        style = f'fill="{colours["tint"]}" stroke="{ink}" stroke-width="{LINE:g}" {ROUND}'
    elif role == "frame" or role.startswith("lead"):
        look = lead_look(role, shape)
        # Flat ends where a wire continues, so that both meet without a seam.
        ends = 'stroke-linecap="butt" stroke-linejoin="round"' if meets_port(data, shape) else ROUND
        style = f'fill="none" stroke="{look.colour(theme)}" stroke-width="{look.width:g}" {ends}'
    else:
        width = THIN if role in ("thin", "dash") else LINE
        dash = f' stroke-dasharray="{GHOST_DASH}"' if role == "dash" else ""
        style = f'fill="none" stroke="{ink}" stroke-width="{width:g}" {ROUND}{dash}'
    return f'<path d="{escape(data)}" {style}/>'


def meets_port(data: str, shape: Shape) -> bool:
    ports = {t.at for t in shape.terminals}
    return any(line[0] in ports or line[-1] in ports for line in outlines(data))


def is_turning_arrow(role: str, data: str, shape: Shape) -> bool:
    """An arc with an arrowhead, in the colour of a shaft."""
    return role.startswith("lead") and " a" in data and len(outlines(data)) == 2 and not meets_port(data, shape)


def _mirrored(stroke: str, arc: Sequence[Point]) -> str:
    """A stroke mirrored left to right about its own centre."""
    return f'<g transform="translate({number(arc[0][0] + arc[-1][0])} 0) scale(-1 1)">{stroke}</g>'


def strokes_svg(shape: Shape, place: Place, theme: str, colours: dict[str, Any]) -> str:
    """The strokes in place; letters stay upright, and rotation arrows of a flipped symbol keep their direction."""
    turned = []
    for role, d in shape.strokes:
        if role != "letter":
            stroke = stroke_svg(role, d, shape, theme, colours)
            back = place.flip and is_turning_arrow(role, d, shape)
            turned.append(_mirrored(stroke, outlines(d)[0]) if back else stroke)
    letters = [stroke_svg(role, d, shape, theme, colours) for role, d in shape.strokes if role == "letter"]
    move = f"translate({place.at[0]} {place.at[1]})"
    turn = (f" rotate({90 * place.turn})" if place.turn else "") + (" scale(-1 1)" if place.flip else "")
    upright = f'<g transform="{move}">{"".join(letters)}</g>' if letters else ""
    return f'<g transform="{move}{turn}">{"".join(turned)}</g>{upright}'


def symbol_svg(symbol: Symbol, theme: str, colours: dict[str, Any]) -> str:
    parts = [strokes_svg(symbol.shape, symbol.place, theme, colours)]
    if symbol.kind is None:
        parts.append(_ghost_words(symbol, colours))
    style = ""
    if symbol.disabled:
        parts.append(_hatch(symbol.box, colours))
        style = f' opacity="{DISABLED_OPACITY}"'
    return (
        f'<g class="symbol" data-name="{escape(symbol.name)}" data-kind="{escape(symbol.kind_name)}"{style}>{"".join(parts)}</g>'
    )


def _ghost_words(symbol: Symbol, colours: dict[str, Any]) -> str:
    left, top, right, bottom = symbol.box
    word = shorten(symbol.kind_name.rpartition(".")[2].replace("_", " "), right - left - 16, 10.5)
    return text((left + right) / 2, (top + bottom) / 2 + 4, word, fill=colours["text2"], anchor="middle")


def _hatch(box: Box, colours: dict[str, Any]) -> str:
    return f'<path class="hatch" d="{hatch_data(box)}" fill="none" stroke="{colours["ink"]}" stroke-width="1"/>'


def hatch_data(box: Box, pitch: float = HATCH_PITCH) -> str:
    """Diagonal strokes within a box, clipped at its edges."""
    left, top, right, bottom = (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3)
    width, height = right - left, bottom - top
    strokes = []
    offset = pitch
    while offset < width + height:
        ax, ay = (offset, 0.0) if offset <= width else (width, offset - width)
        bx, by = (0.0, offset) if offset <= height else (offset - height, height)
        strokes.append(f"M{number(left + ax)},{number(top + ay)} L{number(left + bx)},{number(top + by)}")
        offset += pitch
    return " ".join(strokes)


def port_svg(
    at: Point, domain: str, theme: str, colours: dict[str, Any], direction: Direction = (1, 0), filled: bool = False
) -> str:
    """An open port: the shape of its domain in the sheet colour; filled with its own colour it is a signal's arrowhead."""
    look = domain_look(domain)
    x, y, half = at[0], at[1], look.size / 2
    fill = look.colour(theme) if filled else colours["sheet"]
    name = "arrowhead" if filled else "port"
    style = f'class="{name}" fill="{fill}" stroke="{look.colour(theme)}" stroke-width="{port_width(domain):g}"'
    place = f'x="{number(x - half)}" y="{number(y - half)}" width="{number(2 * half)}" height="{number(2 * half)}"'
    if look.port == "rounded square":
        return f'<rect {place} rx="{PORT_ROUNDING}" {style}/>'
    if look.port == "square":
        return f"<rect {place} {style}/>"
    if look.port in ("circle", "dotted circle"):
        dot = f'<circle cx="{number(x)}" cy="{number(y)}" r="1" fill="{look.colour(theme)}"/>' if look.port != "circle" else ""
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(half)}" {style}/>{dot}'
    dx, dy = direction
    points = " ".join(f"{number(x + a * dx - b * dy)},{number(y + a * dy + b * dx)}" for a, b in port_corners(look))
    return f'<polygon points="{points}" {style} stroke-linejoin="round"/>'


def port_width(domain: str) -> float:
    """Width of a port's outline."""
    return 2 if domain == "frame" else min(domain_look(domain).width, 1.75)


def port_corners(look: DomainLook) -> list[Point]:
    """The corners of a port that is neither square nor round, pointing to the right."""
    half = look.size / 2
    return {
        "diamond": [(0, -half), (half, 0), (0, half), (-half, 0)],
        "hexagon": [
            (half, 0),
            (half / 2, half * 0.87),
            (-half / 2, half * 0.87),
            (-half, 0),
            (-half / 2, -half * 0.87),
            (half / 2, -half * 0.87),
        ],
        "triangle": [(half, 0), (-half, -half), (-half, half)],
    }[look.port]


def tie_data(domain: str) -> str:
    """Three oblique strokes on a bar, right of the port: tied to the housing, or (larger, for a vector port) to the world."""
    large = 1.3 if domain == "frame" else 1.0
    off = domain_look(domain).size / 2 + 1.5
    half, long = 7 * large, 4.5 * large
    strokes = [f"M{number(off)},{number(-half)} v{number(2 * half)}"]
    strokes += [
        f"M{number(off)},{number(y)} l{number(long)},{number(-long)}"
        for y in (half - 2 * (half - long / 2), half - (half - long / 2), half)
    ]
    return " ".join(strokes)


def tie_svg(at: Point, direction: Direction, domain: str, theme: str) -> str:
    angle = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[direction]
    return (
        f'<path class="tie" transform="translate({number(at[0])} {number(at[1])}) rotate({angle})" d="{tie_data(domain)}" '
        f'fill="none" stroke="{domain_look(domain).colour(theme)}" stroke-width="{TIE_WIDTH:g}" {ROUND}/>'
    )
