"""Undoing all edits of a file's kinds restores the identical file, and redoing them gives the same result."""

import random

import pytest
from mars.gui import edits
from mars.gui.definitions.icon_templates import GLYPHS
from mars.gui.document.document import Document

from mars.document.storage import check, dumps, load
from mars.errors import MarsError
from mars.kinds.definition_edits import remove_definition, rename_definition
from mars.kinds.hierarchy import sheets
from mars.topology.flat_circuit import flatten
from tests.helpers.paths import CIRCUITS

TEXTS = ("port a: rotation\na.torque = 0 N·m\n", "port a: rotation\nwrong", "port u: signal in\nport y: signal out\ny = 2*u\n")
NAMES = ("Axis", "Rod", "Fan", "base", "turn", "x", "two words", "")


def some_edit(document: Document, rng: random.Random):
    """A random edit of definitions, on the current sheet or on the whole file."""
    root, shown = document.root, document.circuit
    kind, name = rng.choice([*root.definitions, "None"]), rng.choice(NAMES)
    sheet = rng.choice([*sheets(root), "None"])
    ports = list(edits.ports_of(root, sheet)) if sheet in root.definitions else []
    port = rng.choice([*ports, "none"])
    parts = rng.sample(list(shown.components), min(len(shown.components), rng.randint(1, 3)))
    one = rng.choice([*shown.components, "none"])
    return rng.choice(
        [
            (document.edit, lambda c: edits.make_subcircuit(c, parts, name, letters=rng.choice(["", "Q"]))),
            (document.edit, lambda c: edits.dissolve(c, one)),
            (document.edit, lambda c: edits.add(c, kind, (100, 100))),
            (document.edit_root, lambda c: edits.define(c, name, rng.choice(TEXTS), was=rng.choice(["", kind]))),
            (document.edit_root, lambda c: rename_definition(c, kind, name)),
            (document.edit_root, lambda c: remove_definition(c, kind)),
            (document.edit_root, lambda c: edits.set_looks(c, kind, icon=rng.choice([None, *GLYPHS.values()]), note=name)),
            (document.edit_root, lambda c: edits.rename_port(c, sheet, port, name)),
            (document.edit_root, lambda c: edits.move_port(c, sheet, port, rng.choice([-1, 1]))),
            (document.edit_root, lambda c: edits.set_side(c, sheet, port, rng.choice(["left", "top", "nowhere"]))),
            (document.edit_root, lambda c: edits.add_port(c, sheet, rng.choice(["ports.frame", "ports.signal_out"]))),
            (document.edit_root, lambda c: edits.make_parameter(c, sheet, rng.choice(["SB1", "KN1", "R1"]), "mass")),
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_undoing_everything_gives_back_the_file(qapp, seed):
    rng = random.Random(seed)
    document = Document(load(CIRCUITS / "two_segment_manipulator.mars"))
    edits.make_subcircuit(document.root, ["KN1", "SB1", "KN2"], "Axis")
    document.replace(document.root)
    before = dumps(document.root)
    done = 0
    for _ in range(40):
        if rng.random() < 0.2:
            document.show(rng.choice(["", *sheets(document.root)]))
        count = document.undo_stack.count()
        edit, change = some_edit(document, rng)
        try:
            edit("Edit", change)
        except MarsError:  # refused; nothing may have changed
            assert document.undo_stack.count() == count
        done += document.undo_stack.count() > count
        check(document.root.to_data())
        flatten(document.root)  # everything can be flattened
    assert done > 4
    after = dumps(document.root)
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert dumps(document.root) == before
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    assert dumps(document.root) == after
