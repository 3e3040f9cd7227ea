"""Stored runs in the worker: the one under way stays open, files are read anew, a long ledger keeps nobody waiting."""

import numpy as np
import pytest

from mars.records.live import Live
from mars.worker.stored_runs import OPEN, Archive
from tests.helpers.live_circuits import wheel


@pytest.fixture
def said():
    return []


@pytest.fixture
def archive(said):
    return Archive(lambda word, **content: said.append((word, content)))


def asked(archive, said, word, **content):
    """The answer, and in how many pieces it was worked on."""
    archive.take(word, {"id": 1, **content})
    pieces = 0
    while archive.has_work:
        archive.work()
        pieces += 1
    return *said[-1], pieces


def test_the_run_under_way_grows_however_many_others_are_looked_at(archive, said, tmp_path):
    folders = [tmp_path / str(i) for i in range(OPEN + 2)]
    for folder in folders:
        folder.mkdir()
        Live(wheel(), folder=folder).advance(0.1)
    own = tmp_path / "own"
    own.mkdir()
    live = Live(wheel(), folder=own)
    archive.grow(str(own), live.record)
    for folder in (own, *folders, own):
        live.advance(live.t + 0.1)
        word, content, _ = asked(archive, said, "values", folder=str(folder), names=["KN1.angle"], times=[0.05])
        assert word == "values" and np.isfinite(content["values"]).all()
    assert len(archive._runs) <= OPEN
    live.advance(1.5)
    _, content, _ = asked(archive, said, "values", folder=str(own), names=["KN1.angle"], times=[1.4])
    assert np.isfinite(content["values"]).all()


def test_a_file_that_was_written_anew_is_read_anew(archive, said, tmp_path):
    path = str(tmp_path / "run.marsrun")
    for end in (0.5, 0.7):
        live = Live(wheel(until=end))
        live.advance(end)
        live.record().save(path)
        assert asked(archive, said, "open", path=path)[1]["end"] == end


def test_the_ledger_of_a_run_of_many_parts_is_made_in_pieces(archive, said):
    live = Live(wheel())
    live.advance(0.5)
    for i in range(5):
        live.change(wheel(3.0 + i), 0.1 * (i + 1))
        live.advance(0.1 * (i + 2))
    archive.grow("run", live.record)
    word, content, pieces = asked(archive, said, "ledger", folder="run")
    assert word == "ledger" and pieces == len(live.record().parts) == 6
    assert content["lost"] == live.record().ledger().lost and abs(content["relative_residual"]) < 1e-9
    assert asked(archive, said, "ledger", folder="run")[2] == 1  # what is done stays done
