"""Shown without a selection: title, note, class, gravity, variables and run settings."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from mars.component.declarations import Vector
from mars.component.domains import MOTIONS
from mars.errors import DocumentError

from .. import edits
from ..document.changes import Change
from ..document.document import Document
from ..fields.choice_field import QuietCombo
from ..fields.display_units import known_variables
from ..fields.field import sentence
from ..fields.text_line import TextBox, TextLine
from ..fields.vector_field import VectorField
from ..theme import Theme
from ..widgets.labels import ReasonLabel, TintedLabel
from ..widgets.plain_text import set_tip
from .form_row import FormRow
from .section import Section
from .sheet_note import SheetNote
from .solver_form import SolverForm
from .variables_form import VariablesForm

PLANAR = ("Tx", "Ty", "Rz")
RAISED = "⁰¹²³⁴⁵⁶"


class CircuitPage(QWidget):
    """Settings of the whole circuit; on the sheet of a subcircuit, only its variables."""

    definition_requested = Signal(str)  # of the subcircuit of the current sheet

    def __init__(self, document: Document, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.theme = document, theme
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        if document.sheet:
            title = self.tr("Subcircuit {name}").format(name=document.sheet)
            layout.addWidget(Section(title, theme, self._fill_sheet, parent=self))
        words = Section(self.tr("Circuit"), theme, self._fill_words, parent=self)
        motions = Section(self.tr("Class"), theme, self._fill_class, parent=self)
        self.variables = VariablesForm(document, theme, self)
        variables = Section(self.tr("Variables"), theme, lambda s: s.add(self.variables), parent=self)
        self.solver = SolverForm(document, theme, self)
        run = Section(self.tr("Run"), theme, lambda s: s.add(self.solver), parent=self)
        for section in (words, motions, variables, run):
            layout.addWidget(section)
            section.setVisible(section is variables or not document.sheet)  # a subcircuit takes the rest from its host
        self.refresh()

    # Parts

    def _fill_sheet(self, section: Section) -> None:
        button = QPushButton(self.tr("Properties: parameters, ports, symbol…"), self)
        button.setObjectName("properties")
        button.clicked.connect(lambda: self.definition_requested.emit(self.document.sheet))
        section.add(button)
        section.add(SheetNote(self.document, self.theme, self))

    def _fill_words(self, section: Section) -> None:
        self.title = TextLine(self)
        self.title.setPlaceholderText(self.tr("Title"))
        self.title.setMaxLength(2000)
        self.title.setAccessibleName(self.tr("Title"))
        self.title.entered.connect(self._commit_title)
        self.note = TextBox(self)
        self.note.setPlaceholderText(self.tr("Note: what this circuit models and where its values come from"))
        self.note.setFixedHeight(62)
        self.note.entered.connect(self._commit_note)
        section.add(self.title)
        section.add(self.note)

    def _fill_class(self, section: Section) -> None:
        self.preset = QuietCombo(self)
        self.preset.addItem(self.tr("Planar (X–Y)"), PLANAR)
        self.preset.addItem(self.tr("Spatial"), MOTIONS)
        self.preset.setPlaceholderText(self.tr("Other"))
        self.preset.activated.connect(lambda i: self._commit_motions(self.preset.itemData(i)))
        self.class_name = TintedLabel(self.theme, "text", "", parent=self)
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.preset, 1)
        line.addWidget(self.class_name)
        section.add(row)
        boxes = QWidget(self)
        grid = QGridLayout(boxes)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        self.motions: dict[str, QToolButton] = {}
        for i, motion in enumerate(MOTIONS):
            box = QToolButton(boxes)
            box.setText(motion)
            box.setCheckable(True)
            box.setProperty("segment", True)
            box.setSizePolicy(box.sizePolicy().Policy.Expanding, box.sizePolicy().Policy.Fixed)
            what = self.tr("translation along {axis}") if motion[0] == "T" else self.tr("rotation about {axis}")
            set_tip(box, what.format(axis=motion[1]))
            box.clicked.connect(self._motion_clicked)
            self.motions[motion] = box
            grid.addWidget(box, 0, i)
        section.add(boxes)
        self.class_reason = ReasonLabel(self.theme, self)
        section.add(self.class_reason)
        parameter = Vector((0, 0, 0), "m/s^2", "", name="gravity")
        self.gravity = VectorField(parameter, self.theme)
        self.gravity_row = FormRow(self.tr("Gravity"), self.gravity, self.theme, self.tr("Gravitational acceleration"))
        self.gravity.entered.connect(self._commit_gravity)
        self.gravity_row.reset.connect(lambda: self._set(self.tr("Gravity"), gravity=None))
        section.add(self.gravity_row)

    # From the document

    def refresh(self, change: Change | None = None) -> None:
        circuit = self.document.root
        self.title.show_text(circuit.title)
        self.note.show_text(circuit.note)
        self.preset.setCurrentIndex({PLANAR: 0, MOTIONS: 1}.get(circuit.motions, -1))
        self.class_name.setText(f"P{RAISED[len(circuit.motions)]}")
        for motion, box in self.motions.items():
            box.setChecked(motion in circuit.motions)
        for line, default in zip(self.gravity.lines, circuit.default_gravity, strict=True):
            line.default = int(default) if default == int(default) else default
        self.gravity.set_typed(circuit.gravity, known_variables(circuit))
        self.gravity_row.update_marks(circuit.gravity is not None)
        self.variables.refresh()
        self.solver.refresh()

    # To the document

    def _set(self, text: str, **changes: Any) -> str:
        """Change settings; returns the reason if refused."""
        try:
            self.document.edit_root(text, lambda circuit: edits.set_settings(circuit, **changes))
        except DocumentError as error:
            return sentence(error.message)
        self.refresh()
        return ""

    def _commit_title(self) -> None:
        self.title.accept()
        self._set(self.tr("Title"), title=self.title.text())

    def _commit_note(self) -> None:
        self.note.accept()
        self._set(self.tr("Note"), note=self.note.toPlainText())

    def _commit_motions(self, motions: tuple[str, ...]) -> None:
        self.class_reason.say(self._set(self.tr("Circuit class"), motions=motions))
        self.refresh()

    def _motion_clicked(self) -> None:
        self._commit_motions(tuple(motion for motion, box in self.motions.items() if box.isChecked()))

    def _commit_gravity(self) -> None:
        typed, reason = self.gravity.check(self.document.root)
        if not reason and self.gravity.is_modified:
            self.gravity.accept()
            self.gravity.set_reason(self._set(self.tr("Gravity"), gravity=typed))

    def commit_all(self) -> None:
        for widget, commit in (
            (self.title, self._commit_title),
            (self.note, self._commit_note),
            (self.gravity, self._commit_gravity),
        ):
            if widget.is_modified:
                commit()
        self.variables.commit_all()
        self.solver.commit_all()

    def focus_first(self) -> bool:
        self.title.setFocus(Qt.FocusReason.TabFocusReason)
        return True
