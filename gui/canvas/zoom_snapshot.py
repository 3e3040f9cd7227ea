"""A snapshot of the sheet, scaled while the user zooms, until a sharp one is painted."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QTransform

if TYPE_CHECKING:
    from .view import SheetView

SHARP_AFTER = 80  # ms after the last step of the gesture
STALE = 2.5  # repainted when magnified or shrunk more than this
OVERVIEW = 1600  # pixels of the snapshot of the whole drawing


class ZoomSnapshot:
    def __init__(self, view: SheetView):
        self.view = weakref.proxy(view)  # the view owns this: a reference back would be a cycle
        self._picture: QPixmap | None = None
        self._taken = QTransform()  # transformation of the viewport when the snapshot was taken
        self._overview: tuple[int, QRectF, QPixmap] | None = None
        self._timer = QTimer(view)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHARP_AFTER)
        self._timer.timeout.connect(self.end)

    @property
    def is_shown(self) -> bool:
        return self._picture is not None

    def begin(self) -> None:
        """A zoom step is coming: show the current view until the gesture is over."""
        view = self.view
        if not view.isVisible():
            return
        if self._picture is not None:
            ratio = view.zoom / self._taken.m11()
            if not 1 / STALE < ratio < STALE:
                self._picture = None
        if self._picture is None:
            self._picture = view.viewport().grab()
            self._taken = view.viewportTransform()
        self._timer.start()

    def end(self) -> None:
        """Paint the scene itself again."""
        self._timer.stop()
        if self._picture is not None:
            self._picture = None
            self.view.viewport().update()
            self.view.sharpened.emit()

    def paint(self) -> None:
        view = self.view
        assert self._picture is not None
        now = view.viewportTransform()
        painter = QPainter(view.viewport())
        painter.fillRect(view.viewport().rect(), view.sheet.colours.sheet)
        if now.m11() < self._taken.m11():
            self._paint_overview(painter, now)
        painter.setTransform(self._taken.inverted()[0] * now)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _paint_overview(self, painter: QPainter, now: QTransform) -> None:
        """Paint the whole drawing coarsely around the snapshot, so that zooming out does not show an empty sheet."""
        _, area, picture = self._whole()
        if not area.isEmpty():
            painter.setTransform(now)
            painter.drawPixmap(area, picture, QRectF(picture.rect()))

    def _whole(self) -> tuple[int, QRectF, QPixmap]:
        sheet = self.view.sheet
        if self._overview is None or self._overview[0] != sheet.picture:
            area = sheet.content_rect().adjusted(-20, -20, 20, 20)
            scale = min(1.0, OVERVIEW / max(area.width(), area.height(), 1.0))
            picture = QPixmap(max(1, round(area.width() * scale)), max(1, round(area.height() * scale)))
            picture.fill(sheet.colours.sheet.color())
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            sheet.render(painter, QRectF(picture.rect()), area)
            painter.end()
            self._overview = (sheet.picture, area, picture)
        return self._overview
