"""Pictures of the editor: every dock, popover and dialog, in both themes, at 100 % and 200 %.

    python -m mars.gui.tools.screenshots [FOLDER] [NAME ...]      (default folder: build/screenshots)

Works without a screen. Each theme and size is a process of its own: Qt reads the scale once. MARS_SHOTS=light1,dark2 takes only
those, and MARS_LANGUAGE=ru speaks Russian.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mars.gui.window import MainWindow
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

LOOKS = ("light1", "dark1", "light2", "dark2")  # theme and scale


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
    from mars.gui import language
    from mars.gui.app import application
    from mars.gui.theme import Theme
    from mars.gui.window import MainWindow
    from PySide6.QtCore import QSettings

    from . import defining_shots, drawing_shots, electrical_shots, plot_shots, run_shots  # noqa: F401 (each puts its pictures on the list)
    from .shots import SHOTS, settle

    app = application()
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder / "settings"))
    language.begin()
    window = MainWindow(Theme(app, theme_name))
    window.resize(1440, 900)
    window.show()
    percent = round(100 * window.devicePixelRatio())
    for name, prepare in SHOTS.items():
        if names and name not in names:
            continue
        if not window.docks.are_away:
            window.docks.reset()
        target = prepare(window) or window
        settle(window)
        _picture(target).save(str(folder / f"{name}_{theme_name}_{percent}.png"))
        _tidy(window)
    window.close()


def _tidy(window: MainWindow) -> None:
    """As it was before the picture."""
    from mars.gui.canvas.popups.card import Card
    from PySide6.QtWidgets import QApplication, QDialog

    from .shots import live

    lists = [each for each in window.findChildren(Card) if each.isVisible()]
    for other in [*lists, *window.findChildren(QDialog), *filter(_is_popup, QApplication.topLevelWidgets())]:
        other.close()
    window.find_bar.close_bar()
    window.docks["motion"].setFloating(False)
    window.gestures.cancel()
    live(window)
    window.motion.following.switch_forces(False)
    window.document.undo_stack.setClean()
    window.running.reset()
    window.reset()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for look in os.environ.get("MARS_SHOTS", ",".join(LOOKS)).split(","):
        environment = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": look[-1],
            "MARS_STATE": str(folder / "state"),
            "MARS_LIBRARY": str(folder / "library"),
            "MARS_SCREENSHOT": look[:-1],
        }
        subprocess.run([sys.executable, "-m", "mars.gui.tools.screenshots", *sys.argv[1:]], env=environment, check=True)


if __name__ == "__main__":
    theme = os.environ.get("MARS_SCREENSHOT")
    if theme is None:
        main()
    else:
        take(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").absolute(), theme, sys.argv[2:])
