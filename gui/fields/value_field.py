"""A number field with the value of its formula, an optional slider, and the reason for a refusal below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.component.declarations import Parameter
from mars.document.circuit import Circuit
from mars.formulas.expressions import Quantity

from ..theme import Theme
from ..widgets.labels import ValueChip
from .field import Field
from .line_edit import LINE_GAP
from .slider import ValueSlider
from .slider_strip import SliderStrip, why_no_slider
from .value_line import ValueLine


class ValueField(Field):
    """For one number of a declared parameter, or of a unit: `ValueField("m/s", theme)`.

    `check(circuit)` returns the value to store and the reason for a refusal; a reason of "" means accepted, None the default.
    """

    can_slide = True

    def __init__(
        self, parameter: Parameter | str, theme: Theme, default: Any = None, *, label: str = "", unit: str | None = None,
        parent: QWidget | None = None,
    ):  # fmt: skip
        if isinstance(parameter, str):
            parameter = Parameter(default, parameter, "", name=label or "value")
        elif default is None:
            default = parameter.default
        super().__init__(parameter, theme, parent)
        self.line = ValueLine(parameter, theme, default, unit=unit, parent=self)
        self.line.label = self.label = label or self.label
        self.chip = ValueChip(theme, self)
        self.strip: SliderStrip | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(LINE_GAP)
        self._layout.addWidget(self.line)
        self._layout.addWidget(self.chip, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addWidget(self.reason)
        self.setFocusProxy(self.line)
        self.line.entered.connect(self.entered)
        self.line.textChanged.connect(self._forget_reason)
        self.line.returned.connect(self.returned)
        self.line.restored.connect(self._restored)
        self.line.textChanged.connect(self._update_chip)

    @property
    def typed(self) -> Any:
        return self.line.typed

    def inputs(self) -> list[QWidget]:
        return [self.line]

    @property
    def is_modified(self) -> bool:
        return self.line.is_modified

    def text(self) -> str:
        return self.line.text()

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        self.line.set_typed(typed, variables, several)
        if not self.line.is_modified:
            self.set_reason("")
        self._update_chip()
        self._update_slider()

    def check(self, circuit: Circuit | None = None) -> tuple[Any, str]:
        typed, reason = self.line.check(circuit)
        self.set_reason(reason)
        return typed, reason

    @property
    def why_no_slider(self) -> str:
        return why_no_slider(self.line)

    def set_reason(self, reason: str) -> None:
        super().set_reason(reason)
        self.line.set_wrong(bool(reason))

    def _forget_reason(self) -> None:
        """The text is the document's again, so the reason no longer applies."""
        if not self.line.is_modified:
            self.set_reason("")

    def accept(self) -> None:
        self.line.accept()
        super().accept()

    def focus_first(self) -> None:
        self.line.setFocus(Qt.FocusReason.TabFocusReason)

    # The slider

    @property
    def slider(self) -> ValueSlider | None:
        return self.strip.slider if self.strip is not None else None

    @property
    def has_slider(self) -> bool:
        return self.strip is not None and not self.strip.isHidden()

    def show_slider(self, visible: bool = True, low: float | None = None, high: float | None = None) -> None:
        """A slider below the line, over a given or automatic range in the declared unit."""
        if self.strip is None:
            if not visible:
                return
            self.strip = SliderStrip(self.line, self)
            self.strip.dragged.connect(self._slid)
            self.strip.ended.connect(self.drag_ended)
            self._layout.insertWidget(1, self.strip)
        self.strip.setVisible(visible)
        if low is not None and high is not None:
            self.strip.set_limits(low, high)
        elif self.strip.key != self.slider_key:
            self.strip.key = self.slider_key
            self.strip.find_range()
        self.strip.follow()

    def _update_slider(self) -> None:
        if self.strip is not None:
            self.strip.follow()

    def _slid(self, typed: Any) -> None:
        self._restored()
        self.dragged.emit(typed)

    def _restored(self) -> None:
        self.set_reason("")
        self.restored.emit()

    def _update_chip(self) -> None:
        value = self.line.formula_value()
        self.chip.say(f"ƒx = {value}" if value else "")
