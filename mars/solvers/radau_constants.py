"""Radau IIA of order 5: its coefficients, and the layout of its state.

Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.8, and their program RADAU5.
"""

from __future__ import annotations

import math

from mars.solvers import abi
from mars.solvers.step_loop import SHARED_SETTINGS

# Further numbers of clock and counters, after those of `abi`.
LAST_STEP, FACTOR_STEP, CONFIDENCE, CEILING, CLOCK_SIZE = range(abi.CLOCK_SIZE, abi.CLOCK_SIZE + 5)
JACOBIANS, DECOMPOSITIONS, JACOBIAN, HISTORY, COUNTERS_SIZE = range(abi.COUNTERS_SIZE, abi.COUNTERS_SIZE + 5)
# Further settings. RTOL and `atol` are those of the error estimate, of order 3.
NEWTON, REFRESH, SETTINGS_SIZE = range(SHARED_SETTINGS, SHARED_SETTINGS + 3)

# Nodes, and weights of the error estimate.
ROOT = math.sqrt(6.0)
C1, C2 = (4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0
E1, E2, E3 = -(13.0 + 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0
# Slopes of the polynomial through 0 and the three stages, at the start and at the end of a step.
START1, START2, START3 = (
    C2 / (C1 * (C1 - C2) * (C1 - 1.0)),
    C1 / (C2 * (C2 - C1) * (C2 - 1.0)),
    C1 * C2 / ((1.0 - C1) * (1.0 - C2)),
)
END1, END2 = (1.0 - C2) / (C1 * (C1 - C2) * (C1 - 1.0)), (1.0 - C1) / (C2 * (C2 - C1) * (C2 - 1.0))
END3 = 1.0 + 1.0 / (1.0 - C1) + 1.0 / (1.0 - C2)
# Eigenvalues γ and α ± iβ of the inverse of the Runge–Kutta matrix.
_A, _B = 81.0 ** (1.0 / 3.0), 9.0 ** (1.0 / 3.0)
GAMMA = 30.0 / (6.0 + _A - _B)
_ALPHA, _BETA = (12.0 - _A + _B) / 60.0, (_A + _B) * math.sqrt(3.0) / 60.0
ALPHA, BETA = _ALPHA / (_ALPHA**2 + _BETA**2), _BETA / (_ALPHA**2 + _BETA**2)
# The transformation T of the stages into one real and one complex system, and its inverse.
T11, T12, T13 = 9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02
T21, T22, T23 = 0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779
T31 = 0.96604818261509293619  # T32 = 1, T33 = 0
I11, I12, I13 = 4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119
I21, I22, I23 = -4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196
I31, I32, I33 = -0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497

# RADAU5 widens the tolerances of its error estimate, of order 3, to WIDER·tolerance^(2/3). But between the nodes the error is of
# that order too: it stays below WIDEST tolerances.
WIDER, WIDEST = 0.1, 40.0


def widened(rtol: float) -> float:
    """By how much the tolerances of the error estimate exceed those asked for."""
    return min(WIDER * rtol ** (-1.0 / 3.0), WIDEST)
