"""What is wrong with a network of wires or pipes, in words: equations that contradict each other, unknowns left open."""

from __future__ import annotations

from mars.component.domains import ELECTRICAL, Domain
from mars.errors import Complaint
from mars.model.networks.connected import ConnectedNetwork
from mars.model.symbols import Symbols
from mars.names import with_article
from mars.topology.topology import PortKey


def contradiction(domain: Domain, owner: str, others: list[str]) -> Complaint:
    against = f"those of {' and '.join(others)}" if others else "those around it"
    alike = [f"two {domain.potential} sources side by side", f"two {domain.stream} sources in a row"]
    alike += ["an op_amp without feedback"] if domain is ELECTRICAL else []
    cause = f"its equation contradicts {against}, as with {', '.join(alike[:-1])} or {alike[-1]}"
    between = f"put {resistance(domain)} in series with a {domain.potential} source, across a {domain.stream} source"
    return Complaint(owner, cause, f"Take one of them away, or {between}", code="contradiction")


def undetermined(symbols: Symbols, connected: ConnectedNetwork, places: list[PortKey]) -> Complaint:
    """The complaint about what a network with wires leaves open."""
    where = ".".join(places[0]) if places else connected.components[0]
    domain = domain_of(symbols, places[0][0] if places else connected.components[0])
    cause = (
        f"nothing decides its {domain.stream} or its {domain.potential}, as where two equal {domain.potential} sources or two "
        f"meters of {domain.stream} are side by side"
    )
    remedy = f"Take one away, or put {resistance(domain)} in series with it; across it, if it is a {domain.stream} source"
    return Complaint(where, cause, remedy, code="undetermined")


def domain_of(symbols: Symbols, name: str) -> Domain:
    """Of the wires at a component; of those of its network where it has none itself."""
    placed = symbols.topology.placed
    ports = [port for each in (name, *placed) for port in placed[each].ports.values()]
    return next(port.domain for port in ports if not port.domain.moves and not port.domain.informs)


def resistance(domain: Domain) -> str:
    return with_article(domain.resistance) if domain.resistance else "something that resists"
