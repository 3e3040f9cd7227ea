"""The waves and peaks in CasADi functions (x, w, p, t) -> … that depend on the time alone: in laws, and in formulas of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import casadi as ca

from mars.machine.instructions import INTRINSICS, LIBRARY, TWO_ARGUMENTS, read_listing

PARAMETERS, TIME = 2, 3  # inputs
PLAIN = {ca.OP_FABS, ca.OP_FLOOR, ca.OP_CEIL, ca.OP_FMIN, ca.OP_FMAX, ca.OP_COPYSIGN}  # have corners, which are found otherwise
CURVED = {ca.OP_SIN, ca.OP_COS, ca.OP_DIV, ca.OP_INV, *INTRINSICS, *LIBRARY} - PLAIN


def time_values(functions: Iterable[ca.Function], p: ca.SX, t: ca.SX) -> ca.SX:
    """Results of sines, exponentials, quotients …, of which everything else is made by sums and products."""
    found: dict[str, ca.SX] = {}
    for function in functions:
        found |= {str(value): value for value in _values(function, p, t)}
    return ca.vertcat(ca.SX(0, 1), *found.values())


def _values(function: ca.Function, p: ca.SX, t: ca.SX) -> Iterator[ca.SX]:
    listing = read_listing(function)
    known: dict[int, ca.SX] = {}  # by number: values of time and parameters
    timed = set[int]()
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
        elif a in known and (b < 0 or b in known):
            known[k] = ca.SX.binary(code, known[a], known[b]) if code in TWO_ARGUMENTS else ca.SX.unary(code, known[a])
            if a in timed or b in timed:
                timed.add(k)
                if code in CURVED and not (code == ca.OP_DIV and b not in timed):
                    yield known[k]
