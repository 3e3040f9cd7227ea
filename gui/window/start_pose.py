"""The start pose in the inspector, and the degrees of freedom at the joints of the drawing."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from mars.flat_names import shown

from ..canvas.scene import SheetScene
from ..document.document import Document
from ..inspector.inspector import Inspector
from ..view3d import MotionView


class StartPose(QObject):
    """The motion view assembles the mechanism; this shows the result on the current sheet."""

    def __init__(self, document: Document, motion: MotionView, inspector: Inspector, scene: SheetScene):
        super().__init__(motion)
        self._document, self._motion, self._inspector, self._scene = document, motion, inspector, scene
        motion.poses_changed.connect(self._show_coordinates)
        motion.tree_changed.connect(self._show_freedoms)
        document.sheet_changed.connect(self._show_sheet)

    def _show_coordinates(self, poses: Any) -> None:
        if self._motion.playing is None:
            self._inspector.set_assembled(self._document.on_sheet(poses.coordinates))

    def _show_freedoms(self, _: object = None) -> None:
        freedoms = {shown(joint): state for joint, state in self._motion.tree.freedoms().items()}
        self._scene.set_freedoms(self._document.on_sheet(freedoms))

    def _show_sheet(self) -> None:
        self._show_freedoms()
        self._show_coordinates(self._motion.poses)
