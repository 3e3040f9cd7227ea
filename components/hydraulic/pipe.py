"""A pipe with laminar friction and the inertia of its oil."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any

from mars.component import der
from mars.declare import Choice, Icon, Parameter, State

from .lines import FLOW, TwoEnds


class Pipe(TwoEnds, kind="hydraulic.pipe"):
    """Pipe or hose with laminar flow: friction by Hagen and Poiseuille, and the inertia of the oil in it. For its
    compressibility put a hydraulic.volume at its end, or between two pipes."""

    letters = "PI"
    length = Parameter(1.0, "m", "length of the pipe", above=0, telling=True)
    diameter = Parameter(0.01, "m", "inner diameter", above=0, telling=True)
    viscosity = Parameter(0.04, "Pa·s", "dynamic viscosity of the oil: 46 mm²/s × 870 kg/m³", above=0)
    density = Parameter(870.0, "kg/m³", "density of the oil", above=0)
    inertia = Choice("yes", help="whether the oil in it has inertia", options=("yes", "no"))
    flow = State("m³/s", "flow from a to b", scale=FLOW)
    icon = Icon(("lead", "M-30,0 h10 M20,0 h10"), ("face", "M-20,-6 h40 v12 h-40 z"), ("thin", "M-12,0 h22 m-5,-3 l5,3 -5,3"))

    @classmethod
    def states_for(cls, values: Mapping[str, Any]) -> dict[str, State]:
        return cls.states if values["inertia"] == "yes" else {}

    def resistance(self):
        """128 μ l / π d⁴."""
        return 128 * self.viscosity * self.length / (pi * self.diameter**4)

    def inertance(self):
        """ρ l / A."""
        return self.density * self.length / (pi * self.diameter**2 / 4)

    def equations(self):
        yield from super().equations()
        if self.inertia == "yes":
            yield self.inertance() * der(self.flow) == self.drop() - self.resistance() * self.flow

    def law_between(self):
        if self.inertia == "yes":
            return self.a.flow == self.flow
        return self.drop() == self.resistance() * self.a.flow

    def stored(self):
        return self.inertance() * self.a.flow**2 / 2 if self.inertia == "yes" else 0.0

    def loss(self):
        return self.resistance() * self.a.flow**2
