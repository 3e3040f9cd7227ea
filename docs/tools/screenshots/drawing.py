"""Screenshots of the editor while drawing: start page, drawing, inspector, problems, popovers and dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import inspected, opened, shot, topmost, until

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtWidgets import QWidget


@shot
def start_page(window: MainWindow) -> None:
    window.page_switch.show_start_page()
    until(lambda: window.start_page.is_complete)


@shot
def fig1(window: MainWindow) -> None:
    opened(window, "two_segment_manipulator")
    window.selection.set(["KN1"])
    until(lambda: window.problems.is_complete)


@shot
def inspector_rod(window: MainWindow) -> QWidget:
    return inspected(window, "two_segment_manipulator", "SB1")


@shot
def inspector_law(window: MainWindow) -> QWidget:
    return inspected(window, "two_segment_manipulator", "Ew2")


@shot
def inspector_circuit(window: MainWindow) -> QWidget:
    return inspected(window, "two_segment_manipulator")


@shot
def inspector_several(window: MainWindow) -> QWidget:
    return inspected(window, "two_segment_manipulator", "SB1", "SB2")


@shot
def kind_list(window: MainWindow) -> None:
    from PySide6.QtCore import QPointF

    opened(window, "two_segment_manipulator")
    window.gestures.build.offer_kinds("SB2.2", QPointF(640, 100), [(580, 0), (640, 0), (640, 100)], "frame")


@shot
def problems(window: MainWindow) -> None:
    opened(window, "two_segment_manipulator")
    window.document.edit("Unlink", lambda circuit: circuit.disconnect("Ew1.1", "KN1.1"))
    window.document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(260, 140), mass="-2 kg"))
    window.docks["problems"].raise_()
    until(lambda: window.problems.is_complete)


@shot
def topology(window: MainWindow) -> None:
    opened(window, "four_bar")
    window.docks["topology"].raise_()
    until(lambda: window.problems.is_complete)


@shot
def scalar_links(window: MainWindow) -> None:
    opened(window, "two_segment_manipulator")
    window.actions_by_name["explode"].trigger()


@shot
def spatial(window: MainWindow) -> None:
    opened(window, "panda")
    until(lambda: window.problems.is_complete)


@shot
def loop(window: MainWindow) -> None:
    opened(window, "stewart_platform")
    until(lambda: window.problems.is_complete)


@shot
def commands(window: MainWindow) -> None:
    opened(window, "two_segment_manipulator")
    until(lambda: window.problems.is_complete)
    window.actions_by_name["commands"].trigger()


@shot
def find(window: MainWindow) -> None:
    opened(window, "two_segment_manipulator")
    window.find_bar.open()


@shot
def shortcuts(window: MainWindow) -> QWidget | None:
    window.actions_by_name["shortcuts"].trigger()
    return topmost(window)


@shot
def help_page(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    window.selection.set(["KN1"])
    window.actions_by_name["help"].trigger()
    return topmost(window)


@shot
def close_question(window: MainWindow) -> QWidget | None:
    opened(window, "two_segment_manipulator")
    window.document.edit("Set", lambda circuit: circuit.set("SB1.length", 0.7))
    window.close()
    return topmost(window)
