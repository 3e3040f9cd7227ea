"""Renders a frame with QPainter, without OpenGL: shaded flat faces, far ones first."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPen, QPolygonF, QRadialGradient

from .camera import Projection
from .frame import Batch, Frame, Lines
from .meshes import faces, shaded

PIECES = 6  # maximum pieces along a long solid, so that crossing ones are sorted piece by piece

Item = tuple[float, Callable[[QPainter], None]]


def draw(frame: Frame, projection: Projection, ratio: float, top: QColor, bottom: QColor, smooth: bool = True) -> QImage:
    size = (max(1, round(projection.width * ratio)), max(1, round(projection.height * ratio)))
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        _paint(painter, frame, projection, top, bottom)
    finally:
        painter.end()  # Qt crashes if a painter is left open
    return image


def _paint(painter: QPainter, frame: Frame, projection: Projection, top: QColor, bottom: QColor) -> None:
    blend = QLinearGradient(0, 0, 0, projection.height)
    blend.setColorAt(0, top)
    blend.setColorAt(1, bottom)
    painter.fillRect(QRectF(0, 0, projection.width, projection.height), blend)
    for _, paint in line_items(frame.grid, projection):
        paint(painter)
    items = line_items(frame.lines, projection)
    for found in (frame.solids, frame.ghosts, frame.glyphs, frame.arrows):
        items += solid_items(found, projection)
    for _, paint in sorted(items, key=lambda item: -item[0]):
        paint(painter)
    for found, share in ((frame.glyphs, 0.3), (frame.arrows, 0.6)):  # visible through other solids
        painter.setOpacity(share)
        for _, paint in solid_items(found, projection):
            paint(painter)
    painter.setOpacity(1.0)
    for _, paint in line_items(frame.over, projection):
        paint(painter)


def solid_items(found: dict[str, Batch], projection: Projection) -> list[Item]:
    items: list[Item] = []
    for name, batch in found.items():
        items += ball_items(batch, projection) if name == "sphere" else face_items(name, batch, projection)
    return items


def face_items(name: str, batch: Batch, projection: Projection) -> list[Item]:
    flat = faces(name)
    batch = in_pieces(name, batch)
    if not len(batch):
        return []
    local = flat.corners[None] * batch.scales[:, None, None, :]
    corners = np.einsum("nij,nfkj->nfki", batch.rotations, local) + batch.places[:, None, None, :]
    normals = flat.normals[None] / batch.scales[:, None, :]
    normals = np.einsum("nij,nfj->nfi", batch.rotations, normals / np.linalg.norm(normals, axis=2)[:, :, None])
    sides, width = corners.shape[1:3]
    corners, normals = corners.reshape(-1, width, 3), normals.reshape(-1, 3)
    colours = np.repeat(batch.colours, sides, axis=0)
    middles = corners.mean(axis=1)
    to_eye = projection.camera.axes[:, 2] if projection.camera.is_flat else projection.eye - middles
    seen = (normals * to_eye).sum(axis=1) > 0
    corners, normals, colours = corners[seen], normals[seen], colours[seen]
    pixels = projection.project(corners.reshape(-1, 3)).reshape(-1, width, 3)
    tones = shaded(colours, normals @ projection.camera.axes)
    depths = 0.5 * (pixels[:, :, 2].mean(axis=1) + np.repeat(_depths(batch, projection), sides)[seen])
    ahead = (pixels[:, :, 2] > 0).all(axis=1)
    return [(float(depths[i]), _polygon(pixels[i, :, :2], tones[i])) for i in np.flatnonzero(ahead & (tones[:, 3] > 0)).tolist()]


def in_pieces(name: str, batch: Batch) -> Batch:
    """Long cylinders cut along their axis."""
    if name.partition(":")[0] != "cylinder":
        return batch
    shares = np.minimum(PIECES, np.ceil(batch.scales[:, 2] / (6 * batch.scales[:, 0]).clip(1e-12))).astype(int).clip(1)
    which = np.repeat(np.arange(len(batch)), shares)
    place_in = np.concatenate([(np.arange(n) + 0.5) / n - 0.5 for n in shares.tolist()]) if len(batch) else np.zeros(0)
    lengths = batch.scales[which, 2]
    scales = batch.scales[which].copy()
    scales[:, 2] = lengths / shares[which]
    places = batch.places[which] + batch.rotations[which, :, 2] * (place_in * lengths)[:, None]
    return Batch(places, batch.rotations[which], scales, batch.colours[which], [batch.owners[i] for i in which.tolist()])


def _depths(batch: Batch, projection: Projection) -> np.ndarray:
    return projection.project(batch.places)[:, 2]


def _polygon(corners: np.ndarray, tone: np.ndarray) -> Callable[[QPainter], None]:
    colour = QColor.fromRgbF(*tone.tolist())
    polygon = QPolygonF([QPointF(x, y) for x, y in corners.tolist()])

    def paint(painter: QPainter) -> None:
        # the pen closes the hairline seams between faces; a translucent one would make them visible
        painter.setPen(QPen(colour, 0.6) if colour.alpha() == 255 else Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(polygon)

    return paint


def ball_items(batch: Batch, projection: Projection) -> list[Item]:
    """A sphere drawn as a disc with a soft highlight."""
    if not len(batch):
        return []
    pixels = projection.project(batch.places)
    found: list[Item] = []
    for (x, y, depth), place, scale, colour in zip(pixels.tolist(), batch.places, batch.scales, batch.colours, strict=True):
        if depth > 0:
            radius = float(scale[0]) / projection.pixel_at(place)
            found.append((depth, _ball(x, y, radius, colour)))
    return found


def _ball(x: float, y: float, radius: float, colour: np.ndarray) -> Callable[[QPainter], None]:
    normals = np.array([[-0.36, 0.62, 0.7], [0.0, 0.0, 1.0], [0.7, -0.7, 0.1]])
    tones = [QColor.fromRgbF(*tone) for tone in shaded(np.tile(colour, (3, 1)), normals).tolist()]

    def paint(painter: QPainter) -> None:
        light = QRadialGradient(QPointF(x - 0.36 * radius, y - 0.6 * radius), 1.75 * radius)
        for share, tone in zip((0.0, 0.35, 1.0), tones, strict=True):
            light.setColorAt(share, tone)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(light))
        painter.drawEllipse(QPointF(x, y), radius, radius)

    return paint


def line_items(lines: Lines | None, projection: Projection) -> list[Item]:
    if lines is None or not len(lines):
        return []
    starts, ends, colours = before_the_eye(lines, projection)
    a, b = projection.project(starts), projection.project(ends)
    room = 4 * ceil(max(projection.width, projection.height))
    near = (np.abs(a[:, :2]) < room).all(axis=1) & (np.abs(b[:, :2]) < room).all(axis=1) & (a[:, 2] > 0) & (b[:, 2] > 0)
    tones = colours.mean(axis=1)
    rows = np.hstack([a, b, tones, lines.widths[:, None]])
    return [((row[2] + row[5]) / 2, _line(row)) for row in rows[near & (tones[:, 3] > 0.01)].tolist()]


def before_the_eye(lines: Lines, projection: Projection) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The lines with the parts behind the eye cut off."""
    starts, ends, colours = lines.starts.copy(), lines.ends.copy(), lines.colours
    if projection.camera.is_flat:
        return starts, ends, colours
    near = 0.03 * projection.camera.distance
    back = projection.camera.axes[:, 2]
    depths = [(projection.eye - points) @ back for points in (starts, ends)]
    for points, others, mine, theirs in ((starts, ends, *depths), (ends, starts, *reversed(depths))):
        cut = (mine < near) & (theirs > near)
        share = ((near - mine[cut]) / (theirs[cut] - mine[cut]))[:, None]
        points[cut] += share * (others[cut] - points[cut])
    return starts, ends, colours


def _line(row: list[float]) -> Callable[[QPainter], None]:
    x1, y1, _, x2, y2, _, red, green, blue, alpha, width = row
    pen = QPen(QColor.fromRgbF(red, green, blue, min(1.0, alpha)), width)

    def paint(painter: QPainter) -> None:
        painter.setPen(pen)
        painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))

    return paint
