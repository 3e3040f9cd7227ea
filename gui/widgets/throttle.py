"""Limits the rate of events: the mouse reports a drag up to a thousand times a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

INTERVAL = 16  # ms: 60 per second


class Throttle(QObject):
    """Passes on the last value of each interval, and the first of a sequence immediately."""

    def __init__(self, act: Callable[[Any], object], parent: QObject | None = None):
        super().__init__(parent)
        self._act = act
        self._waiting: list[Any] = []  # at most the last one
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)

    def ask(self, value: Any) -> None:
        self._waiting = [value]
        left = INTERVAL - self._since.elapsed() if self._since.isValid() else 0
        if left <= 0:
            self.flush()
        elif not self._timer.isActive():
            self._timer.start(int(left))

    def flush(self) -> None:
        """Pass on the pending value now."""
        self._timer.stop()
        if self._waiting:
            (value,), self._waiting = self._waiting, []
            self._since.start()
            self._act(value)

    def drop(self) -> None:
        """Discard the pending value."""
        self._timer.stop()
        self._waiting = []
