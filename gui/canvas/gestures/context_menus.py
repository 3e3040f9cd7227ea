"""Menus at the right mouse button: for a component, a wire, a port, a note and the empty sheet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from mars.component.base import Joint
from mars.kinds.registry import kind_in

from ... import edits
from ...i18n import translate
from ...kinds.kind_groups import title
from ...plots.plottable_variables import offers
from ..hit_test import Hit
from .arrange_commands import ArrangeCommands
from .clipboard_commands import ClipboardCommands
from .open_commands import OpenCommands
from .select_gesture import is_selected, select
from .text_commands import TextCommands
from .wire_gesture import wire_of

MOST_SWAPS = 8  # in the submenu; all of them in the list


class ContextMenus(ArrangeCommands, ClipboardCommands, OpenCommands, TextCommands):
    """`menu` is the last one that was opened."""

    menu: QMenu | None = None

    def open_menu(self, hit: Hit, at: QPointF, on_screen: QPoint) -> QMenu:
        """What was clicked is selected, so that it is seen what the menu is about."""
        if hit.what != "empty" and not is_selected(self, hit):
            select(self, hit, Qt.KeyboardModifier.NoModifier)
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if hit.component:
            self._for_component(menu, hit)
        elif hit.what in ("wire", "junction"):
            self._for_wire(menu, hit)
        elif hit.what == "note":
            self._for_note(menu, int(hit.name))
        else:
            self._for_sheet(menu, at)
        self.menu = menu
        menu.destroyed.connect(self._menu_gone)
        menu.popup(on_screen)
        return menu

    def _menu_gone(self) -> None:
        self.menu = None

    def _for_component(self, menu: QMenu, hit: Hit) -> None:
        name = hit.component
        alone = self.selection.only == name
        self._plot_menu(menu, hit.end or name)
        if hit.what == "port" and hit.end in self.layout.linked:
            self._add(menu, translate("Gestures", "Unlink {0}").format(hit.end), lambda: self.unlink_port(hit.end))
            menu.addSeparator()
        if alone:
            if self.is_subcircuit(name):
                self._add(menu, translate("Gestures", "Open subcircuit"), lambda: self.open_sheet(name), "Return")
            else:
                self._add(menu, translate("Gestures", "Values…"), self.edit_values, "Return")
            self._add(menu, translate("Gestures", "Rename"), self.rename, "F2")
            self._swap_menu(menu.addMenu(translate("Gestures", "Swap kind")), name)
            kind = kind_in(self.circuit, self.circuit.components[name].kind)
            if kind is not None and issubclass(kind, Joint):
                menu.addSeparator()
                self._joint_actions(menu, name)
        menu.addSeparator()
        self._definition_actions(menu, name if alone else "")
        menu.addSeparator()
        self._add(menu, translate("Gestures", "Rotate"), self.turn, "R")
        self._add(menu, translate("Gestures", "Flip left to right"), lambda: self.flip("x"), "X")
        self._add(menu, translate("Gestures", "Flip top to bottom"), lambda: self.flip("y"), "Y")
        if len(self.selection.components) > 1:
            self._align_menu(menu.addMenu(translate("Gestures", "Align")))
        menu.addSeparator()
        self._add(menu, translate("Gestures", "Cut"), self.cut, "Ctrl+X")
        self._add(menu, translate("Gestures", "Copy"), self.copy, "Ctrl+C")
        self._add(menu, translate("Gestures", "Duplicate"), self.duplicate, "Ctrl+D")
        disabled = all(self.circuit.components[each].disabled for each in self.selection.components)
        words = translate("Gestures", "Enable") if disabled else translate("Gestures", "Disable")
        self._add(menu, words, self.toggle_disabled, "Ctrl+/")
        self._add(menu, translate("Gestures", "Delete"), self.delete, "Del")

    def _definition_actions(self, menu: QMenu, name: str) -> None:
        """Make a subcircuit of what is selected, and what can be done with an instance of the file's custom kinds."""
        self._add(menu, translate("Gestures", "Make subcircuit…"), self.subcircuit_requested.emit, "Ctrl+G")
        kind = self.circuit.components[name].kind if name else ""
        if self.is_subcircuit(name):
            self._add(menu, translate("Gestures", "Dissolve subcircuit"), self.dissolving_requested.emit, "Ctrl+Shift+G")
        elif edits.has_equations(self.circuit, kind):
            self._add(menu, translate("Gestures", "Equations…"), lambda: self.equations_requested.emit(kind))
        if kind in self.circuit.definitions:
            words = translate("Gestures", "Properties of {0}…").format(kind)
            self._add(menu, words, lambda: self.definition_requested.emit(kind))

    def _swap_menu(self, menu: QMenu, name: str) -> None:
        offers = [kind for kind, _ in self.swaps(name)]
        for kind in offers[:MOST_SWAPS]:
            self._add(menu, title(kind), lambda kind=kind: self.swap_kind(kind))
        if len(offers) > MOST_SWAPS:
            menu.addSeparator()
            self._add(menu, translate("Gestures", "All that fit…"), self.swap_kind)
        menu.setEnabled(bool(offers))

    def _joint_actions(self, menu: QMenu, name: str) -> None:
        possible = edits.additions(self.circuit, name)
        freedoms = [t.name for t in self.layout.symbols[name].terminals.values() if t.domain != "frame"]
        for what, words in (
            ("drive", translate("Gestures", "+ Drive")),
            ("damper", translate("Gestures", "+ Damper")),
            ("spring", translate("Gestures", "+ Spring")),
            ("limits", translate("Gestures", "+ Limits")),
        ):
            if len(freedoms) < 2 or what not in possible:
                self._add(menu, words, lambda what=what: self.attach(what), enabled=what in possible)
                continue
            choices = menu.addMenu(words)
            for port in freedoms:
                self._add(choices, port, lambda what=what, port=port: self.attach(what, port=port))

    def _align_menu(self, menu: QMenu) -> None:
        for side, words in (
            ("left", translate("Gestures", "Left")),
            ("centre", translate("Gestures", "Centres")),
            ("right", translate("Gestures", "Right")),
            ("top", translate("Gestures", "Top")),
            ("middle", translate("Gestures", "Middles")),
            ("bottom", translate("Gestures", "Bottom")),
        ):
            self._add(menu, words, lambda side=side: self.align(side))
        menu.addSeparator()
        enough = len(self.selection.components) > 2
        self._add(menu, translate("Gestures", "Distribute across"), lambda: self.distribute("x"), enabled=enough)
        self._add(menu, translate("Gestures", "Distribute down"), lambda: self.distribute("y"), enabled=enough)

    def _plot_menu(self, menu: QMenu, target: str) -> None:
        """Everything that can be plotted of a component, port, link or junction."""
        found = offers(self.circuit, self.scene.live.variables, target)
        if found:
            choices = menu.addMenu(translate("Gestures", "Plot"))
            for words, names in found:
                self._add(choices, words, lambda names=names: self.scene.plot(names))
            menu.addSeparator()

    def _for_wire(self, menu: QMenu, hit: Hit) -> None:
        key = wire_of(hit)
        self._plot_menu(menu, key or hit.end)
        if not key:  # a junction
            name = hit.end
            words = translate("Gestures", "Delete junction with its links")
            self._add(menu, words, lambda: self.edit(words, lambda circuit: edits.remove(circuit, (), junctions=[name])))
        else:
            if self.layout.domains.get(key) == "frame":
                self._add(menu, translate("Gestures", "Insert joint"), lambda: self.insert_joint(key))
            look = self.circuit.drawing.get("links", {}).get(key)
            kept = isinstance(look, dict) and look.get("mode") == "kept"
            self._add(menu, translate("Gestures", "Straighten wire"), self.straighten, enabled=kept)
            self._add(menu, translate("Gestures", "Delete"), self.delete, "Del")
        menu.addSeparator()
        self._explode_action(menu)

    def _for_note(self, menu: QMenu, number: int) -> None:
        self._add(menu, translate("Gestures", "Edit note"), lambda: self.edit_note(number), "F2")
        self._add(menu, translate("Gestures", "Copy"), self.copy, "Ctrl+C")
        self._add(menu, translate("Gestures", "Delete"), self.delete, "Del")

    def _for_sheet(self, menu: QMenu, at: QPointF) -> None:
        can_paste = edits.is_clipboard(QGuiApplication.clipboard().text())
        self._add(menu, translate("Gestures", "Place a component…"), lambda: self.offer_all(at))
        self._add(menu, translate("Gestures", "Add note"), lambda: self.add_note(at), "N")
        menu.addSeparator()
        self._add(menu, translate("Gestures", "Paste"), lambda: self.paste(at), "Ctrl+V", enabled=can_paste)
        self._add(menu, translate("Gestures", "Select all"), self.select_all, "Ctrl+A")
        menu.addSeparator()
        self._explode_action(menu)

    def _explode_action(self, menu: QMenu) -> None:
        action = menu.addAction(translate("Gestures", "Show scalar links"))
        action.setCheckable(True)
        action.setChecked(self.scene.is_exploded)
        action.triggered.connect(self.explode)

    def explode(self, exploded: bool = True) -> None:
        self.scene.set_exploded(exploded)
        self.exploded.emit(exploded)

    def _add(self, menu: QMenu, words: str, do: Callable[[], object], keys: str = "", enabled: bool = True) -> None:
        action = menu.addAction(words)
        if keys:  # shown only: the commands of the window have the real shortcut
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)
        action.setEnabled(enabled)
        action.triggered.connect(lambda _=False: do())
