"""Values of a run on the drawing: at the mouse, in chips, on joints that are held; where it failed."""

import math

import numpy as np
import pytest
from mars.gui.canvas.live.number_format import reading, steady, vector_reading
from mars.gui.canvas.live.switch_states import switch_state
from mars.gui.symbols.painter_paths import rect
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from mars.document.circuit import Circuit
from mars.document.storage import load
from mars.simulation import simulate
from tests.helpers.gui.fake_run import FakeRunning
from tests.helpers.gui.user_input import Hands
from tests.helpers.paths import CIRCUITS

SHAFT = {
    "KN1.angle": ("rad", lambda t: 0.5 * t),
    "KN1.turn.angle": ("rad", lambda t: 0.5 * t),
    "KN1.turn.speed": ("rad/s", lambda t: 0.5 + 0 * t),
    "KN1.turn.torque": ("N·m", lambda t: 4 - 8 * t),
    "Ew2.turn.speed": ("rad/s", lambda t: 0.5 + 0 * t),
    "Ew2.turn.torque": ("N·m", lambda t: 8 * t - 4),
}


@pytest.fixture
def running(qapp):
    return FakeRunning()


@pytest.fixture
def hands(qtbot, fig1, selection, theme, running):
    hands = Hands(qtbot, fig1, selection, theme)
    hands.scene.follow(running)
    return hands


def card_of(qtbot, hands, where):
    """The popup that opens at a point."""
    hands.move(QPoint(3, 3))
    hands.move(where)
    qtbot.waitUntil(lambda: hands.scene.live.hover.is_open)
    return hands.scene.live.hover.popup


def text_of(popup, label):
    return next(text for row, text in zip(popup.rows, popup.texts, strict=True) if row.label == label)


def test_numbers_keep_their_digits():
    assert [steady(v, 3) for v in (1.2, -0.5, 12345.6, 0.0, 1e-15, 2.5e-7)] == [
        "1.20",
        "−0.500",
        "12346",
        "0.0",
        "0.0",
        "2.5·10⁻⁷",
    ]
    assert reading(math.pi / 6, "rad", 3) == "30.0°" and reading(math.nan, "N") == "…"
    assert vector_reading([3.0, 1e-14], "N") == "(3.00, 0.0)\u2009N"


def test_the_card_says_what_the_recording_has(qtbot, hands, running):
    running.show(SHAFT)
    running.seek(0.25)
    popup = card_of(qtbot, hands, "KN1.turn")
    assert [text_of(popup, label)[0] for label in ("angle", "speed", "torque", "power in")] == [
        f"{math.degrees(0.125):.3f}°",
        "0.5000\u2009rad/s",
        "2.000\u2009N·m",
        "1.000\u2009W",
    ]
    assert popup.lines()[0] == "KN1.turn rotation"


def test_the_card_follows_the_time_cursor_while_the_mouse_rests(qtbot, hands, running):
    running.show(SHAFT)
    popup = card_of(qtbot, hands, "KN1.turn")
    assert text_of(popup, "torque")[0] == "4.000\u2009N·m"
    running.seek(1.0)
    qtbot.waitUntil(lambda: text_of(popup, "torque")[0] == "−4.000\u2009N·m")


def test_what_is_not_known_is_asked_for_and_shown_when_it_comes(qtbot, hands, running):
    running.show(SHAFT, unknown=["KN1.turn.torque"])
    popup = card_of(qtbot, hands, "KN1.turn")
    assert text_of(popup, "torque")[0] == "…" and "KN1.turn.torque" in running.results.watched["hover"]
    recording = running.results.recording
    recording.add_columns({"KN1.turn.torque": "N·m"})
    recording.fill(["KN1.turn.torque"], recording.times.copy(), np.full((recording.count, 1), 7.0))
    running.results.filled.emit(["KN1.turn.torque"])
    qtbot.waitUntil(lambda: text_of(popup, "torque")[0] == "7.000\u2009N·m")
    hands.move(QPoint(3, 3))
    qtbot.waitUntil(lambda: not hands.scene.live.hover.is_open)
    assert running.results.watched["hover"] == [] and not popup.isVisible()


def test_a_click_on_a_value_asks_for_its_plot(qtbot, hands, running):
    running.show(SHAFT)
    popup = card_of(qtbot, hands, "KN1.turn")
    asked = []
    hands.scene.plot_requested.connect(asked.append)
    labels = [row.label for row in popup.rows]
    QTest.mouseMove(popup, popup.row_rect(0).center())
    QTest.mouseClick(popup, Qt.MouseButton.LeftButton, pos=popup.row_rect(labels.index("torque")).center())
    QTest.mouseClick(popup, Qt.MouseButton.LeftButton, pos=popup.row_rect(labels.index("power in")).center())
    assert asked == [["KN1.turn.torque"]], "a power is no variable of its own"
    assert hands.selection.components == frozenset(), "the click was not for the drawing below"


def test_the_menu_offers_what_can_be_plotted(hands, running):
    running.show(SHAFT)
    asked = []
    hands.scene.plot_requested.connect(asked.append)
    hands.choose(hands.menu("KN1.turn"), "Plot/KN1.turn torque")
    assert asked == [["KN1.turn.torque"]]
    menu = hands.menu("SB2")
    assert "Plot" not in [action.text() for action in menu.actions()], "nothing is known of it"
    menu.close()


def test_a_node_tells_what_flows_into_each_of_its_ports(qtbot, hands, running):
    running.show(SHAFT)
    (ax, ay), (bx, by) = hands.place("KN1.turn"), hands.place("Ew2.turn")
    popup = card_of(qtbot, hands, ((ax + bx) / 2, (ay + by) / 2))
    assert text_of(popup, "torque into KN1")[0] == "4.000\u2009N·m"
    assert text_of(popup, "torque into Ew2")[0] == "−4.000\u2009N·m"
    assert text_of(popup, "power into Ew2")[0] == "−2.000\u2009W"


def test_vectors_have_a_size_and_components(qtbot, hands, running):
    running.show({"SB1.2.F.x": ("N", lambda t: 3 + 0 * t), "SB1.2.F.y": ("N", lambda t: -4 + 0 * t)})
    popup = card_of(qtbot, hands, "SB1.2")
    assert text_of(popup, "force") == ("5.000\u2009N", "(3.00, −4.00)\u2009N")


def test_without_results_there_is_help_and_no_card(qtbot, hands):
    assert not hands.scene.live.can_tell(hands.scene.hit(QPointF(*hands.place("KN1.turn")), 1.0))
    hands.move("KN1.turn")
    assert not hands.scene.live.tell(hands.view, hands.view.hit_at(QPointF(hands.point("KN1.turn"))), QPoint())


def test_a_removed_component_takes_its_card_and_its_chips_along(qtbot, hands, running):
    running.show(SHAFT)
    hands.scene.set_live("values", True)
    card_of(qtbot, hands, "KN1.turn")
    hands.selection.set(["KN1"])
    hands.host.selected.delete()
    assert not hands.scene.live.hover.is_open and ("KN1", "value") not in hands.scene.live.tags.chips
    hands.document.undo_stack.undo()
    assert hands.scene.live.tags.chips["KN1", "value"].text == "0.0°"


def test_the_power_of_a_damper_is_its_law(qtbot, hands, running):
    """Against the law itself: 0.8 N·m·s/rad times the square of its speed."""
    run = simulate(hands.circuit, until=0.6)
    units = {name: unit for name, (unit, _) in run.variables.table.items() if name.startswith("DC.")}
    running.show({name: (unit, lambda t, n=name: np.interp(t, run.time, run[n])) for name, unit in units.items()}, end=0.6)
    running.seek(0.6)
    popup = card_of(qtbot, hands, "DC")
    row = next(row for row in popup.rows if row.label == "power in")
    assert row.value(running.results.recording.at(0.6)) == pytest.approx(0.8 * run["DC.a.speed"][-1] ** 2, rel=1e-12)


# Chips


def test_chips_show_joints_and_sources_and_lie_on_nothing(hands, running):
    running.show(SHAFT | {"KN2.angle": ("rad", lambda t: -1.0 * t)})
    running.seek(1.0)
    assert not hands.scene.live.tags.chips
    hands.scene.set_live("values", True)
    chips = hands.scene.live.tags.chips
    assert {name: chip.text for (name, _), chip in chips.items()} == {
        "KN1": "28.6°",
        "KN2": "−57.3°",
        "Ew2": "0.500\u2009rad/s",
    }
    layout = hands.scene.layout
    others = [rect(label.box) for label in layout.labels.values()] + [rect(box) for box in layout.boxes.values()]
    for chip in chips.values():
        own = chip.mapRectToScene(chip.boundingRect()).adjusted(2, 2, -2, -2)
        assert not any(own.intersects(other) for other in others)
    hands.scene.set_live("values", False)
    assert not hands.scene.live.tags.chips


def test_chips_follow_theme_and_undo(hands, running, theme):
    running.show(SHAFT)
    hands.scene.set_live("values", True)
    theme.choose("dark")
    hands.selection.set(["KN1"])
    hands.host.arrange.turn()
    chip = hands.scene.live.tags.chips["KN1", "value"]
    assert chip.scene() is hands.scene and chip.parentItem() is hands.scene.components["KN1"]
    assert chip.colours is hands.scene.colours


def test_an_edit_of_a_number_asks_for_the_same_variables(hands, running):
    running.show(SHAFT)
    hands.scene.set_live("values", True)
    before = running.results.watched["drawing"]
    hands.document.edit("Damping", lambda circuit: circuit.set("DC.damping", 1.5))
    assert running.results.watched["drawing"] == before and "KN1.angle" in before


# Holding


def stuck(kind, **values):
    circuit = Circuit("Held", motions="Tx Ty Rz")
    circuit.add("bodies.base", "Base1", at=(0, 0))
    circuit.add("joints.rotation", "KN1", at=(120, 0))
    circuit.add("bodies.rod", "SB1", at=(260, 0))
    circuit.add(kind, "DC1", at=(120, -140), turn=1, **values)
    circuit.connect("Base1.1", "KN1.1")
    circuit.connect("KN1.2", "SB1.1")
    circuit.connect("KN1.turn", "DC1.a")
    return circuit


def test_friction_marks_itself_and_the_joint_that_it_holds(document, selection, theme, running, qtbot):
    document.replace(stuck("dynamics.friction"))
    hands = Hands(qtbot, document, selection, theme)
    hands.scene.set_freedoms({"KN1": "free"})
    hands.scene.follow(running)
    running.show(
        {
            "DC1.hold.on": ("1", lambda t: 1.0 * (t < 0.5)),
            "DC1.direction": ("1", lambda t: np.where(t < 0.5, 0.0, -1.0)),
            "DC1.a.speed": ("rad/s", lambda t: 0 * t),
        }
    )
    tags = hands.scene.live.tags
    assert tags.marks["DC1"].doing.words == "sticking" and hands.scene.components["KN1"].freedom == "locked"
    running.seek(0.9)
    qtbot.waitUntil(lambda: tags.marks["DC1"].doing.words == "slipping backward")
    assert hands.scene.components["KN1"].freedom == "free" and tags.marks["DC1"].doing.sense == -1
    assert card_of(qtbot, hands, "DC1").state == "slipping backward"


def test_friction_between_two_joints_holds_neither_of_them(document, selection, theme, running, qtbot):
    document.replace(load(CIRCUITS / "stick_slip.mars"))
    hands = Hands(qtbot, document, selection, theme)
    hands.scene.follow(running)
    running.show({"Friction.hold.on": ("1", lambda t: 1 + 0 * t), "Friction.direction": ("1", lambda t: 0 * t)})
    assert hands.scene.live.tags.marks["Friction"].doing.holds and not hands.scene.live.tags.held


@pytest.mark.parametrize(
    ("kind", "modes", "words"),
    [
        ("dynamics.stop", {"lower_stop.on": 0, "upper_stop.on": 1}, "at the upper stop"),
        ("dynamics.stop", {"lower_stop.on": 0, "upper_stop.on": 0}, "within the limits"),
        ("dynamics.backlash", {"at_lower": 1, "at_upper": -1}, "at the lower limit"),
        ("dynamics.one_way_clutch", {"hold.on": 1}, "closed"),
        ("dynamics.brake", {"hold.on": 0, "direction": 1}, "slipping forward"),
        ("dynamics.damper", {}, None),
    ],
)
def test_what_switching_kinds_do_in_words(kind, modes, words, document, selection, theme, qtbot):
    circuit = stuck(kind)
    document.replace(circuit)
    layout = Hands(qtbot, document, selection, theme).scene.layout
    found = switch_state(layout, layout.symbols["DC1"], {f"DC1.{name}": float(value) for name, value in modes.items()})
    assert (found.words if found else None) == words


def test_a_grip_names_what_it_holds(document, selection, theme, qtbot):
    document.replace(load(CIRCUITS / "gripper_pick_and_place.mars"))
    layout = Hands(qtbot, document, selection, theme).scene.layout
    grip = next(name for name, symbol in layout.symbols.items() if symbol.kind_name == "dynamics.grip")
    assert switch_state(layout, layout.symbols[grip], {f"{grip}.active": 1.0}).words == "holding Load"
    assert switch_state(layout, layout.symbols[grip], {f"{grip}.active": -1.0}).words == "open"


# Failures and pending changes


def test_a_failure_is_marked_until_the_next_edit(qtbot, hands, running):
    hands.scene.set_failure(["KN2"], "KN2: its speed grows without limit", 1.234)
    assert hands.scene.live.tags.chips["KN2", "error"].text == "t = 1.23\u2009s"
    assert hands.scene.components["KN2"].severity == "error" and "KN2" in hands.scene.badges
    hands.scene.set_problems({})
    assert "KN2" in hands.scene.badges, "the check does not take it away"
    hands.document.edit("Damping", lambda circuit: circuit.set("DC.damping", 1.5))
    assert "KN2" not in hands.scene.badges and ("KN2", "error") not in hands.scene.live.tags.chips


def test_a_failure_is_forgotten_by_the_next_run(hands, running):
    hands.scene.set_failure(["KN2", "nobody"], "it broke", 0.5)
    assert set(hands.scene.live.failures) == {"KN2"}
    running.set_state("starting")
    assert not hands.scene.live.failures and not hands.scene.components["KN2"].severity


def test_pending_changes_have_a_chip(hands):
    hands.scene.set_pending(["DC"])
    assert hands.scene.live.tags.chips["DC", "pending"].text == "will restart"
    hands.scene.set_pending([])
    assert not hands.scene.live.tags.chips
