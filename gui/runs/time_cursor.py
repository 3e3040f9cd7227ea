"""The one time cursor: the time of the run that plots, drawing and motion show."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from .results import Results

SHORTEST = 16  # ms between two frames: 60 of them in a second, as screens have


class TimeCursor(QObject):
    """While the run is in progress it is at the run's newest time, unless somebody went back."""

    moved = Signal(float)

    def __init__(self, results: Results, parent: QObject):
        super().__init__(parent)
        self._results = results
        self.t = 0.0
        self._is_back = False  # somebody looks at an earlier moment
        self._since_frame = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.show_newest)
        results.recording_changed.connect(self._follow)  # before anybody else hears of the run

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is where the run is, and goes with it."""
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
        """As soon as the next frame is due; many rows may come before."""
        if not self._timer.isActive() and not self._is_back:
            passed = self._since_frame.elapsed() if self._since_frame.isValid() else SHORTEST
            self._timer.start(max(0, SHORTEST - passed))

    def stop(self) -> None:
        """Show nothing more by itself."""
        self._timer.stop()

    def _follow(self) -> None:
        self._is_back = False
