"""Preview of the symbol of a kind being edited."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mars.component.base import Component
from mars.pictures.sheet.symbols import DOWN, UP, outer_box
from mars.pictures.style import DISABLED_OPACITY, NAME_SIZE

from ..symbols.pens import theme_pens
from ..symbols.sheet_text import write
from ..symbols.symbol_painter import paint_symbol, symbol_of_kind
from ..theme import Theme

LARGEST = 1.5  # times the size on the sheet at 100 %
ROOM = 14  # around the symbol, for port names


class SymbolPreview(QWidget):
    """Shows the last valid kind, faint while the text is invalid."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self.kind: type[Component] | None = None
        self.is_current = True
        self.setMinimumSize(120, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Symbol"))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(220, 150)

    def show_kind(self, kind: type[Component] | None) -> None:
        self.is_current = kind is not None
        self.kind = kind or self.kind
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.theme.colour("border"), 1))
            painter.setBrush(self.theme.colour("sheet"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
            if self.kind is None:
                painter.setPen(self.theme.colour("disabled"))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("No symbol yet"))
                return
            painter.setOpacity(1.0 if self.is_current else DISABLED_OPACITY)
            self._paint_symbol(painter, self.kind)

    def _paint_symbol(self, painter: QPainter, kind: type[Component]) -> None:
        each = symbol_of_kind(kind)
        left, top, right, bottom = outer_box(each, {f".{name}" for name in each.terminals}, 5)
        crowded = {way for way in (UP, DOWN) if sum(each.terminals[name].direction == way for name in each.terminals) > 1}
        beside = max((len(name) for name, t in each.terminals.items() if t.direction not in crowded), default=0)
        above = max((len(name) for name, t in each.terminals.items() if t.direction in crowded), default=0)
        wide = right - left + 2 * ROOM + 2 * min(beside, 8) * NAME_SIZE / 2
        high = bottom - top + 2 * ROOM + len(crowded) * above * NAME_SIZE / 2
        scale = min(LARGEST, self.width() / wide, self.height() / high)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(scale, scale)
        aside = ((DOWN in crowded) - (UP in crowded)) * above * NAME_SIZE / 4
        painter.translate(-(left + right) / 2, -(top + bottom) / 2 - aside)
        paint_symbol(painter, each, self.theme.name)
        colour = theme_pens(self.theme.name).colour("text2")
        for name, terminal in each.terminals.items():
            (x, y), (dx, dy) = terminal.at, terminal.direction
            if terminal.direction in crowded:  # vertical, so that neighbours do not overlap
                painter.save()
                painter.translate(x + 4, y + 8 * dy)
                painter.rotate(-90)
                write(painter, 0, 0, name, colour, anchor="start" if dy < 0 else "end")
                painter.restore()
                continue
            anchor = {-1: "end", 0: "start" if dy else "middle", 1: "start"}[dx]
            write(painter, x + 8 * dx + (6 if dy else 0), y + 4 + 10 * dy, name, colour, anchor=anchor)
