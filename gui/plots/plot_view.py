"""One plot: curves over an x axis, with one y axis per unit. Subclasses define x."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from ..theme import Theme
from . import drag_data
from .axes_frame import LEFT, NUMBERS, RIGHT, TITLES, AxesFrame, AxisTitle, axis_width, right_width
from .axis import Axis
from .plot_mouse import PlotMouse
from .polylines import draw_curve
from .trace import PlotContext, Trace
from .value_text import quantity

Points = tuple[np.ndarray, np.ndarray]
SEAM = 4  # pixels repainted where new points join
FINEST = 8000  # points of all curves together during a run: each is a line to paint


class PlotView(QWidget):
    """`refresh` reads the recording again; painting alone does not."""

    sought = Signal(float)  # a time
    b_asked = Signal(object)  # the second cursor at a time; None: remove it
    zoomed = Signal()  # the user chose ranges
    fit_asked = Signal()
    menu_asked = Signal(object)  # screen position
    dropped = Signal(object, object)  # names, source plot (None: from elsewhere)
    key_pressed = Signal(object)  # QKeyEvent that is not for this plot alone

    def __init__(self, theme: Theme, context: PlotContext, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme, self.context = theme, context
        self.traces: list[Trace] = []
        self.axes: list[Axis] = []
        self.heading = ""
        self.shows_x = True  # the numbers of the x axis
        self.head, self.corner = 0, 0  # space below the titles and at their right used by others
        self.is_live = False  # repainted continuously
        self.margins = (LEFT, RIGHT)
        self.band: QRectF | None = None  # being drawn with the mouse
        self.marks_at: list[tuple[float, str]] = []  # interventions: time, text
        self._points: list[tuple[Trace, Points]] = []
        self._picture, self._frame = QPixmap(), QPixmap()
        self._frame_key: object = None
        self._picture_key: object = None
        self._painted = -math.inf  # the curves are drawn up to this time
        self._is_fresh = False
        self._mouse = PlotMouse(self)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 70)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # For subclasses

    grows = False  # new points are always at the right

    @property
    def x(self) -> Axis:
        raise NotImplementedError

    @property
    def x_title(self) -> AxisTitle:
        raise NotImplementedError

    def points(self, trace: Trace, pixels: int) -> Points:
        """In SI units."""
        raise NotImplementedError

    def paint_over(self, painter: QPainter) -> None:
        """Cursors."""

    def time_at(self, place: QPointF) -> float | None:
        """The time of a point of the plot."""
        return None

    def a_place(self) -> float | None:
        """Position of the time cursor, if it is a line of this plot."""
        return None

    def b_place(self) -> float | None:
        return None

    # Contents

    def set_traces(self, traces: list[Trace], axes: list[Axis]) -> None:
        self.traces, self.axes = traces, axes
        self.repaint_all()

    @property
    def area(self) -> QRectF:
        """The area of the curves."""
        left, right = self.margins
        below, top = NUMBERS if self.shows_x else 6, TITLES + self.head
        return QRectF(left, top, max(40, self.width() - left - right), max(24, self.height() - top - below))

    def wanted_margins(self) -> tuple[int, int]:
        """Left and right, for the numbers of the axes."""
        height = self.area.height()
        left = [axis_width(axis, height) for axis in self.axes[:1]]
        right = [right_width(axis, height) for axis in self.axes[1:]]
        return max([LEFT, *left]), max(RIGHT, sum(right) + 4 if right else 0)

    def set_margins(self, left: int, right: int) -> None:
        if (left, right) != self.margins:
            self.margins = left, right
            self.repaint_all()

    def leave_room(self, head: int, corner: int) -> None:
        self.head, self.corner = head, corner
        self._is_fresh = False

    def gather(self, *, tighten: bool = False) -> None:
        """Read new data, and make room for it."""
        shown = [trace for trace in self.traces if not trace.is_hidden]
        finest = FINEST // (2 * max(1, len(shown))) if self.is_live else 10_000
        pixels = max(64, min(finest, int(self.area.width() * self.devicePixelRatioF())))
        self._points = [(trace, self.points(trace, pixels)) for trace in shown]
        self.hold(tighten)
        self._is_fresh = False
        self.update()

    def hold(self, tighten: bool) -> None:
        """Set ranges that contain everything in view."""
        for axis in self.axes:
            found = [_range(y) for trace, (_, y) in self._points if trace.axis is axis]
            low, high = min((low for low, _ in found), default=math.inf), max((high for _, high in found), default=-math.inf)
            axis.hold(low * axis.scale, high * axis.scale, tighten=tighten)

    def repaint_all(self) -> None:
        """Colours, size or names have changed."""
        self._frame_key = self._picture_key = None
        self._is_fresh = False
        self.update()

    def titles(self) -> list[AxisTitle]:
        found = []
        for axis in self.axes:
            names = [trace.name for trace in self.traces if trace.axis is axis and trace.run is None]
            found.append(AxisTitle(quantity(names, axis.unit) if names else "", axis.unit))
        return found

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._is_fresh:
            self._make_picture()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.traces:
            painter.save()
            painter.setClipRect(self.area.adjusted(-6, -6, 6, 6))
            self.paint_over(painter)
            painter.restore()
        if self.band is not None:
            painter.setPen(QPen(self.theme.colour("accent"), 1))
            painter.setBrush(self.theme.colour("accent", 0.14))
            painter.drawRect(self.band.adjusted(0.5, 0.5, -0.5, -0.5))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme.colour("accent"), 2))
            painter.drawRoundedRect(self.area.adjusted(1, 1, -1, -1), 3, 3)

    def _make_picture(self) -> None:
        """During a run only the new part, at the right, if nothing else has changed."""
        self._make_frame()
        lines = [(trace, trace.series.version, trace.series.recording.thinning) for trace, _ in self._points]
        key = (self._frame_key, lines, self.context.is_stale)
        area, x = self.area, self.x
        if self.is_live and self.grows and key == self._picture_key:
            dirty = area.intersected(area.translated(x.place(self._painted, area.left(), area.right()) - area.left() - SEAM, 0))
            dirty.setLeft(math.floor(dirty.left()))
        else:
            dirty, self._picture = area, QPixmap(self._frame)
        painter = QPainter(self._picture)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(dirty, self._frame, QRectF(dirty.topLeft() * ratio, dirty.size() * ratio))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(dirty)
        for trace, (across, up) in sorted(self._points, key=lambda each: each[0].run is None):  # earlier runs are painted below
            axis = trace.axis
            if dirty != area:
                first = int(np.searchsorted(across, x.value(dirty.left() - SEAM, area.left(), area.right())))
                across, up = across[max(0, first - 1) :], up[max(0, first - 1) :]
            draw_curve(
                painter,
                x.place(x.scale * across, area.left(), area.right()),
                axis.place(axis.scale * up, area.bottom(), area.top()),
                trace.pen(self.theme, self.context.is_stale),
                trace.run,
            )
        painter.end()
        self._is_fresh, self._picture_key = True, key
        self._painted = min((across[-1] for _, (across, _) in self._points if across.size), default=-math.inf)

    def _make_frame(self) -> None:
        """Repainted only if a range or a title changed."""
        ratio, ranges = self.devicePixelRatioF(), [(axis.low, axis.high, axis.unit) for axis in (self.x, *self.axes)]
        titles = self.titles()
        room = (self.shows_x, self.margins, self.head, self.corner, self.size())
        key = (ranges, titles, self.heading, room, self.theme.name, ratio)
        if key == self._frame_key:
            return
        self._frame_key = key
        self._frame = QPixmap(self.size() * ratio)
        self._frame.setDevicePixelRatio(ratio)
        self._frame.fill(self.theme.colour("panel"))
        painter = QPainter(self._frame)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        frame = AxesFrame(self.theme, self.area, (self.width() - self.corner, self.height()))
        frame.paint(painter, self.x, self.axes, titles, self.heading, self.x_title if self.shows_x else None)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.repaint_all()
        if self.traces:
            self.gather()

    # Mouse and keyboard

    def axis_at(self, place: QPointF) -> Axis | None:
        """The axis whose numbers are at a point."""
        area = self.area
        if area.contains(place) or place.y() < area.top():
            return None
        if place.y() > area.bottom():
            return self.x if self.shows_x and area.left() <= place.x() <= area.right() else None
        if place.x() < area.left():
            return self.axes[0] if self.axes else None
        left = area.right()
        for axis in self.axes[1:]:
            left += right_width(axis, area.height())
            if place.x() < left:
                return axis
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._mouse.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._mouse.wheel(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:  # the mouse may be about to draw a frame
            self.menu_asked.emit(self.mapToGlobal(self.area.center().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.key_pressed.emit(event)

    def tip(self, place: QPointF) -> str:
        words = self.tr("Drag to pan the axis, scroll to zoom, double-click to fit")
        return words if self.axis_at(place) is not None else ""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if drag_data.names_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        names = drag_data.names_in(event.mimeData())
        if names:
            event.acceptProposedAction()
            self.dropped.emit(names, drag_data.source_in(event.mimeData()))


def _range(values: np.ndarray) -> tuple[float, float]:
    if values.size == 0:
        return math.inf, -math.inf
    low, high = float(np.fmin.reduce(values)), float(np.fmax.reduce(values))
    return (low, high) if math.isfinite(low) and math.isfinite(high) else (math.inf, -math.inf)
