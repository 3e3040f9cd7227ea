"""Methods of the commands in `commands`, by command name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ..canvas.gestures.host import GestureHost
from ..theme import CHOICES
from ..translations import language
from .help_windows import help_on_selection, show_about, show_commands, show_equations, show_shortcuts

if TYPE_CHECKING:
    from .main_window import MainWindow

ZOOM_STEP = 1.25  # per click: three clicks about double the size

Methods = dict[str, Callable[[], object]]


def command_methods(window: MainWindow) -> Methods:
    return _file(window) | _edit(window) | _arrange(window.gestures) | _view(window) | _run(window) | _help(window)


def _file(window: MainWindow) -> Methods:
    return {
        "new_planar": partial(window.circuit_commands.new, "planar"),
        "new_spatial": partial(window.circuit_commands.new, "spatial"),
        "start_page": window.page_switch.show_start_page,
        "new_window": window.circuit_commands.new_window,
        "open": window.files.ask_open,
        "save": window.files.save,
        "save_as": window.files.save_as,
        "export": window.circuit_commands.export,
        "close": window.circuit_commands.close_shown,
        "quit": window.close,
    }


def _edit(window: MainWindow) -> Methods:
    gestures, definition_commands, history = window.gestures, window.definition_commands, window.document.undo_stack
    return {
        "undo": history.undo,
        "redo": history.redo,
        "cut": gestures.clipboard.cut,
        "copy": gestures.clipboard.copy,
        "paste": gestures.clipboard.paste,
        "duplicate": gestures.clipboard.duplicate,
        "delete": gestures.selected.delete,
        "select_all": gestures.selected.select_all,
        "rename": gestures.texts.rename,
        "values": gestures.open.component,
        "disable": gestures.selected.toggle_disabled,
        "note": gestures.texts.add_note,
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
        "rotate": partial(gestures.arrange.turn, 1),
        "rotate_back": partial(gestures.arrange.turn, -1),
        "flip_x": partial(gestures.arrange.flip, "x"),
        "flip_y": partial(gestures.arrange.flip, "y"),
        **{f"align_{side}": partial(gestures.arrange.align, side) for side in sides},
        "distribute_x": partial(gestures.arrange.distribute, "x"),
        "distribute_y": partial(gestures.arrange.distribute, "y"),
        "swap": gestures.swap.swap_selected,
        **{f"add_{what}": partial(gestures.build.attach, what) for what in additions},
    }


def _view(window: MainWindow) -> Methods:
    return {
        "fit": window.view.fit,
        "zoom_in": partial(window.view.zoom_by, ZOOM_STEP),
        "zoom_out": partial(window.view.zoom_by, 1 / ZOOM_STEP),
        "explode": partial(_explode, window),
        "open_sheet": window.gestures.open.sheet,
        "sheet_up": window.sheet_bar.go_up,
        "next_sheet": partial(window.sheet_bar.step, 1),
        "previous_sheet": partial(window.sheet_bar.step, -1),
        **{f"{what}_live": partial(window.run_display.show_live, what) for what in ("values", "streams", "power")},
        **{choice: partial(window.appearance.choose_theme, choice) for choice in CHOICES},
        **{f"language_{choice}": partial(window.appearance.choose_language, choice) for choice in language.CHOICES},
        "reset_layout": window.docks.reset,
    }


def _explode(window: MainWindow) -> None:
    window.scene.set_exploded(window.actions_by_name["explode"].isChecked())


def _run(window: MainWindow) -> Methods:
    run_control = window.run_control
    return {
        "run": window.run_display.run,
        "pause": run_control.toggle_pause,
        "step": run_control.step,
        "stop": run_control.stop,
        "reset": window.run_display.reset,
        "play": run_control.playback.toggle,
        "save_run": window.run_files.save,
        "save_snapshot": window.run_files.save_snapshot,
        "memory_limit": window.memory_dialog.ask,
    }


def _help(window: MainWindow) -> Methods:
    return {
        "help": partial(help_on_selection, window),
        "equations": partial(show_equations, window),
        "commands": partial(show_commands, window),
        "shortcuts": partial(show_shortcuts, window, window.actions_by_name),
        "about": partial(show_about, window),
    }
