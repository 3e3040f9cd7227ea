"""Joints, bodies and bases: the equations that follow from their declarations, in the global basis.

Signs as in the paper: forces F and moments M are positive into the component and refer to the port's own point.
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from mars.component import algebra as al
from mars.component.author_errors import call_author
from mars.component.base import Ball, Base, Body, Joint, Offset, Slide, Turn
from mars.readable.expression_tree import NOTHING, Constant, Operation, Reference, Tree, cross, hidden, minus, times, total
from mars.readable.from_casadi import Reader
from mars.readable.listing import Sheet, equation, explain
from mars.readable.standalone import Standing


def mechanical(standing: Standing) -> Sheet:
    """The lines of a joint, a body or a base."""
    match standing.component:
        case Joint() as joint:
            return _joint(standing, joint)
        case Body():
            return _body(standing)
        case Base() as base:
            return _base(standing, base)
    raise TypeError(f"{standing.placed.kind.kind} has equations of its own")


def _frame(standing: Standing, port: str) -> dict[str, Tree]:
    return {letter: standing.leaves[f"{port}.{letter}"] for letter in "rvwRFM"}


def _dot(a: Tree, b: Tree) -> Tree:
    return Operation("dot", (a, b))


def _joint(standing: Standing, joint: Joint) -> Sheet:
    """Twists by the motions, wrenches transmitted, and at each port Q + e·M₂ = 0 or Q + e·F₂ = 0: power is conserved."""
    sheet, reader = Sheet(), Reader(standing.leaves.values(), [])
    one, two = _frame(standing, "1"), _frame(standing, "2")
    motions = call_author(joint, lambda: list(joint.motion()))
    R, v, w = one["R"], [], []
    streams: list[tuple[Tree, Tree]] = []
    steps: dict[int, Tree] = {}  # contribution of each slide and offset to r₂
    directions: dict[int, Tree] = {}
    for i, motion in enumerate(motions):
        if isinstance(motion, Ball):
            R = times(R, Operation("call", (standing.name(motion.attitude, "1", "quaternion"),), "turn"))
            continue
        if isinstance(motion, Offset):
            place = reader.vector([ca.SX(part) for part in motion.place])
            steps |= {i: times(R, place)} if place != NOTHING else {}
            R = R if al.is_identity(motion.orientation) else times(R, _constant(motion.orientation))
            continue
        axis = reader.vector([ca.SX(part) for part in motion.axis])
        directions[i] = _named(sheet, "e" if len(motions) == 1 else f"{i + 1}.e", times(R, axis))
        position = standing.name(motion.coordinate, _port_name(standing, joint, motion, "position").unit)
        if isinstance(motion, Slide):
            steps[i] = times(position, directions[i])
        else:
            R = times(R, Operation("call", (axis, position), "turn"))
    for i, motion in enumerate(motions):
        if isinstance(motion, Offset):
            continue
        arm = total(*(steps[k] for k in steps if k > i)) if any(k > i for k in steps) else NOTHING  # from its point to side 2
        moment = two["M"] if arm == NOTHING else total(two["M"], cross(arm, two["F"]))
        if isinstance(motion, Ball):
            ports = joint.attitudes[motion.attitude].ports
            spin = times(one["R"], Operation("vector", tuple(standing.leaves[f"{port}.speed"] for port in ports)))
            w.append(spin)
            v += [cross(spin, arm)] if arm != NOTHING else []
            torques = Operation("vector", tuple(standing.leaves[f"{port}.torque"] for port in ports))
            streams.append((torques, minus(times(Operation("ᵀ", (one["R"],)), moment))))
            continue
        speed, stream = (_port_name(standing, joint, motion, what) for what in ("potential", "stream"))
        if isinstance(motion, Slide):
            v.append(times(speed, directions[i]))
            streams.append((stream, minus(_dot(directions[i], two["F"]))))
        else:
            w.append(times(speed, directions[i]))
            v += [times(speed, cross(directions[i], arm))] if arm != NOTHING else []
            streams.append((stream, minus(_dot(directions[i], moment))))
    apart = total(two["r"], minus(one["r"]))
    sheet.laws += [
        equation(two["r"], total(one["r"], *steps.values()), "m"),
        equation(two["R"], R, "1"),
        equation(two["v"], total(one["v"], *([cross(one["w"], apart)] if steps else []), *v), "m/s"),
        equation(two["w"], total(one["w"], *w), "rad/s"),
        equation(one["F"], minus(two["F"]), "N"),
        equation(one["M"], total(minus(two["M"]), *([minus(cross(apart, two["F"]))] if steps else [])), "N·m"),
    ]
    sheet.laws += [equation(left, right, "N·m" if isinstance(left, Operation) else "") for left, right in streams]
    return sheet


def _constant(orientation: al.Matrix) -> Tree:
    """A constant rotation, written as a matrix."""
    rows = (Operation("vector", tuple(Constant(float(entry)) for entry in row)) for row in orientation)
    return Operation("rows", tuple(rows))


def _port_name(standing: Standing, joint: Joint, motion: Turn | Slide, what: str) -> Reference:
    port = joint.coordinates[motion.coordinate].port
    return standing.leaves[f"{port}.{getattr(standing.placed.ports[port].domain, what)}"]


def _named(sheet: Sheet, text: str, tree: Tree) -> Reference:
    sheet.parts[text], sheet.shapes[text] = tree, "vector"
    return Reference(text, shape="vector")


def _body(standing: Standing) -> Sheet:
    """Newton–Euler about the centre of mass, and the motion of each point: seed 004 §4."""
    sheet, ports = Sheet(), [port for port in standing.placed.ports if standing.is_general or port in standing.linked]
    mass, gravity = standing.name("mass", "kg"), standing.leaves["gravity"]
    R, J = standing.name("R", "1", "turn"), Reference("J", "kg·m²", "turn")
    r, v, w = (standing.name(*each, "vector") for each in (("0.r", "m"), ("0.v", "m/s"), ("w", "rad/s")))
    a, b = (standing.name(*each, "vector") for each in (("der(0.v)", "m/s²"), ("der(w)", "rad/s²")))
    arms = {port: Reference(f"{port}.ρ", "m", "vector") for port in ports}
    frames = {port: _frame(standing, port) for port in ports}
    forces = total(*(frames[port]["F"] for port in ports), times(mass, gravity))
    moments = (
        total(*(part for port in ports for part in (frames[port]["M"], cross(arms[port], frames[port]["F"]))))
        if ports
        else NOTHING
    )
    sheet.laws += [
        equation(times(mass, a), forces, "N"),
        equation(total(times(J, b), cross(w, times(J, w))), moments, "N·m"),
    ]
    for port in ports:
        here, arm = frames[port], arms[port]
        sheet.laws.append(equation(here["r"], total(r, arm), "m"))
        sheet.laws.append(equation(here["v"], total(v, cross(w, arm)), "m/s"))
        sheet.laws.append(equation(here["w"], w, "rad/s"))
    centre, inertia = standing.name("centre", "m", "vector"), standing.name("inertia", "kg·m²", "turn")
    sheet.parts["J"], sheet.shapes["J"] = times(R, inertia, Operation("ᵀ", (R,))), "turn"
    for port, arm in arms.items():
        place = standing.name(f"{port}.p", "m", "vector")
        sheet.parts[arm.text] = times(R, total(minus(centre)) if port == "1" else total(place, minus(centre)))
        sheet.shapes[arm.text] = "vector"
    return sheet


def _base(standing: Standing, base: Base) -> Sheet:
    """The given pose. Its force and moment follow from the node law: the reaction."""
    sheet, reader = Sheet(), Reader(standing.leaves.values(), [])
    pose = call_author(base, lambda: base.pose(ca.SX.sym("t"), ca.SX.sym("segment")))
    place = reader.vector([ca.SX(part) for part in pose.place])
    turn = Operation(
        "rows", tuple(Operation("vector", tuple(reader.scalar(ca.SX(entry)) for entry in row)) for row in pose.orientation)
    )
    is_fixed = all(isinstance(entry, Constant) for row in turn.parts if isinstance(row, Operation) for entry in row.parts)
    for port in standing.placed.ports:
        if standing.is_general or port in standing.linked:
            here = _frame(standing, port)
            sheet.laws.append(equation(here["r"], place, "m"))
            sheet.laws.append(equation(here["R"], turn if is_fixed else hidden(turn, "turn"), "1"))
    explain(standing, reader, sheet)
    return sheet


def numbers_of_body(body: Body, motion: Any) -> dict[str, Any]:
    """Expressions for the names that only bodies have; `motion` is that of the centre of mass."""
    solid = body.solid()
    found: dict[str, Any] = {"mass": solid.mass}
    for text, vector in (
        ("0.r", motion.r),
        ("0.v", motion.v),
        ("w", motion.w),
        ("der(0.v)", motion.a),
        ("der(w)", motion.b),
        ("centre", solid.centre),
    ):
        found |= dict(zip(Reference(text, shape="vector").scalars, vector, strict=True))
    for text, matrix in (("R", motion.R), ("inertia", solid.inertia)):
        found |= dict(zip(Reference(text, shape="turn").scalars, (entry for row in matrix for entry in row), strict=True))
    for point, (place, _) in solid.points.items():
        found |= dict(zip(Reference(f"{point}.p", shape="vector").scalars, place, strict=True))
    return found
