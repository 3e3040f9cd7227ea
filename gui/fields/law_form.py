"""Base of the forms of all laws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mars.component.declarations import LawOf
from mars.formulas.expressions import Quantity

from .field import Field


class LawForm(QWidget):
    """Base: shows a typed law and parses it."""

    entered = Signal()
    returned = Signal()
    restored = Signal()
    dragged = Signal(object)  # the whole law, while a slider moves one of its numbers
    drag_ended = Signal()

    def __init__(self, law: str, owner: Field):
        super().__init__(owner)
        assert isinstance(owner.parameter, LawOf)
        self.law, self.parameter, self.theme, self.label = law, owner.parameter, owner.theme, owner.label
        self.typed: Any = None
        self._proposed: Any = None

    @property
    def is_modified(self) -> bool:
        return self._proposed is not None or self._is_edited()

    def propose(self, typed: Any) -> None:
        """Start from this law, which is not stored yet."""
        self.set_typed(typed, {})
        self._proposed = typed

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        self.typed = typed
        self._show(typed, variables)

    def read(self) -> Any:
        if not self._is_edited():
            return self.typed if self._proposed is None else self._proposed
        return self._read()

    def accept(self) -> None:
        self._proposed = None

    def set_variables(self, variables: Mapping[str, Quantity]) -> None:
        pass

    def focus_first(self) -> None:
        pass

    @property
    def can_slide(self) -> bool:
        return False

    @property
    def why_no_slider(self) -> str:
        return ""

    def show_slider(self, visible: bool, key: str) -> None:
        """Show or hide sliders for its numbers; their ranges are remembered under `key`."""

    def _is_edited(self) -> bool:
        raise NotImplementedError

    def _show(self, typed: Any, variables: Mapping[str, Quantity]) -> None:
        raise NotImplementedError

    def _read(self) -> Any:
        raise NotImplementedError
