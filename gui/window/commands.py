"""All commands of the editor in one table: title, shortcut, icon and menu. `command_methods` has their methods.

Menus, toolbar, command palette and the table of shortcuts are generated from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from mars.translation.languages import LANGUAGES

from ..i18n import QT_TR_NOOP, translate
from ..theme import Theme
from ..widgets.plain_text import set_tip


@dataclass(frozen=True)
class Command:
    name: str
    menu: str
    title: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    # "circuit": something is open; "selection": something is selected; "joint", "subcircuit": one of these is selected; "inside":
    # a subcircuit's sheet is current; "sheets": several are open
    needs: str = ""
    checkable: bool = False
    gap_after: bool = False


class Actions:
    """The tables; the class provides the translation context of their titles."""

    MENUS = {
        "file": QT_TR_NOOP("&File"),
        "edit": QT_TR_NOOP("&Edit"),
        "arrange": QT_TR_NOOP("&Arrange"),
        "view": QT_TR_NOOP("&View"),
        "run": QT_TR_NOOP("&Run"),
        "help": QT_TR_NOOP("&Help"),
    }

    LANGUAGE = QT_TR_NOOP("Language")

    COMMANDS = (
        Command("new_planar", "file", QT_TR_NOOP("New planar mechanism"), ("Ctrl+N",), "ph.file-plus"),
        Command("new_spatial", "file", QT_TR_NOOP("New spatial mechanism"), ("Ctrl+Shift+N",)),
        Command("start_page", "file", QT_TR_NOOP("Start page and examples"), icon="ph.house"),
        Command("new_window", "file", QT_TR_NOOP("New window"), gap_after=True),
        Command("open", "file", QT_TR_NOOP("Open…"), ("Ctrl+O",), "ph.folder-open", gap_after=True),
        Command("save", "file", QT_TR_NOOP("Save"), ("Ctrl+S",), "ph.floppy-disk", needs="circuit"),
        Command("save_as", "file", QT_TR_NOOP("Save as…"), ("Ctrl+Shift+S",), needs="circuit"),
        Command("export", "file", QT_TR_NOOP("Export drawing…"), ("Ctrl+E",), needs="circuit", gap_after=True),
        Command("close", "file", QT_TR_NOOP("Close"), ("Ctrl+W",), needs="circuit"),
        Command("quit", "file", QT_TR_NOOP("Quit"), ("Ctrl+Q",)),
        Command("undo", "edit", QT_TR_NOOP("Undo"), ("Ctrl+Z",), "ph.arrow-counter-clockwise"),
        Command("redo", "edit", QT_TR_NOOP("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), "ph.arrow-clockwise", gap_after=True),
        Command("cut", "edit", QT_TR_NOOP("Cut"), ("Ctrl+X",), "ph.scissors", needs="selection"),
        Command("copy", "edit", QT_TR_NOOP("Copy"), ("Ctrl+C",), "ph.copy", needs="selection"),
        Command("paste", "edit", QT_TR_NOOP("Paste"), ("Ctrl+V",), "ph.clipboard", needs="circuit"),
        Command("duplicate", "edit", QT_TR_NOOP("Duplicate"), ("Ctrl+D",), needs="selection"),
        Command("delete", "edit", QT_TR_NOOP("Delete"), ("Del", "Backspace"), "ph.trash", needs="selection"),
        Command("select_all", "edit", QT_TR_NOOP("Select all"), ("Ctrl+A",), needs="circuit", gap_after=True),
        Command("rename", "edit", QT_TR_NOOP("Rename"), ("F2",), needs="selection"),
        Command("values", "edit", QT_TR_NOOP("Edit values"), ("Return", "Enter"), needs="selection"),
        Command("disable", "edit", QT_TR_NOOP("Enable or disable"), ("Ctrl+/",), needs="selection"),
        Command("note", "edit", QT_TR_NOOP("Add note"), ("N",), "ph.note", needs="circuit", gap_after=True),
        Command("make_subcircuit", "edit", QT_TR_NOOP("Make subcircuit…"), ("Ctrl+G",), needs="selection"),
        Command("dissolve", "edit", QT_TR_NOOP("Dissolve subcircuit"), ("Ctrl+Shift+G",), needs="subcircuit"),
        Command("definition", "edit", QT_TR_NOOP("Kind properties…"), needs="circuit"),
        Command("new_equations", "edit", QT_TR_NOOP("New component from equations…"), needs="circuit"),
        Command("remove_unused", "edit", QT_TR_NOOP("Remove unused kinds"), needs="circuit", gap_after=True),
        Command("find", "edit", QT_TR_NOOP("Find…"), ("Ctrl+F",), "ph.magnifying-glass", needs="circuit"),
        Command("rotate", "arrange", QT_TR_NOOP("Rotate clockwise"), ("R",), "ph.arrow-clockwise", needs="selection"),
        Command("rotate_back", "arrange", QT_TR_NOOP("Rotate anticlockwise"), ("Shift+R",), needs="selection"),
        Command("flip_x", "arrange", QT_TR_NOOP("Flip horizontally"), ("X",), needs="selection"),
        Command("flip_y", "arrange", QT_TR_NOOP("Flip vertically"), ("Y",), needs="selection", gap_after=True),
        Command("align_left", "arrange", QT_TR_NOOP("Align left"), icon="ph.align-left", needs="selection"),
        Command("align_centre", "arrange", QT_TR_NOOP("Align centres"), needs="selection"),
        Command("align_right", "arrange", QT_TR_NOOP("Align right"), icon="ph.align-right", needs="selection"),
        Command("align_top", "arrange", QT_TR_NOOP("Align top"), icon="ph.align-top", needs="selection"),
        Command("align_middle", "arrange", QT_TR_NOOP("Align middles"), needs="selection"),
        Command("align_bottom", "arrange", QT_TR_NOOP("Align bottom"), icon="ph.align-bottom", needs="selection", gap_after=True),
        Command("distribute_x", "arrange", QT_TR_NOOP("Distribute horizontally"), needs="selection"),
        Command("distribute_y", "arrange", QT_TR_NOOP("Distribute vertically"), needs="selection", gap_after=True),
        Command("swap", "arrange", QT_TR_NOOP("Change kind…"), icon="ph.swap", needs="selection"),
        Command("add_drive", "arrange", QT_TR_NOOP("Add drive to joint"), needs="joint"),
        Command("add_damper", "arrange", QT_TR_NOOP("Add damper to joint"), needs="joint"),
        Command("add_spring", "arrange", QT_TR_NOOP("Add spring to joint"), needs="joint"),
        Command("add_limits", "arrange", QT_TR_NOOP("Add limits to joint"), needs="joint"),
        Command("fit", "view", QT_TR_NOOP("Zoom to fit"), ("Ctrl+0",), "ph.corners-out", needs="circuit"),
        Command("zoom_in", "view", QT_TR_NOOP("Zoom in"), ("Ctrl++", "Ctrl+="), "ph.magnifying-glass-plus", needs="circuit"),
        Command("zoom_out", "view", QT_TR_NOOP("Zoom out"), ("Ctrl+-",), "ph.magnifying-glass-minus", needs="circuit"),
        Command(
            "explode", "view", QT_TR_NOOP("Show scalar links"), ("Ctrl+Shift+E",), needs="circuit", checkable=True, gap_after=True
        ),
        Command("open_sheet", "view", QT_TR_NOOP("Open subcircuit"), ("Ctrl+Down",), needs="subcircuit"),
        Command("sheet_up", "view", QT_TR_NOOP("Go to parent sheet"), ("Ctrl+Up",), needs="inside"),
        Command("next_sheet", "view", QT_TR_NOOP("Next sheet"), ("Ctrl+Tab",), needs="sheets"),
        Command("previous_sheet", "view", QT_TR_NOOP("Previous sheet"), ("Ctrl+Shift+Tab",), needs="sheets", gap_after=True),
        Command("values_live", "view", QT_TR_NOOP("Live values"), needs="circuit", checkable=True),
        Command("streams_live", "view", QT_TR_NOOP("Live stream variables"), needs="circuit", checkable=True),
        Command("power_live", "view", QT_TR_NOOP("Live power"), needs="circuit", checkable=True, gap_after=True),
        Command("light", "view", QT_TR_NOOP("Light theme"), checkable=True),
        Command("dark", "view", QT_TR_NOOP("Dark theme"), checkable=True),
        Command("system", "view", QT_TR_NOOP("System theme"), checkable=True, gap_after=True),
        Command("language_system", "language", QT_TR_NOOP("System language"), checkable=True),
        *(Command(f"language_{code}", "language", name, checkable=True) for code, name in LANGUAGES.items()),
        Command("reset_layout", "view", QT_TR_NOOP("Reset window layout"), needs="circuit"),
        Command("run", "run", QT_TR_NOOP("Run"), ("F5",), "ph.play-fill", needs="circuit"),
        Command("pause", "run", QT_TR_NOOP("Pause or resume"), ("F6",), "ph.pause-fill", needs="circuit"),
        Command("step", "run", QT_TR_NOOP("One frame forward"), ("F10",), "ph.caret-double-right", needs="circuit"),
        Command("stop", "run", QT_TR_NOOP("Stop"), ("Shift+F5",), "ph.stop-fill", needs="circuit"),
        Command("reset", "run", QT_TR_NOOP("Return to start"), ("Ctrl+F5",), "ph.skip-back-fill", needs="circuit"),
        Command("play", "run", QT_TR_NOOP("Play back"), ("F7",), "ph.play", needs="circuit", gap_after=True),
        Command("save_run", "run", QT_TR_NOOP("Save run…"), icon="ph.floppy-disk", needs="circuit"),
        Command("save_snapshot", "run", QT_TR_NOOP("Save snapshot of final state…"), needs="circuit", gap_after=True),
        Command("memory_limit", "run", QT_TR_NOOP("Memory limit…")),
        Command("help", "help", QT_TR_NOOP("Component help"), ("F1",), "ph.question"),
        Command("equations", "help", QT_TR_NOOP("Component equations"), ("Shift+F1",), "ph.math-operations", needs="selection"),
        Command("commands", "help", QT_TR_NOOP("All commands…"), ("Ctrl+K",), "ph.command"),
        Command("shortcuts", "help", QT_TR_NOOP("Keyboard shortcuts"), ("Ctrl+?",)),
        Command("about", "help", QT_TR_NOOP("About Mars")),
    )


COMMANDS = Actions.COMMANDS

# Single keys belong to the drawing: in a field they are letters.
_ON_THE_DRAWING = {"Del", "Backspace", "Return", "Enter", "R", "Shift+R", "X", "Y", "N"}


def build(owner: QWidget, drawing: QWidget, call: Callable[[Command], None]) -> dict[str, QAction]:
    """The actions, by name. Those with single keys work while the drawing has the focus; the others everywhere."""
    actions = {}
    for command in COMMANDS:
        action = QAction(translate("Actions", command.title), owner)
        action.setObjectName(command.name)
        action.setCheckable(command.checkable)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.triggered.connect(lambda _=False, command=command: call(command))
        if set(command.keys) & _ON_THE_DRAWING:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            drawing.addAction(action)
        else:
            owner.addAction(action)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        set_tip(action, f"{action.text()} ({keys})" if keys else action.text())
        actions[command.name] = action
    return actions


def paint_icons(actions: dict[str, QAction], theme: Theme) -> None:
    for command in COMMANDS:
        if command.icon:
            actions[command.name].setIcon(theme.icon(command.icon))


def languages() -> tuple[str, list[Command]]:
    """Title and commands of the submenu in the menu «View»."""
    return translate("Actions", Actions.LANGUAGE), [c for c in COMMANDS if c.menu == "language"]


def menus() -> list[tuple[str, list[Command]]]:
    """Titles with their commands in order."""
    return [(translate("Actions", title), [c for c in COMMANDS if c.menu == menu]) for menu, title in Actions.MENUS.items()]
