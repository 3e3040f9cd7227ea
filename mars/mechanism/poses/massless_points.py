"""Points without a body, where springs meet: drawn in the middle of the points connected with them. A run finds the balance."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from mars.component.base import Joint
from mars.component.domains import AXES, FRAME
from mars.mechanism.frames import Skeleton
from mars.mechanism.poses.numeric_frames import NumericFrames
from mars.topology.implicit_kinds import PointJoint
from mars.topology.topology import Topology

SWEEPS = 20  # points between other such points move to their middle in turn
Roots = list[tuple[np.ndarray, np.ndarray]]


class MasslessPoints:
    """The implicit joints of such points, and the nodes connected with each."""

    def __init__(self, topology: Topology, skeleton: Skeleton, frames: NumericFrames):
        self._frames, self._seats = frames, skeleton.seats
        placed, node_of = topology.placed, topology.node_of
        joints = {name: node_of[name, "2"] for name, each in placed.items() if issubclass(each.kind, PointJoint)}
        self._around = {name: set[int]() for name, node in joints.items() if node in self._seats}
        for name, each in placed.items() if self._around else ():
            if not issubclass(each.kind, Joint):
                nodes = {node_of.get((name, port.name)) for port in each.ports.values() if port.domain is FRAME}
                for joint in self._around:
                    if joints[joint] in nodes:
                        self._around[joint] |= {n for n in nodes if n in self._seats and n != joints[joint]}

    def put(self, x: np.ndarray, roots: Roots, index: Mapping[str, int], kept: Collection[int]) -> np.ndarray:
        """The coordinates with every point in the middle of its neighbours, except those that are kept."""
        x = x.copy()
        for joint, around in ((j, a) for _ in range(SWEEPS if len(self._around) > 1 else 1) for j, a in self._around.items()):
            poses, seats = self._frames.put(x, roots), [self._seats[n] for n in around]
            places = [poses.r[s.frame] + poses.R[s.frame] @ np.array(s.place, dtype=float) for s in seats]
            for axis, letter in enumerate(AXES):
                first = index.get(f"{joint}.{letter}")
                if places and first is not None and first not in kept:
                    x[first] = float(np.mean([place[axis] for place in places]))
        return x
