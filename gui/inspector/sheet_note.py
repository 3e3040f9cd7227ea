"""A note on the sheet of a subcircuit: how many instances an edit changes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mars.kinds.hierarchy import times_used

from ..document.document import Document
from ..theme import Theme
from ..widgets.labels import TintedLabel, wrap


class SheetNote(TintedLabel):
    """Hidden with at most one instance, and on the main sheet."""

    def __init__(self, document: Document, theme: Theme, parent: QWidget):
        super().__init__(theme, "text2", size=11, parent=parent)
        wrap(self)
        sheet = document.sheet
        count = times_used(document.root)[sheet] if sheet else 0
        self.setText(self.tr("Changes here apply to all %n instances of {kind}.", "", count).format(kind=sheet))
        self.setVisible(count > 1)
