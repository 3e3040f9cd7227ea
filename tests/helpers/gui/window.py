"""A main window for tests that need no simulation: its worker never starts a process."""

from mars.gui.runs.worker_client import WorkerClient
from mars.gui.theme import Theme
from mars.gui.window import main_window
from mars.gui.window.main_window import MainWindow

from tests.helpers.gui.dialogs import Answers


def _refuse():
    raise OSError("no process in this test")


class NoWorker(WorkerClient):
    def __init__(self, parent=None):
        super().__init__(parent, start=_refuse)


def quiet_window(qapp, qtbot, monkeypatch) -> MainWindow:
    """Shown and active; its dialogs are `Answers`."""
    monkeypatch.setattr(main_window, "WorkerClient", NoWorker)
    window = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(window)
    window.resize(1300, 850)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window
