"""The command palette: commands, kinds and components by typing."""

import pytest
from mars.gui.panels.command_palette import CommandPalette
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow


@pytest.fixture
def palette(qtbot, theme, fig1):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.done = []
    window.commands = []
    for words, keys in (("&Save", "Ctrl+S"), ("Save &as…", "Ctrl+Shift+S"), ("Rotate clockwise", "R"), ("Zoom to fit", "Ctrl+0")):
        action = QAction(words, window)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False, words=words: window.done.append(words))
        window.commands.append(action)
    window.show()
    found = CommandPalette(window, theme, fig1)
    found.open(window.commands)
    return found


def test_commands_come_first_with_their_shortcuts(palette):
    assert palette.texts()[:4] == ["Save", "Save as…", "Rotate clockwise", "Zoom to fit"]
    assert palette.model.item(0).data(Qt.ItemDataRole.UserRole + 2) == "Ctrl+S"


def test_a_few_letters_and_enter_do_it_and_close(palette, qtbot):
    QTest.keyClicks(palette.search, "zf")
    assert palette.texts()[0] == "Zoom to fit"
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.parentWidget().done == ["Zoom to fit"] and not palette.isVisible()


def test_arrows_choose_another_one(palette):
    QTest.keyClicks(palette.search, "save")
    QTest.keyClick(palette.search, Qt.Key.Key_Down)
    QTest.keyClick(palette.search, Qt.Key.Key_Enter)
    assert palette.parentWidget().done == ["Save &as…"]


def test_a_click_does_it(palette):
    place = palette.view.visualRect(palette.model.index(2, 0)).center()
    QTest.mouseClick(palette.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert palette.parentWidget().done == ["Rotate clockwise"]


def test_kinds_are_placed_and_components_gone_to(palette, qtbot):
    QTest.keyClicks(palette.search, "place rod")
    with qtbot.waitSignal(palette.place_requested) as placed:
        QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert placed.args == ["bodies.rod"]
    palette.open(palette.parentWidget().commands)
    QTest.keyClicks(palette.search, "go kn2")
    with qtbot.waitSignal(palette.go_to_requested) as gone:
        QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert gone.args == ["KN2"]


def test_a_command_that_cannot_be_used_is_last_and_does_nothing(palette):
    save = palette.parentWidget().commands[0]
    save.setEnabled(False)
    palette.open(palette.parentWidget().commands)
    QTest.keyClicks(palette.search, "save")
    assert palette.texts()[-1] == "Save"
    last = palette.view.visualRect(palette.model.index(palette.model.rowCount() - 1, 0))
    QTest.mouseClick(palette.view.viewport(), Qt.MouseButton.LeftButton, pos=last.center())
    assert palette.parentWidget().done == [] and palette.isVisible()


def test_escape_closes_it_without_doing_anything(palette):
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    assert not palette.isVisible() and palette.parentWidget().done == []


def test_nothing_that_fits_is_said(palette):
    QTest.keyClicks(palette.search, "qqqq")
    assert palette.texts() == [] and palette.model.item(0).text() == "No matches"
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isVisible()
