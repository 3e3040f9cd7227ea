"""The editor's side of the worker process: requests are sent without waiting, answers arrive as signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from mars import worker
from mars.document.circuit import Circuit

from . import memory_limit
from .heartbeat import Heartbeat
from .pending_queries import Answer, PendingQueries
from .worker_process import WorkerProcess

QUIET = 120  # ms without another request before a check is sent
PATIENCE = 15_000  # ms for a check before a newer request ends the process
POLITE = 0.5  # s for the process to end by itself
STOPPING = 3000  # ms for a run to stop by itself, also while the process is still loading the engine
ANSWERS = ("values", "ledger", "equations", "saved", "opened", "refused")  # to numbered queries


class WorkerClient(QObject):
    """One worker, started on demand and restarted after it died. Messages about an earlier run are dropped."""

    ready = Signal()
    warm = Signal()
    report = Signal(object)  # as in docs/worker.md: the revision, the result of `mars check`, nodes, start coordinates
    started = Signal(object)
    frames = Signal(object)
    changed = Signal(object)
    watching = Signal(object)
    finished = Signal(object)
    failed = Signal(object)
    died = Signal(str)  # a message for the user
    logged = Signal(str)

    def __init__(self, parent: QObject | None = None, start: Callable[[], tuple[Any, Connection]] = worker.start):
        super().__init__(parent)
        self._process = WorkerProcess(start, self)
        self._process.received.connect(self._receive)
        self._process.lost.connect(self._lost)
        self._wanted: tuple[int, Circuit] | None = None  # the newest unsent check
        self._unanswered_check: tuple[int, Circuit] | None = None
        self._is_checking = False
        self._holds_checks = False
        self._questions = PendingQueries()
        self._run = 0  # number of the last run
        self._is_running = False
        self._run_signals = {  # by the worker's message name
            "started": self.started,
            "frames": self.frames,
            "changed": self.changed,
            "watching": self.watching,
            "finished": self.finished,
            "failed": self.failed,
        }
        self._is_shut = False
        self.is_warm = False  # right after installation, warming up compiles for a minute
        self._quiet = QTimer(self, singleShot=True, interval=QUIET)
        self._quiet.timeout.connect(self._send_check)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._lose_patience)
        self._asked_run: tuple[str, dict[str, Any]] | None = None  # unanswered
        self._stopping = QTimer(self, singleShot=True, interval=STOPPING)
        self._stopping.timeout.connect(self._end_by_force)
        self.heartbeat = Heartbeat(self._ping, self._is_expecting, lambda: self.is_warm, self)

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive

    @property
    def process_id(self) -> int | None:
        return self._process.id

    def start(self) -> None:
        """Start the process if none is running; it warms up by itself."""
        if self.is_alive or self._is_shut:
            return
        try:
            self._process.start()
        except OSError as error:
            message = self.tr("Could not start the simulation: %1").replace("%1", str(error))
            self._questions.give_up(message)
            self.died.emit(message)
            return
        self.heartbeat.begin()
        self.limit_memory()
        self._ask_again()

    def restart(self) -> None:
        """End a process that does not respond; stored runs stay, unanswered queries are asked again."""
        if not self.is_alive or self._is_shut:
            return
        wanted = self._unanswered_check
        self._drop(0.0)
        self.died.emit(self.tr("The simulation was restarted."))
        self.start()
        if wanted is not None and self._wanted is None:
            self.check(*wanted)

    def limit_memory(self) -> None:
        """Tell the process the limit that the user has chosen."""
        if self.is_alive:
            self._process.send(("limit", {"bytes": memory_limit.chosen()}))

    def _ping(self) -> None:
        self._process.send(("ping", {}))

    def _is_expecting(self) -> bool:
        """Whether the process owes an answer, or is still loading the engine."""
        return self.is_alive and (self._is_running or self._is_checking or bool(self._questions) or not self.is_warm)

    def shutdown(self) -> None:
        """End the process: first on request, then forcibly. Nothing keeps running or starts again."""
        self._is_shut = True
        self._questions.forget()
        self._quiet.stop()
        self._process.send(("quit", {}))
        self._drop(POLITE if not self._is_checking else 0.0)

    # Requests

    def check(self, revision: int, circuit: Circuit) -> None:
        """Request a report on the circuit once the user pauses; only the newest request counts."""
        if not self._is_shut:
            self._wanted = (revision, circuit)
            self._quiet.start()

    def hold_checks(self, held: bool) -> None:
        """During a run a check would delay its frames; it follows afterwards."""
        self._holds_checks = held
        if not held and self._wanted is not None:
            self._quiet.start()

    def run(
        self,
        circuit: Circuit,
        revision: int = 0,
        speed: float | None = 1.0,
        names: Sequence[str] = (),
        folder: Path | None = None,
        branch: tuple[Path, float] | None = None,
    ) -> int:
        """Run the circuit from its start, or from a time of an earlier run (its folder); any other run ends.

        Every message about the run contains its number. Its states are stored in the folder.
        """
        if self.is_warm and self._is_checking and not self._patience.isActive():
            self._drop(0.0)
        self.start()
        self._run += 1
        self._is_running = True
        asked: dict[str, Any] = {"data": circuit.to_data(), "revision": revision, "speed": speed, "names": list(names)}
        if folder is not None:
            asked["folder"] = str(folder)
        if branch is not None:
            asked["branch"] = {"folder": str(branch[0]), "t": branch[1]}
        self._asked_run = ("run", {"run": self._run, **asked})
        self._post("run", **asked)
        self.heartbeat.begin()
        return self._run

    def change(self, circuit: Circuit, revision: int) -> None:
        """Continue with a changed circuit; `changed` reports how."""
        self._post("change", data=circuit.to_data(), revision=revision)

    def watch(self, names: Sequence[str]) -> None:
        """Variables for the frames besides the joint coordinates; `watching` reports from when on."""
        self._post("watch", names=list(names))

    def ask(self, word: str, answer: Answer, **content: Any) -> None:
        """A query about a stored run: values, ledger, equations, save, open, snapshot.
        `answer(word, content)` may be called several times."""
        number = self._questions.add(word, content, answer)
        if not self.is_alive:
            self.start()
        else:
            self._process.send(self._questions.message(number))
            self.heartbeat.begin()

    def _ask_again(self) -> None:
        """Send the queries that the previous process has not answered."""
        lost = self._questions.lost()
        for message in self._questions.unanswered():
            self._process.send(message)
        self._questions.give_up(self.tr("The simulation ended unexpectedly before it responded."), lost)

    def forget(self, folder: Path) -> None:
        """A stored run is no longer needed."""
        if self.is_alive:
            self._process.send(("forget", {"folder": str(folder)}))

    def pause(self) -> None:
        self._post("pause")

    def resume(self) -> None:
        self._post("resume")

    def step(self) -> None:
        """One frame forward; the run is paused."""
        self._post("step")

    def stop(self) -> None:
        """On request; a run that does not respond (during a long computation) is ended with its process."""
        if self.is_alive and self._is_running:
            self._asked_run = None
            self._post("stop")
            self._stopping.start()

    def _end_by_force(self) -> None:
        """With another process, which is warm when the next run is wanted, or makes the run that was asked for meanwhile."""
        asked = self._asked_run
        self._drop(0.0)
        self.start()
        if asked is not None and self.is_alive:
            self._asked_run, self._is_running = asked, True
            self._process.send(asked)

    def set_speed(self, speed: float | None) -> None:
        """Relative to real time; None: as fast as possible."""
        self._post("speed", speed=speed)

    def _post(self, word: str, **content: Any) -> None:
        if self.is_alive and self._is_running:
            self._process.send((word, {"run": self._run, **content}))

    def _send_check(self) -> None:
        """One at a time: the next is sent when the last is answered."""
        if self._wanted is None or self._is_checking or self._holds_checks:
            return
        self.start()
        if not self.is_alive:
            return
        self._unanswered_check, self._wanted = self._wanted, None
        revision, circuit = self._unanswered_check
        self._is_checking = True
        self.heartbeat.begin()
        self._patience.start()
        self._process.send(("check", {"revision": revision, "data": circuit.to_data()}))

    def _lose_patience(self) -> None:
        """The check takes too long, and the circuit has changed meanwhile: do not wait for it."""
        if self.is_warm and self._wanted is not None and not self._is_running:
            self._drop(0.0)
            self._send_check()

    # Answers

    def _receive(self, word: str, content: dict[str, Any]) -> None:
        self.heartbeat.heard()
        if word in ("ready", "warm"):
            self.is_warm = word == "warm"
            (self.ready if word == "ready" else self.warm).emit()
        elif word == "pong":
            return
        elif word == "log":
            self.logged.emit(content["text"])
        elif word == "report":
            self._is_checking, self._unanswered_check = False, None
            self._patience.stop()
            self.report.emit(content)
            if self._wanted is not None and not self._quiet.isActive():
                self._send_check()
        elif word in ANSWERS:
            self._questions.receive(word, content)
        else:
            self._receive_of_run(word, content)

    def _receive_of_run(self, word: str, content: dict[str, Any]) -> None:
        if word in ("started", "finished", "failed"):
            self._stopping.stop()  # it responds
        if content.get("run") == self._run:
            self._asked_run = None
            self._is_running = word not in ("finished", "failed")
            self._run_signals[word].emit(content)

    def _lost(self) -> None:
        code = self._drop(POLITE)
        ended = self.tr("The simulation ended unexpectedly (%1). It will restart when needed.")
        self.died.emit(ended.replace("%1", self.tr("exit code %1").replace("%1", str(code))))
        if self._questions:
            self.start()

    def _drop(self, patience: float) -> int | None:
        """Release the process, dead or alive."""
        self._is_checking = self._is_running = self.is_warm = False
        self._unanswered_check = None
        self.heartbeat.end()
        self._patience.stop()
        self._stopping.stop()
        self._asked_run = None
        return self._process.drop(patience)
