"""A four-bar linkage of three rods."""

from mars.document.circuit import Circuit


def four_bar(motions="Tx Ty Rz", scale=1.0) -> Circuit:
    c = Circuit("four-bar", motions=motions, gravity=[0, -9.81, 0])
    c.add("bodies.base", "B1")
    c.add("bodies.base", "B2", place=[scale, 0, 0])
    for i, length in enumerate((0.3, 0.9, 0.6), start=1):
        c.add("bodies.rod", f"R{i}", length=length * scale, mass=i)
    for i in (1, 2, 3, 4):
        c.add("joints.rotation", f"J{i}")
    for link in ("B1.1 J1.1", "J1.2 R1.1", "R1.2 J2.1", "J2.2 R2.1", "R2.2 J3.1", "J3.2 R3.1", "R3.2 J4.1", "J4.2 B2.1"):
        c.connect(*link.split())
    c.set_start("J1.angle", "60 deg")
    return c
