"""Kinds defined in a file: subcircuits and custom equations, used by components whose kind has no dot (`"kind": "Axis"`).

A subcircuit has its own sheet. Its ports are drawn there as terminals, its parameters are variables of that sheet.
"""

from __future__ import annotations

import hashlib
import json
import marshal
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from mars.component.base import Component
from mars.component.declarations import Icon
from mars.component.icon_paths import outlines
from mars.document.circuit import Circuit
from mars.document.data import shared_data, sheet_physics
from mars.document.flags import with_flag_words
from mars.errors import DocumentError, MarsError
from mars.kinds.sheet_cache import SHEET, check_sheet, frozen, has_sheet, sheet, sound_copy
from mars.kinds.subcircuit_kind import no_variable, subcircuit_kind, terminal_of
from mars.messages import Message, all_of
from mars.names import checked_name, initials
from mars.plain_values import filled, plain

Definition = dict[str, Any]
MARK = "library"  # key under which a definition stores the hash of the embedded content
LOOKS = ("letters", "note", "icon", MARK)
KNOWN = (*SHEET, "equations", "parameters", *LOOKS)
SECTION = ("variables", "components", "links")  # of the sheet itself
HOST = ("class", "gravity", "title", "note")  # of a circuit; a sheet inherits those of the host circuit
LARGEST_SYMBOL = 500  # from its centre to each side


def is_defined(kind: str) -> bool:
    """Whether a kind is defined in the file; those of libraries have a family."""
    return "." not in kind


def kinds_of(definitions: Mapping[str, Definition]) -> dict[str, type[Component]]:
    """The valid kinds of a file."""
    found = {}
    for name, definition in definitions.items():
        try:
            found[name] = kind_of(name, definition)
        except MarsError:
            continue  # reported by `mars.topology.flat_circuit`
    return found


def complaint_of(name: str, definition: Any) -> str:
    """The error in a definition, or empty."""
    try:
        kind_of(name, definition)
    except MarsError as error:
        return error.message
    return ""


def kind_of(name: str, definition: Any) -> type[Component]:
    """The kind made by a definition; raises DocumentError if it is invalid."""
    if has_sheet(definition):
        check_sheet(name, definition)
        definition = _face(definition)
    found = _judged(name, frozen(definition))
    if isinstance(found, MarsError):
        raise found.with_traceback(None)
    return found


def hash_of(definition: Definition) -> str:
    """Hash of the content of a definition, independent of the library it came from."""
    content = {key: value for key, value in definition.items() if key != MARK}
    if entries := {name: with_flag_words(entry) for name, entry in entries_of(definition).items()}:
        content["subcircuit"] = content["subcircuit"] | {"components": content["subcircuit"]["components"] | entries}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def all_deciding(circuit: Circuit) -> dict[str, Any]:
    """The parts of the used definitions that affect the motion of a circuit."""
    used = with_parts([c.kind for c in circuit.components.values()], circuit.definitions)
    return {name: deciding(definition) for name, definition in used.items()}


def same_physics(one: Any, other: Any) -> bool:
    """Whether two definitions give the same motion; sheets are not read if only looks differ, or components do."""
    if isinstance(one, dict) and isinstance(other, dict):
        content = [{key: value for key, value in each.items() if key not in (*LOOKS, "drawing")} for each in (one, other)]
        if content[0] == content[1]:
            return True
        before, after = (list(entries_of(each).items()) for each in (one, other))
        if len(before) == len(after):
            changed = [entry for pair in zip(before, after, strict=True) if pair[0] != pair[1] for _, entry in pair]
            if any(terminal_of(entry["kind"]) is None for entry in changed):
                return False
    return deciding(one) == deciding(other)


def deciding(definition: Any) -> Any:
    """The parts of a definition that affect the motion, as for the main sheet: no looks, no notes."""
    if not isinstance(definition, dict):
        return definition
    content = {key: value for key, value in definition.items() if key not in (*LOOKS, *SHEET)}
    if isinstance(content.get("parameters"), list):
        content["parameters"] = sorted(map(str, content["parameters"]))
    if isinstance(content.get("equations"), str):
        from mars.kinds.equation_text import without_notes

        content["equations"] = without_notes(content["equations"])
    try:
        inner = sheet("", definition) if has_sheet(definition) else None
    except MarsError:  # it cannot be used, so its whole sheet counts
        return content | {key: definition[key] for key in SHEET if key in definition}
    if inner is None:
        return content
    found = sheet_physics(inner)
    for _, component in found["components"]:
        if terminal_of(component["kind"]) is not None:
            component.pop("values", None)  # the side of a port
    return content | {"subcircuit": found}


def unknown_keys(definition: Any) -> list[tuple[str, str]]:
    """Unknown keys of a definition and of its sheet, each with the closest known key, or empty."""
    if not isinstance(definition, dict):
        return []
    sheet = definition.get("subcircuit")
    pairs = [(key, KNOWN) for key in definition] + [
        (key, (*SECTION, *HOST)) for key in (sheet if isinstance(sheet, dict) else ())
    ]
    odd = [(key, known) for key, known in pairs if key not in known]
    return [(key, next(iter(get_close_matches(key, known, n=1)), "")) for key, known in odd]


def entries_of(definition: Any) -> dict[str, dict[str, Any]]:
    """The components on the sheet of a definition as stored in the file; invalid entries are left out."""
    sheet = definition.get("subcircuit") if isinstance(definition, dict) else None
    entries = sheet.get("components") if isinstance(sheet, dict) else None
    found = entries.items() if isinstance(entries, dict) else ()
    return {name: entry for name, entry in found if isinstance(entry, dict) and isinstance(entry.get("kind"), str)}


def used_by(definition: Any) -> list[str]:
    """The definitions used directly on the sheet of a definition."""
    return list(dict.fromkeys(entry["kind"] for entry in entries_of(definition).values() if is_defined(entry["kind"])))


def with_parts(names: list[str], definitions: Mapping[str, Definition]) -> dict[str, Definition]:
    """The named definitions and all definitions they use, dependencies first."""
    found: dict[str, Definition] = {}
    waiting = [(name, False) for name in reversed(names)]
    seen: set[str] = set()
    while waiting:
        name, is_ready = waiting.pop()
        if is_ready:
            found[name] = definitions[name]
        elif name in definitions and name not in seen:
            seen.add(name)
            waiting.append((name, True))
            waiting += [(part, False) for part in reversed(used_by(definitions[name]))]
    return found


def sheet_of(circuit: Circuit, name: str) -> Circuit:
    """The inner circuit of a subcircuit as a separate circuit; class, gravity and definitions are the host's."""
    inner = read_sheet(circuit, name).copy()
    inner.motions, inner.gravity = circuit.motions, circuit.gravity
    inner.definitions = circuit.definitions
    return inner


def read_sheet(circuit: Circuit, name: str) -> Circuit:
    """The inner circuit, for reading only: it is shared and must not be changed."""
    definition = circuit.definitions.get(name)
    if not has_sheet(definition):
        raise DocumentError("{name}: no such subcircuit in the file", code="unknown-definition", name=name)
    return sheet(name, definition)


def is_sheet(circuit: Circuit, name: str) -> bool:
    """Whether a definition can be shown as a sheet."""
    definition = circuit.definitions.get(name)
    try:
        return has_sheet(definition) and check_sheet(name, definition) is None
    except MarsError:
        return False


def define(
    circuit: Circuit, name: str, content: Circuit | str, parameters: Iterable[str], looks: Mapping[str, Any]
) -> type[Component]:
    """Add or replace a definition; raises DocumentError if it is invalid."""
    name = checked_name(name, "definition")
    if isinstance(content, str):
        definition: Definition = {"equations": content}
        if listed := list(parameters):
            raise DocumentError(
                "definition {name}: with equations, parameters are declared in the text. Declare {listed} there",
                code="definition",
                name=name,
                listed=listed[0],
            )
    elif not isinstance(content, Circuit):
        raise DocumentError(
            "definition {name}: expected a circuit or a text with equations, not {type}",
            code="definition",
            name=name,
            type=type(content).__name__,
        )
    else:
        parameters = list(parameters)
        for each in parameters:
            if each not in content.variables:
                raise no_variable(name, each, content)
        definition = definition_of(content, {"parameters": parameters})
        if name in with_parts([c.kind for c in content.components.values()], content.definitions):
            raise DocumentError(
                "definition {name}: would contain itself. Choose another name", code="circular-definition", name=name
            )
        for part, its in content.definitions.items():
            if circuit.definitions.get(part, its) != its:
                raise DocumentError(
                    (
                        "definition {name}: {part}, which it uses, has a different definition in this circuit. "
                        "Rename one of the two"
                    ),
                    code="name-taken",
                    name=name,
                    part=part,
                )
    definition |= plain(filled(dict(looks)), name)
    found = kind_of(name, definition)
    parts = content.definitions if isinstance(content, Circuit) else {}
    circuit.definitions = {**circuit.definitions, **parts, name: definition}
    return found


def definition_of(inner: Circuit, old: Mapping[str, Any]) -> Definition:
    """The definition after its sheet was changed; everything that is not on the sheet stays as it was."""
    data, before = shared_data(inner), old.get("subcircuit")
    own_section = {key: value for key, value in data["circuit"].items() if key not in HOST}
    own_section |= {key: before[key] for key in HOST if isinstance(before, dict) and key in before}
    about = filled({"start": data.get("run", {}).get("start", {}), "drawing": data.get("drawing", {})})
    parameters = [name for name in old.get("parameters", []) if isinstance(name, str) and name in inner.variables]
    return {
        **sound_copy({"subcircuit": own_section, **about}),
        **filled({"parameters": parameters}),
        **{key: value for key, value in old.items() if key not in (*SHEET, "parameters", MARK)},
    }


def _face(definition: Definition) -> Definition:
    """The outward parts of a subcircuit, which define its kind: other edits of its sheet do not change the kind."""
    sheet, looks = definition["subcircuit"], definition.get("drawing", {}).get("components", {})
    entries = sheet.get("components", {})
    terminals = {kind for kind in {entry["kind"] for entry in entries.values()} if terminal_of(kind) is not None}
    ports = {name: entry for name, entry in entries.items() if entry["kind"] in terminals}
    shown = {"variables": sheet.get("variables", {}), "components": ports}
    drawing = {"components": {name: looks[name] for name in ports if name in looks}}
    return {key: value for key, value in definition.items() if key not in SHEET} | {"subcircuit": shown, "drawing": drawing}


@lru_cache(maxsize=1024)
def _judged(name: str, face: bytes) -> type[Component] | MarsError:
    try:
        return _kind(name, marshal.loads(face))
    except MarsError as error:
        return error


def _kind(name: str, definition: Any) -> type[Component]:
    checked_name(name, "definition")
    if not isinstance(definition, dict):
        raise DocumentError("definition {name}: expected an object {{…}}", code="definition", name=name)
    has = [key for key in ("subcircuit", "equations") if key in definition]
    if len(has) != 1:
        raise DocumentError(
            "definition {name}: must have either a subcircuit or equations, but has {has}",
            code="definition",
            name=name,
            has=all_of(has) or Message("neither"),
        )
    letters = definition.get("letters", "")
    if letters:
        checked_name(letters, Message("definition {name}: letters", name=name))
    icon = _icon(name, definition.get("icon"))
    if has == ["equations"]:
        from mars.kinds import equation_text

        note = definition.get("note", "")
        return equation_text.kind_of(
            name, definition["equations"], letters=letters, icon=icon, note=note if isinstance(note, str) else ""
        )
    if not isinstance(definition["subcircuit"], dict):
        raise DocumentError("subcircuit {name}: expected an object {{…}}", code="definition", name=name)
    return subcircuit_kind(name, definition, sheet(name, definition), letters or initials(name), icon)


def _icon(name: str, strokes: Any) -> Icon | None:
    if strokes is None:
        return None
    pairs: list[Any] = strokes if isinstance(strokes, list) else [()]
    if not all(isinstance(pair, list) and len(pair) == 2 and all(isinstance(word, str) for word in pair) for pair in pairs):
        raise DocumentError(
            'definition {name}: the icon must be a list of strokes such as ["line", "M-10,0 h20"]', code="definition", name=name
        )
    try:
        if any(abs(place) > LARGEST_SYMBOL for _, data in pairs for line in outlines(data) for point in line for place in point):
            raise ValueError(f"its icon is larger than {LARGEST_SYMBOL} either way from its middle")
        return Icon(*(tuple(pair) for pair in pairs))
    except ValueError as error:
        raise DocumentError("definition {name}: {error}", code="definition", name=name, error=error) from None
