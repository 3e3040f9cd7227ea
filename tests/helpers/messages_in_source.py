"""Messages of Mars other than those of its library, read from its source: every sentence and phrase as a template with {} for its
fields. `python -m tests.helpers.messages_in_source` lists those without a Russian translation."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from itertools import product

import mars.component.declarations
from mars.cli.translated_parser import OF_ARGPARSE
from tests.helpers.paths import ROOT

RUSSIAN = ROOT / "mars/translation/ru_messages.json"
FOLDERS = (
    "mars",
    "components",
    "gui/edits",
    "gui/animation",
    "gui/plots/csv_tables.py",
    "gui/files/recovery.py",
    "gui/system_libraries.py",
    "gui/widgets/image_files.py",
    "gui/kinds/custom_kinds.py",
    "gui/definitions/definition_commands.py",
    "gui/definitions/icon_templates.py",
)
# Code in texts, images, a table, and sentences translated by the editor.
SILENT_FILES = re.compile(
    r"/machine/|kernels\.py|svg\.py|/style\.py|/abi\.py|/explicit_replay\.py|/guard_\w+\.py|/panel\.py|/readable/styles\.py|/addresses\.py|/stiffness\.py"
)
# Two words, or a word and a field, or an event; but no markup, names of motions or file keys.
PHRASE = re.compile(r"^t = |[^\W\d_]{2,}[,:;.]? [^\W\d_]|[^\W\d_]{2,} \{\w*\}|\{\w*\}[:,]?( J)? [^\W\d_]{2,}")
FIELD = re.compile(r"run\.|\{[^}]*\}")
WORD = re.compile(r"[^\W\d_]{2,}")
NO_PHRASE = re.compile(
    r"rate \{\}|Unterminated string|Expecting |Extra data|Invalid control|"
    r"<[\w?]|\[Desktop|[TR][xyz] |mars (run|snapshot|clipboard|\{\})$|made with$|truth value of|QAbstractSpinBox|border: 0|sudo "
)
# Calls whose texts are not messages: programming errors, declarations (texts of the library).
SILENT = {"ValueError", "AssertionError", "TypeError", "AttributeError", "NotImplementedError", "KeyError", "RuntimeError"}
RENDERED = {"Message", "DocumentError", "RunError", "MarsError", "message", "in_turn"}  # take a template and its fields
SILENT |= {"compile", "translate", "tr", "warn"} | {*mars.component.declarations.__all__}


def templates() -> dict[str, str]:
    """Every template and phrase of the source, and its location."""
    found = {text: place for text, place in _found() if not text.startswith("f:")}
    return found | dict.fromkeys(OF_ARGPARSE, "argparse")


def f_strings() -> list[str]:
    """Phrases composed by f-strings or +: they could not be translated."""
    return [f"{place}: {text[2:]}" for text, place in _found() if text.startswith("f:")]


def _found() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in [ROOT / folder] if folder.endswith(".py") else sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not SILENT_FILES.search(name):
                for line, text in _phrases(ast.parse(path.read_text("utf-8"))):
                    yield text, f"{name}:{line}"


def _phrases(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Compare) or (isinstance(node, ast.Call) and _name(node.func) in SILENT):
        return
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
        return
    children = list(ast.iter_child_nodes(node))
    if (
        isinstance(node, ast.Call)
        and _name(node.func) in RENDERED
        and node.args
        and (node.keywords or _name(node.func) == "in_turn")
    ):
        for template in _literals(node.args[0]):
            if WORD.search(FIELD.sub("", template)):
                yield node.lineno, template
        children = [*node.args[1:], *(each.value for each in node.keywords), *([] if _literals(node.args[0]) else node.args[:1])]
    elif isinstance(node, ast.Dict):
        children = [*node.values]
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and PHRASE.search(node.value) and not NO_PHRASE.match(node.value):
            yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr | ast.BinOp):
        for variant in dict.fromkeys(_variants(node) or ()):
            if PHRASE.search(variant) and not NO_PHRASE.match(variant):
                yield node.lineno, f"f:{variant}" if "{}" in variant else variant
        children = _gaps(node)
    for child in children:
        yield from _phrases(child)


def _literals(node: ast.expr) -> list[str]:
    """A template, or the two of a choice."""
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _variants(node: ast.AST) -> list[str] | None:
    """A text with its fields, once for each choice between texts in it; None if it is not a text."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else None
    if isinstance(node, ast.FormattedValue):
        return _variants(node.value) if _is_choice(node.value) else ["{}"]
    if isinstance(node, ast.JoinedStr):
        return ["".join(chosen) for chosen in product(*(_variants(part) or ["{}"] for part in node.values))]
    if isinstance(node, ast.IfExp):
        return [*(_variants(node.body) or ["{}"]), *(_variants(node.orelse) or ["{}"])]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _variants(node.left), _variants(node.right)
        if left or right:
            return [a + b for a in left or ["{}"] for b in right or ["{}"]]
    return None


def _is_choice(node: ast.expr) -> bool:
    return isinstance(node, ast.IfExp) and any(_variants(way) for way in (node.body, node.orelse))


def _gaps(node: ast.AST) -> list[ast.AST]:
    """The expressions filled in, which may contain phrases too."""
    if isinstance(node, ast.FormattedValue):
        return _gaps(node.value) if _is_choice(node.value) else [node.value]
    if isinstance(node, ast.IfExp):
        return [node.test, *_gaps(node.body), *_gaps(node.orelse)]
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return [gap for child in ast.iter_child_nodes(node) for gap in _gaps(child)]
    return [] if isinstance(node, ast.Constant | ast.operator) else [node]


if __name__ == "__main__":
    known, found = json.loads(RUSSIAN.read_text("utf-8"))["messages"], templates()
    missing = [f"{place}: {template}" for template, place in found.items() if template not in known]
    unused = [f"no longer used: {template}" for template in known if template not in found]
    sys.stdout.write("\n".join([*missing, *unused, *(f"an f-string: {each}" for each in f_strings()), ""]))
