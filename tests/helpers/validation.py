"""Measures what the page Validation shows: `python -m tests.helpers.validation` runs the tests that compare with references.

Each test that uses the fixture `measured` reports errors; the CPU time is that of its body: building the circuit, running it and
reading its results. Tests that are expected to fail are listed with their reasons. Further arguments go to pytest
(`-k Rectifier`); then only the rows of these tests are replaced.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Generator
from typing import Any

import pytest

from docs.tools.validation import write
from tests.helpers.measuring import PROPERTY
from tests.helpers.paths import ROOT

FILE = ROOT / "docs/tools/validation.json"
SECONDS = "seconds"


class Collector:
    """A plug-in of pytest that runs only tests with the fixture and collects what they measure."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.waiting: dict[str, str] = {}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if "measured" in getattr(item, "fixturenames", ())]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        begin = time.process_time()
        try:
            return (yield)
        finally:
            item.user_properties.append((SECONDS, time.process_time() - begin))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            return
        if hasattr(report, "wasxfail"):
            self.waiting[report.nodeid.partition("[")[2].rpartition("-")[0]] = report.wasxfail
        elif report.failed:
            self.failed.append(report.nodeid)
        else:
            seconds = next(float(value) for name, value in report.user_properties if name == SECONDS)
            measured = [value for name, value in report.user_properties if name == PROPERTY]
            self.rows += [{**row, SECONDS: round(seconds / len(measured), 2)} for row in measured if isinstance(row, dict)]


def tests_that_measure() -> list[str]:
    return [str(path) for path in sorted((ROOT / "tests").rglob("test_*.py")) if "measured(" in path.read_text(encoding="utf-8")]


def keep_others(collector: Collector) -> None:
    """Add what an earlier run measured with tests that did not run now."""
    earlier = json.loads(FILE.read_text(encoding="utf-8"))
    new = {(row["problem"], row["by"]) for row in collector.rows}
    met = {row["source"].removeprefix("msl/").removesuffix(".csv") for row in collector.rows}
    examples = {f"msl/{name}.csv" for name in met}  # all methods of an example run together
    collector.rows += [r for r in earlier["rows"] if (r["problem"], r["by"]) not in new and r["source"] not in examples]
    others = {name: reason for name, reason in earlier["waiting"].items() if name not in met}
    collector.waiting = others | collector.waiting


def main() -> int:
    from tests.helpers.modelica import PROBLEMS
    from tests.helpers.modelica.comparing import METHODS, differences

    for method in METHODS:
        differences(PROBLEMS["SignConvention"], method)  # so that no row includes the compilation of an integrator
    collector = Collector()
    chosen = sys.argv[1:]
    code = pytest.main(["-q", "-p", "no:cacheprovider", *chosen, *tests_that_measure()], plugins=[collector])
    if code or collector.failed:
        return 1
    if chosen:
        keep_others(collector)
    rows = sorted(collector.rows, key=lambda row: (row["source"], row["problem"], row["by"]))
    data = {"rows": rows, "waiting": dict(sorted(collector.waiting.items()))}
    FILE.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
