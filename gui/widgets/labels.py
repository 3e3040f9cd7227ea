"""Labels in the colours of the theme; panels are rebuilt when it changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..theme import Theme
from .plain_text import Label

SMALL = 11  # font size in pixels: hints, reasons, column headings


class TintedLabel(Label):
    """A text in a colour of the theme. `size` in pixels, `weight` as in QFont."""

    def __init__(
        self, theme: Theme, token: str = "text2", text: str = "", size: int = 0, bold: bool = False, parent: QWidget | None = None
    ):
        super().__init__(text, parent)
        self._theme, self._token = theme, token
        if size or bold:
            font = QFont(self.font())
            if size:
                font.setPixelSize(size)
            if bold:
                font.setWeight(QFont.Weight.DemiBold)
            self.setFont(font)
        self.tint()

    def tint(self) -> None:
        """Apply the current theme; windows that are not rebuilt on a theme change call it."""
        palette = self.palette()
        palette.setColor(self.foregroundRole(), self._theme.colour(self._token))
        self.setPalette(palette)


class ReasonLabel(TintedLabel):
    """Why a value was refused, below its field; hidden if empty."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(theme, "error", size=SMALL, parent=parent)
        wrap(self)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def say(self, reason: str) -> None:
        self.setText(breakable(reason))
        self.setVisible(bool(reason))


def wrap(label: Label) -> None:
    """Wrap a text to the width of its panel, without widening the panel."""
    label.setWordWrap(True)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    label.setSizePolicy(policy)


class ValueChip(Label):
    """A small rounded tag with a value: `ƒx = 0.60 m`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent=parent)
        self._theme = theme
        font = QFont(self.font())
        font.setPixelSize(11)
        self.setFont(font)
        self.setFixedHeight(18)
        self.setContentsMargins(8, 0, 8, 0)
        self.hide()

    def say(self, text: str) -> None:
        self.setText(text)
        self.setVisible(bool(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("tint"))
        painter.drawRoundedRect(self.rect(), 9, 9)
        painter.end()
        super().paintEvent(event)


def retint(window: QWidget) -> None:
    """Recolour all labels of a window that is not rebuilt after a theme change."""
    for label in window.findChildren(TintedLabel):
        label.tint()


def breakable(text: str, longest: int = 24) -> str:
    """The text with break points in very long words, so that no panel becomes too wide."""
    words = text[:600].split(" ")
    return " ".join(
        "\u200b".join(word[i : i + longest] for i in range(0, len(word), longest)) if len(word) > longest else word
        for word in words
    )
