"""The window while something runs: commands of the run, and what it shows of it."""

from __future__ import annotations

from typing import Any

from mars.translation import languages

from .base_window import BaseWindow


class RunWindow(BaseWindow):
    """A `BaseWindow` that runs its circuit; `MainWindow` adds everything else."""

    def _connect_run(self) -> None:
        run = self.run_control
        run.moved.connect(self._move)
        run.recording_changed.connect(self._show_results)
        run.state_changed.connect(self._run_state)
        run.failed.connect(self._run_failed)
        run.changed.connect(self._run_changed)
        run.remarked.connect(lambda words: self.say(words, lasting=True))
        run.edits.pending_changed.connect(self.scene.set_pending)
        run.factor_changed.connect(self.toolbar.show_factor)
        self.toolbar.speed_chosen.connect(run.set_speed)
        self.motion.follow(run)
        self.scene.follow(run)
        self.scene.plot_requested.connect(self._plot)
        self.motion_export.message.connect(self.say)
        self.run_files.message.connect(self.say)
        self.files.run_chosen.connect(self.run_files.open)

    def say(self, text: str, lasting: bool = False) -> None:
        """A sentence in the status bar, for a while or until the next one."""
        self.statusBar().showMessage(languages.message(text), 0 if lasting else 10_000)

    # Commands

    def run(self) -> None:
        self._take_typing()
        self.problems.set_failure(None)
        self.scene.set_failure([], "", 0.0)
        self.docks.bring_up("plots")
        self.run_control.run()

    def reset(self) -> None:
        self.run_control.rewind()
        self.motion.show_start()
        self.toolbar.show_time(0.0)

    def show_live(self, what: str) -> None:
        """Values, streams or power on the drawing."""
        self.scene.set_live(what, self.actions_by_name[f"{what}_live"].isChecked())

    # Signals of the run

    def _move(self, t: float) -> None:
        recording = self.run_control.recording
        if recording is not None:
            self.motion.set_coordinates(recording.at(t), t)
        self.toolbar.show_time(t, recording.end if recording is not None else 0.0)
        self.actions_by_name["pause"].setEnabled(self.can_pause)

    def _show_results(self, recording: Any) -> None:
        if recording is None:
            self.scene.set_failure([], "", 0.0)

    def _plot(self, names: list[str]) -> None:
        self.docks.bring_up("plots")
        self.plots.add(names)

    def _run_state(self, state: str) -> None:
        self.toolbar.show_state(state)
        if state == "starting" and not self.worker.is_warm:
            words = self.tr("Preparing the solver. Only the first time after installing this takes up to a minute")
            self.say(words, lasting=True)
        elif state == "starting":
            self.say(self.tr("Preparing the run"), lasting=True)
        else:
            self.statusBar().clearMessage()
        self._refresh()

    def _run_changed(self, change: Any) -> None:
        """What became of an edit while it runs."""
        if change["how"] == "refused":
            self.say(self.tr("The run goes on as it was before this change: %1").replace("%1", change["words"]))
        elif change["how"] == "rebuilt":
            words = self.tr("Rebuilt; the run goes on from t = %1 s.").replace("%1", f"{change['t']:.3f}")
            self.say(f"{words} {change['words']}".strip())

    def _run_failed(self, failure: Any) -> None:
        self.problems.set_failure(failure)
        self.scene.set_failure(failure["components"], failure["message"], failure["t"])
        self.docks.bring_up("problems")
        self.say(failure["message"])

    @property
    def can_pause(self) -> bool:
        """Pause or resume, also from an earlier time."""
        return self.run_control.state in ("running", "paused") or self.run_control.can_continue
