"""A circuit as plain data: the content of its file, back again, and the hash of its physics."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any
from unicodedata import is_normalized

from mars.component.parameters import Flag
from mars.document.entries import Link, PlacedComponent, Start, Variable
from mars.document.links import checked_end
from mars.errors import DocumentError
from mars.formulas.syntax_tree import RESERVED
from mars.names import fresh_name, nfc, within
from mars.plain_values import copied, filled, section, with_texts

if TYPE_CHECKING:
    from mars.document.circuit import Circuit

VERSION = 1
FlagsOf = Callable[[str], Collection[str]]  # of a kind: the names of its yes/no parameters


def to_data(circuit: Circuit) -> dict[str, Any]:
    """What is empty or default is left out; unknown keys come back where they were."""
    return copied(shared_data(circuit))


def shared_data(circuit: Circuit) -> dict[str, Any]:
    """The same to look at: parts of it are those of the circuit."""
    own = {
        "title": circuit.title,
        "note": circuit.note,
        "class": " ".join(circuit.motions),
        "gravity": circuit.gravity,
        "variables": {name: _variable_data(v) for name, v in circuit.variables.items()},
        "components": {name: _component_data(c) for name, c in circuit.components.items()},
        "links": [[link.a, link.b] for link in circuit.links],
    }
    start = {name: _start_data(s) for name, s in circuit.start.items()}
    sections = {
        "definitions": circuit.definitions,
        "run": circuit.run | ({"start": start} if start else {}),
        "drawing": {key: looks for key, looks in circuit.drawing.items() if looks not in ({}, [])},
        "views": circuit.views,
    }
    others = {key: value for key, value in circuit.extra.items() if key != "circuit"}
    own = filled(own) | circuit.extra.get("circuit", {})
    return {"mars": VERSION, "circuit": own, **filled(sections), **others}


def _variable_data(v: Variable) -> dict[str, Any]:
    optional = {"unit": v.unit, "minimum": v.minimum, "maximum": v.maximum, "note": v.note}
    return {"value": v.value, **filled(optional), **v.extra}


def _component_data(c: PlacedComponent) -> dict[str, Any]:
    return {"kind": c.kind, **filled({"values": c.values}), **({"disabled": True} if c.disabled else {}), **c.extra}


def _start_data(s: Start) -> dict[str, Any]:
    return {**filled({"value": s.value}), "how": s.how, **s.extra}


def fill(circuit: Circuit, data: dict[str, Any], flags_of: FlagsOf) -> None:
    """Put a file's content, whose shape `storage.check` has found good, into an empty circuit."""
    data = copied(data)
    own = data.pop("circuit")
    data.pop("mars", None)
    circuit.title = own.pop("title", "")
    circuit.note = own.pop("note", "")
    circuit.motions = own.pop("class", circuit.motions)
    circuit.gravity = own.pop("gravity", None)
    for name, entry in own.pop("variables", {}).items():
        known = {key: entry.pop(key) for key in ("value", "unit", "minimum", "maximum", "note") if key in entry}
        circuit.variables[fresh_name(name, "variable", circuit.variables, RESERVED)] = Variable(**known, extra=entry)
    for name, entry in own.pop("components", {}).items():
        name = fresh_name(name, "component", circuit.components)
        known = {key: entry.pop(key) for key in ("kind", "values", "disabled") if key in entry}
        component = circuit.components[name] = PlacedComponent(name, **known, extra=entry)
        component.values = with_flags(component.kind, component.values, flags_of)
    _fill_links(circuit, own.pop("links", []))
    circuit.definitions = _with_plain_names(data.pop("definitions", {}))
    for definition in circuit.definitions.values():
        _read_flags_inside(definition, flags_of)
    circuit.run = data.pop("run", {})
    for name, entry in circuit.run.pop("start", {}).items():
        circuit.set_start(name, entry.pop("value", None), entry.pop("how", "fixed"))
        circuit.start[nfc(name)].extra = entry
    circuit.drawing = data.pop("drawing", {})
    circuit.views = data.pop("views", {})
    circuit.extra = data | ({"circuit": own} if own else {})


def _with_plain_names(definitions: dict[str, Any]) -> dict[str, Any]:
    """Names inside definitions in the form that all names have."""
    return definitions if is_normalized("NFC", repr(definitions)) else with_texts(definitions, nfc, keys=True)


def with_flags(kind: str, values: dict[str, Any], flags_of: FlagsOf) -> dict[str, Any]:
    """The values of a component, yes/no parameters as booleans: circuits written before there were flags hold words."""
    spelled = {name: Flag.words[value] for name, value in values.items() if isinstance(value, str) and value in Flag.words}
    return {**values, **{name: spelled[name] for name in spelled.keys() & set(flags_of(kind))}} if spelled else values


def _read_flags_inside(definition: Any, flags_of: FlagsOf) -> None:
    for entry in section(section(definition, "subcircuit"), "components").values() if isinstance(definition, dict) else ():
        if values := section(entry, "values") if isinstance(entry, dict) else {}:
            entry["values"] = with_flags(str(entry.get("kind")), values, flags_of)


def with_flag_words(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of a component as hashes know it: flags as words, so that results of before do not go out of date."""
    values = section(entry, "values")
    spelled = {name: word for name, value in values.items() for word, flag in Flag.words.items() if value is flag}
    return {**entry, "values": {**values, **spelled}} if spelled else entry


def _fill_links(circuit: Circuit, pairs: list[list[str]]) -> None:
    # As connect(), without looking through all links for each of them.
    seen: set[frozenset[str]] = set()
    for a, b in pairs:
        link = Link(*(within(f"link {a[:80]} – {b[:80]}", checked_end, circuit, end) for end in (a, b)))
        if len(link.ends) < 2:
            raise DocumentError(f"link {link.a} – {link.b}: it is linked to itself. Remove the link")
        if link.ends in seen:
            raise DocumentError(f"link {link.a} – {link.b}: it is there twice. Remove one of the two")
        seen.add(link.ends)
        circuit.links.append(link)


def physics_hash(circuit: Circuit, definitions: dict[str, Any]) -> str:
    """SHA-256 of class, gravity, values, nodes, start, and what of the definitions decides the motion; no looks, no notes."""
    physics = {
        "class": circuit.motions,
        "gravity": circuit.gravity or circuit.default_gravity,
        **sheet_physics(circuit),
        "definitions": definitions,
    }
    text = json.dumps(_canonical(physics), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def sheet_physics(circuit: Circuit) -> dict[str, Any]:
    """What on one sheet decides the motion."""
    return {
        "variables": [[name, v.value, v.unit, v.extra] for name, v in circuit.variables.items()],
        "components": [[name, with_flag_words(_component_data(c))] for name, c in circuit.components.items()],
        "nodes": circuit.nodes(),
        "start": {name: _start_data(s) for name, s in circuit.start.items()},
        "extra": circuit.extra.get("circuit", {}),
    }


def _canonical(data: Any) -> Any:
    """1 and 1.0 are the same number, and so the same physics."""
    if isinstance(data, float):
        return int(data) if data.is_integer() else data
    if isinstance(data, (list, tuple)):
        return [_canonical(item) for item in data]
    if isinstance(data, dict):
        return {key: _canonical(item) for key, item in data.items()}
    return data
