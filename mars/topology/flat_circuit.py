"""Flattens a circuit: replaces its subcircuits by their contents, as the first step of every analysis of the whole circuit.

An instance `Axis1` becomes the contents of its sheet, with `Axis1` before every name (`mars.flat_names`). Its ports become
junctions, where links from inside and outside meet. Variables of the sheet become separate variables: a sheet sees no others.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from mars.component.base import Component, Terminal
from mars.document.circuit import Circuit
from mars.document.entries import Link, PlacedComponent
from mars.document.rename import with_new_names
from mars.errors import Complaint, DocumentError
from mars.flat_names import INSIDE, joined
from mars.formulas.expressions import Quantity, quantity
from mars.kinds.definitions import complaint_of, read_sheet, unknown_keys
from mars.kinds.registry import kinds_in
from mars.kinds.resolved import resolve_values
from mars.kinds.subcircuit_kind import Subcircuit
from mars.messages import Message
from mars.plain_values import is_value
from mars.topology.circuit_size import LARGEST, MOST_PARTS, about_size, too_many_components

DEEPEST = 50  # levels of subcircuits


@dataclass
class FlatCircuit:
    """A circuit without subcircuits, and complaints about those that it had."""

    circuit: Circuit
    complaints: list[Complaint] = field(default_factory=list)
    ports: dict[str, str] = field(default_factory=dict)  # junctions that were ports of instances, such as `Axis1.root`


def flatten(circuit: Circuit) -> FlatCircuit:
    """Never raises on an invalid drawing. A circuit without subcircuits is returned as it is.

    The size is computed before anything is expanded: a few definitions that contain each other twice are millions of components.
    """
    if complaint := about_size(circuit):
        return FlatCircuit(_without_content(circuit), [complaint])
    kinds = kinds_in(circuit)
    unlike = (Subcircuit, Terminal)
    if not any(issubclass(kinds.get(entry.kind, Component), unlike) for entry in circuit.components.values()):
        return FlatCircuit(circuit, _about_definitions(circuit, circuit))
    return _Flattening(circuit, kinds).flat


def _about_definitions(circuit: Circuit, flat: Circuit) -> list[Complaint]:
    """Complaints about definitions that do not prevent a run: the file keeps them as they are."""
    named = {entry.kind for entry in flat.components.values()}
    wrong = [complaint_of(name, definition) for name, definition in circuit.definitions.items() if name not in named]
    remedy = "No component uses it, so the circuit still runs. Fix or delete the definition"
    found = [Complaint("", cause, remedy, "warning", "definition") for cause in wrong if cause]
    for name, definition in circuit.definitions.items():
        for key, meant in unknown_keys(definition):
            remedy = Message("Did you mean {near}?", near=meant) if meant else "It is kept in the file"
            cause = Message("definition {name}: unknown key “{key}”", name=name, key=key)
            found.append(Complaint("", cause, remedy, "warning" if meant else "note", "definition-key"))
    return found


def _without_content(circuit: Circuit) -> Circuit:
    return Circuit(circuit.title, motions=circuit.motions, gravity=circuit.gravity, note=circuit.note)


class _Unknown(Component):
    """Stands for unknown kinds, which are reported when components are resolved."""


class _TooLargeError(Exception):
    """Definitions that contain each other in rings become more than a circuit may have."""


class _NamesInside(Mapping[str, str]):
    """The names of variables inside an instance. A view: each of many instances would copy all variables of the main sheet."""

    def __init__(self, path: str, variables: Mapping[str, Any], without: Collection[str] = ()):
        self._path, self._variables, self._without = path, variables, without

    def __getitem__(self, name: str) -> str:
        if name not in self._variables or name in self._without:
            raise KeyError(name)
        return joined(self._path, name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._variables if name not in self._without)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class _Place:
    """Where a sheet is inserted: prefix of its names, surrounding definitions, new names of its variables and of those of the
    main sheet, which it does not see (`foreign`), whether it is disabled."""

    path: str = ""
    within: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)
    disabled: bool = False


class _Flattening:
    def __init__(self, host: Circuit, kinds: Mapping[str, type[Component]]):
        self.host, self.kinds = host, kinds
        self.flat = FlatCircuit(_without_content(host))
        made = self.flat.circuit
        made.run, made.views, made.extra = host.run, host.views, host.extra
        made.variables = dict(host.variables)
        made.definitions = host.definitions
        taken = (int(end[1:]) for link in host.links for end in link.ends if end.startswith("#"))
        self._numbers = count(max(taken, default=0) + 1)
        self._sheets: dict[str, Circuit] = {}
        self._instances: list[tuple[str, type[Component], dict[str, Any]]] = []  # path, kind, values
        self._complained_of: set[tuple[str, str]] = set()  # instances that cannot be opened, by sheet and name
        try:
            self._put(host, _Place())
        except _TooLargeError:
            rings = [each for each in self.flat.complaints if each.code == "nesting"]
            self.flat = FlatCircuit(_without_content(host), rings or [too_many_components(LARGEST + 1, "Use fewer subcircuits")])
            return
        self._check_settings()
        self._check_starts()
        self.flat.complaints += _about_definitions(host, made)

    def _sheet(self, kind: str) -> Circuit:
        """Read once: many instances may share a large sheet."""
        if kind not in self._sheets:
            self._sheets[kind] = read_sheet(self.host, kind)
        return self._sheets[kind]

    def _complain(self, where: str, cause: str, remedy: str, code: str) -> None:
        self.flat.complaints.append(Complaint(where, cause, remedy, code=code))

    def _put(self, sheet: Circuit, place: _Place) -> dict[str, str]:
        """Insert everything on a sheet; returns the junctions that its terminals have become."""
        if len(self.flat.circuit.variables) + len(self.flat.circuit.links) > MOST_PARTS:
            raise _TooLargeError
        terminals: dict[str, str] = {}
        instances: dict[str, dict[str, str] | None] = {}
        for entry in sheet.components.values():
            kind = self.kinds.get(entry.kind, _Unknown)
            if issubclass(kind, Terminal):
                junction = terminals[entry.name] = f"#{next(self._numbers)}"
                if place.path:
                    self.flat.ports[junction] = f"{place.path}.{entry.name}"
            elif issubclass(kind, Subcircuit):
                instances[entry.name] = self._open(entry, kind, place)
            else:
                self._add(entry, self._values(entry, kind, place), place)
        self._link(sheet, place, terminals, instances)
        for key, start in sheet.start.items():
            value = with_new_names(start.value, None, place.names)
            self.flat.circuit.start[self._key(sheet, place.path, key)] = replace(start, value=value)
        return {name: junction for name, junction in terminals.items() if not sheet.components[name].disabled}

    def _add(self, entry: PlacedComponent, values: dict[str, Any], place: _Place) -> None:
        name, components = joined(place.path, entry.name), self.flat.circuit.components
        if name in components:
            cause = "a component inside a subcircuit already has this name"
            self._complain(
                name,
                cause,
                ("Rename one of them. The character U+A78F, which looks like a dot, is reserved for names inside subcircuits"),
                "name-clash",
            )
        if len(components) >= LARGEST:
            raise _TooLargeError
        components[name] = PlacedComponent(name, entry.kind, values, entry.disabled or place.disabled, entry.extra)

    def _open(self, entry: PlacedComponent, kind: type[Component], place: _Place) -> dict[str, str] | None:
        """Replace an instance by its sheet; None if that is not possible, and the instance itself stays as a placeholder."""
        path, kinds = joined(place.path, entry.name), (*place.within, entry.kind)
        cause, where = "", path
        if entry.kind in place.within:
            ring = kinds[kinds.index(entry.kind) :]
            cause = Message("the subcircuit {kind} contains itself: {ring}", kind=entry.kind, ring=" › ".join(ring))
            remedy = Message("Remove {entry} from the sheet of {within}", entry=entry.name, within=place.within[-1])
        elif len(kinds) > DEEPEST:
            cause, remedy = (
                Message(
                    "subcircuits are nested more than {deepest} levels deep, down to {kind}", deepest=DEEPEST, kind=entry.kind
                ),
                "Use fewer levels",
            )
            where = path.partition(INSIDE)[0]
        if len(self._instances) > LARGEST:
            raise _TooLargeError
        if cause:
            instance = (place.within[-1], entry.name)
            if instance not in self._complained_of and not (entry.disabled or place.disabled):
                self._complained_of.add(instance)
                self._complain(where, cause, remedy, "nesting")
            self._add(entry, {}, place)
            return None
        sheet = self._sheet(entry.kind)
        names = _NamesInside(path, ChainMap(sheet.variables, self.host.variables))
        foreign = _NamesInside(path, self.host.variables, sheet.variables)
        inner = _Place(path, kinds, names, foreign, place.disabled or entry.disabled)
        self._set_variables(entry, kind, sheet, place, inner)
        return self._put(sheet, inner)

    def _set_variables(self, entry: PlacedComponent, kind: type[Component], sheet: Circuit, place: _Place, inner: _Place) -> None:
        """Variables of a sheet, and the values set by the instance, which use the variables of the surrounding sheet."""
        given = {name: value for name, value in entry.values.items() if is_value(value)}
        self._instances.append((inner.path, kind, dict(entry.values)))
        for name, variable in sheet.variables.items():
            if name in given and name in kind.parameters:
                made = replace(variable, value=with_new_names(given[name], None, place.names))
                made.unit = kind.parameters[name].unit
            else:
                made = replace(variable, value=with_new_names(variable.value, None, inner.names))
            made.minimum, made.maximum = (with_new_names(limit, None, inner.names) for limit in (made.minimum, made.maximum))
            self.flat.circuit.variables[inner.names[name]] = made

    def _check_settings(self) -> None:
        """Check that instances set existing parameters to allowed values."""
        try:
            known = self.flat.circuit.variable_values()
        except DocumentError:
            return  # reported by `mars.kinds.resolve_circuit`
        for path, kind, values in self._instances:
            self._check_limits(path, kind, values, known)
            inside = [name for name in values if "." in name]
            for name in inside:
                cause = Message(
                    "components inside a subcircuit are set on its sheet, so {kind} takes no value for {name}",
                    kind=kind.kind,
                    name=name,
                )
                self._complain(
                    f"{path}.{name}",
                    cause,
                    Message("Make it a parameter of {kind}, that is, a variable of its sheet", kind=kind.kind),
                    "parameter",
                )
            values = {name: value for name, value in values.items() if name not in inside}
            flat = {
                name: joined(path, name) if is_value(value) and name in kind.parameters else value
                for name, value in values.items()
            }
            self.flat.complaints += resolve_values(kind, path, flat, known)[1]

    def _check_limits(self, path: str, kind: type[Component], values: dict[str, Any], known: Mapping[str, Quantity]) -> None:
        """Check limits that are formulas of other variables of the sheet."""
        for name in values.keys() & kind.parameters.keys():
            variable, parameter = self.flat.circuit.variables[joined(path, name)], kind.parameters[name]
            for limit, sign in ((variable.minimum, 1), (variable.maximum, -1)):
                if not isinstance(limit, str) or not parameter.unit:
                    continue
                try:
                    bound = quantity(limit, known, self._sheet(kind.kind).variables[name].unit or parameter.unit)
                except DocumentError as error:
                    self._complain(joined(path, name), error.message, "", "value")
                    continue
                if sign * (known[joined(path, name)].value - bound) < 0:
                    cause = Message(
                        "{value:g} {unit} is out of range", value=known[joined(path, name)].value, unit=parameter.unit
                    )
                    remedy = (
                        Message("It must be at least {bound:g} {unit}", bound=bound, unit=parameter.unit)
                        if sign > 0
                        else Message("It must be at most {bound:g} {unit}", bound=bound, unit=parameter.unit)
                    )
                    self._complain(f"{path}.{name}", cause, remedy, "value")

    def _check_starts(self) -> None:
        """Check that the components inside subcircuits named in start values exist."""
        for key in self.flat.circuit.start:
            owner = key.partition(".")[0]
            if owner not in self.flat.circuit.components:
                path, _, name = owner.rpartition(INSIDE)
                cause = Message(
                    "a start value is set, but {path} has no component “{name}”", path=path or Message("the circuit"), name=name
                )
                self._complain(key, cause, "Remove the start value, or name an existing component", "start-value")

    def _values(self, entry: PlacedComponent, kind: type[Component], place: _Place) -> dict[str, Any]:
        """The typed values with the new names of variables; values that use variables of the main sheet are left out."""
        if not place.path:
            return entry.values
        found = {}
        for name, value in entry.values.items():
            parameter = kind.parameters.get(name)
            if with_new_names(value, parameter, place.foreign) == value:
                found[name] = with_new_names(value, parameter, place.names)
            else:
                self._complain_of_foreign(f"{joined(place.path, entry.name)}.{name}", value, parameter, place)
        return found

    def _complain_of_foreign(self, where: str, value: Any, parameter: Any, place: _Place) -> None:
        sheet = place.within[-1]
        used = next(name for name, new in place.foreign.items() if with_new_names(value, parameter, {name: new}) != value)
        cause = Message("{used} is a variable of the main sheet and does not exist in {sheet}", used=used, sheet=sheet)
        self._complain(
            where,
            cause,
            Message("Add {used} to the variables of {sheet} and make it a parameter", used=used, sheet=sheet),
            "value",
        )

    def _link(
        self, sheet: Circuit, place: _Place, terminals: Mapping[str, str], instances: Mapping[str, dict[str, str] | None]
    ) -> None:
        own: dict[str, str] = {}

        def junction(end: str) -> str:
            return own[end] if end in own else own.setdefault(end, f"#{next(self._numbers)}")

        def flat_end(end: str) -> str:
            if end.startswith("#"):
                return end if not place.path else junction(end)
            name, _, port = end.partition(".")
            if name in terminals:
                return terminals[name]
            ports = instances.get(name)
            if ports is None:
                return f"{joined(place.path, name)}.{port}"
            if sheet.components[name].disabled:
                return junction(end)  # wires that meet at its port still meet, as with any other component
            if port not in ports:
                cause = Message("a link ends at port “{port}”, which {name} does not have", port=port, name=name)
                has = ", ".join(ports) or "none yet; add some on its sheet (ports.frame, …)"
                self._complain(joined(place.path, name), cause, Message("Its ports: {has}", has=has), "no-such-port")
            return ports[port] if port in ports else junction(end)

        for link in sheet.links:
            a, b = flat_end(link.a), flat_end(link.b)
            if a != b:
                self.flat.circuit.links.append(Link(a, b))

    def _key(self, sheet: Circuit, path: str, key: str) -> str:
        """`Axis1.KN1.angle` as named in the flat circuit."""
        while True:
            owner, _, rest = key.partition(".")
            entry = sheet.components.get(owner)
            if entry is None or not rest or not issubclass(self.kinds.get(entry.kind, Component), Subcircuit):
                return joined(path, key)
            sheet, path, key = self._sheet(entry.kind), joined(path, owner), rest
