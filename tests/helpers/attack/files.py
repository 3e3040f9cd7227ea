"""Feeds attacking files to a process that opens them, and counts what becomes of them."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.paths import ROOT

LIMIT = 600.0  # s without an answer: a hang, on any machine
OPENING = 2.0  # s of CPU to load a file and analyse its topology
WHOLE = 30.0  # s of CPU with the model, and with a moment of a run
MEMORY = 1024.0  # MB
STAGES = ("file", "schema", "topology", "model", "run")


@dataclass
class Report:
    """Counts of what files reached, and every file that did what none may."""

    reached: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def files(self) -> int:
        return sum(self.reached.values())

    def part(self, stage: str) -> float:
        """Of the files that passed this stage."""
        return sum(self.reached[each] for each in STAGES[STAGES.index(stage) :]) / max(1, self.files)

    def add(self, found: dict[str, Any]) -> None:
        self.reached[found["reached"]] += 1
        if found["code"]:
            self.refused[found["code"]] += 1
        for fault, is_there in {
            "crash": bool(found["crash"]),
            "hang": found["opening"] > OPENING or found["seconds"] > WHOLE,
            "memory": found["memory"] > MEMORY,
            "code executed": bool(found["acts"]),
        }.items():
            if is_there:
                self.faults.setdefault(fault, []).append(found)

    def table(self) -> str:
        rows = [("files", self.files), *((f"reached {stage}", self.reached[stage]) for stage in STAGES)]
        rows += [(fault, len(self.faults.get(fault, ()))) for fault in ("crash", "hang", "memory", "code executed")]
        lines = [f"{name:20s} {count:8d}" for name, count in rows]
        lines += [f"refused: {code:40s} {count:6d}" for code, count in self.refused.most_common(12)]
        return "\n".join(lines)


class Victim:
    """The process that opens files; a new one takes its place after a hang, a crash of the process, or much memory."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def opens(self, seed: int) -> dict[str, Any]:
        process = self._process or self._begin()
        found = self._ask(process, str(seed))
        if found is None:
            state = process.poll()
            self.end()
            said = "no answer" if state is None else f"the process ended with {state}"
            blank = {"reached": "file", "code": "", "opening": 0.0, "seconds": 0.0, "memory": 0.0, "acts": []}
            return {"seed": seed, **blank, "crash": said}
        if found["memory"] > MEMORY:  # the highest so far: it would count for the next file, too
            self.end()
        return found

    def _begin(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.helpers.attack.victim"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if self._ask(self._process, None) is None:
            raise RuntimeError("the process that opens files does not start")
        return self._process

    def _ask(self, process: subprocess.Popen[str], line: str | None) -> dict[str, Any] | None:
        assert process.stdin is not None and process.stdout is not None
        try:
            if line is not None:
                process.stdin.write(line + "\n")
                process.stdin.flush()
        except BrokenPipeError:
            return None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if not selector.select(LIMIT):
                return None
        answer = process.stdout.readline()
        return json.loads(answer) if answer else None

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def attack_files(seeds: Iterable[int], notice: Callable[[Report], None] = lambda _: None) -> Report:
    report, victim = Report(), Victim()
    try:
        for seed in seeds:
            report.add(victim.opens(seed))
            notice(report)
    finally:
        victim.end()
    return report
