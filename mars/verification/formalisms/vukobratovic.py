"""Vukobratović and Potkonjak 1979, (10)–(54): W q̈ = P + V by Lagrange's equations, body after body.

The paper has a rotation φ_i and a translation x_i along r_ii⁰ in every joint; here every joint has one of the two, along any
axis, and the centre of mass need not lie on it: γ_k x_k becomes ρ_k = A_k(c_k + t_k x_k), the rest is unchanged. A joint
of the paper is a rotational joint with a massless body followed by a sliding one. README.md lists the misprints.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from mars.verification.formalisms.chain import Array, ChainBody, SerialChain, cross, skew, turn


def accelerations(chain: SerialChain, q: ArrayLike, rates: ArrayLike, drives: ArrayLike) -> Array:
    """(1) solved for q̈."""
    (P,) = chain.check(drives=drives)
    W, V = equations(chain, q, rates)
    return np.linalg.solve(W, P + V)


def drives(chain: SerialChain, q: ArrayLike, rates: ArrayLike, accelerations: ArrayLike) -> Array:
    """(1) solved for the drives P."""
    (second,) = chain.check(accelerations=accelerations)
    W, V = equations(chain, q, rates)
    return W @ second - V


def equations(chain: SerialChain, q: ArrayLike, rates: ArrayLike) -> tuple[Array, Array]:
    """W and V of (1): the chain is traversed once, each body adds its Z_i, Ż_i and ∂T_i/∂q."""
    q, rates = chain.check(q=q, rates=rates)
    n = len(chain)
    walk = Walk(n)
    W = np.diag([body.armature for body in chain.bodies])
    W_dot, T_q, Y = np.zeros((n, n)), np.zeros(n), np.zeros(n)
    previous: ChainBody | None = None
    for i, body in enumerate(chain.bodies):
        walk.add(i, previous, body, q[i])
        m, J, M, N = body.mass, body.inertia, walk.M, walk.N
        M_dot = np.einsum("sxj,s->xj", walk.M_q, rates)
        N_dot = np.einsum("sxj,s->xj", walk.N_q, rates)
        W += m * M.T @ M + N.T @ J @ N  # (31)
        half = m * M_dot.T @ M + N_dot.T @ J @ N
        W_dot += half + half.T  # (32), (33)
        v, omega = M @ rates, N @ rates
        # (41), (42): ½ q̇ᵀ(∂Z_i/∂q_s)q̇ = m vᵀ(∂M/∂q_s)q̇ + ω̃ᵀJ(∂Ñ/∂q_s)q̇
        T_q += m * (walk.M_q @ rates) @ v + (walk.N_q @ rates) @ (J @ omega)
        Y += gravity_forces(walk, m * chain.gravity)
        previous = body
    force, moment = chain.tip_at_centre(walk.A)
    Y += walk.M.T @ force + walk.beta.T @ moment
    return W, Y + T_q - W_dot @ rates  # (29)


def gravity_forces(walk: Walk, weight: Array) -> Array:
    """(52)–(54): the contribution of the weight of the body just added to every joint before it.

    [m g, e, r] about the rotational joints; m g along the axis of the sliding ones, which is γ_i = r_ii⁰ and not the
    e_i printed in (54): there e_i is the rotation axis.
    """
    moments = np.array([weight @ cross(e, r) for e, r in zip(walk.beta.T, walk.arms.T, strict=True)])
    return moments + walk.gamma.T @ weight


@dataclass(eq=False)
class Walk:
    """The values that are "changed and supplemented" as the chain grows; column j belongs to joint j.

    Derivatives have the coordinate s as their first index. Time derivatives, (34)–(38), follow from them by the
    chain rule, d/dt = Σ_s q̇_s ∂/∂q_s.
    """

    n: int
    A: Array = field(init=False)  # transition matrix of the last body, (4)
    A_q: Array = field(init=False)  # ∂A/∂q_s
    beta: Array = field(init=False)  # β_j, zero where the joint slides, (13)
    beta_q: Array = field(init=False)
    gamma: Array = field(init=False)  # γ_j, zero where the joint turns, (15)
    gamma_q: Array = field(init=False)
    alpha: Array = field(init=False)  # α_j of the last body, (16)
    alpha_q: Array = field(init=False)
    arms: Array = field(init=False)  # r_k of (53): from joint j to the last centre of mass

    def __post_init__(self) -> None:
        n = self.n
        self.A, self.A_q = np.eye(3), np.zeros((n, 3, 3))
        self.beta, self.gamma, self.alpha, self.arms = (np.zeros((3, n)) for _ in range(4))
        self.beta_q, self.gamma_q, self.alpha_q = (np.zeros((n, 3, n)) for _ in range(3))

    def add(self, i: int, previous: ChainBody | None, body: ChainBody, coordinate: float) -> None:
        """Add body i to the chain."""
        # δ_i = A_{i−1} r̃_{i−1,i} runs from joint i to the centre of body i − 1, (17a), (47); of the base, to its origin
        before = -body.placement_p + (previous.com if previous is not None else 0.0)
        delta, delta_q = self.A @ before, self.A_q @ before
        axis = body.placement_R @ body.axis  # e_i in the axes of body i − 1
        if body.rotates:
            self.beta[:, i] = self.A @ axis  # (13)
            self.beta_q[:, :, i] = self.A_q @ axis  # (45) with A_{j−1}
        self._turn(i, body, coordinate)
        if not body.rotates:
            self.gamma[:, i] = self.A @ body.axis  # (15)
            self.gamma_q[:, :, i] = self.A_q @ body.axis  # (46)
        centre = body.com if body.rotates else body.com + body.axis * coordinate
        rho, rho_q = self.A @ centre, self.A_q @ centre
        rho_q[i] += self.gamma[:, i]  # the factor x_k of (38), (51); zero where the joint turns
        # (16), (48) term by term: α_j of body i = α_j of body i − 1 − β_j×δ_i + β_j×ρ_i, without δ_i for j = i
        for j in range(i + 1):
            arm = rho - delta if j < i else rho
            arm_q = rho_q - delta_q if j < i else rho_q
            self.arms[:, j] += arm
            self.alpha[:, j] += cross(self.beta[:, j], arm)
            self.alpha_q[:, :, j] += arm_q @ skew(self.beta[:, j]).T - self.beta_q[:, :, j] @ skew(arm).T

    def _turn(self, i: int, body: ChainBody, coordinate: float) -> None:
        """A_i and its derivatives from those of body i − 1, with Rodrigues' formula (8)."""
        step = body.placement_R @ turn(body.axis, coordinate) if body.rotates else body.placement_R
        self.A_q = self.A_q @ step
        self.A = self.A @ step
        if body.rotates:
            self.A_q[i] = self.A @ skew(body.axis)

    @property
    def M(self) -> Array:
        """(19), (21)"""
        return self.alpha + self.gamma

    @property
    def M_q(self) -> Array:
        """(44), (50), (51)"""
        return self.alpha_q + self.gamma_q

    @property
    def N(self) -> Array:
        """Ñ of (22), (23), A⁻¹ = Aᵀ"""
        return self.A.T @ self.beta

    @property
    def N_q(self) -> Array:
        """(43), (45): −A⁻¹(∂A/∂q_s)A⁻¹β_j + A⁻¹∂β_j/∂q_s, and (∂A⁻¹/∂q_s) = (∂A/∂q_s)ᵀ"""
        return np.swapaxes(self.A_q, 1, 2) @ self.beta + self.A.T @ self.beta_q


def transition_matrix(e: ArrayLike, arm_before: ArrayLike, e_body: ArrayLike, arm_after: ArrayLike, angle: float) -> Array:
    """(5)–(9): A_i from the joint axis and the arms r_{i−1,i} (fixed axes) and r_ii (body axes), then rotated.

    At angle zero the arm of the body lies opposite to the arm of the previous one, seen along the axis. Not usable if
    an arm is parallel to the axis; chains here carry `placement_R` instead.
    """
    e, arm_before, e_body, arm_after = (np.asarray(v, dtype=float) for v in (e, arm_before, e_body, arm_after))
    a = -cross(e, cross(arm_before, e))
    a_body = cross(e_body, cross(arm_after, e_body))
    a, a_body = a / np.linalg.norm(a), a_body / np.linalg.norm(a_body)
    frame = np.column_stack([e, a, cross(e, a)])
    frame_body = np.column_stack([e_body, a_body, cross(e_body, a_body)])
    return turn(e, angle) @ frame @ np.linalg.inv(frame_body)  # (7), then (8), (9)
