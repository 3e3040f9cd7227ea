"""All strands of a drawing: the variables they need, and the size of each stream relative to the largest."""

from __future__ import annotations

import math
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mars.component.domains import DOMAINS

from .flow_item import FlowItem
from .number_format import magnitude
from .reading import Variables
from .wire_sections import WireSection, strands

if TYPE_CHECKING:
    from ..scene import SheetScene

FADING = 0.995  # decay of the largest value seen, per frame
AXES = "xyz"
DUST = 1e-12  # N, N·m, W: smaller is zero


@dataclass
class FlowPart:
    """Streams that add up along one axis, and the potential they are multiplied by, unless they are power themselves."""

    group: str  # what they are compared with: forces with forces, moments with moments
    streams: list[str]
    potential: str
    is_power: bool = False


class RecentMaximum:
    """The largest recent value."""

    def __init__(self) -> None:
        self.value = 0.0

    def part(self, value: float) -> float:
        """A value as a fraction of the largest."""
        return value / self.value if self.value > DUST else 0.0

    def see(self, value: float) -> None:
        self.value = max(self.value, abs(value)) if math.isfinite(value) else self.value

    def fade(self) -> None:
        self.value *= FADING


class FlowLayer:
    """Arrows (`streams`) and widths (`power`) on the wires of a scene."""

    def __init__(self, scene: SheetScene):
        self.scene = weakref.proxy(scene)
        self.streams = self.power = False
        self.items: list[tuple[FlowItem, list[FlowPart]]] = []
        self._largest: dict[str, RecentMaximum] = {}

    @property
    def is_on(self) -> bool:
        return self.streams or self.power

    @property
    def names(self) -> list[str]:
        """Variables to watch."""
        found = []
        for _, parts in self.items:
            for part in parts:
                found += part.streams
                if self.power and part.potential:
                    found.append(part.potential)
        return list(dict.fromkeys(found))

    def forget(self) -> None:
        """The items were removed with the scene."""
        self.items = []

    def clear(self) -> None:
        for item, _ in self.items:
            self.scene.removeItem(item)
        self.items = []

    def rebuild(self, variables: Variables) -> None:
        """Rebuild for the current wires."""
        self.clear()
        for strand in strands(self.scene.layout) if self.is_on else ():
            parts = _parts(strand, variables)
            if parts:
                item = FlowItem(strand, self.scene.colours)
                self.scene.addItem(item)
                self.items.append((item, parts))

    def start_over(self) -> None:
        """A new run: forget the scales of the old one."""
        self._largest = {}

    def take(self, now: Mapping[str, float], phase: int) -> int:
        """Take the current streams; returns how many look different."""
        rows = [(item, *_flow(parts, now)) for item, parts in self.items]
        for scale in self._largest.values():
            scale.fade()
        for _, groups, power in rows:
            for group, value in groups.items():
                self._scale(group).see(value)
            self._scale("power").see(power)
        changed = 0
        for item, groups, power in rows:
            stream = max((self._scale(group).part(value) for group, value in groups.items()), key=abs, default=0.0)
            share = self._scale("power").part(power) if math.isfinite(power) else 0.0
            shown = stream if self.streams and math.isfinite(stream) else 0.0
            changed += item.take(share if self.power else 0.0, shown, phase)
        return changed

    def _scale(self, group: str) -> RecentMaximum:
        return self._largest.setdefault(group, RecentMaximum())


def _parts(strand: WireSection, variables: Variables) -> list[FlowPart]:
    if strand.domain == "frame":
        wanted = [(s, f"{s}.{axis}", f"{p}.{axis}") for s, p in (("F", "v"), ("M", "w")) for axis in AXES]
    elif strand.domain in DOMAINS and not DOMAINS[strand.domain].informs:
        domain = DOMAINS[strand.domain]
        wanted = [(domain.name, domain.stream, domain.potential)]
    else:
        wanted = []
    parts = []
    for group, stream, potential in wanted:
        names = [name for port in strand.ports if (name := f"{port}.{stream}") in variables]
        shared = f"{strand.node_port}.{potential}"
        if names:
            is_power = strand.domain in DOMAINS and DOMAINS[strand.domain].stream_is_power
            parts.append(FlowPart(group, names, shared if shared in variables and not is_power else "", is_power))
    return parts


def _flow(parts: list[FlowPart], now: Mapping[str, float]) -> tuple[dict[str, float], float]:
    """Streams by group, vectors by magnitude, and the power; NaN while something is missing."""
    sums = [(part, sum(now.get(name, math.nan) for name in part.streams)) for part in parts]
    power = sum(total * now.get(part.potential, math.nan) for part, total in sums if part.potential)
    power += sum(total for part, total in sums if part.is_power)
    by_group: dict[str, list[float]] = {}
    for part, total in sums:
        by_group.setdefault(part.group, []).append(total)
    is_vector = "F" in by_group or "M" in by_group
    return {group: magnitude(totals) if is_vector else totals[0] for group, totals in by_group.items()}, power
