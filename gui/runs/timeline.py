"""The timeline: progress of the run, time cursor, and interventions; drag it to look back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from ..fields.display_units import moment_of
from ..theme import Theme
from ..widgets.plain_text import Label, set_tip, show_tip
from .recording import Recording
from .run_control import RunControl

EDGE, NEAR = 8, 5  # pixels left and right of the line; distance from a mark for hovering
HEIGHT, LINE_SIZE = 30, QSize(200, 28)  # pixels of the bar, and minimum of the line in it
TIME_WIDTH = 132  # pixels: «1000.000 / 1000 ms»
BAR, MARK, CURSOR = 2, 7, 6  # pixels to each side of the middle: of the bar, of marks of changes, of the cursor
SHORTEST_RUN = 1e-12  # s: a run of zero length has its cursor at the left too
STEPS, FAST_STEPS = 1000, 100  # arrow key presses for a whole run; with Shift
MOST_CHANGES = 8  # in the tooltip


class Timeline(QWidget):
    """Play button, line and time; hidden while there are no results."""

    def __init__(self, run_control: RunControl, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._run_control, self._theme = run_control, theme
        self.play = _button(self.tr("Play back (F7)"))
        self.play.clicked.connect(run_control.playback.toggle)
        self.repeat = _button(self.tr("Repeat"))
        self.repeat.setCheckable(True)
        self.repeat.toggled.connect(run_control.playback.set_repeats)
        self.line = _Line(run_control, theme)
        self.time = Label()
        self.time.setMinimumWidth(TIME_WIDTH)
        self.time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.note = Label(self.tr("predates your last change"))
        set_tip(self.note, self.tr("The circuit has changed since this run"))
        self.note.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 12, 0)
        row.setSpacing(6)
        for part in (self.play, self.repeat):
            row.addWidget(part)
        row.addWidget(self.line, 1)
        row.addWidget(self.note)
        row.addWidget(self.time)
        self.setFixedHeight(HEIGHT)
        run_control.cursor.moved.connect(self._show_time)
        run_control.results.recording_changed.connect(self._show_recording)
        run_control.state_changed.connect(self._show_state)
        run_control.results.stale_changed.connect(self.note.setVisible)
        run_control.playback.changed.connect(self._paint_buttons)
        for changed in (run_control.frames.grew, run_control.results.runs_changed):
            changed.connect(self.line.update)
        run_control.edits.changed.connect(self.line.update)
        theme.changed.connect(self._paint_buttons)
        self._paint_buttons()
        self._show_recording(run_control.results.recording)

    def _show_recording(self, recording: Recording | None) -> None:
        self.setVisible(recording is not None)
        self._show_time(self._run_control.cursor.t)

    def _show_state(self, state: str) -> None:
        self.play.setEnabled(state in ("paused", "finished"))
        self.line.update()

    def _show_time(self, t: float) -> None:
        recording = self._run_control.results.recording
        end = recording.end if recording is not None else 0.0
        self.time.setText(moment_of(t, end))
        self.line.update()

    def _paint_buttons(self, _: object = None) -> None:
        playing = self._run_control.playback.is_playing
        self.play.setIcon(self._theme.icon("ph.pause" if playing else "ph.play"))
        self.repeat.setIcon(self._theme.icon("ph.repeat"))
        self.note.setStyleSheet(f"color: {self._theme.colours['warning']}; font-size: 11px;")


def _button(words: str) -> QToolButton:
    button = QToolButton()
    button.setAutoRaise(True)
    set_tip(button, words)
    button.setAccessibleName(words)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button


class _Line(QWidget):
    """Press or drag to show a time; Left and Right by frames, with Shift by hundredths of the run; Home, End."""

    def __init__(self, run_control: RunControl, theme: Theme):
        super().__init__()
        self._run_control, self._theme = run_control, theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Time"))

    def sizeHint(self) -> QSize:
        return LINE_SIZE

    def place_of(self, t: float) -> float:
        """x position of a time in pixels."""
        recording = self._run_control.results.recording
        if recording is None:
            return EDGE
        span = max(recording.end - recording.begin, SHORTEST_RUN)
        return EDGE + (self.width() - 2 * EDGE) * min(max((t - recording.begin) / span, 0.0), 1.0)

    def time_at(self, x: float) -> float:
        recording = self._run_control.results.recording
        if recording is None:
            return 0.0
        return recording.begin + (recording.end - recording.begin) * (x - EDGE) / max(1, self.width() - 2 * EDGE)

    def paintEvent(self, event: QPaintEvent) -> None:
        run_control, theme = self._run_control, self._theme
        recording = run_control.results.recording
        if recording is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("border"))
        painter.drawRoundedRect(QRectF(EDGE, middle - BAR, self.width() - 2 * EDGE, 2 * BAR), BAR, BAR)
        done = theme.colour("good" if run_control.state == "running" else "text2")
        painter.setBrush(done)
        length = max(0.0, self.place_of(recording.last) - EDGE)
        painter.drawRoundedRect(QRectF(EDGE, middle - BAR, length, 2 * BAR), BAR, BAR)
        painter.setPen(QPen(theme.colour("warning"), 2))
        for each in recording.interventions:
            x = self.place_of(each["t"])
            painter.drawLine(QPointF(x, middle - MARK), QPointF(x, middle + MARK))
        painter.setPen(QPen(theme.colour("panel"), 2))
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(QPointF(self.place_of(run_control.cursor.t), middle), CURSOR, CURSOR)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 4, -1, -4), 4, 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._run_control.seek(self.time_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._run_control.seek(self.time_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        recording, key = self._run_control.results.recording, event.key()
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if key == Qt.Key.Key_Space:
            self._run_control.playback.toggle()
            return
        if recording is None or key not in (*steps, Qt.Key.Key_Home, Qt.Key.Key_End):
            super().keyPressEvent(event)
            return
        if way := steps.get(Qt.Key(key)):
            count = FAST_STEPS if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else STEPS
            by = (recording.end - recording.begin) / count
            self._run_control.seek(self._run_control.cursor.t + way * by)
        else:
            self._run_control.seek(recording.begin if key == Qt.Key.Key_Home else recording.last)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self._words_at(event.x()), self)
            return True
        return super().event(event)

    def _words_at(self, x: float) -> str:
        """The change there, or a usage hint."""
        recording = self._run_control.results.recording
        near = [] if recording is None else [e for e in recording.interventions if abs(self.place_of(e["t"]) - x) <= NEAR]
        if not near:
            return self.tr("Drag to view another time. Continuing from there keeps this run as a ghost")
        return "\n".join(intervention_text(each) for each in near[:MOST_CHANGES])


def intervention_text(intervention: dict) -> str:
    """An intervention as text: t = 1.2 s: D1.damping 2 → 5."""
    before, after = (intervention.get(each) for each in ("before", "after"))
    values = f" {before if before is not None else '–'} → {after if after is not None else '–'}"
    return f"t = {intervention['t']:.6g} s: {intervention['name']}{values if before is not None or after is not None else ''}"
