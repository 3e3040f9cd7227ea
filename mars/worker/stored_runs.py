"""Stored runs: any variable at any time, the energy ledger, files. A run is identified by the folder that holds its states."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mars.errors import MarsError, in_words
from mars.records.record import Record

if TYPE_CHECKING:
    from mars.worker.equations import Equations

SLICE = 256  # times evaluated before the run gets its turn again
OPEN = 4  # runs kept open
SAMPLES = 2001  # of a run from a file, initially


class Archive:
    """Processes requests in small pieces between the steps of a run; each answer carries the number of its request."""

    def __init__(self, tell: Callable[..., None]):
        self._tell = tell
        self._runs: OrderedDict[str, Callable[[], Record]] = OrderedDict()  # by folder
        self._growing = ""  # folder of the current run, which is still growing
        self._asked: deque[tuple[str, dict[str, Any]]] = deque()
        self._answers: dict[str, Callable[[dict[str, Any]], None]] = {
            "values": self._values,
            "ledger": self._ledger,
            "equations": self._equations,
            "save": self._save,
            "open": self._open,
            "snapshot": self._snapshot,
        }

    @property
    def has_work(self) -> bool:
        return bool(self._asked)

    def grow(self, folder: str, record: Callable[[], Record]) -> None:
        """Register a run that has just started; the function returns its current record."""
        self._growing = folder
        self._keep(folder, record)

    def _keep(self, folder: str, record: Callable[[], Record]) -> None:
        self._runs[folder] = record
        spare = [each for each in self._runs if each not in (folder, self._growing)]
        for each in spare[: max(0, len(self._runs) - OPEN)]:
            del self._runs[each]

    def record(self, folder: str) -> Record:
        """The run in a folder, including runs of an earlier worker."""
        if folder not in self._runs:
            loaded = Record.load(Path(folder))
            self._keep(folder, lambda: loaded)
        self._runs.move_to_end(folder)
        return self._runs[folder]()

    def take(self, word: str, content: dict[str, Any]) -> None:
        if word == "forget":
            self._runs.pop(str(content.get("folder")), None)
        else:
            self._asked.append((word, content))

    def work(self) -> None:
        """Process a piece of the oldest request."""
        word, content = self._asked.popleft()
        try:
            self._answers[word](content)
        except Exception as error:
            words = error.message if isinstance(error, MarsError) else in_words(error)
            self._tell("refused", request=word, id=content.get("id"), words=words)

    def _values(self, content: dict[str, Any]) -> None:
        times = np.asarray(content["times"], dtype=float)
        names, now = [str(name) for name in content["names"]], times[:SLICE]
        values = self.record(str(content["folder"])).at(now, names)
        self._tell("values", id=content.get("id"), names=names, times=now, values=values, is_last=times.size <= SLICE)
        if times.size > SLICE:
            self._asked.append(("values", content | {"times": times[SLICE:]}))

    def _ledger(self, content: dict[str, Any]) -> None:
        record, until = self.record(str(content["folder"])), content.get("until")
        if (part := record.part_without_ledger(until)) is not None:  # a run with many changes has many parts
            part.ledger()
            self._asked.append(("ledger", content))
            return
        ledger = record.ledger(until)
        names = ("component", "supplied", "received", "stored", "lost", "residual")
        entries = [{name: getattr(entry, name) for name in names} for entry in ledger.entries]
        whole = {name: getattr(ledger, name) for name in ("supplied", "stored", "lost", "residual", "relative_residual", "noise")}
        whole["families"] = [vars(sums) for sums in ledger.families]
        whole["converters"] = [{"component": entry.component, "taken": dict(entry.taken)} for entry in ledger.converters]
        self._tell("ledger", id=content.get("id"), entries=entries, **whole)

    def _equations(self, content: dict[str, Any]) -> None:
        """Equations of a component: at a time of a run, or, given circuit data, at its start."""
        name = str(content["name"])
        if content.get("folder"):
            found = self._sheets.of_run(self.record(str(content["folder"])), name, float(content["t"]))
        else:
            found = self._sheets.of_drawing(content["data"], name)
        self._tell("equations", id=content.get("id"), name=name, **found)

    @cached_property
    def _sheets(self) -> Equations:
        from mars.worker.equations import Equations

        return Equations()

    def _save(self, content: dict[str, Any]) -> None:
        self._until(content).save(Path(content["path"]))
        self._tell("saved", id=content.get("id"), path=str(content["path"]))

    def _until(self, content: dict[str, Any]) -> Record:
        """A run, up to the time already shown to the user."""
        record, until = self.record(str(content["folder"])), content.get("until")
        return record if until is None else record.until(float(until))

    def _open(self, content: dict[str, Any]) -> None:
        """Open a file; its states stay where they are, the path identifies the run."""
        path = str(content["path"])
        self._runs.pop(path, None)  # the file may have been rewritten
        record = self.record(path)
        interventions = [vars(each) for each in record.interventions]
        end = max(record.end, record.settings.until)  # the intended end: the run may be continued
        described = {"begin": record.begin, "end": end, "status": record.status, "failure": record.failure}
        described |= {"data": record.parts[-1].circuit.to_data(), "physics": record.parts[-1].circuit.physics_hash()}
        coordinates = {name: record.variables[name] for name in record.coordinates if name in record.variables}
        described |= {"title": record.title, "interventions": interventions, "units": coordinates, "variables": record.variables}
        times = np.linspace(record.begin, record.end, SAMPLES)
        self._tell("opened", id=content.get("id"), path=path, times=times, **described)

    def _snapshot(self, content: dict[str, Any]) -> None:
        """Save the final state of a run to a file from which `mars run --resume` can continue."""
        self._until(content).snapshot().save(content["path"])
        self._tell("saved", id=content.get("id"), path=str(content["path"]))
