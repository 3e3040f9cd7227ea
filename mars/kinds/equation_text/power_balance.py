"""Checks numerically whether the power into a component equals what it stores and dissipates.

The check uses random states, with the rest solved from the equations. Only certain errors are reported: the sums must differ
everywhere, and states and positions must not depend on each other, since a formula may then be valid where it is used and
invalid where it is tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from random import Random

import numpy as np

from mars.component.domains import FRAME
from mars.errors import DocumentError
from mars.formulas.syntax_tree import FLOATS, TIME, value_of
from mars.kinds.equation_text.formula import LineFormula, rate_of
from mars.kinds.equation_text.meaning import Checked
from mars.kinds.equation_text.statements import EquationLine

PLACES, TRIES = 5, 25
OFF = 1e-5  # relative to the sum of all terms; rounding errors are far smaller
STEPS = 6  # of Newton's method
MOST = 12  # equations solved together; more would be too slow while the user types
SHORT = 1e-5  # relative step for numeric derivatives

Numbers = dict[str, float]
Sums = tuple[float, float, float]  # power in, rate of the stored energy, loss
BROKEN = (DocumentError, ArithmeticError, ValueError, TypeError, np.linalg.LinAlgError)  # the formulas have no value there


def what_is_off(found: Checked) -> Sums | None:
    """The sums at one of the points, if they differ at all of them; None if they balance or cannot be decided."""
    try:
        trial = _Trial(found)
    except CycleError:
        return None
    if not trial.can_tell:
        return None
    off: list[Sums] = []
    for place in trial.places():
        found_there = trial.sums(place)
        if found_there is None:
            continue
        sums, noise = found_there
        if not abs(sums[0] - sums[1] - sums[2]) > noise:
            return None
        if not trial.is_free(place):
            return None
        off.append(sums)
        if len(off) == PLACES:
            return sums
    return None


class _Trial:
    def __init__(self, found: Checked):
        self.found, self.random = found, Random(1)
        names = found.names
        alone = {line.left.alone: line for line in found.equations if line.left.alone in names.streams}
        self.rest = [line for line in found.equations if alone.get(line.left.alone) is not line]
        reads = {name: set(given.reads) for name, given in found.given.items()}
        reads |= {name: set(line.right.names) for name, line in alone.items()}
        order = TopologicalSorter({name: each & reads.keys() for name, each in reads.items()}).static_order()
        self.steps: list[tuple[str, EquationLine | None]] = [(name, alone.get(name)) for name in order if name in reads]
        self.reads = reads
        self.place = sorted(names.states | names.positions)
        movable = {rate_of(name) for name in names.movable}
        self.free = sorted((names.potentials | names.inputs | movable | names.streams) - alone.keys())
        self.rate_of = {name: rate_of(name) for name in names.states}
        for port in found.ports:
            if port.domain.moves:
                self.rate_of[f"{port.name}.{port.domain.position}"] = f"{port.name}.{port.domain.potential}"

    @property
    def can_tell(self) -> bool:
        """Vector ports and given motions are skipped, and the energy must depend only on positions, states and speeds."""
        found, names = self.found, self.found.names
        if found.is_source or not found.balances or len(self.rest) > MOST:
            return False
        if found.kinematic or any(port.domain is FRAME for port in found.ports):
            return False
        kept = names.states | names.positions | names.movable | names.constants
        stored = found.balances.get("stored")
        return stored is None or self._behind(stored) <= kept

    def _behind(self, *formulas: LineFormula) -> set[str]:
        """The names on which formulas ultimately depend."""
        waiting = [name for formula in formulas for name in formula.names]
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += self.reads.get(name, ())
        return seen - self.reads.keys()

    def places(self) -> Iterator[Numbers]:
        """Parameters, states and positions of typical size."""
        starts = {value.name: (value.number, value.scale) for value in self.found.values}
        constants = {name: starts[name][0] for name in self.found.names.constants}
        for _ in range(TRIES):
            place = {name: self._some() for name in self.place}
            for name in self.found.names.states:
                start, scale = starts[name]
                place[name] = start * (1 + 0.3 * self._some()) if start else scale * self._some()
            yield {TIME: 0.7, **constants, **place}

    def _some(self) -> float:
        return self.random.choice((-1, 1)) * self.random.uniform(0.3, 1.5)

    def _rest(self) -> Numbers:
        usual = {f"{port.name}.{port.domain.potential}": port.domain.usual for port in self.found.ports}
        return {name: usual.get(name, 0.0) + self._some() for name in self.free}

    def solved(self, place: Numbers) -> Numbers | None:
        """All values at a point, starting from random speeds, voltages and signals, as close to them as the equations allow."""
        rest = self._rest()
        try:
            for _ in range(STEPS):
                here = self.all(place | rest)
                left = self._residuals(here)
                if np.abs(left).max(initial=0.0) <= 1e-9 * (1 + max(abs(value) for value in here.values())):
                    return here
                slopes = [(self._residuals(self.all(place | rest | {n: rest[n] + 1e-6})) - left) / 1e-6 for n in self.free]
                step = np.linalg.lstsq(np.array(slopes).T, -left, rcond=None)[0]
                rest = {name: rest[name] + float(change) for name, change in zip(self.free, step, strict=True)}
        except BROKEN:
            return None
        return None

    def all(self, numbers: Numbers) -> Numbers:
        """The numbers with everything that follows from them, line by line."""
        known = dict(numbers)
        known |= {rate_of(place): known[speed] for place, speed in self.rate_of.items() if speed in known}
        for name, line in self.steps:
            if line is not None:
                known[name] = _value(line.right, known)
            else:
                given = self.found.given[name]
                factor = 1.0 if given.factor is None else float(value_of(given.factor, known, FLOATS))
                known[name] = _value(given.right, known) / factor
        return known

    def _residuals(self, here: Numbers) -> np.ndarray:
        return np.array([_value(line.left, here) - _value(line.right, here) for line in self.rest])

    def sums(self, place: Numbers) -> tuple[Sums, float] | None:
        """The sums, and their possible rounding error."""
        here = self.solved(place)
        if here is None:
            return None
        powers = []
        for port in self.found.ports:
            if not port.domain.informs:
                potential = 1.0 if port.domain.stream_is_power else here[f"{port.name}.{port.domain.potential}"]
                powers.append(potential * here[f"{port.name}.{port.domain.stream}"])
        stored, loss = (self.found.balances.get(what) for what in ("stored", "loss"))
        try:
            rate, noise = (0.0, 0.0) if stored is None else self._rate(stored, here)
            lost = 0.0 if loss is None else _value(loss, here)
            return (sum(powers), rate, lost), noise + OFF * sum(map(abs, (*powers, rate, lost)))
        except BROKEN:
            return None

    def _rate(self, stored: LineFormula, here: Numbers) -> tuple[float, float]:
        rates = {name: here[rate] for name, rate in self.rate_of.items()}
        rates |= {speed: here[rate_of(speed)] for speed in self.found.names.movable}
        short = SHORT / max((abs(rate) / max(1e-3, abs(here[name])) for name, rate in rates.items()), default=1.0)
        ends = []
        for sign in (1, -1):
            moved = {name: here[name] + sign * short * rate for name, rate in rates.items()}
            inputs = {name: here[name] for name in (*self.found.names.constants, *self.free, *self.place, TIME)}
            ends.append(_value(stored, self.all(inputs | moved)))
        return (ends[0] - ends[1]) / (2 * short), 1e-13 * max(map(abs, ends)) / short

    def is_free(self, place: Numbers) -> bool:
        """Whether the relevant states and positions can move in all directions from here, so that no law couples them."""
        every = [*self.found.balances.values(), *(side for line in self.rest for side in (line.left, line.right))]
        every += [line.right for _, line in self.steps if line is not None]
        counting = sorted(self._behind(*every) & set(self.place))
        ways = [here for _ in range(len(counting) + 2) if (here := self.solved(place)) is not None]
        rates = np.array([[here[self.rate_of[name]] for name in counting] for here in ways])
        return not counting or (bool(ways) and int(np.linalg.matrix_rank(rates, tol=1e-9)) == len(counting))


def _value(formula: LineFormula, known: Numbers) -> float:
    return float(formula.expression.evaluate(known))
