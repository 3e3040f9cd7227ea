"""Ports of components at scalar nodes."""

from __future__ import annotations

from mars.component.base import Joint
from mars.component.domains import FRAME
from mars.model.symbols import Symbols
from mars.topology.topology import PortKey


def joint_ports(symbols: Symbols, node: int) -> list[PortKey]:
    """The joints' own ports at a scalar node."""
    return [key for key in symbols.topology.nodes[node].ports if isinstance(symbols.components[key[0]], Joint)]


def scalar_ports(symbols: Symbols, name: str) -> list[PortKey]:
    ports = symbols.topology.placed[name].ports.values()
    return [(name, port.name) for port in ports if port.domain is not FRAME and not port.domain.informs]


def ball_nodes(symbols: Symbols) -> dict[int, str]:
    """Nodes that carry a component of angular velocity, which is not the rate of a coordinate."""
    found = {}
    for component in symbols.components.values():
        if isinstance(component, Joint):
            for attitude in component.attitudes.values():
                for port in attitude.ports:
                    found[symbols.topology.node_of[component.name, port]] = component.name
    return found
