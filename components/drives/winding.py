"""The electrical side of motors with one winding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mars.component import ELECTRICAL, Component, Parameter, Port, State, der


class Winding(Component):
    """A winding with resistance and inductance in which motion induces a voltage; its current is a state if L is not zero."""

    p = Port(ELECTRICAL, at=(-30, -10), help="positive terminal of the winding")
    n = Port(ELECTRICAL, at=(-30, 10), help="negative terminal of the winding")
    resistance = Parameter(1.2, "Ω", "winding resistance", above=0)
    inductance = Parameter(8e-4, "H", "winding inductance; 0: the current follows without delay", minimum=0)
    current = State("A", "winding current")

    @classmethod
    def states_for(cls, values: Mapping[str, Any]) -> dict[str, State]:
        return cls.states if values["inductance"] else {}

    def induced(self) -> Any:
        """Voltage induced by the motion."""
        raise NotImplementedError

    def warm_resistance(self) -> Any:
        """The resistance at the winding's temperature, if that is modelled."""
        return self.resistance

    def winding(self) -> Iterator[Any]:
        """L i̇ = u − e − R i."""
        driving = self.p.voltage - self.n.voltage - self.induced()
        yield self.n.current == -self.p.current
        if isinstance(self.inductance, float):  # an exact zero
            yield self.p.current == driving / self.warm_resistance()
        else:
            yield self.p.current == self.current
            yield self.inductance * der(self.current) == driving - self.warm_resistance() * self.current

    def field_energy(self) -> Any:
        return self.inductance * self.p.current**2 / 2

    def copper_loss(self) -> Any:
        return self.warm_resistance() * self.p.current**2
