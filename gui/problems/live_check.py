"""The live check: a quick check after every edit, replaced by the worker's full report when it arrives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from mars.errors import Complaint
from mars.messages import Message
from mars.names import component_of
from mars.topology.analyse import topology_of
from mars.topology.topology import Topology
from mars.translation.component_titles import with_titles

from ..document.changes import Change
from ..document.document import LARGE, Document

QUIET = 150  # milliseconds after the last edit


class LiveCheck(QObject):
    """`complaints`, `topology` and `report` of the current circuit; the report is None until the worker's has arrived.

    Complaints that only the worker can find stay listed while it checks again, to avoid flicker.
    """

    checked = Signal()

    def __init__(self, document: Document, parent: QObject | None = None):
        super().__init__(parent or document)
        self.document = document
        self.topology: Topology | None = None
        self.report: Mapping[str, Any] | None = None
        self._found: list[Complaint] = []
        self._failure: list[Complaint] = []
        self._notes: list[Complaint] = []  # not about the circuit itself: from the user's library, from plug-ins
        self._deep: list[Complaint] = []  # of the last report: those that only the worker can find
        self._since = document.revision  # of the last relevant edit
        self._timer = QTimer(self, singleShot=True, interval=QUIET)
        self._timer.timeout.connect(self.look)
        document.root_changed.connect(self._edited)
        document.replaced.connect(self._replaced)
        self._timer.start()

    @classmethod
    def of(cls, document: Document) -> LiveCheck:
        """The live check of a document, shared by all its panels."""
        found = document.findChild(cls)
        return found if isinstance(found, cls) else cls(document)

    @property
    def complaints(self) -> list[Complaint]:
        """Of the last failed run, of the circuit, then others."""
        return [*self._failure, *(complaint for complaint in self._found if complaint not in self._failure), *self._notes]

    @property
    def is_waiting(self) -> bool:
        """Whether an edit is still unchecked."""
        return self._timer.isActive()

    @property
    def can_run(self) -> bool:
        return all(complaint.severity != "error" for complaint in self.complaints)

    def look(self) -> None:
        """Run the quick check now."""
        self._timer.stop()
        self.topology = self._analysed()
        if self.topology is None:
            self.checked.emit()
            return
        quick = with_titles(self.topology.complaints, self.document.root)
        if not self.topology.errors():  # the worker's complaints stay until it has checked again
            present = {*self.document.root.components, ""}
            quick += [c for c in self._deep if component_of(c.where) in present and c not in quick]
        self._found = quick
        self.checked.emit()

    def _analysed(self) -> Topology | None:
        circuit = self.document.root
        return topology_of(circuit) if len(circuit.components) <= LARGE else None  # left to the worker

    def set_report(self, report: Mapping[str, Any]) -> None:
        """The worker's answer (`mars.verification.report_data.report_on`); dropped if the circuit has changed since."""
        if report is self.report or not self._since <= report["revision"] <= self.document.revision:
            return
        if self.topology is None or self._timer.isActive():
            self._timer.stop()
            self.topology = self._analysed()
        self.report = report
        self._found = [_complaint(each) for each in report.get("complaints", ())]
        quick = set(self.topology.complaints if self.topology is not None else ())
        self._deep = [complaint for complaint in self._found if complaint not in quick]
        self.checked.emit()

    def set_failure(self, failure: Mapping[str, Any] | None) -> None:
        """Why a run ended early (`message`, `complaints`, `components`); listed until the circuit is changed or runs again."""
        self._failure = []
        if failure is not None:
            where = next(iter(failure.get("components") or ()), "")
            cause = Message(failure.get("message", "")).without(where)
            complaints = [_complaint(each) for each in failure.get("complaints") or ()]
            self._failure = complaints or [Complaint(where, cause, "", code="run")]
        self.checked.emit()

    def set_notes(self, notes: list[Complaint]) -> None:
        """Complaints from other sources."""
        if notes != self._notes:
            self._notes = notes
            self.checked.emit()

    def by_component(self) -> dict[str, list[Complaint]]:
        """Complaints by component on the sheet, including those inside it."""
        found: dict[str, list[Complaint]] = defaultdict(list)
        for complaint in self.complaints:
            name = self.document.here(complaint.where)
            if name in self.document.circuit.components:
                found[name].append(complaint)
        return dict(found)

    def _edited(self, change: Change) -> None:
        if change.is_physical:
            self._since = self.document.revision
            self.report, self._failure = None, []
            self._timer.start()

    def _replaced(self) -> None:
        self._since = self.document.revision
        self.report, self._deep, self._failure = None, [], []
        self.look()  # immediately: complaints about another circuit would be wrong


def _complaint(data: Any) -> Complaint:
    if isinstance(data, Complaint):
        return data
    found = {key: data.get(key, "") for key in ("where", "cause", "remedy", "severity", "code", "subject")}
    return Complaint(**{key: value if isinstance(value, str) else str(value) for key, value in found.items()})
