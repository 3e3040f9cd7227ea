"""Circuits to begin with: a mechanism has its class, gravity as usual and one base; an electrical circuit charges a capacitor."""

from __future__ import annotations

from mars.circuit import Circuit
from mars.domains import MOTIONS

PLANE = ("Tx", "Ty", "Rz")


def planar() -> Circuit:
    """A mechanism in the plane X–Y; gravity down the sheet."""
    return _begun(PLANE)


def spatial() -> Circuit:
    """A mechanism in space; gravity along −z."""
    return _begun(MOTIONS)


def _begun(motions: tuple[str, ...]) -> Circuit:
    circuit = Circuit(motions=motions)
    circuit.add("bodies.base", "Base1", at=(0, 0), turn=1)  # its port to the right, where the mechanism grows
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


NEW = {"planar": planar, "spatial": spatial, "electrical": electrical}  # by the word that the start page uses
