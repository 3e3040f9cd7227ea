"""The symbol of a kind without an icon: a box with ports evenly along its four sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mars.component.declarations import Icon, Port
from mars.component.domains import FRAME

SIDES = ("left", "right", "top", "bottom")
STEP = 20  # between two ports of a side
LEAD = 10  # from the box to a port

Size = tuple[int, int]  # half the width and half the height of the box
Stroke = tuple[str, str]  # role and path data


def placed_around(sides: Mapping[str, Sequence[str]], least_width: int = 2) -> tuple[dict[str, tuple[int, int]], Size]:
    """Where the named ports lie, all on multiples of 10, and how large the box is for them; its least width in ports."""
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
    """From each port to the box."""
    strokes = []
    for name, port in ports.items():
        dx, dy = (LEAD * ((at < -half) - (at > half)) for at, half in zip(port.at, size, strict=True))
        role = "frame" if port.domain is FRAME else f"lead:{name}"
        strokes.append((role, f"M{port.at[0]},{port.at[1]} l{dx},{dy}"))
    return strokes


def boxed(ports: Mapping[str, Port], size: Size, *inside: Stroke) -> Icon:
    """The box with its leads and with what is drawn in it."""
    width, height = size
    return Icon(*leads(ports, size), ("face", f"M{-width},{-height} H{width} V{height} H{-width} z"), *inside)


def symbol(icon: Icon | None, ports: Mapping[str, Port], size: Size, *usual: Stroke) -> Icon:
    """What a definition draws. Strokes without a face and without leads stand in the box in place of the usual ones, whatever
    ports it has; others are the whole symbol."""
    strokes = usual if icon is None else icon.strokes
    is_whole = any(role in ("face", "frame") or role.startswith("lead") for role, _ in strokes)
    return Icon(*strokes) if is_whole else boxed(ports, size, *strokes)
