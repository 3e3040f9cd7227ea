"""The time cursor: the time of the run shown by plots, drawing and motion view."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from .results import Results

SHORTEST = 16  # ms between two frames: 60 per second


class TimeCursor(QObject):
    """During a run it is at the newest time, unless it was moved back."""

    moved = Signal(float)

    def __init__(self, results: Results, parent: QObject):
        super().__init__(parent)
        self._results = results
        self.t = 0.0
        self._is_back = False  # an earlier time is shown
        self._since_frame = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.show_newest)
        results.recording_changed.connect(self._follow)  # before other receivers are notified of the run

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is at the newest time and follows the run."""
        return not self._is_back

    def show(self, t: float) -> None:
        recording = self._results.recording
        self._timer.stop()
        self._since_frame.start()
        self.t = t
        self._is_back = recording is not None and t < recording.last
        self.moved.emit(t)

    def show_newest(self) -> None:
        recording = self._results.recording
        if recording is not None and recording.count:
            self.show(recording.last)

    def show_newest_soon(self) -> None:
        """When the next frame is due; many rows may arrive before."""
        if not self._timer.isActive() and not self._is_back:
            passed = self._since_frame.elapsed() if self._since_frame.isValid() else SHORTEST
            self._timer.start(max(0, SHORTEST - passed))

    def stop(self) -> None:
        """Cancel the pending update."""
        self._timer.stop()

    def _follow(self) -> None:
        self._is_back = False
