"""User input for tests of the drawing: real mouse and key events on the view, in terms of the circuit."""

from mars.gui.canvas.gestures import GestureHost
from mars.gui.canvas.scene import SheetScene
from mars.gui.canvas.view import SheetView
from mars.gui.document.document import Document
from mars.gui.document.selection import Selection
from mars.gui.theme import Theme
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from mars.component.icon_paths import Point
from mars.document.storage import dumps

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Hands:
    """A drawing with its gestures; positions are points of the sheet, ports (`KN1.2`), components or points of the view."""

    def __init__(self, qtbot, document: Document, selection: Selection, theme: Theme, size=(1100, 700)):
        self.document, self.selection = document, selection
        self.scene = SheetScene(document, selection, theme)
        self.view = SheetView(self.scene)
        self.host = GestureHost(self.view, document, selection, theme)
        self.view.set_host(self.host)
        qtbot.addWidget(self.view)
        self.view.resize(*size)
        with qtbot.waitActive(self.view):
            self.view.show()
            self.view.activateWindow()
        self.view.setFocus()
        self.at_scale()
        self.view.zoom_snapshot.end()

    @property
    def circuit(self):
        return self.document.circuit

    @property
    def texts(self) -> list[str]:
        """The entries of the history."""
        stack = self.document.undo_stack
        return [stack.text(index) for index in range(stack.count())]

    @property
    def bytes(self) -> str:
        return dumps(self.circuit)

    def at_scale(self) -> None:
        """100 %, the drawing centred: pixels are units of the sheet."""
        self.view.zoom_to(1.0)
        self.view._place(self.scene.content_rect().center(), QPointF(self.view.viewport().rect().center()))

    # Positions

    def point(self, where: str | Point | QPoint) -> QPoint:
        """On the viewport."""
        if isinstance(where, QPoint):
            return where
        return self.view.mapFromScene(QPointF(*self.place(where)))

    def place(self, where: str | Point) -> Point:
        """On the sheet."""
        if not isinstance(where, str):
            return where
        layout = self.scene.layout
        if "." in where or where.startswith("#"):
            return layout.end_place(where)[0]
        x, y = layout.symbols[where].place.at
        return float(x), float(y)

    # Mouse

    def move(self, where, modifiers=NONE) -> None:
        QTest.mouseMove(self.view.viewport(), self.point(where))
        QApplication.processEvents()

    def press(self, where, modifiers=NONE) -> None:
        self.move(where)
        QTest.mousePress(self.view.viewport(), LEFT, modifiers, self.point(where))

    def drag_to(self, *path, modifiers=NONE) -> None:
        """Move with the button down, in small steps as a user would."""
        for where in path:
            send_move(self.view.viewport(), self.point(where), modifiers)

    def release(self, where, modifiers=NONE) -> None:
        QTest.mouseRelease(self.view.viewport(), LEFT, modifiers, self.point(where))

    def drag(self, start, *path, modifiers=NONE) -> None:
        """Press, move, release."""
        a, b = self.point(start), self.point(path[-1])
        self.press(start, modifiers)
        self.drag_to(a + QPoint(6, 3), *path[:-1], (a + b) / 2, b, modifiers=modifiers)
        self.release(b, modifiers)

    def click(self, where, modifiers=NONE) -> None:
        self.move(where)
        QTest.mouseClick(self.view.viewport(), LEFT, modifiers, self.point(where))

    def double_click(self, where) -> None:
        QTest.mouseDClick(self.view.viewport(), LEFT, NONE, self.point(where))

    # Keys

    def key(self, key, modifiers=NONE) -> None:
        QTest.keyClick(self.view, key, modifiers)

    def type(self, text: str) -> None:
        """Type into the focused widget; Enter and Tab as \\n and \\t."""
        for sign in text:
            focus = QApplication.focusWidget()
            assert focus is not None
            special = {"\n": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab, "\x1b": Qt.Key.Key_Escape}.get(sign)
            if special is not None:
                QTest.keyClick(focus, special)
            elif sign.isascii():
                QTest.keyClicks(focus, sign)
            else:  # QTest supports no other letters
                for what in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    QApplication.sendEvent(focus, QKeyEvent(what, 0, NONE, sign))

    # Menus and drops

    def menu(self, where) -> QMenu:
        at = self.point(where)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, self.view.viewport().mapToGlobal(at))
        QApplication.sendEvent(self.view.viewport(), event)
        assert self.host.menus.current is not None
        return self.host.menus.current

    def choose(self, menu: QMenu, words: str) -> None:
        """By the text of an action, also one of a submenu (`Swap kind/Translation`)."""
        first, _, rest = words.partition("/")
        action = next(action for action in menu.actions() if action.text() == first)
        if rest:
            submenu = action.menu()
            assert isinstance(submenu, QMenu)
            self.choose(submenu, rest)
        else:
            action.trigger()
        menu.close()
        self.view.activateWindow()
        QApplication.processEvents()

    def drop(self, kind: str, *path, let_go: bool = True) -> None:
        """Drag a kind over the drawing along a path and drop it at its end."""
        mime = QMimeData()
        mime.setData("application/x-mars-kind", kind.encode())
        copy, viewport = Qt.DropAction.CopyAction, self.view.viewport()
        points = [self.point(where) for where in path]
        QApplication.sendEvent(viewport, QDragEnterEvent(points[0], copy, mime, LEFT, NONE))
        for point in points:
            QApplication.sendEvent(viewport, QDragMoveEvent(point, copy, mime, LEFT, NONE))
        if let_go:
            QApplication.sendEvent(viewport, QDropEvent(QPointF(points[-1]), copy, mime, LEFT, NONE))
        else:
            QApplication.sendEvent(viewport, QDragLeaveEvent())


def send_move(widget, point: QPoint, modifiers) -> None:
    """QTest moves the mouse without its button; a drag keeps it pressed."""

    place = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, QPointF(widget.mapToGlobal(point)), Qt.MouseButton.NoButton, LEFT, modifiers
    )
    QApplication.sendEvent(widget, event)
