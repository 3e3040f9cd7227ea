"""The legend of a plot: line, name and present value of each curve; a click hides or shows it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QToolTip, QWidget

from ..theme import Theme

ROW, WIDTH, EDGE, SWATCH = 20, 184, 8, 18


@dataclass
class Entry:
    """One row."""

    label: str
    pen: QPen
    value: str = ""
    is_hidden: bool = False


class Legend(QScrollArea):
    """Rows in the order of the plots; scrolls when there are many."""

    toggled = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows = _Rows(theme, self.toggled)
        self.setWidget(self.rows)

    def set_entries(self, entries: list[Entry]) -> None:
        self.rows.entries = entries
        self.rows.updateGeometry()
        self.rows.update()

    def set_values(self, values: list[str]) -> None:
        """Of all entries, in their order."""
        changed = False
        for entry, value in zip(self.rows.entries, values, strict=True):
            changed |= entry.value != value
            entry.value = value
        if changed:
            self.rows.update()


class _Rows(QWidget):
    def __init__(self, theme: Theme, toggled: object):
        super().__init__()
        self.entries: list[Entry] = []
        self._theme, self._toggled = theme, toggled
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, EDGE + ROW * len(self.entries))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def row_at(self, y: float) -> int | None:
        row = int((y - EDGE / 2) // ROW)
        return row if 0 <= row < len(self.entries) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.colour("panel"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(11)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        for i, entry in enumerate(self.entries):
            top = EDGE // 2 + i * ROW
            if top > event.rect().bottom() or top + ROW < event.rect().top():
                continue
            painter.setOpacity(0.35 if entry.is_hidden else 1.0)
            painter.setPen(entry.pen)
            middle = top + ROW / 2
            painter.drawLine(QPointF(EDGE, middle), QPointF(EDGE + SWATCH, middle))
            left, right = EDGE + SWATCH + 6, self.width() - EDGE
            wide = metrics.horizontalAdvance(entry.value)
            painter.setPen(self._theme.colour("text"))
            painter.drawText(QRect(right - wide, top, wide, ROW), Qt.AlignmentFlag.AlignVCenter, entry.value)
            painter.setPen(self._theme.colour("text2"))
            space = right - wide - 8 - left
            name = metrics.elidedText(entry.label, Qt.TextElideMode.ElideMiddle, space)
            painter.drawText(QRect(left, top, space, ROW), Qt.AlignmentFlag.AlignVCenter, name)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self._toggled.emit(row)  # pyright: ignore[reportAttributeAccessIssue]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            row = self.row_at(event.y())
            QToolTip.showText(event.globalPos(), self.entries[row].label if row is not None else "", self)
            return True
        return super().event(event)
