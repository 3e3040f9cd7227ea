"""The values in CasADi functions (x, w, p, t) -> … that depend on the time alone: laws, and formulas of them."""

from __future__ import annotations

from collections.abc import Iterable

import casadi as ca

from mars.machine.instructions import TWO_ARGUMENTS, read_listing

PARAMETERS, TIME = 2, 3  # inputs


def time_values(functions: Iterable[ca.Function], p: ca.SX, t: ca.SX) -> ca.SX:
    """Those that enter something else or an output, but the time itself."""
    found: dict[str, ca.SX] = {}
    for function in functions:
        found |= {str(value): value for value in _values(function, p, t)}
    return ca.vertcat(ca.SX(0, 1), *found.values())


def _values(function: ca.Function, p: ca.SX, t: ca.SX) -> list[ca.SX]:
    listing = read_listing(function)
    known: dict[int, ca.SX] = {}  # by number: values of time and parameters
    timed, used = set[int](), set[int]()
    for k, code in enumerate(listing.operations):
        a, b = listing.first[k], listing.second[k]
        if k in listing.input_place:
            which, place = listing.input_place[k]
            if which in (PARAMETERS, TIME):
                known[k] = p[place] if which == PARAMETERS else t
            if which == TIME:
                timed.add(k)
        elif k in listing.constants:
            known[k] = ca.SX(listing.constants[k])
        elif k in listing.outputs:
            used.add(listing.outputs[k][0])
        elif a in known and (b < 0 or b in known):
            known[k] = ca.SX.binary(code, known[a], known[b]) if code in TWO_ARGUMENTS else ca.SX.unary(code, known[a])
            if a in timed or b in timed:
                timed.add(k)
        else:
            used |= {a, b}
    return [known[k] for k in sorted(used & timed) if k not in listing.input_place]
