"""Invalid electrical circuits, signals and sampling, and invalid values of their components."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from tests.helpers.failures.failure import chapter, failure
from tests.helpers.failures.mechanisms import four_bar, on, pendulum


def add(c: Circuit, kind: str, name: str, *links: str, **values: Any) -> Circuit:
    """Add a component and its links, each such as `p V1.p`: its port, then the other end."""
    c.add(kind, name, **values)
    for link in links:
        port, end = link.split()
        c.connect(f"{name}.{port}", end)
    return c


def supply(law: Any = "12 V") -> Circuit:
    """A grounded voltage source."""
    c = Circuit("Network")
    c.add("electrical.voltage_source", "V1", law=law)
    return add(c, "electrical.ground", "GND1", "p V1.n")


def hand() -> Circuit:
    c = Circuit("Signals")
    c.add("inputs.slider", "IN1")
    return c


def accelerometer() -> Circuit:
    """On the tip of a pendulum, its signals unbundled."""
    c = add(pendulum(), "sensors.accelerometer", "SEN1", "a SB1.2")
    return add(c, "signals.unbundle", "UNB1", "in SEN1.out", count=3)


def block(kind: str, name: str, **values: Any) -> Circuit:
    """One block that reads a manual input."""
    return add(hand(), kind, name, "in IN1.out", **values)


chapter("Electrical circuits")


@failure(
    "A 12 V source and a 5 V source are connected in parallel.",
    "Keep only one.",
    "V2",
    "conflicts with V1",
    "Remove one of them",
)
def two_voltages() -> Circuit:
    return add(supply(), "electrical.voltage_source", "V2", "p V1.p", "n GND1.p", law="5 V")


@failure(
    "Two 12 V sources are connected in parallel, so the split of the current between them is undetermined.",
    "Use batteries, which have an internal resistance.",
    "V2.n",
    "the current and the voltage are undetermined",
    "insert a resistor in series",
)
def equal_voltages() -> Circuit:
    c = add(supply(), "electrical.voltage_source", "V2", "p V1.p", "n GND1.p", law="12 V")
    return add(c, "electrical.resistor", "R1", "p V1.p", "n GND1.p")


@failure(
    "The output of an op-amp is not fed back to its input.",
    "Connect its output to its inverting input.",
    "OA1",
    "conflicts with V1",
    "op-amp without feedback",
)
def op_amp_without_feedback() -> Circuit:
    c = add(supply(), "electrical.op_amp", "OA1", "plus V1.p", "minus GND1.p")
    return add(c, "electrical.resistor", "R1", "p OA1.out", "n GND1.p")


@failure(
    "A capacitor is connected to a voltage source that switches on at 1 s.",
    "Add a series resistance to the source.",
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
    "Two capacitors in parallel share one voltage.",
    "No action needed: the circuit runs. Set a start value for only one of them.",
    "C2",
    "determined by C1.voltage",
    "The circuit still runs",
    code=0,
)
def capacitors_side_by_side() -> Circuit:
    return two_capacitors()


@failure(
    "The same two capacitors have different start voltages.",
    "Keep only one start value.",
    "C2.voltage",
    "2 V cannot be satisfied",
    "Change the start value",
)
def capacitors_begun_apart() -> Circuit:
    c = two_capacitors()
    c.set_start("C1.voltage", "1 V")
    c.set_start("C2.voltage", "2 V")
    return c


@failure(
    "A voltage source and a resistor are connected without a ground.",
    "No action needed: the circuit runs. A ground defines zero voltage.",
    "V1.n",
    "has no ground",
    "voltages are measured relative to this port",
    "Connect a ground",
    code=0,
)
def no_ground() -> Circuit:
    c = supply()
    c.remove("GND1")
    return add(c, "electrical.resistor", "R1", "p V1.p", "n V1.n")


@failure(
    "An electrical port is connected to the rotation port of a hinge.",
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
    "Two gains read the same signal, but no component outputs it.",
    "Connect an input, a law or a sensor.",
    "K1.in",
    "K1 and K2",
    "no component outputs the signal",
)
def no_signal() -> Circuit:
    c = Circuit("Signals")
    c.add("signals.gain", "K1")
    return add(c, "signals.gain", "K2", "in K1.in")


@failure(
    "Two sliders output the same signal.",
    "Keep only one, or add them with a signals.sum.",
    "IN2",
    "this signal has several sources",
    "Remove IN2",
)
def two_signals() -> Circuit:
    return add(block("signals.gain", "K1"), "inputs.slider", "IN2", "out K1.in")


@failure(
    "A signal is connected to the rotation port of a hinge.",
    "Use a sources.driven_torque.",
    "IN1.out (signal)",
    "KN1.turn (rotation)",
    "driven source",
)
def signal_on_a_shaft() -> Circuit:
    return add(pendulum(), "inputs.slider", "IN1", "out KN1.turn")


@failure(
    "A bundle of three signals is connected to a block that takes a single signal.",
    "Unbundle the signals.",
    "SEN1.out (signals)",
    "K1.in (signal)",
    "signals.unbundle",
)
def bundle_into_a_block() -> Circuit:
    c = accelerometer()
    c.remove("UNB1")
    return add(c, "signals.gain", "K1", "in SEN1.out")


@failure(
    "A bundle of three signals is connected to an unbundle block for two.",
    "Set the count of the unbundle block to three.",
    "UNB1.in",
    "2 signals",
    "SEN1 outputs 3",
    "same number",
)
def bundle_of_another_size() -> Circuit:
    c = accelerometer()
    c.set("UNB1.count", 2)
    return c


def feedback(signs: str, gain: float) -> Circuit:
    c = add(hand(), "signals.sum", "SUM1", "in1 IN1.out", signs=signs)
    return add(c, "signals.gain", "K1", "in SUM1.out", "out SUM1.in2", gain=gain)


@failure(
    "The output of a sum is added to itself.",
    "Subtract it, or insert a lag.",
    "SUM1 and K1",
    "loop with gain 1",
    "signals.lag",
)
def ring_of_gain_one() -> Circuit:
    return feedback("++", 1)


@failure(
    "A gain is fed back without delay.",
    "No action needed: the circuit runs, and the signals of the loop are solved together.",
    "SUM1 and K1",
    "algebraic loop",
    "signals.lag",
    code=0,
)
def ring_of_signals() -> Circuit:
    return feedback("+-", 4)


@failure(
    "A torque depends on the acceleration it causes.",
    "Add a lag after the sensor; real sensors have one.",
    "KN1.turn",
    "depends through signals on an acceleration",
    "signals.lag",
)
def torque_by_an_acceleration() -> Circuit:
    c = on(accelerometer(), "KN1.turn", "sources.driven_torque", "E1")
    c.connect("UNB1.out1", "E1.signal")
    return c


@failure(
    "The current of an inductor follows an acceleration without delay.",
    "Add a lag after the sensor; real sensors have one.",
    "I1",
    "cannot jump",
    "signals.lag",
)
def current_by_an_acceleration() -> Circuit:
    c = add(accelerometer(), "electrical.driven_current", "I1", "signal UNB1.out1")
    c = add(c, "electrical.ground", "GND1", "p I1.n")
    return add(c, "electrical.inductor", "L1", "p I1.p", "n GND1.p")


@failure(
    "The torque that drives a hinge at a prescribed speed is integrated.",
    "Plot the torque after the run, or drive the hinge through a spring.",
    "INT1.value",
    "reaction",
    "force in a spring",
)
def reaction_in_an_integral() -> Circuit:
    c = add(pendulum(), "sensors.torque", "SEN1", "b KN1.turn")
    c = on(c, "SEN1.a", "sources.velocity", "Ew1", law="1 rad/s")
    return add(c, "signals.integrator", "INT1", "in SEN1.out")


@failure(
    "A formula divides by a signal that reaches zero at 1 s.",
    "Keep the divisor away from zero, for example with a limiter.",
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
    "A relay drives its input straight back to the switching threshold.",
    "Set the switch-off threshold below the switch-on threshold.",
    "HYS1",
    "chatters: 100 switching events",
    "Add hysteresis",
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
    "A NOT gate is fed its own output.",
    "Insert a lag.",
    "G1",
    "does not settle at t = 0 s",
    "signals.lag",
    command="run --until 1",
    code=3,
    keeps=0,
)
def gate_that_denies_itself() -> Circuit:
    c = Circuit("Logic")
    c.add("logic.gate", "G1", operation="not")
    return add(c, "signals.gain", "K1", "in G1.out", "out G1.in1", gain=1)


chapter("Sampled signals")


@failure("A sample period is zero.", "Enter the actual period, or remove the sampling.", "SH1.period", "0 s", "at least 1e-06 s")
def period_of_zero() -> Circuit:
    return block("sampled.hold", "SH1", period=0)


@failure(
    "The angle of a four-bar's rocker is sampled in kinematic mode.",
    "Run the circuit in dynamic mode.",
    "SH1",
    "depends on loops",
    "dynamic mode",
    command="run --mode kinematic --until 1",
)
def samples_in_kinematic_mode() -> Circuit:
    c = on(four_bar(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s")
    c = add(c, "sensors.shaft", "SEN1", "a KN4.turn")
    return add(c, "sampled.hold", "SH1", "in SEN1.out")


@failure(
    "A circuit with a sampled signal is run with a method that does not support events.",
    "Omit `--method`.",
    "SH1",
    "Use --method rk8",
    command="run --method ida --until 1",
)
def samples_with_ida() -> Circuit:
    return block("sampled.hold", "SH1")


chapter("Counts, lists, matrices and formulas")


@failure(
    "The number of signals in a bundle is 2.5.",
    "Enter a whole number.",
    "BUN1.count",
    "2.5 is not a whole number",
    "Enter one, such as 2",
)
def half_a_signal() -> Circuit:
    c = Circuit("Signals")
    c.add("signals.bundle", "BUN1", count=2.5)
    return c


@failure("A single number is given where a list is required.", "Enter a list.", "TF1.denominator", "a list of", "[1, 0.5]")
def number_for_a_list() -> Circuit:
    return block("signals.transfer_function", "TF1", denominator=3)


@failure(
    "A list of dimensionless numbers contains a unit.",
    "Remove the unit.",
    "TF1.denominator",
    "item 2",
    "kg",
    "Enter a value such as 1.5",
)
def unit_in_a_list() -> Circuit:
    return block("signals.transfer_function", "TF1", denominator=[1, "2 kg"])


@failure("The rows of a matrix have different lengths.", "Pad them with zeros.", "SS1.A", "equal length", "[[1, 0], [0, 1]]")
def ragged_matrix() -> Circuit:
    c = hand()
    return add(c, "signals.state_space", "SS1", "u IN1.out", A=[[0, 1], [-1]])


@failure(
    "The matrices of a state-space block have inconsistent sizes.",
    "Give B one row per state.",
    "SS1",
    "B is 1 × 1",
    "2 rows",
)
def unlike_matrices() -> Circuit:
    return add(hand(), "signals.state_space", "SS1", "u IN1.out", B=[[1]])


@failure(
    "A formula contains an unknown name.",
    "Add the variable, or correct its name.",
    "F1.formula",
    "unknown name “amplitude”",
    "Use u1",
)
def unknown_word() -> Circuit:
    return add(hand(), "signals.formula", "F1", "u1 IN1.out", formula="amplitude*sin(u1)", inputs=1)


@failure(
    "A formula uses an input that the block does not have.",
    "Set the number of inputs to two.",
    "F1",
    "its formula uses u2",
    "Increase the number of inputs",
)
def input_too_few() -> Circuit:
    return add(hand(), "signals.formula", "F1", "u1 IN1.out", formula="u1*u2", inputs=1)


@failure(
    "A transfer function is improper: it differentiates its input.",
    "Add a filter, such as the denominator [0.01, 1].",
    "TF1",
    "differentiate",
    "a filter",
)
def improper_transfer_function() -> Circuit:
    return block("signals.transfer_function", "TF1", numerator=[1, 0], denominator=[1])


@failure(
    "The lower limit of a limiter is above its upper limit.",
    "Swap the two limits.",
    "LIM1",
    "not below",
    "Swap them, or change one",
)
def limits_crossed() -> Circuit:
    return block("signals.limiter", "LIM1", lower=1, upper=-1)
