"""The window in Russian: no word stays English or is cut off, and changing the language loses nothing."""

import numpy as np
import pytest
from mars.gui import app
from mars.gui.energy.ledger_families import LedgerFamilies
from mars.gui.energy.ledger_model import LedgerEntry, LedgerModel
from mars.gui.i18n import translate
from mars.gui.inspector.header import SYMBOL, Header
from mars.gui.inspector.inspector import PADDING as INSPECTOR_PADDING
from mars.gui.runs.recording import Recording
from mars.gui.start_page.start_page import WIDEST
from mars.gui.start_page.tiles import GAP, PADDING, ExampleTile
from mars.gui.theme import Theme
from mars.gui.translations import language
from mars.gui.window import main_window
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtGui import QAction, QFont, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QTabBar,
    QTableWidget,
    QToolButton,
    QWidget,
)

from mars.document.storage import load
from mars.kinds.registry import kinds
from mars.translation import languages
from mars.translation.kind_pages import title as title_of
from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.window import NoWorker
from tests.helpers.latin_words import latin
from tests.helpers.paths import CIRCUITS


@pytest.fixture(autouse=True)
def english_again(qapp):
    yield
    language.use(languages.ENGLISH)


@pytest.fixture
def russian(qapp):
    language.use("ru")


@pytest.fixture
def program(qapp, qtbot, monkeypatch):
    """The whole program without a simulation."""
    monkeypatch.setattr(main_window, "WorkerClient", NoWorker)
    monkeypatch.setattr(app, "MainWindow", lambda theme=None: MainWindow(theme, Answers()))
    made = app.Program()
    yield made
    made.window.document.undo_stack.setClean()
    made.window.close()
    made.window.deleteLater()


@pytest.mark.slow
def test_no_word_of_the_start_page_stays_english(russian, program, qtbot):
    page = program.window.start_page
    qtbot.waitUntil(lambda: all(tile.path in page._previews for tile in page.tiles))
    assert sorted(_english_in(program.window)) == []


def test_the_titles_of_all_examples_fit_their_cards(russian, program, qtbot):
    page = program.window.start_page
    qtbot.waitUntil(lambda: all(tile.path in page._previews for tile in page.tiles))
    font = QFont(page.tiles[0].font())
    font.setPixelSize(13)
    font.setWeight(QFont.Weight.DemiBold)
    room = (WIDEST - 3 * GAP) / 4 - 2 * PADDING  # four in a line, as in a window of usual size
    assert [tile.text() for tile in page.tiles if QFontMetrics(font).horizontalAdvance(tile.text()) > room] == []


def test_an_example_is_opened_in_russian_and_its_file_stays(russian, program):
    window = program.window
    path = CIRCUITS / "modular_arm.mars"
    window.files.open_copy(path)
    circuit = window.document.root
    assert circuit.title == window.document.title == "Модульный манипулятор"
    assert circuit.note.startswith("Три одинаковые оси подряд.")
    assert circuit.definitions["Axis"]["note"] == "Одна ось модульного манипулятора."
    assert not window.document.is_modified
    window.files.open(path)
    assert window.document.root.title == "Modular arm", "a file that is opened as such is the user's own"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four_bar", "servo_axis", "hydraulic_boom", "transistor_amplifier"])
def test_no_word_about_a_circuit_stays_english(russian, program, name):
    window = program.window
    window.files.open_copy(CIRCUITS / f"{name}.mars")
    circuit = window.document.circuit
    left = set()
    for chosen in ([], *([each] for each in circuit.components), [*circuit.components][:2]):
        window.selection.set(chosen)
        QCoreApplication.processEvents()
        left |= _english_in(window)
    window.selection.set(links=[circuit.links[0].key])
    QCoreApplication.processEvents()
    left |= _english_in(window)
    assert sorted(left) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four_bar", "servo_axis", "hydraulic_boom", "modular_arm"])
def test_no_russian_word_is_cut(russian, program, name):
    """Buttons, choices and dock tabs have room for their longer words."""
    window = program.window
    window.resize(1440, 900)
    window.files.open_copy(CIRCUITS / f"{name}.mars")
    window.docks.reset()
    cut = set()
    for chosen in ([], *([each] for each in window.document.circuit.components)):
        window.selection.set(chosen)
        QCoreApplication.processEvents()
        cut |= {(type(widget).__name__, text) for widget, text, room in _in_little_room(window) if _width(widget, text) > room}
    assert sorted(cut) == []


@pytest.mark.slow
def test_the_name_of_every_kind_fits_the_narrowest_inspector(russian, program):
    window = program.window
    window.files.open_copy(CIRCUITS / "four_bar.mars")
    window.selection.set(["KN1"])
    QCoreApplication.processEvents()
    inspector = window.inspector
    switch = inspector.findChild(Header).disabled.sizeHint().width()
    room = inspector.minimumWidth() - 2 * INSPECTOR_PADDING - SYMBOL - 2 * 8 - switch - 10  # spacing, scroll bar
    words = {word for kind in kinds() for word in title_of(kind).split()}
    assert [word for word in sorted(words) if _width(inspector, word) > room] == []


def test_energy_of_two_natures_has_room(russian, qtbot, qapp):
    around = QWidget()
    qtbot.addWidget(around)
    panel = LedgerFamilies(Theme(qapp, "light"), around)
    numbers = {"supplied": 41.44, "stored": 0.0, "lost": 0.0, "passed": 41.44}
    model = LedgerModel(Theme(qapp, "light"))
    model.entries = [LedgerEntry("MT1", 0.0, 0.03, 41.24, 0.0)]
    taken = {"component": "MT1", "taken": {"electrical": 41.44, "mechanical": -0.17}}
    around.resize(panel.width(), 200)
    panel.resize(panel.width(), 200)
    around.show()
    panel.tell(model, {"families": [{"family": each, **numbers} for each in ("electrical", "mechanical")], "converters": [taken]})
    QCoreApplication.processEvents()
    assert panel.widget().minimumSizeHint().width() <= panel.width()
    passage = next(label for label in panel.findChildren(QLabel) if label.text().startswith("MT1: электрическая 41"))
    assert passage.height() >= passage.heightForWidth(passage.width())


@pytest.mark.slow
def test_no_word_of_the_help_windows_stays_english(russian, program):
    window = program.window
    window.files.open_copy(CIRCUITS / "four_bar.mars")
    for name in ("shortcuts", "about", "commands"):
        window.actions_by_name[name].trigger()
    window.selection.set(["KN1"])
    window.actions_by_name["help"].trigger()
    QCoreApplication.processEvents()
    assert sorted(_english_in(window)) == []


@pytest.mark.slow
def test_another_language_is_another_window_with_the_same_work(program, qtbot, tmp_path):
    path = tmp_path / "arm.mars"
    path.write_bytes((CIRCUITS / "four_bar.mars").read_bytes())
    old = program.window
    old.files.open(path)
    for title in ("one", "two", "three"):
        old.document.edit(title, lambda circuit, title=title: setattr(circuit, "title", title))
    old.document.undo_stack.undo()
    old.selection.set(["KN1"])
    old.actions_by_name["values_live"].trigger()
    old.appearance.choose_language("ru")
    qtbot.waitUntil(lambda: program.window is not old)
    new = program.window
    document = new.document
    assert [name for name, action in new.actions_by_name.items() if name.endswith("_live") and action.isChecked()] == [
        "values_live"
    ]
    assert new.menuBar().actions()[0].text() == "&Файл"
    assert document.path == path
    assert document.circuit.title == "two"
    assert [document.undo_stack.text(i) for i in range(document.undo_stack.count())] == ["one", "two", "three"]
    assert document.is_modified
    assert new.selection.components == {"KN1"}
    assert new.files._other_holder(path) is None, "the file is still its own"
    assert not old.isVisible()
    document.undo_stack.redo()
    assert document.circuit.title == "three"
    document.undo_stack.setIndex(0)
    assert document.circuit.to_data() == load(path).to_data()
    assert not document.is_modified, "the saved state is known, too"


def test_what_was_saved_halfway_is_known_in_the_new_window(program, qtbot, tmp_path):
    old = program.window
    old.files.open_copy(CIRCUITS / "pendulum.mars")
    old.document.edit("one", lambda circuit: setattr(circuit, "title", "one"))
    old.files._write(tmp_path / "saved.mars", None)
    old.document.edit("two", lambda circuit: setattr(circuit, "title", "two"))
    old.appearance.choose_language("ru")
    qtbot.waitUntil(lambda: program.window is not old)
    assert program.window.document.is_modified
    program.window.document.undo_stack.undo()
    assert not program.window.document.is_modified


def test_runs_and_the_moment_shown_go_with_it(program, qtbot):
    old = program.window
    old.files.open_copy(CIRCUITS / "pendulum.mars")
    origin = old.run_control.results.stored_runs.new_origin(old.document.root.physics_hash())
    recording = Recording({"KN1.angle": "rad"}, 0.0, 1.0, origin)
    recording.append(np.array([0.0, 0.5, 1.0]), ["KN1.angle"], np.array([[3.1], [2.9], [2.5]]))
    old.run_control.show_results(recording)
    old.run_control.seek(0.5)
    old.appearance.choose_language("ru")
    qtbot.waitUntil(lambda: program.window is not old)
    running = program.window.run_control
    assert running.results.recording is recording
    assert (running.cursor.t, running.state) == (0.5, "finished")
    assert origin.folder.is_dir(), "what the run has on disk stays when the old window goes"
    assert not running.results.is_stale


def test_the_start_page_stays_where_nothing_is_open(program, qtbot):
    old = program.window
    old.appearance.choose_language("ru")
    qtbot.waitUntil(lambda: program.window is not old)
    assert program.window.pages.currentWidget() is program.window.start_page
    assert QSettings().value("language") == "ru"
    marked = {each for each in language.CHOICES if program.window.actions_by_name[f"language_{each}"].isChecked()}
    assert marked == {"ru"}


def test_the_same_language_again_changes_nothing(program, qapp):
    old = program.window
    old.appearance.choose_language("en")
    qapp.processEvents()
    assert program.window is old
    assert old.actions_by_name["language_en"].isChecked()


def _english_in(window):
    """Everything but the circuit's own title, and the reason why there is no simulation in this test."""
    mine = (window.document.title[:16], translate("WorkerClient", "Could not start the simulation: %1").partition("%1")[0])
    read = ((type(widget).__name__, text) for widget, text in _read(window) if not text.startswith(mine))
    return {each for each in read if latin(each[1])}


def _in_little_room(window):
    for widget in window.findChildren(QWidget):
        if not widget.isVisible():
            continue
        shows_icon = isinstance(widget, QToolButton) and not widget.icon().isNull()
        if isinstance(widget, QPushButton | QToolButton) and not shows_icon:
            yield widget, widget.text().replace("&", ""), widget.width()
        elif isinstance(widget, QComboBox):
            yield widget, widget.currentText(), widget.width() - 20  # its arrow
        elif isinstance(widget, QTabBar):
            yield from ((widget, widget.tabText(i), widget.tabRect(i).width()) for i in range(widget.count()))


def _width(widget, text):
    return widget.fontMetrics().horizontalAdvance(text)


def _read(window):
    """All widgets with their texts. User input and names in the circuit are not translated."""
    for action in window.findChildren(QAction):
        yield action, action.text()
        yield action, action.toolTip()
    for widget in window.findChildren(QWidget):
        if isinstance(widget, ExampleTile) and not widget.sentence:  # it has not read its file yet
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget, widget.text()
        elif isinstance(widget, QLineEdit):
            yield widget, widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from ((widget, widget.itemText(i)) for i in range(widget.count()))
        elif isinstance(widget, QTableWidget):
            cells = [widget.item(row, column) for row in range(widget.rowCount()) for column in range(widget.columnCount())]
            yield from ((widget, cell.text()) for cell in cells if cell is not None)
        elif isinstance(widget, QListView) and widget.model() is not None:
            yield from ((widget, str(widget.model().index(row, 0).data())) for row in range(widget.model().rowCount()))
        elif isinstance(widget, QTabBar):
            yield from ((widget, widget.tabText(i)) for i in range(widget.count()))
        elif isinstance(widget, QDockWidget):
            yield widget, widget.windowTitle()
        yield widget, widget.toolTip()
