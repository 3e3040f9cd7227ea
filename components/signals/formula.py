"""Any formula of several signals."""

from mars.component import Count, DocumentError, Formula

from .block import Block, box, glyph, numbered, readers

MOST = 8
F_OF = glyph("M-2,-11 q-6,-2 -7,4 l-2,15 q-1,4 -4,3 M-13,-2 h9 M4,-8 q-4,8 0,17 M13,-8 q4,8 0,17 M7,-2 l4,7 M11,-2 l-4,7")


def icon_for(count: int):
    return box(F_OF, reads=numbered(count, "u"))


class FormulaBlock(Block, kind="signals.formula"):
    """Any formula of its inputs u1, u2, …, of the time t and of circuit variables. Its corners and jumps (if, abs, sign, min,
    max, floor, mod) are located exactly."""

    letters = "F"
    inputs = Count(2, help="number of inputs", maximum=MOST)
    formula = Formula(
        "u1*u2", help="expression in u1, u2, …, t and circuit variables", words=tuple(numbered(MOST, "u")), key_parameter=True
    )
    icon = icon_for(2)

    @classmethod
    def icon_for(cls, values):
        return icon_for(values["inputs"])

    @classmethod
    def check(cls, values):
        known = numbered(values["inputs"], "u")
        missing = sorted(values["formula"].expression.names & set(numbered(MOST, "u")) - set(known))
        if missing:
            raise DocumentError(
                "its formula uses {missing}, but the block only has {known}. Increase the number of inputs",
                code="unknown-variable",
                missing=missing[0],
                known=", ".join(known),
            )

    @classmethod
    def ports_for(cls, values):
        return cls.ports | readers(numbered(values["inputs"], "u"))

    @classmethod
    def modes_for(cls, values):
        return values["formula"].held.modes

    def scope(self):
        """What the formula can read: inputs, circuit variables, the time and its modes."""
        names = numbered(self.inputs, "u")
        modes = {name: getattr(self, name) for name in self.formula.held.modes}
        words = dict(zip(names, self.read(*names), strict=True))
        return {**self.formula.values, **words, **modes, "t": self.time, "segment": self.segment}

    def equations(self):
        yield self.out.value == self.formula.held.value(self.scope())

    def switches(self):
        yield from self.formula.held.rules(self.scope())
