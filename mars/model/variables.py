"""Every variable of a circuit by name, with its unit, computed from the states."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import casadi as ca

from mars.component import algebra as al
from mars.component.base import Joint
from mars.component.declarations import Port
from mars.component.domains import AXES, FRAME
from mars.flat_names import shown
from mars.formulas.decisions import PREFIX
from mars.model.build import Model
from mars.model.energies import energies_of, families_of
from mars.model.networks.signals import names_at
from mars.model.newton_euler import GlobalKinematics, NewtonEuler, Wrench
from mars.topology.topology import PortKey

UnitAndValue = tuple[str, al.Scalar]  # unit, expression


class Variables:
    """Names, units and the function (x, dx, p, t) -> values; also the energies of each component.

    For a circuit with loops, dx contains the rates of the states, followed by the multipliers.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.dynamics = NewtonEuler(model)

    @property
    def rates(self) -> ca.SX:
        return self.dynamics.rates

    @property
    def multipliers(self) -> ca.SX:
        return self.dynamics.multipliers

    @property
    def dx(self) -> ca.SX:
        return self.dynamics.dx

    @property
    def nodes(self) -> dict[int, GlobalKinematics]:
        return self.dynamics.nodes

    @property
    def bodies(self) -> dict[str, GlobalKinematics]:
        """Kinematics of the centres of mass."""
        return self.dynamics.bodies

    def inserted(self, expressions: list[ca.SX]) -> list[ca.SX]:
        """Expressions of the equations as functions of (x, dx, p, t)."""
        return self.dynamics.inserted(expressions)

    def function(self, expressions: list[al.Scalar]) -> ca.Function:
        """(x, dx, p, t) -> the selected expressions."""
        model = self.model
        arguments = [model.x, self.dx, model.p, model.symbols.t]
        return ca.Function("variables", arguments, [ca.SX(ca.vertcat(*expressions))], {"cse": True})

    @cached_property
    def families_of(self) -> dict[str, set[str]]:
        """Energy families at the ports of each component."""
        return families_of(self.model.topology)

    @cached_property
    def families(self) -> list[str]:
        """Energy families in the circuit."""
        return sorted(set().union(*self.families_of.values()))

    @cached_property
    def energies(self) -> dict[str, tuple[al.Scalar, ...]]:
        """For each component: power into its ports, stored energy, loss; for bodies also power of gravity and kinetic energy;
        then the power into its ports for each family."""
        return energies_of(self.dynamics, self.families)

    @cached_property
    def coordinates(self) -> dict[str, UnitAndValue]:
        """Joint coordinates and attitudes, including those of joints that are not drawn: name -> (unit, expression)."""
        placed = self.model.topology.placed
        return {shown(name): entry for component in placed for name, entry in self._coordinates_of(component).items()}

    def _coordinates_of(self, name: str) -> dict[str, UnitAndValue]:
        topology, component = self.model.topology, self.model.symbols.components[name]
        found: dict[str, UnitAndValue] = {}
        if isinstance(component, Joint):
            for coordinate in component.coordinates.values():
                unit = topology.placed[name].ports[coordinate.port].domain.position_unit
                position = self.model.network.position[topology.node_of[name, coordinate.port]]
                found[f"{name}.{coordinate.name}"] = (unit, position)
            for attitude in component.attitudes.values():
                keys = [f"{name}.{attitude.name}.{letter}" for letter in "wxyz"]
                found |= {key: ("1", self.dynamics.quaternion[key]) for key in keys}
        return found

    @cached_property
    def table(self) -> dict[str, UnitAndValue]:
        """Every variable: name -> (unit, expression)."""
        model = self.model
        topology, symbols, network = model.topology, model.symbols, model.network
        dynamic = model.mode == "dynamic"
        wrenches, streams = self.dynamics.streams if self.dynamics.has_streams else ({}, {})
        found: dict[str, UnitAndValue] = {}
        for name, placed in topology.placed.items():
            found |= self._coordinates_of(name)
            for port in placed.ports.values():
                node = topology.node_of.get((name, port.name))
                if port.domain is FRAME:
                    if node is not None:
                        found |= self._frame_variables(f"{name}.{port.name}", node, wrenches.get((name, port.name)))
                elif not port.domain.informs:
                    found |= self._scalar_variables(name, port, node, streams)
        laid_out = {state.name for state in model.states if state.level == "own"}
        for (name, state), symbol in symbols.states.items():
            if f"{name}.{state}" in laid_out:
                found[f"{name}.{state}"] = (topology.placed[name].states[state].unit, symbol)
        if dynamic:
            for (name, state), value in zip(network.following, self.inserted(list(network.following.values())), strict=True):
                found[f"{name}.{state}"] = (topology.placed[name].states[state].unit, value)
        values = self.inserted(list(network.results.values()))
        found |= self._switching_variables() if dynamic else {}
        known = {s.name() for s in ca.symvar(ca.vertcat(model.x, self.dx, model.p, symbols.t))}
        for (name, result), value in zip(network.results, values, strict=True):
            if dynamic or all(s.name() in known for s in ca.symvar(value)):  # no streams in kinematic mode
                found[f"{name}.{result}"] = (topology.placed[name].kind.results[result].unit, value)
        for wanted in network.demands:
            ports = [next(p for c, p in topology.nodes[node].ports if c == wanted.component) for node in wanted.nodes]
            units = [topology.placed[wanted.component].ports[port].domain.stream_unit for port in ports]
            named = _numbered(f"{wanted.component}.{wanted.what}", self.inserted([wanted.streams])[0])
            found |= {label: (unit, value) for unit, (label, value) in zip(units, named, strict=True)}
        signals = dict(zip(network.signals, self.inserted(list(network.signals.values())), strict=True))
        for node in symbols.signals:
            for name, port in topology.nodes[node].ports:
                for symbol, label in names_at(symbols, node, name, port).items():
                    if dynamic or all(s.name() in known for s in ca.symvar(signals[symbol])):
                        found[label] = ("1", signals[symbol])
        order = {name: i for i, name in enumerate(topology.placed)}
        in_order = sorted(found.items(), key=lambda item: order[item[0].split(".", 1)[0]])
        return {shown(name): entry for name, entry in in_order}

    def _switching_variables(self) -> dict[str, UnitAndValue]:
        """Holds with their flags, and modes; vectors element by element."""
        symbols, placed = self.model.symbols, self.model.topology.placed
        found = {}
        used = {(each.component, each.what) for each in self.model.network.constraints}
        for (name, what), hold in symbols.holds.items():
            if (name, what) not in used:
                continue
            multipliers = ca.substitute(hold.symbol, self.model.constraints.w, self.multipliers)
            for label, value in _numbered(f"{name}.{what}", multipliers):
                found[label] = (placed[name].kind.holds[what].unit, value)
            found[f"{name}.{what}.on"] = ("1", hold.flag.symbol)
        for (name, what), mode in symbols.modes.items():
            if what.startswith(PREFIX):  # a corner of a formula
                continue
            found |= {label: ("1", symbol) for label, symbol in _numbered(f"{name}.{what}", mode.symbol)}
        return found

    @cached_property
    def _driven_nodes(self) -> set[int]:
        """Scalar nodes with known motion in kinematic mode."""
        return {n for frame in self.model.skeleton.frames for n in frame.nodes} | set(self.model.network.given)

    def _frame_variables(self, prefix: str, node: int, wrench: Wrench | None) -> dict[str, UnitAndValue]:
        """The components present in the circuit's class."""
        here, motions = self.nodes[node], self.model.topology.motions
        along = [i for i in range(3) if f"T{AXES[i]}" in motions]
        about = [i for i in range(3) if f"R{AXES[i]}" in motions]
        found: dict[str, UnitAndValue] = {}
        rows = [
            ("r", "m", here.r, along),
            ("v", "m/s", here.v, along),
            ("w", "rad/s", here.w, about),
            ("a", "m/s²", here.a, along),
            ("b", "rad/s²", here.b, about),
        ]
        if wrench is not None:
            rows += [("F", "N", wrench[0], along), ("M", "N·m", wrench[1], about)]
        for letter, unit, vector, axes in rows:
            found |= {f"{prefix}.{letter}.{AXES[i]}": (unit, vector[i]) for i in axes}
        turning = range(3) if len(about) == 3 else [i for i in range(3) if i not in about] if about else []
        found |= {f"{prefix}.R.{AXES[i]}{AXES[j]}": ("1", here.R[i][j]) for i in turning for j in turning}
        return found

    def _scalar_variables(self, name: str, port: Port, node: int | None, streams: dict[PortKey, Any]) -> dict[str, UnitAndValue]:
        network, domain, prefix = self.model.network, port.domain, f"{name}.{port.name}"
        found: dict[str, UnitAndValue] = {}
        if node is not None and not domain.moves and self.model.mode == "dynamic":
            found[f"{prefix}.{domain.potential}"] = (domain.potential_unit, self.dynamics.fixed_potentials[node])
        elif node is not None and (self.model.mode == "dynamic" or node in self._driven_nodes):
            if node in network.position:
                found[f"{prefix}.{domain.position}"] = (domain.position_unit, network.position[node])
            found[f"{prefix}.{domain.potential}"] = (domain.potential_unit, network.speed[node])
            found[f"{prefix}.acceleration"] = (domain.rate_unit, self.dynamics.acceleration[node])
        if (name, port.name) in streams:
            found[f"{prefix}.{domain.stream}"] = (domain.stream_unit, streams[name, port.name])
        return found


def _numbered(name: str, symbol: ca.SX) -> list[tuple[str, ca.SX]]:
    parts = ca.vertsplit(symbol)
    return [(name, symbol)] if len(parts) == 1 else [(f"{name}.{i + 1}", part) for i, part in enumerate(parts)]
