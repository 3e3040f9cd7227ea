"""The footer of the energy ledger: the sum in one line, and whether the balance closes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from mars.pictures.sheet.value_labels import figure

from ..fields.display_units import moment
from ..theme import Theme
from ..widgets.plain_text import Label, set_tip
from .ledger_bar import TOKENS
from .ledger_model import LedgerModel

GOOD = 1e-6  # relative: beyond this the balance needs attention


class LedgerFooter(QWidget):
    """`balance` shows how well it closes, and what to try if it does not."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.theme = theme
        self.is_good = True
        self.sums = EnergySums(theme, self)
        self.balance = Label(parent=self)
        self.balance.setWordWrap(True)
        self.balance.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setObjectName("ledger_footer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.more = QToolButton(self)
        self.more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setAutoRaise(True)
        set_tip(self.more, self.tr("Copy or export the table"))
        self.more.setAccessibleName(self.more.toolTip())
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.sums)
        words.addWidget(self.balance)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 8)
        row.addLayout(words, 1)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)

    def tell(self, model: LedgerModel, content: Mapping[str, Any], until: float) -> None:
        supplied, stored, lost = (float(content.get(key, 0.0)) for key in ("supplied", "stored", "lost"))
        relative = float(content.get("relative_residual", 0.0))
        self.is_good = relative <= GOOD
        self.sums.tell(
            [
                self.tr("supplied %1").replace("%1", model.energy(supplied)),
                self.tr("stored %1").replace("%1", model.energy(stored)),
                self.tr("lost %1").replace("%1", model.energy(lost)),
            ],
            self.tr("up to %1").replace("%1", moment(until, until)),
        )
        size = figure(float(f"{relative:.0e}"))
        if self.is_good:
            words = (
                self.tr("The energy balance closes to within %1 of the energy transferred.").replace("%1", size)
                if relative
                else ""
            )
            self.balance.setText(words or self.tr("The energy balance closes."))
        else:
            words = self.tr("The energy balance is off by %1 of the energy transferred. Try a smaller relative tolerance.")
            self.balance.setText(words.replace("%1", size))
        self.restyle()

    def restyle(self) -> None:
        token = "good" if self.is_good else "warning"
        self.balance.setStyleSheet(f"color: {self.theme.colours[token]}")
        self.more.setIcon(self.theme.icon("ph.dots-three-vertical"))
        self.sums.update()


class EnergySums(QWidget):
    """Supplied = stored + lost, each with the colour of its bar."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.theme = theme
        self.words: list[str] = []
        self.time = ""
        self.setFixedHeight(18)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def tell(self, words: list[str], time: str) -> None:
        self.words, self.time = words, time
        self.setAccessibleName(f"{words[0]} = {words[1]} + {words[2]}, {time}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, x, middle = painter.fontMetrics(), 0.0, self.height() / 2
        for sign, words, token in zip(("", "=", "+"), self.words, TOKENS, strict=False):  # nothing was shown yet: no texts
            if sign:
                x = self._write(painter, x, sign, "text2") + 8
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour(token, 0.85))
            painter.drawRect(QRectF(x, middle - 4, 8, 8))
            x = self._write(painter, x + 13, words, "text") + 8
        if x + metrics.horizontalAdvance(self.time) + 8 < self.width():
            self._write(painter, x + 8, self.time, "text2")
        painter.end()

    def _write(self, painter: QPainter, x: float, text: str, token: str) -> float:
        painter.setPen(self.theme.colour(token))
        wide = painter.fontMetrics().horizontalAdvance(text)
        painter.drawText(QRectF(x, 0, wide + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return x + wide
