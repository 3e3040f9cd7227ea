"""Kinds from Python files in the plug-in folder of the user library. Those that cannot be used become complaints.

They are read once, when Mars starts; changed files are read at the next start.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

from mars.component.author_errors import error_text
from mars.component.base import Component
from mars.component.handles import Handle
from mars.component.icon_paths import outlines
from mars.component.plugin_guard import guard_methods
from mars.errors import Complaint, DocumentError
from mars.formulas.units import parse_unit
from mars.kinds.resolved import resolve_values
from mars.kinds.user_folder import plugins_folder
from mars.messages import Message
from mars.names import within

_problems: dict[Complaint, str] = {}  # with the file or package of each


def problems() -> list[Complaint]:
    """Problems of the plug-ins that were read (`mars.kinds.installed.kinds` reads them)."""
    return list(_problems)


def reason(kind: str) -> str:
    """Why a plug-in that defines the kind is not available, and the remedy; or empty."""
    for problem in problems():
        path = Path(_problems[problem])
        if kind in problem.fields.values() or (path.is_file() and kind in path.read_text("utf-8", "replace")):
            return problem.message
    return ""


def loaded(installed: Mapping[str, type[Component]]) -> dict[str, type[Component]]:
    """The kinds of all usable files; none of them replaces an installed one."""
    found: dict[str, type[Component]] = {}
    for path in sorted(plugins_folder().glob("*.py")):
        remedy = Message("Fix {path} in {parent}, or remove it, then restart Mars", path=path.name, parent=path.parent)
        found |= usable(lambda path=path: classes_in(_imported(path)), {**installed, **found}, str(path), remedy)
    return found


def usable(
    classes: Callable[[], Iterable[type[Component]]], known: Mapping[str, type[Component]], path: str, remedy: str
) -> dict[str, type[Component]]:
    """The usable classes of a file or package; errors in the others are added to `problems`."""
    found: dict[str, type[Component]] = {}
    causes = []
    try:
        for cls in classes():
            cause = _unfit(cls, {**known, **found})
            causes += [cause] if cause else []
            found |= {} if cause else {cls.kind: guard_methods(cls)}
    except (Exception, SystemExit) as error:  # plug-in code may raise anything
        causes.append(_cause(error, path))
    for cause in causes:  # circuits run without these kinds
        cause = Message("cannot use the plug-in {name}: {cause}", name=Path(path).name, cause=cause)
        _problems[Complaint("", cause, remedy, "warning", "plugin")] = path
    return found


def classes_in(module: ModuleType) -> Iterator[type[Component]]:
    """The kinds defined in a module."""
    for _, cls in inspect.getmembers(module, inspect.isclass):
        if issubclass(cls, Component) and cls.kind and cls.__module__ == module.__name__:
            yield cls


def _imported(path: Path) -> ModuleType:
    name = f"mars_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # always set for a file that ends with .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their module there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _unfit(cls: type[Component], known: Mapping[str, type[Component]]) -> str:
    """Why a kind cannot be used, or empty."""
    line = _line(cls)
    if "." not in cls.kind:
        return Message("{line}the kind “{kind}” has no family. Rename it to my_parts.{kind}", line=line, kind=cls.kind)
    if cls.kind in known:
        return Message(
            "{line}the kind “{kind}” already exists in {home}. Choose another name",
            line=line,
            kind=cls.kind,
            home=_home(known[cls.kind]),
        )
    try:
        for declared in (*cls.parameters.values(), *cls.states.values(), *cls.results.values(), *cls.holds.values()):
            within(f"{cls.kind}.{declared.name}", parse_unit, declared.unit or "1")
        values, wrong = resolve_values(cls, cls.kind, {}, {})
        ports = {} if wrong else cls.ports_for(values)
        for _, data in cls.icon.strokes:
            outlines(data)
        cls()
    except DocumentError as error:
        return f"{line}{error}"
    except Exception as error:
        wrong, ports = [error_text(error)], {}
    if wrong:
        return Message(
            "{line}{kind} is not valid with its default values: {wrong}", line=line, kind=cls.kind, wrong=wrong[0]
        ).rstrip(".")
    if not cls.letters or not cls.icon.strokes:
        return Message("{line}{kind} needs a name prefix (letters) and an icon", line=line, kind=cls.kind)
    if cls.handle is not None and not isinstance(cls.handle, Handle):
        return Message("{line}the handle of {kind} is not a Handle", line=line, kind=cls.kind)
    off = [name for name, port in ports.items() if port.at[0] % 10 or port.at[1] % 10]
    return (
        Message("{line}port {off} of {kind} is off the grid (multiples of 10)", line=line, off=off[0], kind=cls.kind)
        if off
        else ""
    )


def _home(cls: type[Component]) -> str:
    """Where a kind is defined: a file, or the library."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return "the library" if cls.__module__.startswith("mars.") or not file else str(file)


def _line(cls: type) -> str:
    try:
        return Message("line {getsourcelines}: ", getsourcelines=inspect.getsourcelines(cls)[1])
    except (OSError, TypeError):  # a class not defined by a source line
        return ""


def _cause(error: BaseException, path: str) -> str:
    """The line of the file that raised the error, and the error."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return Message("line {lineno}: {msg}", lineno=error.lineno, msg=error.msg)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return Message("line {lines}: {error_text}", lines=lines[-1], error_text=error_text(error)) if lines else error_text(error)
