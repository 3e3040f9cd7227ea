"""Example circuits with switching: contact, dry friction, backlash, grips."""

from __future__ import annotations

from mars.circuits.closed import finish

from mars.document.circuit import Circuit

DOWNWARDS = 1  # quarter turn that brings a symbol's first port up and its second down


def bouncing_ball() -> Circuit:
    c = Circuit("Bouncing ball", motions="Tx Ty Rz")
    c.note = (
        "A ball with a radius of 100 mm is thrown horizontally, one metre above a rigid floor. Each bounce preserves 70 % of the "
        "speed, so each flight is 30 % shorter than the previous one: infinitely many fit into 2.6 s. Below the settling speed "
        "the contact stays closed, and the floor carries the weight."
    )
    c.add("bodies.base", "Base1", at=(0, 0), turn=1)
    c.add("joints.planar", "KN1", at=(120, 0))
    c.add("bodies.sphere", "Ball", at=(240, 0), radius="100 mm", mass="1 kg")
    c.add("dynamics.rigid_contact", "Floor", at=(120, 120), normal=[0, 1, 0], radius="100 mm", restitution=0.7)
    c.connect("Base1.1", "KN1.1", "Floor.a")
    c.connect("KN1.2", "Ball.1", "Floor.b")
    c.set_start("KN1.travel_2", "1.1 m")
    c.set_start("KN1.slide_1.speed", "0.5 m/s")
    return finish(c, "3 s", "0.005 s", [["Ball.1.r.y"], ["Ball.1.v.y"], ["Floor.hold"]])


def stick_slip() -> Circuit:
    c = Circuit("Stick-slip on a belt", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = (
        "A block on a moving belt is held by a spring: the mechanism behind squealing brakes and bowed strings. The belt carries "
        "the block along until the spring force reaches 6 N; then the block slips back against 4 N of friction until it reaches "
        "the belt speed again. The larger the drop from static to sliding friction, the longer the strokes; with a breakaway "
        "ratio of 1 they die out."
    )
    c.add("bodies.base", "Base1", at=(0, 0), turn=1)
    c.add("joints.translation", "KN1", at=(120, 0))
    c.add("bodies.point_mass", "Block", at=(240, 0), mass="1 kg")
    c.add("bodies.base", "Base2", at=(360, 0), turn=1)
    c.add("joints.translation", "KN2", at=(480, 0))
    c.add("bodies.point_mass", "Belt", at=(600, 0), mass="2 kg")
    c.add("dynamics.slide_spring", "Spring", at=(20, -120), flip=True, stiffness="100 N/m")
    values = {"coulomb": "4 N", "breakaway": 1.5, "stribeck": "1 mm/s"}
    c.add("dynamics.slide_friction", "Friction", at=(300, -120), **values)
    c.add("sources.slide_velocity", "Ev1", at=(480, -220), law="0.1 m/s")
    for link in ("Base1.1 KN1.1", "KN1.2 Block.1", "Base2.1 KN2.1", "KN2.2 Belt.1"):
        c.connect(*link.split())
    c.connect("KN1.slide", "Spring.a", "Friction.a")
    c.connect("KN2.slide", "Friction.b", "Ev1.slide")
    c.set_start("KN1.slide.speed", "0.1 m/s")
    return finish(c, "5 s", "0.005 s", [["KN1.travel"], ["KN1.slide.speed", "KN2.slide.speed"], ["Friction.a.force"]])


def backlash_drive() -> Circuit:
    c = Circuit("Drive with backlash", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = (
        "A motor drives a load back and forth through a 20:1 gear with 2 degrees of backlash. At each reversal the motor crosses "
        "the gap without load, strikes the opposite tooth flank and rebounds before it moves the load: the torque at the flanks "
        "is far higher than the load requires."
    )
    c.add("dynamics.rotor", "Rotor", at=(0, 0), inertia="1e-4 kg*m^2")
    c.add("sources.torque", "Motor", at=(80, -100), law={"law": "sine", "amplitude": "0.1 N·m", "frequency": "1 Hz"})
    c.add("dynamics.gear", "Gear", at=(160, 0), ratio=20)
    c.add("dynamics.backlash", "Play", at=(280, 0), play="2 deg", stiffness="2000 N·m/rad", damping="3 N·m·s/rad")
    c.add("dynamics.damper", "Damper", at=(480, 0), damping="0.1 N·m·s/rad")
    c.add("bodies.base", "Base1", at=(260, 140), turn=1)
    c.add("joints.rotation", "KN1", at=(380, 140))
    c.add("bodies.body", "Load", at=(500, 140), mass="5 kg", inertia=[0.06, 0.06, 0.12])
    for link in ("Gear.b Play.a", "Base1.1 KN1.1", "KN1.2 Load.1"):
        c.connect(*link.split())
    c.connect("Rotor.shaft", "Motor.turn", "Gear.a")
    c.connect("KN1.turn", "Play.b", "Damper.a")
    return finish(c, "3 s", "0.002 s", [["Play.a.angle", "KN1.angle"], ["Play.a.speed", "KN1.turn.speed"], ["Play.a.torque"]])


def gripper_pick_and_place() -> Circuit:
    c = Circuit("Pick and place", motions="Tx Ty Rz")
    c.note = (
        "A telescopic arm with prescribed motions swings to a load on a table, grips it at 2 s, carries it to a rack and "
        "releases it there at 4 s; the hand stays level throughout. On the table the load can slide and lift off (its joint KN4 "
        "constrains nothing in the plane); in the hand and on the rack it has no degrees of freedom. The drives need more torque "
        "while the load is carried."
    )
    # The arm reaches out to 0.9 m at 40° (rack, t = 0, 4 s) and at 150° (table, t = 2 s), where all drives are at rest.
    c.add_variable("weight", 4, "kg", minimum=0.1, maximum=20, note="mass of the load")
    swing = "95 deg - 55 deg*cos(pi/2*t)"
    c.add("bodies.base", "Base1", at=(0, 0), turn=1)
    c.add("joints.rotation", "KN1", at=(120, 0))
    c.add("bodies.tube", "Arm", at=(240, 0), length="0.4 m", mass="3 kg")
    c.add("joints.translation", "KN2", at=(360, 0))
    c.add("bodies.rod", "Rod", at=(480, 0), length="0.4 m", mass="1 kg")
    c.add("joints.rotation", "KN3", at=(600, 0))
    points = {"2": [0, "-0.1 m", 0]}
    c.add("bodies.body", "Hand", at=(720, 0), mass="0.5 kg", centre=[0, "-0.05 m", 0], inertia=[1e-3, 1e-3, 1e-3], points=points)
    c.add("sources.movement", "Ep1", at=(120, -120), law=swing)
    c.add("sources.slide_movement", "Es2", at=(360, -120), law="0.1 m*cos(pi*t)")
    c.add("sources.movement", "Ep3", at=(600, -120), law=f"-({swing})")
    c.add("bodies.base", "Table", at=(120, 200), turn=1, place=["-0.9 m*cos(30 deg)", "0.25 m", 0])
    c.add("joints.planar", "KN4", at=(360, 200))
    points = {"top": [0, "0.1 m", 0], "side": ["0.1 m", "50 mm", 0], "right": ["80 mm", 0, 0], "left": ["-80 mm", 0, 0]}
    c.add("bodies.body", "Load", at=(600, 200), mass="weight", centre=[0, "50 mm", 0], inertia=[0.02, 0.02, 0.02], points=points)
    c.add("dynamics.rigid_contact", "Foot1", at=(360, 320), normal=[0, 1, 0])
    c.add("dynamics.rigid_contact", "Foot2", at=(360, 420), normal=[0, 1, 0])
    c.add("dynamics.grip", "Gripper", at=(840, 100), turn=DOWNWARDS, closed="if(t < 2, 0, if(t < 4, 1, 0))")
    c.add("dynamics.grip", "Rack", at=(840, 220), flip=True, closed={"law": "step", "time": "4 s", "after": 1})
    for link in (
        "Base1.1 KN1.1", "KN1.2 Arm.1", "Arm.2 KN2.1", "KN2.2 Rod.1", "Rod.2 KN3.1", "KN3.2 Hand.1",
        "KN1.turn Ep1.turn", "KN2.slide Es2.slide", "KN3.turn Ep3.turn", "KN4.2 Load.1", "Load.left Foot1.b",
        "Load.right Foot2.b", "Hand.2 Gripper.a", "Load.top Gripper.b", "Load.side Rack.b",
    ):  # fmt: skip
        c.connect(*link.split())
    c.connect("Table.1", "KN4.1", "Foot1.a", "Foot2.a")
    plots = [
        ["Load.1.r.x", "Load.1.r.y", "Hand.2.r.x", "Hand.2.r.y"],
        ["KN1.turn.torque"],
        ["Gripper.force.1", "Gripper.force.2", "Foot1.hold", "Foot2.hold"],
    ]
    return finish(c, "6 s", "0.01 s", plots)
