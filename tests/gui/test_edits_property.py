"""Random edits on random circuits: the file stays valid, every wire is drawn, and undoing all gives back the identical file."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mars.gui import edits
from mars.gui.document import Document

from mars import circuits
from mars.circuit import Circuit
from mars.errors import DocumentError
from mars.pictures.rerouting import settle
from mars.pictures.routing import end_place
from mars.pictures.sheet import symbols
from mars.registry import kinds
from mars.storage import dumps, load, loads

KINDS = sorted(kinds())
EXAMPLES = ("two_segment_manipulator", "four_bar", "slider_crank", "backlash_drive", "gripper_pick_and_place")


def check_drawing(circuit: Circuit) -> None:
    """What holds after every edit."""
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


class Hand:
    """Somebody who edits at random; what is refused leaves the circuit as it was."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def place(self) -> tuple[float, float]:
        return self.random.uniform(-300, 900), self.random.uniform(-300, 400)

    def some(self, items: list, most: int = 4) -> list:
        return self.random.sample(items, min(len(items), self.random.randint(1, most)))

    def port(self, circuit: Circuit) -> str:
        name = self.random.choice(list(circuit.components))
        return f"{name}.{self.random.choice([*symbols(circuit)[name].terminals, 'nowhere'])}"

    def edit(self, circuit: Circuit) -> object:
        choose, names = self.random.choice, list(circuit.components)
        keys = [link.key for link in circuit.links]
        if not names:
            return edits.add(circuit, choose(KINDS), self.place())
        ways = [
            lambda: edits.add(circuit, choose(KINDS), self.place(), turn=self.random.randrange(4), flip=choose((True, False))),
            lambda: edits.move(circuit, self.some(names), *self.place()),
            lambda: edits.move(circuit, self.some(names, len(names)), 10 * self.random.randint(-9, 9), 30),
            lambda: edits.turn(circuit, self.some(names), self.random.randrange(1, 4)),
            lambda: edits.flip(circuit, self.some(names), upright=choose((True, False))),
            lambda: edits.align(circuit, self.some(names), choose(("left", "centre", "right", "top", "middle", "bottom"))),
            lambda: edits.distribute(circuit, self.some(names, 5), choose(("across", "down"))),
            lambda: edits.set_disabled(circuit, self.some(names), choose((True, False))),
            lambda: edits.connect(circuit, self.port(circuit), self.port(circuit)),
            lambda: self.add_linked(circuit),
            lambda: self.add_linked(circuit),
            lambda: edits.swap_kind(circuit, choose(names), choose(KINDS)),
            lambda: edits.remove(circuit, self.some(names, 2)),
            lambda: edits.rename(circuit, choose(names), choose(("Локоть", "KN7", "X", "a b"))),
            lambda: edits.attach(circuit, choose(names), choose(("drive", "damper", "spring", "limits"))),
            lambda: edits.pasted(circuit, edits.copied(circuit, self.some(names, 5)), choose((None, self.place()))),
            lambda: edits.add_note(circuit, "a note", self.place()),
            lambda: edits.add_variable(circuit, None, "2 m", "m"),
            lambda: edits.add_point(circuit, choose(names)),
            lambda: edits.set_settings(circuit, title=f"Title {self.random.randrange(9)}", run={"until": "3 s"}),
        ]
        if keys:
            key = choose(keys)
            ends = key.split(" ")
            ways += 2 * [
                lambda: edits.join(circuit, self.port(circuit), key, self.place()),
                lambda: edits.join_links(circuit, key, self.place(), choose(keys), self.place()),
                lambda: edits.insert(circuit, choose(names), key),
                lambda: edits.insert(circuit, edits.add(circuit, "joints.rotation", self.place()), key),
                lambda: edits.insert_new(circuit, choose(KINDS), key, self.place(), turn=self.random.randrange(4)),
                lambda: edits.reattach(circuit, key, choose(ends), choose((self.port(circuit), choose(keys))), self.place()),
                lambda: edits.disconnect(circuit, [key]),
                lambda: edits.move_segment(circuit, key, self.random.randrange(5), self.random.uniform(-60, 60)),
                lambda: edits.straighten(circuit, self.some(keys)),
            ]
        return choose(ways)()

    def add_linked(self, circuit: Circuit) -> object:
        end = self.port(circuit)
        offers = edits.fitting_kinds(edits.Refusals(circuit, end).domain, circuit, end)
        if not offers:
            raise DocumentError("nothing fits")
        kind, port = self.random.choice(offers)
        return edits.add_linked(circuit, kind, end, self.random.choice((None, self.place())), port=port)


def settled(circuit: Circuit) -> Circuit:
    settle(circuit)
    return circuit


@pytest.fixture(scope="module")
def examples() -> dict[str, str]:
    from importlib.resources import files

    folder = files(circuits)
    return {name: dumps(settled(load(str(folder / f"{name}.mars")))) for name in EXAMPLES}


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
