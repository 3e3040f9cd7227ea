"""For tests of the motion view: a run of a circuit as a recording, and a fake of the editor's runs."""

import numpy as np
from mars.gui.runs.recording import Recording

import mars
from mars.mechanism.poses import PoseTree
from tests.helpers.gui.fake_run import FakeRunning


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


class Running(FakeRunning):
    """With finished runs, as far as the motion view uses them."""

    def __init__(self):
        super().__init__()
        self.state = "finished"

    def show(self, recording, *others):
        self.results.runs = [*others, recording]
        self.results.show(recording)
