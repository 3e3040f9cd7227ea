"""Help: the page of a kind, all commands, the equations, the table of shortcuts, about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QHeaderView, QMessageBox, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

import mars
from mars.kinds.registry import kind_in

from ..i18n import QT_TRANSLATE_NOOP, translate
from ..inspector.help_page import HelpPage
from ..panels.command_palette import CommandPalette
from ..widgets.plain_text import message_box
from . import commands as actions

if TYPE_CHECKING:
    from .main_window import MainWindow


PAGE_SIZE, TABLE_SIZE = (560, 640), (520, 640)  # pixels of the windows
KEYS_WIDTH = 240  # pixels: «arrow keys; Shift for large steps»


def show_help(window: MainWindow, kind: str) -> None:
    """The help page of a kind, installed or custom."""
    _window_of(window, HelpPage(kind_in(window.document.root, kind) or kind, window.theme), kind, PAGE_SIZE)


def help_on_selection(window: MainWindow) -> None:
    """The page of the selected component's kind; without a selection, the commands."""
    if window.selection.only is None:
        show_commands(window)
    else:
        show_help(window, window.document.circuit.components[window.selection.only].kind)


def show_commands(window: MainWindow) -> None:
    CommandPalette.show_over(window, list(window.actions_by_name.values()))


def show_equations(window: MainWindow) -> None:
    """Show in their dock, with the keyboard focus."""
    window.docks.bring_up("equations")
    window.equations.view.setFocus()


def show_shortcuts(window: MainWindow, by_name: dict[str, QAction]) -> None:
    commands = [command for command in actions.COMMANDS if command.keys]
    table = QTableWidget(len(commands) + len(MOUSE), 2)
    table.setHorizontalHeaderLabels([translate("Help", "Command"), translate("Help", "Keys")])
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    rows = [(by_name[c.name].text().replace("&", ""), _keys(by_name[c.name])) for c in commands]
    rows += [(translate("Help", what), translate("Help", how)) for what, how in MOUSE]
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            table.setItem(row, column, QTableWidgetItem(text))
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
    table.setColumnWidth(1, KEYS_WIDTH)
    _window_of(window, table, translate("Help", "Keyboard shortcuts"), TABLE_SIZE)


def show_about(window: MainWindow) -> None:
    text = translate("Help", "Draw a mechanism as a component circuit and run it.")
    message_box(QMessageBox.Icon.NoIcon, "Mars", f"Mars {mars.__version__}", window, text).open()


MOUSE = (
    (QT_TRANSLATE_NOOP("Help", "Connect"), QT_TRANSLATE_NOOP("Help", "drag from a port to another port or a wire")),
    (QT_TRANSLATE_NOOP("Help", "Add a matching component"), QT_TRANSLATE_NOOP("Help", "drag from a port to empty space")),
    (QT_TRANSLATE_NOOP("Help", "Pan"), QT_TRANSLATE_NOOP("Help", "drag with the middle button, or hold Space and drag")),
    (QT_TRANSLATE_NOOP("Help", "Zoom"), QT_TRANSLATE_NOOP("Help", "mouse wheel")),
    (QT_TRANSLATE_NOOP("Help", "Select multiple"), QT_TRANSLATE_NOOP("Help", "drag a rectangle; Shift adds to the selection")),
    (QT_TRANSLATE_NOOP("Help", "Nudge"), QT_TRANSLATE_NOOP("Help", "arrow keys; Shift for large steps")),
    (QT_TRANSLATE_NOOP("Help", "Operate an input"), QT_TRANSLATE_NOOP("Help", "drag its handle, or press Alt+Up or Alt+Down")),
    (QT_TRANSLATE_NOOP("Help", "Note"), QT_TRANSLATE_NOOP("Help", "double-click empty space")),
)


def _keys(action: QAction) -> str:
    return ", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts())


def _window_of(parent: QWidget, content: QWidget, title: str, size: tuple[int, int]) -> QDialog:
    """A separate modeless window."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.resize(*size)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(12, 12, 12, 12)
    layout.addWidget(content)
    dialog.show()
    return dialog
