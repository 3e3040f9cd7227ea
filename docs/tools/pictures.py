"""Images of the site, each in light and dark: symbols with their ports named, circuits, curves of runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from html import unescape

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.pictures.charts.circuit_plots import kept_groups
from mars.pictures.charts.plot import Curve, plot, plot_groups
from mars.pictures.sheet.draw import draw
from mars.pictures.sheet.symbols import Place, SymbolPort, outer_box, shape_of, symbol
from mars.pictures.sheet.symbols_svg import port_svg, symbol_svg
from mars.pictures.style import colours_of, domain_look
from mars.pictures.svg import FONT_FAMILY, number, text, text_width
from mars.simulation.run import Run

THEMES = ("light", "dark")
CURVE_WIDTH = 760
TEXT = re.compile(r'<text((?=[^>]*font-size="([\d.]+)")(?:(?=[^>]*font-weight="(\d+)"))?[^>]*)>([^<]+)</text>')
LETTERS, GAP, ZOOM = 8.0, 9.0, 2.2

Make = Callable[[], str]
Draw = Callable[[str], str]  # from a theme to SVG


def both(path: str, picture: Draw) -> Iterator[tuple[str, Make]]:
    """The files of an image, `NAME.svg` and `NAME.dark.svg`, and the functions that generate them."""
    for theme in THEMES:
        yield themed(path, theme), partial(_fitted, picture, theme)


def _fitted(picture: Draw, theme: str) -> str:
    """With the length of every text fixed: pages show images in the reader's font, but they were laid out in Inter."""

    def fitted(found: re.Match[str]) -> str:
        width = text_width(unescape(found[4]), float(found[2]), int(found[3] or 400))
        return f'<text{found[1]} textLength="{number(width)}" lengthAdjust="spacingAndGlyphs">{found[4]}</text>'

    return TEXT.sub(fitted, picture(theme))


def themed(path: str, theme: str) -> str:
    return path if theme == "light" else path.removesuffix(".svg") + ".dark.svg"


def shown(path: str, alt: str) -> str:
    """Markdown for an image, in the reader's theme."""
    return "".join(f"![{alt}]({themed(path, theme)}#only-{theme})" for theme in THEMES)


def circuit_picture(circuit: Circuit) -> Draw:
    return lambda theme: draw(circuit, theme=theme)


def curves_picture(simulate: Callable[[], Run], names: Sequence[str]) -> Draw:
    """Results over time; the run is computed once, for the first of the two images."""

    @cache
    def curves() -> list[Curve]:
        run = simulate()
        times = run.curve_times()
        values = run.at(times, *names)
        return [Curve(name, run.unit(name), times, values[name]) for name in names]

    return lambda theme: plot(curves(), theme=theme, width=CURVE_WIDTH)


def kept_picture(simulate: Callable[[], Run]) -> Draw:
    """The plots stored in the circuit."""
    groups = cache(lambda: kept_groups(simulate()))
    return lambda theme: plot_groups(groups(), theme=theme, width=CURVE_WIDTH)


def portrait(kind: type[Component]) -> Draw:
    """The symbol as it is placed on a sheet, with the name of each port beside it."""
    each = symbol("", kind.kind, kind, {}, shape_of(kind), Place())
    left, top, right, bottom = outer_box(each, {f".{name}" for name in each.terminals}, 6)
    for terminal in each.terminals.values():
        (x, y), wide = terminal.at, text_width(terminal.name, LETTERS)
        dx, dy = terminal.direction
        reach = GAP + (wide if dx else LETTERS)
        left, right = min(left, x + dx * reach - (0 if dx else wide / 2)), max(right, x + dx * reach + (0 if dx else wide / 2))
        top, bottom = min(top, y + dy * reach - LETTERS), max(bottom, y + dy * reach + LETTERS)
    left, top, right, bottom = left - 4, top - 4, right + 4, bottom + 4
    wide, high = right - left, bottom - top

    def picture(theme: str) -> str:
        colours = colours_of(theme)
        terminals = each.terminals.values()
        ports = "".join(port_svg(t.at, t.domain, theme, colours, t.points) for t in terminals)
        names = "".join(_port_name(t, theme) for t in terminals)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(ZOOM * wide)}" height="{number(ZOOM * high)}" '
            f'viewBox="{" ".join(map(number, (left, top, wide, high)))}" font-family="{FONT_FAMILY}" role="img">'
            f"<title>{kind.kind}</title>{symbol_svg(each, theme, colours)}{ports}{names}</svg>\n"
        )

    return picture


def _port_name(terminal: SymbolPort, theme: str) -> str:
    (x, y), (dx, dy) = terminal.at, terminal.direction
    colour = domain_look(terminal.domain).colour(theme)
    down = LETTERS / 3 if dx else (GAP + LETTERS * 0.6 if dy > 0 else -GAP)
    anchor = {1: "start", -1: "end", 0: "middle"}[dx]
    return text(x + GAP * dx, y + down, terminal.name, fill=colour, size=LETTERS, anchor=anchor)
