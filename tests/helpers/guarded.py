"""Machine code with guards, made manually, and a switch that reverses a ball."""

import casadi
import numpy as np

from mars.machine import compile_function


class Guarded:
    """Machine code of rates(x, p, t) with guards(x, dx, p, t), whose rates are computed by the chain rule or omitted."""

    closure = None

    def __init__(self, size, rates, guards, parameters=2, *, slopes=True):
        x, w, p, t = (casadi.SX.sym(*pair) for pair in (("x", size), ("w", 0), ("p", parameters), ("t", 1)))
        dx = casadi.densify(casadi.vertcat(*rates(x, p, t)))
        self.native = compile_function(casadi.Function("rhs", [x, w, p, t], [dx, casadi.SX(0, 1)]))
        v = casadi.SX.sym("v", size)
        g = casadi.vertcat(*guards(x, v, p, t))
        slope = casadi.jtimes(g, casadi.vertcat(x, t), casadi.vertcat(v, 1)) if slopes else casadi.SX.zeros(g.shape)
        self.guards = compile_function(casadi.Function("guards", [x, v, p, t], [casadi.densify(g), casadi.densify(slope)]))

    def __getattr__(self, name):
        return getattr(self.native, name)


class Bounce:
    """Reverses the speed at each event, and records its arguments."""

    def __init__(self, restitution=0.5):
        self.restitution, self.seen = restitution, []

    def __call__(self, switch):
        self.seen.append((switch.kind, switch.t, switch.guards))
        if switch.kind == "event":
            switch.x[1] *= -self.restitution
            switch.p[1] += 1

    @property
    def times(self):
        return np.array([t for kind, t, _ in self.seen if kind == "event"])
