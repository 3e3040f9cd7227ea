"""Valves opened by the pressure itself: check valve and relief valve."""

from mars.component import HYDRAULIC, Icon, Mode, Parameter, Piece, Port

from ..signals.limits import weight
from .lines import LEADS, Throttling


class Opening(Throttling):
    """Piecewise linear: almost no flow below a pressure drop, and proportional to the excess beyond it."""

    leakage = Parameter(1e-14, "m³/(s·Pa)", "flow per unit of pressure while closed", above=0)
    opens = Mode("1 while open, −1 while closed")

    def cracking(self):
        """Pressure drop at which it opens."""
        raise NotImplementedError

    def conductance(self):
        """Flow per excess pressure drop."""
        raise NotImplementedError

    def law_between(self):
        beyond = weight(self.opens) * (self.drop() - self.cracking())
        return self.a.flow == self.leakage * self.drop() + self.conductance() * beyond

    def switches(self):
        """It ends by the flow, which is more significant than the small pressure drop beyond the corner."""
        corner = self.leakage * self.cracking()
        yield Piece(self.opens, self.drop() - self.cracking(), self.a.flow - corner, ("opens", "closes"))


class CheckValve(Opening, kind="hydraulic.check_valve"):
    """Check valve: lets oil flow from a to b above a small pressure, but not back."""

    letters = "CV"
    cracking_pressure = Parameter(3e4, "Pa", "pressure drop at which it opens", minimum=0, key_parameter=True)
    flow_per_pressure = Parameter(1e-8, "m³/(s·Pa)", "flow per unit of pressure drop beyond the cracking pressure", above=0)
    icon = Icon(
        ("lead", "M-30,0 h18 M10,0 h20"),
        ("line", "M0,-13 l-12,13 12,13"),
        ("face", "M-6,0 a8,8 0 1 1 16,0 a8,8 0 1 1 -16,0 z"),
    )

    def cracking(self):
        return self.cracking_pressure

    def conductance(self):
        return self.flow_per_pressure


class ReliefValve(Opening, kind="hydraulic.relief_valve"):
    """Relief valve: opens above its set pressure and returns oil to the tank, so that the pressure hardly rises further."""

    letters = "RV"
    b = Port(HYDRAULIC, at=(30, 0), open="reference", help="return line; open: a tank")
    set_pressure = Parameter(1.6e7, "Pa", "pressure drop at which it opens", above=0, key_parameter=True)
    nominal_flow = Parameter(1e-3, "m³/s", "flow at the given rise above the set pressure", above=0)
    rise = Parameter(1e6, "Pa", "pressure rise above the set pressure at the nominal flow", above=0)
    icon = Icon(
        LEADS,
        ("face", "M-16,-16 h32 v32 h-32 z"),
        ("line", "M-16,5 h30 m-7,-5 l7,5 -7,5"),
        ("line", "M0,-16 l-5,-3 10,-3 -10,-3 10,-3"),
        ("dash", "M-22,0 v24 h22 v-8"),
    )

    def cracking(self):
        return self.set_pressure

    def conductance(self):
        return self.nominal_flow / self.rise
