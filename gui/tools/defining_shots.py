"""Pictures of one's own kinds: made, changed, written, in the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mars.gui import edits

from .shots import opened, ran, shot

if TYPE_CHECKING:
    from mars.gui.window import MainWindow
    from PySide6.QtWidgets import QWidget

PARTS = ("KN1", "SB1", "KN2")


def with_axis(window: MainWindow) -> None:
    """The two-segment manipulator with its first segment as a subcircuit."""
    opened(window, "two_segment_manipulator")
    window.document.edit("Make", lambda circuit: edits.make_subcircuit(circuit, PARTS, "Axis", {"KN1_1": "base"}, "AX"))
    window.document.edit_root("Parameter", lambda circuit: edits.make_parameter(circuit, "Axis", "SB1", "mass"))


@shot
def subcircuit_being_made(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    window.selection.set(PARTS)
    return window.defining.make_subcircuit()


@shot
def definition_parameters(window: MainWindow) -> QWidget | None:
    with_axis(window)
    return window.defining.properties("Axis")


@shot
def definition_ports(window: MainWindow) -> QWidget | None:
    with_axis(window)
    shown = window.defining.properties("Axis")
    assert shown is not None
    shown.tabs.setCurrentIndex(1)
    return shown


@shot
def definition_symbol(window: MainWindow) -> QWidget | None:
    with_axis(window)
    shown = window.defining.properties("Axis")
    assert shown is not None
    shown.tabs.setCurrentIndex(2)
    return shown


@shot
def equations_written(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    return window.defining.new_equations()


@shot
def equations_wrong(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    editor = window.defining.new_equations()
    editor.use_template("Spring", editor.text.toPlainText().replace("damping*rate\n", "dampin*rate\n"))
    return editor


@shot
def own_kinds_in_the_palette(window: MainWindow) -> QWidget | None:
    with_axis(window)
    return window.palette_panel


@shot
def modular_arm(window: MainWindow) -> None:
    """For the README: one axis opened from the arm, in a run."""
    ran(window, "modular_arm", 0.9)
    window.document.open_instance("Axis2")
