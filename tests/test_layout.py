"""The map of the source: few modules at the top, small files, one name for one class, packages as `pyproject.toml` lists them."""

import ast
import tomllib
from collections import defaultdict

import pytest

from tests.helpers.paths import ROOT

LARGEST_FILE = 400  # lines
MOST_AT_THE_TOP = {"mars": 10, "gui": 6}  # modules
SOURCES = [path for folder in MOST_AT_THE_TOP for path in sorted((ROOT / folder).rglob("*.py"))]

# Nouns of the field that end as a gerund does.
NOUNS = {"listing", "meaning", "recording", "sampling", "spring", "winding"}

# Being renamed and split; both lists end empty.
PENDING_CLASSES = {
    "Base", "Chain", "Choice", "Closure", "Coordinate", "Freedom", "Integration", "Link", "Part", "Pieces", "Row",
    "Sample", "State", "Tie", "Torn", "Unit", "Variable", "Wish",
}  # fmt: skip
PENDING_FILES = {
    "mars/events/switchboard.py", "mars/model/variables.py", "mars/solvers/driver.py", "mars/solvers/explicit_kernels.py",
    "mars/solvers/newmark_kernels.py", "mars/solvers/radau_kernels.py", "mars/tableau/system.py",
}  # fmt: skip
PENDING_GERUNDS = {"constraint_packing", "flattening", "live_drawing", "reading"}


def place(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("folder, most", MOST_AT_THE_TOP.items())
def test_few_modules_lie_at_the_top(folder, most):
    modules = [path.name for path in (ROOT / folder).glob("*.py")]
    assert len(modules) <= most, sorted(modules)


def test_files_can_be_read_in_one_sitting():
    long = {place(path) for path in SOURCES if len(path.read_text("utf-8").splitlines()) > LARGEST_FILE}
    assert long <= PENDING_FILES


def test_no_two_public_classes_of_the_engine_have_one_name():
    found = defaultdict(list)
    for path in (ROOT / "mars").rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(place(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1 and name not in PENDING_CLASSES} == {}


def test_modules_are_named_by_nouns():
    gerunds = {path.stem: place(path) for path in SOURCES if path.stem.rpartition("_")[2].endswith("ing")}
    assert {stem: path for stem, path in gerunds.items() if stem not in NOUNS | PENDING_GERUNDS} == {}


def test_the_packages_of_the_wheel_are_the_folders():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folders = []
    for package, folder in settings["package-dir"].items():
        root = ROOT / folder
        inside = {path.parent for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
        folders += (".".join((package, *each.relative_to(root).parts)) for each in inside)
    assert settings["packages"] == sorted(folders)
