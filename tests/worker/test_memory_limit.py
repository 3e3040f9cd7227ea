"""The worker's memory is limited; what does not fit is answered with what costs most."""

import os
import subprocess
import sys

import pytest

import mars
from mars.records.live import Live
from mars.verification import memory_use
from mars.verification.memory_use import GB, default_limit, installed, out_of_memory
from tests.helpers.paths import CIRCUITS
from tests.helpers.worker import Desk, data_of

pytest.importorskip("resource")


def test_the_default_leaves_room_for_everything_else():
    assert default_limit() == pytest.approx(max(0.5 * installed(), min(2 * GB, installed())))


def test_a_limit_holds_from_then_on():
    script = (
        "from mars.verification.memory_use import limit, limit_memory; import numpy as np;"
        "limit_memory(1.5e9); print(int(limit()));\n"
        "try: np.ones(250_000_000)\n"
        "except MemoryError: print('refused')\n"
        "limit_memory(4e9); np.ones(250_000_000); print('fits')"
    )
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.split() == ["1500000000", "refused", "fits"]


def test_the_worker_takes_the_limit_it_is_told(monkeypatch):
    desk, taken = Desk(), []
    monkeypatch.setattr("mars.worker.process.limit_memory", taken.append)
    desk.ask("limit", bytes=3e9)
    desk.ask("limit", bytes=None)
    desk.turn()
    assert taken == [3e9, None]


def test_a_circuit_that_is_too_large_names_its_most_frequent_kind(monkeypatch):
    def burst(*given, **more):
        raise MemoryError

    monkeypatch.setattr("mars.worker.live_run.Live", burst)
    desk = Desk()
    desk.ask("run", run=1, data=data_of("modular_arm"))
    (failed,) = [content for word, content in desk.until("failed") if word == "failed"]
    fields = failed["message"].fields
    assert failed["message"].code == "out-of-memory"
    assert fields["most"] == max(memory_use._kinds_in(data_of("modular_arm")).values()) > 1
    assert fields["count"] > len(mars.load(CIRCUITS / "modular_arm.mars").components) and fields["kind"] in str(failed["message"])


def test_a_check_that_is_too_large_says_the_same(monkeypatch):
    def burst(*given, **more):
        raise RuntimeError("std::bad_alloc")

    monkeypatch.setattr("mars.verification.report_data._examined", burst)
    desk = Desk()
    desk.ask("check", revision=1, data=data_of("pendulum"))
    (report,) = [content for word, content in desk.until("report") if word == "report"]
    assert "most of it for the equations of its 3 components" in report["complaints"][0]["cause"]


def test_a_run_that_is_too_long_names_its_steps(monkeypatch):
    def burst(*given, **more):
        raise MemoryError

    desk = Desk()
    desk.ask("run", run=1, data=data_of("pendulum", until=1000))
    desk.until("frames")  # the start
    desk.until("frames")
    monkeypatch.setattr(memory_use, "installed", lambda: 1.0)
    monkeypatch.setattr(Live, "advance", burst)
    (failed,) = [content for word, content in desk.until("failed") if word == "failed"]
    assert failed["message"].fields["states"] == 2 and "steps of 2 states" in failed["message"]


@pytest.mark.parametrize("data", [None, [], {"circuit": 3}, {"circuit": {"components": {"A": 1, "B": {"kind": 2}}}}])
def test_whatever_does_not_fit_is_answered(data):
    assert out_of_memory(data).code == "out-of-memory"
