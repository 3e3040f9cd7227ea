"""The start page: start, open, recover, or open an example; its thumbnails never block the window."""

from types import SimpleNamespace

import pytest
from mars.gui.document import new_circuits
from mars.gui.start_page import thumbnails
from mars.gui.start_page.start_page import StartPage, example_files
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mars.simulation import simulate
from mars.topology.analyse import topology_of
from mars.translation import languages
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def page(qtbot, theme):
    found = StartPage(theme, examples=[CIRCUITS / f"{name}.mars" for name in ("pendulum", "four_bar", "heavy_top", "gantry")])
    qtbot.addWidget(found)
    found.resize(1200, 800)
    found.show()
    return found


def test_a_click_begins_a_new_circuit(page, qtbot):
    assert len(page.choices) == len(new_circuits.NEW) + 1  # the last one opens a file
    for choice, what in zip(page.choices, new_circuits.NEW, strict=False):
        with qtbot.waitSignal(page.new_requested) as asked:
            QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
        assert asked.args == [what]


@pytest.mark.parametrize("what", ["planar", "spatial"])
def test_a_new_circuit_has_a_class_gravity_and_a_base(what):
    circuit = new_circuits.NEW[what]()
    assert list(circuit.components) == ["Base1"] and circuit.drawing["components"]["Base1"]["at"] == [0, 0]
    assert circuit.motions == (("Tx", "Ty", "Rz") if what == "planar" else ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz"))
    assert sum(abs(part) for part in circuit.gravity_vector()) == 9.81
    assert topology_of(circuit).errors() == []


@pytest.mark.parametrize(
    "what, name, least, most",
    [
        ("electrical", "C1.voltage", 9.9, 10.0),
        ("hydraulic", "VO1.pressure", 160e5, 165e5),  # the relief valve is open
        ("thermal", "HC1.temperature", 332.0, 333.15),
    ],
)
def test_a_new_circuit_runs_as_it_is(what, name, least, most):
    circuit = new_circuits.NEW[what]()
    assert topology_of(circuit).errors() == []
    assert least < simulate(circuit)[name][-1] < most


def test_open_asks_and_recent_files_are_opened(page, qtbot, tmp_path):
    with qtbot.waitSignal(page.open_requested) as asked:
        QTest.mouseClick(page.choices[-1], Qt.MouseButton.LeftButton)
    assert asked.args == [None]
    files = [tmp_path / f"arm{number}.mars" for number in range(9)]
    page.set_recent(files)
    rows = [page._recent.itemAt(i).widget() for i in range(page._recent.count())]
    assert [row.text() for row in rows] == [f"arm{number}" for number in range(6)] and rows[0].folder == str(tmp_path)
    with qtbot.waitSignal(page.open_requested) as asked:
        QTest.mouseClick(rows[1], Qt.MouseButton.LeftButton)
    assert asked.args == [files[1]]
    page.set_recent([])
    assert page._recent.count() == 0 and not page._recent_title.isVisible()


def test_unsaved_work_is_offered(page, qtbot):
    gone = []
    offers = [SimpleNamespace(title="Arm", path=None, when=0.0, discard=lambda: gone.append("Arm")) for _ in range(2)]
    page.set_recoveries(offers)
    assert page._offers_title.isVisible()
    _, recover, discard = page._offers.itemAt(0).widget().children()[:3]
    with qtbot.waitSignal(page.recovery_requested) as asked:
        QTest.mouseClick(recover, Qt.MouseButton.LeftButton)
    assert asked.args == [offers[0]]
    QTest.mouseClick(discard, Qt.MouseButton.LeftButton)
    assert gone == ["Arm"] and page._offers.count() == 1


def test_examples_show_title_sentence_and_picture_one_at_a_time(page, qtbot, monkeypatch):
    drawn = []
    draw = thumbnails.draw
    monkeypatch.setattr(thumbnails, "draw", lambda circuit, **options: drawn.append(circuit.title) or draw(circuit, **options))
    before = [tile.theme_shown for tile in page.tiles]
    page._do_one()
    assert sum(tile.theme_shown != old for tile, old in zip(page.tiles, before, strict=True)) <= 1 and len(drawn) <= 1
    qtbot.waitUntil(lambda: page.is_complete)
    pendulum = page.tiles[0]
    assert pendulum.text() == "Simple pendulum" and pendulum.sentence.startswith("IFToMM benchmark A01")
    assert all(not tile.picture.isNull() for tile in page.tiles) and len(drawn) == 4


def test_pictures_are_drawn_once_for_each_theme_and_content(page, qtbot, theme, monkeypatch):
    qtbot.waitUntil(lambda: page.is_complete)
    light = page.tiles[0].picture.toImage()
    theme.choose("dark")
    assert not page.is_complete
    qtbot.waitUntil(lambda: page.is_complete)
    assert page.tiles[0].picture.toImage() != light
    monkeypatch.setattr(thumbnails, "draw", lambda *_, **__: pytest.fail("drawn again"))
    again = StartPage(theme, examples=[tile.path for tile in page.tiles])
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(lambda: again.is_complete)
    assert not again.tiles[3].picture.isNull()


def test_a_click_or_enter_takes_an_example(page, qtbot):
    with qtbot.waitSignal(page.example_requested) as asked:
        QTest.mouseClick(page.tiles[1], Qt.MouseButton.LeftButton)
    assert asked.args == [page.tiles[1].path]
    with qtbot.waitSignal(page.example_requested) as asked:
        QTest.keyClick(page.tiles[2], Qt.Key.Key_Return)
    assert asked.args == [page.tiles[2].path]


def test_the_grid_flows_with_the_width_and_arrows_go_through_it(page, qtbot):
    flow = page.tiles[0].parentWidget()
    assert flow.columns == 4
    page.resize(560, 800)
    qtbot.waitUntil(lambda: flow.columns == 2)
    assert page.tiles[2].y() > page.tiles[0].y() and page.widget().width() <= page.viewport().width()
    page.activateWindow()
    page.tiles[0].setFocus()
    for key, place in ((Qt.Key.Key_Down, 2), (Qt.Key.Key_Right, 3), (Qt.Key.Key_Up, 1)):
        QTest.keyClick(page.focusWidget(), key)
        assert page.focusWidget() is page.tiles[place]


def test_a_damaged_example_says_so_and_harms_nothing(qtbot, theme, tmp_path):
    broken = tmp_path / "broken.mars"
    broken.write_text("{")
    page = StartPage(theme, examples=[broken, CIRCUITS / "pendulum.mars"])
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: page.is_complete)
    assert page.tiles[0].picture.isNull() and page.tiles[0].sentence and not page.tiles[1].picture.isNull()


def test_all_examples_are_there_simple_ones_first():
    found = example_files()
    assert {path.name for path in found} == {path.name for path in CIRCUITS.glob("*.mars")} and found[0].stem == "pendulum"


def test_a_sentence_does_not_end_at_an_abbreviation():
    assert thumbnails.read_preview(CIRCUITS / "two_segment_manipulator.mars").sentence.startswith(
        "The manipulator of the method's Fig. 1:"
    )


def test_pictures_are_kept_by_language(page):
    """The texts in a drawing are in the current language."""
    path = CIRCUITS / "gantry.mars"
    english = thumbnails.picture_file(path, "light")
    languages.set_current("ru")
    try:
        assert thumbnails.picture_file(path, "light") != english
    finally:
        languages.set_current("en")
