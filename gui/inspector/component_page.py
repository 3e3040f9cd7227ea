"""The page of one or several components: header, start values, parameters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from mars.component.base import Component
from mars.kinds.registry import kind_in
from mars.kinds.subcircuit_kind import Subcircuit

from ..document.document import Document
from ..document.selection import Selection
from ..theme import Theme
from ..widgets.labels import TintedLabel, breakable, wrap
from ..widgets.plain_text import set_tip
from .header import Header
from .parameter_form import ParameterForm
from .sheet_note import SheetNote
from .start_form import StartForm

Key = tuple[tuple[str, ...], tuple[str, ...], tuple[type[Component] | None, ...]]  # names, kinds and their current classes


class ComponentPage(QWidget):
    """Built for names and kinds; `refresh` updates the values."""

    help_requested = Signal(str)
    definition_requested = Signal(str)  # kind of the file

    def __init__(
        self, document: Document, selection: Selection, theme: Theme, names: tuple[str, ...], parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.document, self.names = document, names
        self.key = key_of(document, names)
        self._assembled: Mapping[str, Any] = {}
        self.header = Header(document, selection, theme, names, self)
        self.header.help_requested.connect(self.help_requested)
        self.header.definition_requested.connect(self.definition_requested)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.header)
        self.theme = theme
        self.starts: StartForm | None = None
        self.form: ParameterForm | None = None
        layout.addWidget(SheetNote(document, theme, self))
        found = [kind_in(document.circuit, document.circuit.components[name].kind) for name in names]
        known = [kind for kind in found if kind is not None]
        if len(names) == 1 and known and issubclass(known[0], Subcircuit):
            self._add_opener(names[0])
        if len(known) < len(found):
            self._show_values(theme, layout)
            return
        if len(names) == 1:
            self.starts = StartForm(document, theme, names[0], self)
            layout.addWidget(self.starts)
            self.starts.setVisible(bool(self.starts.found))
        self.form = ParameterForm(document, theme, names, known, self)
        layout.addWidget(self.form)
        if len(names) > 1 and not self.form.rows:
            layout.addWidget(TintedLabel(theme, "text2", self.tr("No parameters in common"), parent=self))

    def _add_opener(self, name: str) -> None:
        button = QPushButton(self.theme.icon("ph.arrow-square-in"), self.tr("Open subcircuit"), self)
        set_tip(button, self.tr("Show its sheet (Enter or double-click)"))
        button.clicked.connect(lambda: self.document.open_instance(name))
        self._layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_values(self, theme: Theme, layout: QVBoxLayout) -> None:
        """Values in the file of a kind that is not installed."""
        for name in self.names[:1] if len(self.names) == 1 else ():
            for key, value in list(self.document.circuit.components[name].values.items())[:40]:
                label = TintedLabel(theme, "text2", breakable(f"{key} = {value}"[:300]), parent=self)
                wrap(label)
                layout.addWidget(label)

    def refresh(self, only: Collection[str] | None = None) -> None:
        """Update all, or the rows of some parameters."""
        self._renew_starts()
        if only is not None and self.form is not None:
            self.form.refresh(only)
            return
        for part in (self.header, self.starts, self.form):
            if part is not None:
                part.refresh()

    def _renew_starts(self) -> None:
        if self.starts is None or not self.starts.is_outdated:
            return
        new = StartForm(self.document, self.theme, self.names[0], self)
        self._layout.replaceWidget(self.starts, new)
        self.starts.hide()
        self.starts.deleteLater()
        new.set_assembled(self._assembled)
        new.setVisible(bool(new.found))
        self.starts = new

    def commit_all(self) -> None:
        """Enter unfinished input into the document, if acceptable."""
        for part in (self.starts, self.form):
            if part is not None:
                part.commit_all()
        self.header.commit()

    def set_assembled(self, values: Mapping[str, Any]) -> None:
        self._assembled = values
        if self.starts is not None:
            self.starts.set_assembled(values)

    def focus_first(self) -> bool:
        return any(part is not None and part.focus_first() for part in (self.starts, self.form))


def key_of(document: Document, names: tuple[str, ...]) -> Key:
    components = document.circuit.components
    kinds = tuple(components[name].kind for name in names if name in components)
    return names, kinds, tuple(kind_in(document.circuit, kind) for kind in kinds)
