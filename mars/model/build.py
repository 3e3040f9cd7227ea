"""The fast model: states, parameters and the one function (x, w, p, t) -> (dx, h)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import casadi as ca
import numpy as np

from mars.clocks import Breaks, Ticks
from mars.component import algebra as al
from mars.component.base import Component
from mars.component.rules import Samples
from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint
from mars.kinds.resolve_circuit import resolve_all
from mars.machine.constraint_packing import BALANCE, Packing, pack
from mars.machine.least_norm import undetermined_balances
from mars.mechanism.frames import Skeleton, build_skeleton
from mars.messages import Message
from mars.model.forced_states import ForcedStates, find_forced_states
from mars.model.mechanics.articulated_inertia import composites, is_balanced
from mars.model.mechanics.constraints import Constraints, accelerate, constraints_of, solve_tree
from mars.model.mechanics.inverse_dynamics import insert_demands
from mars.model.mechanics.loads import body_loads
from mars.model.mechanics.massless import balance_loads, refuse_accelerations
from mars.model.mechanics.outward_pass import Tree, given_accelerations, move_outward
from mars.model.mechanics.state_layout import States, StateVariable, lay_out_states, state_rates
from mars.model.motion_checks import check_class, require_given_motions
from mars.model.networks import solve_networks
from mars.model.networks.network import Network
from mars.model.parameter_expressions import ParameterExpressions
from mars.model.symbols import Symbols, bind_symbols
from mars.topology.analyse import analyse
from mars.topology.flat_circuit import flatten
from mars.topology.topology import Topology

LOST = 1e-11  # of the inertia with everything further out rigid: rounding errors


@dataclass
class Model:
    """A circuit reduced to a function of its states."""

    circuit: Circuit
    topology: Topology
    symbols: Symbols
    network: Network
    skeleton: Skeleton
    tree: Tree
    states: list[StateVariable]
    x: ca.SX
    quaternions: list[int]  # first index of each unit quaternion in x
    derived: ParameterExpressions
    dx: ca.SX
    constraints: Constraints
    mode: str = "dynamic"
    projects: bool = True  # gaps are removed by projection after each step
    forced: ForcedStates | None = None  # where modes force states

    @property
    def gravity(self) -> list[float]:
        return self.tree.gravity

    @property
    def p(self) -> ca.SX:
        return ca.vertcat(*self.symbols.parameters.symbols, *self.derived.symbols)

    @cached_property
    def function(self) -> ca.Function:
        """(x, w, p, t) -> (dx, h), to be called with w = 0; both are empty in a tree.

        With loops, h packs the terms that close them, `mars.machine.constraint_packing`.
        """
        h, w = (self._packed[0], self.constraints.w) if self.packing is not None else (ca.SX(0, 1), ca.SX(0, 1))
        arguments = [self.x, w, self.p, self.symbols.t]
        return ca.Function("model", arguments, [self.dx, h], ["x", "w", "p", "t"], ["dx", "h"], {"cse": True})

    @cached_property
    def _packed(self) -> tuple[ca.SX, Packing]:
        return pack(self.constraints.h, self.dx, self.constraints.w, self.constraints.flags, self.constraints.groups)

    @property
    def packing(self) -> Packing | None:
        """Layout of the small system in h; None in a tree, and in kinematic mode, which has no forces."""
        return self._packed[1] if self.constraints.size and self.mode == "dynamic" else None

    @cached_property
    def closure(self) -> ca.Function:
        """(x, w, p, t) -> (gaps, their rates), which projection brings to zero."""
        constraints = self.constraints
        arguments = [self.x, constraints.w, self.p, self.symbols.t]
        return ca.Function("closure", arguments, [ca.densify(constraints.gaps), ca.densify(constraints.gap_rates)], {"cse": True})

    @cached_property
    def gap_slopes(self) -> tuple[list[int], ca.Function]:
        """The speeds among the states, and (x, p, t) -> derivatives of the gap rates by them."""
        speeds = [i for i, state in enumerate(self.states) if state.level == "speed"]
        slopes = ca.jacobian(self.constraints.gap_rates, ca.vertcat(*(self.x[i] for i in speeds)))
        return speeds, ca.Function("slopes", [self.x, self.p, self.symbols.t], [ca.densify(slopes)])

    @property
    def torn_places(self) -> list[int]:
        """Indices of the torn unknowns in x."""
        return [i for i, state in enumerate(self.states) if state.level == "torn"]

    @cached_property
    def _torn(self) -> tuple[ca.SX, ca.SX]:
        """The torn unknowns, and their residuals."""
        z = ca.vertcat(*(torn.symbol for torn in self.network.torn))
        return z, _torn_residuals(self.network, self.tree) if self.forced is None else self.forced.completed

    @cached_property
    def torn_is_linear(self) -> bool:
        """Whether the residuals are linear in the torn unknowns, as those of switching elements are."""
        z, r = self._torn
        return not ca.depends_on(ca.jacobian(r, z), z)

    @cached_property
    def torn(self) -> ca.Function:
        """(x, w, p, t) -> (r, ∂r/∂z): residuals of the nonlinear algebraic equations, and derivatives by the torn unknowns z."""
        z, r = self._torn
        arguments = [self.x, self.constraints.w, self.p, self.symbols.t]
        return ca.Function("torn", arguments, [ca.densify(r), ca.densify(ca.jacobian(r, z))], {"cse": True})

    @cached_property
    def forced_function(self) -> ca.Function:
        """(x, p, t) -> what P is chosen by."""
        assert self.forced is not None
        return self.forced.function(self.x, self.p, self.symbols.t)

    @cached_property
    def system(self) -> ca.Function:
        """(x, p, t) -> (dx, b, A, T) with w = 0, not packed: used to choose modes."""
        constraints, w = self.constraints, self.constraints.w
        parts = [self.dx, constraints.h, ca.jacobian(constraints.h, w), ca.jacobian(self.dx, w)]
        parts = [ca.densify(ca.substitute(part, w, ca.SX.zeros(w.shape))) for part in parts]
        return ca.Function("system", [self.x, self.p, self.symbols.t], parts, {"cse": True})

    @cached_property
    def _prepare(self) -> ca.Function:
        return ca.Function("prepare", [ca.vertcat(*self.symbols.parameters.symbols)], [ca.vertcat(*self.derived.expressions)])

    def parameters(self, segment: float = 0.0) -> np.ndarray:
        """The vector p with the circuit's numbers."""
        raw = np.array(self.symbols.parameters.numbers)
        raw[0] = segment
        return self.complete_parameters(raw)

    def complete_parameters(self, raw: np.ndarray) -> np.ndarray:
        derived = np.array(self._prepare(raw)).ravel() if self.derived.symbols else np.zeros(0)
        return np.concatenate([raw, derived])

    @property
    def mode_places(self) -> list[int]:
        """Indices in p of the numbers that change at events."""
        symbols = self.symbols
        modes = [*symbols.modes.values(), *symbols.slacks.values(), *(hold.flag for hold in symbols.holds.values())]
        modes += [self.forced.weights] if self.forced else []
        return sorted(mode.index + i for mode in modes for i in range(mode.symbol.numel()))

    @property
    def breaks(self) -> Breaks:
        """Times at which a law or a component has a corner."""
        return self.symbols.breaks

    @cached_property
    def motion_sources(self) -> list[str]:
        """Components that give the motion of a shaft, a slider or a point."""

        def gives(c: Component) -> bool:
            return type(c).kinematics is not Component.kinematics or type(c).paths is not Component.paths

        return [name for name, c in self.symbols.components.items() if c.is_source and gives(c)]

    @cached_property
    def given_rows(self) -> list[bool]:
        """Constraint rows on which no multiplier has any effect, because the motion is given."""
        columns = ca.jacobian(self.constraints.h, self.constraints.w).T.sparsity().colind()
        return [begin == end for begin, end in pairwise(columns)]

    @cached_property
    def ticks(self) -> Ticks:
        """Sample times."""
        return Ticks(tuple(dict.fromkeys(rule.clock for _, rule in self.network.switches if isinstance(rule, Samples))))

    @property
    def state_index(self) -> dict[str, int]:
        return {state.name: i for i, state in enumerate(self.states)}

    @cached_property
    def _pivots(self) -> tuple[list[tuple[str, int]], ca.Function]:
        """Free joints and their nodes, and the inertia at each drive: actual, and with everything further out rigid; (x, p, t) ->
        pairs."""
        free = [(frame, f) for frame, _, row in self.tree.rows() for f in row if f.given is None and not is_balanced(f)]
        whole = composites(self.skeleton, self.tree.motions, self.tree.loads) if free else []
        pairs = [ca.SX(value) for _, f in free for value in (f.articulated, al.add(whole[f.node], f.inertia))]
        probe = ca.Function("pivots", [self.x, self.p, self.symbols.t], [ca.vertcat(*pairs)])
        return [(frame.component, f.node) for frame, f in free], probe

    def unmoved(self, x: np.ndarray, t: float = 0.0) -> list[tuple[str, int]]:
        """Free joints and their nodes without inertia at their drive, relative to that with everything further out rigid."""
        free, probe = self._pivots
        values = np.array(probe(x, self.parameters(t), t)).reshape(-1, 2)
        return [each for each, (D, all_) in zip(free, values, strict=True) if not LOST * all_ < D]

    def lost_freedoms(self, x: np.ndarray, t: float = 0.0) -> list[str]:
        """Free joints whose acceleration is undetermined at this state: no inertia, and no loop that determines them."""
        lost = [joint for joint, _ in self.unmoved(x, t)]
        p = self.parameters(t + 1e-9)
        if any(row.flag == BALANCE for row in self.constraints.rows):
            _, _, A, _ = (np.array(part) for part in self.system(x, p, t))
            lost += [self.constraints.rows[i].component for i in undetermined_balances(A, self.constraints.flags, p)]
        return list(dict.fromkeys(lost))

    def massless_somewhere(self) -> frozenset[int]:
        """Nodes of free joints with no inertia at their drive at any state: zeros that are not visible in the structure."""
        x = np.random.default_rng(0).uniform(0.2, 1.0, len(self.states))
        for first in self.quaternions:
            x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
        return frozenset(node for _, node in self.unmoved(x))

    def freedoms(self) -> list[tuple[str, str]]:
        """Every joint degree of freedom with its status: free, or the level at which its motion is given."""
        status = {0: "movement", 1: "velocity"}
        found = []
        for frame in self.skeleton.frames:
            for node in frame.nodes:
                port = next(p for c, p in self.topology.nodes[node].ports if c == frame.component)
                found.append((f"{frame.component}.{port}", status.get(self.network.given.get(node, -1), "free")))
        return found


def build_model(
    circuit: Circuit,
    topology: Topology | None = None,
    mode: str = "dynamic",
    baumgarte: tuple[float, float] | None = None,
    massless: frozenset[int] = frozenset(),
) -> Model:
    """From the document to the fast model; raises CircuitError with all complaints if the circuit cannot run.

    In kinematic mode every degree of freedom must have a given motion or follow from loops, couplings and given paths; masses,
    springs and forces are ignored. With Baumgarte's gains (α, β), 1/s, gaps are not projected but stabilised: g̈ + 2α ġ + β² g =
    0. `massless` are joints' nodes whose inertia is known to vanish; all others are found here.
    """
    if topology is None:
        flat = flatten(circuit)
        resolved = resolve_all(flat.circuit)
        topology = analyse(flat, resolved)
    if topology.errors():
        raise CircuitError(topology.errors())
    symbols = bind_symbols(topology)
    network = solve_networks(symbols, mode == "kinematic", started=topology.circuit.start.keys())
    if network.complaints:
        raise CircuitError(network.complaints)
    skeleton = build_skeleton(symbols)
    if mode == "kinematic" and not skeleton.closures and not network.constraints:
        require_given_motions(symbols, network, skeleton)
    states = lay_out_states(symbols, network, skeleton, mode)
    derived, tree, constraints = _moving_tree(symbols, network, skeleton, states)
    if mode == "dynamic":
        accelerations = solve_tree(tree, constraints, massless)
        if balance_loads(tree, states, derived, constraints.w):
            skeleton = build_skeleton(symbols)
            states = lay_out_states(symbols, network, skeleton, mode, states.quaternions)
            derived, tree, constraints = _moving_tree(symbols, network, skeleton, states)
            refuse_accelerations(tree)
            accelerations = solve_tree(tree, constraints, massless)
        accelerate(constraints, tree, accelerations, baumgarte)
    else:
        accelerations = given_accelerations(tree)
    dx = state_rates(symbols, network, states, accelerations, tree.kinematics())
    if symbols.signals:
        known = ca.vertcat(states.x, constraints.w, *symbols.parameters.symbols, *derived.symbols, symbols.t)
        _refuse_unknown(states.variables, dx, known)
    forced = None
    if network.torn and mode == "dynamic":
        z = ca.vertcat(*(torn.symbol for torn in network.torn))
        forced = find_forced_states(symbols, states.x, constraints.w, dx, z, _torn_residuals(network, tree))
    model = Model(
        circuit=circuit,
        topology=topology,
        symbols=symbols,
        network=network,
        skeleton=skeleton,
        tree=tree,
        states=states.variables,
        x=states.x,
        quaternions=[quaternion.index for quaternion in states.quaternions.values()],
        derived=derived,
        dx=dx,
        constraints=constraints,
        mode=mode,
        projects=baumgarte is None,
        forced=forced,
    )
    if skeleton.closures and mode == "dynamic" and not massless and (found := model.massless_somewhere()):
        return build_model(circuit, topology, mode, baumgarte, found)
    if mode == "dynamic":
        _refuse_unsymmetric(model)
    return model


def _moving_tree(
    symbols: Symbols, network: Network, skeleton: Skeleton, states: States
) -> tuple[ParameterExpressions, Tree, Constraints]:
    """The tree after pass 1, with its bodies and constraints."""
    derived = ParameterExpressions()
    tree = move_outward(symbols, network, skeleton, states.quaternions, derived)
    check_class(tree, states.x, derived)
    tree.loads = body_loads(tree, derived)
    insert_demands(tree, ca.vertcat(states.x, *symbols.parameters.symbols, *derived.symbols, symbols.t))
    return derived, tree, constraints_of(tree, symbols.topology.motions)


def _torn_residuals(network: Network, tree: Tree) -> ca.SX:
    return tree.kinematics().insert(ca.vertcat(*(torn.residual for torn in network.torn)))


def _refuse_unsymmetric(model: Model) -> None:
    """A coupling of two joints with losses, beside other constraints: its losses depend on their forces, so that A is not
    symmetric, as the integrators need it."""
    rows, symbols = model.constraints.rows, model.symbols
    lossy = {row.component for row in rows if row.what == "coupling"} & {component for component, _ in symbols.modes}
    for name in lossy:
        others = [i for i, row in enumerate(rows) if row.component != name or row.what == "coupling"]  # its own hold acts at rest
        p, x = model.parameters(), np.random.default_rng(0).uniform(0.5, 1, len(model.states))
        for (component, _), mode in symbols.modes.items():
            p[mode.index : mode.index + mode.symbol.numel()] = 1.0 if component == name else 0.0
        A = np.array(model.system(x, p, 0.0)[2])[np.ix_(others, others)]
        if len(others) > 1 and np.abs(A - A.T).max() > 1e-9 * np.abs(A).max():
            cause = "a rigid coupling between two joints with losses cannot be combined with loops, stops or other couplings"
            remedy = "Put a spring (dynamics.spring) between it and one of the joints"
            raise CircuitError([Complaint(name, cause, remedy, code="lossy-coupling")])


def _refuse_unknown(states: list[StateVariable], dx: ca.SX, known: ca.SX) -> None:
    """Refuse states that depend, through signals, on values known only after the run: reactions of given motions."""
    names = {s.name() for s in ca.symvar(known)}
    if all(s.name() in names for s in ca.symvar(dx)):
        return
    for state, rate in zip(states, ca.vertsplit(dx), strict=True):
        unknown = [s.name() for s in ca.symvar(rate) if s.name() not in names]
        if unknown:
            cause = Message(
                "signals make it depend on {unknown}, a reaction that is computed only after the motion",
                unknown=unknown[0],
            )
            remedy = "Measure a position, a speed, or the force in a spring instead"
            raise CircuitError([Complaint(state.name, cause, remedy, code="feedback")])
