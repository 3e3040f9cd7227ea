"""Output of the commands: results go to standard output, everything else and the progress bar to standard error."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from mars.errors import CircuitError, DocumentError, MarsError
from mars.messages import Message
from mars.translation.languages import ENGLISH, current, message

if TYPE_CHECKING:
    from rich.console import Console

    from mars.simulation.ledger import Entry, FamilySums, Ledger
    from mars.verification.check import Report

Result = TypeVar("Result")
OnProgress = Callable[[float, float], bool]  # called with the time and the fraction done; returns whether to continue

SINGULAR = {  # of the counts of `mars check`
    "solid bodies (SB)": "solid body (SB)",
    "kinematic nodes (KN)": "kinematic node (KN)",
    "sources (E, external factors)": "source (E, external factor)",
    "dynamic components (DC)": "dynamic component (DC)",
    "operations": "operation",
}
SEVERITIES = {"error": "red", "warning": "yellow", "note": "cyan"}  # with their colours


def open_console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def write(text: str) -> None:
    """Write to standard output and flush, so that a full disk is noticed here."""
    if sys.stdout is None:
        raise DocumentError("no standard output. Write to a file with --out", code="cannot-write")
    sys.stdout.write(text)
    sys.stdout.flush()


def print_json(data: Any) -> None:
    write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def print_notice(text: str, style: str = "") -> None:
    open_console(stderr=True).print(text, style=style, markup=False)


def print_warning(text: str) -> None:
    print_notice(f"{message('warning')}: {text}", "yellow")


def print_error(error: MarsError) -> None:
    lines = [message(c.message) for c in error.complaints] if isinstance(error, CircuitError) else [message(error.message)]
    for line in lines:
        print_notice(f"{message('error')}: {line}", "red")


def with_progress(quiet: bool, compute: Callable[[OnProgress], Result]) -> Result:
    """Show a progress bar on the terminal; Ctrl+C stops the run and keeps the results so far."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    stop = threading.Event()
    main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set()) if main_thread else None
    console = open_console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as bar:
            task = bar.add_task(message("preparing"), total=1.0)

            def progress(t: float, fraction: float) -> bool:
                bar.update(task, completed=fraction, description=Message("t = {t:.4g} s", t=t))
                return not stop.is_set()

            return compute(progress)
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def print_ledger(ledger: Ledger) -> None:
    from rich.table import Table

    def number(value: float) -> str:
        return f"{value:.6g}" if abs(value) > ledger.noise else ""

    table = Table(title=message("Energy, J"))
    for column in ("component", "supplied", "received", "stored", "lost", "residual"):
        table.add_column(message(column), justify="left" if column == "component" else "right", overflow="fold")
    for e in ledger.entries:
        numbers = (e.supplied, e.received, e.stored, e.lost)
        table.add_row(e.component, *(number(n) for n in numbers), "" if e.supplied else f"{e.residual:.1e}")
    table.add_section()
    totals = (number(n) for n in (ledger.supplied, 0.0, ledger.stored, ledger.lost))
    table.add_row(message("circuit"), *totals, f"{ledger.residual:.1e}")
    console = open_console()
    console.print(table)

    def kept(each: Entry | FamilySums) -> list[str]:
        return [
            Message("{number} J stored", number=number(each.stored) or "0"),
            Message("{number} J lost", number=number(each.lost) or "0"),
        ]

    def line(name: str, amounts: list[str]) -> None:
        console.print(f"{name}: {', '.join(map(message, amounts))}", markup=False)

    for sums in ledger.families if ledger.converters else ():
        passed = (
            Message("{number} J transferred out", number=number(abs(sums.passed)) or "0")
            if sums.passed >= 0
            else Message("{number} J received", number=number(abs(sums.passed)) or "0")
        )
        line(message(sums.family), [Message("{number} J supplied", number=number(sums.supplied) or "0"), *kept(sums), passed])
    for e in ledger.converters:
        taken = [
            (
                Message("{number} J {family} in", number=number(abs(j)) or "0", family=family)
                if j >= 0
                else Message("{number} J {family} out", number=number(abs(j)) or "0", family=family)
            )
            for family, j in e.taken.items()
        ]
        line(e.component, [*taken, *kept(e)])
    console.print(
        message(
            "largest imbalance {relative_residual:.1e} relative to {turnover:.6g} J of energy exchanged",
            relative_residual=ledger.relative_residual,
            turnover=ledger.turnover,
        )
    )


def print_report(report: Report, heading: str) -> None:
    console = open_console()
    console.print(heading, style="bold", markup=False)

    width = max(map(len, map(message, ("components", "degrees of freedom", "fast model")))) + 2

    def line(label: str, text: str) -> None:
        console.print(f"  {message(label):<{width}}{message(text)}", markup=False)

    def counts(values: dict[str, int]) -> str:
        if current() != ENGLISH:  # most languages have more than two plural forms
            return ", ".join(f"{message(name)}: {number}" for name, number in values.items())
        return ", ".join(f"{number} {SINGULAR.get(name, name) if number == 1 else name}" for name, number in values.items())

    line("class", f"P{len(report.motions)} = {' '.join(report.motions)}")
    line("components", counts(report.components))
    line("nodes", counts(report.nodes))
    line("branches", counts(report.branches))
    line("parts", "; ".join(" ".join(part) for part in report.parts))
    if report.tree:
        for i, branch in enumerate(report.tree):
            line("" if i else "tree", " → ".join(branch))
        line("degrees of freedom", ", ".join(f"{name} ({message(how)})" for name, how in report.freedoms) or "none")
        if report.loops:
            cut, freedoms = ", ".join(report.loops["cut through"]), report.loops["freedoms by rank"]
            constraints = Message(
                "{constraints} constraints, {independent} independent",
                constraints=report.loops["constraints"],
                independent=report.loops["independent"],
            )
            by_count = report.loops["freedoms by count"]
            line(
                "loops",
                Message(
                    (
                        "cut through {cut}; {constraints}; degrees of freedom: {by_count} by Grübler's formula, "
                        "{freedoms} by rank at the start"
                    ),
                    cut=cut,
                    constraints=constraints,
                    by_count=by_count,
                    freedoms=freedoms,
                ),
            )
        line("states", ", ".join(report.states) or "none: all motions are prescribed")
        if report.equations:
            kinds = {name: n for name, n in report.equations.items() if name not in ("equations", "variables")}
            line(
                "equations",
                Message(
                    "{equations} in the tableau, with as many variables: {counts}",
                    equations=report.equations["equations"],
                    counts=counts(kinds),
                ),
            )
        line("fast model", counts({"operations": report.operations or 0}))
    for each in report.complaints:
        console.print(f"{message(each.severity)}: {message(each.message)}", style=SEVERITIES[each.severity], markup=False)
    if report.can_run:
        console.print(message("ready to run"), style="green")
