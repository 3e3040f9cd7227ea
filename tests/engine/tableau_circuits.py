"""Small circuits for the tests of the witness, and random trees of every kind of joint."""

from collections.abc import Callable

import numpy as np

from mars.circuit import Circuit

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
    """A tree of one to four bodies with any joints either way round, things on their freedoms, and a base that may move."""
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
