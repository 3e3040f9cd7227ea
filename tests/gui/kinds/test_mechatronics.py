"""Electrical circuits and signals in the editor: wiring, inserting, dynamic ports, lists, live values, plots."""

import pytest
from mars.gui import edits
from mars.gui.canvas.live.variable_readings import component_rows, main_rows
from mars.gui.canvas.sheet_layout import SheetLayout
from mars.gui.document.new_circuits import electrical
from mars.gui.kinds import kind_groups, kind_order
from mars.gui.plots.default_plots import automatic
from mars.gui.view3d.mechanism import Mechanism

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.units import parse_unit, sized
from mars.kinds.registry import kinds
from mars.kinds.resolved import default_ports
from mars.pictures.sheet.symbols import symbol_of
from mars.pictures.style import domain_look
from mars.simulation import simulate
from mars.verification.check import check


@pytest.fixture
def charging():
    return electrical()


@pytest.fixture
def blocks():
    """A source, a sum and a bundle, unconnected."""
    circuit = Circuit(motions=("Tx", "Ty", "Rz"))
    circuit.add("signals.constant", "CON1", at=(0, 0))
    circuit.add("signals.gain", "K1", at=(200, 0))
    circuit.add("signals.bundle", "BUN1", at=(400, 0))
    circuit.add("signals.unbundle", "UNB1", at=(600, 0))
    return circuit


# The new circuit


def test_the_new_electrical_circuit_runs_as_it_is(charging):
    assert check(charging).complaints == []
    run = simulate(charging)
    assert run["C1.voltage"][-1] == pytest.approx(10 * (1 - 2.718281828459045**-5), rel=1e-6)  # five time constants
    plots, more = automatic(charging, run.units)
    assert [plot.curves for plot in plots] == [("C1.voltage",)] and more == 0


def test_what_has_no_place_in_space_says_so(charging, fig1):
    assert Mechanism(charging).is_nowhere
    assert not Mechanism(Circuit()).is_nowhere and not Mechanism(fig1.circuit).is_nowhere


def test_signals_are_plotted_where_there_is_nothing_else(blocks):
    assert [plot.curves for plot in automatic(blocks, {})[0]] == [
        ("CON1.out.value", "K1.out.value", "UNB1.out1.value", "UNB1.out2.value")
    ]


# Wiring


@pytest.mark.parametrize(
    "kind, port, words",
    [
        ("dynamics.damper", "a", "Put a motor between"),
        ("dynamics.slide_damper", "a", "Put a linear motor between"),
        ("signals.gain", "in", "driven voltage or current"),
        ("bodies.rod", "1", "sides 1 and 2 of a joint"),
    ],
)
def test_a_pin_goes_to_pins_alone(charging, kind, port, words):
    name = charging.add(kind, at=(400, 0)).name
    reason = edits.refusal(charging, "R1.p", f"{name}.{port}")
    assert reason is not None and reason.startswith("R1.p is an electrical port") and words in reason


def test_single_signals_and_bundles_do_not_mix(blocks):
    assert "Use a bundle to combine signals" in str(edits.refusal(blocks, "CON1.out", "UNB1.in"))
    assert edits.refusal(blocks, "BUN1.out", "UNB1.in") is None
    blocks.set("UNB1.count", 3)
    assert edits.refusal(blocks, "BUN1.out", "UNB1.in") == (
        "BUN1.out outputs 2 signals, but UNB1.in takes 3. Make the numbers equal"
    )


def test_a_block_may_feed_itself_and_an_amplifier_its_own_input_but_no_resistor_both_its_ends(charging, blocks):
    assert edits.refusal(blocks, "K1.out", "K1.in") is None
    charging.add("electrical.op_amp", "OA1", at=(400, 0))
    pins = [name for name, port in symbol_of(charging, "OA1").ports.items() if port.domain.name == "electrical"]
    assert edits.refusal(charging, f"OA1.{pins[0]}", f"OA1.{pins[-1]}") is None
    charging.add("electrical.resistor", "R2", at=(400, 200))
    assert "R2 would have no effect" in str(edits.refusal(charging, "R2.p", "R2.n"))


def test_what_fits_reads_what_is_given_and_gives_what_is_read(blocks):
    from_source = dict(edits.fitting_kinds("signal", blocks, "CON1.out"))
    assert from_source["signals.gain"] == "in" and "signals.constant" not in from_source
    to_reader = dict(edits.fitting_kinds("signal", blocks, "K1.in"))
    assert to_reader["signals.integrator"] == "out" and to_reader["signals.constant"] == "out"


def test_what_fits_to_a_pin_begins_with_what_people_take_most(charging):
    offers = edits.fitting_kinds("electrical", charging, "C1.p")
    assert offers[0] == ("electrical.resistor", "p") and {"electrical.ground", "drives.dc_motor"} <= {kind for kind, _ in offers}


def links(circuit):
    return {frozenset(link.ends) for link in circuit.links}


def test_a_block_put_into_a_signal_lies_with_the_flow_whichever_end_the_link_names_first(blocks):
    for a, b in (("CON1.out", "BUN1.in1"), ("BUN1.in2", "CON1.out")):
        circuit = Circuit.from_data(blocks.to_data())
        circuit.connect(a, b)
        edits.insert(circuit, "K1", circuit.links[0].key)
        assert links(circuit) == {
            frozenset(("CON1.out", "K1.in")),
            frozenset(("K1.out", "BUN1.in1" if "in1" in b else "BUN1.in2")),
        }


def test_a_resistor_put_into_a_wire_divides_it(charging):
    key = next(link.key for link in charging.links if {"V1.p", "R1.p"} == set(link.ends))
    name = edits.insert_new(charging, "electrical.resistor", key, (40, 0))
    assert {end for link in charging.links for end in link.ends} >= {f"{name}.p", f"{name}.n"}
    assert frozenset(("V1.p", "R1.p")) not in links(charging) and check(charging).can_run


def test_a_ground_dropped_on_a_wire_is_linked_to_it(charging):
    key = next(link.key for link in charging.links if {"R1.n", "C1.p"} == set(link.ends))
    name = edits.insert_new(charging, "electrical.ground", key, (160, 0))
    ports = edits.LinkRules(charging, f"{name}.p").node
    assert {"R1.n", "C1.p"} <= ports


# Dynamic ports and states


def test_links_to_ports_that_vanish_go_with_them_and_come_back_by_undo(document, blocks):
    document.edit("Draw", lambda circuit: edits.add(circuit, "signals.constant", (0, 0), name="CON1"))
    document.edit("Draw", lambda circuit: edits.add(circuit, "signals.bundle", (200, 0), name="BUN1"))
    document.edit("Link", lambda circuit: edits.connect(circuit, "CON1.out", "BUN1.in2"))
    before = document.circuit.to_data()
    document.edit("Fewer", lambda circuit: edits.set_value(circuit, "BUN1", "count", 1))
    assert document.circuit.links == [] and list(symbol_of(document.circuit, "BUN1").terminals) == ["in1", "out"]
    document.undo_stack.undo()
    assert document.circuit.to_data() == before


def test_start_values_of_lost_states_go_others_stay(blocks):
    blocks.add("signals.transfer_function", "TF1", at=(0, 200), denominator=[1, 2, 3])
    blocks.set_start("TF1.x1", 0.5)
    blocks.set_start("TF1.x2", 0.25)
    blocks.set_start("TF1.made_up", 1.0)  # from another version: must not be removed
    edits.set_value(blocks, "TF1", "denominator", [1, 2])
    assert list(blocks.start) == ["TF1.x1", "TF1.made_up"]


def test_a_swapped_block_keeps_its_way(blocks):
    blocks.connect("CON1.out", "K1.in")
    blocks.connect("K1.out", "BUN1.in1")
    assert edits.swap_kind(blocks, "K1", "signals.integrator") == []  # its output is listed first
    assert links(blocks) == {frozenset(("CON1.out", "K1.in")), frozenset(("K1.out", "BUN1.in1"))}


# Lists


@pytest.mark.parametrize(
    "typed, kind",
    [
        ("op-amp", "electrical.op_amp"),
        ("BJT", "electrical.transistor"),
        ("mux", "signals.bundle"),
        ("demux", "signals.unbundle"),
        ("saturation", "signals.limiter"),
        ("integrator 1/s", "signals.integrator"),
        ("earth", "electrical.ground"),
        ("brushless", "drives.pmsm"),
    ],
)
def test_kinds_are_found_by_other_names(typed, kind):
    assert kind_groups.search(typed)[0] == kind


def test_other_names_and_places_are_those_of_kinds_that_are_there():
    assert kind_order.SYNONYMS.keys() <= kinds().keys()
    ordered = [(family, name) for family, names in kind_order.ORDER.items() for name in names.split()]
    placed = {name if "." in name else f"{family}.{name}" for family, name in ordered}  # ports belong to several families
    placed |= {f"{family}.{name}" for family, parts in kind_order.PARTS.items() for _, names in parts for name in names.split()}
    assert placed - kinds().keys() == set()


def test_the_palette_says_dc_and_pid_as_people_do():
    assert [kind_groups.title(kind) for kind in ("drives.dc_motor", "control.pid", "signals.lag")] == ["DC motor", "PID", "Lag"]


def test_every_domain_of_the_library_has_a_look():
    domains = {port.domain.name for kind in kinds().values() for port in default_ports(kind).values()}
    assert all(domain_look(domain).port != "square" or domain == "translation" for domain in domains)
    one, several = domain_look("signal"), domain_look("signals")
    assert one.light == several.light and one.dash == several.dash and one.width < several.width and one.size < several.size


# Live values


def test_of_two_pins_the_voltage_across_and_the_current_through_are_told(charging):
    charging.connect("R1.p", charging.add("electrical.ground", "GND2", at=(0, -80)).name + ".p")  # V1 is below ground now
    charging.disconnect("V1.n", "GND1.p")
    layout = SheetLayout(charging)
    now = {"R1.p.voltage": 0.0, "R1.n.voltage": -4.0, "R1.p.current": 0.002, "R1.n.current": -0.002}
    variables = {name: "V" if name.endswith("voltage") else "A" for name in now}
    rows = component_rows(layout, "R1", variables)
    assert [(row.label, row.value(now)) for row in rows] == [
        ("voltage", 4.0),
        ("current", 0.002),
        ("power in", pytest.approx(0.008)),
    ]
    assert all(name in now for row in rows for name in row.wanted)


@pytest.mark.parametrize(
    "kind, told", [("electrical.voltage_source", "10.00\u2009V"), ("electrical.current_source", "0.5000\u2009A")]
)
def test_a_source_shows_what_it_gives(kind, told):
    circuit = Circuit(motions=("Tx", "Ty", "Rz"))
    circuit.add(kind, "S1", at=(0, 0))
    now = {"S1.p.voltage": 7.0, "S1.n.voltage": -3.0, "S1.p.current": -0.5, "S1.n.current": 0.5}
    variables = {name: "V" if name.endswith("voltage") else "A" for name in now}
    (row,) = main_rows(symbol_of(circuit, "S1"), variables)
    assert row.texts(now)[0] == told


# Units


@pytest.mark.parametrize(
    "value, unit, read",
    [
        (0.004, "A", "mA"),
        (0.4, "A", "A"),
        (1000, "Ω", "kΩ"),
        (999, "Ω", "Ω"),
        (1e-6, "F", "µF"),
        (0, "V", "V"),
        (1e-14, "A", "A"),
    ],
)
def test_electrical_values_are_read_with_a_prefix_of_their_size(value, unit, read):
    assert sized(value, unit) == read


def test_a_siemens_is_one_over_an_ohm():
    assert parse_unit("mS").dimension == parse_unit("1/Ω").dimension and parse_unit("mS").factor == 1e-3


def test_a_made_up_value_of_a_new_field_is_refused_in_words(blocks):
    blocks.add("signals.formula", "F1", at=(0, 200))
    with pytest.raises(DocumentError, match=r"F1\.formula: unknown name “u9”"):
        edits.set_value(blocks, "F1", "formula", "u1 + u9")
