"""Takes the screenshots registered by the other modules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget


def _picture(target: QWidget) -> QPixmap:
    """The widget with the popups over it, which are separate windows."""
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
    """All screenshots in one theme at the scale of this process."""
    from mars.gui.app import application
    from mars.gui.theme import Theme
    from mars.gui.translations import language
    from mars.gui.window.main_window import MainWindow
    from PySide6.QtCore import QSettings

    from . import definitions, drawing, electrical, plots, runs  # noqa: F401 (each puts its pictures on the list)
    from .common import SHOTS, settle

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
    """Restore the window after a screenshot."""
    from mars.gui.widgets.popup import Popup
    from PySide6.QtWidgets import QApplication, QDialog

    from .common import live

    lists = [each for each in window.findChildren(Popup) if each.isVisible()]
    for other in [*lists, *window.findChildren(QDialog), *filter(_is_popup, QApplication.topLevelWidgets())]:
        other.close()
    window.find_bar.close_bar()
    window.docks["motion"].setFloating(False)
    window.gestures.cancel()
    live(window)
    window.motion.run_data.switch_forces(False)
    window.document.undo_stack.setClean()
    window.run_control.reset()
    window.run_display.reset()
