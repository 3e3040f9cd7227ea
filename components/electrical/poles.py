"""Common parts of electrical components: two poles, and two pairs of poles."""

from mars.component import ELECTRICAL, Component, Port


class TwoPole(Component):
    """The current into p leaves at n; subclasses add one law between current and voltage."""

    p = Port(ELECTRICAL, at=(-30, 0), help="positive terminal")
    n = Port(ELECTRICAL, at=(30, 0), help="negative terminal")

    def across(self):
        """Voltage of p relative to n."""
        return self.p.voltage - self.n.voltage

    def equations(self):
        yield self.n.current == -self.p.current
        yield self.law_between()

    def law_between(self):
        """The one equation of current and voltage."""
        raise NotImplementedError


class Passive(TwoPole):
    """A two-pole that stores no energy: all input power is heat."""

    def stored(self):
        return 0.0

    def loss(self):
        return self.across() * self.p.current


class TwoPairs(Component):
    """Two pairs of poles with one current each."""

    p1 = Port(ELECTRICAL, at=(-30, -20), help="positive terminal of the first pair")
    n1 = Port(ELECTRICAL, at=(-30, 20), help="negative terminal of the first pair")
    p2 = Port(ELECTRICAL, at=(30, -20), help="positive terminal of the second pair")
    n2 = Port(ELECTRICAL, at=(30, 20), help="negative terminal of the second pair")

    def voltages(self):
        """Voltages across the first and the second pair."""
        return self.p1.voltage - self.n1.voltage, self.p2.voltage - self.n2.voltage

    def equations(self):
        yield self.n1.current == -self.p1.current
        yield self.n2.current == -self.p2.current
        yield from self.laws_between()

    def laws_between(self):
        """The two equations of currents and voltages."""
        raise NotImplementedError
