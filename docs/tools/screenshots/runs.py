"""Screenshots of runs: timeline, energy, values on the drawing, inputs, the mechanism in motion."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF

from .common import branched, inspected, live, opened, ran, reach, run_again, runs_now, settle, shot, topmost, until

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtWidgets import QWidget

    from mars.document.circuit import Circuit

ARM = "two_segment_manipulator"


@shot
def fig1_running(window: MainWindow) -> None:
    ran(window, ARM, 3.2)
    window.selection.set(["KN2"])


@shot
def live_arm(window: MainWindow) -> None:
    """Everything together: a run continued from a branch, with its ghost, trail, values on the drawing, inputs."""
    plots = [["KN1.angle", "KN2.angle", "KN3.angle"], ["IN1.out.value", "IN2.out.value"], ["KN1.turn.torque"]]
    opened(window, "hand_driven_arm")

    def prepare(circuit: Circuit) -> None:
        circuit.views.update(plots=plots, motion={"trails": ["SB3.2"]})
        circuit.set("IN2.value", 0.2)
        circuit.run["until"] = "6 s"

    window.document.edit("Prepare", prepare)
    live(window, "values", "streams")
    run_again(window, 2.0)
    window.document.edit("Set", lambda circuit: circuit.set("IN1.value", -0.4))
    window.run_control.set_speed(0.25)
    window.run_control.branch()
    reach(window, 2.8)
    window.document.edit("Set", lambda circuit: circuit.set("IN2.value", -0.3))
    window.selection.set(["IN2"])
    reach(window, 3.6)
    window.run_control.pause()


@shot
def run_from_file(window: MainWindow) -> None:
    """Saved, opened again with its circuit, and shown at its middle."""
    ran(window, ARM)
    recording = window.run_control.results.recording
    assert recording is not None
    with TemporaryDirectory() as folder:
        path, saved = Path(folder) / "swing.marsrun", []
        window.worker.ask("save", lambda *said: saved.append(said), folder=str(recording.origin.folder), path=str(path))
        until(lambda: bool(saved))
        window.document.undo_stack.setClean()
        window.run_files.open(path)
        until(lambda: window.run_control.results.recording is not recording and window.run_control.results.recording is not None)
        window.run_control.seek(2.5)
        settle(window)


# Timeline


@shot
def timeline_running(window: MainWindow) -> QWidget:
    runs_now(window, ARM, 1.5)
    return window.timeline


@shot
def timeline_changed(window: MainWindow) -> QWidget:
    """Paused in the past, after changes during the run, and with the drawing changed since."""
    runs_now(window, ARM, 1.0)
    window.document.edit("Set", lambda circuit: circuit.set("DC.damping", "3 N*m*s/rad"))
    reach(window, 1.6)
    window.document.edit("Set", lambda circuit: circuit.set("DC.damping", "1 N*m*s/rad"))
    reach(window, 2.2)
    window.run_control.seek(1.2)
    window.document.edit("Set", lambda circuit: circuit.set("DC.damping", "2 N*m*s/rad"))
    return window.timeline


# Energy


@shot
def energy(window: MainWindow) -> None:
    ran(window, ARM, 2.0)
    window.docks.bring_up("ledger")
    until(lambda: window.ledger.model.rowCount() > 0)


# On the drawing


@shot
def live_values(window: MainWindow) -> None:
    ran(window, ARM, 0.8)
    live(window, "values")


@shot
def live_streams(window: MainWindow) -> None:
    ran(window, "four_bar", 0.8)
    live(window, "streams", "values")


@shot
def live_power(window: MainWindow) -> None:
    ran(window, ARM, 0.8)
    live(window, "power")


@shot
def hover_component(window: MainWindow) -> None:
    _hovered(window, QPointF(400, 0))


@shot
def hover_port(window: MainWindow) -> None:
    _hovered(window, QPointF(430, 0))


@shot
def hover_wire(window: MainWindow) -> None:
    _hovered(window, QPointF(330, 0))


def _hovered(window: MainWindow, place: QPointF) -> None:
    from mars.gui.canvas.hit_test import hit

    ran(window, ARM, 0.8)
    window.view.fit()
    at = window.view.mapFromScene(place)
    window.scene.live.tell(window.view, hit(window.scene, place, window.view.zoom), at)


@shot
def failure(window: MainWindow) -> None:
    """A root of a negative number from t = 2 s on."""
    opened(window, ARM)
    window.document.edit("Set", lambda circuit: circuit.set("Ew2.law", "sqrt(2 - t)"))
    run_again(window)
    window.docks.bring_up("plots")


@shot
def pending(window: MainWindow) -> None:
    runs_now(window, ARM, 0.5)
    window.run_control.pause()
    window.scene.set_pending(["SB2", "KN2"])


# Inputs and sliders


@shot
def inputs(window: MainWindow) -> None:
    runs_now(window, "hand_driven_arm", 1.0)
    window.selection.set(["IN2"])


@shot
def inspector_slider(window: MainWindow) -> QWidget:
    return inspected(window, "hand_driven_arm", "IN1")


@shot
def inspector_button(window: MainWindow) -> QWidget:
    return inspected(window, "hand_driven_arm", "IN3")


@shot
def inspector_damper(window: MainWindow) -> QWidget:
    return inspected(window, ARM, "DC")


# The mechanism in motion


@shot
def motion_trails(window: MainWindow) -> QWidget:
    _motion(window, ARM, 3.0, trails=["SB2.2", "centre"], centre=True)
    return window.docks["motion"]


@shot
def motion_forces(window: MainWindow) -> QWidget:
    _motion(window, "stewart_platform", 1.0)
    window.motion.run_data.switch_forces(True)
    return window.docks["motion"]


@shot
def motion_ghost(window: MainWindow) -> QWidget:
    _motion(window, "double_pendulum", None, trails=["SB2.2"])
    branched(window, 1.0, "SB2.mass", "4 kg", 2.0)
    return window.docks["motion"]


@shot
def motion_coils(window: MainWindow) -> QWidget:
    _motion(window, "car_axis", 0.5)
    return window.docks["motion"]


@shot
def motion_large(window: MainWindow) -> QWidget:
    """The dock as a separate window."""
    _motion(window, "double_pendulum", 2.0, trails=["SB2.2"], centre=True)
    window.motion.run_data.switch_forces(True)
    window.docks["motion"].setFloating(True)
    window.docks["motion"].resize(720, 560)
    return window.docks["motion"]


@shot
def motion_menu(window: MainWindow) -> None:
    from mars.gui.view3d.context_menu import open_menu
    from mars.gui.view3d.pick_targets import PickTarget

    _motion(window, ARM, 1.0, trails=["SB2.2"])
    place = next(each for each in window.motion.places if "SB2.2" in each.ends)
    target = PickTarget("SB2", frozenset({"SB2"}), "SB2", place=place)
    open_menu(window.motion, target, window.motion.mapToGlobal(QPoint(20, 60)))


@shot
def motion_dialog(window: MainWindow) -> QWidget | None:
    _motion(window, ARM, 1.0)
    window.motion_export.save_motion()
    return topmost(window)


def _motion(window: MainWindow, circuit: str, seen_at: float | None, **shown: object) -> None:
    opened(window, circuit)
    window.document.edit("Show", lambda circuit: circuit.views.update(motion=shown))
    run_again(window, seen_at)


# Equations


def equations(window: MainWindow, circuit: str, name: str, t: float) -> QWidget:
    ran(window, circuit, t)
    window.docks.bring_up("equations")
    window.selection.set([name])
    until(lambda: bool(window.equations.rows))
    settle(window)
    return window.equations


@shot
def equations_joint(window: MainWindow) -> QWidget:
    return equations(window, ARM, "KN2", 1.5)


@shot
def equations_body(window: MainWindow) -> QWidget:
    return equations(window, ARM, "SB1", 1.5)


@shot
def equations_friction(window: MainWindow) -> None:
    """In the window, beside everything else."""
    equations(window, "stick_slip", "Friction", 0.5)


@shot
def equations_motor(window: MainWindow) -> QWidget:
    return equations(window, "servo_axis", "MT1", 0.6)


@shot
def equations_nothing_selected(window: MainWindow) -> QWidget:
    opened(window, ARM)
    window.selection.set([])
    window.docks.bring_up("equations")
    settle(window)
    return window.equations


@shot
def equations_floating(window: MainWindow) -> QWidget:
    """Tall, undocked, with all equations of a friction."""
    dock = window.docks["equations"]
    dock.setFloating(True)
    dock.resize(720, 620)
    return equations(window, "stick_slip", "Friction", 0.5)
