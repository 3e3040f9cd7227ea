"""Logic gates."""

from functools import reduce
from math import prod

from mars.component import Choice, Count, Icon, Mode, Piece, ca

from ..signals.block import Block, Stroke, box, glyph, numbered, readers
from ..signals.limits import weight

TRUE = 0.5  # a signal above this is true
AND = glyph("M8,10 L-5,-4 q-3,-7 3,-7 q6,0 3,7 l-6,4 q-5,8 3,9 q7,0 9,-10")
OR = glyph("M-9,-6 l9,5 -9,5 M-9,9 h9 M7,-8 v17 M4,-5 l3,-3")
XOR = glyph("M-9,-3 h9 M-9,3 h9 M7,-8 v17 M4,-5 l3,-3")
ONE = glyph("M-3,-5 l4,-4 v18")
BUBBLE = ("face", "M14,0 a3,3 0 1 1 6,0 a3,3 0 1 1 -6,0 z")
INSIDE: dict[str, Stroke] = {"and": AND, "or": OR, "xor": XOR, "not": ONE, "nand": AND, "nor": OR}
INVERTS = ("not", "nand", "nor")


def gate_icon(operation: str, count: int) -> Icon:
    if operation in INVERTS:
        return box(INSIDE[operation], BUBBLE, reads=numbered(count), right=14)
    return box(INSIDE[operation], reads=numbered(count))


class Gate(Block, kind="logic.gate"):
    """Logic: gives 1 if the operation on its inputs is true, otherwise 0. A signal above 0.5 is true; xor is true if an odd
    number of them are; not has one input."""

    letters = "LOG"
    gives_steps = True
    operation = Choice("and", help="logic operation", options=tuple(INSIDE), key_parameter=True)
    inputs = Count(2, help="number of inputs", maximum=8)
    on = Mode("1 while the operation, before inversion, is true, else −1")
    icon = gate_icon("and", 2)

    @staticmethod
    def count(operation: str, inputs: int) -> int:
        return 1 if operation == "not" else inputs

    @classmethod
    def icon_for(cls, values):
        return gate_icon(values["operation"], cls.count(values["operation"], values["inputs"]))

    @classmethod
    def ports_for(cls, values):
        return cls.ports | readers(numbered(cls.count(values["operation"], values["inputs"])))

    def equations(self):
        true = weight(self.on)
        yield self.out.value == (1 - true if self.operation in INVERTS else true)

    def switches(self):
        above = [value - TRUE for value in self.read(*numbered(self.count(self.operation, self.inputs)))]
        if self.operation == "xor":
            decides = -prod(-each for each in above)  # the sign of the product tells whether their number is odd
        else:
            decides = reduce(ca.fmax if self.operation in ("or", "nor") else ca.fmin, above)
        yield Piece(self.on, decides, words=("becomes true", "becomes false"))
