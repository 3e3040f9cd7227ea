"""Screenshots of electrical circuits and of signals: drawing, running, lists, and the fields of their parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import branched, live, opened, run_again, shot, until

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtWidgets import QWidget

    from mars.document.circuit import Circuit


def begun(window: MainWindow, what: str = "electrical") -> None:
    window.document.undo_stack.setClean()
    window.circuit_commands.new(what)


def signals(window: MainWindow) -> None:
    """A loop of blocks, and one of each kind whose parameters need a special field."""
    begun(window, "planar")

    def draw(circuit: Circuit) -> None:
        circuit.remove("Base1")
        circuit.add("signals.law", "LAW1", at=(0, 0))
        circuit.add("signals.sum", "SUM1", at=(100, 0))
        circuit.add("signals.gain", "K1", at=(200, 0))
        circuit.add("signals.integrator", "INT1", at=(320, 0))
        circuit.add("signals.bundle", "BUN1", at=(440, 60))
        circuit.add("signals.unbundle", "UNB1", at=(540, 60))
        circuit.add("signals.transfer_function", "TF1", at=(660, 0))
        circuit.add("signals.formula", "F1", at=(660, 140))
        system = {"A": [[0, 1], [-4, -0.4]], "B": [[0], [1]], "C": [[1, 0], [0, 1]], "D": [[0], [0]]}
        circuit.add("signals.state_space", "SS1", at=(660, 240), **system)
        for a, b in (
            ("LAW1.out", "SUM1.in1"),
            ("SUM1.out", "K1.in"),
            ("K1.out", "INT1.in"),
            ("INT1.out", "SUM1.in2"),
            ("INT1.out", "BUN1.in1"),
            ("LAW1.out", "BUN1.in2"),
            ("BUN1.out", "UNB1.in"),
            ("UNB1.out1", "TF1.in"),
        ):
            circuit.connect(a, b)

    window.document.edit("Draw", draw)


@shot
def new_electrical(window: MainWindow) -> None:
    begun(window)
    window.selection.set(["R1"])
    until(lambda: window.problems.is_complete)


@shot
def electrical_run(window: MainWindow) -> None:
    begun(window)
    run_again(window, 1.0)
    live(window, "values", "streams", "power")


@shot
def electrical_kinds(window: MainWindow) -> None:
    from PySide6.QtCore import QPointF

    begun(window)
    window.gestures.build.offer_kinds("C1.p", QPointF(300, 30), [(200, 30), (300, 30)], "electrical")


@shot
def servo(window: MainWindow) -> None:
    """From the trajectory to the load: currents, torques and power on the drawing, and the run with weaker gains behind it."""
    opened(window, "servo_axis")

    def prepare(circuit: Circuit) -> None:
        circuit.views.update(plots=[["TRJ1.position.value", "SEN1.out.value"], ["MT1.current"]])
        circuit.set("PID1.kp", 100)

    window.document.edit("Prepare", prepare)
    live(window, "values", "streams", "power")
    run_again(window)
    branched(window, 0.05, "PID1.kp", 300, 0.64)
    window.selection.set(["PID1"])


@shot
def energy_motor(window: MainWindow) -> None:
    """From a battery through a motor into a turning disc and into heat."""
    begun(window)

    def draw(circuit: Circuit) -> None:
        circuit.remove("R1", "C1")
        circuit.add("drives.dc_motor", "MT1", at=(160, 60))
        circuit.add("dynamics.rotor", "RT1", at=(300, 60), flip=True)
        circuit.add("dynamics.damper", "DC1", at=(300, -40))
        for a, b in (("V1.p", "MT1.p"), ("GND1.p", "MT1.n"), ("MT1.shaft", "RT1.shaft"), ("MT1.shaft", "DC1.a")):
            circuit.connect(a, b)

    window.document.edit("Draw", draw)
    run_again(window, 0.5)
    live(window, "streams", "power")
    window.docks["ledger"].raise_()
    until(lambda: window.ledger.families.isVisible() and window.ledger.families.rows[1][1] != "0", 5.0)


@shot
def signal_blocks(window: MainWindow) -> None:
    signals(window)
    until(lambda: window.problems.is_complete)


def field(window: MainWindow, name: str) -> QWidget:
    signals(window)
    window.selection.set([name])
    return window.inspector


@shot
def inspector_count(window: MainWindow) -> QWidget:
    return field(window, "SUM1")


@shot
def inspector_numbers(window: MainWindow) -> QWidget:
    return field(window, "TF1")


@shot
def inspector_formula(window: MainWindow) -> QWidget:
    return field(window, "F1")


@shot
def inspector_grid(window: MainWindow) -> QWidget:
    return field(window, "SS1")
