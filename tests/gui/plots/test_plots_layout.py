"""The layout of the plots belongs to the circuit: edits, undo, renaming, removing; offers; images and tables."""

import csv
import io

import numpy as np
import pytest
from mars.gui import edits
from mars.gui.edits import plots as changes
from mars.gui.plots.plottable_variables import offers

from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.document.plot_layout import Plot, plots_of
from mars.document.storage import dumps, loads
from mars.pictures.charts.plot import Curve, Group, plot_groups
from tests.helpers.gui.plots import FORMULAS, Bench, recorded

PLOTS = [
    ["KN1.angle", "KN3.angle"],
    {"curves": ["SB1.2.r.y"], "x": "SB1.2.r.x", "title": "Path", "equal": True, "later": 1},
    {"curves": ["KN1.angle"], "spectrum": True},
]


@pytest.fixture
def bench(qtbot, theme):
    made = Bench(qtbot, theme, PLOTS)
    made.show(known=list(FORMULAS), t=1.0)
    yield made
    made.run_control.close()


def test_every_form_of_a_plot_comes_back_as_it_was_written():
    for data in (*PLOTS, [], {"curves": []}, {"curves": ["a.b"], "unknown": {"x": 1}}):
        again = Plot.from_data(data).to_data()
        assert again == data or (again == [] and data == {"curves": []})
    assert Plot.from_data("nonsense") == Plot.from_data({"curves": 7, "x": 3, "spectrum": "yes"}) == Plot()


def test_a_file_with_plots_keeps_its_bytes():
    circuit = Circuit()
    circuit.views["plots"] = PLOTS
    text = dumps(circuit)
    assert dumps(loads(text)) == text


def test_patterns_are_looked_up_and_plain_names_stay():
    plot = Plot(("KN?.angle", "SB1.x", "KN1.angle"))
    assert plot.resolved(["KN1.angle", "KN2.angle", "KN10.angle"]) == ("KN1.angle", "KN2.angle", "SB1.x")


def test_changes_of_the_list_of_plots():
    a, b = Plot(("a.x", "a.y")), Plot(("b.x",))
    assert changes.with_curves([a, b], ["b.x", "c.x", "c.x"], 1) == [a, Plot(("b.x", "c.x"))]
    assert changes.with_curves([a], ["c.x"]) == [a, Plot(("c.x",))] and changes.with_curves([a], []) == [a]
    assert changes.without_curves([a, b], ["b.x"], 1) == [a]
    assert changes.with_moved_curve([a, b], "a.x", 0, 1) == [Plot(("a.y",)), Plot(("b.x", "a.x"))]
    assert changes.with_moved_curve([a, b], "b.x", 1, 0) == [Plot(("a.x", "a.y", "b.x"))]
    assert changes.with_moved_curve([a, b], "a.x", 0, None) == [Plot(("a.y",)), b, Plot(("a.x",))]
    assert changes.with_moved_plot([a, b], 0, 1) == [b, a] == changes.with_moved_plot([a, b], 1, -5)


def test_removing_a_component_takes_its_curves_along_and_undo_brings_them_back(bench):
    before = dumps(bench.document.circuit)
    bench.document.edit("Delete", lambda circuit: edits.remove(circuit, ["KN1"]))
    assert bench.stored() == [["KN3.angle"], PLOTS[1]]
    assert [widget.names for widget in bench.widgets] == [("KN3.angle",), ("SB1.2.r.y",)]
    bench.document.undo_stack.undo()
    assert dumps(bench.document.circuit) == before and len(bench.widgets) == 3
    bench.document.edit("Delete", lambda circuit: edits.remove(circuit, ["SB1"]))
    assert plots_of(bench.document.circuit.views)[1].spectrum


def test_renaming_a_component_renames_its_curves(bench):
    bench.document.edit("Rename", lambda circuit: edits.rename(circuit, "SB1", "Rod"))
    assert bench.stored()[1] == {**PLOTS[1], "curves": ["Rod.2.r.y"], "x": "Rod.2.r.x"}
    assert bench.widgets[1].names == ("Rod.2.r.y",)


def test_undo_and_redo_of_a_layout_show(bench):
    bench.panel.add(["KN2.travel"], 0)
    assert bench.widgets[0].names == ("KN1.angle", "KN3.angle", "KN2.travel")
    bench.document.undo_stack.undo()
    assert bench.widgets[0].names == ("KN1.angle", "KN3.angle") and bench.stored() == PLOTS
    bench.document.undo_stack.redo()
    assert [axis.unit for axis in bench.widgets[0].view.axes] == ["deg", "m"]


def test_what_was_zoomed_or_hidden_stays_so_when_another_plot_changes(bench):
    widget = bench.widgets[0]
    widget.legend.toggled.emit(1)
    widget.view.axes[0].show(-5, 5)
    bench.panel.add(["KN2.travel"])
    assert bench.widgets[0] is widget and (widget.view.axes[0].low, widget.view.axes[0].high) == (-5, 5)
    assert [trace.is_hidden for trace in widget.view.traces] == [False, True]


def test_a_pattern_becomes_names_when_one_of_its_curves_is_removed(qtbot, theme):
    bench = Bench(qtbot, theme, [["KN*.angle"]])
    bench.show()
    bench.panel.layout_of_plots.remove_curve("KN1.angle", 0)
    assert "KN1.angle" not in bench.stored()[0] and "KN3.angle" in bench.stored()[0]
    bench.run_control.close()


def test_plots_that_make_no_sense_are_borne(qtbot, theme):
    bench = Bench(qtbot, theme, ["x", 7, {"curves": "KN1"}, {"curves": ["KN1.angle"], "x": "no.such"}, ["KN1.angle"]])
    bench.show()
    bench.panel.grab()
    assert len(bench.widgets) == 5
    bench.run_control.close()


# Offers


def variables():
    named = {f"KN1.2.{v}.{axis}": "1" for v in ("r", "v", "F", "M", "R") for axis in "xyz"}
    named |= {f"SB1.1.{v}.{axis}": "1" for v in ("r", "F") for axis in "xyz"}
    scalars = {"KN1.angle": "rad", "KN1.turn.angle": "rad", "KN1.turn.speed": "rad/s", "KN1.turn.torque": "N·m"}
    return scalars | named | {"E1.turn.angle": "rad", "E1.turn.torque": "N·m"}


def linked():
    circuit = Circuit()
    for kind, name in (("joints.rotation", "KN1"), ("bodies.rod", "SB1"), ("sources.torque", "E1"), ("dynamics.damper", "D1")):
        circuit.add(kind, name)
    circuit.connect("KN1.2", "SB1.1")
    circuit.connect("KN1.turn", "E1.turn")
    return circuit


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("KN1", ["KN1.angle", "KN1.turn.speed", "KN1.turn.torque"]),
        ("KN1.turn", ["KN1.turn.angle", "KN1.turn.speed", "KN1.turn.torque"]),
        ("KN1.2 SB1.1", ["KN1.2.r.x", "KN1.2.v.x", "KN1.2.F.x", "KN1.2.M.x", "SB1.1.F.x"]),
        ("KN1.turn E1.turn", ["KN1.turn.angle", "KN1.turn.speed", "KN1.turn.torque", "E1.turn.torque"]),
        ("SB1", ["SB1.1.r.x", "SB1.1.F.x"]),
        ("nothing", []),
    ],
)
def test_what_is_offered_of_something_in_the_drawing(target, expected):
    assert [names[0] for _, names in offers(linked(), variables(), target)] == expected


def test_a_vector_is_offered_with_all_its_parts_and_words():
    found = dict(offers(linked(), variables(), "KN1.2"))
    assert found["KN1.2 force F"] == ["KN1.2.F.x", "KN1.2.F.y", "KN1.2.F.z"] and "KN1.2 R" not in found


def test_a_junction_offers_what_its_ports_carry():
    circuit = linked()
    circuit.links = [Link("KN1.turn", "#1"), Link("#1", "#2"), Link("E1.turn", "#2"), Link("D1.a", "#2")]
    found = [names[0] for _, names in offers(circuit, variables(), "#1")]
    assert [name for name in found if name.endswith("torque")] == ["KN1.turn.torque", "E1.turn.torque"]
    assert [name for name in found if name.endswith("angle")] == ["KN1.turn.angle"]


# Images and tables


def test_a_picture_equals_the_one_that_the_command_draws(bench):
    picture = bench.panel.exporting.picture(bench.widgets[:1])
    times = bench.panel.recording.times
    curves = [Curve(name, "rad", times, FORMULAS[name][1](times)) for name in ("KN1.angle", "KN3.angle")]
    assert picture == plot_groups([Group(curves)], title="", theme="light")


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_plots_are_saved_as_pictures(bench, tmp_path, kind):
    bench.dialogs.path = tmp_path / f"out.{kind}"
    bench.panel.tools.export.click()
    bench.choose({"png": "Image (PNG)…", "svg": "Image (SVG)…"}[kind])
    written = bench.dialogs.path.read_bytes()
    assert written[:8] == b"\x89PNG\r\n\x1a\n" if kind == "png" else written.count(b'class="panel"') == 3


def test_a_table_has_time_names_units_and_every_digit(bench, tmp_path):
    bench.dialogs.path = tmp_path / "out.csv"
    bench.panel.exporting.ask("csv", bench.widgets)
    rows = list(csv.reader(io.StringIO(bench.dialogs.path.read_text())))
    assert rows[0] == ["time [s]", "KN1.angle [rad]", "KN3.angle [rad]", "SB1.2.r.x [m]", "SB1.2.r.y [m]"]
    recording = bench.panel.recording
    read = np.array(rows[1:], dtype=float)
    np.testing.assert_array_equal(read[:, 0], recording.times)
    np.testing.assert_array_equal(read[:, 1], recording.column("KN1.angle"))


def test_what_is_saved_is_what_is_shown_when_somebody_has_zoomed(bench):
    bench.panel.grid.context.time.show(1.0, 2.0)
    rows = bench.panel.exporting.table(bench.widgets).splitlines()
    assert float(rows[1].split(",")[0]) >= 1.0 and float(rows[-1].split(",")[0]) <= 2.0


def test_a_place_that_cannot_be_written_is_told(bench, tmp_path):
    bench.dialogs.path = tmp_path / "no" / "folder" / "out.csv"
    (tmp_path / "no").write_text("a file")
    bench.panel.exporting.ask("csv", bench.widgets)
    assert bench.dialogs.told and "Could not save" in bench.dialogs.told[-1][0]


def test_earlier_runs_are_in_the_picture_too(bench):
    earlier = recorded(known=list(FORMULAS), factor=0.5, label="softer")
    bench.run_control.results.stored_runs.add(earlier)
    bench.run_control.results.overlay_run(earlier, True)
    assert "KN1.angle · softer" in bench.panel.exporting.picture(bench.widgets)
