"""Input that was typed but not entered."""

from __future__ import annotations

from ..canvas.gestures.host import GestureHost
from ..definitions.definition_commands import DefinitionCommands
from ..inspector.inspector import Inspector


class HalfTyped:
    """Of popups on the drawing, fields of the inspector and definition windows."""

    def __init__(self, gestures: GestureHost, inspector: Inspector, definition_commands: DefinitionCommands):
        self._gestures, self._inspector, self._definition_commands = gestures, inspector, definition_commands

    def take(self) -> None:
        """Enter it, as if the field lost the focus."""
        self._gestures.popups.close()
        self._inspector.commit_half_typed()
        self._definition_commands.commit_half_typed()
