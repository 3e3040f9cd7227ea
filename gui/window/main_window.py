"""The main window: what its commands do, and how its parts answer each other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QProcess, QSettings, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

from mars.document.circuit import Circuit
from mars.errors import MarsError
from mars.flat_names import shown

from ..canvas.export import export
from ..document.changes import Change
from ..document.new_circuits import NEW
from ..files import recovery
from ..panels.command_palette import CommandPalette
from ..theme import CHOICES, Theme
from ..translations import language
from ..widgets.dialogs import Dialogs
from . import commands
from .command_methods import command_methods
from .command_states import refresh_actions
from .commands import Command
from .help_windows import show_help
from .run_window import RunWindow


class MainWindow(RunWindow):
    """Its parts answer each other; what commands do that concerns several of them."""

    outdated = Signal()  # another language is chosen: the texts of this window stay as they are, so it must be rebuilt

    def __init__(self, theme: Theme | None = None, dialogs: Dialogs | None = None):
        super().__init__(theme, dialogs)
        self._has_circuit = False  # until one is new or opened
        self._methods = command_methods(self)
        self._connect()
        self._paint_icons()
        self.show_start_page()
        QTimer.singleShot(0, self.worker.start)

    def _connect(self) -> None:
        document, files = self.document, self.files
        document.root_changed.connect(self._changed)
        document.replaced.connect(self._ask_for_check)
        for signal in (
            document.path_changed,
            document.modified_changed,
            document.undo_stack.indexChanged,
            document.sheet_changed,
            self.selection.changed,
        ):
            signal.connect(self._refresh)
        self.theme.changed.connect(self._paint_icons)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        files.settling.connect(self._take_typing)
        files.opened.connect(self._opened)
        files.saved.connect(lambda path: self.say(self.tr("Saved %1").replace("%1", str(path))))
        self.start_page.new_requested.connect(self.new)
        self.start_page.open_requested.connect(lambda path: files.open(Path(path)) if path else files.ask_open())
        self.start_page.example_requested.connect(lambda path: files.open_copy(Path(path)))
        self.start_page.recovery_requested.connect(self._recover)
        self.start_page.back_requested.connect(self._show_drawing)
        self.palette_panel.place_requested.connect(self.gestures.place)
        self.palette_panel.menu_requested.connect(self.palette_menu.open)
        self.inspector.definition_requested.connect(self.definition_commands.properties)
        self.definition_commands.message.connect(self.say)
        self.problems.problems_changed.connect(self.scene.set_problems)
        self.problems.counts.connect(self._show_counts)
        self.problems.show_requested.connect(self.view.show_component)
        self.problems.refused.connect(self.say)
        self.topology.show_requested.connect(self.view.show_component)
        self.scene.badge_clicked.connect(self._show_problem)
        self.find_bar.show_requested.connect(self.view.show_component)
        self.sheet_bar.came_out.connect(lambda name: self.selection.set([name]))
        self.pages.currentChanged.connect(lambda _: self.sheet_bar.set_wanted(self.pages.currentWidget() is self.view))
        self.motion.poses_changed.connect(self._assembled)
        self.motion.tree_changed.connect(lambda _: self._show_freedoms())
        document.sheet_changed.connect(self._turned)
        self.inspector.help_requested.connect(lambda kind: show_help(self, kind))
        self.gestures.refused.connect(self.say)
        self.gestures.exploded.connect(self.actions_by_name["explode"].setChecked)
        self.worker.report.connect(self._report)
        self.worker.died.connect(self.say)
        self._connect_run()

    def _call(self, command: Command) -> None:
        """Carry out a command; a refusal is shown in the status bar."""
        try:
            self._methods[command.name]()
        except MarsError as error:
            self.say(error.message)

    # Commands

    def new(self, what: str) -> None:
        self.files.new(NEW[what]())

    def close_circuit(self) -> None:
        """Close the circuit after its changes are saved or discarded."""

        def close() -> None:
            self.document.replace(Circuit())
            self._has_circuit = False
            self.files.close()
            self.show_start_page()

        self.files.leave(close)

    def close_shown(self) -> None:
        """The tab of a subcircuit, or the whole circuit."""
        if self.document.sheet:
            self.sheet_bar.close_tab(self.document.sheet)
        else:
            self.close_circuit()

    def new_window(self) -> None:
        QProcess.startDetached(sys.executable, ["-m", "mars", "edit", "--language", language.current()])

    def export(self) -> None:
        path = self.document.path
        proposed = path.with_suffix(".svg") if path is not None else self.files.proposed(".svg")

        def write(path: Path) -> None:
            try:
                export(self.document.circuit, path, "light")  # for paper and pages, whatever the screen looks like
                self.say(self.tr("Wrote %1").replace("%1", str(path)))
            except MarsError as error:
                self.dialogs.tell(self.tr("The drawing could not be written"), error.message)

        self.dialogs.ask_save_path(proposed, write, "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)")

    def explode(self) -> None:
        self.scene.set_exploded(self.actions_by_name["explode"].isChecked())

    def choose_theme(self, choice: str) -> None:
        self.theme.choose(choice)
        self._paint_icons()  # the chosen one keeps its mark when it is chosen again

    def choose_language(self, choice: str) -> None:
        """The whole window is rebuilt in the other language; what is open stays open."""
        before = language.current()
        language.choose(choice)
        self._paint_icons()
        if language.current() != before:
            QTimer.singleShot(0, self.outdated.emit)  # not from within the menu that goes

    def take_over(self, other: MainWindow) -> None:
        """All that another window has open: circuit, history, runs, selection. It can be closed without a question then."""
        other._take_typing()
        if other._has_circuit:
            chosen, had_page = other.selection, other.pages.currentWidget() is other.start_page
            self.files.take_over(other.files)
            self.run_control.take_over(other.run_control)
            self.toolbar.speed.setCurrentIndex(other.toolbar.speed.currentIndex())
            for name, action in self.actions_by_name.items():
                if name.endswith("_live") and other.actions_by_name[name].isChecked():
                    action.trigger()
            self.selection.set(chosen.components, chosen.links, chosen.notes)
            if had_page:
                self.show_start_page()
        other.document.undo_stack.setClean()

    def help(self) -> None:
        """The page of the selected component's kind; without one, the commands."""
        if self.selection.only is None:
            self.show_commands()
        else:
            show_help(self, self.document.circuit.components[self.selection.only].kind)

    def show_equations(self) -> None:
        """In their dock, which has the keyboard then."""
        self.docks.bring_up("equations")
        self.equations.view.setFocus()

    def show_commands(self) -> None:
        CommandPalette.show_over(self, list(self.actions_by_name.values()))

    def show_start_page(self) -> None:
        self._take_typing()
        self.start_page.set_present(self.document.title if self._has_circuit else "")
        self.start_page.set_recent(self.files.recent())
        self.start_page.set_recoveries(recovery.unsaved_work())
        self.docks.put_away()
        self.pages.setCurrentWidget(self.start_page)
        self.timeline.setVisible(False)
        self._refresh()

    # Signals of the parts

    def _opened(self) -> None:
        self._has_circuit = True
        self.run_control.reset()
        self.toolbar.show_time(0.0)
        self._show_drawing()
        QTimer.singleShot(0, self.view.fit)  # once the layout has settled

    def _show_drawing(self) -> None:
        self.pages.setCurrentWidget(self.view)
        self.timeline.setVisible(self.run_control.recording is not None)
        self.docks.put_back()
        self.view.setFocus()
        self._refresh()

    def _recover(self, found: Any) -> None:
        try:
            circuit = found.circuit()
        except MarsError as error:
            self.dialogs.tell(self.tr("This snapshot cannot be read"), error.message)
            return

        def shown() -> None:
            self.recovery.write()
            found.discard()

        self.files.recover(circuit, found.path, shown)

    def _changed(self, change: Change) -> None:
        if self.run_control.state != "starting":
            self.statusBar().clearMessage()  # messages about the drawing before may no longer hold
        if not change.is_physical:
            return
        self._ask_for_check()
        if self.motion.playing and not self.run_control.is_active:  # so that the edit can be seen
            self.motion.show_start()
            self.toolbar.show_time(0.0)

    def _assembled(self, poses: Any) -> None:
        if self.motion.playing is None:
            self.inspector.set_assembled(self.document.on_sheet(poses.coordinates))

    def _turned(self) -> None:
        """Another sheet is shown."""
        self._show_freedoms()
        self._assembled(self.motion.poses)

    def _show_freedoms(self) -> None:
        freedoms = {shown(joint): state for joint, state in self.motion.tree.freedoms().items()}
        self.scene.set_freedoms(self.document.on_sheet(freedoms))

    def _ask_for_check(self) -> None:
        self.worker.check(self.document.revision, self.document.root)

    def _report(self, report: Any) -> None:
        self.run_control.set_checked_variables(report["variables"])
        self.problems.set_report(report)
        self.topology.set_report(report)

    def _show_problem(self, name: str) -> None:
        self.docks.bring_up("problems")
        self.problems.show_of(name)

    def _show_counts(self, errors: int, warnings: int) -> None:
        count = errors + warnings
        title = self.tr("Problems")
        self.docks["problems"].setWindowTitle(f"{title} ({count})" if count else title)

    def _refresh(self, _: object = None) -> None:
        """Title, and which commands can be used."""
        is_open = self.pages.currentWidget() is self.view
        title = self.document.title if is_open else ""
        self.setWindowTitle(f"{title}[*] – Mars" if title else "Mars")
        self.setWindowModified(is_open and self.document.is_modified)
        refresh_actions(self, is_open)

    def _paint_icons(self) -> None:
        commands.paint_icons(self.actions_by_name, self.theme)
        for choice in CHOICES:
            self.actions_by_name[choice].setChecked(choice == self.theme.choice)
        for choice in language.CHOICES:
            self.actions_by_name[f"language_{choice}"].setChecked(choice == language.chosen())
        run = self.actions_by_name["run"]
        run.setIcon(self.theme.icon("ph.play-fill", "good"))

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.files.recent():
            self.recent_menu.addAction(path.name, lambda path=path: self.files.open(path)).setToolTip(str(path))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("None yet")).setEnabled(False)

    # Events of the window

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_file(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _dropped_file(event)
        if path is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, lambda: self.files.open(path))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._take_typing()
        if self.document.is_modified:
            event.ignore()
            self.files.leave(self._leave)
            return
        self._finish()
        event.accept()

    def _take_typing(self) -> None:
        """Half-typed text in a field or popup is entered, as if the field were left."""
        self.gestures.close_popup()
        self.inspector.commit_half_typed()
        self.definition_commands.commit_half_typed()

    def _leave(self) -> None:
        self.document.undo_stack.setClean()
        QTimer.singleShot(0, self.close)  # not from within the event that asked

    def remember(self) -> None:
        """Where it stands and how its docks lie."""
        QSettings().setValue("geometry", self.saveGeometry())
        self.docks.remember()

    def _finish(self) -> None:
        self.remember()
        self.run_control.close()
        self.worker.shutdown()
        self.recovery.close()
        self.files.close()


def _dropped_file(event: QDropEvent) -> Path | None:
    """The one file of ours that is being dragged."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and path.suffix.lower() in (".mars", ".marsrun") else None
