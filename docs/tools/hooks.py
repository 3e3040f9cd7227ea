"""MkDocs hooks that build the site: pages from elsewhere in the repository, the reference, figures, formulas."""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))  # MkDocs loads this file by its path

from docs.tools import figures, message_codes, reference  # noqa: E402 (see above)
from docs.tools.pictures import Make, shown  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

# Texts elsewhere in the repository, and the pages they become.
ELSEWHERE = {
    "CHANGELOG.md": "changes.md",
    "bench/README.md": "speed.md",
    "circuits/FORMAT.md": "format.md",
    "circuits/README.md": "circuits.md",
    "components/README.md": "components.md",
    "gui/README.md": "editor.md",
}
FONTS = ROOT / "mars/pictures/fonts"
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)#\s]+)")
FORMULA = re.compile(r'<(div|span) class="arithmatex">\\[\[(](.*?)\\[\])]</\1>', re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The reference in the navigation: families, then kinds."""
    pages: list[Any] = [f"{reference.FOLDER}/index.md"]
    for family, members in reference.families().items():
        pages.append({reference.title(family): [{kind: reference.page_path(kind)} for kind in members]})
    for entry in config.nav or []:
        if isinstance(entry, dict) and "Reference" in entry:
            entry["Reference"] = pages
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Everything in docs/ that is generated. A quick build, for tests, leaves images empty and runs nothing."""
    from mkdocs.structure.files import File

    def add(path: str, content: str | bytes) -> None:
        files.append(File.generated(config, path, content=content))

    def draw(made: Iterable[tuple[str, Make]]) -> None:
        for path, make in made:
            add(path, "" if config.extra.get("quick") else make())

    texts = {path: (ROOT / source).read_text(encoding="utf-8") for source, path in ELSEWHERE.items()}
    texts["circuits.md"] += f"\n{figures.gallery()}"
    for path, text in texts.items():
        add(path, text)
    for font in sorted(FONTS.glob("*.otf")):
        add(f"fonts/{font.name}", font.read_bytes())
    add(message_codes.PAGE, message_codes.page())
    add(f"{reference.FOLDER}/index.md", reference.overview())
    for members in reference.families().values():
        for kind in members:
            add(reference.page_path(kind), reference.page(kind))
            draw(reference.files(kind))
    written = (page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md")))
    draw(figures.wanted([*written, *texts.values()], DOCS))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links between files of the repository become links between pages; figures come in light and dark."""
    path = page.file.src_uri
    source = {target: source for source, target in ELSEWHERE.items()}.get(path, f"docs/{path}")
    markdown = LINK.sub(lambda found: _page_link(found[1], source, path), markdown)
    return figures.FIGURE.sub(lambda found: shown(found[2], found[1]), markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Formulas as MathML, which browsers render natively."""
    from latex2mathml.converter import convert

    def formula(found: re.Match[str]) -> str:
        display = "block" if found[1] == "div" else "inline"
        return convert(unescape(found[2]).strip(), display=display)

    return FORMULA.sub(formula, html)


def _page_link(link: str, source: str, page: str) -> str:
    """A link between files of the repository as a link between pages; one that leads to no page stays as it is."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    reached = ELSEWHERE.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else "")
    return posixpath.relpath(reached, posixpath.dirname(page) or ".") if reached else link
