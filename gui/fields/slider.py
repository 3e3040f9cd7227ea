"""A slider over a range of real numbers, in round steps; over decades, in steps of equal ratio."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from mars.component.declarations import Parameter

from ..theme import Theme

FULL_TURN = math.pi
STEPS = 400
DECADES = 1000.0  # a range whose ends have this ratio uses equal ratios


class ValueSlider(QSlider):
    """Moves to the mouse immediately; `moved` carries the value, `released` or, on Escape, `cancelled` ends the gesture."""

    taken = Signal()
    moved = Signal(float)
    released = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._low, self._step = 0.0, 1.0
        self._ratio = 0.0  # of two adjacent positions; 0: constant difference
        self.unit = ""  # of its numbers
        self.setFixedHeight(20)
        self.setMinimumWidth(40)
        self.setPageStep(10)
        self.valueChanged.connect(self._value_changed)
        self.sliderReleased.connect(self.released)
        self._is_telling = True

    def set_range(self, low: float, high: float) -> None:
        if not (math.isfinite(low) and math.isfinite(high) and high > low):
            low, high = low - 1.0, low + 1.0
        self._ratio = (high / low) ** (1 / STEPS) if low > 0 and high / low >= DECADES else 0.0
        self._step = round_step((high - low) / STEPS)
        self._low = low if self._ratio else round(low / self._step) * self._step
        self._is_telling = False
        self.setRange(0, STEPS if self._ratio else max(1, round((high - self._low) / self._step)))
        self._is_telling = True

    @property
    def is_log(self) -> bool:
        return self._ratio > 0

    @property
    def limits(self) -> tuple[float, float]:
        return self._value_at(0), self._value_at(self.maximum())

    def set_value(self, value: float) -> None:
        """Show a value without emitting; one out of range is shown at the end."""
        if self._ratio:
            place = math.log(value / self._low) / math.log(self._ratio) if value > 0 else 0.0
        else:
            place = (value - self._low) / self._step
        self._is_telling = False
        self.setValue(round(min(max(place, 0), self.maximum())))
        self._is_telling = True

    def _value_at(self, place: int) -> float:
        if self._ratio:
            return float(f"{self._low * self._ratio**place:.3g}")
        return self._low + place * self._step

    def _value_changed(self, place: int) -> None:
        if not self._is_telling:
            return
        if self.isSliderDown():
            self.moved.emit(self._value_at(place))
            return
        self.taken.emit()  # an arrow key: a separate gesture
        self.moved.emit(self._value_at(place))
        self.released.emit()

    # Mouse: the handle jumps to the pointer and follows it.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.taken.emit()
        self.setSliderDown(True)
        self._follow(event.position().x())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._follow(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderDown(False)  # emits `released`
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isSliderDown():
            self.blockSignals(True)
            self.setSliderDown(False)
            self.blockSignals(False)
            self.cancelled.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the panel scrolls

    def _follow(self, x: float) -> None:
        share = (x - 8) / max(1, self.width() - 16)
        self.setValue(round(min(max(share, 0.0), 1.0) * self.maximum()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, left, right = self.height() / 2, 8.0, self.width() - 8.0
        share = self.value() / max(1, self.maximum())
        zero = 0.0 if self._ratio else min(max(-self._low / (self.maximum() * self._step), 0.0), 1.0)
        place, start = left + share * (right - left), left + zero * (right - left)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("border"))
        painter.drawRoundedRect(QRectF(left, middle - 1.5, right - left, 3), 1.5, 1.5)
        painter.setBrush(self._theme.colour("accent" if self.isEnabled() else "disabled"))
        painter.drawRoundedRect(QRectF(min(start, place), middle - 1.5, abs(place - start), 3), 1.5, 1.5)
        if 0 < zero < 1:
            painter.drawRect(QRectF(start - 0.5, middle - 4, 1, 8))
        pen = painter.pen()
        pen.setStyle(Qt.PenStyle.SolidLine)
        pen.setColor(self._theme.colour("accent"))
        pen.setWidthF(2.5 if self.hasFocus() else 1.5)
        painter.setPen(pen)
        painter.setBrush(self._theme.colour("panel"))
        painter.drawEllipse(QRectF(place - 6, middle - 6, 12, 12))


def range_for(parameter: Parameter, value: float, declared: str) -> tuple[float, float]:
    """A range in the declared unit: the limits, or twice the value, or one full turn for angles."""
    low = parameter.minimum if parameter.minimum is not None else parameter.above
    high = parameter.maximum
    if declared == "rad" and low is None and high is None:
        return (-FULL_TURN, FULL_TURN) if abs(value) <= FULL_TURN else (-2 * abs(value), 2 * abs(value))
    size = 2 * abs(value) or 1.0
    if low is None and high is None:
        return -size, size
    if low is None:
        assert high is not None
        return high - size, high
    if high is None:
        high = low + max(size, 2 * (value - low))
    if parameter.minimum is None:  # the limit itself is excluded
        low += (high - low) / STEPS
    return low, high


def has_both_limits(parameter: Parameter) -> bool:
    return parameter.maximum is not None and (parameter.minimum is not None or parameter.above is not None)


def round_step(step: float) -> float:
    """The nearest of 1, 2, 5 times a power of ten."""
    ten = 10.0 ** math.floor(math.log10(step))
    return min((ten, 2 * ten, 5 * ten, 10 * ten), key=lambda each: abs(math.log(each / step)))
