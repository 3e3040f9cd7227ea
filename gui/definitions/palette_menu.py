"""The context menu of the palette."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from mars.kinds.definitions import is_sheet

from .. import edits
from .definition_commands import DefinitionCommands


class PaletteMenu(QObject):
    """Actions for a kind, and actions that need none."""

    def __init__(self, definition_commands: DefinitionCommands):
        super().__init__(definition_commands)
        self.definition_commands = definition_commands

    def open(self, kind: str, at: QPoint) -> QMenu:
        """Open at a screen position, for a row of the palette or for none."""
        definition_commands = self.definition_commands
        menu = QMenu(definition_commands.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if kind:
            place = menu.addAction(self.tr("Place"), lambda: definition_commands.gestures.build.place(kind))
            place.setEnabled(not definition_commands.own.why_not(kind))
        if kind in definition_commands.document.root.definitions:
            self._for_file(menu, kind)
        elif kind.startswith(edits.LIBRARY):
            name = kind.removeprefix(edits.LIBRARY)
            menu.addAction(self.tr("Remove from my library…"), lambda: definition_commands.take_out(name))
        menu.addSeparator()
        if definition_commands.own.unused:
            menu.addAction(self.tr("Remove unused kinds"), definition_commands.remove_unused)
        menu.addAction(self.tr("New component from equations…"), definition_commands.new_equations)
        menu.addAction(self.tr("Reload library"), definition_commands.reload)
        menu.addAction(self.tr("Open library folder"), definition_commands.open_folder)
        menu.popup(at)
        return menu

    def _for_file(self, menu: QMenu, kind: str) -> None:
        definition_commands = self.definition_commands
        has_sheet = is_sheet(definition_commands.document.root, kind)
        menu.addAction(self.tr("Open sheet") if has_sheet else self.tr("Equations…"), lambda: definition_commands.open(kind))
        menu.addAction(self.tr("Properties…"), lambda: definition_commands.properties(kind))
        menu.addAction(self.tr("Rename…"), lambda: definition_commands.rename(kind))
        menu.addAction(self.tr("Remove from file"), lambda: definition_commands.remove(kind))
        menu.addSeparator()
        menu.addAction(self.tr("Save to my library"), lambda: definition_commands.keep(kind))
        if kind in definition_commands.own.newer:
            menu.addAction(self.tr("Update from the library"), lambda: definition_commands.update(kind))
