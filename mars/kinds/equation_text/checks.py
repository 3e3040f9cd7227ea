"""Checks a text as a whole: every name is defined, and every variable is given once.

Nothing is raised here: `kind.kind_of` refuses a text with errors.
"""

from __future__ import annotations

from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from mars.component.domains import FRAME
from mars.formulas.syntax_tree import TIME, Chain, Name, Node, Number
from mars.kinds.equation_text.formula import rate_of
from mars.kinds.equation_text.meaning import Checked, Given
from mars.kinds.equation_text.parser import declared_by, read_lines
from mars.kinds.equation_text.scope import MATRIX, VECTORS, names_of
from mars.kinds.equation_text.statements import (
    Balance,
    EquationLine,
    Meaning,
    Named,
    PortLine,
    Remark,
    Source,
    Statement,
    ValueLine,
)
from mars.kinds.equation_text.units_and_count import advise, check_count, check_units, tally
from mars.messages import Message, did_you_mean

MOST_REMARKS = 50


def check(text: str) -> Checked:
    """Check a text; remarks are in the order of its lines. Never raises."""
    if not isinstance(text, str):
        return Checked([Remark(1, 1, "error", "the equations must be text")])
    return _checked(text)


@lru_cache(maxsize=256)
def _checked(text: str) -> Checked:
    lines, help, remarks = read_lines(text)
    found = Checked(remarks, help)
    written = text.splitlines()
    broken = {declared_by(written[remark.line - 1]) for remark in remarks if written}
    _declare(found, lines)
    _sort(found, lines)
    _check_names(found, broken)
    tally(found)
    if not found.errors:
        _order(found)
    if not found.errors:
        check_units(found)
        check_count(found)
    if not found.errors:
        advise(found)
    found.remarks.sort(key=lambda remark: (remark.line, remark.column))
    del found.remarks[MOST_REMARKS:]
    return found


def _declare(found: Checked, lines: list[Statement]) -> None:
    taken: dict[str, int] = {}
    for line in lines:
        if isinstance(line, Named):
            if line.name in taken:
                found.remark(
                    line,
                    Message(
                        "the name {line} is already used in line {taken}. Choose another", line=line.name, taken=taken[line.name]
                    ),
                )
                continue
            taken[line.name] = line.line
        if isinstance(line, PortLine):
            found.ports.append(line)
        elif isinstance(line, ValueLine):
            found.values.append(line)
        elif isinstance(line, Meaning):
            found.given[line.name] = Given(line.name, line.formula)
            found.results += [line] if line.unit is not None else []
        elif isinstance(line, Source):
            found.is_source = True
        elif isinstance(line, Balance):
            if line.what in found.balances:
                found.remark(
                    line,
                    Message("“{what}” is already given in line {line}", what=line.what, line=found.balances[line.what].line),
                )
            found.balances[line.what] = line.formula
    found.names = names_of(found.ports, found.values)


def _sort(found: Checked, lines: list[Statement]) -> None:
    """Separate equations that define a single variable from the others."""
    for line in lines:
        if not isinstance(line, EquationLine):
            continue
        given = _given_by(found, line)
        if given is None:
            if cause := _not_to_be_said(found, line.left.alone):
                found.remark(line, cause)
            else:
                found.equations.append(line)
        elif given.name in found.given:
            found.remark(
                line,
                Message(
                    "{given} is already given in line {line}. Remove one of the two",
                    given=given.name,
                    line=found.given[given.name].right.line,
                ),
            )
        else:
            found.given[given.name] = given


def _not_to_be_said(found: Checked, name: str) -> str:
    """Why no equation can define a name, or empty."""
    if name in found.names.constants:
        return Message("{name} is a parameter and cannot be given by an equation. Remove this line", name=name)
    if name in found.names.inputs:
        return Message(
            "{name} is an input signal and cannot be given by an equation. Declare “port {name}: signal out”", name=name
        )
    if name in found.given and name not in found.names.units:
        return Message(
            "{name} already has a formula in line {line}. Remove one of the two", name=name, line=found.given[name].right.line
        )
    return ""


def _given_by(found: Checked, line: EquationLine) -> Given | None:
    names = found.names
    alone = line.left.alone
    if alone in names.given:
        return Given(alone, line.right)
    rates = [state for state in names.states if rate_of(state) in line.left.names]
    if not rates:
        return None
    if alone:
        return Given(alone, line.right, line.left)
    rate = rate_of(rates[0])
    factor = _factor(line.left.root, rate)
    if len(rates) > 1 or factor is None:
        found.remark(
            line,
            Message(
                "the left side must be a single rate, with or without a factor: “{rate} = …” or “mass*{rate} = …”", rate=rate
            ),
        )
    return Given(rate, line.right, line.left, factor)


def _factor(root: Node, rate: str) -> Node | None:
    """The factor of a rate in a product."""
    if not isinstance(root, Chain) or any(sign not in "*/" for sign, _ in root.rest):
        return None
    one, places = Number(1.0), [root.first == Name(rate)]
    rest: list[tuple[str, Node]] = []
    for sign, part in root.rest:
        places.append(part == Name(rate) and sign == "*")
        rest.append((sign, one if places[-1] else part))
    factor = Chain(one if places[0] else root.first, tuple(rest))
    return factor if sum(places) == 1 and Name(rate) not in (factor.first, *(part for _, part in rest)) else None


def _check_names(found: Checked, broken: set[str]) -> None:
    """`broken` are names whose declaration could not be read."""
    names = found.names
    known = {*names.units, *found.given, *map(rate_of, names.rates), TIME}
    for formula in found.formulas():
        for name, place in formula.places.items():
            if len(found.remarks) > MOST_REMARKS:
                return  # searching for similar names is slow
            if name not in known and name.removeprefix("der(").rstrip(")").partition(".")[0] not in broken:
                found.remark(formula, _unknown(found, name, known), start=place)
        if TIME in formula.names and formula in found.balances.values():
            found.remark(formula, "stored energy and loss must not depend on t explicitly. Remove t")


def _unknown(found: Checked, name: str, known: set[str]) -> str:
    if name.startswith("der("):
        of = name[4:-1]
        if of in found.names.units or of in found.given:
            return Message(
                "{of} has no rate: der(…) takes a state, or a position or speed of a port. Declare it as a state", of=of
            )
        return _unknown(found, of, known)
    port = next((each for each in found.ports if each.name == name.partition(".")[0]), None)
    if port is None or (port.name == name and port.domain.informs):
        hint = did_you_mean(name, known) or did_you_mean(name, ("stored", "loss"), 0.75)
        return Message(
            "unknown name {name}{hint}",
            name=name,
            hint=hint or Message(". Declare it as a port, a parameter or a state, or with let"),
        )
    if port.domain.informs:
        return Message("{port} is a signal. Write {port} without a suffix", port=port.name)
    if port.domain is FRAME:
        has = Message(
            "{vectors} (y, z), {port}.{matrix}.xx to zz",
            vectors=", ".join(f"{port.name}.{letter}.x" for letter in VECTORS),
            port=port.name,
            matrix=MATRIX,
        )
    else:
        has = ", ".join(unit for unit in found.names.units if unit.startswith(f"{port.name}."))
    return Message(
        "port {port} has no {name}; it has {has}",
        port=port.name,
        name=name.partition(".")[2] or Message("single value"),
        has=has,
    )


def _order(found: Checked) -> None:
    """Sort the given variables into an order in which they can be computed."""
    graph = {name: given.reads & found.given.keys() for name, given in found.given.items()}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        ring = list(dict.fromkeys(error.args[1]))
        first = found.given[ring[0]].right
        found.remark(
            first,
            Message(
                "circular definition: {ring}. Make one of them independent of the others, or declare it as a state",
                ring=", ".join(ring),
            ),
        )
        return
    found.given = {name: found.given[name] for name in order}
