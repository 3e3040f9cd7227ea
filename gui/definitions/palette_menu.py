"""The menu at the right mouse button in the palette."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from mars.kinds.definitions import is_sheet

from .. import edits
from .definition_commands import DefinitionCommands


class PaletteMenu(QObject):
    """What can be done with a kind, and what needs none."""

    def __init__(self, defining: DefinitionCommands):
        super().__init__(defining)
        self.defining = defining

    def open(self, kind: str, at: QPoint) -> QMenu:
        """For a row of the palette, or for none, at a place on the screen."""
        defining = self.defining
        menu = QMenu(defining.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if kind:
            place = menu.addAction(self.tr("Place"), lambda: defining.gestures.place(kind))
            place.setEnabled(not defining.own.why_not(kind))
        if kind in defining.document.root.definitions:
            self._for_file(menu, kind)
        elif kind.startswith(edits.LIBRARY):
            name = kind.removeprefix(edits.LIBRARY)
            menu.addAction(self.tr("Take out of my library…"), lambda: defining.take_out(name))
        menu.addSeparator()
        if defining.own.unused:
            menu.addAction(self.tr("Remove unused kinds"), defining.remove_unused)
        menu.addAction(self.tr("New component from equations…"), defining.new_equations)
        menu.addAction(self.tr("Reload library"), defining.reload)
        menu.addAction(self.tr("Open the library's folder"), defining.open_folder)
        menu.popup(at)
        return menu

    def _for_file(self, menu: QMenu, kind: str) -> None:
        defining = self.defining
        has_sheet = is_sheet(defining.document.root, kind)
        menu.addAction(self.tr("Open sheet") if has_sheet else self.tr("Equations…"), lambda: defining.open(kind))
        menu.addAction(self.tr("Properties…"), lambda: defining.properties(kind))
        menu.addAction(self.tr("Rename…"), lambda: defining.rename(kind))
        menu.addAction(self.tr("Remove from file"), lambda: defining.remove(kind))
        menu.addSeparator()
        menu.addAction(self.tr("Keep in my library"), lambda: defining.keep(kind))
        if kind in defining.own.newer:
            menu.addAction(self.tr("Update to the library's version"), lambda: defining.update(kind))
