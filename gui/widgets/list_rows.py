"""List rows in the style of the editor: a symbol, a name, a hint at the right; headings with an arrow."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from mars.pictures.style import DISABLED_OPACITY

from ..theme import Theme

HINT = Qt.ItemDataRole.UserRole + 2  # text at the right: a shortcut, a family
HEADING = Qt.ItemDataRole.UserRole + 3  # True for headings
FAINT = Qt.ItemDataRole.UserRole + 4  # True for rows that can be selected but are unusable now
ROW, HEADING_ROW, SYMBOL, PADDING = 34, 28, 28, 8


class RowDelegate(QStyledItemDelegate):
    """Paints rows; `row` is their height."""

    def __init__(self, theme: Theme, view: QTreeView, row: int = ROW):
        super().__init__(view)
        self.theme, self.view, self.row = theme, view, row

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, HEADING_ROW if index.data(HEADING) else self.row)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, state = option.rect, option.state  # pyright: ignore[reportAttributeAccessIssue]
        self._paint_back(painter, rect, state)
        if index.data(HEADING):
            self._paint_heading(painter, rect, index)
        else:
            self._paint_row(painter, rect, option, index)
        painter.restore()

    def _paint_back(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if not chosen and not state & QStyle.StateFlag.State_MouseOver:
            return
        box = QRectF(rect).adjusted(4, 1, -4, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("accent", 0.14) if chosen else self.theme.colour("tint"))
        painter.drawRoundedRect(box, 6, 6)
        if chosen and self.view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme.colour("accent"), 1.5))
            painter.drawRoundedRect(box.adjusted(0.75, 0.75, -0.75, -0.75), 6, 6)

    def _paint_heading(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        painter.setPen(QPen(self.theme.colour("text2"), 1.5, c=Qt.PenCapStyle.RoundCap))
        middle = QPointF(rect.left() + 16, rect.center().y() + 1)
        is_open = self.view.isExpanded(index)  # pyright: ignore[reportArgumentType]
        turned = [(-3.5, -1.5), (0, 2), (3.5, -1.5)] if is_open else [(-1.5, -3.5), (2, 0), (-1.5, 3.5)]
        painter.drawPolyline([middle + QPointF(x, y) for x, y in turned])
        font = QFont(self.view.font())
        font.setPixelSize(11)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        box = rect.adjusted(28, 0, -PADDING, 0)
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _paint_row(
        self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        left = rect.left() + 12
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled) and not index.data(FAINT)
        pixmap = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(pixmap, QPixmap):
            size = pixmap.deviceIndependentSize()
            painter.setOpacity(1.0 if enabled else DISABLED_OPACITY)
            painter.drawPixmap(QPointF(left, rect.center().y() + 0.5 - size.height() / 2), pixmap)
            painter.setOpacity(1.0)
            left += SYMBOL + PADDING
        right = rect.right() - 12
        hint = index.data(HINT)
        if hint:
            small = QFont(self.view.font())
            small.setPixelSize(11)
            painter.setFont(small)
            painter.setPen(self.theme.colour("text2" if enabled else "disabled"))
            width = min(painter.fontMetrics().horizontalAdvance(hint) + 2, rect.width() // 2)
            text = painter.fontMetrics().elidedText(hint, Qt.TextElideMode.ElideRight, width)
            box = QRect(right - width, rect.top(), width, rect.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
            right -= width + PADDING
        painter.setFont(self.view.font())
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        painter.setPen(self.view.palette().color(group, QPalette.ColorRole.Text))
        box = QRect(left, rect.top(), right - left, rect.height())
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def rows_to_go(event: QKeyEvent, page: int) -> int:
    """How far a key moves the current row of a list while its search field has the focus; 0: not such a key."""
    key = Qt.Key
    steps: dict[int, int] = {key.Key_Down: 1, key.Key_Up: -1, key.Key_PageDown: page, key.Key_PageUp: -page}
    return steps.get(event.key(), 0)
