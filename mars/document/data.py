"""A circuit as plain data: conversion to and from the content of its file, and the hash of its physics."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from mars.document.aliases import with_current_names
from mars.document.entry_data import component_data, write_start
from mars.document.flags import FlagsOf, read_flags, with_flag_words
from mars.document.sections import SECTIONS
from mars.plain_values import copied, filled

if TYPE_CHECKING:
    from mars.document.circuit import Circuit

VERSION = 1


def to_data(circuit: Circuit) -> dict[str, Any]:
    """Empty and default values are left out; unknown keys are put back where they were."""
    return copied(shared_data(circuit))


def shared_data(circuit: Circuit) -> dict[str, Any]:
    """The same for reading only: it shares data with the circuit."""
    data: dict[str, Any] = {"mars": VERSION, "circuit": {}}
    for section in SECTIONS.values():
        if section.place and filled({section.place: (written := section.to_file(circuit))}):
            parent, _, key = section.place.rpartition(".")
            holder = data.setdefault(parent, {}) if parent else data
            holder[key] = {**written, **holder[key]} if key in holder else written
    data["circuit"] |= circuit.extra.get("circuit", {})
    return data | {key: value for key, value in circuit.extra.items() if key != "circuit"}


def fill(circuit: Circuit, data: dict[str, Any], flags_of: FlagsOf) -> None:
    """Put a file's content, validated by `storage.check`, into an empty circuit."""
    data = with_current_names(copied(data))
    data.pop("mars", None)
    for section in SECTIONS.values():
        parent, _, key = section.place.rpartition(".")
        holder = data.get(parent, {}) if parent else data
        if section.place and key in holder:
            section.from_file(circuit, holder.pop(key))
    own = data.pop("circuit")
    circuit.extra = data | ({"circuit": own} if own else {})
    read_flags(circuit, flags_of)


def physics_hash(circuit: Circuit, definitions: dict[str, Any]) -> str:
    """SHA-256 of class, gravity, values, nodes, start, and the physics of the definitions; no looks or notes."""
    physics = {
        "class": circuit.motions,
        "gravity": circuit.gravity or circuit.default_gravity,
        **sheet_physics(circuit),
        "definitions": definitions,
    }
    text = json.dumps(_canonical(physics), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def sheet_physics(circuit: Circuit) -> dict[str, Any]:
    """The parts of one sheet that affect the motion."""
    return {
        "variables": [[name, v.value, v.unit, v.extra] for name, v in circuit.variables.items()],
        "components": [[name, with_flag_words(component_data(c))] for name, c in circuit.components.items()],
        "nodes": circuit.nodes(),
        "start": write_start(circuit.start),
        "extra": circuit.extra.get("circuit", {}),
    }


def _canonical(data: Any) -> Any:
    """1 and 1.0 are the same number, hence the same physics."""
    if isinstance(data, float):
        return int(data) if data.is_integer() else data
    if isinstance(data, (list, tuple)):
        return [_canonical(item) for item in data]
    if isinstance(data, dict):
        return {key: _canonical(item) for key, item in data.items()}
    return data
