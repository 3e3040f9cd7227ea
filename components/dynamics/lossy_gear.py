"""Gears with losses in their teeth and bearings."""

from math import pi

from mars.component import ROTATION, Component, Hold, Icon, Mode, Parameter, Piece, Port, Sticks

from .gear import wheel


class Lossy(Component):
    """Of the torque τ at shaft a a part is lost (Pelchen, Schweiger, Otter, Modeling and simulating the efficiency of gearboxes
    and of planetary gearboxes, 2002): (1 − η)τ where a drives b, (1 − 1/η')τ where b drives a, and a friction torque against the
    motion. At rest the lost torque has any value between those of the two directions: the gear may lock itself.
    """

    efficiency = Parameter(
        0.9, "1", "output power per unit of input power while a drives b", above=0, maximum=1, key_parameter=True
    )
    back_efficiency = Parameter(0.0, "1", "the same while b drives a; 0: equal", minimum=0, maximum=1)
    friction = Parameter(0.0, "N·m", "friction torque at shaft a, lost also without load", minimum=0)
    back_friction = Parameter(0.0, "N·m", "the same while b drives a; 0: equal", minimum=0)
    hold = Hold("N·m", "torque at shaft a that holds it at rest")
    direction = Mode("direction in which shaft a turns: 1 or −1, 0 while locked")
    pushing = Mode("1 while the torque at shaft a is positive, else −1")

    def torque_in(self):
        """Torque of shaft a at the teeth."""
        return self.a.torque

    def losses(self, pushing):
        """Efficiency factor of the loss while a turns forward, and the friction torque; then the same backward."""
        forth, back = 1 - self.efficiency, 1 - 1 / _or(self.back_efficiency, self.efficiency)
        friction, other = self.friction, _or(self.back_friction, self.friction)
        with_a, with_b = (1 + pushing) / 2, (1 - pushing) / 2
        return (
            (with_a * forth + with_b * back, with_a * friction + with_b * other),
            (with_a * back + with_b * forth, with_a * other + with_b * friction),
        )

    def lost(self):
        """Part of the torque and constant torque that are lost while turning."""
        (ahead, drag), (astern, pull) = self.losses(self.pushing)
        forward, backward = (self.direction**2 + self.direction) / 2, (self.direction**2 - self.direction) / 2
        return forward * ahead + backward * astern, forward * drag - backward * pull

    def passed_torque(self):
        """Torque of shaft a minus the lost torque. The torque at rest is within the limits of `switches`."""
        part, constant = self.lost()
        return (1 - part) * self.torque_in() - constant + self.hold

    def known_torque(self):
        """The torque of shaft a at the teeth, without rates."""
        return self.torque_in()

    def switches(self):
        torque = self.known_torque()
        (ahead, drag), (astern, pull) = self.losses(self.pushing)
        most, least = ahead * torque + drag, astern * torque - pull
        yield Sticks(self.hold, self.a.speed, (most - least) / 2, self.direction, centre=-(most + least) / 2)
        yield Piece(self.pushing, torque, words=("a pushes forward", "a pushes backward"))

    def loss(self):
        part, constant = self.lost()
        return (part * self.known_torque() + constant) * self.a.speed


def _or(number, other):
    """Zero stands for the other number."""
    return other if isinstance(number, float) and number == 0.0 else number


class LossyGear(Lossy, kind="dynamics.lossy_gear"):
    """Shaft a turns `ratio` times as fast as shaft b. The output power is the input power times the efficiency, in either
    direction; a friction torque may be added. Between the two directions it locks: a poor gear cannot be driven from its
    output."""

    letters = "G"
    a = Port(ROTATION, at=(-30, 0), help="fast shaft")
    b = Port(ROTATION, at=(30, 0), help="slow shaft")
    ratio = Parameter(10.0, "1", "turns of a per turn of b", key_parameter=True)
    icon = Icon(
        ("lead", "M-30,0 h6.5 M24,0 h6"),
        ("face", wheel(9.5, 0, 8, 10, 14.5, pi)),
        ("face", wheel(-13.5, 0, 5, 5.5, 10, pi)),
        ("solid", "M7,0 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        ("solid", "M-15.5,0 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z"),
        ("thin", "M-20,-15 q-3,-2.5 0,-5 q3,-2.5 0,-5 M-13.5,-15 q-3,-2.5 0,-5 q3,-2.5 0,-5 M-7,-15 q-3,-2.5 0,-5 q3,-2.5 0,-5"),
    )

    def kinematics(self):
        yield self.a.angle == self.ratio * self.b.angle

    def equations(self):
        yield from self.kinematics()
        yield self.b.torque == -self.ratio * self.passed_torque()

    def stored(self):
        return 0.0
