"""Swaps the kind of the selected component and keeps its links."""

from __future__ import annotations

from ... import edits
from ...i18n import translate
from ...kinds.kind_groups import title
from .gesture_context import GestureContext
from .kind_offers import KindOffers
from .popup_holder import PopupHolder


class SwapCommands:
    def __init__(self, context: GestureContext, popups: PopupHolder, kinds: KindOffers):
        self.context, self.popups, self.kinds = context, popups, kinds

    def swap_selected(self, kind: str = "") -> None:
        """Without a kind, open the list of kinds."""
        name = self.context.selection.only
        if name is None:
            self.context.say(translate("Gestures", "Select one component to change its kind"), "note")
        elif kind:
            self.swap(name, kind)
        else:
            popup = self.kinds.popup(self.kinds.swaps(name), translate("Gestures", "Change {0} to").format(name))
            popup.chosen.connect(lambda chosen, _: self.swap(name, chosen))
            self.popups.show_beside(popup, name)

    def swap(self, name: str, kind: str) -> None:
        text = translate("Gestures", "Change {0} to {1}").format(name, title(kind))
        dropped = self.context.edit(text, lambda circuit: edits.swap_kind(circuit, name, kind))
        if dropped:
            words = translate("Gestures", "{0} has no port for the link at {1}; the link was removed")
            self.context.say(words.format(title(kind), ", ".join(dropped)), "note")
