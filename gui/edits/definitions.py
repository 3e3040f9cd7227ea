"""The file's custom kinds: made from a selection, written as equations, changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.editing import dissolve_subcircuit
from mars.editing import make_subcircuit as subcircuits
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.formulas.syntax_tree import RESERVED
from mars.kinds import definition_edits, library
from mars.kinds.definitions import MARK, Definition, kind_of, sheet_of
from mars.kinds.hierarchy import unused
from mars.kinds.registry import kind_in
from mars.messages import Message
from mars.names import checked_name, first_free, fresh_name
from mars.plain_values import is_value
from mars.translation.languages import text

from .sheet_positions import drawn

T = TypeVar("T")
LOOKS = ("letters", "note", "icon")  # of a definition, all optional
LIBRARY = "library:"  # prefix of a kind of the user's library that the file need not contain yet


def kind_class(circuit: Circuit, kind: str) -> type[Component] | None:
    """The class of a kind in a circuit; library kinds too."""
    if not kind.startswith(LIBRARY):
        return kind_in(circuit, kind)
    found = library.entries()[0].get(kind.removeprefix(LIBRARY))
    return kind_of(found.name, found.definition) if found is not None else None


def has_equations(circuit: Circuit, kind: str) -> bool:
    """Whether a kind of the file is written as equations, valid or not."""
    definition = circuit.definitions.get(kind)
    return isinstance(definition, dict) and isinstance(definition.get("equations"), str)


def embedded(circuit: Circuit, kind: str) -> str:
    """The kind in the circuit; a library kind is first copied into it, beside another of the same name."""
    return library.embed(circuit, kind.removeprefix(LIBRARY)) if kind.startswith(LIBRARY) else kind


def on_sheet(circuit: Circuit, name: str, change: Callable[[Circuit], T]) -> T:
    """Edit the sheet of a subcircuit; uses of its ports and parameters are updated."""
    inner = sheet_of(circuit, name)
    result = change(inner)
    definition_edits.put_sheet(circuit, name, inner)
    return result


@drawn
def make_subcircuit(
    circuit: Circuit, names: Iterable[str], kind: str, ports: Mapping[str, str] | None = None, letters: str = ""
) -> str:
    """Move components to a new sheet; returns the instance that replaces them."""
    chosen = list(names)
    instance = subcircuits.make_subcircuit(circuit, chosen, kind, ports=ports)
    kind = circuit.components[instance].kind
    if letters:
        set_looks(circuit, kind, letters=letters)
        named = instance if instance.rstrip("0123456789") == letters else circuit.free_name(letters)
        circuit.rename(instance, named) if named != instance else None
        instance = named
    reroute(circuit, {instance})
    return instance


@drawn
def dissolve(circuit: Circuit, instance: str) -> list[str]:
    """Replace an instance with its contents; returns their new names."""
    names = dissolve_subcircuit.dissolve(circuit, instance)
    reroute(circuit, set(names))
    return names


def define(circuit: Circuit, name: str, text: str, *, letters: str = "", was: str = "") -> str:
    """Store equations under a name, which may be a new name for the definition `was`; returns the name. Invalid equations are
    stored too, so that no typed text is lost: using them is a problem until they are fixed."""
    name = name.strip()
    if was and was != name:
        definition_edits.rename_definition(circuit, was, name)
    elif not was:
        name = fresh_name(name, "definition", circuit.definitions)
    old = circuit.definitions.get(name, {})
    if letters:
        checked_name(letters, Message("definition {name}: letters", name=name))
    new = {"equations": text, **{key: value for key, value in old.items() if key not in ("equations", "letters", MARK)}}
    _put(circuit, name, {**new, "letters": letters} if letters else new)
    return name


def remove_unused(circuit: Circuit) -> None:
    """Remove from the file all kinds that the main sheet does not use, directly or indirectly."""
    gone = set(unused(circuit))
    circuit.definitions = {name: definition for name, definition in circuit.definitions.items() if name not in gone}


def set_looks(circuit: Circuit, name: str, **changes: Any) -> None:
    """Set letters, note or icon of a definition; an empty value restores the default."""
    for key, value in changes.items():
        if key not in LOOKS:
            raise DocumentError(
                "definition {name}: no property {key!r}. Available properties: {looks}",
                code="unknown-property",
                name=name,
                key=key,
                looks=", ".join(LOOKS),
            )
        _change(circuit, name, key, value)
    kind_of(name, circuit.definitions[name])


def set_parameters(circuit: Circuit, name: str, parameters: Iterable[str]) -> None:
    """Set which variables of a subcircuit's sheet its instances can set, in this order."""
    _change(circuit, name, "parameters", list(parameters))
    kind_of(name, circuit.definitions[name])


def make_parameter(circuit: Circuit, name: str, component: str, parameter: str) -> str:
    """Let instances of a subcircuit set a value of one of its components, through a variable of the sheet; returns its name."""

    def change(inner: Circuit) -> str:
        entry = inner.component(component)
        kind = kind_in(inner, entry.kind)
        declared = kind.parameters.get(parameter) if kind is not None else None
        if declared is None:
            raise DocumentError(
                "{component}: {kind} has no parameter {parameter}",
                code="unknown-parameter",
                component=component,
                kind=entry.kind,
                parameter=parameter,
            )
        value = entry.values.get(parameter, declared.default)
        if isinstance(value, str) and value in inner.variables:
            return value
        if not is_value(value):
            raise DocumentError(
                "{component}.{parameter}: only a number or a formula can become a parameter of {name}",
                code="bad-value",
                component=component,
                parameter=parameter,
                name=name,
            )
        variable = parameter if parameter not in inner.variables else f"{component}_{parameter}"
        variable = variable if variable not in {*inner.variables, *RESERVED} else first_free(f"{variable}_", inner.variables)
        inner.add_variable(variable, value, declared.unit if declared.unit != "1" else "", note=text(declared.help))
        inner.set(f"{component}.{parameter}", variable)
        return variable

    variable = on_sheet(circuit, name, change)
    chosen = circuit.definitions[name].get("parameters", [])
    if variable not in chosen:
        set_parameters(circuit, name, [*chosen, variable])
    return variable


def _change(circuit: Circuit, name: str, key: str, value: Any) -> None:
    if name not in circuit.definitions:
        raise DocumentError("definition {name}: not found", code="unknown-definition", name=name)
    old = circuit.definitions[name]
    if (old.get(key) or None) == (value or None):
        return
    new = {each: kept for each, kept in old.items() if each not in (key, MARK)}
    _put(circuit, name, {**new, key: value} if value else new)


def _put(circuit: Circuit, name: str, definition: Definition) -> None:
    circuit.definitions = {**circuit.definitions, name: definition}
