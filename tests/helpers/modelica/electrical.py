"""Analog circuits. Amplifiers with limits, MOS transistors and a diode that gets warm are written as equations."""

from __future__ import annotations

import math

from mars.document.circuit import Circuit
from tests.helpers.modelica.comparing import COMPILED, Problem
from tests.helpers.wiring import wired

EXAMPLES = "Electrical/Analog/Examples"
VOLT_AT_1 = {"law": {"law": "step", "time": 1, "after": 1}}
COIL_1, COIL_2 = 1.304, 0.8586  # H
CAPACITORS = {"C1": 1.072, "C2": 1 / (1.704992**2 * COIL_1), "C3": 1.682, "C4": 1 / (1.179945**2 * COIL_2), "C5": 0.7262}


def amplifier(law: str) -> str:
    """An operational amplifier of finite gain with limits."""
    return f"""
    port plus: electrical
    port minus: electrical
    port out: electrical
    parameter gain = 15000
    parameter limit = 15 V
    let wanted = min(max(gain*(plus.voltage - minus.voltage), -limit), limit)
    plus.current = 0
    minus.current = 0
    {law}
    source
    """


def filter_of_coils() -> Circuit:
    parts = {name: ("capacitor", {"capacitance": value}) for name, value in CAPACITORS.items()}
    parts |= {f"L{i}": ("inductor", {"inductance": value}) for i, value in ((1, COIL_1), (2, COIL_2))}
    parts |= {name: ("resistor", {"resistance": 1}) for name in ("R1", "R2")} | {"V": ("voltage_source", VOLT_AT_1)}
    return wired(
        parts,
        "V.n C1.n C3.n C5.n R2.n", "V.p R1.p", "R1.n C1.p L1.p C2.p", "L1.n C2.n C3.p C4.p L2.p", "L2.n C4.n C5.p R2.p",
    )  # fmt: skip


def switched_capacitor(inverting: bool) -> Circuit:
    """In the place of a resistor: a capacitor between four switches, of which two are closed in turn."""
    parts = {
        "p": ("ports.electrical", {}),
        "n": ("ports.electrical", {"side": "right"}),
        "C": ("capacitor", {"capacitance": 0.1}),
        "pulse": ("signals.law", {"law": "if(mod(t, 0.1) < 0.05, 1, 0)"}),
        "pause": ("signals.law", {"law": "if(mod(t, 0.1) < 0.05, 0, 1)"}),
    }
    parts |= {name: ("switch", {"on_resistance": 1e-5, "off_resistance": 1e5}) for name in ("A1", "A2", "B1", "B2")}
    pulsed, paused = ("A1 B2", "A2 B1") if inverting else ("A2 B2", "A1 B1")
    signals = [
        " ".join([f"{law}.out", *(f"{name}.signal" for name in names.split())])
        for law, names in (("pulse", pulsed), ("pause", paused))
    ]
    return wired(parts, "A2.n B2.n", "C.p A1.p A2.p", "C.n B1.p B2.p", "p.inside A1.n", "n.inside B1.n", *signals)


def filter_of_switched_capacitors() -> Circuit:
    c1, c2, c3, c4, c5 = CAPACITORS.values()
    feedback = (c1 + c2, c2, COIL_1, c4, c2, c2 + c3 + c4, COIL_2, c4, c4 + c5)
    parts = {f"C{i}": ("capacitor", {"capacitance": value}) for i, value in enumerate(feedback, start=1)}
    parts |= {f"Op{i}": ("op_amp", {}) for i in range(1, 6)} | {"V": ("voltage_source", VOLT_AT_1)}
    c = wired(parts, "V.p Op1.plus Op2.plus Op3.plus Op4.plus Op5.plus")
    c.define("Inverting", switched_capacitor(True))
    c.define("Following", switched_capacitor(False))
    for i in range(1, 12):
        c.add("Inverting" if i in (4, 5, 8, 9) else "Following", f"R{i}")
    for node in (
        "V.n R1.p", "R1.n Op1.minus C2.n R2.n C1.p R3.p", "C1.n R3.n Op1.out R4.p C5.p", "R4.n Op2.minus C3.p R5.n",
        "C3.n Op2.out R2.p R7.p", "R7.n Op3.minus C5.n R6.n C6.p C4.n", "C6.n Op3.out R9.p R5.p C2.p C8.p",
        "R8.n R9.n Op4.minus C7.p", "C7.n R6.p Op4.out R10.p", "C4.p R8.p R11.n C9.n Op5.out", "C9.p R11.p R10.n Op5.minus C8.n",
    ):  # fmt: skip
        c.connect(*node.split())
    return c


def differentiator() -> Circuit:
    """The input is a trapezoid of 10 Hz, at t = 0 in the middle of its low level."""
    trapezoid = "-5 + 10*min(max((0.35 - abs(mod(10*t + 0.5, 1) - 0.5))/0.2, 0), 1)"
    c = Circuit("differentiator", gravity=[0, 0, 0])
    c.define("Amplifier", amplifier("out.voltage = wanted"))
    c.add("Amplifier", "A")
    c.add("electrical.ground", "G")
    c.add("electrical.voltage_source", "V", law=trapezoid)
    c.add("electrical.resistor", "R", resistance=1000)
    c.add("electrical.capacitor", "C", capacitance=2 / (2 * math.pi * 10 * 1000))
    for node in ("V.p C.p", "C.n R.n A.minus", "A.out R.p", "V.n A.plus G.p"):
        c.connect(*node.split())
    c.set_start("C.voltage", 0)
    return c


def multivibrator() -> Circuit:
    """The amplifier follows with a lag of a microsecond, as in the original."""
    c = Circuit("multivibrator", gravity=[0, 0, 0])
    c.define("Amplifier", amplifier("state value [V]\n    der(value) = (wanted - value)/1e-6 s\n    out.voltage = value"))
    c.add("Amplifier", "A")
    c.add("electrical.ground", "G")
    for name in ("R", "R1", "R2"):
        c.add("electrical.resistor", name, resistance=1000)
    c.add("electrical.capacitor", "C", capacitance=1 / 10 / (2 * 1000 * math.log(3)))
    for node in ("A.out R.p R2.p", "R.n C.p A.minus", "R2.n R1.p A.plus", "R1.n C.n G.p"):
        c.connect(*node.split())
    c.set_start("C.voltage", 1)
    c.set_start("A.value", -15)
    return c


MOS = """
# A MOS transistor; `sign_of` is 1 for an n channel and -1 for a p channel.
port d: electrical
port g: electrical
port s: electrical
parameter sign_of = 1
parameter beta [A/V²] = 0.000041
parameter threshold = 0.8 V
parameter bulk = 1.144
parameter slope = 0.7311
let vd = sign_of*d.voltage
let vs = sign_of*s.voltage
let low = min(vd, vs)
let across = max(vd, vs) - low
let opening = max((sign_of*g.voltage - low - threshold + bulk*min(0 V - low, 0))*slope, 0)
let used = min(across, opening)
let current = beta*used*(opening - used/2) + across/1e7 Ω
d.current = sign_of*if(vd < vs, -current, current)
s.current = -d.current
g.current = 0
loss = d.current*(d.voltage - s.voltage)
"""


def nand_gate() -> Circuit:
    def pulses(start: float) -> dict[str, str]:
        phase = f"mod(t - {start}, 40e-9)"
        return {"law": f"if(t < {start}, 0, 3.5*min(max(min({phase}/1e-9, (21e-9 - {phase})/1e-9), 0), 1))"}

    c = wired(
        {
            "V1": ("voltage_source", pulses(20e-9)),
            "V2": ("voltage_source", pulses(10e-9)),
            "VDD": ("voltage_source", {"law": {"law": "ramp", "time": 1e-9, "after": 5}}),
            "C4": ("capacitor", {"capacitance": 0.4e-13}),
            "C7": ("capacitor", {"capacitance": 0.4e-13}),
        },
        "V1.n V2.n VDD.n C4.n C7.n",
    )
    c.define("MOS", MOS)
    for name in ("TP1", "TP2"):
        c.add("MOS", name, sign_of=-1, beta=1.05e-5 * 4 / 1.0, threshold=1, bulk=0.41, slope=0.8385)
    for name in ("TN1", "TN2"):
        c.add("MOS", name, beta=4.1e-5 * 4 / 1.6)
    for node in (
        "V1.p TP2.g TN2.g", "V2.p TP1.g TN1.g", "VDD.p TP1.d TP2.d", "TP1.s TP2.s TN1.d C4.p", "TN1.s TN2.d C7.p", "TN2.s V1.n"
    ):  # fmt: skip
        c.connect(*node.split())
    for name in ("C4", "C7"):
        c.set_start(f"{name}.voltage", 0)
    return c


WARM_DIODE = """
# A diode whose saturation current grows with its temperature.
port p: electrical
port n: electrical
port heat: thermal
let v = p.voltage - n.voltage
let T = heat.temperature
let vt = T*8.617343e-5 V/K
let x = v/vt
let growth = exp(min(x, 15))*(1 + max(x - 15, 0)) - 1
let i = 1e-6 A * growth*(T/300.15 K)^3*exp((T/300.15 K - 1)*1.11 V/vt) + v/1e8 Ω
p.current = i
n.current = -i
heat.heat = -v*i
stored = 0
loss = 0
"""


def heating_rectifier() -> Circuit:
    c = wired(
        {
            "V": ("voltage_source", {"law": {"law": "sine", "amplitude": 1, "frequency": 1}}),
            "C1": ("capacitor", {"capacitance": 1}),
            "R": ("resistor", {"resistance": 1}),
            "Body": ("thermal.capacity", {"capacity": 1}),
            "Conductor": ("thermal.resistance", {"resistance": 0.1}),
        },
        "V.n C1.n R.n", "C1.p R.p", "Conductor.b Body.heat",
    )  # fmt: skip
    c.define("Diode", WARM_DIODE)
    c.add("Diode", "D")
    for node in ("V.p D.p", "D.n C1.p", "D.heat Conductor.a"):
        c.connect(*node.split())
    c.set_start("Body.temperature", 293.15)
    c.set_start("C1.voltage", 0)
    return c


def rectifier() -> Circuit:
    """A three-phase bridge behind coils; of the three currents of the star two may be chosen."""
    sine = {"law": "sine", "amplitude": 400 * math.sqrt(2 / 3), "frequency": 50}
    parts = {}
    for i in (1, 2, 3):
        parts[f"V{i}"] = ("voltage_source", {"law": sine | {"phase": -2 / 3 * math.pi * (i - 1)}})
        parts[f"L{i}"] = ("inductor", {"inductance": 60e-6})
    diode = {"forward_voltage": 2, "on_resistance": 1e-3, "off_resistance": 1e3}
    parts |= {f"D{i}": ("diode", diode) for i in range(1, 7)}
    parts |= {f"C{i}": ("capacitor", {"capacitance": 30e-3}) for i in (1, 2)} | {"Load": ("current_source", {"law": 500})}
    c = wired(
        parts,
        "C1.n C2.p", "V1.n V2.n V3.n", "V1.p L1.p", "V2.p L2.p", "V3.p L3.p", "L1.n D1.p D4.n", "L2.n D2.p D5.n",
        "L3.n D3.p D6.n", "D1.n D2.n D3.n C1.p Load.n", "D4.p D5.p D6.p C2.n Load.p",
    )  # fmt: skip
    for name in ("C1", "C2"):
        c.set_start(f"{name}.voltage", 400 * math.sqrt(2) / 2)
    for name in ("L2", "L3"):
        c.set_start(f"{name}.current", 0)
    return c


PROBLEMS = (
    Problem(
        f"{EXAMPLES}/CauerLowPassAnalog",
        filter_of_coils,
        {f"C{i}.v": f"C{i}.voltage" for i in (1, 3, 5)} | {f"L{i}.i": f"L{i}.current" for i in (1, 2)},
        1e-4,
        methods=COMPILED,  # ida supports no rings of capacitors
    ),
    Problem(
        f"{EXAMPLES}/CauerLowPassSC",
        filter_of_switched_capacitors,
        {f"C{i}.v": f"C{i}.voltage" for i in (1, 2, 3, 4, 7)},
        1e-6,
        methods=("auto",),  # with 1,200 switching times
    ),
    Problem(
        f"{EXAMPLES}/OpAmps/Differentiator",
        differentiator,
        {"der_.c.v": "C.voltage", "der_.opAmp.out.v": "A.out.voltage", "der_.opAmp.out.i": "A.out.current"},
        2e-4,
        edges=("der_.opAmp.out.v", "der_.opAmp.out.i"),
    ),
    Problem(
        f"{EXAMPLES}/OpAmps/Multivibrator",
        multivibrator,
        {"c.v": "C.voltage", "opAmp.out.v": "A.out.voltage", "opAmp.out.i": "A.out.current"},
        3e-4,
        edges=("opAmp.out.v", "opAmp.out.i"),
    ),
    Problem(f"{EXAMPLES}/NandGate", nand_gate, {f"Nand.C{i}.v": f"C{i}.voltage" for i in (4, 7)}, 5e-5),
    Problem(
        f"{EXAMPLES}/HeatingRectifier",
        heating_rectifier,
        {"Capacitor1.v": "C1.voltage", "HeatCapacitor1.T": "Body.temperature"},
        1e-4,
    ),
    Problem(
        f"{EXAMPLES}/Rectifier",
        rectifier,
        {f"Capacitor{i}.v": f"C{i}.voltage" for i in (1, 2)} | {f"Inductor{i}.i": f"L{i}.current" for i in (2, 3)},
        5e-5,
        methods=COMPILED,  # ida cannot choose two currents out of three
    ),
)
