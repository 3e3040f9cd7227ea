"""Playing back: the time cursor moves by itself through results that are there."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

if TYPE_CHECKING:
    from .run_control import RunControl

PICTURE = 16  # milliseconds


class Playback(QObject):
    """At the speed of the run; from the beginning when the cursor is at the end."""

    changed = Signal(bool)  # whether it plays

    def __init__(self, running: RunControl):
        super().__init__(running)
        self._running = weakref.proxy(running)
        self.repeats = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=PICTURE)
        self._timer.timeout.connect(self._beat)

    @property
    def is_playing(self) -> bool:
        return self._timer.isActive()

    def set_repeats(self, repeats: bool) -> None:
        self.repeats = repeats

    def toggle(self) -> None:
        self.stop() if self.is_playing else self.start()

    def start(self) -> None:
        running = self._running
        if running.state not in ("paused", "finished") or running.recording is None or running.recording.count < 2:
            return
        if running.is_at_end:
            running.show_moment(running.recording.begin)
        self._clock.start()
        self._timer.start()
        self.changed.emit(True)

    def stop(self) -> None:
        if self.is_playing:
            self._timer.stop()
            self.changed.emit(False)

    def _beat(self) -> None:
        running = self._running
        recording = running.recording
        if recording is None:
            self.stop()
            return
        passed = self._clock.restart() / 1000
        speed = running.speed if running.speed is not None else (recording.last - recording.begin) / 3
        t = running.t + passed * speed
        if t < recording.last:
            running.show_moment(t)
        elif self.repeats:
            running.show_moment(recording.begin)
        else:
            running.show_moment(recording.last)
            self.stop()
