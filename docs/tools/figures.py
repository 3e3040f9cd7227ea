"""Figures that pages request by name: `figures/circuit.four_bar.svg` is drawn, `figures/curves.four_bar.svg` is run.

| name | what it shows |
|---|---|
| `circuit.NAME`, `curves.NAME` | an example of circuits/, and its run |
| `drawn.PAGE`, `run.PAGE` | the circuit `c` and the run `run` made by the Python code of a tutorial page |
| `symbol.KIND` | a symbol with its ports named |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stdout
from functools import cache
from importlib.resources import files
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mars
from mars.kinds.registry import kinds
from mars.pictures.sheet.draw import draw

from .pictures import Draw, Make, both, circuit_picture, curves_picture, kept_picture, portrait

FIGURE = re.compile(r"!\[([^\]]*)\]\(([^)#\s]*figures/([a-z]+)\.([\w.-]+)\.svg)\)")
CIRCUITS = Path(str(files("mars.circuits")))
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def wanted(texts: Iterable[str], docs: Path) -> Iterator[tuple[str, Make]]:
    """Path and factory of every figure in a text."""
    names = {(found[3], found[4]) for text in texts for found in FIGURE.finditer(text)}
    for what, name in sorted(names):
        yield from both(f"figures/{what}.{name}.svg", figure(what, name, docs))


def gallery() -> str:
    """Markdown: every example with its note and its drawing."""
    lines = []
    for path in sorted(CIRCUITS.glob("*.mars")):
        circuit = mars.load(path)
        lines += [f"## {circuit.title or path.stem}", f"`circuits/{path.name}`", circuit.note]
        lines.append(f"![{circuit.title or path.stem}](figures/circuit.{path.stem}.svg)")
    return "\n\n".join(lines) + "\n"


def figure(what: str, name: str, docs: Path) -> Draw:
    """One of the figures of the table above."""
    if what == "symbol":
        return portrait(kinds()[name])
    page = docs / f"tutorial/{name}.md"
    if what == "drawn":
        return lambda theme: draw(outcome(page)["c"], theme=theme)
    if what == "run":
        return lambda theme: curves_picture(lambda: outcome(page)["run"], outcome(page)["shown"])(theme)
    circuit = mars.load(CIRCUITS / f"{name}.mars")
    return circuit_picture(circuit) if what == "circuit" else kept_picture(lambda: mars.simulate(circuit))


@cache
def outcome(page: Path) -> dict[str, Any]:
    """The variables left by the Python code of a page when it is run from top to bottom, in a temporary folder."""
    code = "\n".join(CODE.findall(page.read_text(encoding="utf-8")))
    made: dict[str, Any] = {}
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(StringIO()):
        exec(compile(code, page.name, "exec"), made)  # our own page, run as its reader would
    return made
