"""Checks of a whole circuit: its class, gravity, signals, welds and inertias."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mars.component.base import Body
from mars.component.domains import AXES, MOTIONS
from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint, DocumentError
from mars.messages import Message, all_of
from mars.topology.masses import solid_of
from mars.topology.topology import Topology


def check_empty(topology: Topology) -> Iterator[Complaint]:
    if not topology.placed and not topology.errors():
        yield Complaint("", "the circuit is empty", "Add a base, a joint and a body", code="empty")


def check_class(motions: tuple[str, ...]) -> Iterator[Complaint]:
    if sum(m[0] == "R" for m in motions) == 2:
        missing = next(m for m in MOTIONS if m[0] == "R" and m not in motions)
        cause = Message("the class {motions} has two rotations, but two rotations generate a third", motions=" ".join(motions))
        yield Complaint("", cause, Message("Add {missing} to the class, or keep one rotation", missing=missing), code="class")


def check_gravity(circuit: Circuit) -> tuple[tuple[float, float, float], list[Complaint]]:
    """Weight along a motion outside the class is fine unless it has a lever arm about one of its rotations."""
    try:
        gravity = circuit.gravity_vector()
    except DocumentError as error:
        return (0.0, 0.0, 0.0), [Complaint("", error.message, "", code="gravity")]
    complaints = []
    for axis, size in zip(AXES, gravity, strict=True):
        turns = [m for m in circuit.motions if m[0] == "R" and m[1] != axis]
        if size != 0 and f"T{axis}" not in circuit.motions and turns:
            have = " ".join(circuit.motions)
            cause = Message(
                (
                    "gravity acts along {axis} and can rotate bodies ({turns}), but the circuit class {have} "
                    "does not include T{axis}"
                ),
                axis=axis,
                turns=turns[0],
                have=have,
            )
            remedy = Message("Add T{axis} to the class, or set gravity to zero along {axis}", axis=axis)
            complaints.append(Complaint("", cause, remedy, code="gravity"))
    return gravity, complaints


def check_signals(topology: Topology) -> Iterator[Complaint]:
    """One component gives a signal, the others at its node read it."""
    for node in topology.nodes:
        if not topology.domain_of(node).informs or len(node.ports) == 1:
            continue
        givers = topology.givers(node)
        if not givers:
            where = ".".join(node.ports[0])
            cause = Message("no component outputs the signal read by {ports}", ports=all_of(name for name, _ in node.ports))
            remedy = "Connect it to a component that outputs a signal, such as a slider (inputs.slider)"
            yield Complaint(where, cause, remedy, code="no-signal")
        elif len(givers) > 1:
            names = [name for name, _ in givers]
            cause = Message("this signal has several sources: {names}", names=all_of(names))
            remedy = Message("Remove {names}, or connect it elsewhere", names=names[-1])
            yield Complaint(names[-1], cause, remedy, code="two-signals")
        size = topology.signal_size(node)
        for name, port in node.ports:
            wanted = topology.placed[name].ports[port].size
            if len(givers) == 1 and wanted not in (0, size):
                cause = Message(
                    "expects a bundle of {wanted} signals, but {giver} outputs {size}",
                    wanted=wanted,
                    giver=givers[0][0],
                    size=size,
                )
                yield Complaint(f"{name}.{port}", cause, "Set both to the same number", code="bundle-size")


def note_welds(topology: Topology) -> Iterator[Complaint]:
    """A vector link between two bodies is a weld: legal, but a beginner usually means a hinge."""
    for node in topology.nodes:
        if len(node.ports) == 1:
            continue
        bodies = [name for name, _ in node.ports if issubclass(topology.placed[name].kind, Body)]
        if len(bodies) > 1:
            cause = Message(
                "{one} and {other} are connected directly, so they are rigidly joined", one=bodies[0], other=bodies[1]
            )
            yield Complaint(
                bodies[1], cause, "Put a joint between them if they are to move relative to each other", "note", "weld"
            )


def check_inertias(topology: Topology) -> Iterator[Complaint]:
    """Principal moments of a real body are positive and each is at most the sum of the others; measured data may violate this."""
    for name, placed in topology.placed.items():
        if not issubclass(placed.kind, Body):
            continue
        try:
            low, middle, high = np.linalg.eigvalsh(np.array(solid_of(placed).inertia, dtype=float))
        except DocumentError as error:
            yield Complaint(name, error.message, "", code="value")
            continue
        except CircuitError as error:  # from a plug-in
            yield from error.complaints
            continue
        except (ArithmeticError, np.linalg.LinAlgError):
            cause = "its mass or inertia is too large"
            yield Complaint(name, cause, "Check its dimensions and units", code="value")
            continue
        if low < -1e-9 * abs(high) or high > (low + middle) * (1 + 1e-6) + 1e-300:
            cause = Message(
                ("its inertia is physically impossible: the principal moments are {low:.4g}, {middle:.4g} and {high:.4g} kg·m²"),
                low=low,
                middle=middle,
                high=high,
            )
            remedy = (
                "Check the tensor (about the centre of mass, correct signs of the products of inertia). The circuit still runs"
            )
            yield Complaint(name, cause, remedy, "warning", "inertia")
