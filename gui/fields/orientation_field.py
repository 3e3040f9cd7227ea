"""An orientation: three angles, whether their axes are fixed or carried along, and their sequence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mars.component.declarations import Parameter
from mars.component.orientations import AXES_TURNED, SEQUENCES, USUAL, angles_of, is_orientation
from mars.formulas.expressions import Quantity

from ..i18n import translate
from ..theme import Theme
from ..widgets.plain_text import set_tip
from .choice_field import QuietCombo
from .value_line import ValueLine
from .vector_field import VectorField


class AxesChoice(QWidget):
    """Two lists: the axes of three rotations, and their sequence."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.axes, self.sequence = QuietCombo(self), QuietCombo(self)
        words = {"fixed": translate("Orientation", "Fixed axes"), "carried": translate("Orientation", "Carried axes")}
        for axes in AXES_TURNED:
            self.axes.addItem(words[axes], axes)
        for sequence in sorted(SEQUENCES, key=lambda each: each != USUAL):
            self.sequence.addItem(" ".join(sequence), sequence)
        set_tip(
            self.axes,
            translate("Orientation", "Fixed axes: each rotation is about an axis at rest. Carried axes: about one turned before"),
        )
        set_tip(self.sequence, translate("Orientation", "Axes of the first, second and third rotation"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.axes, 3)
        row.addWidget(self.sequence, 2)
        self._stored = ("fixed", USUAL)
        for combo in (self.axes, self.sequence):
            combo.activated.connect(lambda _: self.chosen.emit())

    @property
    def value(self) -> tuple[str, str]:
        return self.axes.currentData(), self.sequence.currentData()

    @property
    def is_modified(self) -> bool:
        return self.value != self._stored

    def set_typed(self, typed: Any) -> None:
        known = typed if is_orientation(typed) else {}
        self._stored = (known.get("axes", "fixed"), known.get("sequence", USUAL))
        for combo, data in zip((self.axes, self.sequence), self._stored, strict=True):
            combo.setCurrentIndex(combo.findData(data))

    def accept(self) -> None:
        self._stored = self.value

    def label(self, lines: Sequence[ValueLine]) -> None:
        """Name the three angles after their axes."""
        for line, axis in zip(lines, self.value[1] or USUAL, strict=False):
            line.prefix = axis
            line.update()

    def joined(self, angles: Any) -> Any:
        """The orientation as it is stored; the usual axes and sequence are left out."""
        axes, sequence = self.value
        if angles is None or (axes, sequence) == ("fixed", USUAL):
            return angles
        return {"angles": angles, "axes": axes, "sequence": sequence}


class OrientationField(VectorField):
    """Three angles above the lists of their axes and sequence."""

    def __init__(self, parameter: Parameter, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.choice = AxesChoice(self)
        self.choice.chosen.connect(self._chosen)
        box = self.layout()
        assert isinstance(box, QVBoxLayout)
        box.insertWidget(1, self.choice)

    def _chosen(self) -> None:
        self.choice.label(self.lines)
        self.entered.emit()

    @property
    def is_modified(self) -> bool:
        return super().is_modified or self.choice.is_modified

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        angles = angles_of(typed)
        good = isinstance(angles, list | tuple) and len(angles) == 3
        self.choice.set_typed(typed)
        self.choice.label(self.lines)
        self.fill(angles if good else None, variables, several)
        self.stored = typed

    def read(self) -> Any:
        angles = self.read_lines()
        if angles is None and self.choice.value != ("fixed", USUAL):
            angles = [line.default for line in self.lines]
        return self.choice.joined(angles)

    def accept(self) -> None:
        self.choice.accept()
        super().accept()

    def inputs(self) -> list[QWidget]:
        return [*self.lines, self.choice.axes, self.choice.sequence]
