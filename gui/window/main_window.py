"""The main window: creates its parts and connects them. Functions that involve several parts have their own classes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QUndoView, QVBoxLayout, QWidget

from mars.errors import MarsError

from ..animation.motion_export import MotionExport
from ..canvas.gestures.host import GestureHost
from ..canvas.scene import SheetScene
from ..canvas.view import SheetView
from ..definitions.definition_commands import DefinitionCommands
from ..definitions.palette_menu import PaletteMenu
from ..document.document import Document
from ..document.selection import Selection
from ..energy.ledger_panel import LedgerPanel
from ..files.circuit_files import CircuitFiles
from ..files.recovery import Recovery
from ..inspector.inspector import Inspector
from ..kinds.custom_kinds import CustomKinds
from ..panels.equations_panel import EquationsPanel
from ..panels.find_bar import FindBar
from ..panels.palette_panel import PalettePanel
from ..panels.topology_panel import TopologyPanel
from ..plots.plot_panel import PlotPanel
from ..problems.problems_panel import ProblemsPanel
from ..runs.run_control import RunControl
from ..runs.run_files import RunFiles
from ..runs.timeline import Timeline
from ..runs.worker_client import WorkerClient
from ..start_page.start_page import StartPage
from ..theme import Theme
from ..view3d import MotionView
from ..widgets.dialogs import Dialogs
from ..widgets.plain_text import menu_text, set_tip
from . import commands
from .appearance import Appearance
from .check_display import CheckDisplay
from .circuit_commands import CircuitCommands
from .command_methods import command_methods
from .command_states import refresh_actions
from .commands import Command
from .docks import BOTTOM, LEFT, RIGHT, Docks
from .half_typed import HalfTyped
from .help_windows import show_help
from .memory_dialog import MemoryDialog
from .page_switch import PageSwitch
from .run_display import RunDisplay
from .sheet_bar import SheetBar
from .start_pose import StartPose
from .status_messages import StatusMessages
from .toolbar import Toolbar
from .unresponsive_notice import UnresponsiveNotice

FIRST_SIZE = (1440, 900)  # pixels of the window at the first start: fits a laptop screen
OUR_FILES = (".mars", ".marsrun")  # can be dropped onto the window


class MainWindow(QMainWindow):
    """One document and everything that shows it."""

    def __init__(self, theme: Theme | None = None, dialogs: Dialogs | None = None):
        super().__init__()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.theme = theme or Theme(app)
        self.document = Document(parent=self)
        self.selection = Selection(self.document, self)
        self.dialogs = dialogs or Dialogs(self)
        self.files = CircuitFiles(self.document, self.dialogs, self)
        self.recovery = Recovery(self.document, self)
        self.worker = WorkerClient(self)
        self.run_control = RunControl(self.document, self.worker, self)
        self.run_files = RunFiles(self.run_control, self.files, self.dialogs, self)
        self._make_views()
        self._make_docks()
        self.actions_by_name = commands.build(self, self.view, self._call)
        self._make_bars()
        self.setAcceptDrops(True)
        self.resize(*FIRST_SIZE)
        self.docks.recall()
        geometry = QSettings().value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        self._make_commands()
        self._methods = command_methods(self)
        self._connect()
        self.page_switch.show_start_page()
        QTimer.singleShot(0, self.worker.start)

    # Parts

    def _make_views(self) -> None:
        self.scene = SheetScene(self.document, self.selection, self.theme, self)
        self.view = SheetView(self.scene, self)
        self.gestures = GestureHost(self.view, self.document, self.selection, self.theme)
        self.view.set_host(self.gestures)
        self.start_page = StartPage(self.theme, self)
        self.find_bar = FindBar(self.document, self.selection, self.theme, self.view)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.start_page)
        self.pages.addWidget(self.view)
        self.sheet_bar = SheetBar(self.document, self.theme, self)
        self.timeline = Timeline(self.run_control, self.theme)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.sheet_bar)
        column.addWidget(self.pages, 1)
        column.addWidget(self.timeline)
        self.setCentralWidget(centre)

    def _make_docks(self) -> None:
        self.custom_kinds = CustomKinds(self.document, self)
        self.definition_commands = DefinitionCommands(
            self.document, self.gestures, self.custom_kinds, self.theme, self.dialogs, self
        )
        self.palette_menu = PaletteMenu(self.definition_commands)
        self.palette_panel = PalettePanel(self.theme, self.document, self.custom_kinds)
        self.motion = MotionView(self.document, self.selection, self.theme)
        self.inspector = Inspector(self.document, self.selection, self.theme)
        self.problems = ProblemsPanel(self.document, self.selection, self.theme)
        self.topology = TopologyPanel(self.document, self.selection, self.theme)
        self.history = QUndoView(self.document.undo_stack)
        self.history.setEmptyLabel(self.tr("Original circuit"))
        self.motion_export = MotionExport(self.motion, self.dialogs, self)
        self.plots = PlotPanel(self.document, self.run_control, self.theme, dialogs=self.dialogs)
        self.ledger = LedgerPanel(self.document, self.selection, self.run_control, self.theme)
        self.equations = EquationsPanel(self.document, self.selection, self.run_control, self.theme)
        contents = [
            ("palette", self.tr("Components"), self.palette_panel, LEFT),
            ("motion", self.tr("Mechanism"), self.motion, RIGHT),
            ("inspector", self.tr("Inspector"), self.inspector, RIGHT),
            ("plots", self.tr("Plots"), self.plots, BOTTOM),
            ("problems", self.tr("Problems"), self.problems, BOTTOM),
            ("ledger", self.tr("Energy"), self.ledger, BOTTOM),
            ("equations", self.tr("Equations"), self.equations, BOTTOM),
            ("topology", self.tr("Topology"), self.topology, BOTTOM),
            ("history", self.tr("History"), self.history, BOTTOM),
        ]
        self.docks = Docks(self, contents)

    def _make_bars(self) -> None:
        self.toolbar = Toolbar(self.actions_by_name, self.theme, self)
        self.addToolBar(self.toolbar)
        for title, shown in commands.menus():
            menu = self.menuBar().addMenu(title)
            for command in shown:
                menu.addAction(self.actions_by_name[command.name])
                if command.name == "open":
                    self.recent_menu = menu.addMenu(self.tr("Open recent"))
                if command.gap_after:
                    menu.addSeparator()
            if shown[0].menu == "view":
                words, choices = commands.languages()
                menu.addMenu(words).addActions([self.actions_by_name[each.name] for each in choices])
                menu.addSeparator()
                menu.addActions([dock.toggleViewAction() for dock in self.docks.by_name.values()])
        self.statusBar().setSizeGripEnabled(False)  # created first: the first message must not move the docks

    def _make_commands(self) -> None:
        """Commands that involve several parts."""
        run_control, results = self.run_control, self.run_control.results
        self.messages = StatusMessages(self.statusBar())
        self.memory_dialog = MemoryDialog(self.worker, self.dialogs, self)
        self.unresponsive = UnresponsiveNotice(self.worker, self)
        self.statusBar().addPermanentWidget(self.unresponsive)
        self.half_typed = HalfTyped(self.gestures, self.inspector, self.definition_commands)
        self.appearance = Appearance(self.theme, self.actions_by_name, self)
        self.page_switch = PageSwitch(
            self.pages, self.start_page, self.view, self.document, self.files, results, self.docks, self.timeline, self.half_typed
        )
        self.circuit_commands = CircuitCommands(
            self.document,
            self.files,
            self.recovery,
            run_control,
            self.page_switch,
            self.view,
            self.sheet_bar,
            self.toolbar,
            self.dialogs,
            self.messages,
        )
        self.check_display = CheckDisplay(self.document, self.worker, results, self.problems, self.topology, self.docks)
        self.start_pose = StartPose(self.document, self.motion, self.inspector, self.scene)
        self.run_display = RunDisplay(
            run_control,
            self.scene,
            self.motion,
            self.plots,
            self.problems,
            self.docks,
            self.toolbar,
            self.actions_by_name,
            self.messages,
            self.half_typed,
        )

    def _connect(self) -> None:
        document, files, say = self.document, self.files, self.messages.say
        for signal in (
            document.path_changed,
            document.modified_changed,
            document.undo_stack.indexChanged,
            document.sheet_changed,
            self.selection.changed,
            self.run_control.state_changed,
            self.page_switch.switched,
        ):
            signal.connect(self._refresh)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        files.settling.connect(self.half_typed.take)
        files.saved.connect(lambda path: say(self.tr("Saved %1").replace("%1", str(path))))
        files.run_chosen.connect(self.run_files.open)
        self.start_page.new_requested.connect(self.circuit_commands.new)
        self.start_page.open_requested.connect(lambda path: files.open(Path(path)) if path else files.ask_open())
        self.start_page.example_requested.connect(lambda path: files.open_copy(Path(path)))
        self.start_page.recovery_requested.connect(self.circuit_commands.recover)
        self.start_page.back_requested.connect(self.page_switch.show_drawing)
        self.palette_panel.place_requested.connect(self.gestures.build.place)
        self.palette_panel.menu_requested.connect(self.palette_menu.open)
        self.inspector.definition_requested.connect(self.definition_commands.properties)
        self.inspector.help_requested.connect(lambda kind: show_help(self, kind))
        self.problems.problems_changed.connect(self.scene.set_problems)
        self.scene.badge_clicked.connect(self.check_display.show_problem)
        for panel in (self.problems, self.topology, self.find_bar):
            panel.show_requested.connect(self.view.show_component)
        self.sheet_bar.came_out.connect(lambda name: self.selection.set([name]))
        self.pages.currentChanged.connect(lambda _: self.sheet_bar.set_wanted(self.page_switch.is_drawing))
        self.gestures.menus.exploded.connect(self.actions_by_name["explode"].setChecked)
        for message in (
            self.definition_commands.message,
            self.problems.refused,
            self.gestures.context.refused,
            self.worker.died,
            self.motion_export.message,
            self.run_files.message,
        ):
            message.connect(say)

    def _call(self, command: Command) -> None:
        """Run a command; a refusal is shown in the status bar."""
        try:
            self._methods[command.name]()
        except MarsError as error:
            self.messages.say(error.message)

    def _refresh(self, _: object = None) -> None:
        """Update the title and the available commands."""
        is_open = self.page_switch.is_drawing
        title = self.document.title if is_open else ""
        title = title.replace("[*]", "[*]" * 2)  # twice is not the mark of unsaved changes
        self.setWindowTitle(f"{title}[*] – Mars" if title else "Mars")
        self.setWindowModified(is_open and self.document.is_modified)
        refresh_actions(self, is_open)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.files.recent():
            set_tip(self.recent_menu.addAction(menu_text(path.name), lambda path=path: self.files.open(path)), str(path))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("No recent files")).setEnabled(False)

    def take_over(self, other: MainWindow) -> None:
        """Take everything that another window has open: circuit, history, runs, selection. It can then be closed without a
        question."""
        other.half_typed.take()
        if other.page_switch.has_circuit:
            chosen, had_page = other.selection, not other.page_switch.is_drawing
            self.files.take_over(other.files)
            self.run_control.take_over(other.run_control)
            self.toolbar.speed.setCurrentIndex(other.toolbar.speed.currentIndex())
            for name, action in self.actions_by_name.items():
                if name.endswith("_live") and other.actions_by_name[name].isChecked():
                    action.trigger()
            self.selection.set(chosen.components, chosen.links, chosen.notes)
            if had_page:
                self.page_switch.show_start_page()
        other.document.undo_stack.setClean()

    # Window events

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_file(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _dropped_file(event)
        if path is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, lambda: self.files.open(path))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.half_typed.take()
        if self.document.is_modified:
            event.ignore()
            self.files.leave(self._leave)
            return
        self._finish()
        event.accept()

    def _leave(self) -> None:
        self.document.undo_stack.setClean()
        QTimer.singleShot(0, self.close)  # not inside the current event

    def remember(self) -> None:
        """Store the window geometry and dock layout."""
        QSettings().setValue("geometry", self.saveGeometry())
        self.docks.remember()

    def _finish(self) -> None:
        self.remember()
        self.run_control.close()
        self.worker.shutdown()
        self.recovery.close()
        self.files.close()


def _dropped_file(event: QDropEvent) -> Path | None:
    """The one circuit or run file being dragged."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and path.suffix.lower() in OUR_FILES else None
