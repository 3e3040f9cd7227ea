"""Files are written completely or not at all; what a process that died has left behind is removed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mars
from mars import files
from mars.errors import DocumentError
from mars.files import Replacement, clear_left_over, write_atomic
from mars.pictures.charts.plot import Curve, save


def dead_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def temporary(folder: Path, process: int, age: float = 2 * files.LEFT_OVER) -> Path:
    path = folder / f".a.mars.{process}-0123456789ab.tmp"
    path.write_text("half")
    os.utime(path, (time.time() - age,) * 2)
    return path


def test_temporary_files_of_dead_processes_are_cleared_by_the_next_save(tmp_path):
    left, own, young = temporary(tmp_path, dead_process()), temporary(tmp_path, os.getpid()), tmp_path / ".other.1.tmp"
    young.write_text("not ours")
    write_atomic(tmp_path / "b.mars", "whole")
    assert not left.exists()
    assert own.exists() and young.exists()
    left = temporary(tmp_path, dead_process(), age=0)
    clear_left_over(tmp_path)
    assert left.exists(), "perhaps of another computer that is writing now"


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be opened there")
def test_the_folder_is_synced_after_the_rename(tmp_path, monkeypatch):
    synced, sync = [], os.fsync

    def noted(handle):
        synced.append((str(Path(f"/proc/self/fd/{handle}").readlink()), sorted(each.name for each in tmp_path.iterdir())))
        sync(handle)

    if not Path("/proc/self/fd").exists():
        pytest.skip("needs /proc")
    monkeypatch.setattr(os, "fsync", noted)
    write_atomic(tmp_path / "a", "text")
    assert len(synced) == 2
    assert synced[1] == (str(tmp_path), ["a"])
    write_atomic(tmp_path / "a", "more", durable=False)
    assert len(synced) == 2
    assert (tmp_path / "a").read_text() == "more"


def test_a_replacement_is_seen_when_it_is_finished(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    with_new = Replacement(path)
    with_new.write(b"new")
    assert path.read_text() == "old"
    with_new.finish()
    with_new.cancel()
    assert path.read_text() == "new"
    given_up = Replacement(path)
    given_up.write(b"other")
    given_up.cancel()
    assert [each.name for each in tmp_path.iterdir()] == ["a"]
    assert path.read_text() == "new"


def test_a_plot_that_cannot_be_written_leaves_no_empty_file(tmp_path, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for name in ("a.svg", "a.png"):
        with pytest.raises(DocumentError, match="no space left"):
            save([Curve("x", "m", [0, 1], [0, 1])], tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_stored_run_given_as_a_circuit_is_named(tmp_path):
    path = tmp_path / "a.marsrun"
    path.write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(DocumentError, match=r"a stored run.*mars run") as caught:
        mars.load(path)
    assert caught.value.code == "wrong-file-type"
