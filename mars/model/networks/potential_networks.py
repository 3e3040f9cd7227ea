"""Networks with wires or pipes: voltages and currents, pressures and flows, temperatures and heat, and everything coupled to
them, by an elimination that finds hidden constraints.

Where capacitors (with voltage sources) form a loop, or inductors (with current sources) meet at a node, the equations leave a row
with only states. It is replaced by its rate, and one of its states becomes dependent (index 2 becomes 1). This is done
numerically, so that constant combinations, such as a loop of floating capacitors, are found too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

import casadi as ca
import numpy as np

from mars.component.symbolic_functions import cancelled
from mars.errors import CircuitError
from mars.model.networks.complaints import contradiction, domain_of
from mars.model.networks.elimination import Remainder, SingularError, eliminate, sample
from mars.model.networks.hidden_constraints import SMALL, choose_following, refuse_unknown_rates
from mars.model.networks.network import Network, rate
from mars.model.networks.ports import scalar_ports
from mars.model.networks.tearing import SolvedUnknowns, nonlinear
from mars.model.symbols import Symbols, depends

STABLE = 0.03  # of the largest number of its column: a pivot that lets rounding grow by at most its inverse
TINY = 1e-300  # avoids a division by zero


def solve_potentials(
    symbols: Symbols,
    network: Network,
    rows: list[ca.SX],
    owners: list[str],
    unknowns: list[ca.SX],
    started: Collection[str],
    insert: Callable[[ca.SX], ca.SX],
) -> SolvedUnknowns:
    """All unknowns of a connected network; `insert` puts dependent motions into an expression.

    Rows with coefficients that change with the modes (diodes, switches) are solved last, symbolically as long as no digits are
    lost in any mode, because the order of an elimination is the same for all modes; the rest numerically in every evaluation.
    """
    rows, hidden, first = list(rows), [], set[int]()
    own = list(symbols.states.values())
    switching = _switching_rows(symbols, rows, unknowns)
    while True:
        nonlinear_rows = sorted(switching | _nonlinear_rows(rows, unknowns))
        linear_rows = [i for i in range(len(rows)) if i not in nonlinear_rows]
        late = set(nonlinear([rows[i] for i in nonlinear_rows], unknowns)) | first
        together = ca.vertcat(*(rows[i] for i in switching))
        late |= {j for j, unknown in enumerate(unknowns) if switching and depends(together, [unknown])}
        left = Remainder(watched=own)
        found = eliminate(symbols.parameters, [rows[i] for i in linear_rows], unknowns, left=left, late=late)
        again, idle = False, 0
        for i, left_over in left.rows.items():
            if i in left.holding and len(hidden) <= len(own):
                refuse_unknown_rates(symbols, owners[linear_rows[i]], left_over)
                hidden.append(left_over)
                rows[linear_rows[i]] = insert(rate(symbols, network, left_over))
                again = True
            elif np.abs(sample(symbols.parameters, left_over)).max() > SMALL:
                owner = owners[linear_rows[i]]
                others = _party(symbols, rows, owners, unknowns, linear_rows, i)
                raise CircuitError([contradiction(domain_of(symbols, owner), owner, others)])
            else:
                idle += 1
        if again:
            continue
        if first or not idle:
            break
        first = _first_nodes(symbols, rows, unknowns, left.unknowns, idle)
        if not first - set(left.unknowns):
            break
    _count_from(symbols, network, unknowns, left, found, idle, lambda i: (i not in first, i in late))
    if len(left.unknowns) != len(nonlinear_rows):
        raise SingularError([], left.unknowns)
    if hidden:
        choose_following(symbols, network, hidden, owners[0], started)
    old, new = ca.vertcat(*(unknowns[i] for i in found)), ca.vertcat(*found.values())
    residuals = [ca.substitute(rows[i], old, new) if found else rows[i] for i in nonlinear_rows]
    numeric = [place for place, i in enumerate(nonlinear_rows) if i in switching]
    return _solve_nonlinear(symbols, found, residuals, left.unknowns, unknowns, numeric)


def _solve_nonlinear(
    symbols: Symbols, found: dict[int, ca.SX], rows: list[ca.SX], rest: list[int], unknowns: list[ca.SX], numeric: list[int]
) -> SolvedUnknowns:
    """Unknowns that are still nonlinear after the linear rows are torn; the nonlinear rows give the others."""
    unstable: list[ca.SX] = []
    if numeric:
        found, rows, unstable, rest = _solve_stably(symbols, found, rows, rest, unknowns)
    torn = [rest[i] for i in nonlinear(rows, [unknowns[i] for i in rest])]
    torn += [i for i in rest if i not in torn and unstable and depends(ca.vertcat(*unstable), [unknowns[i]])]
    rows = [*unstable, *rows]
    others = [i for i in rest if i not in torn]
    left = Remainder()
    more = eliminate(symbols.parameters, rows, [unknowns[i] for i in others], left=left) if others else {}
    if not others:
        left.rows = dict(enumerate(rows))
    if left.unknowns or len(left.rows) != len(torn):
        raise SingularError([], [others[i] for i in left.unknowns] or torn)
    found = _insert(found, {others[i]: value for i, value in more.items()}, unknowns)
    return SolvedUnknowns(found, dict(zip(torn, map(cancelled, left.rows.values()), strict=True)))


def _solve_stably(
    symbols: Symbols, found: dict[int, ca.SX], rows: list[ca.SX], rest: list[int], unknowns: list[ca.SX]
) -> tuple[dict[int, ca.SX], list[ca.SX], list[ca.SX], list[int]]:
    """Solve switching rows as far as no digits are lost in any mode; then the nonlinear rows, and the rows and unknowns left."""
    bent = set(_nonlinear_rows(rows, [unknowns[i] for i in rest]))
    straight = [row for i, row in enumerate(rows) if i not in bent]
    left = Remainder()
    more = eliminate(symbols.parameters, straight, [unknowns[i] for i in rest], left=left, stable=STABLE)
    more = {rest[i]: value for i, value in more.items()}
    old, new = ca.vertcat(ca.SX(0, 1), *(unknowns[i] for i in more)), ca.vertcat(ca.SX(0, 1), *more.values())
    others = [ca.substitute(row, old, new) for i, row in enumerate(rows) if i in bent]
    return _insert(found, more, unknowns), others, left.open_rows, [i for i in rest if i not in more]


def _insert(found: dict[int, ca.SX], more: dict[int, ca.SX], unknowns: list[ca.SX]) -> dict[int, ca.SX]:
    """Both together, the second in the first."""
    if not more:
        return found
    old, new = ca.vertcat(*(unknowns[i] for i in more)), ca.vertcat(*more.values())
    return {i: ca.substitute(value, old, new) for i, value in found.items()} | more


def _wires(symbols: Symbols) -> dict[str, int]:
    """The nodes that have voltages, by name of their symbol."""
    return {symbols.speed[n].name(): n for n in symbols.speed if n not in symbols.position}


def _first_nodes(symbols: Symbols, rows: list[ca.SX], unknowns: list[ca.SX], open_: list[int], idle: int) -> set[int]:
    """The zero node of each network without a ground, independent of the order of the pivots.

    The voltages of such a network can be raised together: the null vectors of the equations are constant over it.
    """
    nodes = _wires(symbols)
    place = {i: nodes[unknown.name()] for i, unknown in enumerate(unknowns) if unknown.name() in nodes}
    count = min(idle, sum(i in place for i in open_))
    if not count:
        return set()
    voltages = list(place)
    matrix = sample(symbols.parameters, ca.jacobian(ca.vertcat(*rows), ca.vertcat(*(unknowns[i] for i in voltages))))
    matrix = matrix / np.maximum(np.abs(matrix).max(axis=1, keepdims=True), TINY)
    free = np.linalg.svd(matrix)[2][-count:]
    together = free.T @ free > 0.5 / len(voltages)
    zeros = {symbols.topology.zero_of(place[voltages[j]] for j in np.flatnonzero(row)) for row in together if row.any()}
    return {i for i, node in place.items() if node in zeros}


def _count_from(
    symbols: Symbols,
    network: Network,
    unknowns: list[ca.SX],
    left: Remainder,
    found: dict[int, ca.SX],
    idle: int,
    order: Callable,
) -> None:
    """Networks without a ground: as many node laws are redundant, and voltages are relative to one of the nodes, the first in
    order.

    Of several grounds at one node only one carries a current.
    """
    nodes = _wires(symbols)
    alone = [keys[0] for name in symbols.topology.placed if len(keys := scalar_ports(symbols, name)) == 1]
    there = Counter(symbols.topology.node_of[key] for key in alone)
    grounds = {symbols.streams[key].name() for key in alone if there[symbols.topology.node_of[key]] > 1}
    open_ = [i for i in left.unknowns if unknowns[i].name() in nodes.keys() | grounds]
    zero = sorted(open_, key=order)[:idle]
    if not zero:
        return
    old = ca.vertcat(*(unknowns[i] for i in zero))
    for i, value in found.items():
        found[i] = ca.substitute(value, old, ca.SX.zeros(len(zero)))
    found |= {i: ca.SX(0.0) for i in zero}
    left.unknowns = [i for i in left.unknowns if i not in zero]
    network.floating += [nodes[unknowns[i].name()] for i in zero if unknowns[i].name() in nodes]


def _party(
    symbols: Symbols, rows: list[ca.SX], owners: list[str], unknowns: list[ca.SX], linear_rows: list[int], place: int
) -> list[str]:
    """The components whose equations together determine the same unknowns as this one: rows that combine to it."""
    matrix = sample(symbols.parameters, ca.jacobian(ca.vertcat(*(rows[i] for i in linear_rows)), ca.vertcat(*unknowns)))
    shares = np.linalg.lstsq(np.delete(matrix, place, axis=0).T, matrix[place], rcond=None)[0]
    others = [owners[i] for i in np.delete(linear_rows, place)[np.abs(shares) > SMALL]]
    return list(dict.fromkeys(name for name in others if name != owners[linear_rows[place]]))


def _names_in_coefficients(rows: list[ca.SX], unknowns: list[ca.SX]) -> list[set[str]]:
    """For each row the symbols on which its derivatives by the unknowns depend."""
    matrix = ca.jacobian(ca.vertcat(*rows), ca.vertcat(*unknowns))
    return [{s.name() for s in ca.symvar(matrix[i, :])} for i in range(len(rows))]


def _nonlinear_rows(rows: list[ca.SX], unknowns: list[ca.SX]) -> set[int]:
    names = {unknown.name() for unknown in unknowns}
    return {i for i, found in enumerate(_names_in_coefficients(rows, unknowns)) if found & names}


def _switching_rows(symbols: Symbols, rows: list[ca.SX], unknowns: list[ca.SX]) -> set[int]:
    """Rows whose coefficients depend on modes."""
    modes = symbols.parameters.modes
    return {i for i, found in enumerate(_names_in_coefficients(rows, unknowns)) if found & modes}
