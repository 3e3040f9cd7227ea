"""A popup over the drawing: a child of the view, so it needs no window and cannot be lost behind one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsDropShadowEffect, QVBoxLayout, QWidget

from ..theme import Theme

MARGIN = 8  # to the edges of the view


class Popup(QFrame):
    """Closes on Escape, when done, or on losing the focus; `closed` is emitted once, then it is deleted."""

    closed = Signal()

    def __init__(self, parent: QWidget, theme: Theme):
        super().__init__(parent)
        self.theme = theme
        self.is_closed = False
        self.setObjectName("popup")
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a click on its margin is not a click elsewhere
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(8, 8, 8, 8)
        self.column.setSpacing(4)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(16)
        shadow.setOffset(0, 4)
        shadow.setColor(QColor(0, 0, 0, 41))
        self.setGraphicsEffect(shadow)
        self._dress()
        theme.changed.connect(self._dress)
        self.hide()

    @property
    def view(self) -> QWidget:
        """Looked up, not stored: view and popup must not reference each other."""
        parent = self.parentWidget()
        assert parent is not None
        return parent

    def open_at(self, point: QPoint) -> None:
        """Show with the upper left corner at a point of the view, or as close as there is room."""
        self.move(point)
        self.fit()
        self.show()
        self.raise_()
        self.focus_first()
        QApplication.instance().focusChanged.connect(self._focus_changed)  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]

    def fit(self) -> None:
        """Resize to the content, staying inside the view."""
        self.adjustSize()
        view = self._room()
        x = max(view.left(), min(self.x(), view.right() - self.width()))
        y = max(view.top(), min(self.y(), view.bottom() - self.height()))
        self.move(x, y)

    def focus_first(self) -> None:
        self.setFocus()

    def cancel(self) -> None:
        """Close without any effect."""
        self.close_popup()

    def leave(self) -> None:
        """The focus moved elsewhere."""
        self.cancel()

    def close_popup(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        if self.isVisible():
            QApplication.instance().focusChanged.disconnect(self._focus_changed)  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.hide()
        if had_focus:
            self.view.setFocus()
        self.closed.emit()
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        event.accept()  # unhandled keys are not for the drawing below

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and not _is_for_the_window(event):
            event.accept()  # typing is for the popup, not for the window's shortcuts
            return True
        return super().event(event)

    def _room(self) -> QRect:
        return self.view.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new is not self and not self.isAncestorOf(new):
            self.leave()

    def _dress(self) -> None:
        c = self.theme.colours
        self.setStyleSheet(f"QFrame#popup {{ background: {c['panel']}; border: 1px solid {c['border']}; border-radius: 8px; }}")


def _is_for_the_window(event: QEvent) -> bool:
    """Save and run: they apply the popup's input."""
    standard = QKeySequence.StandardKey
    if not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_F5 or event.matches(standard.Save) or event.matches(standard.SaveAs)
