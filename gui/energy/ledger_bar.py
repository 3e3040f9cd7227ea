"""The bar of a row of the energy ledger: supplied, stored and lost next to each other, returned energy left of zero."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from ..theme import Theme
from .ledger_model import LedgerModel, bar_parts

TOKENS = ("good", "accent", "error")  # supplied, stored, lost
HIGH, PADDING = 10.0, 8.0


class LedgerBar(QStyledItemDelegate):
    def __init__(self, theme: Theme, model: LedgerModel, view: QTreeView):
        super().__init__(view)
        self.theme, self.model = theme, model

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(160, 24)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().paint(painter, option, index)
        component = index.sibling(index.row(), 0).data()
        entry = next((each for each in self.model.entries if each.component == component), None)
        low, high = self.model.span
        if entry is None or high <= low:
            return
        rect = QRectF(option.rect).adjusted(PADDING, 0, -PADDING, 0)  # pyright: ignore[reportAttributeAccessIssue]
        scale = rect.width() / (high - low)
        zero = rect.left() - low * scale
        top = rect.center().y() - HIGH / 2
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        left = right = zero
        for value, token in zip(bar_parts(entry), TOKENS, strict=True):
            wide = abs(value) * scale
            if wide < 0.3:
                continue
            start = right if value > 0 else left - wide
            painter.setBrush(self.theme.colour(token, 0.85))
            painter.drawRect(QRectF(start, top, wide, HIGH))
            left, right = (left, right + wide) if value > 0 else (left - wide, right)
        painter.fillRect(QRectF(round(zero), rect.top() + 3, 1, rect.height() - 6), self.theme.colour("zero"))
        painter.restore()
