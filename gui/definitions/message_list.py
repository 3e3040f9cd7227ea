"""Messages about equations, below their text; a click moves to the position."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from mars.kinds.equation_text import Remark
from mars.translation import languages

from ..theme import Theme
from .equation_text import COLOURS

ROW, MOST_ROWS = 24, 5  # height, and visible rows


class MessageList(QListWidget):
    """Hidden while there is nothing to show."""

    chosen = Signal(object)  # Remark

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self._remarks: Sequence[Remark] = ()
        self.setAccessibleName(self.tr("Problems"))
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._choose)
        theme.changed.connect(self._show_again)

    def show_remarks(self, remarks: Sequence[Remark]) -> None:
        self._remarks = remarks
        c = self.theme.colours
        self.setStyleSheet(
            f"QListWidget {{ background: {c['panel']}; border: 1px solid {c['border']}; border-radius: 6px; padding: 2px; }}"
            f"QListWidget:focus {{ border: 2px solid {c['accent']}; padding: 1px; }}"
        )
        self.clear()
        for remark in remarks:
            words = self.tr("Line {line}: {text}").format(line=remark.line, text=languages.message(remark.text))
            item = QListWidgetItem(words, self)
            item.setForeground(self.theme.colour(COLOURS[remark.severity] if remark.severity == "error" else "text2"))
            item.setData(Qt.ItemDataRole.UserRole, remark)
        self.setVisible(bool(remarks))
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter moves to the position and does not trigger the apply button."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentItem() is not None:
                self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentRow() < 0:
            self.setCurrentRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Fit the height to the remarks, each with all its lines."""
        high = sum(self.sizeHintForRow(row) for row in range(self.count()))
        self.setFixedHeight(min(max(high, ROW), MOST_ROWS * ROW) + 8)

    def _show_again(self) -> None:
        self.show_remarks(self._remarks)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
