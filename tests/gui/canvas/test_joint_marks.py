"""Joints on the sheet show their motion: a ring if free, a disc if the motion is given, a bar if locked."""

import pytest
from mars.gui.canvas.scene import SheetScene
from mars.gui.canvas.state_painter import paint_freedom
from mars.gui.symbols.pens import theme_pens
from mars.gui.theme import Theme
from mars.gui.window.main_window import MainWindow
from PySide6.QtGui import QColor, QImage, QPainter

from mars.document.storage import load
from mars.kinds.registry import kinds
from mars.pictures.sheet.symbols import Place, shape_of, symbol
from tests.helpers.gui.dialogs import Answers
from tests.helpers.paths import CIRCUITS

STATES = ("free", "given", "partly", "locked")


def marked(theme, state, turn=0):
    """The mark in the middle of an image, four pixels per unit, and its painted area."""
    kind = kinds()["joints.rotation"]
    each = symbol("KN1", kind.kind, kind, {}, shape_of(kind), Place(turn=turn))
    image = QImage(80, 80, QImage.Format.Format_RGB32)
    image.fill(QColor(theme_pens(theme).colours["sheet"]))
    painter = QPainter(image)
    painter.translate(40, 40)
    painter.scale(4, 4)
    paint_freedom(painter, each, state, theme_pens(theme))
    painter.end()
    return image


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_differ_by_more_than_colour(qapp, theme):
    colour = QColor(theme_pens(theme).colours["ink"])

    def inked(state, x, y, turn=0):
        return marked(theme, state, turn).pixelColor(40 + 4 * x, 40 + 4 * y) == colour

    assert [inked(state, 0, 0) for state in ("free", "given", "locked")] == [False, True, True]
    assert inked("free", 4, 0) and inked("free", 0, 4), "the ring itself"
    assert inked("partly", 2, 0) and not inked("partly", -2, 0)
    assert inked("locked", 0, 5) and not inked("locked", 5, 0)
    assert inked("locked", 5, 0, turn=1) and not inked("locked", 0, 5, turn=1), "always across the joint"


def test_the_scene_keeps_marks_through_edits_and_themes(document, selection, theme):
    document.replace(load(CIRCUITS / "four_bar.mars"))
    scene = SheetScene(document, selection, theme)
    joints = [name for name in scene.components if scene.layout.is_joint(name)]
    before = scene.picture
    scene.set_freedoms(dict.fromkeys(joints, "free") | {joints[0]: "given"})
    assert scene.components[joints[0]].freedom == "given" and scene.picture > before
    document.edit("Move", lambda circuit: circuit.drawing["components"][joints[0]].update(at=[400, 400]))
    theme.choose("dark")
    assert [scene.components[name].freedom for name in joints] == ["given", *["free"] * (len(joints) - 1)]
    assert not any(item.freedom for name, item in scene.components.items() if name not in joints)


def test_a_drive_fills_the_joint_that_it_moves(qapp, qtbot):
    window = MainWindow(Theme(qapp, "light"), Answers())
    qtbot.addWidget(window)
    window.document.replace(load(CIRCUITS / "two_segment_manipulator.mars"))
    items = window.scene.components
    assert {name: items[name].freedom for name in ("KN1", "KN2", "SB1")} == {"KN1": "given", "KN2": "free", "SB1": ""}
    window.document.edit("Unlink", lambda circuit: circuit.disconnect("Ew2.turn", "KN1.turn"))
    qtbot.waitUntil(lambda: items["KN1"].freedom == "free")
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: items["KN1"].freedom == "given")
    window.document.undo_stack.setClean()
    window.close()
