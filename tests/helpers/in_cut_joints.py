"""Elastic links as rigid pieces with springs in cuts: two in each element, so that bending is that of a beam."""

from __future__ import annotations

import math
from typing import Any

from mars.document.circuit import Circuit

ROOT_CUT = 0.21132486540518713  # (1 − √⅓)/2: the cuts at the points of Gauss in each element


def cut_lengths(length: float, elements: int, cut: float = ROOT_CUT) -> list[float]:
    """The pieces between the cuts; those that meet at the border of two elements are one."""
    h = length / elements
    a = cut * h
    return [a, *([h - 2 * a, 2 * a] * elements)[:-1], a]


def cantilever(elements: int, cut: float) -> Circuit:
    """A beam with EI = ϱA = length = 1, clamped at its left end, in the plane; the joints are KN1, KN2, …"""
    first, *others = cut_lengths(1.0, elements, cut)
    c = Circuit("cantilever", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base", place=[first, 0, 0])
    last = "Base.1"
    for i, length in enumerate(others, start=1):
        c.add("joints.rotation", f"KN{i}")
        c.add("bodies.rod", f"SB{i}", length=length, mass=length)
        c.add("dynamics.spring", f"DC{i}", stiffness=2.0 * elements)
        c.connect(last, f"KN{i}.1")
        c.connect(f"KN{i}.2", f"SB{i}.1")
        c.connect(f"DC{i}.a", f"KN{i}.turn")
        last = f"SB{i}.2"
    return c


def long_arm(numbers: dict[str, Any], elements: int, elastic: bool = True) -> Circuit:
    """An arm of four links, the two long ones elastic; the joints follow given movements. The tip is Link4.2.

    The first joint turns about y, along which the first link is; the others turn about z.
    """
    rigid = numbers["radii_assumed"]["rigid"]
    mass_per_length = numbers["rho"] * math.pi * rigid**2
    c = Circuit("long arm", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    last, turn = "Base.1", numbers["Ts"]
    for i, (length, swing) in enumerate(zip(numbers["L"], numbers["swings"], strict=True), start=1):
        c.add("joints.rotation", f"KN{i}", axis=[0, 1, 0] if i == 1 else [0, 0, 1])
        c.add("sources.movement", f"Ep{i}", law={"law": "cycloid", "time": turn, "after": swing})
        c.connect(last, f"KN{i}.1")
        c.connect(f"KN{i}.turn", f"Ep{i}.turn")
        last = f"KN{i}.2"
        if i == 1:
            c.add("bodies.rod", "Link1", length=length, mass=mass_per_length * length)
            c.set("Link1.points", {"top": {"place": [0, length, 0]}})
            c.connect(last, "Link1.1")
            last = "Link1.top"
        elif i in (2, 3):
            last = _elastic(c, f"Link{i}", last, length, numbers, elements if elastic else 0)
        else:
            last = _piece(c, f"Link{i}", last, length, mass_per_length, (rigid, 0), {"middle": [0.5 * length, 0, 0]})
    c.add("bodies.point_mass", "Load", mass=numbers["payload"])
    c.connect("Link4.middle", "Load.1")
    return c


def _elastic(c: Circuit, name: str, last: str, length: float, numbers: dict[str, Any], elements: int) -> str:
    mass, radii = numbers["rhoA_assumed"], (numbers["radii_assumed"]["outer"], numbers["radii_assumed"]["inner"])
    if not elements:
        return _piece(c, name, last, length, mass, radii)
    stiffness = 2 * numbers["EI_assumed"] * elements / length
    first, *others = cut_lengths(length, elements)
    last = _piece(c, f"{name}_0", last, first, mass, radii)
    for i, piece in enumerate(others, start=1):
        joint = f"{name}_cut{i}"
        c.add("joints.universal", joint, axis_1=[0, 1, 0], axis_2=[0, 0, 1])
        c.connect(last, f"{joint}.1")
        for k in (1, 2):
            c.add("dynamics.spring", f"{joint}_spring{k}", stiffness=stiffness)
            c.connect(f"{joint}_spring{k}.a", f"{joint}.turn_{k}")
        last = _piece(c, f"{name}_{i}", f"{joint}.2", piece, mass, radii)
    return last


def _piece(
    c: Circuit,
    name: str,
    last: str,
    length: float,
    mass_per_length: float,
    radii: tuple[float, float],
    points: dict[str, Any] | None = None,
) -> str:
    """A straight piece of a tube."""
    mass = mass_per_length * length
    along = mass * (radii[0] ** 2 + radii[1] ** 2) / 2
    across = mass * length**2 / 12 + along / 2
    values = {"mass": mass, "centre": [0.5 * length, 0, 0], "inertia": [along, across, across]}
    c.add("bodies.body", name, **values, points={"2": [length, 0, 0], **(points or {})})
    c.connect(last, f"{name}.1")
    return f"{name}.2"
