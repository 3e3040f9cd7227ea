"""The map of the source: few modules at the top, small files, one name for one class, packages as `pyproject.toml` lists them."""

import ast
import re
import tomllib
from collections import defaultdict

import pytest

from tests.helpers.paths import ROOT

LARGEST_FILE = 400  # lines
MOST_AT_THE_TOP = {"mars": 11, "gui": 6}  # modules
SOURCES = [path for folder in MOST_AT_THE_TOP for path in sorted((ROOT / folder).rglob("*.py"))]

# Nouns of the field that end as a gerund does.
NOUNS = {"drawing", "listing", "meaning", "packing", "reading", "recording", "sampling", "spelling", "tearing"}

PAGES = [*(ROOT / "mars").rglob("README.md"), *(ROOT / "gui").rglob("README.md")]
PAGES += [ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md", ROOT / "tests/README.md"]
RESERVED = {"mars/analyses/", "mars/ensemble/"}  # told in the guides, still to come


def place(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("folder, most", MOST_AT_THE_TOP.items())
def test_few_modules_lie_at_the_top(folder, most):
    modules = [path.name for path in (ROOT / folder).glob("*.py")]
    assert len(modules) <= most, sorted(modules)


def test_files_can_be_read_in_one_sitting():
    long = {place(path) for path in SOURCES if len(path.read_text("utf-8").splitlines()) > LARGEST_FILE}
    assert long == set()


def test_no_two_public_classes_of_the_engine_have_one_name():
    found = defaultdict(list)
    for path in (ROOT / "mars").rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(place(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_modules_are_named_by_nouns():
    last_words = {place(path): path.stem.rpartition("_")[2] for path in SOURCES}
    assert {path: word for path, word in last_words.items() if word.endswith("ing") and word not in NOUNS} == {}


def test_the_packages_of_the_wheel_are_the_folders():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folders = []
    for package, folder in settings["package-dir"].items():
        root = ROOT / folder
        inside = {path.parent for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
        folders += (".".join((package, *each.relative_to(root).parts)) for each in inside)
    assert settings["packages"] == sorted(folders)


@pytest.mark.parametrize("folder", MOST_AT_THE_TOP)
def test_every_package_says_what_it_is_for(folder):
    packages = {path.parent for path in (ROOT / folder).glob("*/*.py")}
    assert [place(package) for package in sorted(packages) if not (package / "README.md").exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=place)
def test_files_that_a_guide_names_exist(page):
    """A bare name is one in the folder of the page, or in a folder that the same line names."""
    missing = []
    for line in page.read_text("utf-8").splitlines():
        named = re.findall(r"`([\w/.]+(?:\.(?:py|json|md|toml)|/))`", line)
        roots = [page.parent, ROOT, page.parents[1]]
        folders = [root / name.rpartition("/")[0] for root in roots for name in ["", *named]]
        missing += (name for name in named if name not in RESERVED and not any((folder / name).exists() for folder in folders))
    assert missing == []
