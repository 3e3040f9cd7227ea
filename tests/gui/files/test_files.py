"""Open, save, recent, damaged and newer files, a file open twice; snapshots and their recovery."""

import json
import os
import signal
import subprocess
import sys

import pytest
from mars.gui.files import recovery
from mars.gui.files.circuit_files import CircuitFiles
from mars.gui.files.recovery import Recovery

from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, save
from tests.helpers.gui.dialogs import Answers
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def dialogs(qapp):
    return Answers()


@pytest.fixture
def files(document, dialogs):
    found = CircuitFiles(document, dialogs)
    yield found
    found.close()


def edited(document):
    document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(0, 0)))


def test_save_as_then_save_then_load(files, document, dialogs, tmp_path):
    edited(document)
    dialogs.path = tmp_path / "arm.mars"
    files.save()
    assert document.path == dialogs.path and not document.is_modified
    edited(document)
    assert document.is_modified
    files.save()
    assert set(load(dialogs.path).components) == {"SB1", "SB2"} and not document.is_modified
    assert files.recent() == [dialogs.path]


def test_a_damaged_file_is_told_and_stays_untouched(files, document, dialogs, tmp_path):
    bad = tmp_path / "bad.mars"
    bad.write_text('{"mars": 1, "circuit": ')
    before = document.circuit
    files.open(bad)
    assert (
        "bad.mars: the file ends in the middle of a value, line 1" in dialogs.told[0][1]
        and bad.read_text() == '{"mars": 1, "circuit": '
    )
    assert document.circuit is before


def test_a_newer_file_is_told_and_stays_untouched(files, dialogs, tmp_path):
    newer = tmp_path / "newer.mars"
    newer.write_text('{"mars": 99, "circuit": {}}')
    files.open(newer)
    assert (
        "version 99, but this version of Mars reads up to version 1. Update Mars" in dialogs.told[0][1]
        and "99" in newer.read_text()
    )


@pytest.mark.parametrize(("answer", "kept"), [("cancel", True), ("discard", False), ("save", False)])
def test_unsaved_changes_are_asked_about(files, document, dialogs, tmp_path, answer, kept):
    edited(document)
    mine, dialogs.save_answer, dialogs.path = document.circuit, answer, tmp_path / "mine.mars"
    files.new(Circuit("other"))
    assert (document.circuit is mine) == kept
    assert dialogs.path.exists() == (answer == "save")


def test_saving_into_a_folder_that_is_not_there_loses_nothing(files, document, dialogs, tmp_path):
    edited(document)
    dialogs.path, dialogs.save_answer = tmp_path / "none" / "arm.mars", "save"
    mine = document.circuit
    files.new(Circuit("other"))
    assert dialogs.told and document.circuit is mine and document.is_modified


def test_a_file_open_in_another_window_warns(files, document, dialogs, tmp_path, qapp):
    path = tmp_path / "shared.mars"
    save(Circuit("shared"), path)
    from mars.gui.document.document import Document

    other = CircuitFiles(Document(), Answers())
    other.open(path)
    dialogs.choice = 0
    files.open(path)
    assert dialogs.asked[0][0] == "File already open" and document.path is None and document.circuit.title == "shared"
    dialogs.choice = 1
    files.open(path)
    assert document.path == path
    other.close()


def test_a_file_that_went_leaves_the_recent_ones(files, document, dialogs, tmp_path):
    path = tmp_path / "gone.mars"
    save(Circuit(), path)
    files.open(path)
    path.unlink()
    files.open(path)
    assert files.recent() == [] and dialogs.told


def test_a_snapshot_follows_an_edit_and_goes_with_the_save(files, document, dialogs, tmp_path, qtbot):
    keeper = Recovery(document)
    with qtbot.waitSignal(keeper.written) as caught:
        edited(document)
    assert caught.args == [document.revision] and keeper.file.exists()
    assert json.loads(keeper.file.read_text())["revision"] == document.revision
    dialogs.path = tmp_path / "arm.mars"
    files.save()
    assert not keeper.file.exists()
    keeper.close()


def test_edits_in_a_row_are_kept_at_least_every_five_seconds(document, qtbot, monkeypatch):
    monkeypatch.setattr(recovery, "QUIET", 0.4)
    monkeypatch.setattr(recovery, "LONGEST", 0.8)
    keeper, revisions = Recovery(document), []
    keeper.written.connect(revisions.append)
    while not revisions and document.revision < 100:  # never idle for long
        edited(document)
        qtbot.wait(50)
    assert revisions and document.revision < 40
    keeper.close()


def test_a_snapshot_of_a_living_program_is_not_offered(document, qtbot):
    keeper = Recovery(document)
    edited(document)
    keeper.write()
    assert recovery.unsaved_work() == []
    keeper.close()


CHILD = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtWidgets import QApplication
from mars.gui.document.document import Document
from mars.gui.files.recovery import Recovery
app = QApplication([])
document = Document()
keeper = Recovery(document)
keeper.written.connect(lambda revision: (sys.stdout.write(f"{revision}\\n"), sys.stdout.flush()))
for i in range(3):
    document.edit("Add", lambda circuit: circuit.add("bodies.rod", at=(0, 0)))
app.exec()
"""


def test_work_survives_kill_9(qapp, tmp_path):
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert child.stdout is not None
    revision = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    (left,) = recovery.unsaved_work()
    assert left.revision == revision == 3
    assert set(left.circuit().components) == {"SB1", "SB2", "SB3"}
    left.discard()
    assert recovery.unsaved_work() == []


def test_a_recovered_circuit_is_modified_from_the_start(files, document, qapp):
    circuit = Circuit("saved from the wreck")
    files.recover(circuit, None)
    assert document.circuit is circuit and document.is_modified


def test_broken_snapshots_are_left_out(qapp):
    from mars.gui.files.user_folders import user_folder

    (user_folder("recovery") / "bad.json").write_text("{")
    (user_folder("recovery") / "odd.json").write_text('{"mars recovery": 1, "content": 3}')
    assert recovery.unsaved_work() == []


def test_examples_open_without_their_file(files, document):
    path = CIRCUITS / "four_bar.mars"
    before = path.read_bytes()
    files.open_copy(path)
    assert document.path is None and dumps(document.circuit) and path.read_bytes() == before


def test_locks_and_temporary_files_of_dead_processes_are_cleared_at_start(qapp, tmp_path, monkeypatch):
    from mars.gui.files.user_folders import clear_dead_files
    from PySide6.QtCore import QLockFile

    monkeypatch.setenv("MARS_STATE", str(tmp_path))
    held = (
        "import os, sys\nfrom PySide6.QtCore import QLockFile\nlock = QLockFile(sys.argv[1])\n"
        "lock.setStaleLockTime(0)\nassert lock.tryLock(0)\nprint(os.getpid())\nos._exit(0)"
    )
    (tmp_path / "locks").mkdir()
    left, own = tmp_path / "locks/left.lock", tmp_path / "locks/own.lock"
    process = subprocess.run([sys.executable, "-c", held, str(left)], capture_output=True, text=True, check=True)
    lock = QLockFile(str(own))
    lock.setStaleLockTime(0)
    assert lock.tryLock(0)
    temporary = tmp_path / f"locks/.a.json.{process.stdout.strip()}-0123456789ab.tmp"
    temporary.write_text("half")
    os.utime(temporary, (0, 0))
    assert left.exists()
    clear_dead_files()
    assert not left.exists() and not temporary.exists()
    assert own.exists()
    lock.unlock()
