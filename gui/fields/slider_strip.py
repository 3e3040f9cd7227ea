"""A slider for one typed number, with a range that grows at its ends or is set manually, and throttled edits."""

from __future__ import annotations

import weakref

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from mars.errors import DocumentError

from ..i18n import translate
from ..widgets.labels import TintedLabel
from ..widgets.plain_text import set_tip
from ..widgets.throttle import Throttle
from . import slider_memory
from .display_units import factor_between, read, read_size, typed_number, written
from .slider import ValueSlider, range_for
from .text_line import TextLine
from .value_line import ValueLine


class SliderStrip(QWidget):
    """Changes the number of a line. `dragged` carries it as it would be typed; Escape restores the previous text."""

    dragged = Signal(object)
    ended = Signal()

    def __init__(self, line: ValueLine, parent: QWidget | None = None):
        super().__init__(parent)
        self.line, self.key = line, ""  # the key under which its range is remembered
        self._given: tuple[float, float] | None = None  # ends set by its owner, in the declared unit
        self._before = line.typed
        self.slider = ValueSlider(line.theme, self)
        self.slider.setAccessibleName(line.label)
        proxy = weakref.proxy(self)
        self._pace = Throttle(lambda value: proxy._tell(value), self)
        self.slider.taken.connect(self._take)
        self.slider.moved.connect(self._pace.ask)
        self.slider.released.connect(self._release)
        self.slider.cancelled.connect(self._cancel)
        self._ends: RangeRow | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.slider)
        self.find_range()

    def follow(self, line: ValueLine | None = None) -> None:
        """Show the number of its line, or of another one."""
        if line is not None and line is not self.line:
            self.line = line
            self.find_range()
        value = self.line.value()
        self.slider.setEnabled(value is not None and not why_no_slider(self.line))
        if value is None or self.slider.isSliderDown():
            return
        factor = self._factor
        low, high = self.slider.limits
        inside = low - 1e-9 * (high - low) <= value * factor <= high + 1e-9 * (high - low)
        if not inside or self.slider.unit != self._unit:
            self.find_range()
        self.slider.set_value(value * self._factor)

    def set_limits(self, low: float, high: float) -> None:
        """Fixed ends of the value, in the declared unit."""
        if (low, high) != self._given:
            self._given = (low, high)
            self.find_range()

    def find_range(self) -> None:
        """The given ends, else those set by the user if the value is between them, else automatic ones."""
        value = self.line.value() or 0.0
        ends = self._given or slider_memory.range_of(self.key)
        if ends is None or (self._given is None and not ends[0] <= value <= ends[1]):
            ends = range_for(self.line.parameter, value, self.line.declared)
        self.slider.unit = self._unit
        self.slider.set_range(ends[0] * self._factor, ends[1] * self._factor)
        low, high = (written(end, 4) for end in self.slider.limits)
        words = translate("Slider", "{low} to {high} {unit}; right-click to change the range")
        set_tip(self.slider, words.format(low=low, high=high, unit=self.slider.unit.removeprefix("1")).replace(" ;", ";"))

    @property
    def _unit(self) -> str:
        return self.line.unit or self.line.declared

    @property
    def _factor(self) -> float:
        return factor_between(self.line.declared, self._unit)

    # The gesture

    def _take(self) -> None:
        self._before = self.line.typed
        self.line.restore()

    def _tell(self, value: float) -> None:
        self.dragged.emit(typed_number(value, self.slider.unit, self.line.declared))

    def _release(self) -> None:
        self._pace.flush()
        self.ended.emit()
        if self.slider.value() in (0, self.slider.maximum()) and slider_memory.range_of(self.key) is None:
            self.find_range()  # the range extends beyond the end, unless the parameter limits it
        self.follow()

    def _cancel(self) -> None:
        self._pace.drop()
        self.dragged.emit(self._before)
        self.ended.emit()
        self.follow()

    # Setting the range manually

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._given is not None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("Slider", "Set range…"), self.edit_range)
        menu.addAction(translate("Slider", "Automatic range"), lambda: self.take_range(None))
        menu.popup(event.globalPos())

    def edit_range(self) -> None:
        """Two fields below the slider, until they are entered."""
        if self._ends is None:
            self._ends = RangeRow(self)
            layout = self.layout()
            assert isinstance(layout, QVBoxLayout)
            layout.addWidget(self._ends)
        self._ends.open(*self.slider.limits)

    def take_range(self, ends: tuple[float, float] | None) -> None:
        """Set the range in the declared unit; None: automatic."""
        slider_memory.set_range(self.key, ends)
        self.find_range()
        self.follow()

    def read_end(self, text: str) -> float | None:
        """The typed end in the declared unit; None if it is not a number."""
        try:
            typed = read(text, self.slider.unit, self.line.declared, self.line.variables)
        except DocumentError:
            return None
        return None if typed is None else read_size(typed, self.line.declared, self.line.variables)


class RangeRow(QWidget):
    """Lowest and highest value of a slider."""

    def __init__(self, strip: SliderStrip):
        super().__init__(strip)
        self._strip = weakref.proxy(strip)
        self.low, self.high = TextLine(self), TextLine(self)
        self.low.setAccessibleName(translate("Slider", "Slider minimum"))
        self.high.setAccessibleName(translate("Slider", "Slider maximum"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(4)
        row.addWidget(self.low, 1)
        row.addWidget(TintedLabel(strip.line.theme, "text2", translate("Slider", "to"), 12, parent=self))
        row.addWidget(self.high, 1)
        for line in (self.low, self.high):
            line.returned.connect(self._take)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            event.accept()
        else:
            super().keyPressEvent(event)

    def open(self, low: float, high: float) -> None:
        for line, end in ((self.low, low), (self.high, high)):
            line.show_text(written(end, 6))
        self.show()
        self.low.setFocus(Qt.FocusReason.OtherFocusReason)
        self.low.selectAll()

    def _take(self) -> None:
        low, high = (self._strip.read_end(line.text()) for line in (self.low, self.high))
        if low is None or high is None or low >= high:
            (self.low if low is None else self.high).selectAll()
            (self.low if low is None else self.high).setFocus(Qt.FocusReason.OtherFocusReason)
            return
        for line in (self.low, self.high):
            line.accept()
        self.hide()
        self._strip.take_range((low, high))


def why_no_slider(line: ValueLine) -> str:
    """Why the current value of a line cannot have a slider."""
    if line.formula_value():
        return translate("Slider", "This value is set by a formula, so it has no slider. Enter a number to get one")
    return ""
