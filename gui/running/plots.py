"""Live plots of the joint coordinates: one for each unit, under one time cursor, with a legend that tells the values.

pyqtgraph is imported when there is something to draw for the first time, so that the window shows before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from ..theme import Theme
from .curves import Curve, by_unit, curves_of, decimals
from .plot_item import Plot
from .plot_legend import Entry, Legend
from .recording import Recording

RATE = 33  # milliseconds between two pictures while it runs
PIECES = 5000  # pixels of all curves of a plot together while it runs: each is a line to be painted
PAGE = 20.0  # seconds shown of a long run while it goes on
WIDTH = 1.75


class PlotPanel(QWidget):
    """`show_recording` once for each run, `set_running` while it grows; the curves stay until the next."""

    seek_requested = Signal(float)  # a click in a plot, or the cursor dragged

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self.recording: Recording | None = None
        self.curves: list[Curve] = []
        self.is_stale = False
        self._plots: list[Plot] = []
        self._canvas: Any = None
        self._t = 0.0
        self._page = (0.0, 0.0)
        self._follows = True  # nobody has zoomed
        self._timer = QTimer(self, interval=RATE)
        self._timer.timeout.connect(self.refresh)
        self.empty = QLabel(self.tr("Press Run (F5) to see the joint coordinates"), alignment=Qt.AlignmentFlag.AlignCenter)
        self.note = QLabel(self.tr("before your last change"))
        self.note.setContentsMargins(12, 4, 12, 0)
        self.note.hide()
        self.legend = Legend(theme)
        self.legend.toggled.connect(self._toggle)
        self._body = QHBoxLayout()
        self._body.setSpacing(0)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.addWidget(self.legend)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setSpacing(0)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.note)
        column.addLayout(self._body)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(content)
        theme.changed.connect(self.restyle)
        self.restyle()

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    @property
    def plots(self) -> list[Plot]:
        """From top to bottom."""
        return self._plots

    def show_recording(self, recording: Recording | None) -> None:
        """The results of a run, which may only be beginning; None: nothing to show."""
        self.recording, self.curves = recording, curves_of(recording) if recording is not None else []
        self.is_stale = False
        self.note.hide()
        if recording is None or not self.curves:
            self._timer.stop()
            self._plots = []
            self.legend.set_entries([])
            nothing = self.tr("This circuit has no joint coordinates to plot")
            self.empty.setText(self.tr("Press Run (F5) to see the joint coordinates") if recording is None else nothing)
            self._pages.setCurrentIndex(0)
            return
        self._t, self._follows = recording.begin, True
        self._lay_out()
        self._pages.setCurrentIndex(1)
        self._turn_page(fit=False)
        self.refresh()

    def set_running(self, running: bool) -> None:
        """Pictures 30 times a second, or none; at the end all of the run is shown."""
        if running and self.curves:
            self._timer.start()
        elif self._timer.isActive() or not running:
            self._timer.stop()
            if self.curves:
                self.refresh()

    def set_stale(self, stale: bool) -> None:
        """Whether the drawing has become another one since."""
        self.is_stale = stale
        self.note.setVisible(stale)
        self._paint_curves()

    def set_cursor(self, t: float) -> None:
        """Where the motion is; while it runs the next picture moves it."""
        self._t = t
        if not self.is_running:
            self._move_cursor()

    def fit(self) -> None:
        """Show all of the run again."""
        self._follows = True
        self._turn_page(fit=True)
        self.refresh()

    def refresh(self) -> None:
        """Draw what has come."""
        if self.recording is None or not self._plots:
            return
        turned = self._follows and self._turn_page(fit=not self.is_running)
        times = self.recording.times
        for plot in self._plots:
            values = [curve.update(self.recording) for curve in plot.curves]
            finest = PIECES // len(values) if self.is_running else 10_000
            plot.draw(times, values, finest, follow=self._follows, tighten=turned)
        self._move_cursor()

    def restyle(self) -> None:
        """In the colours of the theme."""
        colours = self.theme.colours
        self.setStyleSheet(f"PlotPanel, PlotPanel > QWidget {{ background: {colours['panel']}; }}")
        self.empty.setStyleSheet(f"color: {colours['text2']}; background: {colours['panel']};")
        self.note.setStyleSheet(f"color: {colours['warning']}; background: {colours['panel']}; font-size: 11px;")
        if self._canvas is not None:
            self._canvas.setBackground(colours["panel"])
        for plot in self._plots:
            plot.restyle(self.theme)
        self._paint_curves()

    def prepare(self) -> None:
        """Import what draws, which takes a moment: best while the worker makes a run ready."""
        if self._canvas is None:
            import pyqtgraph

            pyqtgraph.setConfigOption("segmentedLineMode", "on")
            self._canvas = pyqtgraph.GraphicsLayoutWidget()
            self._canvas.setBackground(self.theme.colours["panel"])
            self._canvas.ci.layout.setSpacing(0)
            self._canvas.ci.layout.setContentsMargins(4, 8, 16, 4)
            self._canvas.scene().sigMouseClicked.connect(self._clicked)
            self._canvas.viewport().installEventFilter(self)
            self._body.insertWidget(0, self._canvas, 1)

    def _lay_out(self) -> None:
        """One plot for each unit, stacked, with one time axis."""
        self.prepare()
        self._canvas.clear()
        groups = by_unit(self.curves)
        self._plots = []
        for row, (unit, members) in enumerate(groups.items()):
            plot = Plot(self._canvas.addPlot(row=row, col=0), unit, members, last=row == len(groups) - 1)
            plot.box.sigRangeChangedManually.connect(self._zoomed)
            plot.cursor.sigDragged.connect(lambda line: self.seek_requested.emit(float(line.value())))
            if self._plots:
                plot.item.setXLink(self._plots[0].item)
            self._plots.append(plot)
        self.restyle()

    def _turn_page(self, *, fit: bool) -> bool:
        """The stretch of time to show: all of a short run, pages of a long one; whether it is another one now."""
        recording = self.recording
        if recording is None or not self._plots:
            return False
        begin, end = recording.begin, max(recording.end, recording.begin + 1e-9)
        if fit and recording.count > 1:
            page = (begin, recording.last)
        elif end - begin <= PAGE:
            page = (begin, end)
        else:
            number = np.floor((recording.last - begin) / PAGE)
            page = (begin + number * PAGE, begin + (number + 1) * PAGE)
        turned = page != self._page
        self._page = page
        self._plots[0].box.setXRange(*page, padding=0.006)
        return turned

    def _pens(self) -> Iterator[QPen]:
        """In the order of the look; beyond it the same colours darker, then paler. Opaque, because lines are drawn in pieces."""
        colours, panel = self.theme.colours["curves"], self.theme.colour("panel")
        for i in range(len(self.curves)):
            colour, lap = QColor(colours[i % len(colours)]), i // len(colours) % 3
            colour = (colour, _mixed(colour, self.theme.colour("text"), 0.55), _mixed(colour, panel, 0.45))[lap]
            pen = QPen(_mixed(colour, panel, 0.5) if self.is_stale else colour, WIDTH)
            pen.setCosmetic(True)
            yield pen

    def _paint_curves(self) -> None:
        pens = list(self._pens())
        hidden = [entry.is_hidden for entry in self.legend.rows.entries]
        if len(hidden) != len(pens):
            hidden = [False] * len(pens)
        items = chain.from_iterable(plot.lines for plot in self._plots)
        entries = []
        for curve, pen, item, is_hidden in zip(self.curves, pens, items, hidden, strict=False):
            item.setPen(pen)
            item.setVisible(not is_hidden)
            entries.append(Entry(curve.label, pen, is_hidden=is_hidden))
        self.legend.set_entries(entries)
        self._tell_values()

    def _toggle(self, row: int) -> None:
        entry = self.legend.rows.entries[row]
        entry.is_hidden = not entry.is_hidden
        self._paint_curves()

    def _move_cursor(self) -> None:
        for plot in self._plots:
            plot.cursor.setValue(self._t)
        self._tell_values()

    def _tell_values(self) -> None:
        if self.recording is None or self.recording.count == 0 or not self.legend.rows.entries:
            return
        times, values = self.recording.times, []
        for plot in self._plots:
            known = [curve.update(self.recording) for curve in plot.curves]
            digits = decimals(max(curve.largest for curve in plot.curves))
            numbers = [np.interp(self._t, times, each) for each in known]
            values += [f"{number:.{digits}f} {plot.unit}".replace("-", "−") for number in numbers]
        self.legend.set_values(values)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick:
            self.fit()
            return True
        return super().eventFilter(watched, event)

    def _zoomed(self, *_: object) -> None:
        self._follows = False

    def _clicked(self, event: Any) -> None:
        for plot in self._plots:
            if event.button() == Qt.MouseButton.LeftButton and plot.box.sceneBoundingRect().contains(event.scenePos()):
                self.seek_requested.emit(float(plot.box.mapSceneToView(event.scenePos()).x()))
                return


def _mixed(colour: QColor, other: QColor, part: float) -> QColor:
    pairs = zip(colour.getRgb()[:3], other.getRgb()[:3], strict=True)  # pyright: ignore[reportIndexIssue, reportArgumentType]
    return QColor(*(round(a + part * (b - a)) for a, b in pairs))
