"""A component's equations in readable form: text, HTML and LaTeX, with current values.

    of_kind(kind)                       -> lines of symbols, for the reference
    of_drawn(topology, "DC1")           -> those of a placed component, taking links and zeros into account
    of_component(run, "DC1", time)      -> the same with numbers: left, right, residual

Author's equations are recovered from their CasADi expressions (`from_casadi`), with the author's names for their parts
(`local_names`); those of joints, bodies and bases follow from their declarations (`mechanics`).
"""

from __future__ import annotations

from collections.abc import Iterable

from mars.component.base import Base, Body, Component, Joint, Terminal
from mars.errors import DocumentError
from mars.flat_names import INSIDE, shown
from mars.kinds.resolved import ResolvedComponent, default_values
from mars.model.variables import Variables
from mars.readable.listing import Line, Sheet, authored
from mars.readable.mechanics import mechanical
from mars.readable.numbers import Reckoned, Reckoner, Value
from mars.readable.rules import TERMINAL
from mars.readable.standalone import ATTEMPTS, Standing
from mars.simulation.run import Run
from mars.topology.topology import Topology

__all__ = ["Line", "Reckoned", "Reckoner", "Value", "of_component", "of_drawn", "of_kind", "reckoner"]


def of_kind(kind: type[Component]) -> list[Line]:
    """The equations of a kind, with every port linked."""
    values = default_values(kind)
    return _written(ResolvedComponent(kind.letters or "C", kind, values, kind.ports_for(values)))[1].lines


def of_drawn(topology: Topology, name: str) -> list[Line]:
    """The equations of a placed component; DocumentError if there is no such component, or it has no equations."""
    return _written(_placed(topology, name), _linked(topology, name))[1].lines


def of_component(run: Run, name: str, time: float) -> list[Reckoned]:
    """The equations of a placed component with the numbers at a time of a run."""
    return reckoner(run.variables, name).at(run, time)


def reckoner(variables: Variables, name: str) -> Reckoner:
    """The evaluator of a component, to be cached with its model; DocumentError if there is no such component."""
    topology = variables.model.topology
    return Reckoner(variables, *_written(_placed(topology, name), _linked(topology, name)))


def _placed(topology: Topology, name: str) -> ResolvedComponent:
    if name in topology.placed:
        return topology.placed[name]
    if any(component.startswith(name + INSIDE) for component in topology.placed):
        raise DocumentError(
            "{name} is a subcircuit; its equations are those of its components. Open it to see them",
            code="no-equations",
            name=shown(name),
        )
    raise DocumentError(
        "{name} has no equations in this circuit: it is disabled or has a problem", code="no-equations", name=shown(name)
    )


def _linked(topology: Topology, name: str) -> list[str]:
    return [port for component, port in topology.node_of if component == name]


def _written(placed: ResolvedComponent, linked: Iterable[str] | None = None) -> tuple[Standing, Sheet]:
    """With axes and structural numbers as symbols, as far as the author's code accepts them."""
    if issubclass(placed.kind, Terminal):
        return Standing(placed, symbolic=""), Sheet(rules=[Line("rule", TERMINAL, {})])
    write = mechanical if issubclass(placed.kind, Joint | Body | Base) else authored
    for attempt in ATTEMPTS[:-1]:
        try:
            standing = Standing(placed, linked is None, frozenset(linked or ()), attempt)
            return standing, write(standing)
        except Exception:  # anything the author's code may raise for a symbol in place of a number
            continue
    standing = Standing(placed, linked is None, frozenset(linked or ()), ATTEMPTS[-1])
    return standing, write(standing)
