"""Keeps `gui/translations/ru.ts` up to date with the texts that are marked in the code.

    python -m docs.tools.editor_texts      adds new texts as unfinished, removes unused ones, reports what is missing

A text is marked by `self.tr("…")`, by `translate("Context", "…")`, or, in a table translated later, by `QT_TR_NOOP("…")` in a
class and `QT_TRANSLATE_NOOP("Context", "…")` elsewhere. It must be a literal: variable parts are placeholders ({name}, %1, %n).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from mars.gui.translations.language import translated

GUI = Path(__file__).parents[2] / "gui"
RUSSIAN = GUI / "translations" / "ru.ts"
FORMS = 3  # plural forms of a noun in Russian
Key = tuple[str, str]  # context, English text


class UnmarkedError(Exception):
    """A call to be translated whose text cannot be found."""


@dataclass(frozen=True)
class Text:
    context: str
    english: str
    is_counted: bool


def texts_in(folder: Path = GUI) -> dict[Key, Text]:
    """All marked texts, by context and in the order of the code."""
    found: dict[Key, Text] = {}
    for file in sorted(folder.rglob("*.py")):
        for text in _texts(ast.parse(file.read_text(encoding="utf-8")), "", file):
            found.setdefault((text.context, text.english), text)
    return dict(sorted(found.items(), key=lambda item: item[0][0]))


def _texts(node: ast.AST, context: str, file: Path) -> Iterator[Text]:
    if isinstance(node, ast.ClassDef):
        context = node.name
    if isinstance(node, ast.Call):
        yield from _marked(node, context, file)
    for child in ast.iter_child_nodes(node):
        yield from _texts(child, context, file)


def _marked(call: ast.Call, context: str, file: Path) -> Iterator[Text]:
    match call:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr="tr"), args=[text, *rest]):
            yield from (Text(context, each, len(rest) > 1) for each in _literals(text, call, file))
        case ast.Call(func=ast.Attribute(attr="tr")):
            raise UnmarkedError(f'{file.name}:{call.lineno}: only self.tr knows its context. Use translate("Context", …)')
        case ast.Call(func=ast.Name(id="QT_TR_NOOP"), args=[text]):
            yield from (Text(context, each, False) for each in _literals(text, call, file))
        case ast.Call(func=ast.Name(id="translate" | "QT_TRANSLATE_NOOP"), args=[ast.Constant(value=str(name)), text, *rest]):
            if isinstance(text, ast.Constant | ast.IfExp):  # otherwise it comes from a table that is marked itself
                yield from (Text(name, each, bool(rest)) for each in _literals(text, call, file))
        case ast.Call(func=ast.Name(id="translate" | "QT_TRANSLATE_NOOP"), args=[_, ast.Constant(), *_]):
            raise UnmarkedError(f"{file.name}:{call.lineno}: the context is no literal: {ast.unparse(call)}")


def _literals(text: ast.expr, call: ast.Call, file: Path) -> Iterator[str]:
    match text:
        case ast.Constant(value=str(literal)):
            yield literal
        case ast.IfExp(body=one, orelse=other):
            yield from _literals(one, call, file)
            yield from _literals(other, call, file)
        case _:
            raise UnmarkedError(f"{file.name}:{call.lineno}: the text is no literal: {ast.unparse(call)}")


def written(texts: dict[Key, Text], known: dict[Key, list[str]]) -> str:
    """The .ts file for Qt's Linguist, without line numbers: they would change with every edit."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" language="ru_RU" sourcelanguage="en">']
    context = None
    for key, text in texts.items():
        if text.context != context:
            lines += ["</context>"] * (context is not None) + ["<context>", f"    <name>{escape(text.context)}</name>"]
            context = text.context
        lines += _message(text, known.get(key))
    return "\n".join([*lines, "</context>", "</TS>", ""])


def _message(text: Text, forms: list[str] | None) -> list[str]:
    state = "" if forms else ' type="unfinished"'
    if text.is_counted:
        inside = [f"            <numerusform>{escape(form)}</numerusform>" for form in forms or [""] * FORMS]
        translation = [f"        <translation{state}>", *inside, "        </translation>"]
    else:
        translation = [f"        <translation{state}>{escape(forms[0] if forms else '')}</translation>"]
    counted = ' numerus="yes"' if text.is_counted else ""
    return [f"    <message{counted}>", f"        <source>{escape(text.english)}</source>", *translation, "    </message>"]


def main() -> int:
    texts = texts_in()
    known = translated(RUSSIAN.read_text(encoding="utf-8")) if RUSSIAN.exists() else {}
    gone = {english: forms for (context, english), forms in known.items() if (context, english) not in texts}
    moved = {key: gone[key[1]] for key in texts if key not in known and key[1] in gone}  # the same text in another class
    RUSSIAN.write_text(written(texts, known | moved), encoding="utf-8")
    missing = [key for key in texts if key not in known | moved]
    told = [f"{context}: {english}" for context, english in missing]
    told += [f"{len(texts)} texts, {len(missing)} of them without a translation, {len(known.keys() - texts.keys())} left out"]
    sys.stdout.write("\n".join(told) + "\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
