"""The reference: one page for each kind that comes with Mars, generated from its declaration, with a running example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any

import mars
from mars.document.storage import dumps
from mars.kinds.definitions import sheet_of
from mars.kinds.registry import LIBRARY, kinds
from mars.pictures.sheet.draw import icon_svg
from mars.readable import of_kind
from mars.translation.kind_pages import entry, summary

from .examples import Example, example
from .pictures import Make, both, circuit_picture, curves_picture, portrait, shown

FOLDER = "reference"
OPEN = {"required": "must be connected", "free": "may be left unconnected", "reference": "open: its potential is zero"}
ROLES = ("law", "part", "rule")
FAMILIES = {
    "bodies": "Bodies",
    "joints": "Joints",
    "sources": "Sources",
    "dynamics": "Springs, friction, gears, contacts",
    "drives": "Drives",
    "electrical": "Electrical",
    "hydraulic": "Hydraulic",
    "thermal": "Thermal",
    "sensors": "Sensors",
    "signals": "Signals",
    "logic": "Logic",
    "sampled": "Sampled",
    "control": "Control",
    "inputs": "Manual inputs",
    "meters": "Meters",
    "ports": "Ports of subcircuits",
}


def shipped() -> list[str]:
    """The kinds of Mars itself, without other libraries and plug-ins installed on the build machine."""
    return [name for name, kind in kinds().items() if kind.__module__.startswith(f"{LIBRARY}.")]


def families() -> dict[str, list[str]]:
    """Kinds by family, in the order of the table above."""
    found = {family: list(members) for family, members in groupby(shipped(), key=lambda kind: kind.partition(".")[0])}
    order = [*(each for each in FAMILIES if each in found), *(each for each in found if each not in FAMILIES)]
    return {family: found[family] for family in order}


def title(family: str) -> str:
    return FAMILIES.get(family, family)


def page_path(kind: str) -> str:
    return f"{FOLDER}/{kind}.md"


def overview() -> str:
    """All kinds with their symbols and first sentences."""
    lines = [
        "# Reference",
        "",
        f"{len(shipped())} kinds come with Mars. Each page is written from the kind's own declaration.",
        "",
    ]
    for family, members in families().items():
        lines += [f"## {title(family)}", "", "| | kind | what it does |", "|---|---|---|"]
        lines += [f"| {shown(f'{kind}.icon.svg', kind)} | [`{kind}`]({kind}.md) | {_cell(summary(kind))} |" for kind in members]
        lines.append("")
    return "\n".join(lines)


def page(kind: str) -> str:
    """Help, ports, parameters, results and equations of a kind, and its example."""
    data = entry(kind)
    lines = [f"# {kind}", "", data["help"], "", shown(f"{kind}.symbol.svg", f"The symbol of {kind}"), ""]
    lines += _table(
        "Ports",
        ("port", "domain", "links", "meaning"),
        ([f"`{p['name']}`", p["domain"], OPEN[p["open"]], p["help"]] for p in data["ports"]),
    )
    lines += _table(
        "Parameters",
        ("parameter", "default", "unit", "meaning", "limits"),
        ([f"`{p['name']}`", _default(p["default"]), p["unit"], p["help"], _limits(p)] for p in data["parameters"]),
    )
    for section in ("coordinates", "states", "results", "modes"):
        rows = ([f"`{each['name']}`", each.get("unit", ""), each["help"]] for each in data[section])
        lines += _table(section.capitalize(), ("name", "unit", "meaning"), rows)
    lines += _equations(kind)
    lines += _example(kind)
    return "\n\n".join("\n".join(block) for block in _blocks(lines)) + "\n"


def files(kind: str) -> Iterator[tuple[str, Make]]:
    """Paths of the files beside a page, and the functions that generate them; the curves need a run of the example."""
    yield from both(f"{FOLDER}/{kind}.icon.svg", lambda theme: icon_svg(kind, theme))
    yield from both(f"{FOLDER}/{kind}.symbol.svg", portrait(kinds()[kind]))
    shown_example = example(kind)
    if shown_example is None:
        return
    circuit = shown_example.circuit
    yield f"{FOLDER}/{kind}.mars", partial(dumps, circuit)
    yield from both(f"{FOLDER}/{kind}.circuit.svg", circuit_picture(circuit))
    if shown_example.inside:
        yield from both(f"{FOLDER}/{kind}.inside.svg", circuit_picture(sheet_of(circuit, shown_example.inside)))
    yield from both(f"{FOLDER}/{kind}.curves.svg", curves_picture(partial(ran, shown_example), shown_example.curves))


def ran(shown_example: Example) -> mars.Run:
    return mars.simulate(shown_example.circuit, until=shown_example.until)


def _equations(kind: str) -> list[str]:
    """The component's equations, then the definitions of their names, then its switching rules."""
    found = of_kind(kinds()[kind])
    if not found:
        return []
    lines = [f'<p class="{line.role}">{line.html}</p>' for line in sorted(found, key=lambda line: ROLES.index(line.role))]
    return ["## Equations", "", '<div class="equations">', *lines, "</div>", ""]


def _example(kind: str) -> list[str]:
    shown_example = example(kind)
    if shown_example is None:
        return []
    lines = ["## Example", "", shown(f"{kind}.circuit.svg", f"A circuit with {kind}"), ""]
    if shown_example.inside:
        lines += [f"The sheet of the subcircuit {shown_example.inside}:", "", shown(f"{kind}.inside.svg", "Its sheet"), ""]
    lines += [shown(f"{kind}.curves.svg", "Curves of its run"), ""]
    return [*lines, f"[This circuit as a file]({kind}.mars){{download}}, to be opened in the editor.", ""]


def _table(heading: str, columns: tuple[str, ...], rows: Any) -> list[str]:
    """Empty if there are no rows."""
    found = [" | ".join(map(_cell, row)) for row in rows]
    if not found:
        return []
    return [f"## {heading}", "", f"| {' | '.join(columns)} |", "|" + "---|" * len(columns), *(f"| {row} |" for row in found), ""]


def _limits(parameter: dict[str, Any]) -> str:
    """Limits, or the allowed laws."""
    laws = parameter.get("laws")
    return f"[law](../format.md#laws): {', '.join(laws)}" if laws else parameter["limits"]


def _default(value: Any) -> str:
    return f"`{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Paragraphs: consecutive lines that are not empty."""
    for is_text, block in groupby(lines, key=bool):
        if is_text:
            yield list(block)
