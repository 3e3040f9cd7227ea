"""Circuits with custom components: nested subcircuits and a component written as equations."""

from __future__ import annotations

from mars.circuits.closed import finish
from mars.circuits.pen import label, meet

from mars.document.circuit import Circuit
from mars.pictures.sheet.wires import route_all

DOWNWARDS, BACKWARDS, UPWARDS = 1, 2, 3

DRAG = """\
port point: frame
parameter area = 0.02 m², at least 0        "frontal area"
parameter density = 1.2 kg/m³, at least 0   "density of air"
let speed = sqrt(point.v.x^2 + point.v.y^2 + point.v.z^2)
let drag = 0.235*density*area*speed         # half the drag coefficient of a ball, 0.47
point.F.x = drag*point.v.x
point.F.y = drag*point.v.y
point.F.z = drag*point.v.z
loss = drag*speed^2
"""


def modular_arm() -> Circuit:
    c = Circuit("Modular arm", motions="Tx Ty Rz")
    c.note = (
        "Three identical axes in series. Axis is a subcircuit of this file: a joint, a rod and a Drive, which is itself a "
        "subcircuit with motor, amplifier, position loop and supply. Double-click an axis to open it; changes made there apply "
        "to all three. Each axis has its own length, mass and gain. Drag, at the tip, is written as equations. All values were "
        "chosen for this example."
    )
    c.define("Drive", _drive(), parameters=["gain"], letters="DR", note="Servo drive: turns its shaft to the commanded angle.")
    c.define("Axis", _axis(c), parameters=["length", "mass", "gain"], letters="AX", note="One axis of a modular arm.")
    c.define("Drag", DRAG, letters="DG", note="Air drag on a small ball: opposes the velocity, proportional to its square.")
    points = [
        [0, "90 deg", 0, 0],
        [0.6, "50 deg", "-50 deg", "40 deg"],
        [1.2, "120 deg", "30 deg", "-60 deg"],
        [1.8, "90 deg", 0, 0],
    ]
    c.add("control.spline", "TRJ1", at=(-120, -160), points=points)
    c.add("signals.unbundle", "UNB1", at=(20, -180), count=3)
    c.add("bodies.base", "Base1", at=(40, 0), turn=1)
    for i, (length, mass, gain) in enumerate((("0.5 m", "4 kg", 300), ("0.4 m", "3 kg", 200), ("0.3 m", "1.5 kg", 100)), start=1):
        c.add("Axis", f"Axis{i}", at=(160 * i, 0), length=length, mass=mass, gain=gain)
    c.add("Drag", "Drag1", at=(640, 0))
    c.connect("TRJ1.position", "UNB1.in")
    c.connect("Base1.1", "Axis1.base")
    c.connect("Axis1.tip", "Axis2.base")
    c.connect("Axis2.tip", "Axis3.base")
    c.connect("Axis3.tip", "Drag1.point")
    for i in (1, 2, 3):
        c.connect(f"UNB1.out{i}", f"Axis{i}.angle")
    c.set_start("Axis1.KN1.angle", "90 deg")
    plots = [[f"Axis{i}.KN1.angle" for i in (1, 2, 3)], ["Axis*.DR1.MT1.current"], ["Axis3.SB1.2.r.x", "Axis3.SB1.2.r.y"]]
    return finish(c, "2 s", "5 ms", plots)


def _axis(host: Circuit) -> Circuit:
    c = Circuit(motions=host.motions)
    c.definitions = host.definitions
    c.add_variable("length", 0.4, "m", minimum=0.05, note="distance from joint to tip")
    c.add_variable("mass", 2, "kg", minimum=0, note="mass of the rod")
    c.add_variable("gain", 200, "1", minimum=0, note="gain of the position loop, current per angle")
    c.add("ports.frame", "base", at=(-120, 0))
    c.add("ports.frame", "tip", at=(340, 0), flip=True, side="right")
    c.add("ports.signal_in", "angle", at=(-120, -120), side="top")
    c.add("joints.rotation", "KN1", at=(60, 0))
    c.add("bodies.rod", "SB1", at=(200, 0), length="length", mass="mass")
    c.add("Drive", "DR1", at=(0, -120), gain="gain")
    label(c, "above", "DR1")
    c.connect("angle.inside", "DR1.angle")
    meet(c, "base.inside", "KN1.1", "DR1.housing", at=(-20, 0))
    c.connect("KN1.2", "SB1.1")
    c.connect("SB1.2", "tip.inside")
    c.connect("DR1.shaft", "KN1.turn")
    route_all(c)
    return c


def _drive() -> Circuit:
    c = Circuit()
    c.add_variable("gain", 200, "1", minimum=0, note="gain of the position loop, current per angle")
    c.add("ports.signal_in", "angle", at=(-140, -90))
    c.add("ports.rotation", "shaft", at=(480, 0), flip=True, side="right")
    c.add("ports.frame", "housing", at=(480, 100), flip=True, side="bottom")
    c.add(
        "control.pid", "PID1", at=(0, -80), turn=BACKWARDS, flip=True, filter="1 ms", kp="gain", ki="gain*10 Hz", kd="gain*0.06 s"
    )
    c.add("drives.servo_amplifier", "AMP1", at=(100, 0))
    c.add("electrical.battery", "V1", at=(0, 60), turn=DOWNWARDS, open_voltage="48 V")
    c.add("electrical.ground", "GND1", at=(40, 140))
    values = {"ratio": 100, "torque_constant": "0.06 N·m/A", "inertia": "3e-5 kg*m^2", "viscous": "2e-5 N·m·s/rad"}
    c.add("drives.dc_motor", "MT1", at=(280, 0), **values)
    c.add("sensors.shaft", "SEN1", at=(280, -140), turn=BACKWARDS)
    c.connect("angle.inside", "PID1.reference")
    for link in ("PID1.out AMP1.command", "AMP1.out_p MT1.p", "AMP1.out_n MT1.n", "V1.p AMP1.p", "SEN1.out PID1.measured"):
        c.connect(*link.split())
    meet(c, "V1.n", "AMP1.n", "GND1.p", at=(40, 100))
    meet(c, "MT1.shaft", "SEN1.a", "shaft.inside", at=(400, 0))
    c.connect("MT1.housing", "housing.inside")
    route_all(c)
    return c
