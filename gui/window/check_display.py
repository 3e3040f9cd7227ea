"""The full check of the circuit: requested after every physical edit, shown wherever problems are shown."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from ..document.changes import Change
from ..document.document import Document
from ..panels.topology_panel import TopologyPanel
from ..problems.problems_panel import ProblemsPanel
from ..runs.results import Results
from ..runs.worker_client import WorkerClient
from .docks import Docks


class CheckDisplay(QObject):
    def __init__(
        self,
        document: Document,
        worker: WorkerClient,
        results: Results,
        problems: ProblemsPanel,
        topology: TopologyPanel,
        docks: Docks,
    ):
        super().__init__(problems)
        self._document, self._worker, self._results = document, worker, results
        self._problems, self._topology, self._docks = problems, topology, docks
        document.root_changed.connect(self._edited)
        document.replaced.connect(self._ask)
        worker.report.connect(self._show)
        problems.counts.connect(self._show_counts)

    def show_problem(self, name: str) -> None:
        """Show the problems of a component in their dock."""
        self._docks.bring_up("problems")
        self._problems.show_of(name)

    def _edited(self, change: Change) -> None:
        if change.is_physical:
            self._ask()

    def _ask(self) -> None:
        self._worker.check(self._document.revision, self._document.root)

    def _show(self, report: Any) -> None:
        self._results.set_checked_variables(report["variables"])
        self._problems.set_report(report)
        self._topology.set_report(report)

    def _show_counts(self, errors: int, warnings: int) -> None:
        count = errors + warnings
        title = self.tr("Problems")
        self._docks["problems"].setWindowTitle(f"{title} ({count})" if count else title)
