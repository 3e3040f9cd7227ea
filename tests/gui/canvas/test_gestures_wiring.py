"""Wires drawn, refused, bent, re-attached and deleted; a wire released on the empty sheet adds a component."""

from itertools import pairwise

import pytest
from mars.gui.canvas.popups.kind_list import KindList
from mars.gui.canvas.popups.value_popup import ValuePopup
from mars.gui.document.new_circuits import planar
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.helpers.gui.user_input import Hands

Key = Qt.Key


@pytest.fixture
def hands(qtbot, fig1, selection, theme):
    return Hands(qtbot, fig1, selection, theme)


@pytest.fixture
def empty(qtbot, document, selection, theme):
    document.replace(planar())
    return Hands(qtbot, document, selection, theme)


def links(hands: Hands) -> list[set[str]]:
    return [set(link.ends) for link in hands.circuit.links]


def add(hands: Hands, kind: str, name: str, at: tuple[int, int]) -> None:
    hands.document.edit("Add", lambda circuit: circuit.add(kind, name, at=at))
    hands.document.undo_stack.clear()


# Port to port and port to wire


def test_a_wire_from_port_to_port_is_one_entry(hands):
    add(hands, "bodies.rod", "SB3", (400, 160))
    before = hands.bytes
    hands.drag("SB3.1", (300, 120), "Ew1.1")
    assert {"SB3.1", "Ew1.1"} in links(hands) and hands.texts == ["Connect SB3.1 – Ew1.1"]
    route = hands.circuit.drawing["links"]["SB3.1 Ew1.1"]["route"]
    assert route[0] == [360, 160] and route[-1] == [20, 0]
    hands.document.undo_stack.undo()
    assert hands.bytes == before and not hands.scene.previews


def test_while_wiring_compatible_ports_light_up_and_the_wire_is_shown_orthogonal(hands):
    hands.press("SB1.1")
    hands.drag_to((240, 80), (330, 90))
    veil, wire = hands.scene.previews.veil, hands.scene.previews.wire
    assert veil.ends == {"Ef3.1", "KN2.2", "SB2.1", "SB2.2"}  # neither shafts, nor its own body and node
    assert wire.points[0] == (220, 0) and wire.points[-1] == (330, 90) and not wire.refused
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(wire.points))
    hands.key(Key.Key_Escape)
    hands.release((330, 90))


def test_a_refused_target_says_why_at_the_mouse_and_nothing_is_linked(hands):
    before = hands.bytes
    heard = []
    hands.host.context.refused.connect(heard.append)
    hands.press("SB2.1")
    hands.drag_to((450, -20), "KN2.turn")
    chip, wire = hands.scene.previews.chip, hands.scene.previews.wire
    assert "rotation port" in chip.text and chip.tone == "error" and wire.refused
    assert hands.view.viewport().cursor().shape() == Qt.CursorShape.ForbiddenCursor
    hands.release("KN2.turn")
    assert hands.bytes == before and hands.texts == [] and "rotation port" in heard[0]
    assert hands.view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor and hands.host.popups.current is None


def test_escape_in_the_middle_of_a_wire_leaves_nothing_behind(hands):
    before, chosen = hands.bytes, hands.selection.components
    hands.press("SB2.2")
    hands.drag_to((450, -20), "KN2.turn")
    hands.key(Key.Key_Escape)
    hands.release("KN2.turn")
    assert hands.bytes == before and hands.texts == [] and not hands.scene.previews
    assert hands.selection.components == chosen and hands.view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_a_wire_let_go_on_a_wire_makes_a_junction(hands):
    add(hands, "dynamics.spring", "DC2", (250, -150))
    hands.drag("DC2.a", (180, -100), (120, -62))
    assert {"DC2.a", "#1"} in links(hands) and len(links(hands)) == 9
    assert hands.circuit.drawing["junctions"]["#1"] == [120, -60]
    assert hands.texts == ["Connect DC2.a to KN1.turn – Ew2.turn"]
    hands.document.undo_stack.undo()
    assert len(links(hands)) == 7


def test_a_wire_let_go_on_a_junction_joins_it(hands):
    add(hands, "dynamics.spring", "DC2", (250, -150))
    add(hands, "dynamics.friction", "DC3", (0, -150))
    hands.drag("DC2.a", (120, -60))
    hands.drag("DC3.a", (-60, -100), "#1")
    assert {"DC3.a", "#1"} in links(hands) and len(links(hands)) == 10


def test_a_wire_on_a_wire_of_another_domain_is_refused(hands):
    before = hands.bytes
    hands.press("KN2.turn")
    hands.drag_to((350, -60), (190, 0))
    assert "vector port" in hands.scene.previews.chip.text
    hands.release((190, 0))
    assert hands.bytes == before


def test_a_slip_at_a_port_is_no_wire(hands):
    hands.press("SB2.2")
    x, y = hands.place("SB2.2")
    hands.drag_to((x + 8, y + 5), (x + 12, y + 9))
    hands.release((x + 12, y + 9))
    assert hands.host.popups.current is None and hands.texts == []


def test_a_click_on_a_port_selects_its_component(hands):
    hands.click("SB1.2")
    assert hands.selection.components == {"SB1"} and hands.texts == []


def test_a_wire_let_go_on_a_symbol_goes_to_the_nearest_port_that_fits(hands):
    add(hands, "bodies.rod", "SB3", (400, 160))
    hands.drag("Ew1.1", (200, 140), (412, 160))
    assert {"Ew1.1", "SB3.2"} in links(hands)
    hands.press("SB2.2")
    hands.drag_to((580, -60), "Ew2")
    assert "rotation port" in hands.scene.previews.chip.text
    hands.release("Ew2")
    hands.drag("SB2.2", (580, 60), "SB2")  # back to its start: accidental
    assert len(links(hands)) == 8 and hands.host.popups.current is None


# Into the empty sheet


def test_into_the_empty_sheet_a_list_of_fitting_kinds_opens(empty):
    empty.drag("Base1.1", (150, 0))
    popup = empty.host.popups.current
    assert isinstance(popup, KindList) and popup.search.hasFocus()
    assert popup.list.item(0).text() == "Rotation" and popup.offers[0] == ("joints.rotation", "1")
    assert empty.scene.previews.wire is not None
    before = empty.bytes
    empty.type("zzz\n")
    assert popup.list.isHidden() and not popup.is_closed
    empty.type("\x1b")
    assert empty.host.popups.current is None and empty.bytes == before and not empty.scene.previews and empty.view.hasFocus()


def test_type_enter_places_it_wired_and_the_telling_values_are_asked(empty):
    empty.drag("Base1.1", (150, 0))
    empty.type("rot\n")
    assert empty.host.popups.current is None  # a joint has nothing to ask
    assert links(empty) == [{"Base1.1", "KN1.1"}] and empty.selection.components == {"KN1"}
    empty.drag("KN1.2", (330, 0))
    empty.type("rod\n")
    popup = empty.host.popups.current
    assert isinstance(popup, ValuePopup) and list(popup.rows) == ["length", "mass"]
    empty.type("600 mm\t4\n")
    assert empty.circuit.components["SB1"].values == {"length": "600 mm", "mass": 4} and empty.host.popups.current is None
    assert empty.texts == ["Add KN1 to Base1.1", "Add SB1 to KN1.2"]
    empty.document.undo_stack.undo()
    assert list(empty.circuit.components) == ["Base1", "KN1"]


def test_a_wrong_value_keeps_the_card_open_with_the_reason(empty):
    empty.drag("Base1.1", (150, 0))
    empty.type("box\n-1\n")
    popup = empty.host.popups.current
    assert isinstance(popup, ValuePopup) and not popup.rows["length"].reason.isHidden()
    assert "greater than 0" in popup.rows["length"].reason.text() and popup.rows["length"].line.hasFocus()
    assert empty.circuit.components["SB1"].values == {}
    empty.type("2 kg\n")
    assert empty.host.popups.current is popup and "m" in popup.rows["length"].reason.text()
    empty.type("2\n")
    assert empty.circuit.components["SB1"].values == {"length": 2} and len(empty.texts) == 1


def test_escape_in_the_values_keeps_the_defaults(empty):
    empty.drag("Base1.1", (150, 0))
    empty.type("box\n5\t6\x1b")
    assert empty.circuit.components["SB1"].values == {} and empty.host.popups.current is None and len(empty.texts) == 1


def test_going_on_with_the_mouse_takes_what_was_typed_well(empty):
    empty.drag("Base1.1", (150, 0))
    empty.type("box\n0.5\t-6")
    empty.click("Base1")
    assert empty.circuit.components["SB1"].values == {"length": 0.5} and empty.host.popups.current is None
    assert len(empty.texts) == 1 and empty.selection.components == {"Base1"}


def test_keys_choose_in_the_list(empty):
    empty.drag("Base1.1", (150, 0))
    empty.host.popups.current.search.setFocus()
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Up):
        empty_key(empty, key)
    empty_key(empty, Key.Key_Return)
    assert empty.circuit.components["KN1"].kind == "joints.translation"


def empty_key(hands: Hands, key) -> None:
    QTest.keyClick(hands.host.popups.current.search, key)


def test_a_click_in_the_list_chooses(empty):
    empty.drag("Base1.1", (150, 0))
    popup = empty.host.popups.current
    row = popup.list.visualItemRect(popup.list.item(2))
    QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert empty.circuit.components["KN1"].kind == "joints.weld"


def test_letters_in_a_card_are_no_commands(empty):
    empty.drag("Base1.1", (150, 0))
    before = empty.bytes
    empty.type("rxyn")
    assert empty.host.popups.current.search.text() == "rxyn" and empty.bytes == before


def test_a_law_on_one_line(empty):
    empty.drag("Base1.1", (150, 0))
    empty.type("rot\n")
    empty.drag("KN1.turn", (180, -120))
    empty.type("vel\ncycloid 2 s\n")
    assert "after" in empty.host.popups.current.rows["law"].reason.text()
    empty.type("cycloid 2 s, 30 rpm\n")
    assert empty.circuit.components["Ew1"].values == {"law": {"law": "cycloid", "time": "2 s", "after": "30 rpm"}}


# Bending, re-attaching, deleting


def test_a_dragged_segment_keeps_its_shape(hands):
    before = hands.bytes
    hands.drag((190, 0), (190, 42))
    look = hands.circuit.drawing["links"]["KN1.2 SB1.1"]
    assert look["mode"] == "kept" and [y for _, y in look["route"]].count(40) == 2
    assert hands.texts == ["Reroute link KN1.2 – SB1.1"] and hands.selection.links == {"KN1.2 SB1.1"}
    hands.host.wires.straighten()
    assert hands.circuit.drawing["links"]["KN1.2 SB1.1"]["route"] == [[150, 0], [220, 0]]
    for _ in range(2):
        hands.document.undo_stack.undo()
    assert hands.bytes == before


def test_escape_in_the_middle_of_bending(hands):
    before = hands.bytes
    hands.press((190, 0))
    hands.drag_to((190, 20), (190, 42))
    assert len(hands.scene.wires["KN1.2 SB1.1"].points) > 2
    hands.key(Key.Key_Escape)
    hands.release((190, 42))
    assert hands.bytes == before and hands.scene.wires["KN1.2 SB1.1"].points == [(150, 0), (220, 0)]


def test_an_end_of_a_selected_wire_is_brought_to_another_port(hands):
    add(hands, "joints.rotation", "KN3", (120, 160))
    hands.click((190, 0))
    hands.drag("KN1.2", (170, 100), "KN3.2")
    assert {"KN3.2", "SB1.1"} in links(hands) and {"KN1.2", "SB1.1"} not in links(hands)
    assert hands.texts == ["Reconnect link KN1.2 – SB1.1"] and len(hands.selection.links) == 1


def test_an_end_let_go_on_the_empty_sheet_goes_back(hands):
    before = hands.bytes
    hands.click((190, 0))
    hands.drag("KN1.2", (170, 100), (170, 160))
    assert hands.bytes == before and hands.host.popups.current is None and hands.texts == []
    assert "Drop the end" in hands.scene.previews.chip.text


def test_an_end_brought_to_a_port_that_does_not_fit_is_refused(hands):
    before = hands.bytes
    hands.click((190, 0))
    hands.press("SB1.1")
    hands.drag_to((230, -40), "KN2.turn")
    assert "rotation port" in hands.scene.previews.chip.text
    hands.release("KN2.turn")
    assert hands.bytes == before


def test_a_selected_wire_is_deleted(hands):
    hands.click((190, 0))
    hands.key(Key.Key_Delete)
    assert len(links(hands)) == 6 and hands.texts == ["Delete KN1.2 – SB1.1"]


def test_a_junction_is_moved(hands):
    add(hands, "dynamics.spring", "DC2", (250, -150))
    hands.drag("DC2.a", (120, -60))
    hands.drag("#1", (122, -42))
    assert hands.circuit.drawing["junctions"]["#1"] == [120, -40] and hands.texts[1:] == ["Move junction"]
