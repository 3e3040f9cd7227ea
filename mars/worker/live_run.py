"""The current run: started or branched, paced, changed and watched while it is being computed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from mars.document.circuit import Circuit
from mars.errors import CircuitError, MarsError, in_words
from mars.messages import Message
from mars.records.live import Changed, Live
from mars.records.real_time import FrameBatch, Paced
from mars.simulation.settings import Settings
from mars.verification.memory_use import is_out_of_memory, out_of_memory
from mars.worker.stored_runs import Archive

Tell = Callable[..., None]


class RunningRun:
    """One run; every error in it becomes an answer."""

    def __init__(self, number: Any, tell: Tell, archive: Archive):
        self.number, self._tell, self._archive = number, tell, archive
        self._paced: Paced | None = None
        self._folder = ""
        self._columns = 0  # counts the different sets of column names sent so far
        self._data: Any = None  # of the newest circuit

    @property
    def is_over(self) -> bool:
        return self._paced is None

    @property
    def is_resting(self) -> bool:
        return self._paced is None or self._paced.is_paused

    def wait(self) -> float:
        """Seconds until the next beat is due."""
        return self._paced.wait() if self._paced is not None else 0.0

    def begin(self, asked: dict[str, Any]) -> bool:
        """Whether a run has started; if not, the reason has been reported."""
        self._data = asked.get("data")
        self._folder = str(asked.get("folder") or "")
        return self._guarded(lambda: self._begin(asked))

    def beat(self) -> None:
        paced = self._paced
        assert paced is not None
        self._guarded(lambda: self._show(paced.beat()))

    def take(self, word: str, content: dict[str, Any]) -> None:
        paced = self._paced
        assert paced is not None
        if word == "pause":
            paced.pause()
        elif word == "resume":
            paced.resume()
        elif word == "speed":
            paced.set_speed(_speed(content.get("speed")))
        elif word == "step":
            paced.pause()
            self._guarded(lambda: self._show(paced.step()))
        elif word == "watch":
            self._guarded(lambda: self._watch(content.get("names", ())))
        elif word == "change":
            self._change(content)
        elif word == "stop":
            self.stop()

    def stop(self) -> None:
        self._end("stopped")

    def _begin(self, asked: dict[str, Any]) -> None:
        circuit = Circuit.from_data(asked["data"])
        names = list(asked.get("names", ()))
        folder = Path(self._folder) if self._folder else None
        branch = asked.get("branch")
        if branch is None:
            live = Live(circuit, folder=folder)
        else:
            live = Live.branch(self._archive.record(str(branch["folder"])), float(branch["t"]), circuit, folder=folder)
        live.watch(names)
        self._paced = Paced(live, _speed(asked.get("speed", 1.0)))
        self._archive.grow(self._folder, live.record)
        described = {"revision": asked.get("revision"), "begin": live.begin, "end": live.end, "t": live.t}
        described["interventions"] = [asdict(each) for each in live.changed.interventions] if live.changed is not None else []
        self._tell("started", run=self.number, units=live.units, variables=live.variables, **described)
        if branch is not None or asked.get("paused"):
            self._show(self._paced.beat())
        if asked.get("paused"):
            self._paced.pause()

    def _watch(self, names: Any) -> None:
        paced = self._paced
        assert paced is not None
        paced.live.watch([str(name) for name in names])
        self._columns += 1
        self._tell("watching", run=self.number, columns=self._columns, units=paced.live.units)

    def _change(self, content: dict[str, Any]) -> None:
        """Continue with another circuit; if that is not possible, the run stays as it is."""
        paced, revision = self._paced, content.get("revision")
        assert paced is not None
        try:
            circuit = Circuit.from_data(content["data"])
            if (until := Settings.of(circuit).until) <= paced.shown:
                self._tell("changed", run=self.number, revision=revision, **self._described(Changed("nothing", until, "", [])))
                self._end("stopped")
                return
            changed = paced.change(circuit)
        except Exception as error:
            answer = {"how": "refused", "t": paced.shown, "words": self._message(error), "interventions": [], **_places(error)}
            self._tell("changed", run=self.number, revision=revision, **answer)
            return
        self._data = content["data"]
        if changed.how == "rebuilt":
            self._columns += 1
        self._tell("changed", run=self.number, revision=revision, **self._described(changed))
        if changed.how == "rebuilt":
            self._guarded(lambda: self._show(paced.look()))

    def _described(self, changed: Changed) -> dict[str, Any]:
        assert self._paced is not None
        live = self._paced.live
        answer: dict[str, Any] = {"how": changed.how, "t": changed.t, "words": changed.words, "end": live.end, "complaints": []}
        answer["interventions"] = [asdict(each) for each in changed.interventions]
        if changed.how == "rebuilt":
            answer |= {"columns": self._columns, "units": live.units, "variables": live.variables}
        return answer

    def _show(self, frames: FrameBatch) -> None:
        paced = self._paced
        assert paced is not None
        if frames.times.size:
            shown = {"times": frames.times, "values": frames.values.astype(np.float64, copy=False)}
            pace = {"factor": frames.factor, "behind": frames.behind}
            self._tell("frames", run=self.number, columns=self._columns, **shown, **pace)
        if paced.is_over and paced.live.status == "failed":
            self._fail(MarsError(paced.live.failure))
        elif paced.is_over:
            self._end(paced.live.status)

    def _message(self, error: Exception) -> str:
        if is_out_of_memory(error):
            live = self._paced.live if self._paced is not None else None
            return out_of_memory(self._data, *((live.steps_taken, live.state_count) if live is not None else ()))
        return error.message if isinstance(error, MarsError) else Message("the run failed: {problem}", problem=in_words(error))

    def _guarded(self, work: Callable[[], None]) -> bool:
        try:
            work()
        except Exception as error:
            self._fail(error)
        return self._paced is not None

    def _end(self, status: str) -> None:
        paced, self._paced = self._paced, None
        if paced is not None:
            paced.live.stop()
            told = {"t": paced.shown, "steps": paced.live.steps_taken, "remarks": paced.live.remarks}
            self._tell("finished", run=self.number, status=status, **told)

    def _fail(self, error: Exception) -> None:
        message = self._message(error)
        paced, self._paced = self._paced, None
        places, known = _places(error), _components_of(self._data)
        spoken_of = [each["where"] for each in places["complaints"]] or re.findall(r"[^\W\d]\w*", str(error))
        components = [name for place in spoken_of if (name := place.split(".", 1)[0]) in known]
        details = places | {"components": list(dict.fromkeys(components))}
        self._tell("failed", run=self.number, message=message, t=paced.shown if paced is not None else 0.0, **details)


def _places(error: Exception) -> dict[str, Any]:
    return {"complaints": [asdict(each) for each in error.complaints] if isinstance(error, CircuitError) else []}


def _speed(value: Any) -> float | None:
    return None if value is None else min(max(float(value), 1e-6), 1e6)


def _components_of(data: Any) -> set[str]:
    """Names of the components, if the data is a circuit."""
    own = data.get("circuit") if isinstance(data, dict) else None
    components = own.get("components") if isinstance(own, dict) else None
    return set(components) if isinstance(components, dict) else set()
