"""Random edits on several sheets of one file: undoing and redoing all of them restores the identical files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mars.gui.document.document import Document

from mars.document.storage import dumps, loads
from mars.errors import DocumentError
from mars.kinds.definitions import sheet_of
from mars.pictures.sheet.symbols import symbols
from mars.topology.flat_circuit import flatten
from tests.helpers.gui.random_edits import Hand
from tests.helpers.nested_circuit import two_axes

SHEETS = ("", "Axis", "Wrist")


@pytest.fixture(scope="module")
def written() -> str:
    return dumps(two_axes())


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_random_edits_on_all_sheets_can_be_undone_and_redone(written, qapp, seed):
    document, hand = Document(loads(written)), Hand(seed)
    for _ in range(25):
        document.show(hand.random.choice(SHEETS))
        before = dumps(document.root)
        try:
            document.edit("Edit", hand.edit)
        except DocumentError as error:
            assert str(error) and dumps(document.root) == before
        assert document.sheet == "" or document.circuit == sheet_of(document.root, document.sheet)
        flatten(document.root)  # never raises
        if document.sheet:
            symbols(document.circuit)
    after = dumps(document.root)
    assert dumps(loads(after)) == after
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert dumps(document.root) == written
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    assert dumps(document.root) == after
    document.undo_stack.clear()
