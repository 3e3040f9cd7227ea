"""The Problems dock: problems of the circuit, with one-click fixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from mars.component.base import Base, Body, Joint
from mars.errors import Complaint, DocumentError
from mars.kinds.definitions import sheet_of
from mars.kinds.hierarchy import sheet_at, split
from mars.messages import Message
from mars.names import component_of

from ..document.document import Document
from ..document.selection import Selection
from ..theme import Theme
from ..widgets.plain_text import Label
from .link_surroundings import LinkSurroundings
from .live_check import LiveCheck
from .problem_row import ProblemRow
from .remedies import remedies_of
from .remedy import Remedy

MOST_SHOWN = 50
ORDER = ("error", "warning", "note")


class ProblemsPanel(QWidget):
    """The list, errors first; a summary of the circuit if there are no problems."""

    counts = Signal(int, int)  # errors, warnings
    problems_changed = Signal(object)  # {component: [Complaint]}
    show_requested = Signal(str)  # component to bring into view
    refused = Signal(str)  # reason why a remedy failed

    def __init__(
        self,
        document: Document,
        selection: Selection,
        theme: Theme,
        check: LiveCheck | None = None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.document, self.selection, self.theme = document, selection, theme
        self.check = check or LiveCheck.of(document)
        self.rows: list[ProblemRow] = []
        self.summary = Label(parent=self)
        self.summary.setWordWrap(True)
        self.summary.setContentsMargins(12, 8, 12, 4)
        self.setObjectName("problems")
        self._list = QWidget()
        self._list.setObjectName("problem_list")
        self._layout = QVBoxLayout(self._list)
        self._layout.setContentsMargins(4, 0, 4, 4)
        self._layout.setSpacing(2)
        self._layout.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.summary)
        layout.addWidget(self.area, 1)
        self._shown: list[tuple[Complaint, list[str]]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.check.checked.connect(self._checked)
        document.root_changed.connect(self._edited)
        document.sheet_changed.connect(lambda: self.problems_changed.emit(self.check.by_component()))
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def is_complete(self) -> bool:
        """Whether the check of the current circuit is complete, including the worker's report."""
        return not self.check.is_waiting and self.check.report is not None

    def set_report(self, report: Mapping[str, Any]) -> None:
        """The worker's full report."""
        self.check.set_report(report)

    def set_failure(self, failure: Mapping[str, Any] | None) -> None:
        """Why a run ended early; None when it runs again."""
        self.check.set_failure(failure)

    def show_of(self, name: str) -> None:
        """Bring the first complaint of a component into view, on a click on its badge."""
        row = next((row for row in self.rows if self.document.here(row.complaint.where) == name), None)
        if row is not None:
            self.area.ensureWidgetVisible(row)
            row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        if self.check.is_waiting:
            self._say()

    def _checked(self) -> None:
        complaints = sorted(self.check.complaints, key=lambda c: ORDER.index(c.severity) if c.severity in ORDER else 0)
        sheets: dict[str, LinkSurroundings] = {}
        found = [(complaint, self._remedies(complaint, sheets)) for complaint in complaints[:MOST_SHOWN]]
        now = [(complaint, [text for text, _ in remedies]) for complaint, remedies in found]
        if now != self._shown:
            self._shown = now
            self._fill(found)
        self._say()
        count = {each: sum(c.severity == each for c in complaints) for each in ORDER}
        self.counts.emit(count["error"], count["warning"])
        self.problems_changed.emit(self.check.by_component())

    def _remedies(self, complaint: Complaint, sheets: dict[str, LinkSurroundings]) -> list[Remedy]:
        """As edits of the sheet that the complaint is about."""
        root = self.document.root
        way, where = split(root, complaint.where)
        sheet = sheet_at(root, way) or ""
        if sheet not in sheets:
            sheets[sheet] = LinkSurroundings(sheet_of(root, sheet) if sheet else root)
        if way:  # with the names of that sheet
            prefix = complaint.where.removesuffix(where)
            cause, remedy = (
                Message(text).mapped(lambda value: value.replace(prefix, "")) for text in (complaint.cause, complaint.remedy)
            )
            complaint = replace(complaint, where=where, cause=cause, remedy=remedy)
        return remedies_of(complaint, sheets[sheet].circuit, sheets[sheet])

    def _fill(self, found: list[tuple[Complaint, list[Remedy]]]) -> None:
        focused = next((row.complaint for row in self.rows if row.hasFocus()), None)
        for row in self.rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for complaint, remedies in found:
            row = ProblemRow(complaint, remedies, self.theme, self._list)
            row.chosen.connect(self._show)
            row.opened.connect(self._open)
            row.remedy_chosen.connect(lambda remedy, row=row: self._mend(remedy, row.complaint))
            row.stepped.connect(lambda step, row=row: self._step(row, step))
            self._layout.insertWidget(len(self.rows), row)
            row.show()  # now, so that it can get the focus
            self.rows.append(row)
            if complaint == focused:
                row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self) -> None:
        """The top line: counts, or a summary of the circuit."""
        complaints, more = self.check.complaints, len(self.check.complaints) - MOST_SHOWN
        count = {each: sum(c.severity == each for c in complaints) for each in ORDER}
        words = [
            _counted(count["error"], self.tr("1 error"), self.tr("%n errors", "", count["error"])),
            _counted(count["warning"], self.tr("1 warning"), self.tr("%n warnings", "", count["warning"])),
            _counted(count["note"], self.tr("1 note"), self.tr("%n notes", "", count["note"])),
            self.tr("first %n shown", "", MOST_SHOWN) if more > 0 else "",
        ]
        text = ", ".join(filter(None, words))
        if self.check.can_run:
            state = self._state()
            text = (" " if state.endswith("…") else ". ").join(filter(None, [state, text]))
        self.summary.setText(text)

    def _state(self) -> str:
        """Summary of a circuit that can run."""
        topology, report = self.check.topology, self.check.report
        if topology is None:
            return ""
        drawn = [placed.kind for name, placed in topology.placed.items() if name in topology.circuit.components]
        if drawn and not any(issubclass(kind, Body | Joint | Base) for kind in drawn):  # electrical, or signals only
            return self._without_bodies(len(drawn), report)
        bodies = sum(issubclass(kind, Body) for kind in drawn)
        counts = [_counted(bodies, self.tr("1 body"), self.tr("%n bodies", "", bodies)) or self.tr("no bodies")]
        text = self.tr("No problems so far: {what}. Running the full check…")
        if report is not None:
            by_rank = (report.get("loops") or {}).get("freedoms by rank")
            free = by_rank if by_rank is not None else sum(status == "free" for _, status in report.get("freedoms", ()))
            counts.insert(
                0,
                _counted(free, self.tr("1 degree of freedom"), self.tr("%n degrees of freedom", "", free))
                or self.tr("no degrees of freedom"),
            )
            text = self.tr("Ready to run: {what}")
        return text.format(what=", ".join([f"P{len(topology.motions)}", *counts]))

    def _without_bodies(self, components: int, report: Mapping[str, Any] | None) -> str:
        counts = [_counted(components, self.tr("1 component"), self.tr("%n components", "", components))]
        if report is None:
            return self.tr("No problems so far: {what}. Running the full check…").format(what=counts[0])
        states = len(report.get("states", ()))
        counts.append(_counted(states, self.tr("1 state"), self.tr("%n states", "", states)) or self.tr("no states"))
        return self.tr("Ready to run: {what}").format(what=", ".join(counts))

    def _show(self, complaint: Complaint) -> None:
        """Show on the current sheet if possible: there it may be inside an instance."""
        name = self.document.here(complaint.where)
        if name in self.document.circuit.components:
            self.selection.set([name])
            self.show_requested.emit(name)
        else:
            self._open(complaint)

    def _open(self, complaint: Complaint) -> None:
        """Show on the sheet it is about."""
        name = component_of(self._turn_to(complaint))
        if name in self.document.circuit.components:
            self.selection.set([name])
            self.show_requested.emit(name)

    def _turn_to(self, complaint: Complaint) -> str:
        """Show the sheet of a complaint; returns the position on it."""
        root = self.document.root
        way, where = split(root, complaint.where)
        self.document.show(sheet_at(root, way) or "", way)
        return where

    def _mend(self, remedy: Remedy, complaint: Complaint) -> None:
        text, edit = remedy
        self._turn_to(complaint)
        try:
            self.document.edit(text, edit)
        except DocumentError as error:
            self.refused.emit(error.message)
        else:
            self.check.look()

    def _step(self, row: ProblemRow, step: int) -> None:
        place = self.rows.index(row) + step
        if 0 <= place < len(self.rows):
            self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(self.rows[place])

    def _restyle(self) -> None:
        self.summary.setStyleSheet(f"color: {self.theme.colours['text2']}")
        self.setStyleSheet(f"QWidget#problems, QWidget#problem_list {{ background: {self.theme.colours['panel']} }}")
        for row in self.rows:
            row.restyle()


def _counted(count: int, one: str, many: str) -> str:
    return "" if not count else one if count == 1 else many
