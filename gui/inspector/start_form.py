"""Start values of a joint or state: value, how it is used, a slider, and the assembled value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mars.component.declarations import Orientation, Parameter
from mars.document.typed_values import HOWS
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.pictures.sheet.value_labels import with_unit

from .. import edits
from ..document.document import Document
from ..fields.choice_field import QuietCombo
from ..fields.display_units import display_unit, factor_between, known_variables, read_size, typed_number
from ..fields.field import Field, sentence
from ..fields.orientation_field import OrientationField
from ..fields.slider import ValueSlider, range_for
from ..fields.value_field import ValueField
from ..i18n import translate
from ..theme import Theme
from ..widgets.labels import TintedLabel
from ..widgets.plain_text import set_tip, tip_text
from .form_row import reset_button
from .section import Section
from .start_variables import StartVariable, assembled_value, startables

MANY = 6  # rows; more can be folded


class StartRow(QWidget):
    """Header with the assembled value; field, use, reset; a slider below positions."""

    def __init__(self, document: Document, theme: Theme, what: StartVariable, parent: QWidget):
        super().__init__(parent)
        self.document, self.theme, self.what = document, theme, what
        self.variables: Mapping[str, Quantity] = {}
        self.field: Field
        if what.is_attitude:
            self.field = OrientationField(Orientation(name=what.title), theme, self)
        else:
            self.field = ValueField(Parameter(what.default, what.unit, what.help, name=what.title), theme, parent=self)
        set_tip(self.field, what.help)
        self.how = QuietCombo(self)
        words = {
            "fixed": translate("Starts", "Fixed"),
            "guess": translate("Starts", "Guess"),
            "free": translate("Starts", "Free"),
        }
        tips = {
            "fixed": translate("Starts", "kept as given"),
            "guess": translate("Starts", "may be adjusted to close a loop"),
            "free": translate("Starts", "determined by assembly"),
        }
        for how in HOWS:
            self.how.addItem(words[how], how)
            self.how.setItemData(self.how.count() - 1, tip_text(tips[how]), Qt.ItemDataRole.ToolTipRole)
        widest = max(map(self.how.fontMetrics().horizontalAdvance, words.values()))
        self.how.setFixedWidth(max(74, widest + 36))  # including margins and arrow
        set_tip(self.how, "\n".join(f"{words[h]}: {tips[h]}" for h in HOWS))
        self.back = reset_button(theme, self)
        set_tip(self.back, translate("Starts", "Clear the start value"))
        title = f"{what.title}, {display_unit(what.unit)}" if what.is_attitude else what.title
        self.title = TintedLabel(theme, "text2", title, parent=self)
        set_tip(self.title, what.help)
        self.assembled = TintedLabel(theme, "text2", "", 11, parent=self)
        self.slider = ValueSlider(theme, self) if not (what.is_speed or what.is_attitude) else None
        self._lay_out()
        self.field.entered.connect(self.commit)
        self.how.activated.connect(self._how_chosen)
        self.back.clicked.connect(self._forget)
        if self.slider is not None:
            self.slider.moved.connect(self._slid)
            self.slider.released.connect(document.end_merging)

    def _lay_out(self) -> None:
        head, line = QHBoxLayout(), QHBoxLayout()
        line.setSpacing(6)
        head.addWidget(self.title, 1)
        line.addWidget(self.field, 1)
        if self.what.is_attitude:  # three numbers need the whole width
            head.setSpacing(6)
            head.addWidget(self.how)
            head.addWidget(self.back)
        else:
            head.setContentsMargins(0, 0, 24, 0)
            head.addWidget(self.assembled)
            line.addWidget(self.how, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(head)
        column.addLayout(line)
        if self.what.is_attitude:
            column.addWidget(self.assembled)
            self.assembled.hide()
        if self.slider is not None:
            wide = QHBoxLayout()
            wide.setContentsMargins(0, 0, 24, 0)
            wide.addWidget(self.slider)
            column.addLayout(wide)

    @property
    def start(self) -> Any:
        return self.document.circuit.start.get(self.what.name)

    def refresh(self, variables: Mapping[str, Quantity] | None = None) -> None:
        start = self.start
        self.variables = known_variables(self.document.circuit) if variables is None else variables
        typed = None if start is None else start.value
        self.field.set_typed(typed, self.variables)
        self.how.setCurrentIndex(HOWS.index(start.how if start is not None else self.what.how))
        self.back.setVisible(start is not None)
        if typed is not None and not self.field.is_modified:
            self.field.set_reason(self._refusal(typed))
        if self.slider is not None and not self.slider.isSliderDown():
            self._set_range()
            self.slider.set_value(self._number() * factor_between(self.what.unit, self.slider.unit))

    def set_assembled(self, value: Any) -> None:
        """The assembled value in the declared unit; an attitude as three rotations. None: unknown."""
        text = "" if value is None else translate("Starts", "after assembly: {value}").format(value=self._text_of(value))
        self.assembled.setText(text)
        if self.what.is_attitude:
            self.assembled.setVisible(value is not None)

    def _text_of(self, value: Any) -> str:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(with_unit(float(v), self.what.unit) for v in value)
        return with_unit(float(value), self.what.unit)

    def _number(self) -> float:
        start = self.start
        typed = start.value if start is not None and start.value is not None else self.what.default
        return read_size(typed, self.what.unit, self.variables) or 0.0

    def _set_range(self) -> None:
        assert self.slider is not None
        unit = "deg" if self.what.unit == "rad" else self.what.unit
        self.slider.unit = display_unit(self.what.unit) if self.what.unit == "rad" else unit
        low, high = range_for(Parameter(0.0, self.what.unit, ""), self._number(), self.what.unit)
        if self.what.unit == "m":
            low, high = min(low, -1.0), max(high, 1.0)
        factor = factor_between(self.what.unit, self.slider.unit)
        self.slider.set_range(low * factor, high * factor)

    def _refusal(self, typed: Any) -> str:
        try:
            self.field.parameter.resolve(typed, self.variables, self.what.title)
        except DocumentError as error:
            return sentence(error.message)
        return ""

    # To the document

    def commit(self) -> None:
        typed, reason = self.field.check(self.document.circuit)
        if reason or not self.field.is_modified:
            return
        self.field.accept()
        if typed is None:
            self._forget()
        else:
            self._set(typed)

    def _set(self, typed: Any, how: str | None = None, merge: str = "") -> None:
        start = self.start
        how = how or (start.how if start is not None and start.how != "free" else "fixed")
        text = translate("Starts", "Set start value of {name}").format(name=self.what.name)
        try:
            self.document.edit(text, lambda circuit: edits.set_start(circuit, self.what.name, typed, how), merge)
        except DocumentError as error:
            self.field.set_reason(sentence(error.message))
            return
        self.refresh()

    def _slid(self, value: float) -> None:
        assert self.slider is not None
        self._set(typed_number(value, self.slider.unit, self.what.unit), merge=f"start slider {self.what.name}")

    def _how_chosen(self, index: int) -> None:
        how, start = HOWS[index], self.start
        if start is None and how == self.what.how:
            return
        typed = start.value if start is not None else None
        if typed is None and how != "free":
            typed = [0, 0, 0] if self.what.is_attitude else typed_number(self.what.default, self.what.unit, self.what.unit)
        self._set(typed, how)

    def _forget(self) -> None:
        text = translate("Starts", "Set start value of {name}").format(name=self.what.name)
        self.document.edit(text, lambda circuit: edits.set_start(circuit, self.what.name, None, None))
        self.refresh()


class StartForm(QWidget):
    """The start values of one component; speeds are folded if there are many and none is given."""

    def __init__(self, document: Document, theme: Theme, name: str, parent: QWidget):
        super().__init__(parent)
        self.document, self.theme, self.name = document, theme, name
        self.rows: dict[str, StartRow] = {}
        self._assembled: Mapping[str, Any] = {}
        self.found = found = startables(document.circuit, name)
        positions = [what for what in found if not what.is_speed]
        speeds = [what for what in found if what.is_speed]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        if len(speeds) <= 1:
            positions, speeds = [*positions, *speeds], []
        if positions:
            is_open = len(positions) <= MANY or any(what.name in document.circuit.start for what in positions)
            fill_first = lambda s: self._fill(s, positions)  # noqa: E731
            foldable = len(positions) > MANY  # of an instance with many joints
            layout.addWidget(Section(self.tr("Start"), theme, fill_first, foldable=foldable, is_open=is_open, parent=self))
        self.speeds: Section | None = None
        if speeds:
            is_open = any(what.name in document.circuit.start for what in speeds)
            fill = lambda s: self._fill(s, speeds)  # noqa: E731
            self.speeds = Section(self.tr("Start speeds"), theme, fill, foldable=True, is_open=is_open, parent=self)
            layout.addWidget(self.speeds)

    @property
    def is_outdated(self) -> bool:
        """Whether the component's variables changed: a different number of states."""
        return self.found != startables(self.document.circuit, self.name)

    def _fill(self, section: Section, found: list[StartVariable]) -> None:
        variables = known_variables(self.document.circuit)
        for what in found:
            row = StartRow(self.document, self.theme, what, section.inside)
            self.rows[what.name] = row
            section.add(row)
            row.refresh(variables)
            row.set_assembled(assembled_value(self._assembled, what))

    def refresh(self) -> None:
        variables = known_variables(self.document.circuit)
        for row in self.rows.values():
            row.refresh(variables)

    def commit_all(self) -> None:
        for row in self.rows.values():
            if row.field.is_modified:
                row.commit()

    def set_assembled(self, values: Mapping[str, Any]) -> None:
        self._assembled = values
        for row in self.rows.values():
            row.set_assembled(assembled_value(values, row.what))

    def focus_first(self) -> bool:
        first = next(iter(self.rows.values()), None)
        if first is None:
            return False
        first.field.focus_first()
        return True
