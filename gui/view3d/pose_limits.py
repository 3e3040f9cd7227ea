"""Limits poses that no image can show (a rod of 1e200 m, a NaN position) to a drawable range."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mars.mechanism.poses import Poses
from mars.mechanism.poses.result import JointPose, Placement, PlanePose

FARTHEST = 1e9  # metres


def within(values: Any) -> np.ndarray:
    """Numbers limited to the range."""
    return np.clip(np.nan_to_num(np.array(values, dtype=float)), -FARTHEST, FARTHEST)


def in_reach(poses: Poses) -> Poses:
    """The same poses, limited if some of them are too far away."""
    placements = [*poses.points.values(), *poses.bodies.values(), *poses.bases.values()]
    places = [r for r, _ in placements] + [end for line in poses.lines.values() for end in line]
    places += [joint.r2 for joint in poses.joints.values()] + [plane.place for plane in poses.planes.values()]
    turns = [R for _, R in placements]
    if not places or (np.abs(np.array(places)).max() <= FARTHEST and np.isfinite(np.array(turns)).all()):
        return poses
    return replace(
        poses,
        points=_placed(poses.points),
        bodies=_placed(poses.bodies),
        bases=_placed(poses.bases),
        joints={name: _joint(joint) for name, joint in poses.joints.items()},
        lines={name: (within(a), within(b)) for name, (a, b) in poses.lines.items()},
        planes={name: PlanePose(within(plane.place), within(plane.normal)) for name, plane in poses.planes.items()},
    )


def _placed(found: dict[str, Placement]) -> dict[str, Placement]:
    return {name: (within(r), within(R) if np.isfinite(R).all() else np.eye(3)) for name, (r, R) in found.items()}


def _joint(joint: JointPose) -> JointPose:
    axes = [(motion, axis) for motion, axis in joint.axes if np.isfinite(axis).all()]
    return replace(joint, place=within(joint.place), axes=axes, r1=within(joint.r1), r2=within(joint.r2))
