"""A circuit that grows at random: its numbers, names and the ends to which further parts can be joined."""

from __future__ import annotations

from typing import Any

import numpy as np

from mars.document.circuit import Circuit

PLANE = "Tx Ty Rz"
SPACE = "Tx Ty Tz Rx Ry Rz"


class Drawing:
    """`shafts`, `slides`, `points`, `poles`, `lines`, `warm` and `signals` are ports that may be joined to further parts."""

    def __init__(self, seed: list[int], events: bool, loops: bool):
        self.rng = np.random.default_rng(seed)
        self.events, self.loops = events, loops
        self.plane = self.rng.random() < 0.5
        gravity = [0, -9.81, 0] if self.plane else [0, 0, -9.81]
        self.circuit = Circuit(f"random circuit {seed[0]}", motions=PLANE if self.plane else SPACE, gravity=gravity)
        self.shafts: list[str] = []
        self.slides: list[str] = []
        self.points: list[str] = []
        self.poles: list[str] = []
        self.lines: list[str] = []
        self.warm: list[str] = []
        self.signals: list[str] = []
        self.switching = 0  # parts that cause events
        self.domains: set[str] = set()

    @property
    def count(self) -> int:
        return len(self.circuit.components)

    # Numbers

    def within(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def about(self, value: float, factor: float = 3.0) -> float:
        """A positive number around a value, uniform in its logarithm."""
        return float(value * factor ** self.rng.uniform(-1, 1))

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def one_of(self, choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def axis(self) -> list[float]:
        """In the plane along z; in space along the basis or oblique."""
        if self.plane:
            return [0.0, 0.0, 1.0]
        return self.one_of([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], self.rng.uniform(0.2, 1, 3).tolist()])

    def direction(self) -> list[float]:
        """A direction in which something may slide."""
        x, y, z = self.rng.uniform(0.2, 1, 3).tolist()
        return [x, y, 0.0] if self.plane else [x, y, z]

    def law(self, size: float) -> Any:
        """A law of time: smooth, or with corners in time in circuits with events."""
        frequency, phase = self.within(0.3, 3), self.within(0, 6)
        smooth = [
            f"{size}*sin({2 * np.pi * frequency}*t + {phase})",
            {"law": "sine", "amplitude": size, "frequency": frequency, "phase": phase},
            size * self.within(0.3, 1),
            {"law": "polynomial", "coefficients": [size * self.within(-1, 1), size * self.within(-1, 1)]},
        ]
        begin = self.within(0.1, 0.5)
        corners = [
            {"law": "step", "time": begin, "after": size},
            {"law": "ramp", "start": begin, "time": self.within(0.1, 0.5), "after": size},
            {"law": "cycloid", "start": begin, "time": self.within(0.1, 0.5), "after": size},
            f"{size}*max(sin({2 * np.pi * frequency}*t), {self.within(-0.5, 0.5)})",
            f"{size}*if(t < {begin}, 0, 1 - abs(t - {begin}))",
        ]
        return self.one_of(smooth + corners if self.events else smooth)

    # Parts

    def add(self, kind: str, *joined: str, **values: Any) -> str:
        """A part with a new name; `joined` are pairs `"own port=port of another"`."""
        family, _, own = kind.partition(".")
        name = "".join(word[0].upper() for word in own.split("_")) + str(self.count + 1)
        self.circuit.add(kind, name, **values)
        for pair in joined:
            port, _, other = pair.partition("=")
            self.circuit.connect(f"{name}.{port}", other)
        self.domains.add({"bodies": "mechanics", "joints": "mechanics", "dynamics": "drives"}.get(family, family))
        return name

    def start(self, name: str, value: float, how: str = "fixed") -> None:
        self.circuit.set_start(name, value, how)
