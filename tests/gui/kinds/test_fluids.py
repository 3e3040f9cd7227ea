"""Hydraulics and heat in the editor: remedies, lists that start at the right family, readings in bar, heat as power."""

import pytest
from mars.gui import edits
from mars.gui.canvas.live.flow_layer import FlowPart, _flow
from mars.gui.canvas.live.number_format import reading
from mars.gui.canvas.live.variable_readings import component_rows, port_rows
from mars.gui.canvas.sheet_layout import SheetLayout
from mars.gui.document.document import Document
from mars.gui.edits.candidate_kinds import fitting_kinds
from mars.gui.fields.display_units import shown
from mars.gui.kinds import domain_names
from mars.gui.kinds.kind_groups import search
from mars.gui.problems.remedies import remedies_of
from mars.gui.runs.run_control import RunControl

from mars.component.domains import DOMAINS, Domain
from mars.document.circuit import Circuit
from mars.simulation import simulate
from mars.verification.check import check


def oil() -> Circuit:
    circuit = Circuit("Oil")
    circuit.add("hydraulic.pressure_source", "PS1", at=(0, 0), law="100 bar")
    circuit.add("hydraulic.orifice", "OR1", at=(140, 0))
    circuit.add("hydraulic.tank", "T1", at=(260, 60))
    circuit.connect("PS1.b", "OR1.a")
    circuit.connect("OR1.b", "T1.a")
    return circuit


def mended(circuit: Circuit, code: str) -> str:
    """The text of the first remedy; it must help."""
    complaint = next(each for each in check(circuit).complaints if each.code == code)
    text, edit = remedies_of(complaint, circuit)[0]
    edit(circuit)
    assert code not in [each.code for each in check(circuit).complaints]
    return text


def test_a_pipe_parts_two_pressures():
    circuit = oil()
    circuit.add("hydraulic.pressure_source", "PS2", at=(0, 100), law="50 bar")
    circuit.connect("PS2.b", "OR1.a")
    assert mended(circuit, "contradiction").startswith("Insert pipe at PS")
    assert "hydraulic.pipe" in [component.kind for component in circuit.components.values()]


def test_a_missing_tank_is_offered():
    circuit = Circuit("Round")
    circuit.add("hydraulic.flow_source", "QS1", at=(0, 0))
    circuit.add("hydraulic.pipe", "PI1", at=(0, 100), inertia="no")
    circuit.connect("QS1.b", "PI1.a")
    circuit.connect("PI1.b", "QS1.a")
    assert "tank" in mended(circuit, "no-ground")


@pytest.mark.parametrize(
    ("domain", "first", "family"), [("hydraulic", "hydraulic.tank", "hydraulic"), ("thermal", "thermal.resistance", "thermal")]
)
def test_lists_begin_with_what_fits(domain, first, family):
    found = [kind for kind, _ in fitting_kinds(domain, Circuit("Empty"))]
    assert found[0] == first
    assert all(kind.startswith(f"{family}.") for kind in found[:8])


def test_people_find_parts_by_other_names():
    assert search("jack")[0] == "hydraulic.cylinder"
    assert search("servo valve")[0] == "hydraulic.proportional_valve"
    assert search("cooling")[0] == "thermal.convection"


def test_unlike_lines_are_refused_with_a_way_out():
    circuit = oil()
    circuit.add("drives.dc_motor", "MT1", at=(400, 0))
    assert "pump or a hydraulic motor" in (edits.refusal(circuit, "OR1.a", "MT1.shaft") or "")


def test_values_are_read_in_bar_and_litres():
    assert shown(1.6e7, "Pa") == ("160", "bar")
    assert shown(0.0, "Pa") == ("0", "bar")
    assert reading(2.5e7, "Pa") == "250.0\u2009bar"
    assert reading(4e-4, "m³/s") == "24.00\u2009l/min"


def test_readings_count_across_and_through():
    circuit = oil()
    variables = simulate(circuit, 0.01).units
    rows = {row.label: row for row in component_rows(SheetLayout(circuit), "OR1", variables)}
    assert (rows["pressure"].against, rows["flow"].unit) == ("OR1.b.pressure", "m³/s")


def test_power_of_heat_is_the_heat_itself():
    circuit = Circuit("Heat")
    circuit.add("thermal.heat_source", "HS1", at=(0, 0), law="20 W")
    circuit.add("thermal.capacity", "HC1", at=(100, 0))
    circuit.connect("HS1.heat", "HC1.heat")
    run = simulate(circuit, 1.0)
    now = {name: float(run[name][-1]) for name in run.units}
    (power,) = [row for row in port_rows(SheetLayout(circuit), "HC1.heat", run.units) if row.unit == "W" and row.pairs]
    assert power.value(now) == pytest.approx(20)
    assert _flow([FlowPart("thermal", ["HC1.heat.heat"], "", True)], now)[1] == pytest.approx(20)


def test_a_domain_of_somebody_else_is_told_by_its_declaration():
    try:
        Domain("magnetic", "", "", "mmf", "A", "flux_rate", "V", "magnetic")
        assert domain_names.description("magnetic") == "magnetic: mmf, flux_rate"
    finally:
        del DOMAINS["magnetic"]


def test_a_pressure_below_the_vacuum_is_told_when_the_run_has_ended(client, qtbot):
    circuit = oil()
    circuit.set("PS1.law", "-5 bar")
    circuit.run = {"until": 0.1}
    control = RunControl(Document(circuit), client)
    control.set_speed(None)
    try:
        with qtbot.waitSignal(control.remarked) as told:
            control.run()
        assert "PS1.b, OR1.a: from t = 0 s the pressure falls below vacuum, to -5e+05 Pa" in told.args[0]
    finally:
        control.close()
