"""Windows of custom kinds by keyboard alone: the tab order follows the layout, letters move to fields, Escape closes."""

from itertools import pairwise

import pytest
from mars.gui import edits
from mars.gui.definitions.properties_dialog import PropertiesDialog
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabBar

from tests.helpers.gui.window import quiet_window
from tests.helpers.paths import CIRCUITS

ROW = 14  # pixels within which fields are on one line


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    made = quiet_window(qapp, qtbot, monkeypatch)
    made.files.open_copy(CIRCUITS / "two_segment_manipulator.mars")
    made.document.edit("Make", lambda c: edits.make_subcircuit(c, ["KN1", "SB1", "KN2"], "Axis", {"KN1_1": "base"}, "AX"))
    made.document.edit_root("Parameter", lambda circuit: edits.make_parameter(circuit, "Axis", "SB1", "mass"))
    yield made
    made.document.undo_stack.setClean()
    made.close()


def make(window):
    window.selection.set(["SB2"])
    return window.definition_commands.make_subcircuit()


def properties(window, tab):
    shown = window.definition_commands.properties("Axis")
    shown.tabs.setCurrentIndex(tab)
    return shown


def equations(window, text=""):
    shown = window.definition_commands.new_equations()
    if text:
        shown.text.setPlainText(text)
        shown.check()
    return shown


DIALOGS = {
    "make": make,
    "parameters": lambda window: properties(window, 0),
    "ports": lambda window: properties(window, 1),
    "symbol": lambda window: properties(window, 2),
    "equations": equations,
    "wrong equations": lambda window: equations(window, "port a: rotation\na.torque = nobody\n"),
}


def stops(dialog, qtbot):
    """The stops of the tab key, from the first field around to it again."""
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    dialog.name.setFocus()
    found = []
    while dialog.focusWidget() not in found:
        found.append(dialog.focusWidget())
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        QApplication.processEvents()
    assert dialog.focusWidget() is found[0]
    return found


@pytest.mark.parametrize("what", DIALOGS)
def test_the_tab_key_goes_line_by_line(window, qtbot, what):
    dialog = DIALOGS[what](window)
    places = [
        (each, each.mapTo(dialog, QPoint(0, each.height() // 2 if each.height() < 40 else 14))) for each in stops(dialog, qtbot)
    ]
    for (one, a), (other, b) in pairwise(places):
        is_next = b.y() > a.y() + ROW or (abs(b.y() - a.y()) <= ROW and b.x() > a.x()) or b.x() > a.x() + 300  # another column
        assert is_next, (one, a, other, b)
    reached = {each for each, _ in places}
    assert all(button in reached for button in dialog.findChildren(QPushButton) if button.isVisible() and button.isEnabled())


@pytest.mark.parametrize("what", DIALOGS)
def test_letters_lead_to_every_field_and_each_to_one(window, what):
    dialog = DIALOGS[what](window)
    buttons = [each.text() for each in dialog.findChildren(QPushButton) if each.isVisible() and each.text() != "Cancel"]
    labels = [each for each in dialog.findChildren(QLabel) if each.isVisible() and each.buddy() is not None]
    tabs = [bar.tabText(place) for bar in dialog.findChildren(QTabBar) for place in range(bar.count())]
    texts = [*buttons, *(label.text() for label in labels), *tabs]
    letters = [text[text.index("&") + 1].lower() for text in texts]
    assert len(set(letters)) == len(letters), sorted(texts)
    assert dialog.name in [label.buddy() for label in labels]


@pytest.mark.parametrize("what", DIALOGS)
def test_escape_closes(window, qtbot, what):
    dialog = DIALOGS[what](window)
    if "wrong" in what:
        dialog.apply()  # else it asks
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.definition_commands._open(type(dialog)))


def test_enter_on_a_remark_leads_to_its_line_and_applies_nothing(window, qtbot):
    dialog = equations(window, "port a: rotation\na.torque = nobody\n")
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    dialog.remarks.setFocus()
    QTest.keyClick(dialog.remarks, Qt.Key.Key_Return)
    assert dialog.text.textCursor().blockNumber() == 1 and dialog.focusWidget() is dialog.text
    assert "Fan" not in window.document.root.definitions and len(window.document.root.definitions) == 1


def test_long_remarks_are_seen_whole(window):
    dialog = equations(window, "port a: rotation\na.torque = " + " + ".join(f"unknown_number_{n}" for n in range(2)) + "\n")
    dialog.resize(420, 500)
    QApplication.processEvents()
    high = sum(dialog.remarks.sizeHintForRow(row) for row in range(dialog.remarks.count()))
    assert dialog.remarks.viewport().height() >= min(high, 5 * 24)


def test_the_palette_opens_its_menu_by_the_menu_key(window, qtbot):
    asked = []
    palette = window.palette_panel
    palette.menu_requested.connect(lambda kind, at: asked.append(kind))
    row = next(index for index in palette._rows() if index.data(Qt.ItemDataRole.UserRole + 1) == "Axis")
    palette.view.setCurrentIndex(row)
    palette.view.setFocus()
    at = palette.view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()  # as Qt does for the menu key
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, palette.view.mapToGlobal(at))
    QApplication.sendEvent(palette.view, event)
    assert asked == ["Axis"]


def test_properties_open_by_a_command(window):
    window.selection.set(["AX1"])
    window.actions_by_name["definition"].trigger()
    assert window.findChild(PropertiesDialog).kind == "Axis"
