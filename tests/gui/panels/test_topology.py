"""The Topology dock: class, counts and lists, and what they highlight."""

import pytest
from mars.gui.panels.topology_panel import ENDS, TopologyPanel
from mars.gui.problems.live_check import LiveCheck
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mars.document.circuit import Circuit
from mars.document.storage import load
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def panel(qtbot, theme, fig1, selection):
    found = TopologyPanel(fig1, selection, theme)
    qtbot.addWidget(found)
    found.resize(800, 500)
    found.show()
    found.check.look()
    return found


def sections(panel):
    model = panel.model
    return {model.item(i, 0).text(): model.item(i, 0) for i in range(model.rowCount())}


def texts(item):
    return [(item.child(i, 0).text(), item.child(i, 1).text()) for i in range(item.rowCount())]


def click(panel, item):
    panel.view.expand(item.parent().index())
    panel.view.scrollTo(item.index())
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=panel.view.visualRect(item.index()).center())


def test_class_and_counts_are_those_of_the_paper(panel):
    said = panel.counts.text()
    for part in ("P³", "Tx Ty Rz", "7 (5 vector, 2 scalar)", "14 (10 vector, 4 scalar)", "17 nodes, 34 branches"):
        assert part in said.replace("&nbsp;", " ").replace("  ", " ")


def test_nodes_are_listed_with_their_ports_the_backbone_first(panel):
    nodes = texts(sections(panel)["Nodes"])
    assert len(nodes) == 7 and nodes[0] == ("Backbone node", "frame:  Ew1.1,  KN1.1")
    assert ("Node 6", "rotation:  KN2.turn,  DC.a") in nodes


def test_the_tree_goes_from_root_to_leaf(panel):
    (way,) = texts(sections(panel)["Tree branches"])
    assert way == ("SB2", "Ew1 → KN1 → SB1 → KN2 → SB2")


def test_freedoms_are_free_or_given_and_the_report_knows_better(panel, fig1):
    assert texts(sections(panel)["Degrees of freedom"]) == [("KN1.angle", "prescribed motion"), ("KN2.angle", "free")]
    panel.set_report({"revision": fig1.revision, "freedoms": [("KN1.turn", "velocity"), ("KN2.turn", "free")], "complaints": []})
    assert texts(sections(panel)["Degrees of freedom"]) == [("KN1.angle", "prescribed velocity"), ("KN2.angle", "free")]


def test_a_click_lights_up_ports_and_links_and_losing_the_focus_puts_it_out(panel, selection):
    click(panel, sections(panel)["Nodes"].child(0))
    assert selection.lit == {"Ew1.1", "KN1.1", "Ew1.1 KN1.1"} and not selection.components
    click(panel, sections(panel)["Degrees of freedom"].child(1))
    assert selection.lit == {"KN2", "KN2.turn"}
    panel.hide()
    assert selection.lit == frozenset()


def test_the_arrow_keys_light_up_too_and_enter_selects(panel, selection, qtbot):
    panel.activateWindow()
    panel.view.setFocus()
    click(panel, sections(panel)["Nodes"].child(0))
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert selection.lit == {"KN1.2", "SB1.1", "KN1.2 SB1.1"}
    with qtbot.waitSignal(panel.show_requested) as asked:
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert selection.components == {"KN1", "SB1"} and asked.args == ["KN1"]


def test_a_whole_way_lights_up(panel, selection):
    click(panel, sections(panel)["Tree branches"].child(0))
    assert {"Ew1", "KN1", "SB1", "KN2", "SB2"} <= selection.lit and "SB1.2 KN2.1" in selection.lit
    assert "KN1.turn Ew2.turn" not in selection.lit


def test_loops_are_cut_through_a_body(panel, fig1, selection):
    fig1.replace(load(CIRCUITS / "four_bar.mars"))
    loops = sections(panel)["Loops"]
    assert texts(loops) == [("Cut through Coupler", "")]
    found = {"constraints": 3, "independent": 2, "freedoms by rank": 2, "freedoms by count": 1}
    panel.set_report({"revision": fig1.revision, "freedoms": [], "loops": found, "complaints": []})
    assert ("Constraints", "3, 1 of them redundant") in texts(sections(panel)["Loops"])
    click(panel, sections(panel)["Loops"].child(0))
    assert selection.lit == {"Coupler"}


def test_an_edit_shows_at_once_and_keeps_what_was_chosen(panel, fig1, selection, qtbot):
    click(panel, sections(panel)["Nodes"].child(0))
    with qtbot.waitSignal(panel.check.checked):
        fig1.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(900, 200)))
    assert "SB3.2" in " ".join(detail for _, detail in texts(sections(panel)["Nodes"]))
    assert panel.view.currentIndex().data(ENDS) == {"Ew1.1", "KN1.1", "Ew1.1 KN1.1"}
    assert texts(sections(panel)["Parts"]) == [("Part 1", "Ew1, KN1, SB1, KN2, SB2, Ef3, Ew2, DC, SB3")]


def test_a_hidden_panel_waits_until_it_is_seen(panel, fig1):
    panel.hide()
    fig1.edit("Remove", lambda circuit: circuit.remove("SB2", "Ef3", "DC"))
    panel.check.look()
    assert len(texts(sections(panel)["Nodes"])) == 7
    panel.show()
    assert len(texts(sections(panel)["Nodes"])) < 7


def test_an_empty_sheet_says_what_to_do(panel, fig1):
    fig1.replace(Circuit())
    assert panel.empty.isVisible() and not panel.view.isVisible()


def test_panels_of_one_document_share_one_check(fig1, panel):
    assert LiveCheck.of(fig1) is panel.check
