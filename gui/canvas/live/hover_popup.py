"""The popup at the mouse with the current values of a port, wire or component. A click on a row plots it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ...theme import Theme
from ...widgets.plain_text import set_tip
from .reading import Reading

LINE, PAD, COLUMN = 20, 10, 14
NARROWEST, WIDEST = 180, 460
ICON = 14


class HoverPopup(QWidget):
    """A child of the view that takes no focus; it stays open while the mouse is over it."""

    plot_asked = Signal(object)  # names of variables
    left = Signal()

    def __init__(self, parent: QWidget, theme: Theme):
        super().__init__(parent)
        self.theme = theme
        self.rows: list[Reading] = []
        self.texts: list[tuple[str, str]] = []
        self.name = self.quiet = self.state = ""
        self._over = -1
        self._widths = [0.0, 0.0, 0.0]
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
        self._bold = QFont(self.font())
        self._bold.setWeight(QFont.Weight.DemiBold)
        self._small = QFont(self.font())
        self._small.setPixelSize(12)
        self.hide()

    def tell(self, name: str, quiet: str, rows: Sequence[Reading]) -> None:
        """Set the contents of the popup."""
        self.name, self.quiet, self.rows = name, quiet, list(rows)
        self.texts, self.state = [("", "")] * len(rows), ""
        self._over, self._widths = -1, [0.0, 0.0, 0.0]

    def take(self, now: Mapping[str, float], state: str = "") -> None:
        """Take the current values."""
        texts = [row.texts(now) for row in self.rows]
        if texts == self.texts and state == self.state:
            return
        self.texts, self.state = texts, state
        self._fit()
        self.setAccessibleDescription("\n".join(self.lines()))
        self.update()

    def lines(self) -> list[str]:
        """All its texts."""
        rows = (f"{row.label} {' '.join(filter(None, text))}" for row, text in zip(self.rows, self.texts, strict=True))
        return [f"{self.name} {self.quiet}".strip(), *filter(None, [self.state]), *rows]

    def open_at(self, point: QPoint) -> None:
        """Open with its corner at a point of the view, or on the other side of it if there is no room."""
        self._fit()
        room, (x, y) = self._parent().rect(), (point.x() + 12, point.y() + 14)
        if x + self.width() > room.right() - 8:
            x = max(8, point.x() - 12 - self.width())
        if y + self.height() > room.bottom() - 8:
            y = max(8, point.y() - 12 - self.height())
        self.move(x, y)
        self.show()
        self.raise_()

    def row_rect(self, index: int) -> QRect:
        return QRect(4, self._top + index * LINE, self.width() - 8, LINE)

    def _parent(self) -> QWidget:
        parent = self.parentWidget()
        assert parent is not None
        return parent

    @property
    def _top(self) -> int:
        return PAD + LINE + (LINE if self.state else 0) + 2

    def _fit(self) -> None:
        """Columns only grow, so that the popup does not jitter."""
        normal, small = QFontMetricsF(self.font()), QFontMetricsF(self._small)
        labels = max((small.horizontalAdvance(row.label) for row in self.rows), default=0.0)
        values = max((normal.horizontalAdvance(value) for value, _ in self.texts), default=0.0)
        details = max((small.horizontalAdvance(detail) for _, detail in self.texts), default=0.0)
        self._widths = [max(old, new) for old, new in zip(self._widths, (labels, values, details), strict=True)]
        head = QFontMetricsF(self._bold).horizontalAdvance(self.name) + 8 + small.horizontalAdvance(self.quiet)
        gaps = COLUMN * (1 + bool(self._widths[2]))
        wide = max(NARROWEST, head + 2 * PAD, sum(self._widths) + gaps + 2 * PAD + ICON + 6)
        self.resize(round(min(wide, WIDEST)), self._top + len(self.rows) * LINE + PAD - 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("border"), 1))
        painter.setBrush(theme.colour("panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        self._write(painter, PAD, PAD, self.name, "text", self._bold)
        wide = QFontMetricsF(self._bold).horizontalAdvance(self.name)
        self._write(painter, PAD + wide + 8, PAD, self.quiet, "text2", self._small)
        if self.state:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("ink"))
            painter.drawEllipse(QPointF(PAD + 3.5, PAD + LINE * 1.5), 3, 3)
            self._write(painter, PAD + 12, PAD + LINE, self.state, "text", self._small)
        for index, (row, (value, detail)) in enumerate(zip(self.rows, self.texts, strict=True)):
            self._paint_row(painter, index, row, value, detail)
        painter.end()

    def _paint_row(self, painter: QPainter, index: int, row: Reading, value: str, detail: str) -> None:
        box = self.row_rect(index)
        if index == self._over and row.names:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("tint"))
            painter.drawRoundedRect(box, 4, 4)
            icon = QRect(box.right() - ICON - 2, box.center().y() - ICON // 2 + 1, ICON, ICON)
            self.theme.icon("ph.chart-line", "accent").paint(painter, icon)
        labels, values, _ = self._widths
        self._write(painter, PAD, box.top(), row.label, "text2", self._small)
        right = PAD + labels + COLUMN + values
        wide = QFontMetricsF(self.font()).horizontalAdvance(value)
        self._write(painter, right - wide, box.top(), value, "text", self.font())
        self._write(painter, right + COLUMN, box.top(), detail, "text2", self._small)

    def _write(self, painter: QPainter, x: float, top: float, text: str, token: str, font: QFont) -> None:
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        painter.drawText(QRectF(x, top, self.width() - x - 6, LINE), Qt.AlignmentFlag.AlignVCenter, text)

    # Mouse

    def _row_at(self, event: QMouseEvent) -> int:
        place = event.position().toPoint()
        return next((i for i in range(len(self.rows)) if self.row_rect(i).contains(place)), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._row_at(event)
        if over != self._over:
            self._over = over
            can = over >= 0 and bool(self.rows[over].names)
            self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
            set_tip(self, self.tr("Plot") if can else "")
            self.update()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # not for the drawing below

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        over = self._row_at(event)
        if event.button() == Qt.MouseButton.LeftButton and over >= 0 and self.rows[over].names:
            self.plot_asked.emit(list(self.rows[over].names))

    def leaveEvent(self, event: QEvent) -> None:
        self._over = -1
        self.left.emit()
        super().leaveEvent(event)

    def wheelEvent(self, event: Any) -> None:
        event.ignore()
