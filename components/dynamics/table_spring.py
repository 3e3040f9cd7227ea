"""Nonlinear springs by table, on shafts and sliders."""

from mars.component import Component
from mars.declare import Icon, Table
from mars.laws import characteristic, piecewise

from .two_sided import TwoShafts, TwoSliders

TABLE_SPRING = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("face", "M-20,-14 h40 v28 h-40 z"),
    ("thin", "M-14,9 c6,-1 10,-3 14,-9 c4,-6 8,-8 14,-9"),
)


class TableSpringLaw(Component):
    """Stream by a smooth curve through the pairs of a table, continued beyond its ends."""

    def equations(self):
        stream = piecewise(characteristic(self.table), self.a.position - self.b.position)
        yield self.a.stream == stream
        yield self.b.stream == -stream

    def stored(self):
        return piecewise(characteristic(self.table).antiderivative(), self.a.position - self.b.position)


class TableSpring(TableSpringLaw, TwoShafts, kind="dynamics.table_spring"):
    """Nonlinear torsion spring: pairs of twist (rad) and torque (N·m) that resists it."""

    table = Table(((-1, -10), (0, 0), (1, 10)), "", "pairs of angle of a against b (rad) and resisting torque (N·m)")
    icon = TABLE_SPRING


class SlideTableSpring(TableSpringLaw, TwoSliders, kind="dynamics.slide_table_spring"):
    """Nonlinear spring: pairs of travel (m) and force (N) that resists it."""

    table = Table(((-1, -1000), (0, 0), (1, 1000)), "", "pairs of travel of a against b (m) and resisting force (N)")
    icon = TABLE_SPRING
