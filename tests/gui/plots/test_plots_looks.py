"""Appearance of the plots: full texts, stable images, no empty cells."""

import pytest
from mars.gui.plots.legend_row import natural_width
from mars.gui.plots.plot_grid import columns
from PySide6.QtWidgets import QApplication

from tests.helpers.gui.plots import Bench, recorded

DEFAULT = (886, 190)  # of the panel in a new window
THREE = [["KN1.angle", "KN3.angle"], ["SB1.2.r.x", "SB1.2.r.y", "KN2.travel"], ["KN1.turn.torque"]]


@pytest.fixture
def three(qtbot, theme):
    bench = Bench(qtbot, theme, THREE, DEFAULT)
    bench.show(t=1.0, known=["KN1.angle", "KN3.angle", "SB1.2.r.x", "SB1.2.r.y", "KN2.travel", "KN1.turn.torque"])
    yield bench
    bench.run_control.close()


def areas(bench):
    QApplication.processEvents()
    return [widget.view.area.getRect() for widget in bench.widgets]


def test_three_plots_side_by_side_show_every_word_of_their_legends(three):
    assert all(widget.is_narrow for widget in three.widgets)
    for widget in three.widgets:
        rows = [widget.legend.visualRect(widget.legend.model().index(row, 0)) for row in range(len(widget.legend.entries))]
        assert all(row.width() >= natural_width(entry) for row, entry in zip(rows, widget.legend.entries, strict=True))
        assert all(widget.legend.viewport().rect().contains(row) for row in rows)


def test_pictures_side_by_side_stand_level(three):
    tops = {top for _, top, _, _ in areas(three)}
    assert len(tops) == 1 and tops.pop() >= three.widgets[1].legend.geometry().bottom()


def test_what_is_said_over_the_plots_moves_nothing(three):
    before = areas(three)
    three.run_control.results.set_stale(True)
    assert three.panel.remarks.isVisible() and areas(three) == before
    assert three.panel.rect().contains(three.panel.remarks.geometry())
    three.run_control.results.set_stale(False)
    assert not three.panel.remarks.isVisible() and areas(three) == before


def test_the_heading_of_two_cursors_goes_with_the_second_one(qtbot, theme):
    bench = Bench(qtbot, theme, [["KN1.angle"]])
    bench.show(t=1.0)
    bench.panel.grid.set_b(2.0)
    assert bench.widgets[0]._column_titles.text()
    bench.show(recorded(label="Run 2"))
    assert not bench.widgets[0]._column_titles.text()
    bench.run_control.close()


def test_a_pause_leaves_the_time_axis_as_it_is(three):
    recording = recorded(until=1.0, count=101)
    three.start(recording)
    three.panel.refresh()
    running = three.span()
    three.run_control._set_state("paused")
    assert three.span() == running and running[1] > recording.end
    three.stop()
    assert three.span()[1] < 1.1


def test_values_are_in_the_power_of_ten_that_the_title_has(qtbot, theme):
    bench = Bench(qtbot, theme, [["KN1.turn.torque"]])
    bench.show(recorded(known=["KN1.turn.torque"], factor=1e6), t=0.5)
    axis = bench.widgets[0].view.axes[0]
    assert axis.exponent == 6 and axis.written_unit.startswith("10⁶")
    assert float(bench.values()[0][0]) == pytest.approx(5 * 0.841471, rel=1e-3)  # sin 1
    bench.run_control.close()


@pytest.mark.parametrize(("count", "height", "expected"), [(3, 190, 3), (3, 430, 1), (4, 320, 2), (2, 430, 1), (3, 310, 2)])
def test_places_are_filled_where_that_leaves_plots_high_enough(count, height, expected):
    assert columns(count, height) == expected
