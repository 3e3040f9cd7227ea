"""Random edits of a circuit."""

from __future__ import annotations

import random

from mars.gui import edits

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.kinds.registry import kinds
from mars.pictures.sheet.symbols import symbols

KINDS = sorted(kinds())


class Hand:
    """A random editor of circuits; refused edits leave the circuit as it was."""

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
        offers = edits.fitting_kinds(edits.LinkRules(circuit, end).domain, circuit, end)
        if not offers:
            raise DocumentError("nothing fits")
        kind, port = self.random.choice(offers)
        return edits.add_linked(circuit, kind, end, self.random.choice((None, self.place())), port=port)
