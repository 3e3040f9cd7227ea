"""The dock of the plots: it follows the run by itself, shows the plots of the circuit, and keeps every change in the document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QWidget

from ..document.document import Document
from ..runs.recording import Recording
from ..runs.run_control import RunControl
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from . import drag_data
from .compared_runs import ComparedRuns
from .keyboard import press
from .notices import PlotNotices
from .plot_export import PlotExport
from .plot_grid import PlotGrid
from .plot_layout import PlotLayout
from .plot_menus import PlotMenus
from .plot_widget import PlotWidget
from .tool_buttons import PlotTools
from .value_text import figure, label, seconds

RATE = 33  # milliseconds between two pictures while it runs


class PlotPanel(QWidget):
    """`add` brings variables in from elsewhere. `desk` shows, `layout_of_plots` edits, `menus` ask."""

    def __init__(
        self,
        document: Document,
        running: RunControl,
        theme: Theme,
        parent: QWidget | None = None,
        dialogs: Dialogs | None = None,
    ):
        super().__init__(parent)
        self.document, self.running, self.theme = document, running, theme
        self.dialogs = dialogs or Dialogs(self)
        self.desk = PlotGrid(theme)
        self.layout_of_plots = PlotLayout(document, running, self)
        self.overlays = ComparedRuns(running, self.layout_of_plots, self.dialogs, self)
        self.exporting = PlotExport(self.desk, self.layout_of_plots, self.dialogs, self)
        self.tools = PlotTools(theme)
        self.menus = PlotMenus(self, self.desk, self.layout_of_plots, self.overlays, self.exporting)
        self._timer = QTimer(self, interval=RATE)
        self._timer.timeout.connect(self.refresh)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # without it the buttons and the words stand on another colour
        self._lay_out()
        self._connect()
        self.restyle()
        self.layout_of_plots.update()

    # Asked from outside

    def add(self, names: Iterable[str], plot: int | None = None) -> None:
        """Curves of variables in a plot, or in a new one; as an edit that can be undone."""
        self.layout_of_plots.add(names, plot)

    @property
    def cards(self) -> list[PlotWidget]:
        return self.desk.cards

    @property
    def recording(self) -> Recording | None:
        return self.desk.recording

    def fit(self) -> None:
        """Show everything again."""
        self.desk.fit()

    def refresh(self, *, tighten: bool = False) -> None:
        """Draw what has come since the last picture; `tighten`: with no more room than that needs."""
        if not self.desk.is_frozen:
            self.desk.sight.a = self.running.t
            self.desk.refresh(tighten=tighten)

    # Parts

    def _lay_out(self) -> None:
        self.empty = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.linkActivated.connect(self._follow_link)
        self._pages = QStackedLayout()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.desk)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tools)
        row.addLayout(self._pages, 1)
        self.remarks = PlotNotices(self.theme, self)

    def _connect(self) -> None:
        running, desk, tools, menus = self.running, self.desk, self.tools, self.menus
        running.recording_changed.connect(self._show_runs)
        running.runs_changed.connect(self._show_runs)
        running.variables_changed.connect(self.layout_of_plots.update)
        running.grew.connect(self._grew)
        running.filled.connect(self._filled)
        running.moved.connect(self._moved)
        running.state_changed.connect(self._follow_state)
        running.stale_changed.connect(self._show_stale)
        self.layout_of_plots.changed.connect(self._show_plots)
        self.overlays.changed.connect(self._show_runs)
        desk.made.connect(self._connect_card)
        desk.sought.connect(self._seek)
        desk.changed.connect(self._tell)
        desk.resized.connect(self._tell)
        tools.add.clicked.connect(lambda: menus.show_add(tools.add))
        tools.fit.clicked.connect(desk.fit)
        tools.freeze.toggled.connect(self._freeze)
        tools.second.toggled.connect(self._show_second)
        tools.runs.clicked.connect(lambda: menus.show_runs(tools.runs))
        tools.export.clicked.connect(lambda: menus.show_export(tools.export))
        self.theme.changed.connect(self.restyle)

    def _connect_card(self, card: PlotWidget) -> None:
        menus, layout = self.menus, self.layout_of_plots
        card.add_asked.connect(lambda at, card=card: menus.choose_curves(card.number, at))
        card.menu_asked.connect(lambda at, card=card: menus.show_card(card, at))
        card.removed.connect(lambda name, card=card: layout.remove_curve(name, card.number))
        card.more_asked.connect(layout.show_all_coordinates)
        card.view.dropped.connect(lambda names, source, card=card: self._dropped(names, source, card.number))
        card.view.key_pressed.connect(lambda event, card=card: press(event, card.view, self.desk, self._seek))

    def restyle(self) -> None:
        colours = self.theme.colours
        self.setStyleSheet(f"PlotPanel, PlotPanel QScrollArea, PlotPanel QScrollArea > QWidget > QWidget {{ {_back(colours)} }}")
        self.empty.setStyleSheet(f"color: {colours['text2']};")
        self.remarks.restyle()
        self.tools.restyle()
        self.desk.restyle()

    # The run

    def _show_runs(self, _: object = None) -> None:
        self.desk.set_runs(self.running.recording, self.overlays.shown)
        self.desk.sight.is_stale = self.running.is_stale
        self.layout_of_plots.update()
        self._follow_state(self.running.state)

    def _show_plots(self) -> None:
        layout = self.layout_of_plots
        self.running.watch("plots", layout.wanted)
        if self.recording is None or not layout.plots:
            self._show_nothing()
            return
        names = [layout.names(at) for at in range(len(layout.plots))]
        self.desk.show_plots(layout.plots, names, layout.units, layout.more)
        self._pages.setCurrentWidget(self.desk)
        self._tell()

    def _show_nothing(self) -> None:
        """Words instead: what to do, or that there is nothing."""
        layout = self.layout_of_plots
        curves = [label(name) for at in range(len(layout.plots)) for name in layout.names(at)]
        if not layout.plots and layout.is_automatic and self.recording is not None:
            words = self.tr('This circuit has no joint coordinates to plot. <a href="add">Choose variables</a>')
        elif not layout.plots and not layout.is_automatic:
            words = self.tr('No plots. <a href="add">Choose variables</a> or <a href="auto">show the joint coordinates</a>')
        elif curves:
            shown = ", ".join(curves[:4]) + (" …" if len(curves) > 4 else "")
            words = self.tr("Press Run (F5) to see %1").replace("%1", shown)
        else:
            words = self.tr("Press Run (F5) to see the joint coordinates")
        self.empty.setText(f"<style>a {{ color: {self.theme.colours['accent']}; }}</style>{words}")
        self._pages.setCurrentWidget(self.empty)
        self._tell()

    def _follow_link(self, link: str) -> None:
        self.layout_of_plots.forget() if link == "auto" else self.menus.show_add(self.tools.add)

    def _follow_state(self, state: str) -> None:
        """Pictures 30 times a second while it runs and somebody can see them; at the end all of the run."""
        live = state == "running"
        ended = self.desk.is_live and not live
        self.desk.is_live, self.desk.goes_on = live, state in ("running", "paused")
        if live and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()
        if not live and self.tools.freeze.isChecked():
            self.tools.freeze.setChecked(False)
        elif not live:
            self.refresh(tighten=ended)
        self.tools.freeze.setEnabled(live)

    def _grew(self) -> None:
        if not self._timer.isActive() and self.isVisible():  # single steps
            self.refresh()

    def _filled(self, names: Any) -> None:
        self.desk.forget(names)
        if not self._timer.isActive():
            self.refresh()

    def _moved(self, t: float) -> None:
        if not self._timer.isActive() and not self.desk.is_frozen:
            self.desk.set_a(t)

    def _seek(self, t: float) -> None:
        """While the view is paused the cursor is this panel's own: the run goes on."""
        if self.desk.is_frozen and self.recording is not None:
            self.desk.set_a(min(max(t, self.recording.begin), self.desk.sight.until))
        else:
            self.running.seek(t)

    def _freeze(self, frozen: bool) -> None:
        self.desk.sight.a = self.running.t
        self.desk.freeze(frozen)
        self._tell()

    def _show_stale(self, stale: bool) -> None:
        self.desk.set_stale(stale)
        self._tell()

    def _show_second(self, shown: bool) -> None:
        if shown != (self.desk.sight.b is not None):
            self.desk.set_b(self.desk.sight.beside_a if shown else None)

    def _tell(self) -> None:
        """Cursors and what is to be known of the curves."""
        sight = self.desk.sight
        words = []
        if sight.b is not None:
            apart = sight.b - sight.a
            words = [f"A {figure(sight.a, 3)}", f"B {figure(sight.b, 3)}", f"B − A {seconds(apart)}"]
            words += [f"{figure(1 / abs(apart), 3)} Hz"] if apart else []
        if self.desk.is_frozen:
            words.append(self.tr("The view is paused at {0}").format(seconds(sight.until)))
        shown = self.cards[0] if self.cards and self._pages.currentWidget() is self.desk else None
        self.remarks.tell("   ".join(words), sight.is_stale, shown)
        self.tools.second.setChecked(sight.b is not None)

    # Hands

    def _dropped(self, names: list[str], source: int | None, target: int | None) -> None:
        if source is None:
            self.add(names, target)
        elif names:
            self.layout_of_plots.move_curve(names[0], source, target)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if drag_data.names_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Beside the plots: a new one."""
        self._dropped(drag_data.names_in(event.mimeData()), drag_data.source_in(event.mimeData()), None)
        event.acceptProposedAction()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow_state(self.running.state)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()


def _back(colours: dict[str, Any]) -> str:
    return f"background: {colours['panel']};"
