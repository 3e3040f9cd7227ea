"""Finds what fits an end: kinds that can be wired to it, a new component wired to it, additions to a joint."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from mars.component.base import Base, Body, Component, Joint, Terminal
from mars.component.declarations import Port
from mars.component.domains import DOMAINS
from mars.component.icon_paths import Point
from mars.document.circuit import Circuit
from mars.editing.neighbourhood import Surroundings
from mars.errors import DocumentError
from mars.kinds.registry import kind_in, kinds_in
from mars.kinds.resolved import default_ports
from mars.messages import Message
from mars.names import component_of
from mars.pictures.sheet.symbols import DOWN, LEFT, RIGHT, UP, Direction, Place, Symbol, symbol_of
from mars.pictures.sheet.value_labels import value_label
from mars.pictures.sheet.wire_shape import GRID
from mars.pictures.style import NAME_SIZE, VALUE_SIZE
from mars.pictures.svg import text_width

from .link_rules import LinkRules, gives_motion, has_motion, is_ball_port
from .links import connect, join, terminal_of
from .placement import create
from .sheet_positions import drawn, junction_place, on_grid, place, set_place, symbols_of

# Most used first; kinds of other libraries follow by family.
JOINTS = ("rotation", "translation", "weld", "planar", "cylindrical", "universal", "spherical", "free")
BODIES = ("rod", "body", "box", "cylinder", "tube", "sphere", "point_mass")
ON_SHAFT = ("sources.velocity", "sources.torque", "sources.movement", "dynamics.damper", "dynamics.spring")
ON_SHAFT += ("dynamics.spring_damper", "dynamics.friction", "dynamics.stop", "dynamics.gear", "dynamics.rotor")
ON_SLIDER = (
    "sources.slide_velocity",
    "sources.force",
    "sources.slide_movement",
    "dynamics.slide_damper",
    "dynamics.slide_spring",
)
ON_SLIDER += ("dynamics.slide_spring_damper", "dynamics.slide_friction", "dynamics.slide_stop")
ON_POINT = ("sources.wrench", "dynamics.line_spring_damper", "meters.pose", "dynamics.contact", "dynamics.bushing")
ON_PIN = ("electrical.resistor", "electrical.ground", "electrical.capacitor", "electrical.inductor", "electrical.voltage_source")
ON_PIN += ("electrical.voltmeter", "electrical.ammeter", "electrical.diode", "electrical.switch", "electrical.op_amp")
ON_PIN += ("drives.dc_motor",)
ON_LINE = ("hydraulic.tank", "hydraulic.orifice", "hydraulic.pipe", "hydraulic.pump", "hydraulic.proportional_valve")
ON_LINE += ("hydraulic.cylinder", "hydraulic.relief_valve", "hydraulic.check_valve", "hydraulic.volume", "hydraulic.accumulator")
ON_HEAT = ("thermal.resistance", "thermal.capacity", "thermal.ambient", "thermal.convection", "thermal.heat_source")
ON = {"rotation": ON_SHAFT, "translation": ON_SLIDER, "electrical": ON_PIN, "hydraulic": ON_LINE, "thermal": ON_HEAT}
GIVERS = ("inputs.slider", "inputs.knob", "inputs.button", "signals.constant", "signals.law", "control.pid", "signals.gain")
READERS = ("signals.gain", "signals.sum", "signals.integrator", "control.pid", "signals.limiter", "sources.driven_torque")
READERS += ("electrical.driven_voltage", "sources.driven_speed", "sources.driven_movement", "sources.driven_force")
OF_BUNDLES = ("signals.bundle", "signals.unbundle", "signals.state_space")
# Families that follow, by domain; otherwise the family with the name of the domain.
FAMILIES = dict.fromkeys(("rotation", "translation", "frame"), ("sources", "dynamics")) | {"signal": ("signals", "control")}
SIDE_BEHIND = {LEFT: "right", RIGHT: "left", UP: "bottom", DOWN: "top"}  # side of the sheet for a component facing this way
PLANE = {"Tx", "Ty", "Rz"}
IN_PLANE = ("joints.rotation", "joints.translation", "joints.weld", "joints.planar")

ADDITIONS = {  # possible additions to a joint: for a shaft, for a slider
    "drive": ("sources.velocity", "sources.slide_velocity"),
    "damper": ("dynamics.damper", "dynamics.slide_damper"),
    "spring": ("dynamics.spring", "dynamics.slide_spring"),
    "limits": ("dynamics.stop", "dynamics.slide_stop"),
}
NEEDS_POSITION = ("spring", "limits")

GAP = 40  # from a port to an addition at it
ALIGN = 20  # a component released this close to the line of the port is aligned with it


def fitting_kinds(domain: str, circuit: Circuit, end: str | None = None) -> list[tuple[str, str]]:
    """Kinds that can be wired to an end of a domain, each with the port to use, best first."""
    kind = _kind_at(circuit, end)
    node = LinkRules(circuit, end).node if end else set()
    at_node = [kind_in(circuit, circuit.components[component_of(each)].kind) for each in node if not each.startswith("#")]
    has_base = any(each is not None and issubclass(each, Base) for each in at_node)
    is_moved = has_motion(domain) and any(gives_motion(each) for each in at_node)
    is_given = any(LinkRules(circuit, each).gives_signal(each) for each in node)
    order = _order(domain, circuit, kind, end.partition(".")[2] if end else "", is_given)
    families = FAMILIES.get(domain, (domain,))
    found = []
    for name, each in kinds_in(circuit).items():
        port = port_for(each, domain, is_given)
        if port is None or (has_base and issubclass(each, Base)) or (is_moved and gives_motion(each)):
            continue
        family = name.partition(".")[0]
        rank = order.index(name) if name in order else len(order) + (0 if family in families else 100)
        found.append((rank, name, port.name))
    return [(name, port) for _, name, port in sorted(found)]


def port_for(kind: type[Component], domain: str, is_given: bool = False) -> Port | None:
    """The port of a kind for a wire of that domain: the first that must be linked, else the first.

    A wire of unknown domain, with only ghosts on it, fits anywhere. An output signal is linked to an input; otherwise an output
    is preferred.
    """
    ports = [port for port in default_ports(kind).values() if not domain or port.domain.name == domain]
    ports.sort(key=lambda port: not domain and port.domain.informs)  # energy before information
    if domain in DOMAINS and DOMAINS[domain].informs:
        givers = [port for port in ports if port.gives]
        ports = [port for port in ports if not port.gives] if is_given else givers or ports
    return next((port for port in ports if port.open == "required"), ports[0] if ports else None)


def _kind_at(circuit: Circuit, end: str | None) -> type[Component] | None:
    if end is None or end.startswith("#"):
        return None
    return kind_in(circuit, circuit.component(component_of(end)).kind)


def _order(domain: str, circuit: Circuit, kind: type[Component] | None, port: str, is_given: bool) -> list[str]:
    if domain in ON:
        return list(ON[domain])
    if domain == "signal":
        return list(READERS if is_given else GIVERS)
    if domain == "signals":
        return list(OF_BUNDLES)
    joints = [f"joints.{name}" for name in JOINTS]
    if set(circuit.motions) <= PLANE:
        joints.sort(key=lambda name: name not in IN_PLANE)
    bodies = [f"bodies.{name}" for name in BODIES]
    if kind is not None and issubclass(kind, Joint):
        return [*(["bodies.base"] if port == "1" else []), *bodies, *ON_POINT, "bodies.base", *joints]
    if kind is not None and issubclass(kind, Base | Body):
        return [*joints, *ON_POINT, *bodies, "bodies.base"]
    return [*bodies, *joints, "bodies.base", *ON_POINT]


@drawn
def add_linked(
    circuit: Circuit,
    kind: str,
    end: str,
    at: tuple[float, float] | None = None,
    *,
    port: str | None = None,
    name: str | None = None,
    values: Mapping[str, Any] | None = None,
) -> str:
    """Add a component wired to an end, with its port where the wire was released and facing it; returns its name."""
    refusals = LinkRules(circuit, end)
    domain, is_given = refusals.domain, any(map(refusals.gives_signal, refusals.node))
    start, way = _start(circuit, end)
    added = create(circuit, kind, name, values)
    cls = kinds_in(circuit)[kind]
    fitting = default_ports(cls).get(port) if port else port_for(cls, domain, is_given)
    if fitting is None or (domain and fitting.domain.name != domain):
        raise DocumentError(
            "{kind}: no port can be connected to {end}. Choose a component with a {domain} port",
            code="no-fitting-port",
            kind=kind,
            end=end,
            domain=domain,
        )
    target = on_grid(at) if at is not None else (round(start[0] + GAP * way[0]), round(start[1] + GAP * way[1]))
    target, facing = _aimed(start, way, target)
    lying = faced(symbol_of(circuit, added), fitting.name, facing)
    own = lying.terminals[fitting.name].at
    set_place(
        circuit,
        added,
        Place((round(target[0] - own[0]), round(target[1] - own[1])), lying.place.turn, lying.place.flip),
    )
    if at is None:
        step_aside(circuit, added, (-facing[0], -facing[1]))
    if issubclass(cls, Terminal) and "side" not in circuit.components[added].values:
        circuit.set(f"{added}.side", SIDE_BEHIND[facing])
    connect(circuit, end, f"{added}.{fitting.name}", {added})
    return added


def _start(circuit: Circuit, end: str) -> tuple[Point, Direction]:
    terminal = terminal_of(circuit, end)
    if terminal is not None:
        return terminal.at, terminal.direction
    return junction_place(circuit, end) or (0.0, 0.0), UP


def _aimed(start: Point, way: Direction, target: tuple[int, int]) -> tuple[tuple[int, int], Direction]:
    """Position of the new port, aligned with the start if that is close, and the direction it faces."""
    along_x = way[0] != 0
    ahead = (target[0] - start[0]) * way[0] + (target[1] - start[1]) * way[1]
    aside = target[1] - start[1] if along_x else target[0] - start[0]
    if abs(aside) <= ALIGN and ahead > 0:
        target = (target[0], round(start[1])) if along_x else (round(start[0]), target[1])
        return target, (-way[0], -way[1])
    if ahead >= ALIGN:
        return target, (-way[0], -way[1])
    if along_x:
        return target, UP if aside > 0 else DOWN
    return target, LEFT if aside > 0 else RIGHT


def faced(symbol: Symbol, port: str, facing: Direction) -> Symbol:
    """The symbol turned or flipped as little as possible so that a port faces a direction."""
    for turn, flip in ((0, False), (0, True), (1, False), (3, False), (2, False)):
        lying = symbol.put(Place((0, 0), turn, flip))
        if lying.terminals[port].direction == facing:
            return lying
    return symbol


def step_aside(circuit: Circuit, name: str, way: Direction) -> None:
    """Move a new component step by step until it overlaps no other."""
    around = Surroundings(circuit)
    old = place(circuit, name)
    for step in range(0, 2000, 20):
        dx, dy = step * way[0], step * way[1]
        around.drag({name: (dx, dy)})
        if len(around.near(around.box(name))) <= 1:
            if step:
                set_place(circuit, name, Place((old.at[0] + dx, old.at[1] + dy), old.turn, old.flip))
            return


def additions(circuit: Circuit, joint: str) -> list[str]:
    """Possible additions to a joint: drive, damper, spring, limits."""
    kind = kind_in(circuit, circuit.component(joint).kind)
    if kind is None or not issubclass(kind, Joint):
        return []
    return [what for what in ADDITIONS if any(_takes(circuit, joint, kind, port, what) is None for port in _freedoms(kind))]


@drawn
def attach(circuit: Circuit, joint: str, what: str, port: str | None = None) -> str:
    """Add a drive, damper, spring or limits to a joint's degree of freedom: placed over its port, beside existing ones, and
    wired."""
    name = circuit.component(joint).name
    kind = kind_in(circuit, circuit.components[name].kind)
    if what not in ADDITIONS:
        raise DocumentError(
            "{name}: cannot add {what!r} to a joint. Choose one of {additions}",
            code="bad-option",
            name=name,
            additions=", ".join(ADDITIONS),
            what=what,
        )
    if kind is None or not issubclass(kind, Joint) or not _freedoms(kind):
        raise DocumentError(
            "{name}: no degree of freedom to which a {what} could be added. Choose a joint that moves",
            code="no-freedom",
            name=name,
            what=what,
        )
    ports = [each for each in _freedoms(kind) if port is None or each.name == port]
    reasons = [_takes(circuit, name, kind, each, what) for each in ports]
    if None not in reasons:
        raise DocumentError(
            reasons[0]
            or Message(
                "{name}: no port {port!r}. Its degrees of freedom: {freedoms}",
                code="no-such-port",
                name=name,
                port=port,
                freedoms=", ".join(each.name for each in _freedoms(kind)),
            )
        )
    chosen = ports[reasons.index(None)]
    new_kind = ADDITIONS[what][0 if chosen.domain.name == "rotation" else 1]
    end = f"{name}.{chosen.name}"
    fitting = port_for(kinds_in(circuit)[new_kind], chosen.domain.name)
    if fitting is None:
        raise DocumentError(
            "{end}: {new_kind} cannot be added here automatically. Connect it manually",
            code="no-fitting-port",
            end=end,
            new_kind=new_kind,
        )
    terminal = symbol_of(circuit, name).terminals[chosen.name]
    way = terminal.direction
    added = create(circuit, new_kind)
    lying = faced(symbol_of(circuit, added), fitting.name, (-way[0], -way[1]))
    own = lying.terminals[fitting.name].at
    x, y = terminal.at[0] + GAP * way[0] - own[0], terminal.at[1] + GAP * way[1] - own[1]
    set_place(circuit, added, Place((round(x), round(y)), lying.place.turn, lying.place.flip))
    present = next((link for link in circuit.links if end in link.ends), None)
    if present is not None:
        _stand_beside(circuit, added, end, way)
    step_aside(circuit, added, RIGHT if way in (UP, DOWN) else DOWN)
    new_end = f"{added}.{fitting.name}"
    if present is None:
        connect(circuit, end, new_end, {added})
    else:  # another branch of the same node
        fork = (terminal.at[0] + GAP / 2 * way[0], terminal.at[1] + GAP / 2 * way[1])
        join(circuit, new_end, present.key, fork, {added})
    return added


def _stand_beside(circuit: Circuit, name: str, end: str, way: Direction) -> None:
    """Move behind everything at the node, labels included."""
    node = LinkRules(circuit, end).node
    others = {component_of(each) for each in node if not each.startswith("#")} - {component_of(end)}
    own, old = symbol_of(circuit, name), place(circuit, name)
    dx = dy = 0
    for other in symbols_of(circuit, others).values():
        if way in (UP, DOWN):
            line = value_label(circuit, other)
            label = max(text_width(other.name, NAME_SIZE, 600), text_width(line, VALUE_SIZE))
            dx = max(dx, GRID * ceil((other.box[2] + label + 2 * GRID - own.box[0]) / GRID))
        else:
            dy = max(dy, GRID * ceil((other.box[3] + GAP - own.box[1]) / GRID))
    set_place(circuit, name, Place((old.at[0] + dx, old.at[1] + dy), old.turn, old.flip))


def _freedoms(kind: type[Component]) -> list[Port]:
    return [port for port in kind.ports.values() if port.domain.name in ("rotation", "translation")]


def _takes(circuit: Circuit, joint: str, kind: type[Component], port: Port, what: str) -> str | None:
    """Why a degree of freedom does not accept an addition; None if it does."""
    end = f"{joint}.{port.name}"
    if what in NEEDS_POSITION and is_ball_port(kind, end):
        return Message(
            "{end} has a speed but no angle, so a {what} cannot be added. Put a bushing between the bodies",
            code="ball-angle",
            end=end,
            what=what,
        )
    if what == "drive":
        node = LinkRules(circuit, end).node
        owners = [component_of(each) for each in sorted(node) if not each.startswith("#")]
        present = next((name for name in owners if gives_motion(kind_in(circuit, circuit.components[name].kind))), None)
        if present:
            return Message(
                "{end} is already driven by {present}. Change {present} instead", code="two-motions", end=end, present=present
            )
    return None
