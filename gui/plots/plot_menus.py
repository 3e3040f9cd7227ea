"""Menus and lists of the plots: add curves, edit a plot, save."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from mars.document.plot_layout import Plot

from ..widgets.plain_text import menu_text
from .compared_runs import ComparedRuns
from .plot_export import FORMATS, PlotExport
from .plot_grid import PlotGrid
from .plot_layout import PlotLayout
from .plot_widget import PlotWidget
from .run_list_popup import RunListPopup
from .value_text import label
from .variable_chooser import VariableChooser
from .xy_view import XYView

if TYPE_CHECKING:
    from .plot_panel import PlotPanel

MOST = 16  # entries of a submenu; the list of variables has the rest


class PlotMenus(QObject):
    """`menu` is the last menu opened, `popup` the last list."""

    def __init__(self, panel: PlotPanel, grid: PlotGrid, layout: PlotLayout, overlays: ComparedRuns, exporting: PlotExport):
        super().__init__(panel)
        self._panel: PlotPanel = weakref.proxy(panel)
        self._grid, self._layout, self._overlays, self._exporting = grid, layout, overlays, exporting
        self.menu: QMenu | None = None
        self.popup: VariableChooser | RunListPopup | None = None

    # Lists

    def choose_curves(self, at: int | None, point: QPoint) -> None:
        """Add curves to a plot or remove them, one by one."""
        place = at
        taken = self._layout.names(at) if at is not None else ()

        def toggle(name: str, taken: bool) -> None:
            nonlocal place
            if not taken and place is not None:
                self._layout.remove_curve(name, place)
            elif taken:
                self._layout.add([name], place)
                place = len(self._layout.plots) - 1 if place is None else place

        heading = self.tr("Curves in this plot") if at is not None else self.tr("Curves for a new plot")
        self._choose(heading, point, toggle, taken)

    def choose_path(self, point: QPoint) -> None:
        """X–Y: first the x variable, then the y variable."""

        def across(x: str, _: bool) -> None:
            heading = self.tr("X axis: {0}. Choose the Y axis").format(label(x))
            self._choose(heading, point, lambda y, _: self._layout.add_plot(Plot((y,), x=x)), single=True)

        self._choose(self.tr("X–Y plot: choose the X axis"), point, across, single=True)

    def _choose(
        self,
        heading: str,
        point: QPoint,
        toggled: Callable[[str, bool], None],
        taken: Sequence[str] = (),
        *,
        single: bool = False,
    ) -> None:
        chooser = VariableChooser(self._window(), self._grid.theme, self._layout.units, taken, heading, single=single)
        chooser.toggled.connect(toggled)
        self._keep(chooser)
        chooser.open_near(point)

    def show_runs(self, button: QWidget) -> None:
        found = RunListPopup(self._window(), self._grid.theme, self._overlays)
        self._keep(found)
        found.open_near(_beside(button))

    # Menus

    def show_add(self, button: QWidget) -> None:
        at, menu = _beside(button), self._new_menu()
        self._add(menu, self.tr("Plot against time…"), lambda: self.choose_curves(None, at))
        self._add(menu, self.tr("X–Y plot…"), lambda: self.choose_path(at))
        self._phase_menu(menu.addMenu(self.tr("Phase plot")))
        spectra = menu.addMenu(self.tr("Spectrum"))
        for widget in self._grid.widgets:
            if not widget.plot.x and not widget.plot.spectrum:
                words = ", ".join(label(name) for name in widget.names[:3]) + (" …" if len(widget.names) > 3 else "")
                self._add(spectra, words, lambda widget=widget: self._add_spectrum(widget))
        spectra.setEnabled(bool(spectra.actions()))
        if not self._layout.is_automatic:
            menu.addSeparator()
            self._add(menu, self.tr("Show joint coordinates instead"), self._layout.forget)
        menu.popup(at)

    def show_popup(self, widget: PlotWidget, at: QPoint) -> None:
        layout, menu, number = self._layout, self._new_menu(), widget.number
        self._add(menu, self.tr("Add curves…"), lambda: self.choose_curves(number, at))
        self._add(menu, self.tr("Title…"), lambda: self._ask_title(widget))
        if isinstance(widget.view, XYView):
            equal = self._add(menu, self.tr("Equal scales"), lambda: layout.set_equal(number, not widget.plot.equal))
            equal.setCheckable(True)
            equal.setChecked(widget.plot.equal)
            equal.setEnabled(widget.view.can_be_equal)
        elif not widget.plot.spectrum:
            self._add(menu, self.tr("Spectrum of these curves"), lambda: self._add_spectrum(widget))
            self._path_menu(menu.addMenu(self.tr("X–Y plot against")), widget)
        menu.addSeparator()
        self._add(menu, self.tr("Zoom to fit"), self._grid.fit)
        if self._grid.context.b is not None:
            self._add(menu, self.tr("Remove second cursor"), lambda: self._grid.set_b(None))
        self._export_actions(menu.addMenu(self.tr("Save plot as")), [widget])
        menu.addSeparator()
        self._add(menu, self.tr("Move up"), lambda: layout.move_plot(number, -1)).setEnabled(number > 0)
        self._add(menu, self.tr("Move down"), lambda: layout.move_plot(number, 1)).setEnabled(number < len(layout.plots) - 1)
        self._add(menu, self.tr("Remove plot"), lambda: layout.remove_plot(number))
        menu.popup(at)

    def show_export(self, button: QWidget) -> None:
        menu = self._new_menu()
        self._export_actions(menu, self._grid.widgets)
        menu.popup(_beside(button))

    def _export_actions(self, menu: QMenu, widgets: Sequence[PlotWidget]) -> None:
        words = {"png": self.tr("Image (PNG)…"), "svg": self.tr("Image (SVG)…"), "csv": self.tr("Table (CSV)…")}
        for kind in FORMATS:
            action = self._add(menu, words[kind], lambda kind=kind: self._exporting.ask(kind, list(widgets)))
            action.setEnabled(bool(widgets) and self._grid.recording is not None)

    def _phase_menu(self, menu: QMenu) -> None:
        for words, plot in self._layout.phase_plots()[:MOST]:
            self._add(menu, menu_text(words), lambda plot=plot: self._layout.add_plot(plot))
        menu.setEnabled(bool(menu.actions()))

    def _path_menu(self, menu: QMenu, widget: PlotWidget) -> None:
        """One of the plot's curves as x, all its others as y."""
        for name in widget.names[:MOST]:
            others = tuple(other for other in widget.names if other != name)
            if others:
                self._add(
                    menu, menu_text(label(name)), lambda name=name, others=others: self._layout.add_plot(Plot(others, x=name))
                )
        menu.setEnabled(bool(menu.actions()))

    def _add_spectrum(self, widget: PlotWidget) -> None:
        self._layout.add_plot(Plot(widget.names, spectrum=True), widget.number + 1)

    def _ask_title(self, widget: PlotWidget) -> None:
        dialog = QInputDialog(self._window())
        dialog.setWindowTitle(self.tr("Plot title"))
        dialog.setLabelText(self.tr("Title"))
        dialog.setTextValue(widget.plot.title)
        dialog.textValueSelected.connect(lambda text: self._layout.set_title(widget.number, text))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _new_menu(self) -> QMenu:
        self.menu = QMenu(self._window())
        self.menu.destroyed.connect(self._menu_gone)
        self.menu.aboutToHide.connect(self.menu.deleteLater)
        return self.menu

    def _menu_gone(self) -> None:
        self.menu = None

    def _keep(self, popup: VariableChooser | RunListPopup) -> None:
        self.popup = popup
        popup.destroyed.connect(self._popup_gone)

    def _popup_gone(self) -> None:
        self.popup = None

    def _window(self) -> QWidget:
        return self._grid.window()

    def _add(self, menu: QMenu, words: str, do: Callable[[], object]):
        action = menu.addAction(words)
        action.triggered.connect(lambda _=False: do())
        return action


def _beside(button: QWidget) -> QPoint:
    return button.mapToGlobal(QPoint(button.width() + 2, 0))
