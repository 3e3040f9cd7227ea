"""Circuits and checks shared by the tests of switching."""

from __future__ import annotations

import numpy as np

import mars
from mars.document.circuit import Circuit

GRAVITY = 9.81


def balanced(circuit, until=None, **settings):
    """The run, whose energy must balance."""
    run = mars.simulate(circuit, until, **settings)
    assert run.ledger().relative_residual < 1e-7
    return run


def sliders(*masses, gravity=0.0):
    """Masses M1, M2, … on one line, each on its own slider J1, J2, …; gravity pulls them back."""
    c = Circuit("sliders", motions="Tx Ty Rz", gravity=[-gravity, 0, 0])
    c.add("bodies.base", "Base")
    for i, mass in enumerate(masses, start=1):
        c.add("joints.translation", f"J{i}", axis=[1, 0, 0])
        c.add("bodies.point_mass", f"M{i}", mass=mass)
        c.connect("Base.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"M{i}.1")
    return c


def shafts(*inertias):
    """Wheels M1, M2, … each on its own shaft J1, J2, … about z."""
    c = Circuit("shafts", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    for i, inertia in enumerate(inertias, start=1):
        c.add("joints.rotation", f"J{i}")
        c.add("bodies.body", f"M{i}", mass=1, inertia=[0, 0, inertia])
        c.connect("Base.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"M{i}.1")
    return c


def between(circuit, kind, name, *ends, **values):
    """A component whose ports a, b (or its only one) are on the shafts or sliders of the joints given."""
    circuit.add(kind, name, **values)
    ports = ["a", "b"] if kind.startswith("dynamics.") else ["slide" if kind.endswith("force") or "slide" in kind else "turn"]
    for port, joint in zip(ports, ends, strict=False):
        circuit.connect(f"{name}.{port}", f"{joint}.{'turn' if circuit.component(joint).kind == 'joints.rotation' else 'slide'}")


def start(circuit, **values):
    """`J1=(position, speed)` for each joint."""
    for joint, (place, speed) in values.items():
        turns = circuit.component(joint).kind == "joints.rotation"
        circuit.set_start(f"{joint}.{'angle' if turns else 'travel'}", place)
        circuit.set_start(f"{joint}.{'turn' if turns else 'slide'}.speed", speed)


def told(run, component=None):
    """Times and texts of the mode changes of one component, or of all."""
    return [(event.t, event.what) for event in switched(run) if component in (None, event.component)]


def switched(run):
    """The log without impacts."""
    return [event for event in run.events if not event.what.startswith("is hit")]


def at_rest(speeds):
    """The residual speed of a held part is far below rounding: it never adds up to a drift."""
    return np.abs(speeds).max() < 1e-30
