"""Checks typed values before they become part of a circuit: whatever is accepted can be saved, and the file can be loaded."""

from __future__ import annotations

from typing import Any

from mars.component.orientations import AXES_TURNED, USUAL, angles_of
from mars.document.entries import Start, Variable
from mars.errors import DocumentError
from mars.formulas.units import parse_unit
from mars.messages import Message
from mars.names import within
from mars.plain_values import is_triple, is_value, plain

HOWS = ("fixed", "guess", "free")
FARTHEST = 1_000_000  # grid units from the origin of the sheet


def variable_of(name: str, value: Any, unit: str, minimum: Any, maximum: Any, note: str) -> Variable:
    place = Message("variable {name}", name=name)
    within(place, parse_unit, text_of(unit, place))
    value, minimum, maximum = (plain(each, place) for each in (value, minimum, maximum))
    check_value(value, name)
    for limit in (minimum, maximum):
        if limit is not None:
            check_value(limit, name)
    return Variable(value, unit, minimum, maximum, text_of(note, place))


def check_value(value: Any, name: str) -> None:
    """Raise DocumentError unless it can be the value of a variable."""
    if not is_value(value):
        raise DocumentError("variable {name}: expected a number or a formula", code="bad-value", name=name)


def start_of(name: str, value: Any, how: str) -> Start:
    if how not in HOWS:
        raise DocumentError(
            "start value {name}: {how!r} is not one of {hows}", code="bad-value", name=name, how=how, hows=", ".join(HOWS)
        )
    if not (is_value(value) or _is_attitude(value) or (value is None and how == "free")):
        raise DocumentError(
            "start value {name}: expected a number or a formula (three for an orientation), or how='free'",
            code="bad-value",
            name=name,
        )
    return Start(value, how)


def _is_attitude(value: Any) -> bool:
    """Three angles, alone or with words for their axes and sequence; which words are right is checked with the joint."""
    words = value if isinstance(value, dict) else {}
    axes, sequence = words.get("axes", AXES_TURNED[0]), words.get("sequence", USUAL)
    return is_triple(angles_of(value)) and axes in AXES_TURNED and isinstance(sequence, str)


def looks_of(name: str, at: Any, turn: Any, flip: Any) -> dict[str, Any]:
    """Where and how a component is drawn."""
    position = plain(at, name)
    if not (isinstance(position, list) and len(position) == 2 and all(map(_is_place, position)) and isinstance(turn, int)):
        raise DocumentError(
            "{name}: expected a position of two numbers up to {farthest} and a whole number of quarter turns",
            code="bad-value",
            name=name,
            farthest=FARTHEST,
        )
    looks: dict[str, Any] = {"at": [int(each) for each in position]}
    return looks | ({"turn": turn % 4} if turn % 4 else {}) | ({"flip": True} if flip else {})


def _is_place(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST


def text_of(value: Any, place: str) -> str:
    value = plain(value, place)
    if not isinstance(value, str):
        raise DocumentError("{place}: expected a text", code="bad-value", place=place)
    return value
