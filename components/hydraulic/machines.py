"""Pumps and a motor: one law between a shaft and a flow."""

from mars.component import HYDRAULIC, ROTATION, SIGNAL, Component, Icon, Parameter, Port, State, der

from ..signals.limits import Ends

CIRCLE = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")
LEADS = (("lead:a", "M0,30 v-14"), ("lead:b", "M0,-16 v-14"), ("lead:shaft", "M-30,0 h14"))


class Machine(Component):
    """Displaces oil from a to b as its shaft turns: q = D ω − k Δp, and the shaft needs D Δp + f ω, Δp = p_b − p_a."""

    shaft = Port(ROTATION, at=(-30, 0), help="shaft; draw its inertia as a dynamics.rotor")
    displacement = Parameter(2.5e-6, "m³/rad", "oil displaced per radian of shaft rotation", above=0, key_parameter=True)
    leakage = Parameter(5e-13, "m³/(s·Pa)", "leakage flow per unit of pressure", minimum=0)
    viscous = Parameter(0.01, "N·m·s/rad", "viscous friction torque per unit of speed", minimum=0)

    def rise(self):
        return self.b.pressure - self.a.pressure

    def displaced(self):
        """Current displacement: oil per turn of the shaft."""
        return self.displacement

    def equations(self):
        flow = self.displaced() * self.shaft.speed - self.leakage * self.rise()
        yield self.a.flow == flow
        yield self.b.flow == -flow
        yield self.shaft.torque == self.displaced() * self.rise() + self.viscous * self.shaft.speed

    def stored(self):
        return 0.0

    def loss(self):
        return self.leakage * self.rise() ** 2 + self.viscous * self.shaft.speed**2


class Pump(Machine, kind="hydraulic.pump"):
    """Fixed-displacement pump: turned forward, it pumps oil from a to b with some leakage. Driven by the oil, it is a motor."""

    letters = "PU"
    a = Port(HYDRAULIC, at=(0, 30), open="reference", help="suction side; open: a tank")
    b = Port(HYDRAULIC, at=(0, -30), help="pressure side")
    icon = Icon(*LEADS, CIRCLE, ("solid", "M0,-15 l-7,10 h14 z"))


class VariablePump(Ends, Machine, kind="hydraulic.variable_pump"):
    """Pump with a displacement set by a signal: zero at 0, full at 1; below zero it pumps in the other direction with the same
    rotation of its shaft. It follows the signal with a lag."""

    letters = "PU"
    a = Port(HYDRAULIC, at=(0, 30), open="reference", help="suction side; open: a tank")
    b = Port(HYDRAULIC, at=(0, -30), help="pressure side")
    signal = Port(SIGNAL, at=(30, 0), help="fraction of the displacement, −1 to 1")
    displacement = Parameter(2.5e-6, "m³/rad", "oil displaced per radian of shaft at full swivel", above=0, key_parameter=True)
    lag = Parameter(0.05, "s", "time constant of the lag", above=0)
    swivel = State("1", "fraction of the displacement, −1 to 1")
    icon = Icon(
        *LEADS,
        ("lead:signal", "M16,0 h14"),
        CIRCLE,
        ("solid", "M0,-15 l-7,10 h14 z"),
        ("line", "M-16,18 L18,-20 m-9,2 l9,-2 -1,9"),
    )

    def displaced(self):
        return self.swivel * self.displacement

    def equations(self):
        yield from super().equations()
        yield self.lag * der(self.swivel) == self.kept(self.signal.value, -1, 1) - self.swivel

    def switches(self):
        yield from self.ends(self.signal.value, -1, 1)


class Motor(Machine, kind="hydraulic.motor"):
    """Fixed-displacement hydraulic motor: oil under pressure at a turns the shaft forward. Driven by the shaft, it is a pump."""

    letters = "HM"
    a = Port(HYDRAULIC, at=(0, 30), help="inlet for forward rotation")
    b = Port(HYDRAULIC, at=(0, -30), open="reference", help="outlet for forward rotation; open: a tank")
    icon = Icon(*LEADS, CIRCLE, ("solid", "M0,5 l-7,10 h14 z"))
