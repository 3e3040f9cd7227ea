"""One-way clutches: freewheel and ratchet."""

from math import cos, pi, sin

from mars.component import ROTATION, TRANSLATION, Component, Hold, Icon, Port, Stops


def ratchet_wheel(teeth: int, inner: float, outer: float) -> str:
    """Outline of a wheel with slanting teeth as path data."""
    corners = [(r, -2 * pi * tooth / teeth) for tooth in range(teeth) for r in (inner, outer)]
    return "M" + " ".join(f"{r * cos(a):.1f},{r * sin(a):.1f}" for r, a in corners) + " z"


class OneWay(Component):
    """b may run ahead of a but never falls behind it."""

    letters = "DC"

    def equations(self):
        yield self.a.stream == self.hold
        yield self.b.stream == -self.hold

    def switches(self):
        yield Stops(self.hold, rate=self.b.potential - self.a.potential)

    def stored(self):
        return 0.0


class OneWayClutch(OneWay, kind="dynamics.one_way_clutch"):
    """Freewheel: shaft a drives shaft b, but b may turn faster (more positive) than a. With a open it is a backstop: b turns
    forward only."""

    a = Port(ROTATION, at=(-30, 0), open="reference", help="driving shaft; open: the joint housing")
    b = Port(ROTATION, at=(30, 0), help="driven shaft, which may overrun")
    hold = Hold("N·m", "torque transmitted from a to b")
    icon = Icon(
        ("lead", "M-30,0 h17 M20,0 h10"),
        ("face", ratchet_wheel(8, 9, 13)),
        ("solid", "M-2.5,0 a2.5,2.5 0 1 1 5,0 a2.5,2.5 0 1 1 -5,0 z"),
        ("line", "M20,0 v-18 L9,-8"),
    )


class SlideRatchet(OneWay, kind="dynamics.slide_ratchet"):
    """Ratchet without teeth: slider a drives slider b, but b may move faster (more positive) than a. With a open, b moves forward
    only."""

    a = Port(TRANSLATION, at=(-30, 0), open="reference", help="driving slider; open: the joint housing")
    b = Port(TRANSLATION, at=(30, 0), help="driven slider, which may overrun")
    hold = Hold("N", "force transmitted from a to b")
    icon = Icon(
        ("lead", "M-30,0 h10 M20,0 h10"),
        ("line", "M-20,0 v8 l10,-8 v8 l10,-8 v8 l10,-8 v8 M20,0 v-14 h-6 L2,5"),
    )
