"""Shapes and laws shared by hydraulic components: two ends, a turbulent flow, oil that gives way."""

from typing import Any

from mars.component import HYDRAULIC, Component, Parameter, Port

from ..signals.limits import weight

LEADS = ("lead", "M-30,0 h14 M16,0 h14")
PRESSURE, FLOW = 1e5, 1e-3  # usual sizes, in which tolerances count


class TwoEnds(Component):
    """What goes in at a comes out at b; subclasses add one law between the flow and the drop of pressure."""

    a = Port(HYDRAULIC, at=(-30, 0), help="first end")
    b = Port(HYDRAULIC, at=(30, 0), help="second end")

    def drop(self) -> Any:
        """Pressure of a against b."""
        return self.a.pressure - self.b.pressure

    def equations(self):
        yield self.b.flow == -self.a.flow
        yield self.law_between()

    def law_between(self) -> Any:
        """The one equation of flow and drop."""
        raise NotImplementedError


class Throttling(TwoEnds):
    """Keeps no energy: all power that goes in is heat."""

    def stored(self):
        return 0.0

    def loss(self):
        return self.drop() * self.a.flow


class Turbulent(Component):
    """Flow with the root of the drop. Near zero it is laminar, so that its slope stays finite."""

    laminar_below = Parameter(1e3, "Pa", "drop of pressure below which the flow is laminar", above=0)

    def root(self, drop: Any) -> Any:
        """√Δp with its sign for |Δp| ≫ δ, Δp/√δ for |Δp| ≪ δ."""
        return drop / (drop**2 + self.laminar_below**2) ** 0.25


class Oil(Component):
    """Oil that is squeezed in a chamber: V ṗ/β = q − (1 + p/2β) V̇.

    The part p/2β is small; by it the piston moves squeezed oil, so that the energy V p²/2β balances exactly. Below the vapour
    pressure bubbles grow, and the pressure falls hardly any further: the chamber behaves as if it had the compliance V/κ more.
    """

    bulk_modulus = Parameter(1.6e9, "Pa", "pressure per relative compression of the oil", above=0)
    vapour_pressure = Parameter(-9e4, "Pa", "pressure against the atmosphere below which bubbles grow in the oil")
    bubble_modulus = Parameter(5e3, "Pa", "by what the pressure falls further until bubbles fill the chamber", above=0)

    def compliance(self, volume: Any, largest: Any, bubbles: Any) -> Any:
        return volume / self.bulk_modulus + weight(bubbles) * largest / self.bubble_modulus

    def moved(self, displaced: Any, pressure: Any) -> Any:
        """Flow that a growing chamber takes."""
        return displaced * (1 + pressure / (2 * self.bulk_modulus))

    def squeezed(self, volume: Any, largest: Any, pressure: Any, bubbles: Any) -> Any:
        """Energy of the oil, and of its bubbles against the atmosphere."""
        torn = weight(bubbles) * largest / self.bubble_modulus * (pressure**2 - self.vapour_pressure**2)
        return (volume / self.bulk_modulus * pressure**2 + torn) / 2
