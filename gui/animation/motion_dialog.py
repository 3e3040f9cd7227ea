"""Dialog for exporting a film: part of the run, size and speed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from mars.translation import languages

from ..fields.choice_field import QuietCombo
from ..widgets.plain_text import Label
from .frame_times import frame_times

SIZES = ((320, 240), (480, 360), (640, 480), (960, 720), (1280, 720))
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
MANY = 600  # frames
# Not ButtonSymbols.NoButtons: with a style sheet that leaves one pixel for the text.
NO_BUTTONS = "QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: 0; }"


@dataclass(frozen=True)
class FilmChoice:
    begin: float
    end: float
    fps: int
    speed: float
    size: tuple[int, int]


class MotionDialog(QDialog):
    """Has no effect until Save is pressed."""

    chosen = Signal(object)  # Choice

    def __init__(self, begin: float, end: float, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(self.tr("Save animation"))
        self.setObjectName("motion_dialog")
        self.begin, self.end = self._time(begin, begin, end), self._time(end, begin, end)
        self.fps = QSpinBox(self, minimum=5, maximum=50, value=20)
        self.fps.setSuffix(self.tr(" fps"))
        self.speed = QuietCombo(self)
        for speed in SPEEDS:
            self.speed.addItem(self.tr("real time") if speed == 1 else f"{speed:g} ×", speed)
        self.speed.setCurrentIndex(SPEEDS.index(1.0))
        self.size_ = QuietCombo(self)
        for width, height in SIZES:
            self.size_.addItem(f"{width} × {height}", (width, height))
        self.size_.setCurrentIndex(1)
        self.summary = Label(parent=self)
        self.summary.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self)
        for field in (self.begin, self.end, self.fps):  # typed, or changed with the arrow keys or the wheel
            field.setStyleSheet(NO_BUTTONS)
            field.lineEdit().setStyleSheet("border: 0; padding: 0 6px; background: transparent;")  # the box draws them
        for field in (self.begin, self.end, self.speed, self.fps, self.size_):
            field.setMinimumSize(150, 28)
            field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.summary.setMinimumHeight(2 * self.summary.fontMetrics().height())  # keeps the size of the dialog constant
        form = QFormLayout(self)
        form.setContentsMargins(16, 16, 16, 16)
        form.setSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("From"), self.begin)
        form.addRow(self.tr("To"), self.end)
        form.addRow(self.tr("Speed"), self.speed)
        form.addRow(self.tr("Frame rate"), self.fps)
        form.addRow(self.tr("Size"), self.size_)
        form.addRow(self.summary)
        form.addRow(self.buttons)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        for signal in (self.begin.valueChanged, self.end.valueChanged, self.fps.valueChanged, self.speed.currentIndexChanged):
            signal.connect(self._tell)
        self._tell()

    def _time(self, value: float, least: float, most: float) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self, minimum=least, maximum=most, decimals=3, singleStep=0.1, suffix=languages.unit_text(" s"))
        field.setValue(value)
        return field

    def choice(self) -> FilmChoice:
        begin, end = self.begin.value(), self.end.value()
        return FilmChoice(begin, end, self.fps.value(), float(self.speed.currentData()), tuple(self.size_.currentData()))

    def _tell(self, _: object = None) -> None:
        choice = self.choice()
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(choice.end > choice.begin)
        if choice.end <= choice.begin:
            self.summary.setText(self.tr("The end must be after the start."))
            return
        count = len(frame_times(choice.begin, choice.end, choice.fps, choice.speed))
        text = self.tr("{0} frames, {1} s.").format(count, f"{count / choice.fps:.3g}")
        if count > MANY:
            text += " " + self.tr("This file will be large. Reduce the frame rate or the duration.")
        self.summary.setText(text)

    def _accept(self) -> None:
        choice = self.choice()
        self.accept()
        self.chosen.emit(choice)
