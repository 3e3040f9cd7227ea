"""The worker process: checks circuits and runs them, away from whoever draws. `docs/worker.md` has the protocol.

    process, connection = start()
    connection.send(("check", {"revision": 1, "data": circuit.to_data()}))
    word, content = connection.recv()

Importing this costs nothing: the engine is imported in the process itself.
"""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import asdict
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from mars.circuit import Circuit
from mars.errors import CircuitError, MarsError
from mars.reports import in_words, report_on

if TYPE_CHECKING:
    from mars.pacing import Frames, Paced

PROTOCOL = 1
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def start() -> tuple[Any, Connection]:
    """The process and our end of its pipe. It ends by «quit», when the pipe is closed, or with the program."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=main, args=(theirs,), name="mars-worker", daemon=True)
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))  # must be there before numpy is imported
    try:
        process.start()
    finally:
        theirs.close()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    return process, ours


def main(connection: Connection) -> None:
    """What the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program, which tells us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    Worker(connection).serve()


def _end_with_parent() -> None:
    """Also in the middle of a long calculation: nobody would hear its answer."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


class _Gone(BaseException):
    """Nobody listens any more."""


class Worker:
    """Answers requests one after the other; between two beats of a run there is time for a check."""

    def __init__(self, connection: Connection):
        self._connection = connection
        self._check: dict[str, Any] | None = None  # the newest that is asked for
        self._asked: dict[str, Any] | None = None  # a run to begin
        self._paced: Paced | None = None
        self._run: Any = None  # its number
        self._components: set[str] = set()  # of its circuit
        self._chores: deque[Callable[[], Any]] = deque(_warming())

    def serve(self) -> None:
        """Until «quit», or until nobody listens."""
        try:
            self._tell("ready", protocol=PROTOCOL)
            while self._listen():
                self._work()
        except _Gone:
            return

    def _tell(self, word: str, **content: Any) -> None:
        try:
            self._connection.send((word, content))
        except OSError:
            raise _Gone from None

    # Requests

    def _listen(self) -> bool:
        """Take what has been asked; False: go home. Waits if there is nothing to do."""
        patience = self._patience()
        while self._connection.poll(patience):
            patience = 0.0
            try:
                word, content = self._connection.recv()
                if word == "quit":
                    return False
                self._take(word, dict(content))
            except (EOFError, OSError):
                raise _Gone from None
            except Exception as error:
                self._tell("log", text=f"a request was not understood: {in_words(error)}")
        return True

    def _patience(self) -> float | None:
        if self._check is not None or self._asked is not None:
            return 0.0
        if self._paced is not None and not self._paced.is_paused:
            return self._paced.wait()
        return 0.0 if self._chores else None

    def _take(self, word: str, content: dict[str, Any]) -> None:
        if word == "check":
            self._check = content
            return
        if word == "run":
            self._end("stopped")
            if self._asked is not None:
                self._tell("finished", run=self._asked.get("run"), status="stopped", t=0.0, steps=0)
            self._asked = content
            return
        if self._asked is not None and content.get("run") == self._asked.get("run"):
            self._change_asked(word, content)
            return
        paced = self._paced
        if paced is None or content.get("run") != self._run:
            return  # of a run that is over: both may be under way at the same time
        if word == "pause":
            paced.pause()
        elif word == "resume":
            paced.resume()
        elif word == "speed":
            paced.set_speed(_speed(content.get("speed")))
        elif word == "step":
            paced.pause()
            self._guarded(lambda: self._show(paced.step()))
        elif word == "stop":
            self._end("stopped")
        else:
            self._tell("log", text=f"there is no request «{word}»")

    def _change_asked(self, word: str, content: dict[str, Any]) -> None:
        """A run that has not begun yet."""
        assert self._asked is not None
        if word == "stop":
            self._tell("finished", run=self._asked["run"], status="stopped", t=0.0, steps=0)
            self._asked = None
        elif word == "speed":
            self._asked["speed"] = content.get("speed")
        elif word in ("pause", "resume"):
            self._asked["paused"] = word == "pause"

    # Work

    def _work(self) -> None:
        """One thing of each kind that is due: nothing keeps another waiting for long."""
        if self._asked is not None:
            asked, self._asked = self._asked, None
            self._run, self._components = asked.get("run"), _components_of(asked.get("data"))
            self._guarded(lambda: self._begin(asked))
        paced = self._paced
        if paced is not None and not paced.is_paused and paced.wait() <= 0:
            self._guarded(lambda: self._show(paced.beat()))
        if self._check is not None:
            asked, self._check = self._check, None
            self._tell("report", **report_on(asked.get("data"), asked.get("revision"), asked.get("mode")))
        elif self._chores and (self._paced is None or self._paced.is_paused):
            self._do_chore()

    def _do_chore(self) -> None:
        try:
            self._chores.popleft()()
        except Exception as error:
            self._tell("log", text=f"warming up failed: {in_words(error)}")
        if not self._chores:
            self._tell("warm")

    def _guarded(self, work: Callable[[], None]) -> None:
        """Whatever goes wrong in a run becomes an answer."""
        try:
            work()
        except Exception as error:
            self._fail(error)

    def _begin(self, asked: dict[str, Any]) -> None:
        from mars.live import Live
        from mars.pacing import Paced

        circuit = Circuit.from_data(asked["data"])
        live = Live(circuit, asked.get("names", ()))
        self._paced = Paced(live, _speed(asked.get("speed", 1.0)))
        self._tell(
            "started",
            run=self._run,
            revision=asked.get("revision"),
            names=live.names,
            units=list(live.units.values()),
            begin=live.begin,
            end=live.end,
        )
        if asked.get("paused"):
            self._show(self._paced.beat())
            self._paced.pause()

    def _show(self, frames: Frames) -> None:
        paced = self._paced
        assert paced is not None
        if frames.times.size:
            shown = {"times": frames.times, "values": frames.values, "factor": frames.factor, "behind": frames.behind}
            self._tell("frames", run=self._run, **shown)
        if paced.is_over and paced.live.status == "failed":
            self._fail(MarsError(paced.live.failure))
        elif paced.is_over:
            self._end(paced.live.status)

    def _end(self, status: str) -> None:
        paced, self._paced = self._paced, None
        if paced is not None:
            paced.live.stop()
            self._tell("finished", run=self._run, status=status, t=paced.shown, steps=paced.live.steps_taken)

    def _fail(self, error: Exception) -> None:
        paced, self._paced = self._paced, None
        complaints = error.complaints if isinstance(error, CircuitError) else []
        message = str(error) if isinstance(error, MarsError) else f"the run broke off: {in_words(error)}"
        places = [complaint.where for complaint in complaints] or re.findall(r"[^\W\d]\w*", message)
        components = [name for place in places if (name := place.split(".", 1)[0]) in self._components]
        details = {"complaints": [asdict(c) for c in complaints], "components": list(dict.fromkeys(components))}
        self._tell("failed", run=self._run, message=message, t=paced.live.t if paced is not None else 0.0, **details)


def _speed(value: Any) -> float | None:
    return None if value is None else min(max(float(value), 1e-6), 1e6)


def _components_of(data: Any) -> set[str]:
    """Names of the components, if the data is that of a circuit."""
    own = data.get("circuit") if isinstance(data, dict) else None
    components = own.get("components") if isinstance(own, dict) else None
    return set(components) if isinstance(components, dict) else set()


def _warming() -> list[Callable[[], Any]]:
    """What the first check and the first run would have to wait for, in pieces."""

    def tiny() -> Circuit:
        circuit = Circuit("warming up", motions="Tx Ty Rz")
        circuit.add("bodies.base", "Base1")
        circuit.add("joints.rotation", "KN1")
        circuit.add("bodies.rod", "SB1")
        circuit.connect("Base1.1", "KN1.1")
        circuit.connect("KN1.2", "SB1.1")
        return circuit

    def engine() -> None:
        import mars.checking  # noqa: F401

    def integrators() -> None:
        import mars.pacing  # noqa: F401

    def run() -> None:
        from mars.live import Live

        live = Live(tiny(), until=0.1)
        live.advance(0.1, 1.0)
        live.frames([0.05])

    def stiff() -> None:
        import mars.solvers.radau  # noqa: F401

    return [engine, lambda: report_on(tiny().to_data(), 0), integrators, run, stiff]
