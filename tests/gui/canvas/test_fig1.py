"""Draws the method's Fig. 1 manually from an empty planar sheet: at most 20 gestures, the same physics as the example."""

from mars.gui.document.new_circuits import planar
from PySide6.QtCore import Qt

from mars.document.storage import load
from mars.kinds.resolve_circuit import resolve_all
from tests.helpers.gui.user_input import Hands
from tests.helpers.paths import CIRCUITS

NAMES = {"Ef1": "Ef3", "DC1": "DC"}  # names in the editor, and in the figure


class Counting:
    """A gesture is one press-drag-release (or click), or a sequence of typing without the mouse."""

    def __init__(self, hands: Hands):
        self.hands = hands
        self.gestures = 0
        self.was_typing = False

    def mouse(self, do, *arguments) -> None:
        do(*arguments)
        self.gestures += 1
        self.was_typing = False

    def type(self, text: str) -> None:
        self.hands.type(text)
        self.gestures += not self.was_typing
        self.was_typing = True


def beyond(hands: Hands, end: str, far: float) -> tuple[float, float]:
    """A point of the empty sheet straight out from a port."""
    (x, y), way = hands.scene.layout.end_place(end)
    assert way is not None
    return x + far * way[0], y + far * way[1]


def test_fig_1_takes_at_most_20_gestures(qtbot, document, selection, theme):
    document.replace(planar())
    hands = Hands(qtbot, document, selection, theme, size=(1500, 700))
    hands.view._place(hands.view.mapToScene(0, 0), hands.point("Base1"))
    hands.view.pan(150 - hands.point("Base1").x(), 0)
    count = Counting(hands)

    count.mouse(hands.click, "Base1")
    hands.key(Qt.Key.Key_F2)
    count.type("Ew1\n")
    for end, typed in (
        ("Ew1.1", "rot\n"),
        ("KN1.2", "rod\n0.6\t4\n"),
        ("SB1.2", "rot\n"),
        ("KN2.2", "rod\n0.4\t2.5\n"),
        ("SB2.2", "wrench\n0\t-20\n"),
        ("KN1.turn", "vel\ncycloid 1.2 rad/s, 1 s\n"),
        ("KN2.turn", "damp\n0.8\n"),
    ):
        count.mouse(hands.drag, end, beyond(hands, end, 70))
        count.type(typed)
    for name, angle in (("KN1.angle", "30 deg"), ("KN2.angle", "-45 deg")):
        document.edit("Start", lambda circuit, name=name, angle=angle: circuit.set_start(name, angle))
        count.gestures += 1

    assert count.gestures <= 20
    assert_same_physics(hands.circuit, load(CIRCUITS / "two_segment_manipulator.mars"))
    assert document.undo_stack.count() == 1 + 7 + 2  # one entry for each component, its wire and its values
    assert hands.scene.components.keys() == hands.circuit.components.keys() and hands.host.popups.current is None


def assert_same_physics(drawn, example):
    """Kinds, values, nodes and start values; only names may differ."""
    for old, new in NAMES.items():
        drawn = drawn.copy()
        drawn.rename(old, new)
    ours, theirs = ({name: (p.kind, p.values) for name, p in resolve_all(circuit)[0].items()} for circuit in (drawn, example))
    assert ours == theirs
    assert {frozenset(node) for node in drawn.nodes()} == {frozenset(node) for node in example.nodes()}
    assert drawn.motions == example.motions and drawn.gravity_vector() == example.gravity_vector()
    assert drawn.start == example.start
