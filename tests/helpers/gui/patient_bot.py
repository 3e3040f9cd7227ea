"""The `qtbot` of the editor's tests: as in pytest-qt, but its waits time out only after `LIMIT`."""

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.helpers.waits import LIMIT

_LIMIT = int(LIMIT * 1000)  # milliseconds


class PatientBot(QtBot):
    """`qtbot.waitUntil(condition)`, `with qtbot.waitSignal(signal)`: tests set no timeouts themselves."""

    def waitUntil(self, callback):
        super().waitUntil(callback, timeout=_LIMIT)

    def waitSignal(self, signal, **more):
        return super().waitSignal(signal, timeout=_LIMIT, **more)

    def waitActive(self, widget):
        return super().waitActive(widget, timeout=_LIMIT)

    def waitExposed(self, widget):
        return super().waitExposed(widget, timeout=_LIMIT)

    def wait_for_deferred(self):
        """Wait until work deferred to the next turn of the event loop is done."""
        done = []
        QTimer.singleShot(0, lambda: done.append(True))
        self.waitUntil(lambda: bool(done))
