"""Text on the sheet: laid out once, placed by its baseline, with a rim in the sheet colour if something is behind it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QStaticText

from ..theme import made_font

FINE = 2  # fonts have whole pixels: 10.5 is 21 drawn at half the size
RIM = 3.0


@lru_cache(32)
def font(size: float, weight: int = 400) -> QFont:
    """The bundled font with tabular figures, FINE times too large, without hinting so that it does not jitter between zooms."""
    found = made_font(max(1, round(size * FINE)), QFont.Weight(weight))
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return found


@lru_cache(32)
def _ascent(size: float, weight: int) -> float:
    return QFontMetricsF(font(size, weight)).ascent()


@lru_cache(8192)
def _laid_out(text: str, size: float, weight: int) -> QStaticText:
    found = QStaticText(text)
    found.setTextFormat(Qt.TextFormat.PlainText)
    found.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    found.prepare(font=font(size, weight))
    return found


def width(text: str, size: float, weight: int = 400) -> float:
    return _laid_out(text, size, weight).size().width() / FINE


def write(
    painter: QPainter,
    x: float,
    baseline: float,
    text: str,
    colour: QColor,
    size: float = 10.5,
    weight: int = 400,
    anchor: str = "start",
    rim: QColor | None = None,
) -> None:
    """One line; `anchor` is start, middle or end."""
    if not text:
        return
    words = _laid_out(text, size, weight)
    face = font(size, weight)
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * words.size().width() / FINE
    painter.save()
    painter.translate(left, baseline)
    painter.scale(1 / FINE, 1 / FINE)
    if rim is not None:
        outline = QPainterPath()
        outline.addText(0, 0, face, text)
        painter.strokePath(
            outline, QPen(rim, RIM * FINE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
    painter.setFont(face)
    painter.setPen(colour)
    painter.drawStaticText(QPointF(0, -_ascent(size, weight)), words)
    painter.restore()
