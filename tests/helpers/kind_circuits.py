"""A small running circuit around any one kind, so that all kinds can be tested in the same way."""

from itertools import product

import numpy as np

from mars.component.base import Base, Body, Joint
from mars.component.declarations import Port
from mars.component.domains import ELECTRICAL, FRAME, HYDRAULIC, ROTATION, SIGNAL, THERMAL
from mars.component.rules import Piece, Sticks
from mars.document.circuit import Circuit
from mars.events.guards import Guards
from mars.kinds.registry import kinds
from mars.kinds.resolve_circuit import resolve_all
from mars.kinds.resolved import resolve_values
from mars.model.build import Model
from mars.model.variables import Variables

OBLIQUE = ([1, 2, 3], [2, -1, 1], [0, 1, -2], [3, 1, 1])
# A table spring must be deflected to matter; a base must move to have power; contacts must touch at random states.
FRICTION = {"breakaway": 1.5, "stribeck": 0.5, "viscous": 0.2}
CUSHION = {"stiffness": 30, "restitution": 0.4, "impact_speed": 0.8}
OIL = {"bulk_modulus": 3, "vapour_pressure": -0.3, "bubble_modulus": 0.5}
WARM = {"reference_temperature": 0, "temperature_coefficient": 0.2}
VALUES = {
    "dynamics.table_spring": {"table": [[-1, -5], [-0.2, -3], [0.3, 2], [1.2, 9]]},
    "dynamics.slide_table_spring": {"table": [[-1, -5], [-0.2, -3], [0.3, 2], [1.2, 9]]},
    "bodies.base": {"travel_x": "0.1*sin(3*t)", "travel_z": "0.2*t^2", "rotation": "sin(t)", "axis": [1, 1, 0]},
    "bodies.body": {
        "centre": [0.1, -0.2, 0.3],
        "inertia": [0.2, 0.3, 0.25, 0.01, -0.02, 0.03],
        "points": {"2": [0.5, 0.1, 0], "3": {"place": [0, 0.4, 0.1], "orientation": ["30 deg", 0.2, -1]}},
    },
    "sources.wrench": {"basis": "body", "force_x": "5*sin(t)", "force_z": 3, "moment_y": "t"},
    "dynamics.rotor": {"ratio": 7, "inertia": 0.02, "axis": [1, 2, 2]},
    "dynamics.friction": FRICTION,
    "dynamics.slide_friction": FRICTION,
    "dynamics.brake": {"command": "sin(2*t)"},
    "dynamics.slide_brake": {"command": "sin(2*t)"},
    "dynamics.backlash": {"play": 0.5, "stiffness": 30, "damping": 4},
    "dynamics.slide_backlash": {"play": 0.5, "stiffness": 30, "damping": 4},
    "dynamics.stop": {"lower": -0.4, "upper": 0.3},
    "dynamics.slide_stop": {"lower": -0.4, "upper": 0.3},
    "dynamics.buffer": {"lower": -0.4, "upper": 0.3, **CUSHION},
    "dynamics.slide_buffer": {"lower": -0.4, "upper": 0.3, **CUSHION},
    "dynamics.contact": {"normal": [1, 2, -1], "radius": 0.3, "breakaway": 1.2, **CUSHION},
    "dynamics.rigid_contact": {"normal": [1, 2, -1], "radius": 0.3},
    "dynamics.elastic_rope": {"damping": 20, "stiffness": 300},
    "dynamics.grip": {"closed": "sin(5*t)", "joint": "hinge", "axis": [1, 2, -1]},
    "sources.velocity": {"law": "0.5*sin(2*t)"},
    "sources.movement": {"law": "0.5*sin(2*t)"},
    "sources.slide_velocity": {"law": "0.5*sin(2*t)"},
    "sources.slide_movement": {"law": "0.5*sin(2*t)"},
    "signals.sum": {"signs": "+-+"},
    "signals.product": {"marks": "**/"},
    "signals.formula": {"formula": "u1*u3 + sin(u2)*t", "inputs": 3},
    "signals.integrator": {"limited": True, "lower": -0.4, "upper": 0.3},
    "signals.rate_limit": {"rising": 3, "falling": 2, "lag": 0.3},
    "signals.transfer_function": {"numerator": [1, 0, 2], "denominator": [0.5, 3, 2]},
    "signals.state_space": {"B": [[0, 1], [1, 0.5]], "C": [[1, 0], [0, 1], [1, 1]], "D": [[0, 0], [0, 0.3], [0, 0]]},
    "signals.lookup_2d": {"knots_x": [-1, 0, 1.5], "table": [[1, 2], [-1, 0.5], [0, 3]]},
    "logic.gate": {"operation": "xor", "inputs": 3},
    "sensors.pose": {"angles": "rotation vector"},
    "sensors.encoder": {"counts": 12, "period": 0.1},
    "sensors.linear_encoder": {"resolution": 0.1, "period": 0.1},
    "sensors.force_torque": {"stiffness": [100, 200, 150], "damping": [3, 2, 1], "turn_stiffness": 40},
    "dynamics.driven_grip": {"joint": "slider", "axis": [1, 2, -1]},
    "sources.driven_wrench": {"basis": "body", "force": 5},
    "inputs.slider": {"value": 0.4},
    "control.pid": {"kp": 2, "ki": 3, "kd": 0.1, "filter": 0.2, "limited": True, "lower": -0.3, "upper": 0.5},
    "inputs.knob": {"value": -0.3},
    "inputs.button": {"pressed": 1, "on": 2, "off": -1},
    "electrical.voltage_source": {"law": "2*sin(3*t)"},
    "electrical.current_source": {"law": "2*sin(3*t)"},
    "electrical.coupled_inductors": {"coupling": 0.6, "inductance1": 0.5, "inductance2": 0.3},
    "electrical.transistor": {"polarity": "pnp", "thermal_voltage": 0.5, "saturation_current": 0.2, "leak": 100},
    "electrical.junction": {"thermal_voltage": 0.5, "saturation_current": 0.2, "leak": 100},
    "electrical.diode": {"forward_voltage": 0.2, "on_resistance": 2, "off_resistance": 500},
    "electrical.switch": {"threshold": 0.1, "on_resistance": 2, "off_resistance": 500},
    "electrical.hand_switch": {"closed": 0.3},
    "electrical.potentiometer": {"resistance": 30, "position": 0.3},
    "drives.dc_motor": {"torque_constant": 0.8, "inductance": 0.2, "inertia": 0.05, "viscous": 0.1, "coulomb": 0.3, "ratio": 3},
    "drives.slide_motor": {"inductance": 0.2, "viscous": 2},
    "drives.pmsm": {"inductance_d": 0.2, "inductance_q": 0.3, "flux": 0.4, "inertia": 0.05, "viscous": 0.1, "ratio": 3},
    "drives.elastic_gear": {"ratio": 3, "stiffness": 30, "damping": 4, "play": 0.5},
    "drives.ball_screw": {"lead": 2, "inertia": 0.05},
    "drives.servo_amplifier": {"reset_time": 0.5, "proportional": 9},
    "hydraulic.tank": {"pressure": 0.4},
    "hydraulic.pressure_source": {"law": "2*sin(3*t)"},
    "hydraulic.flow_source": {"law": "2*sin(3*t)"},
    "hydraulic.driven_pressure": {"gain": 2},
    "hydraulic.driven_flow": {"gain": 2},
    "hydraulic.pump": {"displacement": 0.6, "leakage": 0.2},
    "hydraulic.variable_pump": {"displacement": 0.6, "leakage": 0.2},
    "hydraulic.motor": {"displacement": 0.6, "leakage": 0.2},
    "hydraulic.volume": OIL | {"volume": 2},
    "hydraulic.cylinder": OIL
    | {"area_a": 0.5, "area_b": 0.3, "stroke": 0.4, "dead_volume": 2, "leakage": 0.2, "viscous": 3, "stiffness": 9},
    "hydraulic.orifice": {"area": 0.7, "density": 2, "laminar_below": 0.1},
    "hydraulic.throttle": {"area": 0.7, "density": 2, "laminar_below": 0.1, "leakage": 0.8},
    "hydraulic.check_valve": {"cracking_pressure": 0.2, "flow_per_pressure": 3, "leakage": 0.1},
    "hydraulic.relief_valve": {"set_pressure": 0.2, "nominal_flow": 3, "rise": 2, "leakage": 0.1},
    "hydraulic.proportional_valve": {
        "nominal_flow": 2,
        "nominal_drop": 0.5,
        "overlap": 0.2,
        "leakage": 0.1,
        "laminar_below": 0.1,
    },
    "hydraulic.pipe": {"length": 2, "diameter": 1, "viscosity": 1e-4, "density": 0.5, "roughness": 0.02},
    "hydraulic.accumulator": {"gas_volume": 3, "precharge": 0.2},
    "thermal.ambient": {"temperature": "2*sin(3*t)"},
    "thermal.driven_temperature": {"temperature": 0, "gain": 2},
    "thermal.radiation": {"area": 1e8},
    "thermal.heated_resistor": WARM | {"resistance": 3},
    "thermal.heated_dc_motor": WARM
    | {"torque_constant": 0.8, "inductance": 0.2, "inertia": 0.05, "viscous": 0.1, "coulomb": 0.3},
}
# The network at a port: the component that stores its potential, with its port, and the one between.
NETWORKS = {
    HYDRAULIC: (
        ("hydraulic.volume", "a", OIL | {"volume": 2}),
        ("hydraulic.pipe", {"length": 2, "diameter": 1, "viscosity": 0.3, "inertia": "no", "regime": "laminar"}),
    ),
    THERMAL: (("thermal.capacity", "heat", {"capacity": 0.3}), ("thermal.resistance", {"resistance": 2})),
}
# Poles of kinds that are nonlinear in a potential are connected directly to its store, at this many volts; others by a resistor.
STIFF_POLES = {
    "electrical.junction": {"p": 0, "n": 0},
    "electrical.transistor": {"b": 0, "c": 0, "e": 0},
    "drives.servo_amplifier": {"p": 1, "n": 0},
    "hydraulic.orifice": {"a": 0, "b": 0},
    "hydraulic.throttle": {"a": 0, "b": 0},
    "hydraulic.proportional_valve": {"a": 0, "b": 0, "p": 0, "t": 0},
    "thermal.radiation": {"a": 0, "b": 0},
    "thermal.heated_resistor": {"heat": 0},
    "thermal.heated_dc_motor": {"heat": 0},
}
FEEDBACK = {"electrical.op_amp": ("minus", "out")}
LAGGING = (
    "sensors.accelerometer",
    "sensors.torque",
    "sensors.force",
)  # their signals follow accelerations, which no torque may follow directly


def modes_of(kind: str) -> list[str]:
    """The modes of the kind under test."""
    cls = kinds()[kind]
    return list(cls.modes_for(resolve_values(cls, "X", VALUES.get(kind, {}), {})[0]))


def circuit_around(kind: str, **values) -> Circuit:
    """The kind under test is called `X`; everything around it is spatial, oblique and in motion."""
    cls = kinds()[kind]
    c = Circuit(f"around {kind}")
    c.add(kind, "X", **{**VALUES.get(kind, {}), **values})
    if issubclass(cls, Base):
        _arm(c, "A", "X.1")
    elif issubclass(cls, Joint):
        c.add("bodies.base", "Base", place=[0.1, 0.2, 0.3])
        c.connect("Base.1", "X.1")
        _body(c, "Load")
        c.connect("X.2", "Load.1")
    elif issubclass(cls, Body):
        _arm(c, "A")
        c.connect("A2.2", "X.1")
    else:
        _surround(c, cls)
    return c


def random_state(model: Model, seed: int) -> np.ndarray:
    x = np.random.default_rng(seed).uniform(-1, 1, len(model.states))
    for first in model.quaternions:
        x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
    return x


def rates_of(model: Model, x: np.ndarray, p: np.ndarray, t: float, w: np.ndarray | None = None) -> np.ndarray:
    """Rates of the states with the given multipliers (None: zero), followed by these, as in `Variables`."""
    w = np.zeros(model.constraints.size) if w is None else w
    return np.concatenate([np.array(model.function(x, w, p, t)[0]).ravel(), w])


def legal_modes(model: Model, variables: Variables, x: np.ndarray, t: float, seed: int = 0) -> np.ndarray:
    """Parameters with modes that fit the state: nothing is held, friction slips as it moves, pieces are consistent."""
    p, guards = model.parameters(t), Guards(model, variables)
    random = np.random.default_rng(seed)
    for mode in model.symbols.modes.values():  # the memory of a grip may be anything
        p[mode.index : mode.index + mode.symbol.numel()] = random.uniform(-1, 1, mode.symbol.numel())
    rates = np.array(model.closure(x, np.zeros(model.constraints.size), p, t)[1]).ravel()
    pieces = [watched for watched in guards.rules if isinstance(watched.rule, Piece)]
    for watched in guards.rules:
        if isinstance(watched.rule, Sticks):
            p[watched.modes] = rates[watched.rows] / np.linalg.norm(rates[watched.rows])
    combinations = list(product((-1.0, 1.0), repeat=len(pieces)))
    for combination in random.permutation(combinations) if pieces else ():
        for watched, value in zip(pieces, combination, strict=True):
            p[watched.modes] = value
        dx = rates_of(model, x, p, t)
        n = len(model.states)
        values = np.array(guards.function.function(x, np.concatenate([dx[n:], dx[:n]]), p, t)[0]).ravel()
        if all(values[watched.guard] >= 0 for watched in pieces):
            return p
    assert not pieces, "no mode fits"
    return p


def _surround(c: Circuit, cls) -> None:
    frames = [p for p in cls.ports.values() if p.domain is FRAME]
    scalars = [p for p in cls.ports.values() if p.domain.moves and p.domain is not FRAME]
    _link_signals(c)
    _wire(c, cls)
    _pipe(c, cls)
    if cls.demanded:
        _arm(c, "A")
        for i in (1, 2):
            c.connect(f"X.turn{i}", f"AJ{i}.turn")
    for i, port in enumerate(frames):
        letter = "AB"[i]
        _arm(c, letter)
        c.connect(f"X.{port.name}", f"{letter}1.2" if scalars else f"{letter}2.2")
    if not scalars:
        return
    if not frames:
        _arm(c, "A")
    first, *more = sorted(scalars, key=lambda p: p.domain is ROTATION)
    if first.domain is ROTATION:
        c.connect(f"X.{first.name}", "AJ2.turn")
    else:
        _slider(c, "A")
        c.connect(f"X.{first.name}", "ASlider.slide")
    for port in more:
        if port.open == "reference":
            continue
        if port.domain is ROTATION:
            c.add("dynamics.rotor", "Flywheel", inertia=0.3)
            c.add("dynamics.spring_damper", "Shaft", stiffness=20, damping=0.3)
            c.connect(f"X.{port.name}", "Flywheel.shaft", "Shaft.a")
        else:
            _arm(c, "B")
            _slider(c, "B")
            c.connect(f"X.{port.name}", "BSlider.slide")


def _wire(c: Circuit, cls) -> None:
    """Every electrical pole gets a separate capacitor, through a resistor unless it is a stiff one."""
    stiff = STIFF_POLES.get(cls.kind, {})
    for i, port in enumerate(p for p in cls.ports.values() if p.domain is ELECTRICAL):
        c.add("electrical.capacitor", f"C{i}", capacitance=0.1 * (i + 2))
        c.add("electrical.ground", f"GND{i}")
        c.connect(f"C{i}.n", f"GND{i}.p")
        if port.name in stiff:
            c.add("electrical.voltage_source", f"V{i}", law=stiff[port.name])
            c.connect(f"X.{port.name}", f"V{i}.p")
            c.connect(f"V{i}.n", f"C{i}.p")
        else:
            c.add("electrical.resistor", f"R{i}", resistance=i + 1)
            c.connect(f"X.{port.name}", f"R{i}.p")
            c.connect(f"R{i}.n", f"C{i}.p")
    if cls.kind in FEEDBACK:
        c.add("electrical.resistor", "Feedback", resistance=4)
        for end, port in zip(("p", "n"), FEEDBACK[cls.kind], strict=True):
            c.connect(f"Feedback.{end}", f"X.{port}")


def _pipe(c: Circuit, cls) -> None:
    """Every hydraulic or thermal port gets a separate store, through a resistance unless it is a stiff one."""
    for port in (p for p in cls.ports.values() if p.domain in NETWORKS):
        (kind, end, values), (between, resisting) = NETWORKS[port.domain]
        c.add(kind, f"Store_{port.name}", **values)
        if port.name in STIFF_POLES.get(cls.kind, {}):
            c.connect(f"X.{port.name}", f"Store_{port.name}.{end}")
        else:
            c.add(between, f"Way_{port.name}", **resisting)
            c.connect(f"X.{port.name}", f"Way_{port.name}.a")
            c.connect(f"Way_{port.name}.b", f"Store_{port.name}.{end}")


def _link_signals(c: Circuit) -> None:
    """Signal outputs drive a torque on an arm; inputs get a signal from a slider, or from a law if the kind switches."""
    placed = resolve_all(c)[0]["X"]
    for i, port in enumerate(p for p in placed.ports.values() if p.domain.informs):
        if port.gives:
            _arm(c, "A")
            c.add("sources.driven_torque", f"Motor_{port.name}", gain=3)
            c.connect(f"Motor_{port.name}.turn", "AJ2.turn")
            end = f"Motor_{port.name}.signal"
            if placed.kind.kind in LAGGING:
                c.add("signals.lag", "Lag")
                c.connect("Lag.out", end)
                end = "Lag.in"
            _tie(c, port, "unbundle", "in", "out1", end)
        elif placed.modes:  # it must pass through all of them
            c.add("signals.law", f"Law_{port.name}", law=f"2*sin(7*t + {i})")
            _tie(c, port, "bundle", "out", "in1", f"Law_{port.name}.out")
        else:
            c.add("inputs.slider", f"Hand_{port.name}", value=0.7)
            _tie(c, port, "bundle", "out", "in1", f"Hand_{port.name}.out")


def _tie(c: Circuit, port: Port, kind: str, many: str, one: str, end: str) -> None:
    """Link X's port with a plain signal; for a bundle with the first element, the others get a constant."""
    if port.domain is SIGNAL:
        c.connect(f"X.{port.name}", end)
        return
    c.add(f"signals.{kind}", f"Tie_{port.name}", count=port.size or 3)
    c.connect(f"X.{port.name}", f"Tie_{port.name}.{many}")
    c.connect(f"Tie_{port.name}.{one}", end)
    for k in range(1, port.size or 3) if kind == "bundle" else ():
        c.add("signals.constant", f"Constant_{port.name}_{k}", value=0.3 * k)
        c.connect(f"Constant_{port.name}_{k}.out", f"Tie_{port.name}.in{k + 1}")


def _arm(c: Circuit, letter: str, root: str = "") -> None:
    """Two oblique hinges, each followed by a body: `A1`, `A2` on joints `AJ1`, `AJ2`; made once."""
    if f"{letter}J1" in c.components:
        return
    if not root:
        c.add("bodies.base", f"{letter}Base", place=[0.2, -0.1, 0.4] if letter == "A" else [-0.5, 0.3, 0.1])
        root = f"{letter}Base.1"
    for i in (1, 2):
        c.add("joints.rotation", f"{letter}J{i}", axis=OBLIQUE[i - 1 + (letter == "B")])
        _body(c, f"{letter}{i}")
        c.connect(root, f"{letter}J{i}.1")
        c.connect(f"{letter}J{i}.2", f"{letter}{i}.1")
        root = f"{letter}{i}.2"


def _slider(c: Circuit, letter: str) -> None:
    """A body that slides on the arm's end: `ASliding` on the joint `ASlider`."""
    c.add("joints.translation", f"{letter}Slider", axis=OBLIQUE[3])
    _body(c, f"{letter}Sliding")
    c.connect(f"{letter}2.2", f"{letter}Slider.1")
    c.connect(f"{letter}Slider.2", f"{letter}Sliding.1")


def _body(c: Circuit, name: str) -> None:
    points = {"2": {"place": [0.4, 0.1, -0.2], "orientation": [0.3, 0, "90 deg"]}}
    c.add(
        "bodies.body",
        name,
        mass=1.5,
        centre=[0.1, 0.05, -0.1],
        inertia=[0.1, 0.2, 0.15, 0.01, 0.02, -0.03],
        points=points,
    )
