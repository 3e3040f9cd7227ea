"""Texts from outside are shown as they are written, and no text makes Qt open a file."""

import ast
from pathlib import Path

import mars.gui
import pytest
from mars.gui.kinds import kind_groups
from mars.gui.widgets.dialogs import Dialogs
from mars.gui.widgets.page import Page
from mars.gui.widgets.plain_text import LONGEST_TIP, Label, Markup, menu_text, message_box, set_tip, show_tip, tip_text
from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QImage, QPixmap, QTextDocument, QTextDocumentFragment
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import QLabel, QMessageBox, QToolTip, QWidget

from tests.helpers.gui.rich_text import Watch, hostile_texts, misread

GUI = Path(mars.gui.__path__[0])
HERE = {"plain_text.py", "page.py"}  # where Qt's own are used


@pytest.fixture
def trap(tmp_path):
    """An image that nobody may open."""
    path = tmp_path / "trap.png"
    image = QImage(37, 41, QImage.Format.Format_RGB32)
    image.fill(0)
    assert image.save(str(path))
    return path


@pytest.fixture
def watch(trap):
    found = Watch(trap)
    yield found
    assert not found.was_opened()
    found.end()


def test_the_watch_sees_what_qt_opens(qtbot, trap):
    watch = Watch(trap)
    label = QLabel(f"<img src='{trap}'>")
    qtbot.addWidget(label)
    assert label.sizeHint().width() >= 37 and watch.was_opened()
    assert misread(label, hostile_texts(trap))
    watch.end()


def test_labels_show_texts_as_they_are(qtbot, trap, watch):
    for text in hostile_texts(trap):
        label = Label(text)
        qtbot.addWidget(label)
        label.sizeHint()
        label.setText(text)
        label.resize(200, 40)
        label.grab()
        assert label.text() == text and not misread(label, [text])


def test_labels_show_markup_as_rich_text_until_they_get_a_text(qtbot):
    label = Label(Markup("<b>x</b>"))
    qtbot.addWidget(label)
    assert label.textFormat() == RichText.TextFormat.RichText
    label.setText("<b>x</b>")
    assert label.textFormat() == RichText.TextFormat.PlainText


def test_tooltips_show_texts_as_they_are(qtbot, trap, watch):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    for text in hostile_texts(trap):
        set_tip(widget, text)
        show_tip(QPoint(5, 5), text, widget)
        assert not misread(widget, [text])
        tip = widget.toolTip()
        shown = QTextDocumentFragment.fromHtml(tip).toPlainText() if RichText.mightBeRichText(tip) else tip
        assert shown == text[:LONGEST_TIP] + "…" * (len(text) > LONGEST_TIP)
    QToolTip.hideText()
    assert tip_text(Markup("<b>x</b>")) == "<b>x</b>"


def test_message_boxes_show_texts_as_they_are(qtbot, trap, watch):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    for text in hostile_texts(trap)[:-1]:
        Dialogs(window).tell(text, text, text)
        Dialogs(window).ask_to_save(text, lambda _: None)
        Dialogs(window).choose(text, text, ["one"], lambda _: None)
    boxes = window.findChildren(QMessageBox)
    assert len(boxes) == 3 * (len(hostile_texts(trap)) - 1) and not misread(window, hostile_texts(trap))
    box = message_box(QMessageBox.Icon.Warning, "title", "<b>x</b>", window, "<i>y</i>")
    box.show()
    texts = {label.text() for label in box.findChildren(QLabel)}
    assert {"<b>x</b>", "<i>y</i>"} <= texts and not misread(box, ["<b>x</b>", "<i>y</i>"])
    for each in [*boxes, box]:
        each.close()


def test_pages_load_nothing_but_the_images_they_were_given(qtbot, trap, watch):
    page = Page()
    qtbot.addWidget(page)
    page.show()
    own = QUrl("mars:own")
    loads = "".join(f"<img src='{name}'>" for name in (trap, f"file://{trap}", "data:image/png;base64,AAAA", "mars:own"))
    page.show_markup(Markup(f"<link rel='stylesheet' href='{trap}'>{loads}"), {own: QPixmap(20, 30)})
    page.grab()
    image = QTextDocument.ResourceType.ImageResource.value
    assert page.document().resource(image, own).height() == 30
    assert page.document().resource(image, QUrl.fromLocalFile(str(trap))).height() == 1
    page.setSource(QUrl.fromLocalFile(str(trap)))
    assert not page.openLinks() and not page.openExternalLinks()


def test_menu_entries_show_texts_as_they_are():
    assert menu_text("R&D\tCtrl+Q\nx") == "R&&D Ctrl+Q x"
    assert len(menu_text("x" * 100_000)) < 200


def test_the_help_of_kinds_is_escaped(monkeypatch, trap):
    entry = kind_groups.entry

    def hostile(kind, language):
        found = entry(kind, language)
        return found | {"ports": [{**port, "name": "<b>bold</b>"} for port in found["ports"]]}

    monkeypatch.setattr(kind_groups, "entry", hostile)
    kind_groups._tooltip.cache_clear()
    text = kind_groups.tooltip("bodies.rod")
    kind_groups._tooltip.cache_clear()
    assert isinstance(text, Markup) and "<b>bold</b>" not in text and "&lt;b&gt;bold" in text


# Of the source

FORBIDDEN = {  # name: its replacement
    "QLabel": "Label",
    "QMessageBox": "message_box",
    "QTextBrowser": "Page",
    "QTextEdit": "Page",
    "QErrorMessage": "message_box",
    "QGraphicsTextItem": "sheet_text",
    "setToolTip": "set_tip",
    "setTabToolTip": "tip_text",
    "setStatusTip": "nothing",
    "setWhatsThis": "nothing",
    "setHtml": "Page.show_markup",
    "setMarkdown": "Page.show_markup",
    "insertHtml": "Page.show_markup",
    "appendHtml": "Page.show_markup",
    "setInformativeText": "message_box",
    "setDetailedText": "message_box",
    "setTextFormat": "Label",
    "setOpenExternalLinks": "nothing",
}


def test_texts_are_shown_through_one_module():
    """The calls by which Qt guesses, or shows rich text, are made only in `widgets/plain_text.py` and `widgets/page.py`."""
    wrong = []
    for file in sorted(GUI.rglob("*.py")):
        if file.parent.name == "widgets" and file.name in HERE:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Call):
                names = [getattr(node.func, "attr", getattr(node.func, "id", ""))]
                names += ["QToolTip"] if names == ["showText"] and getattr(node.func.value, "id", "") == "QToolTip" else []
            elif isinstance(node, ast.ClassDef):
                names = [getattr(base, "id", "") for base in node.bases]
            wrong += [f"{file.relative_to(GUI)}:{node.lineno}: {name}" for name in names if _is_forbidden(name, node, file)]
    assert not wrong


def _is_forbidden(name, node, file):
    if name == "setTabToolTip" and isinstance(node.args[-1], ast.Call) and getattr(node.args[-1].func, "id", "") == "tip_text":
        return False
    if name == "setTextFormat" and file.name == "sheet_text.py":  # of static text, to plain
        return False
    return name in FORBIDDEN or name == "QToolTip"


def test_tooltips_of_models_are_texts_as_they_are():
    """Every module that answers for `ToolTipRole` passes the text through `tip_text`, or makes it `Markup`."""
    for file in sorted(GUI.rglob("*.py")):
        text = file.read_text("utf-8")
        assert "ToolTipRole" not in text or "tip_text(" in text or "Markup(" in text, file


def test_markup_is_not_made_of_a_bare_text():
    """`Markup(name)` would declare any text to be rich; it is composed where its parts are escaped."""
    for file in sorted(GUI.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Markup" and node.args:
                assert not isinstance(node.args[0], ast.Name | ast.Attribute | ast.Subscript), f"{file}:{node.lineno}"
                assert "escape" in file.read_text("utf-8"), file
