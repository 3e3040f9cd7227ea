"""A run for tests of its displays: the signals and attributes of `RunControl`, and a recording made from formulas."""

import numpy as np
from mars.gui.runs.recording import Recording
from PySide6.QtCore import QObject, Signal


class FakeRunning(QObject):
    state_changed = Signal(str)
    recording_changed = Signal(object)
    filled = Signal(object)
    moved = Signal(float)
    variables_changed = Signal()

    def __init__(self):
        super().__init__()
        self.state, self.t, self.recording = "idle", 0.0, None
        self.variables: dict[str, str] = {}
        self.watched: dict[str, list[str]] = {}
        self.asked: list = []  # (until, answer) of ledgers

    def watch(self, owner, names):
        self.watched[owner] = list(names)

    def ask_ledger(self, until, answer):
        self.asked.append((until, answer))

    def show(self, columns, *, end=1.0, rows=101, unknown=()):
        """A run whose columns {name: (unit, function of time)} are known, except those in `unknown`."""
        times = np.linspace(0.0, end, rows)
        units = {name: unit for name, (unit, _) in columns.items()}
        known = [name for name in columns if name not in unknown]
        self.recording = Recording({name: units[name] for name in known}, 0.0, end)
        self.recording.variables = self.variables = units
        values = np.column_stack([np.broadcast_to(columns[name][1](times), times.shape) for name in known])
        self.recording.append(times, known, values)
        self.state = "finished"
        self.recording_changed.emit(self.recording)

    def seek(self, t):
        self.t = t
        self.moved.emit(t)

    def set_state(self, state):
        self.state = state
        self.state_changed.emit(state)
