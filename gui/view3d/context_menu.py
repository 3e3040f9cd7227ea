"""The context menu of the motion view: overlays for a point, a body and the whole mechanism, and saving the image."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from mars.flat_names import shown

from ..document.sheet_names import choose
from ..edits import motion_overlays
from ..i18n import translate
from .pick_targets import PickTarget

if TYPE_CHECKING:
    from .motion_view import MotionView

MOST_POINTS = 8  # of one body


def open_menu(view: MotionView, target: PickTarget | None, on_screen: QPoint) -> QMenu:
    """Open at the right mouse button."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if target is not None:
        view.selection.set([choose(view.document, target.component)])
        _point_entries(view, menu, target)
    _whole_entries(view, menu)
    if view.exporter is not None:
        menu.addSeparator()
        menu.addAction(translate("MotionView", "Save image…"), view.exporter.save_picture)
        entry = menu.addAction(translate("MotionView", "Save animation…"), view.exporter.save_motion)
        entry.setEnabled(view.exporter.can_save_motion)
    menu.popup(on_screen)
    return menu


def ends_at(view: MotionView, target: PickTarget) -> list[str]:
    """The points of a click: the ports of bodies at that position, or all points of the body."""
    if target.place is not None:
        ends = [end for end in target.place.ends if end.partition(".")[0] in target.place.bodies]
        return ends or [target.place.ends[0]]
    body = target.component if target.component in view.poses.bodies else target.body
    return [end for end in view.poses.points if end.partition(".")[0] == body][:MOST_POINTS]


def _point_entries(view: MotionView, menu: QMenu, target: PickTarget) -> None:
    ends = ends_at(view, target)
    if not ends:
        return
    circuit = view.document.root
    trails, arrows = motion_overlays.chosen(circuit, "trails"), motion_overlays.chosen(circuit, "arrows")
    at_one_place = target.place is not None
    for end in ends[:1] if at_one_place else ends:  # ports at one position share a trail
        name = shown(end)
        _switch(menu, translate("MotionView", "Show trail of {0}").format(name), name in trails, _chooser(view, "trails", name))
    menu.addSeparator()
    for end in ends:
        name = shown(end)
        _switch(menu, translate("MotionView", "Show force at {0}").format(name), name in arrows, _chooser(view, "arrows", name))
    menu.addSeparator()


def _whole_entries(view: MotionView, menu: QMenu) -> None:
    circuit, run_data = view.document.root, view.run_data
    trails = motion_overlays.chosen(circuit, "trails")
    _switch(menu, translate("MotionView", "Forces at all joints"), run_data.shows_forces, run_data.switch_forces)
    _switch(menu, translate("MotionView", "Centre of mass"), motion_overlays.shows_centre(circuit), run_data.show_centre)
    words = translate("MotionView", "Trail of the centre of mass")
    _switch(menu, words, motion_overlays.CENTRE in trails, _chooser(view, "trails", motion_overlays.CENTRE))
    if trails:
        menu.addAction(translate("MotionView", "Hide all trails"), lambda: run_data.choose_none("trails"))
    if motion_overlays.chosen(circuit, "arrows"):
        menu.addAction(translate("MotionView", "Hide all selected forces"), lambda: run_data.choose_none("arrows"))
    menu.addSeparator()
    menu.addAction(translate("MotionView", "Zoom to fit (F)"), view.fit)


def _chooser(view: MotionView, what: str, end: str) -> Callable[[bool], None]:
    return lambda wanted: view.run_data.choose(what, end, wanted)


def _switch(menu: QMenu, words: str, is_on: bool, changed: Callable[[bool], None]) -> None:
    action = menu.addAction(words)
    action.setCheckable(True)
    action.setChecked(is_on)
    action.toggled.connect(changed)
