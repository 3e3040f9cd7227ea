"""Commands on wires and junctions that need no drag: disconnect, straighten, remove."""

from __future__ import annotations

from ... import edits
from ...i18n import translate
from .entry_words import entry_words
from .gesture_context import GestureContext


class WireCommands:
    def __init__(self, context: GestureContext):
        self.context = context

    def unlink_port(self, end: str) -> None:
        """Remove all links at a port."""
        keys = [link.key for link in self.context.circuit.links if end in link.ends]
        if keys:
            text = translate("Gestures", "Disconnect {0}").format(end)
            self.context.edit(text, lambda circuit: edits.disconnect(circuit, keys))

    def straighten(self, keys: frozenset[str] | None = None) -> None:
        """Let bent wires be routed automatically again."""
        chosen = self.context.selection.links if keys is None else keys
        if chosen:
            text = translate("Gestures", "Straighten {0}").format(entry_words(self.context.circuit, (), chosen))
            self.context.edit(text, lambda circuit: edits.straighten(circuit, chosen))

    def is_bent(self, key: str) -> bool:
        """Whether a wire keeps a manual shape."""
        look = self.context.circuit.drawing.get("links", {}).get(key)
        return isinstance(look, dict) and look.get("mode") == "kept"

    def remove_junction(self, name: str) -> None:
        words = translate("Gestures", "Delete junction and its links")
        self.context.edit(words, lambda circuit: edits.remove(circuit, (), junctions=[name]))
