"""What the window is made of: document, views, docks, bars, and where each of them stands."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QUndoView, QVBoxLayout, QWidget

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
from . import commands as actions
from .commands import Command
from .docks import BOTTOM, LEFT, RIGHT, Docks
from .sheet_bar import SheetBar
from .toolbar import Toolbar


class BaseWindow(QMainWindow):
    """One document and all that shows it. `MainWindow` connects the parts and carries out the commands."""

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
        self.actions_by_name = actions.build(self, self.view, self._call)
        self._make_bars()
        self.setAcceptDrops(True)
        self.resize(1440, 900)
        self.docks.recall()
        geometry = QSettings().value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)

    def _call(self, command: Command) -> None:
        raise NotImplementedError

    def _refresh(self, _: object = None) -> None:
        """Title, and which commands can be used."""
        raise NotImplementedError

    def _take_typing(self) -> None:
        """Half-typed text in a field or popup is entered, as if the field were left."""
        raise NotImplementedError

    def _make_views(self) -> None:
        self.scene = SheetScene(self.document, self.selection, self.theme, self)
        self.view = SheetView(self.scene, self)
        self.gestures = GestureHost(self.view, self.scene, self.document, self.selection, self.theme)
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
        self.history.setEmptyLabel(self.tr("As opened"))
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
        for title, commands in actions.menus():
            menu = self.menuBar().addMenu(title)
            for command in commands:
                menu.addAction(self.actions_by_name[command.name])
                if command.name == "open":
                    self.recent_menu = menu.addMenu(self.tr("Open recent"))
                if command.gap_after:
                    menu.addSeparator()
            if commands[0].menu == "view":
                words, choices = actions.languages()
                menu.addMenu(words).addActions([self.actions_by_name[each.name] for each in choices])
                menu.addSeparator()
                menu.addActions([dock.toggleViewAction() for dock in self.docks.by_name.values()])
        self.statusBar().setSizeGripEnabled(False)  # there from the start: the first message must not push the docks up
