"""Common parts and laws of hydraulic components: two ends, turbulent flow, compressible oil."""

from typing import Any

from mars.component import HYDRAULIC, Component, Parameter, Port

from ..signals.limits import weight

LEADS = ("lead", "M-30,0 h14 M16,0 h14")
PRESSURE, FLOW = 1e5, 1e-3  # typical magnitudes, to which tolerances are relative


class TwoEnds(Component):
    """The flow into a leaves at b; subclasses add one law between flow and pressure drop."""

    a = Port(HYDRAULIC, at=(-30, 0), help="first end")
    b = Port(HYDRAULIC, at=(30, 0), help="second end")

    def drop(self) -> Any:
        """Pressure of a relative to b."""
        return self.a.pressure - self.b.pressure

    def equations(self):
        yield self.b.flow == -self.a.flow
        yield self.law_between()

    def law_between(self) -> Any:
        """The one equation of flow and pressure drop."""
        raise NotImplementedError


class Throttling(TwoEnds):
    """Stores no energy: all input power is heat."""

    def stored(self):
        return 0.0

    def loss(self):
        return self.drop() * self.a.flow


class Turbulent(Component):
    """Flow proportional to the root of the pressure drop. Near zero it is laminar, so that its derivative stays finite."""

    laminar_below = Parameter(1e3, "Pa", "pressure drop below which the flow is laminar", above=0)

    def root(self, drop: Any) -> Any:
        """√Δp with its sign for |Δp| ≫ δ, Δp/√δ for |Δp| ≪ δ."""
        return drop / (drop**2 + self.laminar_below**2) ** 0.25


class Oil(Component):
    """Oil compressed in a chamber: V ṗ/β = q − (1 + p/2β) V̇.

    The term p/2β is small; with it the piston moves compressed oil, so that the energy V p²/2β balances exactly. Below the vapour
    pressure bubbles grow, and the pressure hardly falls further: the chamber has the additional compliance V/κ.
    """

    bulk_modulus = Parameter(1.6e9, "Pa", "pressure per unit of relative compression of the oil", above=0)
    vapour_pressure = Parameter(-9e4, "Pa", "pressure relative to the atmosphere below which bubbles form in the oil")
    bubble_modulus = Parameter(5e3, "Pa", "further pressure drop until bubbles fill the chamber", above=0)

    def compliance(self, volume: Any, largest: Any, bubbles: Any) -> Any:
        return volume / self.bulk_modulus + weight(bubbles) * largest / self.bubble_modulus

    def moved(self, displaced: Any, pressure: Any) -> Any:
        """Flow into a growing chamber."""
        return displaced * (1 + pressure / (2 * self.bulk_modulus))

    def squeezed(self, volume: Any, largest: Any, pressure: Any, bubbles: Any) -> Any:
        """Energy of the oil, and of its bubbles against the atmosphere."""
        torn = weight(bubbles) * largest / self.bubble_modulus * (pressure**2 - self.vapour_pressure**2)
        return (volume / self.bulk_modulus * pressure**2 + torn) / 2
