"""For tests of the drawing: a shown view, and images compared by their pixels."""

from __future__ import annotations

from mars.gui.canvas.scene import SheetScene
from mars.gui.canvas.view import SheetView
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QImage

from mars.document.circuit import Circuit
from mars.pictures.sheet.wires import route_all


def shown_view(qtbot, document, selection, theme, size=(900, 600)) -> SheetView:
    """A view of the document at 100 %, painted once."""
    view = SheetView(SheetScene(document, selection, theme))
    qtbot.addWidget(view)
    view.sheet.setParent(view)
    view.resize(*size)
    view.show()
    qtbot.waitExposed(view)
    view.zoom_to(1.0)
    view.zoom_snapshot.end()
    return view


def on_screen(view: SheetView, point) -> QPoint:
    """A point of the sheet in pixels of the viewport."""
    return view.mapFromScene(QPointF(*point))


def picture(view: SheetView) -> QImage:
    return view.viewport().grab().toImage()


def colour_at(image: QImage, place: QPoint) -> str:
    return QColor(image.pixel(place)).name().upper()


def is_near(a: str, b: str, slack: int = 90) -> bool:
    """Whether two colours differ no more than a thin line from its pen."""
    first, second = QColor(a), QColor(b)
    unlike = abs(first.red() - second.red()), abs(first.green() - second.green()), abs(first.blue() - second.blue())
    return sum(unlike) <= slack


def chains(rows: int, columns: int) -> Circuit:
    """Rows of joints and rods on bases, with shafts linked from row to row; positions and routes are stored."""
    circuit = Circuit("Chains", motions="Tx Ty Rz")
    for row in range(rows):
        for column in range(columns):
            kind = ("joints.rotation", "bodies.rod")[column % 2 == 0] if column else "bodies.base"
            circuit.add(kind, f"C{row}_{column}", at=(140 * column, 160 * row), turn=0 if column else 1)
            if column:
                circuit.connect(f"C{row}_{column - 1}.{2 if column > 1 else 1}", f"C{row}_{column}.1")
            if row and column % 2:
                circuit.connect(f"C{row - 1}_{column}.turn", f"C{row}_{column}.turn")
    route_all(circuit)
    return circuit
