"""Electrical components, and the drives between wires and shafts. Sources are on the left, the common wire is at the bottom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mars.kinds.registry import kinds

from .scene import Example, Scene

SINE = {"law": "sine", "amplitude": "10 V", "frequency": "50 Hz"}
STEP = {"law": "step", "time": "5 ms", "after": "10 V"}
PULSE = {"law": "sine", "amplitude": 1, "frequency": 50}
DOWN = 1  # quarter turn: the first pole up, the second down
UP = 3
FLOOR = 60  # height of the common wire
TWO_PERIODS = 0.04


def in_series(kind: str, *curves: str, law: Any = SINE, resistance: str = "100 Ω", **values: Any) -> Example:
    """Behind a source and a resistor."""
    scene = _source(Scene(kind, values, number=2 if kind == "electrical.resistor" else 1), law)
    scene.add("electrical.resistor", "R1", at=(90, -60), resistance=resistance)
    scene.show("V1.p - R1.p", "R1.n - X.p", at=(180, 0), turn=DOWN)
    return scene.rail(FLOOR, "V1.n", "GND1.p", "X.n").look(*curves, until=TWO_PERIODS)


def loaded(kind: str, *curves: str, **values: Any) -> Example:
    """A source with a resistor across it."""
    scene = _resistor(_ground(Scene(kind, values)), "R1", (160, 0)).show("X.p - R1.p", at=(0, 0), turn=DOWN)
    return scene.rail(FLOOR, "X.n", "GND1.p", "R1.n").look(*curves, until=TWO_PERIODS)


def told(kind: str, *curves: str, **values: Any) -> Example:
    """A source controlled by a signal, with a resistor across it."""
    scene = _resistor(_ground(Scene(kind, values)), "R1", (160, 0)).law(PULSE, at=(-120, 0))
    scene.show("LAW1.out - X.signal", "X.p - R1.p", at=(0, 0), turn=UP, flip=True)
    return scene.rail(FLOOR, "X.n", "GND1.p", "R1.n").look(*curves, until=TWO_PERIODS)


def switched(kind: str) -> Example:
    scene = _resistor(_source(Scene(kind), SINE), "R1", (180, 0)).law({"law": "step", "time": 0.015, "after": 1}, at=(0, -140))
    scene.show("V1.p - X.p", "X.n - R1.p", "LAW1.out - X.signal", at=(90, -60))
    return scene.rail(FLOOR, "V1.n", "GND1.p", "R1.n").look("LAW1.out.value", "R1.p.voltage", until=TWO_PERIODS)


def between_pairs(kind: str, *curves: str, **values: Any) -> Example:
    """A source with its resistor on the first pair of poles, a resistor on the second."""
    scene = _source(Scene(kind, values, number=2 if kinds()[kind].letters == "V" else 1), SINE, (80, 100))
    scene.add("electrical.resistor", "R1", at=(80, -60), resistance="100 Ω")
    _resistor(scene, "R2", (300, 0)).show("V1.p - R1.p", "R1.n - X.p1", "X.p2 - R2.p", at=(190, 0))
    return scene.rail(FLOOR, "V1.n", "GND1.p", "X.n1", "X.n2", "R2.n").look("V1.p.voltage", *curves, until=TWO_PERIODS)


def grounded(kind: str) -> Example:
    scene = Scene(kind).add("electrical.battery", "V1", at=(0, 0), turn=DOWN).add("electrical.resistor", "R1", at=(90, -60))
    _resistor(scene, "R2", (180, 0)).show("V1.p - R1.p", "R1.n - R2.p", at=(90, 100))
    return scene.rail(FLOOR, "V1.n", "X.p", "R2.n").look("R1.p.voltage", "R2.p.voltage", "X.p.voltage", until=0.01)


def divided(kind: str) -> Example:
    scene = _source(Scene(kind, {"position": 0.25}), SINE).add("electrical.voltmeter", "M1", at=(220, 30), turn=DOWN)
    scene.show("V1.p - X.p", "X.wiper - M1.p", at=(120, 0), turn=DOWN)
    return scene.rail(FLOOR + 20, "V1.n", "GND1.p", "X.n", "M1.n").look("V1.p.voltage", "M1.voltage", until=TWO_PERIODS)


def inverting(kind: str) -> Example:
    scene = _source(Scene(kind), SINE).add("electrical.resistor", "R1", at=(80, -60), resistance="1 kΩ")
    scene.add("electrical.resistor", "R2", at=(200, -120), resistance="2 kΩ")
    _resistor(scene, "R3", (300, 0), "1 kΩ").show(at=(200, -50)).rail(FLOOR, "V1.n", "GND1.p", "X.plus", "R3.n")
    scene.link("V1.p - R1.p", "R1.n - X.minus - R2.p", "R2.n - X.out - R3.p")
    return scene.look("V1.p.voltage", "X.out.voltage", until=TWO_PERIODS)


def emitter(kind: str) -> Example:
    """A common-emitter stage: a small voltage at the base controls the collector."""
    sine = {"law": "sine", "amplitude": "10 mV", "frequency": "50 Hz", "offset": "0.65 V"}
    scene = _source(Scene(kind), sine, (60, 100)).add("electrical.battery", "V2", at=(240, 0), turn=DOWN)
    _resistor(scene, "R1", (130, -100), "5 kΩ").show("V1.p - X.b", "V2.p - R1.p", "R1.n - X.c", at=(120, -20))
    return scene.rail(FLOOR, "V1.n", "GND1.p", "X.e", "V2.n").look("X.b.current", "X.c.voltage", until=TWO_PERIODS)


def metered(kind: str, *curves: str) -> Example:
    """Across a coil, or in series with it."""
    scene = _source(Scene(kind), SINE).add("electrical.inductor", "L1", at=(280, 0), turn=DOWN)
    scene.add("electrical.resistor", "R1", at=(180, -60), resistance="10 Ω")
    if kind.endswith("voltmeter"):
        scene.show("V1.p - R1.p", at=(360, 0), turn=DOWN).rail(-60, "R1.n", "L1.p", "X.p")
        scene.rail(FLOOR, "V1.n", "GND1.p", "L1.n", "X.n")
    else:
        scene.show("V1.p - X.p", "X.n - R1.p", "R1.n - L1.p", at=(80, -60)).rail(FLOOR, "V1.n", "GND1.p", "L1.n")
    return scene.look(*curves, until=TWO_PERIODS)


# Drives


def motor(kind: str) -> Example:
    """Switched on to 24 V; a load is applied later."""
    load = {"law": "step", "time": 0.1, "after": -0.08}
    scene = _source(Scene(kind), "24 V").add("sources.torque", "Em1", at=(240, -80), law=load)
    scene.show("V1.p - X.p", "X.shaft - Em1.turn", at=(160, 0)).rail(FLOOR, "V1.n", "GND1.p", "X.n")
    return scene.look("X.current", "X.shaft.speed", until=0.2)


def linear_motor(kind: str) -> Example:
    scene = Scene(kind).slider(placed=True).add("electrical.voltage_source", "V1", at=(-220, -160), turn=DOWN, law="12 V")
    scene.add("electrical.ground", "GND1", at=(-140, -60))
    scene.add("dynamics.slide_damper", "DC1", at=(200, -100), damping="20 N·s/m")
    scene.show("V1.p - X.p", at=(-20, -160)).rail(-100, "V1.n", "GND1.p", "X.n").link("KN1.slide - X.slide - DC1.a")
    return scene.look("X.current", "KN1.slide.speed", until=0.5)


def synchronous(kind: str) -> Example:
    scene = _battery(Scene(kind)).add("signals.constant", "CON1", at=(60, -100), value=0)
    scene.law({"law": "ramp", "start": 0.02, "time": 0.2, "after": 0.4}, at=(260, -100), turn=2)
    scene.add("dynamics.damper", "DC1", at=(300, 0), damping=1e-3)
    scene.show("V1.p - X.p", "CON1.out - X.duty_d", "LAW1.out - X.duty_q", "X.shaft - DC1.a", at=(180, 0))
    return scene.rail(FLOOR, "V1.n", "GND1.p", "X.n").look("X.current_d", "X.current_q", "X.shaft.speed", until=0.4)


def amplifier(kind: str) -> Example:
    """The current of a coil follows a signal."""
    scene = _battery(Scene(kind)).law({"law": "sine", "amplitude": 2, "frequency": 20}, at=(60, -100))
    scene.add("electrical.resistor", "R1", at=(270, -60), resistance="1 Ω")
    scene.add("electrical.inductor", "L1", at=(360, 0), turn=DOWN, inductance="1 mH")
    scene.show("V1.p - X.p", "LAW1.out - X.command", "X.out_p - R1.p", "R1.n - L1.p", "L1.n - X.out_n", at=(160, 0))
    scene.rail(FLOOR, "V1.n", "GND1.p", "X.n")
    return scene.look("LAW1.out.value", "L1.current", "X.out_p.voltage", until=0.1)


# Common parts


def _source(scene: Scene, law: Any, ground: tuple[int, int] = (90, 100)) -> Scene:
    scene.add("electrical.voltage_source", "V1", at=(0, 0), turn=DOWN, law=law)
    return scene.add("electrical.ground", "GND1", at=ground)


def _battery(scene: Scene) -> Scene:
    scene.add("electrical.battery", "V1", at=(0, 0), turn=DOWN, open_voltage="48 V")
    return _ground(scene)


def _ground(scene: Scene) -> Scene:
    return scene.add("electrical.ground", "GND1", at=(80, 100))


def _resistor(scene: Scene, name: str, at: tuple[int, int], resistance: str = "100 Ω") -> Scene:
    return scene.add("electrical.resistor", name, at=at, turn=DOWN, resistance=resistance)


EXAMPLES: dict[str, Callable[[str], Example]] = {
    "electrical.resistor": lambda k: in_series(k, "V1.p.voltage", "X.p.voltage", "X.p.current"),
    "electrical.capacitor": lambda k: in_series(k, "V1.p.voltage", "X.voltage", law=STEP),
    "electrical.inductor": lambda k: in_series(k, "X.p.voltage", "X.current", law=STEP, resistance="5 Ω"),
    "electrical.diode": lambda k: in_series(k, "V1.p.voltage", "X.p.current"),
    "electrical.ideal_diode": lambda k: in_series(k, "V1.p.voltage", "X.p.current"),
    "electrical.junction": lambda k: in_series(k, "V1.p.voltage", "X.p.voltage", "X.p.current"),
    "electrical.hand_switch": lambda k: in_series(k, "V1.p.voltage", "X.p.current", closed=1),
    "electrical.battery": lambda k: loaded(k, "X.p.voltage", "X.p.current"),
    "electrical.voltage_source": lambda k: loaded(k, "X.p.voltage", "X.p.current", law=SINE),
    "electrical.current_source": lambda k: loaded(k, "X.p.voltage", "X.p.current", law="0.1*sin(314*t)"),
    "electrical.driven_voltage": lambda k: told(k, "LAW1.out.value", "X.p.voltage", gain=10),
    "electrical.driven_current": lambda k: told(k, "LAW1.out.value", "X.p.voltage", gain=0.1),
    "electrical.switch": switched,
    "electrical.ground": grounded,
    "electrical.potentiometer": divided,
    "electrical.op_amp": inverting,
    "electrical.transistor": emitter,
    "electrical.transformer": lambda k: between_pairs(k, "X.p2.voltage", ratio=2),
    "electrical.coupled_inductors": lambda k: between_pairs(
        k, "X.p2.voltage", "X.current1", "X.current2", inductance1="1 H", inductance2="0.5 H"
    ),
    "electrical.current_amplifier": lambda k: between_pairs(k, "X.p1.current", "R2.p.current", gain=5),
    "electrical.transconductance": lambda k: between_pairs(k, "R2.p.current", gain=0.02),
    "electrical.transresistance": lambda k: between_pairs(k, "X.p1.current", "R2.p.voltage", gain=50),
    "electrical.voltage_amplifier": lambda k: between_pairs(k, "R2.p.voltage", gain=3),
    "electrical.ammeter": lambda k: metered(k, "V1.p.voltage", "X.current"),
    "electrical.voltmeter": lambda k: metered(k, "V1.p.voltage", "X.voltage"),
    "electrical.wattmeter": lambda k: metered(k, "X.voltage", "X.current", "X.power"),
    "drives.dc_motor": motor,
    "drives.slide_motor": linear_motor,
    "drives.pmsm": synchronous,
    "drives.servo_amplifier": amplifier,
}
