"""Every command of the editor in one table: words, shortcut, icon, menu, and which method does it.

Menus, toolbar, command palette and the table of shortcuts are made from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from mars.languages import LANGUAGES

from .i18n import QT_TR_NOOP, translate
from .theme import Theme


@dataclass(frozen=True)
class Command:
    """`does` names a method of the window, or of one of its parts after a dot (`gestures.turn`); `argument` goes to it."""

    name: str
    menu: str
    words: str
    does: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    argument: object = None
    # "circuit": something is open; "selection": something is selected; "joint", "subcircuit": one of these is;
    # "inside": the sheet of a subcircuit is shown; "sheets": several are open
    needs: str = ""
    checkable: bool = False
    gap_after: bool = False


class Actions:
    """The tables; the class gives their words the context of translation."""

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
        Command("new_planar", "file", QT_TR_NOOP("New planar mechanism"), "new", ("Ctrl+N",), "ph.file-plus", "planar"),
        Command("new_spatial", "file", QT_TR_NOOP("New spatial mechanism"), "new", ("Ctrl+Shift+N",), "", "spatial"),
        Command("start_page", "file", QT_TR_NOOP("Start page and examples"), "show_start_page", (), "ph.house"),
        Command("new_window", "file", QT_TR_NOOP("New window"), "new_window", (), "", gap_after=True),
        Command("open", "file", QT_TR_NOOP("Open…"), "open", ("Ctrl+O",), "ph.folder-open", gap_after=True),
        Command("save", "file", QT_TR_NOOP("Save"), "save", ("Ctrl+S",), "ph.floppy-disk", needs="circuit"),
        Command("save_as", "file", QT_TR_NOOP("Save as…"), "save_as", ("Ctrl+Shift+S",), needs="circuit"),
        Command("export", "file", QT_TR_NOOP("Export drawing…"), "export", ("Ctrl+E",), needs="circuit", gap_after=True),
        Command("close", "file", QT_TR_NOOP("Close"), "close_shown", ("Ctrl+W",), needs="circuit"),
        Command("quit", "file", QT_TR_NOOP("Quit"), "close", ("Ctrl+Q",)),
        Command("undo", "edit", QT_TR_NOOP("Undo"), "undo", ("Ctrl+Z",), "ph.arrow-counter-clockwise"),
        Command("redo", "edit", QT_TR_NOOP("Redo"), "redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "ph.arrow-clockwise", gap_after=True),
        Command("cut", "edit", QT_TR_NOOP("Cut"), "gestures.cut", ("Ctrl+X",), "ph.scissors", needs="selection"),
        Command("copy", "edit", QT_TR_NOOP("Copy"), "gestures.copy", ("Ctrl+C",), "ph.copy", needs="selection"),
        Command("paste", "edit", QT_TR_NOOP("Paste"), "gestures.paste", ("Ctrl+V",), "ph.clipboard", needs="circuit"),
        Command("duplicate", "edit", QT_TR_NOOP("Duplicate"), "gestures.duplicate", ("Ctrl+D",), needs="selection"),
        Command("delete", "edit", QT_TR_NOOP("Delete"), "gestures.delete", ("Del", "Backspace"), "ph.trash", needs="selection"),
        Command(
            "select_all", "edit", QT_TR_NOOP("Select all"), "gestures.select_all", ("Ctrl+A",), needs="circuit", gap_after=True
        ),
        Command("rename", "edit", QT_TR_NOOP("Rename"), "gestures.rename", ("F2",), needs="selection"),
        Command("values", "edit", QT_TR_NOOP("Edit values"), "gestures.open_or_edit", ("Return", "Enter"), needs="selection"),
        Command("disable", "edit", QT_TR_NOOP("Disable or enable"), "gestures.toggle_disabled", ("Ctrl+/",), needs="selection"),
        Command("note", "edit", QT_TR_NOOP("Add note"), "gestures.add_note", ("N",), "ph.note", needs="circuit", gap_after=True),
        Command(
            "make_subcircuit", "edit", QT_TR_NOOP("Make subcircuit…"), "defining.make_subcircuit", ("Ctrl+G",), needs="selection"
        ),
        Command(
            "dissolve", "edit", QT_TR_NOOP("Dissolve subcircuit"), "defining.dissolve", ("Ctrl+Shift+G",), needs="subcircuit"
        ),
        Command("definition", "edit", QT_TR_NOOP("Properties of the kind…"), "defining.properties", needs="circuit"),
        Command(
            "new_equations",
            "edit",
            QT_TR_NOOP("New component from equations…"),
            "defining.new_equations",
            needs="circuit",
        ),
        Command(
            "remove_unused", "edit", QT_TR_NOOP("Remove unused kinds"), "defining.remove_unused", needs="circuit", gap_after=True
        ),
        Command("find", "edit", QT_TR_NOOP("Find…"), "find", ("Ctrl+F",), "ph.magnifying-glass", needs="circuit"),
        Command(
            "rotate", "arrange", QT_TR_NOOP("Rotate clockwise"), "gestures.turn", ("R",), "ph.arrow-clockwise", 1, "selection"
        ),
        Command("rotate_back", "arrange", QT_TR_NOOP("Rotate back"), "gestures.turn", ("Shift+R",), "", -1, "selection"),
        Command("flip_x", "arrange", QT_TR_NOOP("Flip left to right"), "gestures.flip", ("X",), "", "x", "selection"),
        Command(
            "flip_y", "arrange", QT_TR_NOOP("Flip top to bottom"), "gestures.flip", ("Y",), "", "y", "selection", gap_after=True
        ),
        Command("align_left", "arrange", QT_TR_NOOP("Align left"), "gestures.align", (), "ph.align-left", "left", "selection"),
        Command("align_centre", "arrange", QT_TR_NOOP("Align centres"), "gestures.align", (), "", "centre", "selection"),
        Command(
            "align_right", "arrange", QT_TR_NOOP("Align right"), "gestures.align", (), "ph.align-right", "right", "selection"
        ),
        Command("align_top", "arrange", QT_TR_NOOP("Align top"), "gestures.align", (), "ph.align-top", "top", "selection"),
        Command("align_middle", "arrange", QT_TR_NOOP("Align middles"), "gestures.align", (), "", "middle", "selection"),
        Command(
            "align_bottom",
            "arrange",
            QT_TR_NOOP("Align bottom"),
            "gestures.align",
            (),
            "ph.align-bottom",
            "bottom",
            "selection",
            gap_after=True,
        ),
        Command("distribute_x", "arrange", QT_TR_NOOP("Distribute across"), "gestures.distribute", (), "", "x", "selection"),
        Command(
            "distribute_y",
            "arrange",
            QT_TR_NOOP("Distribute down"),
            "gestures.distribute",
            (),
            "",
            "y",
            "selection",
            gap_after=True,
        ),
        Command("swap", "arrange", QT_TR_NOOP("Swap kind…"), "gestures.swap_kind", (), "ph.swap", needs="selection"),
        Command("add_drive", "arrange", QT_TR_NOOP("Add drive to joint"), "gestures.attach", (), "", "drive", "joint"),
        Command("add_damper", "arrange", QT_TR_NOOP("Add damper to joint"), "gestures.attach", (), "", "damper", "joint"),
        Command("add_spring", "arrange", QT_TR_NOOP("Add spring to joint"), "gestures.attach", (), "", "spring", "joint"),
        Command("add_limits", "arrange", QT_TR_NOOP("Add limits to joint"), "gestures.attach", (), "", "limits", "joint"),
        Command("fit", "view", QT_TR_NOOP("Zoom to fit"), "zoom_to_fit", ("Ctrl+0",), "ph.corners-out", needs="circuit"),
        Command(
            "zoom_in", "view", QT_TR_NOOP("Zoom in"), "zoom_in", ("Ctrl++", "Ctrl+="), "ph.magnifying-glass-plus", needs="circuit"
        ),
        Command(
            "zoom_out", "view", QT_TR_NOOP("Zoom out"), "zoom_out", ("Ctrl+-",), "ph.magnifying-glass-minus", needs="circuit"
        ),
        Command(
            "explode",
            "view",
            QT_TR_NOOP("Show scalar links"),
            "explode",
            ("Ctrl+Shift+E",),
            needs="circuit",
            checkable=True,
            gap_after=True,
        ),
        Command("open_sheet", "view", QT_TR_NOOP("Open subcircuit"), "gestures.open_sheet", ("Ctrl+Down",), needs="subcircuit"),
        Command("sheet_up", "view", QT_TR_NOOP("Up to the sheet around"), "sheet_up", ("Ctrl+Up",), needs="inside"),
        Command("next_sheet", "view", QT_TR_NOOP("Next sheet"), "next_sheet", ("Ctrl+Tab",), "", 1, "sheets"),
        Command(
            "previous_sheet",
            "view",
            QT_TR_NOOP("Sheet before"),
            "next_sheet",
            ("Ctrl+Shift+Tab",),
            "",
            -1,
            "sheets",
            gap_after=True,
        ),
        Command("values_live", "view", QT_TR_NOOP("Live values"), "show_live", (), "", "values", "circuit", checkable=True),
        Command("streams_live", "view", QT_TR_NOOP("Live streams"), "show_live", (), "", "streams", "circuit", checkable=True),
        Command(
            "power_live",
            "view",
            QT_TR_NOOP("Live power"),
            "show_live",
            (),
            "",
            "power",
            "circuit",
            checkable=True,
            gap_after=True,
        ),
        Command("light", "view", QT_TR_NOOP("Light theme"), "choose_theme", (), "", "light", checkable=True),
        Command("dark", "view", QT_TR_NOOP("Dark theme"), "choose_theme", (), "", "dark", checkable=True),
        Command(
            "system", "view", QT_TR_NOOP("Theme of the system"), "choose_theme", (), "", "system", checkable=True, gap_after=True
        ),
        Command("language_system", "language", QT_TR_NOOP("As the system"), "choose_language", (), "", "system", checkable=True),
        *(
            Command(f"language_{code}", "language", name, "choose_language", (), "", code, checkable=True)
            for code, name in LANGUAGES.items()
        ),
        Command("reset_layout", "view", QT_TR_NOOP("Reset window layout"), "reset_layout", needs="circuit"),
        Command("run", "run", QT_TR_NOOP("Run"), "run", ("F5",), "ph.play-fill", needs="circuit"),
        Command("pause", "run", QT_TR_NOOP("Pause or go on"), "pause", ("F6",), "ph.pause-fill", needs="circuit"),
        Command("step", "run", QT_TR_NOOP("One picture further"), "step", ("F10",), "ph.caret-double-right", needs="circuit"),
        Command("stop", "run", QT_TR_NOOP("Stop"), "stop", ("Shift+F5",), "ph.stop-fill", needs="circuit"),
        Command("reset", "run", QT_TR_NOOP("Back to the start"), "reset", ("Ctrl+F5",), "ph.skip-back-fill", needs="circuit"),
        Command("play", "run", QT_TR_NOOP("Play back"), "play_back", ("F7",), "ph.play", needs="circuit", gap_after=True),
        Command("save_run", "run", QT_TR_NOOP("Save run…"), "save_run", (), "ph.floppy-disk", needs="circuit"),
        Command("save_snapshot", "run", QT_TR_NOOP("Save snapshot of the end…"), "save_snapshot", needs="circuit"),
        Command("help", "help", QT_TR_NOOP("Help on the component"), "help", ("F1",), "ph.question"),
        Command(
            "equations",
            "help",
            QT_TR_NOOP("Equations of the component"),
            "show_equations",
            ("Shift+F1",),
            "ph.math-operations",
            needs="selection",
        ),
        Command("commands", "help", QT_TR_NOOP("All commands…"), "show_commands", ("Ctrl+K",), "ph.command"),
        Command("shortcuts", "help", QT_TR_NOOP("Keyboard shortcuts"), "show_shortcuts", ("Ctrl+?",)),
        Command("about", "help", QT_TR_NOOP("About Mars"), "show_about"),
    )


COMMANDS = Actions.COMMANDS

# Single keys belong to the drawing: in a field they are letters.
_ON_THE_DRAWING = {"Del", "Backspace", "Return", "Enter", "R", "Shift+R", "X", "Y", "N"}


def build(owner: QWidget, drawing: QWidget, call: Callable[[Command], None]) -> dict[str, QAction]:
    """The actions, by name. Those with single keys work while the drawing has the focus; the others everywhere."""
    actions = {}
    for command in COMMANDS:
        action = QAction(translate("Actions", command.words), owner)
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
        action.setToolTip(f"{action.text()} ({keys})" if keys else action.text())
        actions[command.name] = action
    return actions


def paint_icons(actions: dict[str, QAction], theme: Theme) -> None:
    for command in COMMANDS:
        if command.icon:
            actions[command.name].setIcon(theme.icon(command.icon))


def languages() -> tuple[str, list[Command]]:
    """Title and commands of the menu in the menu «View»."""
    return translate("Actions", Actions.LANGUAGE), [c for c in COMMANDS if c.menu == "language"]


def menus() -> list[tuple[str, list[Command]]]:
    """Titles with their commands in order."""
    return [(translate("Actions", title), [c for c in COMMANDS if c.menu == menu]) for menu, title in Actions.MENUS.items()]
