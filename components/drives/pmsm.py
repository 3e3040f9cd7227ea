"""Three-phase permanent-magnet motor with its inverter, averaged over the switching, in the rotor's axes."""

from mars.component import ELECTRICAL, FRAME, ROTATION, SIGNAL, Icon, Parameter, Port, Result, State, der

from ..dynamics.rotor import Rotor

PHASES = 1.5  # factor of the power of three phases in terms of two axes with the same amplitudes


class Pmsm(Rotor, kind="drives.pmsm"):
    """Permanent-magnet motor with an averaged inverter: two duty ratios times the voltage of the DC link act on its d and q
    axes, which rotate with the rotor; the link supplies exactly the power taken there.

    Voltages and currents of the axes are phase amplitudes; d is along the magnets, q produces the torque.
    """

    letters = "MT"
    p = Port(ELECTRICAL, at=(-40, -10), help="positive terminal of the DC link")
    n = Port(ELECTRICAL, at=(-40, 10), help="negative terminal of the DC link")
    duty_d = Port(SIGNAL, at=(-20, -30), help="d-axis voltage as a fraction of the link voltage")
    duty_q = Port(SIGNAL, at=(0, -30), help="q-axis voltage as a fraction of the link voltage")
    out_d = Port(SIGNAL, at=(-20, 30), name="current_d", open="free", gives=True, help="d-axis current")
    out_q = Port(SIGNAL, at=(0, 30), name="current_q", open="free", gives=True, help="q-axis current")
    shaft = Port(ROTATION, at=(40, 0), open="free", help="motor shaft, after the gear")
    housing = Port(FRAME, at=(20, 30), open="reference", help="body that carries the motor; open: at rest")
    pole_pairs = Parameter(4.0, "1", "electrical turns per turn of the rotor", above=0, key_parameter=True)
    flux = Parameter(0.02, "Wb", "flux linkage of a phase due to the magnets", minimum=0, key_parameter=True)
    inductance_d = Parameter(1e-3, "H", "inductance along the magnets", above=0)
    inductance_q = Parameter(1.2e-3, "H", "inductance across the magnets", above=0)
    resistance = Parameter(0.5, "Ω", "phase resistance", above=0)
    viscous = Parameter(1e-4, "N·m·s/rad", "viscous friction torque on the rotor per rad/s", minimum=0)
    current_d = State("A", "d-axis current")
    current_q = State("A", "q-axis current")
    torque = Result("N·m", "electromagnetic torque on the rotor")
    icon = Icon(
        ("lead:p", "M-40,-10 h10 M-40,10 h10"),
        ("lead:duty_d", "M-20,-30 v12 M0,-30 v12"),
        ("lead:current_d", "M-20,30 v-12 M0,30 v-12"),
        ("face", "M-30,-18 h34 v36 h-34 z"),
        ("thin", "M-30,18 L4,-18 M-13,10 q3.5,-7 6.5,-0.5 q3,6.5 6.5,-0.5"),
        ("frame", "M20,30 v-16"),
        ("face", "M5,0 a14,14 0 1 1 28,0 a14,14 0 1 1 -28,0 z"),
        ("solid", "M15.5,-7 h7 v14 h-7 z"),
        ("lead:shaft", "M33,0 h7"),
    )

    def spin(self):
        return self.ratio * self.shaft.speed

    def electromagnetic(self):
        """3/2 n_p (ψ i_q + (L_d − L_q) i_d i_q)."""
        reluctance = (self.inductance_d - self.inductance_q) * self.current_d
        return PHASES * self.pole_pairs * (self.flux + reluctance) * self.current_q

    def drive(self):
        return self.electromagnetic() - self.viscous * self.spin()

    def equations(self):
        """L_d i̇_d = u_d − R i_d + ω L_q i_q,  L_q i̇_q = u_q − R i_q − ω(L_d i_d + ψ),  ω = n_p × speed of the rotor."""
        link, speed = self.p.voltage - self.n.voltage, self.pole_pairs * self.spin()
        i_d, i_q = self.current_d, self.current_q
        u_d, u_q = self.duty_d.value * link, self.duty_q.value * link
        yield from super().equations()
        yield self.inductance_d * der(i_d) == u_d - self.resistance * i_d + speed * self.inductance_q * i_q
        yield self.inductance_q * der(i_q) == u_q - self.resistance * i_q - speed * (self.inductance_d * i_d + self.flux)
        yield self.p.current == PHASES * (self.duty_d.value * i_d + self.duty_q.value * i_q)
        yield self.n.current == -self.p.current
        yield self.out_d.value == i_d
        yield self.out_q.value == i_q
        yield self.torque == self.electromagnetic()

    def stored(self):
        field = self.inductance_d * self.current_d**2 + self.inductance_q * self.current_q**2
        return super().stored() + PHASES * field / 2

    def loss(self):
        return PHASES * self.resistance * (self.current_d**2 + self.current_q**2) + self.viscous * self.spin() ** 2
