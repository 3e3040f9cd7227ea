"""Shafts, electrical, hydraulic and thermal networks."""

from __future__ import annotations

from tests.helpers.random_circuits.drawing import Drawing


def train(d: Drawing) -> None:
    """Two to four rotors with springs and gears between them, the first driven, the last braked by a damper."""
    last = f"{d.add('dynamics.rotor', inertia=d.about(0.1))}.shaft"
    d.shafts.append(last)
    if d.chance(0.7):
        d.add("sources.torque", f"turn={last}", law=d.law(2.0))
    for _ in range(int(d.rng.integers(1, 4))):
        if d.chance(0.4):
            gear = d.add("dynamics.gear", f"a={last}", ratio=d.one_of([2.0, -3.0, 0.5]))
            last = f"{gear}.b"
        spring = d.add("dynamics.spring_damper", f"a={last}", stiffness=d.about(20), damping=d.about(0.3))
        last = f"{spring}.b"
        d.add("dynamics.rotor", f"shaft={last}", inertia=d.about(0.1))
        d.shafts.append(last)
    d.add("dynamics.damper", f"a={last}", damping=d.about(0.3))


def sliding(d: Drawing) -> None:
    """A mass on a rail, on a rack of a shaft if there is one."""
    base = d.add("bodies.base")
    rail = d.add("joints.translation", f"1={base}.1", axis=[1, 0, 0])
    d.add("bodies.point_mass", f"1={rail}.2", mass=d.about(1.0))
    d.slides.append(f"{rail}.slide")
    d.add("dynamics.slide_damper", f"a={rail}.slide", damping=d.about(4))
    if d.shafts and d.chance(0.5):
        rack = d.add("dynamics.rack", radius=d.within(0.05, 0.2))
        shaft = d.add("dynamics.rotor", f"shaft={rack}.a", inertia=d.about(0.05))
        spring = d.add("dynamics.spring_damper", f"a={d.one_of(d.shafts)}", stiffness=d.about(15), damping=d.about(0.4))
        d.circuit.connect(f"{spring}.b", f"{shaft}.shaft")
        d.circuit.connect(f"{rack}.b", f"{rail}.slide")
    else:
        d.add("dynamics.slide_spring", f"a={rail}.slide", stiffness=d.about(60))
        d.add("sources.force", f"slide={rail}.slide", law=d.law(5.0))


def push(d: Drawing) -> None:
    """A torque or force of time on a free shaft or slider."""
    if d.slides and d.chance(0.4):
        d.add("sources.force", f"slide={d.one_of(d.slides)}", law=d.law(5.0))
    elif d.shafts:
        d.add("sources.torque", f"turn={d.one_of(d.shafts)}", law=d.law(1.5))
    else:
        train(d)


def wires(d: Drawing) -> None:
    """A source with one to four sections of resistors, coils and capacitors."""
    ground = f"{d.add('electrical.ground')}.p"
    source = d.add("electrical.voltage_source", f"n={ground}", law=d.law(10.0))
    last = f"{source}.p"
    for _ in range(int(d.rng.integers(1, 5))):
        kind = d.one_of(["resistor", "resistor", "coil"])
        resistor = d.add("electrical.resistor", f"p={last}", resistance=d.about(5.0))
        last = f"{resistor}.n"
        if kind == "coil":
            coil = d.add("electrical.inductor", f"p={last}", inductance=d.about(0.1))
            last = f"{coil}.n"
        if d.chance(0.7):
            capacitor = d.add("electrical.capacitor", f"p={last}", f"n={ground}", capacitance=d.about(5e-3))
            if d.chance(0.5):
                d.start(f"{capacitor}.voltage", d.within(-3, 3))
        if d.chance(0.6):
            d.add("electrical.resistor", f"p={last}", f"n={ground}", resistance=d.about(20.0))
        d.poles.append(last)
    d.add("electrical.resistor", f"p={last}", f"n={ground}", resistance=d.about(10.0))
    d.signals.append(f"{d.add('electrical.voltmeter', f'p={last}', f'n={ground}')}.out")


def motor(d: Drawing) -> None:
    """A motor from a pole, or from its own battery, to a shaft."""
    if not d.shafts:
        return train(d)
    ground = f"{d.add('electrical.ground')}.p"
    if d.poles and d.chance(0.7):
        pole = d.one_of(d.poles)
    else:
        pole = f"{d.add('electrical.voltage_source', f'n={ground}', law=d.law(12.0))}.p"
    motor = {"resistance": d.about(2.0), "inductance": d.about(0.03), "torque_constant": d.about(0.15, 2.0)}
    d.add(
        "drives.dc_motor", f"p={pole}", f"n={ground}", f"shaft={d.one_of(d.shafts)}", inertia=d.about(0.01),
        viscous=d.about(0.01), ratio=d.one_of([1.0, 2.0, -1.0]), **motor,
    )  # fmt: skip
    return None


def oil(d: Drawing) -> None:
    """A flow into one or two volumes, orifices and pipes to a tank, and perhaps a cylinder on a slider."""
    tank = f"{d.add('hydraulic.tank')}.a"
    source = d.add("hydraulic.flow_source", f"a={tank}", law=d.one_of([2e-4, {"law": "ramp", "time": 0.5, "after": 3e-4}]))
    last = f"{source}.b"
    for _ in range(int(d.rng.integers(1, 3))):
        volume = d.add("hydraulic.volume", f"a={last}", volume=d.about(2e-2))
        d.start(f"{volume}.pressure", d.within(2e5, 1e6))
        d.lines.append(last)
        between = d.one_of(["orifice", "pipe"])
        if between == "orifice":
            way = d.add("hydraulic.orifice", f"a={last}", area=d.about(1e-5), laminar_below=1e4)
        else:
            way = d.add("hydraulic.pipe", f"a={last}", length=d.about(1.0), diameter=0.012, inertia=False, regime="laminar")
        last = f"{way}.b"
    d.add("hydraulic.volume", f"a={last}", volume=d.about(2e-2))
    d.add("hydraulic.orifice", f"a={last}", f"b={tank}", area=d.about(1e-5), laminar_below=1e4)


def pump(d: Drawing) -> None:
    """A pump on a shaft, with a volume and an orifice back to its tank."""
    if not d.shafts:
        return train(d)
    pump = d.add("hydraulic.pump", f"shaft={d.one_of(d.shafts)}", displacement=d.about(1e-6), viscous=d.about(0.01))
    d.add("hydraulic.volume", f"a={pump}.b", volume=d.about(1e-2))
    tank = d.add("hydraulic.tank")
    d.add("hydraulic.orifice", f"a={pump}.b", f"b={tank}.a", area=d.about(1e-6), laminar_below=1e4)
    return None


def cylinder(d: Drawing) -> None:
    """A cylinder on a slider, between a line and a tank."""
    if not d.slides:
        return sliding(d)
    if not d.lines:
        return oil(d)
    areas = {"area_a": d.about(1.2e-5, 1.5), "area_b": d.about(1e-5, 1.5), "dead_volume": 1e-4}
    values = {"stroke": 6.0, "retracted": -3.0, "viscous": d.about(3.0), **areas}
    part = d.add("hydraulic.cylinder", f"rod={d.one_of(d.slides)}", **values)
    tank = d.add("hydraulic.tank")
    d.add("hydraulic.orifice", f"a={d.one_of(d.lines)}", f"b={part}.a", area=d.about(2e-6), laminar_below=1e4)
    d.add("hydraulic.orifice", f"a={part}.b", f"b={tank}.a", area=d.about(2e-6), laminar_below=1e4)
    return None


def heat(d: Drawing) -> None:
    """Two to four bodies in a row, heated, with surroundings."""
    last = f"{d.add('thermal.capacity', capacity=d.about(20.0))}.heat"
    d.add("thermal.heat_source", f"heat={last}", law=d.law(100.0))
    for _ in range(int(d.rng.integers(1, 4))):
        d.warm.append(last)
        way = d.add("thermal.resistance", f"a={last}", resistance=d.about(0.1))
        last = f"{way}.b"
        d.add("thermal.capacity", f"heat={last}", capacity=d.about(20.0))
    around = d.add("thermal.ambient", temperature=d.within(270, 320))
    if d.chance(0.5):
        d.add("thermal.radiation", f"a={last}", f"b={around}.heat", area=d.about(0.5))
    else:
        d.add("thermal.convection", f"a={last}", f"b={around}.heat", area=d.about(0.5))


def warm_resistor(d: Drawing) -> None:
    """A resistor between a pole and the ground that heats a body."""
    if not d.poles:
        return wires(d)
    if not d.warm:
        return heat(d)
    ground = f"{d.add('electrical.ground')}.p"
    values = {"resistance": d.about(20.0), "temperature_coefficient": 4e-3}
    d.add("thermal.heated_resistor", f"p={d.one_of(d.poles)}", f"n={ground}", f"heat={d.one_of(d.warm)}", **values)
    return None


def blocks(d: Drawing) -> None:
    """A signal through one or two blocks to a torque or force; from a sensor in half of all cases."""
    if d.signals and d.chance(0.6):
        last = d.one_of(d.signals)
    elif d.shafts and d.chance(0.6):
        last = f"{d.add('sensors.shaft', f'a={d.one_of(d.shafts)}', measures=d.one_of(['angle', 'speed']))}.out"
    else:
        last = f"{d.add('signals.law', law=d.law(1.0))}.out"
    for _ in range(int(d.rng.integers(1, 3))):
        kind = d.one_of(["lag", "lag2", "transfer", "formula", "integrator"])
        if kind == "lag":
            last = f"{d.add('signals.lag', f'in={last}', time_constant=d.about(0.1))}.out"
        elif kind == "lag2":
            last = f"{d.add('signals.lag2', f'in={last}')}.out"
        elif kind == "transfer":
            last = f"{d.add('signals.transfer_function', f'in={last}', numerator=[0.3, 1], denominator=[0.01, 0.2, 1])}.out"
        elif kind == "integrator":
            last = f"{d.add('signals.integrator', f'in={last}')}.out"
        else:
            last = f"{d.add('signals.formula', f'u1={last}', inputs=1, formula='tanh(u1) + 0.2*sin(2*t)')}.out"
    bounded = d.add("signals.formula", f"u1={last}", inputs=1, formula="2*tanh(u1/2)")
    d.signals.append(f"{bounded}.out")
    drive(d, f"{bounded}.out")


def drive(d: Drawing, signal: str) -> None:
    if d.slides and d.chance(0.4):
        d.add("sources.driven_force", f"signal={signal}", f"slide={d.one_of(d.slides)}", gain=d.about(2.0))
    elif d.shafts:
        d.add("sources.driven_torque", f"signal={signal}", f"turn={d.one_of(d.shafts)}", gain=d.about(0.5))


def control(d: Drawing) -> None:
    """A PID controller of a shaft's speed."""
    if not d.shafts:
        return train(d)
    shaft = d.one_of(d.shafts)
    speed = d.add("sensors.shaft", f"a={shaft}", measures="speed")
    wanted = d.add("signals.law", law=d.law(1.5))
    pid = d.add("control.pid", f"reference={wanted}.out", f"measured={speed}.out", kp=d.about(0.5), ki=d.about(1.0))
    d.add("sources.driven_torque", f"signal={pid}.out", f"turn={shaft}", gain=1.0)
    return None
