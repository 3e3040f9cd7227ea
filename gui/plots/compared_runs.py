"""Data shown under the curves of the current run: earlier runs and imported tables."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mars.errors import DocumentError

from ..runs.recording import Recording
from ..runs.results import Results
from ..widgets.dialogs import Dialogs
from .csv_tables import read_table
from .plot_layout import PlotLayout


class ComparedRuns(QObject):
    """Runs belong to the run control, tables to the plots."""

    changed = Signal()

    def __init__(self, results: Results, layout: PlotLayout, dialogs: Dialogs, parent: QObject | None = None):
        super().__init__(parent)
        self.results, self.layout_of_plots, self.dialogs = results, layout, dialogs
        self.tables: list[Recording] = []

    @property
    def all(self) -> list[Recording]:
        return [*self.results.runs, *self.tables]

    @property
    def shown(self) -> list[Recording]:
        """In the order of their addition."""
        return [each for each in self.all if each.is_overlaid and each is not self.results.recording]

    def show(self, recording: Recording, shown: bool) -> None:
        if recording in self.tables:
            recording.origin.is_overlaid = shown
            self.changed.emit()
        else:
            self.results.overlay_run(recording, shown)

    def rename(self, recording: Recording, label: str) -> None:
        if recording in self.tables:
            recording.origin.label = label.strip() or recording.label
            self.changed.emit()
        else:
            self.results.rename_run(recording, label)

    def drop(self, recording: Recording) -> None:
        if recording in self.tables:
            self.tables.remove(recording)
            self._tell_units()
        else:
            self.results.drop_run(recording)

    def ask_for_table(self) -> None:
        self.dialogs.ask_open_path(self.read, self.tr("Tables (*.csv *.txt)"))

    def read(self, path: Path) -> None:
        """Import a table to show with the curves of the same names; its other columns can be chosen like variables."""
        try:
            self.tables.append(read_table(path))
        except DocumentError as error:
            self.dialogs.tell(self.tr("Could not read the table"), error.message)
            return
        self._tell_units()

    def _tell_units(self) -> None:
        known = self.results.variables
        self.layout_of_plots.extra_units = {
            name: unit for table in self.tables for name, unit in table.units.items() if name not in known
        }
        self.changed.emit()
