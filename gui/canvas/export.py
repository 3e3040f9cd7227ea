"""Exports the drawing: SVG and PNG as `mars draw` makes them, PDF painted by Qt. States and previews are left out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.files import write_atomic
from mars.pictures.sheet.draw import note_box, note_rows, save_drawing
from mars.pictures.style import DISABLED_OPACITY

from ..i18n import translate
from ..symbols.painter_paths import rect, wire_path
from ..symbols.pens import ThemePens, theme_pens
from ..symbols.symbol_painter import strokes_of
from ..theme import Theme, load_fonts
from .items import paint_component, paint_dots, paint_label, paint_note
from .sheet_layout import SheetLayout

FORMATS = (".svg", ".pdf", ".png")
MARGIN = 40
RESOLUTION = 1200
POINTS = 0.75  # per sheet unit: a symbol of 60 units is 16 mm wide
EMPTY = QRectF(0, 0, 160, 80)


def export(circuit: Circuit, path: str | Path, theme: Theme | str = "light") -> None:
    """Write the drawing in the format of the file's suffix; raises DocumentError with the reason if it cannot be written."""
    path = Path(path)
    name = theme if isinstance(theme, str) else theme.name
    if path.suffix.lower() not in FORMATS:
        words = translate("Export", "Drawings can be exported as SVG, PDF or PNG. Change the extension of %1.")
        raise DocumentError(words.replace("%1", path.name))
    if path.suffix.lower() == ".pdf":
        save_pdf(circuit, path, name)
    else:
        save_drawing(circuit, path, name)


def save_pdf(circuit: Circuit, path: Path, theme: str = "light") -> None:
    """One page of the size of the drawing; the paper is white in the light theme."""
    load_fonts()
    layout = SheetLayout(circuit)
    stored = circuit.drawing.get("notes")
    notes = [found for note in (stored if isinstance(stored, list) else []) if (found := note_rows(note)) is not None]
    extent = layout.extent()
    area = rect(extent) if extent else EMPTY
    for note in notes:
        area = area.united(rect(note_box(*note)))
    area = area.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setTitle(circuit.title)
    writer.setCreator("Mars")
    size = QPageSize(
        QSizeF(area.width() * POINTS, area.height() * POINTS), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch
    )
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    scale = POINTS * RESOLUTION / 72
    painter.scale(scale, scale)
    painter.translate(-area.left(), -area.top())
    if theme == "dark":
        painter.fillRect(area, theme_pens(theme).sheet)
    paint_layout(painter, layout, theme_pens(theme))
    for (x, y), rows in notes:
        painter.translate(x, y)
        paint_note(painter, rows, theme_pens(theme))
        painter.translate(-x, -y)
    painter.end()
    write_atomic(path, bytes(buffer.data().data()))


def paint_layout(painter: QPainter, layout: SheetLayout, colours: ThemePens) -> None:
    """Paint the whole drawing in sheet coordinates, without states."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for key, link in layout.links.items():
        painter.setOpacity(DISABLED_OPACITY if layout.is_off(link) else 1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(wire_path(layout.drawn[key]), colours.wire(layout.looks[key]))
    painter.setOpacity(1)
    for name, symbol in layout.symbols.items():
        painter.save()
        painter.translate(*symbol.place.at)
        painter.setOpacity(DISABLED_OPACITY if symbol.disabled else 1)
        strokes = strokes_of(symbol.shape, symbol.place.turn, symbol.place.flip, colours.theme)
        open_ports = [t for t in symbol.terminals.values() if f"{name}.{t.name}" not in layout.linked]
        paint_component(painter, symbol, strokes, open_ports, colours)
        painter.setOpacity(1)
        paint_label(painter, layout.labels[name], symbol, colours, values=True, crowded=layout.is_crowded(name))
        painter.restore()
    for node, places in layout.dots.items():
        paint_dots(painter, places, layout.domains[node], colours)
