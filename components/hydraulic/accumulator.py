"""Accumulator: gas in a bladder keeps oil under pressure."""

from mars.component import HYDRAULIC, Component, Icon, Mode, Parameter, Piece, Port, Result, State, ca, der

from ..signals.limits import weight
from .lines import PRESSURE

ATMOSPHERE = 101325.0  # Pa
HARD = 1e3  # the empty bladder yields by a thousandth of its volume when its oil loses the precharge


class Accumulator(Component, kind="hydraulic.accumulator"):
    """Accumulator: oil compresses the gas in a bladder, by p Vⁿ = constant in absolute pressures. Without oil its valve closes,
    and the pressure may fall below the precharge."""

    letters = "ACC"
    a = Port(HYDRAULIC, at=(0, 30), help="connected line")
    gas_volume = Parameter(1e-3, "m³", "gas volume when there is no oil", above=0, key_parameter=True)
    precharge = Parameter(5e6, "Pa", "gas pressure when there is no oil, relative to the atmosphere", above=0, key_parameter=True)
    exponent = Parameter(1.3, "1", "polytropic exponent of the gas: near 1 for slow changes, 1.4 for fast ones", above=1)
    pressure = State("Pa", "oil pressure", scale=PRESSURE)
    empty = Mode("1 while empty, else −1")
    volume = Result("m³", "volume of the oil in the accumulator")
    icon = Icon(
        ("lead", "M0,30 v-10"),
        ("face", "M-10,-10 a10,10 0 0 1 20,0 v20 a10,10 0 0 1 -20,0 z"),
        ("line", "M-10,2 h20"),
        ("thin", "M0,-12 v9 m-3,-4 l3,4 3,-4"),
    )

    def absolute(self):
        """Pressure of the gas, and its volume relative to the initial one."""
        gas, precharge = ca.fmax(self.pressure, 0.0) + ATMOSPHERE, self.precharge + ATMOSPHERE
        return gas, (precharge / gas) ** (1 / self.exponent)

    def chosen(self, gas, bladder):
        """The gas or the empty bladder, whichever yields."""
        return gas + weight(self.empty) * (bladder - gas)

    def softness(self):
        """Compliance of the empty bladder: volume per pressure."""
        return self.gas_volume / (HARD * self.precharge)

    def oil(self):
        _, part = self.absolute()
        return self.chosen(self.gas_volume * (1 - part), self.softness() * (self.pressure - self.precharge))

    def equations(self):
        gas, part = self.absolute()
        yield self.a.pressure == self.pressure
        yield self.chosen(self.gas_volume * part / (self.exponent * gas), self.softness()) * der(self.pressure) == self.a.flow
        yield self.volume == self.oil()

    def switches(self):
        yield Piece(self.empty, self.precharge - self.pressure, words=("is empty", "starts to fill"))

    def stored(self):
        """∫ p dV from the empty state."""
        _, part = self.absolute()
        more = self.exponent - 1
        work = (self.precharge + ATMOSPHERE) * self.gas_volume / more * (part**-more - 1)
        gas = work - ATMOSPHERE * self.gas_volume * (1 - part)
        bladder = self.softness() * (self.pressure**2 - self.precharge**2) / 2
        return self.chosen(gas, bladder)
