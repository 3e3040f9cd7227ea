"""The symbol of a kind without an icon: a box with ports spaced evenly along its four sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mars.component.declarations import Icon, Port
from mars.component.domains import FRAME

SIDES = ("left", "right", "top", "bottom")
STEP = 20  # between two ports on a side
LEAD = 10  # from the box to a port

Size = tuple[int, int]  # half the width and half the height of the box
Stroke = tuple[str, str]  # role and path data


def placed_around(sides: Mapping[str, Sequence[str]], least_width: int = 2) -> tuple[dict[str, tuple[int, int]], Size]:
    """Positions of the named ports, all on multiples of 10, and the size of the box; `least_width` is in ports."""
    count = {side: len(sides.get(side, ())) for side in SIDES}
    height = STEP // 2 * max(2, count["left"], count["right"])
    width = STEP // 2 * max(least_width, count["top"], count["bottom"])
    across = {"left": -width - LEAD, "right": width + LEAD, "top": -height - LEAD, "bottom": height + LEAD}
    places = {}
    for side, names in sides.items():
        for i, name in enumerate(names):
            along = STEP * i - STEP // 2 * (len(names) - 1)
            places[name] = (across[side], along) if side in ("left", "right") else (along, across[side])
    return places, (width, height)


def leads(ports: Mapping[str, Port], size: Size) -> list[Stroke]:
    """Leads from each port to the box."""
    strokes = []
    for name, port in ports.items():
        dx, dy = (LEAD * ((at < -half) - (at > half)) for at, half in zip(port.at, size, strict=True))
        role = "frame" if port.domain is FRAME else f"lead:{name}"
        strokes.append((role, f"M{port.at[0]},{port.at[1]} l{dx},{dy}"))
    return strokes


def boxed(ports: Mapping[str, Port], size: Size, *inside: Stroke) -> Icon:
    """The box with its leads and the strokes inside."""
    width, height = size
    return Icon(*leads(ports, size), ("face", f"M{-width},{-height} H{width} V{height} H{-width} z"), *inside)


def symbol(icon: Icon | None, ports: Mapping[str, Port], size: Size, *usual: Stroke) -> Icon:
    """The symbol of a definition. Strokes without a face and leads replace the default ones inside the box, whatever its ports;
    otherwise the strokes are the whole symbol."""
    strokes = usual if icon is None else icon.strokes
    is_whole = any(role in ("face", "frame") or role.startswith("lead") for role, _ in strokes)
    return Icon(*strokes) if is_whole else boxed(ports, size, *strokes)
