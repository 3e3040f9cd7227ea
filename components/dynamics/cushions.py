"""Common part of laws with a free range and forces beyond its two ends."""

from mars.component import Component, Mode

from .pressed import Pressed, Push


class Cushions(Component):
    """A cushion at each end of the position of a relative to b; subclasses define the ends and the force of a cushion."""

    at_lower = Mode("1 while in contact with the lower end, else −1")
    at_upper = Mode("1 while in contact with the upper end, else −1")

    def ends(self):
        """Lower and upper end of the free range."""
        raise NotImplementedError

    def push(self) -> Push:
        raise NotImplementedError

    def slip(self):
        """Position and speed of a relative to b."""
        return self.a.position - self.b.position, self.a.potential - self.b.potential

    def sides(self) -> tuple[Pressed, Pressed]:
        position, speed = self.slip()
        (lower, upper), push = self.ends(), self.push()
        return (
            Pressed(self.at_lower, lower - position, -speed, self.stiffness, push),
            Pressed(self.at_upper, position - upper, speed, self.stiffness, push),
        )

    def equations(self):
        lower, upper = self.sides()
        yield self.a.stream == upper.force - lower.force
        yield self.b.stream == lower.force - upper.force

    def switches(self):
        for side in self.sides():
            yield side.piece

    def stored(self):
        lower, upper = self.sides()
        return lower.stored + upper.stored

    def loss(self):
        lower, upper = self.sides()
        return lower.loss + upper.loss
