"""The window during a run: commands that involve several of its parts, and its display of the run."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from ..canvas.scene import SheetScene
from ..document.changes import Change
from ..plots.plot_panel import PlotPanel
from ..problems.problems_panel import ProblemsPanel
from ..runs.run_control import RunControl
from ..view3d import MotionView
from .command_states import can_pause
from .docks import Docks
from .half_typed import HalfTyped
from .status_messages import StatusMessages
from .toolbar import Toolbar


class RunDisplay(QObject):
    """Shows the run in drawing, motion view, toolbar, docks and status bar."""

    def __init__(
        self,
        run_control: RunControl,
        scene: SheetScene,
        motion: MotionView,
        plots: PlotPanel,
        problems: ProblemsPanel,
        docks: Docks,
        toolbar: Toolbar,
        actions: dict[str, QAction],
        messages: StatusMessages,
        half_typed: HalfTyped,
    ):
        super().__init__(run_control)
        self._run_control, self._scene, self._motion, self._plots = run_control, scene, motion, plots
        self._problems, self._docks, self._toolbar, self._actions = problems, docks, toolbar, actions
        self._messages, self._half_typed = messages, half_typed
        run_control.cursor.moved.connect(self._move)
        run_control.results.recording_changed.connect(self._show_results)
        run_control.state_changed.connect(self._show_state)
        run_control.failed.connect(self._show_failure)
        run_control.edits.changed.connect(self._show_change)
        run_control.remarked.connect(lambda words: messages.say(words, lasting=True))
        run_control.edits.pending_changed.connect(scene.set_pending)
        run_control.frames.factor_changed.connect(toolbar.show_factor)
        run_control.document.root_changed.connect(self._edited)
        toolbar.speed_chosen.connect(run_control.set_speed)
        motion.follow(run_control)
        scene.follow(run_control)
        scene.plot_requested.connect(self._plot)

    # Commands

    def run(self) -> None:
        self._half_typed.take()
        self._problems.set_failure(None)
        self._scene.set_failure([], "", 0.0)
        self._docks.bring_up("plots")
        self._run_control.run()

    def reset(self) -> None:
        self._run_control.rewind()
        self._motion.show_start()
        self._toolbar.show_time(0.0)

    def show_live(self, what: str) -> None:
        """Show values, streams or power on the drawing."""
        self._scene.set_live(what, self._actions[f"{what}_live"].isChecked())

    # Signals of the run

    def _move(self, t: float) -> None:
        recording = self._run_control.results.recording
        if recording is not None:
            self._motion.set_coordinates(recording.at(t), t)
        self._toolbar.show_time(t, recording.end if recording is not None else 0.0)
        self._actions["pause"].setEnabled(can_pause(self._run_control))

    def _show_results(self, recording: Any) -> None:
        if recording is None:
            self._scene.set_failure([], "", 0.0)

    def _plot(self, names: list[str]) -> None:
        self._docks.bring_up("plots")
        self._plots.add(names)

    def _show_state(self, state: str) -> None:
        self._toolbar.show_state(state)
        if state == "starting" and not self._run_control.worker.is_warm:
            words = self.tr("Preparing the solver. This takes up to a minute the first time")
            self._messages.say(words, lasting=True)
        elif state == "starting":
            self._messages.say(self.tr("Preparing the run"), lasting=True)
        else:
            self._messages.clear()

    def _show_change(self, change: Any) -> None:
        """Report the effect of an edit during a run."""
        if change["how"] == "refused":
            self._messages.say(self.tr("The run continues without this change: %1").replace("%1", change["words"]))
        elif change["how"] == "rebuilt":
            words = self.tr("Rebuilt. Continuing from t = %1 s.").replace("%1", f"{change['t']:.3f}")
            self._messages.say(f"{words} {change['words']}".strip())

    def _show_failure(self, failure: Any) -> None:
        self._problems.set_failure(failure)
        self._scene.set_failure(failure["components"], failure["message"], failure["t"])
        self._docks.bring_up("problems")
        self._messages.say(failure["message"])

    def _edited(self, change: Change) -> None:
        if self._run_control.state != "starting":
            self._messages.clear()  # messages about the previous drawing may no longer apply
        if change.is_physical and self._motion.playing and not self._run_control.is_active:  # so that the edit is visible
            self._motion.show_start()
            self._toolbar.show_time(0.0)
