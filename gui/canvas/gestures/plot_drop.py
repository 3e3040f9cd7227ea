"""Dropping an item of the drawing on a plot: a menu asks which of its variables to plot there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from ...plots.plot_panel import PlotPanel
from ...plots.plot_widget import PlotWidget
from ...plots.plottable_variables import offers
from ...widgets.plain_text import menu_text
from ..hit_test import Hit
from .wire_gesture import wire_of

if TYPE_CHECKING:
    from .gesture_context import GestureContext


def panel_at(on_screen: QPoint) -> tuple[PlotPanel, int | None] | None:
    """The plot panel under the mouse, and the index of the plot there."""
    widget, number = QApplication.widgetAt(on_screen), None
    while isinstance(widget, QWidget):
        if isinstance(widget, PlotWidget):
            number = widget.number
        if isinstance(widget, PlotPanel):
            return widget, number
        widget = widget.parentWidget()
    return None


def drop_on_plot(context: GestureContext, hit: Hit, on_screen: QPoint) -> bool:
    """Whether there was a plot; then the gesture ends without changing the drawing."""
    found = panel_at(on_screen)
    if found is None:
        return False
    (panel, number), run_names = found, context.scene.live.run_names
    choices = offers(context.circuit, context.scene.live.variables, wire_of(hit) or hit.end or hit.component)
    if len(choices) == 1:
        panel.add(run_names(choices[0][1]), number)
    elif choices:
        menu = QMenu(panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, names in choices:
            menu.addAction(menu_text(words)).triggered.connect(lambda _=False, names=names: panel.add(run_names(names), number))
        menu.popup(on_screen)
    return True
