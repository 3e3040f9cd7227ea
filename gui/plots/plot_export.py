"""Exports plots as images (like `mars run --plot`) and as tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject

from mars.errors import DocumentError, text_of
from mars.files import write_atomic
from mars.pictures.charts.circuit_plots import group_of
from mars.pictures.charts.plot import Curve, plot_groups, save

from ..runs.recording import Recording
from ..widgets.dialogs import Dialogs
from .plot_grid import PlotGrid
from .plot_layout import PlotLayout
from .plot_widget import PlotWidget

FORMATS = {"png": "PNG (*.png)", "svg": "SVG (*.svg)", "csv": "CSV (*.csv)"}


class PlotExport(QObject):
    """Exports the visible time range if the user has zoomed, else the whole run."""

    def __init__(self, grid: PlotGrid, layout: PlotLayout, dialogs: Dialogs, parent: QObject | None = None):
        super().__init__(parent)
        self.grid, self.layout_of_plots, self.dialogs = grid, layout, dialogs

    def ask(self, kind: str, widgets: Sequence[PlotWidget]) -> None:
        """Ask for a path, then write; `kind` is one of `FORMATS`."""
        path = self.layout_of_plots.document.path
        folder, stem = (path.parent, path.stem) if path is not None else (Path.home(), self.tr("plots"))
        numbers = [widget.number for widget in widgets]

        def write(chosen: Path) -> None:
            shown = [widget for widget in self.grid.widgets if widget.number in numbers]
            try:
                self.write(chosen, shown)
            except (DocumentError, OSError) as error:
                self.dialogs.tell(self.tr("Could not save the plots"), text_of(error))

        self.dialogs.ask_save_path(folder / f"{stem}.{kind}", write, FORMATS[kind])

    def write(self, path: Path, widgets: Sequence[PlotWidget]) -> None:
        if path.suffix.lower() == ".csv":
            write_atomic(path, self.table(widgets))
        else:
            save(self.picture(widgets), path)

    def picture(self, widgets: Sequence[PlotWidget]) -> str:
        """As SVG, including overlaid runs and tables."""
        groups, units = [], self.layout_of_plots.units
        for widget in widgets:
            hidden = {(trace.name, trace.run) for trace in widget.view.traces if trace.is_hidden}
            curves = []
            for run, recording in [(None, self._recording()), *enumerate(self.grid.overlaid)]:
                names = [name for name in widget.names if (name, run) not in hidden]
                curves += [self._curve(recording, name, widget.plot.x, run is not None) for name in names]
            known = [curve for curve in curves if np.isfinite(curve.values).any()]
            groups.append(group_of(widget.plot, known, units.get(widget.plot.x, "")))
        title = self.layout_of_plots.circuit.title
        return plot_groups(groups, title=title, x_label=self.tr("time, s"), theme=self.grid.theme.name)

    def table(self, widgets: Sequence[PlotWidget]) -> str:
        """The current run in full precision, in SI units as `mars run --out` writes them."""
        recording, units = self._recording(), self.layout_of_plots.units
        begin, end = self._stretch()
        wanted = dict.fromkeys(name for widget in widgets for name in (widget.plot.x, *widget.names) if name)
        inside = (recording.times >= begin) & (recording.times <= end)
        columns = {}
        for name in wanted:
            values = self.grid.series(recording, name).values
            if values.size == recording.count:
                columns[f"{name} [{units.get(name, '1')}]"] = values[inside].tolist()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["time [s]", *columns])
        for row in zip(recording.times[inside].tolist(), *columns.values(), strict=True):
            writer.writerow(["" if value != value else repr(value) for value in row])
        return out.getvalue()

    def _recording(self) -> Recording:
        recording = self.grid.recording
        if recording is None or recording.count == 0:
            raise DocumentError(self.tr("No run to save yet. Press Run (F5) first."))
        return recording

    def _stretch(self) -> tuple[float, float]:
        context = self.grid.context
        if context.time.is_manual:
            return context.time.low, context.end
        return -np.inf, context.until

    def _curve(self, recording: Recording, name: str, x: str, is_overlay: bool) -> Curve:
        begin, end = self._stretch()
        times, values = self.grid.series(recording, name).stretch(begin, end)
        inside = (times >= begin) & (times <= end)
        across = self.grid.series(recording, x).stretch(begin, end)[1] if x else None
        if across is not None:
            across = across[inside] if across.size == inside.size else np.full(int(inside.sum()), np.nan)
        words = f"{name} · {recording.label}" if is_overlay else name
        return Curve(words, self.layout_of_plots.units.get(name, "1"), times[inside], values[inside], across)
