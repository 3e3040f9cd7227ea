"""New circuits: a mechanism starts with its class, gravity and one base; the others can be run as they are."""

from __future__ import annotations

from mars.component.domains import MOTIONS
from mars.document.circuit import Circuit

PLANE = ("Tx", "Ty", "Rz")


def planar() -> Circuit:
    """A mechanism in the plane X–Y; gravity down the sheet."""
    return _begun(PLANE)


def spatial() -> Circuit:
    """A mechanism in space; gravity along −z."""
    return _begun(MOTIONS)


def _begun(motions: tuple[str, ...]) -> Circuit:
    circuit = Circuit(motions=motions)
    circuit.add("bodies.base", "Base1", at=(0, 0), turn=1)  # its port faces right, where the mechanism grows
    circuit.run = {"until": "10 s"}
    return circuit


def electrical() -> Circuit:
    """A capacitor that is charged through a resistor; it can be run as it is."""
    circuit = Circuit(motions=PLANE)
    circuit.add("electrical.voltage_source", "V1", at=(0, 60), turn=1, law="10 V")
    circuit.add("electrical.resistor", "R1", at=(100, 0), resistance="100 kΩ")
    circuit.add("electrical.capacitor", "C1", at=(200, 60), turn=1, capacitance="10 µF")
    circuit.add("electrical.ground", "GND1", at=(0, 150))
    for a, b in (("V1.p", "R1.p"), ("R1.n", "C1.p"), ("V1.n", "GND1.p"), ("C1.n", "GND1.p")):
        circuit.connect(a, b)
    circuit.run = {"until": "5 s"}
    return circuit


def hydraulic() -> Circuit:
    """A pump that delivers oil into a line until its relief valve opens; valves and cylinders connect to the line."""
    circuit = Circuit(motions=PLANE)
    circuit.add("sources.velocity", "Ew1", at=(0, 40), turn=3, law="1500 rpm")
    circuit.add("hydraulic.pump", "PU1", at=(120, 40), displacement="16 cm^3/rev")
    circuit.add("hydraulic.tank", "T1", at=(120, 130))
    circuit.add("hydraulic.volume", "VO1", at=(120, -60), volume="1 l")
    circuit.add("hydraulic.relief_valve", "RV1", at=(260, 40), turn=1, set_pressure="160 bar")
    circuit.add("hydraulic.tank", "T2", at=(260, 130))
    for a, b in (("Ew1.turn", "PU1.shaft"), ("T1.a", "PU1.a"), ("PU1.b", "VO1.a"), ("VO1.a", "RV1.a"), ("RV1.b", "T2.a")):
        circuit.connect(a, b)
    circuit.run = {"until": "0.2 s"}
    return circuit


def thermal() -> Circuit:
    """A body that is heated and loses heat to the surroundings."""
    circuit = Circuit(motions=PLANE)
    circuit.add("thermal.heat_source", "HS1", at=(0, 0), law="20 W")
    circuit.add("thermal.capacity", "HC1", at=(0, 120), turn=2, capacity="100 J/K")
    circuit.add("thermal.resistance", "HR1", at=(120, 60), resistance="2 K/W")
    circuit.add("thermal.ambient", "AMB1", at=(220, 120))
    for a, b in (("HS1.heat", "HC1.heat"), ("HC1.heat", "HR1.a"), ("HR1.b", "AMB1.heat")):
        circuit.connect(a, b)
    circuit.run = {"until": "1000 s"}
    return circuit


NEW = {  # by the name used on the start page
    "planar": planar,
    "spatial": spatial,
    "electrical": electrical,
    "hydraulic": hydraulic,
    "thermal": thermal,
}
