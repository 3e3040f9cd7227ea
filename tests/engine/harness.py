"""A small running circuit around any one kind, so that every kind can be tested alike."""

from mars.circuit import Circuit
from mars.component import Base, Body, Joint
from mars.domains import FRAME, ROTATION
from mars.registry import kinds

OBLIQUE = ([1, 2, 3], [2, -1, 1], [0, 1, -2], [3, 1, 1])
# A table spring must be bent to be interesting; a base must move to have power.
VALUES = {
    "dynamics.table_spring": {"table": [[-1, -5], [-0.2, -3], [0.3, 2], [1.2, 9]]},
    "dynamics.slide_table_spring": {"table": [[-1, -5], [-0.2, -3], [0.3, 2], [1.2, 9]]},
    "bodies.base": {"travel_x": "0.1*sin(3*t)", "travel_z": "0.2*t^2", "rotation": "sin(t)", "axis": [1, 1, 0]},
    "bodies.body": {
        "centre": [0.1, -0.2, 0.3],
        "inertia": [0.2, 0.3, 0.25, 0.01, -0.02, 0.03],
        "points": {"2": [0.5, 0.1, 0], "3": {"place": [0, 0.4, 0.1], "orientation": ["30 deg", 0.2, -1]}},
    },
    "sources.wrench": {"basis": "body", "force_x": "5*sin(t)", "force_z": 3, "moment_y": "t"},
    "dynamics.rotor": {"ratio": 7, "inertia": 0.02, "axis": [1, 2, 2]},
    "sources.velocity": {"law": "0.5*sin(2*t)"},
    "sources.movement": {"law": "0.5*sin(2*t)"},
    "sources.slide_velocity": {"law": "0.5*sin(2*t)"},
    "sources.slide_movement": {"law": "0.5*sin(2*t)"},
}


def circuit_around(kind: str) -> Circuit:
    """The kind under test is called `X`; everything around it is spatial, oblique and in motion."""
    cls = kinds()[kind]
    c = Circuit(f"around {kind}")
    c.add(kind, "X", **VALUES.get(kind, {}))
    if issubclass(cls, Base):
        _arm(c, "A", "X.1")
    elif issubclass(cls, Joint):
        c.add("bodies.base", "Base", place=[0.1, 0.2, 0.3])
        c.connect("Base.1", "X.1")
        _body(c, "Load")
        c.connect("X.2", "Load.1")
    elif issubclass(cls, Body):
        _arm(c, "A")
        c.connect("A2.2", "X.1")
    else:
        _surround(c, cls)
    return c


def _surround(c: Circuit, cls) -> None:
    frames = [p for p in cls.ports.values() if p.domain is FRAME]
    scalars = [p for p in cls.ports.values() if p.domain is not FRAME]
    for i, port in enumerate(frames):
        letter = "AB"[i]
        _arm(c, letter)
        c.connect(f"X.{port.name}", f"{letter}1.2" if scalars else f"{letter}2.2")
    if not scalars:
        return
    if not frames:
        _arm(c, "A")
    first, *more = sorted(scalars, key=lambda p: p.domain is ROTATION)
    if first.domain is ROTATION:
        c.connect(f"X.{first.name}", "AJ2.turn")
    else:
        c.add("joints.translation", "Slider", axis=OBLIQUE[3])
        _body(c, "Sliding")
        c.connect("A2.2", "Slider.1")
        c.connect("Slider.2", "Sliding.1")
        c.connect(f"X.{first.name}", "Slider.slide")
    for port in more:
        if port.open == "reference":
            continue
        if port.domain is ROTATION:
            c.add("dynamics.rotor", "Flywheel", inertia=0.3)
            c.add("dynamics.spring_damper", "Shaft", stiffness=20, damping=0.3)
            c.connect(f"X.{port.name}", "Flywheel.shaft", "Shaft.a")
        else:
            c.add("dynamics.slide_spring_damper", "Rod", stiffness=20, damping=0.3)
            c.connect(f"X.{port.name}", "Rod.a")


def _arm(c: Circuit, letter: str, root: str = "") -> None:
    """Two oblique hinges with a body behind each: `A1`, `A2` on joints `AJ1`, `AJ2`."""
    if not root:
        c.add("bodies.base", f"{letter}Base", place=[0.2, -0.1, 0.4] if letter == "A" else [-0.5, 0.3, 0.1])
        root = f"{letter}Base.1"
    for i in (1, 2):
        c.add("joints.rotation", f"{letter}J{i}", axis=OBLIQUE[i - 1 + (letter == "B")])
        _body(c, f"{letter}{i}")
        c.connect(root, f"{letter}J{i}.1")
        c.connect(f"{letter}J{i}.2", f"{letter}{i}.1")
        root = f"{letter}{i}.2"


def _body(c: Circuit, name: str) -> None:
    points = {"2": {"place": [0.4, 0.1, -0.2], "orientation": [0.3, 0, "90 deg"]}}
    c.add(
        "bodies.body",
        name,
        mass=1.5,
        centre=[0.1, 0.05, -0.1],
        inertia=[0.1, 0.2, 0.15, 0.01, 0.02, -0.03],
        points=points,
    )
