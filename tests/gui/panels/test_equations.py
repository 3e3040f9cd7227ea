"""The Equations dock: what it requests and when, how it shows the answer, what it copies, its text when empty."""

import math
import multiprocessing

import pytest
from mars.gui.document.document import Document
from mars.gui.document.selection import Selection
from mars.gui.panels.equations_page import as_latex, as_text, is_off, page, plain
from mars.gui.panels.equations_panel import EquationsPanel
from mars.gui.runs.run_control import RunControl
from mars.gui.runs.worker_client import WorkerClient
from mars.gui.theme import Theme
from mars.gui.translations import language
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from mars.document.storage import load
from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.fake_run import FakeRunning
from tests.helpers.paths import CIRCUITS


def row(text="a.torque = −pull", left=(-2.0,), right=(-2.0,), residual=0.0, role="law", **more):
    one, _, other = text.partition(" = ")
    found = {"role": role, "text": text, "html": text, "latex": text, "unit": "N·m", "size": 2.0}
    found |= {"pieces": {"left": one, "right": other}, "left": list(left), "right": list(right), "residual": residual}
    return found | {"values": [{"text": "pull", "html": "pull", "unit": "N·m", "numbers": [2.0]}]} | more


def answer(name, *rows, t=0.5, words="", is_start=False):
    return {"name": name, "t": t, "words": words, "rows": list(rows), "is_start": is_start}


@pytest.fixture
def running(qapp):
    return FakeRunning()


@pytest.fixture
def panel(qtbot, fig1, selection, theme, running):
    panel = EquationsPanel(fig1, selection, running, theme)
    qtbot.addWidget(panel)
    panel.resize(800, 220)
    panel.show()
    return panel


def asked(qtbot, running, count=1):
    qtbot.waitUntil(lambda: len(running.questions.components) == count)
    return running.questions.components[-1]


def told(qtbot, panel, selection, running, *rows, **more):
    """The panel with an answer about KN1."""
    selection.set(["KN1"])
    name, take = asked(qtbot, running, len(running.questions.components) + 1)
    take(answer(name, *(rows or [row()]), **more))


def test_nothing_and_several_selected_say_what_to_do(panel, selection, running):
    assert panel.empty.isVisible() and "Select a component" in panel.empty.text()
    selection.set(["KN1", "SB1"])
    panel.refresh()
    assert "Several" in panel.empty.text() and not running.questions.components


def test_the_selected_component_is_asked_for_and_shown(qtbot, panel, selection, running):
    told(qtbot, panel, selection, running)
    assert running.questions.components[0][0] == "KN1"
    assert panel.view.isVisible() and not panel.empty.isVisible()
    shown = panel.view.toPlainText()
    assert "a.torque = −pull" in shown and "−2 = −2 N·m" in shown and "residual 0" in shown
    assert "KN1" in panel.title.text() and "t = 0.5 s" in panel.title.text()


def test_it_asks_again_when_the_cursor_moves_but_one_at_a_time(qtbot, panel, selection, running):
    selection.set(["KN1"])
    _, take = asked(qtbot, running)
    for t in (0.1, 0.2, 0.3):
        running.cursor.moved.emit(t)
        qtbot.waitUntil(lambda: not panel._timer.isActive())
    assert len(running.questions.components) == 1  # the first answer is pending
    take(answer("KN1", row()))
    asked(qtbot, running, 2)


def test_a_late_answer_about_another_component_is_not_shown(qtbot, panel, selection, running):
    selection.set(["KN1"])
    _, take = asked(qtbot, running)
    selection.set(["SB1"])
    qtbot.waitUntil(lambda: not panel._timer.isActive())
    take(answer("KN1", row()))
    assert not panel.rows
    name, take = asked(qtbot, running, 2)
    assert name == "SB1"
    take(answer("SB1", row("F₁ = 0")))
    assert "F₁ = 0" in panel.view.toPlainText()


def test_a_hidden_dock_asks_nothing(qtbot, panel, selection, running):
    panel.hide()
    selection.set(["KN1"])
    assert not panel._timer.isActive() and not running.questions.components
    panel.show()
    asked(qtbot, running)


def test_the_place_on_the_page_is_kept_while_numbers_change(qtbot, panel, selection, running):
    rows = [row(f"x{i} = y") for i in range(40)]
    told(qtbot, panel, selection, running, *rows)
    bar = panel.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    running.cursor.moved.emit(0.6)
    _, take = asked(qtbot, running, 2)
    take(answer("KN1", *rows, t=0.6))
    assert bar.value() == place > 0


def test_a_refusal_is_told_in_its_words(qtbot, panel, selection, running):
    selection.set(["KN1"])
    _, take = asked(qtbot, running)
    take(answer("KN1", t=None, words="Axis1 is a subcircuit: open it"))
    assert panel.empty.isVisible() and panel.empty.text() == "Axis1 is a subcircuit: open it"


def test_without_numbers_the_equations_stand_alone_and_the_reason_is_told(qtbot, panel, selection, running):
    told(qtbot, panel, selection, running, row(left=(), right=(), residual=math.nan), t=None, words="SB9 is loose")
    assert "SB9 is loose" in panel.title.text()
    assert panel.view.toPlainText().strip() == "a.torque = −pull"


def test_a_long_reason_does_not_make_the_window_wider(qtbot, panel, selection, running):
    before = panel.minimumSizeHint().width()
    words = "CY1.a: the port is open <here>, but needs a link. " * 20
    told(qtbot, panel, selection, running, row(left=(), right=(), residual=math.nan), t=None, words=words)
    assert panel.minimumSizeHint().width() <= max(before, 400) and "&lt;here&gt;" in panel.title.text()


def test_copies_as_text_with_numbers_and_as_latex(qtbot, panel, selection, running):
    told(qtbot, panel, selection, running, row(), row("hold keeps rate = 0", role="rule", left=(), right=(), template="x"))
    panel.copy_action.trigger()
    assert QGuiApplication.clipboard().text() == "a.torque = −pull\nhold keeps rate = 0"
    panel.numbers_action.trigger()
    assert QGuiApplication.clipboard().text().startswith("a.torque = −pull\t−2 = −2 N·m\n")
    panel.latex_action.trigger()
    assert QGuiApplication.clipboard().text().startswith("\\begin{align*}\n  a.torque &= −pull")


def test_the_keyboard_copies_too(qtbot, panel, selection, running):
    told(qtbot, panel, selection, running)
    QGuiApplication.clipboard().clear()
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "a.torque = −pull")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_colours_are_those_of_the_theme(qtbot, panel, selection, running, theme, name):
    told(qtbot, panel, selection, running, row(residual=0.5))
    theme.choose(name)
    assert theme.colours["error"] in page(panel.rows, theme.colours)
    assert theme.colours["error"].lower() in panel.view.toHtml().lower()


def test_a_residual_beyond_rounding_is_off():
    assert is_off(row(residual=1e-3)) and not is_off(row(residual=1e-12)) and not is_off(row(residual=math.nan))


def test_rounding_errors_beside_large_numbers_are_zero():
    assert plain([1.0, 1e-16, -0.0]) == "(1, 0, 0)"
    assert plain([1e-16]) == "1e−16"
    assert plain([1e-16], size=1.0) == "0"


def test_every_symbol_has_its_numbers_matrices_too():
    colours = dict.fromkeys(("text", "text2", "border", "accent", "error"), "")
    values = [
        {"text": "J", "html": "<b>J</b>", "unit": "kg·m²", "numbers": [0.0, 0, 0, 0, 0.25, 0, 0, 0, 0.25]},
        {"text": "R", "html": "<b>R</b>", "unit": "1", "numbers": [0.0, -1, 0, 1, 0, 0, 0, 0, 1]},
        {"text": "M", "html": "<b>M</b>", "unit": "N·m", "numbers": [0.0, 0.0, 1e-16]},
        {"text": "w", "html": "<b>w</b>", "unit": "rad/s", "numbers": [1e-16]},
    ]
    shown = page([row(values=values)], colours).replace("&nbsp;", " ")
    assert "<b>J</b> diag(0, 0.25, 0.25) kg·m²" in shown and "<b>R</b> (0, −1, 0; 1, 0, 0; 0, 0, 1)" in shown
    assert "<b>M</b> (0, 0, 0) N·m" in shown and "<b>w</b> 1e−16 rad/s" in shown  # rounding only relative to values of its unit


def test_a_rule_stands_in_words():
    sentence = row("h keeps g = 0", (), (), role="rule", html="<i>h</i> keeps g = 0")
    assert "<i>h</i> keeps g = 0" in page([sentence], {"text": "", "text2": "", "border": "", "accent": "", "error": ""})
    assert as_text([sentence]) == "h keeps g = 0" and "align" in as_latex([sentence])


@pytest.mark.slow
def test_the_worker_speaks_the_language_of_the_editor(qapp, qtbot, monkeypatch):
    monkeypatch.setattr("mars.worker.get_context", multiprocessing.get_context)  # a fork has the language of the first worker
    language.use("ru")
    client = WorkerClient()
    answers = []
    try:
        circuit = load(CIRCUITS / "stick_slip.mars")
        client.start()
        client.ask("equations", lambda word, content: answers.append(content), name="Friction", data=circuit.to_data())
        qtbot.waitUntil(lambda: bool(answers))
    finally:
        client.shutdown()
        language.use("en")
    sticks = next(row for row in answers[0]["rows"] if row["role"] == "rule")
    assert "удерживает" in sticks["text"] and "удерживает" in sticks["html"] and "удерживает" in sticks["latex"]


def test_a_command_brings_the_dock_up(qapp, qtbot):
    window = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(window)
    window.show()
    window.circuit_commands.new("planar")
    window.selection.set(["Base1"])
    window.actions_by_name["equations"].trigger()
    assert window.equations.isVisible()
    qtbot.waitUntil(lambda: bool(window.equations.rows))
    assert "at the start" in window.equations.title.text() and "r₁" in as_text(window.equations.rows)
    window.document.undo_stack.setClean()
    window.close()


def test_a_real_worker_tells_the_start_then_the_run(qtbot, theme):
    document = Document(load(CIRCUITS / "pendulum.mars"))
    selection, worker = Selection(document), WorkerClient()
    running = RunControl(document, worker)
    panel = EquationsPanel(document, selection, running, theme)
    qtbot.addWidget(panel)
    panel.resize(800, 300)
    panel.show()
    try:
        selection.set(["KN1"])
        qtbot.waitUntil(lambda: bool(panel.rows))
        assert "at the start" in panel.title.text()
        running.set_speed(None)
        running.run()
        qtbot.waitUntil(lambda: running.state == "finished")
        running.seek(1.0)
        qtbot.waitUntil(lambda: "t = 1 s" in panel.title.text())
        laws = [each for each in panel.rows if each["role"] == "law"]
        assert laws and all(each["residual"] <= 1e-9 * max(each["size"], 1e-3) for each in laws)
    finally:
        running.close()
        worker.shutdown()
