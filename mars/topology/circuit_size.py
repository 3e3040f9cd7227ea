"""The size of a circuit without its subcircuits, computed before anything is expanded.

A few definitions of a kilobyte that contain each other twice are millions of components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container
from typing import Any

from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds.definitions import entries_of, with_parts
from mars.kinds.sheet_cache import has_sheet
from mars.messages import Message

LARGEST = 10_000  # components: nodes and trees take about a second for so many
MOST_PARTS = 200_000  # variables, links and start values


def about_size(circuit: Circuit) -> Complaint | None:
    """A complaint if the circuit is too large to be computed; names the definition that contributes most.

    None if definitions contain each other in rings, which are reported when they are expanded.
    """
    used = with_parts([entry.kind for entry in circuit.components.values()], circuit.definitions)
    parts = len(circuit.variables) + len(circuit.links) + len(circuit.start)
    leaves = sum(entry.kind not in used for entry in circuit.components.values())
    components = _about(circuit, leaves, _sizes(used, _components_in), LARGEST, too_many_components)
    return components or _about(circuit, parts, _sizes(used, _parts_in), MOST_PARTS, _too_many_parts)


def too_many_components(size: int, remedy: str) -> Complaint:
    cause = Message("the circuit has {size} components, more than {largest}", size=size, largest=LARGEST)
    return Complaint("", cause, remedy, code="too-large")


def _too_many_parts(size: int, remedy: str) -> Complaint:
    template = "the circuit has {size} variables, links and start values, more than {largest}"
    return Complaint("", Message(template, size=size, largest=MOST_PARTS), remedy, code="too-large")


def _about(
    circuit: Circuit, drawn: int, inside: dict[str, int] | None, largest: int, complaint: Callable[[int, str], Complaint]
) -> Complaint | None:
    if inside is None:
        return None
    shares: Counter[str] = Counter()
    for entry in circuit.components.values():
        shares[entry.kind] += inside.get(entry.kind, 0)
    if (size := drawn + shares.total()) <= largest:
        return None
    if not shares.total():
        return complaint(size, "Split it into several circuits")
    name, _ = shares.most_common(1)[0]
    template = "Use fewer instances of {name}, each with {count} of them, or put less into it"
    return complaint(size, Message(template, name=name, count=inside[name]))


def _sizes(used: dict[str, Any], own: Callable[[Any, Container[str]], int]) -> dict[str, int] | None:
    """How much each of the definitions contains, dependencies first, without visiting each instance; None if there are rings."""
    inside: dict[str, int] = {}
    for name, definition in used.items():
        parts = [entry["kind"] for entry in entries_of(definition).values() if entry["kind"] in used]
        if any(part not in inside for part in parts):
            return None
        inside[name] = own(definition, used) + sum(inside[part] for part in parts)
    return inside


def _components_in(definition: Any, used: Container[str]) -> int:
    """Without the instances, which are replaced by what is inside them."""
    return sum(entry["kind"] not in used for entry in entries_of(definition).values()) if has_sheet(definition) else 1


def _parts_in(definition: Any, _: Container[str]) -> int:
    if not has_sheet(definition):
        return 0
    sheet = definition["subcircuit"]
    holders = (sheet.get("variables"), sheet.get("links"), definition.get("start"))
    return sum(len(each) for each in holders if isinstance(each, dict | list))
