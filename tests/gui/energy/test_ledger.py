"""The Energy dock: numbers from the worker, when it asks, and the behaviour of its rows."""

import csv
import io

import numpy as np
import pytest
from mars.gui.energy.ledger_model import BAR, COLUMNS
from mars.gui.energy.ledger_panel import LedgerPanel
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.fake_run import FakeRunning


def entry(component, supplied=0.0, stored=0.0, lost=0.0, residual=0.0):
    energies = {"supplied": supplied, "stored": stored, "lost": lost, "residual": residual}
    return {"component": component, "received": stored + lost + residual, **energies}


def content(*entries, relative=3e-11, noise=1e-9, words=""):
    sums = {key: sum(each[key] for each in entries) for key in ("supplied", "stored", "lost", "residual")}
    return {"entries": list(entries), "relative_residual": relative, "noise": noise, "words": words, **sums}


BALANCED = content(entry("Ew2", supplied=20.0), entry("SB1", stored=12.5, residual=1e-12), entry("DC", lost=7.5), entry("KN1"))


@pytest.fixture
def running(qapp):
    return FakeRunning()


@pytest.fixture
def panel(qtbot, fig1, selection, theme, running):
    panel = LedgerPanel(fig1, selection, running, theme, Answers())
    qtbot.addWidget(panel)
    panel.resize(800, 260)
    panel.show()
    return panel


def results(running):
    running.show({"KN1.angle": ("rad", lambda t: t)})


def answered(qtbot, panel, running, what=BALANCED):
    """The panel after a run and an answer."""
    count = len(running.questions.ledgers)
    results(running)
    qtbot.waitUntil(lambda: len(running.questions.ledgers) > count)
    running.questions.ledgers[-1][1](what)
    return panel


def shown(panel):
    model = panel.sorted
    return [[model.index(row, c).data() or "" for c in range(BAR)] for row in range(model.rowCount())]


def test_before_a_run_it_says_what_to_do(panel, running):
    assert panel.empty.isVisible() and "Run the circuit" in panel.empty.text() and not panel.view.isVisible()
    assert not running.questions.ledgers


def test_rows_are_what_the_worker_gave_largest_first(qtbot, panel, running):
    answered(qtbot, panel, running)
    assert shown(panel) == [
        ["Ew2", "20.00", "", "", ""],
        ["SB1", "", "12.50", "", ""],
        ["DC", "", "", "7.50", ""],
        ["KN1", "", "", "", ""],
    ]
    assert panel.model.headerData(1, Qt.Orientation.Horizontal) == "Supplied, J"


@pytest.mark.parametrize(("size", "unit", "text"), [(2.5e4, "kJ", "25.00"), (3e-4, "µJ", "300.0"), (4.2e7, "MJ", "42.00")])
def test_one_unit_for_the_whole_table(qtbot, panel, running, size, unit, text):
    answered(qtbot, panel, running, content(entry("Ew2", supplied=size), entry("DC", lost=size / 10), noise=0.0))
    assert panel.model.unit == unit and shown(panel)[0][1] == text


def test_headings_sort(qtbot, panel, running):
    answered(qtbot, panel, running)
    panel.view.sortByColumn(COLUMNS.index("lost"), Qt.SortOrder.DescendingOrder)
    assert shown(panel)[0][0] == "DC"
    panel.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in shown(panel)] == ["DC", "Ew2", "KN1", "SB1"]


def test_the_balance_closes_or_says_what_to_try(qtbot, panel, running):
    answered(qtbot, panel, running)
    assert panel.footer.is_good and "closes to within 3·10⁻¹¹" in panel.footer.balance.text()
    answered(qtbot, panel, running, BALANCED | {"relative_residual": 2e-3})
    assert not panel.footer.is_good and "0.002" in panel.footer.balance.text() and "tolerance" in panel.footer.balance.text()


def test_words_instead_of_a_table(qtbot, panel, running):
    why = "kinematic mode has no forces and so no energy. Run in dynamic mode"
    answered(qtbot, panel, running, {"words": why, "entries": []})
    assert panel.empty.isVisible() and panel.empty.text() == why.capitalize()[0] + why[1:] and not panel.view.isVisible()


def test_it_asks_once_the_cursor_rests_and_up_to_there(qtbot, panel, running):
    answered(qtbot, panel, running)
    before = len(running.questions.ledgers)
    for t in np.linspace(0.1, 0.7, 7):
        running.seek(float(t))
        QTest.qWait(1)
    assert len(running.questions.ledgers) == before, "it still moves"
    qtbot.waitUntil(lambda: len(running.questions.ledgers) == before + 1)
    assert running.questions.ledgers[-1][0] == pytest.approx(0.7)


def test_while_it_runs_it_asks_seldom_and_never_twice_at_once(qtbot, panel, running):
    answered(qtbot, panel, running)
    running.set_state("running")
    before = len(running.questions.ledgers)
    for t in np.linspace(0.1, 0.9, 40):
        running.seek(float(t))
    assert len(running.questions.ledgers) == before
    panel.refresh()
    panel.refresh()
    assert len(running.questions.ledgers) == before + 1, "the answer to the first is still to come"


def test_a_hidden_dock_asks_nothing(qtbot, panel, running):
    panel.hide()
    results(running)
    panel.refresh()
    assert not running.questions.ledgers
    panel.show()
    qtbot.waitUntil(lambda: len(running.questions.ledgers) == 1)


def test_an_answer_about_an_earlier_run_is_dropped(qtbot, panel, running):
    results(running)
    qtbot.waitUntil(lambda: len(running.questions.ledgers) == 1)
    late = running.questions.ledgers[0][1]
    results(running)
    late(content(entry("Old", supplied=1.0)))
    assert panel.model.rowCount() == 0
    answered(qtbot, panel, running)
    assert shown(panel)[0][0] == "Ew2"


def test_a_click_selects_and_the_mouse_lights_up(qtbot, panel, running, selection):
    answered(qtbot, panel, running)
    viewport = panel.view.viewport()
    place = panel.view.visualRect(panel.sorted.index(2, 0)).center()
    QTest.mouseMove(viewport, QPoint(place.x(), panel.view.visualRect(panel.sorted.index(0, 0)).center().y()))
    QTest.mouseMove(viewport, place)
    qtbot.waitUntil(lambda: selection.lit == frozenset(["DC"]))
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert selection.only == "DC"


def test_copy_and_export(qtbot, panel, running, tmp_path):
    answered(qtbot, panel, running)
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0][:2] == ["Component", "Supplied, J"] and ["DC", "0", "0", "7.50", "0"] in rows
    panel.dialogs.path = tmp_path / "energy.csv"
    panel.export_action.trigger()
    read = list(csv.DictReader(io.StringIO(panel.dialogs.path.read_text(encoding="utf-8"))))
    assert {row["component"]: float(row["residual [J]"]) for row in read}["SB1"] == 1e-12
    panel.dialogs.path = tmp_path / "nowhere" / "energy.csv"
    panel.export_action.trigger()
    assert "cannot write" in panel.dialogs.told[-1][1]


def test_bars_are_as_long_as_the_energies(qtbot, panel, running):
    """Pixels in the colours of supplied, stored and lost, row by row."""
    answered(qtbot, panel, running)
    image = panel.view.viewport().grab().toImage()

    def wide(row, token):
        box = panel.view.visualRect(panel.sorted.index(row, BAR))
        wanted, y = panel.theme.colour(token), box.center().y()
        near = (image.pixelColor(x, y) for x in range(box.left(), box.right()))
        return sum(
            abs(c.red() - wanted.red()) + abs(c.green() - wanted.green()) + abs(c.blue() - wanted.blue()) < 160 for c in near
        )

    supplied, stored, lost = wide(0, "good"), wide(1, "accent"), wide(2, "error")
    assert stored / supplied == pytest.approx(12.5 / 20, abs=0.03) and lost / supplied == pytest.approx(7.5 / 20, abs=0.03)
    assert wide(3, "good") < 3


def test_energy_of_two_natures_is_told_beside_the_list(qtbot, panel, running):
    motor = content(entry("V1", supplied=20.0), entry("MT1", lost=8.0, stored=2.0), entry("RT1", stored=10.0))
    motor["families"] = [
        {"family": "electrical", "supplied": 20.0, "stored": 0.0, "lost": 0.0, "passed": 20.0},
        {"family": "mechanical", "supplied": 0.0, "stored": 10.0, "lost": 0.0, "passed": -10.0},
    ]
    motor["converters"] = [{"component": "MT1", "taken": {"electrical": 20.0, "mechanical": -10.0}}]
    answered(qtbot, panel, running, motor)
    assert panel.families.isVisible() and panel.families.rows == [
        ["J", "electrical", "mechanical"],
        ["Supplied", "20.00", "0"],
        ["Stored", "0", "10.00"],
        ["Lost", "0", "0"],
        ["Transferred", "20.00", "−10.00"],
        ["MT1: 20.00\u2009J electrical → 10.00\u2009J mechanical, 8.00\u2009J heat, 2.00\u2009J stored"],
    ]
    panel._another_run(None)
    panel.theme.changed.emit()  # emitted again while there is nothing to show
    assert not panel.families.isVisible()
    answered(qtbot, panel, running, motor)
    answered(qtbot, panel, running, BALANCED)
    assert not panel.families.isVisible()
