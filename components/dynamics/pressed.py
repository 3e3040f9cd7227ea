"""A one-sided push: the common law of backlash, buffers, contacts and ropes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mars.component import Piece, ca

Push = Callable[[Any, Any], Any]  # (depth, its rate) -> force


def spring_damper(stiffness: Any, damping: Any) -> Push:
    """Spring and damper in parallel that never pull."""
    return lambda depth, rate: ca.fmax(0.0, stiffness * depth + damping * rate)


@dataclass
class Pressed:
    """Compressed by `depth`, which is a gap if negative; `mode` is 1 while it touches and −1 while it does not.

    The loss is never negative: while a push of at least zero is kδ + dδ̇ or kδ(1 + cδ̇), it is dδ̇² or kδcδ̇²; once the push is
    zero, δ̇ < 0 and the loss is −kδδ̇.
    """

    mode: ca.SX
    depth: ca.SX
    rate: ca.SX
    stiffness: Any
    push: Push

    @property
    def touching(self) -> ca.SX:
        return (1 + self.mode) / 2

    @property
    def force(self) -> ca.SX:
        return self.touching * self.push(self.depth, self.rate)

    @property
    def stored(self) -> ca.SX:
        return self.touching * self.stiffness * self.depth**2 / 2

    @property
    def loss(self) -> ca.SX:
        return (self.force - self.touching * self.stiffness * self.depth) * self.rate

    @property
    def piece(self) -> Piece:
        return Piece(self.mode, self.depth)
