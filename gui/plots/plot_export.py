"""Plots as pictures (by the same means as `mars run --plot`) and as tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject

from mars.document.storage import write_atomic
from mars.errors import DocumentError
from mars.pictures.charts.circuit_plots import group_of
from mars.pictures.charts.plot import Curve, plot_groups, save

from ..runs.recording import Recording
from ..widgets.dialogs import Dialogs
from .plot_grid import PlotGrid
from .plot_layout import PlotLayout
from .plot_widget import PlotWidget

FORMATS = {"png": "PNG (*.png)", "svg": "SVG (*.svg)", "csv": "CSV (*.csv)"}


class PlotExport(QObject):
    """Of the stretch of time that is shown, if somebody has zoomed; else of all of the run."""

    def __init__(self, desk: PlotGrid, layout: PlotLayout, dialogs: Dialogs, parent: QObject | None = None):
        super().__init__(parent)
        self.desk, self.layout_of_plots, self.dialogs = desk, layout, dialogs

    def ask(self, kind: str, cards: Sequence[PlotWidget]) -> None:
        """Where to, then write; `kind` is one of `FORMATS`."""
        path = self.layout_of_plots.document.path
        folder, stem = (path.parent, path.stem) if path is not None else (Path.home(), self.tr("plots"))
        numbers = [card.number for card in cards]

        def write(chosen: Path) -> None:
            shown = [card for card in self.desk.cards if card.number in numbers]
            try:
                self.write(chosen, shown)
            except (DocumentError, OSError) as error:
                self.dialogs.tell(self.tr("The plots were not saved"), str(error))

        self.dialogs.ask_save_path(folder / f"{stem}.{kind}", write, FORMATS[kind])

    def write(self, path: Path, cards: Sequence[PlotWidget]) -> None:
        if path.suffix.lower() == ".csv":
            write_atomic(path, self.table(cards))
        else:
            save(self.picture(cards), path)

    def picture(self, cards: Sequence[PlotWidget]) -> str:
        """As SVG; runs and tables that lie under the curves included."""
        groups, units = [], self.layout_of_plots.units
        for card in cards:
            hidden = {(trace.name, trace.run) for trace in card.view.traces if trace.is_hidden}
            curves = []
            for run, recording in [(None, self._recording()), *enumerate(self.desk.overlaid)]:
                names = [name for name in card.names if (name, run) not in hidden]
                curves += [self._curve(recording, name, card.plot.x, run is not None) for name in names]
            known = [curve for curve in curves if np.isfinite(curve.values).any()]
            groups.append(group_of(card.plot, known, units.get(card.plot.x, "")))
        title = self.layout_of_plots.circuit.title
        return plot_groups(groups, title=title, x_label=self.tr("time, s"), theme=self.desk.theme.name)

    def table(self, cards: Sequence[PlotWidget]) -> str:
        """The run that is shown, with all digits, in SI units as `mars run --out` writes them."""
        recording, units = self._recording(), self.layout_of_plots.units
        begin, end = self._stretch()
        wanted = dict.fromkeys(name for card in cards for name in (card.plot.x, *card.names) if name)
        inside = (recording.times >= begin) & (recording.times <= end)
        columns = {}
        for name in wanted:
            values = self.desk.series(recording, name).values
            if values.size == recording.count:
                columns[f"{name} [{units.get(name, '1')}]"] = values[inside].tolist()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["time [s]", *columns])
        for row in zip(recording.times[inside].tolist(), *columns.values(), strict=True):
            writer.writerow(["" if value != value else repr(value) for value in row])
        return out.getvalue()

    def _recording(self) -> Recording:
        recording = self.desk.recording
        if recording is None or recording.count == 0:
            raise DocumentError(self.tr("There is no run to save yet. Press Run (F5) first."))
        return recording

    def _stretch(self) -> tuple[float, float]:
        sight = self.desk.sight
        if sight.time.is_manual:
            return sight.time.low, sight.end
        return -np.inf, sight.until

    def _curve(self, recording: Recording, name: str, x: str, is_overlay: bool) -> Curve:
        begin, end = self._stretch()
        times, values = self.desk.series(recording, name).stretch(begin, end)
        inside = (times >= begin) & (times <= end)
        across = self.desk.series(recording, x).stretch(begin, end)[1] if x else None
        if across is not None:
            across = across[inside] if across.size == inside.size else np.full(int(inside.sum()), np.nan)
        words = f"{name} · {recording.label}" if is_overlay else name
        return Curve(words, self.layout_of_plots.units.get(name, "1"), times[inside], values[inside], across)
