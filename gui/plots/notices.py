"""Notices over the plots: times of two cursors, paused view, changed circuit."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ..theme import Theme
from ..widgets.plain_text import Label
from .plot_widget import PlotWidget

EDGE = 6  # pixels from the corner of the first plot


class PlotNotices(QWidget):
    """At the lower left of the first plot, so that nothing moves when it appears or disappears."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.readings, self.note = Label(), Label(self.tr("predates your last change"))
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 2, 6, 2)
        row.setSpacing(12)
        row.addWidget(self.readings)
        row.addWidget(self.note)
        self.hide()

    def restyle(self) -> None:
        colours = self._theme.colours
        box = f"background: {colours['panel']}; border: 1px solid {colours['border']}; border-radius: 6px;"
        self.setStyleSheet(f"Remarks {{ {box} }} QLabel {{ font-size: 11px; background: transparent; }}")
        self.readings.setStyleSheet(f"color: {colours['text']};")
        self.note.setStyleSheet(f"color: {colours['warning']};")

    def tell(self, words: str, is_stale: bool, widget: PlotWidget | None) -> None:
        self.readings.setText(words)
        self.readings.setVisible(bool(words))
        self.note.setVisible(is_stale)
        self.setVisible(widget is not None and (is_stale or bool(words)))
        panel = self.parentWidget()
        if widget is not None and panel is not None and self.isVisible():
            self.adjustSize()
            corner = widget.view.mapTo(panel, widget.view.area.bottomLeft().toPoint())
            self.move(QPoint(corner.x() + EDGE, min(corner.y(), panel.height()) - EDGE - self.height()))
            self.raise_()
