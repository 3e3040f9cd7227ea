"""States of items on the sheet: selected, highlighted, under the mouse, with a problem."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF

from .hit_test import Hit
from .overlay_items import BadgeItem, StrandsItem

if TYPE_CHECKING:
    from .scene import SheetScene

SEVERITIES = ("note", "warning", "error")


class ItemStates:
    """Sets the states of the scene's items and repaints those that changed."""

    def __init__(self, scene: SheetScene):
        self.scene = weakref.proxy(scene)  # the scene owns this: a reference back would be a cycle
        self._hovered: list[Any] = []
        self._hover: Hit | None = None

    def show_selection(self) -> None:
        scene, selection = self.scene, self.scene.selection
        pairs: Iterable[tuple[Mapping[Any, Any], frozenset[Any]]] = (
            (scene.components, selection.components),
            (scene.wires, selection.links),
            (scene.notes, selection.notes),
        )
        for items, chosen in pairs:
            for name, item in items.items():
                if item.is_selected != (name in chosen):
                    item.is_selected = not item.is_selected
                    item.update()

    def show_light(self) -> None:
        lit = self.scene.selection.lit
        ports: dict[str, set[str]] = {}
        for end in lit:
            owner, dot, port = end.partition(".")
            if dot and " " not in end:
                ports.setdefault(owner, set()).add(port)
        for name, item in self.scene.components.items():
            now = (name in lit, frozenset(ports.get(name, ())))
            if now != (item.is_lit, item.lit_ports):
                item.is_lit, item.lit_ports = now
                item.update()
        for key, wire in self.scene.wires.items():
            if wire.is_lit != (key in lit):
                wire.is_lit = not wire.is_lit
                wire.update()

    def hover(self, found: Hit | None) -> None:
        if found is not None and self._hover is not None and _is_same(found, self._hover):
            return
        self._hover = found
        now = self._things_at(found) if found is not None else []
        for item in self._hovered:
            item.is_hovered = False
            item.update()
        for item in now:
            item.is_hovered = True
            item.update()
        self._hovered = now

    def forget_hover(self) -> None:
        """The items are about to be removed."""
        self._hovered, self._hover = [], None

    def _things_at(self, found: Hit) -> list[Any]:
        scene, layout = self.scene, self.scene.layout
        items: list[Any] = []
        if found.component in scene.components:
            items.append(scene.components[found.component])
        if found.what == "note" and found.name in scene.notes:
            items.append(scene.notes[int(found.name)])
        key = found.key if found.what == "junction" else found.name if found.what == "wire" else ""
        node = layout.node.get(layout.links[str(key)].a if key in layout.links else found.end, "")
        items += [scene.wires[link.key] for link in layout.nodes.get(node, ())]
        if node in scene.dots:
            items.append(scene.dots[node])
        return items

    def show_problems(self, problems: Mapping[str, list[Any]]) -> None:
        scene = self.scene
        for name, item in scene.components.items():
            severity = worst(problems.get(name, ()))
            ring = severity if severity != "note" else ""
            if item.severity != ring:
                item.severity = ring
                item.update()
            badge = scene.badges.get(name)
            if badge is not None and badge.severity != severity:
                self.drop_badge(name)
            if severity and name not in scene.badges:
                scene.badges[name] = BadgeItem(name, severity, scene.colours)
                scene.addItem(scene.badges[name])
                self.place_badge(name)

    def show_freedoms(self, freedoms: Mapping[str, str]) -> None:
        held = self.scene.live.tags.held
        for name, item in self.scene.components.items():
            freedom = "locked" if name in held else freedoms.get(name, "")
            if item.freedom != freedom:
                item.freedom = freedom
                item.update()

    def show_strands(self, keys: Iterable[str]) -> None:
        """Show vector links as the scalar links they bundle, if enabled."""
        scene, layout = self.scene, self.scene.layout
        for key in set(keys):
            if key in scene.strands:
                scene.removeItem(scene.strands.pop(key))
            shown = scene.is_exploded and layout.domains.get(key) == "frame"
            if shown:
                scene.strands[key] = StrandsItem(layout.drawn[key], scene.document.circuit.motions, scene.colours)
                scene.addItem(scene.strands[key])
            if key in scene.wires and scene.wires[key].is_exploded != shown:
                scene.wires[key].is_exploded = shown
                scene.wires[key].update()

    def place_badge(self, name: str) -> None:
        item = self.scene.components[name]
        self.scene.badges[name].setPos(item.pos() + item.box.topRight() + QPointF(4, -4))

    def drop_badge(self, name: str) -> None:
        if name in self.scene.badges:
            self.scene.removeItem(self.scene.badges.pop(name))


def worst(complaints: Iterable[Any]) -> str:
    """The highest severity; empty without complaints."""
    found = {complaint.severity for complaint in complaints}
    return next((each for each in reversed(SEVERITIES) if each in found), "note" if found else "")


def _is_same(a: Hit, b: Hit) -> bool:
    return (a.what, a.name, a.end, a.key) == (b.what, b.name, b.end, b.key)
