"""One plot: its curves, the legend, and the buttons."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from mars.document.plot_layout import Plot
from mars.messages import shortened
from mars.pictures.charts.ticks import shown_unit

from ..runs.recording import Recording
from ..theme import Theme
from ..widgets.plain_text import Label, set_tip
from .axes_frame import TITLES
from .legend import Legend
from .legend_model import LegendEntry
from .legend_row import EDGE, ROW
from .plot_view import PlotView
from .series import Series
from .spectrum_view import SpectrumView
from .time_view import TimeView
from .trace import PlotContext, Trace, axes_for
from .value_text import LONGEST_LABEL, WAITING, common, decimals, figure
from .xy_view import XYView

NARROW = 340  # below this width the legend is above the curves instead of beside them
ABOVE = 0.36  # maximum fraction of the height there
LEAST_SIDE, LARGEST_SIDE, BUTTON = 120, 0.42, 20  # width beside it: pixels, fraction of the widget
SeriesOf = Callable[[Recording, str], Series]


class PlotWidget(QWidget):
    """`show_runs` once per layout or run; `gather` and `tell` whenever there is new data."""

    add_asked = Signal(object)  # screen position
    menu_asked = Signal(object)
    removed = Signal(str)
    more_asked = Signal()
    resized = Signal()  # its legend needs more or less space

    def __init__(self, theme: Theme, context: PlotContext, plot: Plot, number: int, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme, self.context, self.plot, self.number = theme, context, plot, number
        self.names: tuple[str, ...] = plot.curves
        self._hidden: set[tuple[str, int | None]] = set()
        self._before_click: set[tuple[str, int | None]] = set()
        self._more = 0
        self.legend_lines = 1
        kind = SpectrumView if plot.spectrum else XYView if plot.x else TimeView
        self.view: PlotView = kind(theme, context)
        self.legend = Legend(theme, number)
        self.legend.toggled.connect(self._toggle)
        self.legend.isolated.connect(self._isolate)
        self.legend.removed.connect(self.removed)
        self.legend.more_asked.connect(self.more_asked)
        self.legend.dropped.connect(self.view.dropped)
        self.view.menu_asked.connect(self.menu_asked)
        self._column_titles = Label()
        self.add_button = self._button("ph.plus", self.tr("Add a curve to this plot"), self.add_asked)
        self.menu_button = self._button("ph.dots-three", self.tr("More plot options"), self.menu_asked)
        self._lay_out()
        self.set_plot(plot, number)
        self.restyle()

    def _lay_out(self) -> None:
        for part in (self.view, self.legend):
            part.setParent(self)
        self._buttons = QWidget(self)
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(6, 0, 4, 0)
        buttons.setSpacing(0)
        buttons.addWidget(self._column_titles, 1)
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.menu_button)
        self.setMinimumSize(self.view.minimumSize())

    def _button(self, icon: str, words: str, asked: object) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setFixedSize(BUTTON + 2, BUTTON)
        button.setIconSize(QSize(14, 14))
        set_tip(button, words)
        button.setAccessibleName(words)
        button.setProperty("icon_name", icon)
        button.clicked.connect(lambda: asked.emit(button.mapToGlobal(button.rect().bottomLeft())))  # pyright: ignore[reportAttributeAccessIssue]
        return button

    # Contents

    def can_show(self, plot: Plot) -> bool:
        """Whether this widget can show another plot, or must be rebuilt."""
        return bool(plot.x) == bool(self.plot.x) and plot.spectrum == self.plot.spectrum

    def set_plot(self, plot: Plot, number: int) -> None:
        self.plot, self.number, self.legend.number = plot, number, number
        self.view.heading = shortened(plot.title, LONGEST_LABEL)
        if isinstance(self.view, XYView):
            self.view.equal = plot.equal
        self.view.setAccessibleName(plot.title or self.tr("Plot") + f" {number + 1}")

    def show_runs(
        self,
        names: tuple[str, ...],
        shown: Recording | None,
        overlaid: Sequence[Recording],
        units: Mapping[str, str],
        series: SeriesOf,
        more: int = 0,
    ) -> None:
        """Show curves of a run over those of earlier ones; `more` is the number of curves left out."""
        self.names, self._more = names, more
        found = [shown_unit(units.get(name, "1")) for name in names]
        kept = {axis.unit: axis for axis in self.view.axes}
        axes = [kept.get(axis.unit, axis) for axis in axes_for(found)]
        by_unit = {axis.unit: axis for axis in axes}
        if isinstance(self.view, XYView):
            self.view.set_x(self.plot.x, *shown_unit(units.get(self.plot.x, "1")))
        traces = []
        for run, recording in [*enumerate(overlaid), *([(None, shown)] if shown is not None else [])]:
            for number, (name, (unit, _)) in enumerate(zip(names, found, strict=True)):
                one = series(recording, name)
                if run is not None and one.unit is None:
                    continue
                x = series(recording, self.plot.x) if self.plot.x else None
                traces.append(Trace(one, by_unit[unit], number, run, x, (name, run) in self._hidden))
        traces.sort(key=lambda trace: (trace.number, trace.run is not None, trace.run or 0))
        self.view.set_traces(traces, axes)
        self._make_entries()

    def gather(self, *, tighten: bool = False) -> None:
        self.view.gather(tighten=tighten)

    def release(self) -> None:
        """Fit all axes except the time axis."""
        for axis in (self.view.x, *self.view.axes):
            if axis is not self.context.time:
                axis.release()

    def restyle(self) -> None:
        for button in (self.add_button, self.menu_button):
            button.setIcon(self.theme.icon(button.property("icon_name"), "text2"))
        self._column_titles.setStyleSheet(f"color: {self.theme.colours['text2']}; font-size: 11px;")
        self.view.repaint_all()
        self._make_entries()

    # Legend

    def _make_entries(self) -> None:
        entries = []
        short = dict(zip(self.names, common(self.names)[1], strict=True))
        if len(self.names) == 1 and not self.plot.spectrum:  # its full name is above the plot
            short[self.names[0]] = short[self.names[0]].rpartition(" ")[2]
        with_units = len(self.view.axes) > 1
        for trace in self.view.traces:
            words = short[trace.name]
            if trace.run is not None:
                words = trace.series.recording.label  # it is below its curve and has its colour
            pen = trace.pen(self.theme, self.context.is_stale)
            tip = f"{trace.name}\n" + self.tr(
                "Click to hide or show this curve. Double-click to show it alone. Drag it to another plot"
            )
            unit = trace.axis.written_unit if with_units else ""  # with one axis it is above the plot
            entries.append(LegendEntry(trace.name, words, pen, trace.run, unit, is_hidden=trace.is_hidden, tip=tip))
        if self._more:
            entries.append(LegendEntry("", self.tr("%n more …", "", self._more)))
        self.legend.set_entries(entries)
        self.tell()

    def tell(self) -> None:
        """Update the values at the cursors."""
        self.view.update()
        two = self.context.b is not None and not self.plot.spectrum
        self._column_titles.setText("A · B · B − A" if two else "")
        if self.legend.set_values([self._values(trace) for trace in self.view.traces]):
            self.resized.emit()

    def _values(self, trace: Trace) -> tuple[str, ...]:
        if isinstance(self.view, SpectrumView):
            frequency, _ = self.view.peak(trace)
            return (f"{figure(frequency, 3)} Hz",)
        axis = trace.axis
        scale = axis.scale / 10.0**axis.exponent
        digits = decimals(max(abs(axis.low), abs(axis.high)) / 1.2 / 10.0**axis.exponent)
        a = scale * trace.series.value(self.context.a)
        if math.isnan(a) and trace.series.unit is not None and trace.series.recording.count and not trace.series.is_known:
            return (WAITING,) * (3 if self.context.b is not None else 1)
        if self.context.b is None:
            return (figure(a, digits),)
        b = scale * trace.series.value(self.context.b)
        return figure(a, digits), figure(b, digits), figure(b - a, digits, signed=True)

    def _toggle(self, row: int) -> None:
        self._before_click = set(self._hidden)
        self._hidden ^= {self._key(row)}
        self._show_hidden()

    def _isolate(self, row: int) -> None:
        """Show only this curve; again: show all."""
        all_others = {self._key(other) for other in range(len(self.view.traces))} - {self._key(row)}
        self._hidden = set() if all_others and all_others <= self._before_click else all_others
        self._before_click = set(self._hidden)
        self._show_hidden()

    def _key(self, row: int) -> tuple[str, int | None]:
        trace = self.view.traces[row]
        return trace.name, trace.run

    def _show_hidden(self) -> None:
        for trace in self.view.traces:
            trace.is_hidden = (trace.name, trace.run) in self._hidden
        self.view.gather(tighten=True)
        self._make_entries()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_legend()
        super().resizeEvent(event)

    def _place_legend(self) -> None:
        """Beside the curves; if that is too narrow, between them and the title."""
        width, height, above = self.width(), self.height(), self.is_narrow
        self.legend.set_flowing(above)
        self._column_titles.setVisible(not above)
        if above:
            corner, taken = 2 * (BUTTON + 2) + 6, self.legend_lines * ROW + 2
            self.view.setGeometry(0, 0, width, height)
            self.view.leave_room(taken, corner)
            self.legend.setGeometry(self._indent, TITLES, width - self._indent, taken)
            self._buttons.setGeometry(width - corner, 0, corner, BUTTON)
        else:
            least = LEAST_SIDE + (24 if self.context.b is not None else 0)
            side = int(np.clip(self.legend.natural_width, least, max(least, LARGEST_SIDE * width)))
            self.view.setGeometry(0, 0, width - side, height)
            self.view.leave_room(0, 0)
            self.legend.setGeometry(width - side, BUTTON, side, height - BUTTON)
            self._buttons.setGeometry(width - side, 0, side, BUTTON)

    @property
    def is_narrow(self) -> bool:
        return self.width() < NARROW

    @property
    def _indent(self) -> int:
        """Left edge of the legend above the curves: aligned with them, unless the full width saves a line or a word."""
        indent, width = self.view.margins[0] - EDGE, self.width() - 2
        room, legend = width - indent, self.legend
        return 0 if legend.is_cut(room) or legend.lines_for(width) < legend.lines_for(room) else indent

    def wanted_lines(self) -> int:
        """Lines of the legend above the curves."""
        self.legend.most_lines = max(2, int(ABOVE * self.height()) // ROW)
        return self.legend.lines_for(self.width() - 2 - self._indent) if self.is_narrow else 0

    def set_legend_lines(self, lines: int) -> None:
        """As many as its neighbours have, so that the curves are aligned."""
        self.legend_lines = lines
        self._place_legend()


def over_time(widgets: Sequence[PlotWidget]) -> list[PlotView]:
    """Views over time, which share their margins."""
    return [widget.view for widget in widgets if isinstance(widget.view, TimeView)]
