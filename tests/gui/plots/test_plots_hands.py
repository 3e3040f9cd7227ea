"""Mouse, wheel and keys on the plots: cursors, zoom, legend, drops, menus."""

import numpy as np
import pytest
from mars.gui.plots import drag_data
from mars.gui.plots.run_list_popup import RunListPopup
from mars.gui.plots.variable_chooser import VariableChooser
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.helpers.gui.plots import CONTROL, FORMULAS, LEFT, NONE, RIGHT, SHIFT, Bench, recorded


@pytest.fixture
def bench(qtbot, theme):
    made = Bench(qtbot, theme)
    made.show()
    yield made
    made.run_control.close()


@pytest.fixture
def wide(qtbot, theme):
    """One plot with two axes, and one over another variable."""
    made = Bench(qtbot, theme, [["KN1.angle", "KN1.turn.torque"], {"curves": ["SB1.2.r.y"], "x": "SB1.2.r.x"}])
    made.show(known=list(FORMULAS), t=1.0)
    yield made
    made.run_control.close()


# Cursors


def test_a_click_brings_the_time_cursor_there_and_a_drag_takes_it_along(bench):
    bench.click(0, 3.0)
    assert bench.run_control.cursor.t == pytest.approx(3.0, abs=0.03) and bench.panel.grid.context.a == bench.run_control.cursor.t
    bench.drag(0, bench.place(0, 3.0, 0), bench.place(0, 1.0, 10))
    assert bench.run_control.cursor.t == pytest.approx(1.0, abs=0.03)


def test_shift_click_sets_a_second_cursor_and_differences_are_told(bench):
    bench.click(0, 1.0)
    bench.click(0, 2.0, modifiers=SHIFT)
    context = bench.panel.grid.context
    assert context.b == pytest.approx(2.0, abs=0.03) and bench.run_control.cursor.t == pytest.approx(1.0, abs=0.03)
    a, b, difference = bench.values()[0]
    assert float(a) == pytest.approx(np.degrees(np.sin(context.a)), abs=0.01)
    assert float(b) == pytest.approx(np.degrees(np.sin(context.b)), abs=0.01)
    assert float(difference) == pytest.approx(np.degrees(np.sin(context.b) - np.sin(context.a)), abs=0.02)
    words = bench.panel.remarks.readings.text()
    assert bench.panel.remarks.readings.isVisible() and f"{context.b - context.a:.3f} s" in words and "Hz" in words
    bench.drag(0, bench.place(0, context.b, 0), bench.place(0, 4.0, 0))
    assert context.b == pytest.approx(4.0, abs=0.03) and context.a == pytest.approx(1.0, abs=0.03)
    bench.panel.tools.second.click()
    assert context.b is None and not bench.panel.remarks.readings.isVisible() and len(bench.values()[0]) == 1


def test_the_button_sets_the_second_cursor_too(bench):
    bench.click(0, 1.0)
    bench.panel.tools.second.click()
    context = bench.panel.grid.context
    assert abs(bench.place(0, context.b, 0).x() - bench.place(0, context.a, 0).x()) > 50  # visible beside the first


# Zoom


def test_the_wheel_zooms_the_time_of_all_plots_about_the_mouse(bench):
    before = bench.span()
    spot = bench.place(0, 1.0, 0.0)
    bench.wheel(0, spot, 3)
    after = bench.span()
    assert after[1] - after[0] == pytest.approx(0.8**3 * (before[1] - before[0]))
    assert abs(bench.place(0, 1.0, 0.0).x() - spot.x()) <= 1
    assert bench.widgets[1].view.x is bench.widgets[0].view.x


def test_the_wheel_over_an_axis_or_with_ctrl_zooms_the_values(wide):
    view = wide.widgets[0].view
    first, second = ([axis.low, axis.high] for axis in view.axes)
    area = view.area
    wide.wheel(0, QPoint(int(area.right()) + 12, int(area.center().y())), 1)
    assert [view.axes[0].low, view.axes[0].high] == first
    assert view.axes[1].high - view.axes[1].low == pytest.approx(0.8 * (second[1] - second[0]))
    wide.wheel(0, area.center().toPoint(), 1, CONTROL)
    assert view.axes[0].high - view.axes[0].low == pytest.approx(0.8 * (first[1] - first[0]))
    assert not view.x.is_manual


def test_an_axis_can_be_dragged_and_stretched_and_fits_again_by_a_double_click(qtbot, wide):
    view = wide.widgets[0].view
    axis, area = view.axes[0], view.area
    before = axis.low, axis.high
    on_axis = QPoint(int(area.left()) - 14, int(area.center().y()))
    wide.drag(0, on_axis, on_axis + QPoint(0, 40))
    assert axis.low > before[0] and axis.high - axis.low == pytest.approx(before[1] - before[0])
    wide.drag(0, on_axis, on_axis + QPoint(0, 40), button=RIGHT)
    assert axis.high - axis.low > 1.2 * (before[1] - before[0])
    qtbot.mouseDClick(view, LEFT, pos=on_axis)
    assert (axis.low, axis.high) == pytest.approx(before)


@pytest.mark.parametrize(("button", "modifiers"), [(RIGHT, NONE), (LEFT, SHIFT)])
def test_a_frame_drawn_with_the_mouse_is_zoomed_into(bench, button, modifiers):
    bench.drag(0, bench.place(0, 1.0, 30.0), bench.place(0, 2.0, -30.0), button, modifiers)
    low, high = bench.span()
    axis = bench.widgets[0].view.axes[0]
    assert (low, high) == pytest.approx((1.0, 2.0), abs=0.03)
    assert (axis.low, axis.high) == pytest.approx((-30.0, 30.0), abs=1.0)
    assert bench.panel.menus.menu is None and bench.panel.grid.context.b is None


def test_whoever_zooms_is_left_alone_until_a_double_click(qtbot, theme):
    bench = Bench(qtbot, theme)
    recording = recorded(until=2.0)
    bench.start(recording)
    bench.wheel(0, bench.place(0, 1.0, 0.0), 4)
    zoomed = bench.span()
    bench.grow(recording, [3.0])
    bench.panel.refresh()
    assert bench.span() == zoomed
    bench.stop()
    assert bench.span() == zoomed
    qtbot.mouseDClick(bench.widgets[0].view, LEFT, pos=bench.place(0, zoomed[0] + 0.1, 0.0))
    assert bench.span()[1] >= 3.0
    bench.run_control.close()


def test_the_view_can_be_paused_while_the_run_goes_on(qtbot, theme):
    bench = Bench(qtbot, theme)
    recording = recorded(end=5.0, until=2.0)
    bench.start(recording)
    bench.panel.tools.freeze.click()
    bench.grow(recording, np.linspace(2.1, 4.0, 20))
    bench.panel.refresh()
    view = bench.widgets[0].view
    assert view._points[0][1][0][-1] <= 2.1 and bench.panel.grid.context.a == pytest.approx(2.0)
    assert "paused" in bench.panel.remarks.readings.text()
    bench.click(0, 1.0)  # looking does not affect the run
    assert bench.panel.grid.context.a == pytest.approx(1.0, abs=0.03) and bench.run_control.state == "running"
    assert bench.run_control.cursor.t == pytest.approx(4.0)
    bench.panel.tools.freeze.click()
    bench.panel.refresh()
    assert view._points[0][1][0][-1] == pytest.approx(4.0) and bench.panel.grid.context.a == pytest.approx(4.0)
    bench.stop()
    assert not bench.panel.tools.freeze.isEnabled()
    bench.run_control.close()


def test_keys_move_the_cursor_zoom_and_fit(bench):
    view = bench.widgets[0].view
    view.setFocus()
    bench.click(0, 2.0)
    before, span = bench.run_control.cursor.t, bench.span()
    QTest.keyClick(view, Qt.Key.Key_Right)
    one = bench.run_control.cursor.t - before
    QTest.keyClick(view, Qt.Key.Key_Left, SHIFT)
    assert 0 < one < 0.05 and bench.run_control.cursor.t == pytest.approx(before - 9 * one)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert bench.span()[1] - bench.span()[0] == pytest.approx(0.8 * (span[1] - span[0]))
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert bench.span()[0] > 2.0
    QTest.keyClick(view, Qt.Key.Key_0)
    assert bench.span() == pytest.approx(span)
    QTest.keyClick(view, Qt.Key.Key_B)
    assert bench.panel.grid.context.b == bench.run_control.cursor.t
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert bench.panel.grid.context.b is None


# X–Y


def test_a_plot_over_another_variable_draws_one_against_the_other(wide):
    view = wide.widgets[1].view
    across, up = view._points[0][1]
    np.testing.assert_allclose(across**2 + up**2, 1.0, atol=1e-12)  # a circle
    assert view.x_title.quantity == "SB1.2 r.x" and view.x.unit == "m"
    assert view.x.low < -1 < 1 < view.x.high


def test_a_click_on_a_path_brings_the_cursor_to_that_moment(wide):
    wide.click(1, np.cos(2.0), np.sin(2.0))
    assert wide.run_control.cursor.t == pytest.approx(2.0, abs=0.03)
    wide.click(1, 0.0, 0.0)  # nothing is close
    assert wide.run_control.cursor.t == pytest.approx(2.0, abs=0.03)


def test_equal_scales_make_a_circle_round(wide):
    wide.widgets[1].view.menu_asked.emit(QPoint(10, 10))
    wide.choose("Equal scales")
    view = wide.widgets[1].view
    area = view.area
    across = (view.x.high - view.x.low) / area.width()
    up = (view.axes[0].high - view.axes[0].low) / area.height()
    assert across == pytest.approx(up)
    assert wide.stored()[1]["equal"] is True


def test_a_phase_plot_in_two_clicks(bench):
    bench.panel.tools.add.click()
    bench.choose("Phase plot/KN1.turn")
    assert bench.stored()[-1] == {"curves": ["KN1.turn.speed"], "x": "KN1.turn.angle"}


# Legend


def test_a_click_in_the_legend_hides_a_curve(qtbot, bench):
    legend = bench.widgets[0].legend
    qtbot.mouseClick(legend.viewport(), LEFT, pos=bench.row(0, 1))
    assert [trace.is_hidden for trace in bench.widgets[0].view.traces] == [False, True] and bench.entries()[1].is_hidden
    qtbot.mouseClick(legend.viewport(), LEFT, pos=bench.row(0, 1))
    assert not bench.entries()[1].is_hidden


def double_click(legend, at):
    """A full double click: press, release, press, release."""
    QTest.mouseClick(legend.viewport(), LEFT, NONE, at)
    QTest.mouseDClick(legend.viewport(), LEFT, NONE, at)


def test_a_double_click_leaves_a_curve_alone_and_another_brings_all_back(bench):
    legend, at = bench.widgets[0].legend, bench.row(0, 1)
    double_click(legend, at)
    assert [entry.is_hidden for entry in bench.entries()] == [True, False]
    double_click(legend, at)
    assert [entry.is_hidden for entry in bench.entries()] == [False, False]


def test_the_cross_removes_a_curve_and_undo_brings_it_back(qtbot, bench):
    legend = bench.widgets[0].legend
    at = legend.cross_of(legend.model().index(0, 0)).center()
    qtbot.mouseClick(legend.viewport(), LEFT, pos=at)
    assert bench.stored() == [["KN3.angle"], ["KN2.travel"]]
    assert bench.document.undo_stack.undoText() == "Remove curve"
    bench.document.undo_stack.undo()
    assert bench.stored() is None and len(bench.entries()) == 2


def test_the_legend_works_by_keys(bench):
    legend = bench.widgets[0].legend
    legend.setFocus()
    legend.setCurrentIndex(legend.model().index(1, 0))
    QTest.keyClick(legend, Qt.Key.Key_Space)
    assert bench.entries()[1].is_hidden
    QTest.keyClick(legend, Qt.Key.Key_Delete)
    assert bench.stored() == [["KN1.angle"], ["KN2.travel"]]
    spoken = legend.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("KN1 angle, ")


# Drops


def drop(widget, mime, at: QPoint):
    copy = Qt.DropAction.CopyAction
    QApplication.sendEvent(widget, QDragEnterEvent(at, copy, mime, LEFT, NONE))
    QApplication.sendEvent(widget, QDropEvent(QPointF(at), copy, mime, LEFT, NONE))
    QApplication.processEvents()


def test_variables_dropped_on_a_plot_are_added_there(bench):
    drop(bench.widgets[1].view, drag_data.pack(["SB1.2.r.x", "SB1.2.r.y"]), QPoint(60, 60))
    assert bench.stored() == [["KN1.angle", "KN3.angle"], ["KN2.travel", "SB1.2.r.x", "SB1.2.r.y"]]
    drop(bench.panel, drag_data.pack(["SB1.2.F.x"]), QPoint(5, 200))
    assert bench.stored()[2] == ["SB1.2.F.x"]


def test_a_curve_dragged_from_a_legend_moves_to_another_plot(bench):
    drop(bench.widgets[1].legend.viewport(), drag_data.pack(["KN1.angle"], source=0), QPoint(10, 10))
    assert bench.stored() == [["KN3.angle"], ["KN2.travel", "KN1.angle"]]
    drop(bench.widgets[1].view, drag_data.pack(["KN3.angle"], source=0), QPoint(60, 60))
    assert bench.stored() == [["KN2.travel", "KN1.angle", "KN3.angle"]]  # the empty plot was removed


def test_something_else_is_not_taken(bench):
    other = drag_data.pack([])
    drop(bench.widgets[0].view, other, QPoint(60, 60))
    assert bench.stored() is None


# Lists and menus


def test_variables_are_chosen_from_a_list_that_is_found_by_typing(bench):
    bench.widgets[0].add_button.click()
    chooser = bench.panel.menus.popup
    assert isinstance(chooser, VariableChooser) and set(chooser.names()) == set(FORMULAS)
    QTest.keyClicks(chooser.search, "SB1 force x")
    assert chooser.names() == [] and chooser.nothing.isVisible()
    chooser.search.clear()
    QTest.keyClicks(chooser.search, "sb1 f")
    assert chooser.names()[0] == "SB1.2.F.x"
    QTest.keyClick(chooser.search, Qt.Key.Key_Return)
    assert bench.stored()[0] == ["KN1.angle", "KN3.angle", "SB1.2.F.x"] and not chooser.isVisible()


def test_a_click_in_the_list_takes_a_variable_in_and_out_while_it_stays_open(bench):
    bench.panel.tools.add.click()
    bench.choose("Plot against time…")
    chooser = bench.panel.menus.popup
    QTest.keyClicks(chooser.search, "torque")
    row = chooser.tree.visualRect(chooser.model.index(0, 0)).center()
    QTest.mouseClick(chooser.tree.viewport(), LEFT, NONE, row)
    assert bench.stored()[2] == ["KN1.turn.torque"] and chooser.isVisible()
    QTest.mouseClick(chooser.tree.viewport(), LEFT, NONE, row)
    assert len(bench.stored()) == 2
    chooser.cancel()


def test_an_x_y_plot_is_chosen_in_two_steps(bench):
    bench.panel.tools.add.click()
    bench.choose("X–Y plot…")
    for typed in ("sb1 r x", "sb1 r y"):
        chooser = bench.panel.menus.popup
        QTest.keyClicks(chooser.search, typed)
        QTest.keyClick(chooser.search, Qt.Key.Key_Return)
        QApplication.processEvents()
    assert bench.stored()[-1] == {"curves": ["SB1.2.r.y"], "x": "SB1.2.r.x"}


def test_a_right_click_opens_the_menu_of_the_plot(bench):
    bench.click(0, 2.0, button=RIGHT)
    bench.choose("Remove plot")
    assert bench.stored() == [["KN2.travel"]]
    bench.click(0, 2.0, button=RIGHT)
    bench.choose("Spectrum of these curves")
    assert bench.stored()[1] == {"curves": ["KN2.travel"], "spectrum": True}
    bench.click(0, 2.0, button=RIGHT)
    bench.choose("Move down")
    assert bench.stored()[1] == ["KN2.travel"]


def test_without_plots_the_joint_coordinates_can_be_had_back(bench):
    for _ in range(2):
        bench.panel.layout_of_plots.remove_plot(0)
    assert bench.stored() == [] and bench.panel.empty.isVisible()
    bench.panel.empty.linkActivated.emit("auto")
    assert bench.stored() is None and len(bench.widgets) == 2


def test_the_list_of_runs_shows_renames_and_forgets(bench):
    bench.show(recorded(factor=0.5, label="Run 2"))
    bench.panel.tools.runs.click()
    runs = bench.panel.menus.popup
    assert isinstance(runs, RunListPopup) and [name.text() for name in runs.names] == ["Run 2", "Run 1"]
    assert [box.isEnabled() for box in runs.boxes] == [False, True]
    runs.boxes[1].click()
    assert len(bench.entries()) == 4
    runs.names[1].setFocus()
    runs.names[1].selectAll()
    QTest.keyClicks(runs.names[1], "before")
    QTest.keyClick(runs.names[1], Qt.Key.Key_Return)
    assert bench.entries()[1].label == "before"
    runs.crosses[1].click()
    assert len(bench.entries()) == 2 and len(runs.names) == 1
    runs.cancel()


def test_a_table_lies_under_the_curve_of_its_name_and_offers_its_other_columns(bench, tmp_path):
    path = tmp_path / "measured.csv"
    path.write_text("t,KN1.angle [deg],load [N]\n0,0,1\n5,90,2\n")
    bench.dialogs.path = path
    bench.panel.overlays.ask_for_table()
    assert [entry.label for entry in bench.entries()] == ["KN1", "measured", "KN3"]
    bench.panel.add(["load"])
    assert [trace.run for trace in bench.widgets[2].view.traces] == [None, 0] and bench.widgets[2].view.axes[0].unit == "N"
    path.write_text("nonsense")
    bench.panel.overlays.ask_for_table()
    assert "measured.csv" in bench.dialogs.told[-1][1]


def test_a_plot_that_is_added_below_the_others_is_scrolled_into_sight(qtbot, bench):
    bench.panel.resize(340, 160)
    bench.panel.add(["SB1.2.r.x"])
    added, context = bench.widgets[-1], bench.panel.grid.viewport()
    qtbot.waitUntil(lambda: context.rect().contains(added.mapTo(context, added.rect().center())))
