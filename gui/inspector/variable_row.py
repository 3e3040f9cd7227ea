"""One variable of the circuit: name and value; unit, range, note and order on demand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QWidget

from mars.document.entries import Variable
from mars.formulas.expressions import Quantity
from mars.formulas.units import spelled

from .. import edits
from ..fields.display_units import read, read_size
from ..fields.line_edit import LINE_HEIGHT
from ..fields.text_line import TextLine
from ..fields.value_field import ValueField
from ..fields.variable_value import AnyUnit
from ..widgets.labels import ReasonLabel, TintedLabel, ValueChip
from ..widgets.plain_text import set_tip

if TYPE_CHECKING:
    from .variables_form import VariablesForm

NAME_WIDTH, FOLD = 72, 20  # pixels of a name, and of the unfold button


class VariableRow(QWidget):
    """Name and value; unit, range, note and order on demand."""

    def __init__(self, form: VariablesForm, name: str):
        super().__init__(form)
        self.form, self.name, self.theme = form, name, form.theme
        variable = form.document.circuit.variables[name]
        self.unit = variable.unit
        self.name_line = TextLine(self)
        self.name_line.setFixedWidth(NAME_WIDTH)
        self.name_line.setAccessibleName(self.tr("Name of the variable"))
        self.name_line.entered.connect(self._rename)
        self.value = ValueField(AnyUnit(None, self.unit, "", name=name), self.theme, parent=self)
        self.value.line.is_converted = False
        self.value.entered.connect(self._commit_value)
        self.value.dragged.connect(lambda typed: self.change(f"variable {self.name}", value=typed))
        self.value.drag_ended.connect(form.document.end_merging)
        self.fold = QToolButton(self)
        self.fold.setAutoRaise(True)
        self.fold.setIconSize(QSize(14, 14))
        self.fold.setFixedSize(FOLD, LINE_HEIGHT)
        set_tip(self.fold, self.tr("Edit unit, range, note and order, or delete"))
        self.fold.clicked.connect(lambda: self.set_open(self.details is None or self.details.isHidden()))
        self.reason = ReasonLabel(self.theme, self)
        self.there = ValueChip(self.theme, self)  # its value in the instance through which the sheet was opened
        self.details: VariableDetails | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.name_line, 0, 0, top)
        grid.addWidget(self.value, 0, 1)
        grid.addWidget(self.fold, 0, 2, top)
        grid.addWidget(self.there, 1, 1, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self.reason, 2, 0, 1, 3)
        grid.setColumnStretch(1, 1)
        self.set_open(False)

    def set_open(self, is_open: bool) -> None:
        if is_open and self.details is None:
            self.details = VariableDetails(self)
            layout = self.layout()
            assert isinstance(layout, QGridLayout)
            layout.addWidget(self.details, 3, 0, 1, 3)
            self.details.refresh()
        if self.details is not None:
            self.details.setVisible(is_open)
        self.fold.setIcon(self.theme.icon("ph.caret-up" if is_open else "ph.caret-down", "text2"))

    @property
    def variable(self) -> Variable:
        return self.form.document.circuit.variables[self.name]

    @property
    def is_modified(self) -> bool:
        own = self.name_line.is_modified or self.value.is_modified
        return own or (self.details is not None and self.details.is_modified)

    def refresh(self, known: Mapping[str, Quantity]) -> None:
        variable = self.variable
        if variable.unit != self.unit:
            self.unit = variable.unit
            self.value.parameter.unit = self.value.line.declared = variable.unit
        self.name_line.show_text(self.name)
        set_tip(self.name_line, variable.note)
        self.value.set_typed(variable.value, known)
        if not self.unit and isinstance(variable.value, str) and self.name in known:
            found = known[self.name]
            unit = spelled(found.dimension) if found.dimension is not None else ""
            self.value.chip.say(f"ƒx = {found.value:g} {unit.replace('no unit', '')}".rstrip())
        low, high = (read_size(v, self.unit, known) if v is not None else None for v in (variable.minimum, variable.maximum))
        if low is not None and high is not None and high > low:
            self.value.show_slider(True, low, high)
        elif self.value.has_slider:
            self.value.show_slider(False)
        if self.details is not None:
            self.details.refresh()

    def change(self, merge: str = "", **changes: Any) -> bool:
        text = self.tr("Variable {name}").format(name=self.name)
        return self.form.edit(text, lambda circuit: edits.set_variable(circuit, self.name, **changes), self, merge)

    def _commit_value(self) -> None:
        typed, reason = self.value.check(self.form.document.circuit)
        if reason or not self.value.is_modified:
            return
        if typed is None:
            self.value.set_reason(self.tr("A variable needs a value. Enter a number or a formula"))
            return
        if self.change(value=typed):
            self.value.accept()
            self.form.refresh()
        else:
            self.value.line.set_wrong(True)

    def _rename(self) -> None:
        new = self.name_line.text().strip()
        old = self.name
        text = self.tr("Rename {old} to {new}").format(old=old, new=new[:64])
        self.form.edit(text, lambda circuit: edits.rename_variable(circuit, old, new), self)

    def commit(self) -> None:
        if self.value.is_modified:
            self._commit_value()
        if self.details is not None:
            self.details.commit()
        if self.name_line.is_modified:
            self._rename()


class VariableDetails(QWidget):
    """Unit, range of the slider, note; up, down, delete."""

    def __init__(self, row: VariableRow):
        super().__init__(row)
        self.row = row
        self.lines = {key: TextLine(self) for key in ("unit", "minimum", "maximum", "note")}
        titles = {
            "unit": self.tr("Unit"),
            "minimum": self.tr("Slider from"),
            "maximum": self.tr("to"),
            "note": self.tr("Note"),
        }
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 0, 24, 4)
        grid.setSpacing(4)
        places = {"unit": (0, 0, 3), "minimum": (1, 0, 1), "maximum": (1, 2, 1), "note": (2, 0, 3)}
        for key, (line_row, column, span) in places.items():
            label = TintedLabel(row.theme, "text2", titles[key], 12, parent=self)
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, line_row, column)
            grid.addWidget(self.lines[key], line_row, column + 1, 1, span)
            self.lines[key].entered.connect(lambda key=key: self._enter(key))
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        theme, form = row.theme, row.form
        for icon, tip, action in (
            ("ph.arrow-up", self.tr("Move up: a formula can use only the variables above it"), lambda: form.move(row.name, -1)),
            ("ph.arrow-down", self.tr("Move down"), lambda: form.move(row.name, 1)),
            ("ph.trash", self.tr("Delete"), lambda: form.remove(row)),
        ):
            button = QToolButton(self)
            button.setAutoRaise(True)
            button.setIcon(theme.icon(icon, "text2"))
            set_tip(button, tip)
            button.setObjectName(icon)
            button.clicked.connect(action)
            buttons.addWidget(button)
        buttons.addStretch(1)
        grid.addLayout(buttons, 3, 1, 1, 3)

    @property
    def is_modified(self) -> bool:
        return any(line.is_modified for line in self.lines.values())

    def refresh(self) -> None:
        variable = self.row.variable
        for key, line in self.lines.items():
            value = getattr(variable, key)
            line.show_text("" if value is None else f"{value:g}" if isinstance(value, float) else str(value))

    def _enter(self, key: str) -> None:
        text = self.lines[key].text().strip()
        value: Any = text
        if key in ("minimum", "maximum"):
            value = read(text, "", "", {})
        if self.row.change(**{key: value}):
            self.lines[key].accept()
            self.row.form.refresh()

    def commit(self) -> None:
        for key, line in self.lines.items():
            if line.is_modified:
                self._enter(key)
