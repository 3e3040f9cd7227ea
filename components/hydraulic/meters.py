"""Meters of pressure and flow. Each also provides its reading as a signal."""

from mars.component import HYDRAULIC, SIGNAL, Component, Icon, Port, Result

from .lines import LEADS, Throttling

FACE = ("face", "M-16,0 a16,16 0 1 1 32,0 a16,16 0 1 1 -32,0 z")
NEEDLE = ("letter", "M-6,7 L6,-8 m-6,2.5 l6,-2.5 0.5,6.5")
WHEEL = ("letter", "M-9,0 h18 m-5,-4 l5,4 -5,4 M-8,-8 q8,5 16,0 M-8,8 q8,-5 16,0")


class PressureMeter(Component, kind="hydraulic.pressure_meter"):
    """Measures the pressure of a line, relative to another one or the atmosphere; no oil flows through it."""

    letters = "M"
    a = Port(HYDRAULIC, at=(0, 30), help="measured line")
    against = Port(HYDRAULIC, at=(-30, 0), open="reference", help="pressure reference; open: the atmosphere")
    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="reading as a signal, in Pa")
    pressure = Result("Pa", "line pressure")
    icon = Icon(("lead:a", "M0,30 v-14"), ("lead:against", "M-30,0 h14"), ("lead:out", "M16,0 h14"), FACE, NEEDLE)

    def equations(self):
        reading = self.a.pressure - self.against.pressure
        yield self.a.flow == 0
        yield self.against.flow == 0
        yield self.pressure == reading
        yield self.out.value == reading

    def stored(self):
        return 0.0


class FlowMeter(Throttling, kind="hydraulic.flow_meter"):
    """Inserted into a line: measures the flow from a to b, without a pressure drop."""

    letters = "M"
    out = Port(SIGNAL, at=(0, -30), open="free", gives=True, help="reading as a signal, in m³/s")
    flow = Result("m³/s", "flow from a to b")
    icon = Icon(LEADS, ("lead:out", "M0,-16 v-14"), FACE, WHEEL)

    def equations(self):
        yield from super().equations()
        yield self.flow == self.a.flow
        yield self.out.value == self.a.flow

    def law_between(self):
        return self.a.pressure == self.b.pressure
