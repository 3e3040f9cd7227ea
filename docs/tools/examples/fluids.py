"""Oil and heat: a source on the left, the demonstrated component in the middle, a volume, tank or surroundings on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mars.kinds.registry import kinds

from .ports import Parts, used_once
from .scene import Example, Scene

SUPPLY = {"law": "ramp", "time": "5 ms", "after": "100 bar"}
SWELLING = "0.5 - 0.5*cos(2*pi*10*t)"  # 0 to 1, never negative
DOWN, UP = 1, 3  # quarter turns


# Oil


def into_volume(kind: str, *curves: str, law: Any = SUPPLY, until: float = 0.05, **values: Any) -> Example:
    """A line from a supply to a volume."""
    scene = (
        Scene(kind, values)
        .add("hydraulic.pressure_source", "PS1", at=(0, 0), law=law)
        .add("hydraulic.volume", "VO1", at=(240, -40))
    )
    return scene.show("PS1.b - X.a", "X.b - VO1.a", at=(120, 0)).look("PS1.b.pressure", "VO1.pressure", *curves, until=until)


def throttled(kind: str) -> Example:
    scene = Scene(kind).law({"law": "ramp", "start": 0.01, "time": 0.02, "after": 0.5}, at=(0, -90))
    scene.add("hydraulic.pressure_source", "PS1", at=(0, 0), law="100 bar").add("hydraulic.tank", "T1", at=(220, 60))
    scene.show("PS1.b - X.a", "X.b - T1.a", "LAW1.out - X.signal", at=(120, 0))
    return scene.look("LAW1.out.value", "X.a.flow", until=0.1)


def out_of(kind: str, *curves: str, signal: bool = False, **values: Any) -> Example:
    """A source that drives oil through an orifice."""
    scene = Scene(kind, values)
    if signal:
        scene.law(SWELLING, at=(-120, -90))
    _orifice(scene).show("X.b - OR1.a", "OR1.b - T1.a", *(["LAW1.out - X.signal"] if signal else []), at=(0, 0))
    return scene.look(*(["LAW1.out.value"] if signal else []), "X.b.pressure", "OR1.a.flow", *curves, until=0.2)


def pressed_into(kind: str, *curves: str, until: float, **values: Any) -> Example:
    """A flow into the demonstrated component."""
    scene = Scene(kind, values).add("hydraulic.flow_source", "QS1", at=(0, 0), law="0.2 l/s")
    return scene.show("QS1.b - X.a", at=(100, -40)).look("X.pressure", *curves, until=until)


def relieved(kind: str) -> Example:
    scene = Scene(kind).add("hydraulic.flow_source", "QS1", at=(0, 0)).add("hydraulic.volume", "VO1", at=(80, -60))
    scene.show("QS1.b - VO1.a - X.a", at=(180, 0))
    return scene.look("VO1.pressure", "X.a.flow", until=0.05)


def emptied(kind: str) -> Example:
    scene = Scene(kind).add("hydraulic.volume", "VO1", at=(0, -40)).add("hydraulic.orifice", "OR1", at=(90, 0), area="0.1 mm^2")
    scene.show("VO1.a - OR1.a", "OR1.b - X.a", at=(180, 60)).start(VO1__pressure="100 bar")
    return scene.look("VO1.pressure", "X.a.flow", until=0.3)


def pump(kind: str) -> Example:
    scene = Scene(kind).add("sources.velocity", "Ew1", at=(-120, -60), law={"law": "ramp", "time": 0.1, "after": 150})
    scene.add("hydraulic.orifice", "OR1", at=(120, -60)).add("hydraulic.tank", "T1", at=(220, 0))
    scene.show("Ew1.turn - X.shaft", "X.b - OR1.a", "OR1.b - T1.a", at=(0, 0))
    return scene.look("Ew1.turn.speed", "X.b.pressure", "X.shaft.torque", until=0.2)


def variable_pump(kind: str) -> Example:
    scene = Scene(kind).add("sources.velocity", "Ew1", at=(-120, -60), law="150 rad/s")
    scene.law("0.5 - 0.5*cos(2*pi*t)", at=(120, 60))
    scene.add("hydraulic.orifice", "OR1", at=(120, -60)).add("hydraulic.tank", "T1", at=(220, 0))
    scene.show("Ew1.turn - X.shaft", "X.b - OR1.a", "OR1.b - T1.a", "LAW1.out - X.signal", at=(0, 0))
    return scene.look("X.swivel", "X.b.pressure", "X.shaft.torque")


def hydraulic_motor(kind: str) -> Example:
    scene = Scene(kind).add("hydraulic.pressure_source", "PS1", at=(-20, 90), law=SUPPLY)
    scene.add("dynamics.rotor", "R1", at=(-160, 0), turn=2, inertia="0.01 kg*m^2")
    scene.add("dynamics.damper", "DC1", at=(-100, -80), turn=UP, damping="0.1 N·m·s/rad")
    scene.show("PS1.b - X.a", "R1.shaft - X.shaft - DC1.a", at=(40, 0))
    return scene.look("X.shaft.speed", "X.a.flow", until=0.5)


def cylinder(kind: str) -> Example:
    scene = Scene(kind).slider().add("hydraulic.pressure_source", "PS1", law="50 bar")
    scene.add("hydraulic.orifice", "OR1", area="2 mm^2").add("hydraulic.orifice", "OR2", area="2 mm^2").add(
        "hydraulic.tank", "T1"
    )
    scene.show("PS1.b - OR1.a", "OR1.b - X.a", "X.b - OR2.a", "OR2.b - T1.a", "X.rod - KN1.slide")
    return scene.look("KN1.travel", "X.pressure_a", "X.pressure_b", until=1)


def valve(kind: str) -> Example:
    """It moves a cylinder back and forth."""
    scene = Scene(kind).slider().law({"law": "sine", "amplitude": 0.6, "frequency": 1})
    scene.add("hydraulic.pressure_source", "PS1", law="100 bar").add("hydraulic.cylinder", "CY1", retracted="-0.25 m")
    scene.show("PS1.b - X.p", "X.a - CY1.a", "X.b - CY1.b", "LAW1.out - X.signal", "CY1.rod - KN1.slide")
    return scene.look("LAW1.out.value", "KN1.travel", "CY1.pressure_a", "CY1.pressure_b")


def pressure_meter(kind: str) -> Example:
    scene = Scene(kind).add("hydraulic.flow_source", "QS1", at=(0, 0)).add("hydraulic.volume", "VO1", at=(100, -40))
    return scene.show("QS1.b - VO1.a - X.a", at=(200, -60)).look("X.pressure", until=0.01)


def flow_meter(kind: str) -> Example:
    scene = Scene(kind).add("hydraulic.pressure_source", "PS1", at=(-120, 0), law="10 bar*(1 - cos(2*pi*5*t))")
    return (
        _orifice(scene)
        .show("PS1.b - X.a", "X.b - OR1.a", at=(0, 0))
        .link("OR1.b - T1.a")
        .look("PS1.b.pressure", "X.flow", until=0.4)
    )


def _orifice(scene: Scene) -> Scene:
    return scene.add("hydraulic.orifice", "OR1", at=(120, 0)).add("hydraulic.tank", "T1", at=(220, 60))


def hydraulic_port(kind: str) -> Example:
    inner: Parts = [
        (kind, "line", {"at": (0, 0)}),
        ("hydraulic.pipe", "PI1", {"at": (120, 0)}),
        ("hydraulic.volume", "VO1", {"at": (220, -40)}),
    ]
    outer: Parts = [("hydraulic.pressure_source", "PS1", {"at": (0, 0), "law": SUPPLY}), ("Hose", "Hose1", {"at": (120, 0)})]
    links = ("line.inside - PI1.a, PI1.b - VO1.a", "PS1.b - Hose1.line")
    return used_once(kind, "Hose", inner, outer, links, "PS1.b.pressure", "Hose1.VO1.pressure", until=0.05)


# Heat


def cooling(kind: str, *curves: str, until: float = 600, **values: Any) -> Example:
    """A heated body loses heat to the surroundings through the demonstrated component."""
    scene = _ambient(Scene(kind, values), 220).add("thermal.heat_source", "HS1", at=(0, -60))
    scene.add("thermal.capacity", "HC1", at=(60, -60)).show(at=(130, 0)).rail(0, "HS1.heat", "HC1.heat", "X.a")
    return scene.link("X.b - TA1.heat").look("HC1.temperature", "X.a.heat", *curves, until=until)


def warming(kind: str, *curves: str, **values: Any) -> Example:
    """The same, demonstrating one of the others: the source, the body, the surroundings, a thermometer."""
    scene, subject = Scene(kind, values), f"{kinds()[kind].letters}1"
    parts = {
        "HS1": ("heat_source", (0, -60)),
        "HC1": ("capacity", (60, -60)),
        "RT1": ("resistance", (140, 0)),
        "TA1": ("ambient", (220, 60)),
    }
    for name, (other, at) in parts.items():
        if name != subject:
            scene.add(f"thermal.{other}", name, at=at)
    scene.show(at=parts[subject][1] if subject in parts else (100, -120))
    scene.rail(0, "HS1.heat", "HC1.heat", "RT1.a", *([] if subject in parts else ["X.heat"]))
    if kind == "thermal.driven_temperature":
        scene.law({"law": "sine", "amplitude": 10, "frequency": "1/(5*60)"}, at=(320, 60)).link("LAW1.out - X.signal")
    if kind == "thermal.driven_heat":
        scene.law({"law": "step", "time": 60, "after": 20}, at=(-120, -60)).link("LAW1.out - X.signal")
    return scene.link("RT1.b - TA1.heat").look(*curves, until=600)


def heat_meter(kind: str) -> Example:
    scene = _ambient(Scene(kind), 320).add("thermal.heat_source", "HS1", at=(0, -60)).add("thermal.capacity", "HC1", at=(60, -60))
    scene.add("thermal.resistance", "RT1", at=(240, 0)).show(at=(140, 0)).rail(0, "HS1.heat", "HC1.heat", "X.a")
    return scene.link("X.b - RT1.a", "RT1.b - TA1.heat").look("HC1.temperature", "X.heat", until=600)


def heated_resistor(kind: str) -> Example:
    scene = Scene(kind).add("electrical.voltage_source", "V1", law="60 V").add("electrical.ground", "GND1")
    scene.add("thermal.capacity", "HC1", capacity="50 J/K").add("thermal.resistance", "RT1", resistance="2 K/W")
    scene.add("thermal.ambient", "TA1").show("V1.p - X.p", "V1.n - X.n - GND1.p", "X.heat - HC1.heat - RT1.a", "RT1.b - TA1.heat")
    return scene.look("HC1.temperature", "X.p.current", until=300)


def heated_motor(kind: str) -> Example:
    scene = Scene(kind).add("electrical.voltage_source", "V1", at=(0, 0), turn=DOWN, law="12 V")
    scene.add("electrical.ground", "GND1", at=(80, 100)).add("sources.torque", "Em1", at=(280, -30), law="-0.2 N·m")
    scene.add("thermal.capacity", "HC1", at=(100, -140), capacity="50 J/K").add("thermal.ambient", "TA1", at=(360, -60))
    scene.add("thermal.resistance", "RT1", at=(260, -120), resistance="2 K/W").show("V1.p - X.p", at=(160, 0))
    scene.rail(60, "V1.n", "GND1.p", "X.n").rail(-120, "HC1.heat", "X.heat", "RT1.a").link(
        "RT1.b - TA1.heat", "X.shaft - Em1.turn"
    )
    return scene.look("HC1.temperature", "X.current", "X.shaft.speed", until=300)


def heated_damper(kind: str) -> Example:
    scene = Scene(kind, {"damping": 0.2}).pendulum().add("thermal.capacity", "HC1", capacity="1 J/K")
    return scene.show("KN1.turn - X.a", "X.heat - HC1.heat").look("KN1.angle", "HC1.temperature")


def _ambient(scene: Scene, x: int) -> Scene:
    return scene.add("thermal.ambient", "TA1", at=(x, 60))


def thermal_port(kind: str) -> Example:
    inner: Parts = [
        (kind, "base", {"at": (0, 0)}),
        ("thermal.resistance", "RT1", {"at": (120, 0)}),
        ("thermal.ambient", "TA1", {"at": (220, 60)}),
    ]
    outer: Parts = [
        ("thermal.heat_source", "HS1", {"at": (-60, -60)}),
        ("thermal.capacity", "HC1", {"at": (0, -60)}),
        ("Sink", "Sink1", {"at": (120, 0)}),
    ]
    links = ("base.inside - RT1.a, RT1.b - TA1.heat", "HS1.heat - HC1.heat - Sink1.base")
    return used_once(kind, "Sink", inner, outer, links, "HC1.temperature", until=600)


EXAMPLES: dict[str, Callable[[str], Example]] = {
    "hydraulic.orifice": lambda k: into_volume(k, "X.a.flow"),
    "hydraulic.pipe": lambda k: into_volume(k, "X.flow"),
    "hydraulic.check_valve": lambda k: into_volume(k, law="25 bar*(1 - cos(2*pi*50*t))"),
    "hydraulic.flow_meter": flow_meter,
    "hydraulic.throttle": throttled,
    "hydraulic.flow_source": lambda k: out_of(k, law="2e-4*(1 - cos(31.4*t))"),
    "hydraulic.pressure_source": lambda k: out_of(k, law="25 bar*(1 - cos(2*pi*5*t))"),
    "hydraulic.driven_flow": lambda k: out_of(k, signal=True),
    "hydraulic.driven_pressure": lambda k: out_of(k, signal=True),
    "hydraulic.accumulator": lambda k: pressed_into(k, "X.volume", until=2),
    "hydraulic.volume": lambda k: pressed_into(k, until=0.02),
    "hydraulic.relief_valve": relieved,
    "hydraulic.tank": emptied,
    "hydraulic.pump": pump,
    "hydraulic.variable_pump": variable_pump,
    "hydraulic.motor": hydraulic_motor,
    "hydraulic.cylinder": cylinder,
    "hydraulic.proportional_valve": valve,
    "hydraulic.pressure_meter": pressure_meter,
    "hydraulic.port": hydraulic_port,
    "thermal.resistance": cooling,
    "thermal.convection": lambda k: cooling(k, until=1200),
    "thermal.radiation": lambda k: cooling(k, until=1200),
    "thermal.heat_source": lambda k: warming(k, "HC1.temperature", law={"law": "step", "time": 60, "after": 20}),
    "thermal.capacity": lambda k: warming(k, "X.temperature"),
    "thermal.ambient": lambda k: warming(k, "HC1.temperature", "X.heat.heat"),
    "thermal.driven_temperature": lambda k: warming(k, "X.heat.temperature", "HC1.temperature"),
    "thermal.heat_meter": heat_meter,
    "thermal.driven_heat": lambda k: warming(k, "LAW1.out.value", "HC1.temperature"),
    "thermal.thermometer": lambda k: warming(k, "X.temperature"),
    "thermal.heated_resistor": heated_resistor,
    "thermal.heated_dc_motor": heated_motor,
    "thermal.heated_damper": heated_damper,
    "thermal.port": thermal_port,
}
