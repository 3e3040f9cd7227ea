"""Inputs moved on the drawing with real mouse and key events: handle, pointer, cap, and undo."""

import pytest
from mars.gui.edits import refusal
from mars.gui.edits.candidate_kinds import fitting_kinds
from mars.gui.problems.remedies import remedies_of
from PySide6.QtCore import Qt

from mars.component.handles import Cap, Dial, Track
from mars.document.circuit import Circuit
from mars.topology.analyse import topology_of
from tests.helpers.gui.user_input import Hands

ALT = Qt.KeyboardModifier.AltModifier
Key = Qt.Key


@pytest.fixture
def hands(qtbot, document, selection, theme):
    c = Circuit("inputs", motions="Tx Ty Rz")
    c.add("inputs.slider", "IN1", at=(0, 0))
    c.add("inputs.knob", "IN2", at=(120, 0), lowest=0, highest=10, value=5)
    c.add("inputs.button", "IN3", at=(240, 0))
    c.add("inputs.button", "IN4", at=(360, 0), mode="toggle")
    c.add("inputs.slider", "IN5", at=(480, 0), turn=3)
    c.add("sources.driven_torque", "Em1", at=(120, 160))
    c.connect("IN1.out", "Em1.signal")
    document.replace(c)
    return Hands(qtbot, document, selection, theme)


def value(hands, name, parameter="value"):
    component = hands.circuit.components[name]
    return component.values.get(parameter, 0)


def test_the_handle_of_a_slider_follows_the_mouse_as_one_entry(hands):
    seen = []
    hands.document.changed.connect(lambda change: seen.append(value(hands, "IN1")))
    hands.press((0, 0))
    hands.drag_to((6, 0), (12, 0))
    hands.release((12, 0))
    assert value(hands, "IN1") == 0.5  # 12 of 24 to the right
    assert len(hands.texts) == 1 and seen[-1] == 0.5
    hands.document.undo_stack.undo()
    assert "value" not in hands.circuit.components["IN1"].values


def test_the_mouse_may_leave_the_track_and_the_value_stays_within_its_range(hands):
    hands.drag((0, 0), (200, 60))
    assert value(hands, "IN1") == 1.0
    assert hands.scene.layout.symbols["IN1"].place.at == (0, 0)  # the component itself did not move


def test_elsewhere_on_the_symbol_the_component_moves(hands):
    hands.drag((-20, 8), (-20, 48))
    assert hands.scene.layout.symbols["IN1"].place.at == (0, 40)
    assert value(hands, "IN1") == 0


def test_a_turned_slider_moves_along_itself(hands):
    hands.drag((480, 0), (480, -12))  # its port is above
    assert value(hands, "IN5") == 0.5


def test_a_knob_turns_with_the_mouse_round_its_middle(hands):
    hands.press((120, -8))
    hands.drag_to((126, -6), (128, 0))  # a quarter of a turn clockwise, of 270°
    hands.release((128, 0))
    assert value(hands, "IN2") == pytest.approx(5 + 10 / 3, abs=0.05)
    assert len(hands.texts) == 1
    hands.drag((120, -8), (112, -6), (108, 10), (120, 12), (130, 8))  # beyond the lower end
    assert value(hands, "IN2") == 0.0


def test_escape_brings_the_handle_back_and_leaves_no_entry(hands):
    before = hands.bytes
    hands.press((0, 0))
    hands.drag_to((10, 0))
    assert value(hands, "IN1") != 0
    hands.key(Key.Key_Escape)
    assert hands.bytes == before
    assert hands.texts == [] and not hands.document.is_modified
    hands.release((10, 0))
    assert hands.bytes == before


def test_a_button_is_down_while_it_is_held_and_leaves_no_entry(hands):
    hands.press("IN3")
    assert value(hands, "IN3", "pressed") == 1.0
    hands.release("IN3")
    assert value(hands, "IN3", "pressed") == 0
    assert hands.texts == [] and not hands.document.is_modified


def test_a_press_of_a_button_spoils_no_other_entry(hands):
    hands.drag((0, 0), (12, 0))
    hands.click("IN3")
    hands.click("IN3")
    assert len(hands.texts) == 1
    hands.document.undo_stack.undo()
    assert value(hands, "IN1") == 0
    hands.document.undo_stack.redo()
    assert value(hands, "IN1") == 0.5


def test_a_button_that_toggles_stays_and_is_one_entry(hands):
    hands.click("IN4")
    assert value(hands, "IN4", "pressed") == 1.0 and len(hands.texts) == 1
    hands.click("IN4")
    assert value(hands, "IN4", "pressed") == 0 and len(hands.texts) == 2


def test_a_button_pressed_twice_in_a_row_is_pressed_twice(hands):
    seen = []
    hands.document.changed.connect(lambda change: seen.append(value(hands, "IN3", "pressed")))
    hands.click("IN3")
    hands.double_click("IN3")  # Qt reports the second press as this
    hands.release("IN3")
    assert seen == [1.0, 0, 1.0, 0] and hands.host.popups.current is None


def test_a_click_on_a_handle_selects_and_keys_move_it(hands):
    hands.click((0, 0))
    assert hands.selection.components == {"IN1"} and hands.texts == []
    hands.key(Key.Key_Up, ALT)
    hands.key(Key.Key_Up, ALT)
    assert value(hands, "IN1") == 0.2
    hands.key(Key.Key_Down, ALT)
    assert value(hands, "IN1") == 0.1 and len(hands.texts) == 1


def test_the_mouse_shows_that_a_handle_can_be_held(hands):
    hands.move((60, 90))
    hands.move((0, 0))
    assert hands.view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    hands.move((-22, 9))
    assert hands.view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_a_point_called_handle_is_a_port_like_any_other(hands):
    hands.document.edit("body", lambda circuit: circuit.add("bodies.body", "SB1", at=(240, 160), points={"handle": [1, 0, 0]}))
    hands.click("SB1.handle")
    assert hands.host.gesture is None and hands.texts == ["body"]


def test_another_edit_ends_the_drag_without_a_fight(hands):
    hands.press((0, 0))
    hands.drag_to((12, 0))
    hands.document.edit("title", lambda circuit: setattr(circuit, "title", "other"))
    assert hands.host.gesture is None
    assert value(hands, "IN1") == 0.5 and hands.circuit.title == "other"


def test_the_mouse_may_be_faster_than_the_edits(hands):
    count = []
    hands.document.changed.connect(count.append)
    hands.press((0, 0))
    hands.drag_to(*[(i % 20, 0) for i in range(400)])
    hands.release((20, 0))
    assert len(count) < 200
    assert value(hands, "IN1") == pytest.approx(20 / 24, abs=0.01)


def test_arrowheads_are_at_readers(hands):
    terminals = hands.scene.layout.symbols["Em1"].terminals
    assert terminals["signal"].reads and terminals["signal"].points == (1, 0)
    assert not terminals["turn"].reads and not hands.scene.layout.symbols["IN1"].terminals["out"].reads


@pytest.mark.parametrize("handle", [Track(), Dial()])
def test_a_handle_finds_its_value_again(handle):
    for low, high in ((-1, 1), (0, 10), (5, -5), (0, 0.02), (-300, 4000)):
        values = {"lowest": low, "highest": high, "value": (low + high) / 2}
        for part in (0.0, 0.1, 0.5, 0.77, 1.0):
            found = handle.part({**values, "value": handle.value(values, part)})
            assert found == pytest.approx(part, abs=0.011), (low, high)
        assert handle.value(values, 1.7) == high and handle.value(values, -3) == low


def test_a_handle_without_a_range_stands_in_the_middle():
    values = {"lowest": 2.0, "highest": 2.0, "value": 7.0}
    assert Track().part(values) == 0.5 and Track().value(values, 0.3) == 2.0


def test_a_cap_is_up_or_down():
    assert Cap().part({"pressed": 1.0}) == 1.0 and Cap().part({"pressed": 0.0}) == 0.0
    assert Cap().strokes({"pressed": 1.0}) != Cap().strokes({"pressed": 0.0})


# Linking signals


def test_why_a_signal_is_not_linked_is_said_in_words(hands):
    circuit = hands.circuit
    assert "A signal comes from a sensor and controls a component such as a driven torque" in str(
        refusal(circuit, "IN1.out", "Em1.turn")
    )
    assert refusal(circuit, "IN2.out", "Em1.signal") == "IN2 and IN1 would both output this signal. Keep one of them"
    circuit.add("sources.driven_speed", "Ew1", at=(300, 160))
    circuit.add("sources.driven_speed", "Ew2", at=(400, 160))
    circuit.connect("IN2.out", "Ew1.signal")
    assert refusal(circuit, "IN2.out", "Ew2.signal") is None  # one signal may drive two motions
    assert "both prescribe this motion" in str(refusal(circuit, "Ew1.turn", "Ew2.turn"))


def test_what_fits_to_a_signal(hands):
    from_input = [kind for kind, _ in fitting_kinds("signal", hands.circuit, "IN2.out")]
    assert "sources.driven_torque" in from_input[:8] and not any(kind.startswith("inputs.") for kind in from_input)
    hands.circuit.add("sources.driven_force", "Ef1", at=(300, 160))
    assert fitting_kinds("signal", hands.circuit, "Ef1.signal")[0] == ("inputs.slider", "out")


def test_an_open_reader_is_offered_a_slider_or_an_input_that_is_there(hands):
    hands.circuit.add("sources.driven_force", "Ef1", at=(300, 160))
    complaint = next(c for c in topology_of(hands.circuit).complaints if c.where == "Ef1.signal")
    words = [words for words, _ in remedies_of(complaint, hands.circuit)]
    assert words[:2] == ["Connect it to IN3.out", "Add slider at Ef1.signal"]
