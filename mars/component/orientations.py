"""Orientations as typed: three rotations, about fixed axes or about axes that are carried along, in any sequence.

    [a, b, c]                                                      about the fixed x, then y, then z axis
    {"angles": [a, b, c], "axes": "carried", "sequence": "zxz"}    about the own z, then the new x, then the new z axis

Everything behind works with the equivalent rotations about the fixed x, y and z axes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, hypot
from typing import Any

from mars.component import algebra
from mars.errors import DocumentError

AXES_TURNED = ("fixed", "carried")
USUAL = "xyz"
SEQUENCES = tuple(a + b + c for a in "xyz" for b in "xyz" for c in "xyz" if a != b and b != c)
KEYS = ("angles", "axes", "sequence")
LEVEL = 1e-9  # cosine of the second rotation: below it only the sum of the other two matters


def is_orientation(typed: Any) -> bool:
    """Whether it is written with its axes and sequence."""
    return isinstance(typed, Mapping) and "angles" in typed


def angles_of(typed: Any) -> Any:
    """The three angles of an orientation in either form, as typed."""
    return typed.get("angles") if isinstance(typed, Mapping) else typed


def fixed_rotations(typed: Any, read: Callable[[Any], Sequence[float]], where: str) -> list[float]:
    """The equivalent rotations about the fixed x, y and z axes; `read` makes numbers of the three angles."""
    if not isinstance(typed, Mapping):
        return list(read(typed))
    unknown = [key for key in typed if key not in KEYS]
    axes, sequence = typed.get("axes", "fixed"), typed.get("sequence", USUAL)
    if unknown or "angles" not in typed:
        raise DocumentError(
            '{where}: an orientation is a list of three angles, or has the keys {keys}, such as {{"angles": [0.1, 0, 0.2], '
            '"axes": "carried", "sequence": "zxz"}}',
            code="bad-value",
            where=where,
            keys=", ".join(KEYS),
        )
    if axes not in AXES_TURNED:
        raise DocumentError(
            "{where}.axes: rotations are about “fixed” or “carried” axes, not {given}",
            code="bad-value",
            where=where,
            given=repr(axes)[:40],
        )
    if sequence not in SEQUENCES:
        raise DocumentError(
            "{where}.sequence: {given} is not a sequence of three axes, neighbours being different. Choose one of {known}",
            code="bad-value",
            where=where,
            given=repr(sequence)[:40],
            known=", ".join(SEQUENCES),
        )
    return list(rotations_of(matrix_of(read(typed["angles"]), axes == "carried", sequence)))


def matrix_of(angles: Sequence[float], carried: bool, sequence: str = USUAL) -> algebra.Matrix:
    """R = R₁R₂R₃ about carried axes, R₃R₂R₁ about fixed ones."""
    m = algebra.IDENTITY
    for axis, angle in zip(sequence, angles, strict=True):
        turn = algebra.rotation_about("xyz".index(axis), *algebra.clean_trig(float(angle)))
        m = algebra.product(m, turn) if carried else algebra.product(turn, m)
    return m


def rotations_of(m: algebra.Matrix) -> tuple[float, float, float]:
    """The rotations about the fixed axes x, then y, then z that give this orientation."""
    level = hypot(m[0][0], m[1][0])
    y = atan2(-m[2][0], level)
    if level < LEVEL:  # straight up or down
        return atan2(-m[1][2], m[1][1]), y, 0.0
    return atan2(m[2][1], m[2][2]), y, atan2(m[1][0], m[0][0])
