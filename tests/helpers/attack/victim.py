"""A process that opens attacking files, one after another: a seed on each line of its input, an answer on each of its output.

An audit hook notes what the program does besides computing: start a process, open a connection, write a file, delete one.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

ADDRESS_SPACE = 8 * 2**30  # B: an allocation beyond it fails instead of swapping the machine out
MODELLED = 30  # components of a circuit at most of which the model is built
RUN_EVERY = 25  # of those files, one is run for a moment
MOMENT, MOST_STEPS = 0.01, 10_000  # s, of the run; a run may be long, as it can be stopped
FORBIDDEN = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "os.remove",
    "os.rename",
    "socket.",
    "shutil.",
    "ctypes.dlopen",
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Watch:
    """What the audit hook saw while a file was open."""

    def __init__(self, own: Path, cache: Path):
        self.is_on, self.seen, self._allowed = False, list[str](), (str(own), str(cache))
        sys.addaudithook(self._look)

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        if event.startswith(FORBIDDEN) and not self._is_ours(arguments):
            self.seen.append(f"{event} {str(arguments)[:100]}")
        elif event == "open" and self._writes(*arguments) and not self._is_ours(arguments):
            self.seen.append(f"writes {str(arguments[0])[:100]}")

    @staticmethod
    def _writes(path: Any, _mode: Any, flags: Any) -> bool:
        return not isinstance(path, int) and isinstance(flags, int) and bool(flags & WRITING)

    def _is_ours(self, arguments: tuple[Any, ...]) -> bool:
        return bool(arguments) and str(arguments[0]).startswith(self._allowed)


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    os.environ["MARS_LIBRARY"] = str(folder / "library")
    cache = folder / "cache" if "MARS_CACHE" not in os.environ else Path(os.environ["MARS_CACHE"])
    os.environ["MARS_CACHE"] = str(cache)

    import mars
    from mars.model.build import build_model
    from mars.topology.analyse import topology_of
    from tests.helpers.attack.mutations import attack, bases

    file = folder / "attack.mars"
    file.write_text(bases()[0], encoding="utf-8")
    for method in ("rk8", "radau"):  # everything is imported and compiled before the watch begins
        mars.simulate(mars.load(file), until=MOMENT, method=method)
    mars.check(mars.load(file))
    watch = Watch(folder, cache)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    answers = os.fdopen(os.dup(1), "w")
    with contextlib.redirect_stdout(sys.stderr):
        _tell(answers, {"ready": os.getpid()})
        for line in sys.stdin:
            seed = int(line)
            file.write_bytes(attack(seed))
            found: dict[str, Any] = {"seed": seed, "reached": "file", "code": "", "crash": ""}
            watch.seen.clear()
            begin, opened = time.process_time(), 0.0
            watch.is_on = True
            try:
                circuit = mars.load(file)
                found["reached"] = "schema"
                topology = topology_of(circuit)
                opened = time.process_time() - begin
                found["reached"] = "topology"
                if len(topology.circuit.components) <= MODELLED:
                    build_model(circuit)
                    found["reached"] = "model"
                    if seed % RUN_EVERY == 0:
                        mars.simulate(circuit, until=MOMENT, progress=lambda now: now.steps < MOST_STEPS)
                        found["reached"] = "run"
            except mars.MarsError as error:
                found["code"] = error.code or type(error).__name__
                str(error)
            except BaseException as error:
                found["crash"] = f"{type(error).__name__}: {error}"[:300]
                found["where"] = traceback.format_exc()[-1500:]
            finally:
                watch.is_on = False
            found["opening"] = opened or time.process_time() - begin
            found["seconds"] = time.process_time() - begin
            found["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            found["acts"] = list(watch.seen)
            _tell(answers, found)


def _tell(answers: Any, found: dict[str, Any]) -> None:
    answers.write(json.dumps(found) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
