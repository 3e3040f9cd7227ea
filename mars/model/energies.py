"""Energies of the components: power into the ports, stored energy, loss."""

from __future__ import annotations

from functools import reduce

import casadi as ca

from mars.component import algebra as al
from mars.component.author_errors import call_author
from mars.component.base import Body
from mars.component.domains import FRAME
from mars.model.newton_euler import NewtonEuler, PortStreams, substituted
from mars.topology.topology import Topology


def families_of(topology: Topology) -> dict[str, set[str]]:
    """Energy families at the ports of each component."""
    placed = topology.placed.items()
    return {name: {port.domain.family for port in each.ports.values() if not port.domain.informs} for name, each in placed}


def energies_of(dynamics: NewtonEuler, families: list[str]) -> dict[str, tuple[al.Scalar, ...]]:
    """For each component: power into its ports, stored energy, loss; for bodies also power of gravity and kinetic energy; then
    the power into its ports for each family."""
    model, streams = dynamics.model, dynamics.streams
    old, new = _values_of_symbols(dynamics, streams)
    found: dict[str, tuple[al.Scalar, ...]] = {}
    for name in model.topology.placed:
        component = model.symbols.components[name]
        powers = _powers(dynamics, streams, name, families)
        power = reduce(al.add, powers.values(), 0.0)
        if isinstance(component, Body):
            mass = model.skeleton.bodies[name][0].mass
            weight = al.mul(mass, al.dot(model.gravity, dynamics.bodies[name].v))
            kinetic = _kinetic_energy(dynamics, name)
            height = al.dot(model.gravity, dynamics.bodies[name].r)
            found[name] = (power, al.sub(kinetic, al.mul(mass, height)), 0.0, weight, kinetic, *powers.values())
        else:
            stored, loss = call_author(component, component.stored), call_author(component, component.loss)
            both = substituted([ca.SX(0.0 if stored is None else stored), ca.SX(loss)], old, new)
            found[name] = (power, *both, 0.0, 0.0, *powers.values())
    return found


def _values_of_symbols(dynamics: NewtonEuler, streams: PortStreams) -> tuple[list[ca.SX], list[ca.SX]]:
    """Symbols that may appear in laws of stored energy and loss, and their expressions."""
    model = dynamics.model
    symbols, network = model.symbols, model.network
    old, new = dynamics.node_symbols()
    old += [symbols.streams[key] for key in streams.scalar]
    new += [ca.SX(value) for value in streams.scalar.values()]
    potentials = network.speed | dynamics.fixed_potentials
    for table, values in ((symbols.position, network.position), (symbols.speed, potentials)):
        for node, value in values.items():
            old.append(table[node])
            new.append(value)
    old += [symbols.states[key] for key in network.following]
    new += dynamics.inserted(list(network.following.values()))
    signals = {s.name(): s for column in symbols.signals.values() for s in ca.vertsplit(column)}
    old += [signals[name] for name in network.signals]
    new += dynamics.inserted(list(network.signals.values()))
    return old, new


def _powers(dynamics: NewtonEuler, streams: PortStreams, name: str, families: list[str]) -> dict[str, al.Scalar]:
    """Power into the ports of a component, by family."""
    model = dynamics.model
    powers: dict[str, al.Scalar] = dict.fromkeys(families, 0.0)
    for port in model.topology.placed[name].ports.values():
        node = model.topology.node_of.get((name, port.name))
        if node is None or port.domain.informs:
            continue
        if port.domain is FRAME:
            F, M = streams.wrenches[name, port.name]
            here = dynamics.nodes[node]
            power = al.add(al.dot(F, here.v), al.dot(M, here.w))
        elif port.domain.stream_is_power:
            power = streams.scalar[name, port.name]
        else:
            potential = model.network.speed[node] if port.domain.moves else dynamics.fixed_potentials[node]
            power = al.mul(streams.scalar[name, port.name], potential)
        powers[port.domain.family] = al.add(powers[port.domain.family], power)
    return powers


def _kinetic_energy(dynamics: NewtonEuler, name: str) -> al.Scalar:
    solid, _ = dynamics.model.skeleton.bodies[name]
    centre = dynamics.bodies[name]
    w = al.apply(al.transpose(centre.R), centre.w)
    twice = al.add(al.mul(solid.mass, al.dot(centre.v, centre.v)), al.dot(w, al.apply(solid.inertia, w)))
    return al.mul(0.5, twice)
