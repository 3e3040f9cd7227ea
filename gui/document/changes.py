"""The change made by an edit: the difference between two states of a circuit, section by section.

An edit is any function that changes the circuit. Its undo entry is the difference, so no edit needs its own inverse, and undoing
all edits restores exactly the same file.
"""

from __future__ import annotations

import marshal
import pickle
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from mars.document.circuit import Circuit
from mars.document.sections import SECTIONS, Section
from mars.kinds.definitions import same_physics


@dataclass(frozen=True)
class Difference:
    """Old and new values by key of one section, and the order of the keys if that changed."""

    values: dict[Any, tuple[Any, Any]]  # MISSING for no value; for looks and definitions, bytes: see `Change.pairs`
    order: tuple[list[Any], list[Any]] | None = None


class _Missing:
    def __reduce__(self) -> str:
        return "MISSING"


MISSING = _Missing()


@dataclass(frozen=True)
class Change:
    """All differences of one edit, by section; observers use it to update as little as possible."""

    sections: dict[str, Difference] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.sections)

    def keys(self, section: str) -> set[str]:
        """Keys of a section that were added, removed or changed."""
        difference = self.sections.get(section)
        return set(difference.values) if difference is not None else set()

    def pairs(self, section: str) -> dict[Any, tuple[Any, Any]]:
        """Old and new values of a section by key, read only."""
        values = self.sections[section].values if section in self.sections else {}
        is_bytes = section in SECTIONS and SECTIONS[section].in_bytes
        return {key: (_shared(old), _shared(new)) for key, (old, new) in values.items()} if is_bytes else values

    @property
    def components(self) -> set[str]:
        """Components whose content or position changed."""
        return self.keys("components") | self.keys("looks")

    @property
    def links(self) -> set[str]:
        """Keys (`KN1.2 SB1.1`) of links that were added, removed or rerouted."""
        before, after = self.links_before_and_after()
        return (before ^ after) | self.keys("routes")

    def links_before_and_after(self) -> tuple[set[str], set[str]]:
        difference = self.sections.get("links")
        if difference is None:
            return set(), set()
        old, new = difference.values[None]
        return {link.key for link in old}, {link.key for link in new}

    @property
    def renamed(self) -> dict[str, str]:
        """Old and new name of the component that was renamed, if one was."""
        difference = self.sections.get("components")
        if difference is None:
            return {}
        went = [name for name, (_, new) in difference.values.items() if new is MISSING]
        came = [name for name, (old, _) in difference.values.items() if old is MISSING]
        kinds = [difference.values[name][i].kind for i, names in enumerate((went, came)) for name in names[:1]]
        return {went[0]: came[0]} if len(went) == len(came) == 1 and kinds[0] == kinds[1] else {}

    @cached_property
    def is_physical(self) -> bool:
        """Whether the motion may change, so that results are out of date."""
        if any(SECTIONS[name].physical for name in self.sections):
            return True
        return any(not same_physics(old, new) for old, new in self.pairs("definitions").values())

    def reversed(self) -> Change:
        return Change(
            {
                name: Difference(
                    {key: (new, old) for key, (old, new) in d.values.items()}, (d.order[1], d.order[0]) if d.order else None
                )
                for name, d in self.sections.items()
            }
        )

    def then(self, later: Change) -> Change:
        """This change combined with a later one; values that the later one restores are dropped."""
        sections = dict(self.sections)
        for name, second in later.sections.items():
            first = sections.get(name)
            if first is None:
                sections[name] = second
                continue
            values = dict(first.values)
            for key, (old, new) in second.values.items():
                values[key] = (values[key][0] if key in values else old, new)
            order = second.order or first.order
            if first.order and second.order:
                order = (first.order[0], second.order[1])
            sections[name] = Difference(values, order)
        both = {name: _reduced(difference) for name, difference in sections.items()}
        return Change({name: difference for name, difference in both.items() if difference is not None})

    def apply(self, circuit: Circuit) -> None:
        """Bring a circuit from the old state to the new one."""
        for name, section in SECTIONS.items():  # the drawing after its parts, since it determines which of them exist
            difference = self.sections.get(name)
            if difference is None:
                continue
            if section.keyed:
                _set_keyed(circuit, section, difference)
            else:
                _set_whole(circuit, section, _copied(difference.values[None][1]))


class CircuitSections:
    """A snapshot of a circuit: each section as bytes, cheap to take and to compare. Looks and definitions key by key."""

    def __init__(self, circuit: Circuit):
        apart = [section for section in SECTIONS.values() if section.in_bytes]
        whole = [section for section in SECTIONS.values() if not section.in_bytes]
        self.sections = {section.name: _bytes(_read(circuit, section)) for section in whole}
        self.apart = {section.name: {key: _frozen(each) for key, each in _read(circuit, section).items()} for section in apart}

    def change_to(self, later: CircuitSections) -> Change:
        found: dict[str, Difference | None] = {}
        for name, old in self.apart.items():
            found[name] = _difference_apart(old, later.apart[name])
        for name, old in self.sections.items():
            found[name] = _difference(name, old, later.sections[name])
        return Change({name: difference for name in SECTIONS if (difference := found[name]) is not None})


def _difference_apart(old: dict[Any, bytes], new: dict[Any, bytes]) -> Difference | None:
    both = {key: (old.get(key, MISSING), new.get(key, MISSING)) for key in old | new}
    return _unless_none({key: (a, b) for key, (a, b) in both.items() if a != b}, list(old), list(new))


def _difference(name: str, old_bytes: bytes, new_bytes: bytes) -> Difference | None:
    if old_bytes == new_bytes:
        return None
    old, new = pickle.loads(old_bytes), pickle.loads(new_bytes)
    if not SECTIONS[name].keyed:
        return None if _alike(old, new) else Difference({None: (old, new)})
    both = {key: (old.get(key, MISSING), new.get(key, MISSING)) for key in old | new}
    return _unless_none({key: pair for key, pair in both.items() if not _alike(*pair)}, list(old), list(new))


def _reduced(difference: Difference) -> Difference | None:
    """Without values that returned to their old state."""
    values = {key: pair for key, pair in difference.values.items() if not _alike(*pair)}
    return _unless_none(values, *(difference.order or ([], [])))


def _unless_none(values: dict[Any, tuple[Any, Any]], old: list[Any], new: list[Any]) -> Difference | None:
    order = (old, new) if old != new else None
    return Difference(values, order) if values or order else None


def _frozen(value: Any) -> bytes:
    """Plain data as bytes that distinguish 1, 1.0 and True; other data is pickled and marked."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return b"\0" + _bytes(value)


def _thawed(stored: Any) -> Any:
    if stored is MISSING:
        return MISSING
    return pickle.loads(stored[1:]) if stored[:1] == b"\0" else marshal.loads(stored)


_shared = lru_cache(maxsize=16)(_thawed)  # a large definition is requested several times, and is the old value of the next edit


def _alike(old: Any, new: Any) -> bool:
    if isinstance(old, bytes):
        return old == new
    return old == new and repr(old) == repr(new)  # 1, 1.0 and True are equal but not the same text


def _bytes(value: Any) -> bytes:
    return pickle.dumps(value, protocol=5)


def _copied(value: Any) -> Any:
    return value if value is MISSING else pickle.loads(_bytes(value))


def _read(circuit: Circuit, section: Section) -> Any:
    if section.in_drawing:
        found = circuit.drawing.get(section.in_drawing, MISSING)
        return (found if isinstance(found, dict) else {}) if section.keyed else found
    if section.name == "drawing":  # the rest of it, and its keys in their order
        parts = {part.in_drawing: part.keyed for part in SECTIONS.values() if part.in_drawing}
        rest = {key: v for key, v in circuit.drawing.items() if key not in parts or (parts[key] and not isinstance(v, dict))}
        return rest, list(circuit.drawing)
    return getattr(circuit, section.name)


def _set_keyed(circuit: Circuit, section: Section, difference: Difference) -> None:
    if section.in_drawing:
        target = circuit.drawing.get(section.in_drawing)
        if not isinstance(target, dict):
            target = circuit.drawing[section.in_drawing] = {}
    else:
        target = getattr(circuit, section.name)
    for key, (_, new) in difference.values.items():
        if new is MISSING:
            target.pop(key, None)
        else:
            target[key] = _thawed(new) if section.in_bytes else _copied(new)
    if difference.order is not None:
        ordered = {key: target[key] for key in difference.order[1]}
        target.clear()
        target.update(ordered)


def _set_whole(circuit: Circuit, section: Section, value: Any) -> None:
    if section.in_drawing:
        if value is MISSING:
            circuit.drawing.pop(section.in_drawing, None)
        else:
            circuit.drawing[section.in_drawing] = value
    elif section.name == "drawing":
        rest, order = value
        present = {key: circuit.drawing[key] for key in order if key in circuit.drawing} | rest
        circuit.drawing.clear()
        circuit.drawing.update({key: present.get(key, {}) for key in order})
    else:
        setattr(circuit, section.name, value)
