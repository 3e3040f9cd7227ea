"""Where everything is, by numbers alone: the start pose of a drawing, finished or not, and poses while a run plays.

    drawing -> Reading -> Skeleton -> NumericFrames -> Search -> Poses

The same zero pose, joints and search for loops as the model's, without any equation: the editor imports this and no CasADi.
"""

from mars.mechanism.poses.pose_tree import PoseTree, line_shapes_of, shapes_of
from mars.mechanism.poses.result import JointCoordinate, JointPose, PlanePose, Poses

__all__ = ["JointCoordinate", "JointPose", "PlanePose", "PoseTree", "Poses", "line_shapes_of", "shapes_of"]
