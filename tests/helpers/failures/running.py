"""Mechanisms that cannot start and runs that cannot continue."""

from __future__ import annotations

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechanisms import four_bar, on, parallelogram, pendulum, second_arm, slider

chapter("Start of the run")


@failure(
    "The three rods of a four-bar are too short to span the distance between its bases.",
    "Lengthen the rods, or move the bases closer together.",
    "SB2",
    "gap of 0.7",
    "KN1, KN4, KN2, KN3",
    "Change the lengths or positions",
)
def rods_too_short() -> Circuit:
    return four_bar(span="2.5 m")


@failure(
    "The start angles of a four-bar's crank and coupler are inconsistent.",
    "Keep only one start value.",
    "SB2",
    "gap of 0.2856 m",
    "as guesses (KN1.angle, KN2.angle)",
)
def unmet_start_of_a_loop() -> Circuit:
    c = four_bar()
    c.set_start("KN1.angle", "60 deg")
    c.set_start("KN2.angle", "-20 deg")
    return c


@failure(
    "The crank and the rocker of a four-bar are driven at inconsistent speeds.",
    "Drive only one of them.",
    "KN1.turn, KN4.turn",
    "apart",
    "Remove one of the prescribed motions",
)
def conflicting_cranks() -> Circuit:
    return parallelogram("1 rad/s", "-2 rad/s")


@failure("The start position is beyond a stop.", "Start within its limits.", "DC1", "0.3 m beyond", "upper limit", "start values")
def start_beyond_stop() -> Circuit:
    c = on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="-0.2 m", upper="0.2 m")
    c.set_start("KN1.travel", "0.5 m")
    return c


@failure(
    "A joint carries a rod without mass.",
    "Give the rod a mass, or drive the joint.",
    "KN2",
    "massless",
    "a mass or an inertia",
)
def massless_arm() -> Circuit:
    return second_arm(pendulum(), mass=0)


@failure(
    "Two hinges in series share the same axis.",
    "Remove one of them, or change its axis.",
    "KN1",
    "share an axis",
    "remove one of the joints",
)
def coaxial_joints() -> Circuit:
    c = pendulum("Tx Ty Tz Rx Ry Rz")
    c.remove("KN1")
    c.add("joints.rotation", "KN1", axis=[0, 1, 0])
    c.add("joints.rotation", "KN2", axis=[0, 1, 0])
    for link in ("Base.1 KN1.1", "KN1.2 KN2.1", "KN2.2 SB1.1"):
        c.connect(*link.split())
    return c


@failure(
    "A three-hinge wrist starts fully extended, so its first and last axes coincide.",
    "Start it slightly bent.",
    "KN1",
    "share an axis",
    "start from another position",
)
def singular_start() -> Circuit:
    c = Circuit("Wrist")
    c.add("bodies.base", "Base")
    for i, axis in enumerate(([0, 0, 1], [0, 1, 0], [0, 0, 1]), start=1):
        c.add("joints.rotation", f"KN{i}", axis=axis)
    c.add("bodies.body", "SB1", centre=["0.1 m", 0, "0.2 m"])
    for link in ("Base.1 KN1.1", "KN1.2 KN2.1", "KN2.2 KN3.1", "KN3.2 SB1.1"):
        c.connect(*link.split())
    return c


@failure(
    "A spring of 1e15 N·m/rad is a million times as stiff as a steel shaft.",
    "Use a realistic stiffness, or a weld. The circuit still runs while the spring is at rest.",
    "KN1.angle",
    "can oscillate",
    "Use a softer spring",
    code=0,
)
def too_stiff() -> Circuit:
    return second_arm(on(pendulum(), "KN1.turn", "dynamics.spring", "DC1", stiffness="1e15 N·m/rad"))


@failure(
    "Two table springs in series have no force in common.",
    "Make the force ranges of their tables overlap.",
    "DC1.b",
    "no solution",
    "make the laws smoother",
)
def springs_without_balance() -> Circuit:
    c = slider()
    c.add("dynamics.slide_table_spring", "DC1", table=[[-1, 10], [0, 8], [1, 10]])
    c.add("dynamics.slide_table_spring", "DC2", table=[[-1, 2], [0, 4], [1, 2]])
    c.connect("KN1.slide", "DC1.a")
    c.connect("DC1.b", "DC2.a")
    return c


chapter("During the run")


@failure(
    "A ball bounces indefinitely because its settling speed is almost zero.",
    "Increase the settling speed.",
    "DC1",
    "chatters: 100 switching events",
    "increase the settling speed",
    command="run --until 20",
    code=3,
    keeps=8.579,
)
def chattering() -> Circuit:
    c = slider(gravity=9.81)
    values = {"lower": 0, "upper": "5 m", "restitution": 0.9, "settle": "1e-12 m/s"}
    on(c, "KN1.slide", "dynamics.slide_stop", "DC1", **values)
    c.set_start("KN1.travel", "1 m")
    return c


@failure(
    "A motion law takes the square root of a number that becomes negative.",
    "End the run earlier, or change the law.",
    "KN1.turn",
    "at t = 1 s",
    "Change Ep1.law, or end the run earlier",
    command="run --until 2",
    code=3,
    keeps=2,
)
def root_of_a_negative() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.movement", "Ep1", law="sqrt(1 - t)")


@failure(
    "A torque law divides by zero at 1 s.",
    "End the run earlier, or change the law.",
    "Em1.law",
    "at t = 1 s",
    "Change the law, or end the run earlier",
    command="run --until 2",
    code=3,
    keeps=1,
)
def division_by_zero() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.torque", "Em1", law="0.1/(1 - t)")


@failure(
    "A gripper closes before it reaches the load.",
    "Bring the gripper and the load together first.",
    "Gripper",
    "gap of 0.4 m",
    "Bring the two sides together",
    command="run --until 2",
    code=3,
    keeps=1,
)
def grip_out_of_reach() -> Circuit:
    c = on(slider(), "KN1.slide", "sources.slide_movement", "Es1", law="0.1*t")
    c.add("bodies.base", "Table", place=["0.5 m", 0, 0])
    c.add("dynamics.grip", "Gripper", closed={"law": "step", "time": "1 s", "after": 1}, takes="as drawn")
    c.connect("Gripper.a", "SB1.1")
    c.connect("Gripper.b", "Table.1")
    return c


@failure(
    "Two grips hold the same load and move apart.",
    "Open one before the other moves.",
    "Hand",
    "Rack",
    "loses its grip",
    "open the grip earlier",
    command="run --until 2",
    code=3,
    keeps=2,
)
def grips_against_each_other() -> Circuit:
    c = on(
        slider(),
        "KN1.slide",
        "sources.slide_movement",
        "Es1",
        law={"law": "cycloid", "start": "1 s", "time": "1 s", "after": "0.1 m"},
    )
    c.add("joints.free", "KN2")
    c.add("bodies.sphere", "Load")
    c.connect("Base.1", "KN2.1")
    c.connect("KN2.2", "Load.1")
    c.motions = "Tx Ty Tz Rx Ry Rz"
    for name, side in (("Hand", "SB1.1"), ("Rack", "Base.1")):
        c.add("dynamics.grip", name, closed=1)
        c.connect(f"{name}.a", side)
        c.connect(f"{name}.b", "Load.1")
    return c


@failure(
    "The crank and the rocker of a four-bar start together, then one is driven faster.",
    "Drive only one of them.",
    "SB2",
    "KN1.turn and KN4.turn",
    "Remove one of them",
    command="run --until 2",
    code=3,
    keeps=0,
)
def cranks_that_part() -> Circuit:
    law = {"law": "cycloid", "time": "1 s"}
    return parallelogram({**law, "after": "1 rad/s"}, {**law, "after": "-2 rad/s"})


@failure(
    "A table spring is pulled past the largest force that the spring in series with it can carry.",
    "Let the table end with a rising segment, or end the run earlier.",
    "DC1.b.travel",
    "no solution after t = 0.91",
    "Check their curves",
    command="run --until 4",
    code=3,
    keeps=0.91456,
)
def spring_that_snaps() -> Circuit:
    c = on(slider(), "KN1.slide", "sources.slide_movement", "Es1", law="t")
    c.add("dynamics.slide_table_spring", "DC1", table=[[-1, -1], [0, 0], [1, 1]])
    c.add("dynamics.slide_table_spring", "DC2", table=[[-1, -1], [0, 0], [0.5, 0.4], [1, -2], [2, -9]])
    c.connect("KN1.slide", "DC1.a")
    c.connect("DC1.b", "DC2.a")
    return c


@failure(
    "A joint has no prescribed motion in kinematic mode.",
    "Prescribe its motion.",
    "KN2.turn",
    "not prescribed",
    "velocity or movement source",
    command="run --mode kinematic --until 1",
)
def kinematic_without_motion() -> Circuit:
    return second_arm(on(pendulum(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s"))


@failure(
    "The tip of an arm is to follow a path that leads beyond its reach.",
    "Shorten the path, or lengthen the arm.",
    "Path",
    "cannot follow after t = 1 s",
    "Change the motion",
    command="run --mode kinematic --until 2",
    code=3,
    keeps=1,
)
def path_out_of_reach() -> Circuit:
    c = second_arm(pendulum(length="0.5 m"), length="0.5 m")
    c.add("sources.path", "Path", x="0.6 m + 0.4 m/s * t")
    c.connect("Path.1", "SB2.2")
    c.set_start("KN1.angle", "50 deg", "guess")
    c.set_start("KN2.angle", "-100 deg", "guess")
    return c


@failure(
    "A run of a thousand years has a step of one microsecond.",
    "Shorten the run, or increase the step.",
    "run.step",
    "5 million",
    "Choose a larger step",
    command="run",
)
def too_many_steps() -> Circuit:
    c = pendulum()
    c.run = {"until": "1000*365*24 h", "step": "1 us"}
    return c
