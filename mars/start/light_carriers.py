"""Bodies that carry a rotor and have less inertia than it: their inertia is to include the rotor as if it were fixed in them."""

from __future__ import annotations

from collections import defaultdict

import casadi as ca
import numpy as np

from mars.errors import Complaint
from mars.flat_names import shown
from mars.messages import Message, all_of
from mars.model.build import Model

LESS = 1e-9  # of the rotor's inertia


def light_carriers(model: Model, severity: str = "warning") -> list[Complaint]:
    """A complaint for each rotor whose carrier has less inertia about some axis than the rotors that it carries."""
    skeleton, symbols = model.skeleton, model.symbols
    carried = defaultdict[int, list[tuple[str, ca.SX, ca.SX]]](list)
    for name, component in symbols.components.items():
        for port, inertia, axis in component.rotors():
            seat = skeleton.seats.get(model.topology.node_of.get((name, port), -1))
            if seat is not None and skeleton.frames[seat.frame].motion != "root":
                e = _matrix(seat.orientation) @ ca.vertcat(*axis)
                carried[seat.frame].append((name, ca.SX(inertia), e))
    found = []
    for frame, rotors in carried.items():
        bodies = [name for name, (_, seat) in skeleton.bodies.items() if seat.frame == frame]
        total = sum((inertia * e @ e.T for _, inertia, e in rotors), ca.SX(3, 3))
        function = ca.Function("carrier", [model.p], [_inertia_of(model, bodies), total])
        own, spun = (np.array(part) for part in function(model.parameters()))
        if np.linalg.eigvalsh(own - spun).min() < -LESS * np.trace(spun):
            found += [_too_light(name, bodies, severity) for name, _, _ in rotors]
    return found


def _inertia_of(model: Model, bodies: list[str]) -> ca.SX:
    """Of all bodies of a frame together, about their common centre of mass, in the frame's basis."""
    parts = []
    for name in bodies:
        solid, seat = model.skeleton.bodies[name]
        R = _matrix(seat.orientation)
        centre = ca.vertcat(*seat.place) + R @ ca.vertcat(*solid.centre)
        parts.append((ca.SX(solid.mass), centre, R @ _matrix(solid.inertia) @ R.T))
    mass = sum((m for m, _, _ in parts), ca.SX(0))
    centre = sum((m * place for m, place, _ in parts), ca.SX(3, 1)) / ca.fmax(mass, 1e-300)
    whole = ca.SX(3, 3)
    for m, place, inertia in parts:
        d = place - centre
        whole += inertia + m * (ca.sumsqr(d) * ca.SX.eye(3) - d @ d.T)
    return whole


def _matrix(rows: list[list[float | ca.SX]]) -> ca.SX:
    return ca.vertcat(*(ca.horzcat(*row) for row in rows))


def _too_light(rotor: str, bodies: list[str], severity: str) -> Complaint:
    cause = Message(
        "its housing {bodies} has less inertia than the rotor about the rotor's axis, although it is to include the rotor",
        bodies=all_of(shown(name) for name in bodies) or "-",
    )
    remedy = Message("Add the rotor's inertia to that of the housing, or leave the housing of the rotor open")
    return Complaint(rotor, cause, remedy, severity, "light-carrier")
