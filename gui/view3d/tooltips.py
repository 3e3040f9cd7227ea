"""Tooltip texts: a point's ports with their position in the body and in the world, a component's kind."""

from __future__ import annotations

import numpy as np

from mars.document.circuit import Circuit
from mars.flat_names import shown
from mars.mechanism.poses import Poses

from ..i18n import translate
from .pick_targets import PickTarget


def tip_of(target: PickTarget | None, poses: Poses, circuit: Circuit) -> str:
    if target is None:
        return ""
    if target.place is None:
        kind = circuit.components[target.component].kind if target.component in circuit.components else ""
        return f"{shown(target.component)}  {kind}"
    lines = [" · ".join(map(shown, target.place.ends))]
    for body in target.place.bodies:
        r, R = poses.bodies[body]
        lines.append(translate("MotionView", "in {0}: {1}").format(shown(body), triple(R.T @ (target.place.r - r))))
    lines.append(translate("MotionView", "in global axes: {0}").format(triple(target.place.r)))
    return "\n".join(lines)


def triple(vector: np.ndarray) -> str:
    """Metres to the millimetre, with a true minus."""
    return "({}, {}, {}) m".format(*(f"{round(x, 4) + 0.0:.4g}".replace("-", "−") for x in vector.tolist()))
