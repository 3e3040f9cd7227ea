"""Binds components to symbols, and lists their equations one by one.

Both formulations start here: the tableau takes the equations as they are, the fast model solves the scalar ones around the tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import casadi as ca

from mars.clocks import Breaks
from mars.component.author_errors import call_author, is_foreign, look_through
from mars.component.base import Base, Body, Component, Joint, Pose
from mars.component.declarations import Formula, LawOf, Port, Written
from mars.component.domains import FRAME, SIGNAL, SIGNALS, Domain
from mars.component.laws import Law
from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.topology.topology import PortKey, Topology


@dataclass
class Parameters:
    """The inputs `p` of the machine code: p[0] is the segment time, then every non-zero number of the circuit."""

    names: list[str] = field(default_factory=lambda: ["segment"])
    numbers: list[float] = field(default_factory=lambda: [0.0])
    symbols: list[ca.SX] = field(default_factory=lambda: [ca.SX.sym("segment")])
    decisions: list[Callable[[Parameters], bool]] = field(
        default_factory=list
    )  # numeric decisions: whether they are also valid for other parameters
    modes: set[str] = field(default_factory=set)  # names of numbers changed by events, mostly to 1 or −1

    def add(self, name: str, number: float) -> ca.SX:
        self.names.append(name)
        self.numbers.append(float(number))
        self.symbols.append(ca.SX.sym(name))
        return self.symbols[-1]

    def make(self, prefix: str, keep_zeros: bool = False):
        def make(label: str, number: float) -> Any:
            if number == 0.0 and not keep_zeros:
                return 0.0
            return self.add(f"{prefix}.{label}" if label else prefix, number)

        return make


@dataclass
class ModeSymbol:
    """Numbers of p that change only at events: a declared mode, or the flag of a hold."""

    index: int  # of the first in p
    symbol: ca.SX


@dataclass
class HoldSymbol:
    """Multipliers of a component's constraints, and the mode that switches them."""

    symbol: ca.SX
    flag: ModeSymbol


@dataclass(frozen=True)
class FrameSymbols:
    """Variables of a vector node in the global basis; b is the angular acceleration."""

    r: ca.SX
    R: ca.SX
    v: ca.SX
    w: ca.SX
    a: ca.SX
    b: ca.SX


@dataclass(frozen=True)
class FramePort:
    """The variables of a vector port, as seen by authors."""

    r: ca.SX
    R: ca.SX
    v: ca.SX
    w: ca.SX
    F: ca.SX
    M: ca.SX


@dataclass
class Equation:
    """One scalar equation `left == right` of a component."""

    component: str
    left: ca.SX
    right: ca.SX

    @property
    def residual(self) -> ca.SX:
        return self.left - self.right


@dataclass
class Symbols:
    """All variables of a circuit as symbols, and the components bound to them."""

    topology: Topology
    t: ca.SX = field(default_factory=lambda: ca.SX.sym("t"))
    parameters: Parameters = field(default_factory=Parameters)
    position: dict[int, ca.SX] = field(default_factory=dict)  # scalar nodes that move
    speed: dict[int, ca.SX] = field(default_factory=dict)  # potentials of all scalar nodes: speeds, voltages
    acceleration: dict[int, ca.SX] = field(default_factory=dict)
    signals: dict[int, ca.SX] = field(default_factory=dict)  # signal nodes; a column for a bundle
    frames: dict[int, FrameSymbols] = field(default_factory=dict)  # vector nodes
    streams: dict[PortKey, Any] = field(default_factory=dict)  # scalar, or (F, M)
    states: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    state_rates: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    results: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    holds: dict[tuple[str, str], HoldSymbol] = field(default_factory=dict)
    modes: dict[tuple[str, str], ModeSymbol] = field(default_factory=dict)
    slacks: dict[tuple[str, str], ModeSymbol] = field(default_factory=dict)  # rounding of the guards of modes
    demands: dict[tuple[str, str], ca.SX] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    laws: list[Law] = field(default_factory=list)  # with numbers, for their breaks
    formulas: list[Written] = field(default_factory=list)  # the same
    rates: dict[str, ca.SX] = field(default_factory=dict)  # name of a symbol -> its rate
    vector_symbols: dict[str, tuple[int, str]] = field(default_factory=dict)  # name of an element -> vector node, letter

    @property
    def segment(self) -> ca.SX:
        return self.parameters.symbols[0]

    @cached_property
    def breaks(self) -> Breaks:
        """Times at which a law or a component has a corner."""
        components = self.components.values()
        times = [time for component in components for time in call_author(component, component.breaks)]
        corners = [source for component in components for source in component.corners()]
        formulas = [formula.held.corners(formula.values) for formula in self.formulas]
        return Breaks(times, [*corners, *formulas, *(law.breaks for law in self.laws)])

    def others(self) -> list[Component]:
        """Everything that is not a body, a joint or a base."""
        return [c for c in self.components.values() if not isinstance(c, Body | Joint | Base)]


def bind_symbols(topology: Topology) -> Symbols:
    """Give every node, branch, state and parameter its symbol and bind the components to them."""
    symbols = Symbols(topology)
    for node in topology.nodes:
        if node.domain == FRAME.name:
            _frame_node(symbols, node.index)
        elif node.domain in (SIGNAL.name, SIGNALS.name):
            names = [f"signal{node.index}.{i}" for i in range(topology.signal_size(node))]
            symbols.signals[node.index] = ca.vertcat(*(ca.SX.sym(name) for name in names))
        else:
            _scalar_node(symbols, node.index, moves=topology.domain_of(node).moves)
    for name, placed in topology.placed.items():
        values: dict[str, Any] = {}
        for parameter in placed.kind.parameters.values():
            number = placed.values[parameter.name]
            if isinstance(parameter, LawOf):
                symbols.laws.append(number)
            elif isinstance(parameter, Formula):
                symbols.formulas.append(number)
            make = symbols.parameters.make(f"{name}.{parameter.name}", keep_zeros=parameter.by_hand)
            values[parameter.name] = parameter.symbolise(number, make)
        ports = {port.name: _port(symbols, name, port.name, port.domain) for port in placed.ports.values()}
        own: dict[str, Any] = {}
        for state in placed.states.values():
            own[state.name] = symbols.states[name, state.name] = ca.SX.sym(f"{name}.{state.name}")
            symbols.state_rates[name, state.name] = symbols.rates[f"{name}.{state.name}"] = ca.SX.sym(f"rate {name}.{state.name}")
        for result in placed.kind.results.values():
            own[result.name] = symbols.results[name, result.name] = ca.SX.sym(f"{name}.{result.name}")
        for mode in placed.modes.values():
            symbols.modes[name, mode.name] = _mode(symbols, f"{name}.{mode.name}", mode.size)
            own[mode.name] = symbols.modes[name, mode.name].symbol
            if mode.size == 1:
                symbols.slacks[name, mode.name] = _slack(symbols, f"{name}.{mode.name}.slack")
        for hold in placed.kind.holds.values():
            flag = _mode(symbols, f"{name}.{hold.name}.on")
            symbols.holds[name, hold.name] = HoldSymbol(ca.SX.sym(f"{name}.{hold.name}", hold.size), flag)
            own[hold.name] = symbols.holds[name, hold.name].symbol
        for demand in placed.kind.demanded:
            joints = sum(port.domain.moves and port.domain is not FRAME for port in placed.ports.values())
            own[demand] = symbols.demands[name, demand] = ca.SX.sym(f"{name}.{demand}", joints)
        own |= {"time": symbols.t, "segment": symbols.segment, "gravity": ca.SX(topology.gravity)}
        component = placed.kind()
        component.bind(name, values, ports, own)
        symbols.components[name] = component
    return symbols


def _slack(symbols: Symbols, name: str) -> ModeSymbol:
    return ModeSymbol(len(symbols.parameters.symbols), symbols.parameters.add(name, 0.0))


def _mode(symbols: Symbols, name: str, size: int = 1) -> ModeSymbol:
    index = len(symbols.parameters.symbols)
    symbols.parameters.modes.add(name)
    return ModeSymbol(index, ca.vertcat(*(symbols.parameters.add(name, 0.0) for _ in range(size))))


def _scalar_node(symbols: Symbols, index: int, moves: bool) -> None:
    symbols.speed[index] = ca.SX.sym(f"speed{index}")
    if not moves:
        return
    symbols.position[index] = ca.SX.sym(f"position{index}")
    symbols.acceleration[index] = ca.SX.sym(f"acceleration{index}")
    symbols.rates[f"position{index}"] = symbols.speed[index]
    symbols.rates[f"speed{index}"] = symbols.acceleration[index]


def _frame_node(symbols: Symbols, index: int) -> None:
    vectors = {letter: ca.SX.sym(f"{letter}{index}", 3) for letter in "rvwab"}
    frame = symbols.frames[index] = FrameSymbols(**vectors, R=ca.SX.sym(f"R{index}", 3, 3))
    for letter in "rRvwab":
        for element in ca.vertsplit(ca.vec(getattr(frame, letter))):
            symbols.vector_symbols[element.name()] = (index, letter)
    for letter, rate in (("r", "v"), ("v", "a"), ("w", "b")):
        for i in range(3):
            symbols.rates[vectors[letter][i].name()] = vectors[rate][i]
    turning = ca.skew(frame.w) @ frame.R
    for element, rate in zip(ca.vertsplit(ca.vec(frame.R)), ca.vertsplit(ca.vec(turning)), strict=True):
        symbols.rates[element.name()] = rate


REST = FrameSymbols(r=ca.SX(3, 1), R=ca.SX.eye(3), v=ca.SX(3, 1), w=ca.SX(3, 1), a=ca.SX(3, 1), b=ca.SX(3, 1))


def _port(symbols: Symbols, name: str, port: str, domain: Domain) -> FramePort | SimpleNamespace:
    """The variables of a port, as seen by authors; an open reference port has zero potential (a vector one is fixed to the
    world).

    At a scalar port the domain defines their names.
    """
    node = symbols.topology.node_of.get((name, port))
    if domain is FRAME:
        frame = REST if node is None else symbols.frames[node]
        F, M = ca.SX.sym(f"{name}.{port}.F", 3), ca.SX.sym(f"{name}.{port}.M", 3)
        symbols.streams[name, port] = (F, M)
        return FramePort(r=frame.r, R=frame.R, v=frame.v, w=frame.w, F=F, M=M)
    if domain.informs:
        size = 1 if domain is SIGNAL else symbols.topology.placed[name].ports[port].size
        return SimpleNamespace(**{domain.potential: symbols.signals[node] if node is not None else ca.SX.zeros(size)})
    stream = symbols.streams[name, port] = ca.SX.sym(f"{name}.{port}.{domain.stream}")
    speed = symbols.speed[node] if node is not None else ca.SX(0.0)
    variables = {domain.potential: speed, "potential": speed, domain.stream: stream, "stream": stream}
    if domain.moves:
        position = symbols.position[node] if node is not None else ca.SX(0.0)
        variables |= {domain.position: position, "position": position}
    return SimpleNamespace(**variables)


def equations_of(symbols: Symbols, component: Component) -> list[Equation]:
    """The component's equations one by one, with every der(…) replaced by its variable."""
    found: list[Equation] = []
    elements = [element for item in items_of(component) for element in ca.vertsplit(ca.vec(item))]
    if is_foreign(type(component)):
        look_through(component, elements, owed_by(symbols, component))
    for element in elements:
        if element.op() == ca.OP_EQ:
            found.append(Equation(component.name, element.dep(0), element.dep(1)))
        elif not (element.is_constant() and float(element) == 1.0):
            raise _no_equation(component)
    if not found:
        return found
    both = ca.vertcat(*(side for e in found for side in (e.left, e.right)))
    rates = [s for s in ca.symvar(both) if s.name().startswith("der(")]
    if rates:
        variables = [symbols.rates.get(s.name()[4:-1]) for s in rates]
        for symbol, variable in zip(rates, variables, strict=True):
            if variable is None:
                cause = Message("{name} is not the rate of a state or a potential", name=symbol.name())
                raise CircuitError([Complaint(component.name, cause, "Fix the component kind", code="kind")])
        both = ca.substitute(both, ca.vertcat(*rates), ca.vertcat(*variables))  # type: ignore[arg-type]
    sides = ca.vertsplit(both)
    found = [_rate_alone(Equation(component.name, sides[2 * i], sides[2 * i + 1])) for i in range(len(found))]
    for equation in found if symbols.signals else ():
        _refuse_motion_by_signal(symbols, equation)
    return found


def items_of(component: Component) -> list[ca.SX]:
    """The items yielded by `equations()`: scalars and columns."""
    try:
        return [ca.SX(item) for item in call_author(component, lambda: list(component.equations()))]
    except NotImplementedError:  # raised by CasADi for anything that is neither a number nor an expression
        raise _no_equation(component) from None


def _no_equation(component: Component) -> CircuitError:
    return CircuitError(
        [Complaint(component.name, "an equation is not of the form left == right", "Fix the component kind", code="kind")]
    )


def owed_by(symbols: Symbols, component: Component) -> list[str]:
    """Unknowns for which a component must give an equation: streams, signals that it gives, states and results."""
    placed = symbols.topology.placed[component.name]
    ports = [port for port in placed.ports.values() for _ in range(equations_at(port))]
    return [*(f"{port.name}.{port.domain.stream or port.domain.potential}" for port in ports), *placed.states, *component.results]


def equations_at(port: Port, size: int = 6) -> int:
    """Number of equations required for a port: one for each stream (`size` of a vector port) or signal that it gives."""
    if port.domain.informs:
        return (port.size if port.domain is SIGNALS else 1) if port.gives else 0
    return size if port.domain is FRAME else 1


def _rate_alone(equation: Equation) -> Equation:
    """An equation of one state's rate, `L * der(i) == u - R * i`, solved for it; both formulations need it alone on the left."""
    rates = [s for s in ca.symvar(equation.residual) if s.name().startswith("rate ")]
    if len(rates) != 1 or equation.left.is_symbolic():
        return equation
    (rate,) = rates
    slope = ca.jacobian(equation.residual, rate)
    if ca.depends_on(slope, rate):
        cause = Message("its equations are nonlinear in {name}", name=rate.name())
        raise CircuitError([Complaint(equation.component, cause, "Fix the component kind: write der(state) == …", code="kind")])
    rest = ca.substitute(equation.residual, rate, ca.SX(0.0))
    return Equation(equation.component, rate, -rest / slope)


def _refuse_motion_by_signal(symbols: Symbols, equation: Equation) -> None:
    """A signal may jump, a motion must not."""
    names = {s.name() for s in ca.symvar(equation.residual)}
    movable = {table[n].name() for table in (symbols.position, symbols.speed) for n in symbols.position}
    ports = symbols.topology.placed[equation.component].ports.values()
    read = [symbols.topology.node_of.get((equation.component, p.name)) for p in ports if p.domain.informs and not p.gives]
    signals = {s.name() for node in read if node is not None for s in ca.vertsplit(symbols.signals[node])}
    own = {s.name() for s in (*symbols.states.values(), *symbols.parameters.symbols, symbols.t)}
    if names & movable and names & signals and not names - movable - signals - own:
        cause = "a signal sets a position or a speed directly, but signals can jump"
        raise CircuitError(
            [Complaint(equation.component, cause, "Fix the component kind: let the motion follow a state", code="kind")]
        )


def total_rate(symbols: Symbols, expression: ca.SX) -> ca.SX:
    """Time derivative of an expression of positions, speeds, poses, velocities and time."""
    held = ca.symvar(expression)
    for (component, _), demand in symbols.demands.items():
        if {s.name() for s in held} & {s.name() for s in ca.vertsplit(demand)}:
            cause = (
                "a quantity that cannot jump (a motion, the current of an inductor) would have to follow "
                "its torques without delay"
            )
            raise CircuitError([Complaint(component, cause, "Insert a lag (signals.lag) between them", code="demand-rate")])
    moving = [s for s in held if s.name() in symbols.rates]
    rates = [symbols.rates[s.name()] for s in moving]
    return ca.jtimes(expression, ca.vertcat(*moving, symbols.t), ca.vertcat(*rates, 1.0))


def pose_of(symbols: Symbols, name: str) -> Pose:
    """The prescribed pose of a base."""
    base = symbols.components[name]
    assert isinstance(base, Base)
    return call_author(base, lambda: base.pose(symbols.t, symbols.segment))


def depends(expression: ca.SX, symbols: list[ca.SX]) -> bool:
    return bool(symbols) and ca.depends_on(expression, ca.vertcat(*symbols))
