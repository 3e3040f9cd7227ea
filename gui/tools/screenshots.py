"""Pictures of the editor: every dock, popover and dialog, in both themes, at 100 % and 200 %.

    python -m mars.gui.tools.screenshots [FOLDER] [NAME ...]      (default folder: build/screenshots)

Works without a screen. Each theme and size is a process of its own: Qt reads the scale once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mars.gui.window import MainWindow
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

PATIENCE = 60.0
SHOTS: dict[str, Callable[[MainWindow], QWidget | None]] = {}


def shot(function: Callable[[MainWindow], QWidget | None]) -> Callable[[MainWindow], QWidget | None]:
    """A picture: the function brings the window into a state and says what to take (None: all of it)."""
    SHOTS[function.__name__] = function
    return function


@shot
def start_page(window: MainWindow) -> None:
    window.show_start_page()
    _until(lambda: window.start_page.is_complete)


@shot
def fig1(window: MainWindow) -> None:
    _open(window, "two_segment_manipulator")
    window.selection.set(["KN1"])
    _until(lambda: window.problems.is_complete)


@shot
def fig1_running(window: MainWindow) -> None:
    _open(window, "two_segment_manipulator")
    window.toolbar.speed.setCurrentIndex(window.toolbar.speed.count() - 1)
    window.toolbar.speed.activated.emit(0)
    window.run()
    _until(lambda: window.running.state == "finished")
    window.selection.set(["KN2"])
    window.running.seek(3.2)


@shot
def inspector_rod(window: MainWindow) -> QWidget:
    return _inspected(window, "two_segment_manipulator", "SB1")


@shot
def inspector_law(window: MainWindow) -> QWidget:
    return _inspected(window, "two_segment_manipulator", "Ew2")


@shot
def inspector_circuit(window: MainWindow) -> QWidget:
    return _inspected(window, "two_segment_manipulator")


@shot
def inspector_several(window: MainWindow) -> QWidget:
    return _inspected(window, "two_segment_manipulator", "SB1", "SB2")


@shot
def kind_list(window: MainWindow) -> None:
    from PySide6.QtCore import QPointF

    _open(window, "two_segment_manipulator")
    window.gestures.offer_kinds("SB2.2", QPointF(640, 100), [(580, 0), (640, 0), (640, 100)], "frame")


@shot
def problems(window: MainWindow) -> None:
    _open(window, "two_segment_manipulator")
    window.document.edit("Unlink", lambda circuit: circuit.disconnect("Ew1.1", "KN1.1"))
    window.document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(260, 140), mass="-2 kg"))
    window.docks["problems"].raise_()
    _until(lambda: window.problems.is_complete)


@shot
def topology(window: MainWindow) -> None:
    _open(window, "four_bar")
    window.docks["topology"].raise_()
    _until(lambda: window.problems.is_complete)


@shot
def scalar_links(window: MainWindow) -> None:
    _open(window, "two_segment_manipulator")
    window.actions_by_name["explode"].trigger()


@shot
def spatial(window: MainWindow) -> None:
    _open(window, "panda")
    _until(lambda: window.problems.is_complete)


@shot
def loop(window: MainWindow) -> None:
    _open(window, "stewart_platform")
    _until(lambda: window.problems.is_complete)


@shot
def commands(window: MainWindow) -> None:
    _open(window, "two_segment_manipulator")
    _until(lambda: window.problems.is_complete)
    window.show_commands()


@shot
def find(window: MainWindow) -> None:
    _open(window, "two_segment_manipulator")
    window.find()


@shot
def shortcuts(window: MainWindow) -> QWidget | None:
    window.show_shortcuts()
    return _topmost(window)


@shot
def help_page(window: MainWindow) -> QWidget | None:
    _open(window, "two_segment_manipulator")
    window.selection.set(["KN1"])
    window.help()
    return _topmost(window)


@shot
def close_question(window: MainWindow) -> QWidget | None:
    _open(window, "two_segment_manipulator")
    window.document.edit("Set", lambda circuit: circuit.set("SB1.length", 0.7))
    window.close()
    return _topmost(window)


def _inspected(window: MainWindow, circuit: str, *names: str) -> QWidget:
    _open(window, circuit)
    window.selection.set(names)
    return window.inspector


def _open(window: MainWindow, name: str) -> None:
    from importlib.resources import files

    window.document.undo_stack.setClean()
    window.files.open_copy(Path(str(files("mars.circuits") / f"{name}.mars")))
    window.actions_by_name["explode"].setChecked(False)
    window.explode()


def _topmost(window: MainWindow) -> QWidget | None:
    from PySide6.QtWidgets import QDialog

    return next((each for each in reversed(window.findChildren(QDialog)) if each.isVisible()), None)


def _until(condition: Callable[[], bool]) -> None:
    from time import monotonic

    from PySide6.QtWidgets import QApplication

    end = monotonic() + PATIENCE
    while not condition() and monotonic() < end:
        QApplication.processEvents()


def _picture(target: QWidget) -> QPixmap:
    """The widget with the popups over it, which are windows of their own."""
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication

    picture = target.grab()
    with QPainter(picture) as painter:
        for popup in QApplication.topLevelWidgets():
            if popup.isVisible() and popup is not target and _is_popup(popup):
                painter.drawPixmap(target.mapFromGlobal(popup.pos()), popup.grab())
    return picture


def _is_popup(widget: QWidget) -> bool:
    from PySide6.QtCore import Qt

    return widget.windowType() in (Qt.WindowType.Popup, Qt.WindowType.Tool, Qt.WindowType.ToolTip)


def take(folder: Path, theme_name: str, names: list[str]) -> None:
    """All pictures in one theme at the scale of this process."""
    from mars.gui.app import application
    from mars.gui.theme import Theme
    from mars.gui.window import MainWindow
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QDialog

    app = application()
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder / "settings"))
    window = MainWindow(Theme(app, theme_name))
    window.resize(1440, 900)
    window.show()
    percent = round(100 * window.devicePixelRatio())
    for name, prepare in SHOTS.items():
        if names and name not in names:
            continue
        target = prepare(window) or window
        _until(lambda: not (window.motion.is_rough or window.problems.check.is_waiting))
        for _ in range(20):
            QApplication.processEvents()
        _picture(target).save(str(folder / f"{name}_{theme_name}_{percent}.png"))
        for other in [*window.findChildren(QDialog), *filter(_is_popup, QApplication.topLevelWidgets())]:
            other.close()
        window.gestures.cancel()
        window.document.undo_stack.setClean()
        window.running.reset()
        window.reset()
    window.close()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        for scale in ("1", "2"):
            environment = os.environ | {
                "QT_QPA_PLATFORM": "offscreen",
                "QT_SCALE_FACTOR": scale,
                "MARS_STATE": str(folder / "state"),
                "MARS_SCREENSHOT": theme,
            }
            subprocess.run([sys.executable, "-m", "mars.gui.tools.screenshots", *sys.argv[1:]], env=environment, check=True)


if __name__ == "__main__":
    theme = os.environ.get("MARS_SCREENSHOT")
    if theme is None:
        main()
    else:
        take(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").absolute(), theme, sys.argv[2:])
