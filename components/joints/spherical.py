"""The ball joint."""

from mars.component import ROTATION, Attitude, Ball, Icon, Joint, Port


class Spherical(Joint, kind="joints.spherical"):
    """Side 2 rotates freely about one point. Stored as a unit quaternion, so no attitude is singular."""

    turn_x = Port(ROTATION, at=(-20, -30), open="free", help="relative angular velocity and torque about x of side 1")
    turn_y = Port(ROTATION, at=(0, -30), open="free", help="relative angular velocity and torque about y of side 1")
    turn_z = Port(ROTATION, at=(20, -30), open="free", help="relative angular velocity and torque about z of side 1")
    attitude = Attitude(("turn_x", "turn_y", "turn_z"), "orientation of side 2 relative to side 1")
    icon = Icon(
        ("frame", "M-30,0 h14 M8,0 h22"),
        ("line", "M11.3,-11.3 a16,16 0 1 0 0,22.6"),
        ("face", "M-8,0 a8,8 0 1 1 16,0 a8,8 0 1 1 -16,0 z"),
        ("lead", "M-20,-30 v10 l8.7,8.7 M0,-30 v14 M20,-30 v10 l-8.7,8.7"),
    )

    def motion(self):
        yield Ball("attitude")
