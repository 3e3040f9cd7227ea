"""Edits of definitions that affect every sheet using them: renaming, a changed sheet, removal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.kinds.definitions import Definition, definition_of, entries_of, hash_of, is_defined
from mars.kinds.hierarchy import rename_inside
from mars.messages import Message
from mars.names import first_free, fresh_name, nfc


def users_of(circuit: Circuit, name: str) -> list[str]:
    """The components of a kind, in readable form: `Axis1`, `Wrist1 in Arm`."""
    here = [entry.name for entry in circuit.components.values() if entry.kind == name]
    there = ((sheet, entries_of(definition)) for sheet, definition in circuit.definitions.items())
    return here + [
        Message("{each} in {sheet}", each=each, sheet=sheet)
        for sheet, found in there
        for each, entry in found.items()
        if entry["kind"] == name
    ]


def rename_definition(circuit: Circuit, old: str, new: str) -> None:
    """Rename a kind of the file wherever it is used."""
    if (new := nfc(new)) == old:
        return
    _known(circuit, old)
    new = fresh_name(new, "definition", circuit.definitions)
    circuit.definitions = {new if name == old else name: definition for name, definition in circuit.definitions.items()}
    for entry in circuit.components.values():
        entry.kind = new if entry.kind == old else entry.kind

    def renamed(entry: dict[str, Any]) -> dict[str, Any]:
        return entry | {"kind": new} if entry["kind"] == old else entry

    _rewrite_entries(circuit, renamed)


def remove_definition(circuit: Circuit, name: str) -> None:
    """Remove a kind from the file; refused while it is used."""
    _known(circuit, name)
    users = users_of(circuit, name)
    if users:
        some = (
            Message("{users} and {count} more", users=", ".join(users[:3]), count=len(users) - 3)
            if len(users) > 3
            else Message("{users}", users=", ".join(users[:3]))
        )
        raise DocumentError("{name} is used by {some}. Remove or dissolve these first", code="in-use", name=name, some=some)
    circuit.definitions = {each: definition for each, definition in circuit.definitions.items() if each != name}


def take_over(circuit: Circuit, other: Circuit, *, replace: bool = False) -> dict[str, str]:
    """Copy the definitions of another circuit, dependencies first, into a circuit; returns their names there.

    One whose name is taken by a different definition gets a new name, wherever the other circuit uses it, unless `replace` is
    set.
    """
    names = {}
    for name in list(other.definitions):
        names[name] = name
        present = circuit.definitions.get(name)
        if present is not None and not replace and hash_of(present) != hash_of(other.definitions[name]):
            names[name] = _same(circuit, name, other.definitions[name]) or first_free(
                f"{name}_", {*circuit.definitions, *other.definitions}
            )
            rename_definition(other, name, names[name])
    circuit.definitions = {**circuit.definitions, **other.definitions}
    return names


def _same(circuit: Circuit, name: str, definition: Definition) -> str:
    """The other name under which a circuit already has an identical definition."""
    wanted = hash_of(definition)
    return next((n for n, d in circuit.definitions.items() if n.startswith(f"{name}_") and hash_of(d) == wanted), "")


def put_sheet(circuit: Circuit, name: str, inner: Circuit) -> None:
    """Store a changed sheet. If one of its ports, variables or components was renamed or removed, everything outside that refers
    to it is updated: links and values of the instances, start values and curves."""
    old, known = inner.definitions[name], set(circuit.definitions)
    units = {name: each.get("unit", "") for name, each in old["subcircuit"].get("variables", {}).items()}
    variables = _renamed(units, {name: each.unit for name, each in inner.variables.items()})
    kinds = {name: entry["kind"] for name, entry in entries_of(old).items()}
    if variables and "parameters" in old:
        old = {**old, "parameters": [variables[1] if each == variables[0] else each for each in old["parameters"]]}
    circuit.definitions = {**inner.definitions, name: definition_of(inner, old)}
    components = _renamed(kinds, {name: each.kind for name, each in inner.components.items()})
    if components:
        rename_inside(circuit, name, *components)
    else:
        for old_path, new_path in _moved(circuit, kinds, inner, known):
            rename_inside(circuit, name, old_path, new_path)
    if variables:
        _follow_parameter(circuit, name, *variables)


def _moved(circuit: Circuit, before: Mapping[str, str], after: Circuit, known: set[str]) -> Iterator[tuple[str, str | None]]:
    """The new locations of components that left a sheet: in a subcircuit just made of them, out of a dissolved one, or removed.

    `before` are the kinds of its components, `known` the previous definitions: their contents did not come from this sheet.
    """
    came = {name: entry for name, entry in after.components.items() if name not in before}
    for name, kind in before.items():
        if name in after.components:
            continue
        for part, inside in entries_of(circuit.definitions.get(kind)).items():
            new = next((n for n in (part, f"{name}_{part}") if n in came and came[n].kind == inside["kind"]), None)
            if new is not None:
                yield f"{name}.{part}", new
        made = {n: entries_of(circuit.definitions.get(e.kind)) for n, e in came.items() if e.kind not in known}
        holder = next((n for n, inside in made.items() if inside.get(name, {}).get("kind") == kind), None)
        yield name, None if holder is None else f"{holder}.{name}"


def _renamed(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, str] | None:
    """Old and new name of the one renamed entry, at the same position in the file and of the same kind."""
    if len(before) != len(after):
        return None
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    return pairs[0] if len(pairs) == 1 and before[pairs[0][0]] == after[pairs[0][1]] else None


def _follow_parameter(circuit: Circuit, definition: str, old: str, new: str) -> None:
    def renamed(values: dict[str, Any]) -> dict[str, Any]:
        return {new if key == old else key: value for key, value in values.items()}

    for entry in circuit.components.values():
        if entry.kind == definition:
            entry.values = renamed(entry.values)

    def inner(entry: dict[str, Any]) -> dict[str, Any]:
        is_user = entry["kind"] == definition and old in entry.get("values", {})
        return {**entry, "values": renamed(entry["values"])} if is_user else entry

    _rewrite_entries(circuit, inner)


def _rewrite_entries(circuit: Circuit, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Change the components of all sheets; changed definitions are replaced, none is changed in place."""
    made = dict(circuit.definitions)
    for name, definition in circuit.definitions.items():
        if entries := entries_of(definition):
            sheet = definition["subcircuit"]
            components = {each: change(entry) if each in entries else entry for each, entry in sheet["components"].items()}
            made[name] = {**definition, "subcircuit": {**sheet, "components": components}}
    circuit.definitions = made


def _known(circuit: Circuit, name: str) -> None:
    if not is_defined(name) or name not in circuit.definitions:
        raise DocumentError(
            "definition {name!r}: not found. The file has {definitions}",
            code="unknown-definition",
            name=name,
            definitions=", ".join(circuit.definitions) or Message("none"),
        )
