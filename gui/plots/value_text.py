"""Texts of variables and their values in plots."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mars.messages import shortened
from mars.pictures.charts.panel import QUANTITIES
from mars.translation import languages

from ..i18n import QT_TRANSLATE_NOOP, translate

WAITING = "…"
LONGEST_LABEL = 200  # characters: laying out very long texts stops the editor
MARKED = (  # the contents of `QUANTITIES`: the engine does not use Qt
    QT_TRANSLATE_NOOP("Plots", "angle"),
    QT_TRANSLATE_NOOP("Plots", "angular velocity"),
    QT_TRANSLATE_NOOP("Plots", "angular acceleration"),
    QT_TRANSLATE_NOOP("Plots", "length"),
    QT_TRANSLATE_NOOP("Plots", "velocity"),
    QT_TRANSLATE_NOOP("Plots", "acceleration"),
    QT_TRANSLATE_NOOP("Plots", "force"),
    QT_TRANSLATE_NOOP("Plots", "torque"),
    QT_TRANSLATE_NOOP("Plots", "energy"),
    QT_TRANSLATE_NOOP("Plots", "power"),
    QT_TRANSLATE_NOOP("Plots", "pressure"),
    QT_TRANSLATE_NOOP("Plots", "voltage"),
    QT_TRANSLATE_NOOP("Plots", "current"),
    QT_TRANSLATE_NOOP("Plots", "temperature"),
    QT_TRANSLATE_NOOP("Plots", "value"),
)


def label(name: str) -> str:
    """`KN1.angle` as KN1 angle, `SB2.2.F.x` as SB2.2 F.x, the rotations of an attitude as S1 turn x."""
    owner, quantity = parted(shortened(name, LONGEST_LABEL))
    if "." in owner and quantity.startswith("turn_") and quantity[-1] in "xyz":
        return f"{owner.rpartition('.')[0]} {translate('Plots', 'turn')} {quantity[-1]}"
    return f"{owner} {spoken(quantity)}".strip()


def spoken(quantity: str) -> str:
    """A variable in the user's language: torque is момент in Russian; parts of vectors and names of components stay."""
    if languages.current() == languages.ENGLISH or not quantity.islower():
        return quantity
    return languages.word(quantity)


def parted(name: str) -> tuple[str, str]:
    """Component or port, and its variable: (KN1, angle), (KN1.turn, torque), (SB2.2, F.x), (Axis1.KN1, angle)."""
    words = name.split(".")
    is_part = len(words) > 3 and (words[-1] in "xyzw" or words[-1].isdigit())  # of a vector or a bundle
    cut = len(words) - (2 if is_part else 1)
    return (".".join(words[:cut]), ".".join(words[cut:])) if cut else (name, "")


def common(names: Sequence[str]) -> tuple[str, list[str]]:
    """The common part of several names, and their differences: angle, [KN1, KN2]; SB2.2 r, [x, y]; else each in short form."""
    parts = [name.split(".") for name in names]
    if len(set(names)) < 2:
        return "", [label(name) for name in names]
    room = min(map(len, parts)) - 1
    head = _alike(parts, room)
    tail = _alike([each[::-1] for each in parts], room - head)
    while tail and parts[0][-tail].isdigit():  # a port number is meaningless without its component
        tail -= 1
    if not head and not tail:
        return "", _shortened(names)
    ending = parts[0][len(parts[0]) - tail :]
    ended = ".".join(ending) if ending and len(ending[-1]) == 1 else " ".join(map(spoken, ending)).replace("_", " ")
    apart = [".".join(each[head : len(each) - tail]) for each in parts]
    return f"{label('.'.join(parts[0][:head]))} {ended}".strip(), [spoken(each).replace("_", " ") for each in apart]


def _alike(lists: Sequence[Sequence[str]], most: int) -> int:
    """Number of first words that some lists share."""
    count = 0
    while count < most and len({each[count] for each in lists}) == 1:
        count += 1
    return count


def _shortened(names: Sequence[str]) -> list[str]:
    """Component and last word, if that is unique."""
    short = [f"{_component(name)} {name.rpartition('.')[2]}" for name in names]
    return [one if "." in name and short.count(one) == 1 else label(name) for name, one in zip(names, short, strict=True)]


def _component(name: str) -> str:
    """Without the port: `KN1.turn.torque` belongs to KN1; a coordinate has no port."""
    owner, quantity = parted(name)
    return owner if quantity in ("angle", "travel") or "." not in owner else owner.rpartition(".")[0]


def quantity(names: Sequence[str], unit: str) -> str:
    """Title of an axis: its only curve, the common part of its names, or the usual word for the unit."""
    if len(names) == 1:
        return label(names[0])
    return common(names)[0] or translate("Plots", QUANTITIES.get(unit, ""))


def decimals(largest: float) -> int:
    """Useful number of decimals for values of a magnitude."""
    if not largest > 1e-12 or math.isinf(largest):
        return 2
    return max(0, min(6, 3 - math.floor(math.log10(largest))))


def figure(value: float, digits: int, *, signed: bool = False) -> str:
    """With a true minus; very large ones in powers of ten; unknown ones as a dash."""
    if math.isnan(value):
        return "–"
    written = f"{value:+.3g}" if abs(value) >= 1e7 else f"{value:+.{digits}f}"
    return (written if signed else written.removeprefix("+")).replace("-", "−")


def seconds(value: float, digits: int = 3) -> str:
    return languages.unit_text(f"{figure(value, digits)} s")
