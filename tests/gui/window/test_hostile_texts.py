"""Hostile texts in files, names and runs: every widget shows them as they are, and no file that they name is opened."""

import json

import pytest
from mars.gui.canvas.gestures.tooltips import tip
from mars.gui.canvas.hit_test import Hit
from mars.gui.panels.command_palette import CommandPalette
from mars.gui.runs.recording import Origin, Recording
from mars.gui.theme import Theme
from mars.gui.window import main_window
from mars.gui.window.help_windows import show_help
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from mars.document.storage import loads
from mars.pictures.sheet.draw import draw
from tests.helpers.gui.plots import COORDINATES, recorded
from tests.helpers.gui.rich_text import Watch, hostile_texts, misread
from tests.helpers.gui.window import NoWorker

ENDS = ["Ew1.1", "KN1.1"]


@pytest.fixture
def trap(tmp_path):
    path = tmp_path / "trap.png"
    path.write_bytes(b"not to be opened")
    return path


@pytest.fixture
def hostile(trap):
    """Ends with a test that no file was opened."""
    watch = Watch(trap)
    yield hostile_texts(trap)
    assert not watch.was_opened()
    watch.end()


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    """With real dialogs."""
    monkeypatch.setattr(main_window, "WorkerClient", NoWorker)
    found = MainWindow(Theme(qapp, "light"))
    qtbot.addWidget(found)
    found.resize(1300, 850)
    with qtbot.waitExposed(found):
        found.show()
    yield found
    for box in found.findChildren(QMessageBox):
        box.close()
    found.document.undo_stack.setClean()
    found.close()


def circuit_of(text):
    """A file with the text wherever one may stand."""
    return {
        "mars": 1,
        "circuit": {
            "title": text,
            "note": text,
            "class": "Tx Ty Rz",
            "variables": {"v": {"value": 1, "unit": text, "note": text}, "w": {"value": text, "note": text}},
            "components": {
                "Ew1": {"kind": "bodies.base"},
                "KN1": {"kind": "joints.rotation"},
                "SB1": {"kind": "bodies.rod", "values": {"length": text, "mass": {"law": text}, text: text}},
                "Z1": {"kind": text, "values": {"a": text}},
                "P1": {"kind": "Mine", "values": {"size": text}},
                "Q1": {"kind": "Typed", "values": {"drag": text}},
            },
            "links": [ENDS, ["KN1.2", "SB1.1"], ["SB1.2", "Z1.1"]],
        },
        "definitions": {
            "Mine": {"note": text, "circuit": {"title": text, "components": {"F1": {"kind": text}}, "variables": {"size": 1}}},
            "Typed": {"equations": f'# {text}\nport a: rotation\nparameter drag = 2 N "{text}"\na.torque = drag', "note": text},
        },
        "run": {"until": text, "start": {"KN1.angle": {"value": text}}, "method": text, "inputs": text},
        "drawing": {
            "components": {name: {"at": [140 * i, 0], "label": text} for i, name in enumerate(("Ew1", "KN1", "SB1", "Z1", "P1"))},
            "notes": [{"text": text, "at": [0, 200]}],
        },
        "views": {
            "plots": [{"curves": ["KN1.angle", text], "title": text}, [text]],
            "motion": {"trails": [text], "arrows": [text]},
        },
    }


CASES = range(len(hostile_texts("trap")))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_window_with_a_circuit(window, qtbot, tmp_path, hostile, case):
    text = hostile[case]
    path = tmp_path / "hostile &amp; <b>.mars"
    path.write_text(json.dumps(circuit_of(text)))
    window.files.open(path)
    assert set(window.document.circuit.components) == {"Ew1", "KN1", "SB1", "Z1", "P1", "Q1"}, "the file must not be refused"
    for dock in window.docks.by_name.values():
        dock.show()
        dock.raise_()
    qtbot.waitUntil(lambda: not window.problems.check.is_waiting)
    assert window.problems.rows
    document, tips = window.document, []
    links = [link.key for link in document.circuit.links]
    for selected in ["", *document.circuit.components, *links]:
        window.selection.set(*([selected] if selected in names else [] for names in (document.circuit.components, links)))
        qtbot.wait_for_deferred()
        assert not misread(window, hostile)
        if selected in document.circuit.components:
            layout, complaints = window.view.sheet.layout, window.view.sheet.problems_of(selected)
            hits = [Hit("component", (0, 0), selected), Hit("badge", (0, 0), selected)]
            tips += [tip(document.circuit, layout, hit, complaints) for hit in hits]
            show_help(window, document.circuit.components[selected].kind)
    assert not misread(window, hostile)
    assert not any("<b>bold" in each or "<img" in each for each in tips)
    window.grab()
    for what in ("find", "commands"):
        window.actions_by_name[what].trigger()
    qtbot.waitUntil(lambda: window.findChild(CommandPalette) is not None)
    window.findChild(CommandPalette).search.setText(text[:200])
    assert not misread(window, hostile)
    window.findChild(CommandPalette).close()


@pytest.mark.parametrize("case", CASES)
def test_refused_files(window, qtbot, tmp_path, hostile, case):
    text = hostile[case]
    path = tmp_path / "refused <b>.mars"
    for data in ({"mars": text}, {text: 1}, {"mars": 1, "circuit": {"components": {text: {"kind": "bodies.rod"}}}}, text):
        path.write_text(json.dumps(data))
        window.files.open(path)
    path.write_text(text)
    window.files.open(path)
    qtbot.wait_for_deferred()
    boxes = window.findChildren(QMessageBox)
    assert len(boxes) == 5 and not misread(window, hostile)
    assert all(len(box.text()) < 1000 for box in boxes)


def test_the_original_file(window, hostile, tmp_path, trap):
    """35 bytes took the editor down: a message quoted the version, and Qt loaded the image that it named."""
    path = tmp_path / "a.mars"
    path.write_text(json.dumps({"mars": f"<img src='{trap}'>"}))
    window.files.open(path)
    box = window.findChild(QMessageBox)
    box.grab()
    assert str(trap)[:20] in box.text() + box.informativeText() and not misread(window, hostile)


def test_the_start_page_and_recent_files(window, qtbot, tmp_path, hostile):
    names = [f"{text.replace('/', '')[:100]}.mars" for text in hostile if "\0" not in text]
    paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text("{}")
    QSettings().setValue("recent", [str(path) for path in paths])
    window.files.recent_changed.emit()
    window._fill_recent()
    tags = [*hostile, *(name.removesuffix(".mars") for name in names)]
    assert window.recent_menu.actions() and not misread(window, tags)
    window.grab()


@pytest.mark.parametrize("case", CASES)
def test_messages_and_the_status_bar(window, hostile, case):
    text = hostile[case]
    window.messages.say(text, lasting=True)
    window.grab()
    window.document.edit(text, lambda circuit: circuit.add("bodies.rod", "R1"))
    window.document.undo_stack.undo()
    QGuiApplication.clipboard().setText(text)
    window.gestures.clipboard.paste()
    window.grab()
    assert not misread(window, hostile)
    QGuiApplication.clipboard().clear()


@pytest.mark.parametrize("case", CASES)
def test_runs_and_curves(window, qtbot, hostile, case):
    text = hostile[case]
    window.files.new(loads(json.dumps(circuit_of(text))))
    results = window.run_control.results
    results.show(recorded(label=text))
    units = dict.fromkeys(COORDINATES, text)
    changes = [{"t": 0.5, "name": text, "before": text, "after": text}]
    odd = Recording(units | {text: text}, 0.0, 1.0, Origin(text, interventions=changes))
    odd.variables = units | {text: text}
    results.show(odd)
    window.docks.bring_up("plots")
    menus = window.plots.menus
    menus.show_runs(window.plots.tools.runs)
    menus.show_add(window.plots.tools.add)
    qtbot.wait_for_deferred()
    window.grab()
    assert not misread(window, hostile)


@pytest.mark.parametrize("case", CASES)
def test_drawings_as_svg(hostile, case):
    """Well-formed, with the text as text."""
    from xml.etree import ElementTree

    circuit = loads(json.dumps(circuit_of(hostile[case])))
    root = ElementTree.fromstring(draw(circuit))
    names = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert not names & {"img", "b", "a", "image", "table", "script", "style"}
