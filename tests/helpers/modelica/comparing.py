"""Examples of the Modelica Standard Library as circuits, compared with their published reference curves."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import mars
from mars.document.circuit import Circuit
from tests.helpers.paths import REFS

Getter = Callable[[str], np.ndarray]
Signal = str | Callable[[Getter], Any]  # a variable, or a function of variables
COMPILED = ("auto", "rk8", "radau")
METHODS = (*COMPILED, "ida")
INTERNAL = (".mode", ".startForward", ".startBackward")  # of Modelica's friction, without a counterpart
SPARSE = 5  # every fifth row for the witness, which solves its equations anew at each output time
INSTANT = 1e-7  # of the run: just before or after a jump


@dataclass(frozen=True)
class Problem:
    """A circuit, the signals of the reference by its variables, and the largest difference relative to a signal's range."""

    path: str  # in the Modelica Standard Library
    build: Callable[[], Circuit]
    signals: Mapping[str, Signal]
    limit: float
    methods: tuple[str, ...] = METHODS
    edges: tuple[str, ...] = ()  # signals of a few values: an edge may come 1e-3 of the run earlier or later
    ranges: tuple[tuple[str, float], ...] = ()  # of signals with another range than that of the curve
    waits: str = ""  # what is missing for it to agree
    failing: tuple[str, ...] = ()  # methods that do not agree, if not all of them
    tolerances: tuple[float, float] = (1e-8, 1e-10)

    def reason(self, method: str) -> str:
        """Why a method is expected not to agree; empty if it does."""
        return self.waits if not self.failing or method in self.failing else ""

    @property
    def title(self) -> str:
        return self.path.replace("/Examples", "")

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


@cache
def curves(name: str) -> dict[str, np.ndarray]:
    with (REFS / f"msl/{name}.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    return dict(zip(head, np.array(rows, dtype=float).T, strict=True))


def differences(problem: Problem, method: str) -> dict[str, float]:
    """The largest difference of each signal, relative to its range.

    At a jump the circuit may agree with either row, just before, at or just after the time.
    """
    wanted = {name: values[:: SPARSE if method == "ida" else 1] for name, values in curves(problem.name).items()}
    time = wanted["time"]
    jumps = np.isin(time, time[1:][np.diff(time) == 0])
    shift = INSTANT * time[-1]
    moments = np.clip(np.concatenate([time, time[jumps] - shift, time[jumps] + shift]), time[0], time[-1])
    times, back = np.unique(moments, return_inverse=True)
    rtol, atol = problem.tolerances
    run = mars.simulate(problem.build(), times=times, until=float(time[-1]), method=method, rtol=rtol, atol=atol)

    def found(name: str) -> np.ndarray:
        return run[name][back]

    compared = {}
    for signal in (key for key in wanted if key != "time" and not key.endswith(INTERNAL)):
        want, what = wanted[signal], problem.signals[signal]
        span = dict(problem.ranges).get(signal) or max(float(np.ptp(want)), 1e-3 * float(np.abs(want).max()), 1e-6)
        values = found(what) if isinstance(what, str) else what(found)
        own, before, after = np.split(np.broadcast_to(values, moments.shape), [time.size, time.size + jumps.sum()])
        off = np.abs(own - want)
        for near in (before, after):
            off[jumps] = np.minimum(off[jumps], np.abs(near - want[jumps]))
        if signal in problem.edges:
            off = np.minimum(off, _outside(own, time, want, 1e-3 * time[-1]))
        compared[signal] = float(off.max()) / span
    return compared


def _outside(own: np.ndarray, time: np.ndarray, want: np.ndarray, width: float) -> np.ndarray:
    """How far values are outside what the reference passes within a width of time on either side."""
    off = np.zeros(time.size)
    for i, value in enumerate(own):
        ends = np.interp([time[i] - width, time[i] + width], time, want)
        near = np.concatenate([ends, want[np.abs(time - time[i]) <= width]])
        off[i] = max(near.min() - value, value - near.max(), 0.0)
    return off


def difference(one: str, other: str) -> Signal:
    return lambda get: get(one) - get(other)
