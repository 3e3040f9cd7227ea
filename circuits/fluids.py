"""Hydraulics and heat: a hydraulic boom and a motor that heats up."""

from __future__ import annotations

from typing import Any

from mars.circuits.closed import UPWARDS, finish
from mars.circuits.electrical import DOWNWARDS
from mars.circuits.pen import label, meet, wire

from mars.document.circuit import Circuit

UNDERNEATH = 2  # half a turn; with a flip it moves the top of a symbol to the bottom


def hydraulic_boom() -> Circuit:
    c = Circuit("Hydraulic boom", motions="Tx Ty Rz")
    c.note = (
        "A 3 m boom with a load of 200 kg is raised and lowered by a hydraulic cylinder mounted below it; the loop is closed "
        "through the translation joint driven by the cylinder. A pump delivers 24 l/min; the flow not used by the valve returns "
        "to the tank through the relief valve at 180 bar. LAW1 sets when to lift, hold and lower; RL1 opens and closes the valve "
        "along ramps. Without RL1 the boom oscillates on the compressible oil. Set Ew1 to zero to stop the pump: lowered by its "
        "weight alone, the boom causes cavitation in chamber b. The Energy tab shows that nearly all of the pump's work becomes "
        "heat in the valves."
    )
    c.add("bodies.base", "Base1", at=(100, 0), turn=1)
    c.add("joints.rotation", "KN1", at=(200, 0))
    points = {"tip": ["3 m", 0, 0], "lug": ["1.2 m", 0, 0]}
    c.add("bodies.body", "Boom", at=(320, 0), mass="300 kg", centre=["1.5 m", 0, 0], inertia=[1, 225, 225], points=points)
    c.add("joints.weld", "KN5", at=(460, 0))
    c.add("bodies.point_mass", "Load", at=(560, 0), mass="200 kg")
    c.add("bodies.base", "Base2", at=(100, 160), turn=1, place=["0.4 m", "-0.6 m", 0])
    c.add("joints.rotation", "KN2", at=(200, 160))
    c.add("bodies.rod", "Barrel", at=(320, 160), length="0.5 m", mass="15 kg")
    c.add("joints.translation", "KN3", at=(440, 160), turn=UNDERNEATH, flip=True)
    c.add("bodies.rod", "Rod", at=(560, 160), length="0.5 m", mass="10 kg")
    c.add("joints.rotation", "KN4", at=(680, 160))
    sizes: dict[str, Any] = {"area_a": "30 cm^2", "area_b": "18 cm^2", "stroke": "0.7 m", "retracted": "-0.35 m"}
    c.add("hydraulic.cylinder", "CY1", at=(440, 280), turn=UPWARDS, viscous="5000 N·s/m", **sizes)
    c.add("hydraulic.proportional_valve", "DV1", at=(500, 400), nominal_flow="10 l/min", nominal_drop="5 bar")
    c.add("hydraulic.pump", "PU1", at=(240, 560), displacement="16 cm^3/rev")
    c.add("sources.velocity", "Ew1", at=(140, 560), turn=UPWARDS, law="1500 rpm")
    c.add("hydraulic.relief_valve", "RV1", at=(360, 580), turn=DOWNWARDS, set_pressure="180 bar")
    c.add("hydraulic.volume", "VO1", at=(140, 460), volume="1 l")
    c.add("hydraulic.tank", "T1", at=(560, 500))
    c.add("hydraulic.tank", "T2", at=(240, 640))
    c.add("hydraulic.tank", "T3", at=(360, 660))
    course = "if(t < 0.5, 0, if(t < 3, 0.4, if(t < 4, 0, if(t < 7, -0.3, 0))))"
    c.add("signals.law", "LAW1", at=(240, 400), law=course)
    c.add("signals.rate_limit", "RL1", at=(360, 400), rising=1, falling=1)
    for link in (
        "Base1.1 KN1.1", "KN1.2 Boom.1", "Boom.tip KN5.1", "KN5.2 Load.1", "Base2.1 KN2.1", "KN2.2 Barrel.1", "Barrel.2 KN3.1",
        "KN3.2 Rod.1", "Rod.2 KN4.1", "CY1.rod KN3.slide", "LAW1.out RL1.in", "RL1.out DV1.signal", "DV1.t T1.a", "PU1.a T2.a",
        "RV1.b T3.a", "Ew1.turn PU1.shaft",
    ):  # fmt: skip
        c.connect(*link.split())
    label(c, "above", "LAW1")
    label(c, "below", "RL1")
    wire(c, "KN4.2", "Boom.lug", (750, 160), (750, 80), (400, 80), (400, 20))
    wire(c, "CY1.a", "DV1.a", (490, 310))
    wire(c, "CY1.b", "DV1.b", (510, 270))
    meet(c, "PU1.b", "VO1.a", "RV1.a", "DV1.p", at=(240, 500))
    c.set_start("KN1.angle", "-10 deg")
    c.set_start("KN2.angle", "26.61 deg", "guess")
    c.set_start("CY1.pressure_a", "60 bar")
    c.set_start("CY1.pressure_b", "20 bar")
    c.set_start("VO1.pressure", "180 bar")
    plots = [
        ["KN1.angle"],
        ["CY1.pressure_a", "CY1.pressure_b", "VO1.pressure"],
        ["CY1.a.flow", "CY1.b.flow"],
        ["LAW1.out.value", "DV1.spool"],
    ]
    return finish(c, "8 s", "10 ms", plots)


def motor_heating() -> Circuit:
    c = Circuit("Motor heating")
    c.note = (
        "A small motor drives a fan for 40 s of every minute. The heat from current and friction flows from the winding to the "
        "housing and from there to the air. The winding temperature varies by 25 K every minute, while the housing takes half an "
        "hour to warm up; the winding resistance increases with temperature, so the motor gradually slows down and its current "
        "decreases."
    )
    c.add("signals.law", "LAW1", at=(-40, 0), law="sin(2*pi*t/60)")
    c.add("logic.compare", "CMP1", at=(80, 0), threshold=-0.5)
    c.add("electrical.driven_voltage", "V1", at=(180, 0), turn=UPWARDS, flip=True, gain="24 V")
    c.add("electrical.ground", "GND1", at=(260, 140))
    c.add("thermal.heated_dc_motor", "MT1", at=(340, 0))
    c.add("dynamics.rotor", "Fan", at=(440, 80), turn=UPWARDS, inertia="1e-4 kg*m^2")
    c.add("dynamics.damper", "Air", at=(540, 0), damping="6e-4 N·m·s/rad")
    c.add("thermal.capacity", "Winding", at=(340, -220), capacity="15 J/K")
    c.add("thermal.resistance", "RT1", at=(460, -140), resistance="2 K/W")
    c.add("thermal.capacity", "Housing", at=(560, -220), capacity="150 J/K")
    c.add("thermal.convection", "CO1", at=(660, -140), coefficient="25 W/(m^2*K)", area="100 cm^2")
    c.add("thermal.ambient", "TA1", at=(760, -80), temperature="20 °C")
    for link in ("LAW1.out CMP1.a", "CMP1.out V1.signal", "V1.p MT1.p", "CO1.b TA1.heat"):
        c.connect(*link.split())
    meet(c, "V1.n", "MT1.n", "GND1.p", at=(260, 80))
    meet(c, "MT1.shaft", "Fan.shaft", "Air.a", at=(440, 0))
    meet(c, "MT1.heat", "Winding.heat", "RT1.a", at=(340, -140))
    meet(c, "RT1.b", "Housing.heat", "CO1.a", at=(560, -140))
    plots = [["Winding.temperature", "Housing.temperature"], ["MT1.shaft.speed"], ["MT1.current"]]
    return finish(c, "30 min", "1 s", plots)
