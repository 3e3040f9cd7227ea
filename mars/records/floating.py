"""A body that hangs on nothing any more flies on from where it was, as fast as it was."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mars.component.base import Body
from mars.component.domains import AXES
from mars.flat_names import shown
from mars.model.build import Model
from mars.records.part import Part


def coordinates_of_floating(before: Part, model: Model, t: float) -> dict[str, float]:
    """States of the implicit free joints that the part before had not, by the global motion of their bodies then."""
    old, found = before.engine, {}
    for joint, body in _hung_freely(model):
        names = [name for name in old.variables.table if name.startswith(f"{shown(body)}.1.")]
        if joint not in old.model.topology.placed and names:
            values = before.rows(np.array([t]), names)[0].tolist()
            motion = {name.removeprefix(f"{shown(body)}.1."): value for name, value in zip(names, values, strict=True)}
            found |= _moved_alike(joint, motion)
    return found


def _hung_freely(model: Model) -> Iterator[tuple[str, str]]:
    """Joints that nobody has drawn, each with its body."""
    topology = model.topology
    for name in (reach.component for reach in topology.tree if reach.component not in topology.circuit.components):
        ports = topology.nodes[topology.node_of[name, "2"]].ports
        yield from ((name, body) for body, port in ports if port == "1" and issubclass(topology.placed[body].kind, Body))


def _moved_alike(joint: str, motion: dict[str, float]) -> dict[str, float]:
    """Coordinates and speeds against a base at rest, from r, v, w and R of the body, as far as the class has them."""
    found: dict[str, float] = {}
    for axis in AXES:
        pairs = ((axis, "r"), (f"slide_{axis}.speed", "v"), (f"turn_{axis}.speed", "w"))
        found |= {f"{joint}.{name}": motion[f"{letter}.{axis}"] for name, letter in pairs if f"{letter}.{axis}" in motion}
    R = np.array([[motion.get(f"R.{i}{j}", np.nan) for j in AXES] for i in AXES])
    if np.isfinite(R).all():
        from scipy.spatial.transform import Rotation

        x, y, z, w = Rotation.from_matrix(R).as_quat().tolist()
        found |= {f"{joint}.attitude.{letter}": value for letter, value in zip("wxyz", (w, x, y, z), strict=True)}
    elif np.isfinite(R).any():
        (about,) = np.flatnonzero(np.isnan(np.diag(R)))
        i, j = (about + 1) % 3, (about + 2) % 3
        found[f"{joint}.angle"] = float(np.arctan2(R[j, i], R[i, i]))
    return found
