"""The peers for the bench. Each one is optional: a missing package becomes a reason, not an error."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from bench.chain import DAMPING, END_TIME, SIMULATED, START, chain, state
from bench.mechanisms import largest, squeezer
from mars.verification.formalisms import vereshchagin

# Steps of RK4, from 3 ms down; coarser ones have 30 times the error.
RUNGS = tuple(round(1000 * 2 ** (i / 8)) for i in range(48))


@lru_cache
def peer(name: str) -> tuple[ModuleType | None, str]:
    """The module of a peer, or None and the reason."""
    try:
        return import_module(f".{name}_peer", __package__), ""
    except Exception as error:  # binary packages fail in many ways; each counts as missing
        return None, f"{type(error).__name__}: {error}"


def forward_calls(size: int | str) -> tuple[dict[str, Callable[[], Any]], dict[str, str]]:
    """Ready calls by name (`pinocchio#0`, `pinocchio#1`, `mujoco`: a peer's best counts); reasons for the missing ones."""
    calls: dict[str, Callable[[], Any]] = {}
    reasons = {}
    for name in ("pinocchio", "mujoco"):
        module, reason = peer(name)
        if module is None:
            reasons[name] = reason
            continue
        ready = module.forward_dynamics(chain(size), *state(size))
        if callable(ready):
            calls[name] = ready
        else:
            calls |= {f"{name}#{i}": call for i, call in enumerate(ready)}
    return calls, reasons


def accelerations(size: int | str) -> np.ndarray:
    """q̈ of the bench state: from Pinocchio, or from the published recursion if it is missing."""
    module, _ = peer("pinocchio")
    if module is None:
        return vereshchagin.accelerations(chain(size), *state(size))
    return np.array(module.accelerations(chain(size))(*state(size)))


@lru_cache
def end_of_simulation() -> np.ndarray:
    """q at the end of the `simulate` bench: SciPy DOP853 at 10⁻¹² over Pinocchio's forward dynamics."""
    module, _ = peer("pinocchio")
    mechanism, n = chain(SIMULATED), SIMULATED
    if module is None:

        def forward(q: np.ndarray, rates: np.ndarray, drives: np.ndarray) -> np.ndarray:
            return vereshchagin.accelerations(mechanism, q, rates, drives)
    else:
        forward = module.accelerations(mechanism)

    def rates_of(_t: float, x: np.ndarray) -> np.ndarray:
        return np.concatenate([x[n:], forward(x[:n], x[n:], -DAMPING * x[n:])])

    start = np.concatenate([np.full(n, START), np.zeros(n)])
    solution = solve_ivp(rates_of, (0.0, END_TIME), start, method="DOP853", rtol=1e-12, atol=1e-13)
    return solution.y[:n, -1]


def error_of(q: np.ndarray) -> float:
    """Largest error of the end state."""
    return largest(q - end_of_simulation())


def present(name: str) -> Any:
    """The module of a peer that must be available."""
    module, reason = peer(name)
    if module is None:
        raise ImportError(reason)
    return module


def simulation(name: str) -> Any:
    """The `Simulation` of a peer on the chain of the bench."""
    return present(name).Simulation(chain(SIMULATED), np.full(SIMULATED, START), DAMPING, END_TIME)


Ladder = tuple[Sequence[float], Callable[[float], tuple[float, np.ndarray]]]


def coarsest(
    ladders: Mapping[str, Ladder], error_of: Callable[[np.ndarray], float], accuracy: float
) -> dict[str, Callable[[], float]]:
    """For every method the first rung within the accuracy, as a run that returns its seconds. Mars is selected in the same way.

    A ladder is a sequence of settings from coarse to fine and a function: setting -> (seconds, q at the end).
    """
    runs: dict[str, Callable[[], float]] = {}
    for name, (rungs, run) in ladders.items():
        for rung in rungs:
            if error_of(run(rung)[1]) <= accuracy:
                runs[f"{name}: {rung:.4g}"] = lambda run=run, rung=rung: run(rung)[0]
                break
    if not runs:
        raise ArithmeticError(f"none of {', '.join(ladders)} reaches {accuracy:g}")
    return runs


def mujoco_ladders() -> dict[str, Ladder]:
    return {"RK4 steps": (RUNGS, simulation("mujoco").run)}


def exudyn_ladders() -> dict[str, Ladder]:
    run = simulation("exudyn").run
    return {f"{name} {what}": (rungs, partial(run, name, what)) for name, what, rungs in present("exudyn").LADDERS}


def exudyn_squeezer_ladders() -> dict[str, Ladder]:
    return present("exudyn_squeezer").ladders(squeezer())


def exudyn_as_it_comes(rounds: int) -> float:
    """Seconds of Exudyn's plain module at its default settings, in a separate process."""
    command = [sys.executable, "-m", f"{__package__}.exudyn_peer", str(rounds)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode:
        raise ImportError(finished.stderr.strip().splitlines()[-1])
    return float(finished.stdout)
