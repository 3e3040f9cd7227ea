"""The steps of the tutorial, carried out in the editor: for screenshots, and for a test that they work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mars.gui import edits
from mars.gui.canvas.popups.value_popup import ValuePopup
from PySide6.QtCore import QPointF

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow


def pendulum(window: MainWindow) -> None:
    """Steps 1 to 4 of A pendulum."""
    window.circuit_commands.new("planar")
    from_end(window, "Base1.1", "rot")
    from_end(window, "KN1.2", "rod", "0.5", "1")
    window.document.edit("Start", lambda circuit: circuit.set_start("KN1.angle", "30 deg"))


def damper(window: MainWindow) -> None:
    """+ Damper of the joint's menu, and its value."""
    window.gestures.build.attach("damper", "KN1")
    type_values(window, "0.05")


def module(window: MainWindow) -> None:
    """Steps 2 to 4 of Modules: a subcircuit with two ports and two parameters."""
    window.selection.set(["KN1", "SB1", "DC1"])
    dialog = window.definition_commands.make_subcircuit()
    assert dialog is not None
    dialog.name.setText("Segment")
    dialog.letters.setText("Segment")
    dialog.ports["KN1_1"].setText("root")
    dialog.accept()
    window.document.open_instance("Segment1")
    port = from_end(window, "SB1.2", "port")
    window.document.edit("Rename", lambda circuit: circuit.rename(port, "tip"))
    for parameter in ("length", "mass"):
        window.document.edit_root("Parameter", lambda c, name=parameter: edits.make_parameter(c, "Segment", "SB1", name))


def chain(window: MainWindow) -> None:
    """Steps 5 and 6: three more of them, each at the tip of the previous one, with different lengths."""
    window.document.show("")
    for number, length in enumerate((0.4, 0.3, 0.2), start=1):
        new = from_end(window, f"Segment{number}.tip", "seg")
        window.document.edit("Length", lambda circuit, new=new, length=length: circuit.set(f"{new}.length", length))


def from_end(window: MainWindow, end: str, typed: str, *values: str) -> str:
    """Drag from a port to an empty place, type, Enter; then the values on the card, and Enter. Returns the new name."""
    place, (dx, dy) = window.scene.layout.end_place(end)
    there = (place[0] + 90 * dx, place[1] + 90 * dy)
    before = set(window.document.circuit.components)
    popup = window.gestures.build.offer_kinds(end, QPointF(*there), [place, there], "frame")
    popup.search.setText(typed)
    popup.choose()
    type_values(window, *values)
    (new,) = set(window.document.circuit.components) - before
    return new


def type_values(window: MainWindow, *values: str) -> None:
    """Type into the card that opened beside the new component; without values it is skipped."""
    popup = window.gestures.popups.current
    if not isinstance(popup, ValuePopup):
        assert not values, "no card asks for them"
        return
    for entry, value in zip(popup.rows.values(), values, strict=False):
        entry.inputs()[0].setText(value)  # type: ignore[union-attr]
    popup.finish()
