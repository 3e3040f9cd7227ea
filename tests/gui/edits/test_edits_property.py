"""Random edits on random circuits: the file stays valid, every wire is drawn, and undoing all restores the identical file."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mars.gui.document.document import Document

from mars import circuits
from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, loads
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.pictures.sheet.junctions import end_place
from mars.pictures.sheet.symbols import symbols
from tests.helpers.gui.random_edits import Hand

EXAMPLES = ("two_segment_manipulator", "four_bar", "slider_crank", "backlash_drive", "gripper_pick_and_place")


def check_drawing(circuit: Circuit) -> None:
    """Invariants after every edit."""
    found = symbols(circuit)
    junctions = {name: (float(at[0]), float(at[1])) for name, at in circuit.drawing.get("junctions", {}).items()}
    looks = circuit.drawing.get("links", {})
    for link in circuit.links:
        points = [tuple(map(float, point)) for point in looks[link.key]["route"]]
        assert points[0] == end_place(link.a, found, junctions)[0], link.key
        assert points[-1] == end_place(link.b, found, junctions)[0], link.key
        assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points)), (link.key, points)
    counts = Counter(end for link in circuit.links for end in link.ends if end.startswith("#"))
    assert all(count > 2 for count in counts.values()), counts
    assert set(looks) == {link.key for link in circuit.links}
    assert set(circuit.drawing.get("junctions", {})) == set(counts)
    assert all(coordinate % 10 == 0 for look in circuit.drawing["components"].values() for coordinate in look["at"])


def settled(circuit: Circuit) -> Circuit:
    reroute(circuit)
    return circuit


@pytest.fixture(scope="module")
def examples() -> dict[str, str]:
    from importlib.resources import files

    folder = files(circuits)
    return {name: dumps(settled(load(str(folder / f"{name}.mars")))) for name in EXAMPLES}


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), example=st.sampled_from(("", *EXAMPLES)))
def test_random_edits_keep_the_drawing_whole_and_can_all_be_undone(examples, qapp, seed, example):
    circuit = loads(examples[example]) if example else Circuit("New", motions="Tx Ty Rz")
    document, hand = Document(circuit), Hand(seed)
    before = dumps(circuit)
    done = 0
    for _ in range(25):
        here = document.circuit.to_data()
        try:
            document.edit("Edit", hand.edit)
        except DocumentError as error:
            assert str(error) and document.circuit.to_data() == here
            continue
        done += document.circuit.to_data() != here
        check_drawing(document.circuit)
    after = dumps(document.circuit)
    assert dumps(loads(after)) == after
    assert document.undo_stack.count() >= done > 0
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert dumps(document.circuit) == before
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    assert dumps(document.circuit) == after
    document.undo_stack.clear()
