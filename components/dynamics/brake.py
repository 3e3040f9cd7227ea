"""Brakes between shafts and sliders, pressed by a law in time."""

from mars.declare import Hold, Icon, LawOf, Parameter
from mars.symbolic import ca

from .friction import DryFriction
from .two_sided import TwoShafts, TwoSliders

BRAKE = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("line", "M-20,0 h32 M12,-7 h8 v14 h-8"),
    ("solid", "M-6,-9 h18 v5 h-18 z M-6,4 h18 v5 h-18 z"),
    ("thin", "M3,-21 v9 m-3.5,-4 l3.5,4 3.5,-4 M3,21 v-9 m-3.5,4 l3.5,-4 3.5,4"),
)


class BrakeLaw(DryFriction):
    """Coulomb's friction of the capacity times the command."""

    def limit(self):
        command = ca.SX(self.command.at(self.time, self.segment))
        return self.capacity * ca.fmin(ca.fmax(command, 0.0), 1.0)

    def slip(self):
        return self.direction * self.limit()


class Brake(BrakeLaw, TwoShafts, kind="dynamics.brake"):
    """Brake or friction clutch between two shafts: dry friction whose torque follows a command from 0 (released) to 1 (full)."""

    capacity = Parameter(10.0, "N·m", "torque of the brake at full command", minimum=0, telling=True)
    command = LawOf(1.0, "1", "how hard it is pressed, from 0 to 1; values beyond count as these", telling=True)
    hold = Hold("N·m", "torque that keeps the shafts together while they stick")
    icon = BRAKE


class SlideBrake(BrakeLaw, TwoSliders, kind="dynamics.slide_brake"):
    """Brake or clamp between two sliders: dry friction whose force follows a command from 0 (released) to 1 (full)."""

    capacity = Parameter(100.0, "N", "force of the brake at full command", minimum=0, telling=True)
    command = LawOf(1.0, "1", "how hard it is pressed, from 0 to 1; values beyond count as these", telling=True)
    hold = Hold("N", "force that keeps the sliders together while they stick")
    icon = BRAKE
