"""Vereshchagin 1974, (3.1)–(3.5b): Gauss's principle by dynamic programming, work linear in the number of bodies.

Two corrections of the paper: x_{i−1} in (3.5) and z_{i−1} in (3.5b) carry two dots, and z̈ enters only as the
product W z̈, so that a body without mass or with a zero moment of inertia needs no division.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mars.errors import RunError
from mars.verification.formalisms.chain import Array, SerialChain, cross, skew
from mars.verification.formalisms.coupling_equations import (
    FIXED,
    ChainBase,
    LinkState,
    external,
    gyroscopic,
    links,
    principal_base,
    principal_bodies,
)

Drives = ArrayLike | Callable[[Array, Array], ArrayLike]


@dataclass(frozen=True, eq=False)
class Solution:
    """Joint accelerations q̈, and ẍ_i = (ω̇_i in principal axes, v̇_i in fixed axes), entry 0 being the base."""

    joints: Array
    bodies: list[Array]


def accelerations(chain: SerialChain, q: ArrayLike, rates: ArrayLike, drives: Drives, base: ChainBase = FIXED) -> Array:
    """q̈ for given drives; see `solve`."""
    return solve(chain, q, rates, drives, base).joints


def solve(chain: SerialChain, q: ArrayLike, rates: ArrayLike, drives: Drives, base: ChainBase = FIXED) -> Solution:
    """The paper's four steps in its order. `drives` may be a control law (q, q̇) -> Q, called in step 2."""
    q, rates = chain.check(q=q, rates=rates)
    n = len(chain)
    bodies = principal_bodies(chain)
    chain_links = links(chain, q, rates, base)
    A, B, f = zip(*(coupling_matrices(chain_links[i - 1], chain_links[i]) for i in range(1, n + 1)), strict=True)
    W = [np.diag([*fixed.moments, *[body.mass] * 3]) for fixed, body in zip(bodies, chain.bodies, strict=True)]
    forces = weighted_free_accelerations(chain, chain_links)
    _, base_moments, _ = principal_base(chain, base)
    W.insert(0, np.diag([*base_moments, *[base.mass] * 3]))
    forces.insert(0, np.array([*gyroscopic(base_moments, chain_links[0].omega), *(base.mass * chain.gravity)]))

    # Step 1: P_i from the tip to the base, (3.5a). The rotor adds ½ d q̈² to (3.2), so d stands beside BᵀPB.
    P = [W[n]] * (n + 1)
    PB, D = [np.zeros(6)] * n, np.zeros(n)
    for i in range(n, 0, -1):
        PB[i - 1] = P[i] @ B[i - 1]
        D[i - 1] = B[i - 1] @ PB[i - 1] + chain.bodies[i - 1].armature
        if D[i - 1] == 0:
            raise RunError(
                "joint {i} moves no inertia. Add mass to a body after it, or armature inertia to the joint", code="massless", i=i
            )
        P[i - 1] = W[i - 1] + A[i - 1].T @ (P[i] - np.outer(PB[i - 1], PB[i - 1]) / D[i - 1]) @ A[i - 1]

    # Step 2: the control procedure gives Q.
    (Q,) = chain.check(drives=drives(q, rates) if callable(drives) else drives)

    # Step 3: R_i from the tip to the base, (3.5b).
    R = [-forces[n]] * (n + 1)
    for i in range(n, 0, -1):
        load = R[i] + P[i] @ f[i - 1]
        rest = (Q[i - 1] - load @ B[i - 1]) / D[i - 1]
        R[i - 1] = -forces[i - 1] + A[i - 1].T @ (load + rest * PB[i - 1])

    # Step 4: q̈_i by (3.5) and ẍ_i by (3.1) from the base to the tip; a free base starts from ẍ₀ = −P₀⁻¹R₀.
    given = np.array([*base.angular_acceleration, *base.acceleration], dtype=float)
    x = [-np.linalg.solve(P[0], R[0]) if base.free else given]
    joints = np.zeros(n)
    for i in range(1, n + 1):
        free = A[i - 1] @ x[i - 1] + f[i - 1]
        joints[i - 1] = (Q[i - 1] - (P[i] @ free + R[i]) @ B[i - 1]) / D[i - 1]
        x.append(free + B[i - 1] * joints[i - 1])
    return Solution(joints, x)


def coupling_matrices(previous: LinkState, link: LinkState) -> tuple[Array, Array, Array]:
    """A_i, B_i, f_i of (3.1), read off the accelerations in (2.1)."""
    L0, L, w0, w = previous.L.T, link.L.T, previous.omega, link.omega
    turning, sliding = 1 - link.delta, link.delta
    towards = L @ skew(link.rho)  # −L_iᵀ(ω̇_i × ρ_i) = L_iᵀ[ρ_i]× ω̇_i
    A = np.eye(6)
    A[:3, :3] = link.relative
    A[3:, :3] = towards @ link.relative - L0 @ skew(previous.outer)
    B = np.concatenate([turning * link.e, towards @ (turning * link.e) - L @ (sliding * link.e)])
    spin = turning * link.rate * cross(w, link.e)
    drift = (
        L0 @ cross(w0, cross(w0, previous.outer))
        + towards @ spin
        - L @ (cross(w, cross(w, link.rho)) + 2 * sliding * link.rate * cross(w, link.e))
    )
    return A, B, np.concatenate([spin, drift])


def weighted_free_accelerations(chain: SerialChain, chain_links: list[LinkState]) -> list[Array]:
    """W_i z̈_i: the forces that would accelerate each body without joints."""
    loads = external(chain, chain_links)
    return [
        np.concatenate([gyroscopic(fixed.moments, link.omega) + moment, force])
        for fixed, link, (moment, force) in zip(principal_bodies(chain), chain_links[1:], loads, strict=True)
    ]
