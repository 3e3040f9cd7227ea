"""`Circuit`: the drawn document as plain data. Names are the keys; nodes are derived from links and junctions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from mars.component.domains import MOTIONS
from mars.document import data as circuit_data
from mars.document import rename as renaming
from mars.document.aliases import accept, accept_result
from mars.document.entries import Link, PlacedComponent, Start, Variable
from mars.document.flags import with_flags
from mars.document.links import checked_end, joined_ports, unlink
from mars.document.plot_layout import without_components
from mars.document.typed_values import check_value, looks_of, start_of, variable_of
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, measure, parse, quantity
from mars.formulas.syntax_tree import RESERVED
from mars.formulas.units import parse_unit
from mars.messages import Message, did_you_mean
from mars.names import component_of, first_free, fresh_name, nfc, within
from mars.plain_values import copied, is_triple, plain, section


class Kinds(Protocol):
    """The interface of a document to the layer above, which knows the kinds (`mars.kinds.for_documents`)."""

    def define(
        self, circuit: Circuit, name: str, content: Circuit | str, parameters: Iterable[str], looks: Mapping[str, Any]
    ) -> Any: ...
    def letters_of(self, circuit: Circuit, kind: str) -> str: ...
    def deciding_definitions(self, circuit: Circuit) -> dict[str, Any]: ...
    def flags_of(self, kind: str) -> Collection[str]: ...


_kinds: Callable[[], Kinds]


def use_kinds(kinds: Callable[[], Kinds]) -> None:
    """Set where documents find the kinds: called when `mars` is imported."""
    global _kinds
    _kinds = kinds


def _flags_of(kind: str) -> Collection[str]:
    return _kinds().flags_of(kind)


class Circuit:
    """The whole document. `extra` keeps unknown sections, and under "circuit" the unknown keys of that section."""

    def __init__(self, title: str = "", *, motions: str | Iterable[str] = MOTIONS, gravity=None, note: str = ""):
        self.title = title
        self.note = note
        self.motions = motions
        self.gravity = gravity
        self.variables: dict[str, Variable] = {}
        self.components: dict[str, PlacedComponent] = {}
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
        """The class of the circuit: its motions, in the order Tx Ty Tz Rx Ry Rz."""
        return self._motions

    @motions.setter
    def motions(self, motions: str | Iterable[str]) -> None:
        words = motions.replace(",", " ").split() if isinstance(motions, str) else motions
        given = list(words) if isinstance(words, Iterable) else [words]
        unknown = [motion for motion in given if motion not in MOTIONS]
        if unknown or not given:
            what = Message("{unknown!r} is not a motion", unknown=unknown[0]) if unknown else "no motion given"
            raise DocumentError(
                "circuit class: {what}. Choose from {motions}", code="class", what=what, motions=" ".join(MOTIONS)
            )
        self._motions = tuple(motion for motion in MOTIONS if motion in given)

    @property
    def gravity(self) -> list[float | str] | None:
        """Gravity as typed, or None for the default of the class."""
        return self._gravity

    @gravity.setter
    def gravity(self, gravity: Iterable[float | str] | None) -> None:
        typed = None if gravity is None else plain(gravity, "gravity")
        if typed is not None and not is_triple(typed):
            raise DocumentError('gravity: expected three numbers or formulas, such as [0, 0, "-9.81 m/s^2"]', code="gravity")
        self._gravity = typed

    @property
    def default_gravity(self) -> tuple[float, float, float]:
        """Down the sheet (-y) for planar circuits, else along -z; zero if the class has no such motion."""
        if set(self.motions) <= {"Tx", "Ty", "Rz"}:
            return (0.0, -9.81 if "Ty" in self.motions else 0.0, 0.0)
        return (0.0, 0.0, -9.81 if "Tz" in self.motions else 0.0)

    def gravity_vector(self) -> tuple[float, float, float]:
        """Gravity in m/s², with formulas evaluated."""
        if self.gravity is None:
            return self.default_gravity
        known = self.variable_values()
        x, y, z = (within("gravity", quantity, value, known, "m/s^2") for value in self.gravity)
        return x, y, z

    def add_variable(
        self, name: str, value: float | str, unit: str = "", *, minimum=None, maximum=None, note: str = ""
    ) -> Variable:
        """Name a value that formulas may use: `circuit.add_variable("length", 0.5, "m")`, then `length="2*length"`.

        The value is a number in `unit`, or a formula of variables above it; `minimum` and `maximum` limit it in the same unit.
        On the sheet of a subcircuit it can be a parameter of its instances.
        """
        name = fresh_name(name, "variable", self.variables, RESERVED)
        variable = self.variables[name] = variable_of(name, value, unit, minimum, maximum, note)
        return variable

    def variable_values(self) -> dict[str, Quantity]:
        """All variables evaluated in order; each may use only the ones above it."""
        known: dict[str, Quantity] = {}
        for name, variable in self.variables.items():
            place = Message("variable {name}", name=name)
            if isinstance(variable.value, str):
                self._check_earlier(name, variable.value, known)
            if variable.unit:
                unit = within(place, parse_unit, variable.unit)
                value = within(place, quantity, variable.value, known, variable.unit)
                known[name] = Quantity(value, unit.dimension)
            else:
                known[name] = within(place, measure, variable.value, known)
        return known

    def _check_earlier(self, name: str, text: str, known: dict[str, Quantity]) -> None:
        for used in sorted(within(Message("variable {name}", name=name), parse, text).names - known.keys()):
            if used == name:
                raise DocumentError(
                    "variable {name}: defined in terms of itself. Give it a value that does not use {name}",
                    code="circular-definition",
                    name=name,
                )
            if used in self.variables:
                if self._uses(used, name):
                    raise DocumentError(
                        "variables {name} and {used} are defined in terms of each other. Give one of them a number",
                        code="circular-definition",
                        name=name,
                        used=used,
                    )
                raise DocumentError(
                    "variable {name}: uses {used}, which is defined later. Move {used} above {name}",
                    code="defined-later",
                    name=name,
                    used=used,
                )

    def _uses(self, name: str, used: str) -> bool:
        """Whether the formula of a variable uses another one, through others too."""
        found, waiting = set[str](), [name]
        while waiting:
            value = self.variables[waiting.pop()].value
            with suppress(DocumentError):  # a formula that cannot be read is reported in its turn
                names = parse(value).names & self.variables.keys() - found if isinstance(value, str) else set()
                found |= names
                waiting += names
        return used in found

    def rename_variable(self, old: str, new: str, is_formula: Callable[[str, str], bool] | None = None) -> None:
        """Rename a variable and rewrite every formula that names it.

        `is_formula(kind, parameter)` distinguishes formulas from choices and texts; without it every string counts.
        """
        self._variable(old := nfc(old))
        renaming.rename_variable(self, old, new, is_formula)

    def _variable(self, name: str) -> Variable:
        if name not in self.variables:
            raise DocumentError(
                "variable {name}: no such variable{near}",
                code="unknown-variable",
                name=name,
                near=did_you_mean(name, self.variables) or Message(". Add it first"),
            )
        return self.variables[name]

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
    ) -> PlacedComponent:
        """Place a component. Without a name it gets the letters of its kind and the next number."""
        if not isinstance(kind, str) or not kind:
            raise DocumentError(
                "{name}: no kind given. Give one, such as joints.rotation",
                code="missing-value",
                name=name or Message("new component"),
            )
        kind = accept("kind", plain(kind, Message("new component")))
        if name is None:
            name = self.next_name(kind, letters(kind) if callable(letters) else letters)
        name = fresh_name(name, "component", self.components)
        values = {accept("parameter", parameter, kind): value for parameter, value in values.items()}
        component = PlacedComponent(name, kind, with_flags(kind, plain(values, name), _flags_of))
        if at is not None:
            self.drawing.setdefault("components", {})[name] = looks_of(name, at, turn, flip)
        self.components[name] = component
        return component

    def define(
        self,
        name: str,
        content: Circuit | str,
        *,
        parameters: Iterable[str] = (),
        letters: str = "",
        note: str = "",
        icon: list[list[str]] | None = None,
    ) -> None:
        """Define a kind of this circuit, to be used as in `circuit.add("Axis")`.

        It is either a subcircuit, whose ports are drawn on its sheet (`ports.frame`, …) and whose parameters are some of its
        variables, or a text of equations (docs/own-component.md).
        """
        _kinds().define(self, name, content, parameters, {"letters": letters, "note": note, "icon": icon})

    def next_name(self, kind: str, letters: str | None = None) -> str:
        """The name of a new component: the given letters, those declared by the kind or its initials, and a number."""
        return self.free_name(letters or _kinds().letters_of(self, kind))

    def free_name(self, letters: str) -> str:
        """The first of KN1, KN2, … that is not taken."""
        return first_free(letters, self.components)

    def component(self, name: str) -> PlacedComponent:
        name = nfc(name)
        if name not in self.components:
            implicit = name.startswith("Free_") and name[5:] in self.components
            remedy = (
                Message(". Put a free joint (joints.free) between a base and {name} to set its start values", name=name[5:])
                if implicit
                else ". Add it first"
            )
            hint = remedy if implicit else did_you_mean(name, self.components) or remedy
            raise DocumentError("{name}: no such component{hint}", code="unknown-component", name=name, hint=hint)
        return self.components[name]

    def remove(self, *names: str) -> None:
        """Remove components with their links, start values, looks and curves."""
        gone = {self.component(name).name for name in names}
        unlink(self, [link for link in self.links if component_of(link.a) in gone or component_of(link.b) in gone])
        looks = section(self.drawing, "components")
        for name in gone:
            del self.components[name]
            looks.pop(name, None)
        self.start = {key: start for key, start in self.start.items() if component_of(key) not in gone}
        plots = self.views.get("plots")
        if isinstance(plots, list):
            self.views["plots"] = without_components(plots, gone)
        motion = section(self.views, "motion")
        for what, ports in motion.items():
            if isinstance(ports, list):
                motion[what] = [port for port in ports if component_of(str(port)) not in gone]

    def rename(self, old: str, new: str) -> None:
        """Rename a component everywhere: links, start values, looks and curves (`KN1.angle`, `KN1.*`)."""
        renaming.rename_component(self, self.component(old).name, new)

    def rename_port(self, component: str, old: str, new: str) -> None:
        """Rename a port in links and in results that pass through it (`SB1.2.F.x`)."""
        renaming.rename_port(self, self.component(component).name, old, new)

    def set(self, name: str, value: Any) -> None:
        """Set a parameter (`KN1.stiffness`; None resets it to its default) or a variable (`L1`).

        An unknown component or variable is refused here. The document does not know kinds: an unknown parameter or a wrong value
        is reported by `check` and by runs (`mars.kinds.resolved.resolve_values`).
        """
        owner, dot, parameter = name.partition(".")
        if not dot:
            value = plain(value, Message("variable {name}", name=name))
            check_value(value, name)
            self._variable(nfc(name)).value = value
        elif not parameter:
            raise DocumentError("{name}: no parameter given. Give one, such as KN1.stiffness", code="missing-value", name=name)
        else:
            component = self.component(owner)
            parameter = accept("parameter", parameter, component.kind)
            if value is None:
                component.values.pop(parameter, None)
            else:
                component.values |= with_flags(component.kind, {parameter: plain(value, name)}, _flags_of)

    def set_start(self, name: str, value: Any, how: str = "fixed") -> None:
        """Set the start value of a variable such as `KN1.angle`; None with `free` leaves it to the circuit."""
        name, value = nfc(name), plain(value, name)
        owner, dot, variable = name.partition(".")
        if not dot or not variable:
            raise DocumentError(
                "start value {name!r}: give a component and a variable, such as KN1.angle", code="bad-name", name=name
            )
        within(Message("start value {name}", name=name), self.component, owner)
        name = accept_result(self, name)
        self.start[name] = start_of(name, value, how)

    def connect(self, a: str, b: str, *more: str) -> list[Link]:
        """Link two ends; three or more meet at one junction (one of the ends if it is a junction, else a new one)."""
        ends = [checked_end(self, end) for end in (a, b, *more)]
        if len(set(ends)) < len(ends):
            twice = next(end for end in ends if ends.count(end) > 1)
            raise DocumentError(
                "link {ends}: {twice} cannot be connected to itself. Choose another end",
                code="self-link",
                ends=" – ".join(ends),
                twice=twice,
            )
        if len(ends) > 2:
            hub = next((end for end in ends if end.startswith("#")), None) or self.free_junction()
            links = [Link(hub, end) for end in ends if end != hub]
        else:
            links = [Link(*ends)]
        drawn = {link.ends for link in self.links}
        for link in links:
            if link.ends in drawn:
                raise DocumentError(
                    "link {a} – {b}: already exists. Omit the second one", code="linked-twice", a=link.a, b=link.b
                )
        self.links += links
        return links

    def disconnect(self, a: str, b: str) -> None:
        """Remove a link; a junction left with two links is replaced by one link."""
        a, b = checked_end(self, a), checked_end(self, b)
        link = next((link for link in self.links if link.ends == {a, b}), None)
        if link is None:
            raise DocumentError("link {a} – {b}: no such link. Check its ends", code="not-linked", a=a, b=b)
        unlink(self, [link])

    def free_junction(self) -> str:
        return first_free("#", {end for link in self.links for end in link.ends})

    def nodes(self) -> list[tuple[str, ...]]:
        """The ports joined by links and junctions, each node of two ports or more, in file order."""
        return joined_ports(self)

    def copy(self) -> Circuit:
        return copied(self)

    def physics_hash(self) -> str:
        """A hash of everything that affects the motion, so not of looks and notes."""
        return circuit_data.physics_hash(self, _kinds().deciding_definitions(self))

    def to_data(self) -> dict[str, Any]:
        """The content of the file; empty and default values are left out."""
        return circuit_data.to_data(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Circuit:
        """The circuit from a file's content, already validated by `storage.check`."""
        circuit = cls()
        circuit_data.fill(circuit, data, _flags_of)
        return circuit
