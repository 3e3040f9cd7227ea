"""Help with electrical circuits and signals: remedies, lists that start at the right family, readings of small values and short
times, the look of sampled signals."""

import pytest
from mars.gui import edits
from mars.gui.canvas.incremental_layout import follow
from mars.gui.canvas.live.number_format import reading, vector_reading
from mars.gui.canvas.sheet_layout import SheetLayout
from mars.gui.document.new_circuits import electrical, planar
from mars.gui.fields.display_units import moment, moment_of
from mars.gui.fields.law_field import LawField
from mars.gui.kinds.kind_groups import search
from mars.gui.panels.command_palette import CommandPalette
from mars.gui.panels.palette_list import KIND
from mars.gui.panels.palette_panel import PalettePanel
from mars.gui.plots.axis import Axis
from mars.gui.problems.problems_panel import ProblemsPanel
from mars.gui.problems.remedies import remedies_of
from mars.gui.widgets.list_rows import HEADING
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from mars.document.circuit import Circuit
from mars.kinds.registry import kinds
from mars.pictures.charts.ticks import marks, with_scale
from mars.pictures.sheet.draw import draw
from mars.verification.check import check

# Remedies


def mended(circuit, code):
    """The circuit after the first remedy of a complaint, and its text."""
    complaint = next(each for each in check(circuit).complaints if each.code == code)
    text, edit = remedies_of(complaint, circuit)[0]
    edit(circuit)
    assert code not in [each.code for each in check(circuit).complaints]
    return text


def test_a_missing_ground_is_put_below_the_source():
    circuit = electrical()
    circuit.remove("GND1")
    circuit.connect("V1.n", "C1.n")
    assert mended(circuit, "no-ground") == "Add ground at V1.n"
    assert {"electrical.ground"} <= {component.kind for component in circuit.components.values()}


def test_behind_a_transformer_no_ground_is_missed():
    circuit = electrical()
    circuit.remove("C1")
    circuit.add("electrical.transformer", "T1", at=(240, 60))
    circuit.add("electrical.resistor", "R2", at=(400, 60), turn=1)
    for a, b in (("R1.n", "T1.p1"), ("GND1.p", "T1.n1"), ("T1.p2", "R2.p"), ("T1.n2", "R2.n")):
        circuit.connect(a, b)
    assert "no-ground" not in [each.code for each in check(circuit).complaints]


@pytest.mark.parametrize("volts, code", [(5, "contradiction"), (10, "undetermined")])
def test_a_resistor_parts_two_voltages_side_by_side(volts, code):
    circuit = electrical()
    edits.add(circuit, "electrical.voltage_source", (-120, 60), turn=1, name="V2", values={"law": volts})
    edits.connect(circuit, "V2.p", "V1.p")
    edits.connect(circuit, "V2.n", "V1.n")
    assert mended(circuit, code).startswith("Insert resistor at V")


def test_bundles_are_made_alike_from_either_side():
    circuit = Circuit(motions=("Tx", "Ty", "Rz"))
    for kind, name, x in (("signals.constant", "CON1", 0), ("signals.bundle", "BUN1", 200), ("signals.unbundle", "UNB1", 400)):
        circuit.add(kind, name, at=(x, 0))
    for a, b in (("CON1.out", "BUN1.in1"), ("CON1.out", "BUN1.in2"), ("BUN1.out", "UNB1.in")):
        circuit.connect(a, b)
    circuit.set("UNB1.count", 3)
    complaint = next(each for each in check(circuit).complaints if each.code == "bundle-size")
    assert [text for text, _ in remedies_of(complaint, circuit)][:2] == ["Set UNB1 to 2 signals", "Set BUN1 to 3 signals"]
    mended(circuit, "bundle-size")


# Lists


@pytest.mark.parametrize(
    "typed, kind",
    [("step", "signals.law"), ("sine", "signals.law"), ("flywheel", "dynamics.rotor"), ("H bridge", "drives.servo_amplifier")],
)
def test_another_word_for_a_kind_beats_letters_in_order(typed, kind):
    assert search(typed)[0] == kind


def test_commands_find_kinds_by_their_other_names(qtbot, theme, document):
    window = QWidget()
    qtbot.addWidget(window)
    palette = CommandPalette(window, theme, document)
    palette.open([])
    for typed, text in (("mux", "Place bundle"), ("BJT", "Place transistor"), ("dc", "Place DC motor")):
        palette.search.setText(typed)
        assert palette.texts()[0] == text
    palette.close()


def test_the_palette_begins_with_what_the_circuit_is_made_of(qtbot, theme, document):
    palette = PalettePanel(theme, document)
    qtbot.addWidget(palette)
    palette.resize(232, 500)
    palette.show()

    def first():
        index = palette.view.indexAt(QPoint(20, 12))
        return index.data(KIND) if index.data(HEADING) else None

    for circuit, family in ((electrical(), "electrical"), (planar(), "bodies")):
        document.replace(circuit)
        qtbot.waitUntil(lambda family=family: str(first()).partition(".")[0] == family)


def test_a_law_by_default_shows_its_numbers(qtbot, theme):
    field = LawField(kinds()["signals.law"].parameters["law"], theme, 5.0)
    qtbot.addWidget(field)
    field.set_typed(None, {})
    assert field.law == "sine" and field.read() == {"law": "sine", "amplitude": 1, "frequency": 1}


# Readings


def test_live_values_have_the_prefix_of_their_size():
    assert reading(3.2e-3, "A") == "3.200\u2009mA" and reading(-9.14e-6, "V", 3) == "−9.14\u2009µV"
    assert reading(0.02, "m") == "0.02000\u2009m" and reading(0.0, "A", 3) == "0.0\u2009A"
    assert vector_reading([2e-3, 0.0], "A") == "(2.00, 0.0)\u2009mA"


def test_times_of_short_runs_are_told_in_milliseconds():
    assert [moment(t, end) for t, end in ((1.5, 5.0), (0.003, 0.005), (2e-6, 5e-5), (0.0, 0.0))] == [
        "1.500 s",
        "3.000 ms",
        "2.000 µs",
        "0.000 s",
    ]
    assert moment_of(0.003, 0.005) == "3.000 / 5 ms"


def test_axes_of_small_things_have_prefixes_and_nothing_at_all_is_no_small_thing():
    assert with_scale("time", "s", marks(0.0, 5e-3, 5)) == ("time", "ms")
    assert with_scale("force", "N", marks(0.0, 5e-3, 5))[1] == "10⁻³\u2009N"
    axis = Axis("V")
    assert axis.hold(0.0, 0.0) and (axis.low, axis.high) == (-1.0, 1.0)
    assert axis.hold(0.0, 1e-3) and axis.high < 2e-3  # later values are visible


# The look of sampled signals


def test_sampled_and_logical_signals_are_dotted(document):
    def sampled(circuit):
        for kind, name, x in (("signals.law", "LAW1", 0), ("sampled.hold", "SH1", 200), ("signals.gain", "K1", 400)):
            edits.add(circuit, kind, (x, 0), name=name)
        edits.connect(circuit, "LAW1.out", "SH1.in")
        edits.connect(circuit, "SH1.out", "K1.in")

    document.edit("Draw", sampled)
    layout = SheetLayout(document.circuit)
    assert layout.looks == {"LAW1.out SH1.in": "signal", "SH1.out K1.in": "steps"}
    assert set(layout.domains.values()) == {"signal"}  # and it stays so
    assert draw(document.circuit).count('stroke-dasharray="2 3"') == 1
    changes = []
    document.changed.connect(changes.append)
    document.edit("Swap", lambda circuit: edits.swap_kind(circuit, "SH1", "signals.gain"))
    assert "SH1.out K1.in" in follow(layout, changes[0]).links and layout.looks["SH1.out K1.in"] == "signal"


# Summary of the circuit


def test_a_circuit_without_bodies_is_counted_in_components_and_states(qtbot, theme, document, selection):
    document.replace(electrical())
    panel = ProblemsPanel(document, selection, theme)
    qtbot.addWidget(panel)
    panel.check.look()
    assert "4 components" in panel.summary.text() and "body" not in panel.summary.text()
    panel.set_report({"revision": document.revision, **check(document.circuit).to_data()})
    assert panel.summary.text() == "Ready to run: 4 components, 1 state"
