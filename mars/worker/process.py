"""The main loop of the worker process: receives requests, does the work that is due, warms up when idle."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from functools import cached_property
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from mars.document.circuit import Circuit
from mars.errors import in_words
from mars.messages import Message
from mars.verification.memory_use import limit_memory
from mars.verification.report_data import report_on
from mars.worker.outbox import Gone, Post

if TYPE_CHECKING:
    from mars.worker.live_run import RunningRun
    from mars.worker.stored_runs import Archive

ABOUT_THE_RUN = ("pause", "resume", "step", "speed", "stop", "change", "watch")
ABOUT_STORED_RUNS = ("values", "ledger", "equations", "save", "open", "snapshot", "forget")


def main(connection: Connection, protocol: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is handled by the program, which then tells the worker
    threading.Thread(target=_end_with_parent, daemon=True).start()
    limit_memory()
    Worker(connection, protocol).serve()


def _end_with_parent() -> None:
    """Exit with the parent process, even during a long calculation."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


class Worker:
    """Answers requests one by one; between two steps of a run there is time for other work."""

    def __init__(self, connection: Connection, protocol: int = 0):
        self._connection, self._protocol = connection, protocol
        self._post = Post(connection)
        self._check: dict[str, Any] | None = None  # the newest one requested
        self._asked: dict[str, Any] | None = None  # a run to start
        self._run: RunningRun | None = None
        self._chores: deque[Callable[[], Any]] = deque(_warming())

    def serve(self) -> None:
        """Run until «quit», or until the connection is closed."""
        try:
            self._tell("ready", protocol=self._protocol)
            while self._listen():
                self._work()
        except Gone:
            return
        finally:
            self._post.close()

    def _tell(self, word: str, **content: Any) -> None:
        self._post.send(word, content)

    # Requests

    def _listen(self) -> bool:
        """Receive requests; False to quit. Waits if there is nothing to do."""
        patience = self._patience()
        while self._connection.poll(patience):
            patience = 0.0
            try:
                word, content = self._connection.recv()
                if word == "quit":
                    return False
                self._take(word, dict(content))
            except (EOFError, OSError):
                raise Gone from None
            except Exception as error:
                self._tell("log", text=Message("cannot process a request: {problem}", problem=in_words(error)))
        return True

    def _patience(self) -> float | None:
        if self._check is not None or self._asked is not None or self._archive.has_work:
            return 0.0
        if self._run is not None and not self._run.is_resting:
            return self._run.wait()
        return 0.0 if self._chores else None

    def _take(self, word: str, content: dict[str, Any]) -> None:
        if word == "ping":
            self._tell("pong")
        elif word == "limit":
            limit_memory(content.get("bytes"))
        elif word == "check":
            self._check = content
        elif word == "run":
            self._leave_run()
            if self._asked is not None:
                self._tell_unbegun_end()
            self._asked = content
        elif word in ABOUT_STORED_RUNS:
            self._archive.take(word, content)
        elif word not in ABOUT_THE_RUN:
            self._tell("log", text=Message("unknown request “{word}”", word=word))
        elif self._asked is not None and content.get("run") == self._asked.get("run"):
            self._change_asked(word, content)
        elif self._run is not None and content.get("run") == self._run.number:
            self._run.take(word, content)
            self._drop_run_if_over()
        # otherwise it concerns a run that has ended in the meantime

    def _change_asked(self, word: str, content: dict[str, Any]) -> None:
        """Apply a request to a run that has not started yet."""
        assert self._asked is not None
        if word == "stop":
            self._tell_unbegun_end()
            self._asked = None
        elif word == "speed":
            self._asked["speed"] = content.get("speed")
        elif word in ("pause", "resume"):
            self._asked["paused"] = word == "pause"
        elif word == "watch":
            self._asked["names"] = content.get("names", ())
        elif word == "change":
            self._asked |= {"data": content.get("data"), "revision": content.get("revision")}

    def _tell_unbegun_end(self) -> None:
        assert self._asked is not None
        self._tell("finished", run=self._asked.get("run"), status="stopped", t=0.0, steps=0)

    # Work

    def _work(self) -> None:
        """One task of each type that is due, so that none waits for long."""
        if self._asked is not None:
            asked, self._asked = self._asked, None
            self._begin(asked)
        if self._run is not None and not self._run.is_resting and self._run.wait() <= 0:
            self._run.beat()
            self._drop_run_if_over()
        if self._check is not None:
            asked, self._check = self._check, None
            self._tell("report", **report_on(asked.get("data"), asked.get("revision"), asked.get("mode")))
        elif self._archive.has_work:
            self._archive.work()
        elif self._chores and (self._run is None or self._run.is_resting):
            self._do_chore()

    def _begin(self, asked: dict[str, Any]) -> None:
        from mars.worker.live_run import RunningRun

        run = RunningRun(asked.get("run"), self._tell, self._archive)
        if run.begin(asked):
            self._run = run
            self._drop_run_if_over()

    def _leave_run(self) -> None:
        if self._run is not None:
            self._run.stop()
            self._run = None

    def _drop_run_if_over(self) -> None:
        if self._run is not None and self._run.is_over:
            self._run = None

    @cached_property
    def _archive(self) -> Archive:
        """Stored runs; they need numpy, which is imported once the process is up."""
        from mars.worker.stored_runs import Archive

        return Archive(self._tell)

    def _do_chore(self) -> None:
        try:
            self._chores.popleft()()
        except Exception as error:
            self._tell("log", text=Message("the warm-up failed: {problem}", problem=in_words(error)))
        if not self._chores:
            self._tell("warm")


def _warming() -> list[Callable[[], Any]]:
    """Imports and compilations that the first check and the first run would have to wait for, in small pieces."""

    def tiny() -> Circuit:
        circuit = Circuit("warming up", motions="Tx Ty Rz")
        circuit.add("bodies.base", "Base1")
        circuit.add("joints.rotation", "KN1")
        circuit.add("bodies.rod", "SB1")
        circuit.connect("Base1.1", "KN1.1")
        circuit.connect("KN1.2", "SB1.1")
        return circuit

    def engine() -> None:
        import mars.verification.check  # noqa: F401

    def integrators() -> None:
        import mars.records.real_time  # noqa: F401

    def run() -> None:
        from mars.records.live import Live

        live = Live(tiny(), ["SB1.1.F.x"], until=0.1)
        live.advance(0.05, 1.0)
        live.frames([0.05])
        heavier = tiny()
        heavier.components["SB1"].values["mass"] = 2.0
        live.change(heavier, 0.04)

    def stiff() -> None:
        import mars.solvers.radau
        import mars.solvers.stiffness  # noqa: F401

    return [engine, lambda: report_on(tiny().to_data(), 0), integrators, run, stiff]
