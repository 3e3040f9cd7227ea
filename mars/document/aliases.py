"""Old names of kinds, parameters, ports, variables and run settings: one table for files and the Python API.

To rename one of these, add a line to `ALIASES`. Files with the old name are read as if they had the new one, and are saved with
it; in Python the old name still works, with a DeprecationWarning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mars.plain_values import section, with_texts

if TYPE_CHECKING:
    from mars.document.circuit import Circuit

# (what, kind, old name): new name. `what` is "kind", "parameter", "port", "variable" or "setting"; `kind` is the current name of
# the kind that has the parameter, port or variable, else empty. An example: ("port", "joints.rotation", "hinge"): "turn".
ALIASES: dict[tuple[str, str, str], str] = {}

Kinds = Mapping[str, str]  # of the components of a sheet, by name


def current(what: str, name: str, kind: str = "") -> str:
    """The current name for a name that may be old."""
    return ALIASES.get((what, kind, name), name)


def accept(what: str, name: str, kind: str = "") -> str:
    """As `current`, for a name used in Python: an old one gives a warning."""
    new = current(what, name, kind)
    if new != name:
        warn(f"the {what} {name}{f' of {kind}' if kind else ''} is now called {new}")
    return new


def current_result(circuit: Circuit, path: str) -> str:
    """As `current`, for the name of a result (`KN1.angle`, `Axis1.KN1.turn.speed`)."""
    if not ALIASES:
        return path
    return _current_result(path, {name: c.kind for name, c in circuit.components.items()}, circuit.definitions)


def accept_result(circuit: Circuit, path: str) -> str:
    """As `accept`, for the name of a result."""
    new = current_result(circuit, path)
    if new != path:
        warn(f"the variable {path} is now called {new}")
    return new


def warn(message: str) -> None:
    """A DeprecationWarning at the line outside Mars that used the old name."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "mars":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DeprecationWarning, stacklevel=level)


def with_current_names(data: dict[str, Any]) -> dict[str, Any]:
    """The content of a file with old names replaced, in place."""
    if not ALIASES:
        return data
    run, definitions = section(data, "run"), section(data, "definitions")
    inner = [definition for definition in definitions.values() if isinstance(definition, dict)]
    sheets = [(data, "circuit", run), *((definition, "subcircuit", definition) for definition in inner)]
    for holder, key, _ in sheets:
        _update_components(section(holder, key))
    for holder, key, about_start in sheets:
        _update_paths(holder, section(holder, key), about_start, definitions)
    if run:
        data["run"] = {current("setting", name): value for name, value in run.items()}
    return data


def _update_components(sheet: dict[str, Any]) -> None:
    for entry in section(sheet, "components").values():
        if isinstance(entry, dict) and isinstance(entry.get("kind"), str):
            kind = entry["kind"] = current("kind", entry["kind"])
            if isinstance(entry.get("values"), dict):
                entry["values"] = {current("parameter", name, kind): value for name, value in entry["values"].items()}


def _update_paths(holder: dict[str, Any], sheet: dict[str, Any], about_start: dict[str, Any], definitions: Any) -> None:
    kinds = _kinds_on(sheet)

    def end(name: str) -> str:
        owner, dot, port = name.partition(".")
        return f"{owner}.{current('port', port, kinds[owner])}" if dot and owner in kinds else name

    def result(name: str) -> str:
        return _current_result(name, kinds, definitions)

    if "links" in sheet:
        sheet["links"] = with_texts(sheet["links"], end)
    if "start" in about_start:
        about_start["start"] = _with_keys(about_start["start"], result)
    looks = section(holder, "drawing")
    if "links" in looks:
        looks["links"] = _with_keys(looks["links"], lambda key: " ".join(map(end, key.split(" "))))
    views = section(holder, "views")
    for name, content in views.items():
        views[name] = with_texts(content, end if name == "motion" else result, keys=True)  # motion contains names of ports


def _with_keys(data: Any, change: Callable[[str], str]) -> Any:
    return {change(key): value for key, value in data.items()} if isinstance(data, dict) else data


def _kinds_on(sheet: Any) -> Kinds:
    entries = section(sheet, "components") if isinstance(sheet, dict) else {}
    found = {name: entry.get("kind") for name, entry in entries.items() if isinstance(entry, dict)}
    return {name: kind for name, kind in found.items() if isinstance(kind, str)}


def _current_result(path: str, kinds: Kinds, definitions: Mapping[str, Any]) -> str:
    owner, dot, rest = path.partition(".")
    if not dot or owner not in kinds:
        return path
    kind = kinds[owner]
    if isinstance(definition := definitions.get(kind), dict):
        return f"{owner}.{_current_result(rest, _kinds_on(definition.get('subcircuit')), definitions)}"
    if (new := current("variable", rest, kind)) != rest:
        return f"{owner}.{new}"
    first, dot, tail = rest.partition(".")
    return f"{owner}.{current('port', first, kind)}.{tail}" if dot else path
