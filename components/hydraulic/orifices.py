"""Orifices: a fixed one, and one opened by a signal."""

from mars.component import SIGNAL, Icon, Mode, Parameter, Piece, Port, State, der

from ..signals.limits import Ends, weight
from .lines import Throttling, Turbulent

NARROW = ("line", "M-12,-11 q12,8 24,0 M-12,11 q12,-8 24,0")
THROUGH = ("lead", "M-30,0 h60")


class Narrow(Throttling, Turbulent):
    """q = α A √(2Δp/ρ)."""

    area = Parameter(5e-6, "m²", "opening area", above=0, key_parameter=True)
    coefficient = Parameter(0.7, "1", "discharge coefficient: 0.6 for a sharp edge to 0.9 for a rounded one", above=0)
    density = Parameter(870.0, "kg/m³", "oil density", above=0)

    def flow(self):
        return self.coefficient * self.area * (2 / self.density) ** 0.5 * self.root(self.drop())


class Orifice(Narrow, kind="hydraulic.orifice"):
    """Orifice: the flow grows with the root of the pressure drop."""

    letters = "OR"
    icon = Icon(THROUGH, NARROW)

    def law_between(self):
        return self.a.flow == self.flow()


class Throttle(Ends, Narrow, kind="hydraulic.throttle"):
    """Throttle opened by a signal: closed at 0, fully open at 1."""

    letters = "TH"
    signal = Port(SIGNAL, at=(0, -30), help="opening, 0 to 1")
    area = Parameter(5e-6, "m²", "area when fully open", above=0, key_parameter=True)
    leakage = Parameter(1e-14, "m³/(s·Pa)", "flow per unit of pressure while closed", above=0)
    lag = Parameter(0.01, "s", "time constant of the lag", above=0)
    opening = State("1", "opening, 0 to 1")
    passes = Mode("1 while open, −1 while closed")
    icon = Icon(THROUGH, ("lead:signal", "M0,-30 v12"), NARROW, ("thin", "M-11,15 L11,-15 m-6,1 l6,-1 -1,6"))

    def law_between(self):
        return self.a.flow == weight(self.passes) * self.opening * self.flow() + self.leakage * self.drop()

    def equations(self):
        yield from super().equations()
        yield self.lag * der(self.opening) == self.kept(self.signal.value, 0, 1) - self.opening

    def switches(self):
        yield from self.ends(self.signal.value, 0, 1)
        yield Piece(self.passes, self.opening, words=("opens", "closes"))
