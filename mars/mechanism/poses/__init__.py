"""Numeric poses: the start pose of a drawing, complete or not, and poses during a run.

    drawing -> Reading -> Skeleton -> NumericFrames -> Search -> Poses

The same zero pose, joints and loop search as the model, without any equations: the editor imports this but not CasADi.
"""

from mars.mechanism.poses.pose_tree import PoseTree, line_shapes_of, shapes_of
from mars.mechanism.poses.result import JointCoordinate, JointPose, PlanePose, Poses

__all__ = ["JointCoordinate", "JointPose", "PlanePose", "PoseTree", "Poses", "line_shapes_of", "shapes_of"]
