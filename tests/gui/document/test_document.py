"""Edits, undo and redo: the circuit is the only source of truth, a history entry is the difference made by an edit."""

import pytest

from mars.document.storage import dumps
from mars.errors import DocumentError


def test_an_edit_is_one_entry_and_undo_gives_back_the_very_same_file(fig1):
    before = dumps(fig1.circuit)
    fig1.edit("Remove SB1", lambda circuit: circuit.remove("SB1"))
    after = dumps(fig1.circuit)
    assert fig1.undo_stack.count() == 1 and after != before
    fig1.undo_stack.undo()
    assert dumps(fig1.circuit) == before
    fig1.undo_stack.redo()
    assert dumps(fig1.circuit) == after


def test_renaming_everywhere_is_undone_everywhere(fig1):
    before = dumps(fig1.circuit)
    fig1.edit("Rename", lambda circuit: circuit.rename("KN1", "Шарнир"))
    assert "KN1" not in dumps(fig1.circuit)
    fig1.undo_stack.undo()
    assert dumps(fig1.circuit) == before


def test_an_edit_that_fails_changes_nothing(fig1):
    before, revision = dumps(fig1.circuit), fig1.revision

    def half(circuit):
        circuit.remove("SB1")
        raise DocumentError("SB2: no")

    with pytest.raises(DocumentError):
        fig1.edit("Half", half)
    assert dumps(fig1.circuit) == before and fig1.revision == revision and fig1.undo_stack.count() == 0


def test_an_edit_without_effect_makes_no_entry(fig1):
    fig1.edit("Nothing", lambda circuit: circuit.set("SB1.length", "0.6 m"))
    assert fig1.undo_stack.count() == 0


def test_a_whole_number_and_its_float_are_different_texts(document):
    document.edit("Add", lambda circuit: circuit.add("bodies.rod", "SB1", at=(0, 0), length=1))
    document.edit("Set", lambda circuit: circuit.set("SB1.length", 1.0))
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    assert '"length": 1}' in dumps(document.circuit)


def test_a_dragged_slider_is_one_entry(fig1):
    before = dumps(fig1.circuit)
    for angle in range(10):
        fig1.edit("Start angle", lambda circuit, a=angle: circuit.set_start("KN1.angle", f"{a} deg"), merge="slider")
    assert fig1.undo_stack.count() == 1
    fig1.end_merging()
    fig1.edit("Start angle", lambda circuit: circuit.set_start("KN1.angle", "50 deg"), merge="slider")
    assert fig1.undo_stack.count() == 2
    fig1.undo_stack.undo()
    fig1.undo_stack.undo()
    assert dumps(fig1.circuit) == before


def test_an_undo_between_ends_a_row(fig1):
    fig1.edit("a", lambda circuit: circuit.set_start("KN1.angle", 1.0), merge="slider")
    fig1.undo_stack.undo()
    fig1.edit("a", lambda circuit: circuit.set_start("KN1.angle", 2.0), merge="slider")
    fig1.edit("a", lambda circuit: circuit.set_start("KN1.angle", 3.0), merge="slider")
    fig1.undo_stack.undo()
    assert fig1.circuit.start["KN1.angle"].value == "30 deg"


def test_changes_say_what_differs(fig1, qtbot):
    changes = []
    fig1.changed.connect(changes.append)
    fig1.edit("Set", lambda circuit: circuit.set("SB1.length", 0.7))
    fig1.edit("Unlink", lambda circuit: circuit.disconnect("SB2.2", "Ef3.1"))
    assert changes[0].components == {"SB1"} and not changes[0].links and changes[0].is_physical
    assert changes[1].links == {"SB2.2 Ef3.1"} and not changes[1].components
    fig1.undo_stack.undo()
    assert changes[2].links == {"SB2.2 Ef3.1"}


def test_looks_are_not_physics(fig1):
    changes = []
    fig1.changed.connect(changes.append)

    def move(circuit):
        circuit.drawing["components"]["SB1"]["at"] = [260, 20]

    fig1.edit("Move", move)
    assert changes[0].components == {"SB1"} and not changes[0].is_physical


def test_undoing_to_the_saved_state_is_unmodified(fig1):
    fig1.undo_stack.setClean()
    fig1.edit("Set", lambda circuit: circuit.set("SB1.length", 0.7))
    assert fig1.is_modified
    fig1.undo_stack.undo()
    assert not fig1.is_modified


def test_selection_drops_what_was_removed(fig1, qtbot):
    from mars.gui.document.selection import Selection

    selection = Selection(fig1)
    selection.set(["SB1", "KN1"], ["KN1.2 SB1.1"])
    fig1.edit("Remove", lambda circuit: circuit.remove("SB1"))
    assert selection.components == {"KN1"} and not selection.links


def test_a_renamed_component_stays_selected_through_undo(fig1):
    from mars.gui.document.selection import Selection

    selection = Selection(fig1)
    selection.set(["SB1"])
    fig1.edit("Rename", lambda circuit: circuit.rename("SB1", "Arm"))
    assert selection.only == "Arm"
    fig1.undo_stack.undo()
    assert selection.only == "SB1"


def test_a_row_of_edits_that_brings_everything_back_leaves_no_entry(fig1):
    def damp(value, merge="row"):
        fig1.edit("Damp", lambda circuit: circuit.set("DC.damping", value), merge)

    damp(2.0, merge="")
    fig1.undo_stack.setClean()
    before = dumps(fig1.circuit)
    for value in (3.0, 4.0, 2.0):
        damp(value)
    assert fig1.undo_stack.count() == 1 and not fig1.is_modified and dumps(fig1.circuit) == before
    damp(5.0)  # the same merge key continues: a separate entry, not part of the one before
    damp(6.0)
    assert fig1.undo_stack.count() == 2
    fig1.undo_stack.undo()
    assert dumps(fig1.circuit) == before
