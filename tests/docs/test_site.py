"""The documentation site: every kind has a page with an example that runs, what pages show is true, nothing leads nowhere."""

import re
import shutil
import subprocess

import numpy as np
import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from docs.tools import reference
from docs.tools.examples import BUILDERS, example
from docs.tools.figures import outcome
from mars.cli.main import main
from mars.component.base import Component
from mars.kinds.registry import kinds
from tests.helpers.paths import ROOT
from tests.helpers.waits import LIMIT

DOCS = ROOT / "docs"
LIBRARY = reference.shipped()
CONSTANT = {"electrical.battery", "electrical.ground", "signals.constant"}  # what they show is that nothing changes
CONSOLE = re.compile(r"^```console\n\$ mars (.*)\n((?:.*\n)*?)```", re.MULTILINE)
RESIDUAL = re.compile(r" +-?\d\.\de[+-]\d\d")  # rounding errors, which every processor has its own of
FETCHED = re.compile(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?//')


def test_kinds_of_other_libraries_stay_out_of_the_reference(monkeypatch):
    class Fan(Component, kind="my_parts.fan"):
        """Of somebody's own."""

    monkeypatch.setattr(reference, "kinds", lambda: {**kinds(), "my_parts.fan": Fan})
    assert len(LIBRARY) > 100 and reference.shipped() == LIBRARY
    assert "my_parts" not in reference.families() and "my_parts" not in reference.overview()


def test_every_kind_of_the_library_has_an_example():
    assert set(LIBRARY) <= set(BUILDERS), "write one in docs/tools/examples"
    assert set(BUILDERS) <= set(LIBRARY), "examples of kinds that are gone"


@pytest.mark.parametrize("kind", BUILDERS)
def test_example_runs_and_shows_something(kind):
    shown = example(kind)
    assert shown is not None
    used = [component.kind for component in shown.circuit.components.values()]
    inner = shown.circuit.definitions.get(shown.inside, {}).get("subcircuit", {}).get("components", {})
    assert kind in [*used, *(each["kind"] for each in inner.values())]
    run = reference.ran(shown)
    assert run.time[-1] == shown.until
    curves = run.at(run.curve_times(), *shown.curves)
    assert all(np.isfinite(values).all() for values in curves.values())
    assert (kind in CONSTANT) != any(np.ptp(values) > 0 for values in curves.values())


@pytest.mark.parametrize("page", sorted(path.stem for path in (DOCS / "tutorial").glob("*.md") if path.stem != "index"))
def test_python_of_the_tutorial_runs_as_printed(page):
    made = outcome(DOCS / f"tutorial/{page}.md")
    assert all(name in made["run"] for name in made["shown"])


CONSOLES = [
    pytest.param(arguments, said, id=f"{page.stem}: {arguments}")
    for page in sorted(DOCS.rglob("*.md"))
    for arguments, said in CONSOLE.findall(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("arguments", "said"), CONSOLES)
def test_command_says_what_the_page_prints(arguments, said, capsys, monkeypatch):
    """An ellipsis on the last line stands for the rest."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "130")
    assert main(arguments.split()) in (0, None)
    printed = [RESIDUAL.sub("", line).rstrip() for line in capsys.readouterr().out.splitlines()]
    expected = [RESIDUAL.sub("", line) for line in said.splitlines()]
    if expected[-1] == "…":
        expected = expected[:-1]
        printed = printed[: len(expected)]
    assert printed == expected


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Built strictly, so that a broken link fails; without pictures and runs, which `./dev docs` makes."""
    folder = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder))
    config.extra["quick"] = True
    build(config)
    return folder


@pytest.mark.slow
def test_every_kind_has_a_page(site):
    for kind in LIBRARY:
        text = (site / f"reference/{kind}.html").read_text(encoding="utf-8")
        assert all(heading in text for heading in ('id="ports"', 'id="equations"', 'id="example"')), kind


def test_pages_fetch_nothing_from_elsewhere(site):
    guilty = [page.name for page in site.rglob("*.html") if FETCHED.search(page.read_text(encoding="utf-8"))]
    assert not guilty


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.skipif(BROWSER is None, reason="no browser to look with")
def test_search_works_in_pages_that_are_opened_from_the_disk(site, tmp_path):
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--virtual-time-budget=20000"]
    address = f"{(site / 'reference/joints.rotation.html').as_uri()}?q=damper"
    shown = subprocess.run([BROWSER, *options, "--dump-dom", address], capture_output=True, text=True, timeout=LIMIT).stdout
    assert re.search(r"\d+ matching documents", shown) and "/reference/dynamics.slide_damper.html" in shown


def test_formulas_are_drawn_by_the_browser_itself(site):
    for page in (site / "method").glob("*.html"):
        assert "arithmatex" not in page.read_text(encoding="utf-8")
    assert "<math" in (site / "method/equivalents.html").read_text(encoding="utf-8")
