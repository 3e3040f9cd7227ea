"""A main window for tests that need no simulation: its worker never starts a process."""

from answers import Answers
from mars.gui import workbench
from mars.gui.running.worker_client import WorkerClient
from mars.gui.theme import Theme
from mars.gui.window import MainWindow


def _refuse():
    raise OSError("no process in this test")


class NoWorker(WorkerClient):
    def __init__(self, parent=None):
        super().__init__(parent, start=_refuse)


def quiet_window(qapp, qtbot, monkeypatch) -> MainWindow:
    """Shown and active; its dialogs are `Answers`."""
    monkeypatch.setattr(workbench, "WorkerClient", NoWorker)
    window = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(window)
    window.resize(1300, 850)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window
