"""What all fields have in common: they show a value of the document, say what was typed, and why it is refused."""

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
    """Base of the fields. A field never writes: whoever owns it listens to `entered`, asks `check` and edits the document.

    `dragged` carries a value while a slider moves, `drag_ended` closes the row of them into one undo entry.
    """

    entered = Signal()  # Enter, Tab, focus-out or a choice, with another value
    returned = Signal()  # every Enter
    restored = Signal()  # Escape took back what was typed
    dragged = Signal(object)
    drag_ended = Signal()

    is_wide = False  # wants the whole width below its label
    can_slide = False  # its numbers may have sliders
    slider_key = ""  # under which it is remembered whether they are shown, and over which range

    def __init__(self, parameter: Parameter, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.parameter, self.theme = parameter, theme
        self.label = languages.word(parameter.name)
        self.reason = ReasonLabel(theme, self)
        self.variables: Mapping[str, Quantity] = {}
        self.stored: Any = None  # the value as the document keeps it

    @property
    def is_modified(self) -> bool:
        """Whether something half-typed stands in it."""
        return False

    @property
    def header(self) -> str:
        """What stands beside the label of a wide field: its unit."""
        return ""

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        """Show a value as the document keeps it, None for the default; half-typed text stays."""
        raise NotImplementedError

    def read(self) -> Any:
        """What the document would keep; raises DocumentError where a part cannot be read."""
        raise NotImplementedError

    def check(self, circuit: Circuit | None = None) -> tuple[Any, str]:
        """(typed, "") when it is acceptable, None being the default; (None, reason) when not. The reason is shown too."""
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
        """Sliders for its numbers."""

    @property
    def why_no_slider(self) -> str:
        """In words, where the present value cannot have one."""
        return ""

    def set_reason(self, reason: str) -> None:
        self.reason.say(reason)

    def accept(self) -> None:
        """The document takes what stands here."""
        self.set_reason("")

    def inputs(self) -> list[QWidget]:
        """The widgets that are typed into or chosen from, in their order."""
        return []

    def focus_first(self) -> None:
        self.setFocus(Qt.FocusReason.TabFocusReason)


def sentence(message: str) -> str:
    """A message of the engine as a sentence below a field."""
    message = languages.message(message)
    return message[:1].upper() + message[1:]


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """For the tab key, which otherwise follows the order in which widgets were made."""
    for first, second in pairwise(widgets):
        QWidget.setTabOrder(first, second)
