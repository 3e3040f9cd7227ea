"""The worker process and its pipe: messages are sent by a separate thread, answers arrive as signals."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from .pending_queries import Message

POLL = 8  # ms, if a pipe cannot be watched
AT_ONCE = 64  # answers handled before returning to the event loop


class WorkerProcess(QObject):
    """One process at a time; `start` creates another if the last has ended."""

    received = Signal(str, object)  # name and content of an answer
    lost = Signal()  # it has ended; the receiver calls `drop`

    def __init__(self, start: Callable[[], tuple[Any, Connection]], parent: QObject):
        super().__init__(parent)
        self._start = start
        self._process: Any = None
        self._connection: Connection | None = None
        self._watch: QSocketNotifier | QTimer | None = None
        self._outbox: SimpleQueue[Message | None] = SimpleQueue()
        self._sender: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        return self._connection is not None

    @property
    def id(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Raises OSError if it cannot be started."""
        self._process, self._connection = self._start()
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

    def send(self, message: Message) -> None:
        """Does not wait, even if the pipe is full."""
        self._outbox.put(message)

    def drop(self, patience: float) -> int | None:
        """Release the process, dead or alive, after a number of seconds to end by itself; returns its exit code."""
        process, connection, sender, watch = self._process, self._connection, self._sender, self._watch
        self._process = self._connection = self._sender = self._watch = None
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

    def _read(self) -> None:
        for _ in range(AT_ONCE):
            connection = self._connection
            try:
                if connection is None or not connection.poll(0):
                    return
                word, content = connection.recv()
            except (EOFError, OSError):
                self.lost.emit()
                return
            self.received.emit(word, content)


def _deliver(connection: Connection, outbox: SimpleQueue[Message | None]) -> None:
    """Thread function: a full pipe blocks only this thread."""
    try:
        while (message := outbox.get()) is not None:
            connection.send(message)
    except OSError:
        return
