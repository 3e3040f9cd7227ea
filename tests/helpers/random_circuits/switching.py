"""Parts that cause events."""

from __future__ import annotations

from collections.abc import Callable

from tests.helpers.random_circuits.drawing import Drawing
from tests.helpers.random_circuits.networks import drive, heat, oil, sliding, train, wires


def on_a_shaft(d: Drawing) -> None:
    if not d.shafts:
        train(d)
    if d.slides and d.chance(0.3):
        return on_a_slider(d)
    shaft = d.one_of(d.shafts)
    kind = d.one_of(["friction", "stop", "buffer", "brake", "backlash", "one_way_clutch", "lossy"])
    d.switching += 1
    if kind == "friction":
        values = {"breakaway": d.within(1, 1.5), "stribeck": 0.1, "viscous": d.about(0.05)}
        d.add("dynamics.friction", f"a={shaft}", coulomb=d.about(0.3), **values)
    elif kind == "stop":
        d.add("dynamics.stop", f"a={shaft}", **limits(d, 0.65, 1.55), restitution=d.one_of([0.0, 0.4, 0.7]))
    elif kind == "buffer":
        d.add("dynamics.buffer", f"a={shaft}", **limits(d, 0.65, 1.55), stiffness=d.about(200), restitution=0.6)
    elif kind == "brake":
        d.add("dynamics.brake", f"a={shaft}", capacity=d.about(1.0), command=d.law(1.0))
    else:
        behind(d, shaft, kind)
    return None


def limits(d: Drawing, least: float, in_loops: float) -> dict[str, float]:
    """Just beyond where trees start, or beyond where loops start."""
    least = in_loops if d.loops else least
    return {"lower": -least * d.within(1, 2), "upper": least * d.within(1, 1.5)}


def behind(d: Drawing, shaft: str, kind: str) -> None:
    """A flywheel coupled through backlash, a freewheel or a gear with losses."""
    if kind == "backlash":
        part = d.add("dynamics.backlash", f"a={shaft}", play=d.within(0.05, 0.3), stiffness=d.about(60), damping=d.about(0.3))
    elif kind == "one_way_clutch":
        part = d.add("dynamics.one_way_clutch", f"a={shaft}")
    else:
        spring = d.add("dynamics.spring_damper", f"a={shaft}", stiffness=d.about(20), damping=d.about(0.3))
        part = d.add("dynamics.lossy_gear", f"a={spring}.b", ratio=2.0, efficiency=d.within(0.7, 0.95))
    wheel = d.add("dynamics.rotor", f"shaft={part}.b", inertia=d.about(0.05))
    d.add("dynamics.damper", f"a={wheel}.shaft", damping=d.about(0.2))


def on_a_slider(d: Drawing) -> None:
    slide = d.one_of(d.slides)
    kind = d.one_of(["friction", "stop", "buffer"])
    d.switching += 1
    if kind == "friction":
        d.add("dynamics.slide_friction", f"a={slide}", coulomb=d.about(1.5), viscous=d.about(0.3))
    elif kind == "stop":
        d.add("dynamics.slide_stop", f"a={slide}", **limits(d, 0.12, 1.3), restitution=d.one_of([0.0, 0.5]))
    else:
        d.add("dynamics.slide_buffer", f"a={slide}", **limits(d, 0.12, 1.3), stiffness=d.about(2000), restitution=0.6)


def in_wires(d: Drawing) -> None:
    """A diode or switch with a load."""
    if not d.poles:
        wires(d)
    pole = d.one_of(d.poles)
    ground = f"{d.add('electrical.ground')}.p"
    d.switching += 1
    if d.chance(0.5):
        diode = d.add("electrical.diode", f"p={pole}", on_resistance=0.05, off_resistance=1e5, forward_voltage=0.5)
        load = f"{diode}.n"
        if d.chance(0.6):
            d.add("electrical.capacitor", f"p={load}", f"n={ground}", capacitance=d.about(5e-3))
    else:
        signal = d.one_of(d.signals) if d.signals and d.chance(0.3) else f"{d.add('signals.law', law=d.law(1.0))}.out"
        relay = d.add("logic.hysteresis", f"in={signal}", on_above=0.3, off_below=-0.3)
        switch = d.add("electrical.switch", f"p={pole}", f"signal={relay}.out", on_resistance=0.05, off_resistance=1e5)
        load = f"{switch}.n"
    d.add("electrical.resistor", f"p={load}", f"n={ground}", resistance=d.about(10.0))


def in_oil(d: Drawing) -> None:
    if not d.lines:
        oil(d)
    d.switching += 1
    rise = {"set_pressure": d.within(5e5, 1.5e6), "nominal_flow": 5e-4, "rise": 1e6}
    d.add("hydraulic.relief_valve", f"a={d.one_of(d.lines)}", **rise)


def in_signals(d: Drawing) -> None:
    """Formulas with corners, limits, relays and samples, from a sensor or a law to a torque or heat."""
    if not d.shafts:
        train(d)
    kind = d.one_of(["corner", "limiter", "dead zone", "relay", "hold", "quantiser", "pid", "rate"])
    d.switching += 1
    if d.chance(0.6):
        last = f"{d.add('sensors.shaft', f'a={d.one_of(d.shafts)}', measures=d.one_of(['angle', 'speed']))}.out"
    else:
        last = f"{d.add('signals.law', law=d.law(1.5))}.out"
    period = d.one_of([0.05, 0.08, 0.1])
    if kind == "corner":
        corners = ["abs(u1) - 0.3", "max(u1, 0.2)", "min(max(u1, -0.3), 0.5)", "if(u1 > 0.1, u1 - 0.1, 0)", "u1*abs(u1)"]
        last = f"{d.add('signals.formula', f'u1={last}', inputs=1, formula=d.one_of(corners))}.out"
    elif kind == "limiter":
        last = f"{d.add('signals.limiter', f'in={last}', lower=-0.4, upper=0.6)}.out"
    elif kind == "dead zone":
        last = f"{d.add('signals.dead_zone', f'in={last}', lower=-0.2, upper=0.2)}.out"
    elif kind == "relay":
        last = f"{d.add('logic.hysteresis', f'in={last}', on_above=0.2, off_below=-0.2, on_value=1.0, off_value=-1.0)}.out"
    elif kind == "hold":
        last = f"{d.add('sampled.hold', f'in={last}', period=period)}.out"
    elif kind == "quantiser":
        last = f"{d.add('sampled.quantiser', f'in={last}', period=period, step=0.07)}.out"
    elif kind == "pid":
        wanted = d.add("signals.law", law=d.law(1.0))
        values = {"proportional": d.about(0.4), "integral": d.about(0.5), "period": period}
        last = f"{d.add('control.sampled_pid', f'setpoint={wanted}.out', f'measured={last}', **values)}.out"
    else:
        last = f"{d.add('signals.rate_limit', f'in={last}', rising=2.0, falling=1.0, lag=0.05)}.out"
    bounded = d.add("signals.formula", f"u1={last}", inputs=1, formula="2*tanh(u1/2)")
    if d.chance(0.2):
        if not d.warm:
            heat(d)
        d.add("thermal.driven_heat", f"signal={bounded}.out", f"heat={d.one_of(d.warm)}", gain=50.0)
    else:
        drive(d, f"{bounded}.out")


def gap(d: Drawing) -> None:
    if not d.slides:
        sliding(d)
    on_a_slider(d)


SWITCHING: tuple[Callable[[Drawing], None], ...] = (
    on_a_shaft,
    on_a_shaft,
    gap,
    in_wires,
    in_wires,
    in_oil,
    in_signals,
    in_signals,
)
