"""Saves images and films from the motion view without blocking the editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import proxy

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QProgressDialog

from mars.errors import DocumentError, MarsError

from ..view3d import MotionView
from ..view3d.view_painter import paint
from ..widgets.image_files import save_image
from ..widgets.plain_text import Label
from .film import Film, FilmStyle
from .frame_times import frame_times
from .gif_writer import GifWriter, sample_times
from .motion_dialog import FilmChoice, MotionDialog

SHARP = 2.0  # device pixels of a saved image per pixel of the view


class MotionExport(QObject):
    """`dialogs` ask for paths; `message` reports the result. The view's menu finds it as `view.exporter`."""

    message = Signal(str)

    def __init__(self, view: MotionView, dialogs: Any, parent: QObject | None = None):
        super().__init__(parent or view)
        self.view: MotionView = proxy(view)  # avoids a cycle: a widget's wrapper is deleted with the widget
        self.dialogs = dialogs
        view.exporter = self
        self.dialog: MotionDialog | None = None
        self.progress: QProgressDialog | None = None
        self._work: Iterator[int] | None = None
        self._writer: GifWriter | None = None
        self._slices = QTimer(self, singleShot=True, interval=0)
        self._slices.timeout.connect(self._go_on)

    @property
    def can_save_motion(self) -> bool:
        recording = self.view.run_data.recording
        return self._work is None and recording is not None and recording.last > recording.begin

    def save_picture(self) -> None:
        """Save the current view at twice its resolution."""
        view = self.view
        image = QImage(QSize(view.width(), view.height()) * SHARP, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(SHARP)
        painter = QPainter(image)
        try:
            paint(view, painter)
        finally:
            painter.end()

        def write(path: Path) -> None:
            try:
                save_image(image, path)
            except DocumentError as error:
                self._fail(error.message)
            else:
                self.message.emit(self.tr("Saved %1").replace("%1", str(path)))

        self.dialogs.ask_save_path(self._proposed(".png"), write, "PNG (*.png)")

    def save_motion(self) -> None:
        """Ask for the part of the run and the path; the film is made in slices."""
        recording = self.view.run_data.recording
        if recording is None or not self.can_save_motion:
            return
        self.dialog = MotionDialog(recording.begin, recording.last, self.view.window())
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.chosen.connect(self._ask_where)
        self.dialog.destroyed.connect(self._dialog_gone)
        self.dialog.open()

    def _dialog_gone(self) -> None:
        self.dialog = None

    def _ask_where(self, choice: FilmChoice) -> None:
        self.dialogs.ask_save_path(self._proposed(".gif"), lambda path: self._start(path, choice), "GIF (*.gif)")

    def _proposed(self, suffix: str) -> Path:
        document = self.view.document
        return document.path.with_suffix(suffix) if document.path is not None else Path(document.title).with_suffix(suffix)

    def _start(self, path: Path, choice: FilmChoice) -> None:
        view = self.view
        recording = view.run_data.recording
        if recording is None or self._work is not None:
            return
        style = FilmStyle(choice.size, view.theme.name, view.camera, fits=view.is_auto, wishes=view.run_data.wishes())
        film = Film(recording, [(recording.begin, view.document.root)], style, view.run_data.others())
        times = frame_times(choice.begin, choice.end, choice.fps, choice.speed)
        self._work = self._pictures(path, film, times.tolist(), choice.fps)
        self.progress = QProgressDialog("", self.tr("Stop"), 0, len(times), self.view.window())
        self.progress.setLabel(Label(self.tr("Creating %1").replace("%1", path.name)))
        self.progress.setWindowTitle(self.tr("Save animation"))
        self.progress.setMinimumDuration(400)
        self.progress.setAutoClose(False)
        self.progress.canceled.connect(self.cancel)
        self._slices.start()

    def _pictures(self, path: Path, film: Film, times: list[float], fps: float) -> Iterator[int]:
        """Write one frame per step, yielding the number written."""
        self._writer = GifWriter(path, [film.picture(t) for t in sample_times(times)], fps)
        yield 0
        for number, t in enumerate(times):
            self._writer.add(film.picture(t))
            yield number + 1
        self._writer.finish()
        self.message.emit(self.tr("Saved %1").replace("%1", str(path)))

    def _go_on(self) -> None:
        if self._work is None:
            return
        try:
            done = next(self._work, None)
        except MarsError as error:
            self._end()
            self._fail(error.message)
            return
        if done is None:
            self._end()
            return
        if self.progress is not None:
            self.progress.setValue(done)
        self._slices.start()

    def cancel(self) -> None:
        """Leave no file behind."""
        if self._work is not None and self._writer is not None:
            self._writer.cancel()
        self._end()

    def _end(self) -> None:
        self._slices.stop()
        self._work = self._writer = None
        if self.progress is not None:
            progress, self.progress = self.progress, None
            progress.canceled.disconnect(self.cancel)
            progress.close()
            progress.deleteLater()

    def _fail(self, text: str) -> None:
        self.dialogs.tell(self.tr("Could not save the animation"), text)
