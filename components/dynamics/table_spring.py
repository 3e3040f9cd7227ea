"""Nonlinear springs by table, on shafts and sliders."""

from mars.component import Component, Icon, Table, characteristic, piecewise

from .two_sided import TwoShafts, TwoSliders

TABLE_SPRING = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("line", "M-20,0 l4,-9 8,18 8,-18 8,18 8,-18 4,9"),
    ("thin", "M-20,14 h7 L14,-15"),
)


class TableSpringLaw(Component):
    """Stream by a smooth curve through the pairs of a table, extrapolated beyond its ends."""

    def equations(self):
        stream = piecewise(characteristic(self.table), self.a.position - self.b.position)
        yield self.a.stream == stream
        yield self.b.stream == -stream

    def stored(self):
        return piecewise(characteristic(self.table).antiderivative(), self.a.position - self.b.position)


class TableSpring(TableSpringLaw, TwoShafts, kind="dynamics.table_spring"):
    """Nonlinear torsion spring: pairs of twist (rad) and resisting torque (N·m)."""

    table = Table(((-1, -10), (0, 0), (1, 10)), "", "pairs of angle of a relative to b (rad) and resisting torque (N·m)")
    icon = TABLE_SPRING


class SlideTableSpring(TableSpringLaw, TwoSliders, kind="dynamics.slide_table_spring"):
    """Nonlinear spring: pairs of travel (m) and resisting force (N)."""

    table = Table(((-1, -1000), (0, 0), (1, 1000)), "", "pairs of travel of a relative to b (m) and resisting force (N)")
    icon = TABLE_SPRING
