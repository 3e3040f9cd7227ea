"""Example circuits with closed loops. Their drawings are placed by hand and routed by the program."""

from __future__ import annotations

from mars.circuit import Circuit
from mars.pictures.routing import route_all


def _finish(circuit: Circuit, until: str, step: str, plots: list[list[str]]) -> Circuit:
    circuit.run = {"until": until, "step": step}
    circuit.views = {"plots": plots}
    route_all(circuit)
    return circuit


def four_bar() -> Circuit:
    c = Circuit("Four-bar linkage", motions="Tx Ty Rz")
    c.note = (
        "Crank, coupler and rocker between two pivots, released from 60 degrees. The loop is cut through a body and closed again."
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
    return _finish(c, "5 s", "0.01 s", [["KN1.angle", "KN4.angle"], ["Base2.1.F.x", "Base2.1.F.y"]])


def slider_crank() -> Circuit:
    c = Circuit("Slider-crank", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = "A crank turning with 5 rad/s moves a piston through a rod; the torque that the drive needs is a result."
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
    c.set_start("KN4.travel", "1.2 m", "guess")
    return _finish(c, "3 s", "0.01 s", [["KN4.travel"], ["Ew1.turn.torque"]])


def andrews_squeezer() -> Circuit:
    """Points and angles as in the IVP test set; bodies K1 to K7, three loops that meet in the point E."""
    c = Circuit("Andrews' squeezing mechanism", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.note = (
        "The classic of multibody benchmarks (Hairer & Wanner, IVP test set): seven bodies, three loops, a stiff spring and a "
        "motor of 0.033 N·m that speeds up to 1140 rad/s in 30 ms."
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
    return _finish(c, "0.03 s", "0.0001 s", [["gamma.angle", "delta.angle", "phi.angle", "epsilon.angle"], ["beta.turn.speed"]])
