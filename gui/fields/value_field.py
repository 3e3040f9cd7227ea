"""A number field with the value of its formula, a slider on demand, and the reason of a refusal below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.circuit import Circuit
from mars.declare import Parameter
from mars.expressions import Quantity

from ..theme import Theme
from .field import Field
from .slider import ValueSlider, range_for
from .tinted import Chip
from .units import factor_between, typed_number
from .value_line import ValueLine


class ValueField(Field):
    """For one number of a declared parameter, or of a unit: `ValueField("m/s", theme)`.

    `check(circuit)` gives what the document would keep and why not; a reason of "" means accepted, None the default.
    """

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
        self.chip = Chip(theme, self)
        self.slider: ValueSlider | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(3)
        self._layout.addWidget(self.line)
        self._layout.addWidget(self.chip, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addWidget(self.reason)
        self.setFocusProxy(self.line)
        self.line.entered.connect(self.entered)
        self.line.returned.connect(self.returned)
        self.line.restored.connect(self._restored)
        self.line.textChanged.connect(self._update_chip)

    @property
    def typed(self) -> Any:
        return self.line.typed

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

    def set_reason(self, reason: str) -> None:
        super().set_reason(reason)
        self.line.set_wrong(bool(reason))

    def accept(self) -> None:
        self.line.accept()
        super().accept()

    def focus_first(self) -> None:
        self.line.setFocus(Qt.FocusReason.TabFocusReason)

    # The slider

    @property
    def has_slider(self) -> bool:
        return self.slider is not None and not self.slider.isHidden()

    def show_slider(self, visible: bool = True, low: float | None = None, high: float | None = None) -> None:
        """A slider below the line, over the given or a sensible range in the declared unit."""
        if self.slider is None:
            if not visible:
                return
            self.slider = ValueSlider(self.theme, self)
            self.slider.moved.connect(self._slid)
            self.slider.released.connect(self.drag_ended)
            self._layout.insertWidget(1, self.slider)
        self.slider.setVisible(visible)
        found = range_for(self.parameter, self.line.value() or 0.0, self.line.declared)
        self.slider.unit = self.line.unit or self.line.declared
        factor = factor_between(self.line.declared, self.slider.unit)
        self.slider.set_range((found[0] if low is None else low) * factor, (found[1] if high is None else high) * factor)
        self._update_slider()

    def _update_slider(self) -> None:
        if self.slider is not None and not self.slider.isSliderDown():
            value = self.line.value()
            if value is not None:
                self.slider.set_value(value * factor_between(self.line.declared, self.slider.unit))

    def _slid(self, value: float) -> None:
        assert self.slider is not None
        self.line.restore()
        self._restored()
        self.dragged.emit(typed_number(value, self.slider.unit, self.line.declared))

    def _restored(self) -> None:
        self.set_reason("")
        self.restored.emit()

    def _update_chip(self) -> None:
        value = self.line.formula_value()
        self.chip.say(f"ƒx = {value}" if value else "")
