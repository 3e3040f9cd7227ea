"""Requests about a run under way and about stored runs: change, watch, branch, values, ledger, files; and the post."""

from multiprocessing import Pipe

import numpy as np
import pytest

import mars
from mars.worker.outbox import Gone, Post
from tests.helpers.waits import wait_until
from tests.helpers.worker import Desk, data_of, frames_of


@pytest.fixture
def desk():
    return Desk()


def damped(damping=0.2, until=5.0):
    data = data_of("two_segment_manipulator", until=until)
    data["circuit"]["components"]["DC"]["values"]["damping"] = damping
    return data


def answers(said, *words):
    return [content for word, content in said if word in words]


def turned_until(desk, condition):
    said = []
    while not condition(said):
        said += desk.turn()
    return said


def test_a_change_is_taken_at_the_moment_shown_and_told(desk, tmp_path):
    desk.ask("run", run=1, data=damped(until=1.0), revision=1, speed=None, folder=str(tmp_path))
    said = turned_until(desk, lambda said: any(c["times"][-1] > 0.2 for c in answers(said, "frames")))
    shown = answers(said, "frames")[-1]["times"][-1]
    desk.ask("change", run=1, data=damped(3.0, until=1.0), revision=7)
    said = desk.until("finished")
    (changed,) = answers(said, "changed")
    assert changed["revision"] == 7 and changed["how"] == "parameters" and changed["t"] == shown
    assert changed["interventions"] == [{"t": shown, "name": "DC.damping", "before": 0.2, "after": 3.0}]
    times, values = frames_of(said)
    before = mars.simulate(mars.Circuit.from_data(damped(until=1.0)), until=shown)
    after = mars.simulate(mars.Circuit.from_data(damped(3.0, until=1.0)), times=times[times > shown], resume=before.snapshot())
    np.testing.assert_allclose(values[times > shown, 1], after["KN2.angle"], atol=1e-7)


def test_a_change_to_the_same_circuit_is_nothing(desk):
    desk.ask("run", run=1, data=damped(), revision=1)
    desk.until("frames")
    desk.ask("change", run=1, data=damped(), revision=2)
    (changed,) = answers(desk.until("changed"), "changed")
    assert changed["how"] == "nothing" and changed["interventions"] == []


@pytest.mark.parametrize("data", [None, {}, {"mars": 1}, {"mars": 1, "circuit": {"components": {"A": 3}}}])
def test_a_change_that_makes_no_sense_leaves_the_run_as_it_is(desk, data):
    desk.ask("run", run=1, data=damped(until=0.5), revision=1, speed=None)
    desk.until("frames")
    desk.ask("change", run=1, data=data, revision=2)
    said = desk.until("finished", "failed")
    (changed,) = answers(said, "changed")
    assert changed["how"] == "refused" and changed["words"] and answers(said, "finished")[0]["status"] == "finished"


def test_frames_have_the_columns_that_were_told(desk):
    desk.ask("run", run=1, data=damped(), revision=1, names=["DC.a.torque"], speed=None)
    said = desk.until("frames")
    assert list(answers(said, "started")[0]["units"]) == ["KN1.angle", "KN2.angle", "DC.a.torque"]
    desk.ask("watch", run=1, names=["SB1.1.F.x", "nobody.knows"])
    said += desk.until("finished")
    (watching,) = answers(said, "watching")
    assert list(watching["units"]) == ["KN1.angle", "KN2.angle", "SB1.1.F.x"]
    for frames in answers(said, "frames"):
        assert frames["values"].shape == (frames["times"].size, 3)
    place = next(i for i, (word, _) in enumerate(said) if word == "watching")
    assert {frames["columns"] for frames in answers(said[:place], "frames")} == {0}
    assert {frames["columns"] for frames in answers(said[place:], "frames")} == {watching["columns"]}


def test_stored_runs_are_asked_branched_saved_and_opened(desk, tmp_path):
    first, second = tmp_path / "1", tmp_path / "2"
    for folder in (first, second):
        folder.mkdir()
    desk.ask("run", run=1, data=damped(until=1.0), revision=1, speed=None, folder=str(first))
    desk.until("finished")
    times = np.linspace(1.0, 0.0, 700)
    desk.ask("values", id=5, folder=str(first), names=["SB1.1.F.x", "nobody"], times=times)
    said = turned_until(desk, lambda said: any(c["is_last"] for c in answers(said, "values")))
    assert len(answers(said, "values")) == 3 and {c["id"] for c in answers(said, "values")} == {5}
    got = np.concatenate([c["values"] for c in answers(said, "values")])
    expected = mars.simulate(mars.Circuit.from_data(damped(until=1.0))).at(times, "SB1.1.F.x")["SB1.1.F.x"]
    np.testing.assert_allclose(got[:, 0], expected, atol=1e-9)
    assert np.isnan(got[:, 1]).all()
    desk.ask(
        "run",
        run=2,
        data=damped(3.0, until=1.0),
        revision=2,
        speed=None,
        folder=str(second),
        branch={"folder": str(first), "t": 0.5},
    )
    said = desk.until("finished", "failed")
    assert answers(said, "started")[0]["t"] == 0.5 and frames_of(said)[0][0] == 0.5
    desk.ask("ledger", id=6, folder=str(second))
    (ledger,) = answers(desk.until("ledger", "refused"), "ledger")
    assert ledger["relative_residual"] < 1e-8 and {e["component"] for e in ledger["entries"]} >= {"DC", "SB1"}
    desk.ask("save", id=7, folder=str(second), path=str(tmp_path / "r.marsrun"))
    assert answers(desk.until("saved", "refused"), "saved")
    desk.ask("open", id=8, path=str(tmp_path / "r.marsrun"))
    (opened,) = answers(desk.until("opened", "refused"), "opened")
    assert opened["end"] == 1.0 and opened["interventions"][0]["name"] == "DC.damping"
    assert opened["data"]["circuit"]["components"]["DC"]["values"]["damping"] == 3.0
    desk.ask("forget", folder=str(second))
    desk.turn()
    assert str(second) not in desk.worker._archive._runs


def test_questions_without_an_answer_are_refused_in_words(desk, tmp_path):
    for word in ("values", "ledger", "save", "snapshot", "open"):
        content = {"folder": str(tmp_path / "none"), "path": str(tmp_path / "none.marsrun"), "names": ["a"], "times": [0.0]}
        desk.ask(word, id=word, **content)
        (refused,) = answers(desk.until("refused"), "refused")
        assert refused["id"] == word and "none" in refused["words"] and "Traceback" not in refused["words"]


# The post


def frames(run, columns, *times):
    found = np.array(times, dtype=float)
    return {"run": run, "columns": columns, "times": found, "values": found[:, None], "factor": times[-1], "behind": False}


def test_nobody_waits_for_a_reader_who_is_busy_and_late_frames_come_in_one_go():
    ours, theirs = Pipe()
    post = Post(theirs)
    post.send("big", {"text": "x" * 3_000_000})  # more than a pipe holds
    for i in range(100):
        post.send("frames", frames(1, 0, i, i + 0.5))
    post.send("frames", frames(1, 1, 200.0))
    post.send("finished", {"run": 1})
    assert ours.recv()[0] == "big"
    got = []
    while not got or got[-1][0] != "finished":
        got.append(ours.recv())
    assert len(got) < 10
    assert np.array_equal(np.concatenate([c["times"] for w, c in got[:-1] if c["columns"] == 0]), np.arange(200) / 2)
    assert got[-2][1]["columns"] == 1 and got[-2][1]["times"].tolist() == [200.0]
    post.close()


def test_a_moment_shown_once_more_is_not_joined():
    ours, theirs = Pipe()
    post = Post(theirs)
    post.send("big", {"text": "x" * 3_000_000})
    post.send("frames", frames(1, 0, 1.0))
    post.send("frames", frames(1, 0, 1.0))
    ours.recv()
    assert [ours.recv()[1]["times"].tolist() for _ in range(2)] == [[1.0], [1.0]]
    post.close()


def test_a_post_without_a_reader_says_so():
    ours, theirs = Pipe()
    post = Post(theirs)
    ours.close()

    with pytest.raises(Gone):
        wait_until(lambda: post.send("log", {"text": "?"}), every=0.001)
