"""Mechanisms in space."""

from __future__ import annotations

import math

import numpy as np
from scipy.spatial.transform import Rotation

from mars.document.circuit import Circuit
from tests.helpers.modelica.comparing import COMPILED, Getter, Problem
from tests.helpers.modelica.solids import DOWN_Y, Values, box, chained, cylinder, solid, turned, vectors

EXAMPLES = "Mechanics/MultiBody/Examples"
MASSLESS = {"mass": 0, "inertia": [0, 0, 0]}


def in_space(name: str, **bases: Values) -> Circuit:
    c = Circuit(name, gravity=DOWN_Y)
    for base, values in ({"World": {}} | bases).items():
        c.add("bodies.base", base, **values)
    return c


def crank_and_slider() -> Circuit:
    """The driven ends of both four-bars: a crank and a slider."""
    c = in_space("four-bar", Rail={"place": [1.2, 0, 0]})
    c.add("joints.rotation", "J1", axis=[1, 0, 0])
    c.add("joints.translation", "J2", axis=[1, 0, 0])
    c.add("bodies.body", "Crank", **cylinder([0, 0.5, 0.1], 0.05))
    c.add("bodies.body", "Slider", **cylinder([0, 0.2, 0], 0.05))
    c.add("joints.universal", "Universal", axis_1=[0, 1, 0], axis_2=[0, 0, 1])
    c.add("joints.spherical", "Ball")
    chained(c, "World.1", "J1.1", "J1.2", "Crank.1", "Rail.1", "J2.1", "J2.2", "Slider.1")
    c.set_start("J1.angle", 0)
    c.set_start("J1.turn.speed", 5.235987755982989)
    c.set_start("J2.travel", -0.2, "guess")
    return c


def four_bar(coupler: Values) -> Circuit:
    c = crank_and_slider()
    c.add("bodies.body", "Coupler", **coupler)
    chained(c, "Slider.2", "Universal.1", "Universal.2", "Coupler.1", "Crank.2", "Ball.1", "Ball.2", "Coupler.2")
    return c


def four_bar_of_steel() -> Circuit:
    return four_bar(cylinder([-1, 0.3, 0.1], 0.05))


def four_bar_with_a_massless_rod() -> Circuit:
    return four_bar(MASSLESS | {"points": {"2": [-1, 0.3, 0.1]}})


def engine() -> Circuit:
    """One cylinder with a crankshaft of four parts and the pressure of the gas, by fitted polynomials."""
    c = in_space("engine", Block={"place": [0.15, 0.45, 0]})
    c.add("joints.rotation", "Bearing", axis=[1, 0, 0])
    c.add("dynamics.rotor", "Flywheel", inertia=1)
    c.connect("Bearing.turn", "Flywheel.shaft")
    pin = cylinder([0.1, 0, 0], 0.03)
    pin["points"]["middle"] = [0.05, 0, 0]
    web = {"width": 0.02, "height": 0.05, "width_along": (1, 0, 0)}
    shaft = (cylinder([0.1, 0, 0], 0.05), box([0, 0.1, 0], **web), pin, box([0, -0.1, 0], **web))
    for i, values in enumerate(shaft, start=1):
        c.add("bodies.body", f"Crank{i}", **values)
    chained(c, "World.1", "Bearing.1", "Bearing.2", "Crank1.1")
    chained(c, "Crank1.2", "Crank2.1", "Crank2.2", "Crank3.1", "Crank3.2", "Crank4.1")
    c.add("joints.translation", "Cylinder", axis=[0, -1, 0])
    c.add("bodies.body", "Piston", **cylinder([0, -0.1, 0], 0.1))
    c.add("bodies.body", "Rod", **box([0, -0.2, 0], 0.02, 0.06, (1, 0, 0)))
    for name in ("B1", "B2"):
        c.add("joints.rotation", name, axis=[1, 0, 0])
    chained(c, "Block.1", "Cylinder.1", "Cylinder.2", "Piston.1", "Piston.2", "B1.1", "B1.2", "Rod.1", "Crank3.middle", "B2.1")
    c.connect("B2.2", "Rod.2")
    c.define("Gas", GAS)
    c.add("Gas", "Gas1")
    c.connect("Cylinder.slide", "Gas1.b")
    c.set_start("Bearing.angle", 0)
    c.set_start("Bearing.turn.speed", 10)
    c.set_start("Cylinder.travel", 0.05, "guess")
    return c


GAS = """
# Gas in a cylinder: one curve of pressure while it is squeezed, one while it expands.
port b: translation
parameter length = 0.35 m
parameter bore = 0.1 m
let x = 1 - b.travel/length
let low = 177.4132*x^4 - 287.2189*x^3 + 151.8252*x^2 - 24.9973*x + 2.4
let high = 2836360*x^4 - 10569296*x^3 + 14761814*x^2 - 9158505*x + 2129670
let burning = -3929704*x^4 + 14748765*x^3 - 20747000*x^2 + 12964477*x - 3036495
let burnt = 145.930*x^4 - 131.707*x^3 + 17.3438*x^2 + 17.9272*x + 2.4
let pressure = 1e5 Pa * if(b.speed < 0, if(x < 0.986061, low, high), if(x > 0.933, burning, burnt))
b.force = -pressure*pi*bore^2/4
source
"""


def free_body() -> Circuit:
    c = in_space("free body", Bar={"place": [0.8, 0, 0]})
    c.add("joints.free", "Free")
    c.add("bodies.body", "Body", **solid([0.4, 0, 0], 1, [0.2, 0, 0], [1, 1, 1]))
    for name, base, end in (("Spring1", "World", "1"), ("Spring2", "Bar", "2")):
        c.add("dynamics.line_spring_damper", name, stiffness=20, rest=0)
        chained(c, f"{base}.1", f"{name}.a", f"Body.{end}", f"{name}.b")
    chained(c, "World.1", "Free.1", "Free.2", "Body.1")
    for axis, value in zip("xyz", (0.2, -0.5, 0.1), strict=True):
        c.set_start(f"Free.{axis}", value)
    c.set_start("Free.attitude", turned(*[math.radians(10)] * 3))
    return c


def gyroscopes() -> Circuit:
    """The same wheel on an arm twice: as a body on a hinge, and as a body with a rotor in it."""
    c = in_space("gyroscopes")
    arm = cylinder([0.25, 0, 0], 0.05) | {"points": {"2": {"place": [0.25, 0, 0], "orientation": [0, "45 deg", 0]}}}
    wheel = cylinder([0.2, 0, 0], 0.1) | {"points": {}, "centre": [0, 0, 0]}
    for i in (1, 2):
        c.add("joints.spherical", f"Ball{i}")
        c.add("bodies.body", f"Arm{i}", **arm)
        c.add("bodies.body", f"Wheel{i}", **wheel)
        chained(c, "World.1", f"Ball{i}.1", f"Ball{i}.2", f"Arm{i}.1")
    c.add("joints.rotation", "Hinge", axis=[1, 0, 0])
    chained(c, "Arm1.2", "Hinge.1", "Hinge.2", "Wheel1.1")
    c.add("dynamics.rotor", "Rotor", inertia=wheel["inertia"][0][0], axis=[1, 0, 0])
    c.add("meters.shaft", "Meter")
    chained(c, "Arm2.2", "Wheel2.1", "Arm2.2", "Rotor.housing", "Rotor.shaft", "Meter.a")
    c.set_start("Hinge.turn.speed", 10)
    c.set_start("Rotor.shaft.speed", 10)
    return c


def constraint() -> Circuit:
    """Two slides held by joints in a row, and two that hold a free body in parallel with its joint."""
    held = {"place": [0.2, -0.3, 0.2], "orientation": turned(*np.radians([10, 55, 68]))}
    c = in_space("constraint", Mount=held, Bar={"place": [0.8, 0, 0.3]})
    for number, between in ((1, "Between1"), (2, "Between2")):
        body = f"Body{number}"
        c.add("bodies.body", body, **solid([0.4, 0, 0], 1, [0.2, 0, 0], [1, 1, 1]))
        c.add("bodies.body", between, **MASSLESS)
        c.add("dynamics.line_spring_damper", f"Spring{number}", stiffness=20, rest=0)
        for axis, vector in (("x", [1, 0, 0]), ("y", [0, 1, 0])):
            c.add("joints.translation", f"Slide{number}_{axis}", axis=vector)
        chained(c, "Bar.1", f"Spring{number}.a", f"{body}.2", f"Spring{number}.b", "Mount.1", f"Slide{number}_x.1")
        chained(c, f"Slide{number}_x.2", f"{between}.1", f"{between}.1", f"Slide{number}_y.1", f"Slide{number}_y.2", f"{body}.1")
    c.add("joints.free", "Free")
    chained(c, "Mount.1", "Free.1", "Free.2", "Body2.1")
    return c


# The mass of a spring stays in the middle between its ends; the force acts over the whole length.
MIDDLE = """
port a: translation
port b: translation
parameter stiffness = 40 N/m
parameter rest = 0.2 m
a.travel = b.travel
a.force + b.force = 2*stiffness*(a.travel + b.travel - rest)
source
"""


def spring_with_mass() -> Circuit:
    """A spring with a mass in its middle: a universal joint, a slider, the mass, a slider, a ball."""
    c = in_space("spring with mass")
    c.define("Middle", MIDDLE)
    c.add("joints.universal", "Top", axis_1=[1, 0, 0], axis_2=[0, 0, 1])
    c.add("bodies.body", "Guide", **MASSLESS)
    c.add("bodies.point_mass", "Mass", mass=0.5)
    c.add("bodies.body", "End", **MASSLESS)
    c.add("joints.spherical", "Ball")
    c.add("bodies.body", "Body", **solid(None, 1))
    c.add("Middle", "Spring")
    for name in ("Upper", "Lower"):
        c.add("joints.translation", name, axis=[0, -1, 0])
        c.set_start(f"{name}.travel", 0.15)
    chained(c, "World.1", "Top.1", "Top.2", "Guide.1", "Guide.1", "Upper.1", "Upper.2", "Mass.1", "Mass.1", "Lower.1")
    chained(c, "Lower.2", "End.1", "End.1", "Ball.1", "Ball.2", "Body.1", "Upper.slide", "Spring.a", "Lower.slide", "Spring.b")
    return c


def three_springs() -> Circuit:
    """Three springs meet in a point without mass."""
    c = in_space("three springs", Bar1={"place": [0.3, 0, 0]}, Bar2={"place": [0, 0, 0.3]})
    c.add("joints.free", "Free")
    c.add("bodies.body", "Body", **solid(None, 0.8, [0, -0.2, 0], [0.1, 0.1, 0.1]))
    c.add("joints.free", "NodeJoint")
    c.add("bodies.point_mass", "Node", mass=0)
    for i, stiffness in ((1, 20), (2, 40), (3, 20)):
        c.add("dynamics.line_spring_damper", f"Spring{i}", stiffness=stiffness, damping=0, rest=0.1)
    chained(c, "World.1", "Free.1", "Free.2", "Body.1", "World.1", "NodeJoint.1", "NodeJoint.2", "Node.1")
    chained(c, "Bar1.1", "Spring1.a", "Node.1", "Spring1.b", "Node.1", "Spring2.a", "Body.1", "Spring2.b")
    chained(c, "Bar2.1", "Spring3.a", "Node.1", "Spring3.b")
    for name, value in (("Free.x", 0.5), ("Free.y", -0.3)):
        c.set_start(name, value)
    for axis, value in zip("xyz", (0.3, -0.2, 0.1), strict=True):
        c.set_start(f"NodeJoint.{axis}", value, "guess")
    return c


def rolling_wheel() -> Circuit:
    """A wheel on the plane z = 0."""
    c = Circuit("rolling wheel", gravity=[0, 0, -9.80665])
    c.add("bodies.base", "World")
    c.add("joints.free", "Free")
    c.add("bodies.body", "Wheel", **solid(None, 2, inertia=[0.12, 0.06, 0.12]))
    c.add("joints.rolling_wheel", "Ground", radius=0.3)
    chained(c, "World.1", "Free.1", "Free.2", "Wheel.1", "World.1", "Ground.1", "Wheel.1", "Ground.2")
    start = {"x": 0.2, "y": 0.2, "turn_x.speed": 1, "turn_y.speed": 5}
    for name, value in start.items():
        c.set_start(f"Free.{name}", value)
    return c


def wheel_angle(number: int):
    """Angles about z, then the carried y and x, of the wheel's basis."""

    def signal(get: Getter) -> np.ndarray:
        R = np.array([[get(f"Wheel.1.R.{a}{b}") for b in "xyz"] for a in "xyz"])
        return np.unwrap(Rotation.from_matrix(np.moveaxis(R, -1, 0)).as_euler("ZYX")[:, number])

    return signal


PROBLEMS = (
    Problem(f"{EXAMPLES}/Loops/Fourbar1", four_bar_of_steel, {"j1.phi": "J1.angle", "j1.w": "J1.turn.speed"}, 1e-3),
    Problem(
        f"{EXAMPLES}/Loops/Fourbar2",
        four_bar_with_a_massless_rod,
        {"j1.phi": "J1.angle", "j1.w": "J1.turn.speed"},
        1e-3,
    ),
    Problem(
        f"{EXAMPLES}/Loops/Engine1b",
        engine,
        {"inertia.phi": "Bearing.angle", "inertia.w": "Bearing.turn.speed"},
        1e-4,
        methods=COMPILED,
    ),
    Problem(
        f"{EXAMPLES}/Elementary/FreeBody",
        free_body,
        vectors(
            {"body.body.frame_a.r_0": ("Body.1", "r"), "body.v_0": ("Body.1", "v"), "body.body.w_a": ("Body.1", "w")},
            own=("body.body.w_a",),
        ),
        5e-4,
    ),
    Problem(
        f"{EXAMPLES}/Rotational3DEffects/GyroscopicEffects",
        gyroscopes,
        vectors(
            {"bodyCylinder2.body.w_a": ("Wheel1.1", "w"), "bodyCylinder3.body.w_a": ("Arm2.1", "w")},
            own=("bodyCylinder2.body.w_a", "bodyCylinder3.body.w_a"),
        )
        | {"revolute.phi": "Hinge.angle", "revolute.w": "Hinge.turn.speed"}
        | {"rotor1D.phi": "Rotor.shaft.angle", "rotor1D.w": "Rotor.shaft.speed"},
        5e-5,
        ranges=(("bodyCylinder2.body.w_a[1]", 10.0),),  # it is constant
    ),
    Problem(
        f"{EXAMPLES}/Constraints/PrismaticConstraint",
        constraint,
        vectors({"bodyOfConstraint.r_0": ("Body2.1", "r"), "bodyOfConstraint.v_0": ("Body2.1", "v")})
        | {f"jointPrismatic_{a}.s": f"Slide1_{a}.travel" for a in "xy"}
        | {f"jointPrismatic_{a}.v": f"Slide1_{a}.slide.speed" for a in "xy"},
        1e-4,
    ),
    Problem(
        f"{EXAMPLES}/Elementary/SpringWithMass",
        spring_with_mass,
        vectors(
            {"body.frame_a.r_0": ("Body.1", "r"), "body.v_0": ("Body.1", "v"), "body.w_a": ("Body.1", "w")}, own=("body.w_a",)
        ),
        5e-4,
    ),
    Problem(
        f"{EXAMPLES}/Elementary/ThreeSprings",
        three_springs,
        vectors(
            {"body1.frame_a.r_0": ("Body.1", "r"), "body1.v_0": ("Body.1", "v"), "body1.w_a": ("Body.1", "w")}, own=("body1.w_a",)
        ),
        1e-4,
        ranges=(("body1.w_a[2]", 1.0),),  # there is no moment about that axis
    ),
    Problem(
        f"{EXAMPLES}/Elementary/RollingWheel",
        rolling_wheel,
        {"wheel1.x": "Wheel.1.r.x", "wheel1.y": "Wheel.1.r.y"}
        | {f"wheel1.angles[{i}]": wheel_angle(i - 1) for i in (1, 2, 3)}
        | {f"wheel1.der_angles[{i}]": "Wheel.1.w.x" for i in (1, 2, 3)},
        1e-3,
        waits="there is no rolling wheel",
    ),
)
