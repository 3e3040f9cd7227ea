"""Describes switches, holds and samples: sentences with expressions, translated when they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import casadi as ca

from mars.component.rules import Floor, Grips, Holds, Piece, Samples, Sticks, Stops, Switch
from mars.readable.expression_tree import ZERO, Operation, Tree, shortened
from mars.readable.from_casadi import Reader

RuleText = tuple[str, dict[str, Tree]]

PIECE = "{mode} = 1 while {enters} > 0, else −1"
PIECE_APART = "{mode} = 1 from {enters} > 0 until {leaves} < 0, else −1"
FLOOR = "{mode} = ⌊{value}⌋ + ½"
STICKS = "{hold} keeps {rate} = 0 while {size} ≤ {limit}"
SLIPS = "{direction} is the direction of the slip {rate}, 0 while sticking"
STOPS = "{gap} ≥ 0, {hold} ≥ 0, one of them always 0"
IMPACT = "when {gap} closes, its rate is reversed and multiplied by {restitution}"
HOLDS = "{hold} keeps {gap} = 0"
GRIPS = "while {mode} > 0, {hold} keeps {gap} = 0"
SAMPLES = "at t = k·{period}: {mode} becomes {value}"
SAMPLES_LATER = "at t = {offset} + k·{period}: {mode} becomes {value}"
DEMAND = "{demand} is computed from the accelerations {wanted} by inverse dynamics"
TERMINAL = "It joins the node inside the subcircuit and the node at the outer port into one node"


def rules(reader: Reader, switch: Switch) -> Iterator[RuleText]:
    """A sentence for each statement of a switch."""

    def read(expression: Any, word: str = "f") -> Tree:
        return shortened(reader.broken(reader.numbers(ca.SX(expression))), word)

    match switch:
        case Piece(leaves=None):
            yield PIECE, {"mode": read(switch.mode), "enters": read(switch.enters)}
        case Piece():
            yield PIECE_APART, {"mode": read(switch.mode), "enters": read(switch.enters), "leaves": read(switch.leaves)}
        case Floor():
            yield FLOOR, {"mode": read(switch.mode), "value": read(switch.value)}
        case Sticks():
            hold, rate = read(switch.hold), read(switch.rate, "rate")
            yield STICKS, {"hold": hold, "rate": rate, "size": Operation("||", (hold,)), "limit": read(switch.limit, "limit")}
            yield SLIPS, {"direction": read(switch.direction), "rate": rate}
        case Stops():
            hold, is_gap = read(switch.hold), switch.gap is not None
            gap = read(switch.gap, "gap") if is_gap else read(switch.rate, "rate")
            yield STOPS, {"gap": gap, "hold": hold}
            if is_gap:
                yield IMPACT, {"gap": gap, "restitution": read(switch.restitution)}
        case Holds():
            yield HOLDS, {"hold": read(switch.hold), "gap": read(switch.gap, "gap")}
        case Grips():
            yield GRIPS, {"mode": read(switch.mode), "hold": read(switch.hold), "gap": read(switch.gap, "gap")}
        case Samples():
            when = {"period": read(switch.period), "offset": read(switch.offset)}
            for mode, value in zip(ca.vertsplit(switch.modes), ca.vertsplit(ca.SX(switch.values)), strict=True):
                trees = when | {"mode": read(mode), "value": read(value)}
                yield SAMPLES if when["offset"] == ZERO else SAMPLES_LATER, trees


def demanded(reader: Reader, demand: Any, ports: list[Any], accelerations: list[Any]) -> RuleText:
    """Streams required by the mechanism itself."""
    wanted = reader.broken(reader.numbers(ca.vertcat(*map(ca.SX, accelerations))))
    return DEMAND, {"demand": reader.numbers(ca.SX(demand)), "wanted": shortened(wanted, "wanted")}
