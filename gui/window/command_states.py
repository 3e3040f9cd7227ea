"""Enables and disables commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mars.component.base import Joint
from mars.kinds.registry import kind_in

from ..i18n import translate
from ..runs.run_control import RunControl
from ..widgets.plain_text import menu_text
from . import commands

if TYPE_CHECKING:
    from .main_window import MainWindow


def refresh_actions(window: MainWindow, is_open: bool) -> None:
    """Enable the available actions, and name the entry to undo; `is_open`: a drawing is shown."""
    needs, special = _needs(window, is_open), _special(window, is_open)
    for command in commands.COMMANDS:
        window.actions_by_name[command.name].setEnabled(special.get(command.name, needs[command.needs]))
    stack = window.document.undo_stack
    undone, redone = stack.undoText(), stack.redoText()
    undo = translate("Actions", "Undo {what}").format(what=menu_text(undone)) if undone else translate("Actions", "Undo")
    redo = translate("Actions", "Redo {what}").format(what=menu_text(redone)) if redone else translate("Actions", "Redo")
    window.actions_by_name["undo"].setText(undo)
    window.actions_by_name["redo"].setText(redo)


def _needs(window: MainWindow, is_open: bool) -> dict[str, bool]:
    """By `Command.needs`."""
    selection = window.selection
    return {
        "circuit": is_open,
        "selection": is_open and bool(selection),
        "joint": is_open and _is_joint(window, selection.only or ""),
        "subcircuit": is_open and window.gestures.open.is_subcircuit(selection.only or ""),
        "inside": is_open and bool(window.document.sheet),
        "sheets": is_open and len(window.sheet_bar.open) > 1,
        "": True,
    }


def _special(window: MainWindow, is_open: bool) -> dict[str, bool]:
    """By the name of a command with other requirements."""
    stack, state = window.document.undo_stack, window.run_control.state
    has_results = is_open and window.run_control.results.recording is not None
    return {
        "undo": is_open and stack.canUndo(),
        "redo": is_open and stack.canRedo(),
        "pause": can_pause(window.run_control),
        "stop": state in ("starting", "running", "paused"),
        "reset": is_open and state != "idle",
        "step": is_open and state in ("running", "paused", "finished"),
        "play": is_open and state in ("paused", "finished"),
        "save_run": has_results,
        "save_snapshot": has_results,
    }


def can_pause(run_control: RunControl) -> bool:
    """Pause or resume, also from an earlier time."""
    return run_control.state in ("running", "paused") or run_control.can_continue


def _is_joint(window: MainWindow, name: str) -> bool:
    circuit = window.document.circuit
    kind = kind_in(circuit, circuit.components[name].kind) if name in circuit.components else None
    return kind is not None and issubclass(kind, Joint)
