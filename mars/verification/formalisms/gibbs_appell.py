"""Vereshchagin 1974, (2.2): the Gibbs–Appell equations, their coefficients found by probing the acceleration energy.

1 + n + n(n+1)/2 traversals of the chain for the matrix α and the column β: the work grows with the cube of n (the paper says
quadratically, which counts the traversals and not their length). The printed unit probes lose digits if the acceleration
energy of the current velocities is large compared with α (4·10⁻⁸ at 20 rad/s, 6·10⁻⁴ at 200): probes here are as large as the
centripetal accelerations, and since G is exactly quadratic, the formulas are the same except for the scale.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mars.verification.formalisms.chain import Array, SerialChain
from mars.verification.formalisms.coupling_equations import (
    LinkState,
    accelerations_along,
    external,
    gyroscopic,
    links,
    principal_bodies,
    velocities_along,
)


def accelerations(chain: SerialChain, q: ArrayLike, rates: ArrayLike, drives: ArrayLike) -> Array:
    """q̈ from α q̈ + β = Q*, (2.2)."""
    (Q,) = chain.check(drives=drives)
    alpha, beta, loads = coefficients(chain, q, rates)
    return np.linalg.solve(alpha, Q + loads - beta)


def drives(chain: SerialChain, q: ArrayLike, rates: ArrayLike, accelerations: ArrayLike) -> Array:
    """Q for given accelerations, from the same equations."""
    (second,) = chain.check(accelerations=accelerations)
    alpha, beta, loads = coefficients(chain, q, rates)
    return alpha @ second + beta - loads


def coefficients(chain: SerialChain, q: ArrayLike, rates: ArrayLike, probe: float | None = None) -> tuple[Array, Array, Array]:
    """α, β of (2.2) and the generalised forces of the external loads, so that Q* = Q + loads.

    `probe` is the acceleration used for probing: 1 as printed, by default the larger of 1 and the squared rates.
    """
    q, rates = chain.check(q=q, rates=rates)
    n = len(chain)
    size = max(1.0, float(np.max(rates**2, initial=0.0))) if probe is None else probe
    chain_links = links(chain, q, rates)
    unit = size * np.eye(n)

    def G(second: Array) -> float:
        return acceleration_energy(chain, chain_links, second)

    G0 = G(np.zeros(n))
    plus = np.array([G(unit[i]) for i in range(n)])
    minus = np.array([G(-unit[i]) for i in range(n)])
    alpha = np.diag(plus + minus - 2 * G0)  # α_ii = G₊ + G₋ − 2G₀
    beta = (plus - minus) / 2  # β_i = (G₊ − G₋)/2
    for i in range(n):
        for j in range(i):
            alpha[i, j] = alpha[j, i] = G(unit[i] + unit[j]) - plus[i] - plus[j] + G0
    return alpha / size**2, beta / size, generalised_loads(chain, chain_links)


def acceleration_energy(chain: SerialChain, chain_links: list[LinkState], second_rates: Array) -> float:
    """G without the terms free of accelerations (the formula after (2.1)); a rotor adds ½ d q̈²."""
    total = 0.0
    motions = accelerations_along(chain_links, second_rates)[1:]
    for body, fixed, link, (spin, acceleration), second in zip(
        chain.bodies, principal_bodies(chain), chain_links[1:], motions, second_rates, strict=True
    ):
        total += 0.5 * body.mass * (acceleration @ acceleration) + 0.5 * spin @ (fixed.moments * spin)
        total += 0.5 * body.armature * second**2 - gyroscopic(fixed.moments, link.omega) @ spin
    return float(total)


def generalised_loads(chain: SerialChain, chain_links: list[LinkState]) -> Array:
    """Power of weight and tip wrench at unit rate of each joint in turn."""
    n = len(chain)
    loads = external(chain, chain_links)
    result = np.zeros(n)
    for i in range(n):
        motions = velocities_along(chain_links, np.eye(n)[i])
        result[i] = sum(M @ w + F @ v for (M, F), (w, v) in zip(loads, motions, strict=True))
    return result
