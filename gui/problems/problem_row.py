"""One complaint in the Problems dock: badge, position, cause, remedy, and fix buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from mars.errors import Complaint
from mars.translation import languages

from ..theme import Theme
from ..widgets.plain_text import Label, menu_text
from .remedy import Remedy

LONGEST, LONGEST_WORD = 600, 70  # characters
BADGES = {"error": ("●", "error"), "warning": ("▲", "warning"), "note": ("○", "text2")}


class ProblemRow(QFrame):
    """One complaint: badge, position, cause and remedy, buttons. Enter or a click shows the component, a double click its
    sheet."""

    chosen = Signal(object)
    opened = Signal(object)  # by a double click
    remedy_chosen = Signal(object)
    stepped = Signal(int)

    def __init__(self, complaint: Complaint, remedies: list[Remedy], theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.complaint, self.theme = complaint, theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor if complaint.where else Qt.CursorShape.ArrowCursor)
        self.badge = Label(_badge(complaint)[0], self)
        self.badge.setFixedWidth(16)
        self.where = Label(_short(languages.message(complaint.place)), self)
        bold = QFont(self.where.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.where.setFont(bold)
        self.where.setVisible(bool(complaint.where))
        self.cause = Label(_sentence(languages.message(complaint.cause)), self)
        self.remedy = Label(_sentence(languages.message(complaint.remedy)), self)
        for label in (self.where, self.cause, self.remedy):
            label.setWordWrap(label is not self.where)
        self.remedy.setVisible(bool(complaint.remedy))
        self.setAccessibleName(languages.message(complaint.message))
        self.buttons = [self._button(remedy) for remedy in remedies]
        self._lay_out()
        self.restyle()

    def restyle(self) -> None:
        colours = self.theme.colours
        self.badge.setStyleSheet(f"color: {colours[_badge(self.complaint)[1]]}")
        self.remedy.setStyleSheet(f"color: {colours['text2']}")

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self.hasFocus() or self.underMouse()):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.colour("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("tint"))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 6, 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the buttons if they do not fit in one line."""
        if self.buttons:
            wanted = sum(button.sizeHint().width() + 8 for button in self.buttons) + 50
            down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            self._buttons.setDirection(down if wanted > self.width() else across)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self.complaint)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.opened.emit(self.complaint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.complaint)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QEvent) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.update()

    def focusOutEvent(self, event: QEvent) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.update()

    def _button(self, remedy: Remedy) -> QPushButton:
        button = QPushButton(menu_text(remedy[0]), self)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.clicked.connect(lambda: self.remedy_chosen.emit(remedy))
        return button

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.where, 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(self.cause, 1)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(first)
        words.addWidget(self.remedy)
        if self.buttons:
            self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
            self._buttons.setContentsMargins(0, 4, 0, 0)
            self._buttons.setSpacing(8)
            for button in self.buttons:
                self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            self._buttons.addStretch(1)
            words.addLayout(self._buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.setSpacing(4)
        layout.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)


def _badge(complaint: Complaint) -> tuple[str, str]:
    return BADGES.get(complaint.severity, BADGES["error"])


def _short(word: str) -> str:
    """Cut words that do not fit in a line: kinds and values in a damaged file may have any length."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


def _sentence(text: str) -> str:
    text = " ".join(_short(word) for word in text.split())[:LONGEST]
    if not text:
        return ""
    end = "" if text[-1] in ".?!…" else "."
    first = text.split()[0]
    is_name = "." in first[:-1] or any(letter.isdigit() or letter == "_" for letter in first)
    return (text if is_name else text[0].upper() + text[1:]) + end
