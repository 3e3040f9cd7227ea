"""Circuits to begin with: a class, gravity as usual, one base."""

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


NEW = {"planar": planar, "spatial": spatial}  # by the word that the start page uses
