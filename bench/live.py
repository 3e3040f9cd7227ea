"""The editor during a run: Panda in real time with six curves, without a screen, in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench.results import Results

KEYS = ("live.first_run_s", "live.run_s", "live.frame_99_ms", "live.apart_ms", "live.change_ms", "live.hour_mb")


def live(results: Results, quick: bool) -> None:
    """From Run to the first curve, frames, wall and simulated time, a changed damper, an hour."""
    with results.tried(*KEYS), tempfile.TemporaryDirectory() as folder:
        own = {"QT_QPA_PLATFORM": "offscreen", "MARS_STATE": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config"}
        arguments = [sys.executable, "-m", "bench.live_editor", *(["--quick"] if quick else [])]
        answer = subprocess.run(
            arguments, env=os.environ | own, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1]
        )
        found = json.loads(answer.stdout)
        results.put(KEYS[0], found["first_run_s"], "the window has just opened, the worker is cold")
        results.put(KEYS[1], median(found["run_s"]), f"from Run to the first curve; the slowest {found['run_s'][-1]:.2f} s")
        (middle, slow, slowest), idle = found["live_ms"], found["idle_ms"]
        results.put(KEYS[2], slow, f"99 % of the beats of a 16-ms timer; median {middle:.1f}, slowest {slowest:.0f} ms")
        results.put("live.idle_99_ms", idle[1], f"the same while nothing runs; median {idle[0]:.1f}, slowest {idle[2]:.0f} ms")
        results.put(KEYS[3], found["apart_ms"], "simulated and wall time, the farthest")
        changes = found["change_ms"]
        results.put(KEYS[4], median(changes), f"from a turned damper to its picture; the slowest {changes[-1]:.0f} ms")
        growth = found["memory_hour_mb"] - found["memory_before_mb"]
        remark = f"memory of the editor after an hour, computed in {found['hour_s']:.0f} s; {growth:.0f} MB more than before"
        results.put(KEYS[5], found["memory_hour_mb"], remark)


LIVE = {"live": live}
