"""Electrical circuits: a resonant circuit, a motor on a supply, a transistor amplifier."""

from __future__ import annotations

from mars.circuits.closed import finish
from mars.circuits.pen import label, meet, rail

from mars.document.circuit import Circuit

DOWNWARDS = 1  # quarter turn that brings the first pole of a symbol up and its second down


def rlc() -> Circuit:
    c = Circuit("Series resonant circuit")
    c.note = (
        "A 10 V source charges a capacitor through a resistor and an inductor. The damping is one sixth of critical, so the "
        "capacitor voltage overshoots to more than 16 V and settles after several periods of 2 ms. Click the switch on the "
        "drawing to interrupt the current. R1 and the closed switch together have a resistance of 10 Ω."
    )
    c.add("electrical.voltage_source", "V1", at=(0, 0), turn=DOWNWARDS, law="10 V")
    c.add("electrical.hand_switch", "S1", at=(80, -80), closed=1)
    c.add("electrical.resistor", "R1", at=(200, -80), resistance="9.999 Ω")
    c.add("electrical.inductor", "L1", at=(320, -80), inductance="10 mH")
    c.add("electrical.capacitor", "C1", at=(400, 0), turn=DOWNWARDS, capacitance="10 µF")
    c.add("electrical.ground", "GND1", at=(200, 120))
    for link in ("V1.p S1.p", "S1.n R1.p", "R1.n L1.p", "L1.n C1.p"):
        c.connect(*link.split())
    meet(c, "V1.n", "C1.n", "GND1.p", at=(200, 80))
    return finish(c, "5 ms", "20 µs", [["C1.voltage"], ["L1.current"]])


def dc_motor() -> Circuit:
    c = Circuit("DC motor under load")
    c.note = (
        "A small servo motor is connected to 24 V: the current rises to 15 A within a millisecond, then the back-EMF reduces it "
        "to the value needed to overcome friction. At 0.1 s a load of 0.08 N·m is applied: the motor slows by 8 % and draws 1.7 "
        "A. The Energy tab shows how much of the electrical energy was converted into motion and how much into heat."
    )
    c.add("electrical.voltage_source", "V1", at=(0, 0), turn=DOWNWARDS, law="24 V")
    c.add("electrical.ammeter", "M1", at=(80, -60))
    c.add("drives.dc_motor", "MT1", at=(280, 0), resistance="1.2 Ω", inductance="0.8 mH")
    c.add("sources.torque", "Load", at=(400, -80), law={"law": "step", "time": "0.1 s", "after": "-0.08 N·m"})
    c.add("meters.shaft", "M2", at=(480, 0))
    c.add("electrical.ground", "GND1", at=(160, 100))
    c.connect("V1.p", "M1.p")
    c.connect("M1.n", "MT1.p")
    meet(c, "V1.n", "MT1.n", "GND1.p", at=(160, 60))
    meet(c, "MT1.shaft", "Load.turn", "M2.a", at=(400, 0))
    return finish(c, "0.2 s", "0.5 ms", [["MT1.current"], ["MT1.shaft.speed"], ["MT1.torque", "Load.turn.torque"]])


def transistor_amplifier() -> Circuit:
    """Nodes, numbers and names as in the IVP test set; its U_e is V1 and its U_b is V2."""
    c = Circuit("Transistor amplifier")
    c.note = (
        "The two-stage amplifier of the IVP test set (Hairer & Wanner): 0.1 V at the input is amplified to a few volts at R9, "
        "with severe distortion. Each transistor is drawn as the equivalent circuit given in the problem: a junction from base "
        "to emitter, and a source that sends 99 % of its current from the collector into the base. Unlike electrical.transistor, "
        "this circuit has no junction to the collector, so the two models differ in saturation."
    )
    top, bottom = -260, 320
    sine = {"law": "sine", "amplitude": "0.1 V", "frequency": "100 Hz"}
    c.add("electrical.voltage_source", "V1", at=(0, 120), turn=DOWNWARDS, law=sine)
    c.add("electrical.resistor", "R0", at=(80, 0), resistance="1 kΩ")
    c.add("electrical.capacitor", "C1", at=(200, 0), flip=True, capacitance="1 µF")
    _transistor(c, "1", 400)
    _transistor(c, "2", 720)
    for name, at in (
        ("R1", (300, bottom - 60)), ("R2", (300, top + 60)), ("R3", (400, bottom - 60)), ("R4", (400, top + 60)),
        ("R5", (620, bottom - 60)), ("R6", (620, top + 60)), ("R7", (720, bottom - 60)), ("R8", (720, top + 60)),
        ("R9", (900, bottom - 60)),
    ):  # fmt: skip
        c.add("electrical.resistor", name, at=at, turn=DOWNWARDS, resistance="9 kΩ")
    for k, at in ((2, (480, bottom - 60)), (3, (520, -60)), (4, (800, bottom - 60)), (5, (900, -60))):
        c.add("electrical.capacitor", f"C{k}", at=at, turn=DOWNWARDS, capacitance=f"{k} µF")
    c.add("electrical.voltage_source", "V2", at=(1000, 20), turn=DOWNWARDS, law="6 V")
    c.add("electrical.ground", "GND1", at=(560, bottom + 40))
    for link in ("V1.p R0.p", "R0.n C1.n", "C5.n R9.p"):
        c.connect(*link.split())
    rail(c, top, "R2.p", "R4.p", "R6.p", "R8.p", "V2.p")
    rail(c, -140, "R4.n", "I1.n", "C3.p")
    rail(c, -140, "R8.n", "I2.n", "C5.p")
    rail(c, 0, "C1.p", "R2.n", "R1.p", "I1.p", "D1.p")
    rail(c, 0, "C3.n", "R6.n", "R5.p", "I2.p", "D2.p")
    rail(c, 200, "M1.n", "R3.p", "C2.p")
    rail(c, 200, "M2.n", "R7.p", "C4.p")
    rail(c, bottom, "V1.n", "R1.n", "R3.n", "C2.n", "GND1.p", "R5.n", "R7.n", "C4.n", "R9.n", "V2.n")
    for name, voltage in (("C1", 3), ("C2", 3), ("C3", 3), ("C4", 3), ("C5", 6)):
        c.set_start(f"{name}.voltage", f"{voltage} V")
    return finish(c, "50 ms", "0.1 ms", [["V1.p.voltage"], ["R9.p.voltage"], ["C2.voltage", "C4.voltage"]])


def _transistor(c: Circuit, number: str, x: int) -> None:
    """Collector above, emitter below, base in the middle: g = 1 µA (exp(v / 26 mV) − 1) into the emitter, 0.99 g out of the
    collector. The leakage of the junction is made negligible."""
    c.add("electrical.driven_current", f"I{number}", at=(x, -80), turn=DOWNWARDS, flip=True, gain="0.99 A")
    values = {"saturation_current": "1e-6 A", "thermal_voltage": "26 mV", "leak": 1e30}
    c.add("electrical.junction", f"D{number}", at=(x, 60), turn=DOWNWARDS, **values)
    c.add("electrical.ammeter", f"M{number}", at=(x, 140), turn=DOWNWARDS)
    c.connect(f"D{number}.n", f"M{number}.p")
    c.connect(f"M{number}.out", f"I{number}.signal")
    label(c, "left", f"I{number}", f"D{number}", f"M{number}")
