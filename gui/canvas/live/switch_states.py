"""States of friction, stops, grips and similar, from their modes: as text, and whether they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mars.component.base import Component
from mars.pictures.sheet.symbols import Symbol

from ...i18n import translate
from ..sheet_layout import SheetLayout

HALF = 0.5  # flags are 0 or 1 and modes −1 or 1, but interpolated between two rows


@dataclass(frozen=True)
class SwitchState:
    """`sense` is the direction of slip, 1 or −1; a small arrow shows it."""

    words: str
    holds: bool = False
    sense: int = 0


def mode_names(symbol: Symbol, variables: Mapping[str, str]) -> list[str]:
    """The variables that give the state of a component."""
    kind = symbol.kind
    if kind is None or kind.is_source or not (kind.holds or kind.modes):
        return []
    wanted = [f"{hold}.on" for hold in kind.holds]
    wanted += [mode if mode_of.size == 1 else f"{mode}.1" for mode, mode_of in kind.modes.items() if mode_of.size < 3]
    return [name for each in wanted if (name := f"{symbol.name}.{each}") in variables]


def switch_state(layout: SheetLayout, symbol: Symbol, now: Mapping[str, float]) -> SwitchState | None:
    """None if the state is unknown."""
    kind = symbol.kind
    if kind is None or kind.is_source or not (kind.holds or kind.modes):
        return None

    def value(what: str) -> float | None:
        found = now.get(f"{symbol.name}.{what}")
        return found if found is not None and found == found else None

    def is_on(what: str) -> bool:
        return (value(what) or 0.0) > HALF

    if all(value(name) is None for name in (*(f"{hold}.on" for hold in kind.holds), *kind.modes)):
        return None
    if "touching" in kind.modes and not is_on("touching"):
        return SwitchState(translate("Live", "no contact"))
    if "direction" in kind.modes:
        return _friction(is_on("hold.on"), value("direction"))
    if "active" in kind.modes:
        held = _linked_to(layout, f"{symbol.name}.b")
        words = translate("Live", "holding {0}").format(held) if held else translate("Live", "closed")
        return SwitchState(words, True) if is_on("active") else SwitchState(translate("Live", "open"))
    if "forward" in kind.modes:
        return SwitchState(translate("Live", "driving forward") if is_on("forward") else translate("Live", "back-driven"))
    return _ends(kind, is_on)


def _friction(sticks: bool, direction: float | None) -> SwitchState:
    if sticks:
        return SwitchState(translate("Live", "sticking"), True)
    if direction is None or abs(direction) < HALF:
        return SwitchState(translate("Live", "slipping"))
    forward = direction > 0
    return SwitchState(
        translate("Live", "slipping forward") if forward else translate("Live", "slipping backward"), sense=1 if forward else -1
    )


def _ends(kind: type[Component], is_on) -> SwitchState:
    """Stops, cushions, ropes, one-way clutches and contacts."""
    for what in ("lower", "upper"):
        if is_on(f"{what}_stop.on"):
            words = translate("Live", "at the lower stop") if what == "lower" else translate("Live", "at the upper stop")
            return SwitchState(words, True)
        if is_on(f"at_{what}"):
            words = translate("Live", "at the lower limit") if what == "lower" else translate("Live", "at the upper limit")
            return SwitchState(words, True)
    if "lower_stop" in kind.holds or "at_lower" in kind.modes:
        return SwitchState(translate("Live", "within the limits"))
    if "taut" in kind.modes or "tension" in kind.holds:
        taut = is_on("taut") or is_on("tension.on")
        return SwitchState(translate("Live", "taut"), True) if taut else SwitchState(translate("Live", "slack"))
    closed = any(is_on(f"{hold}.on") for hold in kind.holds)
    return SwitchState(translate("Live", "closed"), True) if closed else SwitchState(translate("Live", "open"))


def _linked_to(layout: SheetLayout, end: str) -> str:
    """The body that a port is linked to, by its name in the drawing."""
    links = layout.nodes.get(layout.node.get(end, ""), ())
    others = (other for link in links for other in (link.a, link.b) if other != end and not other.startswith("#"))
    return next((other.partition(".")[0] for other in others), "")


def joints_held(layout: SheetLayout, name: str) -> list[str]:
    """Joints at rest while this component holds: those it is linked to if its other side is open, meaning their own housing."""
    symbol = layout.symbols[name]
    scalar = [t for t in symbol.terminals.values() if t.domain != "frame"]
    linked = [t for t in scalar if f"{name}.{t.name}" in layout.linked]
    if len(scalar) != 2 or len(linked) != 1:
        return []
    node = layout.node[f"{name}.{linked[0].name}"]
    owners = {end.partition(".")[0] for link in layout.nodes[node] for end in (link.a, link.b) if not end.startswith("#")}
    return sorted(owner for owner in owners if layout.is_joint(owner))
