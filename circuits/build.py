"""The example circuits, written in Python. `python -m mars.circuits.build` regenerates all the files.

Each builder defines a complete example: components in chain order, links, start values and plots.
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
        "IFToMM benchmark A01: a point mass of 1 kg on a massless arm of 1 m, released from the horizontal position to the left "
        "of its pivot. The period is 2.367842 s, and at the lowest point the arm carries three times the weight.",
        motions="Tx Ty Rz",
    )
    pen.base()
    pen.chain("joints.rotation", "KN1")
    pen.chain("bodies.body", "SB1", mass="1 kg", centre=["1 m", 0, 0], inertia=[0, 0, 0], points={"2": ["1 m", 0, 0]})
    plots = [["KN1.angle"], ["SB1.2.r.x", "SB1.2.r.y"], ["KN1.2.F.x", "KN1.2.F.y"]]
    return pen.finish(until="10 s", step="0.01 s", plots=plots, KN1__angle="180 deg")


def double_pendulum() -> Circuit:
    """The classic chaotic system."""
    pen = Pen(
        "Double pendulum",
        "Two point masses of 1 kg on massless arms of 1 m, released from the horizontal position. The motion is chaotic: two "
        "runs whose start values differ by 1e-15 diverge visibly after half a minute. The angle of KN2 is measured from the "
        "first arm, so its start value is zero.",
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
        "The manipulator of the method's Fig. 1: joint 1 follows a prescribed velocity, joint 2 has viscous friction, and a "
        "force loads the tip. The figure does not name a base; we infer that Ew1 is the fixed base: two velocity sources on one "
        "degree of freedom would contradict each other, and joint 2 is not driven, so only this interpretation uses all eight "
        "components and can run. All values were chosen for this example.",
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
        "Three-degree-of-freedom arm",
        "Based on the example of Vukobratović and Potkonjak (1979): the tip is lifted vertically from rest at 2 m/s² for one "
        "second, and the drive torques are to be found. The lengths and inertias of the paper were lost with its figures; two "
        "uniform rods of 1 m and 2 kg replace them. The joint motions are the closed-form solution for equal rods: the elbow "
        "angle follows from the law of cosines, and the shoulder bisects it. Positive rotations lower the arm.",
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
    """The same arm with a prescribed tip path: joint motions and torques are computed."""
    pen = Pen(
        "Arm with prescribed tip path",
        "The arm with three degrees of freedom, with the problem stated as in the paper: the path of the tip is prescribed, "
        "vertically upwards at 2 m/s² for one second, and the joint motions and drive torques are to be found. Kinematic mode "
        "computes the joint motions that follow the path; the torques are those that drives at the joints would have to "
        "provide. In dynamic mode the source itself would pull the tip.",
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
    """The most thoroughly measured robot in the literature."""
    pen = Pen(
        "Puma 560",
        "The Puma 560 with the parameters of Corke and Armstrong-Hélouvry, released from its nominal pose without friction. "
        "Standard Denavit–Hartenberg frames: the basis of each body is its far frame, as in the published tables, and the "
        "preceding joint is at the point named near. The rotors represent the motor inertias behind their gears; their "
        "gyroscopic moments are neglected as in the tables (port housing left open). Body 1 has no mass and body 3 violates the "
        "triangle inequality, as published.",
    )
    pen.base()
    for i, (a, d, twist, mass, centre, inertia, motor, ratio) in enumerate(PUMA, start=1):
        if i == 4:
            pen.fold(340, 200)
        pen.chain("joints.rotation", f"KN{i}")
        # The near frame relative to the far one: the inverse of Tz(d) Tx(a) Rx(twist).
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
    """A collaborative robot with seven joints."""
    pen = Pen(
        "Panda",
        "Franka's seven-joint robot with the inertias of its URDF description (hand and locked fingers belong to body 7), "
        "released without friction and without motor inertias: it tumbles. Each joint rotates about z of its own frame; "
        "successive frames are rotated by right angles at the points of the bodies.",
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
        "The top of Géradin and Cardona (Brüls, Cardona, Arnold 2012): 15 kg, centre of mass one metre from the tip, spinning "
        "at 150 rad/s about its axis, which initially points along y. The spin is too slow to keep the top up: its axis swings "
        "between horizontal and almost straight down. The speeds are given about the fixed axes of side 1.",
    )
    pen.base()
    pen.chain("joints.spherical", "KN1")
    inertia = [0.234375, 0.46875, 0.234375]
    pen.chain("bodies.body", "SB1", mass="15 kg", centre=[0, "1 m", 0], inertia=inertia, points={"centre": [0, "1 m", 0]})
    plots = [["SB1.centre.r.x", "SB1.centre.r.y", "SB1.centre.r.z"], ["KN1.turn_*.speed"]]
    speeds = {"KN1__turn_x__speed": 0, "KN1__turn_y__speed": "150 rad/s", "KN1__turn_z__speed": "-4.61538 rad/s"}
    return pen.finish(until="2 s", step="0.002 s", plots=plots, **speeds)


def torque_free_body() -> Circuit:
    """Euler's free rigid body."""
    pen = Pen(
        "Torque-free body",
        "A body with principal moments of inertia 1, 2, 3 kg·m² is supported at its centre of mass and spun about the "
        "intermediate axis: this rotation is unstable, and the body flips over every 5.03 s (Dzhanibekov effect). Start from 1, "
        "0.5, 2 rad/s for a smooth motion.",
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
        "The bridge travels along x and the trolley along y with prescribed motions; a constant force balances the weight of "
        "hoist and load, with a damper in parallel. The load swings freely on a universal joint two metres below.",
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
        "Satellite with robot arm",
        "A satellite in weightlessness moves its arm with two torques. No external forces or torques act, so momentum and "
        "angular momentum remain zero: the hub turns in the direction opposite to the arm, and the common centre of mass stays "
        "at rest.",
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
