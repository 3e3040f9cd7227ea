"""A law over time: its kind, its numbers, its curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from mars.component.declarations import LawOf
from mars.component.laws import CONTINUITY, LAWS, Law
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity, parse

from ..i18n import QT_TRANSLATE_NOOP, translate
from ..theme import Theme
from .choice_field import QuietCombo
from .display_units import known_variables
from .field import Field
from .law_forms import EXPRESSION, LawForm, first_value, form_for, typed_law
from .law_preview import LawPreview

NAMES = {
    "constant": QT_TRANSLATE_NOOP("LawField", "Constant"),
    "step": QT_TRANSLATE_NOOP("LawField", "Step"),
    "ramp": QT_TRANSLATE_NOOP("LawField", "Ramp"),
    "sine": QT_TRANSLATE_NOOP("LawField", "Sine"),
    "cycloid": QT_TRANSLATE_NOOP("LawField", "Cycloid"),
    "pulse": QT_TRANSLATE_NOOP("LawField", "Pulse"),
    "square": QT_TRANSLATE_NOOP("LawField", "Square wave"),
    "sawtooth": QT_TRANSLATE_NOOP("LawField", "Sawtooth"),
    "trapezoid": QT_TRANSLATE_NOOP("LawField", "Trapezoid"),
    "polynomial": QT_TRANSLATE_NOOP("LawField", "Polynomial"),
    "table": QT_TRANSLATE_NOOP("LawField", "Table"),
    EXPRESSION: QT_TRANSLATE_NOOP("LawField", "Formula in t"),
}


class LawField(Field):
    """A combo box of the laws that are smooth enough, with the form of the chosen one below or beside it."""

    is_wide = True

    def __init__(self, parameter: LawOf, theme: Theme, end: float = 10.0, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.end = end  # of the run, to which the curve is drawn
        self._several = self._slides = False
        self.combo = QuietCombo(self)
        self.combo.setAccessibleName(self.label)
        for law in LAWS:
            if CONTINUITY[law] >= parameter.smooth:
                self.combo.addItem(translate("LawField", NAMES[law]), law)
        self.combo.activated.connect(self._law_chosen)
        self.form: LawForm | None = None
        self.preview: LawPreview | None = None
        self._head = QHBoxLayout()
        self._head.setSpacing(4)
        self._head.addWidget(self.combo, 1, Qt.AlignmentFlag.AlignTop)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addLayout(self._head)
        self._layout.addWidget(self.reason)

    # Sliders

    @property
    def can_slide(self) -> bool:  # type: ignore[override]
        return self.form is not None and self.form.can_slide

    @property
    def has_slider(self) -> bool:
        return self._slides

    @property
    def why_no_slider(self) -> str:
        return self.form.why_no_slider if self.form is not None else ""

    def show_slider(self, visible: bool = True) -> None:
        self._slides = visible
        if self.form is not None:
            self.form.show_slider(visible and not self.form.why_no_slider, self.slider_key)

    @property
    def law(self) -> str:
        """Name of the current law."""
        return self.form.law if self.form is not None else ""

    @property
    def is_modified(self) -> bool:
        return self.form is not None and self.form.is_modified

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        if variables is not None:
            self.variables = variables
        self.stored, self._several = typed, several
        value = self.parameter.default if typed is None else typed
        law = "" if several else law_of(value)
        if law != self.law and not self.is_modified:
            self._build(law)
        self.combo.setPlaceholderText(translate("LawField", "mixed") if several else str(value)[:40])
        self.combo.setCurrentIndex(self.combo.findData(law) if law else -1)
        if self.form is not None and self.form.law == law:
            self.form.set_typed(typed if law == "constant" else value, self.variables)  # a default law shows its numbers
        if not self.is_modified:
            self.set_reason("")
        self._update_preview()

    def _build(self, law: str) -> None:
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.form is not None and self.form.isAncestorOf(focus)
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
        self.form = form_for(law, self) if law in LAWS else None
        if self.form is None:
            return
        if law == "constant":
            self._head.addWidget(self.form, 1)
        else:
            self._layout.insertWidget(1, self.form)
        self.form.entered.connect(self.entered)
        self.form.returned.connect(self.returned)
        self.form.restored.connect(self._restored)
        self.form.dragged.connect(self.dragged)
        self.form.drag_ended.connect(self.drag_ended)
        if self._slides:
            self.form.show_slider(True, self.slider_key)
        if had_focus:
            self.form.focus_first()

    def _update_preview(self) -> None:
        law = self._resolved()
        wanted = law is not None and law.name != "constant"
        if wanted and self.preview is None:
            self.preview = LawPreview(self.theme, self.parameter.unit, self)
            self._layout.insertWidget(self._layout.count() - 1, self.preview)
        if self.preview is not None:
            self.preview.setVisible(wanted)
            if law is not None and wanted:
                self.preview.show_law(law, self.end)

    def _resolved(self) -> Law | None:
        if self._several:
            return None
        try:
            return self.parameter.resolve(self.parameter.default if self.stored is None else self.stored, self.variables, "")
        except DocumentError:
            return None

    def set_end(self, end: float) -> None:
        if end != self.end:
            self.end = end
            self._update_preview()

    def _law_chosen(self, index: int) -> None:
        law = self.combo.itemData(index)
        if law == self.law:
            return
        value = first_value(self.parameter.default if self.stored is None else self.stored)
        self._build(law)
        assert self.form is not None
        self.form.propose(typed_law(law, value))
        self.entered.emit()
        self.focus_numbers()

    def read(self) -> Any:
        return self.form.read() if self.form is not None else self.stored

    def check(self, circuit: Any = None) -> tuple[Any, str]:
        if circuit is not None and self.form is not None:
            self.form.set_variables(known_variables(circuit))
        return super().check(circuit)

    def accept(self) -> None:
        if self.form is not None:
            self.form.accept()
        super().accept()

    def focus_first(self) -> None:
        if self.law == "constant":
            self.focus_numbers()
        else:
            self.combo.setFocus(Qt.FocusReason.TabFocusReason)

    def focus_numbers(self) -> None:
        if self.form is not None:
            self.form.focus_first()

    def _restored(self) -> None:
        if not self.is_modified:
            self.set_reason("")
        self.restored.emit()


def law_of(typed: Any) -> str:
    """The name of the law of a stored value."""
    if isinstance(typed, Mapping):
        name = typed.get("law")
        return name if isinstance(name, str) and name in LAWS else ""
    if isinstance(typed, str):
        try:
            return EXPRESSION if "t" in parse(typed, time=True).names else "constant"
        except DocumentError:
            return EXPRESSION
    return "constant" if isinstance(typed, int | float) and not isinstance(typed, bool) else ""
