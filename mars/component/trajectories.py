"""Moves in time: from rest to rest under limits, by a cycloid, or through points; each gives position, speed and acceleration.

The piece is selected by the segment time, as in `mars.component.laws`; the corners are the breaks of the moving component.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, pi, sqrt
from typing import Any

import numpy as np

from mars.component.law_curves import functions_for
from mars.component.piecewise import Pieces, chosen_piece, select

Moved = tuple[Any, Any, Any]  # position, speed, acceleration: floats or symbols


def limited_move(speed: float, acceleration: float, jerk: float = inf, time: float = 0.0) -> Pieces:
    """The fastest move from 0 to 1, at rest at both ends, within limits; stretched if it would take less than `time`.

    It accelerates during T_a, with the acceleration rising and falling during T_j each, cruises, and decelerates symmetrically.
    Without a jerk limit T_j = 0: a trapezoidal speed profile (Biagiotti, Melchiorri: Trajectory Planning, 2008, 3.2 and 3.4).
    """
    rise, ramp = _ramp(speed, acceleration, jerk)
    cruise = max(0.0, 1 / speed - ramp)
    if cruise == 0.0:  # the top speed is not reached
        rise, ramp = _short_ramp(acceleration, jerk)
    top = 1 / ((ramp - rise) * (ramp + cruise))  # acceleration that covers the distance: 1 = top (T_a − T_j)(T_a + T_cruise)
    slope = top / rise if rise else 0.0
    up = [(rise, 0.0, slope), (ramp - 2 * rise, top, 0.0), (rise, top, -slope)]
    down = [(duration, -a - j * duration, j) for duration, a, j in reversed(up)]
    return _stretched(_integrated([*up, (cruise, 0.0, 0.0), *down]), time)


def _ramp(speed: float, acceleration: float, jerk: float) -> tuple[float, float]:
    """T_j and T_a to reach the top speed; the full acceleration may not be reached."""
    if acceleration**2 > speed * jerk:
        return sqrt(speed / jerk), 2 * sqrt(speed / jerk)
    return acceleration / jerk, acceleration / jerk + speed / acceleration


def _short_ramp(acceleration: float, jerk: float) -> tuple[float, float]:
    """T_j and T_a without cruising: 1 = a (T_a − T_j) T_a, or 1 = 2 j T_j³ if the full acceleration is not reached either."""
    rise = acceleration / jerk
    ramp = rise / 2 + sqrt(rise**2 / 4 + 1 / acceleration)
    if ramp >= 2 * rise:
        return rise, ramp
    rise = (1 / (2 * jerk)) ** (1 / 3)
    return rise, 2 * rise


def _integrated(phases: Iterable[tuple[float, float, float]]) -> Pieces:
    """Position from rest at 0, by phases: duration, initial acceleration, jerk."""
    knots, columns, place, speed = [0.0], [], 0.0, 0.0
    for duration, a, j in phases:
        if duration > 1e-12 * knots[-1]:
            columns.append([j / 6, a / 2, speed, place])
            knots.append(knots[-1] + duration)
            place += duration * (speed + duration * (a / 2 + duration * j / 6))
            speed += duration * (a + duration * j / 2)
    return Pieces(knots, np.array(columns).T)


def _stretched(pieces: Pieces, time: float) -> Pieces:
    factor = max(1.0, time / pieces.x[-1])
    return Pieces([factor * x for x in pieces.x], pieces.c / factor ** np.array([[3], [2], [1], [0]]))


def move_along(pieces: Pieces, t: Any, segment: Any) -> Moved:
    """Position, speed and acceleration along a piecewise cubic, at rest before and after it."""
    first, last = pieces.c[-1, 0], np.polyval(pieces.c[:, -1], pieces.x[-1] - pieces.x[-2])
    rest = [[0.0, 0.0, 0.0, place] for place in (first, last)]
    held = Pieces([pieces.x[0] - 1, *pieces.x, pieces.x[-1] + 1], np.column_stack([rest[0], pieces.c, rest[1]]))
    origin, a, b, c, d = chosen_piece(held, segment)
    s = t - origin
    return ((a * s + b) * s + c) * s + d, (3 * a * s + 2 * b) * s + c, 6 * a * s + 2 * b


def cycloid(time: float, t: Any, segment: Any) -> Moved:
    """From 0 to 1 during the time: s − sin(2πs)/2π."""
    turn, functions = 2 * pi * t / time, functions_for(t)
    sine, cosine = functions["sin"](turn), functions["cos"](turn)
    moving = ((turn - sine) / (2 * pi), (1 - cosine) / time, 2 * pi * sine / time**2)
    held = ((0.0, 1.0), (0.0, 0.0), (0.0, 0.0))
    values = [select(segment < 0.0, a, select(segment < time, m, b)) for m, (a, b) in zip(moving, held, strict=True)]
    return values[0], values[1], values[2]
