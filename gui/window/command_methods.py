"""What each command of `commands` does: a table of methods by the name of the command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ..canvas.gestures.host import GestureHost
from ..theme import CHOICES
from ..translations import language
from .help_windows import show_about, show_shortcuts

if TYPE_CHECKING:
    from .main_window import MainWindow

Methods = dict[str, Callable[[], object]]


def command_methods(window: MainWindow) -> Methods:
    return _file(window) | _edit(window) | _arrange(window.gestures) | _view(window) | _run(window) | _help(window)


def _file(window: MainWindow) -> Methods:
    return {
        "new_planar": partial(window.new, "planar"),
        "new_spatial": partial(window.new, "spatial"),
        "start_page": window.show_start_page,
        "new_window": window.new_window,
        "open": window.files.ask_open,
        "save": window.files.save,
        "save_as": window.files.save_as,
        "export": window.export,
        "close": window.close_shown,
        "quit": window.close,
    }


def _edit(window: MainWindow) -> Methods:
    gestures, definition_commands, history = window.gestures, window.definition_commands, window.document.undo_stack
    return {
        "undo": history.undo,
        "redo": history.redo,
        "cut": gestures.cut,
        "copy": gestures.copy,
        "paste": gestures.paste,
        "duplicate": gestures.duplicate,
        "delete": gestures.delete,
        "select_all": gestures.select_all,
        "rename": gestures.rename,
        "values": gestures.open_or_edit,
        "disable": gestures.toggle_disabled,
        "note": gestures.add_note,
        "make_subcircuit": definition_commands.make_subcircuit,
        "dissolve": definition_commands.dissolve,
        "definition": definition_commands.properties,
        "new_equations": definition_commands.new_equations,
        "remove_unused": definition_commands.remove_unused,
        "find": window.find_bar.open,
    }


def _arrange(gestures: GestureHost) -> Methods:
    sides = ("left", "centre", "right", "top", "middle", "bottom")
    additions = ("drive", "damper", "spring", "limits")
    return {
        "rotate": partial(gestures.turn, 1),
        "rotate_back": partial(gestures.turn, -1),
        "flip_x": partial(gestures.flip, "x"),
        "flip_y": partial(gestures.flip, "y"),
        **{f"align_{side}": partial(gestures.align, side) for side in sides},
        "distribute_x": partial(gestures.distribute, "x"),
        "distribute_y": partial(gestures.distribute, "y"),
        "swap": gestures.swap_kind,
        **{f"add_{what}": partial(gestures.attach, what) for what in additions},
    }


def _view(window: MainWindow) -> Methods:
    return {
        "fit": window.view.fit,
        "zoom_in": partial(window.view.zoom_by, 1.25),
        "zoom_out": partial(window.view.zoom_by, 0.8),
        "explode": window.explode,
        "open_sheet": window.gestures.open_sheet,
        "sheet_up": window.sheet_bar.go_up,
        "next_sheet": partial(window.sheet_bar.step, 1),
        "previous_sheet": partial(window.sheet_bar.step, -1),
        **{f"{what}_live": partial(window.show_live, what) for what in ("values", "streams", "power")},
        **{choice: partial(window.choose_theme, choice) for choice in CHOICES},
        **{f"language_{choice}": partial(window.choose_language, choice) for choice in language.CHOICES},
        "reset_layout": window.docks.reset,
    }


def _run(window: MainWindow) -> Methods:
    run_control = window.run_control
    return {
        "run": window.run,
        "pause": run_control.toggle_pause,
        "step": run_control.step,
        "stop": run_control.stop,
        "reset": window.reset,
        "play": run_control.playback.toggle,
        "save_run": window.run_files.save,
        "save_snapshot": window.run_files.save_snapshot,
    }


def _help(window: MainWindow) -> Methods:
    return {
        "help": window.help,
        "equations": window.show_equations,
        "commands": window.show_commands,
        "shortcuts": partial(show_shortcuts, window, window.actions_by_name),
        "about": partial(show_about, window),
    }
