"""Invalid electrical, signal and sampled circuits, and invalid values of their components."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechanisms import four_bar, on, pendulum


def add(c: Circuit, kind: str, name: str, *links: str, **values: Any) -> Circuit:
    """A component with its links, each as in `p V1.p`: own port, then another end."""
    c.add(kind, name, **values)
    for link in links:
        port, end = link.split()
        c.connect(f"{name}.{port}", end)
    return c


def supply(law: Any = "12 V") -> Circuit:
    """A grounded voltage."""
    c = Circuit("Network")
    c.add("electrical.voltage_source", "V1", law=law)
    return add(c, "electrical.ground", "GND1", "p V1.n")


def hand() -> Circuit:
    c = Circuit("Signals")
    c.add("inputs.slider", "IN1")
    return c


def accelerometer() -> Circuit:
    """On the tip of a pendulum, with its signals unbundled."""
    c = add(pendulum(), "sensors.accelerometer", "SEN1", "a SB1.2")
    return add(c, "signals.unbundle", "UNB1", "in SEN1.out", count=3)


def block(kind: str, name: str, **values: Any) -> Circuit:
    """One block that reads a manual input."""
    return add(hand(), kind, name, "in IN1.out", **values)


chapter("Wires")


@failure("A supply of 12 V and one of 5 V side by side.", "Keep one.", "V2", "contradicts those of V1", "Take one of them away")
def two_voltages() -> Circuit:
    return add(supply(), "electrical.voltage_source", "V2", "p V1.p", "n GND1.p", law="5 V")


@failure(
    "Two supplies of 12 V side by side: nobody knows how they share the current.",
    "Take batteries, which have an inner resistance.",
    "V2.n",
    "nothing decides its current",
    "put an electrical.resistor in series",
)
def equal_voltages() -> Circuit:
    c = add(supply(), "electrical.voltage_source", "V2", "p V1.p", "n GND1.p", law="12 V")
    return add(c, "electrical.resistor", "R1", "p V1.p", "n GND1.p")


@failure(
    "An operational amplifier whose output does not reach its input.",
    "Lead its output back to its minus input.",
    "OA1",
    "contradicts",
    "op_amp without feedback",
)
def op_amp_without_feedback() -> Circuit:
    c = add(supply(), "electrical.op_amp", "OA1", "plus V1.p", "minus GND1.p")
    return add(c, "electrical.resistor", "R1", "p OA1.out", "n GND1.p")


@failure(
    "A capacitor on a voltage that is switched on at 1 s.",
    "Give the source its resistance.",
    "C1",
    "jumps at t = 1 s",
    "infinite current",
    "resistor in series",
)
def capacitor_on_a_step() -> Circuit:
    c = supply({"law": "step", "time": "1 s", "after": "12 V"})
    return add(c, "electrical.capacitor", "C1", "p V1.p", "n GND1.p")


def two_capacitors() -> Circuit:
    c = add(supply(), "electrical.resistor", "R1", "p V1.p")
    for name in ("C1", "C2"):
        add(c, "electrical.capacitor", name, "p R1.n", "n GND1.p")
    return c


@failure(
    "Two capacitors side by side have one voltage between them.",
    "Nothing: it runs. Give a start value to one of them only.",
    "C2",
    "follows from C1.voltage",
    "It runs",
    code=0,
)
def capacitors_side_by_side() -> Circuit:
    return two_capacitors()


@failure(
    "The same two capacitors, begun with different voltages.",
    "Keep one start value.",
    "C2.voltage",
    "2 V cannot be met",
    "Change the start value",
)
def capacitors_begun_apart() -> Circuit:
    c = two_capacitors()
    c.set_start("C1.voltage", "1 V")
    c.set_start("C2.voltage", "2 V")
    return c


@failure(
    "A voltage source and a resistor, but no ground.",
    "Nothing: it runs. A ground says which voltage is zero.",
    "V1.n",
    "voltages count from here",
    "electrical.ground",
    code=0,
)
def no_ground() -> Circuit:
    c = supply()
    c.remove("GND1")
    return add(c, "electrical.resistor", "R1", "p V1.p", "n V1.n")


@failure(
    "A wire on the shaft of a hinge.",
    "Put a motor between them.",
    "V1.p (electrical)",
    "KN1.turn (rotation)",
    "motor",
)
def wire_on_a_shaft() -> Circuit:
    c = add(pendulum(), "electrical.voltage_source", "V1", "p KN1.turn")
    return add(c, "electrical.ground", "GND1", "p V1.n")


chapter("Signals")


@failure(
    "Two gains that read one signal, which nobody gives.", "Link an input, a law or a sensor.", "K1.in", "K1 and K2", "gives"
)
def no_signal() -> Circuit:
    c = Circuit("Signals")
    c.add("signals.gain", "K1")
    return add(c, "signals.gain", "K2", "in K1.in")


@failure("Two sliders give one signal.", "Keep one, or add them in a signals.sum.", "IN2", "both give", "Take IN2 away")
def two_signals() -> Circuit:
    return add(block("signals.gain", "K1"), "inputs.slider", "IN2", "out K1.in")


@failure(
    "A signal on the shaft of a hinge.",
    "Take a sources.driven_torque.",
    "IN1.out (signal)",
    "KN1.turn (rotation)",
    "driven source",
)
def signal_on_a_shaft() -> Circuit:
    return add(pendulum(), "inputs.slider", "IN1", "out KN1.turn")


@failure(
    "A bundle of three signals led into a block for one.",
    "Take the bundle apart.",
    "SEN1.out (signals)",
    "K1.in (signal)",
    "signals.unbundle",
)
def bundle_into_a_block() -> Circuit:
    c = accelerometer()
    c.remove("UNB1")
    return add(c, "signals.gain", "K1", "in SEN1.out")


@failure(
    "A bundle of three is taken apart into two.", "Let it have three.", "UNB1.in", "2 signals", "SEN1 gives 3", "same number"
)
def bundle_of_another_size() -> Circuit:
    c = accelerometer()
    c.set("UNB1.count", 2)
    return c


def feedback(signs: str, gain: float) -> Circuit:
    c = add(hand(), "signals.sum", "SUM1", "in1 IN1.out", signs=signs)
    return add(c, "signals.gain", "K1", "in SUM1.out", "out SUM1.in2", gain=gain)


@failure("A sum whose result is added to itself.", "Subtract it, or put a lag between.", "SUM1, K1", "gain is 1", "signals.lag")
def ring_of_gain_one() -> Circuit:
    return feedback("++", 1)


@failure(
    "A gain fed back without any delay.",
    "Nothing: it runs, the signals are found together.",
    "SUM1, K1",
    "algebraic loop",
    "signals.lag",
    code=0,
)
def ring_of_signals() -> Circuit:
    return feedback("+-", 4)


@failure(
    "A torque follows the acceleration that it makes.",
    "Put a lag behind the sensor, as real ones have.",
    "KN1.turn",
    "follow an acceleration",
    "signals.lag",
)
def torque_by_an_acceleration() -> Circuit:
    c = on(accelerometer(), "KN1.turn", "sources.driven_torque", "E1")
    c.connect("UNB1.out1", "E1.signal")
    return c


@failure(
    "The current of a coil follows an acceleration at once.",
    "Put a lag behind the sensor, as real ones have.",
    "I1",
    "cannot jump",
    "signals.lag",
)
def current_by_an_acceleration() -> Circuit:
    c = add(accelerometer(), "electrical.driven_current", "I1", "signal UNB1.out1")
    c = add(c, "electrical.ground", "GND1", "p I1.n")
    return add(c, "electrical.inductor", "L1", "p I1.p", "n GND1.p")


@failure(
    "The torque that turns a hinge at a given speed is integrated.",
    "Plot it after the run, or drive through a spring.",
    "INT1.value",
    "reaction",
    "force in a spring",
)
def reaction_in_an_integral() -> Circuit:
    c = add(pendulum(), "sensors.torque", "SEN1", "b KN1.turn")
    c = on(c, "SEN1.a", "sources.velocity", "Ew1", law="1 rad/s")
    return add(c, "signals.integrator", "INT1", "in SEN1.out")


@failure(
    "A number is divided by a signal that becomes zero at 1 s.",
    "Keep the divisor away from zero, with a limiter for instance.",
    "INT1.value",
    "t = 1 s",
    "division by zero",
    command="run --until 2",
    code=3,
    keeps=1,
)
def division_by_a_signal() -> Circuit:
    c = Circuit("Signals")
    c.add("signals.law", "LAW1", law="1 - t")
    c = add(c, "signals.formula", "F1", "u1 LAW1.out", formula="1/u1", inputs=1)
    return add(c, "signals.integrator", "INT1", "in F1.out")


@failure(
    "A relay drives a signal back to where it switches.",
    "Let it turn off lower than on.",
    "HYS1",
    "switches without end",
    "Give it a hysteresis",
    command="run --until 2",
    code=3,
    keeps=1,
)
def relay_without_hysteresis() -> Circuit:
    c = Circuit("Thermostat")
    c.add("signals.integrator", "INT1")
    c.set_start("INT1.value", -1)
    return add(c, "logic.hysteresis", "HYS1", "in INT1.out", "out INT1.in", on_above=0, off_below=0, on_value=-1, off_value=1)


@failure(
    "A gate denies its own output.",
    "Put a lag between.",
    "G1",
    "cannot settle at t = 0 s",
    "signals.lag",
    command="run --until 1",
    code=3,
    keeps=0,
)
def gate_that_denies_itself() -> Circuit:
    c = Circuit("Logic")
    c.add("logic.gate", "G1", operation="not")
    return add(c, "signals.gain", "K1", "in G1.out", "out G1.in1", gain=1)


chapter("Samples")


@failure(
    "A clock with a period of zero.", "Give the real one, or leave the sampling out.", "SH1.period", "0 s", "at least 1e-06 s"
)
def period_of_zero() -> Circuit:
    return block("sampled.hold", "SH1", period=0)


@failure(
    "Kinematic mode, where the angle of a four-bar's rocker is sampled.",
    "Run it in dynamic mode.",
    "SH1",
    "follows from loops",
    "dynamic mode",
    command="run --mode kinematic --until 1",
)
def samples_in_kinematic_mode() -> Circuit:
    c = on(four_bar(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s")
    c = add(c, "sensors.shaft", "SEN1", "a KN4.turn")
    return add(c, "sampled.hold", "SH1", "in SEN1.out")


@failure(
    "A sampled signal with the method that knows no events.",
    "Leave the method out.",
    "SH1",
    "Use --method rk8",
    command="run --method ida --until 1",
)
def samples_with_ida() -> Circuit:
    return block("sampled.hold", "SH1")


chapter("Counts, lists, grids and formulas")


@failure("Two and a half signals.", "Type a whole number.", "BUN1.count", "2.5 is no whole number", "Type one like 2")
def half_a_signal() -> Circuit:
    c = Circuit("Signals")
    c.add("signals.bundle", "BUN1", count=2.5)
    return c


@failure("One number where a list is needed.", "Type a list.", "TF1.denominator", "a list of", "[1, 0.5]")
def number_for_a_list() -> Circuit:
    return block("signals.transfer_function", "TF1", denominator=3)


@failure(
    "A list of plain numbers with a unit in it.", "Leave the unit out.", "TF1.denominator", "number 2", "kg", "Type one like 1.5"
)
def unit_in_a_list() -> Circuit:
    return block("signals.transfer_function", "TF1", denominator=[1, "2 kg"])


@failure("The rows of a matrix are of unlike length.", "Fill them up with zeros.", "SS1.A", "equal length", "[[1, 0], [0, 1]]")
def ragged_matrix() -> Circuit:
    c = hand()
    return add(c, "signals.state_space", "SS1", "u IN1.out", A=[[0, 1], [-1]])


@failure("The matrices of a state space do not fit together.", "Give B a row for each state.", "SS1", "B is 1 × 1", "2 rows")
def unlike_matrices() -> Circuit:
    return add(hand(), "signals.state_space", "SS1", "u IN1.out", B=[[1]])


@failure("A formula with an unknown word.", "Add the variable, or correct its name.", "F1.formula", "«amplitude»", "u1")
def unknown_word() -> Circuit:
    return add(hand(), "signals.formula", "F1", "u1 IN1.out", formula="amplitude*sin(u1)", inputs=1)


@failure("A formula of an input that the block does not have.", "Give it two inputs.", "F1", "u2", "Give it more inputs")
def input_too_few() -> Circuit:
    return add(hand(), "signals.formula", "F1", "u1 IN1.out", formula="u1*u2", inputs=1)


@failure(
    "A transfer function that differentiates.",
    "Add a filter, such as the denominator [0.01, 1].",
    "TF1",
    "differentiate",
    "a filter",
)
def improper_transfer_function() -> Circuit:
    return block("signals.transfer_function", "TF1", numerator=[1, 0], denominator=[1])


@failure("A limiter whose limits are the wrong way round.", "Exchange them.", "LIM1", "not below", "Exchange")
def limits_crossed() -> Circuit:
    return block("signals.limiter", "LIM1", lower=1, upper=-1)
