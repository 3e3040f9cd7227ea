"""Selecting, moving and arranging on the drawing, with real mouse and key events."""

from itertools import pairwise

import pytest
from mars.gui.canvas.gestures.select_gesture import BandWidget
from mars.gui.document.document import Document
from mars.gui.document.selection import Selection
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from tests.helpers.gui.user_input import CONTROL, SHIFT, Hands

Key = Qt.Key


@pytest.fixture
def hands(qtbot, fig1, selection, theme):
    return Hands(qtbot, fig1, selection, theme)


def at(hands: Hands, name: str) -> tuple[int, int]:
    return tuple(hands.circuit.drawing["components"][name]["at"])


def is_orthogonal(hands: Hands) -> bool:
    routes = hands.circuit.drawing["links"]
    for link in hands.circuit.links:
        points = routes[link.key]["route"]
        ends = [list(hands.place(end)) for end in (link.a, link.b)]
        if [points[0], points[-1]] != ends or any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(points)):
            return False
    return True


# Selecting


def test_a_click_selects_one_thing_and_shift_or_control_add_and_take_away(hands):
    hands.click("KN1")
    assert hands.selection.components == {"KN1"}
    hands.click("SB1", SHIFT)
    hands.click("KN2", CONTROL)
    assert hands.selection.components == {"KN1", "SB1", "KN2"}
    hands.click("SB1", CONTROL)
    assert hands.selection.components == {"KN1", "KN2"}
    hands.click((190, 0), SHIFT)  # the wire between KN1 and SB1
    assert hands.selection.links == {"KN1.2 SB1.1"} and hands.selection.components == {"KN1", "KN2"}
    hands.click("SB2")
    assert hands.selection.components == {"SB2"} and not hands.selection.links
    hands.click((300, 200))
    assert not hands.selection
    assert hands.texts == []


def test_a_click_on_one_of_several_selected_selects_it_alone(hands):
    hands.selection.set(["KN1", "SB1"])
    hands.click("SB1")
    assert hands.selection.components == {"SB1"}


def test_a_rubber_band_takes_what_it_touches_and_wires_within(hands):
    hands.drag((60, -45), (360, 60))
    assert hands.selection.components == {"KN1", "SB1"}
    assert hands.selection.links == {"KN1.2 SB1.1"}
    hands.drag((600, 60), (470, -50), modifiers=SHIFT)
    assert hands.selection.components == {"KN1", "SB1", "SB2"}
    assert hands.texts == []


def test_escape_gives_back_the_selection_from_before_the_rubber_band(hands):
    hands.selection.set(["Ef3"])
    hands.press((60, -45))
    hands.drag_to((200, 0), (360, 60))
    assert hands.selection.components == {"KN1", "SB1"} and hands.view.viewport().findChild(BandWidget).isVisible()
    hands.key(Key.Key_Escape)
    hands.release((360, 60))
    assert hands.selection.components == {"Ef3"}
    assert all(not band.isVisible() for band in hands.view.viewport().findChildren(BandWidget))


def test_select_all_and_escape(hands):
    hands.key(Key.Key_A, CONTROL)
    assert len(hands.selection.components) == 8 and len(hands.selection.links) == 7
    hands.key(Key.Key_Escape)
    assert not hands.selection


# Moving


def test_a_drag_moves_a_component_on_the_grid_with_its_wires_as_one_entry(hands):
    before = hands.bytes
    hands.drag("SB1", (263, 84))
    assert at(hands, "SB1") == (260, 80)
    assert hands.texts == ["Move SB1"] and is_orthogonal(hands)
    hands.document.undo_stack.undo()
    assert hands.bytes == before


def test_while_it_is_moved_component_and_wires_are_shown_there_and_the_file_stays(hands):
    before = hands.bytes
    hands.press("SB1")
    hands.drag_to((264, 40), (262, 81))
    assert hands.scene.components["SB1"].pos().y() == 80
    assert hands.scene.wires["KN1.2 SB1.1"].points[-1] == (220, 80)
    assert hands.bytes == before
    shown = hands.scene.wires["KN1.2 SB1.1"].points
    hands.release((262, 81))
    assert [tuple(p) for p in hands.circuit.drawing["links"]["KN1.2 SB1.1"]["route"]] == shown


def test_escape_in_the_middle_of_a_move_leaves_nothing_behind(hands):
    before, wire = hands.bytes, list(hands.scene.wires["KN1.2 SB1.1"].points)
    hands.press("SB1")
    hands.drag_to((264, 40), (262, 81))
    hands.key(Key.Key_Escape)
    hands.drag_to((262, 120))
    hands.release((262, 120))
    assert hands.bytes == before and hands.texts == []
    assert hands.scene.components["SB1"].pos().y() == 0 and hands.scene.wires["KN1.2 SB1.1"].points == wire
    assert not hands.scene.previews


def test_the_right_button_cancels_too(hands):
    before = hands.bytes
    hands.press("SB1")
    hands.drag_to((264, 40), (262, 81))
    QTest.mouseClick(hands.view.viewport(), Qt.MouseButton.RightButton, pos=hands.point((262, 81)))
    hands.release((262, 81))
    assert hands.bytes == before and not hands.scene.previews


def test_undo_in_the_middle_of_a_move_stops_it(hands):
    hands.drag("SB1", (260, 80))
    hands.press("KN2")
    hands.drag_to((410, 40), (400, 100))
    hands.document.undo_stack.undo()
    before = hands.bytes
    hands.drag_to((400, 140))
    hands.release((400, 140))
    assert hands.bytes == before and not hands.scene.previews


def test_several_selected_move_together(hands):
    hands.selection.set(["SB2", "Ef3"])
    hands.drag("SB2", (560, 60))
    assert at(hands, "SB2") == (560, 60) and at(hands, "Ef3") == (700, 60)
    assert hands.texts == ["Move SB2, Ef3"]
    assert hands.circuit.drawing["links"]["SB2.2 Ef3.1"]["route"] == [[600, 60], [670, 60]]


def test_a_small_wander_is_a_click(hands):
    hands.press("SB1")
    hands.drag_to(hands.point("SB1") + QPoint(1, 1))
    hands.release(hands.point("SB1") + QPoint(1, 1))
    assert hands.selection.components == {"SB1"} and hands.texts == []


def test_a_port_dropped_on_an_open_port_of_its_domain_is_linked(hands):
    hands.document.edit("Add", lambda circuit: circuit.add("sources.torque", "Em1", at=(260, -200)))
    hands.document.edit("Cut", lambda circuit: circuit.disconnect("KN2.turn", "DC.a"))
    count = len(hands.texts)
    x, y = hands.place("KN2.turn")
    grip = (260, -200)
    hands.drag(grip, (x + 3, y - 30 + 4))  # its port, 30 below its middle, is released on KN2.turn
    assert {"KN2.turn", "Em1.turn"} in [set(link.ends) for link in hands.circuit.links]
    assert hands.texts[count:] == ["Connect Em1.turn – KN2.turn"]
    assert at(hands, "Em1") == (400, -100)  # with room for a wire


def test_at_the_edge_of_the_view_the_sheet_comes_along(hands, qtbot):
    before = hands.view.mapToScene(0, 0).x()
    edge = QPoint(hands.view.viewport().width() - 2, 300)
    hands.press("SB2")
    hands.drag_to((560, 20), edge)
    qtbot.waitUntil(lambda: hands.view.mapToScene(0, 0).x() > before + 60)
    hands.key(Key.Key_Escape)
    hands.release(edge)
    assert hands.texts == []


# Keys


def test_a_row_of_nudges_is_one_entry(hands):
    before = hands.bytes
    hands.click("Ef3")
    for _ in range(3):
        hands.key(Key.Key_Right)
    hands.key(Key.Key_Down, SHIFT)
    assert at(hands, "Ef3") == (710, 50) and hands.texts == ["Move Ef3"]
    hands.click("Ef3")
    hands.key(Key.Key_Left)
    assert len(hands.texts) == 2 and is_orthogonal(hands)
    hands.document.undo_stack.undo()
    hands.document.undo_stack.undo()
    assert hands.bytes == before


def test_arrow_keys_without_a_selection_change_nothing(hands):
    hands.key(Key.Key_Right)
    assert hands.texts == []


def test_rotate_and_flip(hands):
    hands.click("Ew2")
    hands.key(Key.Key_R)
    assert hands.circuit.drawing["components"]["Ew2"] == {"at": [120, -120], "turn": 1} and is_orthogonal(hands)
    hands.key(Key.Key_R, SHIFT)
    assert hands.circuit.drawing["components"]["Ew2"] == {"at": [120, -120]}
    hands.click("SB1")
    hands.key(Key.Key_X)
    assert hands.circuit.drawing["components"]["SB1"]["flip"] is True
    hands.key(Key.Key_Y)
    assert hands.circuit.drawing["components"]["SB1"]["turn"] == 2
    assert hands.texts == ["Rotate Ew2", "Rotate Ew2", "Flip SB1", "Flip SB1"] and is_orthogonal(hands)


def test_align_and_distribute(hands):
    hands.selection.set(["KN1", "SB1", "KN2"])
    hands.document.edit("Move", lambda circuit: circuit.drawing["components"]["SB1"].update(at=[230, 60]))
    hands.host.arrange.align("middle")
    assert len({at(hands, name)[1] for name in ("KN1", "SB1", "KN2")}) == 1
    hands.host.arrange.distribute("x")
    assert at(hands, "SB1")[0] == 260
    assert hands.texts[1:] == ["Align 3 components", "Distribute 3 components"]
    hands.selection.set(["KN1"])
    with_one = hands.bytes
    hands.host.arrange.align("left")
    assert hands.bytes == with_one and "at least 2" in hands.scene.previews.chip.text


def test_delete_takes_components_links_and_notes(hands):
    hands.document.edit("Note", lambda circuit: circuit.drawing.update(notes=[{"text": "Tip", "at": [500, 100]}]))
    before = hands.bytes
    hands.selection.set(["Ef3"], ["KN1.turn Ew2.turn"], [0])
    hands.key(Key.Key_Delete)
    assert "Ef3" not in hands.circuit.components and len(hands.circuit.links) == 5 and "notes" not in hands.circuit.drawing
    assert hands.texts[1:] == ["Delete Ef3, KN1.turn – Ew2.turn, note"]
    hands.document.undo_stack.undo()
    assert hands.bytes == before


def test_disable_and_enable(hands):
    hands.selection.set(["Ew2", "DC"])
    hands.key(Key.Key_Slash, CONTROL)
    assert hands.circuit.components["Ew2"].disabled and hands.circuit.components["DC"].disabled
    hands.key(Key.Key_Slash, CONTROL)
    assert not hands.circuit.components["DC"].disabled
    assert hands.texts == ["Disable Ew2, DC", "Enable Ew2, DC"]


def test_keys_during_a_drag_do_nothing(hands):
    before = hands.bytes
    hands.press("SB1")
    hands.drag_to((264, 40), (262, 81))
    hands.key(Key.Key_Delete)
    assert hands.bytes == before
    hands.key(Key.Key_Escape)
    hands.release((262, 81))


# Clipboard


def test_copy_and_paste_at_the_mouse(hands):
    hands.selection.set(["KN2", "SB2"])
    hands.key(Key.Key_C, CONTROL)
    hands.move((300, 200))
    hands.key(Key.Key_V, CONTROL)
    assert hands.selection.components == {"KN3", "SB3"}
    assert {"KN3.2", "SB3.1"} in [set(link.ends) for link in hands.circuit.links]
    left, right = (hands.scene.layout.symbols[name].box for name in ("KN3", "SB3"))
    assert abs((left[0] + right[2]) / 2 - 300) <= 30 and abs(left[1] + left[3]) / 2 > 150
    assert hands.texts == ["Paste"]


def test_paste_into_another_window(hands, qtbot, theme):
    hands.selection.set(["SB1"])
    hands.key(Key.Key_C, CONTROL)
    other = Document()
    second = Hands(qtbot, other, Selection(other), theme)
    second.key(Key.Key_V, CONTROL)
    assert other.circuit.components["SB1"].values == {"length": "0.6 m", "mass": "4 kg"}


def test_cut_and_duplicate(hands):
    before = hands.bytes
    hands.click("DC")
    hands.key(Key.Key_D, CONTROL)
    assert hands.selection.components == {"DC1"} and hands.circuit.components["DC1"].kind == "dynamics.damper"
    hands.key(Key.Key_X, CONTROL)
    assert "DC1" not in hands.circuit.components
    assert hands.texts == ["Duplicate DC", "Cut DC1"]
    for _ in range(2):
        hands.document.undo_stack.undo()
    assert hands.bytes == before


def test_what_is_no_copy_of_ours_is_refused_in_words(hands):
    before = hands.bytes
    QGuiApplication.clipboard().setText('{"mars clipboard": 1, "circuit": 7}')
    hands.key(Key.Key_V, CONTROL)
    assert hands.bytes == before and hands.scene.previews.chip.text
    QGuiApplication.clipboard().setText("")
    hands.key(Key.Key_V, CONTROL)
    assert "Nothing to paste" in hands.scene.previews.chip.text


# Hovering


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("SB1", ("<b>SB1</b>", "Rod", "0.6 m")),
        ("KN1.turn", ("KN1.turn", "shaft", "relative angular speed")),
        ("DC.b", ("DC.b", "held at zero")),
        ((190, 0), ("Node of 2 ports", "KN1.2, SB1.1")),
    ],
)
def test_a_tooltip_tells_about_what_is_under_the_mouse(hands, qtbot, where, words):
    hands.move(where)
    assert not QToolTip.isVisible()
    qtbot.waitUntil(lambda: all(word in QToolTip.text() for word in words))
    QToolTip.hideText()


def test_hovering_a_wire_lights_its_whole_node(hands):
    hands.document.edit("Link", lambda circuit: circuit.connect("KN1.turn", "DC.b"))
    hands.move((120, -70))
    assert {key for key, wire in hands.scene.wires.items() if wire.is_hovered} == {"KN1.turn Ew2.turn", "KN1.turn DC.b"}
