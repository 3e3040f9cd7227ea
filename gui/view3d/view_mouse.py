"""Mouse handling of the motion view: orbit, pan, zoom, select, hover and pull bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import proxy

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from mars.flat_names import shown

from ..document.sheet_names import choose, on_sheet
from ..i18n import translate
from .body_drag import BodyDrag
from .pick_targets import PickTarget, target_at

if TYPE_CHECKING:
    from .motion_view import MotionView

THRESHOLD = 4  # pixels before a press becomes a drag
PACE = 0.4  # deg of orbit per pixel


class ViewMouse:
    """One press at a time: a click until the mouse moves, then a drag that orbits, pans or pulls."""

    def __init__(self, view: MotionView):
        self.view: MotionView = proxy(view)  # avoids a cycle: a widget's wrapper is deleted with the widget
        self.pressed: tuple[QPointF, Qt.MouseButton, PickTarget | None] | None = None
        self.last = QPointF()
        self.action = ""  # orbit, pan or pull
        self.pull: BodyDrag | None = None
        self.has_lit = False

    def target_at(self, at: QPointF) -> PickTarget | None:
        view = self.view
        return target_at(at.x(), at.y(), view.labels, view.frame, view.poses, view.projection())

    def press(self, event: QMouseEvent) -> None:
        if self.pressed is not None:
            return
        at = event.position()
        self.pressed, self.last, self.action = (at, event.button(), self.target_at(at)), at, ""
        event.accept()

    def move(self, event: QMouseEvent) -> None:
        at = event.position()
        if self.pressed is None:
            self._hover(at)
            return
        if not self.action and (at - self.pressed[0]).manhattanLength() < THRESHOLD:
            return
        if not self.action:
            self.action = self._begin(event)
        step, self.last = at - self.last, at
        if self.action == "pull":
            self._pull(at)
        elif self.action == "orbit":
            self.view.set_camera(self.view.camera.orbited(-PACE * step.x(), PACE * step.y()), by_user=True)
        elif self.action == "pan":
            metres = self.view.projection().metres_per_pixel
            self.view.set_camera(self.view.camera.panned(step.x() * metres, -step.y() * metres), by_user=True)
        event.accept()

    def _begin(self, event: QMouseEvent) -> str:
        assert self.pressed is not None
        _, button, target = self.pressed
        view = self.view
        self._light(None)
        if button == Qt.MouseButton.RightButton or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return "pan"
        if button == Qt.MouseButton.MiddleButton or target is None or not target.body or target.r is None:
            return "orbit"
        if view.playing is not None or view.is_zero or target.body not in view.poses.bodies:
            return "orbit"
        self.pull = BodyDrag(view.mechanism, target.body, target.r, view.projection(), view.poses)
        view.selection.set([choose(view.document, target.component)])
        view.setCursor(Qt.CursorShape.ClosedHandCursor)
        return "pull"

    def _pull(self, at: QPointF) -> None:
        if self.pull is None or self.pressed is None:
            return
        start = self.pressed[0]
        poses = self.pull.move(at.x(), at.y(), start.x(), start.y(), self.view.projection())
        text, token, body = self.pull.coordinates_text(), "text", shown(self.pull.body)
        if self.pull.moves_only_loosely():
            text, token = (
                translate("MotionView", "{0} is not connected to a base. Connect it to position it").format(body),
                "warning",
            )
        elif not text and (at - start).manhattanLength() > 24:
            text, token = translate("MotionView", "{0} cannot move that way").format(body), "text2"
        self.view.hint = (at, text, token) if text else None
        self.view.show_poses(poses)

    def release(self, event: QMouseEvent) -> None:
        if self.pressed is None or event.button() != self.pressed[1]:
            return
        _, button, target = self.pressed
        action, self.pressed, self.action = self.action, None, ""
        if action == "pull":
            self._end_pull()
        elif not action and button == Qt.MouseButton.RightButton:
            self.view.open_menu(target, event.globalPosition().toPoint())
        elif not action and button == Qt.MouseButton.LeftButton:
            self._click(
                target, bool(event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
            )
        self._hover(event.position())
        event.accept()

    def _click(self, target: PickTarget | None, adds: bool) -> None:
        selection = self.view.selection
        if target is None:
            if not adds:
                selection.set()
        elif adds:
            chosen = choose(self.view.document, target.component)
            selection.set(selection.components ^ {chosen}, selection.links, selection.notes)
        else:
            selection.set([choose(self.view.document, target.component)])

    def _end_pull(self) -> None:
        pull, view = self.pull, self.view
        self._drop()
        if pull is None or not pull.end(view.document):
            view.show_start()

    def _drop(self) -> None:
        self.pull, self.view.hint = None, None
        self.view.unsetCursor()

    def cancel(self) -> bool:
        """On Escape, undo a pull; False if there was nothing to cancel."""
        was_pull = self.pull is not None
        self.pressed, self.action = None, ""
        if was_pull:
            self._drop()
            self.view.show_start()
        return was_pull

    def double_click(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.view.fit()
        event.accept()

    def wheel(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y()
        if turns and self.action != "pull":
            projection = self.view.projection()
            metres = projection.metres_per_pixel
            right = (event.position().x() - projection.width / 2) * metres
            up = (projection.height / 2 - event.position().y()) * metres
            self.view.set_camera(self.view.camera.zoomed(0.999**turns, right, up), by_user=True)
        event.accept()

    def leave(self) -> None:
        self._light(None)

    def _hover(self, at: QPointF) -> None:
        target = self.target_at(at) if self.view.rect().contains(at.toPoint()) else None
        self._light(target)
        can_pull = target is not None and target.body and self.view.playing is None and not self.view.is_zero
        self.view.setCursor(Qt.CursorShape.OpenHandCursor if can_pull else Qt.CursorShape.ArrowCursor)

    def _light(self, target: PickTarget | None) -> None:
        """Clears only highlights set here, not those of another view."""
        if target is not None:
            names = (on_sheet(self.view.document, each) for each in target.lit)
            self.view.selection.light(filter(None, names))
            self.has_lit = True
        elif self.has_lit:
            self.view.selection.light()
            self.has_lit = False
