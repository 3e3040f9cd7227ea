"""How variables and their values are written beside a plot."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mars.pictures.panel import QUANTITIES

from ..i18n import translate

WAITING = "…"


def label(name: str) -> str:
    """`KN1.angle` as KN1 angle, `SB2.2.F.x` as SB2.2 F.x, the turns of an attitude as S1 turn x."""
    head, dot, rest = name.partition(".")
    first, more, last = rest.partition(".")
    if first and more and last.startswith("turn_") and last[-1] in "xyz":
        return f"{head} {translate('Plots', 'turn')} {last[-1]}"
    if more:
        return f"{head}.{first} {last}"
    return f"{head} {rest}" if dot else name


def common(names: Sequence[str]) -> tuple[str, list[str]]:
    """What several names have in common, and what tells them apart: angle, [KN1, KN2]; SB2.2 r, [x, y]; else each in short."""
    parts = [name.split(".") for name in names]
    if len(set(names)) < 2:
        return "", [label(name) for name in names]
    room = min(map(len, parts)) - 1
    head = _alike(parts, room)
    tail = _alike([each[::-1] for each in parts], room - head)
    while tail and parts[0][-tail].isdigit():  # the number of a port says nothing without its component
        tail -= 1
    if not head and not tail:
        return "", _shortened(names)
    ending = parts[0][len(parts[0]) - tail :]
    ended = (".".join(ending) if len(ending[-1]) == 1 else " ".join(ending)).replace("_", " ") if ending else ""
    apart = [".".join(each[head : len(each) - tail]) for each in parts]
    return f"{label('.'.join(parts[0][:head]))} {ended}".strip(), [each.replace("_", " ") for each in apart]


def _alike(lists: Sequence[Sequence[str]], most: int) -> int:
    """How many of their first words some lists share."""
    count = 0
    while count < most and len({each[count] for each in lists}) == 1:
        count += 1
    return count


def _shortened(names: Sequence[str]) -> list[str]:
    """Component and last word, where no other name is the same then."""
    short = [f"{head} {name.rpartition('.')[2]}" for name in names for head in [name.partition(".")[0]]]
    return [one if "." in name and short.count(one) == 1 else label(name) for name, one in zip(names, short, strict=True)]


def quantity(names: Sequence[str], unit: str) -> str:
    """What an axis shows: its one curve, what all of its names have in common, or the usual word for the unit."""
    if len(names) == 1:
        return label(names[0])
    return common(names)[0] or translate("Plots", QUANTITIES.get(unit, ""))


def decimals(largest: float) -> int:
    """Digits behind the point that are worth showing of values of a size."""
    if not largest > 1e-12 or math.isinf(largest):
        return 2
    return max(0, min(6, 3 - math.floor(math.log10(largest))))


def figure(value: float, digits: int, *, signed: bool = False) -> str:
    """With a true minus; very large ones in powers of ten; what is not known as a dash."""
    if math.isnan(value):
        return "–"
    written = f"{value:+.3g}" if abs(value) >= 1e7 else f"{value:+.{digits}f}"
    return (written if signed else written.removeprefix("+")).replace("-", "−")


def seconds(value: float, digits: int = 3) -> str:
    return f"{figure(value, digits)} s"
