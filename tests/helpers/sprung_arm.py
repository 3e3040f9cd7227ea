"""Two rods on joints, with a spring and damper in the second."""

from mars import Circuit


def arm(**start) -> Circuit:
    c = Circuit("arm", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=0.6, mass=4)
    c.add("joints.rotation", "KN2")
    c.add("bodies.rod", "SB2", length=0.4, mass=2.5)
    c.add("dynamics.spring_damper", "DC", stiffness=3, damping=0.1)
    for a, b in (("Base.1", "KN1.1"), ("KN1.2", "SB1.1"), ("SB1.2", "KN2.1"), ("KN2.2", "SB2.1"), ("KN2.turn", "DC.a")):
        c.connect(a, b)
    c.set_start("KN1.angle", "30 deg")
    for name, value in start.items():
        c.set_start(name, value)
    return c
