"""A switch: on, off, or in between if the selected components differ."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from ..theme import Theme

TRACK = QRectF(1, 0, 28, 16)


class Switch(QCheckBox):
    """A check box drawn as a track with a knob, followed by its text."""

    def __init__(self, text: str, theme: Theme, parent: QWidget | None = None):
        super().__init__(text, parent)
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text()).width()
        return QSize(round(TRACK.width()) + 10 + width, 24)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = TRACK.translated(0, (self.height() - TRACK.height()) / 2)
        shares = {Qt.CheckState.Unchecked: 0.0, Qt.CheckState.PartiallyChecked: 0.5, Qt.CheckState.Checked: 1.0}
        share = shares[self.checkState()]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent" if share == 1 else "disabled"))
        painter.drawRoundedRect(track, 8, 8)
        painter.setBrush(self._theme.colour("panel"))
        painter.drawEllipse(QRectF(track.left() + 2 + share * (track.width() - 16), track.top() + 2, 12, 12))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(track.adjusted(-0.5, -1.5, 0.5, 1.5), 9, 9)
        painter.setPen(self._theme.colour("text2"))
        words = self.rect().adjusted(round(TRACK.right()) + 6, 0, 0, 0)
        how = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic
        painter.drawText(words, how, self.text())
