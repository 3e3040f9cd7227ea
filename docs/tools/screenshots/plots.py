"""Screenshots of the plots: layouts, cursors, earlier runs, lists and menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt

from .common import branched, opened, ran, reach, run_again, runs_now, shot

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtWidgets import QWidget

ARM = "two_segment_manipulator"


@shot
def plots_pendulum(window: MainWindow) -> None:
    ran(window, "pendulum", 1.3)


@shot
def plots_panda(window: MainWindow) -> None:
    ran(window, "panda", 1.0, [[f"KN{number}.angle" for number in range(1, 7)]])


@shot
def plots_panda_two(window: MainWindow) -> QWidget:
    ran(window, "panda", 1.0)
    return window.docks["plots"]


@shot
def plots_stewart(window: MainWindow) -> None:
    ran(window, "stewart_platform", 1.0)


@shot
def plots_gripper(window: MainWindow) -> QWidget:
    ran(window, "gripper_pick_and_place", 1.0)
    return window.docks["plots"]


@shot
def plots_satellite(window: MainWindow) -> QWidget:
    ran(window, "satellite_with_arm", 3.0)
    return window.docks["plots"]


@shot
def plots_mixed_units(window: MainWindow) -> QWidget:
    ran(window, ARM, 2.0, [["KN2.angle", "KN1.turn.torque", "SB2.2.r.x"], {"curves": ["KN1.turn.torque"], "title": "Drive"}])
    return window.docks["plots"]


@shot
def plots_phase(window: MainWindow) -> QWidget:
    paths = [{"curves": ["KN1.turn.speed"], "x": "KN1.angle"}, {"curves": ["SB2.2.r.y"], "x": "SB2.2.r.x", "equal": True}]
    ran(window, "double_pendulum", 2.0, [["KN1.angle", "KN2.angle"], *paths])
    return window.docks["plots"]


@shot
def plots_two_cursors(window: MainWindow) -> QWidget:
    ran(window, ARM, 1.0)
    window.plots.grid.set_b(2.5)
    return window.docks["plots"]


@shot
def plots_stale(window: MainWindow) -> QWidget:
    ran(window, ARM, 1.0)
    window.document.edit("Set", lambda circuit: circuit.set("DC.damping", "2 N*m*s/rad"))
    return window.docks["plots"]


@shot
def plots_ghost(window: MainWindow) -> None:
    ran(window, ARM)
    branched(window, 1.5, "DC.damping", "0.1 N*m*s/rad", 2.4)


@shot
def plots_spectrum(window: MainWindow) -> QWidget:
    curves = ["KN1.angle", "KN2.angle"]
    ran(window, "double_pendulum", 2.0, [curves, {"curves": curves, "spectrum": True}])
    return window.docks["plots"]


@shot
def plots_frozen(window: MainWindow) -> QWidget:
    runs_now(window, ARM, 1.0)
    window.plots.tools.freeze.setChecked(True)
    reach(window, 1.6)
    return window.docks["plots"]


@shot
def plots_empty(window: MainWindow) -> QWidget:
    opened(window, ARM)
    window.docks.bring_up("plots")
    return window.docks["plots"]


@shot
def plots_tall(window: MainWindow) -> QWidget:
    """The dock enlarged manually."""
    window.resizeDocks([window.docks["plots"]], [460], Qt.Orientation.Vertical)
    ran(window, "stewart_platform", 1.0)
    return window.docks["plots"]


@shot
def run_list(window: MainWindow) -> None:
    ran(window, ARM)
    branched(window, 1.5, "DC.damping", "0.1 N*m*s/rad")
    run_again(window, 1.0)
    window.run_control.results.overlay_run(window.run_control.results.runs[0], True)
    window.plots.menus.show_runs(window.plots.tools.runs)


@shot
def variable_chooser(window: MainWindow) -> None:
    ran(window, ARM, 2.0)
    widget = window.plots.widgets[0]
    window.plots.menus.choose_curves(0, widget.add_button.mapToGlobal(QPoint(0, 20)))


@shot
def plot_menu(window: MainWindow) -> None:
    ran(window, ARM, 2.0)
    widget = window.plots.widgets[0]
    window.plots.menus.show_popup(widget, widget.menu_button.mapToGlobal(QPoint(0, 20)))
