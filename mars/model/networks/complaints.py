"""Complaints about a network of wires or pipes: contradictory equations, undetermined unknowns."""

from __future__ import annotations

from mars.component.domains import ELECTRICAL, THERMAL, Domain
from mars.errors import Complaint
from mars.messages import Message, all_of, one_of
from mars.model.networks.connected import ConnectedNetwork
from mars.model.symbols import Symbols
from mars.names import last_word, with_article
from mars.topology.topology import PortKey


def contradiction(domain: Domain, owner: str, others: list[str]) -> Complaint:
    against = all_of(others) if others else "the components connected to it"
    alike: list[str] = [
        Message("two {potential} sources in parallel", potential=domain.potential),
        Message("two {stream} sources in series", stream=domain.stream),
    ]
    alike += ["an op-amp without feedback"] if domain is ELECTRICAL else []
    alike += ["a heat source without a heat path"] if domain is THERMAL else []
    cause = Message("conflicts with {against}, as with {alike}", against=against, alike=one_of(alike))
    between = Message(
        "put {resistance} in series with a {potential} source or in parallel with a {stream} source",
        resistance=resistance(domain),
        potential=domain.potential,
        stream=domain.stream,
    )
    return Complaint(owner, cause, Message("Remove one of them, or {between}", between=between), code="contradiction")


def undetermined(symbols: Symbols, connected: ConnectedNetwork, places: list[PortKey]) -> Complaint:
    """The complaint about undetermined unknowns of a network with wires."""
    where = ".".join(places[0]) if places else connected.components[0]
    domain = domain_of(symbols, places[0][0] if places else connected.components[0])
    cause = Message(
        (
            "the {stream} and the {potential} are undetermined, as with two equal {potential} sources "
            "or two {stream} meters in parallel"
        ),
        stream=domain.stream,
        potential=domain.potential,
    )
    remedy = Message(
        "Remove one, or insert {resistance} in series with it (in parallel with a {stream} source)",
        resistance=resistance(domain),
        stream=domain.stream,
    )
    return Complaint(where, cause, remedy, code="undetermined")


def domain_of(symbols: Symbols, name: str) -> Domain:
    """The domain of the wires at a component, or of its network if it has none itself."""
    placed = symbols.topology.placed
    ports = [port for each in (name, *placed) for port in placed[each].ports.values()]
    return next(port.domain for port in ports if not port.domain.moves and not port.domain.informs)


def resistance(domain: Domain) -> str:
    return with_article(last_word(domain.resistance)) if domain.resistance else "a resistance"
