"""Why two ends cannot be linked: one sentence with its remedy, requested at every mouse move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from mars.component.base import Base, Body, Component, Joint
from mars.component.declarations import LawOf, Port
from mars.component.domains import DOMAINS
from mars.document.circuit import Circuit, Link
from mars.errors import DocumentError
from mars.kinds.registry import kind_in
from mars.messages import Message
from mars.names import component_of
from mars.pictures.sheet.symbols import Symbol, SymbolPort, linked_ports, symbol_of

WORDS = {"frame": "vector", "signals": "signal bundle"}  # readable names of domains
# Components that follow a signal, by domain; by default, a driven torque, force, speed or movement.
FOLLOWERS = {"electrical": "driven voltage or current", "hydraulic": "valve or driven flow", "thermal": "driven heat"}


class LinkRules:
    """What can be linked to one end, computed once for a whole drag."""

    def __init__(self, circuit: Circuit, start: str, symbols: Mapping[str, Symbol] | None = None, *, without: Link | None = None):
        self.circuit, self.start = circuit, start
        self.symbols: dict[str, Symbol] = dict(symbols or {})
        self.links_at: dict[str, list[Link]] = defaultdict(list)
        for link in circuit.links:
            if link != without:
                self.links_at[link.a].append(link)
                self.links_at[link.b].append(link)
        self.linked = linked_ports(circuit)
        self.trouble = self._missing(start)
        self.node = set() if self.trouble else self.node_of(start)
        self.domain = "" if self.trouble else self.domain_of(self.node)

    def why(self, end: str) -> str | None:
        """Why the start cannot be linked to this end; None if it can."""
        if self.trouble or (trouble := self._missing(end)):
            return self.trouble or trouble
        if end == self.start:
            return Message("The wire starts at {end}. Drop it on another port", code="linked-twice", end=end)
        if end in self.node:
            return Message(
                "{start} and {end} are already connected. Choose another port",
                code="linked-twice",
                start=_called(self.start),
                end=_called(end),
            )
        node = self.node_of(end)
        domain = self.domain_of(node)
        if self.domain and domain and self.domain != domain:
            return self._unlike(end, domain)
        return (
            self._both_bases(node)
            or self._same_component(node)
            or self._both_motions(node)
            or self._no_position(node)
            or self._both_signals(node)
            or self._other_size(node)
        )

    def node_of(self, end: str) -> set[str]:
        """All ends joined with this one, including itself."""
        found, queue = set(), [end]
        while queue:
            each = queue.pop()
            if each not in found:
                found.add(each)
                queue += [link.other(each) for link in self.links_at[each]]
        return found

    def domain_of(self, node: set[str]) -> str:
        """The domain of a node; empty if only ghosts are at it."""
        found = (self._terminal(end) for end in sorted(node) if not end.startswith("#"))
        return next((terminal.domain for terminal in found if terminal is not None and terminal.domain), "")

    def symbol(self, name: str) -> Symbol:
        if name not in self.symbols:
            self.symbols[name] = symbol_of(self.circuit, name, self.linked.get(name, ()))
        return self.symbols[name]

    def _terminal(self, end: str) -> SymbolPort | None:
        owner, _, port = end.partition(".")
        return self.symbol(owner).terminals.get(port)

    def _kind(self, end: str) -> type[Component] | None:
        return None if end.startswith("#") else kind_in(self.circuit, self.circuit.components[component_of(end)].kind)

    def _missing(self, end: str) -> str | None:
        if end.startswith("#"):
            return (
                None
                if end in self.links_at
                else Message("{end}: no such junction. Choose a port or a wire", code="unknown-junction", end=end)
            )
        owner, _, port = end.partition(".")
        if owner not in self.circuit.components:
            return Message("{owner}: no such component. Choose a port or a wire", code="unknown-component", owner=owner)
        if self._kind(end) is not None and self._terminal(end) is None:
            return Message(
                "{owner} has no port {port!r}. Its ports: {terminals}",
                code="no-such-port",
                owner=owner,
                port=port,
                terminals=", ".join(self.symbol(owner).terminals),
            )
        return None

    def _unlike(self, end: str, domain: str) -> str:
        cause = Message(
            "{start} is {one_kind} port, but {end} is {other_kind} port",
            code="unlike-domains",
            start=_called(self.start),
            one_kind=_article(self.domain),
            end=_called(end),
            other_kind=_article(domain),
        )
        return Message("{cause}. {remedy}", cause=cause, remedy=_between({self.domain, domain}))

    def _both_bases(self, node: set[str]) -> str | None:
        one, other = (next((end for end in sorted(each) if self._is(end, Base)), None) for each in (self.node, node))
        if one and other:
            return Message(
                (
                    "{one} and {other} would both determine the position of this point. Put a "
                    "joint between them, or remove one of them"
                ),
                code="two-motions",
                one=component_of(one),
                other=component_of(other),
            )
        return None

    def _same_component(self, node: set[str]) -> str | None:
        here = {component_of(end): end for end in sorted(self.node) if not end.startswith("#")}
        for end in sorted(node):
            name = component_of(end)
            if end.startswith("#") or name not in here:
                continue
            both = Message("{here} and {end}", here=here[name], end=end)
            if self._is(end, Body):
                return Message(
                    "{both} are points of one body. Connect one of them to something else", code="no-effect", both=both
                )
            if self._is(end, Joint) and self.domain == "frame":
                return Message(
                    (
                        "{both} are the two sides of one joint, which could not move any more. Connect one of them "
                        "to something else"
                    ),
                    code="no-effect",
                    both=both,
                )
            if not self._is(end, Joint) and not self._may_meet(end):
                return Message(
                    ("{both} would be at the same node, so {name} would have no effect. Connect one of them to something else"),
                    code="no-effect",
                    both=both,
                    name=name,
                )
        return None

    def _may_meet(self, end: str) -> bool:
        """Ports of one component that a wire may join: an output and an input of a block, three or more pins."""
        if self.domain not in DOMAINS or DOMAINS[self.domain].informs:
            return self.domain in DOMAINS
        pins = [t for t in self.symbol(component_of(end)).terminals.values() if t.domain == self.domain]
        return not DOMAINS[self.domain].moves and len(pins) > 2

    def _both_motions(self, node: set[str]) -> str | None:
        if not has_motion(self.domain):
            return None
        one, other = (next((end for end in sorted(each) if gives_motion(self._kind(end))), None) for each in (self.node, node))
        if one and other:
            return Message(
                "{one} and {other} would both prescribe this motion. Keep one of them",
                code="two-motions",
                one=component_of(one),
                other=component_of(other),
            )
        return None

    def _both_signals(self, node: set[str]) -> str | None:
        one, other = (next((end for end in sorted(each) if self.gives_signal(end)), None) for each in (self.node, node))
        if one and other:
            return Message(
                "{one} and {other} would both output this signal. Keep one of them",
                code="two-signals",
                one=component_of(one),
                other=component_of(other),
            )
        return None

    def gives_signal(self, end: str) -> bool:
        port = self._port(end)
        return port is not None and port.gives

    def _other_size(self, node: set[str]) -> str | None:
        """A signal bundle has the width its reader requires."""
        ends = [(end, port) for end in sorted(self.node | node) if (port := self._port(end)) is not None and port.size]
        giver = next(((end, port) for end, port in ends if port.gives), None)
        reader = next(((end, port) for end, port in ends if giver and port.size != giver[1].size), None)
        if giver is None or reader is None:
            return None
        return Message(
            "{giver} outputs {given} signals, but {reader} takes {taken}. Make the numbers equal",
            code="bundle-size",
            giver=giver[0],
            given=giver[1].size,
            reader=reader[0],
            taken=reader[1].size,
        )

    def _port(self, end: str) -> Port | None:
        owner, _, port = end.partition(".")
        return None if end.startswith("#") else self.symbol(owner).ports.get(port)

    def _no_position(self, node: set[str]) -> str | None:
        """A ball joint has no angle about an axis that could be prescribed."""
        both = self.node | node
        ball = next((end for end in sorted(both) if is_ball_port(self._kind(end), end)), None)
        mover = next((end for end in sorted(both) if gives_position(self._kind(end))), None)
        if ball and mover:
            return Message(
                ("{component} rotates about a point, so {ball} has a speed but no angle. Drive it with a speed or a torque"),
                code="ball-angle",
                component=component_of(ball),
                ball=ball,
            )
        return None

    def _is(self, end: str, cls: type[Component]) -> bool:
        kind = self._kind(end)
        return kind is not None and issubclass(kind, cls)


def refusal(circuit: Circuit, a: str, b: str, symbols: Mapping[str, Symbol] | None = None) -> str | None:
    """Why two ends cannot be linked, in one sentence with a remedy; None if they can."""
    return LinkRules(circuit, a, symbols).why(b)


def refuse(refused: str | None) -> None:
    if refused:
        raise DocumentError(refused)


def has_motion(domain: str) -> bool:
    """Whether this domain has motion that a source can prescribe."""
    return domain in ("rotation", "translation")


def gives_motion(kind: type[Component] | None) -> bool:
    """A source of prescribed speed or position: its law must be smooth, or a state provides the motion."""
    if kind is None or not kind.is_source or issubclass(kind, Base):
        return False
    return any(isinstance(p, LawOf) and p.smooth >= 0 for p in kind.parameters.values()) or _moves_by_states(kind)


def gives_position(kind: type[Component] | None) -> bool:
    if kind is None or not gives_motion(kind):
        return False
    smooth = any(isinstance(p, LawOf) and p.smooth >= 1 for p in kind.parameters.values())
    return smooth or any(state.unit in ("rad", "m") for state in kind.states.values())


def _moves_by_states(kind: type[Component]) -> bool:
    return bool(kind.states) and kind.kinematics is not Component.kinematics


def is_ball_port(kind: type[Component] | None, end: str) -> bool:
    """Whether a joint's port carries one component of an angular velocity, which is not the rate of an angle."""
    if kind is None or not issubclass(kind, Joint):
        return False
    port = end.partition(".")[2]
    return any(port in attitude.ports for attitude in kind.attitudes.values())


def _between(domains: set[str]) -> str:
    """What can be inserted between two ends of different domains."""
    if domains == {"rotation", "translation"}:
        return "Put a rack between a shaft and a slider"
    if domains == {"signal", "signals"}:
        return "Use a bundle to combine signals, or an unbundle to split them"
    if "frame" in domains:
        return "Connect bodies to sides 1 and 2 of a joint, and drives and springs to its shaft or slider"
    if domains & {"signal", "signals"}:
        (other,) = domains - {"signal", "signals"} or {""}
        follower = FOLLOWERS.get(other, "driven torque, force, speed or movement")
        return Message("A signal comes from a sensor and controls a component such as a {follower}", follower=follower)
    if "hydraulic" in domains:
        return f"Put a {'pump or a hydraulic motor' if 'rotation' in domains else 'cylinder'} between them"
    if "thermal" in domains:
        return "Heat is available only at thermal ports, such as that of a heated motor or a heated resistor"
    if "electrical" in domains:
        return f"Put a {'motor' if 'rotation' in domains else 'linear motor'} between them"
    return "Connect ports of the same domain"


def _called(end: str) -> str:
    return "this wire" if end.startswith("#") else end


def _article(domain: str) -> str:
    word = WORDS.get(domain, domain)
    return Message("an {word}", word=word) if word[0] in "aeiou" else Message("a {word}", word=word)
