"""Laws with their numbers in rows: step, ramp, sine, cycloid and polynomial."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton

from mars.component.laws import NUMBERS
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.formulas.units import LARGEST_POWER

from ..i18n import QT_TRANSLATE_NOOP, translate
from ..widgets.labels import TintedLabel
from ..widgets.plain_text import set_tip
from .field import Field
from .law_form import LawForm
from .line_edit import LINE_HEIGHT
from .value_field import ValueField

MOST = 50  # coefficients
LABELS = {
    "time": QT_TRANSLATE_NOOP("LawField", "time"),
    "start": QT_TRANSLATE_NOOP("LawField", "start"),
    "before": QT_TRANSLATE_NOOP("LawField", "before"),
    "after": QT_TRANSLATE_NOOP("LawField", "after"),
    "amplitude": QT_TRANSLATE_NOOP("LawField", "amplitude"),
    "frequency": QT_TRANSLATE_NOOP("LawField", "frequency"),
    "phase": QT_TRANSLATE_NOOP("LawField", "phase"),
    "offset": QT_TRANSLATE_NOOP("LawField", "offset"),
    "high": QT_TRANSLATE_NOOP("LawField", "high"),
    "low": QT_TRANSLATE_NOOP("LawField", "low"),
    "period": QT_TRANSLATE_NOOP("LawField", "period"),
    "duty": QT_TRANSLATE_NOOP("LawField", "duty"),
    "rise": QT_TRANSLATE_NOOP("LawField", "rise"),
    "width": QT_TRANSLATE_NOOP("LawField", "width"),
    "fall": QT_TRANSLATE_NOOP("LawField", "fall"),
}
MEANINGS = {
    ("step", "time"): QT_TRANSLATE_NOOP("LawField", "time of the step"),
    ("ramp", "time"): QT_TRANSLATE_NOOP("LawField", "duration of the change"),
    ("cycloid", "time"): QT_TRANSLATE_NOOP("LawField", "duration of the change"),
    ("ramp", "start"): QT_TRANSLATE_NOOP("LawField", "start of the change"),
    ("cycloid", "start"): QT_TRANSLATE_NOOP("LawField", "start of the change"),
}


class LawRowsForm(LawForm):
    """Numbers in rows: label, field."""

    def __init__(self, law: str, owner: Field):
        super().__init__(law, owner)
        self.fields: dict[str, ValueField] = {}
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(4)
        self.grid.setColumnStretch(1, 1)

    def add_row(self, key: str, text: str, unit: str, default: float | None, meaning: str = "", place: int = -1) -> ValueField:
        field = ValueField(self.parameter, self.theme, label=f"{self.label} {text}", unit=unit, parent=self)
        field.line.default = default
        field.line.set_typed(None)
        field.entered.connect(self.entered)
        field.returned.connect(self.returned)
        field.restored.connect(self.restored)
        field.dragged.connect(lambda typed: self.dragged.emit(self._with(key, typed)))
        field.drag_ended.connect(self.drag_ended)
        label = TintedLabel(self.theme, "text2", text[:1].upper() + text[1:], parent=self)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label.setFixedHeight(LINE_HEIGHT)
        label.setMinimumWidth(72)
        if meaning:
            set_tip(label, meaning)
            set_tip(field, meaning)
        row = self.grid.rowCount() if place < 0 else place
        self.grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self.grid.addWidget(field, row, 1)
        self.fields[key] = field
        return field

    def _is_edited(self) -> bool:
        return any(field.is_modified for field in self.fields.values())

    def accept(self) -> None:
        super().accept()
        for field in self.fields.values():
            field.accept()

    def set_variables(self, variables: Mapping[str, Quantity]) -> None:
        for field in self.fields.values():
            field.line.variables = variables

    def focus_first(self) -> None:
        if self.fields:
            next(iter(self.fields.values())).focus_first()

    @property
    def can_slide(self) -> bool:
        return bool(self.fields)

    def show_slider(self, visible: bool, key: str) -> None:
        for name, field in self.fields.items():
            field.slider_key = f"{key}.{name}" if key else ""
            field.show_slider(visible and not field.why_no_slider)

    def _with(self, key: str, typed: Any) -> Any:
        """The law with another number."""
        raise NotImplementedError

    def read_field(self, key: str) -> Any:
        value, reason = self.fields[key].line.check()
        self.fields[key].line.set_wrong(bool(reason))
        if reason:
            raise DocumentError(reason)
        return value


class NumbersForm(LawRowsForm):
    """Step, ramp, sine and cycloid."""

    def __init__(self, law: str, owner: Field):
        super().__init__(law, owner)
        order = sorted(NUMBERS[law], key=lambda number: number[2] is not None)  # required ones first
        for name, unit, default in order:
            unit = self.parameter.unit if unit == "U" else unit
            meaning = MEANINGS.get((law, name))
            words = translate("LawField", LABELS.get(name, name))
            self.add_row(name, words, unit, default, translate("LawField", meaning) if meaning else "")

    def _show(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        data = typed if isinstance(typed, Mapping) else {}
        for name, field in self.fields.items():
            field.set_typed(data.get(name), variables)

    def _read(self) -> Any:
        base = self._proposed if self._proposed is not None else self.typed
        found = dict(base) if isinstance(base, Mapping) else {"law": self.law}
        for name, field in self.fields.items():
            if field.is_modified:
                value = self.read_field(name)
                if value is None:
                    found.pop(name, None)
                else:
                    found[name] = value
        return found

    def _with(self, key: str, typed: Any) -> Any:
        found = dict(self.typed) if isinstance(self.typed, Mapping) else {"law": self.law}
        found.pop(key, None)
        return found if typed is None else {**found, key: typed}


class PolynomialForm(LawRowsForm):
    """Coefficients c0 + c1·t + c2·t² + …"""

    def __init__(self, owner: Field):
        super().__init__("polynomial", owner)
        self._count = QHBoxLayout()
        for text, tip, change in (
            ("+", translate("PolynomialForm", "Add coefficient"), 1),
            ("−", translate("PolynomialForm", "Remove last coefficient"), -1),
        ):
            button = QToolButton(self)
            button.setText(text)
            set_tip(button, tip)
            button.setProperty("segment", True)
            button.setFixedSize(28, 24)
            button.clicked.connect(lambda _=False, change=change: self._change_count(change))
            self._count.addWidget(button)
        self._count.addStretch(1)
        self.grid.addLayout(self._count, MOST, 1)

    def _show(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        given = typed.get("coefficients") if isinstance(typed, Mapping) else None
        coefficients = list(given)[:MOST] if isinstance(given, list | tuple) else []
        if len(coefficients) != len(self.fields):
            self._build(len(coefficients))
        for field, value in zip(self.fields.values(), coefficients, strict=True):
            field.set_typed(value, variables)

    def _build(self, count: int) -> None:
        for i in range(len(self.fields)):
            for column in (0, 1):
                item = self.grid.itemAtPosition(i, column)
                if item is not None and (widget := item.widget()) is not None:
                    self.grid.removeWidget(widget)
                    widget.hide()
                    widget.deleteLater()
        self.fields = {}
        unit = self.parameter.unit or "1"
        for i in range(count):
            power = ("", " · t", " · t²", " · t³")[i] if i < 4 else f" · t^{i}"
            text = f"c{i}".translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")) + power
            self.add_row(f"c{i}", text, _per_second(unit, i), 0, place=i)

    def _read(self) -> Any:
        base = self._proposed if self._proposed is not None else self.typed
        found: dict[str, Any] = dict(base) if isinstance(base, Mapping) else {"law": self.law}
        old = list(found.get("coefficients", []))
        found["coefficients"] = [
            (self.read_field(key) or 0) if field.is_modified else old[i] for i, (key, field) in enumerate(self.fields.items())
        ]
        return found

    def _with(self, key: str, typed: Any) -> Any:
        found: dict[str, Any] = dict(self.typed) if isinstance(self.typed, Mapping) else {"law": self.law}
        coefficients = list(found.get("coefficients", []))
        coefficients[list(self.fields).index(key)] = 0 if typed is None else typed
        return {**found, "coefficients": coefficients}

    def _change_count(self, change: int) -> None:
        try:
            base = self.read()
        except DocumentError:  # a coefficient is unfinished: its own field shows that
            self.entered.emit()
            return
        old = list(base["coefficients"])
        new = [*old, 0] if change > 0 else old[:-1]
        if 1 <= len(new) <= MOST:
            for field in self.fields.values():
                field.accept()
            self._proposed = {**base, "coefficients": new}
            self.entered.emit()


def _per_second(unit: str, power: int) -> str:
    """Unit of a coefficient; empty for very high powers."""
    if power > LARGEST_POWER - 4:
        return "1"
    return unit if power == 0 else f"{unit}/s" if power == 1 else f"{unit}/s^{power}"
