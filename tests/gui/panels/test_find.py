"""The find bar: components by name, kind, value or port, one after the other."""

import pytest
from mars.gui.document.selection import Selection
from mars.gui.panels.find_bar import FindBar, matches
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget


@pytest.fixture
def bar(qtbot, theme, fig1):
    sheet = QWidget()
    qtbot.addWidget(sheet)
    sheet.resize(800, 500)
    sheet.show()
    found = FindBar(fig1, Selection(fig1), theme, sheet)
    found.open()
    yield found  # keeps the sheet alive


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("kn", ["KN1", "KN2"]),
        ("KN2", ["KN2"]),
        ("joints.rotation", ["KN1", "KN2"]),
        ("rod", ["SB1", "SB2"]),
        ("0.6 m", ["SB1"]),
        ("4 kg", ["SB1"]),
        ("30 deg", ["KN1"]),  # a start value
        ("-45", ["KN2"]),
        ("sb2.2", ["SB2"]),
        ("KN1.turn", ["KN1"]),
        ("cycloid", ["Ew2"]),
        ("", []),
        ("   ", []),
        ("no such thing", []),
    ],
)
def test_name_kind_value_and_port_are_searched(fig1, typed, names):
    assert matches(fig1.circuit, typed) == names


def test_enter_goes_round_and_shift_enter_back(bar, qtbot):
    QTest.keyClicks(bar.field, "kn")
    assert bar.count.text() == "2 found" and bar.selection.lit == {"KN1", "KN2"} and not bar.selection
    gone = []
    bar.show_requested.connect(gone.append)
    for modifier in (Qt.KeyboardModifier.NoModifier,) * 3 + (Qt.KeyboardModifier.ShiftModifier,):
        QTest.keyClick(bar.field, Qt.Key.Key_Return, modifier)
    assert gone == ["KN1", "KN2", "KN1", "KN2"]
    assert bar.selection.only == "KN2" and bar.count.text() == "2 of 2"


def test_buttons_do_the_same(bar):
    QTest.keyClicks(bar.field, "sb")
    QTest.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    QTest.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert bar.selection.only == "SB2"
    QTest.mouseClick(bar.before, Qt.MouseButton.LeftButton)
    assert bar.selection.only == "SB1"


def test_an_edit_is_found_too(bar, fig1):
    QTest.keyClicks(bar.field, "kn")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    fig1.edit("Add", lambda circuit: circuit.add("joints.rotation", at=(0, 0)))
    assert bar.names == ["KN1", "KN2", "KN3"] and bar.count.text() == "1 of 3"


def test_nothing_found_is_said_and_enter_keeps_the_selection(bar):
    bar.selection.set(["SB1"])
    QTest.keyClicks(bar.field, "zzz")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "no matches" and bar.selection.only == "SB1" and not bar.next.isEnabled()


def test_escape_closes_it_and_puts_the_light_out(bar, qtbot):
    QTest.keyClicks(bar.field, "kn")
    with qtbot.waitSignal(bar.closed):
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible() and not bar.selection.lit


def test_it_stays_in_the_upper_right_corner(bar):
    bar.parentWidget().resize(600, 400)
    assert bar.geometry().right() == 600 - 12 - 1 and bar.y() == 12
