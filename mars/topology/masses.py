"""Masses of the bodies as numbers: a loop is cut where there is mass on both sides."""

from __future__ import annotations

from typing import Any

from mars.component.base import Ball, Body, Joint, Solid, Turn
from mars.errors import MarsError
from mars.kinds.resolved import ResolvedComponent

NONE, POINT, EXTENDED = range(3)  # no mass; a mass without inertia about its centre; a mass with inertia


def solid_of(placed: ResolvedComponent) -> Solid:
    """The solid of a placed body, in numbers."""
    return _with_numbers(placed).solid()


def mass_of(placed: ResolvedComponent) -> int:
    """Whether a part of this body has mass, and inertia about its own centre. Wrong values have been reported elsewhere."""
    try:
        solid = solid_of(placed)
        if not float(solid.mass) > 0:
            return NONE
        return EXTENDED if any(float(value) != 0 for row in solid.inertia for value in row) else POINT
    except (MarsError, ArithmeticError, TypeError, ValueError):
        return EXTENDED


def rotates(placed: ResolvedComponent) -> bool:
    """Whether the joint allows a rotation."""
    try:
        return any(isinstance(motion, (Turn, Ball)) for motion in _with_numbers(placed).motion())
    except (MarsError, ArithmeticError, TypeError, ValueError):
        return True


def _with_numbers(placed: ResolvedComponent) -> Any:
    component = placed.kind()
    assert isinstance(component, (Body, Joint))
    numbers = {p.name: p.symbolise(placed.values[p.name], lambda _, number: number) for p in placed.kind.parameters.values()}
    component.bind(placed.name, numbers, {}, {})
    return component
