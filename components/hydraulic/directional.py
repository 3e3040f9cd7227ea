"""Proportional directional valve with four ports and three positions."""

from mars.component import HYDRAULIC, SIGNAL, Icon, Message, Mode, Parameter, Piece, Port, State, der

from ..signals.limits import Ends, weight
from .lines import Turbulent


class ProportionalValve(Ends, Turbulent, kind="hydraulic.proportional_valve"):
    """Proportional directional valve, 4/3: a signal above zero opens p to a and b to t, one below zero p to b and a to t; at zero
    everything is closed except for a leakage. The flow through each edge grows with the opening and with the root of the pressure
    drop."""

    letters = "DV"
    a = Port(HYDRAULIC, at=(-10, -30), help="line pressurised by a positive signal")
    b = Port(HYDRAULIC, at=(10, -30), help="line pressurised by a negative signal")
    p = Port(HYDRAULIC, at=(-10, 30), help="line from the pump")
    t = Port(HYDRAULIC, at=(10, 30), open="reference", help="line to the tank; open: a tank")
    signal = Port(SIGNAL, at=(-40, 0), help="commanded spool position, −1 to 1")
    nominal_flow = Parameter(
        5e-4, "m³/s", "flow through one fully open edge at the nominal pressure drop", above=0, key_parameter=True
    )
    nominal_drop = Parameter(5e5, "Pa", "pressure drop across one edge at the nominal flow", above=0)
    overlap = Parameter(0.05, "1", "fraction of the spool travel over which the edges stay closed", minimum=0, maximum=0.9)
    leakage = Parameter(1e-13, "m³/(s·Pa)", "leakage flow through each edge per unit of pressure", above=0)
    lag = Parameter(0.01, "s", "time constant of the spool", above=0)
    spool = State("1", "spool position, −1 to 1")
    forward = Mode("1 while p is open to a, else −1")
    back = Mode("1 while p is open to b, else −1")
    icon = Icon(
        ("face", "M-35,-16 h70 v32 h-70 z M-14,-16 v32 M14,-16 v32"),
        ("lead:a", "M-10,-30 v21"),
        ("lead:b", "M10,-30 v21"),
        ("lead:p", "M-10,30 v-21"),
        ("lead:t", "M10,30 v-21"),
        ("lead:signal", "M-40,0 h5"),
        ("thin", "M-30,11 v-22 l-3,5 l3,-5 l3,5 M-20,-11 v22 l-3,-5 l3,5 l3,-5"),
        ("thin", "M19,11 L30,-11 l-6,3 l6,-3 l0.5,6 M19,-11 L30,11 l-6,-3 l6,3 l0.5,-6"),
    )

    def beyond(self):
        """How far the spool is beyond its overlap on either side."""
        return self.spool - self.overlap, -self.spool - self.overlap

    def edges(self):
        """For each edge: from port, to port, flow."""
        opening = [
            weight(mode) * part / (1 - self.overlap) for mode, part in zip((self.forward, self.back), self.beyond(), strict=True)
        ]
        full = self.nominal_flow / self.nominal_drop**0.5
        for start, end, open_ in ((self.p, self.a, 0), (self.b, self.t, 0), (self.p, self.b, 1), (self.a, self.t, 1)):
            drop = start.pressure - end.pressure
            yield start, end, opening[open_] * full * self.root(drop) + self.leakage * drop

    def equations(self):
        edges = list(self.edges())
        for port in (self.a, self.b, self.p, self.t):
            yield port.flow == sum(flow * ((start is port) - (end is port)) for start, end, flow in edges)
        yield self.lag * der(self.spool) == self.kept(self.signal.value, -1, 1) - self.spool

    def switches(self):
        yield from self.ends(self.signal.value, -1, 1)
        for mode, part, words in zip((self.forward, self.back), self.beyond(), ("p to a", "p to b"), strict=True):
            yield Piece(mode, part, words=(Message("opens {words}", words=words), Message("closes {words}", words=words)))

    def stored(self):
        return 0.0

    def loss(self):
        return sum(flow * (start.pressure - end.pressure) for start, end, flow in self.edges())
