"""Stored runs: kept on disk while they are made, saved, opened, branched and repeated to the last bit; hostile files."""

import copy
import io
import itertools
import json
import multiprocessing
import os
import shutil
import signal
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mars
from mars.records import Record
from mars.records.cut_step import parts_until
from mars.records.live import Live
from mars.solvers.step_store import COUNT, ROOM
from tests.helpers.live_circuits import changed, load, stiff_pendulum, wheel
from tests.helpers.paths import FAILURES


def heavier(circuit, factor):
    """The first mass that there is, multiplied."""
    body = next(n for n, c in circuit.components.items() if "mass" in c.values)
    return changed(circuit, **{f"{body}__mass": f"({circuit.components[body].values['mass']}) * {factor}"})


def touched(circuit, folder=None, **settings) -> Live:
    """Three changes, one of them back in an earlier part; then to the end."""
    live = Live(circuit, folder=folder, **settings)
    for factor, place in ((1.1, 0.2), (1.2, 0.5), (0.9, 0.35), (1.3, 0.7)):
        t = place * live.end
        live.advance(t, 60)
        live.change(heavier(circuit, factor), t)
    live.advance(live.end, 60)
    assert live.status == "finished"
    return live


def bits(record: Record, live: Live) -> np.ndarray:
    names = [*live.coordinates, *list(live.variables)[:8]]
    return record.at(np.linspace(record.begin, record.end, 41), names)


CASES = [
    ("pendulum", {}),
    ("four_bar", {"until": 2.0}),
    ("gripper_pick_and_place", {}),
    ("bouncing_ball", {}),
    ("stick_slip", {}),
    ("panda", {"until": 0.7}),
    ("heavy_top", {"until": 0.5}),
    ("tip_path", {}),
    ("double_pendulum", {"method": "radau", "until": 1.0, "rtol": 1e-6}),
    ("double_pendulum", {"method": "newmark", "until": 0.5}),
    ("stiff", {}),
]


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_folder_file_and_repetition_have_the_same_bits(name, settings, tmp_path):
    circuit = stiff_pendulum() if name == "stiff" else load(name)
    (tmp_path / "run").mkdir()
    live = touched(circuit, tmp_path / "run", **settings)
    record = live.record()
    assert [part.begin / live.end for part in record.parts] == pytest.approx([0, 0.2, 0.35, 0.7])
    kept = Record.load(tmp_path / "run")
    record.save(tmp_path / "r.marsrun")
    opened = Record.load(tmp_path / "r.marsrun")
    expected = bits(record, live)
    for other in (kept, opened):
        assert other.same_states(record) and other.status == "finished"
        np.testing.assert_array_equal(bits(other, live), expected)
        assert other.interventions == record.interventions
        assert [str(event) for event in other.events] == [str(event) for event in record.events]
        if live.settings.mode == "dynamic":
            assert other.ledger() == record.ledger()
    assert opened.repeat().same_states(record)
    in_memory = touched(circuit, **settings).record()
    assert in_memory.same_states(record)


def test_a_run_without_changes_in_a_folder_has_the_bits_of_simulate(tmp_path):
    circuit = load("double_pendulum")
    whole = mars.simulate(circuit, 20.0)
    live = Live(circuit, folder=tmp_path, until=20.0)
    live.advance(live.end, 60)
    record = Record.load(tmp_path)
    assert whole.steps.t.size > 2 * ROOM  # files have grown
    np.testing.assert_array_equal(record.parts[0].steps.t, whole.steps.t)
    np.testing.assert_array_equal(record.parts[0].steps.x, whole.steps.x)
    assert Record.of(whole).same_states(record)
    np.testing.assert_array_equal(record.at(whole.time, ["KN1.angle"])[:, 0], whole["KN1.angle"])


def _compute_for_ever(folder: str, reached) -> None:
    live = Live(load("stick_slip"), folder=Path(folder), until=5e3)
    live.advance(2.0, 60)
    live.change(load("stick_slip", Friction__coulomb="3 N"), 1.5)
    while True:
        live.advance(live.t + 1.0)
        reached.value = live.t


@pytest.mark.slow
def test_what_was_computed_outlives_a_killed_process(tmp_path):
    context = multiprocessing.get_context("spawn")
    reached = context.Value("d", 0.0)
    process = context.Process(target=_compute_for_ever, args=(str(tmp_path), reached))
    process.start()
    while reached.value < 30.0 and process.is_alive():
        process.join(0.05)
    assert process.is_alive()
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    record = Record.load(tmp_path)
    assert record.status == "stopped" and record.end >= 30.0 and len(record.parts) == 2
    live = Live(load("stick_slip"), until=5e3)
    live.advance(2.0, 60)
    live.change(load("stick_slip", Friction__coulomb="3 N"), 1.5)
    live.advance(record.end, 60)
    times = np.linspace(0, 30, 100)
    names = ["KN1.travel", "KN1.slide.force"] if "KN1.slide.force" in live.variables else live.coordinates
    np.testing.assert_array_equal(record.at(times, names), live.record().at(times, names))
    assert {str(e) for e in record.events if e.t < 29} == {str(e) for e in live.record().events if e.t < 29}


def test_a_part_that_was_not_finished_is_read_as_far_as_it_is_counted(tmp_path):
    live = Live(load("double_pendulum"), folder=tmp_path)
    live.advance(2.0, 60)
    whole = Record.load(tmp_path)
    counter = next(tmp_path.glob(f"parts/*/*/{COUNT}"))
    counter.write_bytes(np.array([17], dtype=np.int64).tobytes())
    shorter = Record.load(tmp_path)
    assert shorter.parts[0].steps.t.size == 18 and shorter.end == whole.parts[0].steps.t[17]
    np.testing.assert_array_equal(shorter.parts[0].steps.x, whole.parts[0].steps.x[:18])


def test_branches_go_on_from_stored_runs(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    circuit = load("four_bar")
    live = touched(circuit, tmp_path / "a", until=2.0)
    record = Record.load(tmp_path / "a")
    before = record.at([0.3, 1.0], live.coordinates)
    branch = Live.branch(record, 1.1, heavier(circuit, 2.0), ["Crank.1.F.x"], folder=tmp_path / "b")
    assert branch.t == 1.1 and branch.end == 2.0 and branch.changed.how == "parameters" and "Crank.1.F.x" in branch.names
    branch.advance(2.0, 60)
    assert [part.begin for part in branch.record().parts] == pytest.approx([0, 0.4, 0.7, 1.1])
    np.testing.assert_allclose(branch.record().at([0.3, 1.0], live.coordinates), before, atol=1e-12)
    stored = Record.load(tmp_path / "b")
    assert stored.same_states(branch.record()) and stored.repeat().same_states(branch.record())
    assert Record.load(tmp_path / "a").same_states(live.record())  # the old run is as it was
    live.change(heavier(circuit, 2.0), 1.1)
    live.advance(2.0, 60)
    assert live.record().same_states(branch.record())
    with pytest.raises(mars.DocumentError, match="within"):
        Live.branch(record, 2.5)


def test_a_branch_without_a_change_follows_its_ghost():
    record = touched(load("pendulum"), until=2.0).record()
    branch = Live.branch(record, 1.0)
    branch.advance(2.0, 60)
    times = np.linspace(0, 1.4, 20)  # later the ghost was changed
    np.testing.assert_allclose(
        branch.record().at(times[times < 1.4], ["KN1.angle"]), record.at(times[times < 1.4], ["KN1.angle"]), atol=1e-7
    )
    assert branch.record().repeat().same_states(branch.record())


def test_where_parts_meet_nothing_is_computed_again():
    """What was cut there stays as it is; anywhere else, and at the end of a whole run, the step across is made again."""
    parts = touched(load("pendulum"), until=2.0).record().parts
    meeting = parts[1].end
    assert parts_until(parts, meeting) == parts[:2]
    kept = parts_until(parts, parts[-1].end)
    assert kept[:-1] == parts[:-1] and kept[-1].tails == 1 and kept[-1].end == parts[-1].end
    shorter = parts_until(parts, 0.9 * meeting)
    assert shorter[:-1] == parts[:1] and shorter[-1].end == 0.9 * meeting and Record(parts).until(meeting).parts == parts[:2]


def test_outside_and_unknown_is_not_a_number():
    record = touched(wheel()).record()
    rows = record.at([-1.0, 0.5, 99.0], ["KN1.angle", "no.such"])
    assert np.isnan(rows[[0, 2]]).all() and np.isnan(rows[:, 1]).all() and np.isfinite(rows[1, 0])
    assert record.variables["KN1.angle"] == "rad" and record.coordinates == ["KN1.angle"]


def test_the_ledger_up_to_a_time():
    live = touched(wheel())
    record = live.record()
    assert record.ledger(0.5).lost == pytest.approx(record.ledger(0.500001).lost, rel=1e-4)
    halves = [record.ledger(t).lost for t in (0.0, 0.2, 0.6, 1.4, 2.0)]
    assert halves[0] == 0 and all(a < b for a, b in itertools.pairwise(halves))
    assert halves[-1] == pytest.approx(record.ledger().lost)
    assert record.ledger().lost == pytest.approx(0.5 * 0.5 * 9, rel=1e-5)  # no mass is felt by the wheel


def test_failed_runs_are_kept_with_their_words(tmp_path):
    circuit = mars.load(FAILURES / "spring_that_snaps.mars")
    live = Live(circuit, folder=tmp_path)
    with pytest.raises(mars.RunError) as failed:
        live.advance(live.end, 60)
    record = Record.load(tmp_path)
    assert record.status == "failed" and record.failure == str(failed.value) and record.end == live.t
    live.record().save(tmp_path / "f.marsrun")
    assert Record.load(tmp_path / "f.marsrun").failure == record.failure
    assert record.repeat().same_states(record)


def test_folders_that_are_not_empty_or_no_runs_are_refused(tmp_path):
    (tmp_path / "something").write_text("x")
    with pytest.raises(mars.DocumentError, match="empty folder"):
        Live(wheel(), folder=tmp_path)
    for path in (tmp_path, tmp_path / "missing.marsrun", tmp_path / "something"):
        with pytest.raises(mars.DocumentError, match=str(path)):
            Record.load(path)


# Damaged files


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("run") / "good.marsrun"
    touched(wheel()).record().save(path)
    return path


def rewritten(good: Path, path: Path, replaced: dict, compression=zipfile.ZIP_STORED) -> Path:
    """The same file with other contents of some of its members."""
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(path, "w", compression) as new:
        for name in old.namelist():
            content = replaced.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
        for name in replaced.keys() - set(old.namelist()):
            new.writestr(name, replaced[name])
    return path


def about(good: Path) -> dict:
    with zipfile.ZipFile(good) as archive:
        return json.loads(archive.read("run.json"))


def numbers(good: Path, name: str) -> np.ndarray:
    with zipfile.ZipFile(good) as archive:
        return np.load(io.BytesIO(archive.read(name)))


def npy(array: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def with_value(array: np.ndarray, value: float) -> np.ndarray:
    array = array.copy()
    array[array.shape[0] // 2] = value
    return array


HEADER = b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,), }"
ARRAYS = {
    "a state is missing": ("0/0/x.npy", lambda x: npy(x[:, :-1])),
    "a point is missing": ("0/0/x.npy", lambda x: npy(x[:-1])),
    "not a number": ("0/0/x.npy", lambda x: npy(with_value(x, np.nan))),
    "infinite": ("0/0/parameters.npy", lambda p: npy(with_value(p, np.inf))),
    "time goes back": ("0/0/t.npy", lambda t: npy(t[::-1].copy())),
    "whole numbers": ("0/0/parameters.npy", lambda p: npy(p.astype(np.int64))),
    "times as text": ("0/0/t.npy", lambda t: npy(t.astype(str))),
    "objects": ("0/0/t.npy", lambda t: npy(t.astype(np.float32))),
    "a huge header": ("0/0/t.npy", lambda _: HEADER.ljust(128)[:127] + b"\n"),
    "cut off": ("0/0/t.npy", lambda t: npy(t)[:-5]),
    "no array": ("0/0/t.npy", lambda _: b"hello"),
    "gone": ("0/0/t.npy", lambda _: None),
    "parameters of another circuit": ("0/0/parameters.npy", lambda p: npy(np.hstack([p, p]))),
}


@pytest.mark.parametrize("flaw", ARRAYS)
def test_arrays_that_do_not_fit_are_refused(flaw, good, tmp_path):
    name, spoil = ARRAYS[flaw]
    path = rewritten(good, tmp_path / "bad.marsrun", {name: spoil(numbers(good, name))})
    with pytest.raises(mars.DocumentError, match=r"bad\.marsrun|states of this run do not match its circuit"):
        Record.load(path).at([0.1], ["KN1.angle"])


def spoilt(data: dict, change) -> bytes:
    change(data)
    return json.dumps(data).encode()


TEXTS = {
    "another format": lambda d: d.update({"mars run": 2}),
    "no parts": lambda d: d.update(parts=[]),
    "parts are a number": lambda d: d.update(parts=7),
    "another circuit": lambda d: d["parts"][0]["circuit"]["circuit"]["components"]["SB1"]["values"].update(mass=9),
    "no circuit": lambda d: d["parts"][0].update(circuit={}),
    "a change that leads nowhere": lambda d: d["parts"][1].update(changes=[[["circuit", "nothing", 3], 1]]),
    "a change of a whole": lambda d: d["parts"][1].update(changes=[[["circuit", "components"], 1]]),
    "a change to a whole": lambda d: d["parts"][1].update(changes=[[["circuit", "title"], {}]]),
    "changes are a number": lambda d: d["parts"][1].update(changes=5),
    "changes of nothing": lambda d: d["parts"][0].update(changes=[], circuit=None),
    "a method of its own": lambda d: d["parts"][0]["stretches"][0].update(method="os.system"),
    "settings": lambda d: d["parts"][0]["settings"].update(rtol="-1"),
    "an unknown setting": lambda d: d["parts"][0]["settings"].update(shell=1),
    "events": lambda d: d["parts"][0].update(events=[{"event": 3}]),
    "too many stretches": lambda d: d["parts"][0]["stretches"].append(d["parts"][0]["stretches"][0]),
    "other states": lambda d: d["parts"][0].update(states=["a", "b"]),
    "one state": lambda d: d["parts"][0].update(states=["a"]),
    "interventions": lambda d: d["parts"][1].update(interventions=[1]),
    "parts in another order": lambda d: d["parts"].reverse(),
}


@pytest.mark.parametrize("flaw", TEXTS)
def test_descriptions_that_do_not_fit_are_refused(flaw, good, tmp_path):
    path = rewritten(good, tmp_path / "bad.marsrun", {"run.json": spoilt(about(good), TEXTS[flaw])})
    with pytest.raises(mars.DocumentError, match=r"bad\.marsrun|states of this run do not match its circuit"):
        Record.load(path).at([0.1], ["KN1.angle"])


def test_broken_zips_are_refused(good, tmp_path):
    whole, path = good.read_bytes(), tmp_path / "bad.marsrun"
    for content in (
        b"",
        b"hello",
        whole[: len(whole) // 2],
        whole[:-30],
        b"x" * 100 + whole[100:],
        whole[:200] + b"\0" * 50 + whole[250:],
    ):
        path.write_bytes(content)
        with pytest.raises(mars.DocumentError, match=r"bad\.marsrun"):
            Record.load(path).at([0.1], ["KN1.angle"])


def test_packed_text_that_cannot_be_unpacked_is_refused(good, tmp_path):
    with zipfile.ZipFile(good) as archive:
        info = archive.getinfo("run.json")
    whole, place = bytearray(good.read_bytes()), info.header_offset + 30 + len(info.filename)
    whole[place : place + info.compress_size] = b"\xff" * info.compress_size
    (tmp_path / "bad.marsrun").write_bytes(whole)
    with pytest.raises(mars.DocumentError, match=r"bad\.marsrun"):
        Record.load(tmp_path / "bad.marsrun")


def test_entries_that_lie_upon_each_other_are_refused(good, tmp_path):
    """A small file that would fill the memory."""
    with zipfile.ZipFile(tmp_path / "many.marsrun", "w") as archive, zipfile.ZipFile(good) as old:
        for name in old.namelist():
            archive.writestr(name, old.read(name))
        first = archive.infolist()[0]
        for i in range(5000):
            again = copy.copy(first)
            again.filename = f"more/{i}.npy"
            archive.filelist.append(again)
            archive.NameToInfo[again.filename] = again
    with pytest.raises(mars.DocumentError, match="too large"):
        Record.load(tmp_path / "many.marsrun")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without such devices")
@pytest.mark.parametrize("name", ["run.json", "parts/1/0/count.i64", "parts/1/0/t.f64"])
def test_a_device_in_a_folder_is_not_read(name, tmp_path):
    Live(wheel(), folder=tmp_path).advance(0.1)
    (tmp_path / name).unlink()
    (tmp_path / name).symlink_to("/dev/zero")
    with pytest.raises(mars.DocumentError, match="damaged"):
        Record.load(tmp_path)


def test_bombs_and_ways_out_of_the_folder_do_nothing(good, tmp_path):
    packed = rewritten(good, tmp_path / "packed.marsrun", {"0/0/t.npy": npy(np.zeros(2**20))}, zipfile.ZIP_DEFLATED)
    with pytest.raises(mars.DocumentError, match=r"packed\.marsrun: .*its numbers have an unknown encoding") as caught:
        Record.load(packed)
    assert caught.value.code == "file-damaged"
    way_out = rewritten(good, tmp_path / "out.marsrun", {"../../evil": b"x", "/tmp/evil": b"x"})
    assert Record.load(way_out).at([0.1], ["KN1.angle"]).size == 1  # never unpacked
    assert not (tmp_path.parent / "evil").exists()
    nested = rewritten(good, tmp_path / "deep.marsrun", {"run.json": b"[" * 100_000})
    with pytest.raises(mars.DocumentError):
        Record.load(nested)


def test_a_store_that_cannot_be_written_says_so(tmp_path):
    from mars.solvers.contract import InitialValueProblem
    from mars.solvers.explicit import Explicit

    class Nothing:
        address, work_size, input_sizes, output_sizes = 0, 0, (1, 0, 1, 1), (1, 0)

    making = Explicit().integrator(InitialValueProblem(Nothing(), [0.0], 0.0, 1.0, (), np.zeros(1)))
    with pytest.raises(mars.RunError, match=r"cannot store the run in .*missing") as caught:
        making.keep_in(tmp_path / "missing")
    assert caught.value.code == "cannot-write"


@pytest.mark.parametrize("name", ["pendulum", "bouncing_ball"])
def test_a_run_whose_folder_is_gone_fails_with_what_it_has(name, tmp_path):
    live = Live(load(name), folder=tmp_path, until=1000.0)
    live.advance(0.2)
    shutil.rmtree(tmp_path)
    with pytest.raises(mars.RunError, match="cannot store the run in") as caught:
        for _ in range(1000):
            live.advance(live.t + 1.0)
    assert caught.value.code == "cannot-write"
    record = live.record()
    assert (live.status, record.status) == ("failed", "failed") and np.isfinite(bits(record, live)).all()
    with pytest.raises(mars.RunError, match="cannot store the run in") as caught:
        live.change(heavier(load(name), 2), 0.1)
    assert caught.value.code == "cannot-write"
    assert live.record().same_states(record) and live.status == "failed"


def test_a_change_that_cannot_be_written_leaves_folder_and_run(tmp_path, monkeypatch):
    live = Live(wheel(), folder=tmp_path)
    live.advance(0.5)
    before, files = live.record(), sorted(tmp_path.rglob("*"))
    for name in ("run.json", "part.json"):
        replace = Path.replace

        def full(path, target, name=name, replace=replace):
            if Path(target).name == name:
                path.unlink()
                raise OSError(28, "No space left on device")
            return replace(path, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", full)
            with pytest.raises(mars.RunError, match="No space left"):
                live.change(wheel(5.0), 0.3)
        assert live.record().same_states(before) and live.status == "running" and sorted(tmp_path.rglob("*")) == files
    live.change(wheel(5.0), 0.3)
    live.advance(2.0, 60)
    assert Record.load(tmp_path).same_states(live.record())
