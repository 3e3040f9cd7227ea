"""The toolbar: file, undo, run, time, speed; a green line below it during a run."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolBar, QToolButton, QWidget

from ..fields.choice_field import QuietCombo
from ..fields.display_units import moment
from ..theme import Theme
from ..widgets.plain_text import Label, set_tip

LEFT = ("new_planar", "open", "save", "", "undo", "redo", "", "run", "pause", "step", "stop", "reset")
RIGHT = ("fit", "commands")
SLOW = (("1/1000×", 1e-3), ("1/100×", 0.01), ("1/10×", 0.1), ("1/4×", 0.25), ("1/2×", 0.5))  # for circuits of milliseconds, too
SPEEDS = (*SLOW, ("1×", 1.0), ("2×", 2.0), ("5×", 5.0), ("", None))


class Toolbar(QToolBar):
    """Buttons of actions, the time of the run, its speed and the actual speed."""

    speed_chosen = Signal(object)  # factor of real time, or None for as fast as possible

    def __init__(self, actions: dict[str, QAction], theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme, self._state = theme, "idle"
        self.setObjectName("toolbar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setIconSize(QSize(20, 20))
        self.setFixedHeight(44)
        self._add(actions, LEFT)
        run = self.widgetForAction(actions["run"])
        if isinstance(run, QToolButton):
            run.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            run.setObjectName("run_button")
        self.time = self._label("t = 0.000 s", 96)
        self.time.setObjectName("time")
        self.speed = QuietCombo()
        self.speed.setFixedWidth(92)
        set_tip(self.speed, self.tr("Run speed relative to real time; max: as fast as possible"))
        self.speed.setAccessibleName(self.tr("Speed"))
        for text, factor in SPEEDS:
            self.speed.addItem(self.tr("max") if factor is None else text, factor)
        self.speed.setCurrentIndex(len(SLOW))
        self.speed.activated.connect(lambda _: self.speed_chosen.emit(self.speed.currentData()))
        self.addWidget(self.speed)
        self.factor = self._label("", 110)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        self._add(actions, RIGHT)
        theme.changed.connect(self.update)

    def show_time(self, t: float, end: float = 1.0) -> None:
        """For a run until `end`."""
        self.time.setText(f"t = {moment(t, end)}")

    def show_factor(self, factor: float | None) -> None:
        """Simulated seconds per real second."""
        if self._state != "paused":  # single frames arrive while paused: it still is
            self.factor.setText("" if factor is None else self.tr("running at %1×").replace("%1", f"{factor:.3g}"))

    def show_state(self, state: str) -> None:
        """State of the run: a green line while running, a text while waiting."""
        self._state = state
        self.factor.setText(self.tr("paused (F6 to resume)") if state == "paused" else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._state == "running":
            QPainter(self).fillRect(0, self.height() - 2, self.width(), 2, QColor(self._theme.colours["good"]))

    def _add(self, actions: dict[str, QAction], names: tuple[str, ...]) -> None:
        for name in names:
            if name:
                self.addAction(actions[name])
            else:
                gap = QWidget()
                gap.setFixedWidth(12)
                self.addWidget(gap)

    def _label(self, text: str, width: int) -> Label:
        label = Label(text)
        label.setMinimumWidth(width)
        label.setContentsMargins(8, 0, 8, 0)
        self.addWidget(label)
        return label
