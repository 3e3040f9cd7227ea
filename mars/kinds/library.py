"""The user library: a folder of `.mars` files whose definitions can be used in any circuit.

Used definitions are embedded in the file, with their hash, so that a circuit runs on any computer. The hash shows when a library
has changed since; a circuit is updated only at the user's request.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from pathlib import Path

from mars.document.circuit import Circuit
from mars.document.storage import load, save
from mars.errors import Complaint, DocumentError
from mars.kinds.definition_edits import take_over
from mars.kinds.definitions import MARK, Definition, complaint_of, hash_of, with_parts
from mars.kinds.user_folder import folder
from mars.messages import Message


@dataclass(frozen=True)
class LibraryEntry:
    """A definition of the library, and the file it is in."""

    name: str
    definition: Definition
    path: Path


def entries() -> tuple[dict[str, LibraryEntry], list[Complaint]]:
    """All definitions of the library, by name, and problems of its files; if two files have the same name, the first is used."""
    found: dict[str, LibraryEntry] = {}
    complaints: list[Complaint] = []
    for path in sorted(folder().glob("*.mars")):
        try:
            definitions = load(path).definitions
        except DocumentError as error:
            complaints.append(
                Complaint("", Message("cannot read a library file: {error}", error=error), "", "warning", "library")
            )
            continue
        for name, definition in definitions.items():
            wrong = complaint_of(name, definition)
            if wrong:
                cause = Message("library file {path}: {wrong}", path=path.name, wrong=wrong)
                complaints.append(Complaint("", cause, "Fix the definition", "warning", "library"))
            elif name in found and hash_of(found[name].definition) != hash_of(definition):
                cause = Message(
                    "the library files {name} and {path} both define {taken}; the first is used",
                    name=found[name].path.name,
                    path=path.name,
                    taken=name,
                )
                complaints.append(Complaint("", cause, "Rename one of the two", "warning", "library"))
            else:
                found.setdefault(name, LibraryEntry(name, definition, path))
    return found, complaints


def embed(circuit: Circuit, name: str, *, replace: bool = False) -> str:
    """Copy a definition of the library and its dependencies into a circuit; returns its name there.

    A different definition of the circuit with the same name stays, and the new one gets another name; with `replace` it replaces
    the old one.
    """
    shelf, _ = entries()
    if name not in shelf:
        raise DocumentError(
            "definition {name!r}: not found. The library has {shelf}",
            code="unknown-definition",
            name=name,
            shelf=", ".join(shelf) or Message("none"),
        )
    wanted = with_parts([name], {each: shelved.definition for each, shelved in shelf.items()})
    staged = Circuit()
    staged.definitions = {each: {**copy.deepcopy(d), MARK: hash_of(d)} for each, d in wanted.items()}
    return take_over(circuit, staged, replace=replace)[name]


def store(circuit: Circuit, name: str, *, replace: bool = False) -> Path:
    """Store a definition and its dependencies in the library; the circuit's copy is marked as coming from there."""
    if name not in circuit.definitions:
        raise DocumentError(
            "definition {name!r}: not found. The file has {definitions}",
            code="unknown-definition",
            name=name,
            definitions=", ".join(circuit.definitions) or Message("none"),
        )
    wrong = complaint_of(name, circuit.definitions[name])
    if wrong:
        raise DocumentError("{wrong}. Fix this before adding it to the library", code="definition", wrong=wrong)
    parts = with_parts([name], circuit.definitions)
    shelf, _ = entries()
    clash = [each for each in parts if each in shelf and hash_of(shelf[each].definition) != hash_of(parts[each])]
    if clash and not replace:
        raise DocumentError(
            "the library already has a different {clash}. Replace it, or rename this one first", code="name-taken", clash=clash[0]
        )
    path = folder() / f"{name}.mars"
    kept = load(path) if path.exists() else Circuit(name)  # may contain other definitions
    kept.definitions |= {each: {key: value for key, value in d.items() if key != MARK} for each, d in parts.items()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DocumentError(
            "{parent}: cannot create the library folder ({reason}). Check the permissions",
            code="cannot-write",
            parent=path.parent,
            reason=error.strerror,
        ) from None
    save(kept, path)
    for each in clash:  # once the new one is saved
        if shelf[each].path != path:
            _take_out(shelf[each])
    circuit.definitions = {each: {**d, MARK: hash_of(d)} if each in parts else d for each, d in circuit.definitions.items()}
    return path


def take_out(name: str) -> None:
    """Remove a definition from the library; circuits that use it keep their embedded copy."""
    shelf, _ = entries()
    if name not in shelf:
        raise DocumentError(
            "definition {name!r}: not found. The library has {shelf}",
            code="unknown-definition",
            name=name,
            shelf=", ".join(shelf) or Message("none"),
        )
    _take_out(shelf[name])


def _take_out(shelved: LibraryEntry) -> None:
    kept = load(shelved.path)
    kept.definitions.pop(shelved.name)
    if kept.definitions or kept.components:
        save(kept, shelved.path)
    else:
        shelved.path.unlink()


def newer(circuit: Circuit, shelf: dict[str, LibraryEntry] | None = None) -> list[str]:
    """Definitions of a circuit that came from the library, were not changed here, and have changed there."""
    shelf = entries()[0] if shelf is None else shelf
    found = []
    for name, definition in circuit.definitions.items():
        mark = definition.get(MARK) if isinstance(definition, dict) else None
        if mark and name in shelf and mark == hash_of(definition) != hash_of(shelf[name].definition):
            found.append(name)
    return found


def update(circuit: Circuit, name: str) -> None:
    """Replace an embedded definition and its dependencies by the library's current version."""
    embed(circuit, name, replace=True)
