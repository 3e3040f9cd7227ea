"""Torques, forces and motions that follow a signal. A signal may jump, a motion may not: motions follow with a lag."""

from mars.component import ROTATION, SIGNAL, TRANSLATION, Component, Icon, Parameter, Port, State, der

from .given import CIRCLE, LETTER_S, LETTER_V, OMEGA, PHI
from .torque import LETTER_F, TAU


class Driven(Component):
    """Common part: the signal is on the left, the driven port below."""

    is_source = True
    signal = Port(SIGNAL, at=(-30, 0), help="input signal")


class OnShaft(Driven):
    """Drives a shaft."""

    turn = Port(ROTATION, at=(0, 30), help="driven shaft")


class OnSlider(Driven):
    """Drives a slider."""

    slide = Port(TRANSLATION, at=(0, 30), help="driven slider")


class SpeedLaw(Driven):
    """The speed is a state that follows gain × signal with a first-order lag."""

    lag = Parameter(0.02, "s", "time constant of the lag", above=0)

    def equations(self):
        yield from self.kinematics()
        yield der(self.speed) == (self.gain * self.signal.value - self.speed) / self.lag


class MovementLaw(Driven):
    """The position is a state that follows gain × signal with a second-order lag, without overshoot."""

    lag = Parameter(0.05, "s", "time constant of the second-order lag", above=0)

    def equations(self):
        yield from self.kinematics()
        yield der(self.position) == self.rate
        yield der(self.rate) == ((self.gain * self.signal.value - self.position) / self.lag - 2 * self.rate) / self.lag


def driven(letter: tuple[str, str], port: str) -> Icon:
    return Icon(CIRCLE, (f"lead:{port}", "M0,30 v-12"), ("lead:signal", "M-30,0 h12"), letter)


class DrivenTorque(OnShaft, kind="sources.driven_torque"):
    """A torque on a shaft that follows a signal; its reaction acts on the joint's own housing."""

    letters = "Em"
    gain = Parameter(1.0, "N·m", "torque at a signal of 1", key_parameter=True)
    icon = driven(TAU, "turn")

    def equations(self):
        yield self.turn.torque == -self.gain * self.signal.value


class DrivenForce(OnSlider, kind="sources.driven_force"):
    """A force on a slider that follows a signal; its reaction acts on the joint's own housing."""

    letters = "Ef"
    gain = Parameter(1.0, "N", "force at a signal of 1", key_parameter=True)
    icon = driven(LETTER_F, "slide")

    def equations(self):
        yield self.slide.force == -self.gain * self.signal.value


class DrivenSpeed(SpeedLaw, OnShaft, kind="sources.driven_speed"):
    """The shaft turns with a speed that follows a signal, with a short lag."""

    letters = "Ew"
    gain = Parameter(1.0, "rad/s", "speed at a signal of 1", key_parameter=True)
    speed = State("rad/s", "speed of the shaft")
    icon = driven(OMEGA, "turn")

    def kinematics(self):
        yield self.turn.speed == self.speed


class DrivenSlideSpeed(SpeedLaw, OnSlider, kind="sources.driven_slide_speed"):
    """The slider moves with a speed that follows a signal, with a short lag."""

    letters = "Ev"
    gain = Parameter(0.1, "m/s", "speed at a signal of 1", key_parameter=True)
    speed = State("m/s", "speed of the slider")
    icon = driven(LETTER_V, "slide")

    def kinematics(self):
        yield self.slide.speed == self.speed


class DrivenMovement(MovementLaw, OnShaft, kind="sources.driven_movement"):
    """The shaft turns to an angle that follows a signal, with a short lag."""

    letters = "Ep"
    gain = Parameter(1.0, "rad", "angle at a signal of 1", key_parameter=True)
    position = State("rad", "angle of the shaft")
    rate = State("rad/s", "speed of the shaft")
    icon = driven(PHI, "turn")

    def kinematics(self):
        yield self.turn.angle == self.position


class DrivenSlideMovement(MovementLaw, OnSlider, kind="sources.driven_slide_movement"):
    """The slider moves to a travel that follows a signal, with a short lag."""

    letters = "Es"
    gain = Parameter(0.1, "m", "travel at a signal of 1", key_parameter=True)
    position = State("m", "travel of the slider")
    rate = State("m/s", "speed of the slider")
    icon = driven(LETTER_S, "slide")

    def kinematics(self):
        yield self.slide.travel == self.position
