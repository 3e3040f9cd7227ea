"""A law over time on one line, if there is no room for its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from mars.component.declarations import LawOf
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity

from ..i18n import translate
from ..theme import Theme
from ..widgets.labels import SMALL, TintedLabel
from . import law_text
from .display_units import display_unit, read
from .line_fields import LineField

WIDTH = 250  # pixels: the width of «cycloid 1.2 rad/s, 1 s, start 0.5 s»


class LawLine(LineField):
    """A number, a formula of t, or a law by name: `cycloid 1.2 rad/s, 1 s`; optionally a hint below it."""

    def __init__(self, parameter: LawOf, theme: Theme, show_hint: bool = True, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.line.setMinimumWidth(WIDTH)
        if show_hint:
            hint = translate("Gestures", "or a formula in t, or “{0}”").format(law_text.hint(parameter))
            self._layout.insertWidget(1, TintedLabel(theme, "text2", hint, size=SMALL, parent=self))

    @staticmethod
    def can_show(typed: Any) -> bool:
        """Tables and polynomials do not fit on one line."""
        return typed is None or bool(law_text.write(typed))

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        super().set_typed(typed, variables, several)
        default = self.parameter.default
        if not several and not isinstance(default, dict):
            self.line.setPlaceholderText(f"{default:g} {self.parameter.unit}".removesuffix(" 1").strip())

    def text_of(self, value: Any) -> str:
        return law_text.write(value)

    def value_of(self, text: str) -> Any:
        assert isinstance(self.parameter, LawOf)
        typed = law_text.read(text, self.parameter, dict(self.variables))
        return self._plain(typed) if isinstance(typed, str) else typed

    def _plain(self, text: str) -> Any:
        """A number as number fields store it; time-dependent values stay as typed."""
        unit = self.parameter.unit
        try:
            return read(text, display_unit(unit), unit, self.variables)
        except DocumentError:
            return text
