"""Checks that a text is consistent: the same unit on both sides, and as many equations as unknowns.

What is wrong becomes a remark; `kind.kind_of` refuses a text with errors.
"""

from __future__ import annotations

from mars.component.domains import THERMAL
from mars.errors import DocumentError
from mars.formulas.corners import may_jump
from mars.formulas.dimensions import Measure, dimension_of
from mars.formulas.units import parse_unit
from mars.kinds.equation_text.formula import LineFormula, rate_of
from mars.kinds.equation_text.meaning import Checked
from mars.kinds.equation_text.power_balance import what_is_off
from mars.kinds.equation_text.scope import unit_words
from mars.kinds.equation_text.statements import Statement
from mars.messages import Message, all_of

MOST_PORTS = 40
JUMPS = (
    (
        "this may jump during the run. A jump that opposes its own cause, such as friction with "
        "sign(speed), makes the steps vanishingly small. Write tanh(speed/0.01 rad/s), or use "
        "dynamics.friction"
    ),
    "warning",
)
COLD = (
    "a thermal port with “reference” is at 0 K when not connected, not at room temperature. "
    "Remove “reference” and connect the port to an ambient (thermal.ambient)"
)
NO_ACCOUNT = (
    "no “stored”, “loss” or “source” is given, so the energy ledger assumes that the component neither stores nor loses energy"
)


def check_units(found: Checked) -> None:
    """Both sides of every statement must have the same unit."""
    known = found.names.measures()
    wanted = {line.name: parse_unit(line.unit or "1").dimension for line in found.results}
    for name, given in found.given.items():
        right = _measure(found, given.right, known)
        if name in known or name in wanted:
            left = wanted.get(name, known.get(name)) if given.left is None else _measure(found, given.left, known)
            _same_unit(found, given.right, left, right, name)
        known.setdefault(name, wanted.get(name, right))
    for line in found.equations:
        left, right = (_measure(found, side, known) for side in (line.left, line.right))
        _same_unit(found, line.right, left, right, line.left.alone or "the left side")
    for what, formula in found.balances.items():
        unit = "J" if what == "stored" else "W"
        _same_unit(found, formula, parse_unit(unit).dimension, _measure(found, formula, known), what, unit)


def _measure(found: Checked, formula: LineFormula, known: dict[str, Measure]) -> Measure:
    try:
        return dimension_of(formula.root, known)
    except DocumentError as error:
        found.remark(formula, Message("{error}. Correct the units", error=error))
        return None


def _same_unit(found: Checked, formula: LineFormula, left: Measure, right: Measure, what: str, unit: str = "") -> None:
    if isinstance(left, tuple) and isinstance(right, tuple) and left != right:
        words = [unit or unit_words(left, found.names.units), unit_words(right, found.names.units)]
        found.remark(
            formula,
            Message(
                "{what} is in {unit}, but the right side is in {unit_right}. Correct the units",
                what=what,
                unit=words[0],
                unit_right=words[1],
            ),
        )


def tally(found: Checked) -> None:
    """Count the equations stated and those needed: for streams, given signals, states and results."""
    names = found.names
    alone = [*map(rate_of, names.states), *names.outputs]
    shared = len(names.wrenches) + len(found.results)  # elements of a wrench without an equation are zero
    found.owed = len(names.streams) + len(alone) + shared
    found.said = len(found.equations) + sum(name in found.given for name in alone) + shared


def check_count(found: Checked) -> None:
    """Every unknown needs exactly one equation."""
    names = found.names
    if not found.ports:
        found.remark(Statement(1, 0), "the component has no ports. Declare one, such as “port a: rotation”")
    if len(found.ports) > MOST_PORTS:
        found.remark(
            found.ports[MOST_PORTS],
            Message("a component can have at most {most_ports} ports. Split it into several", most_ports=MOST_PORTS),
        )
    states = [(value, rate_of(value.name)) for value in found.values if value.name in names.states]
    outputs = [(port, port.name) for port in found.ports if port.name in names.outputs]
    for line, name in (*states, *outputs):
        if name not in found.given:
            found.remark(line, Message("no equation for {name}. Add “{name} = …”", name=name))
    for line in found.equations:
        if not found.reads(line) & (names.streams | names.potentials | names.positions):
            found.remark(line, "this equation does not involve any port. Remove it, or start it with let")
    if not found.errors:
        _check_streams(found)


def _check_streams(found: Checked) -> None:
    streams = {name: port for port in found.ports if (name := f"{port.name}.{port.domain.stream}") in found.names.streams}
    first: dict[str, int] = {}
    for line in found.equations:
        alone = line.left.alone
        if alone in streams and first.setdefault(alone, line.line) != line.line:
            found.remark(
                line, Message("{alone} is already given in line {first}. Remove one of the two", alone=alone, first=first[alone])
            )
            return
    many, owed = len(found.equations), len(streams)
    silent = [name for name in streams if name not in first]
    if many < owed:
        missing = Message("{owed} equations are missing", owed=owed - many) if owed - many > 1 else "one equation is missing"
        found.remark(
            streams[silent[-1]],
            Message(
                "{missing}: no equation determines {listed}. Add “{silent} = …”",
                missing=missing,
                listed=_listed(silent),
                silent=silent[-1],
            ),
        )
    elif many > owed:
        cause = Message(
            "too many equations: {many} for {listed}. Remove {surplus}",
            many=many,
            listed=_listed(list(streams)) or Message("no streams"),
            surplus=many - owed,
        )
        found.remark(found.equations[-1], cause)


def _listed(names: list[str]) -> str:
    return all_of(names)


def advise(found: Checked) -> None:
    """Remarks on input that is valid but may surprise."""
    names = found.names
    read = {name for formula in found.formulas() for name in formula.names}
    for line in (*found.values, *found.ports):
        if line.name not in read and line.name in names.constants | names.inputs:
            found.remark(line, Message("{line} is never used", line=line.name), "warning")
    for formula in found.formulas():
        if may_jump(formula.root, found.moving):
            found.remark(formula, *JUMPS)
    for port in found.ports:
        if port.domain is THERMAL and port.open == "reference":
            found.remark(port, COLD, "warning")
    if (off := what_is_off(found)) is not None:
        power, rate, loss = (f"{each:.3g} W" for each in off)
        missing = next((what for what in ("stored", "loss") if what not in found.balances), "")
        remedy = (
            Message("Add “{missing} = …” or “source”", missing=missing) if missing else "Correct one of them, or add “source”"
        )
        cause = Message(
            ("power, stored energy and loss do not balance: of {power} supplied, {rate} is stored and {loss} is lost. {remedy}"),
            power=power,
            rate=rate,
            loss=loss,
            remedy=remedy,
        )
        found.remark(next(iter(found.balances.values())), cause, "warning")
    if found.keeps_no_account:
        found.remark(Statement(1, 0), NO_ACCOUNT, "note")
