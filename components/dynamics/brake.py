"""Brakes between shafts and sliders, actuated by a law in time or by a signal."""

from mars.component import SIGNAL, Hold, Icon, LawOf, Parameter, Port, ca

from ..signals.limits import Ends
from .friction import DryFriction
from .two_sided import TwoShafts, TwoSliders

BRAKE = Icon(
    ("lead", "M-30,0 h10 M20,0 h10"),
    ("line", "M-20,0 h29 M9,-7 h11 v14 h-11"),
    ("solid", "M-9,-9 h18 v5 h-18 z M-9,4 h18 v5 h-18 z"),
    ("thin", "M0,-21 v9 m-3.5,-4 l3.5,4 3.5,-4 M0,21 v-9 m-3.5,4 l3.5,-4 3.5,4"),
)


DRIVEN_BRAKE = Icon(*BRAKE.strokes, ("lead:signal", "M0,-30 v9"))


class PressedFriction(DryFriction):
    """Coulomb friction of the capacity times the actuation `pressed()`, from 0 to 1."""

    def limit(self):
        return self.capacity * self.pressed()

    def slip(self):
        return self.direction * self.limit()


class BrakeLaw(PressedFriction):
    """Actuated by a law in time."""

    def pressed(self):
        command = ca.SX(self.command.at(self.time, self.segment))
        return ca.fmin(ca.fmax(command, 0.0), 1.0)


class DrivenBrakeLaw(Ends, PressedFriction):
    """Actuated by a signal, whose crossings of 0 and 1 are located exactly."""

    signal = Port(SIGNAL, at=(0, -30), help="actuation from 0 to 1; limited to this range")

    def pressed(self):
        return self.kept(self.signal.value, 0.0, 1.0)

    def switches(self):
        yield from super().switches()
        yield from self.ends(self.signal.value, 0.0, 1.0)


class Brake(BrakeLaw, TwoShafts, kind="dynamics.brake"):
    """Brake or friction clutch between two shafts: dry friction whose torque follows a command from 0 (released) to 1 (full)."""

    capacity = Parameter(10.0, "N·m", "friction torque at full command", minimum=0, key_parameter=True)
    command = LawOf(1.0, "1", "actuation from 0 to 1; limited to this range", key_parameter=True)
    hold = Hold("N·m", "torque that holds the shafts together while sticking")
    icon = BRAKE


class SlideBrake(BrakeLaw, TwoSliders, kind="dynamics.slide_brake"):
    """Brake or clamp between two sliders: dry friction whose force follows a command from 0 (released) to 1 (full)."""

    capacity = Parameter(100.0, "N", "friction force at full command", minimum=0, key_parameter=True)
    command = LawOf(1.0, "1", "actuation from 0 to 1; limited to this range", key_parameter=True)
    hold = Hold("N", "force that holds the sliders together while sticking")
    icon = BRAKE


class DrivenBrake(DrivenBrakeLaw, TwoShafts, kind="dynamics.driven_brake"):
    """Brake or friction clutch between two shafts: dry friction whose torque follows a signal from 0 (released) to 1 (full)."""

    capacity = Parameter(10.0, "N·m", "friction torque at a signal of 1", minimum=0, key_parameter=True)
    hold = Hold("N·m", "torque that holds the shafts together while sticking")
    icon = DRIVEN_BRAKE


class DrivenSlideBrake(DrivenBrakeLaw, TwoSliders, kind="dynamics.driven_slide_brake"):
    """Brake or clamp between two sliders: dry friction whose force follows a signal from 0 (released) to 1 (full)."""

    capacity = Parameter(100.0, "N", "friction force at a signal of 1", minimum=0, key_parameter=True)
    hold = Hold("N", "force that holds the sliders together while sticking")
    icon = DRIVEN_BRAKE
