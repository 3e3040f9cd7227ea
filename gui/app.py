"""The program: one application, one window. `start` is what the command `mars` calls."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from mars.errors import MarsError

from .window import MainWindow


def application() -> QApplication:
    """The one application, with the names under which its settings are kept."""
    QCoreApplication.setOrganizationName("mars")
    QCoreApplication.setApplicationName("mars")
    QCoreApplication.setApplicationVersion(_version())
    found = QApplication.instance()
    return found if isinstance(found, QApplication) else QApplication(sys.argv[:1])


def start(path: str | None = None) -> int:
    """Show the editor, with a file if one is named, until it is closed."""
    app = application()
    app.setDesktopFileName("mars")
    window = MainWindow()
    keep_on_screen(window)
    window.show()
    if path is not None:
        QTimer.singleShot(0, lambda: window.files.open(Path(path)))
    _stop_on_ctrl_c(window)
    sys.excepthook = _Complaints(window)
    return app.exec()


def keep_on_screen(window: QWidget) -> None:
    """Small screens cut off what is larger than they are."""
    window.resize(window.size().boundedTo(window.screen().availableSize()))


def _version() -> str:
    import mars

    return mars.__version__


def _stop_on_ctrl_c(window: MainWindow) -> None:
    """Ctrl+C in the terminal closes the window as a click does, question about unsaved work included."""
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, window.close))
    pulse = QTimer(window)  # Python looks at signals only when it runs
    pulse.setObjectName("signals")
    pulse.timeout.connect(lambda: None)
    pulse.start(300)


class _Complaints:
    """What nobody caught: said in the window, written to the terminal, and the work is kept."""

    def __init__(self, window: MainWindow):
        self._window = window

    def __call__(self, kind: type[BaseException], error: BaseException, trace: object) -> None:
        if isinstance(error, MarsError):
            self._window.say(str(error))
            return
        sys.__excepthook__(kind, error, trace)  # pyright: ignore[reportArgumentType]
        self._window.recovery.write()
        self._window.say(self._window.tr("Something went wrong inside Mars: %1. Your work is kept.").replace("%1", str(error)))
