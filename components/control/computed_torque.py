"""Computed torque: inverse dynamics of the drawn mechanism inside its controller."""

from mars.component import ROTATION, SIGNAL, TRANSLATION, Component, Count, Demand, DocumentError, Icon, Numbers, Port, ca

from .axes import for_each, port_for, values_at

PITCH = 20  # between the ports of the joints
ARM = (
    ("line", "M-20,15 h16 M-12,15 V3 L4,-15 L18,-9"),
    ("solid", "M-15,3 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z M1,-15 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z"),
)


def joints(values):
    """Names of the joints' ports, with their domains."""
    turning = {f"turn{i + 1}": ROTATION for i in range(values["turning"])}
    return turning | {f"slide{i + 1}": TRANSLATION for i in range(values["sliding"])}


def places_below(values):
    count = len(joints(values))
    return [(PITCH * i - PITCH // 2 * (count - 1), 30) for i in range(count)]


def half_width(values):
    return max(30, PITCH // 2 * (len(joints(values)) + 1))


def box(values):
    """An arm in a box, wide enough for the joints' ports below it."""
    half = half_width(values)
    wanted = (("position", -20), ("speed", 0), ("acceleration", 20))
    return Icon(
        ("face", f"M{-half},-30 h{2 * half} v54 h{-2 * half} z"),
        *((f"lead:{name}", f"M{-half - 10},{y} h10") for name, y in wanted),
        ("lead:torques", f"M{half},0 h10"),
        *((f"lead:{name}", f"M{x},{y} v-6") for name, (x, y) in zip(joints(values), places_below(values), strict=True)),
        *ARM,
    )


class ComputedTorque(Component, kind="control.computed_torque"):
    """Computes the torques that make joints follow a reference; errors decay as in a spring with a damper.

    It uses the bodies, joints and weight of the drawn mechanism, but neither loads nor components on the joints, such as rotors.
    """

    letters = "CT"
    turning = Count(2, help="number of rotating joints", minimum=0, key_parameter=True)
    sliding = Count(0, help="number of sliding joints, after the rotating ones in every bundle", minimum=0)
    stiffness = Numbers([100], "1/s²", "acceleration per position error; one value for all joints or one per joint", minimum=0)
    damping = Numbers([20], "1/s", "acceleration per speed error; one value for all joints or one per joint", minimum=0)
    position = Port(SIGNAL, at=(-40, -20), help="desired positions, in the order of the joints")
    speed = Port(SIGNAL, at=(-40, 0), help="desired speeds")
    acceleration = Port(SIGNAL, at=(-40, 20), help="desired accelerations")
    torques = Port(SIGNAL, at=(40, 0), open="free", gives=True, help="required joint torques and forces")
    needed = Demand("torque or force for each joint")
    icon = box({"turning": 2, "sliding": 0})

    @classmethod
    def check(cls, values):
        count = len(joints(values))
        if not count:
            raise DocumentError("it has no joints. Set the number of rotating or sliding joints", code="missing-value")
        for what in ("stiffness", "damping"):
            for_each(values[what], count, what)

    @classmethod
    def ports_for(cls, values):
        names, out = joints(values), half_width(values) + 10
        wide = {
            name: port_for(port, len(names), at=(out if port.gives else -out, port.at[1])) for name, port in cls.ports.items()
        }
        places = zip(names.items(), places_below(values), strict=True)
        return wide | {name: Port(domain, at=at, name=name, help="driven joint") for (name, domain), at in places}

    @classmethod
    def icon_for(cls, values):
        return box(values)

    def joint_ports(self):
        return [getattr(self, f"port_{name}") for name in joints(vars(self))]

    def demands(self):
        ports = self.joint_ports()
        wanted = [ca.vertsplit(values_at(port)) for port in (self.position, self.speed, self.acceleration)]
        gains = (for_each(gain, len(ports), "") for gain in (self.stiffness, self.damping))
        accelerations = [
            change + d * (rate - port.speed) + k * (place - port.position)
            for port, place, rate, change, k, d in zip(ports, *wanted, *gains, strict=True)
        ]
        yield self.needed, ports, accelerations

    def equations(self):
        for port in self.joint_ports():
            yield port.stream == 0
        yield values_at(self.torques) == self.needed

    def stored(self):
        return 0.0
