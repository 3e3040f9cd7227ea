"""Work and precision: the global error of eight problems over the tolerance that was asked for, and what it cost.

The error is measured at random times, between steps, relative to the largest value of each state; 100 tolerances are allowed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.special import ellipj, ellipk

from bench.mechanisms import ROOT
from mars import load
from mars.simulation.run import Run
from mars.simulation.settings import Settings
from mars.simulation.stages import compile_run, find_start
from mars.solvers.driver import drive

TOLERANCES = tuple(10.0**-digits for digits in range(4, 11))
METHODS = ("auto", "rk8", "rk5", "radau")
ALLOWED, GROWTH = 100.0, 3.0  # error relative to the tolerance; of the error from one tolerance to the next smaller one
TIMES = 200
FINEST, AGREED = 2e-13, 1e-10  # rtol of the reference; by how much Radau may differ from it
Exact = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Measured:
    """One run: its largest error relative to the tolerance, and its cost."""

    rtol: float
    ratio: float
    evaluations: int
    seconds: float
    remarks: tuple[str, ...]

    @property
    def error(self) -> float:
        return self.ratio * self.rtol


@dataclass(frozen=True)
class Problem:
    """An example; `exact` gives its states in closed form, otherwise the finest run is the reference."""

    example: str
    until: float
    exact: Exact | None = None

    @cached_property
    def start(self):
        circuit = load(ROOT / "circuits" / f"{self.example}.mars")
        return find_start(circuit, Settings.of(circuit, until=self.until))

    def run(self, method: str, rtol: float) -> tuple[Run, float]:
        """The run, and the seconds of its integration."""
        settings = Settings.of(self.start.model.circuit, until=self.until, method=method, rtol=rtol)
        prepared = compile_run(replace(self.start), settings)
        clock = time.perf_counter()
        steps = drive(prepared.integrator, None)
        return prepared.results(steps), time.perf_counter() - clock

    @cached_property
    def times(self) -> np.ndarray:
        return np.sort(np.random.default_rng(3).uniform(0.0, self.until, TIMES))

    @cached_property
    def reference(self) -> np.ndarray:
        if self.exact is not None:
            return self.exact(self.times)
        finest, other = (self.run(method, rtol)[0].states_at(self.times) for method, rtol in (("rk8", FINEST), ("radau", 1e-12)))
        if not (np.abs(finest - other) <= AGREED * np.abs(finest).max(axis=0)).all():
            raise ArithmeticError(f"{self.example}: the references by rk8 and radau differ")
        return finest

    def measured(self, method: str, rtol: float) -> Measured:
        run, seconds = self.run(method, rtol)
        errors = np.abs(run.states_at(self.times) - self.reference).max(axis=0)
        sizes = np.abs(self.reference).max(axis=0)
        ratio = float(np.max(errors / np.where(sizes > 0, sizes, 1.0)) / rtol)
        assert run.steps is not None
        return Measured(rtol, ratio, run.steps.counters["evaluations"], seconds, tuple(map(str, run.remarks)))


def growth(series: list[Measured]) -> float:
    """The largest growth of the error from one tolerance to a smaller one; errors below the tolerance are chance."""
    return max((b.error / max(a.error, a.rtol) for a, b in pairwise(series)), default=0.0)


def pendulum(times: np.ndarray) -> np.ndarray:
    """Released horizontally, 1 m, 9.81 m/s²: sin(½φ) = k sn(K − ωt) from the vertical; the angle is measured from +x."""
    k, frequency = np.sin(np.pi / 4), np.sqrt(9.81)
    sn, cn, _, _ = ellipj(ellipk(k * k) - frequency * times, k * k)
    return np.column_stack([1.5 * np.pi - 2 * np.arcsin(k * sn), 2 * k * frequency * cn])


def rlc(times: np.ndarray) -> np.ndarray:
    """Current and voltage of the capacitor after a step of 10 V on 10 Ω, 10 mH and 10 µF in series."""
    decay, frequency = 10 / (2 * 10e-3), np.sqrt(1 / (10e-3 * 10e-6) - (10 / (2 * 10e-3)) ** 2)
    fading, phase = np.exp(-decay * times), frequency * times
    voltage = 10 * (1 - fading * (np.cos(phase) + decay / frequency * np.sin(phase)))
    return np.column_stack([10 / (10e-3 * frequency) * fading * np.sin(phase), voltage])


PROBLEMS = (
    Problem("pendulum", 4.0, pendulum),  # smooth
    Problem("double_pendulum", 5.0),
    Problem("servo_axis", 1.0),  # stiff
    Problem("hydraulic_boom", 2.0),
    Problem("andrews_squeezer", 0.03),  # loops
    Problem("rlc", 0.005, rlc),  # electronics
    Problem("transistor_amplifier", 0.05),
    Problem("stick_slip", 5.0),  # events
)
