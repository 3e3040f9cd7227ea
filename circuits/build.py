"""The example circuits, written in Python. `python -m mars.circuits.build` writes every one beside this file again.

Each builder is the whole example: components in the order of the chain, links, start values, what to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mars.circuits.by_hand import hand_driven_arm
from mars.circuits.closed import andrews_squeezer, car_axis, four_bar, n_four_bar, slider_crank
from mars.circuits.elastic import elastic_robot
from mars.circuits.electrical import dc_motor, rlc, transistor_amplifier
from mars.circuits.fluids import hydraulic_boom, motor_heating
from mars.circuits.mechatronic import panda_computed_torque
from mars.circuits.modular import modular_arm
from mars.circuits.parallel import parallel_delta, stewart_platform
from mars.circuits.pen import Pen, place_of
from mars.circuits.robots import PANDA, PANDA_ANGLES, PANDA_SPEEDS, PUMA, panda_bodies
from mars.circuits.servo import cart_pole, sampled_controller, servo_axis, two_link_with_motors
from mars.circuits.switching import backlash_drive, bouncing_ball, gripper_pick_and_place, stick_slip

from mars.document.circuit import Circuit
from mars.document.storage import save

HERE = Path(__file__).parent


def pendulum() -> Circuit:
    """IFToMM benchmark A01."""
    pen = Pen(
        "Simple pendulum",
        "IFToMM benchmark A01: a point mass of 1 kg on a massless arm of 1 m, let go horizontally on the left of its "
        "pivot. The arm swings through; its period is 2.367842 s, and at the lowest point it pulls with three times the "
        "weight.",
        motions="Tx Ty Rz",
    )
    pen.base()
    pen.chain("joints.rotation", "KN1")
    pen.chain("bodies.body", "SB1", mass="1 kg", centre=["1 m", 0, 0], inertia=[0, 0, 0], points={"2": ["1 m", 0, 0]})
    plots = [["KN1.angle"], ["SB1.2.r.x", "SB1.2.r.y"], ["KN1.2.F.x", "KN1.2.F.y"]]
    return pen.finish(until="10 s", step="0.01 s", plots=plots, KN1__angle="180 deg")


def double_pendulum() -> Circuit:
    """The classic of chaos."""
    pen = Pen(
        "Double pendulum",
        "Two point masses of 1 kg on massless arms of 1 m, let go horizontally. The motion is chaotic: two runs that "
        "differ by 1e-15 at the start part visibly after half a minute. KN2 counts from the first arm, so its start "
        "angle is zero.",
        motions="Tx Ty Rz",
    )
    arm: dict[str, Any] = {"mass": "1 kg", "centre": ["1 m", 0, 0], "inertia": [0, 0, 0], "points": {"2": ["1 m", 0, 0]}}
    pen.base()
    pen.chain("joints.rotation", "KN1")
    pen.chain("bodies.body", "SB1", **arm)
    pen.chain("joints.rotation", "KN2")
    pen.chain("bodies.body", "SB2", **arm)
    plots = [["KN1.angle", "KN2.angle"], ["SB2.2.r.x", "SB2.2.r.y"]]
    return pen.finish(until="5 s", step="0.01 s", plots=plots, KN1__angle=0, KN2__angle=0)


def two_segment_manipulator() -> Circuit:
    """Fig. 1 of the paper."""
    pen = Pen(
        "Two-segment manipulator",
        "The manipulator of the method's Fig. 1: joint 1 is moved by a known velocity law, joint 2 is held by viscous "
        "friction, a force loads the tip. The figure names no base; that Ew1 is the base at rest is our inference: two "
        "velocity sources on one freedom would contradict each other, and joint 2 is not driven, so this reading alone "
        "uses all eight components and can run. The numbers are ours.",
        motions="Tx Ty Rz",
    )
    pen.base("Ew1")
    pen.chain("joints.rotation", "KN1")
    pen.chain("bodies.rod", "SB1", length="0.6 m", mass="4 kg")
    pen.chain("joints.rotation", "KN2")
    pen.chain("bodies.rod", "SB2", length="0.4 m", mass="2.5 kg")
    pen.chain("sources.wrench", "Ef3", force_y="-20 N")
    pen.above("sources.velocity", "Ew2", "KN1.turn", law={"law": "cycloid", "time": "1 s", "after": "1.2 rad/s"})
    pen.above("dynamics.damper", "DC", "KN2.turn", turn=3, damping="0.8 N·m·s/rad")
    plots = [["KN1.angle", "KN2.angle"], ["KN1.turn.torque"], ["SB2.2.r.x", "SB2.2.r.y"]]
    return pen.finish(until="5 s", step="0.01 s", plots=plots, KN1__angle="30 deg", KN2__angle="-45 deg")


def three_dof_arm() -> Circuit:
    """The example of Vukobratović and Potkonjak, with substitute data."""
    pen = Pen(
        "Arm with three freedoms",
        "After the example of Vukobratović and Potkonjak (1979): the tip is lifted straight up from rest with 2 m/s² for "
        "one second, and the drive torques are wanted. The paper's lengths and inertias are lost with its figures; these "
        "are declared substitutes: two uniform rods of 1 m and 2 kg. The joint movements are the closed solution for "
        "equal rods: the elbow follows from the cosine rule, the shoulder bisects it. Positive turns lower the arm.",
    )
    elbow = "acos(((1-t^2)^2-1)/2)"
    pen.base()
    pen.chain("joints.rotation", "KN1", axis=[0, 0, 1])
    pen.chain("bodies.body", "SB1", mass="0.1 kg", inertia=[0, 0, 0], points={"2": [0, 0, 0]})
    pen.chain("joints.rotation", "KN2", axis=[0, 1, 0])
    pen.chain("bodies.rod", "SB2", length="1 m", mass="2 kg")
    pen.chain("joints.rotation", "KN3", axis=[0, 1, 0])
    pen.chain("bodies.rod", "SB3", length="1 m", mass="2 kg")
    pen.above("sources.movement", "Ep1", "KN1.turn", law=0)
    pen.above("sources.movement", "Ep2", "KN2.turn", law=f"atan2(1-t^2, 1) - {elbow}/2")
    pen.above("sources.movement", "Ep3", "KN3.turn", law=elbow)
    plots = [["KN?.angle"], ["KN*.turn.torque"], ["SB3.2.r.z", "SB3.2.v.z"]]
    return pen.finish(until="1 s", step="0.01 s", plots=plots)


def tip_path() -> Circuit:
    """The same arm, its tip led along the path: joint motions and torques are found, not given."""
    pen = Pen(
        "Tip led along a path",
        "The arm with three freedoms again, as the paper puts the question: the path of the tip is given, straight up with "
        "2 m/s² for one second, and the joint motions and drive torques are wanted. Kinematic mode follows the path joint by "
        "joint; the torques are those that drives at the joints would have to give. In dynamic mode the source itself would "
        "pull the tip.",
    )
    pen.base()
    pen.chain("joints.rotation", "KN1", axis=[0, 0, 1])
    pen.chain("bodies.body", "SB1", mass="0.1 kg", inertia=[0, 0, 0], points={"2": [0, 0, 0]})
    pen.chain("joints.rotation", "KN2", axis=[0, 1, 0])
    pen.chain("bodies.rod", "SB2", length="1 m", mass="2 kg")
    pen.chain("joints.rotation", "KN3", axis=[0, 1, 0])
    pen.chain("bodies.rod", "SB3", length="1 m", mass="2 kg")
    pen.chain("sources.path", "Es1", x="1 m", z="-1 m + 1 m/s^2*t^2")
    plots = [["KN?.angle"], ["KN*.turn.torque"], ["SB3.2.r.z", "SB3.2.v.z"]]
    circuit = pen.finish(until="1 s", step="0.01 s", plots=plots, KN3__angle="90 deg")
    circuit.run["mode"] = "kinematic"
    return circuit


def puma560() -> Circuit:
    """The best measured robot of the literature."""
    pen = Pen(
        "Puma 560",
        "The Puma 560 with the parameters of Corke and Armstrong-Hélouvry, let go from its nominal pose without "
        "friction. Standard Denavit–Hartenberg frames: each body's basis is its far frame, as in the published tables, "
        "and the joint before it sits at the point «near». The rotors carry the motor inertias over their gears; their "
        "gyroscopic moments are left out as in the tables (housing open). Body 1 has no mass and body 3 breaks the "
        "triangle inequality: so published.",
    )
    pen.base()
    for i, (a, d, twist, mass, centre, inertia, motor, ratio) in enumerate(PUMA, start=1):
        if i == 4:
            pen.fold(340, 200)
        pen.chain("joints.rotation", f"KN{i}")
        # The near frame as seen from the far one: the inverse of Tz(d) Tx(a) Rx(twist).
        across, along = {0: (0, -d), 90: (-d, 0), -90: (d, 0)}[twist]
        place = [_plain(-a), _plain(across), _plain(along)]
        near = {"place": place, "orientation": [f"{-twist} deg", 0, 0]} if twist else place
        values = {"mass": mass, "centre": centre, "inertia": inertia, "points": {"near": near}}
        pen.chain("bodies.body", f"SB{i}", "near", "1", **values)
        pen.above("dynamics.rotor", f"R{i}", f"KN{i}.turn", turn=1, inertia=motor, ratio=ratio)
    plots = [["KN1.angle", "KN2.angle", "KN3.angle"], ["KN4.angle", "KN5.angle", "KN6.angle"]]
    nominal = ("0 deg", "45 deg", "-180 deg", "0 deg", "45 deg", "0 deg")
    start = {f"KN{i}__angle": angle for i, angle in enumerate(nominal, start=1)}
    return pen.finish(until="1 s", step="0.01 s", plots=plots, **start)


def panda() -> Circuit:
    """A collaborative robot of seven joints."""
    pen = Pen(
        "Panda",
        "Franka's robot of seven joints with the inertias of its URDF description (hand and locked fingers belong to "
        "body 7), let go without friction and without motor inertias: it tumbles. All axes turn about z of their own "
        "frames; the frames are turned against each other by right angles at the bodies' points.",
    )
    pen.base(place=PANDA[0][0])
    for i, values in enumerate(panda_bodies(), start=1):
        if i == 5:
            pen.fold(200, 100)
        pen.chain("joints.rotation", f"KN{i}")
        pen.chain("bodies.body", f"SB{i}", **values)
    plots = [["KN1.angle", "KN2.angle", "KN3.angle", "KN4.angle"], ["KN5.angle", "KN6.angle", "KN7.angle"]]
    start: dict[str, Any] = {f"KN{i}__angle": angle for i, angle in enumerate(PANDA_ANGLES, start=1)}
    start |= {f"KN{i}__turn__speed": speed for i, speed in enumerate(PANDA_SPEEDS, start=1)}
    return pen.finish(until="1 s", step="0.01 s", plots=plots, **start)


def heavy_top() -> Circuit:
    """The benchmark of Brüls, Cardona and Arnold."""
    pen = Pen(
        "Heavy top",
        "The top of Géradin and Cardona (Brüls, Cardona, Arnold 2012): 15 kg, one metre from its tip, spinning with 150 "
        "rad/s about its axis, which lies along y at the start. It does not spin fast enough to stay up: the axis swings "
        "between horizontal and almost straight down. The speeds are about the fixed axes of side 1.",
    )
    pen.base()
    pen.chain("joints.spherical", "KN1")
    inertia = [0.234375, 0.46875, 0.234375]
    pen.chain("bodies.body", "SB1", mass="15 kg", centre=[0, "1 m", 0], inertia=inertia, points={"centre": [0, "1 m", 0]})
    plots = [["SB1.centre.r.x", "SB1.centre.r.y", "SB1.centre.r.z"], ["KN1.turn_*.speed"]]
    speeds = {"KN1__turn_x__speed": 0, "KN1__turn_y__speed": "150 rad/s", "KN1__turn_z__speed": "-4.61538 rad/s"}
    return pen.finish(until="2 s", step="0.002 s", plots=plots, **speeds)


def torque_free_body() -> Circuit:
    """Euler's body."""
    pen = Pen(
        "Torque-free body",
        "A body with the principal moments 1, 2, 3 kg·m² held at its centre of mass and spun about the middle one: the "
        "turn is unstable, and every 5.03 s the body flips over (Dzhanibekov). Start it with 1, 0.5, 2 rad/s for an even "
        "motion.",
        gravity=[0, 0, 0],
    )
    pen.base()
    pen.chain("joints.spherical", "KN1")
    pen.chain("bodies.body", "SB1", mass="1 kg", inertia=[1, 2, 3])
    plots = [["KN1.turn_x.speed", "KN1.turn_y.speed", "KN1.turn_z.speed"], ["SB1.1.R.yy"]]
    speeds = {"KN1__turn_x__speed": "0.01 rad/s", "KN1__turn_y__speed": "5 rad/s", "KN1__turn_z__speed": "0.01 rad/s"}
    return pen.finish(until="10 s", step="0.01 s", plots=plots, **speeds)


def gantry() -> Circuit:
    """A crane."""
    pen = Pen(
        "Gantry crane",
        "The bridge runs along x and the trolley along y by given movements; the hoist hangs in a constant force that "
        "balances the weight of hoist and load, with a damper beside it. The load swings freely on a Cardan joint, two "
        "metres below.",
    )
    pen.circuit.add_variable("load", 200, "kg", minimum=1, maximum=2000, note="mass of the load")
    pen.circuit.add_variable("hoist", 40, "kg", minimum=1, maximum=200, note="mass of the hoist")
    pen.base(place=[0, 0, "5 m"])
    pen.chain("joints.translation", "KN1", axis=[1, 0, 0])
    pen.chain("bodies.body", "SB1", mass="800 kg", inertia=[600, 20, 600], points={"2": [0, 0, 0]})
    pen.chain("joints.translation", "KN2", axis=[0, 1, 0])
    pen.chain("bodies.body", "SB2", mass="150 kg", inertia=[10, 10, 15], points={"2": [0, 0, "-0.5 m"]})
    pen.above("sources.slide_movement", "Es1", "KN1.slide", law={"law": "cycloid", "time": "4 s", "after": "3 m"})
    travel = {"law": "cycloid", "start": "1 s", "time": "3 s", "after": "-2 m"}
    pen.above("sources.slide_movement", "Es2", "KN2.slide", law=travel)
    pen.fold(340, 200)
    pen.chain("joints.translation", "KN3", axis=[0, 0, 1])
    pen.chain("bodies.body", "SB3", mass="hoist", inertia=[1, 1, 1], points={"2": [0, 0, "-0.2 m"]})
    pen.chain("joints.universal", "KN4")
    points = {"2": [0, 0, "-2 m"]}
    pen.chain("bodies.body", "SB4", mass="load", centre=[0, 0, "-2 m"], inertia=[8, 8, 8], points=points)
    x, y = place_of(pen.circuit, "KN3.slide")
    pen.junction("#1", (x, y - 30))
    pen.link("KN3.slide", "#1")
    pen.above("sources.force", "Ef3", "#1", law="(hoist + load)*9.81 m/s^2")
    pen.above("dynamics.slide_damper", "DC3", "#1", aside=140, turn=3, damping="2000 N·s/m")
    pen.link("#1", "DC3.a", (x + 140, y - 30))
    plots = [["SB4.2.r.x", "SB4.2.r.y", "SB4.2.r.z"], ["KN4.angle_1", "KN4.angle_2"], ["KN1.slide.force", "KN2.slide.force"]]
    return pen.finish(until="10 s", step="0.02 s", plots=plots)


def satellite_with_arm() -> Circuit:
    """A free base."""
    pen = Pen(
        "Satellite with arm",
        "A satellite drifts without gravity and moves its arm by two torques. Nothing acts from outside, so momentum and "
        "angular momentum stay zero: the hub turns back against the arm, and the common centre of mass rests.",
        gravity=[0, 0, 0],
    )
    pen.base()
    pen.chain("joints.free", "KN1")
    pen.chain("bodies.body", "SB1", mass="60 kg", inertia=[6, 8, 7], points={"2": ["0.5 m", 0, "0.3 m"]})
    pen.chain("joints.rotation", "KN2", axis=[0, 0, 1])
    pen.chain("bodies.rod", "SB2", length="1.2 m", mass="4 kg")
    pen.chain("joints.rotation", "KN3", axis=[0, 1, 0])
    pen.chain("bodies.rod", "SB3", length="0.9 m", mass="3 kg")
    pen.above("sources.torque", "Em2", "KN2.turn", law={"law": "sine", "amplitude": "0.6 N·m", "frequency": "0.25 Hz"})
    pen.above("sources.torque", "Em3", "KN3.turn", law="-0.3 * sin(pi/2*t + pi/3)")
    plots = [["KN2.angle", "KN3.angle"], ["KN1.x", "KN1.y", "KN1.z"], ["KN1.turn_*.speed"]]
    return pen.finish(until="8 s", step="0.02 s", plots=plots)


def _plain(number: float) -> float:
    """Zero without a sign, so that files read well."""
    return number if number else 0


EXAMPLES: dict[str, Callable[[], Circuit]] = {
    builder.__name__: builder
    for builder in (
        pendulum,
        double_pendulum,
        two_segment_manipulator,
        three_dof_arm,
        tip_path,
        puma560,
        panda,
        heavy_top,
        torque_free_body,
        gantry,
        satellite_with_arm,
        four_bar,
        slider_crank,
        andrews_squeezer,
        n_four_bar,
        car_axis,
        stewart_platform,
        parallel_delta,
        bouncing_ball,
        stick_slip,
        backlash_drive,
        gripper_pick_and_place,
        hand_driven_arm,
        panda_computed_torque,
        rlc,
        dc_motor,
        transistor_amplifier,
        servo_axis,
        two_link_with_motors,
        sampled_controller,
        cart_pole,
        elastic_robot,
        hydraulic_boom,
        motor_heating,
        modular_arm,
    )
}


def main() -> None:
    for name, builder in EXAMPLES.items():
        save(builder(), HERE / f"{name}.mars")


if __name__ == "__main__":
    main()
