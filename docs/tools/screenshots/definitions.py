"""Screenshots of custom components: made, changed, written, in the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mars.gui import edits

from mars.document.circuit import Circuit
from mars.kinds import library

from .common import opened, ran, shot, until

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
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
    return window.definition_commands.make_subcircuit()


@shot
def definition_parameters(window: MainWindow) -> QWidget | None:
    with_axis(window)
    return window.definition_commands.properties("Axis")


@shot
def definition_ports(window: MainWindow) -> QWidget | None:
    with_axis(window)
    shown = window.definition_commands.properties("Axis")
    assert shown is not None
    shown.tabs.setCurrentIndex(1)
    return shown


@shot
def definition_symbol(window: MainWindow) -> QWidget | None:
    with_axis(window)
    shown = window.definition_commands.properties("Axis")
    assert shown is not None
    shown.tabs.setCurrentIndex(2)
    return shown


@shot
def equations_written(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    return window.definition_commands.new_equations()


@shot
def equations_wrong(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    editor = window.definition_commands.new_equations()
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


@shot
def five_levels_deep(window: MainWindow) -> None:
    """Long names, five sheets open, and the values of the instances on the path."""
    window.files.new(nested(5))
    for _ in range(5):
        window.document.open_instance("InstanceWithALongName1")
    window.selection.set(["SB1"])


@shot
def library_has_another_version(window: MainWindow) -> None:
    with_axis(window)
    window.definition_commands.keep("Axis")
    shelved = {**window.custom_kinds.library_entries["Axis"].definition, "note": "A better one."}
    other = Circuit()
    other.definitions = {"Axis": shelved}
    library.store(other, "Axis", replace=True)
    window.definition_commands.reload()
    window.docks["problems"].raise_()


@shot
def equations_of_a_component(window: MainWindow) -> None:
    opened(window, "modular_arm")
    window.document.open_instance("Axis2")
    window.selection.set(["KN1"])
    window.docks["equations"].raise_()
    until(lambda: bool(window.equations.rows), 30.0)


def nested(levels: int) -> Circuit:
    """Each sheet has a rod, and an instance of the next."""
    circuit = Circuit("A circuit with rather a long title", motions="Tx Ty Rz")
    for level in range(levels, 0, -1):
        inner = Circuit(motions="Tx Ty Rz")
        inner.definitions = circuit.definitions
        inner.add_variable("length", "1 m", "m")
        inner.add("bodies.rod", "SB1", length="length/2", at=(0, 0))
        if level < levels:
            inner.add(f"SubcircuitOfLevel{level + 1}", "InstanceWithALongName1", at=(0, 120), length="0.8*length")
        circuit.define(f"SubcircuitOfLevel{level}", inner, parameters=["length"])
    circuit.add("SubcircuitOfLevel1", "InstanceWithALongName1", at=(0, 0))
    return circuit
