"""Ports of subcircuits: a definition with one of them on its sheet, used once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mars.document.circuit import Circuit

from .scene import Example

Parts = list[tuple[str, str, dict[str, Any]]]  # kind, name, values and position


def used_once(
    kind: str, name: str, inner: Parts, outer: Parts, links: tuple[str, str], *curves: str, until: float = 2
) -> Example:
    """A circuit with one component of a subcircuit; links of the sheet and of the host are `A.1 - B.1, C.2 - D.1`."""
    sheet, host = Circuit(), Circuit(kind, motions="Tx Ty Rz")
    for circuit, parts in ((sheet, inner), (host, outer)):
        for part_kind, part, values in parts:
            circuit.add(part_kind, part, **values)
    for circuit, written in zip((sheet, host), links, strict=True):
        for each in written.split(", "):
            circuit.connect(*each.split(" - "))
    host.define(name, sheet, letters=name)
    return Example(host, f"{name}1", curves, until, inside=name)


PENDULUM: Parts = [
    ("bodies.base", "Base1", {"at": (-20, 0), "turn": 1}),
    ("joints.rotation", "KN1", {"at": (80, 0)}),
    ("bodies.rod", "SB1", {"at": (200, 0), "length": "0.5 m"}),
]
SWING = "Base1.1 - KN1.1, KN1.2 - SB1.1"


def hinged(kind: str) -> Example:
    inner = [(kind, "root", {"at": (0, 0)}), *PENDULUM[1:]]
    outer: Parts = [("bodies.base", "Base1", {"at": (0, 0), "turn": 1}), ("Arm", "Arm1", {"at": (120, 0)})]
    return used_once(kind, "Arm", inner, outer, ("root.inside - KN1.1, KN1.2 - SB1.1", "Base1.1 - Arm1.root"), "Arm1.KN1.angle")


def springy(kind: str) -> Example:
    """A damper behind a spring, on a pendulum or on a mass that slides."""
    slide = "slide_" if kind.endswith("translation") else ""
    inner: Parts = [
        (kind, "end", {"at": (0, 0)}),
        (f"dynamics.{slide}spring", "DC1", {"at": (90, 0), "stiffness": 40}),
        (f"dynamics.{slide}damper", "DC2", {"at": (90, 80), "damping": 0.5}),
    ]
    outer = [*PENDULUM, ("Strut", "Strut1", {"at": (180, -100)})]
    joint = "KN1.turn"
    if slide:
        outer[1:3] = [
            ("joints.translation", "KN1", {"at": (80, 0), "axis": [0, 1, 0]}),
            ("bodies.point_mass", "SB1", {"at": (200, 0)}),
        ]
        joint = "KN1.slide"
    links = ("end.inside - DC1.a - DC2.a", f"{SWING}, {joint} - Strut1.end")
    return used_once(kind, "Strut", inner, outer, links, "KN1.travel" if slide else "KN1.angle")


def filtering(kind: str) -> Example:
    """A low pass of a resistor and a capacitor."""
    down = {"turn": 1}
    inner: Parts = [
        (kind, "in", {"at": (0, 0)}),
        ("electrical.resistor", "R1", {"at": (80, 0)}),
        ("electrical.capacitor", "C1", {"at": (160, 60), **down}),
        ("electrical.ground", "GND1", {"at": (160, 130)}),
    ]
    outer: Parts = [
        ("electrical.voltage_source", "V1", {"at": (0, 0), **down, "law": {"law": "sine", "amplitude": 10, "frequency": 50}}),
        ("electrical.ground", "GND1", {"at": (0, 80)}),
        ("Filter", "Filter1", {"at": (120, -60)}),
    ]
    links = ("in.inside - R1.p, R1.n - C1.p, C1.n - GND1.p", "V1.p - Filter1.in, V1.n - GND1.p")
    return used_once(kind, "Filter", inner, outer, links, "V1.p.voltage", "Filter1.C1.voltage", until=0.06)


def smoothing(kind: str) -> Example:
    """A signal enters, and leaves smoothed."""
    inner: Parts = [
        ("ports.signal_in", "u", {"at": (0, 0)}),
        ("signals.lag", "LAG1", {"at": (80, 0), "time_constant": 0.2}),
        ("ports.signal_out", "y", {"at": (160, 0), "side": "right"}),
    ]
    outer: Parts = [
        ("signals.law", "LAW1", {"at": (0, 0)}),
        ("Smooth", "Smooth1", {"at": (120, 0)}),
        ("signals.gain", "K1", {"at": (260, 0)}),
    ]
    links = ("u.inside - LAG1.in, LAG1.out - y.inside", "LAW1.out - Smooth1.u, Smooth1.y - K1.in")
    return used_once(kind, "Smooth", inner, outer, links, "LAW1.out.value", "K1.out.value")


def turned(kind: str) -> Example:
    """Two signals enter on one line and leave in the other order."""
    inner: Parts = [
        ("ports.bundle_in", "u", {"at": (0, 0)}),
        ("signals.unbundle", "UNB1", {"at": (80, 0)}),
        ("signals.bundle", "BUN1", {"at": (200, 0)}),
        ("ports.bundle_out", "y", {"at": (270, 0), "side": "right"}),
    ]
    outer: Parts = [
        ("signals.law", "LAW1", {"at": (0, -40)}),
        ("signals.constant", "CON1", {"at": (0, 40)}),
        ("signals.bundle", "BUN1", {"at": (110, 0)}),
        ("Swap", "Swap1", {"at": (220, 0)}),
        ("signals.unbundle", "UNB1", {"at": (330, 0)}),
    ]
    links = (
        "u.inside - UNB1.in, UNB1.out1 - BUN1.in2, UNB1.out2 - BUN1.in1, BUN1.out - y.inside",
        "LAW1.out - BUN1.in1, CON1.out - BUN1.in2, BUN1.out - Swap1.u, Swap1.y - UNB1.in",
    )
    return used_once(kind, "Swap", inner, outer, links, "UNB1.out1.value", "UNB1.out2.value")


EXAMPLES: dict[str, Callable[[str], Example]] = {
    "ports.frame": hinged,
    "ports.rotation": springy,
    "ports.translation": springy,
    "ports.electrical": filtering,
    "ports.signal_in": smoothing,
    "ports.signal_out": smoothing,
    "ports.bundle_in": turned,
    "ports.bundle_out": turned,
}
