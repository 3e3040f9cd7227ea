"""Shows a run on the drawing: requests the variables it needs and shows them at the time cursor, at most 30 times a second."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, QObject, QPoint, QTimer
from PySide6.QtWidgets import QWidget

from mars.errors import Complaint

from ...document.changes import Change
from ..hit_test import Hit
from .flow_item import PHASES
from .flow_layer import FlowLayer
from .hover_values import HoverValues
from .sheet_variables import SheetVariables
from .tag_layer import TagLayer

if TYPE_CHECKING:
    from ...runs.recording import Recording
    from ...runs.run_control import RunControl
    from ..scene import SheetScene

SHORTEST = 33  # ms between two frames
TURNS = 2.5  # chevrons that pass a point per second


class LiveDrawing(QObject):
    """`flows` on the wires, `tags` beside components, `hover` at the mouse. Does nothing without a run."""

    def __init__(self, scene: SheetScene):
        super().__init__(scene)
        self.scene = weakref.proxy(scene)
        self.run_control: RunControl | None = None
        self.flows, self.tags = FlowLayer(scene), TagLayer(scene)
        self.hover = HoverValues(scene)
        self.hover.wanted_changed.connect(self._watch_hovered)
        self.sheet_variables: SheetVariables | None = None  # the run as seen from the sheet; created on demand
        self._failure: tuple[frozenset[str], str, float] = (frozenset(), "", 0.0)  # where, why and when the last run failed
        self._pending: frozenset[str] = frozenset()
        self._known: set[str] = set()  # components at the last drawing
        self._clock, self._since = QElapsedTimer(), QElapsedTimer()
        self._clock.start()
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        scene.document.root_changed.connect(self._edited)
        scene.document.sheet_changed.connect(self._turned)
        scene.document.replaced.connect(self._replaced)

    def follow(self, run_control: RunControl) -> None:
        """Show the run of this run control (`gui/runs/run_control.py`)."""
        self.run_control = run_control
        run_control.cursor.moved.connect(self._later)
        run_control.results.filled.connect(self._later)
        run_control.results.recording_changed.connect(self._other_run)
        run_control.results.variables_changed.connect(self.redraw)
        run_control.state_changed.connect(self._state_changed)
        self.redraw()

    def set_live(self, what: str, on: bool) -> None:
        """Show `values` (chips), `streams` (arrows) or `power` (widths)."""
        if what == "values":
            self.tags.values = on
        elif what == "streams":
            self.flows.streams = on
        elif what == "power":
            self.flows.power = on
        else:
            raise ValueError(f"there is nothing called {what!r} to show")
        self.redraw()

    # Following

    def forget(self) -> None:
        """The items were removed with the scene; `redraw` follows."""
        self.flows.forget()
        self.tags.forget()

    def redraw(self) -> None:
        """Wires, components or variables changed."""
        self.sheet_variables = None
        variables = self.variables
        self._known = set(self.scene.components)
        self.flows.rebuild(variables)
        self.tags.rebuild(variables)
        self.hover.check()
        self._watch("drawing", list(dict.fromkeys([*self.flows.names, *self.tags.names])))
        if self.run_control is not None:
            self.refresh()

    def knows(self, components: Mapping[str, Any]) -> bool:
        """Whether the components are those of the last drawing."""
        return self._known == components.keys()

    def refresh(self) -> None:
        """Update everything to the time cursor."""
        self._soon.stop()
        self._since.start()
        now = self._now()
        phase = int(self._clock.elapsed() / 1000 * TURNS * PHASES) if self._is_running else 0
        self.flows.take(now, phase)
        self.tags.take(now)
        self.hover.take(now)

    @property
    def _is_running(self) -> bool:
        return self.run_control is not None and self.run_control.state == "running"

    @property
    def has_results(self) -> bool:
        return self._recording is not None

    @property
    def _recording(self) -> Recording | None:
        """The current run, if it has results."""
        recording = self.run_control.results.recording if self.run_control is not None else None
        return recording if recording is not None and recording.count > 0 else None

    @property
    def variables(self) -> Mapping[str, str]:
        """All variables with their units, by their names on the sheet."""
        return self._on_sheet().variables

    def run_names(self, names: Iterable[str]) -> list[str]:
        """Names of the sheet's variables in the run."""
        return self._on_sheet().names(names)

    def _on_sheet(self) -> SheetVariables:
        if self.sheet_variables is None:
            known = self.run_control.results.variables if self.run_control is not None else {}
            self.sheet_variables = SheetVariables(self.scene.document, self.scene.layout, known)
        return self.sheet_variables

    def _now(self) -> Mapping[str, float]:
        recording = self._recording
        if recording is None or self.run_control is None:
            return {}
        return self._on_sheet().now(recording.at(self.run_control.cursor.t))

    def _later(self, *_: Any) -> None:
        if not self._soon.isActive():
            passed = self._since.elapsed() if self._since.isValid() else SHORTEST
            self._soon.start(max(0, SHORTEST - passed))

    def _watch(self, owner: str, names: list[str]) -> None:
        if self.run_control is not None:
            self.run_control.results.watch(owner, self.run_names(names))

    def _watch_hovered(self, names: list[str]) -> None:
        self._watch("hover", names)

    def _other_run(self, _: Any) -> None:
        self.flows.start_over()
        if not self.has_results:
            self.hover.close()
        self.redraw()

    def _state_changed(self, state: str) -> None:
        if state == "starting":
            self.scene.set_failure((), "", 0.0)
        self._later()

    def _edited(self, change: Change) -> None:
        if change.is_physical and self._failure[0]:
            self.scene.set_failure((), "", 0.0)

    def _turned(self) -> None:
        """A different sheet is shown, which may use the same names."""
        self.sheet_variables = None
        self.hover.close()
        self.set_pending(self._pending)
        self.scene.set_failure(*self._failure)

    def _replaced(self) -> None:
        self.set_pending(())
        self.scene.set_failure((), "", 0.0)

    # At the mouse

    def tell(self, view: QWidget, hit: Hit, at: QPoint) -> bool:
        """Open the popup for the item under the mouse; False if it has no results."""
        return self.has_results and self.hover.show(view, hit, at, self._now())

    def can_tell(self, hit: Hit) -> bool:
        return self.has_results and self.hover.can_tell(hit)

    # States of components

    @property
    def failures(self) -> dict[str, list[Complaint]]:
        """Where the last run failed, on this sheet."""
        names, words, _ = self._failure
        return {name: [Complaint(name, words, "", code="run")] for name in self._here(names)}

    def set_failure(self, names: Iterable[str], words: str, t: float) -> None:
        self._failure = (frozenset(names), words, t)
        self.tags.set_failed(self.failures, t)

    def set_pending(self, names: Iterable[str]) -> None:
        self._pending = frozenset(names)
        self.tags.set_pending(self._here(self._pending))

    def _here(self, names: Iterable[str]) -> list[str]:
        """Components of this sheet that names of the whole circuit belong to."""
        found = dict.fromkeys(self.scene.document.here(name) for name in names)
        return [name for name in found if name in self.scene.components]
