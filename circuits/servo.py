"""Controlled motors: a machine axis, an arm, a digital controller, an inverted pendulum."""

from __future__ import annotations

from typing import Any

from mars.circuits.closed import finish
from mars.circuits.pen import label, meet, rail, wire

from mars.document.circuit import Circuit

DOWNWARDS = 1  # quarter turn that brings the first port of a symbol up and its second down
BACKWARDS = 2  # quarter turns that bring the first port to the right
UPWARDS = 3


def servo_axis() -> Circuit:
    c = Circuit("Servo axis", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = (
        "A position loop as used in machine tools: TRJ1 gives the desired position of the load, PID1 compares it with the motor "
        "angle and commands a current, the amplifier AMP1 supplies that current, and the motor MT1 turns the load through an "
        "elastic 50:1 gear. At 0.6 s a torque of 20 N·m is applied. The integral term returns the motor to its position, but not "
        "the load: the twist of the gear is outside the loop. All values were chosen for this example."
    )
    c.add("control.s_curve", "TRJ1", at=(-160, 0), target=["1 rad"], top_speed=[4], top_acceleration=[30], top_jerk=[600])
    _drive(c, 1, 0, {"kp": 300, "ki": 4000, "kd": 12}, {}, 0.02)
    c.connect("TRJ1.position", "PID1.reference")
    c.add("drives.elastic_gear", "G1", at=(500, 0), stiffness="3000 N·m/rad", damping="3 N·m·s/rad", efficiency=1)
    c.add("sources.torque", "Load", at=(640, -100), law={"law": "step", "time": "0.6 s", "after": "-20 N·m"})
    c.add("bodies.base", "Base1", at=(540, 100), turn=1)
    c.add("joints.rotation", "KN1", at=(640, 100))
    c.add("bodies.body", "SB1", at=(760, 100), mass="20 kg", inertia=[0.3, 0.3, 0.5])
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    meet(c, "MT1.shaft", "SEN1.a", "G1.a", at=(390, 0))
    meet(c, "G1.b", "Load.turn", "KN1.turn", at=(640, 0))
    plots = [
        ["TRJ1.position.value", "SEN1.out.value", "KN1.angle"],
        ["MT1.current"],
        ["AMP1.out_p.voltage", "AMP1.out_n.voltage"],
    ]
    return finish(c, "1 s", "2 ms", plots)


def two_link_with_motors() -> Circuit:
    c = Circuit("Arm with two servo motors", motions="Tx Ty Rz")
    c.note = (
        "Two rods in the plane, upright on a base, each driven by a motor with a 100:1 gear, an amplifier and a position loop. "
        "The loops are independent: each must reject the effects of the other axis and of gravity as disturbances. The rotor of "
        "MT2 moves with the upper arm (its housing is linked to SB1). All values were chosen for this example."
    )
    points = [[0, "90 deg", 0], [0.5, "50 deg", "-60 deg"], [1, "110 deg", "30 deg"], [1.5, "90 deg", 0]]
    c.add("control.spline", "TRJ1", at=(-300, 140), points=points)
    c.add("signals.unbundle", "UNB1", at=(-180, 120), turn=BACKWARDS, flip=True)
    motor = {"ratio": 100, "torque_constant": "0.06 N·m/A", "inertia": "3e-5 kg*m^2", "viscous": "2e-5 N·m·s/rad"}
    gains = {"kp": 300, "ki": 3000, "kd": 20}
    _drive(c, 2, 0, gains, motor, 1)
    _drive(c, 1, 300, gains, motor, 1)
    for i, y in ((1, 300), (2, 0)):
        c.add("joints.rotation", f"KN{i}", at=(520, y), turn=UPWARDS)
        c.add("bodies.rod", f"SB{i}", at=(520, y - 140), turn=UPWARDS, length="0.5 m", mass=f"{6 - 2 * i} kg")
        c.connect(f"KN{i}.2", f"SB{i}.1")
        c.connect(f"UNB1.out{i}", f"PID{i}.reference")
        meet(c, f"MT{i}.shaft", f"SEN{i}.a", f"KN{i}.turn", at=(400, y))
    c.add("bodies.base", "Base1", at=(520, 400))
    c.connect("TRJ1.position", "UNB1.in")
    c.connect("Base1.1", "KN1.1")
    meet(c, "SB1.2", "KN2.1", "MT2.housing", at=(520, 60))
    c.set_start("KN1.angle", "90 deg")
    plots = [["TRJ1.position.values.1", "KN1.angle"], ["TRJ1.position.values.2", "KN2.angle"], ["MT1.current", "MT2.current"]]
    return finish(c, "2 s", "5 ms", plots)


def _drive(c: Circuit, i: int, y: int, gains: dict[str, Any], motor: dict[str, Any], per_angle: float) -> None:
    """Controller, amplifier with its supply, and motor at height y; a shaft sensor above feeds the angle back."""
    c.add("control.pid", f"PID{i}", at=(0, y - 80), turn=BACKWARDS, flip=True, filter="1 ms", **gains)
    c.add("drives.servo_amplifier", f"AMP{i}", at=(100, y))
    c.add("electrical.battery", f"V{i}", at=(0, y + 60), turn=DOWNWARDS, open_voltage="48 V")
    c.add("electrical.ground", f"GND{i}", at=(40, y + 140))
    c.add("drives.dc_motor", f"MT{i}", at=(280, y), **motor)
    c.add("sensors.shaft", f"SEN{i}", at=(280, y - 140), turn=BACKWARDS, gain=per_angle)
    for a, b in (("PID{}.out", "AMP{}.command"), ("AMP{}.out_p", "MT{}.p"), ("AMP{}.out_n", "MT{}.n"), ("V{}.p", "AMP{}.p")):
        c.connect(a.format(i), b.format(i))
    meet(c, f"V{i}.n", f"AMP{i}.n", f"GND{i}.p", at=(40, y + 100))
    c.connect(f"SEN{i}.out", f"PID{i}.measured")


def sampled_controller() -> Circuit:
    c = Circuit("Digital position control")
    c.note = (
        "A motor turns a disc to the angle set by LAW1 under a digital controller: a thousand times per second the encoder SEN1 "
        "reads the angle with 4096 steps per turn, PID1 computes a new voltage of at most 24 V, and V1 holds it for one "
        "millisecond. At 0.3 s a torque of 0.05 N·m is applied. The voltage jitters because each encoder step causes a jump in "
        "the computed derivative."
    )
    c.add("signals.law", "LAW1", at=(-40, -60), law={"law": "cycloid", "start": "0.02 s", "time": "0.15 s", "after": 3})
    gains = {"proportional": 30, "integral": 60, "derivative": 0.25, "lower": -24, "upper": 24}
    c.add("control.sampled_pid", "PID1", at=(100, 0), period="1 ms", **gains)
    c.add("electrical.driven_voltage", "V1", at=(220, 0), turn=UPWARDS, flip=True)
    c.add("electrical.ground", "GND1", at=(280, 100))
    c.add("drives.dc_motor", "MT1", at=(360, 0))
    c.add("dynamics.rotor", "Disc", at=(480, 80), turn=UPWARDS, inertia="2e-5 kg*m^2")
    c.add("sources.torque", "Load", at=(480, -80), law={"law": "step", "time": "0.3 s", "after": "-0.05 N·m"})
    c.add("sensors.encoder", "SEN1", at=(580, 0), period="1 ms")
    for link in ("LAW1.out PID1.setpoint", "PID1.out V1.signal", "V1.p MT1.p"):
        c.connect(*link.split())
    wire(c, "SEN1.out", "PID1.measured", (640, -10), (640, 180), (40, 180), (40, 10))
    meet(c, "V1.n", "MT1.n", "GND1.p", at=(280, 60))
    meet(c, "MT1.shaft", "Disc.shaft", "Load.turn", "SEN1.a", at=(480, 0))
    return finish(c, "0.5 s", "0.5 ms", [["LAW1.out.value", "MT1.shaft.angle"], ["PID1.out.value"], ["MT1.current"]])


def cart_pole() -> Circuit:
    c = Circuit("Inverted pendulum on a cart", motions="Tx Ty Rz")
    c.note = (
        "A 4 m pole stands on a cart. Run the circuit in real time. At first the controller balances the pole: drag the slider "
        "IN1 to set the cart position, and watch the cart first move the wrong way to tilt the pole. Then turn the knob IN2 down "
        "to 0 and balance the pole yourself: the cart now simply follows the slider. Keep it under the top of the pole with "
        "small, quick movements. Intermediate knob positions blend the two modes. The pole falls in about a second; a longer "
        "pole gives you more time."
    )
    c.add("bodies.base", "Base1", at=(0, 320), turn=1)
    c.add("joints.translation", "KN1", at=(120, 320))
    c.add("bodies.point_mass", "Cart", at=(280, 380), turn=DOWNWARDS, mass="4 kg")
    c.add("joints.rotation", "KN2", at=(440, 320))
    c.add("bodies.rod", "Pole", at=(580, 320), length="4 m", mass="1 kg")
    c.add("sources.driven_force", "Ef1", at=(120, 180))
    c.add("inputs.slider", "IN1", at=(-240, 240), lowest=-3, highest=3)
    c.add("inputs.knob", "IN2", at=(-220, 320), value=1, lowest=0)
    balance = "30*(u1 - u5) + 50*u2 - 450*(u3 - pi/2) - 230*u4"  # linear-quadratic: x, v, angle from upright, its rate
    follow = "400*(u5 - u1) - 90*u2"
    c.add("signals.formula", "F1", at=(0, 180), inputs=6, formula=f"u6*({balance}) + (1 - u6)*({follow})")
    label(c, "below", "F1")
    sensors = ((200, "slide", "travel"), (300, "slide", "speed"), (440, "shaft", "angle"), (540, "shaft", "speed"))
    for i, (x, kind, measures) in enumerate(sensors):
        c.add(f"sensors.{kind}", f"SEN{i + 1}", at=(x, 160), turn=UPWARDS, measures=measures)
        lane, left, entry = 80 - 20 * i, -60 - 20 * i, 130 + 20 * i
        wire(c, f"SEN{i + 1}.out", f"F1.u{i + 1}", (x, lane), (left, lane), (left, entry))
    for link in ("Base1.1 KN1.1", "KN2.2 Pole.1", "F1.out Ef1.signal"):
        c.connect(*link.split())
    wire(c, "IN1.out", "F1.u5", (-160, 240), (-160, 210))
    wire(c, "IN2.out", "F1.u6", (-140, 320), (-140, 230))
    meet(c, "KN1.2", "Cart.1", "KN2.1", at=(280, 320))
    rail(c, 240, "KN1.slide", "Ef1.slide", "SEN1.a", "SEN2.a")
    rail(c, 240, "KN2.turn", "SEN3.a", "SEN4.a")
    c.set_start("KN2.angle", "96 deg")
    return finish(c, "10 s", "0.02 s", [["KN1.travel", "IN1.out.value"], ["KN2.angle"], ["F1.out.value"]])
