"""Lists what can be plotted of a component, a port, a link or a node, for menus and for hovering."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mars.document.circuit import Circuit
from mars.document.links import ports_at
from mars.names import is_junction
from mars.translation import languages

from ..i18n import translate
from .value_text import label

Offer = tuple[str, list[str]]  # label, names of variables

MOST_INSIDE = 12
_VECTORS = ("r", "v", "w", "a", "b", "F", "M")
_POTENTIALS = ("angle", "travel", "speed", "voltage", "value", "pressure", "temperature", "r", "v", "w")


def offers(circuit: Circuit, variables: Mapping[str, str], target: str) -> list[Offer]:
    """`target` is a component (`KN1`), a port (`SB1.2`), a link's key (`KN1.2 SB1.1`) or a junction (`#1`)."""
    if " " in target or is_junction(target):
        ends = target.split(" ")
        ports = [end for end in ends if not is_junction(end)] or ports_at(circuit, ends[0])
        return _of_node(variables, ports)
    if "." in target:
        return _of_port(variables, target)
    return [*_inside(circuit, variables, target), *_of_component(variables, target)]


def _inside(circuit: Circuit, variables: Mapping[str, str], name: str) -> list[Offer]:
    """Coordinates inside an instance of a subcircuit."""
    entry = circuit.components.get(name)
    if entry is None or entry.kind not in circuit.definitions:
        return []
    at_ports = [each.split(".") for each in variables if each.startswith(f"{name}.") and each.endswith((".angle", ".travel"))]
    of_joints = (".".join([*words[:-2], words[-1]]) for words in at_ports)  # KN1.turn.angle is the same as KN1.angle
    found = list(dict.fromkeys(each for each in of_joints if each in variables))
    every: list[Offer] = [(translate("Offers", "{0}: all coordinates").format(name), found)] if len(found) > 1 else []
    return [*every, *((label(each), [each]) for each in found[:MOST_INSIDE])]


def _of_component(variables: Mapping[str, str], name: str) -> list[Offer]:
    """Own variables first, then those of its scalar ports; those of frame ports are offered at the ports."""
    own = [each for each in variables if each.startswith(f"{name}.") and each.count(".") == 1]
    found: list[Offer] = []
    if len(own) > 1:
        found.append((translate("Offers", "{0}: all component variables").format(name), own))
    found += [(label(each), [each]) for each in own]
    by_ending: dict[str, list[str]] = {}
    for each in variables:
        words = each.split(".")
        if words[0] == name and len(words) == 3 and words[2] not in ("angle", "travel"):  # the same as the coordinates
            by_ending.setdefault(words[2], []).append(each)
    for ending, names in by_ending.items():
        words = label(names[0]) if len(names) == 1 else f"{name} {ending.replace('_', ' ')}"
        found.append((words, names))
    return found or [offer for port in _frame_ports(variables, name) for offer in _of_port(variables, port)]


def _frame_ports(variables: Mapping[str, str], name: str) -> list[str]:
    ports = {".".join(each.split(".")[:2]): None for each in variables if each.startswith(f"{name}.") and each.count(".") == 3}
    return list(ports)


def _of_port(variables: Mapping[str, str], port: str) -> list[Offer]:
    """Each variable of the port; the components of a vector together."""
    groups: dict[str, list[str]] = {}
    for name in variables:
        if name.startswith(f"{port}."):
            first, _, part = name[len(port) + 1 :].partition(".")
            if not part or first in _VECTORS:
                groups.setdefault(first, []).append(name)
    return [(f"{port} {_word(first)}", names) for first, names in groups.items()]


def _of_node(variables: Mapping[str, str], ports: Iterable[str]) -> list[Offer]:
    """The potentials once, since all ports share them; the streams into each component."""
    found: list[Offer] = []
    for place, port in enumerate(ports):
        for words, names in _of_port(variables, port):
            quantity = names[0][len(port) + 1 :].partition(".")[0]
            if place == 0 or quantity not in (*_POTENTIALS, "acceleration", "a", "b"):
                found.append((words, names))
    return found


def _word(quantity: str) -> str:
    words = {
        "r": translate("Offers", "position r"),
        "v": translate("Offers", "velocity v"),
        "w": translate("Offers", "angular velocity ω"),
        "a": translate("Offers", "acceleration a"),
        "b": translate("Offers", "angular acceleration"),
        "F": translate("Offers", "force F"),
        "M": translate("Offers", "moment M"),
    }
    return words.get(quantity) or languages.word(quantity)
