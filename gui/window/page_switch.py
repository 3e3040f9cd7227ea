"""Switches the window between start page and drawing, with its docks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ..canvas.view import SheetView
from ..document.document import Document
from ..files import recovery
from ..files.circuit_files import CircuitFiles
from ..runs.results import Results
from ..start_page.start_page import StartPage
from .docks import Docks
from .half_typed import HalfTyped


class PageSwitch(QObject):
    """`has_circuit`: one is new or opened, so that the user can return to the drawing."""

    switched = Signal()

    def __init__(
        self,
        pages: QStackedWidget,
        start_page: StartPage,
        view: SheetView,
        document: Document,
        files: CircuitFiles,
        results: Results,
        docks: Docks,
        timeline: QWidget,
        half_typed: HalfTyped,
    ):
        super().__init__(pages)
        self._pages, self._start_page, self._view, self._timeline = pages, start_page, view, timeline
        self._document, self._files, self._results, self._docks = document, files, results, docks
        self._half_typed = half_typed
        self.has_circuit = False

    @property
    def is_drawing(self) -> bool:
        """Whether the drawing is shown."""
        return self._pages.currentWidget() is self._view

    def show_start_page(self) -> None:
        self._half_typed.take()
        self._start_page.set_present(self._document.title if self.has_circuit else "")
        self._start_page.set_recent(self._files.recent())
        self._start_page.set_recoveries(recovery.unsaved_work())
        self._docks.put_away()
        self._pages.setCurrentWidget(self._start_page)
        self._timeline.setVisible(False)
        self.switched.emit()

    def show_drawing(self) -> None:
        self._pages.setCurrentWidget(self._view)
        self._timeline.setVisible(self._results.recording is not None)
        self._docks.put_back()
        self._view.setFocus()
        self.switched.emit()
