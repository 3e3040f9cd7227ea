"""A run for tests of its displays: the parts of `RunControl` that are used, and a recording made from formulas."""

from types import SimpleNamespace

import numpy as np
from mars.gui.runs.recording import Recording
from PySide6.QtCore import QObject, Signal


class FakeResults(QObject):
    recording_changed = Signal(object)
    runs_changed = Signal()
    filled = Signal(object)
    variables_changed = Signal()

    def __init__(self):
        super().__init__()
        self.recording, self.runs = None, []
        self.variables: dict[str, str] = {}
        self.watched: dict[str, list[str]] = {}

    @property
    def overlaid(self):
        return [run for run in self.runs if run.is_overlaid and run is not self.recording]

    def watch(self, owner, names):
        self.watched[owner] = list(names)

    def show(self, recording):
        self.recording = recording
        self.recording_changed.emit(recording)


class FakeCursor(QObject):
    moved = Signal(float)

    def __init__(self):
        super().__init__()
        self.t = 0.0


class FakeQuestions:
    def __init__(self):
        self.ledgers: list = []  # (until, answer)
        self.components: list = []  # (name, answer)

    def ledger(self, until, answer):
        self.ledgers.append((until, answer))

    def equations(self, name, answer):
        self.components.append((name, answer))


class FakeRunning(QObject):
    state_changed = Signal(str)

    def __init__(self):
        super().__init__()
        self.state = "idle"
        self.results, self.cursor, self.questions = FakeResults(), FakeCursor(), FakeQuestions()
        self.playback = SimpleNamespace(is_playing=False)

    def show(self, columns, *, end=1.0, rows=101, unknown=()):
        """A run whose columns {name: (unit, function of time)} are known, except those in `unknown`."""
        times = np.linspace(0.0, end, rows)
        units = {name: unit for name, (unit, _) in columns.items()}
        known = [name for name in columns if name not in unknown]
        recording = Recording({name: units[name] for name in known}, 0.0, end)
        recording.variables = self.results.variables = units
        values = np.column_stack([np.broadcast_to(columns[name][1](times), times.shape) for name in known])
        recording.append(times, known, values)
        self.state = "finished"
        self.results.show(recording)

    def seek(self, t):
        self.cursor.t = t
        self.cursor.moved.emit(t)

    def set_state(self, state):
        self.state = state
        self.state_changed.emit(state)
