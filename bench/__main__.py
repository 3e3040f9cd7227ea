"""`python -m bench [--json FILE] [--only PREFIX …] [--quick]`: run the benchmarks, print the figures, report which bars are
met."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.benches import BENCHES, chosen
from bench.results import BARS, Results


def main(arguments: list[str] | None = None) -> int:
    """0 if no bar was missed (those not measured do not count), 1 if one was, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there")
    parser.add_argument("--only", metavar="PREFIX", nargs="+", default=[], help="benches: " + ", ".join(BENCHES))
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: rougher figures")
    options = parser.parse_args(arguments)
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    benches = chosen(options.only)
    if not benches:
        console.print(f"no bench begins with {', '.join(options.only)}; there are {', '.join(BENCHES)}", style="red")
        return 2
    results = Results()
    with console.status("…") as status:
        for name, bench in benches.items():
            status.update(name)
            bench(results, options.quick)
    console.print(figures_table(results))
    verdicts = judged(results)
    if verdicts:
        console.print(bars_table(verdicts))
    if options.json:
        options.json.write_text(json.dumps(as_document(results, verdicts), indent=1, ensure_ascii=False) + "\n")
    return 1 if any(verdict["passed"] is False for verdict in verdicts) else 0


def judged(results: Results) -> list[dict]:
    """Every bar whose figures belong to this run."""
    verdicts = []
    for bar in BARS:
        if bar.name.split(" ")[0] not in results.figures:
            continue
        value, limit = bar.value(results), bar.limit(results)
        verdicts.append({"bar": bar.name, "value": value, "limit": limit, "passed": bar.passed(value, limit)})
    return verdicts


def figures_table(results: Results) -> Table:
    table = Table("figure", "value", "remark", title="Figures")
    table.columns[0].no_wrap = True
    table.columns[1].justify = "right"
    for key, value in results.figures.items():
        remark = results.reasons.get(key) or results.remarks.get(key, "")
        table.add_row(key, "–" if value is None else f"{value:.4g}", remark, style="dim" if value is None else None)
    return table


def bars_table(verdicts: list[dict]) -> Table:
    table = Table("bar", "value", "limit", "value / limit", "met", title="Bars")
    table.columns[0].no_wrap = True
    for column in table.columns[1:4]:
        column.justify, column.no_wrap = "right", True
    for verdict in verdicts:
        value, limit, passed = verdict["value"], verdict["limit"], verdict["passed"]
        ratio = "–" if passed is None else f"{value / limit:.2f}"
        numbers = ["–" if number is None else f"{number:.4g}" for number in (value, limit)]
        met = {None: "[dim]not measured", True: "[green]yes", False: "[red]no"}[passed]
        table.add_row(verdict["bar"], *numbers, ratio, met)
    return table


def as_document(results: Results, verdicts: list[dict]) -> dict:
    """Flat figures first (null if missing), then reasons, remarks and the machine."""
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    return {
        **results.figures,
        "reasons": results.reasons,
        "remarks": results.remarks,
        "bars": verdicts,
        "machine": machine,
    }


if __name__ == "__main__":
    sys.exit(main())
