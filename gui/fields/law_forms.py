"""The form of each law, and a law to start from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout

from mars.component.declarations import Table
from mars.component.laws import BETWEEN
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, parse

from ..i18n import QT_TRANSLATE_NOOP, translate
from ..widgets.plain_text import set_tip
from .choice_field import QuietCombo
from .display_units import readable
from .field import Field
from .law_form import LawForm
from .law_rows import NumbersForm, PolynomialForm
from .slider_strip import SliderStrip, why_no_slider
from .table_field import TableField
from .text_line import TextLine
from .value_line import ValueLine

EXPRESSION = "expression"


class ConstantForm(LawForm):
    """One number; a text containing t makes it a formula of time."""

    def __init__(self, owner: Field):
        super().__init__("constant", owner)
        self.line = ValueLine(self.parameter, self.theme, None, parent=self)
        self.line.label = self.label
        self.line.setMinimumWidth(64)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.line)
        self.line.entered.connect(self.entered)
        self.line.returned.connect(self.returned)
        self.line.restored.connect(self.restored)
        self.strip: SliderStrip | None = None

    @property
    def can_slide(self) -> bool:
        return True

    @property
    def why_no_slider(self) -> str:
        return why_no_slider(self.line)

    def show_slider(self, visible: bool, key: str) -> None:
        if self.strip is None and visible:
            self.strip = SliderStrip(self.line, self)
            self.strip.dragged.connect(self._slid)
            self.strip.ended.connect(self.drag_ended)
            box = self.layout()
            assert box is not None
            box.addWidget(self.strip)
            self.strip.key = key
            self.strip.find_range()
            self.strip.follow()
        if self.strip is not None:
            self.strip.setVisible(visible)

    def _slid(self, value: Any) -> None:
        self.dragged.emit({**self.typed, "value": value} if value is not None and isinstance(self.typed, Mapping) else value)

    def _is_edited(self) -> bool:
        return self.line.is_modified

    def _show(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        default = self.parameter.default
        self.line.default = default.get("value") if isinstance(default, Mapping) else default
        self.line.set_typed(typed.get("value") if isinstance(typed, Mapping) else typed, variables)
        if self.strip is not None:
            self.strip.follow()

    def _read(self) -> Any:
        text = self.line.text().strip()
        if _names_time(text):
            return text
        value, reason = self.line.check()
        self.line.set_wrong(bool(reason))
        if reason:
            raise DocumentError(reason)
        if value is not None and isinstance(self.typed, Mapping):
            return {**self.typed, "value": value}
        return value

    def accept(self) -> None:
        super().accept()
        self.line.accept()

    def set_variables(self, variables: Mapping[str, Quantity]) -> None:
        self.line.variables = variables

    def focus_first(self) -> None:
        self.line.setFocus(Qt.FocusReason.TabFocusReason)


INTERPOLATIONS = {
    "smooth": QT_TRANSLATE_NOOP("TableForm", "Smooth curve"),
    "straight": QT_TRANSLATE_NOOP("TableForm", "Straight lines"),
    "stepped": QT_TRANSLATE_NOOP("TableForm", "Steps"),
}


class TableForm(LawForm):
    """Pairs of time and value, how they are connected, and whether they are repeated."""

    def __init__(self, owner: Field):
        super().__init__("table", owner)
        headers = (
            translate("TableForm", "t, s"),
            f"{translate('TableForm', 'value')}, {readable(self.parameter.unit)}".rstrip(", "),
        )
        self.field = TableField(Table(None, "", "", name=owner.parameter.name), self.theme, headers, self)
        self.between = QuietCombo(self)
        self.between.setAccessibleName(translate("TableForm", "Interpolation"))
        for name, words in INTERPOLATIONS.items():
            if BETWEEN[name] >= self.parameter.smooth:
                self.between.addItem(translate("TableForm", words), name)
        self.repeat = QCheckBox(translate("TableForm", "Repeat"), self)
        set_tip(self.repeat, translate("TableForm", "Repeat the table before its first and after its last time"))
        options = QHBoxLayout()
        options.setSpacing(8)
        options.addWidget(self.between, 1)
        options.addWidget(self.repeat)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.field)
        layout.addLayout(options)
        self.field.entered.connect(self.entered)
        self.between.activated.connect(self.entered)
        self.repeat.clicked.connect(self.entered)

    def _is_edited(self) -> bool:
        return self.field.is_modified or self._options() != _table_options(self.typed)

    def _options(self) -> tuple[str, bool]:
        return self.between.currentData() or "smooth", self.repeat.isChecked()

    def _show(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        self.field.set_typed(typed.get("pairs") if isinstance(typed, Mapping) else None, variables)
        between, repeats = _table_options(typed)
        self.between.setCurrentIndex(self.between.findData(between))
        self.repeat.setChecked(repeats)

    def _read(self) -> Any:
        base = self._proposed if self._proposed is not None else self.typed
        found = {**(base if isinstance(base, Mapping) else {"law": self.law}), "pairs": self.field.read() or []}
        between, repeats = self._options()
        options = {"between": between} if between != "smooth" else {}
        options |= {"repeat": True} if repeats else {}
        return {name: value for name, value in found.items() if name not in ("between", "repeat")} | options

    def accept(self) -> None:
        super().accept()
        self.field.accept()

    def focus_first(self) -> None:
        self.field.focus_first()


def _table_options(typed: Any) -> tuple[str, bool]:
    known = typed if isinstance(typed, Mapping) else {}
    return str(known.get("between", "smooth")), known.get("repeat") is True


class ExpressionForm(LawForm):
    """A formula of t as text."""

    def __init__(self, owner: Field):
        super().__init__(EXPRESSION, owner)
        self.line = TextLine(self)
        self.line.setAccessibleName(self.label)
        unit = readable(self.parameter.unit)
        tip = translate("ExpressionForm", "Formula in t, the time in seconds; the result is in {unit}").format(unit=unit)
        set_tip(self.line, tip if unit else translate("ExpressionForm", "Formula in t, the time in seconds"))
        self.line.setPlaceholderText("2*sin(3*t)")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.line)
        self.line.entered.connect(self.entered)
        self.line.restored.connect(self.restored)

    def _is_edited(self) -> bool:
        return self.line.is_modified

    def _show(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        text = typed.get("text") if isinstance(typed, Mapping) else typed
        self.line.show_text("" if text is None else str(text))

    def _read(self) -> Any:
        text = self.line.text().strip()
        return {**self.typed, "text": text} if isinstance(self.typed, Mapping) else text or None

    def accept(self) -> None:
        super().accept()
        self.line.accept()

    def focus_first(self) -> None:
        self.line.setFocus(Qt.FocusReason.TabFocusReason)


def form_for(law: str, owner: Field) -> LawForm:
    if law in ("polynomial", "table", EXPRESSION, "constant"):
        made = {"polynomial": PolynomialForm, "table": TableForm, EXPRESSION: ExpressionForm, "constant": ConstantForm}
        return made[law](owner)
    return NumbersForm(law, owner)


def typed_law(law: str, value: float | str) -> Any:
    """A law to start from, with the magnitude of the previous value."""
    if law == "constant":
        return value
    if law == EXPRESSION:
        return f"({value})*sin(t)" if isinstance(value, str) else f"{value:g}*sin(t)"
    if law == "polynomial":
        return {"law": law, "coefficients": [value, 0]}
    if law == "table":
        number = value if isinstance(value, int | float) else 1
        return {"law": law, "pairs": [[0, 0], [1, number]]}
    if law in ("sine", "square"):
        return {"law": law, "amplitude": value, "frequency": 1}
    if law in ("pulse", "sawtooth"):
        return {"law": law, "high": value, "period": 1}
    if law == "trapezoid":
        return {"law": law, "high": value, "period": 1, "rise": 0.2, "width": 0.3, "fall": 0.2}
    return {"law": law, "after": value} if law == "step" else {"law": law, "time": 1, "after": value}


def first_value(typed: Any) -> float | str:
    """A number for the magnitude of a law, kept when another law is chosen; 1 if it is zero or unknown."""
    value: Any = typed
    if isinstance(typed, Mapping):
        keys = ("value", "after", "amplitude", "high")
        value = next((typed[key] for key in keys if key in typed), None)
        if value is None and typed.get("law") == "polynomial" and typed.get("coefficients"):
            value = typed["coefficients"][0]
    if isinstance(value, str):
        return 1 if _names_time(value) else value
    return value if isinstance(value, int | float) and not isinstance(value, bool) and value else 1


def _names_time(text: str) -> bool:
    try:
        return "t" in parse(text, time=True).names
    except DocumentError:
        return False
