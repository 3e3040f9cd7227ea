"""Vereshchagin 1974, (2.1): the coupling equations of a chain, between centres of mass, in principal axes.

ω_i, ω̇_i are in the principal axes of body i, v_i, v̇_i in the fixed basis; L_i transforms the fixed basis to those axes.
The signs are correct as printed, but a telescoping joint with the printed +q_i e_i δ_i in ρ_i moves body i along −e_i
(ρ_i runs from the body to the joint): our axis, along which the body slides, is −e_i.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from mars.verification.formalisms.chain import Array, SerialChain, cross, turn, zeros3


@dataclass(frozen=True, eq=False)
class ChainBase:
    """The column. Given motion (default: at rest), or, if `free`, a body solved together with the chain.

    The base frame coincides with the fixed frame at the moment of evaluation. Motions are in these axes; for a given
    base the acceleration is that of its origin, a free base has its accelerations computed at its centre of mass.
    """

    angular_velocity: Array = field(default_factory=zeros3)
    angular_acceleration: Array = field(default_factory=zeros3)
    acceleration: Array = field(default_factory=zeros3)
    free: bool = False
    mass: float = 0.0
    com: Array = field(default_factory=zeros3)
    inertia: Array = field(default_factory=lambda: np.zeros((3, 3)))


FIXED = ChainBase()


@dataclass(frozen=True, eq=False)
class Principal:
    """Constant data: a body relative to its centre of mass in its principal axes."""

    axes: Array  # body axes -> principal axes
    moments: Array  # a_i, b_i, c_i; zero or violating the triangle inequality is allowed
    e: Array
    delta: float  # 0 cylindrical, 1 telescoping
    inner: Array  # r''_i: centre of mass -> point of the own joint
    outer: Array  # r'_i: centre of mass -> point of the next joint


@dataclass(frozen=True, eq=False)
class LinkState:
    """A body at the current position and velocity."""

    L: Array
    relative: Array  # L_i L_{i−1}ᵀ
    e: Array
    delta: float
    rho: Array
    outer: Array
    omega: Array
    rate: float


@lru_cache(maxsize=32)
def principal_bodies(chain: SerialChain) -> tuple[Principal, ...]:
    """Diagonalise every inertia: W_i = diag(a, b, c, m, m, m)."""
    joints = [body.placement_p for body in chain.bodies]
    bodies = []
    for i, body in enumerate(chain.bodies):
        moments, columns = np.linalg.eigh(body.inertia)
        axes = columns.T * np.sign(np.linalg.det(columns))  # keep it a rotation: the axes must be right-handed
        following = joints[i + 1] if i + 1 < len(chain) else body.com
        e = axes @ (body.axis if body.rotates else -body.axis)
        delta = 0.0 if body.rotates else 1.0
        bodies.append(Principal(axes, moments, e, delta, axes @ -body.com, axes @ (following - body.com)))
    return tuple(bodies)


def principal_base(chain: SerialChain, base: ChainBase) -> tuple[Array, Array, Array]:
    """L_0, principal moments and r'_0 of the column; a given base is described at its origin in its own axes."""
    if not base.free:
        return np.eye(3), np.zeros(3), chain.bodies[0].placement_p
    moments, columns = np.linalg.eigh(base.inertia)
    L = columns.T * np.sign(np.linalg.det(columns))
    return L, moments, L @ (chain.bodies[0].placement_p - base.com)


def base_link(chain: SerialChain, base: ChainBase) -> LinkState:
    L, _, outer = principal_base(chain, base)
    return LinkState(L, np.eye(3), np.zeros(3), 0.0, np.zeros(3), outer, L @ base.angular_velocity, 0.0)


def links(chain: SerialChain, q: Array, rates: Array, base: ChainBase = FIXED) -> list[LinkState]:
    """(2.1), first line: orientations and angular velocities; entry 0 is the base, entry i body i."""
    previous = base_link(chain, base)
    result = [previous]
    R = np.eye(3)
    for body, fixed, coordinate, rate in zip(chain.bodies, principal_bodies(chain), q, rates, strict=True):
        R = R @ body.placement_R
        if body.rotates:
            R = R @ turn(body.axis, coordinate)
        L = fixed.axes @ R.T
        relative = L @ previous.L.T
        omega = relative @ previous.omega + rate * fixed.e * (1 - fixed.delta)
        rho = fixed.inner + coordinate * fixed.e * fixed.delta
        previous = LinkState(L, relative, fixed.e, fixed.delta, rho, fixed.outer, omega, float(rate))
        result.append(previous)
    return result


def accelerations_along(chain_links: list[LinkState], second_rates: Array, base: ChainBase = FIXED) -> list[tuple[Array, Array]]:
    """(2.1), ω̇_i and v̇_i for given q̈, entry 0 being the (given) base."""
    previous, rest = chain_links[0], chain_links[1:]
    spin, acceleration = base.angular_acceleration, base.acceleration
    result = [(spin, acceleration)]
    for link, second in zip(rest, second_rates, strict=True):
        w0, w = previous.omega, link.omega
        acceleration = acceleration + previous.L.T @ (cross(spin, previous.outer) + cross(w0, cross(w0, previous.outer)))
        spin = link.relative @ spin + (second * link.e + link.rate * cross(w, link.e)) * (1 - link.delta)
        acceleration = acceleration - link.L.T @ (
            cross(spin, link.rho)
            + cross(w, cross(w, link.rho))
            + (second * link.e + 2 * link.rate * cross(w, link.e)) * link.delta
        )
        result.append((spin, acceleration))
        previous = link
    return result


def velocities_along(chain_links: list[LinkState], rates: Array) -> list[tuple[Array, Array]]:
    """(2.1), ω_i and v_i for given q̇ from a base at rest; unit rates give the lever arms of external forces."""
    previous, rest = chain_links[0], chain_links[1:]
    omega, velocity = np.zeros(3), np.zeros(3)
    result = []
    for link, rate in zip(rest, rates, strict=True):
        velocity = velocity + previous.L.T @ cross(omega, previous.outer)
        omega = link.relative @ omega + rate * link.e * (1 - link.delta)
        velocity = velocity - link.L.T @ (cross(omega, link.rho) + rate * link.e * link.delta)
        result.append((omega, velocity))
        previous = link
    return result


def external(chain: SerialChain, chain_links: list[LinkState]) -> list[tuple[Array, Array]]:
    """M_i (principal axes) and F_i (fixed basis) on every body: weight, and the tip wrench on the last one."""
    loads: list[tuple[Array, Array]] = [(np.zeros(3), body.mass * chain.gravity) for body in chain.bodies]
    last = chain_links[-1]
    force, moment = chain.tip_at_centre(last.L.T @ principal_bodies(chain)[-1].axes)
    loads[-1] = (last.L @ moment, loads[-1][1] + force)
    return loads


def gyroscopic(moments: Array, omega: Array) -> Array:
    """(b − c) ω₂ω₃, (c − a) ω₃ω₁, (a − b) ω₁ω₂: the moments in the numerators of z̈."""
    a, b, c = moments
    return np.array([(b - c) * omega[1] * omega[2], (c - a) * omega[2] * omega[0], (a - b) * omega[0] * omega[1]])
