"""The circuit of the window: new, from a file or a snapshot, or none; and export of its drawing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QTimer

from mars.document.circuit import Circuit
from mars.errors import MarsError

from ..canvas.export import export
from ..canvas.view import SheetView
from ..document.document import Document
from ..document.new_circuits import NEW
from ..files.circuit_files import CircuitFiles
from ..files.recovery import Recovery
from ..runs.run_control import RunControl
from ..translations import language
from ..widgets.dialogs import Dialogs
from .page_switch import PageSwitch
from .sheet_bar import SheetBar
from .status_messages import StatusMessages
from .toolbar import Toolbar


class CircuitCommands(QObject):
    """The methods are commands of the File menu; opening and saving are in `CircuitFiles`."""

    def __init__(
        self,
        document: Document,
        files: CircuitFiles,
        recovery: Recovery,
        run_control: RunControl,
        page_switch: PageSwitch,
        view: SheetView,
        sheet_bar: SheetBar,
        toolbar: Toolbar,
        dialogs: Dialogs,
        messages: StatusMessages,
    ):
        super().__init__(files)
        self._document, self._files, self._recovery, self._run_control = document, files, recovery, run_control
        self._page_switch, self._view, self._sheet_bar, self._toolbar = page_switch, view, sheet_bar, toolbar
        self._dialogs, self._messages = dialogs, messages
        files.opened.connect(self._opened)

    def new(self, what: str) -> None:
        self._files.new(NEW[what]())

    def new_window(self) -> None:
        QProcess.startDetached(sys.executable, ["-m", "mars", "edit", "--language", language.current()])

    def close_circuit(self) -> None:
        """Close the circuit after its changes are saved or discarded."""

        def close() -> None:
            self._document.replace(Circuit())
            self._page_switch.has_circuit = False
            self._files.close()
            self._page_switch.show_start_page()

        self._files.leave(close)

    def close_shown(self) -> None:
        """Close the tab of a subcircuit, or the whole circuit."""
        if self._document.sheet:
            self._sheet_bar.close_tab(self._document.sheet)
        else:
            self.close_circuit()

    def export(self) -> None:
        path = self._document.path
        proposed = path.with_suffix(".svg") if path is not None else self._files.proposed(".svg")

        def write(path: Path) -> None:
            try:
                export(self._document.circuit, path, "light")  # for paper and documents, whatever the theme of the screen
                self._messages.say(self.tr("Saved %1").replace("%1", str(path)))
            except MarsError as error:
                self._dialogs.tell(self.tr("Could not export the drawing"), error.message)

        self._dialogs.ask_save_path(proposed, write, "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)")

    def recover(self, found: Any) -> None:
        """Open a snapshot of unsaved work."""
        try:
            circuit = found.circuit()
        except MarsError as error:
            self._dialogs.tell(self.tr("Could not read the snapshot"), error.message)
            return

        def shown() -> None:
            self._recovery.write()
            found.discard()

        self._files.recover(circuit, found.path, shown)

    def _opened(self) -> None:
        self._page_switch.has_circuit = True
        self._run_control.reset()
        self._toolbar.show_time(0.0)
        self._page_switch.show_drawing()
        QTimer.singleShot(0, self._view.fit)  # once the layout has settled
