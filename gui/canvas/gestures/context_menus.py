"""Context menus of a component, wire, port, note and the empty sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from mars.component.base import Joint
from mars.kinds.registry import kind_in

from ... import edits
from ...i18n import translate
from ...kinds.kind_groups import title
from ...plots.plottable_variables import offers
from ...widgets.plain_text import menu_text
from ..hit_test import Hit
from .arrange_commands import TO_ALIGN, TO_DISTRIBUTE
from .select_gesture import is_selected, select
from .wire_gesture import wire_of

if TYPE_CHECKING:
    from .host import GestureHost

MOST_SWAPS = 8  # in the submenu; the list has all of them


class ContextMenus(QObject):
    """`current` is the open menu, if any."""

    exploded = Signal(bool)  # show vector links as their scalar links

    def __init__(self, host: GestureHost):
        super().__init__(host)
        self.current: QMenu | None = None

    @property
    def host(self) -> GestureHost:
        """Looked up, not stored: the host owns this object."""
        return cast("GestureHost", self.parent())

    def open(self, hit: Hit, at: QPointF, on_screen: QPoint) -> QMenu:
        """Select the clicked item, so that the target of the menu is visible."""
        context = self.host.context
        if hit.what != "empty" and not is_selected(context, hit):
            select(context, hit, Qt.KeyboardModifier.NoModifier)
        menu = QMenu(context.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if hit.component:
            self._for_component(menu, hit)
        elif hit.what in ("wire", "junction"):
            self._for_wire(menu, hit)
        elif hit.what == "note":
            self._for_note(menu, int(hit.name))
        else:
            self._for_sheet(menu, at)
        self.current = menu
        menu.destroyed.connect(self._gone)
        menu.popup(on_screen)
        return menu

    def _gone(self) -> None:
        self.current = None

    def _for_component(self, menu: QMenu, hit: Hit) -> None:
        host, context = self.host, self.host.context
        name = hit.component
        alone = context.selection.only == name
        self._plot_menu(menu, hit.end or name)
        if hit.what == "port" and hit.end in context.layout.linked:
            self._add(menu, translate("Gestures", "Disconnect {0}").format(hit.end), lambda: host.wires.unlink_port(hit.end))
            menu.addSeparator()
        if alone:
            if host.open.is_subcircuit(name):
                self._add(menu, translate("Gestures", "Open subcircuit"), lambda: host.open.sheet(name), "Return")
            else:
                self._add(menu, translate("Gestures", "Edit values…"), host.values.edit, "Return")
            self._add(menu, translate("Gestures", "Rename"), host.texts.rename, "F2")
            self._swap_menu(menu.addMenu(translate("Gestures", "Change kind")), name)
            kind = kind_in(context.circuit, context.circuit.components[name].kind)
            if kind is not None and issubclass(kind, Joint):
                menu.addSeparator()
                self._joint_actions(menu, name)
        menu.addSeparator()
        self._definition_actions(menu, name if alone else "")
        menu.addSeparator()
        self._add(menu, translate("Gestures", "Rotate"), host.arrange.turn, "R")
        self._add(menu, translate("Gestures", "Flip horizontally"), lambda: host.arrange.flip("x"), "X")
        self._add(menu, translate("Gestures", "Flip vertically"), lambda: host.arrange.flip("y"), "Y")
        if len(context.selection.components) >= TO_ALIGN:
            self._align_menu(menu.addMenu(translate("Gestures", "Align")))
        menu.addSeparator()
        self._add(menu, translate("Gestures", "Cut"), host.clipboard.cut, "Ctrl+X")
        self._add(menu, translate("Gestures", "Copy"), host.clipboard.copy, "Ctrl+C")
        self._add(menu, translate("Gestures", "Duplicate"), host.clipboard.duplicate, "Ctrl+D")
        disabled = all(context.circuit.components[each].disabled for each in context.selection.components)
        words = translate("Gestures", "Enable") if disabled else translate("Gestures", "Disable")
        self._add(menu, words, host.selected.toggle_disabled, "Ctrl+/")
        self._add(menu, translate("Gestures", "Delete"), host.selected.delete, "Del")

    def _definition_actions(self, menu: QMenu, name: str) -> None:
        """Make a subcircuit of the selection, and the actions for an instance of one of the file's custom kinds."""
        host, context = self.host, self.host.context
        self._add(menu, translate("Gestures", "Make subcircuit…"), host.requests.subcircuit.emit, "Ctrl+G")
        kind = context.circuit.components[name].kind if name else ""
        if host.open.is_subcircuit(name):
            self._add(menu, translate("Gestures", "Dissolve subcircuit"), host.requests.dissolving.emit, "Ctrl+Shift+G")
        elif edits.has_equations(context.circuit, kind):
            self._add(menu, translate("Gestures", "Equations…"), lambda: host.requests.equations.emit(kind))
        if kind in context.circuit.definitions:
            words = translate("Gestures", "Properties of {0}…").format(kind)
            self._add(menu, words, lambda: host.requests.properties.emit(kind))

    def _swap_menu(self, menu: QMenu, name: str) -> None:
        host = self.host
        offers = [kind for kind, _ in host.kinds.swaps(name)]
        for kind in offers[:MOST_SWAPS]:
            self._add(menu, menu_text(title(kind)), lambda kind=kind: host.swap.swap_selected(kind))
        if len(offers) > MOST_SWAPS:
            menu.addSeparator()
            self._add(menu, translate("Gestures", "All matching kinds…"), host.swap.swap_selected)
        menu.setEnabled(bool(offers))

    def _joint_actions(self, menu: QMenu, name: str) -> None:
        host, context = self.host, self.host.context
        possible = edits.additions(context.circuit, name)
        freedoms = [t.name for t in context.layout.symbols[name].terminals.values() if t.domain != "frame"]
        for what, words in (
            ("drive", translate("Gestures", "+ Drive")),
            ("damper", translate("Gestures", "+ Damper")),
            ("spring", translate("Gestures", "+ Spring")),
            ("limits", translate("Gestures", "+ Limits")),
        ):
            if len(freedoms) < 2 or what not in possible:
                self._add(menu, words, lambda what=what: host.build.attach(what), enabled=what in possible)
                continue
            choices = menu.addMenu(words)
            for port in freedoms:
                self._add(choices, port, lambda what=what, port=port: host.build.attach(what, port=port))

    def _align_menu(self, menu: QMenu) -> None:
        host, context = self.host, self.host.context
        for side, words in (
            ("left", translate("Gestures", "Left")),
            ("centre", translate("Gestures", "Centres")),
            ("right", translate("Gestures", "Right")),
            ("top", translate("Gestures", "Top")),
            ("middle", translate("Gestures", "Middles")),
            ("bottom", translate("Gestures", "Bottom")),
        ):
            self._add(menu, words, lambda side=side: host.arrange.align(side))
        menu.addSeparator()
        enough = len(context.selection.components) >= TO_DISTRIBUTE
        self._add(menu, translate("Gestures", "Distribute horizontally"), lambda: host.arrange.distribute("x"), enabled=enough)
        self._add(menu, translate("Gestures", "Distribute vertically"), lambda: host.arrange.distribute("y"), enabled=enough)

    def _plot_menu(self, menu: QMenu, target: str) -> None:
        """Everything of a component, port, link or junction that can be plotted."""
        context = self.host.context
        found = offers(context.circuit, context.scene.live.variables, target)
        if found:
            choices = menu.addMenu(translate("Gestures", "Plot"))
            for words, names in found:
                self._add(choices, menu_text(words), lambda names=names: context.scene.plot(names))
            menu.addSeparator()

    def _for_wire(self, menu: QMenu, hit: Hit) -> None:
        host, context = self.host, self.host.context
        key = wire_of(hit)
        self._plot_menu(menu, key or hit.end)
        if not key:  # a junction
            name = hit.end
            words = translate("Gestures", "Delete junction and its links")
            self._add(menu, words, lambda: host.wires.remove_junction(name))
        else:
            if context.layout.domains.get(key) == "frame":
                self._add(menu, translate("Gestures", "Insert joint"), lambda: host.build.insert_joint(key))
            kept = host.wires.is_bent(key)
            self._add(menu, translate("Gestures", "Straighten wire"), host.wires.straighten, enabled=kept)
            self._add(menu, translate("Gestures", "Delete"), host.selected.delete, "Del")
        menu.addSeparator()
        self._explode_action(menu)

    def _for_note(self, menu: QMenu, number: int) -> None:
        host = self.host
        self._add(menu, translate("Gestures", "Edit note"), lambda: host.texts.edit_note(number), "F2")
        self._add(menu, translate("Gestures", "Copy"), host.clipboard.copy, "Ctrl+C")
        self._add(menu, translate("Gestures", "Delete"), host.selected.delete, "Del")

    def _for_sheet(self, menu: QMenu, at: QPointF) -> None:
        host = self.host
        can_paste = edits.is_clipboard(QGuiApplication.clipboard().text())
        self._add(menu, translate("Gestures", "Place component…"), lambda: host.build.offer_all(at))
        self._add(menu, translate("Gestures", "Add note"), lambda: host.texts.add_note(at), "N")
        menu.addSeparator()
        self._add(menu, translate("Gestures", "Paste"), lambda: host.clipboard.paste(at), "Ctrl+V", enabled=can_paste)
        self._add(menu, translate("Gestures", "Select all"), host.selected.select_all, "Ctrl+A")
        menu.addSeparator()
        self._explode_action(menu)

    def _explode_action(self, menu: QMenu) -> None:
        action = menu.addAction(translate("Gestures", "Show scalar links"))
        action.setCheckable(True)
        action.setChecked(self.host.context.scene.is_exploded)
        action.triggered.connect(self._explode)

    def _explode(self, exploded: bool) -> None:
        self.host.context.scene.set_exploded(exploded)
        self.exploded.emit(exploded)

    def _add(self, menu: QMenu, words: str, do: Callable[[], object], keys: str = "", enabled: bool = True) -> None:
        action = menu.addAction(words)
        if keys:  # display only: the window's commands own the shortcut
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)
        action.setEnabled(enabled)
        action.triggered.connect(lambda _=False: do())
