"""Example circuits in the plane, most with closed loops. Their components are placed manually and wired by the router."""

from __future__ import annotations

from typing import Any

from mars.circuits.pen import meet

from mars.document.circuit import Circuit
from mars.pictures.sheet.wires import route_all

UPWARDS = 3  # quarter turns that bring a symbol's first port down and its second up


def finish(circuit: Circuit, until: str, step: str, plots: list[list[str]]) -> Circuit:
    circuit.run = {"until": until, "step": step}
    circuit.views = {"plots": plots}
    route_all(circuit)
    return circuit


def four_bar() -> Circuit:
    c = Circuit("Four-bar linkage", motions="Tx Ty Rz")
    c.note = (
        "Crank, coupler and rocker between two fixed pivots, released from a crank angle of 60 degrees. The loop is cut through "
        "a body and closed again by constraints. With all six motions as the class and gravity along −y the mechanism moves in "
        "the same way; three of the six closure constraints are then redundant."
    )
    c.add("bodies.base", "Base1", at=(0, 0), turn=1)
    c.add("joints.rotation", "KN1", at=(100, 0))
    c.add("bodies.rod", "Crank", at=(220, 0), length="0.3 m", mass="1 kg")
    c.add("joints.rotation", "KN2", at=(340, 0))
    c.add("bodies.rod", "Coupler", at=(460, 0), length="0.9 m", mass="2 kg")
    c.add("joints.rotation", "KN3", at=(580, 0))
    c.add("bodies.rod", "Rocker", at=(700, 0), length="0.6 m", mass="3 kg")
    c.add("joints.rotation", "KN4", at=(820, 0))
    c.add("bodies.base", "Base2", at=(920, 0), turn=3, place=["1 m", 0, 0])
    for link in (
        "Base1.1 KN1.1", "KN1.2 Crank.1", "Crank.2 KN2.1", "KN2.2 Coupler.1", "Coupler.2 KN3.1", "KN3.2 Rocker.1",
        "Rocker.2 KN4.1", "KN4.2 Base2.1",
    ):  # fmt: skip
        c.connect(*link.split())
    c.set_start("KN1.angle", "60 deg")
    return finish(c, "5 s", "0.01 s", [["KN1.angle", "KN4.angle"], ["Base2.1.F.x", "Base2.1.F.y"]])


def slider_crank() -> Circuit:
    c = Circuit("Slider-crank mechanism", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = "A crank turning at 5 rad/s moves a piston through a connecting rod; the drive torque is computed."
    c.add("bodies.base", "Base1", at=(0, 0), turn=1)
    c.add("joints.rotation", "KN1", at=(120, 0))
    c.add("bodies.rod", "Crank", at=(240, 0), length="0.3 m", mass="1 kg")
    c.add("joints.rotation", "KN2", at=(360, 0))
    c.add("bodies.rod", "Rod", at=(480, 0), length="1 m", mass="2 kg")
    c.add("joints.rotation", "KN3", at=(600, 0))
    c.add("bodies.point_mass", "Piston", at=(740, 100), mass="1.5 kg")
    c.add("joints.translation", "KN4", at=(360, 180), axis=[1, 0, 0])
    c.add("sources.velocity", "Ew1", at=(120, -120), law="5 rad/s")
    for link in (
        "Base1.1 KN1.1",
        "KN1.2 Crank.1",
        "Crank.2 KN2.1",
        "KN2.2 Rod.1",
        "Rod.2 KN3.1",
        "Base1.1 KN4.1",
        "KN1.turn Ew1.turn",
    ):
        c.connect(*link.split())
    c.connect("KN3.2", "Piston.1", "KN4.2")
    c.set_start("KN1.angle", "0.5 rad")
    c.set_start("KN4.travel", "1.253 m", "guess")
    return finish(c, "3 s", "0.01 s", [["KN4.travel"], ["Ew1.turn.torque"]])


def andrews_squeezer() -> Circuit:
    """Points and angles as in the IVP test set; bodies K1 to K7, three loops that meet at point E."""
    c = Circuit("Andrews' squeezing mechanism", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = (
        "A classic multibody benchmark (Hairer & Wanner, IVP test set): seven bodies, three loops, a stiff spring and a motor "
        "whose torque of 0.033 N·m accelerates the mechanism to 1140 rad/s in 30 ms."
    )
    for name, place, at in (
        ("O", (0, 0), (0, 0)),
        ("A", (-0.06934, -0.00227), (0, 360)),
        ("B", (-0.03635, 0.03273), (0, 180)),
        ("C", (0.014, 0.072), (560, 100)),
    ):
        c.add("bodies.base", name, at=at, turn=3 if name == "C" else 1, place=[*place, 0])
    bodies = {
        "K1": (0.04325, 2.194e-06, (0.00092, 0), {"2": (0.007, 0)}, (220, 0)),
        "K2": (0.00365, 4.41e-07, (-0.0115, 0), {"E": (-0.028, 0)}, (460, 0)),
        "K3": (0.02373, 5.255e-06, (0.01043, -0.01874), {"E": (0, -0.035), "D": (0.02, -0.018)}, (220, 180)),
        "K5": (0.0705, 1.169e-05, (0.02308, 0.00916), {"2": (0.04, 0)}, (220, 300)),
        "K4": (0.00706, 5.667e-07, (0, -0.00579), {"E": (0, -0.02)}, (460, 300)),
        "K7": (0.05498, 1.912e-05, (-0.00449, -0.01228), {"2": (0, -0.04)}, (220, 420)),
        "K6": (0.00706, 5.667e-07, (0.00579, 0), {"E": (0.02, 0)}, (460, 420)),
    }
    for name, (mass, inertia, centre, points, at) in bodies.items():
        places = {point: [*place, 0] for point, place in points.items()}
        c.add("bodies.body", name, at=at, mass=mass, inertia=[0, 0, inertia], centre=[*centre, 0], points=places)
    joints = {
        "beta": ("O.1", "K1.1", (100, 0)),
        "theta": ("K1.2", "K2.1", (340, 0)),
        "gamma": ("B.1", "K3.1", (100, 180)),
        "delta": ("A.1", "K5.1", (100, 300)),
        "phi": ("K5.2", "K4.1", (340, 300)),
        "epsilon": ("A.1", "K7.1", (100, 420)),
        "Omega": ("K7.2", "K6.1", (340, 420)),
        "E3": ("K3.E", "K2.E", (640, 180)),
        "E4": ("K4.E", "K2.E", (640, 300)),
        "E6": ("K6.E", "K2.E", (640, 420)),
    }
    for name, (first, _, at) in joints.items():
        c.add("joints.rotation", name, at=at)
        c.connect(first, f"{name}.1")
    for name in ("beta", "theta", "gamma", "delta", "phi", "epsilon", "Omega"):
        c.connect(f"{name}.2", joints[name][1])
    c.connect("K2.E", "E3.2", "E4.2", "E6.2")
    c.add("sources.torque", "Drive", at=(100, -120), law="0.033 N·m")
    c.connect("Drive.turn", "beta.turn")
    c.add("dynamics.line_spring_damper", "Spring", at=(440, 100), stiffness="4530 N/m", rest="0.07785 m")
    c.connect("K3.D", "Spring.a")
    c.connect("Spring.b", "C.1")
    start = {
        "beta": -0.06171389001427645, "theta": 0.0, "gamma": 0.45527981916307037, "phi": 0.22266839016588588,
        "delta": 0.48736497954384256, "Omega": -0.22266839016588588, "epsilon": 1.2305474445498212,
    }  # fmt: skip
    for name, angle in start.items():
        c.set_start(f"{name}.angle", angle, "fixed" if name == "theta" else "guess")
    return finish(c, "0.03 s", "0.0001 s", [["gamma.angle", "delta.angle", "phi.angle", "epsilon.angle"], ["beta.turn.speed"]])


def n_four_bar(windows: int = 2) -> Circuit:
    """IFToMM benchmark A02: 2N + 1 equal rods form a chain of N parallelograms."""
    c = Circuit("N-four-bar mechanism", motions="Tx Ty Rz")
    c.note = (
        "IFToMM benchmark A02, a chain of N four-bar parallelograms: rods of 1 m and 1 kg, all upright at the start and moving "
        "to the right at 1 m/s. They make full turns, and twice in every turn the mechanism lies flat: there it could fold "
        "instead, so the closure constraints lose rank. `n_four_bar(windows)` draws it with any number of windows."
    )
    for i in range(windows + 1):
        x = 440 * i
        c.add("bodies.base", f"A{i}", at=(x, 380), place=[i, 0, 0])
        c.add("joints.rotation", f"J{i}", at=(x, 280), turn=UPWARDS)
        c.add("bodies.rod", f"V{i}", at=(x, 160), turn=UPWARDS)
        c.connect(f"A{i}.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"V{i}.1")
        c.set_start(f"J{i}.angle", "90 deg")
        c.set_start(f"J{i}.turn.speed", "-1 rad/s", "fixed" if i == 0 else "guess")
    for i in range(windows):
        x = 440 * i
        c.add("joints.rotation", f"L{i}", at=(x + 100, 40))
        c.add("bodies.rod", f"C{i}", at=(x + 220, 40))
        c.add("joints.rotation", f"R{i}", at=(x + 340, 40))
        c.connect(f"L{i}.2", f"C{i}.1")
        c.connect(f"C{i}.2", f"R{i}.1")
        c.set_start(f"L{i}.angle", "-90 deg", "guess")
        c.set_start(f"R{i}.angle", "90 deg", "guess")
    for i in range(windows + 1):
        neighbours = [end for end, exists in ((f"R{i - 1}.2", i > 0), (f"L{i}.1", i < windows)) if exists]
        meet(c, f"V{i}.2", *neighbours, at=(440 * i, 40))
    return finish(c, "10 s", "0.02 s", [["V0.2.r.x", "V0.2.r.y"], ["J0.turn.speed"], ["A0.1.F.x", "A0.1.F.y"]])


def car_axis() -> Circuit:
    """The IVP test set's problem: stiffness 1 N/m, half axle of M ε²/2 = 0.5 g, gravity 1 m/s²."""
    c = Circuit("Car axis", motions="Tx Ty Rz", gravity=[0, "-1 m/s^2", 0])
    c.note = (
        "The car axis problem of the IVP test set: a 1 m axle between two masses on springs drives over a bumpy road. The road "
        "tilts about its left end; the left wheel follows a guide perpendicular to the road, the right spring can tilt freely. "
        "The masses are small relative to the spring stiffness: the axle vibrates as it follows the road."
    )
    c.add("bodies.base", "Base1", at=(0, 300), turn=1, rotation="asin(0.1*sin(10*t))")
    points = {"guide": [0, "0.5 m", 0], "end": ["1 m", 0, 0]}
    c.add("bodies.body", "Road", at=(120, 300), mass=0, inertia=[0, 0, 0], points=points)
    c.add("joints.translation", "KN1", at=(240, 200), turn=UPWARDS, axis=[0, 1, 0])
    c.add("dynamics.slide_spring", "DC1", at=(120, 200), flip=True, stiffness="1 N/m")
    c.add("bodies.point_mass", "Left", at=(240, 40), turn=UPWARDS, mass="0.5 g")
    c.add("joints.rotation", "KN2", at=(360, 120))
    right: list[Any] = ["1 m", 0, 0]
    c.add("bodies.body", "Axle", at=(480, 120), mass="0.5 g", centre=right, inertia=[0, 0, 0], points={"right": right})
    c.add("dynamics.line_spring_damper", "DC2", at=(600, 220), turn=UPWARDS, stiffness="1 N/m", rest="0.5 m")
    for link in ("Base1.1 Road.1", "Road.guide KN1.1", "Road.end DC2.a", "KN1.slide DC1.a", "KN2.2 Axle.1", "Axle.right DC2.b"):
        c.connect(*link.split())
    meet(c, "KN1.2", "Left.1", "KN2.1", at=(240, 120))
    c.set_start("KN1.travel", 0)
    c.set_start("KN1.slide.speed", 0)
    c.set_start("KN2.angle", 0)
    c.set_start("KN2.turn.speed", "-1 rad/s")
    return finish(
        c, "3 s", "0.005 s", [["Left.1.r.x", "Axle.right.r.y"], ["Axle.right.v.x", "Axle.right.v.y"], ["KN1.2.F.x", "KN2.2.F.x"]]
    )
