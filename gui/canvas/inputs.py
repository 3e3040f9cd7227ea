"""Where the handle of an input is on the sheet: a slider's, the pointer of a knob, the cap of a button."""

from __future__ import annotations

from mars.handles import Handle
from mars.pictures.sheet import Symbol
from mars.pictures.strokes import Point


def handle_at(symbol: Symbol, at: Point, slack: float) -> Handle | None:
    """The handle of a symbol if a point of the sheet is on it."""
    handle = symbol.kind.handle if symbol.kind is not None else None
    if handle is None or symbol.wrong or not handle.is_at(within(symbol, at), symbol.values, slack):
        return None
    return handle


def within(symbol: Symbol, at: Point) -> Point:
    """A point of the sheet in the symbol's own coordinates."""
    x, y = at[0] - symbol.place.at[0], at[1] - symbol.place.at[1]
    for _ in range(-symbol.place.turn % 4):
        x, y = -y, x
    return (-x if symbol.place.flip else x), y
