"""Circuits for changes during a run."""

import mars
from mars.document.circuit import Circuit
from tests.helpers.paths import CIRCUITS


def load(name: str, **values) -> Circuit:
    return changed(mars.load(CIRCUITS / f"{name}.mars"), **values)


def changed(circuit: Circuit, **values) -> Circuit:
    """A copy with other values: `Rod__mass=2`."""
    other = circuit.copy()
    for name, value in values.items():
        other.set(name.replace("__", "."), value)
    return other


def wheel(damping=2.0, **more) -> Circuit:
    """A wheel with a damper: I·w' = −d·w, I = 0.5."""
    c = Circuit("wheel", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.body", "SB1", mass=1, inertia=[0.5, 0.5, 0.5])
    c.add("dynamics.damper", "D1", damping=damping)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.connect("KN1.turn", "D1.a")
    c.set_start("KN1.turn.speed", 3.0)
    c.run = {"until": 2.0} | more
    return c


def stiff_pendulum() -> Circuit:
    c = wheel(3e4)
    c.set("SB1.centre", [0, -0.5, 0])
    c.set_start("KN1.turn.speed", 0.0)
    c.set_start("KN1.angle", 1.0)
    return c
