"""Whether the worker process responds: it is asked now and then while something is expected from it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

BEAT = 500  # ms between two looks at the worker
SILENCE = 3000  # ms without an answer until it is reported
FIRST_SILENCE = 90_000  # ms; right after installation, warming up compiles for a minute
LATE = 4  # beats; if the editor itself was busy or asleep for so long, the silence is not the worker's


class Heartbeat(QObject):
    """Silence is counted in beats of the editor's own timer, so that suspending the computer is no silence."""

    missed = Signal()  # the worker has not answered for a while
    back = Signal()  # it has answered after all, or nothing is expected from it any more

    def __init__(self, ask: Callable[[], None], is_expecting: Callable[[], bool], is_warm: Callable[[], bool], parent: QObject):
        super().__init__(parent)
        self._ask, self._is_expecting, self._is_warm = ask, is_expecting, is_warm
        self._clock: Callable[[], float] = monotonic
        self._silent = 0  # beats since the last sign of life
        self._last = 0.0  # time of the last beat
        self._is_waiting = self._is_missed = False
        self._patience = 1  # doubled whenever the user chooses to wait
        self._timer = QTimer(self, interval=BEAT)
        self._timer.timeout.connect(self._beat)

    def begin(self) -> None:
        """A process was started, or something is expected from it."""
        if not self._timer.isActive():
            self._silent, self._last = 0, self._clock()
            self._is_waiting = False
            self._timer.start()

    def end(self) -> None:
        """Nothing is expected any more."""
        self._timer.stop()
        self._patience = 1
        self._set_missed(False)

    def heard(self) -> None:
        """Any message is a sign of life."""
        self._silent, self._is_waiting, self._patience = 0, False, 1
        self._set_missed(False)

    def wait(self) -> None:
        """The user waits: report it again only after twice the time."""
        self._silent = 0
        self._patience *= 2
        self._set_missed(False)

    def _beat(self) -> None:
        now = self._clock()
        is_late, self._last = (now - self._last) * 1000 > LATE * BEAT, now
        if not self._is_expecting():
            self.end()
            return
        self._silent = 0 if is_late else self._silent + 1
        if not self._is_waiting:
            self._is_waiting = True
            self._ask()
        if self._silent * BEAT >= self._patience * (SILENCE if self._is_warm() else FIRST_SILENCE):
            self._set_missed(True)

    def _set_missed(self, missed: bool) -> None:
        if missed != self._is_missed:
            self._is_missed = missed
            (self.missed if missed else self.back).emit()
