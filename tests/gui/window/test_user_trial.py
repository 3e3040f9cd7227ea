"""Problems found in user trials: each test is named after what the user saw."""

import numpy as np
import pytest
from mars.gui.animation.motion_dialog import MotionDialog
from mars.gui.app import keep_on_screen
from mars.gui.runs.recording import Recording
from mars.gui.theme import Theme
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QProxyStyle, QStyle

from mars.document.circuit import Circuit
from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.user_input import Hands
from tests.helpers.paths import CIRCUITS


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


def rename(window) -> None:
    window.document.edit("Title", lambda circuit: setattr(circuit, "title", "Mine"))


def test_enter_in_the_find_bar_goes_to_what_was_found_and_not_to_the_values_of_the_selected(window):
    example(window, "two_segment_manipulator")
    window.selection.set(["SB1"])
    window.find_bar.open()
    QTest.keyClicks(window.find_bar.field, "SB2")
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert window.selection.only == "SB2"
    assert window.gestures.popups.current is None


class IconStyle(QProxyStyle):
    """Like desktops that put icons on dialog buttons."""

    def styleHint(self, hint, option=None, widget=None, returnData=None):
        if hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, option, widget, returnData)


def test_buttons_of_questions_have_no_icons_of_another_program(qtbot, theme):
    style = IconStyle("fusion")
    box = QDialogButtonBox()
    qtbot.addWidget(box)
    box.setStyle(style)
    assert not box.style().styleHint(QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons, None, box)


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


def _show_moment(window, values, t):
    """Like a finished run."""
    recording = Recording(dict.fromkeys(values, "rad"), 0.0, t)
    recording.append(np.array([t]), list(values), np.array([list(values.values())]))
    window.run_control.show_results(recording)


def test_the_time_of_the_last_run_does_not_stay_in_the_bar_of_a_new_circuit(window):
    example(window, "pendulum")
    _show_moment(window, {"KN1.angle": 0.5}, 10.0)
    assert window.toolbar.time.text() == "t = 10.000 s"
    window.circuit_commands.new("planar")
    assert window.toolbar.time.text() == "t = 0.000 s"


def test_after_an_edit_the_time_in_the_bar_is_that_of_the_pose_shown(window):
    example(window, "pendulum")
    _show_moment(window, {"KN1.angle": 0.5}, 10.0)
    window.document.edit("Start", lambda circuit: circuit.set_start("KN1.angle", "20 deg"))
    assert window.motion.playing is None and window.toolbar.time.text() == "t = 0.000 s"


def test_the_first_sentence_in_the_status_bar_moves_nothing(window):
    example(window, "pendulum")
    before = window.view.geometry(), window.docks["motion"].geometry()
    window.messages.say("Saved")
    QApplication.processEvents()
    assert (window.view.geometry(), window.docks["motion"].geometry()) == before


def test_what_was_refused_is_not_said_any_more_once_the_drawing_has_changed(window):
    example(window, "pendulum")
    window.messages.say("KN1.1: the port 1 is open")
    rename(window)
    assert window.statusBar().currentMessage() == ""


def test_the_chosen_theme_has_a_mark_in_the_menu(window):
    def marked() -> list[str]:
        return [name for name in ("system", "light", "dark") if window.actions_by_name[name].isChecked()]

    assert marked() == ["light"]
    window.actions_by_name["dark"].trigger()
    assert marked() == ["dark"]
    window.actions_by_name["dark"].trigger()
    assert marked() == ["dark"]


def test_a_drawing_exported_from_a_dark_screen_is_one_for_white_paper(window, tmp_path):
    example(window, "pendulum")
    pictures = []
    for theme in ("light", "dark"):
        window.theme.choose(theme)
        window.dialogs.path = tmp_path / f"{theme}.svg"
        window.circuit_commands.export()
        pictures.append(window.dialogs.path.read_text(encoding="utf-8"))
    assert pictures[0] == pictures[1]


def test_that_the_solver_is_being_prepared_is_said_until_it_is(window, monkeypatch):
    times = []
    bar = window.statusBar()
    show = bar.showMessage
    monkeypatch.setattr(bar, "showMessage", lambda text, time=0: (times.append(time), show(text, time)))
    example(window, "pendulum")
    window.run_control._set_state("starting")
    assert times == [0] and "Preparing" in bar.currentMessage()
    rename(window)
    assert "Preparing" in bar.currentMessage()
    window.run_control._set_state("idle")
    assert not bar.currentMessage()


def test_the_word_paused_stays_while_one_goes_picture_by_picture(window):
    window.toolbar.show_state("paused")
    window.toolbar.show_factor(None)
    assert "paused" in window.toolbar.factor.text()
    window.toolbar.show_state("running")
    window.toolbar.show_factor(2.0)
    assert "2×" in window.toolbar.factor.text()


def test_the_window_is_not_larger_than_the_screen(window):
    screen = window.screen().availableSize()
    window.resize(screen.width() + 60, screen.height() + 40)
    keep_on_screen(window)
    assert window.size() == screen


def test_the_times_of_a_film_can_be_read_in_its_dialog(qtbot, theme):
    dialog = MotionDialog(0.0, 3.15)
    qtbot.addWidget(dialog)
    dialog.show()
    for field in (dialog.begin, dialog.end, dialog.fps):
        line = field.lineEdit()
        assert line.width() > line.fontMetrics().horizontalAdvance(field.text())
