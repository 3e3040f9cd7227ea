"""The application: one `QApplication`, one window. The command `mars` calls `start`."""

from __future__ import annotations

import gc
import signal
import sys
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from mars.errors import MarsError

from .files.user_folders import clear_dead_files
from .i18n import translate
from .translations import language
from .window.main_window import MainWindow

PULSE = 300  # ms between checks for terminal signals: too short to be noticed


def application() -> QApplication:
    """The single application, with the names under which its settings are stored."""
    QCoreApplication.setOrganizationName("mars")
    QCoreApplication.setApplicationName("mars")
    QCoreApplication.setApplicationVersion(_version())
    found = QApplication.instance()
    return found if isinstance(found, QApplication) else QApplication(sys.argv[:1])


def start(path: str | None = None, chosen_language: str | None = None) -> int:
    """Show the editor in a language, with a file if one is given, until it is closed."""
    app = application()
    app.setDesktopFileName("mars")
    app.setWindowIcon(QIcon(str(files("mars.pictures") / "logo.svg")))
    language.begin(chosen_language)
    clear_dead_files()
    program = Program()
    if path is not None:
        QTimer.singleShot(0, lambda: program.window.files.open(Path(path)))
    _stop_on_ctrl_c(program)
    sys.excepthook = _Complaints(program)
    gc.freeze()  # everything loaded so far stays: collecting it again and again caused pauses of 0.1 s
    return app.exec()


class Program:
    """Owns the window, and rebuilds it when the language changes."""

    def __init__(self) -> None:
        self.window = self._shown(MainWindow())
        keep_on_screen(self.window)

    def renew(self) -> None:
        """Rebuild the window with the same circuit, history and runs: widgets get their texts when they are created."""
        old = self.window
        old.remember()
        self.window = MainWindow(old.theme)
        self.window.take_over(old)
        self._shown(self.window)
        old.close()
        old.deleteLater()

    def _shown(self, window: MainWindow) -> MainWindow:
        window.appearance.outdated.connect(self.renew)
        window.show()
        return window


def keep_on_screen(window: QWidget) -> None:
    """Limit the window to the size of the screen."""
    window.resize(window.size().boundedTo(window.screen().availableSize()))


def _version() -> str:
    import mars

    return mars.__version__


def _stop_on_ctrl_c(program: Program) -> None:
    """Ctrl+C in the terminal closes the window like a click, including the question about unsaved changes."""
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, lambda: program.window.close()))
    pulse = QTimer(QCoreApplication.instance())  # Python handles signals only while it runs
    pulse.setObjectName("signals")
    pulse.timeout.connect(lambda: None)
    pulse.start(PULSE)


class _Complaints:
    """Unhandled errors: shown in the window, written to the terminal, and a recovery copy is saved."""

    def __init__(self, program: Program):
        self._program = program

    def __call__(self, kind: type[BaseException], error: BaseException, trace: object) -> None:
        window = self._program.window
        if isinstance(error, MarsError):
            window.messages.say(error.message)
            return
        sys.__excepthook__(kind, error, trace)  # pyright: ignore[reportArgumentType]
        window.recovery.write()
        words = translate("Program", "Internal error: %1. A recovery copy of your work has been saved.")
        window.messages.say(words.replace("%1", str(error)))
