"""Initial value problems shared by the tests of several integration methods: orbits, a rotating body, a stiff chain, a ball."""

import math
from functools import cache

import casadi
import numpy as np

from mars.document.circuit import Circuit
from mars.machine import compile_function
from mars.model.build import build_model
from mars.model.compiled import closing_states, compile_model
from mars.model.variables import Variables
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.start.start_values import start_state

P = np.zeros(1)  # only the segment time
NO_BALLS = np.zeros((0, 4), dtype=int)
ONE_MOTION = np.array([[0, 1]]), NO_BALLS  # one position and its speed
KEPLER_MOTIONS = np.array([[0, 2], [1, 3]]), NO_BALLS


def function(size, rates, parameters=1):
    x, w, p, t = (casadi.SX.sym(*pair) for pair in (("x", size), ("w", 0), ("p", parameters), ("t", 1)))
    dx = casadi.densify(casadi.vertcat(*rates(x, p, t)))
    return casadi.Function("rhs", [x, w, p, t], [dx, casadi.SX(0, 1)])


def model(size, rates, parameters=1):
    """Compile `rates(x, p, t)`."""
    return compile_function(function(size, rates, parameters))


def model_and_lanes(size, rates, parameters=1):
    """Compile `rates(x, p, t)`, alone and in lanes."""
    made = function(size, rates, parameters)
    return compile_function(made), compile_function(made, lanes=4)


def kepler_rates(x, _p, _t):
    cube = (x[0] ** 2 + x[1] ** 2) ** 1.5
    return x[2], x[3], -x[0] / cube, -x[1] / cube


def kepler_state(t, e):
    """Closed form: Kepler's equation E − e·sin E = t by Newton; orbit of unit semi-axis from the pericentre."""
    E = t + e * math.sin(t)
    for _ in range(50):
        E -= (E - e * math.sin(E) - t) / (1 - e * math.cos(E))
    minor, rate = math.sqrt(1 - e * e), 1 / (1 - e * math.cos(E))
    return np.array([math.cos(E) - e, minor * math.sin(E), -math.sin(E) * rate, minor * math.cos(E) * rate])


@cache
def kepler_orbit():
    """Alone and in lanes, for all tests of a process."""
    return model_and_lanes(4, kepler_rates)


def spinning_rates(x, p, t):
    """A quaternion rotated by a time-dependent body rate, and one plain state with a corner at each break."""
    q = x[:4]
    a, b, c = casadi.sin(t), 2 * casadi.cos(2 * t), 0.5 + x[4]
    return (
        0.5 * (-a * q[1] - b * q[2] - c * q[3]),
        0.5 * (a * q[0] + c * q[2] - b * q[3]),
        0.5 * (b * q[0] - c * q[1] + a * q[3]),
        0.5 * (c * q[0] + b * q[1] - a * q[2]),
        casadi.if_else(p[0] > 1.5, -1.0, 0.3),
    )


class Machine:
    """A circuit as the integrators see it."""

    def __init__(self, circuit):
        self.model = build_model(circuit)
        self.rhs, self.motions = compile_model(self.model), closing_states(self.model)
        self.lanes = compile_function(self.model.function, lanes=4)
        self.x0, self.p = start_state(self.model, Variables(self.model)), self.model.parameters()

    def run(self, config, end, *, lanes=True, **more):
        more = {"quaternions": self.model.quaternions, "motions": self.motions, "lanes": self.lanes if lanes else None} | more
        return integrate(self.rhs, self.x0, 0.0, end, self.model.breaks, self.p, config, **more)

    def exact(self, end):
        config = Explicit("rk8", 1e-12, 1e-12)
        problem = (self.rhs, self.x0, 0.0, end, self.model.breaks, self.p, config)
        return integrate(*problem, quaternions=self.model.quaternions)


def stiff_chain(count, stiffness, damping):
    """Rods on hinges with stiff springs and dampers; the first spring is soft, so that everything swings."""
    c = Circuit("stiff chain")
    c.add("bodies.base", "Base")
    end = "Base.1"
    for k in range(count):
        c.add("joints.rotation", f"J{k}", axis=[0, k % 2, 1 - k % 2])
        c.add("bodies.rod", f"R{k}", length=0.5, mass=1.0)
        c.add("dynamics.spring_damper", f"S{k}", stiffness=stiffness if k else 5.0, damping=damping if k else 0.1)
        c.connect(end, f"J{k}.1")
        c.connect(f"J{k}.2", f"R{k}.1")
        c.connect(f"S{k}.a", f"J{k}.turn")
        end = f"R{k}.2"
    c.set_start("J0.angle", 0.3)
    return c


@cache
def stiff_machine():
    return Machine(stiff_chain(3, 1e6, 1000.0))


class Floor:
    """A ball above a floor: machine code with the height as guard."""

    closure = None

    def __init__(self):
        x, w, p, t, v = (casadi.SX.sym(*pair) for pair in (("x", 2), ("w", 0), ("p", 1), ("t", 1), ("v", 2)))
        fall = casadi.densify(casadi.vertcat(x[1], -9.81 - 0.3 * x[1] * casadi.fabs(x[1])))
        self.native = compile_function(casadi.Function("rhs", [x, w, p, t], [fall, casadi.SX(0, 1)]))
        self.guards = compile_function(casadi.Function("guards", [x, v, p, t], [x[0], v[0]]))

    def __getattr__(self, name):
        return getattr(self.native, name)


def bounce(run):
    if run.switch.kind == "event":
        run.switch.x[1] *= -0.7
