"""The list of runs and tables: shows them under the curves, renames them and removes those no longer needed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QPushButton, QToolButton, QWidget

from mars.translation import languages

from ..runs.recording import Recording
from ..theme import Theme
from ..widgets.plain_text import Label, set_tip
from ..widgets.popup import Popup
from .compared_runs import ComparedRuns

WIDTH = 300


class RunListPopup(Popup):
    """Every row is a run or a table."""

    def __init__(self, parent: QWidget, theme: Theme, overlays: ComparedRuns):
        super().__init__(parent, theme)
        self.overlays = overlays
        self.boxes: list[QCheckBox] = []
        self.names: list[QLineEdit] = []
        self.crosses: list[QToolButton] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        title = Label(self.tr("Compare with"))
        title.setStyleSheet(f"color: {theme.colours['text2']}; font-size: 11px; font-weight: 600;")
        self.nothing = Label(self.tr("Earlier runs appear here after you run again"))
        self.nothing.setStyleSheet(f"color: {theme.colours['text2']};")
        self.table = QPushButton(self.tr("Add table (CSV)…"))
        self.table.clicked.connect(self._ask_for_table)
        column = self.column
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(6)
        column.addWidget(title)
        column.addWidget(self.nothing)
        column.addLayout(self._grid)
        column.addWidget(self.table)
        self.setFixedWidth(WIDTH)
        self._fill()

    def open_near(self, point: QPoint) -> None:
        """Open at a screen position."""
        self.open_at(self.view.mapFromGlobal(point))

    def _fill(self) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes, self.names, self.crosses = [], [], []
        for row, recording in enumerate(reversed(self.overlays.all)):
            self._add_row(row, recording)
        self.nothing.setVisible(not self.overlays.all)
        if self.isVisible():
            self.fit()

    def _add_row(self, row: int, recording: Recording) -> None:
        shown = recording is self.overlays.results.recording
        box = QCheckBox()
        box.setChecked(shown or recording.is_overlaid)
        box.setEnabled(not shown)
        box.setAccessibleName(self.tr("Show {0}").format(recording.label))
        set_tip(box, self.tr("Current run") if shown else self.tr("Show as ghost"))
        box.toggled.connect(partial(self.overlays.show, recording))
        name = QLineEdit(recording.label)
        name.setAccessibleName(self.tr("Name of the run"))
        name.setFrame(False)
        name.editingFinished.connect(lambda: self._rename(recording, name.text()))
        cross = QToolButton()
        cross.setAutoRaise(True)
        cross.setIcon(self.theme.icon("ph.trash", "text2"))
        cross.setIconSize(QSize(14, 14))
        cross.setEnabled(not shown)
        set_tip(cross, self.tr("Remove this run"))
        cross.setAccessibleName(self.tr("Remove {0}").format(recording.label))
        cross.clicked.connect(lambda: self._drop(recording))
        words = Label(languages.unit_text(f"{recording.last - recording.begin:.4g} s"))
        words.setStyleSheet(f"color: {self.theme.colours['text2']}; font-size: 11px;")
        for place, widget in enumerate((box, name, words, cross)):
            self._grid.addWidget(widget, row, place)
        self.boxes.append(box)
        self.names.append(name)
        self.crosses.append(cross)

    def _rename(self, recording: Recording, label: str) -> None:
        if label.strip() and label.strip() != recording.label:
            self.overlays.rename(recording, label)

    def _drop(self, recording: Recording) -> None:
        self.overlays.drop(recording)
        self._fill()

    def _ask_for_table(self) -> None:
        self.close_popup()
        self.overlays.ask_for_table()
