"""What an edit changed: the difference between two states of a circuit, taken section by section.

An edit is any function that changes the circuit. Its undo entry is the difference it made, so no edit needs an inverse of its
own, and undoing all of them gives back the very same file.
"""

from __future__ import annotations

import marshal
import pickle
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from mars.document.circuit import Circuit
from mars.kinds.definitions import same_physics

# Sections held as dicts by key; all else is one value each.
KEYED = ("components", "start", "variables", "definitions", "looks", "routes", "junctions")
WHOLE = ("links", "notes", "title", "note", "motions", "gravity", "run", "views", "extra", "drawing")
SECTIONS = (*KEYED, *WHOLE)  # "drawing" last: it settles which of its parts there are
PHYSICAL = {"components", "start", "variables", "links", "motions", "gravity", "run", "extra"}

_LOOKS = {"looks": "components", "routes": "links", "junctions": "junctions"}  # section -> its key in `circuit.drawing`
_APART = (*_LOOKS, "definitions")  # sections of which an edit touches few of many or large things: they are kept as bytes


@dataclass(frozen=True)
class Difference:
    """Old and new values by key of one section, and the order of the keys where that changed."""

    values: dict[Any, tuple[Any, Any]]  # MISSING where there is or was none; of looks and definitions, bytes: see `Change.pairs`
    order: tuple[list[Any], list[Any]] | None = None


class _Missing:
    def __reduce__(self) -> str:
        return "MISSING"


MISSING = _Missing()


@dataclass(frozen=True)
class Change:
    """All differences of one edit, by section; what observers look at to update as little as possible."""

    sections: dict[str, Difference] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.sections)

    def keys(self, section: str) -> set[str]:
        """Keys of a section that were added, removed or changed."""
        difference = self.sections.get(section)
        return set(difference.values) if difference is not None else set()

    def pairs(self, section: str) -> dict[Any, tuple[Any, Any]]:
        """Old and new values of a section by key, to look at."""
        values = self.sections[section].values if section in self.sections else {}
        return {key: (_shared(old), _shared(new)) for key, (old, new) in values.items()} if section in _APART else values

    @property
    def components(self) -> set[str]:
        """Components whose content or place changed."""
        return self.keys("components") | self.keys("looks")

    @property
    def links(self) -> set[str]:
        """Keys (`KN1.2 SB1.1`) of links that came, went or were drawn anew."""
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
        """Whether the motion may be another one: then results are out of date."""
        if PHYSICAL & self.sections.keys():
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
        """This change and a later one as one; what the later one takes back is in none."""
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
        for name in SECTIONS:
            difference = self.sections.get(name)
            if difference is None:
                continue
            if name in KEYED:
                _set_keyed(circuit, name, difference)
            else:
                _set_whole(circuit, name, _copied(difference.values[None][1]))


class CircuitSections:
    """A circuit at rest: each section as bytes, cheap to take and to compare. Looks and definitions key by key."""

    def __init__(self, circuit: Circuit):
        self.sections = {name: _bytes(_read(circuit, name)) for name in SECTIONS if name not in _APART}
        self.apart = {name: {key: _frozen(each) for key, each in _read(circuit, name).items()} for name in _APART}

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
    if name not in KEYED:
        return None if _alike(old, new) else Difference({None: (old, new)})
    both = {key: (old.get(key, MISSING), new.get(key, MISSING)) for key in old | new}
    return _unless_none({key: pair for key, pair in both.items() if not _alike(*pair)}, list(old), list(new))


def _reduced(difference: Difference) -> Difference | None:
    """Without what came back to where it was."""
    values = {key: pair for key, pair in difference.values.items() if not _alike(*pair)}
    return _unless_none(values, *(difference.order or ([], [])))


def _unless_none(values: dict[Any, tuple[Any, Any]], old: list[Any], new: list[Any]) -> Difference | None:
    order = (old, new) if old != new else None
    return Difference(values, order) if values or order else None


def _frozen(value: Any) -> bytes:
    """Plain data as bytes that tell 1, 1.0 and True apart; what is not plain is pickled, and marked so."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return b"\0" + _bytes(value)


def _thawed(stored: Any) -> Any:
    if stored is MISSING:
        return MISSING
    return pickle.loads(stored[1:]) if stored[:1] == b"\0" else marshal.loads(stored)


_shared = lru_cache(maxsize=16)(_thawed)  # a large definition is asked for by several, and is the old one of the next edit


def _alike(old: Any, new: Any) -> bool:
    if isinstance(old, bytes):
        return old == new
    return old == new and repr(old) == repr(new)  # 1, 1.0 and True are equal but not the same text


def _bytes(value: Any) -> bytes:
    return pickle.dumps(value, protocol=5)


def _copied(value: Any) -> Any:
    return value if value is MISSING else pickle.loads(_bytes(value))


def _read(circuit: Circuit, name: str) -> Any:
    if name in _LOOKS:
        found = circuit.drawing.get(_LOOKS[name])
        return found if isinstance(found, dict) else {}
    if name == "notes":
        return circuit.drawing.get("notes", MISSING)
    if name == "drawing":  # what is left of it, and which keys there are, in their order
        keyed = set(_LOOKS.values())
        rest = {k: v for k, v in circuit.drawing.items() if k != "notes" and not (k in keyed and isinstance(v, dict))}
        return rest, list(circuit.drawing)
    return getattr(circuit, name)


def _set_keyed(circuit: Circuit, name: str, difference: Difference) -> None:
    if name in _LOOKS:
        target = circuit.drawing.get(_LOOKS[name])
        if not isinstance(target, dict):
            target = circuit.drawing[_LOOKS[name]] = {}
    else:
        target = getattr(circuit, name)
    for key, (_, new) in difference.values.items():
        if new is MISSING:
            target.pop(key, None)
        else:
            target[key] = _thawed(new) if name in _APART else _copied(new)
    if difference.order is not None:
        ordered = {key: target[key] for key in difference.order[1]}
        target.clear()
        target.update(ordered)


def _set_whole(circuit: Circuit, name: str, value: Any) -> None:
    if name == "notes":
        if value is MISSING:
            circuit.drawing.pop("notes", None)
        else:
            circuit.drawing["notes"] = value
    elif name == "drawing":
        rest, order = value
        present = {key: circuit.drawing[key] for key in order if key in circuit.drawing} | rest
        circuit.drawing.clear()
        circuit.drawing.update({key: present.get(key, {}) for key in order})
    else:
        setattr(circuit, name, value)
