"""Overlays on the rendered image: outlines, points with labels, the corner axes, gravity, the open gap."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from mars.flat_names import shown
from mars.mechanism.poses import Poses
from mars.translation import languages

from ..i18n import translate
from ..theme import ThemeColours, made_font
from .camera import Projection
from .colours import of_domain
from .frame import Frame
from .grid import step_for
from .outline import outline_of
from .point_labels import SQUARE, PointLabel, square_of
from .run_overlays import RunOverlays
from .spatial_symbols import BLUE, GREEN, RED

CORNER = QRectF(2, -62, 92, 60)  # of the axes and gravity, from the lower left
LEGEND = QRectF(-190, -46, 188, 24)  # of the arrows, from the lower right


def small_font() -> QFont:
    return made_font(11)


class ViewOverlay:
    """Paints with one painter, in the colours of the theme."""

    def __init__(self, painter: QPainter, projection: Projection, theme: ThemeColours):
        self.painter, self.projection, self.theme = painter, projection, theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(small_font())

    def rims(self, frame: Frame, poses: Poses, selected: Collection[str], lit: Collection[str]) -> None:
        for names, width, fill in ((set(lit) - set(selected), 1.25, 0.06), (set(selected), 2.0, 0.14)):
            for name in sorted(names):
                outline = outline_of(name, frame, self.projection)
                if name in poses.lines:
                    a, b = (QPointF(*pixel[:2]) for pixel in self.projection.project(np.array(poses.lines[name])).tolist())
                    outline.moveTo(a)
                    outline.lineTo(b)
                self.painter.setPen(QPen(self.theme.colour("accent"), width, j=Qt.PenJoinStyle.RoundJoin))
                self.painter.setBrush(self.theme.colour("accent", fill))
                self.painter.drawPath(outline)

    def joints(self, labels: list[PointLabel], poses: Poses, size: float) -> None:
        """Rings around points where the axes of joints are too small to be seen."""
        for label in labels:
            if not label.place.joints or 0.36 * size / self.projection.pixel_at(label.place.r) > SQUARE:
                continue
            moved = [name for name in label.place.joints if f"{name}.2" in label.place.ends]
            motions = {motion for name in moved for motion, _ in poses.joints[name].axes}
            domains = ["rotation"] * bool(motions & {"turn", "ball"}) + ["translation"] * ("slide" in motions)
            least = 0.8 * square_of(labels)
            for radius, domain in zip((least, least + 2.5), domains, strict=False):
                self.painter.setPen(QPen(of_domain(domain, self.theme), 1.75))
                self.painter.setBrush(Qt.BrushStyle.NoBrush)
                self.painter.drawEllipse(label.at, radius, radius)

    def points(self, labels: list[PointLabel], lit: Collection[str]) -> None:
        painter, ink = self.painter, of_domain("frame", self.theme)
        for label in labels:
            is_lit = any(end in lit for end in label.place.ends)
            if is_lit:
                self._triad(label)
            size = SQUARE + 2 if is_lit else square_of(labels) - 1
            painter.setPen(QPen(self.theme.colour("accent") if label.is_wanted else ink, 1.5))
            painter.setBrush(self.theme.colour("accent" if is_lit else "sheet"))
            painter.drawRoundedRect(QRectF(label.at.x() - size / 2, label.at.y() - size / 2, size, size), 2, 2)
        for label in sorted(labels, key=lambda label: label.is_wanted):
            if not label.box.isEmpty():
                self.chip(label.box, label.text, "accent" if label.is_wanted else "text2", 0.92 if label.is_wanted else 0.72)

    def chip(self, box: QRectF, text: str, token: str, alpha: float = 0.9) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.colour("panel", alpha))
        self.painter.drawRoundedRect(box, 4, 4)
        self.painter.setPen(self.theme.colour(token))
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def chip_at(self, corner: QPointF, text: str, token: str) -> QRectF:
        metrics = self.painter.fontMetrics()
        box = QRectF(corner.x(), corner.y(), metrics.horizontalAdvance(text) + 12, metrics.height() + 4)
        box.moveRight(min(box.right(), self.projection.width - 4))
        box.moveBottom(min(box.bottom(), self.projection.height - 4))
        self.chip(box, text, token)
        return box

    def gap(self, poses: Poses, ends: tuple[np.ndarray, np.ndarray] | None) -> None:
        """Where a loop does not close, and by how much."""
        places = np.array(ends if ends is not None else [self.projection.target] * 2)
        a, b = (QPointF(*pixel[:2]) for pixel in self.projection.project(places).tolist())
        size = f"{poses.gap * 1000:.3g} mm" if poses.gap < 0.1 else f"{poses.gap:.3g} m"
        text = translate("MotionView", "the loop at {0} has a gap of {1}").format(shown(poses.gap_at), size)
        self.painter.setPen(QPen(self.theme.colour("error"), 2, Qt.PenStyle.DashLine))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if ends is not None:
            self.painter.drawLine(a, b)
            self.painter.drawEllipse(a, 7, 7)
            self.painter.drawEllipse(b, 7, 7)
        width = self.painter.fontMetrics().horizontalAdvance(text)
        self.chip_at(QPointF(max(4.0, (a.x() + b.x() - width) / 2), max(a.y(), b.y()) + 14), text, "error")

    def corner(self, gravity: np.ndarray) -> None:
        """The directions of x, y, z and of gravity, always in view."""
        middle = QPointF(28, self.projection.height - 28)
        axes = self.projection.camera.axes
        order = sorted(zip(np.eye(3), (RED, GREEN, BLUE), "xyz", strict=True), key=lambda item: item[0] @ axes[:, 2])
        for axis, colour, letter in order:
            self._direction(middle, axis, QColor(colour), letter, 15)
        if np.linalg.norm(gravity) > 1e-9:
            down = gravity / np.linalg.norm(gravity)
            middle = QPointF(74, self.projection.height - 32)
            start = middle - self._flat(down) * 9
            self._direction(start, down, self.theme.colour("text2"), "g", 18, is_arrow=True)

    def scale(self) -> None:
        """The spacing of the grid lines."""
        step = step_for(self.projection.metres_per_pixel)
        size = languages.unit_text(f"{step:g} m" if step >= 0.1 else f"{step * 1000:g} mm")
        box = QRectF(self.projection.width - 126, self.projection.height - 22, 120, 18)
        self.painter.setPen(self.theme.colour("text2"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.painter.drawText(box, flags, translate("MotionView", "grid {0}").format(size))

    def run_overlays(self, run_overlays: RunOverlays, size: float) -> None:
        """The mark of the centre of mass, and the scale of the arrows."""
        box = self.centre_box(run_overlays)
        if not box.isEmpty():
            self._centre(box)
        if run_overlays.has_arrows:
            self._legend(run_overlays, size)

    def centre_box(self, run_overlays: RunOverlays) -> QRectF:
        """The box of the centre of mass mark; empty if there is none."""
        if run_overlays.centre is None:
            return QRectF()
        x, y, depth = self.projection.project(run_overlays.centre)[0].tolist()
        return QRectF(x - 7, y - 7, 14, 14) if depth > 0 else QRectF()

    def _centre(self, box: QRectF) -> None:
        """A circle in quarters."""
        painter, ink = self.painter, self.theme.colour("ink")
        painter.setPen(Qt.PenStyle.NoPen)
        for start, colour in ((0, ink), (90, self.theme.colour("panel")), (180, ink), (270, self.theme.colour("panel"))):
            painter.setBrush(colour)
            painter.drawPie(box, 16 * start, 16 * 90)
        painter.setPen(QPen(ink, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(box)

    def _legend(self, run_overlays: RunOverlays, size: float) -> None:
        """Small arrows with their values, above the grid spacing."""
        painter, right, y = self.painter, self.projection.width - 6, self.projection.height - 34
        force = run_overlays.arrows.legend(size, self.projection.metres_per_pixel)
        if force is not None:
            right = self._legend_text(right, y, languages.unit_text(f"{force[0]:g} N")) - 6
            painter.setPen(QPen(of_domain("translation", self.theme), 2.5, c=Qt.PenCapStyle.RoundCap))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawLine(QPointF(right - force[1], y), QPointF(right, y))
            painter.drawPath(_head(QPointF(right, y), QPointF(1, 0), 6))
            right -= force[1] + 12
        moment = run_overlays.arrows.moment_legend()
        if moment is not None:
            right = self._legend_text(right, y, languages.unit_text(f"{moment:.2g} N·m")) - 8
            painter.setPen(QPen(of_domain("rotation", self.theme), 2.25, c=Qt.PenCapStyle.RoundCap))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawArc(QRectF(right - 12, y - 6, 12, 12), 16 * 180, 16 * 286)
            painter.drawPath(_head(QPointF(right - 8.5, y - 5.6), QPointF(-0.93, 0.37), 5))

    def _legend_text(self, right: float, y: float, text: str) -> float:
        width = self.painter.fontMetrics().horizontalAdvance(text)
        self.painter.setPen(self.theme.colour("text2"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.painter.drawText(QRectF(right - width - 2, y - 9, width + 2, 18), flags, text)
        return right - width

    def _flat(self, axis: np.ndarray) -> QPointF:
        seen = axis @ self.projection.camera.axes
        return QPointF(float(seen[0]), float(-seen[1]))

    def _direction(
        self, start: QPointF, axis: np.ndarray, colour: QColor, letter: str, length: float, is_arrow: bool = False
    ) -> None:
        painter = self.painter
        flat = self._flat(axis)
        share = (flat.x() ** 2 + flat.y() ** 2) ** 0.5
        if share < 0.2:  # pointing straight towards the viewer, or away
            painter.setPen(QPen(colour, 1.5))
            towards = float(axis @ self.projection.camera.axes[:, 2]) > 0
            painter.setBrush(colour if towards else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(start, 3, 3)
            place = start + QPointF(-10, 10)
        else:
            end = start + flat * length
            painter.setPen(QPen(colour, 2, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(start, end)
            if is_arrow:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(_head(end, flat / share, 6))
            place = end + flat / share * 8
        painter.setPen(colour)
        painter.drawText(QRectF(place.x() - 8, place.y() - 8, 16, 16), Qt.AlignmentFlag.AlignCenter, letter)

    def _triad(self, label: PointLabel) -> None:
        """The basis of the port at its point."""
        reach = 24 * self.projection.pixel_at(label.place.r)
        ends = self.projection.project(label.place.r + label.place.R.T * reach)
        for (x, y, _), colour in zip(ends.tolist(), (RED, GREEN, BLUE), strict=True):
            self.painter.setPen(QPen(QColor(colour), 2, c=Qt.PenCapStyle.RoundCap))
            self.painter.drawLine(label.at, QPointF(x, y))


def _head(tip: QPointF, along: QPointF, size: float) -> QPainterPath:
    across = QPointF(-along.y(), along.x())
    path = QPainterPath(tip - along * size + across * size * 0.6)
    path.lineTo(tip)
    path.lineTo(tip - along * size - across * size * 0.6)
    return path
