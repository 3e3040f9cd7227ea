"""One-line fields: a text, a formula, a list of numbers. They show errors while typing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.component.declarations import Formula, Parameter
from mars.formulas.expressions import Quantity

from ..i18n import translate
from ..theme import Theme
from ..widgets.labels import SMALL, TintedLabel, wrap
from .display_units import is_plain, read, readable, written
from .field import Field
from .line_edit import LINE_GAP
from .text_line import TextLine

PAUSE = 400  # ms without a key press before unfinished text is checked


class LineField(Field):
    """Shows the value as text; an empty line is the default."""

    is_wide = True

    def __init__(self, parameter: Parameter, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.line = TextLine(self)
        self._judging = QTimer(self, singleShot=True, interval=PAUSE)
        self._judging.timeout.connect(self.check)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(LINE_GAP)
        self._layout.addWidget(self.line)
        self._layout.addWidget(self.reason)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(lambda _: self._judging.start())
        self.line.entered.connect(self.entered)
        self.line.returned.connect(self.returned)
        self.line.restored.connect(self._restored)
        self.set_typed(None)

    @property
    def is_modified(self) -> bool:
        return self.line.is_modified

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        if variables is not None:
            self.variables = variables
        self.stored = typed
        self.line.setPlaceholderText(translate("LineField", "mixed") if several else self.text_of(self.parameter.default))
        self.line.show_text("" if typed is None or several else self.text_of(typed))
        if not self.is_modified:
            self.set_reason("")

    def inputs(self) -> list[QWidget]:
        return [self.line]

    def text_of(self, value: Any) -> str:
        """The text for a stored value."""
        return str(value)

    def value_of(self, text: str) -> Any:
        """The stored value for a text."""
        return text

    def read(self) -> Any:
        text = self.line.text().strip()
        return self.value_of(text) if text else None

    def accept(self) -> None:
        self._judging.stop()
        self.line.accept()
        super().accept()

    def focus_first(self) -> None:
        self.line.setFocus(Qt.FocusReason.TabFocusReason)

    def _restored(self) -> None:
        self._judging.stop()
        self.set_reason("")
        self.restored.emit()


class FormulaField(LineField):
    """A formula, with the names it can use listed below."""

    def __init__(self, parameter: Formula, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        known = parameter.words
        words = ", ".join([*(known if len(known) < 4 else (f"{known[0]} … {known[-1]}",)), "t"])
        self.hint = TintedLabel(
            theme, "text2", translate("FormulaField", "variables: {words}").format(words=words), SMALL, parent=self
        )
        wrap(self.hint)
        self._layout.insertWidget(1, self.hint)


class NumbersField(LineField):
    """Numbers or formulas separated by commas: `1, 0.5, 2*k`."""

    @property
    def header(self) -> str:
        return readable(self.parameter.unit)

    def text_of(self, value: Any) -> str:
        items = value if isinstance(value, list | tuple) else [value]
        return ", ".join(written(item) if isinstance(item, float) else str(item) for item in items)

    def value_of(self, text: str) -> Any:
        if text.startswith("[") and text.endswith("]"):
            text = text[1:-1]
        return [read(item, "", "", {}) for item in _items(text) if item]


def _items(text: str) -> list[str]:
    """Split at commas and semicolons outside brackets; bare numbers may be separated by spaces."""
    if all(map(is_plain, text.split())):
        return text.split()
    items, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign in ",;" and depth == 0:
            items.append("")
        else:
            items[-1] += sign
    return [re.sub(r"\s+", " ", item).strip() for item in items]
