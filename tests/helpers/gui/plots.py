"""For tests of the plots: a panel with the real run control (its worker never starts), recordings made from formulas."""

import numpy as np
from mars.gui.document.document import Document
from mars.gui.plots.plot_panel import PlotPanel
from mars.gui.runs.recording import Origin, Recording
from mars.gui.runs.run_control import RunControl
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mars.document.circuit import Circuit
from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.window import NoWorker

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
FORMULAS = {
    "KN1.angle": ("rad", np.sin),
    "KN1.turn.angle": ("rad", np.sin),
    "KN1.turn.speed": ("rad/s", np.cos),
    "KN1.turn.torque": ("N·m", lambda t: 5 * np.sin(2 * t)),
    "KN2.travel": ("m", lambda t: 0.2 * t),
    "KN3.angle": ("rad", lambda t: np.cos(3 * t)),
    "SB1.2.r.x": ("m", np.cos),
    "SB1.2.r.y": ("m", np.sin),
    "SB1.2.F.x": ("N", lambda t: 10 + 0 * t),
}
COORDINATES = ["KN1.angle", "KN2.travel", "KN3.angle"]


def circuit(plots=None) -> Circuit:
    made = Circuit()
    made.add("bodies.base", "B1")
    made.add("joints.rotation", "KN1")
    made.add("joints.translation", "KN2")
    made.add("joints.rotation", "KN3")
    made.add("bodies.rod", "SB1")
    if plots is not None:
        made.views["plots"] = plots
    return made


def recorded(end=5.0, until=None, count=501, known=COORDINATES, label="Run 1", factor=1.0) -> Recording:
    """Every formula is a variable; those in `known` already have their values."""
    recording = Recording({name: FORMULAS[name][0] for name in known}, 0.0, end, Origin(label))
    recording.variables = {name: unit for name, (unit, _) in FORMULAS.items()}
    grow(recording, np.linspace(0.0, end if until is None else until, count), known, factor)
    return recording


def grow(recording, times, names=COORDINATES, factor=1.0) -> None:
    values = [factor * FORMULAS[name][1](times) for name in names]
    recording.append(times, names, np.column_stack(values) if values else np.empty((times.size, 0)))


class Bench:
    """The panel alone, with simulated input."""

    def __init__(self, qtbot, theme, plots=None, size=(900, 300)):
        self.worker = NoWorker()
        self.document = Document(circuit(plots))
        self.run_control = RunControl(self.document, self.worker)
        self.dialogs = Answers()
        self.panel = PlotPanel(self.document, self.run_control, theme, dialogs=self.dialogs)
        qtbot.addWidget(self.panel)
        self.panel.resize(*size)
        with qtbot.waitExposed(self.panel):
            self.panel.show()

    def show(self, recording=None, t=None, **how):
        """A finished run."""
        recording = recording or recorded(**how)
        recording.origin.physics = self.document.circuit.physics_hash()
        self.run_control.show_results(recording)
        if t is not None:
            self.run_control.seek(t)
        QApplication.processEvents()
        return recording

    def start(self, recording):
        """A run in progress: `grow` it."""
        self.run_control.results.show(recording)
        self.run_control._set_state("running")
        self.run_control.cursor.show_newest()
        QApplication.processEvents()

    def grow(self, recording, times, names=COORDINATES):
        grow(recording, np.asarray(times, dtype=float), names)
        self.run_control.frames.grew.emit()
        self.run_control.cursor.show_newest()

    def stop(self):
        self.run_control._set_state("finished")

    @property
    def widgets(self):
        return self.panel.widgets

    def entries(self, widget=0):
        return self.widgets[widget].legend.entries

    def values(self, widget=0):
        return [entry.values for entry in self.entries(widget)]

    def stored(self):
        return self.document.circuit.views.get("plots")

    # Simulated input

    def place(self, widget, x, y, axis=0) -> QPoint:
        """The position in a plot of a point in shown units."""
        QApplication.processEvents()
        view = self.widgets[widget].view
        area, up = view.area, view.axes[axis]
        return QPoint(round(view.x.place(x, area.left(), area.right())), round(up.place(y, area.bottom(), area.top())))

    def click(self, widget, x, y=0.0, button=LEFT, modifiers=NONE):
        QTest.mouseClick(self.widgets[widget].view, button, modifiers, self.place(widget, x, y))
        QApplication.processEvents()

    def drag(self, widget, start: QPoint, end: QPoint, button=LEFT, modifiers=NONE):
        view = self.widgets[widget].view
        QTest.mousePress(view, button, modifiers, start)
        for part in (0.3, 0.7, 1.0):
            at = QPointF(start) + part * QPointF(end - start)
            kind = QEvent.Type.MouseMove
            QApplication.sendEvent(view, QMouseEvent(kind, at, view.mapToGlobal(at), Qt.MouseButton.NoButton, button, modifiers))
        QTest.mouseRelease(view, button, modifiers, end)
        QApplication.processEvents()

    def wheel(self, widget, at: QPoint, steps=1, modifiers=NONE):
        view, still = self.widgets[widget].view, QPoint()
        where = QPointF(at), QPointF(view.mapToGlobal(at))
        turned, buttons = QPoint(0, 120 * steps), Qt.MouseButton.NoButton
        event = QWheelEvent(*where, still, turned, buttons, modifiers, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(view, event)

    def row(self, widget, number) -> QPoint:
        """The centre of a row of the legend, on its viewport."""
        legend = self.widgets[widget].legend
        QApplication.processEvents()
        return legend.visualRect(legend.model().index(number, 0)).center()

    def span(self, widget=0) -> tuple[float, float]:
        axis = self.widgets[widget].view.x
        return axis.low, axis.high

    def choose(self, words: str) -> None:
        """An action of the open menu, also of a submenu (`Save this plot/Table (CSV)…`)."""
        menu = self.panel.menus.menu
        assert menu is not None
        shown = menu
        for word in words.split("/"):
            action = next(action for action in shown.actions() if action.text() == word)
            shown = action.menu() or shown
        assert action.isEnabled(), words
        menu.close()  # as for a user: the menu closes first, then the action runs
        action.trigger()
        QApplication.processEvents()
