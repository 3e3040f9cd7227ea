"""A small circuit that demonstrates one kind, and the parts that many of them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mars.circuits.pen import rail

from mars.document.circuit import Circuit
from mars.kinds.registry import kinds

LINKS = " - "


@dataclass(frozen=True)
class Example:
    """The demonstrated component is called `subject`; `curves` are the interesting results."""

    circuit: Circuit
    subject: str
    curves: Sequence[str]
    until: float = 2.0
    inside: str = ""  # a subcircuit whose sheet is shown too


@dataclass
class Scene:
    """Builds an example; in links, starts and curves `X` stands for the demonstrated component."""

    kind: str
    values: dict[str, Any] = field(default_factory=dict)
    motions: str = "Tx Ty Rz"
    gravity: Sequence[float] | None = None
    number: int = 1  # after the letters of its name

    def __post_init__(self) -> None:
        self.circuit = Circuit(self.kind, motions=self.motions, gravity=self.gravity)
        self.subject = f"{kinds()[self.kind].letters}{self.number}"

    def add(self, kind: str, name: str, **values: Any) -> Scene:
        self.circuit.add(kind, name, **values)
        return self

    def show(self, *links: str, **looks: Any) -> Scene:
        """Add the demonstrated component (`at`, `turn`, `flip`), then the links (`A.1 - B.1 - C.2` is one node)."""
        self.circuit.add(self.kind, self.subject, **looks, **self.values)
        return self.link(*links)

    def link(self, *links: str) -> Scene:
        for each in links:
            self.circuit.connect(*map(self._named, each.split(LINKS)))
        return self

    def rail(self, y: int, *ends: str) -> Scene:
        """One node along a horizontal wire; it numbers its junctions itself, so call it before links of more than two ends."""
        rail(self.circuit, y, *map(self._named, ends))
        return self

    def start(self, **values: Any) -> Scene:
        """Start values; `__` stands for the dot."""
        for name, value in values.items():
            self.circuit.set_start(self._named(name.replace("__", ".")), value)
        return self

    def look(self, *curves: str, until: float = 2.0) -> Example:
        return Example(self.circuit, self.subject, [self._named(each) for each in curves], until)

    def _named(self, end: str) -> str:
        return self.subject + end.removeprefix("X") if end.startswith("X.") else end

    # Common parts

    def pendulum(self, number: int = 1, placed: bool = False, **base: Any) -> Scene:
        """A rod on a hinge: `Base1`, `KN1`, `SB1`; angle zero is horizontal, hanging is −90°."""
        return self._chain(number, placed, base, "joints.rotation", "bodies.rod", {"length": "0.5 m", "mass": "1 kg"})

    def slider(self, number: int = 1, placed: bool = False) -> Scene:
        """A mass of 1 kg that slides along x: `Base1`, `KN1`, `SB1`."""
        return self._chain(number, placed, {}, "joints.translation", "bodies.point_mass", {"mass": "1 kg"})

    def _chain(self, number: int, placed: bool, base: dict[str, Any], joint: str, body: str, values: dict[str, Any]) -> Scene:
        """Base, joint and body; `placed` from left to right, else placed automatically."""
        looks = [{"at": (0, 0), "turn": 1}, {"at": (100, 0)}, {"at": (220, 0)}] if placed else [{}, {}, {}]
        self.add("bodies.base", f"Base{number}", **looks[0], **base)
        self.add(joint, f"KN{number}", **looks[1]).add(body, f"SB{number}", **looks[2], **values)
        return self.link(f"Base{number}.1 - KN{number}.1", f"KN{number}.2 - SB{number}.1")

    def law(self, law: Any, name: str = "LAW1", **looks: Any) -> Scene:
        return self.add("signals.law", name, law=law, **looks)
