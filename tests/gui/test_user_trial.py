"""What stopped people who tried the editor: each test is named after what they saw."""

from pathlib import Path

import pytest
from answers import Answers
from hands import Hands
from mars.gui.theme import Theme
from mars.gui.window import MainWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QStyle

from mars.circuit import Circuit

CIRCUITS = Path(__file__).parents[2] / "circuits"


@pytest.fixture
def window(qapp, qtbot):
    found = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(found)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    yield found
    found.document.undo_stack.setClean()
    found.close()


def example(window, name: str) -> None:
    window.files.open_copy(CIRCUITS / f"{name}.mars")


def test_enter_in_the_find_bar_goes_to_what_was_found_and_not_to_the_values_of_the_selected(window):
    example(window, "two_segment_manipulator")
    window.selection.set(["SB1"])
    window.find()
    QTest.keyClicks(window.find_bar.field, "SB2")
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert window.selection.only == "SB2"
    assert window.gestures.card is None


def test_buttons_of_questions_have_no_icons_of_another_program(window):
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, window)
    box.show()
    assert not box.style().styleHint(QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons, None, box)
    assert all(button.icon().isNull() for button in box.findChildren(QPushButton))


def test_a_component_that_grows_at_the_edge_is_seen_whole(qtbot, document, selection, theme):
    circuit = Circuit("", motions="Tx Ty Rz")
    circuit.add("bodies.base", "Base1")
    circuit.add("joints.rotation", "KN1")
    circuit.connect("Base1.1", "KN1.1")
    document.replace(circuit)
    hands = Hands(qtbot, document, selection, theme, size=(600, 400))
    hands.drag("KN1.2", QPoint(590, 200))
    hands.type("rod\n")
    assert "SB1" in document.circuit.components
    shown = hands.view.viewportTransform().mapRect(hands.scene.components["SB1"].sceneBoundingRect())
    assert hands.view.viewport().rect().contains(shown.toRect())
