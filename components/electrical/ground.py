"""The reference of all voltages."""

from mars.component import ELECTRICAL, Component, Icon, Port


class Ground(Component, kind="electrical.ground"):
    """Ground: the node linked to it has the voltage zero. Every part of an electrical circuit needs one."""

    letters = "GND"
    p = Port(ELECTRICAL, at=(0, -20), help="grounded node")
    icon = Icon(("lead", "M0,-20 v14"), ("line", "M-14,-6 h28 M-9,0 h18 M-4,6 h8"))

    def equations(self):
        yield self.p.voltage == 0

    def stored(self):
        return 0.0
