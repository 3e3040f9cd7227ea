"""No input is lost: unfinished values, a file written by others, snapshots, unusual paths."""

import os
from pathlib import Path

import pytest
from mars.gui.document.document import Document
from mars.gui.fields.value_field import ValueField
from mars.gui.files import recovery, user_folders
from mars.gui.files.circuit_files import CircuitFiles
from mars.gui.files.recovery import Recovery
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, save
from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.user_input import Hands
from tests.helpers.gui.window import quiet_window
from tests.helpers.paths import CIRCUITS

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    found = quiet_window(qapp, qtbot, monkeypatch)
    yield found
    found.document.undo_stack.setClean()
    found.close()


@pytest.fixture
def path(window, tmp_path):
    """The pendulum, opened from a separate file."""
    found = tmp_path / "arm.mars"
    save(load(CIRCUITS / "pendulum.mars"), found)
    window.files.open(found)
    return found


@pytest.fixture
def files(document):
    found = CircuitFiles(document, Answers())
    yield found
    found.close()


def mass(circuit):
    return circuit.components["SB1"].values["mass"]


def half_type(window, text):
    """Type into the mass field of the inspector, without Enter."""
    window.selection.set(["SB1"])
    line = next(field.line for field in window.inspector.findChildren(ValueField) if field.parameter.name == "mass")
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    return line


def test_saving_takes_the_value_that_is_half_typed(window, path):
    line = half_type(window, "0.77")
    QTest.keyClick(line, Qt.Key.Key_S, CONTROL)
    assert mass(load(path)) == 0.77 and not window.document.is_modified


def test_closing_asks_about_a_value_that_is_half_typed(window, path):
    half_type(window, "0.88")
    window.close()
    assert window.isVisible() and window.dialogs.asked == ["arm"] and mass(window.document.circuit) == 0.88


def test_opening_another_circuit_asks_about_a_value_that_is_half_typed(window, path):
    half_type(window, "0.99")
    window.files.open_copy(CIRCUITS / "four_bar.mars")
    assert window.dialogs.asked == ["arm"] and mass(window.document.circuit) == 0.99


def test_run_takes_the_value_that_is_half_typed(window, path):
    line = half_type(window, "0.66")
    QTest.keyClick(line, Qt.Key.Key_F5)
    assert mass(window.document.circuit) == 0.66


def test_saving_from_a_card_takes_what_stands_on_it(window, path):
    window.selection.set(["SB1"])
    window.view.setFocus()
    window.gestures.values.edit()
    focus = QApplication.focusWidget()
    assert window.gestures.popups.current is not None and focus is not None
    QTest.keyClicks(focus, "0.55")
    QTest.keyClick(focus, Qt.Key.Key_S, CONTROL)
    assert window.gestures.popups.current is None and not window.document.is_modified
    assert 0.55 in load(path).components["SB1"].values.values()


def test_the_start_page_leads_back_to_the_drawing(window, path, qtbot):
    window.document.edit("Set", lambda circuit: circuit.set("SB1.mass", 3.0))
    window.page_switch.show_start_page()
    assert window.pages.currentWidget() is window.start_page
    row = window.start_page._present.itemAt(0).widget()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.view and window.docks["inspector"].isVisible()
    assert mass(window.document.circuit) == 3.0 and window.document.is_modified


def test_the_first_start_page_has_nothing_to_go_back_to(window):
    assert window.start_page._present.count() == 0


def edited(document):
    document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(0, 0)))


def opened(files, tmp_path):
    path = tmp_path / "arm.mars"
    save(Circuit("first"), path)
    files.open(path)
    return path


def written_by_others(path):
    save(Circuit("theirs", note="a longer file"), path)
    os.utime(path, ns=(1, 1))


@pytest.mark.parametrize(("choice", "kept"), [(-1, "theirs"), (0, "theirs"), (1, "first")])
def test_a_file_that_others_changed_is_not_overwritten_unasked(files, document, tmp_path, choice, kept):
    path = opened(files, tmp_path)
    edited(document)
    written_by_others(path)
    files.dialogs.choice, files.dialogs.path = choice, tmp_path / "mine.mars"
    files.save()
    assert files.dialogs.asked[0][0] == "File changed on disk" and load(path).title == kept
    assert document.is_modified == (choice == -1) and (tmp_path / "mine.mars").exists() == (choice == 0)


def test_saving_twice_and_saving_what_was_deleted_asks_nothing(files, document, tmp_path):
    path = opened(files, tmp_path)
    for _ in range(2):
        edited(document)
        files.save()
    path.unlink()
    edited(document)
    files.save()
    assert len(load(path).components) == 3 and not files.dialogs.asked and not files.dialogs.told


def test_opening_the_same_file_again_shows_what_was_saved_on_leaving_it(files, document, tmp_path):
    path = opened(files, tmp_path)
    edited(document)
    files.dialogs.save_answer = "save"
    files.open(path)
    assert set(document.circuit.components) == set(load(path).components) == {"SB1"}


def test_saving_over_a_file_that_another_window_has_open_is_refused(files, document, tmp_path):
    path = tmp_path / "theirs.mars"
    save(Circuit("theirs"), path)
    other = CircuitFiles(Document(), Answers())
    other.open(path)
    edited(document)
    files.dialogs.path = path
    files.save()
    assert "another window" in files.dialogs.told[0][1] and load(path).title == "theirs" and document.is_modified
    other.close()


def test_a_file_reached_by_a_link_is_not_open_twice_in_one_window(files, document, tmp_path):
    path = opened(files, tmp_path)
    link = tmp_path / "link.mars"
    link.symlink_to(path)
    files.open(link)
    assert not files.dialogs.asked and document.path == link
    edited(document)
    files.save()
    assert link.is_symlink() and set(load(path).components) == {"SB1"}


def test_a_second_close_does_not_ask_again(files, document):
    edited(document)
    asked, left = [], []
    files.dialogs.ask_to_save = lambda name, answered: asked.append(answered)
    files.leave(lambda: left.append("first"))
    files.leave(lambda: left.append("second"))
    assert len(asked) == 1 and not left
    asked[0]("cancel")
    files.leave(lambda: left.append("third"))
    asked[1]("discard")
    assert left == ["third"]


def test_recovered_work_that_waits_for_an_answer_keeps_its_snapshot_until_then(files, document):
    edited(document)
    shown = []
    files.dialogs.save_answer = "cancel"
    files.recover(Circuit("wreck"), None, lambda: shown.append("cancelled"))
    assert not shown
    files.dialogs.save_answer = "discard"
    files.recover(Circuit("wreck"), None, lambda: shown.append(document.circuit.title))
    assert shown == ["wreck"] and document.is_modified


@pytest.mark.skipif(os.name != "posix", reason="names of files are text elsewhere")
def test_a_path_that_is_no_text_is_saved_and_kept_in_snapshots(files, document, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/arm\xff.mars"))
    edited(document)
    files.dialogs.path = path
    files.save()
    assert path.exists() and not files.dialogs.told
    keeper = Recovery(document)
    edited(document)
    keeper.write()
    assert keeper.file.exists()
    keeper._lock.unlock()
    (left,) = recovery.unsaved_work()
    assert dumps(left.circuit()) == dumps(document.circuit)
    keeper.close()


def test_a_home_that_cannot_be_written_still_lets_the_editor_start(monkeypatch, tmp_path, qapp):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MARS_STATE", str(tmp_path / "file"))
    folder = user_folders.user_folder("recovery")
    assert folder.is_dir() and folder == user_folders.user_folder("recovery")


@pytest.mark.parametrize("title", ["/", "..", "a/b", "Arm v1.2", "", "Ж" * 300])
def test_any_title_gives_a_name_for_the_exported_drawing(window, title):
    window.files.new(Circuit(title))
    window.circuit_commands.export()
    (proposed,) = window.dialogs.asked
    assert proposed.suffix == ".svg" and proposed.parent.is_dir() and len(os.fsencode(proposed.name)) < 200


def test_an_undo_amid_a_rubber_band_selects_nothing_that_is_gone(qtbot, fig1, selection, theme):
    hands = Hands(qtbot, fig1, selection, theme)
    fig1.edit("Add", lambda circuit: circuit.add("bodies.rod", "New", at=(300, 300)))
    selection.set(["New"])
    corner = hands.view.viewport().rect().bottomRight()
    hands.press(corner)
    hands.drag_to(corner / 2)
    fig1.undo_stack.undo()
    hands.release(corner / 2)
    assert not selection


def test_a_double_click_amid_a_drag_leaves_no_preview(qtbot, fig1, selection, theme):
    hands = Hands(qtbot, fig1, selection, theme)
    end = QPoint(40, 40)
    hands.press("SB1.2")
    hands.drag_to(end * 2, end)
    assert hands.scene.previews
    hands.double_click(end)
    hands.release(end)
    assert not hands.scene.previews and hands.host.gesture is None


@pytest.mark.parametrize("length", [1e-310, 1e20, 1e40, 1e150, 1e308, -1e308])
def test_astronomical_lengths_are_painted(window, path, length):
    def change(circuit):
        circuit.set("SB1.points", {"2": [length, length, 0]})
        circuit.set("SB1.centre", [length, 0, length])

    window.document.edit("Set", change)
    window.motion.rebuild()
    window.motion.fit()
    assert not window.motion.grab().isNull()


def test_a_vector_with_something_else_than_numbers_is_shown(window, path):
    window.document.edit("Set", lambda circuit: circuit.set("SB1.centre", [[[1, 2], [3, 4]], 0.009, None]))
    window.selection.set(["SB1"])
    assert window.inspector.page.names == ("SB1",)
