"""`MotionView`: shows the mechanism in space, follows every edit and plays a run."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from mars.mechanism.poses import Poses, PoseTree

from ..document import changes
from ..document.document import Document
from ..document.selection import Selection
from ..theme import Theme
from ..widgets.letter_keys import key_of
from ..widgets.plain_text import show_tip
from .camera import VIEWS, Camera, Projection
from .camera_motion import CameraMotion
from .context_menu import open_menu
from .frame import Frame
from .grid import grid_lines
from .mechanism import Mechanism
from .pick_targets import PickTarget
from .point_labels import PointLabel, places_of
from .pose_limits import in_reach
from .renderer import drawn
from .run_data import RunData
from .run_overlays import RunOverlays
from .tooltips import tip_of
from .view_buttons import ViewButtons
from .view_mouse import ViewMouse
from .view_painter import paint

if TYPE_CHECKING:
    from ..animation.motion_export import MotionExport
    from ..runs.run_control import RunControl

AT_REST = 150  # ms without motion before a rough frame is redrawn smoothly
KEYS = {"1": "front", "3": "side", "7": "top", "0": "iso"}
SLOW = 12.0  # ms: slower frames are drawn roughly during motion


class MotionView(QWidget):
    """A plain widget: a renderer makes an image when something changed, the painter adds points, labels and axes."""

    poses_changed = Signal(object)  # Poses: the current ones, with the coordinates as assembled
    tree_changed = Signal(object)  # PoseTree: the circuit was read again

    def __init__(self, document: Document, selection: Selection, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.selection, self.theme = document, selection, theme
        self.all_labels = self.is_zero = False
        self.is_auto = True  # the camera follows the mechanism until the user has moved it
        self.playing: tuple[dict[str, float], float] | None = None
        self.exporter: MotionExport | None = None  # saves images and films; set by the owner of the dialogs
        self.hint: tuple[QPointF, str, str] | None = None  # where, text, colour token
        self.labels: list[PointLabel] = []
        self.menu: QMenu | None = None  # the open menu
        self.renders = 0  # frames drawn so far
        self.is_rough = False  # whether the last frame was drawn without smooth edges
        self.slow = SLOW
        self._cost = 0.0  # ms of the last smooth frame
        self._image: QImage | None = None
        self._image_key: object = None
        self._stamp = 0
        self.mechanism = Mechanism(document.root)
        self.camera: Camera = self.mechanism.first_camera()
        self.poses: Poses = self.mechanism.start
        self.frame, self.places = Frame(), places_of(self.poses)
        self.run_overlays = RunOverlays(self.mechanism)
        self.run_data = RunData(self)
        self.mouse = ViewMouse(self)
        self.buttons = ViewButtons(theme, self)
        self.camera_motion = CameraMotion(self)
        self._rebuilding = QTimer(self, singleShot=True, interval=0)
        self._moving = QTimer(self, singleShot=True, interval=AT_REST)
        self._listen()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(180, 120)
        self.setAccessibleName(self.tr("Mechanism view"))
        self.show_poses(self.poses)

    def _listen(self) -> None:
        self.document.root_changed.connect(self._changed)
        self.document.replaced.connect(self._replaced)
        self.selection.changed.connect(self.update)
        self.selection.lit_changed.connect(self.update)
        self.theme.changed.connect(self.restage)
        self._rebuilding.timeout.connect(self.rebuild)
        self._moving.timeout.connect(self.update)
        self.buttons.view_chosen.connect(self.look_from)
        self.buttons.fit_chosen.connect(self.fit)
        self.buttons.labels_toggled.connect(self.show_all_labels)
        self.buttons.zero_toggled.connect(self.show_zero)
        self.buttons.trails_toggled.connect(self.run_data.show_trails)
        self.buttons.forces_toggled.connect(self.run_data.switch_forces)
        self.buttons.centre_toggled.connect(self.run_data.show_centre)

    @property
    def tree(self) -> PoseTree:
        """The current pose tree: joint coordinates with their start values."""
        return self.mechanism.tree

    def sizeHint(self) -> QSize:
        return QSize(300, 240)

    def follow(self, run_control: RunControl) -> None:
        """Take trails and arrows from its runs; poses are set by `set_coordinates`."""
        self.run_data.follow(run_control)

    # contents

    def show_start(self) -> None:
        """Return from a run to the start pose."""
        self.playing = None
        self.show_poses(self._still())

    def set_coordinates(self, values: Mapping[str, float], t: float = 0.0) -> None:
        """Show a time of a run: coordinates by their result names."""
        self.playing = (dict(values), t)
        self.show_poses(self.tree.at(values, t))

    def show_zero(self, is_zero: bool) -> None:
        """Switch between the zero pose and the start pose."""
        self.is_zero = is_zero
        self.buttons.zero.setChecked(is_zero)
        self.show_start()

    def show_all_labels(self, wanted: bool) -> None:
        self.all_labels = wanted
        self.buttons.labels.setChecked(wanted)
        self.update()

    def preview(self, hold: Mapping[str, float]) -> None:
        """Show the start pose with some coordinates changed, for example while a slider is dragged; nothing is stored."""
        self.show_poses(self.tree.start(guess=self.poses.coordinates, hold=hold))

    def _still(self) -> Poses:
        return self.tree.start(zero=True) if self.is_zero else self.mechanism.start

    def _changed(self, change: changes.Change) -> None:
        if change.is_physical:
            self._rebuilding.start()
        if "views" in change.sections:
            self.run_data.renew()

    def _replaced(self) -> None:
        self.playing, self.is_auto = None, True
        self.rebuild(is_new=True)
        self.run_data.renew()

    def rebuild(self, is_new: bool = False) -> None:
        """Read the circuit again; loops are assembled as in a run, from the start values only."""
        self._rebuilding.stop()
        if self.mouse.pull is not None:
            self.mouse.cancel()
        before = self.mechanism
        self.mechanism, arrows = Mechanism(self.document.root), self.run_overlays.arrows
        self.run_overlays = RunOverlays(self.mechanism)
        self.run_overlays.arrows = arrows  # an edit during a run does not make them jump
        self.camera_motion.forget()
        self.tree_changed.emit(self.tree)
        if is_new or before.is_planar != self.mechanism.is_planar or not np.array_equal(before.basis, self.mechanism.basis):
            self.camera_motion.flight.stop()
            self.camera = self.mechanism.first_camera()
            self.is_auto = True
            is_new = True
        self.show_poses(self.tree.at(*self.playing) if self.playing else self._still(), jump=is_new)

    def show_poses(self, poses: Poses, jump: bool = False) -> None:
        self.poses = in_reach(poses)
        self.places = places_of(self.poses)
        self.restage()
        self._moving.start()
        self.camera_motion.follow(jump)
        self.poses_changed.emit(poses)

    def restage(self, is_new: bool = False) -> None:
        """Draw again; `is_new`: there is new data of the run."""
        self.frame = self.mechanism.stage.frame(self.poses, self.theme.name, self.theme.colour("ink"))
        run_data = self.run_data
        self.run_overlays.add_to(self.frame, self.poses, run_data.wishes(), self.theme, run_data.shown(), is_new)
        run_data.drawn()
        self._stamp += 1
        self.update()

    # the camera

    def projection(self) -> Projection:
        return Projection(self.camera, self.width(), self.height())

    def set_camera(self, camera: Camera, by_user: bool = False) -> None:
        self.is_auto = self.is_auto and not by_user
        if by_user:
            self.camera_motion.flight.stop()
        if camera != self.camera:
            self._moving.start()
        self.camera = camera
        self.update()

    def fit(self) -> None:
        self.is_auto = True
        self.camera_motion.fly_to(self.camera_motion.fitted(self.camera))

    def look_from(self, view: str) -> None:
        """front, top, side or iso."""
        self.is_auto = True
        self.camera_motion.fly_to(self.camera_motion.fitted(self.camera.turned_to(*VIEWS[view])))

    def open_menu(self, target: PickTarget | None, on_screen: QPoint) -> None:
        self.menu = open_menu(self, target, on_screen)
        self.menu.destroyed.connect(self._menu_gone)

    def _menu_gone(self) -> None:
        self.menu = None

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        canvas = QPainter(self)
        try:
            paint(self, canvas)
        finally:
            canvas.end()  # Qt crashes if a painter is left open

    def picture(self, projection: Projection, ratio: float) -> QImage:
        """The rendered image without points and labels; the last one if nothing has changed."""
        key = (projection.width, projection.height, ratio, self.camera, self._stamp, self.theme.name)
        may_be_rough = self._cost > self.slow and self._moving.isActive()
        if self._image is None or key != self._image_key or (self.is_rough and not may_be_rough):
            began = perf_counter()
            colours = [self.theme.colour(token) for token in ("grid", "border", "sheet", "window")]
            self.frame.grid = grid_lines(self.mechanism.ground, projection, *colours[:2])
            self._image = drawn(self.frame, projection, ratio, *colours[2:], smooth=not may_be_rough)
            self._image_key, self.is_rough = key, may_be_rough
            if not may_be_rough:
                self._cost = 1e3 * (perf_counter() - began)
            self.renders += 1
        return self._image

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.buttons.sizeHint()
        self.buttons.setGeometry(self.width() - size.width() - 6, 6, size.width(), size.height())
        if self.is_auto:
            self.camera_motion.flight.stop()
            self.camera = self.camera_motion.fitted(self.camera)
        super().resizeEvent(event)

    # mouse and key events go to `ViewMouse`

    focus_by_key = False

    def focusInEvent(self, event) -> None:
        self.focus_by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)

    def mousePressEvent(self, event) -> None:
        self.mouse.press(event)

    def mouseMoveEvent(self, event) -> None:
        self.mouse.move(event)

    def mouseReleaseEvent(self, event) -> None:
        self.mouse.release(event)

    def mouseDoubleClickEvent(self, event) -> None:
        self.mouse.double_click(event)

    def wheelEvent(self, event) -> None:
        self.mouse.wheel(event)

    def leaveEvent(self, event) -> None:
        self.mouse.leave()

    def keyPressEvent(self, event) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key_of(event) == Qt.Key.Key_F:
            self.fit()
        elif plain and event.text() in KEYS:
            self.look_from(KEYS[event.text()])
        elif not (event.key() == Qt.Key.Key_Escape and self.mouse.cancel()):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = tip_of(self.mouse.target_at(QPointF(event.pos())), self.poses, self.document.root)
            show_tip(event.globalPos(), text, self)
            return True
        return super().event(event)
