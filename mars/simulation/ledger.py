"""The energy ledger: where the energy of a run went, component by component.

The power into each component is integrated on the dense output of every accepted step (Gauss–Legendre); for every component
power in = rate of stored energy + loss, and over the circuit all power in adds to zero. It checks equations and solver alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.component.base import Body, Joint
from mars.component.domains import FRAME
from mars.errors import DocumentError
from mars.flat_names import shown
from mars.machine import interpret

if TYPE_CHECKING:
    from mars.event_log import Jump
    from mars.simulation.run import Run

POINTS = 6  # of Gauss–Legendre in each panel
NOTHING = 1e-20  # J: not even noise below this
LEAST_NOISE, MOST_NOISE = 1e-14, 1e-6  # relative to the energy turned over
ROUNDING = 1e-13  # relative to the largest stored energy, of which differences are taken


@dataclass(frozen=True)
class Entry:
    """One component over the whole run, in joules."""

    component: str
    supplied: float  # by sources and moving bases, into the circuit
    received: float  # through the ports of all other components
    stored: float  # change of stored energy
    lost: float
    taken: Mapping[str, float] = field(default_factory=dict)  # through ports of each family: mechanical, electrical

    @property
    def residual(self) -> float:
        """The imbalance; zero for sources by definition."""
        return self.received - self.stored - self.lost


@dataclass(frozen=True)
class FamilySums:
    """Energy of one family over the whole run, in joules: supplied = stored + lost + passed."""

    family: str
    supplied: float  # by sources
    stored: float
    lost: float
    passed: float  # net energy into components that convert it to another family


@dataclass(frozen=True)
class Ledger:
    entries: tuple[Entry, ...]
    turnover: float  # half of all energy through ports, or between kinetic energy and gravity, in either direction
    kinetic: float  # largest kinetic energy of the circuit
    rounding: float = 0.0  # rounding error of the energies in the balance
    largest: float = 0.0  # largest stored energy of a component

    def __getitem__(self, component: str) -> Entry:
        return next(entry for entry in self.entries if entry.component == component)

    @property
    def supplied(self) -> float:
        return sum(entry.supplied for entry in self.entries)

    @property
    def stored(self) -> float:
        return sum(entry.stored for entry in self.entries)

    @property
    def lost(self) -> float:
        return sum(entry.lost for entry in self.entries)

    @property
    def residual(self) -> float:
        """Energy that the whole circuit cannot account for."""
        return self.supplied - self.stored - self.lost

    @property
    def relative_residual(self) -> float:
        """The worst imbalance, of a component or of the circuit, relative to the energy turned over (or the kinetic energy)."""
        worst = abs(self.worst[1])
        scale = max(self.turnover, self.kinetic)
        return worst / scale if worst > max(NOTHING, self.rounding) else 0.0

    @property
    def worst(self) -> tuple[str, float]:
        """The component with the largest imbalance, and that imbalance; no name if the circuit as a whole is worse."""
        rests = {"": self.residual} | {entry.component: entry.residual for entry in self.entries}
        name = max(rests, key=lambda each: abs(rests[each]))
        return name, rests[name]

    def times(self, factor: float) -> Ledger:
        """All sums multiplied, for an estimate from a part of a run."""
        entries = [
            Entry(
                entry.component,
                *(factor * energy for energy in (entry.supplied, entry.received, entry.stored, entry.lost)),
                taken={family: factor * energy for family, energy in entry.taken.items()},
            )
            for entry in self.entries
        ]
        return replace(self, entries=tuple(entries), turnover=factor * self.turnover, rounding=factor * self.rounding)

    @property
    def families(self) -> tuple[FamilySums, ...]:
        """Sums over components with ports of a single family; energy taken by the others is passed on to them."""
        names = sorted({family for entry in self.entries for family in entry.taken})
        found = []
        for family in names:
            own = [e for e in self.entries if list(e.taken) == [family]]
            supplied, stored, lost = (sum(getattr(e, what) for e in own) for what in ("supplied", "stored", "lost"))
            passed = sum(e.taken[family] for e in self.converters if family in e.taken)
            found.append(FamilySums(family, supplied, stored, lost, passed))
        return tuple(found)

    @property
    def converters(self) -> tuple[Entry, ...]:
        """Components that convert between families, such as motors."""
        return tuple(entry for entry in self.entries if len(entry.taken) > 1)

    @property
    def noise(self) -> float:
        """Numbers up to this are insignificant and printed blank. A real imbalance is not noise, so the noise is limited."""
        return max(LEAST_NOISE, min(self.relative_residual, MOST_NOISE)) * max(self.turnover, self.kinetic)


def added_up(ledgers: Sequence[Ledger]) -> Ledger:
    """The ledger of consecutive parts of a run; changes by an intervention between two of them are in neither."""
    found: dict[str, Entry] = {}
    for entry in (entry for ledger in ledgers for entry in ledger.entries):
        old = found.get(entry.component, Entry(entry.component, 0.0, 0.0, 0.0, 0.0))
        sums = {name: getattr(old, name) + getattr(entry, name) for name in ("supplied", "received", "stored", "lost")}
        taken = {family: old.taken.get(family, 0.0) + energy for family, energy in entry.taken.items()}
        found[entry.component] = Entry(entry.component, **sums, taken=taken)
    turnover, rounding = (sum(getattr(ledger, name) for ledger in ledgers) for name in ("turnover", "rounding"))
    kinetic, largest = (max((getattr(ledger, name) for ledger in ledgers), default=0.0) for name in ("kinetic", "largest"))
    return Ledger(tuple(found.values()), turnover, kinetic, rounding, largest)


def make_ledger(run: Run, until: float | None = None) -> Ledger:
    """The ledger of the whole run, or up to a time."""
    if run.steps is None:
        raise DocumentError("the energy ledger requires a run with rk5, rk8 or radau. Use --method rk8", code="not-supported")
    if run.model.mode != "dynamic":
        raise DocumentError(
            "kinematic mode computes no forces and therefore no energy. Run in dynamic mode", code="not-supported"
        )
    function, edges = powers(run), _edges(run, until)
    flows = _integrated(run, function, edges[:-1], edges[1:])
    stored = np.diff(_stored(run, function, edges[[0, -1]]), axis=0)[0]
    impacts = _impacts(run, function, len(run.variables.energies), float(edges[-1]))
    return _ledger(run, flows, stored, impacts, ROUNDING * flows.largest)


def sampled_ledger(run: Run, most: int) -> Ledger:
    """An estimate of the ledger from a number of panels, spread over the run; impacts are left out. Exact for short runs."""
    edges = _edges(run, None)
    if edges.size - 1 <= most:
        return run.ledger()
    calm = np.flatnonzero(~np.isin(edges[1:], [jump.t for jump in run.jumps]))
    if calm.size <= most:
        return run.ledger()
    chosen = calm[np.unique(np.linspace(0, calm.size - 1, most).astype(int))]
    function = powers(run)
    flows = _integrated(run, function, edges[chosen], edges[chosen + 1])
    stored = (_stored(run, function, edges[chosen + 1]) - _stored(run, function, edges[chosen])).sum(axis=0)
    nothing = np.zeros(len(run.variables.energies))
    part = _ledger(run, flows, stored, (nothing, nothing, nothing), ROUNDING * flows.largest * chosen.size)
    return part.times(calm.size / chosen.size)


def powers(run: Run) -> Any:
    """The energies and powers of all components as a function."""
    return run.variables.function([value for row in run.variables.energies.values() for value in row])


def _edges(run: Run, until: float | None) -> np.ndarray:
    """Ends of panels: accepted steps, also split at output times, because given motions may change much within a long step."""
    assert run.steps is not None
    begin, end = (float(run.steps.t[i]) for i in (0, -1))
    end = end if until is None else min(max(until, begin), end)
    edges = np.unique(np.concatenate([run.steps.t, run.time, [end]]))
    edges = edges[(edges >= begin) & (edges <= end)]
    return np.repeat(edges, 2) if edges.size == 1 else edges


@dataclass
class _Flows:
    """Energies of each component over some panels, in joules."""

    received: np.ndarray
    lost: np.ndarray
    taken: dict[str, np.ndarray]  # by family
    turnover: float
    kinetic: float  # largest of the circuit
    largest: float  # stored energy of a component


def _integrated(run: Run, function: Any, begins: np.ndarray, ends: np.ndarray) -> _Flows:
    places, weights = np.polynomial.legendre.leggauss(POINTS)
    half = 0.5 * (ends - begins)
    times = (begins + half)[:, None] + half[:, None] * places
    rows = run.sample(function, times.ravel()).reshape(*times.shape, len(run.variables.energies), -1)
    scale = half[:, None, None] * weights[None, :, None]
    power, energy, loss, weight, kinetic, *by_family = np.moveaxis(rows, -1, 0)
    return _Flows(
        received=(power * scale).sum(axis=(0, 1)),
        lost=(loss * scale).sum(axis=(0, 1)),
        taken={f: (part * scale).sum(axis=(0, 1)) for f, part in zip(run.variables.families, by_family, strict=True)},
        turnover=0.5 * float(((np.abs(power) + np.abs(weight)) * scale).sum()),
        kinetic=float(kinetic.sum(axis=-1).max(initial=0.0)),
        largest=float(np.abs(energy).max(initial=0.0)),
    )


def _stored(run: Run, function: Any, times: np.ndarray) -> np.ndarray:
    """Stored energies of all components, one row for each time."""
    return run.sample(function, times).reshape(times.size, len(run.variables.energies), -1)[..., 1]


def _ledger(run: Run, flows: _Flows, stored: np.ndarray, impacts: tuple[np.ndarray, ...], rounding: float) -> Ledger:
    (through, kept, hit), taken = impacts, flows.taken
    if FRAME.family in taken:
        taken[FRAME.family] += through
    received, turnover = flows.received + through, flows.turnover + 0.5 * float(np.abs(hit).sum())
    entries = []
    has = run.variables.families_of
    for i, name in enumerate(run.variables.energies):
        source = run.model.symbols.components[name].is_source
        supplied = -float(received[i]) if source else 0.0
        into = 0.0 if source else float(received[i])
        # Energy into a stop, a grip or a lossy gear in an impact that is not stored there is heat.
        elastic = isinstance(run.model.symbols.components[name], Body | Joint)
        heat = float(flows.lost[i]) + (0.0 if elastic or source else float(through[i] - kept[i]))
        own = {family: float(energy[i]) for family, energy in taken.items() if family in has[name]}
        entries.append(Entry(shown(name), supplied, into, float(stored[i]), heat, own))
    return Ledger(tuple(entries), turnover, flows.kinetic, rounding, flows.largest)


def _impacts(run: Run, function: Any, count: int, end: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Energy into each component by all impacts, how much of it is stored there, and the energy into each component by impact.

    It is the impulse of its ports times the mean of the speeds before and after. Streams are affine in accelerations and
    multipliers: with the change of speed in place of the acceleration and impulses in place of multipliers, their difference
    from those at rest is the impulse. An impact at the very start belongs to the previous part.
    """
    assert run.steps is not None
    jumps = [jump for jump in run.jumps if run.steps.t[0] < jump.t <= end]
    through, kept = np.zeros((len(jumps), count)), np.zeros(count)
    evaluate, out = interpret(function), np.zeros(function.numel_out(0))

    def look(x: np.ndarray, rates: np.ndarray, jump: Jump) -> np.ndarray:
        evaluate.bind(x, rates, jump.p, np.array([jump.t]), out)()
        return out.reshape(count, -1).copy()

    for i, jump in enumerate(jumps):
        mean, change = 0.5 * (jump.before + jump.after), np.concatenate([jump.after - jump.before, jump.impulses])
        rest = np.zeros(change.size)
        through[i] = (look(mean, change, jump) - look(mean, rest, jump))[:, 0]
        kept += (look(jump.after, rest, jump) - look(jump.before, rest, jump))[:, 1]
    return through.sum(axis=0), kept, through
