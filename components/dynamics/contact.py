"""A sphere or a point on a plane: elastic with friction, or rigid without."""

from mars.component import (
    FRAME,
    Axis,
    Component,
    Hold,
    Icon,
    Mode,
    Parameter,
    Plane,
    Port,
    Sticks,
    Stops,
    ca,
    column,
    triple,
    unit_vector,
)

from .across import across
from .hunt_crossley import hunt_crossley
from .pressed import Pressed

PLANE = (
    ("frame", "M-30,10 h8 M30,-10 h-14"),
    ("line", "M-22,10 h44"),
    ("thin", "M-14,10 l-5,7 M-4,10 l-5,7 M6,10 l-5,7 M16,10 l-5,7"),
    ("face", "M0,-21 a15.5,15.5 0 1 0 0.01,0 z"),
)


class OnPlane(Component):
    """Common geometry of contacts of a sphere at b with a plane at a."""

    letters = "DC"
    a = Port(FRAME, at=(-30, 10), open="reference", help="point on the plane; open: the world origin")
    b = Port(FRAME, at=(30, -10), help="centre of the sphere")
    normal = Axis((0, 0, 1), help="plane normal in the basis of a, towards the sphere")
    radius = Parameter(0.0, "m", "radius of the sphere; 0: a point", minimum=0, key_parameter=True)

    def shapes(self, scale=0.0):
        return [Plane(triple(self.normal))]

    def normal_now(self):
        return self.a.R @ column(self.normal)

    def height(self):
        """Height of the sphere's lowest point above the plane."""
        return ca.dot(self.normal_now(), self.b.r - self.a.r) - self.radius

    def arms(self):
        """From a and from b to the sphere's lowest point."""
        from_b = -self.radius * self.normal_now()
        return self.b.r + from_b - self.a.r, from_b

    def slip_rate(self):
        """Velocity of the sphere's lowest point relative to the plane there."""
        from_a, from_b = self.arms()
        return self.b.v + ca.cross(self.b.w, from_b) - self.a.v - ca.cross(self.a.w, from_a)

    def pushed(self, force):
        """The wrenches if this force acts on the sphere at its lowest point."""
        from_a, from_b = self.arms()
        yield force == self.a.F
        yield ca.cross(from_a, force) == self.a.M
        yield -force == self.b.F
        yield -ca.cross(from_b, force) == self.b.M


class Contact(OnPlane, kind="dynamics.contact"):
    """A sphere, or a point, on an elastic plane with dry friction. Normal force kδ(1 + cδ̇) at the depth δ, never pulling, where
    c follows from the restitution required at a given impact speed; slower impacts lose less. It sticks within the friction cone
    and slips on it."""

    stiffness = Parameter(1e5, "N/m", "normal force per metre of penetration depth", above=0)
    restitution = Parameter(0.5, "1", "ratio of the speeds after and before an impact", above=0, maximum=1, structural=True)
    impact_speed = Parameter(1.0, "m/s", "impact speed at which the restitution applies", above=0, structural=True)
    friction = Parameter(0.3, "1", "ratio of friction force to normal force while slipping", minimum=0, key_parameter=True)
    breakaway = Parameter(1.0, "1", "breakaway force as a multiple of the sliding friction force", minimum=1)
    touching = Mode("1 while the sphere touches the plane, else −1")
    direction = Mode("direction of slip in the plane when it started; zero while sticking", size=2)
    hold = Hold("N", "force in the plane that holds the sphere while sticking", size=2)
    icon = Icon(*PLANE, ("thin", "M-7,-27 h14 m-4,-3 l4,3 -4,3"))

    def pressed(self):
        depth, rate = -self.height(), -ca.dot(self.normal_now(), self.slip_rate())
        push = hunt_crossley(self.stiffness, self.restitution, self.impact_speed)
        return Pressed(self.touching, depth, rate, self.stiffness, push)

    def tangents(self):
        return self.a.R @ across(self.normal)

    def rate(self):
        return self.tangents().T @ self.slip_rate()

    def resistance(self):
        """Friction force in the plane; zero while it sticks, when the direction is zero."""
        slips = ca.sumsqr(self.direction)
        return slips * self.friction * self.pressed().force * unit_vector(self.rate(), self.direction)

    def equations(self):
        normal = self.pressed().force * self.normal_now()
        yield from self.pushed(normal + self.tangents() @ (self.hold - self.resistance()))

    def switches(self):
        pressed = self.pressed()
        yield pressed.piece
        yield Sticks(self.hold, self.rate(), self.friction * self.breakaway * pressed.force, self.direction)

    def stored(self):
        return self.pressed().stored

    def loss(self):
        return self.pressed().loss + ca.dot(self.resistance(), self.rate())


class RigidContact(OnPlane, kind="dynamics.rigid_contact"):
    """A sphere, or a point, on a rigid plane without friction. An impact reverses the normal speed and multiplies it by the
    restitution; below the settling speed it stays on the plane until it is pulled away."""

    restitution = Parameter(0.0, "1", "ratio of the speeds after and before an impact", minimum=0, maximum=1, key_parameter=True)
    settle = Parameter(0.001, "m/s", "speed after an impact below which contact is maintained", above=0)
    hold = Hold("N", "normal force")
    icon = Icon(*PLANE, ("solid", "M-3,-5.5 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z"))

    def equations(self):
        yield from self.pushed(self.hold * self.normal_now())

    def switches(self):
        yield Stops(self.hold, self.height(), restitution=self.restitution, settle=self.settle)

    def stored(self):
        return 0.0
