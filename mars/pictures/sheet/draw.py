"""Draws a circuit as SVG or PNG, without Qt: symbols, wires, names and values on a sheet."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mars.component.base import Component
from mars.component.icon_paths import Box, Point
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.kinds.registry import kinds, suggestion
from mars.pictures.charts.plot import save
from mars.pictures.sheet.junctions import branch_points, junction_places, node_names
from mars.pictures.sheet.labels import Label, place_labels
from mars.pictures.sheet.layout import placed_symbols
from mars.pictures.sheet.symbols import Place, Symbol, outer_box, section, shape_of, symbol
from mars.pictures.sheet.symbols_svg import port_svg, symbol_svg, tie_svg
from mars.pictures.sheet.value_labels import value_label
from mars.pictures.sheet.wires import routes, without_doubles
from mars.pictures.style import (
    CORNER,
    DISABLED_OPACITY,
    DOT,
    DOT_PITCH,
    NAME_SIZE,
    VALUE_SIZE,
    colours_of,
    domain_look,
    junction_radius,
)
from mars.pictures.svg import FONT_FAMILY, escape, number, shorten, text, text_width

MARGIN = 40
NOTE_SIZE, NOTE_LINE, NOTE_WIDTH = 11.0, 15.4, 300.0


def draw(circuit: Circuit, *, theme: str = "light", width: int | None = None) -> str:
    """The circuit as one SVG text, as large as its content; `width` scales it to this many pixels."""
    colours = colours_of(theme)
    symbols = placed_symbols(circuit)
    junctions = junction_places(circuit, symbols)
    wires = routes(circuit, symbols, junctions)
    domains = link_domains(circuit, symbols)
    linked = {end for link in circuit.links for end in (link.a, link.b)}
    boxes = {name: outer_box(each, linked, 1) for name, each in symbols.items()}
    lines = {name: value_label(circuit, each) for name, each in symbols.items()}
    labels = place_labels(symbols, boxes, wires.values(), lines, section(circuit.drawing, "components"))
    notes = list(_notes(circuit))

    parts = [_wires_svg(circuit, wires, link_looks(circuit, symbols, domains), symbols, theme)]
    parts += [symbol_svg(each, theme, colours) for each in symbols.values()]
    parts.append(_junctions_svg(branch_points(circuit, symbols, junctions, wires), domains, theme))
    parts += [_ports_svg(each, linked, theme, colours) for each in symbols.values()]
    parts.append(_labels_svg(labels, symbols, colours))
    parts += [_note_svg(at, rows, colours) for at, rows in notes]
    extents = [*boxes.values(), *(label.box for label in labels.values()), *(note_box(*note) for note in notes)]
    extents += [(x, y, x, y) for points in wires.values() for x, y in points]
    return _sheet(extents, "\n".join(filter(None, parts)), circuit.title or "Circuit", colours, width)


def save_drawing(circuit: Circuit, path: str | Path, theme: str = "light", width: int | None = None) -> None:
    """Write the drawing, `.svg` or `.png` (two pixels per unit)."""
    save(draw(circuit, theme=theme, width=width), path)


def link_domains(circuit: Circuit, symbols: dict[str, Symbol]) -> dict[str, str]:
    """The domain of every link and junction, which is that of its node; empty between ghosts."""
    near: dict[str, list[str]] = defaultdict(list)
    for link in circuit.links:
        near[link.a].append(link.b)
        near[link.b].append(link.a)
    domain: dict[str, str] = {}
    for end in near:
        owner, dot, port = end.partition(".")
        own = symbols[owner].terminals[port].domain if dot else ""
        if own and end not in domain:
            queue = [end]
            while queue:
                each = queue.pop()
                if each not in domain:
                    domain[each] = own
                    queue += near[each]
    return {link.key: domain.get(link.a, "") for link in circuit.links} | {end: domain.get(end, "") for end in near}


def link_looks(circuit: Circuit, symbols: dict[str, Symbol], domains: dict[str, str]) -> dict[str, str]:
    """How every link is drawn: by its domain, or as `steps` for a signal that only changes in steps."""
    node = node_names(circuit)
    stepped = {node[end] for link in circuit.links for end in link.ends if _gives_steps(end, symbols)}
    looks = {link.key: domains[link.key] for link in circuit.links}
    return looks | {link.key: "steps" for link in circuit.links if domains[link.key] == "signal" and node[link.a] in stepped}


def _gives_steps(end: str, symbols: dict[str, Symbol]) -> bool:
    owner, dot, port = end.partition(".")
    kind = symbols[owner].kind if dot else None
    return kind is not None and kind.gives_steps and not symbols[owner].terminals[port].reads


# Parts of the image


def _wires_svg(
    circuit: Circuit, wires: dict[str, list[Point]], looks: dict[str, str], symbols: dict[str, Symbol], theme: str
) -> str:
    parts = []
    node = node_names(circuit)
    off = {link.key: any(_is_off(end, symbols) for end in (link.a, link.b)) for link in circuit.links}
    links = sorted(circuit.links, key=lambda link: off[link.key])
    drawn = without_doubles((link.key, node[link.a], wires[link.key]) for link in links)
    for link in links:
        look = domain_look(looks[link.key])
        dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        opacity = f' opacity="{DISABLED_OPACITY}"' if off[link.key] else ""
        parts.append(
            f'<path class="wire" data-link="{escape(link.key)}" d="{wire_path(drawn[link.key])}" fill="none" '
            f'stroke="{look.colour(theme)}" stroke-width="{look.width:g}" stroke-linejoin="round"{dash}{opacity}/>'
        )
    return "\n".join(parts)


def _is_off(end: str, symbols: dict[str, Symbol]) -> bool:
    return not end.startswith("#") and symbols[end.partition(".")[0]].disabled


def wire_path(points: list[Point], radius: float = CORNER) -> str:
    """Path data of a wire with round corners."""
    data = f"M{number(points[0][0])},{number(points[0][1])}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        a, b = math.dist(before, corner), math.dist(corner, after)
        r = min(radius, a / 2, b / 2)
        if not r:
            continue
        into = [corner[i] + (before[i] - corner[i]) * r / a for i in (0, 1)]
        out = [corner[i] + (after[i] - corner[i]) * r / b for i in (0, 1)]
        data += (
            f" L{number(into[0])},{number(into[1])} Q{number(corner[0])},{number(corner[1])} {number(out[0])},{number(out[1])}"
        )
    return data + f" L{number(points[-1][0])},{number(points[-1][1])}"


def _junctions_svg(branches: list[tuple[Point, str]], domains: dict[str, str], theme: str) -> str:
    """A dot wherever wires of one node branch."""
    dots = []
    for (x, y), end in branches:
        look = domain_look(domains[end])
        radius = number(junction_radius(look))
        dots.append(f'<circle class="junction" cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{look.colour(theme)}"/>')
    return "\n".join(dots)


def _ports_svg(each: Symbol, linked: set[str], theme: str, colours: dict[str, Any]) -> str:
    """Open ports and ties; of the connected ones only the arrowheads of signals are drawn."""
    parts = []
    for terminal in each.terminals.values():
        if f"{each.name}.{terminal.name}" in linked:
            if terminal.reads:
                parts.append(port_svg(terminal.at, terminal.domain, theme, colours, terminal.points, filled=True))
            continue
        if terminal.open == "reference":
            parts.append(tie_svg(terminal.at, terminal.direction, terminal.domain, theme))
        parts.append(port_svg(terminal.at, terminal.domain, theme, colours, terminal.points))
    faint = f' opacity="{DISABLED_OPACITY}"' if each.disabled else ""
    return f"<g{faint}>{''.join(parts)}</g>" if parts else ""


def _labels_svg(labels: dict[str, Label], symbols: dict[str, Symbol], colours: dict[str, Any]) -> str:
    """Text with an outline in the sheet colour, so that it stays readable over a wire."""
    parts = []
    for name, label in labels.items():
        colour = colours["disabled"] if symbols[name].disabled else colours["text"]
        parts.append(text(label.x, label.name_y, label.name, fill=colour, size=NAME_SIZE, anchor=label.anchor, weight=600))
        if label.values:
            colour = colours["disabled"] if symbols[name].disabled else colours["text2"]
            parts.append(text(label.x, label.values_y, label.values, fill=colour, size=VALUE_SIZE, anchor=label.anchor))
    rim = f'stroke="{colours["sheet"]}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    return f'<g class="labels" {rim}>{"".join(parts)}</g>' if parts else ""


def _notes(circuit: Circuit) -> Iterable[tuple[Point, list[str]]]:
    found = circuit.drawing.get("notes")
    return filter(None, map(note_rows, found if isinstance(found, list) else []))


def note_rows(note: Any) -> tuple[Point, list[str]] | None:
    """Position and lines of a note of the sheet, {"text": …, "at": [x, y], "width": …}; long lines are wrapped."""
    content, at = (note.get("text"), note.get("at")) if isinstance(note, dict) else (None, None)
    if not (isinstance(content, str) and isinstance(at, list) and len(at) == 2 and all(isinstance(a, int | float) for a in at)):
        return None
    room = note_width(note)
    return (at[0], at[1]), [row for line in content.split("\n") for row in _broken(line, room)]


def note_width(note: dict[str, Any]) -> float:
    room = note.get("width", NOTE_WIDTH)
    return room if isinstance(room, int | float) else NOTE_WIDTH


def _broken(line: str, room: float) -> list[str]:
    rows = [""]
    for word in line.split(" "):
        longer = f"{rows[-1]} {word}".lstrip()
        if rows[-1] and text_width(longer, NOTE_SIZE) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def _note_svg(at: Point, rows: list[str], colours: dict[str, Any]) -> str:
    lines = [text(at[0], at[1] + 11 + i * NOTE_LINE, row, fill=colours["text2"], size=NOTE_SIZE) for i, row in enumerate(rows)]
    return f'<g class="note">{"".join(lines)}</g>'


def note_box(at: Point, rows: list[str]) -> Box:
    return at[0], at[1], at[0] + max(text_width(row, NOTE_SIZE) for row in rows), at[1] + NOTE_LINE * len(rows)


def _sheet(extents: list[Box], body: str, title: str, colours: dict[str, Any], width: int | None) -> str:
    """The image around its content: sheet, dots every 20, then the body."""
    extents = extents or [(0.0, 0.0, 160.0, 80.0)]
    left = _down(min(box[0] for box in extents) - MARGIN)
    top = _down(min(box[1] for box in extents) - MARGIN)
    right = -_down(-max(box[2] for box in extents) - MARGIN)
    bottom = -_down(-max(box[3] for box in extents) - MARGIN)
    wide, high = right - left, bottom - top
    shown = wide if width is None else width
    if shown <= 0:
        raise DocumentError("A drawing cannot be {width} pixels wide. Use a width above zero.", code="out-of-range", width=width)
    place = f'x="{left}" y="{top}" width="{wide}" height="{high}"'
    half = DOT_PITCH // 2
    tile = f'x="-{half}" y="-{half}" width="{DOT_PITCH}" height="{DOT_PITCH}" patternUnits="userSpaceOnUse"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{shown}" height="{number(high * shown / wide)}" '
        f'viewBox="{left} {top} {wide} {high}" font-family="{FONT_FAMILY}" style="font-feature-settings:\'tnum\'" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<defs><pattern id="dots" {tile}>'
        f'<circle cx="{half}" cy="{half}" r="{DOT}" fill="{colours["grid"]}"/></pattern></defs>\n'
        f'<rect {place} fill="{colours["sheet"]}"/>\n<rect {place} fill="url(#dots)"/>\n{body}\n</svg>\n'
    )


def _down(value: float) -> int:
    return DOT_PITCH // 2 * math.floor(value / (DOT_PITCH // 2))


# Single symbols


def _kind(kind: str | type[Component]) -> type[Component]:
    if not isinstance(kind, str):
        return kind
    if kind not in kinds():
        raise DocumentError("{kind!r}: no such kind. {suggestion}", code="unknown-kind", kind=kind, suggestion=suggestion(kind))
    return kinds()[kind]


def _alone(kind: type[Component], at: tuple[int, int] = (0, 0)) -> Symbol:
    return symbol("", kind.kind, kind, {}, shape_of(kind), Place(at))


def icon_svg(kind: str | type[Component], theme: str = "light", size: float | None = None, background: bool = False) -> str:
    """One symbol with open ports, in a square of `size` pixels or in its natural size."""
    colours = colours_of(theme)
    each = _alone(_kind(kind))
    left, top, right, bottom = outer_box(each, {f".{name}" for name in each.terminals}, 1)
    left, top, right, bottom = (left - 5, top - 5, right + 5, bottom + 5)
    if size is not None:
        side = max(right - left, bottom - top)
        middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
        left, top, right, bottom = middle_x - side / 2, middle_y - side / 2, middle_x + side / 2, middle_y + side / 2
    wide, high = right - left, bottom - top
    shown = wide if size is None else size
    place = " ".join(map(number, (left, top, wide, high)))
    ports = "".join(port_svg(t.at, t.domain, theme, colours, t.points) for t in each.terminals.values())
    sheet = (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" fill="{colours["sheet"]}"/>'
    )
    body = (sheet if background else "") + symbol_svg(each, theme, colours) + ports
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(shown)}" height="{number(high * shown / wide)}" '
        f'viewBox="{place}" role="img"><title>{escape(each.kind_name)}</title>{body}</svg>\n'
    )


def contact_sheet(theme: str = "light", names: Iterable[str] | None = None, columns: int = 8) -> str:
    """All kinds with their names, family by family."""
    colours = colours_of(theme)
    families: dict[str, list[type[Component]]] = defaultdict(list)
    for name in kinds() if names is None else names:
        families[name.partition(".")[0]].append(_kind(name))
    parts, extents = [], []
    wide, high, y = 140, 120, 0
    for family, members in families.items():
        parts.append(text(-wide // 2 + 10, y, family, fill=colours["text2"], size=11, weight=600))
        y += 60
        for i, kind in enumerate(members):
            x = wide * (i % columns)
            if i and i % columns == 0:
                y += high
            each = _alone(kind, (x, y))
            parts.append(symbol_svg(each, theme, colours))
            parts.append(_ports_svg(each, set(), theme, colours))
            label = shorten(kind.kind.partition(".")[2].replace("_", " "), wide - 12, VALUE_SIZE)
            parts.append(text(x, y + 52, label, fill=colours["text"], size=VALUE_SIZE, anchor="middle"))
            extents.append((x - wide / 2.0, y - 50.0, x + wide / 2.0, y + 56.0))
        y += high - 20
    extents.append((-wide / 2.0, -20.0, 0.0, 0.0))
    return _sheet(extents, "\n".join(parts), "Symbols", colours, None)
