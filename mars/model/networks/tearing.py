"""Tearing: which unknowns of a nonlinear network are left to Newton in every evaluation, so that the others follow linearly.

Used by `streams.py` (shafts), `potential_networks.py` (wires and pipes) and `signals.py` (loops). The iteration itself is in
`mars/solvers/torn_newton.py`, at the start in `mars/start/torn_unknowns.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca


@dataclass
class TornUnknown:
    """An unknown of nonlinear algebraic equations, found by Newton from its last value, and its residual."""

    name: str
    unit: str
    symbol: ca.SX
    residual: ca.SX
    node: int = -1  # node whose position or speed it is; −1: a stream
    start: float | None = None  # where Newton begins, if not at the usual value of its domain


@dataclass
class SolvedUnknowns:
    """By index of the unknowns: their expressions, and for the torn ones the expression that is zero."""

    found: dict[int, ca.SX] = field(default_factory=dict)
    torn: dict[int, ca.SX] = field(default_factory=dict)


def nonlinear(rows: list[ca.SX], unknowns: list[ca.SX]) -> list[int]:
    """Indices of the unknowns that appear nonlinearly; if these are known, the others follow linearly."""
    if not unknowns or not rows:
        return []
    matrix = ca.jacobian(ca.vertcat(*rows), ca.vertcat(*unknowns))
    return [i for i, unknown in enumerate(unknowns) if ca.depends_on(matrix, unknown)]
