"""Example circuits with manual inputs that are operated during a run."""

from __future__ import annotations

from mars.circuits.closed import finish

from mars.document.circuit import Circuit

UPWARDS = 3  # quarter turns that bring a symbol's first port down


def hand_driven_arm() -> Circuit:
    c = Circuit("Manually driven arm", motions="Tx Ty Rz")
    c.note = (
        "Press Run and operate the inputs on the drawing: the slider IN1 sets the direction of the upper arm, up to 90° to "
        "either side; the knob IN2 sets the speed of the forearm; the button IN3 pushes the hand, which a spring and a damper "
        "return. A signal is a number without power; each drive converts it into motion or torque with its gain. All values were "
        "chosen for this example."
    )
    c.add("bodies.base", "Base1", at=(0, 0), turn=1)
    c.add("joints.rotation", "KN1", at=(120, 0))
    c.add("bodies.rod", "SB1", at=(260, 0), length="0.5 m", mass="3 kg")
    c.add("joints.rotation", "KN2", at=(400, 0))
    c.add("bodies.rod", "SB2", at=(540, 0), length="0.4 m", mass="2 kg")
    c.add("joints.rotation", "KN3", at=(680, 0))
    c.add("bodies.rod", "SB3", at=(820, 0), length="0.2 m", mass="0.5 kg")
    c.add("sources.driven_movement", "Ep1", at=(120, -120), gain="90 deg", lag="0.1 s")
    c.add("sources.driven_speed", "Ew2", at=(400, -120), gain="3 rad/s", lag="0.1 s")
    c.add("sources.driven_torque", "Em3", at=(680, -120), gain="4 N·m")
    c.add("dynamics.spring_damper", "DC3", at=(780, -120), turn=UPWARDS, stiffness="8 N·m/rad", damping="0.2 N·m·s/rad")
    c.add("inputs.slider", "IN1", at=(0, -120), value=0.5)
    c.add("inputs.knob", "IN2", at=(280, -120), value=0.4)
    c.add("inputs.button", "IN3", at=(560, -120))
    c.connect("Base1.1", "KN1.1")
    for i in (1, 2, 3):
        c.connect(f"KN{i}.2", f"SB{i}.1")
    c.connect("SB1.2", "KN2.1")
    c.connect("SB2.2", "KN3.1")
    for i, drive in ((1, "Ep1"), (2, "Ew2")):
        c.connect(f"KN{i}.turn", f"{drive}.turn")
        c.connect(f"IN{i}.out", f"{drive}.signal")
    c.connect("KN3.turn", "Em3.turn", "DC3.a")
    c.connect("IN3.out", "Em3.signal")
    c.set_start("KN2.angle", "-30 deg")
    return finish(
        c, "20 s", "0.02 s", [["KN1.angle", "KN2.angle", "KN3.angle"], ["IN1.out.value", "IN2.out.value", "IN3.out.value"]]
    )
