"""The editor with a thread that answers questions about it: one expression per line in, its value as JSON out."""

import json
import sys
import threading
from typing import Any

from mars.gui.app import application
from mars.gui.fields.value_field import ValueField
from mars.gui.window.main_window import MainWindow
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

app: Any = None
w: Any = None


def _screen(widget, point):
    place = widget.mapToGlobal(point)
    return [place.x(), place.y()]


def on_screen(port):
    name, _, terminal = port.partition(".")
    x, y = w.scene.layout.symbols[name].terminals[terminal].at
    return _screen(w.view.viewport(), w.view.mapFromScene(x, y))


def on_screen_component(name):
    left, top, right, bottom = w.scene.layout.symbols[name].box
    return _screen(w.view.viewport(), w.view.mapFromScene((left + right) / 2, (top + bottom) / 2))


def place_in_palette(kind):
    place = w.palette_panel.place_of(kind)
    return _screen(place[0], place[1]) if place else None


def _line(name):
    return next((f.line for f in w.inspector.findChildren(ValueField) if f.parameter.name == name and f.isVisible()), None)


def place_of_field(name):
    line = _line(name)
    return _screen(line, QPoint(20, line.height() // 2)) if line is not None else None


def field_has_focus(name):
    return QApplication.focusWidget() is not None and QApplication.focusWidget() is _line(name)


def _dialog():
    return next((each for each in app.topLevelWidgets() if isinstance(each, QFileDialog) and each.isVisible()), None)


def file_dialog_window():
    dialog = _dialog()
    return int(dialog.winId()) if dialog is not None else 0


def file_name_has_focus():
    return _dialog().isActiveWindow() and isinstance(QApplication.focusWidget(), QLineEdit)


def typed_file_name():
    edit = _dialog().findChild(QLineEdit)
    return edit.text()


class Questions(QObject):
    """Answers in the thread of the window."""

    asked = Signal(str)

    def __init__(self):
        super().__init__()
        self.asked.connect(self.answer, Qt.ConnectionType.QueuedConnection)

    def answer(self, question):
        try:
            value = eval(question)
            text = json.dumps(value if isinstance(value, bool | int | float | str | list | type(None)) else bool(value))
        except Exception as error:
            sys.stderr.write(f"{question}: {error!r}\n")
            text = "null"
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def main():
    global app, w
    app = application()
    w = MainWindow()
    questions = Questions()

    def read():
        for line in sys.stdin:
            questions.asked.emit(line.strip())

    threading.Thread(target=read, daemon=True).start()
    w.show()
    return app.exec()


if __name__ == "__main__":  # the worker process also imports this file
    sys.exit(main())
