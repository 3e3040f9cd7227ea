"""The plots: default curves and units; they neither jitter nor draw more than a screen can show."""

import os
import subprocess
import sys

import numpy as np
import pytest
from mars.gui.plots.default_plots import automatic, complete
from mars.gui.plots.time_window import PAGE
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from mars.document.circuit import Circuit
from tests.helpers.gui.plots import FORMULAS, Bench, grow, recorded


@pytest.fixture
def bench(qtbot, theme):
    made = Bench(qtbot, theme)
    yield made
    made.run_control.close()


def drawn(bench, widget=0, trace=0):
    """Points of a curve as gathered for painting."""
    return bench.widgets[widget].view._points[trace][1]


def test_the_panel_brings_neither_engine_nor_plotting_library_into_the_editor():
    script = (
        "import sys; from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "import mars.gui.plots.plot_panel;"
        "print([m for m in ('casadi', 'numba', 'scipy', 'pyqtgraph', 'matplotlib') if m in sys.modules])"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.strip() == "[]"


def test_before_the_first_run_it_says_what_to_do(bench):
    assert bench.panel.empty.isVisible() and "F5" in bench.panel.empty.text() and not bench.widgets
    bench.show()
    assert not bench.panel.empty.isVisible() and bench.widgets
    bench.run_control.reset()
    assert bench.panel.empty.isVisible() and "KN1 angle" in bench.panel.empty.text()


def test_a_circuit_without_coordinates_says_so_and_offers_to_choose(bench):
    bench.document.replace(Circuit())
    recording = recorded()
    recording.variables = {"S.value": "1"}
    bench.show(recording)
    assert bench.panel.empty.isVisible() and "no joint coordinates" in bench.panel.empty.text()
    bench.panel.empty.linkActivated.emit("add")
    assert bench.panel.menus.menu is not None
    bench.panel.menus.menu.close()


def test_coordinates_have_a_plot_for_each_unit_in_readable_units(bench):
    bench.show(t=1.0)
    assert [[title.quantity for title in widget.view.titles()] for widget in bench.widgets] == [["angle"], ["KN2 travel"]]
    assert [[axis.unit for axis in widget.view.axes] for widget in bench.widgets] == [["deg"], ["m"]]
    assert [entry.label for entry in bench.entries()] == ["KN1", "KN3"] and bench.entries(1)[0].label == "travel"
    assert bench.values() == [("48.21",), ("−56.72",)] and bench.values(1) == [("0.2000",)]
    assert bench.stored() is None  # automatic


def test_no_more_coordinates_than_can_be_told_apart_driven_ones_first_and_all_on_request(bench):
    circuit = Circuit()
    for number in range(1, 10):
        circuit.add("joints.rotation", f"KN{number}")
    circuit.add("sources.torque", "E1")
    circuit.connect("E1.turn", "KN9.turn")
    plots, more = automatic(circuit, {})
    assert [plot.curves for plot in plots] == [tuple(f"KN{n}.angle" for n in (9, 1, 2, 3, 4, 5))] and more == 3
    assert [len(plot.curves) for plot in complete(circuit, {})] == [6, 3]
    bench.document.replace(circuit)
    recording = recorded(known=[])
    recording.variables = {f"KN{n}.angle": "rad" for n in range(1, 10)}
    bench.show(recording)
    assert bench.entries()[-1].label == "3 more …"
    bench.widgets[0].legend.more_asked.emit()
    assert [len(plot) for plot in bench.stored()] == [6, 3] and len(bench.widgets) == 2
    bench.document.undo_stack.undo()
    assert bench.stored() is None and len(bench.widgets) == 1


def test_one_plot_may_have_several_axes_left_and_right(qtbot, theme):
    bench = Bench(qtbot, theme, [["KN1.angle", "KN1.turn.torque", "KN2.travel"]])
    bench.show(known=list(FORMULAS), t=1.0)
    view = bench.widgets[0].view
    assert [axis.unit for axis in view.axes] == ["deg", "N·m", "m"]
    assert [entry.unit for entry in bench.entries()] == ["deg", "N·m", "m"]
    assert view.axes[1].low == pytest.approx(-6.2, abs=0.1) and view.axes[1].high == pytest.approx(6.2, abs=0.1)
    assert view.wanted_margins()[1] > 40
    bench.run_control.close()


def test_what_is_drawn_is_what_was_recorded(bench):
    bench.show()
    times, values = drawn(bench)
    np.testing.assert_allclose(values, np.sin(times), atol=1e-12)
    assert times[0] == 0.0 and times[-1] == 5.0


def test_pictures_are_made_only_while_it_runs(qtbot, bench):
    recording = recorded(until=1.0, count=101)
    bench.start(recording)
    assert bench.panel._timer.isActive()
    bench.grow(recording, np.linspace(1.01, 2.0, 100))
    qtbot.waitUntil(lambda: drawn(bench)[0][-1] == 2.0)
    bench.stop()
    assert not bench.panel._timer.isActive()
    low, high = bench.span()
    assert low == pytest.approx(0, abs=0.05) and high == pytest.approx(2.0, abs=0.05)


def test_a_hidden_panel_does_no_work(bench):
    bench.start(recorded(until=1.0))
    bench.panel.hide()
    assert not bench.panel._timer.isActive()
    bench.panel.show()
    assert bench.panel._timer.isActive()
    bench.stop()


def test_a_single_step_of_a_paused_run_is_drawn(bench):
    recording = recorded(until=1.0, count=101)
    bench.start(recording)
    bench.run_control._set_state("paused")
    bench.grow(recording, [1.5])
    assert drawn(bench)[0][-1] == 1.5 and bench.panel.grid.context.a == 1.5


def test_a_long_run_turns_pages_and_is_whole_at_the_end(bench):
    recording = recorded(end=10 * PAGE, until=0.0, count=1)
    bench.start(recording)
    pages, heights = [], []
    for t in np.arange(0.25, 3.5 * PAGE, 0.25):
        grow(recording, np.array([t]))
        bench.panel.refresh()
        pages.append(bench.span())
        heights.append((bench.widgets[0].view.axes[0].low, bench.widgets[0].view.axes[0].high))
    assert len(set(pages)) == 4
    assert len(set(heights)) < 20 < len(heights) / 10  # not at every frame
    bench.stop()
    low, high = bench.span()
    assert low < 0.5 and high > 3.4 * PAGE


def test_a_variable_that_is_added_waits_until_its_values_come(bench):
    recording = bench.show(t=1.0)
    bench.panel.add(["KN1.turn.torque"])
    assert bench.stored() == [["KN1.angle", "KN3.angle"], ["KN2.travel"], ["KN1.turn.torque"]]
    assert bench.values(2) == [("…",)]
    assert "KN1.turn.torque" in bench.run_control.results.watches.names
    recording.add_columns({"KN1.turn.torque": "N·m"})
    recording.fill(["KN1.turn.torque"], recording.times, 5 * np.sin(2 * recording.times)[:, None])
    bench.run_control.results.filled.emit(["KN1.turn.torque"])
    assert bench.values(2) == [("4.546",)]
    assert bench.widgets[2].view.axes[0].high > 5


def test_a_variable_that_the_run_does_not_have_shows_a_dash(qtbot, theme):
    bench = Bench(qtbot, theme, [["KN1.angle", "KN9.angle"]])
    bench.show(t=1.0)
    assert bench.values() == [("48.21",), ("–",)]
    bench.run_control.close()


def test_stale_results_are_pale_and_say_so(bench):
    bench.show()
    before = bench.entries()[0].pen.color()
    bench.run_control.results.set_stale(True)
    assert bench.panel.remarks.note.isVisible() and bench.panel.remarks.note.text() == "predates your last change"
    assert bench.entries()[0].pen.color().lightness() > before.lightness()
    bench.run_control.results.set_stale(False)
    assert not bench.panel.remarks.note.isVisible() and bench.entries()[0].pen.color() == before


def test_colours_follow_the_theme(bench, theme):
    bench.show()
    light = bench.entries()[0].pen.color().name()
    theme.choose("dark")
    dark = bench.entries()[0].pen.color().name()
    assert (light, dark) == ("#1d5bff", "#6aa2ff")
    picture = bench.widgets[0].view.grab().toImage()
    assert picture.pixelColor(3, 3).name() == theme.colour("panel").name()


def test_many_curves_are_told_apart(qtbot, theme):
    bench = Bench(qtbot, theme, [[f"KN{i}.angle" for i in range(18)]])
    recording = recorded(known=[])
    recording.variables = {f"KN{i}.angle": "rad" for i in range(18)}
    bench.show(recording)
    assert len({entry.pen.color().name() for entry in bench.entries()}) == 18
    bench.run_control.close()


def test_earlier_runs_lie_under_the_curves_thin_and_dashed(bench):
    earlier = recorded(factor=0.5, label="softer")
    bench.show(earlier)
    bench.show(t=1.0)
    assert len(bench.entries()) == 2
    bench.run_control.results.overlay_run(earlier, True)
    entries = bench.entries()
    assert [entry.label for entry in entries] == ["KN1", "softer", "KN3", "softer"]
    assert entries[1].dash == 0 and entries[1].pen.widthF() < entries[0].pen.widthF()
    assert bench.values()[1] == ("24.11",)
    bench.run_control.results.rename_run(earlier, "soft spring")
    assert bench.entries()[1].label == "soft spring"
    bench.run_control.results.drop_run(earlier)
    assert len(bench.entries()) == 2


def test_an_intervention_leaves_a_tick_that_tells_what_it_was(bench):
    recording = recorded()
    recording.interventions.append({"t": 2.0, "name": "D1.damping", "before": "1", "after": "5"})
    bench.show(recording)
    view = bench.widgets[0].view
    at = bench.place(0, 2.0, view.axes[0].low)
    assert "D1.damping 1 → 5" in view.tip(QPointF(at))
    assert "D1" not in view.tip(QPointF(bench.place(0, 4.0, 0.0)))


def test_many_plots_stand_side_by_side_and_share_their_time(qtbot, theme):
    bench = Bench(qtbot, theme, [["KN1.angle"], ["KN2.travel"], ["KN3.angle"]], size=(900, 220))
    bench.show()
    tops = {widget.y() for widget in bench.widgets}
    assert len(tops) == 1 and all(widget.view.area.height() > 90 for widget in bench.widgets)
    bench.panel.resize(420, 700)
    QApplication.processEvents()
    assert len({widget.x() for widget in bench.widgets}) == 1
    assert len({widget.view.area.left() for widget in bench.widgets}) == 1  # times are aligned
    assert [widget.view.shows_x for widget in bench.widgets] == [False, False, True]
    assert bench.widgets[0].view.x is bench.widgets[2].view.x
    bench.run_control.close()


def test_only_what_is_new_is_painted_and_the_picture_is_the_same(bench):
    """During a run the image is extended at its right; repainted completely it looks the same."""
    recording = recorded(end=5.0, until=1.0, count=121)
    bench.start(recording)
    bench.panel._timer.stop()
    view = bench.widgets[0].view
    for t in np.arange(1.0, 4.0, 0.05):
        grow(recording, t + np.arange(1, 7) / 120)
        bench.panel.refresh()
        view.grab()
    continued = _levels(view)
    view.repaint_all()
    anew = _levels(view)
    assert np.abs(continued - anew).mean() < 0.15 and (np.abs(continued - anew) > 64).mean() < 1e-3
    assert anew.std() > 10  # it is not blank
    bench.stop()


def _levels(view):
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width()].astype(float)
