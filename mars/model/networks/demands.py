"""Demands of components on the mechanism: streams for given accelerations of joints (`mechanics.inverse_dynamics`)."""

from __future__ import annotations

import casadi as ca

from mars.component.author_errors import call_author
from mars.component.base import Component
from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.networks.network import JointDemand
from mars.model.networks.ports import joint_ports
from mars.model.symbols import Symbols


def demands_of(symbols: Symbols, component: Component) -> list[JointDemand]:
    """All demands of one component, at the nodes of joints."""
    found = []
    node_of = {speed.name(): node for node, speed in symbols.speed.items()}
    for symbol, ports, accelerations in call_author(component, lambda: list(component.demands())):
        what = next(what for (name, what), s in symbols.demands.items() if name == component.name and s is symbol)
        nodes = [node_of[port.potential.name()] for port in ports]
        _require_joints(symbols, component.name, nodes)
        found.append(JointDemand(component.name, what, nodes, symbol, ca.vertcat(*accelerations)))
    return found


def _require_joints(symbols: Symbols, name: str, nodes: list[int]) -> None:
    for node in nodes:
        port = next(f"{c}.{p}" for c, p in symbols.topology.nodes[node].ports if c == name)
        if not joint_ports(symbols, node):
            cause = "it needs the motion of a joint, but is not connected to a joint"
            raise CircuitError(
                [Complaint(port, cause, "Connect it to a rotation or translation port of a joint", code="no-joint")]
            )
        if nodes.count(node) > 1:
            joint = ".".join(joint_ports(symbols, node)[0])
            cause = Message("two of its ports are connected to {joint}", joint=joint)
            raise CircuitError([Complaint(port, cause, "Connect each of them to a different joint", code="joint-twice")])
