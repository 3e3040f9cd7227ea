"""The registered benches: each fills in the figures under its own name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import numpy as np

from bench import mars_runs, mars_side, peers
from bench.chain import ACCURACY, SIMULATED, SIZES, chain, state
from bench.editor import EDITOR
from bench.live import LIVE
from bench.mechanisms import MAST_ACCURACY, SQUEEZER_ACCURACY, WINDOWS, squeezer_error
from bench.mechatronic import SIMULATED_DRIVES, DrivenArm
from bench.results import Results
from bench.timing import best_reported, best_seconds
from bench.yardstick import yardstick_seconds
from mars.simulation.methods import USUAL_TOLERANCES
from mars.verification.formalisms import gibbs_appell, vereshchagin, vukobratovic

LOOP = 7000  # joints evaluated in one compiled loop: short enough for a quiet moment, long enough to hide the call overhead
Bench = Callable[[Results, bool], None]


def forward_dynamics(size: int | str, results: Results, quick: bool) -> None:
    """One evaluation of q̈ by each contestant in turn."""
    name = f"forward_dynamics.{size}"
    count = max(100, LOOP // len(chain(size)))
    calls, reasons = peers.forward_calls(size)
    for peer, reason in reasons.items():
        results.miss(f"{name}.{peer}_us", reason)
    with results.tried(f"{name}.mars_us", f"{name}.mars_loop_us", f"{name}.operations"):
        ours = mars_side.forward_dynamics(size)
        _check_accelerations(ours.accelerations, size)
        ours.call()  # a failure belongs here, not in the timing
        ours.loop(1)
        calls |= {"mars": ours.call, "mars_loop": partial(ours.loop, count)}
        results.put(f"{name}.operations", ours.operations)
    best = best_seconds(calls, rounds=30 if quick else 150)
    for contestant in dict.fromkeys(call.split("#")[0] for call in calls):
        seconds = min(spent for call, spent in best.items() if call.split("#")[0] == contestant)
        results.put(f"{name}.{contestant}_us", 1e6 * seconds / (count if contestant == "mars_loop" else 1))


def _check_accelerations(got: np.ndarray, size: int | str) -> None:
    wanted = peers.accelerations(size)
    error = np.abs(got - wanted).max() / np.abs(wanted).max()
    if not error <= 1e-9:
        raise ArithmeticError(f"accelerations differ from Pinocchio by {error:.1e}: not timed")


def race(
    results: Results,
    name: str,
    contestants: Mapping[str, Callable[[], dict[str, peers.Ladder]]],
    error_of: Callable[[np.ndarray], float],
    accuracy: float,
    rounds: int,
) -> None:
    """Each contestant's methods at their coarsest sufficient settings, all in turn; the best one counts."""
    runs: dict[str, Callable[[], float]] = {}
    for key, ladders in contestants.items():
        with results.tried(f"{name}.{key}"):
            coarsest = peers.coarsest(ladders(), error_of, accuracy)
            runs |= {f"{key}|{setting}": run for setting, run in coarsest.items()}
    best = best_reported(runs, rounds)
    for key in contestants:
        own = {label.split("|")[1]: spent for label, spent in best.items() if label.split("|")[0] == key}
        if own:
            remark = f"error ≤ {accuracy:g}: " + ", ".join(f"{label} {1e3 * spent:.3g} ms" for label, spent in own.items())
            results.put(f"{name}.{key}", 1e3 * min(own.values()), remark)


def simulate(results: Results, quick: bool) -> None:
    """The damped chain to ACCURACY."""
    name = f"simulate.{SIMULATED}"
    contestants = {
        "mars_ms": mars_runs.simulate,
        "mujoco_rk4_ms": peers.mujoco_ladders,
        "exudyn_ms": peers.exudyn_ladders,
    }
    race(results, name, contestants, peers.error_of, ACCURACY, rounds=5 if quick else 30)
    key = f"{name}.exudyn_as_it_comes_ms"
    with results.tried(key):
        seconds = peers.exudyn_as_it_comes(rounds=3 if quick else 10)
        results.put(key, 1e3 * seconds, "plain module, DOPRI5 at its default tolerance 1e-8; no bar")


def squeezer(results: Results, quick: bool) -> None:
    """Andrews' mechanism to SQUEEZER_ACCURACY."""
    contestants = {"mars_ms": mars_runs.squeeze, "exudyn_ms": peers.exudyn_squeezer_ladders}
    race(results, "loops.andrews", contestants, squeezer_error, SQUEEZER_ACCURACY, rounds=2 if quick else 6)


def windows(results: Results, quick: bool) -> None:
    """Twice as many loops should cost twice as much."""
    keys = {f"loops.n_four_bar.{count}": count for count in WINDOWS}
    with results.tried(*keys):
        runs = {key: mars_runs.windows(count) for key, count in keys.items()}
        for key, seconds in best_reported(runs, rounds=2 if quick else 5).items():
            results.put(key, 1e3 * seconds, "ms for each simulated second")


def stiff_beam(results: Results, quick: bool) -> None:
    """The hanging mast to MAST_ACCURACY, by an implicit and an explicit method."""
    contestants = {f"{method}_ms": partial(mars_runs.swing, method) for method in ("radau", "rk8")}
    race(results, "stiff.beam", contestants, mars_runs.swing_error, MAST_ACCURACY, rounds=5 if quick else 20)


def precision(results: Results, quick: bool) -> None:
    """Errors relative to the tolerances asked for, of every method; the cost at the default."""
    from bench import work_precision as bench

    tolerances = bench.TOLERANCES[::2] if quick else bench.TOLERANCES
    found = {}
    for problem in bench.PROBLEMS:
        key = f"work_precision.{problem.example}_ms"
        with results.tried(key):
            found |= {(problem.example, m): [problem.measured(m, rtol) for rtol in tolerances] for m in bench.METHODS}
            usual = min((problem.measured("auto", USUAL_TOLERANCES[0]) for _ in range(3)), key=lambda one: one.seconds)
            remark = f"auto at the default: {usual.evaluations} evaluations, error {usual.ratio:.2g} tolerances"
            results.put(key, 1e3 * usual.seconds, remark)
    for method in bench.METHODS:
        with results.tried(f"work_precision.{method}"):
            ratios = {(one.ratio, name, one.rtol) for (name, m), series in found.items() if m == method for one in series}
            ratio, name, rtol = max(ratios)
            results.put(f"work_precision.{method}", ratio, f"largest error in tolerances: {name} at {rtol:.0e}")
    with results.tried("work_precision.growth"):
        results.put("work_precision.growth", max(bench.growth(series) for (_, m), series in found.items() if m == "auto"))


def newmark(results: Results, quick: bool) -> None:
    key = "newmark.steps_per_matrix"
    with results.tried(key):
        results.put(key, mars_runs.steps_per_matrix())


def mechatronic_arm(results: Results, quick: bool) -> None:
    """Seven joints, seven complete drives, at the default settings."""
    with results.tried("mechatronic.arm"):
        run = DrivenArm()
        seconds = best_reported({"arm": run}, rounds=3 if quick else 10)["arm"]
        results.put("mechatronic.arm", SIMULATED_DRIVES / seconds, f"times real time: {run.remark}")


def build(size: int, results: Results, quick: bool) -> None:
    """From a circuit to its first evaluation, each variant in fresh processes."""
    remarks = {
        "first_evaluation_s": "on the virtual machine",
        "native_s": "machine code, nothing cached",
        "cached_s": "machine code from the disk cache",
        "quick_native_s": "machine code of level 0, nothing cached; no bar",
    }
    with results.tried(*(f"build.{size}.{key}" for key in remarks)):
        for key, seconds in vars(mars_side.build(size, 1 if quick else 2)).items():
            results.put(f"build.{size}.{key}", seconds, remarks[key])


def import_time(results: Results, quick: bool) -> None:
    with results.tried("import_s", "import_package_s", "import_solver_s"):
        seconds = mars_side.import_seconds(1 if quick else 3)
        results.put("import_s", seconds.model_s, "mars.model.build and all components")
        results.put("import_package_s", seconds.package_s, "import mars")
        results.put("import_solver_s", seconds.solver_s, "with machine code and integrators (numba)")


def formalisms(size: int, results: Results, quick: bool) -> None:
    """The papers' own comparison, in numpy: the recursion against Gibbs–Appell (10–12 times in 1974) and Lagrange."""
    modules = {"vereshchagin": vereshchagin, "gibbs_appell": gibbs_appell, "vukobratovic": vukobratovic}
    calls = {key: partial(module.accelerations, chain(size), *state(size)) for key, module in modules.items()}
    for key, seconds in best_seconds(calls, rounds=3 if quick else 15).items():
        results.put(f"formalisms.{size}.{key}_us", 1e6 * seconds)


def yardstick(results: Results, quick: bool) -> None:
    results.put("yardstick_s", yardstick_seconds(2 if quick else 5))


BENCHES: dict[str, Bench] = {
    "yardstick": yardstick,
    "import": import_time,
    **{f"forward_dynamics.{size}": partial(forward_dynamics, size) for size in SIZES},
    f"simulate.{SIMULATED}": simulate,
    "loops.andrews": squeezer,
    "loops.n_four_bar": windows,
    "stiff.beam": stiff_beam,
    "work_precision": precision,
    "newmark": newmark,
    "mechatronic.arm": mechatronic_arm,
    **{f"build.{size}": partial(build, size) for size in (20, 200)},
    **{f"formalisms.{size}": partial(formalisms, size) for size in (7, 14)},
    **EDITOR,
    **LIVE,
}


def chosen(prefixes: Iterable[str]) -> dict[str, Bench]:
    """Benches by name or prefix; the yardstick is always included."""
    prefixes = tuple(prefixes)
    if not prefixes:
        return BENCHES

    def wanted(name: str) -> bool:
        return any(name == prefix if prefix in BENCHES else name.startswith(prefix) for prefix in prefixes)

    found = {name: bench for name, bench in BENCHES.items() if wanted(name)}
    return {"yardstick": yardstick} | found if found else {}
