"""The tests are one package: what they share is in `tests/helpers`, and no test file imports another."""

import ast

import pytest

from tests.helpers.paths import ROOT

FILES = sorted((ROOT / "tests").rglob("*.py"))


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module.startswith("tests"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT / "tests").as_posix())
def test_only_helpers_are_imported(path):
    assert (path.parent / "__init__.py").exists()
    tree = ast.parse(path.read_text("utf-8"))
    for name in imported(tree):
        package, _, rest = name.partition(".")
        assert package != "tests" or not rest or rest.split(".")[0] == "helpers", name
        assert not package.startswith("test_") and package != "conftest", name
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.path"]
