"""The editor's side of the worker process: requests go out without waiting, answers come back as signals."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from mars import worker
from mars.circuit import Circuit

QUIET = 120  # milliseconds without another wish before a check is sent
PATIENCE = 15_000  # milliseconds for a check before a newer wish ends the process
POLL = 8  # milliseconds, where a pipe cannot be watched
AT_ONCE = 64  # answers taken before the window has its turn again
POLITE = 0.5  # seconds to end by itself


class WorkerClient(QObject):
    """One worker, started when it is first needed and again when it died. What is said about an earlier run is dropped."""

    ready = Signal()
    warm = Signal()
    report = Signal(object)  # as docs/worker.md has it: the revision, what `mars check` says, nodes, start coordinates
    started = Signal(object)
    frames = Signal(object)
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
        self._postman: threading.Thread | None = None
        self._wanted: tuple[int, Circuit] | None = None  # the newest check that has not been sent
        self._is_checking = False
        self._run = 0  # number of the last run
        self._is_running = False
        self._is_shut = False
        self.is_warm = False  # right after installing, warming up means compiling for a minute
        self._quiet = QTimer(self, singleShot=True, interval=QUIET)
        self._quiet.timeout.connect(self._send_check)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._lose_patience)

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
            self.died.emit(self.tr("The simulation cannot be started: %1").replace("%1", str(error)))
            return
        self._outbox = SimpleQueue()
        self._postman = threading.Thread(target=_deliver, args=(self._connection, self._outbox), daemon=True)
        self._postman.start()
        if os.name == "posix":
            self._watch = QSocketNotifier(self._connection.fileno(), QSocketNotifier.Type.Read, self)
            self._watch.activated.connect(self._read)
        else:
            self._watch = QTimer(self, interval=POLL)
            self._watch.timeout.connect(self._read)
            self._watch.start()

    def shutdown(self) -> None:
        """End the process: politely, then not. Nothing is left running, and nothing starts again."""
        self._is_shut = True
        self._quiet.stop()
        self._outbox.put(("quit", {}))
        self._drop(POLITE if not self._is_checking else 0.0)

    # Requests

    def check(self, revision: int, circuit: Circuit) -> None:
        """Ask for a report on the circuit as it is when the hand rests; only the newest wish counts."""
        if not self._is_shut:
            self._wanted = (revision, circuit)
            self._quiet.start()

    def run(self, circuit: Circuit, revision: int = 0, speed: float | None = 1.0, names: Sequence[str] = ()) -> int:
        """Run the circuit from its start; another run ends. The number of the run is in all that is said about it."""
        if self.is_warm and self._is_checking and not self._patience.isActive():
            self._drop(0.0)
        self.start()
        self._run += 1
        self._is_running = True
        self._post("run", data=circuit.to_data(), revision=revision, speed=speed, names=list(names))
        return self._run

    def pause(self) -> None:
        self._post("pause")

    def resume(self) -> None:
        self._post("resume")

    def step(self) -> None:
        """One picture further; the run is paused."""
        self._post("step")

    def stop(self) -> None:
        self._post("stop")

    def set_speed(self, speed: float | None) -> None:
        """Against the clock; None: as fast as possible."""
        self._post("speed", speed=speed)

    def _post(self, word: str, **content: Any) -> None:
        if self._connection is not None and self._is_running:
            self._outbox.put((word, {"run": self._run, **content}))

    def _send_check(self) -> None:
        """One at a time: the next goes when the last is answered."""
        if self._wanted is None or self._is_checking:
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
            self._hear(word, content)

    def _hear(self, word: str, content: dict[str, Any]) -> None:
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
        elif content.get("run") == self._run:
            if word in ("finished", "failed"):
                self._is_running = False
            signal = {"started": self.started, "frames": self.frames, "finished": self.finished, "failed": self.failed}[word]
            signal.emit(content)

    def _lost(self) -> None:
        code = self._drop(POLITE)
        ended = self.tr("The simulation ended unexpectedly (%1). It starts again when it is needed.")
        self.died.emit(ended.replace("%1", self.tr("code %1").replace("%1", str(code))))

    def _drop(self, patience: float) -> int | None:
        """Let go of the process, dead or alive."""
        process, connection, postman, watch = self._process, self._connection, self._postman, self._watch
        self._process = self._connection = self._postman = self._watch = None
        self._is_checking = self._is_running = False
        self._patience.stop()
        if process is None or connection is None or postman is None or watch is None:
            return None
        watch.setEnabled(False) if isinstance(watch, QSocketNotifier) else watch.stop()
        watch.deleteLater()
        process.join(patience)
        if process.is_alive():
            process.kill()
            process.join()
        self._outbox.put(None)
        postman.join()
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
