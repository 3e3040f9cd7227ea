"""The editor's side of the worker process: requests go out without waiting, answers come back as signals."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from mars import worker
from mars.document.circuit import Circuit

from .pending_queries import Answer, PendingQueries

QUIET = 120  # milliseconds without another wish before a check is sent
PATIENCE = 15_000  # milliseconds for a check before a newer wish ends the process
POLL = 8  # milliseconds, where a pipe cannot be watched
AT_ONCE = 64  # answers taken before the window has its turn again
POLITE = 0.5  # seconds to end by itself
STOPPING = 3000  # milliseconds for a run to stop by itself
ANSWERS = ("values", "ledger", "equations", "saved", "opened", "refused")  # to questions that carry a number


class WorkerClient(QObject):
    """One worker, started when it is first needed and again when it died. What is said about an earlier run is dropped."""

    ready = Signal()
    warm = Signal()
    report = Signal(object)  # as docs/worker.md has it: the revision, what `mars check` says, nodes, start coordinates
    started = Signal(object)
    frames = Signal(object)
    changed = Signal(object)
    watching = Signal(object)
    finished = Signal(object)
    failed = Signal(object)
    died = Signal(str)  # in words for the user
    logged = Signal(str)

    def __init__(self, parent: QObject | None = None, start: Callable[[], tuple[Any, Connection]] = worker.start):
        super().__init__(parent)
        self._start = start
        self._process: Any = None
        self._connection: Connection | None = None
        self._watch: QSocketNotifier | QTimer | None = None
        self._outbox: SimpleQueue[Any] = SimpleQueue()
        self._sender: threading.Thread | None = None
        self._wanted: tuple[int, Circuit] | None = None  # the newest check that has not been sent
        self._is_checking = False
        self._holds_checks = False
        self._questions = PendingQueries()
        self._run = 0  # number of the last run
        self._is_running = False
        self._run_signals = {  # by the word of the worker's message
            "started": self.started,
            "frames": self.frames,
            "changed": self.changed,
            "watching": self.watching,
            "finished": self.finished,
            "failed": self.failed,
        }
        self._is_shut = False
        self.is_warm = False  # right after installing, warming up means compiling for a minute
        self._quiet = QTimer(self, singleShot=True, interval=QUIET)
        self._quiet.timeout.connect(self._send_check)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._lose_patience)
        self._asked_run: tuple[str, dict[str, Any]] | None = None  # that has not been answered
        self._stopping = QTimer(self, singleShot=True, interval=STOPPING)
        self._stopping.timeout.connect(self._end_by_force)

    @property
    def is_alive(self) -> bool:
        return self._connection is not None

    @property
    def process_id(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start the process, if there is none; it warms up by itself."""
        if self._connection is not None or self._is_shut:
            return
        try:
            self._process, self._connection = self._start()
        except OSError as error:
            said = self.tr("The simulation cannot be started: %1").replace("%1", str(error))
            self._questions.give_up(said)
            self.died.emit(said)
            return
        self._outbox = SimpleQueue()
        self._sender = threading.Thread(target=_deliver, args=(self._connection, self._outbox), daemon=True)
        self._sender.start()
        if os.name == "posix":
            self._watch = QSocketNotifier(self._connection.fileno(), QSocketNotifier.Type.Read, self)
            self._watch.activated.connect(self._read)
        else:
            self._watch = QTimer(self, interval=POLL)
            self._watch.timeout.connect(self._read)
            self._watch.start()
        self._ask_again()

    def shutdown(self) -> None:
        """End the process: politely, then not. Nothing is left running, and nothing starts again."""
        self._is_shut = True
        self._questions.forget()
        self._quiet.stop()
        self._outbox.put(("quit", {}))
        self._drop(POLITE if not self._is_checking else 0.0)

    # Requests

    def check(self, revision: int, circuit: Circuit) -> None:
        """Ask for a report on the circuit as it is when the hand rests; only the newest wish counts."""
        if not self._is_shut:
            self._wanted = (revision, circuit)
            self._quiet.start()

    def hold_checks(self, held: bool) -> None:
        """While a run goes on a check would delay its pictures; it is made up for afterwards."""
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
        """Run the circuit from its start, or from a time of an earlier run (its folder); another run ends.

        The number of the run is in all that is said about it. Its states are kept in the folder.
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
        return self._run

    def change(self, circuit: Circuit, revision: int) -> None:
        """Go on with another circuit; `changed` tells how."""
        self._post("change", data=circuit.to_data(), revision=revision)

    def watch(self, names: Sequence[str]) -> None:
        """Variables that frames hold besides the joint coordinates; `watching` tells from where on."""
        self._post("watch", names=list(names))

    def ask(self, word: str, answer: Answer, **content: Any) -> None:
        """A question about a stored run: values, ledger, equations, save, open, snapshot.
        `answer(word, content)` may come in pieces."""
        number = self._questions.add(word, content, answer)
        if self._connection is None:
            self.start()
        else:
            self._outbox.put(self._questions.message(number))

    def _ask_again(self) -> None:
        """What the process before has not answered."""
        lost = self._questions.lost()
        for message in self._questions.unanswered():
            self._outbox.put(message)
        self._questions.give_up(self.tr("The simulation ended unexpectedly while it looked for the answer."), lost)

    def forget(self, folder: Path) -> None:
        """Nobody asks about a stored run any more."""
        if self._connection is not None:
            self._outbox.put(("forget", {"folder": str(folder)}))

    def pause(self) -> None:
        self._post("pause")

    def resume(self) -> None:
        self._post("resume")

    def step(self) -> None:
        """One picture further; the run is paused."""
        self._post("step")

    def stop(self) -> None:
        """Politely; a run that does not listen (in the middle of a long calculation) is ended with its process."""
        if self._connection is not None and self._is_running:
            self._asked_run = None
            self._post("stop")
            if self.is_warm:  # else it compiles, which is done once
                self._stopping.start()

    def _end_by_force(self) -> None:
        asked = self._asked_run  # meanwhile
        self._drop(0.0)
        if asked is not None:
            self.start()
            self._is_running = True
            self._outbox.put(asked)

    def set_speed(self, speed: float | None) -> None:
        """Against the clock; None: as fast as possible."""
        self._post("speed", speed=speed)

    def _post(self, word: str, **content: Any) -> None:
        if self._connection is not None and self._is_running:
            self._outbox.put((word, {"run": self._run, **content}))

    def _send_check(self) -> None:
        """One at a time: the next goes when the last is answered."""
        if self._wanted is None or self._is_checking or self._holds_checks:
            return
        self.start()
        if self._connection is None:
            return
        (revision, circuit), self._wanted = self._wanted, None
        self._is_checking = True
        self._patience.start()
        self._outbox.put(("check", {"revision": revision, "data": circuit.to_data()}))

    def _lose_patience(self) -> None:
        """The check takes too long; whoever has changed the circuit meanwhile need not wait for it."""
        if self.is_warm and self._wanted is not None and not self._is_running:
            self._drop(0.0)
            self._send_check()

    # Answers

    def _read(self) -> None:
        for _ in range(AT_ONCE):
            connection = self._connection
            try:
                if connection is None or not connection.poll(0):
                    return
                word, content = connection.recv()
            except (EOFError, OSError):
                self._lost()
                return
            self._receive(word, content)

    def _receive(self, word: str, content: dict[str, Any]) -> None:
        if word in ("ready", "warm"):
            self.is_warm = word == "warm"
            (self.ready if word == "ready" else self.warm).emit()
        elif word == "log":
            self.logged.emit(content["text"])
        elif word == "report":
            self._is_checking = False
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
            self._stopping.stop()  # it listens
        if content.get("run") == self._run:
            self._asked_run = None
            self._is_running = word not in ("finished", "failed")
            self._run_signals[word].emit(content)

    def _lost(self) -> None:
        code = self._drop(POLITE)
        ended = self.tr("The simulation ended unexpectedly (%1). It starts again when it is needed.")
        self.died.emit(ended.replace("%1", self.tr("code %1").replace("%1", str(code))))
        if self._questions:
            self.start()

    def _drop(self, patience: float) -> int | None:
        """Let go of the process, dead or alive."""
        process, connection, sender, watch = self._process, self._connection, self._sender, self._watch
        self._process = self._connection = self._sender = self._watch = None
        self._is_checking = self._is_running = False
        self._patience.stop()
        self._stopping.stop()
        self._asked_run = None
        if process is None or connection is None or sender is None or watch is None:
            return None
        watch.setEnabled(False) if isinstance(watch, QSocketNotifier) else watch.stop()
        watch.deleteLater()
        process.join(patience)
        if process.is_alive():
            process.kill()
            process.join()
        self._outbox.put(None)
        sender.join()
        connection.close()
        code = process.exitcode
        process.close()
        return code


def _deliver(connection: Connection, outbox: SimpleQueue[Any]) -> None:
    """A thread's work: a full pipe keeps nobody else waiting."""
    try:
        while (message := outbox.get()) is not None:
            connection.send(message)
    except OSError:
        return
