"""The history of a long session is bounded: a slider that is dragged leaves one change, many edits leave the newest."""

import gc

from mars.gui.document import document as module
from mars.gui.document.changes import Change
from mars.gui.document.document import Document

import mars
from tests.helpers.paths import CIRCUITS


def changes_alive() -> int:
    gc.collect()
    return sum(isinstance(each, Change) for each in gc.get_objects())


def test_a_dragged_slider_leaves_one_change(qapp):
    document = Document(mars.load(CIRCUITS / "pendulum.mars"))
    document.edit("Mass", lambda circuit: circuit.set("SB1.mass", 2), merge="slider")
    before = changes_alive()
    for i in range(100):
        document.edit("Mass", lambda circuit, i=i: circuit.set("SB1.mass", 3 + i), merge="slider")
    assert changes_alive() <= before + 2 and document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.circuit.to_data() == mars.load(CIRCUITS / "pendulum.mars").to_data()
    document.undo_stack.redo()
    assert document.circuit.components["SB1"].values["mass"] == 102


def test_the_oldest_of_many_edits_are_forgotten(qapp, monkeypatch):
    monkeypatch.setattr(module, "HISTORY", 20)
    document = Document(mars.load(CIRCUITS / "pendulum.mars"))
    for i in range(50):
        document.edit("Mass", lambda circuit, i=i: circuit.set("SB1.mass", 3 + i))
    assert document.undo_stack.count() == 20 and document.is_modified
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.circuit.components["SB1"].values["mass"] == 32 and document.is_modified
