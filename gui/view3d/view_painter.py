"""Paints the motion view: the rendered image, with marks, labels and captions over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from ..document.sheet_names import in_mechanism
from ..i18n import translate
from .overlay import CORNER, LEGEND, ViewOverlay, small_font
from .point_labels import laid_out

if TYPE_CHECKING:
    from .motion_view import MotionView


def paint(view: MotionView, canvas: QPainter) -> None:
    ratio = max(canvas.device().devicePixelRatio(), canvas.deviceTransform().m11())  # of an image, not of the widget
    projection, mechanism = view.projection(), view.mechanism
    canvas.drawImage(QPointF(0, 0), view.picture(projection, ratio))
    overlay = ViewOverlay(canvas, projection, view.theme)
    chosen = (view.selection.components, view.selection.lit)
    selected, lit = (in_mechanism(view.document, names, mechanism.tree.components) for names in chosen)
    overlay.rims(view.frame, view.poses, selected, lit)
    overlay.corner(mechanism.gravity)
    overlay.scale()
    if mechanism.is_resting:
        text = translate("MotionView", "View not updated while editing: too many components")
        overlay.chip_at(QPointF(12, 44), text, "text2")
    if mechanism.is_nowhere:
        text = translate("MotionView", "No mechanism to show")
        width = canvas.fontMetrics().horizontalAdvance(text)
        overlay.chip_at(QPointF((view.width() - width) / 2 - 6, 0.6 * view.height()), text, "text2")
    taken = [CORNER.translated(0, view.height()), QRectF(view.buttons.geometry()), overlay.centre_box(view.run_overlays)]
    taken += [LEGEND.translated(view.width(), view.height())] if view.run_overlays.has_arrows else []
    taken += [overlay.chip_at(QPointF(8, 8), text, token) for text, token in captions(view)]
    metrics = QFontMetricsF(small_font())
    view.labels = laid_out(view.places, projection, metrics, taken, selected, lit, all_labels=view.all_labels)
    overlay.joints(view.labels, view.poses, mechanism.stage.size)
    overlay.points(view.labels, lit)
    overlay.run_overlays(view.run_overlays, mechanism.stage.size)
    if view.poses.gap > 1e-6 and not view.is_zero:
        overlay.gap(view.poses, mechanism.gap_ends(view.poses))
    if view.hint is not None:
        overlay.chip_at(view.hint[0] + QPointF(14, 14), *view.hint[1:])
    if view.hasFocus() and view.focus_by_key:
        canvas.setPen(QPen(view.theme.colour("accent"), 2))
        canvas.setBrush(Qt.BrushStyle.NoBrush)
        canvas.drawRect(view.rect().adjusted(1, 1, -1, -1))


def captions(view: MotionView) -> list[tuple[str, str]]:
    if view.playing is not None:
        return [(time_text(view.playing[1]), "text")]
    return [(translate("MotionView", "zero pose"), "warning")] if view.is_zero else []


def time_text(t: float) -> str:
    return translate("MotionView", "t = {0} s").format(f"{t:.2f}")
