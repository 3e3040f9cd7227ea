"""The contract that all integration methods share, each test once over a table of methods with what is asked of each."""

import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import casadi
import numpy as np
import pytest

from mars import load
from mars.solvers import abi, radau_constants
from mars.solvers.contract import Config, InitialValueProblem
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.newmark import Newmark
from mars.solvers.radau import Radau
from tests.helpers.paths import CIRCUITS, ROOT
from tests.helpers.solver_problems import (
    KEPLER_MOTIONS,
    ONE_MOTION,
    Floor,
    Machine,
    P,
    bounce,
    kepler_orbit,
    kepler_state,
    model,
    model_and_lanes,
    spinning_rates,
    stiff_machine,
)

rk5, rk8 = partial(Explicit, "rk5"), partial(Explicit, "rk8")
trapezoidal, central = Newmark, partial(Newmark, 0.0, 0.5)


def fixed_explicit(config, rhs, count, x0, t1):
    """A run of equal steps: tolerances so wide that every step is taken at its largest."""
    return integrate(rhs, x0, 0.0, t1, (), P, config(rtol=1e9, atol=1e9, max_step=t1 / count, first_step=t1 / count))


def fixed_radau(config, rhs, count, x0, t1):
    """The same, while Newton goes on to 1e-12."""
    h = t1 / count
    run = config(rtol=1e9, atol=1e9, max_step=h, first_step=h).integrator(InitialValueProblem(rhs, x0, 0.0, t1, (), P))
    run._settings[radau_constants.NEWTON] = 1e-12 / run._atol[0]
    assert run.advance(10 * count) == abi.FINISHED
    return run.steps()


def fixed_newmark(config, rhs, count, x0, t1):
    return integrate(rhs, x0, 0.0, t1, (), P, config(step=t1 / count, rtol=1e-12, atol=1e-12), motions=KEPLER_MOTIONS)


@dataclass(frozen=True)
class Method:
    """A method, and the numbers that the tests ask of it."""

    config: Callable[..., Any]  # of rtol, atol, max_step, first_step
    fixed: Callable[..., Any]  # a run of equal steps
    order: float  # at least, seen from two numbers of steps
    counts: tuple[int, int]
    order_between: float  # of the dense output
    counts_between: tuple[int, int]
    rtols: tuple[float, ...]
    most: float  # error / rtol, of all tolerances
    spread: float  # largest / smallest of them
    corner: float  # error at the end of a run with corners, and between the points
    corner_between: float
    blow_up: float  # how near to the pole the run comes
    tight: float  # tolerance with which a run to `end` has more than `many` points
    end: float
    many: int
    stored: dict[str, int]  # what is kept of each step, and how many numbers


METHODS = {
    "rk5": Method(
        rk5,
        fixed_explicit,
        order=4.8,
        counts=(80, 160),
        order_between=3.8,
        counts_between=(200, 400),
        rtols=(1e-5, 1e-7, 1e-9),
        most=2000,
        spread=30,
        corner=1e-14,
        corner_between=1e-13,
        blow_up=1e-6,
        tight=1e-12,
        end=30.0,
        many=1500,
        stored={},
    ),
    "rk8": Method(
        rk8,
        fixed_explicit,
        order=7.5,
        counts=(40, 80),
        order_between=6.8,
        counts_between=(40, 80),
        rtols=(1e-5, 1e-7, 1e-9),
        most=2000,
        spread=30,
        corner=1e-14,
        corner_between=1e-13,
        blow_up=1e-6,
        tight=1e-12,
        end=300.0,
        many=1500,
        stored={},
    ),
    "radau": Method(  # the polynomial between the points has degree 3
        Radau,
        fixed_radau,
        order=4.8,
        counts=(80, 160),
        order_between=3.7,
        counts_between=(80, 160),
        rtols=(1e-4, 1e-6, 1e-8, 1e-10),
        most=5000,
        spread=100,
        corner=1e-12,
        corner_between=1e-12,
        blow_up=1e-5,
        tight=1e-12,
        end=10.0,
        many=520,
        stored={"stages": 12},
    ),
    "newmark": Method(
        Newmark,
        fixed_newmark,
        order=1.9,
        counts=(200, 400),
        order_between=1.9,
        counts_between=(200, 400),
        rtols=(1e-3, 1e-4, 1e-5, 1e-6),
        most=5000,
        spread=30,
        corner=1e-12,
        corner_between=1e-12,
        blow_up=1e-3,
        tight=1e-7,
        end=10.0,
        many=1000,
        stored={"slopes": 8},
    ),
}
ALL = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
CONFIGS = pytest.mark.parametrize("config", [method.config for method in METHODS.values()], ids=METHODS)


def orbit(config, e, end, *, x0=None, t0=0.0, lanes=False, **more):
    """A run on the orbit of eccentricity e, from the pericentre."""
    rhs, wide = kepler_orbit()
    x0 = kepler_state(0, e) if x0 is None else x0
    return integrate(rhs, x0, t0, end, (), P, config, motions=KEPLER_MOTIONS, lanes=wide if lanes else None, **more)


@ALL
def test_order_of_convergence(method):
    rhs, _ = kepler_orbit()
    errors = []
    for count in method.counts:
        steps = method.fixed(method.config, rhs, count, kepler_state(0.0, 0.3), 5.0)
        assert steps.counters["steps"] == count
        errors.append(np.abs(steps.x[-1] - kepler_state(5.0, 0.3)).max())
    assert math.log2(errors[0] / errors[1]) > method.order


@ALL
def test_order_of_dense_output(method):
    """Global error on a grid between the points: for rk5 order 4 (+1 locally), for rk8 7."""
    rhs, _ = kepler_orbit()
    times, errors = np.linspace(0, 5.0, 333), []
    exact = np.array([kepler_state(t, 0.3) for t in times])
    for count in method.counts_between:
        steps = method.fixed(method.config, rhs, count, kepler_state(0.0, 0.3), 5.0)
        errors.append(np.abs(steps.replay(rhs, times) - exact).max())
    assert math.log2(errors[0] / errors[1]) > method.order_between


@ALL
def test_error_follows_the_tolerance(method):
    errors = []
    for rtol in method.rtols:
        steps = orbit(method.config(rtol=rtol, atol=rtol), 0.5, 20.0, lanes=True)
        assert steps.status == "finished"
        assert steps.t[-1] == 20.0
        errors.append(np.abs(steps.x[-1] - kepler_state(20.0, 0.5)).max() / rtol)
    assert max(errors) < method.most
    assert max(errors) / min(errors) < method.spread


@CONFIGS
def test_tolerance_for_each_state(config):
    loose, tight = (orbit(config(rtol=0, atol=(1e-3, second, 1e-3, 1e-3)), 0.3, 5.0) for second in (1e-3, 1e-9))
    assert tight.counters["steps"] > 3 * loose.counters["steps"]


@CONFIGS
def test_max_step_and_tiny_runs(config):
    rhs, _ = kepler_orbit()
    x0 = kepler_state(0, 0.1)
    assert np.diff(orbit(config(max_step=0.01), 0.1, 1.0).t).max() <= 0.0101 * (1 + 1e-12)
    still = orbit(config(), 0.1, 0.0)
    assert still.t.tolist() == [0.0]
    np.testing.assert_array_equal(still.replay(rhs, [0.0, 0.0]), [x0, x0])
    assert orbit(config(), 0.1, 5.0 + 1e-14, t0=5.0).t.tolist() == [5.0, 5.0 + 1e-14]


@dataclass(frozen=True)
class Stretch:
    """A run that is to be resumed: where, from where to where, and what else is stored of each step."""

    problem: Callable[[], tuple[Any, ...]]  # rhs, x0, p, and more for the integrator
    end: float
    breaks: list[float]
    stored: tuple[str, ...] = ()


def on_the_orbit():
    return kepler_orbit()[0], kepler_state(0, 0.6), P, {}


def in_the_chain():
    chain = stiff_machine()
    return chain.rhs, chain.x0, chain.p, {"lanes": chain.lanes}


def on_the_floor():
    return Floor(), [1.0, 0.0], P, {"motions": ONE_MOTION, "on_switch": bounce}


ORBIT = Stretch(on_the_orbit, 20.0, [3.0, 7.0])
CHAIN = Stretch(in_the_chain, 1.0, [0.3, 0.5], ("stages",))
FLOOR = Stretch(on_the_floor, 1.5, [0.3, 1.1], ("slopes",))
RESUMED: list[tuple[Config, Stretch, int]] = [
    *((make(rtol=1e-8, atol=1e-10), ORBIT, 7) for make in (rk5, rk8)),
    (Radau(rtol=1e-7, atol=1e-9), CHAIN, 7),
    *((trapezoidal(step=0.01), FLOOR, amount) for amount in (1, 7)),
    *((central(step=0.01), FLOOR, amount) for amount in (1, 7)),
    *((trapezoidal(rtol=1e-7), FLOOR, amount) for amount in (1, 7)),
    *((trapezoidal(step=0.01, iterations=1), FLOOR, amount) for amount in (1, 7)),
]


@pytest.mark.parametrize(("config", "stretch", "amount"), RESUMED)
def test_resumed_run_has_the_same_bits(config, stretch, amount):
    (rhs, x0, p, more), end, breaks = stretch.problem(), stretch.end, stretch.breaks
    whole = integrate(rhs, x0, 0.0, end, breaks, p, config, **more)
    run = config.integrator(InitialValueProblem(rhs, x0, 0.0, end, breaks, p, **more))
    parts, count = None, 0
    while run.advance(amount) == abi.PAUSED:
        part = run.steps()
        parts, count = part if parts is None else parts.join(part), count + 1
        state = pickle.loads(pickle.dumps(part.state))
        last = part.parameters[-1] if "on_switch" in more else p  # modes go on with their last row
        run = config.integrator(InitialValueProblem(rhs, (), 0.0, end, breaks, last, state, **more))
    assert parts is not None and count > 5
    parts = parts.join(run.steps())
    for name in ("t", "x", *stretch.stored):
        np.testing.assert_array_equal(getattr(parts, name), getattr(whole, name))
    assert parts.counters == whole.counters
    times = np.linspace(0, end, 99)
    np.testing.assert_array_equal(parts.replay(rhs, times), whole.replay(rhs, times))


@CONFIGS
def test_branches_do_not_disturb_each_other(config):
    half = orbit(config(), 0.2, 2.0)
    before = half.state.copy()
    one, two = (orbit(config(), 0.2, 4.0, x0=(), state=half.state) for _ in range(2))
    np.testing.assert_array_equal(one.x, two.x)
    for name, part in vars(before).items():  # also the memory of implicit methods
        np.testing.assert_array_equal(getattr(half.state, name), part)
    np.testing.assert_array_equal(one.x[0], half.x[-1])


def test_radau_goes_on_from_an_explicit_run():
    half = orbit(Explicit("rk8", rtol=1e-9, atol=1e-9), 0.2, 2.0)
    rest = orbit(Radau(rtol=1e-9, atol=1e-9), 0.2, 4.0, x0=(), state=half.state)
    assert (rest.t[0], rest.t[-1], rest.state.start) == (2.0, 4.0, 0.0)
    np.testing.assert_allclose(rest.x[-1], kepler_state(4.0, 0.2), atol=1e-7)


def test_newmark_goes_on_from_an_explicit_run():
    pendulum = Machine(load(CIRCUITS / "double_pendulum.mars"))
    half = integrate(pendulum.rhs, pendulum.x0, 0.0, 0.5, (), pendulum.p, Explicit("rk8", 1e-9, 1e-9))
    rest = pendulum.run(Newmark(step=1e-3), 1.0, state=half.state)
    assert (rest.t[0], rest.t[-1], rest.state.start) == (0.5, 1.0, 0.0)
    assert np.abs(rest.x[-1] - pendulum.exact(1.0).x[-1]).max() < 1e-3


@ALL
def test_store_grows_and_progress_can_stop(method):
    config, seen = method.config(rtol=method.tight, atol=method.tight), []
    whole = orbit(config, 0.3, method.end, on_progress=lambda progress: seen.append(progress), lanes=True)
    assert whole.t.size > method.many
    for name, width in method.stored.items():
        assert getattr(whole, name).shape == (whole.t.size - 1, width)
    assert [entry.t for entry in seen] == sorted(entry.t for entry in seen)
    assert seen[-1].fraction == 1.0
    short = orbit(config, 0.3, method.end, on_progress=lambda progress: progress.steps < 100, lanes=True)
    assert short.status == "stopped"
    rest = orbit(config, 0.3, method.end, x0=(), state=short.state, lanes=True)
    np.testing.assert_array_equal(short.join(rest).x, whole.x)


@ALL
def test_breaks_make_corners_exact(method):
    rhs, seen = model(5, spinning_rates), []
    steps = integrate(
        *(rhs, [1, 0, 0, 0, 0], 0.0, 3.0, [2.0, 1.5, 1.5, 9.0], P, method.config()),
        on_segment=lambda index, p: seen.append((index, p[0])),
    )
    assert seen == [(0, 0.75), (1, 1.75), (2, 2.5)]
    assert {1.5, 2.0, 3.0} <= set(steps.t)
    assert steps.x[-1, 4] == pytest.approx(0.3 * 1.5 - 1.5, abs=method.corner)
    np.testing.assert_array_equal(steps.parameters[:, 0], [0.75, 1.75, 2.5])
    assert steps.t[np.flatnonzero(np.diff(steps.segment)) + 1].tolist() == [1.5, 2.0]
    times = np.linspace(0, 3, 61)
    exact = np.where(times < 1.5, 0.3 * times, 0.45 - (times - 1.5))
    np.testing.assert_allclose(steps.replay(rhs, times)[:, 4], exact, atol=method.corner_between)


# Configuration, and after what time the run fails.
WITH_NAN = {
    "rk5": (rk5(), 0.99),
    "rk8": (rk8(), 0.99),
    "radau": (Radau(), 0.99),
    "newmark": (trapezoidal(), 0.98),
    "newmark, fixed step": (trapezoidal(step=0.01), 0.98),
    "central differences": (central(), 0.98),
    "central differences, fixed step": (central(step=0.01), 0.98),
}


@pytest.mark.parametrize(("config", "after"), WITH_NAN.values(), ids=WITH_NAN)
def test_nan_is_reported_with_state_and_time(config, after):
    rhs, lanes = model_and_lanes(2, lambda x, p, t: (1.0 + 0 * x[0], casadi.sqrt(1 - t)))
    for way in (None, lanes):
        steps = integrate(rhs, [0.0, 0.0], 0.0, 2.0, (), P, config, lanes=way)
        assert steps.status == "not finite"
        assert steps.worst == 1
        assert after < steps.t[-1] <= 1.0
        assert np.isfinite(steps.x).all()
    at_once = integrate(rhs, [0.0, np.nan], 0.0, 0.5, (), P, config)
    assert (at_once.status, at_once.worst, at_once.t.size) == ("not finite", 1, 1)


@ALL
def test_blow_up_is_a_step_too_small_or_not_finite(method):
    rhs = model(2, lambda x, p, t: (-x[0], x[1] ** 2))
    steps = integrate(rhs, [1.0, 1.0], 0.0, 2.0, (), P, method.config())
    assert steps.status in ("step too small", "not finite")
    assert steps.worst == 1
    assert steps.t[-1] == pytest.approx(1.0, abs=method.blow_up)


@CONFIGS
def test_models_without_states_or_without_change(config):
    rhs, lanes = model_and_lanes(0, lambda x, p, t: ())
    steps = integrate(rhs, [], 0.0, 1.0, [0.5], P, config(), lanes=lanes)
    assert steps.status == "finished"
    assert steps.x.shape == (steps.t.size, 0)
    assert steps.replay(rhs, [0.1, 0.9]).shape == (2, 0)
    rhs, lanes = model_and_lanes(3, lambda x, p, t: (1.0, x[0], 0.0))
    steps = integrate(rhs, [0.0, 0.0, 1.0], 0.0, 2.0, (), P, config(), lanes=lanes)
    np.testing.assert_allclose(steps.x[-1], [2.0, 2.0, 1.0], atol=1e-12)


@CONFIGS
def test_wrong_sizes_are_refused(config):
    rhs, _ = kepler_orbit()
    with pytest.raises(ValueError, match="4 states"):
        orbit(config(), 0.0, 1.0, x0=[0.0])
    with pytest.raises(ValueError, match="parameters"):
        integrate(rhs, kepler_state(0, 0), 0.0, 1.0, (), np.zeros(3), config())
    with pytest.raises(ValueError, match="positive"):
        config(atol=0.0)
    steps = orbit(config(), 0.0, 1.0, lanes=True)
    with pytest.raises(ValueError, match="between"):
        steps.replay(rhs, [1.5])


@pytest.mark.parametrize("config", [Radau, Newmark])
def test_wrong_lanes_are_refused(config):
    rhs, _ = kepler_orbit()
    with pytest.raises(ValueError, match="lanes"):
        integrate(rhs, kepler_state(0, 0), 0.0, 1.0, (), P, config(), lanes=rhs)


KERNELS = ["explicit_kernels.advance", "explicit_replay.replay", "radau_kernels.advance", "stiffness._spectral_radius"]
KERNELS += ["newmark_kernels.advance"]


@pytest.mark.slow
def test_compiled_kernels_are_found_again_by_a_new_process():
    """Compiled, if not before, when this process imported them; a change of any solver's source gives them a new place."""
    code = (
        "from mars.solvers import explicit_kernels, explicit_replay, newmark_kernels, radau_kernels, stiffness\n"
        f"hits = [sum(k.stats.cache_hits.values()) for k in ({', '.join(KERNELS)})]\n"
        f"assert hits == {[1] * len(KERNELS)}, hits"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=300)
