"""Chooses modes that depend on each other, as one complementarity problem, by principal pivoting on the modes.

With given modes every law is smooth, and each rule has a value that says whether its mode is right: the slack of a
complementarity pair. Changing a mode exchanges the two variables of a pair, a principal pivot, so no matrix is needed: the model
itself gives the values after each pivot. Three orders of pivots are tried one after another: the worst violation first; all
violated rules together (Kostreva's block pivots); and always the violated rule with the least index, which cannot cycle if all
principal minors are positive (Murty, Linear Complementarity, Linear and Nonlinear Programming, 1988, theorem 4.1), as in networks
of resistances, coils, masses and dampers.

At an event some values are zero up to rounding, and their rates decide. So the modes must be right a moment later, along the
motion that they themselves cause. This moment is as short as the accuracy of the event's time, and longer if rounding is larger
than that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

ROUNDINGS = 4  # units in the last place: accuracy of a time
GROWTH, LEVELS = 30.0, 6  # of the moment by which the modes are tested ahead
PIVOTS = 60  # by the least index, plus some for each rule
SURE = 1e-4  # values this large, relative to the largest so far, are not zero by rounding

Violation = tuple[float, int]  # relative size, index of the rule


class Problem(Protocol):
    """What the search needs: modes in an array, which rules they violate, and how to change the mode of a rule."""

    modes: np.ndarray

    def violations(self, ahead: float) -> list[Violation]:
        """Rules that are violated after this time, in the order of their index, with the modes of now."""
        ...

    def change(self, rule: int) -> None:
        """Change the mode of a rule, as last evaluated."""
        ...


Choice = Callable[[list[Violation], int], list[int]]


def search(problem: Problem, moment: float, count: int) -> list[int] | None:
    """Change `problem.modes` until no rule is violated. Returns None, or the rules that were changed in vain."""
    start, changed = problem.modes.copy(), dict[int, None]()
    for level in range(LEVELS):
        for choice in (_worst, _together, _least):
            problem.modes[:] = start
            tried = _pivot(problem, moment * GROWTH**level, choice, PIVOTS + 4 * count)
            if tried is None:
                return None
            changed |= dict.fromkeys(tried)
    problem.modes[:] = start
    return list(changed)


def _pivot(problem: Problem, ahead: float, choice: Choice, limit: int) -> list[int] | None:
    """None: solved; else the rules changed until modes were repeated (which the least index may) or the limit was reached."""
    seen, changed, fewest = set[bytes](), list[int](), 2**31
    for _ in range(limit):
        state = problem.modes.tobytes()
        if state in seen and choice is not _least:
            break
        seen.add(state)
        wrong = problem.violations(ahead)
        if not wrong:
            return None
        chosen = choice(wrong, fewest)
        fewest = min(fewest, len(wrong))
        for rule in chosen:
            problem.change(rule)
        changed += chosen
    return changed


def _worst(wrong: list[Violation], _fewest: int) -> list[int]:
    return [max(wrong)[1]]


def _least(wrong: list[Violation], _fewest: int) -> list[int]:
    return [wrong[0][1]]


def _together(wrong: list[Violation], fewest: int) -> list[int]:
    """All while there are fewer and fewer of them, else the one with the least index."""
    return [rule for _, rule in wrong] if len(wrong) < fewest else [wrong[0][1]]
