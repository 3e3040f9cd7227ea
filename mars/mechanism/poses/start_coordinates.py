"""Joint coordinates of a drawing, with the usable start values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mars.component.base import Joint
from mars.component.domains import AXES
from mars.component.orientations import angles_of, fixed_rotations
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, quantity
from mars.mechanism.poses.circuit_values import Reading
from mars.mechanism.poses.result import CoordinateValue, JointCoordinate


@dataclass(frozen=True)
class PointStart:
    """The start position of a point along a global axis."""

    component: str
    port: str
    axis: int
    value: float
    how: str


@dataclass(frozen=True)
class ShaftStart:
    """The start position of a scalar node, by the name of a port: `KN1.turn.angle`, or the fast shaft of a gear."""

    node: int
    value: float
    how: str


@dataclass
class Starts:
    coordinates: dict[str, JointCoordinate] = field(default_factory=dict)
    nodes: dict[str, list[int]] = field(default_factory=dict)  # scalar nodes of each coordinate, three for an attitude
    asked: list[PointStart] = field(default_factory=list)
    shafts: list[ShaftStart] = field(default_factory=list)


def read_starts(circuit: Circuit, reading: Reading) -> Starts:
    starts = Starts()
    node_of = reading.topology.node_of
    for name, component in reading.components.items():
        if not isinstance(component, Joint):
            continue
        implicit = name not in circuit.components
        for own in component.coordinates.values():
            domain = component.ports[own.port].domain
            motion = "turn" if domain.position_unit == "rad" else "slide"
            full = f"{name}.{own.name}"
            starts.coordinates[full] = JointCoordinate(full, name, domain.position_unit, motion, implicit=implicit)
            starts.nodes[full] = [node_of[name, own.port]]
        for attitude in component.attitudes.values():
            full = f"{name}.{attitude.name}"
            starts.coordinates[full] = JointCoordinate(full, name, "rad", "ball", implicit=implicit)
            starts.nodes[full] = [node_of[name, port] for port in attitude.ports]
    for name, start in circuit.start.items():
        if start.value is None:
            continue
        try:
            if (coordinate := starts.coordinates.get(name)) is not None:
                value = _value(start.value, coordinate, reading.variables)
                starts.coordinates[name] = replace(coordinate, start=value, how=start.how)
            elif (asked := _asked(name, start.value, start.how, reading.variables)) is not None:
                starts.asked.append(asked)
            elif (shaft := _shaft(name, start.value, start.how, reading)) is not None:
                starts.shafts.append(shaft)
        except DocumentError:
            continue
    return starts


def _value(typed: Any, coordinate: JointCoordinate, variables: Mapping[str, Quantity]) -> CoordinateValue:
    if coordinate.motion != "ball":
        return quantity(_single(typed), variables, coordinate.unit)
    angles = angles_of(typed)
    if not isinstance(angles, list) or len(angles) != 3:
        raise DocumentError("an orientation needs three angles", code="bad-value")
    x, y, z = fixed_rotations(typed, lambda read: [quantity(value, variables, "rad") for value in read], "orientation")
    return x, y, z


def _asked(name: str, typed: Any, how: str, variables: Mapping[str, Quantity]) -> PointStart | None:
    """A start value such as SB2.2.r.x."""
    parts = name.split(".")
    if len(parts) != 4 or parts[2] != "r" or parts[3] not in AXES:
        return None
    return PointStart(parts[0], parts[1], AXES.index(parts[3]), quantity(_single(typed), variables, "m"), how)


def _shaft(name: str, typed: Any, how: str, reading: Reading) -> ShaftStart | None:
    """A start value such as G1.a.angle."""
    owner, port, what = parts if len(parts := name.split(".")) == 3 else ("", "", "")
    node = reading.topology.node_of.get((owner, port))
    if node is None or how == "free":
        return None
    domain = reading.topology.placed[owner].ports[port].domain
    if domain.informs or not domain.moves or what != domain.position:
        return None
    return ShaftStart(node, quantity(_single(typed), reading.variables, domain.position_unit), how)


def _single(typed: Any) -> float | str:
    if isinstance(typed, list | dict):
        raise DocumentError("expected one value, not three", code="bad-value")
    return typed
