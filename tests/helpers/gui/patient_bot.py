"""The `qtbot` of the editor's tests: as pytest-qt's, but its waits give up only after `LIMIT`."""

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.helpers.waits import LIMIT

_LIMIT = int(LIMIT * 1000)  # milliseconds


class PatientBot(QtBot):
    """`qtbot.waitUntil(condition)`, `with qtbot.waitSignal(signal)`: no test names a limit of its own."""

    def waitUntil(self, callback):
        super().waitUntil(callback, timeout=_LIMIT)

    def waitSignal(self, signal, **more):
        return super().waitSignal(signal, timeout=_LIMIT, **more)

    def waitActive(self, widget):
        return super().waitActive(widget, timeout=_LIMIT)

    def waitExposed(self, widget):
        return super().waitExposed(widget, timeout=_LIMIT)

    def wait_for_deferred(self):
        """Until what was put off to the next turn of the event loop has been done."""
        done = []
        QTimer.singleShot(0, lambda: done.append(True))
        self.waitUntil(lambda: bool(done))
