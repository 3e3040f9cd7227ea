"""Consistent start of closed loops: positions, then speeds, moved as little as possible from what was asked for."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from mars.compiled import closing_states
from mars.errors import CircuitError, Complaint
from mars.loops import Row
from mars.model import Model
from mars.networks.parts import joint_ports
from mars.skeleton import Closure, Frame

CLOSED = 1e-12  # of the mechanism's size
TRIES = 12  # from the drawn start, then from starts shaken a little (a stretched mechanism knows no way to bend)
STEPS = 60
LARGEST_TURN = 0.5  # rad or of the mechanism's size, in one step


def assemble(model: Model, x: np.ndarray, fixed: set[int], t: float = 0.0) -> np.ndarray:
    """The state with its loops closed. Fixed states are kept; what cannot be met is told with the gap."""
    if not model.loops.size:
        return x
    assembly = Assembly(model, fixed, t)
    return assembly.speeds(assembly.positions(x))


@dataclass(frozen=True)
class Mobility:
    """How freely a mechanism with loops can move at a state."""

    constraints: int
    independent: int  # rank of the closure there
    free_speeds: int

    @property
    def by_count(self) -> int:
        """Grübler's count: speeds less constraints; too small where constraints are redundant."""
        return self.free_speeds - self.constraints

    @property
    def by_rank(self) -> int:
        return self.free_speeds - self.independent


def mobility(model: Model, x: np.ndarray, t: float = 0.0) -> Mobility:
    assembly = Assembly(model, set(), t)
    K = np.array(assembly.slopes(x, assembly.p, t))[assembly.on > 0]
    scale = np.linalg.norm(K, axis=1)
    K = K[scale > 1e-9 * max(1e-300, scale.max(initial=0.0))]
    K = K / np.linalg.norm(K, axis=1)[:, None]
    return Mobility(int(assembly.on.sum()), int(np.linalg.matrix_rank(K, tol=1e-8)) if K.size else 0, assembly.columns.size)


class Assembly:
    """Gaps of all rows that are on, and the least change of the moving states that closes them."""

    def __init__(self, model: Model, fixed: set[int], t: float = 0.0):
        self.model, self.fixed, self.t = model, fixed, t
        self.p = model.parameters(t + 1e-9)
        self.freedoms, self.balls = closing_states(model)
        moving = [*self.freedoms[:, 1], *self.balls[:, 1:].ravel()]
        self.columns = np.array(moving, dtype=int)
        free = [position not in fixed for position in self.freedoms[:, 0]]
        free += [first not in fixed for first in self.balls[:, 0] for _ in range(3)]
        self.may_move = np.array(free, dtype=float)
        self.may_speed = np.array([speed not in fixed for speed in moving], dtype=float)
        slopes = ca.jacobian(model.loops.gap_rates, model.x)[:, moving]
        self.slopes = ca.Function("slopes", [model.x, model.p, model.symbols.t], [ca.densify(slopes)])
        self.size = 1.0
        flags = np.array(model.loops.flags, dtype=int)
        self.on = np.where(flags < 0, 1.0, self.p[flags] != 0)  # rows that a switch has not turned off

    def measure(self, x: np.ndarray) -> None:
        """Lever arms of the joints about the cut points: the length that gaps are measured against."""
        along = [i for i, row in enumerate(self.model.loops.rows) if row.is_length]
        arms = np.abs(np.array(self.slopes(x, self.p, self.t))[along])
        self.size = float(arms.max(initial=0.0)) or 1.0

    def gaps(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = self.model.closure(x, np.zeros(self.model.loops.size), self.p, self.t)
        return np.array(found[0]).ravel() * self.on, np.array(found[1]).ravel() * self.on

    def positions(self, x0: np.ndarray) -> np.ndarray:
        self.measure(x0)
        best, smallest = x0, np.inf
        for attempt in range(TRIES):
            x = self.moved(x0, 0.1 * attempt * np.random.default_rng(attempt).normal(size=self.columns.size) * self.may_move)
            for _ in range(STEPS):
                gap = self.gaps(x)[0]
                worst = float(np.abs(gap).max())
                if worst < smallest:
                    best, smallest = x, worst
                if worst < CLOSED * self.size:
                    return x
                step = self.least(x, gap, self.may_move)
                largest = float(np.abs(step).max(initial=0.0))
                if largest < 1e-15:
                    break
                x = self.moved(x, step * min(1.0, LARGEST_TURN / largest))
            if smallest < 1e3 * CLOSED * self.size:
                return best
        raise CircuitError([self._open(best)])

    def speeds(self, x: np.ndarray) -> np.ndarray:
        x = x.copy()
        for _ in range(2):
            x[self.columns] += self.least(x, self.gaps(x)[1], self.may_speed)
        rate = float(np.abs(self.gaps(x)[1]).max())
        if rate > 1e-8 * self.size:
            raise CircuitError([self._torn(self.model.loops.rows[int(np.abs(self.gaps(x)[1]).argmax())], rate)])
        return x

    def least(self, x: np.ndarray, gap: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """The least change of the moving states that closes the gap to first order; rank-revealing, rows scaled."""
        K = np.array(self.slopes(x, self.p, self.t)) * weights * self.on[:, None]
        scale = np.linalg.norm(K, axis=1)
        scale = np.where(scale > 1e-12 * max(1e-300, scale.max()), 1 / np.maximum(scale, 1e-300), 0.0)
        return weights * (np.linalg.pinv(K * scale[:, None], rcond=1e-9) @ (-gap * scale))

    def moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        x = x.copy()
        count = len(self.freedoms)
        x[self.freedoms[:, 0]] += step[:count]
        for i, (first, *_) in enumerate(self.balls):
            turn = step[count + 3 * i : count + 3 * i + 3]
            s, v = x[first], x[first + 1 : first + 4].copy()
            x[first] = s - 0.5 * turn @ v
            x[first + 1 : first + 4] = v + 0.5 * (s * turn + np.cross(turn, v))
            x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
        return x

    def _open(self, x: np.ndarray) -> Complaint:
        gap, rows = self.gaps(x)[0], self.model.loops.rows
        worst = int(np.abs(gap).argmax())
        closure = rows[worst].closure
        fixed, given = self._held(rows[worst], "position", "quaternion")
        ways = ["Change lengths or places"]
        ways += [f"mark fixed start values as guesses ({fixed})"] if fixed else []
        ways += [f"change the start or the law of the given motions ({given})"] if given else []
        if closure is None:
            cause = f"its {rows[worst].what} cannot be met at the start: {abs(gap[worst]):.4g} rad or m are left"
        else:
            mine = [i for i, row in enumerate(rows) if row.closure is closure and row.is_length]
            distance = float(np.linalg.norm(gap[mine]))
            joints = ", ".join(dict.fromkeys(frame.component for frame in self._frames(closure)))
            cause = f"the loop through it cannot be closed: a gap of {distance:.4g} m is left (joints {joints})"
        return Complaint(rows[worst].component, cause, ", or ".join(ways), code="open-loop")

    def _torn(self, row: Row, rate: float) -> Complaint:
        fixed, given = self._held(row, "speed")
        who = [f"the given motions ({given})"] if given else []
        ways = ["Take one of the given motions away, or let their laws fit"] if given else []
        if fixed or not given:
            who.append(f"the fixed speeds ({fixed})" if fixed else "the motions at the start")
            ways.append("Mark one of the start speeds as a guess")
        cause = f"{' and '.join(who)} do not fit its {row.what}: a difference of {rate:.3g} m/s or rad/s is left"
        if row.closure is not None:
            cause = f"{' and '.join(who)} pull the loop through it apart in {row.what} with {rate:.3g} m/s or rad/s"
        return Complaint(row.component, cause, ". ".join(ways), code="start")

    def _held(self, row: Row, *levels: str) -> tuple[str, str]:
        """What does not give way round a loop: fixed states of these levels, and ports of joints with given motions."""
        model, frames = self.model, self._frames(row.closure)
        joints = {frame.component for frame in frames}
        states = [model.states[i] for i in sorted(self.fixed)]
        fixed = [s.name.removesuffix(".w") for s in states if s.level in levels and s.name.split(".")[0] in joints]
        nodes = [node for frame in frames for node in frame.nodes if node in model.network.given]
        given = [".".join(joint_ports(model.symbols, node)[0]) for node in nodes]
        return ", ".join(fixed), ", ".join(given)

    def _frames(self, closure: Closure | None) -> list[Frame]:
        """Those that a loop moves; of no loop: all."""
        frames = self.model.skeleton.frames

        def way(frame: int) -> set[int]:
            return {frame} | way(frames[frame].parent) if frame >= 0 else set()

        loop = way(closure.first.frame) ^ way(closure.second.frame) if closure is not None else range(len(frames))
        return [frames[i] for i in sorted(loop) if frames[i].motion != "root"]
