"""Playback: moves the time cursor through existing results."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

if TYPE_CHECKING:
    from .run_control import RunControl

FRAME = 16  # ms: 60 frames per second
WHOLE = 3  # s for playing a run whose speed is «as fast as possible»


class Playback(QObject):
    """At the speed of the run; from the start if the cursor is at the end."""

    changed = Signal(bool)  # whether it is playing

    def __init__(self, run_control: RunControl):
        super().__init__(run_control)
        self._run_control = weakref.proxy(run_control)
        self.repeats = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=FRAME)
        self._timer.timeout.connect(self._advance)

    @property
    def is_playing(self) -> bool:
        return self._timer.isActive()

    def set_repeats(self, repeats: bool) -> None:
        self.repeats = repeats

    def toggle(self) -> None:
        self.stop() if self.is_playing else self.start()

    def start(self) -> None:
        run_control, recording = self._run_control, self._run_control.results.recording
        if run_control.state not in ("paused", "finished") or recording is None or recording.count < 2:
            return
        if run_control.cursor.is_at_end:
            run_control.show_moment(recording.begin)
        self._clock.start()
        self._timer.start()
        self.changed.emit(True)

    def stop(self) -> None:
        if self.is_playing:
            self._timer.stop()
            self.changed.emit(False)

    def _advance(self) -> None:
        run_control = self._run_control
        recording = run_control.results.recording
        if recording is None:
            self.stop()
            return
        passed = self._clock.restart() / 1000
        speed = run_control.speed if run_control.speed is not None else (recording.last - recording.begin) / WHOLE
        t = run_control.cursor.t + passed * speed
        if t < recording.last:
            run_control.show_moment(t)
        elif self.repeats:
            run_control.show_moment(recording.begin)
        else:
            run_control.show_moment(recording.last)
            self.stop()
