"""A pipe with friction, laminar or turbulent, and the inertia of its oil."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any

from mars.component import Choice, Flag, Icon, Parameter, State, ca, der

from .lines import FLOW, TwoEnds

LAMINAR, TURBULENT = 2000.0, 4000.0  # Reynolds numbers below and above which the flow is fully laminar or turbulent


class Pipe(TwoEnds, kind="hydraulic.pipe"):
    """Pipe or hose: wall friction, and the inertia of the oil in it. Up to Reynolds number 2000 the flow is laminar (Hagen and
    Poiseuille), beyond 4000 turbulent (Colebrook), with a smooth transition between them. To include its compressibility, place a
    hydraulic.volume at its end, or between two pipes."""

    letters = "PI"
    length = Parameter(1.0, "m", "pipe length", above=0, key_parameter=True)
    diameter = Parameter(0.01, "m", "inner diameter", above=0, key_parameter=True)
    viscosity = Parameter(0.04, "Pa·s", "dynamic viscosity of the oil: 46 mm²/s × 870 kg/m³", above=0)
    density = Parameter(870.0, "kg/m³", "oil density", above=0)
    roughness = Parameter(1.5e-6, "m", "wall roughness height: drawn tube 1.5 μm, steel pipe 50 μm", minimum=0)
    inertia = Flag(True, "whether to include the inertia of the oil")
    regime = Choice("any", help="laminar: laminar flow at any speed, with linear friction", options=("any", "laminar"))
    flow = State("m³/s", "flow from a to b", scale=FLOW)
    icon = Icon(("lead", "M-30,0 h10 M20,0 h10"), ("face", "M-20,-6 h40 v12 h-40 z"), ("thin", "M-12,0 h22 m-5,-3 l5,3 -5,3"))

    @classmethod
    def states_for(cls, values: Mapping[str, Any]) -> dict[str, State]:
        return cls.states if values["inertia"] else {}

    def resistance(self):
        """128 μ l / π d⁴."""
        return 128 * self.viscosity * self.length / (pi * self.diameter**4)

    def inertance(self):
        """ρ l / A."""
        return self.density * self.length / (pi * self.diameter**2 / 4)

    def friction(self, flow: Any):
        """Pressure drop along the wall: the laminar one times λ Re / 64 if it is turbulent."""
        if self.regime == "laminar":
            return self.resistance() * flow
        reynolds = 4 * self.density * ca.fabs(flow) / (pi * self.diameter * self.viscosity)
        more = colebrook(ca.fmax(reynolds, LAMINAR), self.roughness / self.diameter) * reynolds / 64 - 1
        return self.resistance() * flow * (1 + rising(reynolds) * more)

    def equations(self):
        yield from super().equations()
        if self.inertia:
            yield self.inertance() * der(self.flow) == self.drop() - self.friction(self.flow)

    def law_between(self):
        if self.inertia:
            return self.a.flow == self.flow
        return self.drop() == self.friction(self.a.flow)

    def stored(self):
        return self.inertance() * self.a.flow**2 / 2 if self.inertia else 0.0

    def loss(self):
        return self.friction(self.a.flow) * self.a.flow


def colebrook(reynolds: Any, roughness: Any) -> Any:
    """Darcy friction factor λ: 1/√λ = −2 lg(k/3.7d + 2.51/Re√λ), by three iterations from Haaland's; to 0.02 %."""
    root = -1.8 * ca.log10((roughness / 3.7) ** 1.11 + 6.9 / reynolds)
    for _ in range(3):
        root = -2 * ca.log10(roughness / 3.7 + 2.51 * root / reynolds)
    return 1 / root**2


def rising(reynolds: Any) -> Any:
    """0 in laminar flow, 1 in turbulent flow, with two continuous derivatives between."""
    part = ca.fmin(ca.fmax((reynolds - LAMINAR) / (TURBULENT - LAMINAR), 0.0), 1.0)
    return part**3 * (10 - 15 * part + 6 * part**2)
