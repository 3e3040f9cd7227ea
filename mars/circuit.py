"""`Circuit`: the drawn document as plain data. Names are the keys; nodes are derived from links and junctions."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from mars.errors import DocumentError
from mars.expressions import RESERVED, Quantity, is_name_character, measure, parse, quantity
from mars.expressions import rename as rename_in_formula
from mars.units import near, parse_unit

VERSION = 1
MOTIONS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")
HOWS = ("fixed", "guess", "free")
LONGEST_NAME = 64
DEEPEST_VALUE = 40
LARGEST_INTEGER = 2**63 - 1

_JUNCTION = re.compile(r"#[1-9][0-9]{0,8}")


@dataclass
class Variable:
    """A number the whole circuit may use; a bare number is in `unit`, a formula may name earlier variables."""

    value: float | str
    unit: str = ""
    minimum: float | str | None = None
    maximum: float | str | None = None
    note: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class Component:
    """One placed instance of a kind; `values` holds only what differs from the kind's defaults."""

    name: str
    kind: str
    values: dict[str, Any] = field(default_factory=dict)
    disabled: bool = False
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Link:
    """A drawn connection; each end is a port (`KN1.2`) or a junction (`#1`)."""

    a: str
    b: str

    @property
    def key(self) -> str:
        return f"{self.a} {self.b}"

    def other(self, end: str) -> str:
        return self.b if end == self.a else self.a


@dataclass
class Start:
    """A start value: `fixed` is kept, `guess` may be moved to fit the circuit, `free` is found."""

    value: float | str | list[float | str] | None  # three turns for an attitude
    how: str = "fixed"
    extra: dict[str, Any] = field(default_factory=dict)


class Circuit:
    """The whole document. `extra` keeps unknown sections, and under "circuit" the unknown keys of that section."""

    def __init__(self, title: str = "", *, motions: str | Iterable[str] = MOTIONS, gravity=None, note: str = ""):
        self.title = title
        self.note = note
        self.motions = motions
        self.gravity = gravity
        self.variables: dict[str, Variable] = {}
        self.components: dict[str, Component] = {}
        self.links: list[Link] = []
        self.definitions: dict[str, Any] = {}
        self.run: dict[str, Any] = {}
        self.start: dict[str, Start] = {}
        self.drawing: dict[str, Any] = {}
        self.views: dict[str, Any] = {}
        self.extra: dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Circuit) and self.to_data() == other.to_data()

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        return f"<Circuit {self.title!r}: {len(self.components)} components, {len(self.links)} links>"

    @property
    def motions(self) -> tuple[str, ...]:
        """The class of the circuit: the motions it has, in the order Tx Ty Tz Rx Ry Rz."""
        return self._motions

    @motions.setter
    def motions(self, motions: str | Iterable[str]) -> None:
        given = motions.replace(",", " ").split() if isinstance(motions, str) else list(motions)
        unknown = [motion for motion in given if motion not in MOTIONS]
        if unknown or not given:
            what = f"{unknown[0]!r} is no motion" if unknown else "no motion is named"
            raise DocumentError(f"class of the circuit: {what}. Choose among {' '.join(MOTIONS)}")
        self._motions = tuple(motion for motion in MOTIONS if motion in given)

    @property
    def gravity(self) -> list[float | str] | None:
        """Gravity as typed, or None for the default of the class."""
        return self._gravity

    @gravity.setter
    def gravity(self, gravity: Iterable[float | str] | None) -> None:
        typed = None if gravity is None else plain(gravity, "gravity")
        if typed is not None and (not isinstance(typed, list) or len(typed) != 3 or not all(map(_is_value, typed))):
            raise DocumentError('gravity: three numbers or formulas are needed, as in [0, 0, "-9.81 m/s^2"]')
        self._gravity = typed

    @property
    def default_gravity(self) -> tuple[float, float, float]:
        """Down the sheet (-y) for circuits of the plane, else down along -z."""
        return (0.0, -9.81, 0.0) if set(self.motions) <= {"Tx", "Ty", "Rz"} else (0.0, 0.0, -9.81)

    def gravity_vector(self) -> tuple[float, float, float]:
        """Gravity in m/s², formulas worked out."""
        if self.gravity is None:
            return self.default_gravity
        known = self.variable_values()
        x, y, z = (_within("gravity", quantity, value, known, "m/s^2") for value in self.gravity)
        return x, y, z

    # Variables

    def add_variable(
        self, name: str, value: float | str, unit: str = "", *, minimum=None, maximum=None, note: str = ""
    ) -> Variable:
        name = self._fresh_variable(name)
        _within(f"variable {name}", parse_unit, unit)
        variable = Variable(plain(value, f"variable {name}"), unit, minimum, maximum, note)
        self.variables[name] = variable
        return variable

    def variable_values(self) -> dict[str, Quantity]:
        """All variables worked out, in order; each may use only the ones above it."""
        known: dict[str, Quantity] = {}
        for name, variable in self.variables.items():
            place = f"variable {name}"
            if isinstance(variable.value, str):
                self._check_earlier(name, variable.value, known)
            if variable.unit:
                unit = _within(place, parse_unit, variable.unit)
                value = _within(place, quantity, variable.value, known, variable.unit)
                known[name] = Quantity(value, unit.dimension)
            else:
                known[name] = _within(place, measure, variable.value, known)
        return known

    def _check_earlier(self, name: str, text: str, known: dict[str, Quantity]) -> None:
        for used in sorted(_within(f"variable {name}", parse, text).names - known.keys()):
            if used == name:
                raise DocumentError(f"variable {name}: it is defined by itself. Give it a value of its own")
            if used in self.variables:
                remedy = f"Move {used} above {name}; if {used} needs {name} as well, break the circle"
                raise DocumentError(f"variable {name}: it uses {used}, which comes later. {remedy}")

    def _fresh_variable(self, name: str) -> str:
        name = checked_name(name, "variable")
        if name in RESERVED:
            raise DocumentError(f"variable {name}: the name has a meaning of its own in formulas. Choose another name")
        if name in self.variables:
            raise DocumentError(f"variable {name}: there is one already. Choose another name")
        return name

    def rename_variable(self, old: str, new: str, is_formula: Callable[[str, str], bool] | None = None) -> None:
        """Rename a variable and rewrite every formula that names it.

        `is_formula(kind, parameter)` tells formulas from choices and texts; without it every string counts.
        """
        old = _nfc(old)
        self._variable(old)
        if (new := _nfc(new)) == old:
            return
        new = self._fresh_variable(new)

        def rewrite(value: Any) -> Any:
            return _mapped(value, lambda text: rename_in_formula(text, old, new))

        self.variables = {new if name == old else name: variable for name, variable in self.variables.items()}
        for variable in self.variables.values():
            variable.value = rewrite(variable.value)
            variable.minimum = rewrite(variable.minimum)
            variable.maximum = rewrite(variable.maximum)
        for component in self.components.values():
            for parameter, value in component.values.items():
                if is_formula is None or is_formula(component.kind, parameter):
                    component.values[parameter] = rewrite(value)
        for start in self.start.values():
            start.value = rewrite(start.value)
        for key in self.run.keys() & {"until", "step"}:
            self.run[key] = rewrite(self.run[key])
        self._gravity = rewrite(self._gravity)

    def _variable(self, name: str) -> Variable:
        if name not in self.variables:
            raise DocumentError(f"variable {name}: there is none{near(name, self.variables) or '. Add it first'}")
        return self.variables[name]

    # Components

    def add(
        self,
        kind: str,
        name: str | None = None,
        *,
        at: tuple[int, int] | None = None,
        turn: int = 0,
        flip: bool = False,
        letters: str | Callable[[str], str] | None = None,
        **values: Any,
    ) -> Component:
        """Place a component. Without a name it gets the letters of its kind and the next number."""
        if not isinstance(kind, str) or not kind:
            raise DocumentError(f"{name or 'a new component'}: its kind is missing. Name one, as in joints.rotation")
        if name is None:
            name = self.free_name((letters(kind) if callable(letters) else letters) or _letters(kind))
        name = self._fresh_component(name)
        component = Component(name, kind, plain(values, name))
        if at is not None:
            looks: dict[str, Any] = {"at": [int(at[0]), int(at[1])]}
            looks |= ({"turn": turn % 4} if turn % 4 else {}) | ({"flip": True} if flip else {})
            self.drawing.setdefault("components", {})[name] = looks
        self.components[name] = component
        return component

    def free_name(self, letters: str) -> str:
        """The first of KN1, KN2, … that is not taken."""
        number = 1
        while f"{letters}{number}" in self.components:
            number += 1
        return f"{letters}{number}"

    def component(self, name: str) -> Component:
        name = _nfc(name)
        if name not in self.components:
            hint = near(name, self.components) or ". Add it first"
            raise DocumentError(f"{name}: there is no such component{hint}")
        return self.components[name]

    def remove(self, name: str) -> None:
        """Take a component away with its links, start values, looks and curves."""
        name = self.component(name).name
        removed = [link for link in self.links if name in (_component(link.a), _component(link.b))]
        for link in removed:
            self._unlink(link)
        self._tidy_junctions(removed)
        del self.components[name]
        self.start = {key: start for key, start in self.start.items() if _component(key) != name}
        _section(self.drawing, "components").pop(name, None)
        plots = self.views.get("plots")
        if isinstance(plots, list):
            kept = [[c for c in p if _component(c) != name] if isinstance(p, list) else p for p in plots]
            self.views["plots"] = [plot for plot, before in zip(kept, plots, strict=True) if plot or not before]

    def rename(self, old: str, new: str) -> None:
        """Rename a component everywhere: links, start values, looks and curves (`KN1.angle`, `KN1.*`)."""
        component = self.component(old)
        old, new = component.name, _nfc(new)
        if new == old:
            return
        component.name = new = self._fresh_component(new)
        self.components = {each.name: each for each in self.components.values()}
        looks = _section(self.drawing, "components")
        if old in looks:
            self.drawing["components"] = {new if k == old else k: v for k, v in looks.items() if k != new}

        def rewrite(path: str) -> str:
            return new + path[len(old) :] if path.startswith(old + ".") else path

        self._rewrite_paths(rewrite)

    def rename_port(self, component: str, old: str, new: str) -> None:
        """Rename a port in links and in results that pass through it (`SB1.2.F.x`)."""
        name = self.component(component).name
        before, after = f"{name}.{_nfc(old)}", self._end(f"{name}.{new}")
        if before == after:
            return
        if any(after in (link.a, link.b) for link in self.links):
            raise DocumentError(f"{after}: the port is linked already. Choose another port name")

        def rewrite(path: str) -> str:
            return after + path[len(before) :] if path == before or path.startswith(before + ".") else path

        # `KN1.angle` in start values and plots is a variable, even if a port has the same name.
        self._rewrite_paths(rewrite, results=lambda path: rewrite(path) if path.count(".") > 1 else path)

    def set(self, name: str, value: Any) -> None:
        """Set a parameter (`KN1.stiffness`; None takes it back to its default) or a variable (`L1`)."""
        owner, dot, parameter = name.partition(".")
        if not dot:
            value = plain(value, f"variable {name}")
            if not _is_value(value):
                raise DocumentError(f"variable {name}: a number or a formula is needed")
            self._variable(_nfc(name)).value = value
        elif not parameter:
            raise DocumentError(f"{name}: the parameter is missing. Name it, as in KN1.stiffness")
        elif value is None:
            self.component(owner).values.pop(parameter, None)
        else:
            self.component(owner).values[parameter] = plain(value, name)

    def set_start(self, name: str, value: Any, how: str = "fixed") -> None:
        """Say where a variable such as `KN1.angle` starts; None with `free` leaves it to the circuit."""
        name, value = _nfc(name), plain(value, name)
        owner, dot, variable = name.partition(".")
        if not dot or not variable:
            raise DocumentError(f"start value {name!r}: name a component and its variable, as in KN1.angle")
        _within(f"start value {name}", self.component, owner)
        if how not in HOWS:
            raise DocumentError(f"start value {name}: {how!r} is not one of {', '.join(HOWS)}")
        if not (_is_start(value) or (value is None and how == "free")):
            raise DocumentError(f"start value {name}: a number or a formula is needed (three for an attitude), or how='free'")
        self.start[name] = Start(value, how)

    def _fresh_component(self, name: str) -> str:
        name = checked_name(name, "component")
        if name in self.components:
            raise DocumentError(f"component {name}: there is one already. Choose another name")
        return name

    # Links

    def connect(self, a: str, b: str, *more: str) -> list[Link]:
        """Link two ends; three or more meet in one junction (one of them, if it is a junction, else a new one)."""
        ends = [self._end(end) for end in (a, b, *more)]
        if len(set(ends)) < len(ends):
            twice = next(end for end in ends if ends.count(end) > 1)
            raise DocumentError(f"link {' – '.join(ends)}: {twice} is linked to itself. Choose another end")
        if len(ends) > 2:
            hub = next((end for end in ends if end.startswith("#")), None) or self.free_junction()
            links = [Link(hub, end) for end in ends if end != hub]
        else:
            links = [Link(*ends)]
        drawn = {frozenset((link.a, link.b)) for link in self.links}
        for link in links:
            if frozenset((link.a, link.b)) in drawn:
                raise DocumentError(f"link {link.a} – {link.b}: it is there already. Leave out the second one")
        self.links += links
        return links

    def disconnect(self, a: str, b: str) -> None:
        """Take a link away; a junction left with two links dissolves into one."""
        a, b = self._end(a), self._end(b)
        link = next((link for link in self.links if {link.a, link.b} == {a, b}), None)
        if link is None:
            raise DocumentError(f"link {a} – {b}: there is none. Look at its ends")
        self._unlink(link)
        self._tidy_junctions([link])

    def free_junction(self) -> str:
        taken = {end for link in self.links for end in (link.a, link.b)}
        number = 1
        while f"#{number}" in taken:
            number += 1
        return f"#{number}"

    def nodes(self) -> list[tuple[str, ...]]:
        """The ports that links and junctions join, each node of two ports or more.

        Ordered by component (file order) and port, never by link: redrawing a star as a chain changes nothing here.
        """
        parent: dict[str, str] = {}

        def root(end: str) -> str:
            parent.setdefault(end, end)
            while parent[end] != end:
                parent[end] = end = parent[parent[end]]
            return end

        for link in self.links:
            parent[root(link.a)] = root(link.b)
        place = {name: index for index, name in enumerate(self.components)}

        def order(port: str) -> tuple[int, list[tuple[int, int | str]]]:
            owner, _, name = port.partition(".")
            # Port 10 comes after port 2.
            return place[owner], [(0, int(p)) if p.isdecimal() else (1, p) for p in re.split(r"(\d+)", name) if p]

        groups: dict[str, list[str]] = defaultdict(list)
        for port in sorted((end for end in list(parent) if not end.startswith("#")), key=order):
            groups[root(port)].append(port)
        return [tuple(ports) for ports in groups.values() if len(ports) > 1]

    def _end(self, end: str) -> str:
        end = _nfc(end)
        if _JUNCTION.fullmatch(end):
            return end
        owner, dot, port = end.partition(".")
        if not dot or not port or len(port) > LONGEST_NAME or not all(map(is_name_character, port)):
            raise DocumentError(f"link end {end[:80]!r}: name a port as KN1.2 or a junction as #1")
        self.component(owner)
        return end

    def _unlink(self, link: Link) -> dict[str, Any]:
        self.links.remove(link)
        return _section(self.drawing, "links").pop(link.key, {})

    def _tidy_junctions(self, removed: list[Link]) -> None:
        """Where links were removed, a junction of two links becomes one link, one of a single link goes with it."""
        ends = [end for link in removed for end in (link.a, link.b)]
        while ends:
            junction = ends.pop()
            links = [link for link in self.links if junction in (link.a, link.b)]
            if not junction.startswith("#") or len(links) > 2:
                continue
            if links:
                self._dissolve(junction, links)
                ends += [link.other(junction) for link in links]
            _section(self.drawing, "junctions").pop(junction, None)

    def _dissolve(self, junction: str, links: list[Link]) -> None:
        position = self.links.index(links[0])
        looks = [self._unlink(link) for link in links]
        if len(links) == 1:
            return
        joined = Link(links[0].other(junction), links[1].other(junction))
        if joined.a == joined.b or any({link.a, link.b} == {joined.a, joined.b} for link in self.links):
            return
        self.links.insert(position, joined)
        first, second = (look.get("route") for look in looks)
        if first and second:
            first = first if links[0].b == junction else first[::-1]
            second = second if links[1].a == junction else second[::-1]
            mode = "kept" if "kept" in (look.get("mode") for look in looks) else "auto"
            self.drawing["links"][joined.key] = {"route": first + second[1:], "mode": mode}

    def _rewrite_paths(self, rewrite: Callable[[str], str], results: Callable[[str], str] | None = None) -> None:
        results = results or rewrite
        self.links = [Link(rewrite(link.a), rewrite(link.b)) for link in self.links]
        self.start = {results(key): start for key, start in self.start.items()}
        self.views = _mapped(self.views, results, keys=True)
        routes = self.drawing.get("links")
        if isinstance(routes, dict):
            self.drawing["links"] = {" ".join(map(rewrite, key.split(" "))): look for key, look in routes.items()}

    # The document as a whole

    def copy(self) -> Circuit:
        return copy.deepcopy(self)

    def physics_hash(self) -> str:
        """SHA-256 of what decides the motion: class, gravity, values, nodes, definitions, start; no looks, no notes."""
        data = self.to_data()
        physics = {
            "class": self.motions,
            "gravity": self.gravity or self.default_gravity,
            "variables": [[name, v.value, v.unit, v.extra] for name, v in self.variables.items()],
            "components": list(data["circuit"].get("components", {}).items()),
            "nodes": self.nodes(),
            "definitions": self.definitions,
            "start": data.get("run", {}).get("start", {}),
            "extra": self.extra.get("circuit", {}),
        }
        text = json.dumps(_canonical(physics), sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_data(self) -> dict[str, Any]:
        """The content of the file; what is empty or default is left out."""
        circuit = {
            "title": self.title,
            "note": self.note,
            "class": " ".join(self.motions),
            "gravity": self.gravity,
            "variables": {name: _variable_data(v) for name, v in self.variables.items()},
            "components": {name: _component_data(c) for name, c in self.components.items()},
            "links": [[link.a, link.b] for link in self.links],
        }
        start = {name: _start_data(s) for name, s in self.start.items()}
        known = {
            "definitions": self.definitions,
            "run": self.run | ({"start": start} if start else {}),
            "drawing": {key: looks for key, looks in self.drawing.items() if looks not in ({}, [])},
            "views": self.views,
        }
        others = {key: value for key, value in self.extra.items() if key != "circuit"}
        section = _filled(circuit) | self.extra.get("circuit", {})
        return copy.deepcopy({"mars": VERSION, "circuit": section, **_filled(known), **others})

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Circuit:
        """The circuit of a file's content, whose shape `storage.check` has found good."""
        data = copy.deepcopy(data)
        section = data.pop("circuit")
        data.pop("mars", None)
        circuit = cls(
            section.pop("title", ""),
            motions=section.pop("class", MOTIONS),
            gravity=section.pop("gravity", None),
            note=section.pop("note", ""),
        )
        for name, entry in section.pop("variables", {}).items():
            known = {key: entry.pop(key) for key in ("value", "unit", "minimum", "maximum", "note") if key in entry}
            circuit.variables[circuit._fresh_variable(name)] = Variable(**known, extra=entry)
        for name, entry in section.pop("components", {}).items():
            name = circuit._fresh_component(name)
            known = {key: entry.pop(key) for key in ("kind", "values", "disabled") if key in entry}
            circuit.components[name] = Component(name, **known, extra=entry)
        circuit._load_links(section.pop("links", []))
        circuit.definitions = data.pop("definitions", {})
        circuit.run = data.pop("run", {})
        for name, entry in circuit.run.pop("start", {}).items():
            circuit.set_start(name, entry.pop("value", None), entry.pop("how", "fixed"))
            circuit.start[_nfc(name)].extra = entry
        circuit.drawing = data.pop("drawing", {})
        circuit.views = data.pop("views", {})
        circuit.extra = data | ({"circuit": section} if section else {})
        return circuit

    def _load_links(self, pairs: list[list[str]]) -> None:
        # As connect(), without looking through all links for each of them.
        seen: set[frozenset[str]] = set()
        for a, b in pairs:
            link = Link(*(_within(f"link {a[:80]} – {b[:80]}", self._end, end) for end in (a, b)))
            ends = frozenset((link.a, link.b))
            if len(ends) < 2:
                raise DocumentError(f"link {link.a} – {link.b}: it is linked to itself. Remove the link")
            if ends in seen:
                raise DocumentError(f"link {link.a} – {link.b}: it is there twice. Remove one of the two")
            seen.add(ends)
            self.links.append(link)


def checked_name(name: str, what: str) -> str:
    """The name in Unicode NFC if it may be used: letters of any script, digits and `_`, not beginning with a digit."""
    if not isinstance(name, str) or not name:
        raise DocumentError(f"a {what} has no name. Give it one, as in KN1")
    name = _nfc(name)
    if len(name) > LONGEST_NAME:
        raise DocumentError(f"{what} {name[:20]}…: the name is longer than {LONGEST_NAME} characters. Shorten it")
    if not is_name_character(name[0], first=True) or not all(map(is_name_character, name)):
        raise DocumentError(f"{what} {name!r}: a name is made of letters, digits and _, a letter first. Choose another name")
    return name


def plain(value: Any, place: str, depth: int = 0) -> Any:
    """The value as plain JSON data; NumPy numbers and arrays become Python's, tuples become lists."""
    if depth > DEEPEST_VALUE:
        raise DocumentError(f"{place}: the value is nested deeper than {DEEPEST_VALUE}. Flatten it")
    if hasattr(value, "tolist"):
        value = value.tolist()
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        if not abs(value) < math.inf or (isinstance(value, int) and abs(value) > LARGEST_INTEGER):
            raise DocumentError(f"{place}: the number is not finite or too large. Give a finite number")
        return value
    if isinstance(value, (list, tuple)):
        return [plain(item, place, depth + 1) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: plain(item, place, depth + 1) for key, item in value.items()}
    raise DocumentError(f"{place}: a value cannot be a {type(value).__name__}. Give a number, a text or a list of them")


def _is_value(value: Any) -> bool:
    return isinstance(value, (int, float, str)) and not isinstance(value, bool)


def _is_start(value: Any) -> bool:
    return _is_value(value) or (isinstance(value, list) and len(value) == 3 and all(map(_is_value, value)))


def _nfc(text: str) -> str:
    if not isinstance(text, str):
        raise DocumentError(f"{text!r} is not a name. Give a text, as in KN1")
    return unicodedata.normalize("NFC", text)


def _component(path: str) -> str:
    return path.partition(".")[0] if isinstance(path, str) else ""


def _letters(kind: str) -> str:
    """Initials of the last word of a kind: `dynamics.spring_damper` -> SD."""
    words = re.findall(r"[^\W\d_]+", kind.rpartition(".")[2])
    return "".join(word[0] for word in words).upper() or "C"


def _within(place: str, function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except DocumentError as error:
        raise DocumentError(f"{place}: {error}") from None


def _mapped(data: Any, change: Callable[[str], str], *, keys: bool = False) -> Any:
    """The data with every text changed, and every key that is a dotted path if `keys` says so."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list):
        return [_mapped(item, change, keys=keys) for item in data]
    if isinstance(data, dict):
        return {change(k) if keys else k: _mapped(item, change, keys=keys) for k, item in data.items()}
    return data


def _section(parent: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of the looks to change in place; an empty stand-in if the file has none."""
    section = parent.get(name)
    return section if isinstance(section, dict) else {}


def _canonical(data: Any) -> Any:
    """1 and 1.0 are the same number, and so the same physics."""
    if isinstance(data, float):
        return int(data) if data.is_integer() else data
    if isinstance(data, (list, tuple)):
        return [_canonical(item) for item in data]
    if isinstance(data, dict):
        return {key: _canonical(item) for key, item in data.items()}
    return data


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, "", {}, [])}


def _variable_data(v: Variable) -> dict[str, Any]:
    optional = {"unit": v.unit, "minimum": v.minimum, "maximum": v.maximum, "note": v.note}
    return {"value": v.value, **_filled(optional), **v.extra}


def _component_data(c: Component) -> dict[str, Any]:
    return {"kind": c.kind, **_filled({"values": c.values}), **({"disabled": True} if c.disabled else {}), **c.extra}


def _start_data(s: Start) -> dict[str, Any]:
    return {**_filled({"value": s.value}), "how": s.how, **s.extra}
