"""Random gestures: nothing is raised or left behind, and undoing everything restores the identical file."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from mars.document.storage import dumps, load, loads
from mars.kinds.registry import kinds
from tests.helpers.gui.user_input import CONTROL, NONE, SHIFT, Hands
from tests.helpers.paths import CIRCUITS

Key = Qt.Key
COMMANDS = (
    (Key.Key_R, NONE), (Key.Key_R, SHIFT), (Key.Key_X, NONE), (Key.Key_Y, NONE), (Key.Key_Delete, NONE), (Key.Key_A, CONTROL),
    (Key.Key_C, CONTROL), (Key.Key_X, CONTROL), (Key.Key_V, CONTROL), (Key.Key_D, CONTROL), (Key.Key_Slash, CONTROL),
    (Key.Key_F2, NONE), (Key.Key_Return, NONE), (Key.Key_N, NONE), (Key.Key_Left, NONE), (Key.Key_Down, SHIFT),
    (Key.Key_Escape, NONE),
)  # fmt: skip
WORDS = ("rot\n", "rod\n", "0.5\t2\n", "damp\n", "\n", "Имя\n", "a note", "-7 kg\n", "\x1b", "\t\t", "spring\n3\n", "zzz\n\x1b")


def some_place(hands: Hands, rng: random.Random) -> QPoint:
    """Prefers items to the empty sheet."""
    layout = hands.scene.layout
    what = rng.random()
    if what < 0.3 and layout.symbols:
        symbol = layout.symbols[rng.choice(list(layout.symbols))]
        return hands.point(rng.choice([t.at for t in symbol.terminals.values()] or [symbol.place.at]))
    if what < 0.6 and layout.symbols:
        return hands.point(rng.choice(list(layout.symbols)))
    if what < 0.8 and layout.wires:
        points = layout.wires[rng.choice(list(layout.wires))]
        index = rng.randrange(len(points) - 1)
        (ax, ay), (bx, by) = points[index : index + 2]
        return hands.point(((ax + bx) / 2, (ay + by) / 2))
    return QPoint(rng.randrange(hands.view.width()), rng.randrange(hands.view.height()))


def do_something(hands: Hands, rng: random.Random) -> None:
    what = rng.random()
    if what < 0.4:
        start, end = some_place(hands, rng), some_place(hands, rng)
        hands.press(start, rng.choice([NONE, NONE, NONE, SHIFT]))
        hands.drag_to(start + QPoint(7, 2), (start + end) / 2, end)
        if rng.random() < 0.15:
            hands.key(Key.Key_Escape)
        hands.release(end)
    elif what < 0.5:
        hands.click(some_place(hands, rng), rng.choice([NONE, SHIFT, CONTROL]))
    elif what < 0.55:
        hands.double_click(some_place(hands, rng))
    elif what < 0.75:
        hands.key(*rng.choice(COMMANDS))
    elif what < 0.85:
        hands.drop(rng.choice(list(kinds())), some_place(hands, rng), some_place(hands, rng), let_go=rng.random() < 0.8)
    elif what < 0.9:
        rng.choice([hands.document.undo_stack.undo, hands.document.undo_stack.redo])()
    elif what < 0.95:
        menu = hands.menu(some_place(hands, rng))
        actions = [action for action in menu.actions() if action.isEnabled() and not action.isSeparator() and not action.menu()]
        rng.choice(actions).trigger()
        menu.close()
        hands.view.activateWindow()
    else:
        hands.view.zoom_to(rng.choice([0.3, 0.5, 1.0, 1.7]))
    QApplication.processEvents()
    if hands.host.popups.current is not None and rng.random() < 0.8:
        hands.host.popups.current.focus_first()
        hands.type(rng.choice(WORDS))


FILES = ("two_segment_manipulator", "four_bar", "gripper_pick_and_place", "backlash_drive")


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "file"), list(enumerate(FILES)))
def test_anything_anywhere(qtbot, document, selection, theme, seed, file):
    rng = random.Random(seed)
    circuit = load(CIRCUITS / f"{file}.mars")
    circuit.add("library.unknown", "Ghost", at=(100, 200))
    circuit.drawing["notes"] = [{"text": "A note", "at": [0, 150]}]
    document.replace(circuit)
    hands = Hands(qtbot, document, selection, theme)
    before = hands.bytes
    for _ in range(60):
        do_something(hands, rng)
        assert dumps(loads(hands.bytes)) == hands.bytes
    if hands.host.popups.current is not None:
        hands.host.popups.current.cancel()
    hands.key(Key.Key_Escape)
    assert not hands.scene.previews and hands.host.gesture is None
    stack = document.undo_stack
    assert stack.count() > 5
    all_of(stack.canRedo, stack.redo)
    after = hands.bytes
    all_of(stack.canUndo, stack.undo)
    assert hands.bytes == before
    all_of(stack.canRedo, stack.redo)
    assert hands.bytes == after


def all_of(can, do) -> None:
    while can():
        do()
