"""The live plots: what they show, in which units, and that they neither tremble nor draw more than a screen can show."""

import os
import subprocess
import sys

import numpy as np
import pytest
from mars.gui.running.curves import Height, curves_of, decimals, thinned
from mars.gui.running.plots import PAGE, PlotPanel
from mars.gui.running.recording import Recording
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

NAMES, UNITS = ["KN1.angle", "KN2.travel", "KN3.angle"], ["rad", "m", "rad"]


def recorded(end: float = 5.0, until: float | None = None, count: int = 501) -> Recording:
    recording = Recording(NAMES, UNITS, 0.0, end)
    times = np.linspace(0.0, end if until is None else until, count)
    recording.append(times, np.column_stack([np.sin(times), 0.2 * times, np.cos(3 * times)]))
    return recording


@pytest.fixture
def panel(qtbot, theme):
    made = PlotPanel(theme)
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.set_running(False)


def values_in(panel) -> list[str]:
    return [entry.value for entry in panel.legend.rows.entries]


def place(panel, number: int, t: float, y: float) -> QPoint:
    """Where in the viewport a point of a plot is."""
    QApplication.processEvents()
    scene = panel.plots[number].box.mapViewToScene(QPointF(t, y))
    return panel._canvas.mapFromScene(scene)


def test_drawing_brings_no_engine_into_the_editor():
    script = (
        "import sys; from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from mars.gui.running.plots import PlotPanel; from mars.gui.theme import Theme; panel = PlotPanel(Theme(app, 'light'));"
        "before = 'pyqtgraph' in sys.modules; panel.prepare();"
        "print(before, 'pyqtgraph' in sys.modules, [m for m in ('casadi', 'numba', 'scipy') if m in sys.modules])"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.strip() == "False True []"


def test_before_the_first_run_it_says_what_to_do(panel):
    assert panel.empty.isVisible() and "F5" in panel.empty.text() and panel._canvas is None
    panel.show_recording(recorded())
    assert not panel.empty.isVisible()
    panel.show_recording(None)
    assert panel.empty.isVisible() and "F5" in panel.empty.text() and not panel.legend.rows.entries


def test_a_circuit_without_coordinates_says_so(panel):
    panel.show_recording(Recording([], [], 0.0, 1.0))
    panel.set_running(True)
    assert panel.empty.isVisible() and "no joint coordinates" in panel.empty.text() and not panel.is_running


def test_angles_and_travels_have_a_plot_each_in_readable_units(panel):
    panel.show_recording(recorded())
    panel.set_cursor(1.0)
    assert [plot.title for plot in panel.plots] == ["angle, deg", "KN2 travel, m"]
    assert [len(plot.lines) for plot in panel.plots] == [2, 1]
    assert [entry.label for entry in panel.legend.rows.entries] == ["KN1 angle", "KN3 angle", "KN2 travel"]
    assert values_in(panel) == ["48.21 deg", "−56.72 deg", "0.200 m"]
    x, y = panel.plots[0].lines[0].getData()
    assert y.max() == pytest.approx(np.degrees(1.0), rel=1e-3) and x[-1] == 5.0
    first, second = (plot.box.viewRange()[0] for plot in panel.plots)
    assert first == second
    assert panel.plots[0].cursor.value() == panel.plots[1].cursor.value() == 1.0


def test_pictures_are_made_only_while_it_runs(qtbot, panel):
    recording = recorded(until=1.0, count=101)
    panel.show_recording(recording)
    assert not panel.is_running
    panel.set_running(True)
    times = np.linspace(1.01, 2.0, 100)
    recording.append(times, np.column_stack([times, times, times]))
    qtbot.waitUntil(lambda: panel.plots[0].lines[0].getData()[0][-1] == 2.0, timeout=5000)
    panel.set_running(False)
    assert not panel.is_running
    begin, end = panel.plots[0].box.viewRange()[0]
    assert begin == pytest.approx(0, abs=0.05) and end == pytest.approx(2.0, abs=0.05)


def test_a_long_run_turns_pages_and_is_whole_at_the_end(panel):
    recording = Recording(NAMES, UNITS, 0.0, 10 * PAGE)
    panel.show_recording(recording)
    panel.set_running(True)
    pages, heights = [], []
    for t in np.arange(0.0, 3.5 * PAGE, 0.25):
        recording.append(np.array([t]), np.array([[np.sin(t), 0.0, np.cos(t)]]))
        panel.refresh()
        pages.append(tuple(panel.plots[0].box.viewRange()[0]))
        heights.append(tuple(panel.plots[0].box.viewRange()[1]))
    assert len(set(pages)) == 4
    assert len(set(heights)) < 15 < len(heights) / 10  # not at every picture
    panel.set_running(False)
    begin, end = panel.plots[0].box.viewRange()[0]
    assert begin < 0.5 and end > 3.4 * PAGE


def test_no_more_points_are_drawn_than_a_screen_can_show(panel):
    panel.show_recording(recorded(count=50_000))
    for line in (line for plot in panel.plots for line in plot.lines):
        assert len(line.getData()[0]) <= 2 * panel.width() + 2


def test_thinning_keeps_the_extremes_and_the_order():
    times = np.linspace(0, 1, 10_007)
    values = np.random.default_rng(1).standard_normal(times.size)
    values[1234], values[9876] = 50, -50
    x, y = thinned(times, values, 300)
    assert len(x) <= 640 and np.all(np.diff(x) >= 0)
    assert y.max() == 50 and y.min() == -50 and x[0] <= times[40] and x[-1] == times[-1]
    few = thinned(times[:50], values[:50], 300)
    np.testing.assert_array_equal(few, (times[:50], values[:50]))


def test_a_range_widens_at_once_and_narrows_only_when_told():
    height = Height("deg")
    assert height.hold(0.0, 0.0) and height.high - height.low > 1.0
    assert height.hold(-10, 10) and not height.hold(-9, 10.5) and not height.hold(0, 1)
    assert not height.hold(-9, 9, tighten=True) and height.hold(0, 1, tighten=True)
    assert height.low < 0 and 1 < height.high < 2
    assert not height.hold(np.inf, -np.inf) and not height.hold(np.nan, 1)


def test_attitudes_are_shown_as_three_turns_that_go_on():
    times = np.linspace(0, 10, 400)
    half = times  # two radians a second about z
    parts = [np.cos(half), 0 * half, 0 * half, np.sin(half)]
    recording = Recording([f"KN1.attitude.{letter}" for letter in "wxyz"], ["1"] * 4, 0, 10)
    curves = curves_of(recording)
    for some in np.array_split(np.arange(times.size), 9):
        recording.append(times[some], np.column_stack(parts)[some])
        for curve in curves:
            curve.update(recording)
    assert [curve.label for curve in curves] == ["KN1 turn x", "KN1 turn y", "KN1 turn z"]
    np.testing.assert_allclose(curves[2].update(recording), np.degrees(2 * times), atol=1e-6)
    np.testing.assert_allclose(curves[0].update(recording), 0.0, atol=1e-9)


def test_stale_results_are_pale_and_say_so(panel):
    panel.show_recording(recorded())
    before = panel.plots[0].lines[0].opts["pen"].color()
    panel.set_stale(True)
    pale = panel.plots[0].lines[0].opts["pen"].color()
    assert panel.note.isVisible() and panel.note.text() == "before your last change"
    assert pale.lightness() > before.lightness()
    panel.set_stale(False)
    assert not panel.note.isVisible() and panel.plots[0].lines[0].opts["pen"].color() == before
    panel.set_stale(True)
    panel.show_recording(recorded())
    assert not panel.note.isVisible()


def test_colours_follow_the_theme(panel, theme):
    panel.show_recording(recorded())
    light = panel.plots[0].lines[0].opts["pen"].color().name()
    theme.choose("dark")
    dark = panel.plots[0].lines[0].opts["pen"].color().name()
    assert (light, dark) == ("#1d5bff", "#6aa2ff")
    assert panel._canvas.backgroundBrush().color().name() == theme.colour("panel").name()


def test_many_curves_are_told_apart(panel):
    recording = Recording([f"KN{i}.angle" for i in range(18)], ["rad"] * 18, 0, 1)
    recording.append(np.array([0.0, 1.0]), np.zeros((2, 18)))
    panel.show_recording(recording)
    assert len({entry.pen.color().name() for entry in panel.legend.rows.entries}) == 18


def test_a_click_in_a_plot_asks_for_that_time(qtbot, panel):
    panel.show_recording(recorded())
    with qtbot.waitSignal(panel.seek_requested) as told:
        qtbot.mouseClick(panel._canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(panel, 0, 3.0, 20.0))
    assert told.args[0] == pytest.approx(3.0, abs=0.02)


def test_a_click_in_the_legend_hides_a_curve(qtbot, panel):
    panel.show_recording(recorded())
    rows = panel.legend.rows
    second = QPoint(30, 35)
    assert rows.row_at(35) == 1
    qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=second)
    assert [line.isVisible() for line in panel.plots[0].lines] == [True, False] and rows.entries[1].is_hidden
    qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=second)
    assert panel.plots[0].lines[1].isVisible()


def test_whoever_zooms_is_left_alone_until_a_double_click(qtbot, panel):
    recording = recorded(until=2.0)
    panel.show_recording(recording)
    panel.set_running(True)
    spot, viewport = place(panel, 0, 1.0, 0.0), panel._canvas.viewport()
    angle, still = QPoint(0, 480), QPoint()
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    where = QPointF(spot), QPointF(viewport.mapToGlobal(spot))
    QApplication.sendEvent(viewport, QWheelEvent(*where, still, angle, buttons, keys, Qt.ScrollPhase.NoScrollPhase, False))
    zoomed = panel.plots[0].box.viewRange()
    assert zoomed[0][1] - zoomed[0][0] < 4.5
    recording.append(np.array([3.0]), np.array([[99.0, 99.0, 99.0]]))
    panel.refresh()
    assert panel.plots[0].box.viewRange() == zoomed
    panel.set_running(False)
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=spot)
    assert panel.plots[0].box.viewRange()[0][1] >= 3.0


def test_numbers_have_digits_that_are_worth_showing():
    assert [decimals(size) for size in (0.0, 0.004, 0.9, 25.0, 180.0, 12345.0)] == [2, 6, 4, 2, 1, 0]
