"""Magnetically coupled windings: coupled inductors, and the ideal transformer as their limit."""

from mars.component import Icon, Parameter, State, ca, der

from .poles import TwoPairs

LEADS = ("lead", "M-30,-20 h18 M-30,20 h18 M30,-20 h-18 M30,20 h-18")
COILS = (
    "line",
    "M-12,-20 a6,5 0 0 1 0,10 a6,5 0 0 1 0,10 a6,5 0 0 1 0,10 a6,5 0 0 1 0,10 "
    "M12,-20 a6,5 0 0 0 0,10 a6,5 0 0 0 0,10 a6,5 0 0 0 0,10 a6,5 0 0 0 0,10",
)
DOTS = ("solid", "M-20,-13 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z M16,-13 a2,2 0 1 1 4,0 a2,2 0 1 1 -4,0 z")


class Transformer(TwoPairs, kind="electrical.transformer"):
    """Ideal transformer: the first pair has `ratio` times the voltage of the second, at all frequencies, without losses."""

    letters = "T"
    ratio = Parameter(10.0, "1", "turns of the first winding per turn of the second", key_parameter=True)
    icon = Icon(LEADS, COILS, DOTS, ("thin", "M-1.75,-20 v40 M1.75,-20 v40"))

    def laws_between(self):
        v1, v2 = self.voltages()
        yield v1 == self.ratio * v2
        yield self.p2.current == -self.ratio * self.p1.current

    def stored(self):
        return 0.0


class CoupledInductors(TwoPairs, kind="electrical.coupled_inductors"):
    """Two inductors that share a part of their field: a changing current in one of them induces a voltage in the other."""

    letters = "T"
    inductance1 = Parameter(0.01, "H", "inductance of the first winding", above=0, key_parameter=True)
    inductance2 = Parameter(0.01, "H", "inductance of the second winding", above=0, key_parameter=True)
    coupling = Parameter(0.95, "1", "mutual inductance as a fraction of √(L₁L₂), below 1", minimum=0, maximum=0.99999)
    current1 = State("A", "current of the first winding")
    current2 = State("A", "current of the second winding")
    icon = Icon(LEADS, COILS, DOTS)

    def mutual(self):
        return self.coupling * ca.sqrt(self.inductance1 * self.inductance2)

    def laws_between(self):
        """v₁ = L₁i̇₁ + Mi̇₂ and v₂ = Mi̇₁ + L₂i̇₂, solved for the rates."""
        (v1, v2), mutual = self.voltages(), self.mutual()
        free = self.inductance1 * self.inductance2 * (1 - self.coupling**2)
        yield self.p1.current == self.current1
        yield self.p2.current == self.current2
        yield der(self.current1) == (self.inductance2 * v1 - mutual * v2) / free
        yield der(self.current2) == (self.inductance1 * v2 - mutual * v1) / free

    def stored(self):
        own = self.inductance1 * self.current1**2 + self.inductance2 * self.current2**2
        return own / 2 + self.mutual() * self.current1 * self.current2
