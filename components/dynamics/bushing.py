"""Elastic connection with six degrees of freedom."""

from mars.component import FRAME, Component, Icon, Parameter, Port, Vector, ca, column


class Bushing(Component, kind="dynamics.bushing"):
    """Springs and dampers along and about the axes of side a. The moment is proportional to the sine of the relative rotation, so
    that it has a potential energy and no singular attitude; for small rotations that is stiffness times angle."""

    letters = "DC"
    a = Port(FRAME, at=(-30, 0), help="side whose basis is used")
    b = Port(FRAME, at=(30, 0), open="reference", help="other side; open: the world")
    stiffness = Vector((1000, 1000, 1000), "N/m", "stiffness along x, y, z", minimum=0, key_parameter=True)
    damping = Vector((10, 10, 10), "N·s/m", "damping along x, y, z", minimum=0)
    turn_stiffness = Parameter(100.0, "N·m/rad", "rotational stiffness, the same about every axis", minimum=0)
    turn_damping = Vector((1, 1, 1), "N·m·s/rad", "damping about x, y, z", minimum=0)
    icon = Icon(
        ("frame", "M-30,0 h11 M19,0 h11"),
        ("face", "M-13,-13 h26 a6,6 0 0 1 6,6 v14 a6,6 0 0 1 -6,6 h-26 a6,6 0 0 1 -6,-6 v-14 a6,6 0 0 1 6,-6 z"),
        ("line", "M-12,0 l3,-6 6,12 6,-12 6,12 3,-6"),
    )

    def local(self):
        """Displacement and relative rates of b in the basis of a, and the relative rotation."""
        R = self.a.R
        offset = self.b.r - self.a.r
        d = R.T @ offset
        rate = R.T @ (self.b.v - self.a.v - ca.cross(self.a.w, offset))
        turn_rate = R.T @ (self.b.w - self.a.w)
        return d, rate, turn_rate, R.T @ self.b.R

    def load(self):
        """Force and moment exerted by b, in the basis of a."""
        d, rate, turn_rate, Q = self.local()
        force = column(self.stiffness) * d + column(self.damping) * rate
        # U = c (3 − tr Q)/2 has the moment c·vee(Q − Qᵀ)/2, which is c·φ for small rotations φ.
        vee = ca.vertcat(Q[2, 1] - Q[1, 2], Q[0, 2] - Q[2, 0], Q[1, 0] - Q[0, 1]) / 2
        moment = self.turn_stiffness * vee + column(self.turn_damping) * turn_rate
        return force, moment

    def equations(self):
        F, M = (self.a.R @ part for part in self.load())
        yield self.b.F == F
        yield self.b.M == M
        yield self.a.F == -F
        yield -M - ca.cross(self.b.r - self.a.r, F) == self.a.M

    def stored(self):
        d, _, _, Q = self.local()
        return ca.dot(column(self.stiffness), d**2) / 2 + self.turn_stiffness * (3 - ca.trace(Q)) / 2

    def loss(self):
        _, rate, turn_rate, _ = self.local()
        return ca.dot(column(self.damping), rate**2) + ca.dot(column(self.turn_damping), turn_rate**2)
