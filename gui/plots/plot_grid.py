"""The grid of plots and their shared state: time range, cursors, runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from mars.document.plot_layout import Plot

from ..runs.recording import Recording
from ..runs.timeline import intervention_text
from ..theme import Theme
from .plot_view import PlotView
from .plot_widget import PlotWidget, over_time
from .series import Series
from .time_window import page_of, turn_to
from .trace import PlotContext

GOOD_HEIGHT, LEAST_HEIGHT, LEAST_WIDTH = 150, 124, 268
PEEK = 24  # visible pixels of the next plot, as a hint to scroll


class PlotGrid(QScrollArea):
    """Independent of the document: it shows the data it is given."""

    sought = Signal(float)
    changed = Signal()  # cursors or time range
    made = Signal(object)  # a new PlotWidget, to be connected
    resized = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self.context = PlotContext()
        self.widgets: list[PlotWidget] = []
        self.recording: Recording | None = None
        self.overlaid: list[Recording] = []
        self.is_live = False  # plots are redrawn continuously
        self.goes_on = False  # the run is not finished
        self._series: dict[tuple[int, str], Series] = {}
        self._columns: list[list[PlotWidget]] = []
        self._new_number = 0
        self._content = QWidget()
        self._grid = QGridLayout(self._content)
        self._grid.setContentsMargins(4, 4, 0, 4)
        self._grid.setSpacing(4)
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    # Contents

    def set_runs(self, recording: Recording | None, overlaid: Sequence[Recording]) -> None:
        """Set the current run, which may just be starting, and earlier ones under it. `show_plots` draws them."""
        if recording is not self.recording:
            self.context.a = recording.begin if recording is not None else 0.0
            self.context.b, self.context.until = None, math.inf
            self.context.time.release()
            for widget in self.widgets:
                widget.release()
        self.recording, self.overlaid = recording, list(overlaid)
        there = {id(each) for each in (recording, *overlaid)}
        self._series = {key: series for key, series in self._series.items() if key[0] in there}

    def show_plots(
        self, plots: Sequence[Plot], names: Sequence[tuple[str, ...]], units: Mapping[str, str], more: int = 0
    ) -> None:
        """`names` are the curves of each plot; `more` is the number of curves left out."""
        had_some = bool(self.widgets)
        old, self.widgets = self.widgets, []
        new = []
        for number, plot in enumerate(plots):
            found = next((widget for widget in old if widget.plot == plot), None)
            found = found or next((widget for widget in old if widget.plot not in plots and widget.can_show(plot)), None)
            if found is None:
                found = PlotWidget(self.theme, self.context, plot, number, self._content)
                self._connect(found)
                new.append(found)
            else:
                old.remove(found)
                found.set_plot(plot, number)
            self.widgets.append(found)
        for widget in old:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        for widget, each in zip(self.widgets, names, strict=True):
            last = widget is self.widgets[-1]
            widget.show_runs(each, self.recording, self.overlaid, units, self.series, more if last else 0)
        self.arrange()
        self.refresh(tighten=True)
        if new and had_some:
            self._new_number = new[-1].number
            QTimer.singleShot(0, self._reveal_new)  # it has no position yet

    def _reveal_new(self) -> None:
        """Scroll to the added plot."""
        if self._new_number < len(self.widgets):
            self.ensureWidgetVisible(self.widgets[self._new_number], 0, 0)

    def series(self, recording: Recording, name: str) -> Series:
        key = (id(recording), name)
        if key not in self._series:
            self._series[key] = Series(recording, name)
        return self._series[key]

    def forget(self, names: Sequence[str]) -> None:
        """Columns were filled in."""
        for series in self._series.values():
            if any(part in names for part in series.parts):
                series.forget()

    def _connect(self, widget: PlotWidget) -> None:
        view = widget.view
        view.sought.connect(self.sought)
        view.b_asked.connect(self.set_b)
        view.zoomed.connect(self._zoomed)
        view.fit_asked.connect(self.fit)
        widget.resized.connect(lambda: self._align(False))
        self.made.emit(widget)

    # Drawing

    def refresh(self, *, tighten: bool = False) -> None:
        """Draw new data."""
        if self.recording is None:
            return
        time = self.context.time
        if not time.is_manual and math.isinf(self.context.until):
            tighten |= turn_to(time, page_of(self.recording, self.overlaid, self.is_live, self.goes_on))
        for widget in self.widgets:
            widget.view.is_live = self.is_live
            widget.view.marks_at = self._interventions
            widget.gather(tighten=tighten)
        self._align(tighten)
        self.tell()

    @property
    def _interventions(self) -> list[tuple[float, str]]:
        interventions = self.recording.interventions if self.recording is not None else []
        return [(float(each["t"]), intervention_text(each)) for each in interventions]

    def set_stale(self, stale: bool) -> None:
        self.context.is_stale = stale
        self.restyle()

    def restyle(self) -> None:
        for widget in self.widgets:
            widget.restyle()

    def fit(self) -> None:
        """Show everything again."""
        self.context.time.release()
        for widget in self.widgets:
            widget.release()
        if self.recording is not None and not math.isinf(self.context.until):
            turn_to(self.context.time, (self.recording.begin, self.context.until))
        self.refresh(tighten=True)
        self.changed.emit()

    def tell(self) -> None:
        """Update cursors and their values."""
        for widget in self.widgets:
            widget.tell()
        self.changed.emit()

    # Cursors

    def set_a(self, t: float) -> None:
        self.context.a = t
        self.tell()

    def set_b(self, t: float | None) -> None:
        recording = self.recording
        if t is not None and recording is not None:
            t = min(max(t, recording.begin), recording.last)
        self.context.b = t
        self.tell()

    def freeze(self, frozen: bool) -> None:
        """Freeze the plots while the run continues."""
        self.context.until = self.recording.last if frozen and self.recording is not None else math.inf
        self.refresh()

    @property
    def is_frozen(self) -> bool:
        return not math.isinf(self.context.until)

    def _zoomed(self) -> None:
        for widget in self.widgets:
            widget.gather()
        self._align(False)
        self.tell()

    # Positions

    def arrange(self) -> None:
        """As many columns as needed for sufficient plot height, as far as the width allows."""
        count = len(self.widgets)
        if count == 0:
            return
        width, height = self.viewport().width(), self.viewport().height()
        across = max(1, min(columns(count, height), width // LEAST_WIDTH or 1))
        down = math.ceil(count / across)
        least = max(LEAST_HEIGHT, min(height - PEEK, GOOD_HEIGHT + 20)) if down * LEAST_HEIGHT > height else LEAST_HEIGHT
        scrolls = down * least > height
        self._columns = [self.widgets[column::across] for column in range(across)]
        for number, widget in enumerate(self.widgets):
            self._grid.addWidget(widget, number // across, number % across)
            widget.show()
        for place in range(max(self._grid.columnCount(), self._grid.rowCount())):
            self._grid.setColumnStretch(place, int(place < across))
            self._grid.setRowStretch(place, int(place < down))
            self._grid.setRowMinimumHeight(place, least if place < down and down > 1 else 0)
        for column in self._columns:
            views = over_time(column)
            for widget in column:
                widget.view.shows_x = scrolls or widget.view not in views[:-1]
                widget.view.repaint_all()
        self._align(True)

    def _align(self, may_shrink: bool) -> None:
        """Align times vertically and plots of a row horizontally; margins grow during a run and do not shrink."""
        for column in self._columns:
            views = over_time(column)
            for group in [views] * bool(views) + [[widget.view] for widget in column if widget.view not in views]:
                left, right = shared_margins(group)
                for view in group:
                    old = (0, 0) if may_shrink else view.margins
                    view.set_margins(max(left, old[0]), max(right, old[1]))
        across = max(1, len(self._columns))
        for first in range(0, len(self.widgets), across):
            row = self.widgets[first : first + across]
            lines = max(widget.wanted_lines() for widget in row)
            for widget in row:
                widget.set_legend_lines(lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
        self.resized.emit()


def columns(count: int, height: int) -> int:
    """The fewest columns with sufficient plot height; lower plots if that fills the grid."""
    good, least = (math.ceil(count / max(1, height // each)) for each in (GOOD_HEIGHT, LEAST_HEIGHT))
    return least if count % good and count % least == 0 else good


def shared_margins(views: Sequence[PlotView]) -> tuple[int, int]:
    """Margins common to some plots, so that their times are aligned."""
    wanted = [view.wanted_margins() for view in views]
    return max(left for left, _ in wanted), max(right for _, right in wanted)
