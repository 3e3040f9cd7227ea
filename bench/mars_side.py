"""Mars as the bench sees it. Everything here is still to be connected: a function that raises is shown as such.

The bench does the timing, Mars and peers taking turns, and checks the numbers: give it ready calls, not times.
Mechanisms, states and constants are in `bench.chain`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .peers import Ladder


@dataclass(frozen=True)
class ForwardDynamics:
    """A compiled model, ready to be timed in the state of `bench.chain.state`."""

    call: Callable[[], Any]  # one evaluation called from Python, as a user would
    loop: Callable[[int], Any]  # that many evaluations inside one compiled loop
    operations: int  # floating-point operations of one evaluation
    accelerations: np.ndarray  # q̈ of that state, checked against the peers


@dataclass(frozen=True)
class Build:
    """Seconds from a circuit to its answers, each in the way it says."""

    first_evaluation_s: float  # circuit -> first evaluation by the quickest way there (virtual machine), nothing cached
    native_s: float  # circuit -> machine code ready, nothing cached
    cached_s: float  # circuit -> machine code ready, from the disk cache


def chain_circuit(size: int | str, damping: float = 0.0) -> Any:
    """The circuit of `bench.chain.chain(size)`, with a damper of `damping` N·m·s/rad in every joint."""
    raise NotImplementedError


def forward_dynamics(size: int | str) -> ForwardDynamics:
    """The compiled forward dynamics of `chain_circuit(size)`; drives of `bench.chain.state` act in the joints."""
    raise NotImplementedError


def simulate() -> dict[str, Ladder]:
    """Methods by name: settings from coarse to fine, and setting -> (seconds, q at END_TIME).

    The chain has SIMULATED joints with DAMPING and starts from START at rest. Seconds are those of the run alone, the
    model being compiled and the machine code loaded, as the peers are not charged for building theirs.
    """
    raise NotImplementedError


def build(size: int) -> Build:
    """Times of building `chain_circuit(size)`, in fresh processes with an empty cache, imports not counted."""
    raise NotImplementedError


def import_seconds() -> float:
    """Seconds of `import mars` with its components, in a fresh process, beyond those of an empty interpreter."""
    raise NotImplementedError
