"""Small mechanisms, and random trees and loops of every kind of joint."""

from collections.abc import Callable

import numpy as np
from scipy.spatial.transform import Rotation

from mars.document.circuit import Circuit
from mars.tableau.tableau import Tableau

PLANE = "Tx Ty Rz"
SPACE = "Tx Ty Tz Rx Ry Rz"
UNEVEN = {"mass": 2.0, "centre": [0.1, -0.2, 0.3], "inertia": [0.2, 0.3, 0.25, 0.01, -0.02, 0.03]}
ORIENTED = {"points": {"2": {"place": [0.3, 0.1, -0.2], "orientation": [0.4, -0.3, 1.1]}, "tip": [0.2, 0.4, 0.1]}}

BUILDERS: dict[str, Callable[[], Circuit]] = {}


def listed(builder: Callable[[], Circuit]) -> Callable[[], Circuit]:
    BUILDERS[builder.__name__] = builder
    return builder


def arm(motions: str, *joints: tuple[str, dict], body: dict | None = None, gravity=None) -> Circuit:
    """A chain Base – KN1 – SB1 – KN2 – SB2 …; a joint named with a minus sign has side 2 towards the base."""
    c = Circuit("arm", motions=motions, gravity=gravity)
    c.add("bodies.base", "Base", place=[0.1, 0.2, 0.0])
    last = "Base.1"
    for i, (kind, values) in enumerate(joints, start=1):
        c.add(f"joints.{kind.removeprefix('-')}", f"KN{i}", **values)
        near, far = ("2", "1") if kind.startswith("-") else ("1", "2")
        c.connect(last, f"KN{i}.{near}")
        if body is None:
            c.add("bodies.rod", f"SB{i}", length=0.5 + 0.2 * i, mass=1.0 + i)
        else:
            c.add("bodies.body", f"SB{i}", **body)
        c.connect(f"KN{i}.{far}", f"SB{i}.1")
        last = f"SB{i}.2"
    return c


def put(c: Circuit, kind: str, name: str, links: dict[str, str], **values) -> Circuit:
    c.add(kind, name, **values)
    for port, end in links.items():
        c.connect(f"{name}.{port}", end)
    return c


HINGE = ("rotation", {})


@listed
def pendulum() -> Circuit:
    return arm(PLANE, HINGE)


@listed
def double_pendulum() -> Circuit:
    return arm(PLANE, HINGE, HINGE)


@listed
def double_pendulum_in_space() -> Circuit:
    return arm(SPACE, HINGE, HINGE, gravity=[0, -9.81, 0])


@listed
def manipulator() -> Circuit:
    """Seed 004, figure 1."""
    c = arm(PLANE, HINGE, HINGE)
    put(c, "sources.velocity", "Ew1", {"turn": "KN1.turn"}, law="1 + sin(t)")
    put(c, "dynamics.damper", "DC", {"a": "KN2.turn"})
    return put(c, "sources.wrench", "Ef3", {"1": "SB2.2"}, force_x=1.0, force_y="-2*t", moment_z=0.3)


@listed
def spherical_pendulum() -> Circuit:
    return arm(SPACE, ("spherical", {}), body=UNEVEN | ORIENTED)


@listed
def free_body() -> Circuit:
    c = Circuit("free body")
    c.add("bodies.body", "SB1", **UNEVEN)
    return c


@listed
def free_pair_in_the_plane() -> Circuit:
    c = Circuit("free pair", motions=PLANE)
    c.add("bodies.rod", "SB1")
    c.add("bodies.rod", "SB2")
    return put(c, "joints.rotation", "KN1", {"1": "SB1.2", "2": "SB2.1"})


@listed
def gantry() -> Circuit:
    c = arm("Tx Ty Tz", *(("translation", {"axis": axis}) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])))
    put(c, "sources.slide_movement", "Es", {"slide": "KN1.slide"}, law={"law": "cycloid", "time": 1.0, "after": 0.5})
    put(c, "sources.slide_velocity", "Ev", {"slide": "KN2.slide"}, law={"law": "ramp", "time": 0.7, "after": 0.5})
    put(c, "sources.force", "Ef", {"slide": "KN3.slide"}, law={"law": "step", "time": 0.4, "after": 20})
    return put(c, "dynamics.slide_spring_damper", "DC", {"a": "KN3.slide"}, stiffness=80, damping=3, rest=0.1)


@listed
def welded_bodies() -> Circuit:
    c = arm(SPACE, ("universal", {}), body=UNEVEN | ORIENTED)
    put(c, "bodies.box", "Box", {"2": "SB1.2"}, points={"side": {"place": [0.1, 0.2, 0], "orientation": [1, 0.5, 0]}})
    put(c, "bodies.cylinder", "Cylinder", {"1": "Box.side"})
    put(c, "joints.weld", "Weld", {"2": "SB1.tip"})
    return put(c, "bodies.sphere", "Ball", {"1": "Weld.1"}, mass=0.3)


@listed
def moving_base() -> Circuit:
    c = arm(SPACE, ("rotation", {"axis": [1, 2, -1]}), ("-rotation", {"axis": [0, 1, 1]}), body=UNEVEN | ORIENTED)
    laws = {"travel_x": "0.3*sin(2*t)", "travel_z": "0.1*t^2", "rotation": "0.5*t + 0.2*sin(t)", "axis": [3, 1, 2]}
    c.components["Base"].values |= {**laws, "orientation": [0.3, 0.2, 0.1]}
    return c


@listed
def geared_rotor_in_its_housing() -> Circuit:
    c = arm(SPACE, ("universal", {}), ("rotation", {"axis": [1, 0, 1]}), body=UNEVEN | ORIENTED)
    put(c, "dynamics.gear", "Gear", {"b": "KN2.turn"}, ratio=5)
    put(c, "dynamics.rotor", "Rotor", {"shaft": "Gear.a", "housing": "SB1.2"}, inertia=0.02, axis=[1, 2, 2])
    put(c, "sources.torque", "Em", {"turn": "Gear.a"}, law="0.1*sin(3*t)")
    return put(c, "dynamics.rotor", "Direct", {"shaft": "KN1.turn_1", "housing": "Base.1"}, inertia=0.1, ratio=2)


@listed
def rotor_behind_a_reversed_joint() -> Circuit:
    c = arm(SPACE, ("universal", {}), ("-rotation", {"axis": [1, 0, 1]}), body=UNEVEN | ORIENTED)
    return put(c, "dynamics.rotor", "Rotor", {"shaft": "KN2.turn", "housing": "SB1.2"}, inertia=0.2, axis=[0, 1, 1])


@listed
def elastic_drives() -> Circuit:
    c = arm(PLANE, HINGE, HINGE)
    put(c, "dynamics.spring_damper", "Shaft", {"a": "KN1.turn"}, stiffness=50, damping=0.2, rest=0.1)
    put(c, "dynamics.rotor", "Rotor", {"shaft": "Shaft.b"}, inertia=0.05)
    put(c, "dynamics.table_spring", "Curve", {"a": "Rotor.shaft", "b": "KN2.turn"}, table=[[-2, -7], [0, 0], [1, 3], [2, 9]])
    put(c, "sources.torque", "Em", {"turn": "Rotor.shaft"}, law="cos(t)")
    return put(c, "meters.shaft", "Meter", {"a": "Rotor.shaft"})


@listed
def rack_and_meters() -> Circuit:
    c = arm("Tx", ("translation", {}))
    put(c, "meters.force", "Force", {"b": "KN1.slide"})
    put(c, "dynamics.rack", "Rack", {"b": "Force.a"}, radius=0.2)
    put(c, "meters.torque", "Torque", {"b": "Rack.a"})
    put(c, "dynamics.rotor", "Rotor", {"shaft": "Torque.a"}, inertia=0.1)
    put(c, "sources.torque", "Em", {"turn": "Rotor.shaft"}, law="2*t")
    return put(c, "meters.slide", "Meter", {"a": "KN1.slide"})


@listed
def geared_movement() -> Circuit:
    c = arm(PLANE, HINGE, HINGE)
    put(c, "dynamics.gear", "Gear", {"b": "KN1.turn"}, ratio=-4)
    put(c, "sources.movement", "Ep", {"turn": "Gear.a"}, law="0.5*sin(2*t)")
    return put(c, "dynamics.rotor", "Rotor", {"shaft": "Gear.a"}, inertia=0.3)


@listed
def forces_between_bodies() -> Circuit:
    c = arm(SPACE, ("universal", {}), ("spherical", {}), ("free", {}), body=UNEVEN | ORIENTED)
    put(c, "dynamics.bushing", "Bushing", {"a": "SB1.2", "b": "SB3.tip"}, turn_damping=[1, 2, 3])
    put(c, "dynamics.bushing", "World", {"a": "SB3.2"})
    put(c, "dynamics.line_spring_damper", "Line", {"a": "SB2.tip", "b": "Base.1"}, damping=4)
    put(c, "dynamics.line_actuator", "Push", {"a": "SB1.tip", "b": "SB2.tip"}, law="5*sin(t)")
    put(c, "sources.wrench", "Wrench", {"1": "SB3.tip"}, basis="body", force_x=3, force_z="t", moment_y=0.7)
    put(c, "meters.pose", "Pose", {"a": "SB3.2", "b": "SB1.tip"})
    put(c, "meters.distance", "Distance", {"a": "SB2.tip"})
    put(c, "dynamics.damper", "Damper", {"a": "KN2.turn_y"}, damping=2)
    return put(c, "sources.torque", "Em", {"turn": "KN2.turn_z"}, law="sin(t)")


def ball_with_given_speeds(kind: str) -> Circuit:
    c = arm(SPACE, ("universal", {}), (kind, {}), body=UNEVEN | ORIENTED)
    for axis, law in zip("xyz", ("sin(t)", "cos(2*t)", "0.5*t"), strict=True):
        put(c, "sources.velocity", f"E{axis}", {"turn": f"KN2.turn_{axis}"}, law=law)
    return c


@listed
def ball_given() -> Circuit:
    return ball_with_given_speeds("spherical")


@listed
def ball_given_backwards() -> Circuit:
    return ball_with_given_speeds("-spherical")


@listed
def two_bases() -> Circuit:
    c = arm(PLANE, HINGE)
    put(c, "bodies.base", "Other", {}, place=[1, 0, 0], travel_y="sin(t)")
    put(c, "joints.rotation", "KN2", {"1": "Other.1"})
    put(c, "bodies.box", "SB2", {"1": "KN2.2"})
    return put(c, "dynamics.bushing", "Bushing", {"a": "SB1.2", "b": "SB2.2"})


JOINTS = {
    "rotation": ["turn"],
    "translation": ["slide"],
    "cylindrical": ["turn", "slide"],
    "universal": ["turn_1", "turn_2"],
    "planar": ["slide_1", "slide_2", "turn"],
    "spherical": ["turn_x", "turn_y", "turn_z"],
    "free": ["slide_x", "slide_y", "slide_z", "turn_x", "turn_y", "turn_z"],
    "weld": [],
}


def random_tree(seed: int) -> Circuit:
    """A tree of one to four bodies with any joints in either direction, components on them, and a base that may move."""
    rng = np.random.default_rng(seed)

    def some(low: float, high: float) -> list[float]:
        return rng.uniform(low, high, 3).tolist()

    c = Circuit(f"random tree {seed}", gravity=[1.0, -2.0, -9.0])
    moves = {"travel_x": "0.3*sin(2*t)", "travel_z": "0.1*t^2", "rotation": "0.5*t", "axis": some(-1, 1)}
    c.add("bodies.base", "Base", orientation=some(-1, 1), **(moves if rng.random() < 0.5 else {}))
    ends = ["Base.1"]
    for k in range(1, int(rng.integers(2, 6))):
        kind = str(rng.choice(list(JOINTS)))
        axes = {"universal": 2, "planar": 2, "rotation": 1, "translation": 1, "cylindrical": 1}.get(kind, 0)
        names = ["axis"] if axes == 1 else ["axis_1", "axis_2"][:axes]
        near, far = ("2", "1") if rng.random() < 0.4 else ("1", "2")
        c.add(f"joints.{kind}", f"KN{k}", **{name: some(-1, 1) for name in names})
        c.connect(str(rng.choice(ends)), f"KN{k}.{near}")
        root = rng.normal(size=(3, 3))
        inertia = (root @ root.T + 0.2 * np.eye(3)).tolist()
        points = {"2": {"place": some(-0.5, 0.5), "orientation": some(-2, 2)}, "tip": some(-0.5, 0.5)}
        c.add("bodies.body", f"SB{k}", mass=2.0, centre=some(-0.3, 0.3), inertia=inertia, points=points)
        entry = str(rng.choice(["1", "2", "tip"]))
        c.connect(f"KN{k}.{far}", f"SB{k}.{entry}")
        ends += [f"SB{k}.{point}" for point in ("1", "2", "tip") if point != entry]
        for port in JOINTS[kind]:
            _put_on_freedom(c, rng, f"KN{k}", port, ball=kind in ("spherical", "free"))
    put(c, "dynamics.line_spring_damper", "Line", {"a": ends[-1]}, damping=3)
    return put(c, "sources.wrench", "Wrench", {"1": ends[-2]}, basis="body", force_x="sin(t)", moment_y=0.4)


def _put_on_freedom(c: Circuit, rng: np.random.Generator, joint: str, port: str, ball: bool) -> None:
    slides = port.startswith("slide")
    prefix, own, name = ("slide_" if slides else ""), ("slide" if slides else "turn"), f"On_{joint}_{port}"
    choice = rng.integers(7)
    end = f"{joint}.{port}"
    if choice == 0:
        put(c, f"dynamics.{prefix}damper", name, {"a": end})
    elif choice == 1:
        put(c, "sources.force" if slides else "sources.torque", name, {own: end}, law="2*sin(3*t)")
    elif ball and not slides:
        return
    elif choice == 2:
        put(c, f"dynamics.{prefix}spring_damper", name, {"a": end}, rest=0.2)
    elif choice == 3:
        put(c, f"sources.{prefix}velocity", name, {own: end}, law="0.7*sin(3*t)")
    elif choice == 4:
        put(c, f"sources.{prefix}movement", name, {own: end}, law="0.7*sin(3*t)")
    elif choice == 5 and not slides:
        put(c, "dynamics.rotor", name, {"shaft": end}, inertia=0.3, ratio=2.5)


# -- closed loops ------------------------------------------------------------------------------------------------------

LOOPS: dict[str, Callable[[], Circuit]] = {}


def looped(builder: Callable[[], Circuit]) -> Callable[[], Circuit]:
    LOOPS[builder.__name__] = builder
    return builder


def linked(c: Circuit, *links: str) -> Circuit:
    for link in links:
        c.connect(*link.split())
    return c


def polygon(motions: str, lengths: tuple[float, ...], scale: float = 1.0) -> Circuit:
    """Rods K1, K2, … and hinges J1, J2, … in series, between two bases one metre apart."""
    c = Circuit("polygon", motions=motions, gravity=[0, -9.81, 0])
    c.add("bodies.base", "B1")
    c.add("bodies.base", "B2", place=[scale, 0, 0])
    last = "B1.1"
    for i, length in enumerate(lengths, start=1):
        put(c, "joints.rotation", f"J{i}", {"1": last})
        put(c, "bodies.rod", f"K{i}", {"1": f"J{i}.2"}, length=length * scale, mass=i)
        last = f"K{i}.2"
    put(c, "joints.rotation", f"J{len(lengths) + 1}", {"1": last, "2": "B2.1"})
    c.set_start("J1.angle", "60 deg")
    return c


@looped
def four_bar() -> Circuit:
    return polygon(PLANE, (0.3, 0.9, 0.6))


@looped
def small_four_bar() -> Circuit:
    return polygon(PLANE, (0.3, 0.9, 0.6), 1e-3)


@looped
def four_bar_in_space() -> Circuit:
    return polygon(SPACE, (0.3, 0.9, 0.6))


@looped
def large_four_bar_in_space() -> Circuit:
    return polygon(SPACE, (0.3, 0.9, 0.6), 100.0)


@looped
def four_bar_with_spring_and_drive() -> Circuit:
    c = polygon(SPACE, (0.3, 0.9, 0.6))
    put(c, "dynamics.spring_damper", "Spring", {"a": "J3.turn"}, stiffness=30, damping=0.5)
    put(c, "dynamics.gear", "Gear", {"b": "J1.turn"}, ratio=20)
    put(c, "dynamics.rotor", "Rotor", {"shaft": "Gear.a"}, inertia=1e-4)
    put(c, "sources.torque", "Motor", {"turn": "Gear.a"}, law="0.05*sin(3*t)")
    return put(c, "dynamics.line_spring_damper", "Line", {"a": "K1.2", "b": "K3.2"}, damping=2)


@looped
def geared_five_bar() -> Circuit:
    c = polygon(PLANE, (0.4, 0.7, 0.6, 0.3))
    c.set_start("J2.angle", -0.7, "guess")
    return put(c, "dynamics.gear", "Gear", {"a": "J1.turn", "b": "J5.turn"}, ratio=-1.5)


@looped
def wired_five_bar() -> Circuit:
    c = polygon(PLANE, (0.4, 0.7, 0.6, 0.3))
    c.set_start("J2.angle", -0.7, "guess")
    return linked(c, "J1.turn J3.turn")


@looped
def crank_with_given_movement() -> Circuit:
    """The movement is behind a gear, and the slide drives a flywheel through a rack."""
    c = polygon(PLANE, (0.3, 0.9))
    c.components["B2"].values["place"] = [0, 0, 0]
    c.components["J3"].values["axis"] = [0, 0, 1]
    c.disconnect("J3.2", "B2.1")
    put(c, "bodies.point_mass", "Piston", {"1": "J3.2"}, mass=1.5)
    put(c, "joints.translation", "Slide", {"1": "B2.1", "2": "Piston.1"}, axis=[1, 0, 0])
    put(c, "dynamics.gear", "Gear", {"b": "J1.turn"}, ratio=4)
    put(c, "sources.movement", "Ep", {"turn": "Gear.a"}, law="2 + 8*t + sin(t)")
    put(c, "dynamics.rack", "Rack", {"b": "Slide.slide"}, radius=0.1)
    put(c, "dynamics.rotor", "Wheel", {"shaft": "Rack.a"}, inertia=0.01)
    c.start.pop("J1.angle")
    c.set_start("Slide.travel", 1.1, "guess")
    return c


def n_four_bar(windows: int) -> Circuit:
    """IFToMM A02: parallelograms in series, all upright, moving to the right with 1 m/s; singular when they lie flat."""
    c = Circuit("n-four-bar", motions=PLANE)
    for i in range(windows + 1):
        c.add("bodies.base", f"A{i}", place=[i, 0, 0])
        put(c, "joints.rotation", f"J{i}", {"1": f"A{i}.1"})
        put(c, "bodies.rod", f"V{i}", {"1": f"J{i}.2"})
        c.set_start(f"J{i}.angle", "90 deg")
        c.set_start(f"J{i}.turn.speed", -1, "fixed" if i == 0 else "guess")
    for i in range(windows):
        put(c, "joints.rotation", f"L{i}", {"1": f"V{i}.2"})
        put(c, "bodies.rod", f"C{i}", {"1": f"L{i}.2"})
        put(c, "joints.rotation", f"R{i}", {"1": f"C{i}.2", "2": f"V{i + 1}.2"})
        c.set_start(f"L{i}.angle", "-90 deg", "guess")
        c.set_start(f"R{i}.angle", "90 deg", "guess")
    return c


@looped
def two_windows() -> Circuit:
    return n_four_bar(2)


@looped
def rssr() -> Circuit:
    """Two hinges on skew axes, a rod between two balls; the rod's spin is the second degree of freedom."""
    c = Circuit("RSSR")
    c.add("bodies.base", "B1")
    c.add("bodies.base", "B2", place=[0.9, 0.5, 0.1])
    put(c, "joints.rotation", "R1", {"1": "B1.1"}, axis=[0, 0, 1])
    put(c, "bodies.cylinder", "Crank", {"1": "R1.2"}, length=0.2, radius=0.03, mass=1)
    put(c, "joints.spherical", "S1", {"1": "Crank.2"})
    put(c, "bodies.cylinder", "Rod", {"1": "S1.2"}, length=1.0, radius=0.03, mass=1)
    put(c, "joints.rotation", "R2", {"1": "B2.1"}, axis=[1, 0, 0])
    rocker = {"mass": 2, "centre": [0, 0.2, 0], "inertia": [0.05, 0.02, 0.05], "points": {"2": [0, 0.4, 0]}}
    put(c, "bodies.body", "Rocker", {"1": "R2.2"}, **rocker)
    put(c, "joints.spherical", "S2", {"1": "Rod.2", "2": "Rocker.2"})
    c.set_start("R1.angle", 0.3)
    return c


@looped
def spatial_loop_over_a_moving_base() -> Circuit:
    c = Circuit("RUCS", gravity=[0, 0, -9.81])
    c.add("bodies.base", "B1")
    c.add("bodies.base", "B2", place=[0.9, 0.5, 0.1], orientation=[0.3, 0.2, 0.5], travel_x="0.05*sin(3*t)")
    put(c, "joints.rotation", "R", {"1": "B1.1"}, axis=[1, 2, -1])
    put(c, "bodies.body", "K1", {"1": "R.2"}, **UNEVEN, **ORIENTED)
    put(c, "joints.universal", "U", {"2": "K1.2"})
    put(c, "bodies.body", "K2", {"1": "U.1"}, **UNEVEN, **ORIENTED)
    put(c, "joints.cylindrical", "C", {"1": "K2.2"}, axis=[0, 1, 1])
    put(c, "bodies.body", "K3", {"1": "C.2"}, **UNEVEN, **ORIENTED)
    put(c, "joints.spherical", "S", {"1": "K3.tip", "2": "B2.1"})
    put(c, "dynamics.spring_damper", "Spring", {"a": "U.turn_2"}, stiffness=3, damping=0.2)
    return put(c, "sources.velocity", "Ew", {"turn": "R.turn"}, law="0.3*sin(2*t)")


def random_loop(seed: int) -> Circuit:
    """A chain of any joints in either direction, closed on a second base that is placed at its end."""
    rng = np.random.default_rng(seed)
    kinds: list[str] = []
    while sum(len(JOINTS[kind]) for kind in kinds) < 8 or len(kinds) < 3:
        kinds.append(str(rng.choice(list(JOINTS))))
    c = Circuit(f"random loop {seed}", gravity=[1.0, -2.0, -9.0])
    c.add("bodies.base", "Base", orientation=rng.uniform(-1, 1, 3).tolist())
    last = "Base.1"
    for k, kind in enumerate(kinds, start=1):
        near, far = ("2", "1") if rng.random() < 0.4 else ("1", "2")
        names = {"rotation": ["axis"], "translation": ["axis"], "cylindrical": ["axis"], "universal": ["axis_1", "axis_2"]}
        names["planar"] = names["universal"]
        c.add(f"joints.{kind}", f"KN{k}", **{name: rng.uniform(-1, 1, 3).tolist() for name in names.get(kind, [])})
        c.connect(last, f"KN{k}.{near}")
        points = {"2": {"place": rng.uniform(-0.5, 0.5, 3).tolist(), "orientation": rng.uniform(-2, 2, 3).tolist()}}
        c.add("bodies.body", f"SB{k}", mass=1.0 + k, inertia=[0.2, 0.3, 0.25, 0.01, -0.02, 0.03], points=points)
        c.connect(f"KN{k}.{far}", f"SB{k}.1")
        last = f"SB{k}.2"
    end = f"KN{len(kinds)}"
    tableau = Tableau(c)
    start = {v.name: float(rng.uniform(-0.8, 0.8)) for v in tableau.states if v.level in ("position", "quaternion")}
    y = tableau.consistent(start)
    names = [f"SB{len(kinds)}.1.r.{i}" for i in "xyz"] + [f"SB{len(kinds)}.1.R.{i}{j}" for i in "xyz" for j in "xyz"]
    pose = np.array(tableau.values_function(names)(0.0, y, tableau.parameters())).ravel()
    c.remove(f"SB{len(kinds)}")
    turns = Rotation.from_matrix(pose[3:].reshape(3, 3)).as_euler("xyz").tolist()
    c.add("bodies.base", "End", place=pose[:3].tolist(), orientation=turns)
    c.connect(f"{end}.{far}", "End.1")
    for name, value in start.items():
        joint, _, letter = name.partition(".")
        if letter.startswith("attitude"):
            q = np.array([start[f"{joint}.attitude.{part}"] for part in "xyzw"])
            c.set_start(f"{joint}.attitude", Rotation.from_quat(q).as_euler("xyz").tolist(), "guess")
        else:
            c.set_start(name, value, "guess")
    for k, kind in enumerate(kinds, start=1):
        for port in JOINTS[kind]:
            slides = port.startswith("slide")
            if rng.random() < 0.3:
                put(c, f"dynamics.{'slide_' if slides else ''}damper", f"D_{k}_{port}", {"a": f"KN{k}.{port}"})
            elif rng.random() < 0.3:
                source, own = ("force", "slide") if slides else ("torque", "turn")
                put(c, f"sources.{source}", f"E_{k}_{port}", {own: f"KN{k}.{port}"}, law="2*sin(3*t)")
    return c
