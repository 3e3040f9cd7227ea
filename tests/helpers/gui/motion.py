"""For tests of the motion view: a run of a circuit as a recording, and a fake of the editor's runs."""

from types import SimpleNamespace

import numpy as np
from mars.gui.runs.recording import Recording
from PySide6.QtCore import QObject, Signal

import mars
from mars.mechanism.poses import PoseTree


def recorded(circuit, extra=(), until=2.0, rows=201, **changes):
    """A run with its coordinates and further variables at equal steps."""
    for name, value in changes.items():
        circuit.set(name.replace("__", "."), value)
    run = mars.simulate(circuit, until=until)
    known = run.variables.table
    names = [name for name in dict.fromkeys([*PoseTree(circuit).start().coordinates, *extra]) if name in known]
    times = np.linspace(0.0, until, rows)
    values = run.at(times, *names)
    recording = Recording({name: known[name][0] for name in names}, 0.0, until)
    recording.append(times, names, np.column_stack([values[name] for name in names]))
    return recording


class Running(QObject):
    """The editor's run control, as far as the motion view uses it."""

    recording_changed = Signal(object)
    runs_changed = Signal()
    variables_changed = Signal()
    filled = Signal(object)

    def __init__(self):
        super().__init__()
        self.recording, self.runs, self.variables, self.watched = None, [], {}, {}
        self.state, self.playback = "finished", SimpleNamespace(is_playing=False)

    @property
    def overlaid(self):
        return [run for run in self.runs if run.is_overlaid and run is not self.recording]

    def watch(self, owner, names):
        self.watched[owner] = list(names)

    def show(self, recording, *others):
        self.recording, self.runs = recording, [*others, recording]
        self.recording_changed.emit(recording)
