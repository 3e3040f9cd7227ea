"""Run files: saved whole (.marsrun), opened again with their circuit, snapshots to resume from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from mars.document.circuit import Circuit
from mars.errors import MarsError

from ..files.circuit_files import CircuitFiles
from ..widgets.dialogs import Dialogs
from .recording import Origin, Recording
from .run_control import RunControl


class RunFiles(QObject):
    """The worker reads and writes them; the editor stays responsive."""

    message = Signal(str)  # for the status bar

    def __init__(self, run_control: RunControl, files: CircuitFiles, dialogs: Dialogs, parent: QObject):
        super().__init__(parent)
        self._run_control, self._files, self._dialogs = run_control, files, dialogs

    def save(self) -> None:
        self._write("save", self._files.proposed(".marsrun"), f"{self.tr('Mars run')} (*.marsrun)")

    def save_snapshot(self) -> None:
        """The current state, for `mars run --resume`."""
        self._write("snapshot", self._files.proposed(".json"), f"{self.tr('Mars snapshot')} (*.json)")

    def open(self, path: Path) -> None:
        """Open the run with its circuit, after asking about unsaved changes."""
        self.message.emit(self.tr("Opening %1").replace("%1", path.name))
        self._run_control.worker.ask("open", lambda word, content: self._opened(word, content, path), path=str(path))

    def _write(self, word: str, proposed: Path, name_filter: str) -> None:
        recording = self._run_control.results.recording
        if recording is None or recording.origin.folder is None:
            return
        folder = str(recording.origin.folder)

        def answered(answer: str, content: dict[str, Any]) -> None:
            if answer == "refused":
                self._dialogs.tell(self.tr("Could not save the run"), content["words"])
            else:
                self.message.emit(self.tr("Saved %1").replace("%1", content["path"]))

        def write(path: Path) -> None:
            self._run_control.worker.ask(word, answered, folder=folder, path=str(path), until=recording.last)

        self._dialogs.ask_save_path(proposed, write, name_filter)

    def _opened(self, word: str, content: dict[str, Any], path: Path) -> None:
        if word == "refused":
            self._dialogs.tell(self.tr("Could not open the run"), content["words"])
            return
        try:
            circuit = Circuit.from_data(content["data"])
        except MarsError as error:
            self._dialogs.tell(self.tr("Could not open the run"), error.message)
            return

        def show() -> None:
            origin = Origin(path.stem, path, content["physics"], content["interventions"])
            recording = Recording(content["units"], content["begin"], content["end"], origin)
            recording.variables = content["variables"]
            recording.append(content["times"], [], np.empty((len(content["times"]), 0)))
            self._run_control.show_results(recording)

        self._files.new(circuit, show)
