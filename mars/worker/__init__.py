"""The worker process: checks and runs circuits outside the editor's process. `docs/worker.md` describes the protocol.

    process, connection = start()
    connection.send(("check", {"revision": 1, "data": circuit.to_data()}))
    word, content = connection.recv()

Importing this is cheap: the engine is imported in the process itself.
"""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from mars.translation.languages import current
from mars.worker.process import main

PROTOCOL = 3
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def start() -> tuple[Any, Connection]:
    """The process and our end of its pipe. It ends on «quit», when the pipe is closed, or with the program."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=main, args=(theirs, PROTOCOL), name="mars-worker", daemon=True)
    given = dict.fromkeys(ONE_THREAD, "1") | {"MARS_LANGUAGE": current()}  # must be set before numpy is imported
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
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
