"""The plots in the window: an item dragged from the drawing and dropped on a plot."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from mars.document.storage import dumps
from tests.helpers.gui.plots import FORMULAS, recorded
from tests.helpers.gui.user_input import send_move
from tests.helpers.gui.window import quiet_window
from tests.helpers.paths import CIRCUITS

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    made = quiet_window(qapp, qtbot, monkeypatch)
    made.files.open(CIRCUITS / "pendulum.mars")
    recording = recorded(known=list(FORMULAS))
    recording.origin.physics = made.document.circuit.physics_hash()
    made.run_control.show_results(recording)
    made.docks.bring_up("plots")
    QApplication.processEvents()
    yield made
    made.run_control.close()


def drag_out(window, start: QPoint, end_on_screen: QPoint) -> None:
    viewport = window.view.viewport()
    end = viewport.mapFromGlobal(end_on_screen)
    QTest.mouseMove(viewport, start)
    QTest.mousePress(viewport, LEFT, pos=start)
    for part in (0.05, 0.4, 0.8, 1.0):
        send_move(viewport, start + (end - start) * part, QApplication.keyboardModifiers())
    QTest.mouseRelease(viewport, LEFT, pos=end)
    QApplication.processEvents()


def test_a_component_let_go_over_a_plot_is_plotted_there_and_stays_where_it_was(window):
    before = dumps(window.document.circuit)
    widget = window.plots.widgets[0]
    x, y = window.scene.layout.symbols["KN1"].place.at
    start = window.view.mapFromScene(float(x), float(y))
    drag_out(window, start, widget.view.mapToGlobal(widget.view.rect().center()))
    menu = next(each for each in window.plots.findChildren(QMenu) if each.isVisible())
    assert menu.actions()[0].text() == "KN1 angle"
    assert dumps(window.document.circuit) == before
    next(action for action in menu.actions() if action.text() == "KN1.turn torque").trigger()
    menu.close()
    stored = window.document.circuit.views["plots"]
    assert stored[0] == ["KN1.angle", "KN1.turn.torque"] and window.scene.layout.symbols["KN1"].place.at == (x, y)
