"""The editor's speed: opening, panning, zooming and editing 1,000 components with 1,400 wires, without a screen.

Absolute figures mean little on their own: a fixed paint and a fixed loop are measured in the same run for comparison.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.results import Results
from bench.timing import stopwatch
from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, loads
from mars.pictures.sheet.wires import route_all

if TYPE_CHECKING:
    from mars.gui.canvas.view import SheetView

ROWS, COLUMNS = 25, 40
SIZE = (1600, 1000)
ZOOMS = (0.25, 0.5, 1.0)


@cache
def drawing() -> str:
    """Rows of joints and rods on bases, shafts linked from row to row: the file, with positions and routes."""
    circuit = Circuit("Thousand", motions="Tx Ty Rz")
    for row in range(ROWS):
        for column in range(COLUMNS):
            kind = ("bodies.rod", "joints.rotation")[column % 2] if column else "bodies.base"
            circuit.add(kind, f"C{row}_{column}", at=(140 * column, 160 * row), turn=0 if column else 1)
            if column:
                circuit.connect(f"C{row}_{column - 1}.{2 if column > 1 else 1}", f"C{row}_{column}.1")
            if row % 5 and column % 2:
                circuit.connect(f"C{row - 1}_{column}.turn", f"C{row}_{column}.turn")
    route_all(circuit)
    return dumps(circuit)


@contextmanager
def shown() -> Iterator[SheetView]:
    """The drawing in a window, painted once."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from mars.gui.canvas.scene import SheetScene
    from mars.gui.canvas.view import SheetView
    from mars.gui.document.document import Document
    from mars.gui.document.selection import Selection
    from mars.gui.theme import Theme
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    document = Document()
    theme = Theme(application, "light")
    view = SheetView(SheetScene(document, Selection(document), theme))
    view.resize(*SIZE)
    view.show()
    application.processEvents()
    document.replace(loads(drawing()))
    application.processEvents()
    try:
        yield view
    finally:
        view.zoom_snapshot.end()
        view.close()
        view.sheet.deleteLater()
        view.deleteLater()
        application.processEvents()


def _frames(count: int, step: Callable[[int], object]) -> list[float]:
    """Milliseconds from an event to its frame."""
    from PySide6.QtWidgets import QApplication

    spent = []
    for index in range(count):
        start = time.perf_counter()
        step(index)
        QApplication.processEvents()
        spent.append(1e3 * (time.perf_counter() - start))
    return spent


def yardstick(results: Results, quick: bool) -> None:
    """A fixed paint and a fixed loop."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen
    from PySide6.QtWidgets import QApplication

    application = QGuiApplication.instance() or QApplication([])
    assert application is not None

    def paint() -> None:
        image = QImage(1000, 1000, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("black"), 2))
        for i in range(2000):
            painter.drawEllipse(QPointF(20 + 24 * (i % 40), 20 + 19 * (i // 40)), 9, 9)
        painter.end()

    def loop() -> None:
        total = 0.0
        for i in range(100_000):
            total += (i % 7) * 0.5

    rounds = 3 if quick else 10
    results.put("editor.yardstick_paint_ms", 1e3 * min(stopwatch(paint) for _ in range(rounds)), "2,000 circles, antialiased")
    results.put("editor.yardstick_loop_ms", 1e3 * min(stopwatch(loop) for _ in range(rounds)), "100,000 turns of a plain loop")


def open_1000(results: Results, quick: bool) -> None:
    """From the text of the file to its first frame."""
    key = "editor.open_1000_s"
    with results.tried(key), shown() as view:
        document, text = view.sheet.document, drawing()

        def opened() -> None:
            document.replace(loads(text))
            view.viewport().repaint()

        seconds = min(stopwatch(opened) for _ in range(2 if quick else 5))
        wires = len(document.circuit.links)
        results.put(key, seconds, f"{len(document.circuit.components)} components, {wires} wires: read, checked, drawn")


def pan(results: Results, quick: bool) -> None:
    """Dragging the sheet with the middle button."""
    key = "editor.pan_ms"
    with results.tried(key), shown() as view:
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        every: list[float] = []
        for zoom in ZOOMS:
            view.fit()
            view.zoom_to(zoom)
            view.zoom_snapshot.end()
            QTest.mousePress(view.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(800, 500))
            every += _frames(
                20 if quick else 60, lambda i: QTest.mouseMove(view.viewport(), QPoint(800 - 9 * (i + 1), 500 - 5 * (i + 1)))
            )
            QTest.mouseRelease(view.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(800, 500))
        results.put(key, median(every), f"median of {len(every)} frames at {ZOOMS}; the slowest {max(every):.1f} ms")


def zoom(results: Results, quick: bool) -> None:
    """Turning the wheel in and out, and the wait for a sharp image afterwards."""
    keys = ("editor.zoom_ms", "editor.zoom_sharp_ms")
    with results.tried(*keys), shown() as view:
        from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt
        from PySide6.QtGui import QWheelEvent
        from PySide6.QtWidgets import QApplication

        def notch(i: int) -> None:
            at, turn = QPointF(700, 500), QPoint(0, 120 if i % 20 < 10 else -120)
            none = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)
            QApplication.sendEvent(view.viewport(), QWheelEvent(at, at, QPoint(), turn, *none))

        every, waits = [], []
        for _ in range(2 if quick else 5):
            every += _frames(20, notch)
            start = time.perf_counter()
            waiting = QEventLoop()
            view.sharpened.connect(waiting.quit)
            waiting.exec()
            view.viewport().repaint()
            waits.append(1e3 * (time.perf_counter() - start))
        results.put(keys[0], median(every), f"median of {len(every)} frames; the slowest {max(every):.1f} ms")
        results.put(keys[1], median(waits), "from the last notch to the sharp picture")


def move_one(results: Results, quick: bool) -> None:
    """One component with its wires moved by an edit: document, undo entry, routes, frame; also inside a large subcircuit."""
    keys = ("editor.move_one_ms", "editor.draw_one_ms", "editor.move_one_inside_ms")
    with results.tried(*keys), shown() as view:
        from mars.gui.edits.placement import move

        view.fit()
        document, scene = view.sheet.document, view.sheet
        drawn: list[float] = []
        follow = scene._follow
        document.changed.disconnect(follow)
        document.changed.connect(lambda change: drawn.append(1e3 * stopwatch(lambda: follow(change))))
        name, count = f"C{ROWS // 2}_{COLUMNS // 2 + 1}", 6 if quick else 20

        def moved(i: int) -> None:
            document.edit("Move", lambda circuit: move(circuit, [name], 0, 10 if i % 2 else -10))

        results.put(keys[0], median(_frames(count, moved)), "edit, undo entry, routes, picture")
        results.put(keys[1], median(drawn), "of which the scene's part, without painting")
        host = Circuit("Host", motions="Tx Ty Rz")
        host.define("Thousand", document.circuit)
        host.add("Thousand", "T1", at=(0, 0))
        document.replace(host)
        document.show("Thousand")
        view.fit()
        results.put(keys[2], median(_frames(count, moved)), "the same on the sheet of a subcircuit")


START = """
import sys, time
from mars.gui.app import application
from mars.gui.window.main_window import MainWindow
if __name__ == "__main__":
    app = application()
    window = MainWindow()
    window.show()
    app.processEvents()
    sys.stdout.write(f"{time.time()}")
    window.close()
"""


def start(results: Results, quick: bool) -> None:
    """A new process up to its painted window."""
    key = "editor.start_s"
    with results.tried(key), tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "start.py"
        script.write_text(START)
        own = {"QT_QPA_PLATFORM": "offscreen", "MARS_STATE": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config"}
        spent = []
        for _ in range(3 if quick else 5):
            begun = time.time()
            answer = subprocess.run(
                [sys.executable, str(script)], env=os.environ | own, capture_output=True, text=True, check=True
            )
            spent.append(float(answer.stdout) - begun)
        results.put(key, median(spent), f"median of {len(spent)} new processes; the slowest {max(spent):.2f} s")


def edit_to_pose(results: Results, quick: bool) -> None:
    """A start angle of the Panda is changed: new pose tree, poses, frame."""
    key = "editor.edit_to_pose_ms"
    with results.tried(key):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from mars.gui.document.document import Document
        from mars.gui.document.selection import Selection
        from mars.gui.theme import Theme
        from mars.gui.view3d import MotionView
        from PySide6.QtWidgets import QApplication

        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        document = Document(load(Path(__file__).parents[1] / "circuits/panda.mars"))
        view = MotionView(document, Selection(document), Theme(application, "light"))
        view.resize(600, 480)
        view.show()
        application.processEvents()

        def edit(i: int) -> None:
            document.edit("Start", lambda circuit: circuit.set_start("KN2.angle", 0.01 * i))
            view.rebuild()
            view.repaint()

        every = _frames(10 if quick else 40, edit)
        results.put(key, median(every), f"7 joints, 600 × 480; the slowest {max(every):.0f} ms")
        view.close()
        view.deleteLater()
        application.processEvents()


EDITOR = {
    "editor.start": start,
    "editor.edit_to_pose": edit_to_pose,
    "editor.yardstick": yardstick,
    "editor.open_1000": open_1000,
    "editor.pan": pan,
    "editor.zoom": zoom,
    "editor.move_one": move_one,
}
