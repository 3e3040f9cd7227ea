"""The dock of the plots: follows the run, shows the plots of the circuit, and stores every change in the document."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from ..document.document import Document
from ..runs.recording import Recording
from ..runs.run_control import RunControl
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from ..widgets.plain_text import Label, Markup
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

RATE = 33  # ms between two frames during a run
MOST_NAMED = 4  # curves listed before the first run


class PlotPanel(QWidget):
    """`add` plots variables from elsewhere. `grid` shows, `layout_of_plots` edits, `menus` ask."""

    def __init__(
        self,
        document: Document,
        run_control: RunControl,
        theme: Theme,
        parent: QWidget | None = None,
        dialogs: Dialogs | None = None,
    ):
        super().__init__(parent)
        self.document, self.run_control, self.theme = document, run_control, theme
        self.dialogs = dialogs or Dialogs(self)
        self.grid = PlotGrid(theme)
        self.layout_of_plots = PlotLayout(document, run_control.results, self)
        self.overlays = ComparedRuns(run_control.results, self.layout_of_plots, self.dialogs, self)
        self.exporting = PlotExport(self.grid, self.layout_of_plots, self.dialogs, self)
        self.tools = PlotTools(theme)
        self.menus = PlotMenus(self, self.grid, self.layout_of_plots, self.overlays, self.exporting)
        self._timer = QTimer(self, interval=RATE)
        self._timer.timeout.connect(self.refresh)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # otherwise buttons and texts have a different background
        self._lay_out()
        self._connect()
        self.restyle()
        self.layout_of_plots.update()

    # Public methods

    def add(self, names: Iterable[str], plot: int | None = None) -> None:
        """Add curves of variables to a plot, or to a new one, as an undoable edit."""
        self.layout_of_plots.add(names, plot)

    @property
    def widgets(self) -> list[PlotWidget]:
        return self.grid.widgets

    @property
    def recording(self) -> Recording | None:
        return self.grid.recording

    def fit(self) -> None:
        """Show everything again."""
        self.grid.fit()

    def refresh(self, *, tighten: bool = False) -> None:
        """Draw the data since the last frame; `tighten`: with no more margin than needed."""
        if not self.grid.is_frozen:
            self.grid.context.a = self.run_control.cursor.t
            self.grid.refresh(tighten=tighten)

    # Parts

    def _lay_out(self) -> None:
        self.empty = Label(alignment=Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.linkActivated.connect(self._follow_link)
        self._pages = QStackedLayout()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.grid)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tools)
        row.addLayout(self._pages, 1)
        self.remarks = PlotNotices(self.theme, self)

    def _connect(self) -> None:
        run_control, grid, tools, menus = self.run_control, self.grid, self.tools, self.menus
        results = run_control.results
        results.recording_changed.connect(self._show_runs)
        results.runs_changed.connect(self._show_runs)
        results.variables_changed.connect(self.layout_of_plots.update)
        run_control.frames.grew.connect(self._grew)
        results.filled.connect(self._filled)
        run_control.cursor.moved.connect(self._moved)
        run_control.state_changed.connect(self._follow_state)
        results.stale_changed.connect(self._show_stale)
        self.layout_of_plots.changed.connect(self._show_plots)
        self.overlays.changed.connect(self._show_runs)
        grid.made.connect(self._connect_widget)
        grid.sought.connect(self._seek)
        grid.changed.connect(self._tell)
        grid.resized.connect(self._tell)
        tools.add.clicked.connect(lambda: menus.show_add(tools.add))
        tools.fit.clicked.connect(grid.fit)
        tools.freeze.toggled.connect(self._freeze)
        tools.second.toggled.connect(self._show_second)
        tools.runs.clicked.connect(lambda: menus.show_runs(tools.runs))
        tools.export.clicked.connect(lambda: menus.show_export(tools.export))
        self.theme.changed.connect(self.restyle)

    def _connect_widget(self, widget: PlotWidget) -> None:
        menus, layout = self.menus, self.layout_of_plots
        widget.add_asked.connect(lambda at, widget=widget: menus.choose_curves(widget.number, at))
        widget.menu_asked.connect(lambda at, widget=widget: menus.show_popup(widget, at))
        widget.removed.connect(lambda name, widget=widget: layout.remove_curve(name, widget.number))
        widget.more_asked.connect(layout.show_all_coordinates)
        widget.view.dropped.connect(lambda names, source, widget=widget: self._dropped(names, source, widget.number))
        widget.view.key_pressed.connect(lambda event, widget=widget: press(event, widget.view, self.grid, self._seek))

    def restyle(self) -> None:
        colours = self.theme.colours
        self.setStyleSheet(f"PlotPanel, PlotPanel QScrollArea, PlotPanel QScrollArea > QWidget > QWidget {{ {_back(colours)} }}")
        self.empty.setStyleSheet(f"color: {colours['text2']};")
        self.remarks.restyle()
        self.tools.restyle()
        self.grid.restyle()

    # The run

    def _show_runs(self, _: object = None) -> None:
        self.grid.set_runs(self.run_control.results.recording, self.overlays.shown)
        self.grid.context.is_stale = self.run_control.results.is_stale
        self.layout_of_plots.update()
        self._follow_state(self.run_control.state)

    def _show_plots(self) -> None:
        layout = self.layout_of_plots
        self.run_control.results.watch("plots", layout.wanted)
        if self.recording is None or not layout.plots:
            self._show_nothing()
            return
        names = [layout.names(at) for at in range(len(layout.plots))]
        self.grid.show_plots(layout.plots, names, layout.units, layout.more)
        self._pages.setCurrentWidget(self.grid)
        self._tell()

    def _show_nothing(self) -> None:
        """Show a text instead: what to do, or that there is nothing."""
        layout = self.layout_of_plots
        curves = [label(name) for at in range(len(layout.plots)) for name in layout.names(at)]
        if not layout.plots and layout.is_automatic and self.recording is not None:
            words = self.tr('This circuit has no joint coordinates to plot. <a href="add">Choose variables</a>')
        elif not layout.plots and not layout.is_automatic:
            words = self.tr('No plots. <a href="add">Choose variables</a> or <a href="auto">show the joint coordinates</a>')
        elif curves:
            shown = ", ".join(curves[:MOST_NAMED]) + (" …" if len(curves) > MOST_NAMED else "")
            words = self.tr("Press Run (F5) to see %1").replace("%1", escape(shown))
        else:
            words = self.tr("Press Run (F5) to see the joint coordinates")
        self.empty.setText(Markup(f"<style>a {{ color: {self.theme.colours['accent']}; }}</style>{words}"))
        self._pages.setCurrentWidget(self.empty)
        self._tell()

    def _follow_link(self, link: str) -> None:
        self.layout_of_plots.forget() if link == "auto" else self.menus.show_add(self.tools.add)

    def _follow_state(self, state: str) -> None:
        """Redraw 30 times a second during a run while visible; at the end, show the whole run."""
        live = state == "running"
        ended = self.grid.is_live and not live
        self.grid.is_live, self.grid.goes_on = live, state in ("running", "paused")
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
        self.grid.forget(names)
        if not self._timer.isActive():
            self.refresh()

    def _moved(self, t: float) -> None:
        if not self._timer.isActive() and not self.grid.is_frozen:
            self.grid.set_a(t)

    def _seek(self, t: float) -> None:
        """While the view is paused the cursor is local to this panel: the run continues."""
        if self.grid.is_frozen and self.recording is not None:
            self.grid.set_a(min(max(t, self.recording.begin), self.grid.context.until))
        else:
            self.run_control.seek(t)

    def _freeze(self, frozen: bool) -> None:
        self.grid.context.a = self.run_control.cursor.t
        self.grid.freeze(frozen)
        self._tell()

    def _show_stale(self, stale: bool) -> None:
        self.grid.set_stale(stale)
        self._tell()

    def _show_second(self, shown: bool) -> None:
        if shown != (self.grid.context.b is not None):
            self.grid.set_b(self.grid.context.beside_a if shown else None)

    def _tell(self) -> None:
        """Update cursors and notices."""
        context = self.grid.context
        words = []
        if context.b is not None:
            apart = context.b - context.a
            words = [f"A {figure(context.a, 3)}", f"B {figure(context.b, 3)}", f"B − A {seconds(apart)}"]
            words += [f"{figure(1 / abs(apart), 3)} Hz"] if apart else []
        if self.grid.is_frozen:
            words.append(self.tr("View paused at {0}").format(seconds(context.until)))
        shown = self.widgets[0] if self.widgets and self._pages.currentWidget() is self.grid else None
        self.remarks.tell("   ".join(words), context.is_stale, shown)
        self.tools.second.setChecked(context.b is not None)

    # Mouse and keyboard

    def _dropped(self, names: list[str], source: int | None, target: int | None) -> None:
        if source is None:
            self.add(names, target)
        elif names:
            self.layout_of_plots.move_curve(names[0], source, target)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if drag_data.names_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Beside the plots: add a new one."""
        self._dropped(drag_data.names_in(event.mimeData()), drag_data.source_in(event.mimeData()), None)
        event.acceptProposedAction()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow_state(self.run_control.state)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()


def _back(colours: dict[str, Any]) -> str:
    return f"background: {colours['panel']};"
