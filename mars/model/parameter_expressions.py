"""Expressions that depend on parameters only: they are moved out of the model and become inputs."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca

from mars.component import algebra as al


@dataclass
class ParameterExpressions:
    """Computed once for each set of parameters instead of in every evaluation; `symbols` represent them in the model."""

    symbols: list[ca.SX] = field(default_factory=list)
    expressions: list[ca.SX] = field(default_factory=list)

    def scalar(self, a: al.Scalar) -> al.Scalar:
        if isinstance(a, float) or a.is_symbolic():
            return a
        if a.is_constant():
            return float(a)
        self.symbols.append(ca.SX.sym(f"d{len(self.symbols)}"))
        self.expressions.append(a)
        return self.symbols[-1]

    def vector(self, v: al.Vector) -> al.Vector:
        return [self.scalar(a) for a in v]

    def symmetric(self, m: al.Matrix) -> al.Matrix:
        upper = {(i, j): self.scalar(m[i][j]) for i in range(3) for j in range(i, 3)}
        return [[upper[min(i, j), max(i, j)] for j in range(3)] for i in range(3)]
