"""Base of all fields: they show a stored value, return the typed one, and show why it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from mars.component.declarations import Parameter
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity
from mars.translation import languages

from ..theme import Theme
from ..widgets.labels import ReasonLabel
from .display_units import known_variables


class Field(QWidget):
    """Base of the fields. A field never writes: its owner listens to `entered`, calls `check` and edits the document.

    `dragged` carries a value while a slider moves; `drag_ended` completes them as one undo entry.
    """

    entered = Signal()  # Enter, Tab, focus-out or a choice, with a changed value
    returned = Signal()  # every Enter
    restored = Signal()  # Escape discarded the typed text
    dragged = Signal(object)
    drag_ended = Signal()

    is_wide = False  # takes the whole width below its label
    can_slide = False  # its numbers can have sliders
    slider_key = ""  # under which the visibility and range of sliders are remembered

    def __init__(self, parameter: Parameter, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.parameter, self.theme = parameter, theme
        self.label = languages.word(parameter.name)
        self.reason = ReasonLabel(theme, self)
        self.variables: Mapping[str, Quantity] = {}
        self.stored: Any = None  # the stored value

    @property
    def is_modified(self) -> bool:
        """Whether it contains unfinished input."""
        return False

    @property
    def header(self) -> str:
        """The text beside the label of a wide field: its unit."""
        return ""

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        """Show a stored value, None for the default; unfinished text stays."""
        raise NotImplementedError

    def read(self) -> Any:
        """The value to store; raises DocumentError if a part cannot be parsed."""
        raise NotImplementedError

    def check(self, circuit: Circuit | None = None) -> tuple[Any, str]:
        """(typed, "") if acceptable, None being the default; (None, reason) if not. The reason is also shown."""
        if circuit is not None:
            self.variables = known_variables(circuit)
        if not self.is_modified:
            return self.stored, ""
        try:
            typed = self.read()
            if typed is not None:
                self.parameter.resolve(typed, self.variables, self.label)
        except DocumentError as error:
            reason = sentence(error.message)
            self.set_reason(reason)
            return None, reason
        self.set_reason("")
        return typed, ""

    @property
    def has_slider(self) -> bool:
        return False

    def show_slider(self, visible: bool = True) -> None:
        """Show or hide sliders for its numbers."""

    @property
    def why_no_slider(self) -> str:
        """Why the current value cannot have a slider."""
        return ""

    def set_reason(self, reason: str) -> None:
        self.reason.say(reason)

    def accept(self) -> None:
        """The document accepted the current text."""
        self.set_reason("")

    def inputs(self) -> list[QWidget]:
        """Its input widgets, in order."""
        return []

    def focus_first(self) -> None:
        self.setFocus(Qt.FocusReason.TabFocusReason)


def sentence(message: str) -> str:
    """An engine message as a sentence below a field."""
    message = languages.message(message)
    return message[:1].upper() + message[1:]


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """Set the tab order, which otherwise follows the order of creation."""
    for first, second in pairwise(widgets):
        QWidget.setTabOrder(first, second)
