"""The closed-loop and stiff mechanisms of the bench: their circuits, and the errors of their end states."""

from __future__ import annotations

import json
from functools import cache
from math import pi
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

from mars import load
from mars.document.circuit import Circuit

ROOT = Path(__file__).parents[1]

# Andrews' squeezer: seven bodies, three loops, 30 ms (IVP test set).
SQUEEZED = 0.03  # s
SQUEEZER_ACCURACY = 1e-6  # of the seven angles at SQUEEZED, relative
SQUEEZER_ANGLES = ("beta", "theta", "gamma", "phi", "delta", "Omega", "epsilon")

# IFToMM A02: windows in series.
WINDOWS = (10, 20, 40)
WINDOWS_TIME = 5.0  # s, with five passes through the singular position

# A steel mast of 9 cylinders, hanging, struck so that it swings: the fastest torsion has 9.5·10³ rad/s, the swing 2.
CYLINDERS = 9
LENGTH, RADIUS = 6.0, 0.05  # m
STEEL, SHEAR, DENSITY = 2.1e11, 8.1e10, 7850.0  # Pa, Pa, kg/m³
RETARDATION = 1e-4  # s, damping / stiffness of every spring: hardly affects the swing, damps the fastest torsion immediately
MAST_TIME = 2.0  # s
MAST_ACCURACY = 1e-4  # rad, of every joint at MAST_TIME
MAST_ANGLES = tuple(f"KN{i}{axis}" for i in range(1, CYLINDERS + 1) for axis in "xyz")


def squeezer() -> Circuit:
    return load(ROOT / "circuits" / "andrews_squeezer.mars")


def squeezer_error(angles: np.ndarray) -> float:
    """Largest relative error of the angles, in the order of SQUEEZER_ANGLES."""
    return largest(angles / _squeezed() - 1)


@cache
def _squeezed() -> np.ndarray:
    reference = json.loads((ROOT / "tests" / "refs" / "ivp_andrews_squeezer.json").read_text())["reference"]
    return np.array([reference["samples"][str(SQUEEZED)][angle] for angle in SQUEEZER_ANGLES])


def windows_error(count: int, angles: np.ndarray) -> float:
    """Largest error of the uprights: all rotate together, as one pendulum of their 1/3 each and the couplers' 1 each (kg·m²)."""
    pull = 9.81 * ((count + 1) / 2 + count) / ((count + 1) / 3 + count)
    fallen = solve_ivp(lambda _t, x: (x[1], pull * np.sin(x[0])), (0, WINDOWS_TIME), (0, 1), "DOP853", rtol=1e-12, atol=1e-12)
    return largest(angles - (pi / 2 - fallen.y[0, -1]))


def mast() -> Circuit:
    """27 degrees of freedom: three rotations between neighbours with springs EI/h and GJ/h; two at the top are free."""
    h = LENGTH / CYLINDERS
    bending, torsion = STEEL * pi * RADIUS**4 / 4 / h, SHEAR * pi * RADIUS**4 / 2 / h
    circuit = Circuit("mast")
    circuit.add("bodies.base", "Base", orientation=[0, pi / 2, 0])
    end = "Base.1"
    for name in MAST_ANGLES:
        axis = name[-1]
        circuit.add("joints.rotation", name, axis=[int(axis == a) for a in "xyz"])
        circuit.connect(end, f"{name}.1")
        end = f"{name}.2"
        if name not in ("KN1y", "KN1z"):
            stiffness = torsion if axis == "x" else bending
            circuit.add("dynamics.spring_damper", f"S{name}", stiffness=stiffness, damping=RETARDATION * stiffness)
            circuit.connect(f"S{name}.a", f"{name}.turn")
        if axis == "z":
            body = f"C{name[2:-1]}"
            mass = DENSITY * pi * RADIUS**2 * h
            circuit.add("bodies.cylinder", body, length=h, radius=RADIUS, mass=mass)
            circuit.connect(end, f"{body}.1")
            end = f"{body}.2"
    circuit.set_start("KN1y.turn.speed", 1.0)
    circuit.set_start("KN1z.turn.speed", 0.5)
    return circuit


def largest(errors: np.ndarray) -> float:
    """Largest of some errors; infinite if the run diverged."""
    return float(np.nan_to_num(np.abs(errors).max(), nan=np.inf))
