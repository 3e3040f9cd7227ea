"""A section added to the table of `mars.document.sections` is undoable and puts runs out of date."""

import pytest
from mars.gui.document.document import Document

from mars.document.circuit import Circuit
from mars.document.sections import SECTIONS, Section


@pytest.mark.parametrize("section", [
    Section("cameras", "cameras", keyed=True, physical=True),
    Section("cameras", "cameras", physical=True),
    Section("cameras", "cameras", keyed=True, in_bytes=True),
    Section("cameras", in_drawing="cameras", keyed=True, in_bytes=True),
    Section("cameras", in_drawing="cameras"),
])  # fmt: skip
def test_a_section_of_the_table_is_undone(qtbot, monkeypatch, section):
    monkeypatch.setattr(Circuit, "cameras", {}, raising=False)
    drawing = SECTIONS["drawing"]
    monkeypatch.delitem(SECTIONS, "drawing")  # it comes after its parts
    monkeypatch.setitem(SECTIONS, "cameras", section)
    monkeypatch.setitem(SECTIONS, "drawing", drawing)
    circuit = Circuit("with cameras")
    (circuit.drawing if section.in_drawing else vars(circuit))["cameras"] = {"front": [1, 2], "top": [3]}
    document = Document(circuit)
    before, changes = circuit.to_data(), []
    document.changed.connect(changes.append)

    def edit(circuit):
        cameras = circuit.drawing["cameras"] if section.in_drawing else circuit.cameras
        cameras["front"] = [1, 2.5]
        del cameras["top"]

    document.edit("Move a camera", edit)
    after = document.circuit.to_data()
    assert after != before and [change.is_physical for change in changes] == [section.physical]
    assert changes[0].keys("cameras") == ({"front", "top"} if section.keyed else {None})
    document.undo_stack.undo()
    assert document.circuit.to_data() == before
    document.undo_stack.redo()
    assert document.circuit.to_data() == after
