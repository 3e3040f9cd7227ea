"""A line for one number, with its unit at the right. It returns the typed text, its value and why it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from mars.component.declarations import Parameter
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.pictures.sheet.value_labels import with_unit
from mars.translation import languages

from ..i18n import translate
from ..theme import Theme
from .display_units import (
    OFFERED,
    choose_unit,
    display_unit,
    factor_between,
    is_plain,
    is_same_unit,
    known_variables,
    read,
    read_size,
    readable,
    shown,
    split,
    written,
)
from .field import sentence
from .line_edit import LineEdit


class ValueLine(LineEdit):
    """A line for a number with a unit.

    `entered` is emitted on Enter, Tab or loss of focus if the text changed; `returned` on every Enter.
    The line keeps unfinished text while `set_typed` updates the stored value.
    """

    def __init__(
        self, parameter: Parameter, theme: Theme, default: Any = None, *, prefix: str = "", unit: str | None = None,
        parent: QWidget | None = None,
    ):  # fmt: skip
        super().__init__(parent)
        self.parameter, self.theme, self.prefix = parameter, theme, prefix
        self.declared = parameter.unit if unit is None else unit
        self.default = default
        self.is_converted = True  # numbers may be shown in another unit than the declared one
        self.fixed_unit = ""  # of rows of several numbers, which show their unit once
        self.label = languages.word(parameter.name)
        self.variables: Mapping[str, Quantity] = {}
        self._typed: Any = None
        self._several = False
        self.unit = ""
        self._is_wrong = self._is_marked = False
        self.setMinimumWidth(40)
        self.textChanged.connect(self._text_changed)
        self.set_typed(None)

    # Contents

    @property
    def typed(self) -> Any:
        """The value to store; None is the default."""
        return self._typed

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        """Show a stored value; None is the default, `several` means that the selected components differ."""
        if variables is not None:
            self.variables = variables
        was_modified = self.is_modified
        self._typed, self._several = typed, several
        text, unit = self._text_for(typed)
        placeholder, default_unit = self._text_for(self.default)
        self._shown = "" if typed is None or several else text
        self.unit = (
            unit
            if typed is not None and unit
            else default_unit or (display_unit(self.declared) if self.is_converted else self.declared)
        )
        if self.fixed_unit:
            self.unit = self.fixed_unit
        self.setPlaceholderText(translate("ValueLine", "mixed") if several else placeholder if placeholder != self._shown else "")
        if not was_modified:
            self._put_shown()
        self._update_margins()

    def restore(self) -> None:
        """Discard the typed text."""
        self._put_shown()
        self.set_wrong(False)

    def check(self, circuit: Circuit | None = None) -> tuple[Any, str]:
        """The value to store (None: the default) and the reason for a refusal; the reason is empty if accepted."""
        if circuit is not None:
            self.variables = known_variables(circuit)
        if not self.is_modified:
            return self._typed, ""
        try:
            typed = read(self.text(), self.unit, self.declared, self.variables)
            if typed is not None:
                self.parameter.number(typed, self.variables, self.label, self.declared)
        except DocumentError as error:
            return None, sentence(error.message)
        return typed, ""

    def value(self) -> float | None:
        """The number in the declared unit for the current text, or None."""
        try:
            typed = self._typed if not self.is_modified else read(self.text(), self.unit, self.declared, self.variables)
        except DocumentError:
            return None
        return read_size(self.default if typed is None else typed, self.declared, self.variables)

    def formula_value(self) -> str:
        """`0.60 m` if the text is a formula that can be evaluated, else empty."""
        text = self.text()
        if not text or split(text, self.declared) is not None:
            return ""
        value = self.value()
        return "" if value is None else with_unit(value, self.declared)

    def accept(self) -> None:
        """The document accepted the current text."""
        self._shown = self.text()
        self.set_wrong(False)

    def set_wrong(self, wrong: bool) -> None:
        if wrong != self._is_wrong:
            self._is_wrong = wrong
            self.update()

    def set_marked(self, marked: bool) -> None:
        """Mark this as the number that a slider moves, among several."""
        if marked != self._is_marked:
            self._is_marked = marked
            self.update()

    # Appearance

    def set_fixed_unit(self, unit: str) -> None:
        """Bare numbers are in this unit, which is shown elsewhere; a value in another unit is shown in full."""
        self.fixed_unit = unit
        self.set_typed(self._typed, several=self._several)

    def _text_for(self, typed: Any) -> tuple[str, str]:
        if typed is None:
            return "", ""
        text, unit = shown(typed, self.declared, self.is_converted)
        if not self.fixed_unit or is_same_unit(unit or self.fixed_unit, self.fixed_unit):
            return text, unit
        if isinstance(typed, str):
            return (f"{text} {unit}" if unit and split(typed, self.declared) and text != typed else typed), unit
        if not isinstance(typed, int | float):  # neither number nor text: a damaged file
            return text, unit
        return written(typed * factor_between(self.declared, self.fixed_unit), 7), self.fixed_unit

    def _put_shown(self) -> None:
        if self._shown != self.text():
            self.setText(self._shown)
            self._shown = self.text()  # Qt drops characters that a line cannot contain
        self.setCursorPosition(0 if not self.hasFocus() else len(self._shown))

    def _text_changed(self) -> None:
        self._update_margins()

    @property
    def unit_text(self) -> str:
        """The unit at the right, which applies to a bare number; empty beside a formula or a value with its own unit."""
        if self.fixed_unit:
            return ""
        text = self.text().strip()
        if text and text != self._shown and not is_plain(text):
            return ""
        if text and text == self._shown and isinstance(self._typed, str) and split(self._typed, self.declared) is None:
            return ""
        return readable(self.unit)

    def _small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(11)
        return font

    def _update_margins(self) -> None:
        metrics = QFontMetrics(self._small_font())
        left = metrics.horizontalAdvance(self.prefix) + 4 if self.prefix else 0
        right = metrics.horizontalAdvance(self.unit_text) + 3 if self.unit_text else 0
        self.setTextMargins(left, 0, right, 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setFont(self._small_font())
        painter.setPen(self.theme.colour("text2"))
        inside = QRect(self.rect()).adjusted(9, 0, -8, 0)
        if self.unit_text:
            painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.unit_text)
        if self.prefix:
            painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.prefix)
        if self._is_marked:
            painter.fillRect(QRect(9, self.height() - 4, self.width() - 18, 2), self.theme.colour("accent"))
        if self._is_wrong:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = painter.pen()
            pen.setColor(self.theme.colour("error"))
            pen.setWidthF(1.5)
            painter.setPen(pen)
            painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 6, 6)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for unit in OFFERED.get(self.declared, ()) if self.is_converted else ():
            if unit is OFFERED[self.declared][0]:
                menu.addSeparator()
            action = menu.addAction(translate("ValueLine", "Show in {unit}").format(unit=unit))
            action.setCheckable(True)
            action.setChecked(unit == self.unit)
            action.triggered.connect(lambda _=False, unit=unit: self._choose_unit(unit))
        if self.actions():  # added by others for this value
            menu.addSeparator()
            menu.addActions(self.actions())
        menu.popup(event.globalPos())

    def _choose_unit(self, unit: str) -> None:
        choose_unit(self.declared, unit)
        self.set_typed(self._typed, several=self._several)
