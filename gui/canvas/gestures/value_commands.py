"""The popup with the key parameters of a component, on command or after placing it."""

from __future__ import annotations

from typing import Any

from ...i18n import translate
from ..popups.value_popup import ValuePopup, put
from .gesture_context import GestureContext
from .popup_holder import PopupHolder


class ValueCommands:
    def __init__(self, context: GestureContext, popups: PopupHolder):
        self.context, self.popups = context, popups

    def edit(self, name: str = "", merge: str = "") -> ValuePopup | None:
        """Open the popup with the key parameters of a component, by default of the selected one; for a joint, its start
        values."""
        context = self.context
        name = name or context.selection.only or ""
        if name not in context.circuit.components:
            return None

        def take(values: dict[str, Any]) -> None:
            text = translate("Gestures", "Set {0}").format(", ".join(f"{name}.{key.lstrip('.')}" for key in values))
            context.edit(text, lambda circuit: put(circuit, name, values), merge)

        popup = ValuePopup(context.view, context.theme, context.document, name, take)
        if not popup.rows:
            popup.deleteLater()
            context.document.end_merging()
            if not merge:
                context.say(translate("Gestures", "{0} has no values to edit here. See the inspector").format(name), "note")
            return None
        popup.closed.connect(lambda: None if merge else context.document.end_merging())
        self.popups.show_beside(popup, name)
        return popup
