"""The inspector: shows and edits the selection; observes the document and writes through its edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLayout, QScrollArea, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from mars.translation import languages

from ..document.changes import MISSING, Change
from ..document.document import Document
from ..document.selection import Selection
from ..theme import Theme
from ..widgets.labels import TintedLabel
from .circuit_page import CircuitPage
from .component_page import ComponentPage, key_of
from .link_page import LinkPage

WIDTH, PADDING = 300, 12
LEAST = {"en": 240, "ru": 300}  # width, by language: Russian words are longer
VALUES = {"components", "variables", "start", "run"}
SETTINGS = {"title", "note", "motions", "gravity", "variables", "run"}
Page = ComponentPage | CircuitPage | LinkPage


class Inspector(QWidget):
    """One page at a time in a scroll area. It is rebuilt only when the selection or a kind changes."""

    help_requested = Signal(str)  # kind
    definition_requested = Signal(str)  # kind of the file

    def __init__(self, document: Document, selection: Selection, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.selection, self.theme = document, selection, theme
        self.page: Page | QWidget | None = None
        self._assembled: Mapping[str, Any] = {}
        self._is_renaming = False
        self.setObjectName("inspector")
        self.setMinimumWidth(LEAST[languages.current()])
        self.area: QScrollArea | None = None  # shows the page
        self._areas = QStackedLayout(self)
        self._circuit_area: QScrollArea | None = None
        self._circuit_page: CircuitPage | None = None
        self._polish()
        document.changed.connect(self._document_changed)
        document.sheet_changed.connect(self._document_replaced)
        selection.changed.connect(self._selection_changed)
        theme.changed.connect(self._theme_changed)
        self.rebuild()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 400)

    # Contents

    @property
    def _names(self) -> tuple[str, ...]:
        chosen = self.selection.components
        return tuple(name for name in self.document.circuit.components if name in chosen)

    def rebuild(self) -> None:
        """Build the page of the selection hidden in a new area, then replace the old one."""
        if not self.selection:
            self._show_circuit()
            return
        area = _area(self)
        frame = _frame(area)
        self.page = self._new_page(frame)
        _finish(frame, self.page)
        self._show(area)

    def _show_circuit(self) -> None:
        if self._circuit_page is None:
            self._circuit_area = _area(self)
            frame = _frame(self._circuit_area)
            self._circuit_page = CircuitPage(self.document, self.theme, frame)
            self._circuit_page.definition_requested.connect(self.definition_requested)
            _finish(frame, self._circuit_page)
        self.page = self._circuit_page
        self._show(self._circuit_area)
        self._circuit_page.refresh()  # once visible: its layout then follows changes

    def _show(self, area: QScrollArea | None) -> None:
        """Switch to an area; the old one is deleted, unless it is the circuit's, which is reused."""
        old = self.area
        if area is None or area is old:
            return
        focus = QApplication.focusWidget()
        if old is not None and focus is not None and old.isAncestorOf(focus):
            focus.clearFocus()  # else the stack gives it to the first switch of the new page
        self._areas.addWidget(area)
        self._areas.setCurrentWidget(area)
        self.area = area
        if old is not None and old is not self._circuit_area:
            _discard(self._areas, old)

    def _new_page(self, parent: QWidget) -> Page | QWidget:
        if names := self._names:
            page = ComponentPage(self.document, self.selection, self.theme, names, parent)
            page.help_requested.connect(self.help_requested)
            page.definition_requested.connect(self.definition_requested)
            page.header.renamed.connect(self._renamed)
            page.set_assembled(self._assembled)
            return page
        if self.selection.links:
            return LinkPage(self.document, self.selection, self.theme, min(self.selection.links), parent)
        words = self.tr("Notes: {count}").format(count=len(self.selection.notes))
        return TintedLabel(self.theme, "text2", words, parent=parent)

    def set_assembled(self, values: Mapping[str, Any]) -> None:
        """Coordinates of the start pose by result name, in SI, shown beside the requested values."""
        self._assembled = values
        if isinstance(self.page, ComponentPage):
            self.page.set_assembled(values)

    def focus_first(self) -> None:
        """Move the cursor to the first key parameter of the selection."""
        if isinstance(self.page, ComponentPage | CircuitPage):
            self.page.focus_first()

    # Changes

    def _selection_changed(self) -> None:
        if self._is_renaming or (isinstance(self.page, ComponentPage) and self.page.key == key_of(self.document, self._names)):
            return
        self.commit_half_typed()
        self.rebuild()

    def commit_half_typed(self) -> None:
        page = self.page
        if isinstance(page, CircuitPage) or (
            isinstance(page, ComponentPage) and all(name in self.document.circuit.components for name in page.names)
        ):
            page.commit_all()

    def _document_replaced(self) -> None:
        self._forget_circuit_page()
        self.rebuild()

    def _forget_circuit_page(self) -> None:
        if self._circuit_area is not None and self._circuit_area is not self.area:
            _discard(self._areas, self._circuit_area)
        self._circuit_page = self._circuit_area = None

    def _document_changed(self, change: Change) -> None:
        page = self.page
        if isinstance(page, ComponentPage):
            if self._is_renaming or not all(name in self.document.circuit.components for name in page.names):
                return
            if page.key != key_of(self.document, page.names):
                self.rebuild()
            elif change.keys("components") & set(page.names) or change.sections.keys() & (VALUES - {"components"}):
                page.refresh(_changed_parameters(change, page.names))
        elif isinstance(page, CircuitPage):
            if change.sections.keys() & SETTINGS:
                page.refresh()
        elif isinstance(page, LinkPage) and change.sections.keys() & {"links", "components", "motions"} and self.selection.links:
            self.rebuild()

    def _renamed(self, old: str, new: str) -> None:
        """The name in the header was entered: keep the component selected and the cursor in position."""
        self._is_renaming = True
        try:
            refused = self.page.header.rename(old, new) if isinstance(self.page, ComponentPage) else ""
        finally:
            self._is_renaming = False
        if not refused:
            place = self._focus_place()
            self.selection.set([*(self.selection.components - {old}), self.document.circuit.component(new).name])
            self.rebuild()
            self._focus_at(place)

    def _focus_place(self) -> int:
        """Index of the cursor in the tab order; −1: not here."""
        focus = self.window().focusWidget()
        widgets = self.findChildren(QWidget)
        return widgets.index(focus) if focus in widgets else -1

    def _focus_at(self, place: int) -> None:
        widgets = self.findChildren(QWidget)
        if 0 <= place < len(widgets):
            widgets[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _theme_changed(self) -> None:
        self._polish()
        self.commit_half_typed()
        self._forget_circuit_page()
        self.rebuild()

    def _polish(self) -> None:
        c = self.theme.colours
        self.setStyleSheet(
            f"""
#inspectorPage {{ background: {c["panel"]}; }}
#inspector QToolButton {{ border: 1px solid transparent; border-radius: 6px; padding: 1px 3px; color: {c["text"]}; }}
#inspector QToolButton:hover {{ background: {c["tint"]}; }}
#inspector QToolButton:focus {{ border: 2px solid {c["accent"]}; }}
#inspector QToolButton[segment="true"] {{ border: 1px solid {c["border"]}; color: {c["text2"]}; padding: 3px 1px; }}
#inspector QToolButton[segment="true"]:checked {{ background: {c["tint"]}; color: {c["text"]}; border: 1px solid {c["accent"]}; }}
#inspector QToolButton#sectionButton {{ color: {c["text2"]}; text-align: left; padding: 2px 0; margin-left: -4px; }}
#inspector QTableView {{ border: 1px solid {c["border"]}; border-radius: 6px; gridline-color: {c["border"]}; }}
#inspector QLineEdit#componentName {{ font-weight: 600; }}
"""
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        names = self._names
        if event.key() == Qt.Key.Key_F1 and names:
            self.help_requested.emit(self.document.circuit.components[names[0]].kind)
        else:
            super().keyPressEvent(event)


def _changed_parameters(change: Change, names: tuple[str, ...]) -> set[str] | None:
    """The changed parameters if nothing else changed; else None."""
    if change.sections.keys() & (VALUES - {"components"}):
        return None
    found: set[str] = set()
    for name in set(names) & change.keys("components"):
        before, after = change.pairs("components")[name]
        if MISSING in (before, after) or replace(before, values=after.values) != after:
            return None
        both = before.values.keys() | after.values.keys()
        found |= {key for key in both if repr(before.values.get(key)) != repr(after.values.get(key))}
    return found


def _area(parent: QWidget) -> QScrollArea:
    area = QScrollArea(parent)
    area.hide()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def _frame(area: QScrollArea) -> QWidget:
    """The padded container of a page. It is created first: reparenting a finished page is expensive."""
    frame = QWidget(area)
    frame.setObjectName("inspectorPage")
    frame.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    column = QVBoxLayout(frame)
    column.setContentsMargins(PADDING, PADDING, PADDING, PADDING)
    area.setWidget(frame)
    return frame


def _finish(frame: QWidget, page: QWidget) -> None:
    column = frame.layout()
    assert isinstance(column, QVBoxLayout)
    column.addWidget(page)
    column.addStretch(1)
    for each in frame.findChildren(QLayout):
        each.invalidate()  # changes while hidden were not propagated


def _discard(areas: QStackedLayout, area: QScrollArea) -> None:
    for each in area.findChildren(QWidget):
        each.blockSignals(True)  # losing the focus no longer enters anything
    areas.removeWidget(area)
    area.hide()
    area.deleteLater()
