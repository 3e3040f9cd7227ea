"""Components written as equations in the editor: checked while typing, applied as one undo entry, never lost."""

import re

import pytest
from mars.gui.definitions.equation_editor import EquationEditor
from mars.gui.definitions.equation_templates import TEMPLATES, translated
from mars.gui.definitions.equation_text import EquationText
from mars.gui.document.document import Document
from mars.gui.translations import language
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from mars.kinds import equation_text
from mars.kinds.registry import kind_in
from mars.topology.analyse import topology_of
from tests.helpers.gui.dialogs import Answers

FAN = "port a: rotation\nparameter load = 2 N·m\na.torque = load\nsource\n"


@pytest.fixture
def editor(qtbot, theme, document):
    made = EquationEditor(document, theme, Answers())
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def write(editor, name, text):
    editor.name.setText(name)
    editor.text.setPlainText(text)
    editor.check()


@pytest.mark.parametrize("name, text", TEMPLATES.values(), ids=TEMPLATES)
def test_every_template_is_a_component(name, text):
    assert equation_text.check(text).remarks == []
    assert equation_text.kind_of(name, text).ports


@pytest.mark.parametrize("name, text", TEMPLATES.values(), ids=TEMPLATES)
def test_templates_speak_the_language_of_the_editor(qapp, name, text):
    language.use("ru")
    try:
        told = translated(text)
    finally:
        language.use("en")
    comments = re.findall(r'(?m)"([^"]+)"$|^# (.*)$', told)
    assert comments and all(re.search("[а-яё]", "".join(words)) for words in comments)
    assert equation_text.check(told).remarks == []
    assert translated(text) == text


def test_what_is_typed_is_checked_and_its_remark_stands_at_its_line(editor, qtbot):
    write(editor, "Fan", FAN)
    assert editor.checked.remarks == [] and editor.remarks.isHidden() and editor.symbol.is_current
    assert "1 of 1" in editor.facts.count.text() and "load" in editor.facts.table.text()
    editor.text.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor.text, "a.torqe = 3")
    qtbot.waitUntil(lambda: bool(editor.checked.errors))
    assert editor.remarks.isVisible() and editor.remarks.item(0).text().startswith("Line 5:")
    assert not editor.symbol.is_current and not editor.place_button.isEnabled()
    marked = editor.text.extraSelections()[0]
    assert marked.cursor.selectedText() == "a.torqe"
    editor.text.moveCursor(QTextCursor.MoveOperation.Start)
    place = editor.remarks.visualItemRect(editor.remarks.item(0)).center()
    QTest.mouseClick(editor.remarks.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert editor.text.textCursor().blockNumber() == 4
    assert editor.text.remarks_at(editor.text.textCursor()) == [editor.checked.remarks[0]]


def test_a_missing_equation_is_counted(editor):
    write(editor, "Fan", "port a: rotation\nport b: rotation\na.torque = 0 N·m\n")
    assert "1 of 2" in editor.facts.count.text() and not editor.place_button.isEnabled()


def test_ctrl_enter_applies_as_one_entry_and_undo_brings_the_file_back(editor, document):
    write(editor, "Fan", FAN)
    QTest.keyClick(editor.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert document.root.definitions == {"Fan": {"equations": FAN}}
    assert document.undo_stack.count() == 1 and not editor.is_modified
    write(editor, "Fan", FAN.replace("2 N", "3 N"))
    assert editor.is_modified and editor.apply()
    assert kind_in(document.root, "Fan").parameters["load"].default == 3
    document.undo_stack.undo()
    assert editor.text.toPlainText() == FAN  # follows the document
    document.undo_stack.undo()
    assert document.root.definitions == {} and editor.kind == "" and editor.text.toPlainText() == FAN
    assert editor.apply() and document.root.definitions == {"Fan": {"equations": FAN}}


def test_wrong_equations_are_kept_and_what_uses_them_is_a_problem_in_words(editor, document):
    write(editor, "Fan", FAN)
    editor.apply()
    document.edit("Add", lambda circuit: circuit.add("Fan"))
    write(editor, "Fan", FAN.replace("= load", "= lod"))
    assert editor.apply() and "cannot run" in editor.reason.text()
    found = [str(complaint) for complaint in topology_of(document.root).errors()]
    assert any("lod" in complaint and "line 3" in complaint for complaint in found)
    write(editor, "Fan", FAN)
    assert editor.apply() and not any("lod" in str(complaint) for complaint in topology_of(document.root).complaints)


def test_another_name_renames_the_kind_of_its_components_too(editor, document):
    write(editor, "Fan", FAN)
    editor.apply()
    document.edit("Add", lambda circuit: circuit.add("Fan"))
    editor.name.setText("Blower")
    editor.letters.setText("B")
    assert editor.apply()
    assert list(document.root.definitions) == ["Blower"] and document.root.components["F1"].kind == "Blower"
    assert kind_in(document.root, "Blower").letters == "B"


@pytest.mark.parametrize("name", ["", "1st", "two words", "Taken"])
def test_a_name_that_cannot_be_is_refused_in_words(editor, document, name):
    document.edit("Define", lambda circuit: circuit.definitions.update(Taken={"equations": FAN}))
    write(editor, name, FAN)
    assert not editor.apply() and editor.reason.text() and list(document.root.definitions) == ["Taken"]
    assert editor.text.toPlainText() == FAN


def test_closing_asks_before_text_is_lost(editor, document):
    write(editor, "Fan", FAN)
    editor.close()
    assert editor.isVisible() and editor.dialogs.asked  # cancelled
    editor.dialogs.choice = 0
    editor.close()
    assert document.root.definitions == {"Fan": {"equations": FAN}}


def test_a_new_text_that_nobody_touched_closes_without_a_question(editor, document):
    editor.close()
    assert not editor.dialogs.asked and not editor.isVisible() and document.root.definitions == {}


def test_a_template_never_replaces_what_was_typed_unasked(editor):
    write(editor, "Fan", FAN)
    editor.templates.menu().actions()[1].trigger()
    assert editor.text.toPlainText() == FAN and editor.dialogs.asked
    editor.dialogs.choice = 0
    editor.templates.menu().actions()[1].trigger()
    assert "electrical" in editor.text.toPlainText()


def test_colours_follow_the_ports_and_the_theme(editor, theme):
    write(editor, "Fan", FAN)
    block = editor.text.document().findBlockByNumber(2)
    shades = {each.format.foreground().color().name() for each in block.layout().formats()}
    assert "#d65f0a" in shades  # a.torque, of a rotation
    theme.choose("dark")
    shades = {each.format.foreground().color().name() for each in block.layout().formats()}
    assert "#ffa26b" in shades


@pytest.mark.parametrize(
    "text", ["", "\n\n", "=", "port", "((((", "a = b = c", "\u0000", "port a: rotation\n" * 600, 'let x = "']
)
def test_any_text_is_shown_with_its_remarks(qtbot, theme, text):
    page = EquationText(theme)
    qtbot.addWidget(page)
    page.setPlainText(text)
    page.set_remarks(equation_text.check(page.toPlainText()).remarks)
    page.resize(300, 200)
    page.grab()
    for remark in page.remarks:
        page.go_to(remark)


def test_another_circuit_closes_it(editor, document):
    document.replace(Document().root)
    assert not editor.isVisible()
