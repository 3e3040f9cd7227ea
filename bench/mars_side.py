"""Mars for the bench: ready calls, which the bench times in turn with the peers, and checks.

Mechanisms, states and constants are in `bench.chain`. Some figures need a fresh process: `python -m bench.mars_side SIZE WAY`
builds one chain and prints the seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numba
import numpy as np
from scipy.spatial.transform import Rotation

from bench.chain import START, chain, state
from mars.document.circuit import Circuit
from mars.kinds import registry
from mars.machine import compile_function, interpret
from mars.model.build import Model, build_model
from mars.solvers import explicit_stages
from mars.solvers.addresses import buffers
from mars.verification.formalisms.chain import ChainBody

Forward = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class ForwardDynamics:
    """A compiled model, ready to be timed in the state of `bench.chain.state`."""

    call: Callable[[], Any]  # one evaluation called from Python, as a user would
    loop: Callable[[int], Any]  # this many evaluations inside one compiled loop
    operations: int  # floating-point operations of one evaluation
    accelerations: np.ndarray  # q̈ of that state, checked against the peers


@dataclass(frozen=True)
class Build:
    """Seconds from a circuit to its first evaluation, by the given method."""

    first_evaluation_s: float  # by the fastest method, the virtual machine
    native_s: float  # by machine code, nothing cached
    cached_s: float  # by machine code from the disk cache
    quick_native_s: float  # by machine code of level 0, nothing cached: compiles faster, runs slower


@dataclass(frozen=True)
class Imports:
    """Seconds of imports in a fresh process, beyond those of an empty interpreter."""

    package_s: float  # import mars
    model_s: float  # everything needed to build models: mars.model.build and all components
    solver_s: float  # that and the integrators, which import numba


def chain_circuit(size: int | str, damping: float = 0.0, drives: Sequence[float] = ()) -> Circuit:
    """The circuit of `bench.chain.chain(size)`; a damper in every joint, or a torque source for each of the drives."""
    bodies = chain(size).bodies
    circuit = Circuit("chain", gravity=chain(size).gravity.tolist())
    circuit.add("bodies.base", "Base", **_seat(bodies[0]))
    carrier = "Base.1"
    for i, body in enumerate(bodies, start=1):
        points = {"2": _seat(bodies[i])} if i < len(bodies) else {}
        circuit.add("joints.rotation", f"KN{i}", axis=body.axis.tolist())
        values = {"mass": body.mass, "centre": body.com.tolist(), "inertia": body.inertia.tolist(), "points": points}
        circuit.add("bodies.body", f"SB{i}", **values)
        circuit.connect(carrier, f"KN{i}.1")
        circuit.connect(f"KN{i}.2", f"SB{i}.1")
        carrier = f"SB{i}.2"
        if damping:
            circuit.add("dynamics.damper", f"D{i}", damping=damping)
            circuit.connect(f"KN{i}.turn", f"D{i}.a")
    for i, drive in enumerate(drives, start=1):
        circuit.add("sources.torque", f"Em{i}", law=float(drive))
        circuit.connect(f"KN{i}.turn", f"Em{i}.turn")
    return circuit


def _seat(body: ChainBody) -> dict[str, Any]:
    """The pose of a body's joint on its carrier; right angles of the matrix become exact right angles."""
    turns = Rotation.from_matrix(body.placement_R).as_euler("xyz")
    return {"place": body.placement_p.tolist(), "orientation": turns.tolist()}


def forward_function(model: Model, n: int) -> tuple[Forward, Any]:
    """(q, q̇, drives) -> q̈ as a user would write it, and the machine code behind it.

    The result is a view of the output array, like Pinocchio's `data.ddq`, and is valid until the next call.
    """
    native = compile_function(model.function)
    places = [model.symbols.parameters.names.index(f"Em{i}.law.value") for i in range(1, n + 1)]
    x, p, rates = np.zeros(2 * n), model.parameters(), np.zeros(2 * n)
    evaluate = native.bind(x, np.zeros(0), p, np.zeros(1), rates, np.zeros(0))
    torques = p[places[0] : places[-1] + 1]  # the sources are the last components, so their numbers are consecutive
    if torques.size != n:
        raise ValueError("the drives are not in a row")
    angles, speeds, accelerations = x[:n], x[n:], rates[n:]

    def forward(q: np.ndarray, v: np.ndarray, drives: np.ndarray) -> np.ndarray:
        angles[:], speeds[:], torques[:] = q, v, drives
        evaluate()
        return accelerations

    return forward, native


def forward_dynamics(size: int | str) -> ForwardDynamics:
    """The compiled forward dynamics of `chain_circuit(size)`; drives of `bench.chain.state` act in the joints."""
    q, v, drives = state(size)
    model = build_model(chain_circuit(size, drives=drives.tolist()))
    forward, native = forward_function(model, q.size)
    accelerations = forward(q, v, drives).copy()
    x, p, out = np.concatenate([q, v]), model.parameters(), np.zeros((1, 2 * q.size))
    one, made = np.zeros(1), buffers(native)

    def loop(count: int) -> None:
        compiled_loop()(native.address, count, x, made.w, p, one, out, made.h, made.work, made.plan)

    return ForwardDynamics(partial(forward, q, v, drives), loop, native.operations, accelerations)


@cache
def compiled_loop() -> Callable[..., None]:
    """Many evaluations of machine code, as the integrators call it."""

    @numba.njit(error_model="numpy")
    def evaluate(address, count, x, w, p, t, dx, h, work, plan):
        at = explicit_stages.stages_at(address, x, w, p, t, dx, h, work, plan)
        for _ in range(count):
            explicit_stages.slope(at, 0)

    return evaluate


def build(size: int, repeats: int = 3) -> Build:
    """Times of building `chain_circuit(size)`: the minimum over fresh processes, without imports."""
    least: dict[str, float] = {}
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            for way, key in (("interpreted", "first_evaluation_s"), ("native", "native_s"), ("native", "cached_s")):
                least[key] = min(least.get(key, np.inf), _fresh(["-m", __name__, str(size), way], folder))
        with tempfile.TemporaryDirectory() as folder:
            spent = _fresh(["-m", __name__, str(size), "quick"], folder)
            least["quick_native_s"] = min(least.get("quick_native_s", np.inf), spent)
    return Build(**least)


def import_seconds(repeats: int = 3) -> Imports:
    """Seconds of imports, the minimum over fresh processes."""
    imports = {
        "package_s": "import mars",
        "model_s": "from mars.model.build import build_model; from mars.kinds import registry; registry.kinds()",
        "solver_s": "from mars.model.build import build_model; from mars.kinds import registry; registry.kinds(); "
        "import mars.machine, mars.solvers.explicit",
    }
    times = {}
    for key, text in imports.items():
        code = f"import time; start = time.perf_counter(); {text}; print(repr(time.perf_counter() - start))"
        times[key] = min(_fresh(["-c", code]) for _ in range(repeats))
    return Imports(**times)


def _fresh(arguments: list[str], cache_folder: str = "") -> float:
    """The number printed by a fresh Python process."""
    environment = dict(os.environ) | ({"MARS_CACHE": cache_folder} if cache_folder else {})
    finished = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=environment, timeout=600
    )
    if finished.returncode:
        raise RuntimeError(finished.stderr.strip().splitlines()[-1])
    return float(finished.stdout)


def _build_once(size: int, way: str) -> float:
    """Seconds from the circuit to the first evaluation, in this process."""
    registry.kinds()  # the components are imports too
    circuit = chain_circuit(size)
    clock = time.perf_counter()
    model = build_model(circuit)
    if way == "interpreted":
        ready: Any = interpret(model.function)
    else:
        ready = compile_function(model.function, level=0) if way == "quick" else compile_function(model.function)
    x, p = np.full(2 * size, START), model.parameters()
    rates = np.zeros(2 * size)
    ready.bind(x, np.zeros(0), p, np.zeros(1), rates, np.zeros(0))()
    seconds = time.perf_counter() - clock
    if not np.isfinite(rates).all() or not rates.any():
        raise ArithmeticError("the first evaluation gave no sound numbers")
    return seconds


if __name__ == "__main__":
    sys.stdout.write(f"{_build_once(int(sys.argv[1]), sys.argv[2])!r}\n")
