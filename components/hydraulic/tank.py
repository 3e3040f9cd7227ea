"""The reference of all pressures."""

from mars.component import HYDRAULIC, Component, Icon, Parameter, Port


class Tank(Component, kind="hydraulic.tank"):
    """Tank: the node linked to it has a given pressure, independent of the flow. Pressures are relative to the atmosphere, so an
    open tank has zero."""

    letters = "T"
    is_source = True
    a = Port(HYDRAULIC, at=(0, -20), help="line to the tank")
    pressure = Parameter(0.0, "Pa", "pressure relative to the atmosphere", by_hand=True)
    icon = Icon(("lead", "M0,-20 v22"), ("line", "M-16,-8 v16 h32 v-16"))

    def equations(self):
        yield self.a.pressure == self.pressure
