"""The codes of messages, read from the source: the page that lists them, and errors without one."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = "message-codes.md"
FOLDERS = ("mars", "components", "gui/edits", "gui/animation", "gui/definitions", "gui/kinds", "gui/plots", "gui/files")
ERRORS = ("DocumentError", "RunError", "MarsError")
WORD = re.compile(r"\b[a-z]{2,}\b(?!\.)")
FIELD = re.compile(r"\{(\w+)[^}]*\}")
INTRODUCTION = """# Message codes

Errors, problems of `mars check`, remarks and events are messages: a template with named fields and a code. Wording may change and
is translated; codes and the names of fields stay. `mars check --json`, `mars run --json`, `mars verify --json` and errors of any
command with `--json` give them as `code` and `fields`; in Python they are `error.message.code` and `error.message.fields`,
`complaint.code` and `complaint.fields`, `event.code`, `run.remarks[0].code`.

A custom component in Python declares messages in the same way, see [Custom components](own-component.md#messages).

"""


def page() -> str:
    """The list of codes with the messages that have them."""
    lines = ["| code | messages |", "|---|---|"]
    for code, templates in sorted(codes().items()):
        lines.append(f"| `{code}` | {'<br>'.join(_cell(each) for each in dict.fromkeys(templates))} |")
    return INTRODUCTION + "\n".join(lines) + "\n"


def codes() -> dict[str, list[str]]:
    """The English templates of each code."""
    found: dict[str, list[str]] = defaultdict(list)
    for _, call in _calls():
        if code := _code(call):
            found[code] += _templates(call)
    return found


def places() -> dict[str, list[str]]:
    """Where in the source each code is given."""
    found: dict[str, list[str]] = defaultdict(list)
    for place, call in _calls():
        if code := _code(call):
            found[code].append(place)
    return found


def _code(call: ast.Call) -> str:
    code = next((k.value.value for k in call.keywords if k.arg == "code" and isinstance(k.value, ast.Constant)), None)
    if code is None and _name(call) == "Complaint" and len(call.args) > 4 and isinstance(call.args[4], ast.Constant):
        code = call.args[4].value
    return code if isinstance(code, str) else ""


def without_code() -> list[str]:
    """Errors raised with a text but without a code."""
    return [
        place
        for place, call in _calls()
        if _name(call) in ERRORS
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and WORD.search(FIELD.sub("", call.args[0].value))  # otherwise it has the code of its fields
        and not any(k.arg == "code" for k in call.keywords)
    ]


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node) in (*ERRORS, "Complaint", "Message"):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _templates(call: ast.Call) -> list[str]:
    """The template of an error or a message; for a complaint its cause, if it is a literal."""
    at = 1 if _name(call) == "Complaint" else 0
    text = call.args[at] if len(call.args) > at else None
    if isinstance(text, ast.Call) and text.args:
        text = text.args[0]
    return [text.value] if isinstance(text, ast.Constant) and isinstance(text.value, str) else []


def _cell(template: str) -> str:
    """A template for a table of Markdown, its fields in italics."""
    return FIELD.sub(r"*\1*", template.replace("|", "\\|").replace("<", "&lt;").replace("\n", " "))
