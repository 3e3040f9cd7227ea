"""The palette: every kind can be found, read about, dragged and placed, by mouse and by keyboard."""

import subprocess
import sys

import pytest
from mars.gui.kinds import kind_groups
from mars.gui.kinds.search_rank import badness, best
from mars.gui.panels.palette_list import KIND, KIND_MIME
from mars.gui.panels.palette_panel import PalettePanel
from mars.gui.widgets.list_rows import HEADING
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mars.component.base import Terminal
from mars.kinds.registry import kinds
from tests.helpers.waits import LIMIT

ON_MAIN_SHEET = [kind for kind, cls in kinds().items() if not issubclass(cls, Terminal)]  # ports are for subcircuits


@pytest.fixture
def palette(qtbot, theme, document):
    found = PalettePanel(theme, document)
    qtbot.addWidget(found)
    found.resize(232, 700)
    found.show()
    qtbot.waitExposed(found)
    return found


def rows(palette):
    return [(index.data(KIND), index) for index in palette._rows()]


def index_of(palette, kind):
    return next(index for key, index in rows(palette) if key == kind)


def test_every_kind_is_there_once_in_a_sensible_order(palette):
    shown = palette.shown_kinds()
    assert sorted(shown) == sorted(ON_MAIN_SHEET) and len(set(shown)) == len(shown)
    headings = [key for key, index in rows(palette) if index.data(HEADING)]
    assert headings[:10] == [
        *("bodies", "joints", "sources.rotation", "sources.translation", "sources.frame", "inputs"),
        *("dynamics.rotation", "dynamics.translation", "dynamics.frame", "meters"),
    ]
    assert headings[10:12] == ["electrical.passive", "electrical.sources"]
    families = list(dict.fromkeys(key.partition(".")[0] for key in headings[10:]))
    assert families == [
        family for family in kind_groups.FAMILIES[6:] if family in families
    ]  # none after them that the palette does not list
    assert shown[:2] == ["bodies.base", "bodies.rod"]
    assert max(len(group.kinds) for group in kind_groups.groups()) <= 15


def test_typing_filters_and_the_best_comes_first(palette, qtbot):
    palette.focus_search()
    QTest.keyClicks(palette.search, "rot")
    assert palette.shown_kinds()[:2] == ["dynamics.rotor", "joints.rotation"]
    QTest.keyClicks(palette.search, "ation j")
    assert palette.shown_kinds() == ["joints.rotation", "joints.universal"]
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    assert palette.search.text() == "" and len(palette.shown_kinds()) == len(ON_MAIN_SHEET)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("damper", "dynamics.damper"),
        ("slide damper", "dynamics.slide_damper"),
        ("spring damper", "dynamics.spring_damper"),
        ("sprdmp", "dynamics.spring_damper"),
        ("freewheel", "dynamics.one_way_clutch"),  # a word of its help
        ("ROD", "bodies.rod"),
        ("joints.weld", "joints.weld"),
    ],
)
def test_words_of_name_help_and_family_find_a_kind(typed, first):
    assert kind_groups.search(typed)[0] == first


def test_what_fits_nowhere_says_so(palette):
    QTest.keyClicks(palette.search, "flux capacitor")
    assert palette.shown_kinds() == [] and palette.nothing.isVisible()


def test_words_and_enter_place_what_fits_best(palette, qtbot):
    QTest.keyClicks(palette.search, "vel")
    with qtbot.waitSignal(palette.place_requested) as placed:
        QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert placed.args == ["sources.velocity"]


def test_the_keyboard_goes_down_into_the_list_and_back_up(palette, qtbot):
    palette.activateWindow()
    palette.focus_search()
    QTest.keyClick(palette.search, Qt.Key.Key_Down)
    assert palette.focusWidget() is palette.view and palette.view.currentIndex().data(KIND) == "bodies.base"
    QTest.keyClick(palette.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(palette.place_requested) as placed:
        QTest.keyClick(palette.view, Qt.Key.Key_Return)
    assert placed.args == ["bodies.rod"]
    for _ in range(3):
        QTest.keyClick(palette.view, Qt.Key.Key_Up)
    assert palette.focusWidget() is palette.search
    QTest.keyClick(palette.search, Qt.Key.Key_Down)
    QTest.keyClicks(palette.view, "w")
    assert palette.search.text() == "w" and palette.focusWidget() is palette.search


def test_a_click_on_a_heading_folds_its_kinds_and_it_stays_so(palette, qtbot, theme, document):
    heading = index_of(palette, "bodies")
    QTest.mouseClick(palette.view.viewport(), Qt.MouseButton.LeftButton, pos=palette.view.visualRect(heading).center())
    assert not palette.view.isExpanded(heading)
    again = PalettePanel(theme, document)
    qtbot.addWidget(again)
    assert not again.view.isExpanded(index_of(again, "bodies")) and again.view.isExpanded(index_of(again, "joints"))


def test_a_double_click_places_once(palette, qtbot):
    placed = []
    palette.place_requested.connect(placed.append)
    where, place = palette.place_of("joints.rotation")
    QTest.mouseClick(where, Qt.MouseButton.LeftButton, pos=place)
    assert placed == []
    QTest.mouseDClick(where, Qt.MouseButton.LeftButton, pos=place)
    assert placed == ["joints.rotation"]


def test_what_is_dragged_out_names_its_kind_and_shows_its_symbol(palette):
    index = index_of(palette, "bodies.rod")
    data = palette.model.mimeData([index])
    assert data.formats() == [KIND_MIME] and bytes(data.data(KIND_MIME).data()).decode() == "bodies.rod"
    palette.view.setCurrentIndex(index)
    drag = palette.view.drag()
    assert bytes(drag.mimeData().data(KIND_MIME).data()) == b"bodies.rod" and not drag.pixmap().isNull()
    drag.deleteLater()
    palette.view.setCurrentIndex(index_of(palette, "bodies"))
    assert palette.view.drag() is None and palette.model.mimeData([index_of(palette, "bodies")]).formats() == []


def test_tooltips_tell_help_ports_and_parameters_with_units():
    text = kind_groups.tooltip("bodies.rod")
    for part in ("A thin straight rod", "1 (frame)", "length = 1 m", "mass = 1 kg"):
        assert part in text
    assert "turn (rotation)" in kind_groups.tooltip("sources.velocity")
    assert all("None" not in kind_groups.tooltip(kind) and "{" not in kind_groups.tooltip(kind) for kind in kinds())


def test_what_was_placed_last_stands_on_top_and_is_remembered(palette, document, qtbot, theme):
    for kind in ("joints.rotation", "bodies.rod", "joints.rotation"):
        document.edit("Add", lambda circuit, kind=kind: circuit.add(kind, at=(0, 0)))
    assert palette.shown_kinds()[:2] == ["joints.rotation", "bodies.rod"]
    again = PalettePanel(theme, document)
    qtbot.addWidget(again)
    assert rows(again)[0][0] == "recent" and again.shown_kinds()[:2] == ["joints.rotation", "bodies.rod"]


def test_symbols_follow_the_theme(palette, theme):
    index = index_of(palette, "bodies.rod")
    light = index.data(Qt.ItemDataRole.DecorationRole).toImage()
    theme.choose("dark")
    assert index.data(Qt.ItemDataRole.DecorationRole).toImage() != light


def test_matching_grades_whole_words_beginnings_and_letters_in_order():
    grades = [badness(typed, "Spring damper") for typed in ("spring", "spr", "damp", "pring", "sd")]
    assert grades == sorted(grades) and None not in grades
    assert badness("x", "Spring damper") is None and badness("coil", "Spring damper", "a coil") is not None
    assert best("", ["b", "a"], lambda each: (each, "")) == ["b", "a"]


def test_the_panels_need_neither_casadi_nor_numba_nor_scipy():
    modules = ["panels.palette_panel", "panels.topology_panel", "panels.command_palette", "panels.find_bar"]
    modules += ["problems.problems_panel", "problems.remedies", "start_page.start_page"]
    lines = [f"import mars.gui.{name}" for name in modules]
    lines += ["from mars.gui.document.new_circuits import planar", "from mars.topology.analyse import topology_of"]
    lines += ["topology_of(planar())", "import sys"]
    lines.append("sys.exit(', '.join({'casadi', 'numba', 'scipy', 'pyqtgraph'} & sys.modules.keys()) or 0)")
    done = subprocess.run([sys.executable, "-c", "; ".join(lines)], capture_output=True, text=True, timeout=LIMIT, check=False)
    assert done.returncode == 0, done.stderr


def test_all_ports_of_subcircuits_stand_together_and_can_be_told_apart():
    (ports,) = (group.kinds for group in kind_groups.groups() if group.key == kind_groups.PORTS)
    assert set(ports) == {kind for kind, cls in kinds().items() if issubclass(cls, Terminal)}
    titles = [kind_groups.title(kind) for kind in ports]
    assert len(set(titles)) == len(titles) and "Hydraulic port" in titles
