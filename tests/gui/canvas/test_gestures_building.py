"""Drops from the palette, menus, names, notes, values and additions to joints, with real events."""

import pytest
from mars.gui.canvas.popups.kind_list import KindList
from mars.gui.canvas.popups.text_editors import NameEditor, NoteEditor
from mars.gui.canvas.popups.value_popup import ValuePopup
from mars.gui.fields.choice_field import ChoiceField
from mars.gui.fields.law_text import read, write
from mars.gui.fields.vector_field import VectorField
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mars.component.base import Terminal
from mars.errors import DocumentError
from mars.kinds.registry import kinds
from tests.helpers.gui.user_input import Hands

Key = Qt.Key


@pytest.fixture
def hands(qtbot, fig1, selection, theme):
    return Hands(qtbot, fig1, selection, theme)


def links(hands: Hands) -> list[set[str]]:
    return [set(link.ends) for link in hands.circuit.links]


def at(hands: Hands, name: str) -> list[int]:
    return hands.circuit.drawing["components"][name]["at"]


# Drops


def test_a_kind_dropped_on_the_empty_sheet_is_placed_on_the_grid(hands):
    before = hands.bytes
    hands.drop("bodies.rod", (100, 100), (203, 148))
    assert at(hands, "SB3") == [200, 150] and hands.texts == ["Add SB3"]
    assert isinstance(hands.host.popups.current, ValuePopup) and hands.selection.components == {"SB3"}
    hands.type("2\n")
    assert hands.circuit.components["SB3"].values == {"length": 2} and hands.texts == ["Add SB3"]
    hands.document.undo_stack.undo()
    assert hands.bytes == before


def test_a_ghost_follows_the_mouse_and_goes_when_it_leaves(hands):
    before = hands.bytes
    hands.drop("bodies.rod", (100, 100), (203, 148), let_go=False)
    assert hands.bytes == before and not hands.scene.previews
    mime = QMimeData()
    mime.setData("application/x-mars-kind", b"bodies.rod")
    buttons = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    viewport, copy = hands.view.viewport(), Qt.DropAction.CopyAction
    QApplication.sendEvent(viewport, QDragEnterEvent(QPoint(5, 5), copy, mime, *buttons))
    QApplication.sendEvent(viewport, QDragMoveEvent(hands.point((203, 148)), copy, mime, *buttons))
    assert hands.scene.previews.ghost.pos().toTuple() == (200, 150) and hands.bytes == before
    QApplication.sendEvent(viewport, QDragLeaveEvent())
    assert not hands.scene.previews


def test_a_kind_dropped_on_a_wire_is_put_into_it(hands):
    hands.drop("joints.translation", (100, 100), (190, 2))
    assert {"KN1.2", "KN3.1"} in links(hands) and {"KN3.2", "SB1.1"} in links(hands) and {"KN1.2", "SB1.1"} not in links(hands)
    assert hands.texts == ["Insert KN3 into KN1.2 – SB1.1"]


def test_a_kind_dropped_at_a_port_is_linked_to_it(hands):
    hands.document.edit("Cut", lambda circuit: circuit.remove("DC"))
    hands.drop("sources.torque", (100, 100), "KN2.turn")
    assert {"KN2.turn", "Em1.turn"} in links(hands) and at(hands, "Em1") == [400, -100]
    hands.host.popups.close()
    hands.drop("bodies.base", (100, 100), (203, 248))
    assert len(links(hands)) == 7


def test_a_port_of_the_ghost_on_a_port_is_linked_too(hands):
    hands.document.edit("Cut", lambda circuit: circuit.remove("Ef3"))
    x, y = hands.place("SB2.2")
    hands.drop("sources.wrench", (100, 100), (x + 30 + 8, y + 9))  # its port is 30 left of its middle
    assert {"SB2.2", "Ef1.1"} in links(hands) and at(hands, "Ef1") == [round(x) + 70, 0]


def test_a_kind_that_does_not_fit_a_wire_is_only_placed(hands):
    hands.drop("dynamics.damper", (100, 100), (190, 2))
    assert len(links(hands)) == 7 and "DC1" in hands.circuit.components


def test_files_and_strange_kinds_are_not_for_the_drawing(hands):
    for kind in ("", "bodies.nothing", "\x00"):
        mime = QMimeData()
        mime.setData("application/x-mars-kind", kind.encode())
        event = QDragEnterEvent(
            QPoint(50, 50), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(hands.view.viewport(), event)
        assert not event.isAccepted()


def test_place_by_keyboard_takes_the_mouse_or_a_free_spot(hands):
    hands.move((100, 200))
    hands.host.build.place("sources.path")
    assert at(hands, "Es1") == [100, 200]
    hands.host.popups.close()
    hands.host.context.mouse = None
    hands.host.build.place("joints.rotation")
    hands.host.build.place("joints.rotation")
    one, two = (hands.scene.layout.symbols[name].box for name in ("KN3", "KN4"))
    assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
    assert hands.texts == ["Add Es1", "Add KN3", "Add KN4"]


# Names and values in place


def test_f2_renames_in_place(hands):
    hands.click("KN1")
    hands.key(Key.Key_F2)
    popup = hands.host.popups.current
    assert isinstance(popup, NameEditor) and popup.edit.hasFocus()
    hands.type("SB1\n")
    assert "already" in popup.reason.text() and hands.host.popups.current is popup and hands.texts == []
    popup.edit.selectAll()
    hands.type("Плечо\n")
    assert hands.host.popups.current is None and "Плечо" in hands.circuit.components and hands.texts == ["Rename KN1 to Плечо"]
    assert hands.selection.components == {"Плечо"} and hands.view.hasFocus()


def test_double_click_on_a_name_renames_and_escape_leaves_it(hands):
    before = hands.bytes
    label = hands.scene.layout.labels["SB1"]
    hands.double_click((label.x, label.name_y - 4))
    assert isinstance(hands.host.popups.current, NameEditor)
    hands.type("Arm\x1b")
    assert hands.bytes == before and hands.host.popups.current is None


def test_double_click_on_a_value_opens_the_values(hands):
    label = hands.scene.layout.labels["SB1"]
    hands.double_click((label.x, label.values_y - 3))
    popup = hands.host.popups.current
    assert isinstance(popup, ValuePopup) and popup.rows["length"].text() == "0.6"
    hands.type("0.7\t\n")
    assert hands.circuit.components["SB1"].values == {"length": 0.7, "mass": "4 kg"}
    assert hands.texts == ["Set SB1.length"]


def test_enter_opens_the_values_and_of_a_joint_its_start(hands):
    hands.click("KN2")
    hands.key(Key.Key_Return)
    popup = hands.host.popups.current
    assert isinstance(popup, ValuePopup) and list(popup.rows) == [".angle"] and popup.rows[".angle"].text() == "-45"
    hands.type("60\n")
    assert hands.circuit.start["KN2.angle"].value == "60 deg" and hands.circuit.start["KN2.angle"].how == "fixed"
    hands.click("KN2")
    hands.key(Key.Key_Return)
    hands.type("\n")
    assert len(hands.texts) == 1  # nothing typed, nothing changed


def test_values_that_are_not_touched_stay_as_typed(hands):
    before = hands.bytes
    for name in hands.circuit.components:
        popup = hands.host.values.edit(name)
        if popup is not None:
            popup.finish()
    assert hands.bytes == before and hands.texts == []


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_every_kind_can_be_placed_and_its_values_left(hands, kind):
    name = hands.host.build.place(kind)
    before = hands.bytes
    if hands.host.popups.current is not None:
        assert hands.host.popups.current.rows
        hands.type("\n")
    assert hands.host.popups.current is None and hands.bytes == before and name in hands.circuit.components


def test_the_popup_asks_with_the_fields_of_the_inspector(hands):
    base = hands.host.build.place("bodies.base")
    popup = hands.host.popups.current
    assert isinstance(popup.rows["place"], VectorField)
    hands.type("1\t\t3 mm\n")
    assert hands.circuit.components[base].values == {"place": [1, 0, "3 mm"]} and hands.host.popups.current is None
    gate = hands.host.build.place("logic.gate")
    choice = hands.host.popups.current.rows["operation"]
    assert isinstance(choice, ChoiceField) and choice.combo.currentText() == "And"
    choice.combo.setCurrentIndex(choice.combo.findData("or"))
    hands.type("\n")
    assert hands.circuit.components[gate].values == {"operation": "or"}
    choice = hands.host.values.edit(gate).rows["operation"]
    choice.combo.setCurrentIndex(choice.combo.findData("and"))
    hands.type("\n")
    assert hands.circuit.components[gate].values == {}  # the default again


# Notes


def test_a_double_click_on_the_empty_sheet_writes_a_note(hands):
    hands.double_click((203, 152))
    assert isinstance(hands.host.popups.current, NoteEditor)
    hands.type("Tip load")
    QTest.keyClick(hands.host.popups.current.edit, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    (note,) = hands.circuit.drawing["notes"]
    assert note["text"] == "Tip load" and note["at"] == [200, 150] and hands.texts == ["Add note"]
    assert hands.selection.notes == {0}


def test_a_note_is_edited_in_place_moved_and_widened(hands):
    hands.move((200, 150))
    hands.key(Key.Key_N)
    hands.type("One two three four five six seven")
    hands.click((500, 250))
    hands.double_click((210, 158))
    hands.host.popups.current.edit.selectAll()
    hands.type("Two words")
    hands.click((500, 250))
    hands.drag((210, 158), (253, 199))
    assert hands.circuit.drawing["notes"][0]["at"] == [240, 190]
    box = hands.scene.note_boxes()[0]
    hands.drag((box.right(), box.center().y()), (box.right() + 42, box.center().y()))
    assert hands.circuit.drawing["notes"][0]["width"] == 280
    assert hands.texts == ["Add note", "Edit note", "Move note", "Resize note"]


def test_a_note_without_a_word_is_no_note(hands):
    before = hands.bytes
    hands.move((200, 150))
    hands.key(Key.Key_N)
    hands.click((500, 250))
    assert hands.bytes == before and hands.texts == []
    hands.key(Key.Key_N)
    hands.type("words\x1b")
    assert hands.bytes == before


# Menus


def words(menu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_menu_of_a_joint_adds_drive_damper_spring_and_limits(hands):
    menu = hands.menu("KN2")
    assert hands.selection.components == {"KN2"}
    assert {"+ Drive", "+ Damper", "+ Spring", "+ Limits", "Change kind", "Rename", "Delete"} <= set(words(menu))
    hands.choose(menu, "+ Spring")
    assert hands.circuit.components["DC1"].kind == "dynamics.spring" and isinstance(hands.host.popups.current, ValuePopup)
    hands.type("40\n")
    assert hands.texts == ["Add spring to KN2"] and hands.circuit.components["DC1"].values == {"stiffness": 40}
    node = next(node for node in hands.circuit.nodes() if "KN2.turn" in node)
    assert set(node) == {"KN2.turn", "DC.a", "DC1.a"}
    menu = hands.menu("KN1")  # Ew2 already drives it
    assert not next(action for action in menu.actions() if action.text() == "+ Drive").isEnabled()
    menu.close()


def test_a_joint_with_several_freedoms_asks_which(hands):
    hands.document.edit("Add", lambda circuit: circuit.add("joints.cylindrical", "KN3", at=(200, 200)))
    hands.choose(hands.menu("KN3"), "+ Damper/slide")
    assert hands.circuit.components["DC1"].kind == "dynamics.slide_damper" and {"KN3.slide", "DC1.a"} in links(hands)


def test_a_rod_takes_no_drive(hands):
    before = hands.bytes
    hands.click("SB1")
    hands.host.build.attach("drive")
    assert hands.bytes == before and "joint" in hands.scene.previews.chip.text


def test_menu_of_a_wire_inserts_a_joint(hands):
    hands.document.edit("Weld", lambda circuit: circuit.remove("KN2"))
    hands.document.edit("Weld", lambda circuit: circuit.connect("SB1.2", "SB2.1"))
    hands.document.undo_stack.clear()
    menu = hands.menu((400, 0))
    assert words(menu)[:3] == ["Insert joint", "Straighten wire", "Delete"]
    hands.choose(menu, "Insert joint")
    assert {"SB1.2", "KN2.1"} in links(hands) and {"KN2.2", "SB2.1"} in links(hands) and len(hands.texts) == 1


def test_menu_of_a_port_unlinks_it(hands):
    hands.choose(hands.menu("KN2.turn"), "Disconnect KN2.turn")
    assert {"KN2.turn", "DC.a"} not in links(hands) and hands.texts == ["Disconnect KN2.turn"]


def test_menu_of_the_sheet_pastes_there_and_shows_scalar_links(hands):
    hands.selection.set(["SB1"])
    hands.host.clipboard.copy()
    shown = []
    hands.host.menus.exploded.connect(shown.append)
    hands.choose(hands.menu((200, 200)), "Paste")
    assert at(hands, "SB3")[0] == 200 and abs(at(hands, "SB3")[1] - 200) <= 10
    hands.choose(hands.menu((300, 250)), "Show scalar links")
    assert hands.scene.is_exploded and shown == [True]
    QGuiApplication.clipboard().setText("words")
    menu = hands.menu((300, 250))
    assert not next(action for action in menu.actions() if action.text() == "Paste").isEnabled()
    hands.choose(menu, "Place component…")
    offered = [kind for kind, cls in kinds().items() if not issubclass(cls, Terminal)]  # ports are for subcircuits
    assert isinstance(hands.host.popups.current, KindList) and len(hands.host.popups.current.offers) == len(offered)
    hands.type("sphere\n")
    assert hands.circuit.components["SB4"].kind == "bodies.sphere"


def test_menu_of_a_note_and_of_several(hands):
    hands.document.edit("Note", lambda circuit: circuit.drawing.update(notes=[{"text": "Tip", "at": [500, 100]}]))
    assert words(hands.menu((510, 108))) == ["Edit note", "Copy", "Delete"]
    hands.host.menus.current.close()
    hands.selection.set(["KN1", "KN2", "SB1"])
    menu = hands.menu("KN1")
    assert hands.selection.components == {"KN1", "KN2", "SB1"} and "Rename" not in words(menu)
    hands.document.edit("Move", lambda circuit: circuit.drawing["components"]["SB1"].update(at=[260, 80]))
    hands.choose(menu, "Align/Top")
    assert hands.texts[-1] == "Align 3 components"


def test_swap_the_kind_keeps_the_links(hands):
    hands.choose(hands.menu("KN2"), "Change kind/Translation")
    assert hands.circuit.components["KN2"].kind == "joints.translation" and {"KN2.2", "SB2.1"} in links(hands)
    assert "KN2.turn" in hands.scene.previews.chip.text  # the damper's link had no matching port
    hands.click("SB1")
    hands.host.swap.swap_selected()
    assert isinstance(hands.host.popups.current, KindList)
    hands.type("cylinder\n")
    assert (
        hands.circuit.components["SB1"].kind == "bodies.cylinder" and hands.circuit.components["SB1"].values["length"] == "0.6 m"
    )
    assert hands.texts == ["Change KN2 to Translation", "Change SB1 to Cylinder"]


# Popups


def test_another_circuit_closes_what_is_open(hands):
    hands.click("SB1")
    hands.key(Key.Key_Return)
    hands.document.replace(type(hands.circuit)())
    assert hands.host.popups.current is None and hands.circuit.components == {}


def test_a_card_stays_inside_the_view(hands):
    for place in ((-300, -300), (1100, 350)):
        popup = hands.host.build.offer_all(hands.view.mapToScene(hands.point(place)))
        assert hands.view.rect().contains(popup.geometry())
        popup.cancel()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("cycloid 1.2 rad/s, 1 s", {"law": "cycloid", "time": "1 s", "after": "1.2 rad/s"}),
        ("cycloid(1, 1.2)", {"law": "cycloid", "time": "1", "after": "1.2"}),
        ("sine 5, 2 Hz, phase 90 deg", {"law": "sine", "amplitude": "5", "frequency": "2 Hz", "phase": "90 deg"}),
        ("ramp after = 3, time 2 s, start 1 s", {"law": "ramp", "start": "1 s", "time": "2 s", "after": "3"}),
        ("2*sin(3*t)", "2*sin(3*t)"),
    ],
)
def test_laws_on_one_line(typed, kept):
    parameter = kinds()["sources.velocity"].parameters["law"]
    assert read(typed, parameter, {}) == kept
    assert read(write(kept), parameter, {}) == kept


@pytest.mark.parametrize("typed", ["cycloid 1 s", "cycloid 1 s, 2 s, 3 s", "sine 2 kg", "ramp x y", "cycloid " + "9" * 50_000])
def test_a_law_that_is_not_understood_says_so(typed):
    with pytest.raises(DocumentError):
        read(typed, kinds()["sources.velocity"].parameters["law"], {})
