"""Inputs moved during a run: from the mouse on the drawing to the motion."""

import numpy as np
import pytest
from mars.gui.theme import Theme
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QPointF, Qt

from tests.helpers.gui.dialogs import Answers
from tests.helpers.paths import CIRCUITS

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qapp, qtbot):
    found = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(found)
    found.resize(1300, 850)
    found.show()
    found.files.open_copy(CIRCUITS / "hand_driven_arm.mars")
    yield found
    found.document.undo_stack.setClean()
    found.close()


@pytest.mark.slow
def test_the_arm_goes_where_the_slider_is_dragged_and_the_button_pushes(window, qtbot):
    running, view = window.run_control, window.view
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: running.state == "running" and running.cursor.t > 0.3)

    def at(x, y):
        return view.mapFromScene(QPointF(x, y))

    x, y = window.document.circuit.drawing["components"]["IN1"]["at"]
    qtbot.mousePress(view.viewport(), LEFT, pos=at(x + 12, y))  # the handle at 0.5
    qtbot.mouseMove(view.viewport(), at(x, y))
    qtbot.mouseMove(view.viewport(), at(x - 20, y))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=at(x - 24, y))
    assert window.document.circuit.components["IN1"].values["value"] == -1.0
    assert window.document.undo_stack.count() == 1

    def angle(name):
        return running.results.recording.value(f"{name}.angle", running.cursor.t)

    qtbot.waitUntil(lambda: angle("KN1") == pytest.approx(-np.pi / 2, abs=0.02))
    before = angle("KN3")
    place = at(*window.document.circuit.drawing["components"]["IN3"]["at"])
    qtbot.mousePress(view.viewport(), LEFT, pos=place)
    qtbot.waitUntil(lambda: angle("KN3") > before + 0.1)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=place)
    assert window.document.undo_stack.count() == 1  # a button that springs back leaves none
    qtbot.waitUntil(lambda: not running.results.is_stale)
    assert running.state == "running"
