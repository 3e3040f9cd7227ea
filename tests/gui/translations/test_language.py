"""The editor in Russian: every text translated, in the right form, and the choice of the language."""

import ast
import re
from collections import Counter

import pytest
from mars.gui.translations import language
from mars.gui.widgets.letter_keys import key_of
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QMessageBox

from docs.tools.editor_texts import FORMS, GUI, RUSSIAN, UnmarkedError, texts_in, written
from mars.cli.main import main
from mars.translation import languages
from tests.helpers.latin_words import latin

PLACEHOLDER = re.compile(r"\{\w*\}|%\d|%n|%s|<[^>]+>|…|&(?=\w)|\n")
LANGUAGES_OF_THEIR_OWN = {"Equations", "IconForm"}  # contexts that explain the syntax of equations and symbols


@pytest.fixture(autouse=True)
def english_again(qapp):
    yield
    language.use(languages.ENGLISH)


@pytest.fixture
def russian(qapp):
    language.use("ru")


@pytest.fixture(scope="module")
def texts():
    return texts_in()


@pytest.fixture(scope="module")
def told():
    return language.translated(RUSSIAN.read_text(encoding="utf-8"))


# The texts


@pytest.mark.slow
def test_every_text_has_a_russian_one_and_none_is_left_over(texts, told):
    """`python -m docs.tools.editor_texts` adds new texts to the file, where they must then be translated."""
    assert not [f"{context}: {english}" for context, english in texts if (context, english) not in told]
    assert not [f"{context}: {english}" for context, english in told if (context, english) not in texts]


def test_placeholders_marks_and_spaces_are_the_same(texts, told):
    wrong = []
    for key in texts.keys() & told.keys():
        for form in told[key]:
            english = key[1]
            margins = [(len(text) - len(text.lstrip()), len(text) - len(text.rstrip())) for text in (english, form)]
            if Counter(PLACEHOLDER.findall(english)) != Counter(PLACEHOLDER.findall(form)) or margins[0] != margins[1]:
                wrong.append((english, form))
    assert not wrong


def test_counted_texts_have_three_forms(texts, told):
    assert {key: len(forms) for key, forms in told.items()} == {key: FORMS if texts[key].is_counted else 1 for key in told}


def test_russian_texts_hold_no_english_words(told):
    left = {key: form for key, forms in told.items() for form in forms if latin(form) and key[0] not in LANGUAGES_OF_THEIR_OWN}
    assert not left


def test_the_file_is_written_as_it_was_read(texts, told):
    assert written(texts, told) == RUSSIAN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('class A:\n def f(self): self.tr("Save")', [("A", "Save", False)]),
        ('class A:\n def f(self): self.tr("%n files", "", 3)', [("A", "%n files", True)]),
        ('class A:\n def f(self): self.tr("On" if 1 else "Off")', [("A", "On", False), ("A", "Off", False)]),
        ('translate("Ctx", "one " "text")', [("Ctx", "one text", False)]),
        ('translate("Ctx", "%n links", 2)', [("Ctx", "%n links", True)]),
        ('class T:\n W = QT_TR_NOOP("Word")', [("T", "Word", False)]),
        ('W = QT_TRANSLATE_NOOP("Ctx", "Word")\ntranslate("Ctx", W)', [("Ctx", "Word", False)]),
    ],
)
def test_marked_texts_are_found(tmp_path, source, found):
    (tmp_path / "module.py").write_text(source)
    assert [(t.context, t.english, t.is_counted) for t in texts_in(tmp_path).values()] == found


@pytest.mark.parametrize(
    "source", ['class A:\n def f(self): self.tr(f"{self} files")', 'window.tr("Save")', 'translate(CONTEXT, "Save")']
)
def test_a_text_that_cannot_be_found_is_complained_about(tmp_path, source):
    (tmp_path / "module.py").write_text(source)
    with pytest.raises(UnmarkedError, match=r"module.py:\d"):
        texts_in(tmp_path)


SHOWN_BY = {"setText", "Label", "setWindowTitle", "setPlaceholderText", "setAccessibleName", "setTitle", "setEmptyLabel"}
SHOWN_BY |= {"addMenu", "addAction", "addItem", "addButton", "showMessage", "say", "tell", "QPushButton", "QAction"}
SHOWN_SECOND = {"set_tip", "show_tip"}  # after the widget or the position


@pytest.mark.slow
def test_no_text_is_shown_without_being_marked():
    """A word of two or more letters passed literally to something that users read."""
    unmarked = []
    for file in sorted(GUI.rglob("*.py")):
        if "tools" in file.relative_to(GUI).parts:
            continue
        for call in [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]:
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            said = call.args[1:2] if name in SHOWN_SECOND else call.args[:1] if name in SHOWN_BY else []
            if said and latin(_literal(said[0])):
                unmarked.append(f"{file.name}:{call.lineno}: {_literal(said[0])}")
    assert not unmarked


def _literal(said):
    """The text without its fields; other arguments are levels and roles."""
    parts = said.values if isinstance(said, ast.JoinedStr) else [said]
    return "".join(part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{}" for part in parts)


# Using them


def test_russian_counts(russian):
    counted = {n: QCoreApplication.translate("Gestures", "%n links", None, n) for n in (1, 2, 5, 11, 12, 21, 24, 111, 112)}
    assert list(counted.values()) == [
        "1 связь",
        "2 связи",
        "5 связей",
        "11 связей",
        "12 связей",
        "21 связь",
        "24 связи",
        "111 связей",
        "112 связей",
    ]


def test_numbers_keep_their_point(russian, qtbot):
    box = QDoubleSpinBox(value=1.5)
    qtbot.addWidget(box)
    assert box.text() == "1.50"
    assert QLocale().toString(2.5) == "2.5"


def test_the_buttons_of_qt_are_russian(russian, qtbot):
    box = QMessageBox(QMessageBox.Icon.NoIcon, "", "", QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert [button.text() for button in box.buttons()] == ["Сохранить", "Отмена"]


def test_the_command_line_goes_before_the_environment_and_that_before_the_menu(qapp, monkeypatch):
    monkeypatch.delenv("MARS_LANGUAGE", raising=False)
    QSettings().setValue("language", "ru")
    language.begin()
    assert languages.current() == "ru"
    monkeypatch.setenv("MARS_LANGUAGE", "en_GB.UTF-8")
    language.begin()
    assert languages.current() == "en"
    language.begin("ru")
    assert languages.current() == "ru"
    monkeypatch.setenv("MARS_LANGUAGE", "tlh")
    language.begin()
    assert languages.current() == "ru", "a language that Mars does not speak is not meant"


def test_the_system_is_asked_for_its_language(qapp, monkeypatch):
    monkeypatch.setattr(QLocale, "uiLanguages", lambda self, *_: ["de-DE", "ru-RU", "en-US"])
    language.choose("system")
    assert languages.current() == "ru"
    monkeypatch.setattr(QLocale, "uiLanguages", lambda self, *_: ["de-DE"])
    language.choose("system")
    assert languages.current() == languages.ENGLISH


@pytest.mark.parametrize(("pressed", "meant"), [("к", "R"), ("ч", "X"), ("а", "F"), ("R", "R"), ("é", "É")])
def test_letters_are_known_by_their_keys(pressed, meant):
    """Qt numbers keys by the capital letters on them."""
    event = QKeyEvent(QEvent.Type.KeyPress, ord(pressed.upper()), Qt.KeyboardModifier.NoModifier, pressed)
    assert chr(key_of(event)) == meant


@pytest.mark.parametrize("words", [["--language", "ru"], ["edit", "--language", "ru"], ["--language", "ru", "edit"]])
def test_the_command_line_names_the_language(words, monkeypatch):
    asked = []
    monkeypatch.setattr("mars.gui.system_libraries.complaint", lambda: None)
    monkeypatch.setattr("mars.gui.app.start", lambda path, spoken: asked.append((path, spoken)) or 0)
    assert main(words) == 0
    assert asked == [(None, "ru")]
