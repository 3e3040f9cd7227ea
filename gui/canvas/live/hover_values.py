"""Values at the mouse: which popup is shown for the item there, and how long."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QWidget

from ...i18n import translate
from ...kinds import domain_names
from ...kinds.kind_groups import title
from ..hit_test import Hit
from .hover_popup import HoverPopup
from .reading import Reading
from .switch_states import mode_names, switch_state
from .variable_readings import component_rows, node_rows, port_rows

if TYPE_CHECKING:
    from ..scene import SheetScene

GRACE = 350  # ms to reach the popup with the mouse


class HoverValues(QObject):
    """`wanted` are the variables that the popup needs; the owner watches them."""

    wanted_changed = Signal(object)  # names
    plot_asked = Signal(object)  # names

    def __init__(self, scene: SheetScene):
        super().__init__(scene)
        self.scene = weakref.proxy(scene)
        self.popup: HoverPopup | None = None
        self.hit: Hit | None = None
        self._grace = QTimer(self, singleShot=True, interval=GRACE)
        self._grace.timeout.connect(self._leave)

    @property
    def is_open(self) -> bool:
        return self.hit is not None

    def can_tell(self, hit: Hit) -> bool:
        return bool(self._rows(hit))

    def show(self, view: QWidget, hit: Hit, at: QPoint, now: Mapping[str, float]) -> bool:
        """Whether there was something to show."""
        rows = self._rows(hit)
        if not rows:
            return False
        self._grace.stop()
        if self.popup is None or self.popup.parentWidget() is not view:
            self.popup = HoverPopup(view, self.scene.theme)
            self.popup.plot_asked.connect(self.plot_asked)
            self.popup.left.connect(self._grace.start)
            self.popup.destroyed.connect(self._popup_gone)
        self.hit = hit
        self.popup.tell(*self._heading(hit), rows)
        names = [name for row in rows for name in row.wanted]
        if hit.component:
            names += mode_names(self.scene.layout.symbols[hit.component], self.scene.live.variables)
        self.wanted_changed.emit(list(dict.fromkeys(names)))
        self.take(now)
        self.popup.open_at(at)
        return True

    def take(self, now: Mapping[str, float]) -> None:
        if self.hit is None or self.popup is None:
            return
        layout, state = self.scene.layout, ""
        if self.hit.what == "component" and self.hit.component in layout.symbols:
            does = switch_state(layout, layout.symbols[self.hit.component], now)
            state = does.words if does is not None else ""
        self.popup.take(now, state)

    def leave(self) -> None:
        """The mouse has left; it may be moving to the popup."""
        if self.is_open and not self._grace.isActive():
            self._grace.start()

    def close(self) -> None:
        self._grace.stop()
        if self.hit is not None:
            self.hit = None
            if self.popup is not None:
                self.popup.hide()
            self.wanted_changed.emit([])

    def check(self) -> None:
        """The drawing changed: the subject of the popup may no longer exist."""
        if self.hit is not None and not self._is_there(self.hit):
            self.close()

    def _popup_gone(self) -> None:
        """It was deleted with its view."""
        self._grace.stop()
        self.popup = self.hit = None

    def _leave(self) -> None:
        if self.popup is not None and self.popup.underMouse():
            return
        self.close()

    def _is_there(self, hit: Hit) -> bool:
        layout = self.scene.layout
        if hit.component:
            symbol = layout.symbols.get(hit.component)
            return symbol is not None and (hit.what != "port" or hit.port in symbol.terminals)
        return bool(self._ends(hit))

    def _rows(self, hit: Hit) -> list[Reading]:
        layout, variables = self.scene.layout, self.scene.live.variables
        if not variables or not self._is_there(hit):
            return []
        if hit.what == "port":
            return port_rows(layout, hit.end, variables)
        if hit.what == "component":
            return component_rows(layout, hit.component, variables)
        return node_rows(layout, self._ends(hit), variables)

    def _ends(self, hit: Hit) -> list[str]:
        """The ports of the node under the mouse."""
        layout = self.scene.layout
        key = hit.key or (str(hit.name) if hit.what == "wire" else "")
        end = layout.links[key].a if key in layout.links else hit.end
        links = layout.nodes.get(layout.node.get(end, ""), ()) if hit.what in ("wire", "junction") else ()
        return list(dict.fromkeys(each for link in links for each in (link.a, link.b) if not each.startswith("#")))

    def _heading(self, hit: Hit) -> tuple[str, str]:
        if hit.what == "port":
            return hit.end, domain_names.word(self.scene.layout.symbols[hit.component].terminals[hit.port].domain)
        if hit.what == "component":
            return hit.component, title(self.scene.layout.symbols[hit.component].kind_name)
        ends = self._ends(hit)
        if len(ends) == 2:
            return " – ".join(ends), ""
        return translate("Live", "Node of %n ports", len(ends)), ", ".join(ends[:4])
