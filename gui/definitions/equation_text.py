"""Text editor for equations: line numbers, colours, and wavy underlines with the reason as tooltip."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from mars.kinds.equation_text import Remark
from mars.translation import languages

from ..theme import Theme
from ..widgets.plain_text import show_tip
from .equation_highlighter import EquationHighlighter

COLOURS = {"error": "error", "warning": "warning", "note": "accent"}
PADDING = 8


class EquationText(QPlainTextEdit):
    """`applied` is emitted on Ctrl+Enter."""

    applied = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self.remarks: list[Remark] = []
        self.setFont(fixed_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Equations"))
        self.colours = EquationHighlighter(self.document(), theme)
        self.margin = _Margin(self)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scrolled)
        theme.changed.connect(self._mark)
        self._make_room()

    def set_remarks(self, remarks: Sequence[Remark]) -> None:
        self.remarks = list(remarks)
        self._mark()

    def go_to(self, remark: Remark) -> None:
        """Move the cursor to a message's position."""
        self.setTextCursor(self._cursor(remark, QTextCursor.MoveMode.MoveAnchor))
        self.centerCursor()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def remarks_at(self, cursor: QTextCursor) -> list[Remark]:
        place = cursor.position()
        spans = [(self._cursor(remark), remark) for remark in self.remarks]
        return [remark for span, remark in spans if span.selectionStart() <= place <= span.selectionEnd()]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            place = event.pos() - self.viewport().pos()
            found = [languages.message(remark.text) for remark in self.remarks_at(self.cursorForPosition(place))]
            show_tip(event.globalPos(), "\n".join(found), self) if found else QToolTip.hideText()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.applied.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        box = self.contentsRect()
        self.margin.setGeometry(QRect(box.left(), box.top(), self.margin.sizeHint().width(), box.height()))

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Paint the line numbers, each in the colour of its worst message."""
        wrong = {remark.line: COLOURS[remark.severity] for remark in reversed(self.remarks)}
        painter.setFont(self.font())
        block, width = self.firstVisibleBlock(), self.margin.width() - PADDING
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if box.top() > area.bottom():
                return
            number = block.blockNumber() + 1
            painter.setPen(self.theme.colour(wrong.get(number, "disabled")))
            line = QRect(0, round(box.top()), width, QFontMetrics(self.font()).height())
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, f"{number}")
            if number in wrong:
                painter.fillRect(QRect(0, round(box.top()), 3, round(box.height())), self.theme.colour(wrong[number]))
            block = block.next()

    def _cursor(self, remark: Remark, move: QTextCursor.MoveMode = QTextCursor.MoveMode.KeepAnchor) -> QTextCursor:
        """From the position of a remark to the end of the word there."""
        block = self.document().findBlockByNumber(min(remark.line, self.blockCount()) - 1)
        text = block.text()
        start = min(max(remark.column - 1, 0), max(len(text.rstrip()) - 1, 0))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + start)
        end = start
        while end < len(text) and (text[end].isalnum() or text[end] in "_."):
            end += 1
        cursor.setPosition(block.position() + min(max(end, start + 1), len(text)), move)
        return cursor

    def _mark(self) -> None:
        found = []
        for remark in self.remarks:
            mark = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            look.setUnderlineColor(self.theme.colour(COLOURS[remark.severity]))
            mark.format, mark.cursor = look, self._cursor(remark)  # pyright: ignore[reportAttributeAccessIssue]
            found.append(mark)
        self.setExtraSelections(found)
        self.margin.update()

    def _make_room(self) -> None:
        self.setViewportMargins(self.margin.sizeHint().width() + 2, 0, 0, 0)
        self.margin.updateGeometry()

    def _scrolled(self, area: QRect, dy: int) -> None:
        self.margin.scroll(0, dy) if dy else self.margin.update(0, area.y(), self.margin.width(), area.height())


class _Margin(QWidget):
    """The line number margin."""

    def __init__(self, text: EquationText):
        super().__init__(text)
        self.text = text

    def sizeHint(self) -> QSize:
        digits = max(2, len(f"{self.text.blockCount()}"))
        return QSize(QFontMetrics(self.text.font()).horizontalAdvance("0") * digits + 2 * PADDING, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self.text.theme.colour("tint"))
            self.text.paint_numbers(painter, event.rect())


def fixed_font() -> QFont:
    """The system's monospaced font."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(13)
    return font
