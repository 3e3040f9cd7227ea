"""Hunt–Crossley law of elastic impact: force kδ(1 + cδ̇), never pulling."""

from math import expm1, log1p
from typing import Any

from mars.component import ca

from .pressed import Push


def hunt_crossley(stiffness: Any, restitution: float, impact_speed: float) -> Push:
    """The force of depth and rate whose free impacts at the given speed rebound with restitution times that speed."""
    c = relative_damping(restitution) / impact_speed
    return lambda depth, rate: stiffness * depth * ca.fmax(0.0, 1 + c * rate)


def relative_damping(restitution: float) -> float:
    """u = c v₀, so that an impact at the speed v₀ rebounds with e v₀.

    m δ̈ = −kδ(1 + cδ̇) is v dv / (1 + cv) = −(k/m) δ dδ, whose right side integrates to zero from touching to leaving. So
    cv − ln(1 + cv) is the same at v₀ and at −e v₀, for any m and k: u − ln(1 + u) = −eu − ln(1 − eu).
    """
    from scipy.optimize import brentq

    e = restitution
    if e == 1.0:
        return 0.0

    def imbalance(y: float) -> float:  # y = ln(1 − eu), because eu is very close to 1 for small e
        u = -expm1(y) / e
        return u - log1p(u) + e * u + y

    small = 1.5 * (1 - e**2) / (1 + e**3)  # the root for e close to 1; there is none below half of it
    return -expm1(brentq(imbalance, -1 / e - 1, log1p(-e * min(small, 1.0) / 2), xtol=1e-15)) / e
