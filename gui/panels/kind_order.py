"""In which order the kinds stand in the palette, under which headings, and by which other words people look for them."""

from __future__ import annotations

from ..i18n import QT_TR_NOOP

FAMILIES = ("bodies", "joints", "sources", "inputs", "dynamics", "meters")
FAMILIES += ("electrical", "drives", "sensors", "signals", "control", "sampled", "logic")

ACRONYMS = ("dc", "pid", "pmsm")

ORDER = {
    "bodies": "base rod body box cylinder tube sphere point_mass",
    "joints": "rotation translation cylindrical universal spherical planar free weld",
    "sources": "velocity movement torque driven_torque driven_speed driven_movement slide_velocity slide_movement force "
    "driven_force driven_slide_speed driven_slide_movement wrench path",
    "inputs": "slider knob button",
    "dynamics": "spring damper spring_damper table_spring friction brake stop buffer backlash gear lossy_gear rack rotor "
    "one_way_clutch line_spring_damper line_actuator bushing rope elastic_rope contact rigid_contact grip",
    "meters": "shaft slide torque force pose distance",
    "drives": "dc_motor pmsm slide_motor servo_amplifier elastic_gear ball_screw",
    "sensors": "shaft slide encoder linear_encoder torque force force_torque accelerometer gyroscope distance pose",
    "control": "pid sampled_pid computed_torque trapezoid s_curve cycloid spline",
    "sampled": "hold delay integrator filter quantiser",
    "logic": "compare gate switch hysteresis",
}

# Large families in parts: heading, its kinds in order. What is in no part stands behind them.
PARTS = {
    "electrical": (
        (QT_TR_NOOP("elements"), "ground resistor capacitor inductor coupled_inductors transformer potentiometer"),
        (
            QT_TR_NOOP("sources"),
            "voltage_source current_source battery driven_voltage driven_current voltage_amplifier current_amplifier "
            "transconductance transresistance",
        ),
        (QT_TR_NOOP("switches and electronics"), "switch hand_switch diode junction transistor op_amp"),
        (QT_TR_NOOP("meters"), "voltmeter ammeter wattmeter"),
    ),
    "signals": (
        (QT_TR_NOOP("given"), "constant law"),
        (QT_TR_NOOP("arithmetic"), "gain sum product function formula"),
        (QT_TR_NOOP("with a memory"), "integrator derivative lag lag2 transfer_function state_space delay rate_limit"),
        (QT_TR_NOOP("curves"), "limiter dead_zone lookup lookup_2d"),
        (QT_TR_NOOP("bundles"), "bundle unbundle"),
    ),
}

SYNONYMS = {
    "bodies.base": "ground world fixed frame",
    "joints.rotation": "hinge revolute pivot pin",
    "joints.translation": "slider prismatic guide rail",
    "joints.spherical": "ball socket",
    "joints.universal": "cardan hooke",
    "dynamics.rotor": "flywheel inertia disc wheel",
    "dynamics.gear": "gearbox reducer transmission",
    "electrical.ground": "earth gnd reference zero mass",
    "electrical.resistor": "resistance ohm",
    "electrical.capacitor": "capacitance farad condenser",
    "electrical.inductor": "inductance coil choke henry",
    "electrical.coupled_inductors": "mutual inductance transformer",
    "electrical.potentiometer": "pot divider wiper",
    "electrical.voltage_source": "supply battery volt",
    "electrical.battery": "cell supply accumulator",
    "electrical.driven_voltage": "controlled source signal voltage",
    "electrical.driven_current": "controlled source signal current",
    "electrical.voltage_amplifier": "VCVS controlled source",
    "electrical.current_amplifier": "CCCS controlled source",
    "electrical.transconductance": "VCCS controlled source",
    "electrical.transresistance": "CCVS controlled source",
    "electrical.switch": "relay MOSFET transistor",
    "electrical.hand_switch": "breaker contact button",
    "electrical.diode": "rectifier",
    "electrical.junction": "Shockley diode pn exponential",
    "electrical.transistor": "BJT bipolar npn pnp Ebers Moll",
    "electrical.op_amp": "opamp operational amplifier nullor",
    "electrical.voltmeter": "voltage probe measure multimeter oscilloscope scope",
    "electrical.ammeter": "current probe measure multimeter amperemeter",
    "electrical.wattmeter": "power measure",
    "drives.dc_motor": "servo brushed machine generator actuator",
    "drives.pmsm": "brushless BLDC servo synchronous motor dq",
    "drives.slide_motor": "linear motor voice coil",
    "drives.elastic_gear": "gearbox harmonic backlash compliance",
    "drives.ball_screw": "spindle leadscrew",
    "signals.constant": "number value setpoint",
    "signals.law": "source step ramp sine wave generator signal function",
    "signals.gain": "amplifier factor K proportional",
    "signals.sum": "add subtract difference error feedback summing junction plus minus",
    "signals.product": "multiply divide multiplier",
    "signals.function": "abs sqrt sin cos tan exp log square sign mathematics",
    "signals.formula": "expression equation fcn function",
    "signals.integrator": "1/s integral accumulate",
    "signals.derivative": "s differentiator rate d/dt",
    "signals.lag": "PT1 low pass lowpass filter first order",
    "signals.lag2": "PT2 low pass lowpass filter second order",
    "signals.transfer_function": "polynomial s Laplace filter numerator denominator",
    "signals.state_space": "A B C D matrix matrices linear system",
    "signals.limiter": "saturation clamp bound clip",
    "signals.dead_zone": "deadband dead band",
    "signals.rate_limit": "slew limiter ramp",
    "signals.delay": "dead time transport Pade",
    "signals.lookup": "table interpolation curve characteristic 1-D",
    "signals.lookup_2d": "table map interpolation surface",
    "signals.bundle": "mux multiplexer vector bus",
    "signals.unbundle": "demux demultiplexer vector bus split",
    "logic.compare": "comparator greater less relational threshold",
    "logic.gate": "and or xor not nand nor boolean",
    "logic.switch": "select multiplexer choose if",
    "logic.hysteresis": "relay two-point Schmitt trigger bang-bang thermostat",
    "control.pid": "PI PD controller regulator",
    "control.trapezoid": "trajectory profile motion setpoint point-to-point",
    "control.s_curve": "trajectory profile motion setpoint jerk",
    "control.cycloid": "trajectory profile motion setpoint",
    "control.spline": "trajectory profile motion setpoint waypoints",
    "control.sampled_pid": "digital discrete PI PD controller regulator",
    "sampled.hold": "zero order hold ZOH sample sampler ADC DAC",
    "sampled.delay": "z memory shift register",
    "sampled.filter": "digital discrete FIR IIR z transfer function",
    "sampled.quantiser": "quantizer ADC resolution rounding",
    "drives.servo_amplifier": "current loop power stage inverter H bridge driver PWM",
    "control.computed_torque": "inverse dynamics feedforward model based",
    "sensors.shaft": "angle speed tachometer resolver",
    "sensors.slide": "position speed travel",
    "sensors.linear_encoder": "scale position counter quantised",
    "sensors.gyroscope": "IMU angular rate",
    "sensors.accelerometer": "IMU",
    "sensors.force_torque": "load cell wrench six axis",
    "sensors.force": "load cell",
    "sensors.encoder": "resolver position counter quantised",
}
