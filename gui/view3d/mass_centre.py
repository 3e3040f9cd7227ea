"""The centre of mass of the whole mechanism."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mars.component.base import Body
from mars.mechanism.poses import Poses, PoseTree

FOREIGN = Exception  # exceptions that plug-in code of a kind may raise


@dataclass(frozen=True)
class BodyMass:
    """Mass of a body, and its centre in the body's own basis."""

    body: str
    mass: float
    centre: np.ndarray


def weights_of(tree: PoseTree) -> list[BodyMass]:
    found = []
    for name, component in tree.components.items():
        if not isinstance(component, Body):
            continue
        try:
            solid = component.solid()
            weight = BodyMass(name, float(solid.mass), np.array(solid.centre, dtype=float))
        except FOREIGN:
            continue
        if weight.mass > 0 and np.isfinite([weight.mass, *weight.centre]).all():
            found.append(weight)
    return found


def centre_of(weights: list[BodyMass], poses: Poses) -> np.ndarray | None:
    """In the world; None if nothing has a mass."""
    there = [weight for weight in weights if weight.body in poses.bodies]
    total = sum(weight.mass for weight in there)
    if not there or not np.isfinite(total):
        return None
    moments = [w.mass / total * (poses.bodies[w.body][0] + poses.bodies[w.body][1] @ w.centre) for w in there]
    return np.sum(moments, axis=0)
